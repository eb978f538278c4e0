"""A line of a sheet that can be marked, and tells when somebody is at it."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QEnterEvent, QFocusEvent, QPainter, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from exgui.gui.appearance import theme_of
from exgui.gui.safe_events import safe_events


@safe_events
class LitRow(QWidget):
    """A line that is as wide as there is room and takes the keys.

    Signals:
        hovered(bool): the pointer or the keys are on it, or leave it.
        left_for(int): the arrow keys go to the line above (-1) or below (1).
    """

    hovered = Signal(bool)
    left_for = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._lit = False
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def light(self, on: bool) -> None:
        """Marks it as one that belongs to what is looked at elsewhere: a number that comes from it, or a field from
        which it comes."""
        if on != self._lit:
            self._lit = on
            self.update()

    @property
    def lit(self) -> bool:
        """It is marked."""
        return self._lit

    def paint_ground(self, painter: QPainter, box: QRectF, color: str) -> bool:
        """Paints what lies below everything else: a ground in a colour of the theme ("" for none), and a line round
        it while it has the keys. Tells whether there was anything to paint."""
        theme = theme_of(self)
        if not color and not self.hasFocus():
            return False
        painter.setPen(QPen(theme.color("gold"), 1) if self.hasFocus() else Qt.PenStyle.NoPen)
        painter.setBrush(theme.color(color) if color else Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(box, 6, 6)
        return True

    def _looked_at(self, on: bool) -> None:
        self.hovered.emit(on)
        self.update()

    def enterEvent(self, event: QEnterEvent) -> None:
        super().enterEvent(event)
        self._looked_at(True)

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self._looked_at(False)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self._looked_at(True)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self._looked_at(False)

    def minimumSizeHint(self) -> QSize:
        return QSize(120, self.sizeHint().height())
