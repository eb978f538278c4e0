"""The line for adding combatants: finds sheets and ready-made opponents while the user types."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent

from exgui.campaign.encounter_edits.adding import Addable, find
from exgui.gui.safe_events import safe_events
from exgui.gui.widgets.finder import FindLine, Pick


@safe_events
class AddLine(FindLine):
    """Whom to add, and how many. The text stays until they are added.

    Signals:
        wanted(Addable, int): these are to be added, this many.

    Args:
        known: gives everyone who can be added, the campaign's sheets first; read when the line gets the keys.
    """

    wanted = Signal(object, int)

    def __init__(self, known: Callable[[], Sequence[Addable]]) -> None:
        self._known = known
        self._all: Sequence[Addable] = ()
        super().__init__("Add anyone", self._search, message="No one has that name", floats=True)
        self.setPlaceholderText("Add by name")
        self.setToolTip("A sheet or a ready-made opponent; “bandit 5” adds five, Down lists them all (A)")
        self.picked.connect(lambda wanted: self.wanted.emit(*wanted))

    def _search(self, text: str) -> Sequence[Pick]:
        if text and not self._all:
            self._all = self._known()
        found, count = find(self._all, text)
        times = f" \N{MULTIPLICATION SIGN} {count}" if count > 1 else ""
        return [Pick((one, count), f"{one.name}{times}", one.note) for one in found]

    def everything(self) -> Sequence[Pick]:
        return super().everything() or [Pick((one, 1), one.name, one.note) for one in self._all]

    def focusInEvent(self, event: QFocusEvent) -> None:
        self._all = self._known()
        super().focusInEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and self.text():
            self.clear()
        else:
            super().keyPressEvent(event)
