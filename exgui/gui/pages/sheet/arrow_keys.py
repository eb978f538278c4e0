"""How the arrow keys and Tab walk through a sheet."""

from __future__ import annotations

from itertools import pairwise

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from exgui.gui.pages.sheet.page_parts import SheetParts
from exgui.gui.pages.sheet.sections import Section, Specialties


def walk(parts: SheetParts, row: QWidget, step: int) -> None:
    """Puts the keys on the line above or below, in its column."""
    lines = _lines(parts)
    here = row.mapTo(parts.page, row.rect().center())
    best, least = None, 1 << 30
    for other in lines:
        there = other.mapTo(parts.page, other.rect().center())
        down = (there.y() - here.y()) * step
        if other is row or down <= 4:
            continue
        away = down + abs(there.x() - here.x()) * 3
        same_side = parts.is_in_column(other) == parts.is_in_column(row)
        if same_side and away < least:
            best, least = other, away
    if best is not None:
        best.setFocus(Qt.FocusReason.OtherFocusReason)


def order(parts: SheetParts) -> None:
    """Tab walks what is shown from top to bottom, then the column beside it."""
    shown: list[Section | Specialties] = []
    for index in range(parts.sections.count()):
        item = parts.sections.itemAt(index)
        widget = item.widget() if item is not None else None
        if isinstance(widget, (Section, Specialties)):
            shown.append(widget)
        elif widget is not None and widget is parts.side_by_side:
            shown += [one for one in parts.items.values() if not one.several]
    head = parts.head
    stops: list[QWidget] = [head.portrait, head.name, head.player, *head.kind.buttons.values()]
    stops += [head.battles, parts.question.yes, parts.question.no]
    for part in shown:
        stops += part.stops()
    if parts.column is not None:
        stops += parts.column.stops()
    if stops != parts.stops:
        parts.stops = stops
        for first, second in pairwise(stops):
            QWidget.setTabOrder(first, second)


def _lines(parts: SheetParts) -> list[QWidget]:
    found: list[QWidget] = [row for section in parts.traits for row in section.rows.values()]
    for items in parts.items.values():
        found += items.table.rows.values()
        found.append(items.add)
    if parts.column is not None:
        found += [*parts.column.values.values(), *parts.column.tracks.values()]
    return [one for one in found if one.isVisible()]
