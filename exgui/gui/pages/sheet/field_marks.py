"""Marks the fields that a value comes from, and the values that a field goes into; and shows why."""

from __future__ import annotations

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QWidget

from exgui.gui.pages.sheet.page_parts import SheetParts
from exgui.gui.pages.sheet.value_row import ValueRow
from exgui.gui.widgets.why_popover import WhyPopover

LOOK_AFTER = 60
"""Milliseconds after which the fields that a number comes from are marked."""


class SheetMarks:
    """Marks what belongs to the field or value that is looked at.

    Args:
        why: shows the parts of numbers.
    """

    def __init__(self, parts: SheetParts, why: WhyPopover) -> None:
        self._parts, self._why = parts, why
        self._looked_at = ""
        self._timer = QTimer(parts.page)
        self._timer.setSingleShot(True)
        self._timer.setInterval(LOOK_AFTER)
        self._timer.timeout.connect(self._light)

    def look_at(self, id: str, on: bool) -> None:
        """Marks, in a moment, what belongs to a field or a value, or nothing any more."""
        if on:
            self._looked_at = id
        elif self._looked_at == id:
            self._looked_at = ""
        self._timer.start()

    def refresh(self) -> None:
        """Other parts may belong to what is looked at."""
        if self._looked_at:
            self._timer.start()

    def _light(self) -> None:
        """Marks the fields that the value looked at comes from, or the values that the field goes into."""
        parts = self._parts
        rules = parts.document.rules
        if rules is None or parts.column is None:
            return
        id = self._looked_at
        worked = parts.document.worked
        fields: frozenset[str] = frozenset()
        values: set[str] = set()
        if id.startswith("value:"):
            fields = worked.sources_of(id.removeprefix("value:"))
            values = {id}
        elif id:
            values = {f"value:{value}" for value in worked.values_from(id)}
        for section in parts.traits:
            for key, row in section.rows.items():
                row.light(key in fields)
        for items in parts.items.values():
            items.table.light(dict.fromkeys(fields, True))
        if parts.specialties is not None and parts.specialties.chips:
            parts.specialties.light(fields)
        for key, value in parts.column.values.items():
            value.light(key in values)

    def show_why(self, row: ValueRow) -> None:
        """Shows the parts of a value, or puts them away."""
        if self._why.isVisible():
            self._why.hide()
        else:
            self._why.show_numbers([(row.node.label, row.number)], row)

    def show_why_of(self, focus: QWidget | None) -> bool:
        """Shows the parts of the value under the keys or the pointer, else of all values."""
        column = self._parts.column
        if column is None or not column.values:
            return False
        rows = list(column.values.values())
        row = next((one for one in rows if one is focus or one.underMouse()), None)
        if row is not None:
            self.show_why(row)
        elif self._why.isVisible():
            self._why.hide()
        else:
            lit = [one for one in rows if one.lit] or rows
            self._why.show_numbers([(one.node.label, one.number) for one in lit], lit[0])
        return True
