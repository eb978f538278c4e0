"""The command palette (Ctrl+K), laid over the window: every command, found by typing."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QLineEdit, QVBoxLayout, QWidget

from exgui.gui.palette.ranking import PaletteLine, found
from exgui.gui.safe_events import safe_events
from exgui.gui.widgets.basics import clear, label, show_new
from exgui.gui.widgets.overlay import Overlay
from exgui.gui.widgets.row import Row

MOST = 12
"""Lines shown at once."""


@safe_events
class _Search(QLineEdit):
    def __init__(self, palette: Palette) -> None:
        super().__init__()
        self._owner = palette

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = event.key()
        if key == Qt.Key.Key_Escape:
            self._owner.close_overlay()
        elif key in (Qt.Key.Key_Down, Qt.Key.Key_Up):
            self._owner.move_cursor(1 if key == Qt.Key.Key_Down else -1)
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._owner.take()
        else:
            super().keyPressEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        if event.reason() == Qt.FocusReason.MouseFocusReason:
            self._owner.close_overlay()


class Palette(Overlay):
    """Every command, found by typing."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window, "Commands")
        self._lines: Sequence[PaletteLine] = ()
        self._shown: list[PaletteLine] = []
        self._rows: list[Row] = []
        self._cursor = 0
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

    def open(self, lines: Sequence[PaletteLine]) -> None:
        """Shows the palette with these; afterwards the keys go back to where they were."""
        self._lines = lines
        self.remember_keys()
        window = self.parentWidget()
        if window is None:
            return
        self.setFixedWidth(min(560, window.width() - 48))
        self.search.clear()
        self._fill("")
        self.stand()
        self.search.setFocus(Qt.FocusReason.PopupFocusReason)

    def move_cursor(self, by: int) -> None:
        """Walks the lines."""
        if self._shown:
            self._cursor = (self._cursor + by) % len(self._shown)
            self._mark()

    def take(self) -> None:
        """Does what stands under the cursor."""
        if 0 <= self._cursor < len(self._shown):
            chosen = self._shown[self._cursor]
            self.close_overlay()
            chosen.do()

    def _fill(self, text: str) -> None:
        clear(self._list)
        self._shown = found(self._lines, text)[:MOST]
        self._rows, self._cursor = [], 0
        for number, line in enumerate(self._shown):
            row = Row(line.title, note="  ".join(word for word in (line.note, line.key) if word))
            row.setFocusPolicy(Qt.FocusPolicy.NoFocus)
            row.off = bool(line.reason)
            row.clicked.connect(lambda _checked=False, number=number: self._clicked(number))
            self._list.addWidget(row)
            self._rows.append(row)
        if not self._shown:
            self._list.addWidget(label("Nothing is called that.", "muted"))
        self._mark()
        show_new(self)  # or the list would be measured without the lines that are new in it
        self.adjustSize()

    def _mark(self) -> None:
        for number, row in enumerate(self._rows):
            row.put(note=row.note, off=row.off, chosen=number == self._cursor)

    def _clicked(self, number: int) -> None:
        self._cursor = number
        self.take()
