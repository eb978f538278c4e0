"""The id of a rule in the window: a click on it opens the rules index at that rule."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QLabel, QWidget

from exgui.gui.safe_events import safe_events


@safe_events
class RuleLink(QLabel):
    """The id of a rule, small and underlined.

    Signals:
        wanted(str): it was clicked; the id.
    """

    wanted = Signal(str)

    def __init__(self, id: str, parent: QWidget | None = None) -> None:
        super().__init__(id, parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setProperty("role", "link")
        self.setIndent(0)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setToolTip("What the rule says")
        self.setAccessibleName(f"Rule {id}")

    def mousePressEvent(self, event: QMouseEvent) -> None:
        event.accept()  # or what it lies upon would take the press

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton and self.rect().contains(event.position().toPoint()):
            self.wanted.emit(self.text())
