"""A small bubble at the pointer that says why something is refused, and goes by itself."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRectF, Qt, QTimer
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from exgui.gui import fonts
from exgui.gui.appearance import theme_of
from exgui.gui.icons import pixmap as icon_pixmap
from exgui.gui.safe_events import safe_events

STAYS = 4500
"""Milliseconds."""

_WIDEST = 340
_PAD = 11
_ICON = 18


@safe_events
class Bubble(QWidget):
    """Floats over its parent; the mouse goes through it."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._over = parent
        self.text = ""
        self.hint = ""
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self.hide)
        self.hide()

    def say(self, text: str, at: QPoint, hint: str = "") -> None:
        """Shows a text beside a point of the parent, inside of it."""
        self.text, self.hint = text, hint
        self.setAccessibleName(text)
        box = self._over.rect()
        room = min(_WIDEST, box.width() - 24)
        wide = room - 2 * _PAD - _ICON - 8
        upper = QFontMetrics(fonts.font("body")).boundingRect(0, 0, wide, 2000, Qt.TextFlag.TextWordWrap, text)
        lower = QFontMetrics(fonts.font("small")).boundingRect(0, 0, wide, 2000, Qt.TextFlag.TextWordWrap, hint)
        width = max(upper.width(), lower.width() if hint else 0) + 2 * _PAD + _ICON + 8 + 2
        height = upper.height() + (lower.height() + 3 if hint else 0) + 2 * _PAD - 4
        self.resize(width, height)
        x = min(max(at.x() + 26, 8), box.width() - width - 8)
        y = at.y() - height - 22
        if y < 8:
            y = min(at.y() + 26, box.height() - height - 8)
        self.move(x, y)
        self.show()
        self.raise_()
        self.update()
        self._timer.start(STAYS)

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = theme_of(self)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(theme.color("red"), 1.4))
        painter.setBrush(theme.color("raised"))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 9, 9)
        ratio = self.devicePixelRatioF()
        painter.drawPixmap(_PAD, _PAD - 1, icon_pixmap(theme, "mdi6.cancel", "red", _ICON, ratio))
        left = _PAD + _ICON + 8
        body = self.rect().adjusted(left, _PAD - 2, -_PAD + 2, -_PAD + 2)
        painter.setFont(fonts.font("body"))
        painter.setPen(theme.color("text"))
        painter.drawText(body, Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignTop, self.text)
        if self.hint:
            painter.setFont(fonts.font("small"))
            painter.setPen(theme.color("muted"))
            painter.drawText(body, Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignBottom, self.hint)
        painter.end()
