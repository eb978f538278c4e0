"""The line of a pasted text that is chosen: what became of it, and how it is corrected."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QMenu, QVBoxLayout, QWidget

from exgui.gui.paste.document import PasteDocument
from exgui.gui.paste.line_list import LOOKS
from exgui.gui.safe_events import safe_events
from exgui.gui.widgets.basics import EnterLine, label, push, restyle
from exgui.sheets.stat_block.corrections import Meaning, fits, meanings

WHAT_CAME = {
    "understood": "All of it is in the sheet",
    "guessed": "Some of it is in the sheet; look whether it is right",
    "kept": "It was not understood and stands in the notes. Write it anew, or say what it is",
}
IN_NOTES = "the line stands in the notes as well"
EMPTY = "An empty line."
LONGEST = 100_000


@safe_events
class LineCard(QFrame):
    """One line.

    Signals:
        rewritten(str): the line was written anew.
        meant(Meaning): it was said what the line is.
        left(): Escape was pressed in the field.
    """

    rewritten = Signal(str)
    meant = Signal(object)
    left = Signal()

    def __init__(self, document: PasteDocument, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self.number = 0
        self.setProperty("role", "card")
        self.setAccessibleName("The line")
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 8, 12, 8)
        column.setSpacing(6)
        top = QHBoxLayout()
        self.title = label("", "strong")
        top.addWidget(self.title)
        top.addStretch(1)
        self.what = push("It is\N{HORIZONTAL ELLIPSIS}", "", "Say what this line is")
        self.menu = QMenu(self)
        self.what.setMenu(self.menu)
        self.menu.aboutToShow.connect(self._fill_menu)
        top.addWidget(self.what)
        column.addLayout(top)
        self.text = EnterLine()
        self.text.setMaxLength(LONGEST)
        self.text.setAccessibleName("The line's text")
        self.text.setToolTip("Write the line anew; Enter reads it again")
        self.text.entered.connect(self.rewritten.emit)
        self.text.left.connect(self.left.emit)
        column.addWidget(self.text)
        self.came = label("", "small", "text", wrap=True)
        column.addWidget(self.came)

    def put(self, number: int, filled: str = "") -> None:
        """Shows a line, by its number from 1; 0 for none.

        Args:
            filled: which fields it fills, in words.
        """
        self.number = number
        self.setEnabled(bool(number))
        if not number:
            self.title.setText("Click a line to see what became of it")
            restyle(self.title, tone="muted")
            self.text.clear()
            self.came.setText("")
            return
        text = self._document.state.text.lines[number - 1]
        if self.text.text() != text:
            self.text.setText(text)
            self.text.setCursorPosition(0)
        line = self._document.line(number)
        verdict = line.verdict if line is not None else ""
        self.title.setText(f"Line {number}" + (f" \N{MIDDLE DOT} {verdict}" if verdict else ""))
        restyle(self.title, tone=LOOKS[verdict][1] if verdict else "muted")
        if line is None:
            self.came.setText("It is being read." if self._document.reading else EMPTY)
            return
        said = WHAT_CAME[line.verdict] + (f": {filled}" if filled else "")
        if "notes" in line.fields and line.verdict != "kept":
            said = f"{said}; {IN_NOTES}"
        self.came.setText(f"{said}.")

    def _fill_menu(self) -> None:
        """What the line may be; greyed where it has no number, which most things need."""
        self.menu.clear()
        found = self._document.found
        if found is None or not self.number:
            return
        text = self._document.state.text.lines[self.number - 1]
        groups: dict[str, QMenu] = {}
        for meaning in meanings(found.rules):
            menu = self.menu
            if meaning.group:
                if meaning.group not in groups:
                    groups[meaning.group] = self.menu.addMenu(meaning.group)
                menu = groups[meaning.group]
            action = menu.addAction(meaning.label)
            action.setEnabled(fits(text, meaning))
            action.triggered.connect(lambda _checked=False, one=meaning: self._mean(one))

    def _mean(self, meaning: Meaning) -> None:
        self.meant.emit(meaning)
