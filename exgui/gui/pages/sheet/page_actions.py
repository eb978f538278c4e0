"""What the parts of a sheet's page may do: edit a field, put the keys elsewhere, have something marked or explained.

It is what the protocols of `field_cell`, `sections` and `value_column` ask for.
"""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from exgui.gui.pages.sheet import arrow_keys
from exgui.gui.pages.sheet.field_marks import SheetMarks
from exgui.gui.pages.sheet.page_parts import SheetParts
from exgui.gui.pages.sheet.value_row import ValueRow
from exgui.rulebook.unknown_words import words
from exgui.sheets import editing
from exgui.sheets.fields import words_in_use
from exgui.sheets.layout import Node


class PageActions:
    """What may be done on one page.

    Attributes:
        picker: the list from which one picks, one for all fields.
        editable: the sheet can be changed.
    """

    def __init__(self, parts: SheetParts, marks: SheetMarks) -> None:
        self._parts, self._marks = parts, marks
        self.picker, self.editable = parts.picker, parts.editable

    def type_in(self, node: Node, text: str, gesture: object = None) -> None:
        """Puts a text into a field."""
        self._parts.document.type_in(node.path, text, gesture)

    def label(self, id: str) -> str:
        """The ruleset's name of something."""
        rules = self._parts.document.rules
        known = rules is not None and id in (*rules.traits, *rules.values, *rules.tracks)
        return rules.label(id) if rules is not None and known else words(id)

    def words_for(self, node: Node) -> tuple[str, ...]:
        """Words that may stand in a field."""
        rules = self._parts.document.rules
        return words_in_use(rules, node.path) if rules is not None else ()

    def set_trait(self, node: Node, dots: int, gesture: object) -> None:
        """Sets a trait."""
        rules = self._parts.rules
        after = editing.with_trait(self._parts.document.sheet, rules, str(node.path[1]), dots)
        self._parts.document.edit(after, f"{node.label} {dots}", gesture)

    def clear_trait(self, node: Node) -> None:
        """Puts a trait back to its default."""
        self._parts.document.put(node.path, None, f"{node.label} as usual")

    def by_rules(self, node: Node) -> None:
        """Gives a value back to the rules."""
        self._parts.document.put(node.path, None, f"{node.label} by the rules")

    def set_track(self, node: Node, value: int | None, gesture: object) -> None:
        """Sets how a track stands at the start."""
        full = node.more.get("full")
        if value is not None and isinstance(full, int):
            value = min(value, full) if full else value
        said = "full" if value is None or value == full else str(value)
        self._parts.document.put(node.path, None if value == full else value, f"{node.label} {said}", gesture)

    def set_health(self, node: Node, counts: dict[str, int]) -> None:
        """Sets what fills the health levels at the start."""
        filled = {kind: count for kind, count in counts.items() if count}
        self._parts.document.put(node.path, filled or None, "Health")

    def walk(self, row: QWidget, step: int) -> None:
        """Puts the keys on the line above or below, in its column."""
        arrow_keys.walk(self._parts, row, step)

    def look_at(self, id: str, on: bool) -> None:
        """Marks what belongs to a field or a value, or nothing any more."""
        self._marks.look_at(id, on)

    def show_why(self, row: ValueRow) -> None:
        """Shows the parts of a value."""
        self._marks.show_why(row)

    def leave_field(self, node: Node) -> None:
        """Enter or Escape in a field: the keys go to the thing it belongs to, else to the page."""
        for items in self._parts.items.values():
            for row in items.table.rows.values():
                if node.path[: len(row.node.path)] == row.node.path:
                    row.setFocus(Qt.FocusReason.OtherFocusReason)
                    return
        self._parts.view.setFocus(Qt.FocusReason.OtherFocusReason)
