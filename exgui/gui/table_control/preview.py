"""What the players see, in the place of the storyteller's own map, for a look."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QRect, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from exgui.gui.look import fonts
from exgui.gui.look.appearance import current_theme
from exgui.gui.safe_events import safe_events
from exgui.gui.table.screen import Contents, Portraits, TableScreen

HEADING = 30
"""Pixels of the line above it."""
TEXT = "This is what the players see. F8 shows your own map again."


@safe_events
class Preview(QWidget):
    """The players' screen, as large as there is room for in its own shape, laid over a map.

    Attributes:
        shown: what the players see.
    """

    def __init__(self, over: QWidget, portraits: Portraits, content: Contents) -> None:
        super().__init__(over)
        self.shown = TableScreen(portraits, content, least_unit=0.0, parent=self)
        self._over = over
        self._size = (1920, 1080)
        self.setAccessibleName("What the players see")
        self.setCursor(Qt.CursorShape.ArrowCursor)
        self.hide()
        over.installEventFilter(self)

    def open(self, size: tuple[int, int]) -> None:
        """Show it; `size` is that of the players' screen."""
        self._size = (max(size[0], 1), max(size[1], 1))
        self._fit()
        self.show()
        self.raise_()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize and watched is self._over and self.isVisible():
            self._fit()
        return False

    def _fit(self) -> None:
        over = self._over
        self.setGeometry(over.rect())
        room = over.rect().adjusted(8, HEADING, -8, -8)
        share = min(room.width() / self._size[0], room.height() / self._size[1])
        box = QRect(0, 0, max(int(self._size[0] * share), 1), max(int(self._size[1] * share), 1))
        box.moveCenter(room.center())
        self.shown.setGeometry(box)

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = current_theme()
        painter = QPainter(self)
        painter.fillRect(self.rect(), theme.color("background"))
        painter.setFont(fonts.font("muted"))
        painter.setPen(theme.color("violet"))
        painter.drawText(QRect(0, 0, self.width(), HEADING), Qt.AlignmentFlag.AlignCenter, TEXT)
        painter.setPen(QPen(theme.color("violet"), 2))
        painter.drawRect(self.shown.geometry().adjusted(-2, -2, 1, 1))
        painter.end()
