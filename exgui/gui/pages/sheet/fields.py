"""Fields of a thing or of the game's own, each with its name above, its value, and what is wrong below; and the words
of a thing to choose from by a click, such as a weapon's tags."""

from __future__ import annotations

import re
from collections.abc import Callable

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLineEdit, QPushButton, QWidget

from exgui.gui.look.appearance import current_theme
from exgui.gui.look.elided import ElidedLabel
from exgui.gui.look.icons import icon
from exgui.gui.pages.sheet.edits import SheetEdits
from exgui.gui.widgets.basics import label
from exgui.gui.widgets.field_line import ChoiceButton, FieldLine, flag_button
from exgui.gui.widgets.finder import Pick
from exgui.gui.widgets.flow_layout import FlowLayout
from exgui.gui.widgets.layouts import fill_box, gridbox, hbox, vbox
from exgui.gui.widgets.word_switch import Segments
from exgui.rulebook.rules import Field
from exgui.rulebook.word_points import WordFamily
from exgui.sheets.field_text import text_of
from exgui.sheets.layout import Node

ACROSS = 4
WIDE = frozenset(("words", "table", "modifiers", "formula"))
"""Types of fields that take two places of a row."""
EXAMPLE = re.compile(r"such as:? [^;.(]+")
"""What an empty field shows of its help."""
LONG_LABEL = 20
"""Letters of a label; a field with a longer one takes two places as well."""
NONE = "\N{EN DASH}"


def help_of(field: Field, label_of: Callable[[str], str]) -> str:
    words = [field.help] if field.help else []
    if field.type in ("int", "ints", "table") and (field.minimum is not None or field.maximum is not None):
        low = "" if field.minimum is None else f"from {field.minimum} "
        high = "" if field.maximum is None else f"to {field.maximum}"
        words.append(f"A number {low}{high}.".replace(" .", "."))
    if field.type == "ints" and field.length:
        words.append(f"One number, or {field.length} of them.")
    if field.type == "flag":
        words.append("Yes or no.")
    if field.type == "table" and field.choices:
        words.append(f"Such as {label_of(field.choices[0])} 2. Choose from: {_listed(field, label_of)}.")
    elif field.type == "words" and field.choices:
        words.append(f"Any of: {_listed(field, label_of)}.")
    elif field.known:
        words.append(f"Known: {'; '.join(f'{label_of(id).lower()}: {text}' for id, text in field.known.items())}.")
    elif field.type == "modifiers" and not field.help:
        words.append("Such as: attack +2 dice, defense +1.")
    return " ".join(words)


def _listed(field: Field, label_of: Callable[[str], str]) -> str:
    return ", ".join(label_of(id).lower() for id in field.choices[:30])


class WordChoices(QWidget):
    """A chip for each word, and for words in levels a switch of all of them.

    Signals:
        chosen(object): the words to be in the field now, a tuple of ids.
    """

    chosen = Signal(object)

    def __init__(self, families: tuple[WordFamily, ...]) -> None:
        super().__init__()
        self._families = families
        self.chips: dict[str, QPushButton] = {}
        self.levels: dict[str, Segments] = {}
        flow = FlowLayout(self, spacing=10)
        for family in families:
            flow.addWidget(self._levels(family) if len(family.words) > 1 else self._chip(family))
        self.put(families)

    def put(self, families: tuple[WordFamily, ...]) -> None:
        self._families = families
        for family in families:
            if family.label in self.levels:
                self.levels[family.label].put(family.taken, family.why_not)
                continue
            word = next(iter(family.words))
            chip, why_not = self.chips[word], "" if family.taken else family.why_not.get(word, "")
            chip.setChecked(bool(family.taken))
            chip.setEnabled(not why_not)
            chip.setToolTip(why_not)
            chip.setAccessibleDescription(why_not)

    def fits(self, families: tuple[WordFamily, ...]) -> bool:
        return [one.words for one in families] == [one.words for one in self._families]

    def stops(self) -> list[QWidget]:
        """Return what Tab goes to, in order."""
        return list(self.findChildren(QPushButton))

    def _levels(self, family: WordFamily) -> QWidget:
        out = QWidget()
        row = hbox(label(family.label.capitalize(), "small"), on=out, margins=0, spacing=6)
        switch = Segments(family.label, {"": NONE, **family.words})
        switch.chosen.connect(lambda word, family=family: self._choose(family, word))
        row.addWidget(switch)
        self.levels[family.label] = switch
        return out

    def _chip(self, family: WordFamily) -> QPushButton:
        word, name = next(iter(family.words.items()))
        cost = family.points[word]
        chip = flag_button(f"{name.capitalize()} \N{MIDDLE DOT} {cost}")
        chip.setAccessibleName(f"{name}, {cost} points")
        chip.clicked.connect(lambda on, family=family, word=word: self._choose(family, word if on else ""))
        self.chips[word] = chip
        return chip

    def _choose(self, family: WordFamily, word: str) -> None:
        words = [word if one.words == family.words else one.taken for one in self._families]
        self.chosen.emit(tuple(one for one in words if one))


class FieldCell(QWidget):
    def __init__(self, node: Node, edits: SheetEdits) -> None:
        super().__init__()
        theme = current_theme()
        self._edits = edits
        self.node = node
        field = node.field or Field(node.id, node.label, "text")
        self._field = field
        self._tip = help_of(field, edits.label)
        column = vbox(on=self, margins=0, spacing=2)
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
            self.flag.clicked.connect(lambda on: self._write("yes" if on else "no"))
            self.input = self.flag
        elif field.type == "text" and field.choices:
            choices = {id: edits.label(id) if id else "any" for id in field.choices}
            self.choice = ChoiceButton(node.label, choices)
            self.choice.chosen.connect(self._write)
            self.choice.list_requested.connect(self._open_list)
            self.input = self.choice
        else:
            self.line = FieldLine(node.label)
            example = EXAMPLE.search(field.help)
            self.line.setPlaceholderText(example[0] if example is not None else "")
            self.line.written.connect(self._write)
            self.line.left.connect(lambda: edits.field_left.emit(self.node))
            self.input = self.line
        self.input.setEnabled(edits.editable)
        column.addWidget(self.input)
        self.words: WordChoices | None = None
        families = node.more.get("families", ())
        if families and edits.editable:
            self.words = WordChoices(families)
            self.words.chosen.connect(self._take_words)
            column.addWidget(self.words)
        completed = self.line is not None and self.words is None and edits.editable
        self._known = edits.words_for(node) if completed else ()
        if self.line is not None and self._known:
            self._tip = f"{self._tip} Down lists the choices.".strip()
            self.line.list_requested.connect(self._open_words)
            opens = self.line.addAction(icon(theme, "menu-down", "muted"), QLineEdit.ActionPosition.TrailingPosition)
            opens.setToolTip("List the choices")
            opens.triggered.connect(self._open_words)
        self.error = label("", "small", "red", wrap=True)
        column.addWidget(self.error)
        self.note = label("", "small", wrap=True)
        fill_box(column, self.note, 1)
        edits.binding.bind(node.id, self._show)

    def stops(self) -> list[QWidget]:
        """Return what Tab goes to in it, in order."""
        return [self.input] if self.words is None else [self.input, *self.words.stops()]

    @property
    def is_wide(self) -> bool:
        return self._field.type in WIDE or len(self.node.label) > LONG_LABEL

    def _write(self, text: str, stay: object = None) -> None:
        self._edits.model.write(self.node.id, text, stay)

    def _show(self, node: Node) -> None:
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
        """Put the words that were clicked into the field, in the place of what is typed there."""
        self._write(text_of(self._field, chosen))

    def _open_words(self) -> None:
        """List the words the field may hold; a picked one is added or removed."""
        assert self.line is not None
        self.line.commit_fields()
        there = [str(word) for word in self.node.value or ()]

        def turn(word: object) -> None:
            after = [one for one in there if one != word] if word in there else [*there, str(word)]
            self._write(", ".join(after))

        known = dict.fromkeys((*there, *self._known))
        picks = [Pick(word, self._edits.label(word), "click to remove" if word in there else "") for word in known]
        self._edits.picker.open_list(self.node.label, picks, self.line, turn)

    def _open_list(self) -> None:
        assert self.choice is not None
        picks = [Pick(id, text) for id, text in self.choice.choices.items()]
        self._edits.picker.open_list(self.node.label, picks, self.choice, lambda id: self._write(str(id)))


class FieldGrid(QWidget):
    """Fields side by side."""

    def __init__(self, nodes: tuple[Node, ...], edits: SheetEdits, across: int = ACROSS) -> None:
        super().__init__()
        self._edits = edits
        self.cells: dict[str, FieldCell] = {}
        grid = gridbox(on=self, margins=(0, 4, 0, 8), across=16, down=6)
        row = place = 0
        for node in nodes:
            cell = FieldCell(node, edits)
            wide = across if cell.words is not None else 2 if cell.is_wide else 1
            if place + wide > across:
                row, place = row + 1, 0
            grid.addWidget(cell, row, place, 1, wide)
            self.cells[node.id] = cell
            place += wide
        for column in range(across):
            grid.setColumnStretch(column, 1)
            grid.setColumnMinimumWidth(column, 60)

    def stops(self) -> list[QWidget]:
        """Return what Tab goes to, in order."""
        return [stop for cell in self.cells.values() for stop in cell.stops() if stop.isEnabled()]

    def close_cells(self) -> None:
        """Take over what is still being written, and follow the fields no longer."""
        for cell in self.cells.values():
            if cell.line is not None:
                cell.line.commit_fields()
        self._edits.binding.unbind(self.cells)
