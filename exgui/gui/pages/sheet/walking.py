"""How the arrow keys and Tab walk through a sheet."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from exgui.gui.pages.sheet.sections import Section, Specialties

if TYPE_CHECKING:
    from exgui.gui.pages.sheet.page import SheetPage


def walk(page: SheetPage, row: QWidget, step: int) -> None:
    """Puts the keys on the line above or below, in its column."""
    lines = _lines(page)
    here = row.mapTo(page, row.rect().center())
    best, least = None, 1 << 30
    for other in lines:
        there = other.mapTo(page, other.rect().center())
        down = (there.y() - here.y()) * step
        if other is row or down <= 4:
            continue
        away = down + abs(there.x() - here.x()) * 3
        same_side = page.is_in_column(other) == page.is_in_column(row)
        if same_side and away < least:
            best, least = other, away
    if best is not None:
        best.setFocus(Qt.FocusReason.OtherFocusReason)


def order(page: SheetPage) -> None:
    """Tab walks what is shown from top to bottom, then the column beside it."""
    parts: list[Section | Specialties] = []
    for index in range(page.sections.count()):
        item = page.sections.itemAt(index)
        widget = item.widget() if item is not None else None
        if isinstance(widget, (Section, Specialties)):
            parts.append(widget)
        elif widget is not None and widget is page.single:
            parts += [one for one in page.items.values() if not one.several]
    stops: list[QWidget] = [page.head.portrait, page.head.name, page.head.player, *page.head.kind.buttons.values()]
    stops += [page.head.battles, page.question.yes, page.question.no]
    for part in parts:
        stops += part.stops()
    if page.column is not None:
        stops += page.column.stops()
    if stops != page.stops:
        page.stops = stops
        for first, second in pairwise(stops):
            QWidget.setTabOrder(first, second)


def _lines(page: SheetPage) -> list[QWidget]:
    found: list[QWidget] = [row for section in page.traits for row in section.rows.values()]
    for items in page.items.values():
        found += items.table.rows.values()
        found.append(items.add)
    if page.column is not None:
        found += [*page.column.values.values(), *page.column.tracks.values()]
    return [one for one in found if one.isVisible()]
