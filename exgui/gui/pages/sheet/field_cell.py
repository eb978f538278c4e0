"""One field of a thing or of the game's own: its name above, what it holds, what is wrong below."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Protocol

from PySide6.QtWidgets import QGridLayout, QLineEdit, QPushButton, QVBoxLayout, QWidget

from exgui.gui.appearance import theme_of
from exgui.gui.elided import ElidedLabel
from exgui.gui.icons import icon
from exgui.gui.pages.sheet.word_choices import WordChoices
from exgui.gui.widgets.basics import label
from exgui.gui.widgets.field_line import ChoiceButton, FieldLine, flag_button
from exgui.gui.widgets.finder import Pick, Picker
from exgui.rulebook.rules import Field
from exgui.sheets.field_text import text_of
from exgui.sheets.layout import Node

ACROSS = 4
WIDE = frozenset(("words", "table", "modifiers", "formula"))
"""Types of fields that take two places of a row."""
EXAMPLE = re.compile(r"such as:? [^;.(]+")
"""What an empty field shows of its help."""
LONG_LABEL = 20
"""Letters of a label; a field with a longer one takes two places as well."""


class FieldActions(Protocol):
    """What a part of the page may do."""

    picker: Picker
    editable: bool

    def type_in(self, node: Node, text: str, gesture: object = None) -> None:
        """Puts a text into a field."""
        ...

    def label(self, id: str) -> str:
        """The ruleset's name of something."""
        ...

    def leave_field(self, node: Node) -> None:
        """Puts the keys on what a field belongs to."""
        ...

    def words_for(self, node: Node) -> tuple[str, ...]:
        """Words that may stand in a field."""
        ...


def help_of(field: Field, label_of: Callable[[str], str]) -> str:
    """What a field means and what may stand in it."""
    said = [field.help] if field.help else []
    if field.type in ("int", "ints", "table") and (field.minimum is not None or field.maximum is not None):
        low = "" if field.minimum is None else f"from {field.minimum} "
        high = "" if field.maximum is None else f"to {field.maximum}"
        said.append(f"A number {low}{high}.".replace(" .", "."))
    if field.type == "ints" and field.length:
        said.append(f"One number, or {field.length} of them.")
    if field.type == "flag":
        said.append("Yes or no.")
    if field.type == "table" and field.choices:
        said.append(f"Such as {label_of(field.choices[0])} 2. There are: {_listed(field, label_of)}.")
    elif field.type == "words" and field.choices:
        said.append(f"Any of: {_listed(field, label_of)}.")
    elif field.known:
        said.append(f"Known are {'; '.join(f'{label_of(id).lower()}: {text}' for id, text in field.known.items())}.")
    elif field.type == "modifiers" and not field.help:
        said.append("Such as: attack +2 dice, defense +1.")
    return " ".join(said)


def _listed(field: Field, label_of: Callable[[str], str]) -> str:
    return ", ".join(label_of(id).lower() for id in field.choices[:30])


class FieldCell(QWidget):
    """A field with its name."""

    def __init__(self, node: Node, actions: FieldActions) -> None:
        super().__init__()
        theme = theme_of(self)
        self._actions = actions
        self.node = node
        field = node.field or Field(node.id, node.label, "text")
        self._field = field
        self._tip = help_of(field, actions.label)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(2)
        self.name = ElidedLabel("small")
        self.name.put(node.label)
        self.name.setToolTip(self._tip)
        column.addWidget(self.name)
        self.line: FieldLine | None = None
        self.choice: ChoiceButton | None = None
        self.flag: QPushButton | None = None
        self.input: QWidget
        if field.type == "flag":
            self.flag = flag_button("No", self._tip)
            self.flag.clicked.connect(lambda on: actions.type_in(self.node, "yes" if on else "no"))
            self.input = self.flag
        elif field.type == "text" and field.choices:
            choices = {id: actions.label(id) if id else "any" for id in field.choices}
            self.choice = ChoiceButton(node.label, choices)
            self.choice.chosen.connect(lambda id: actions.type_in(self.node, id))
            self.choice.list_wanted.connect(self._open_list)
            self.input = self.choice
        else:
            self.line = FieldLine(node.label)
            example = EXAMPLE.search(field.help)
            self.line.setPlaceholderText(example[0] if example is not None else "")
            self.line.written.connect(lambda text, stay: actions.type_in(self.node, text, stay))
            self.line.left.connect(lambda: actions.leave_field(self.node))
            self.input = self.line
        self.input.setEnabled(actions.editable)
        column.addWidget(self.input)
        self.words: WordChoices | None = None
        families = node.more.get("families", ())
        if families and actions.editable:
            self.words = WordChoices(families)
            self.words.chosen.connect(self._take_words)
            column.addWidget(self.words)
        completed = self.line is not None and self.words is None and actions.editable
        self._known = actions.words_for(node) if completed else ()
        if self.line is not None and self._known:
            self._tip = f"{self._tip} Down lists what there is.".strip()
            self.line.list_wanted.connect(self._open_words)
            opens = self.line.addAction(icon(theme, "menu-down", "muted"), QLineEdit.ActionPosition.TrailingPosition)
            opens.setToolTip("Lists what there is")
            opens.triggered.connect(self._open_words)
        self.error = label("", "small", "red", wrap=True)
        column.addWidget(self.error)
        self.note = label("", "small", wrap=True)
        column.addWidget(self.note)
        column.addStretch(1)
        self.show_node(node)

    def stops(self) -> list[QWidget]:
        """What Tab goes to in it, in order."""
        return [self.input] if self.words is None else [self.input, *self.words.stops()]

    @property
    def is_wide(self) -> bool:
        """It takes two places of a row."""
        return self._field.type in WIDE or len(self.node.label) > LONG_LABEL

    def show_node(self, node: Node) -> None:
        """Shows what stands in it now."""
        self.node = node
        tip = self._tip
        if self.line is not None:
            self.line.put(node.text, node.error, tip)
        elif self.choice is not None:
            typed = node.text if node.error else str(node.value or "")
            self.choice.put(typed, node.error, tip)
        elif self.flag is not None:
            self.flag.setChecked(node.value is True)
            self.flag.setText("Yes" if node.value is True else "No")
            self.flag.setAccessibleName(f"{node.label}: {self.flag.text()}")
        if self.words is not None:
            self.words.put(node.more.get("families", ()))
        self.error.setText(node.error)
        self.error.setVisible(bool(node.error))
        note = str(node.more.get("note", "")) if not node.error else ""
        self.note.setText(note)
        self.note.setVisible(bool(note))

    def _take_words(self, chosen: tuple[str, ...]) -> None:
        """Puts the words that were clicked into the field, in the place of what is typed there."""
        self._actions.type_in(self.node, text_of(self._field, chosen))

    def _open_words(self) -> None:
        """Lists the words that may stand in it; one that is picked is put there, or taken away."""
        assert self.line is not None
        self.line.commit_fields()
        there = [str(word) for word in self.node.value or ()]

        def turn(word: object) -> None:
            after = [one for one in there if one != word] if word in there else [*there, str(word)]
            self._actions.type_in(self.node, ", ".join(after))

        known = dict.fromkeys((*there, *self._known))
        picks = [
            Pick(word, self._actions.label(word), "a click takes it away" if word in there else "") for word in known
        ]
        self._actions.picker.open_list(self.node.label, picks, self.line, turn)

    def _open_list(self) -> None:
        assert self.choice is not None
        picks = [Pick(id, text) for id, text in self.choice.choices.items()]
        self._actions.picker.open_list(
            self.node.label, picks, self.choice, lambda id: self._actions.type_in(self.node, str(id))
        )


class FieldGrid(QWidget):
    """Fields side by side."""

    def __init__(self, nodes: tuple[Node, ...], actions: FieldActions, across: int = ACROSS) -> None:
        super().__init__()
        self.cells: dict[str, FieldCell] = {}
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 4, 0, 8)
        grid.setHorizontalSpacing(16)
        grid.setVerticalSpacing(6)
        row = place = 0
        for node in nodes:
            cell = FieldCell(node, actions)
            wide = across if cell.words is not None else 2 if cell.is_wide else 1
            if place + wide > across:
                row, place = row + 1, 0
            grid.addWidget(cell, row, place, 1, wide)
            self.cells[node.id] = cell
            place += wide
        for column in range(across):
            grid.setColumnStretch(column, 1)
            grid.setColumnMinimumWidth(column, 60)

    def show_nodes(self, nodes: tuple[Node, ...]) -> bool:
        """Shows fields as they are now. False where they are others, so that the grid must be made anew."""
        if [node.id for node in nodes] != list(self.cells):
            return False
        for node in nodes:
            self.cells[node.id].show_node(node)
        return True
