"""Lists laid over the window without stopping it: the palette of every command (Ctrl+K), and the list of keys (F1)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QFrame, QGridLayout, QLineEdit, QVBoxLayout, QWidget

from exgui.engine.record import Record
from exgui.gui.panel.widgets import Row, clear, label
from exgui.gui.settling import appear

MOST = 12
COLUMNS = 3
EDGE = 4
"""Pixels kept free around the list of keys."""
LINE_GAP = 3
"""Pixels between the lines of the list of keys, where there is room for them."""


@dataclass(frozen=True)
class Entry(Record):
    """A line of the palette: what it is called, its key, a note, and what it does."""

    label: str
    key: str
    note: str
    do: Callable[[], object]
    off: bool = False


def rank(entry: Entry, text: str) -> int | None:
    """How well an entry fits what is typed, 0 the best; None where it does not.

    Every word typed stands in the label or note, or its letters stand in the label in that order ("rlan" finds "Roll
    anything").
    """
    label, whole = entry.label.lower(), f"{entry.label} {entry.note}".lower()
    words = text.lower().split()
    if label.startswith(text.lower().strip()):
        return 0
    if all(word in label for word in words):
        return 1
    if all(word in whole for word in words):
        return 2
    return 3 if all(_in_order(word, label) for word in words) else None


def _in_order(letters: str, text: str) -> bool:
    at = 0
    for letter in letters:
        at = text.find(letter, at) + 1
        if not at:
            return False
    return True


class _Search(QLineEdit):
    def __init__(self, palette: Palette) -> None:
        super().__init__()
        self._owner = palette

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = event.key()
        if key == Qt.Key.Key_Escape:
            self._owner.close_palette()
        elif key in (Qt.Key.Key_Down, Qt.Key.Key_Up):
            self._owner.move_cursor(1 if key == Qt.Key.Key_Down else -1)
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._owner.take()
        else:
            super().keyPressEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        if event.reason() == Qt.FocusReason.MouseFocusReason:
            self._owner.close_palette()


class Palette(QFrame):
    """Every command, found by typing."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self.setProperty("role", "popover")
        self.setAccessibleName("Commands")
        self._entries: Sequence[Entry] = ()
        self._shown: list[Entry] = []
        self._rows: list[Row] = []
        self._cursor = 0
        self._back: QWidget | None = None
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 12, 12, 12)
        column.setSpacing(6)
        self.search = _Search(self)
        self.search.setPlaceholderText("Type what you want to do")
        self.search.setAccessibleName("Commands")
        self.search.textChanged.connect(self._fill)
        column.addWidget(self.search)
        self._list = QVBoxLayout()
        self._list.setSpacing(0)
        column.addLayout(self._list)
        self.hide()

    def open(self, entries: Sequence[Entry], back: QWidget | None) -> None:
        """Shows the palette; afterwards the keys go back to where they were."""
        self._entries, self._back = entries, back
        window = self.parentWidget()
        if window is None:
            return
        self.setFixedWidth(min(560, window.width() - 48))
        self.search.clear()
        self._fill("")
        self.move((window.width() - self.width()) // 2, 56)
        self.raise_()
        self.show()
        self.search.setFocus(Qt.FocusReason.PopupFocusReason)

    def close_palette(self) -> None:
        """Takes the palette away."""
        if self.isVisible():
            self.hide()
            if self._back is not None:
                self._back.setFocus(Qt.FocusReason.PopupFocusReason)

    def move_cursor(self, by: int) -> None:
        """Walks the lines."""
        if self._shown:
            self._cursor = (self._cursor + by) % len(self._shown)
            self._mark()

    def take(self) -> None:
        """Does what stands under the cursor."""
        if 0 <= self._cursor < len(self._shown):
            chosen = self._shown[self._cursor]
            self.close_palette()
            chosen.do()

    def _fill(self, text: str) -> None:
        clear(self._list)
        ranked = [(rank(entry, text), entry) for entry in self._entries]
        fitting = [(found, entry) for found, entry in ranked if found is not None]
        self._shown = [entry for _found, entry in sorted(fitting, key=lambda one: (one[1].off, one[0]))][:MOST]
        self._rows, self._cursor = [], 0
        for number, entry in enumerate(self._shown):
            row = Row(entry.label, note="  ".join(word for word in (entry.note, entry.key) if word))
            row.setFocusPolicy(Qt.FocusPolicy.NoFocus)
            row.off = entry.off
            row.clicked.connect(lambda _checked=False, number=number: self._clicked(number))
            self._list.addWidget(row)
            self._rows.append(row)
        if not self._shown:
            self._list.addWidget(label("Nothing is called that.", "muted"))
        self._mark()
        appear(self)  # or the list would be measured without the lines that are new in it
        self.adjustSize()

    def _mark(self) -> None:
        for number, row in enumerate(self._rows):
            row.put(note=row.note, off=row.off, chosen=number == self._cursor)

    def _clicked(self, number: int) -> None:
        self._cursor = number
        self.take()


class KeyList(QFrame):
    """The keys, in columns; any key or click takes it away."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self.setProperty("role", "popover")
        self.setAccessibleName("Keys")
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(20, 16, 20, 16)
        self._grid.setHorizontalSpacing(12)
        self.hide()

    def open(self, groups: Sequence[tuple[str, Sequence[tuple[str, str]]]]) -> None:
        """Shows the keys: by heading, pairs of key and what it does."""
        clear(self._grid)
        lines = [line for heading, keys in groups for line in ((heading, ""), *keys)]
        height = -(-len(lines) // COLUMNS)
        row, column, longest = 0, 0, 0
        for index, (key, what) in enumerate(lines):
            heading = not what
            if row >= height or (heading and row >= height - 1 and index):
                row, column = 0, column + 3
            if heading:
                self._grid.addWidget(label(key, "heading"), row, column, 1, 2)
            else:
                self._grid.addWidget(label(key, "keycap"), row, column, Qt.AlignmentFlag.AlignRight)
                self._grid.addWidget(label(what, "muted", "text"), row, column + 1)
            row += 1
            longest = max(longest, row)
        window = self.parentWidget()
        narrow = window is not None and window.width() < 1100
        self._grid.setHorizontalSpacing(6 if narrow else 12)
        self._grid.setContentsMargins(*((10, 8, 10, 8) if narrow else (20, 16, 20, 16)))
        for gap in range(2, column, 3):
            self._grid.setColumnMinimumWidth(gap, 8 if narrow else 24)
        self._grid.setVerticalSpacing(LINE_GAP)
        self.adjustSize()
        if window is not None:
            self._close_up(window.height() - 2 * EDGE, longest)
            self.move((window.width() - self.width()) // 2, max(EDGE, (window.height() - self.height()) // 2))
        self.raise_()
        self.show()

    def _close_up(self, room: int, lines: int) -> None:
        """In a low window the lines move together, so that the last of them is seen too."""
        if self.height() <= room or not lines:
            return
        margins = self._grid.contentsMargins()
        self._grid.setContentsMargins(margins.left(), EDGE, margins.right(), EDGE)
        self._grid.setVerticalSpacing(0)
        each = (room - 2 * EDGE - 2) // lines
        for index in range(self._grid.count()):
            item = self._grid.itemAt(index)
            widget = item.widget() if item is not None else None
            if widget is not None:
                widget.setFixedHeight(each)
        self.adjustSize()

    def mousePressEvent(self, event: object) -> None:
        self.hide()
