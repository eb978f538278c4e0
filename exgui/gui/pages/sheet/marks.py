"""Marks the fields that a value comes from, and the values that a field goes into; and shows why."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QWidget

if TYPE_CHECKING:
    from exgui.gui.pages.sheet.page import SheetPage


def light(page: SheetPage) -> None:
    """Marks the fields that the value looked at comes from, or the values that the field goes into."""
    rules = page.document.rules
    if rules is None or page.column is None:
        return
    id = page.looked_at
    worked = page.document.worked
    fields: frozenset[str] = frozenset()
    values: set[str] = set()
    if id.startswith("value:"):
        fields = worked.sources_of(id.removeprefix("value:"))
        values = {id}
    elif id:
        values = {f"value:{value}" for value in worked.values_from(id)}
    for section in page.traits:
        for key, row in section.rows.items():
            row.light(key in fields)
    for items in page.items.values():
        items.table.light(dict.fromkeys(fields, True))
    if page.specialties is not None and page.specialties.chips:
        page.specialties.light(fields)
    for key, value in page.column.values.items():
        value.light(key in values)


def show_why_of(page: SheetPage, focus: QWidget | None) -> bool:
    """Shows the parts of the value under the keys or the pointer, else of all values."""
    column = page.column
    if column is None or not column.values:
        return False
    rows = list(column.values.values())
    row = next((one for one in rows if one is focus or one.underMouse()), None)
    if row is not None:
        page.hands.show_why(row)
        return True
    why = page.context.overlays.why
    if why.isVisible():
        why.hide()
    else:
        lit = [one for one in rows if one.lit] or rows
        why.show_numbers([(one.node.label, one.number) for one in lit], lit[0])
    return True
