"""Edits that the parts of a sheet's page make, and their signals to the page."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from exgui.gui.models.sheet_document import SheetDocument
from exgui.gui.models.sheet_model import SheetBinding
from exgui.gui.widgets.finder import Picker
from exgui.rulebook.rules import Ruleset
from exgui.rulebook.unknown_words import words
from exgui.rulebook.validation import SetupError
from exgui.sheets import editing, kinds
from exgui.sheets.fields import words_in_use
from exgui.sheets.layout import Node


class SheetEdits(QObject):
    """Edits of one sheet whose ruleset is installed.

    Signals:
        looked_at(str, bool): the pointer or the keys are on the line of that id, or leave it.
        moved(QWidget): another line of an item view has the keys.
        walked(QWidget, int): an arrow key goes to the line above (-1) or below (1) what has the keys.
        field_left(Node): Enter or Escape in a field: the keys go to what it belongs to.
        why_requested(Node): the parts of a value are to be shown.
        add_requested(str): a thing of that kind, or a "specialty", is to be picked and added.
        number_requested(Node): one more number is to be named for a table whose names are free, as pools of dice are.

    Attributes:
        binding: has a part of the page show a line of the sheet.
        picker: the list from which one picks, one for all fields.
        editable: the sheet can be changed.
    """

    looked_at = Signal(str, bool)
    moved = Signal(object)
    walked = Signal(object, int)
    field_left = Signal(object)
    why_requested = Signal(object)
    add_requested = Signal(str)
    number_requested = Signal(object)

    def __init__(self, document: SheetDocument, picker: Picker, parent: QWidget) -> None:
        super().__init__(parent)
        assert document.model is not None
        self.document, self.picker = document, picker
        self.model = document.model
        self.binding = SheetBinding(document.model, self)
        self.editable = not document.read_only

    @property
    def rules(self) -> Ruleset:
        assert self.document.rules is not None
        return self.document.rules

    def node(self, id: str) -> Node:
        """Return the line of that id, which must be there."""
        node = self.model.node(id)
        assert node is not None
        return node

    def label(self, id: str) -> str:
        """Return the ruleset's name of a trait, value or track; of anything else its id as words."""
        rules = self.rules
        return rules.label(id) if id in (*rules.traits, *rules.values, *rules.tracks) else words(id)

    def words_for(self, node: Node) -> tuple[str, ...]:
        return words_in_use(self.rules, node.path)

    def set_trait(self, id: str, dots: int, gesture: object) -> None:
        node = self.node(id)
        after = editing.with_trait(self.document.sheet, self.rules, str(node.path[1]), dots)
        self.document.edit(after, f"{node.label} {dots}", gesture)

    def reset(self, id: str, how: str) -> None:
        """Remove a field: a trait returns to its default, a value to the rules' result.

        Args:
            how: for undo, after the field's name.
        """
        node = self.node(id)
        self.document.put(node.path, None, f"{node.label} {how}")

    def set_track(self, id: str, value: int | None, gesture: object) -> None:
        """Set a track's value when a fight begins; None for full."""
        node = self.node(id)
        full = node.more.get("full")
        if value is not None and isinstance(full, int) and full:
            value = min(value, full)
        text = "full" if value is None or value == full else str(value)
        self.document.put(node.path, None if value == full else value, f"{node.label} {text}", gesture)

    def turn_hand(self, thing: Node) -> None:
        after = editing.toggle_ready(self.document.sheet, self.rules, str(thing.more["id"]))
        self.document.edit(after, f"{thing.label} in hand")

    def set_health(self, counts: dict[str, int]) -> None:
        """Set how many health levels each kind of damage fills when a fight begins."""
        filled = {kind: count for kind, count in counts.items() if count}
        self.document.put(self.node("state.health").path, filled or None, "Health")


def change_kind(document: SheetDocument, kind: str, show_message: Callable[[str], object]) -> tuple[str, ...] | None:
    """Make it a full character, a quick character or a battle group; report why not.

    Returns:
        what did not fit, in sentences; None if it was not changed.
    """
    sheet, rules = document.sheet, document.rules
    assert rules is not None
    left: list[str] = []

    def take(changed: kinds.Changed) -> None:
        nonlocal sheet
        sheet = changed.data
        left.extend(changed.left)

    try:
        if kinds.kind_of(sheet) == "group":
            take(kinds.to_single(sheet, rules))
        if kind == "group":
            take(kinds.to_group(sheet, rules))
        elif kind == "quick":
            take(kinds.to_quick(sheet, rules))
        elif kinds.kind_of(sheet) == "quick":
            take(kinds.to_full(sheet, rules))
    except kinds.NotPossible as error:
        show_message(str(error))
        return None
    except SetupError as error:
        show_message(f"First fix the error on the sheet: {error}")
        return None
    words_of = {"full": "a full character", "quick": "a quick character", "group": "a battle group"}
    document.edit(sheet, f"Changed to {words_of[kind]}")
    return tuple(left)


def why_not_kinds(rules: Ruleset | None) -> dict[str, str]:
    if rules is None:
        return dict.fromkeys(("full", "quick", "group"), "Its ruleset is not installed.")
    out = {}
    if "printed" not in rules.combatant_fields:
        out["quick"] = f"{rules.name} has no quick characters."
    if "group" not in rules.combatant_fields:
        out["group"] = f"{rules.name} has no battle groups."
    return out
