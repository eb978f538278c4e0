"""The line in which one types whom to add: sheets and ready-made opponents are found while one types."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from exgui.campaign.encounter_edits.adding import Addable, find
from exgui.gui.safe_events import safe_events
from exgui.gui.widgets.basics import EnterLine, clear, label
from exgui.gui.widgets.form_fields import LONGEST
from exgui.gui.widgets.row import Row


@safe_events
class _Line(EnterLine):
    """Up and Down walk what was found."""

    walked = Signal(int)
    focused = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1}.get(Qt.Key(event.key()), 0)
        if step:
            self.walked.emit(step)
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.focused.emit()


class AddLine(QWidget):
    """A line with what it found below it.

    Signals:
        wanted(Addable, int): these are to be added, so many.
        left(): Escape: the keys go back to the map.

    Args:
        known: gives everybody who can be added, the campaign's sheets first.
    """

    wanted = Signal(object, int)
    left = Signal()

    def __init__(self, known: Callable[[], Sequence[Addable]]) -> None:
        super().__init__()
        self._known = known
        self._all: Sequence[Addable] = ()
        self.found: tuple[Addable, ...] = ()
        self.count = 1
        self.rows: list[Row] = []
        self._cursor = 0
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(1)
        self.line = _Line()
        self.line.setMaxLength(LONGEST)
        self.line.setPlaceholderText("Add anyone: type a name …")
        self.line.setAccessibleName("Add anyone")
        self.line.setToolTip("A sheet or a ready-made opponent; “bandit 5” adds five (A)")
        self.line.textChanged.connect(lambda _text: self._search())
        self.line.entered.connect(lambda _text: self.take(self._cursor))
        self.line.walked.connect(self._walk)
        self.line.left.connect(self._leave)
        self.line.focused.connect(self._read)
        column.addWidget(self.line)
        self._list = QVBoxLayout()
        self._list.setSpacing(0)
        column.addLayout(self._list)
        self.setFocusProxy(self.line)

    def take(self, index: int) -> None:
        """Asks for one of those that were found; what is written stays until they are added."""
        if 0 <= index < len(self.found):
            self.wanted.emit(self.found[index], self.count)

    def _read(self) -> None:
        self._all = self._known()

    def _search(self) -> None:
        text = self.line.text()
        if text and not self._all:
            self._read()
        self.found, self.count = find(self._all, text)
        self._cursor = 0
        clear(self._list)
        self.rows = []
        for index, one in enumerate(self.found):
            name = f"{one.name} \N{MULTIPLICATION SIGN} {self.count}" if self.count > 1 else one.name
            shown = Row(name, note=one.note)
            shown.setFocusPolicy(Qt.FocusPolicy.NoFocus)
            shown.clicked.connect(lambda _on=False, index=index: self.take(index))
            shown.put(note=one.note, chosen=index == 0)
            self._list.addWidget(shown)
            shown.show()
            self.rows.append(shown)
        if text.strip() and not self.found:
            nobody = label("Nobody of that name. Paste or make a sheet first, or try another word.", "small", wrap=True)
            nobody.setContentsMargins(6, 4, 6, 4)
            self._list.addWidget(nobody)
            nobody.show()

    def _walk(self, by: int) -> None:
        if self.rows:
            self._cursor = (self._cursor + by) % len(self.rows)
            for index, shown in enumerate(self.rows):
                shown.put(note=shown.note, chosen=index == self._cursor)

    def _leave(self) -> None:
        if self.line.text():
            self.line.clear()
        else:
            self.left.emit()
