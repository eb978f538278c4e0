"""The number in the name of somebody whose face is that of others too: Bandit 1 is not Bandit 2."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter, QPen

from exgui.gui import theme
from exgui.gui.table.design import LEAST, metrics, text_font
from exgui.gui.tokens import Look


def paint_number(painter: QPainter, look: Look, at: QPointF, radius: float) -> None:
    """The number at the lower right of a token with a portrait; without one its letters have the number.

    Args:
        at: the token's middle.
    """
    number = look.name.rpartition(" ")[2]
    if not look.portrait or not number.isdigit() or len(number) > 2:
        return
    font, middle = text_font(LEAST, True), QPointF(at.x() + radius * 0.72, at.y() + radius * 0.72)
    half = 8.0 + 4.0 * (len(number) - 1)
    box = QRectF(middle.x() - half, middle.y() - 8.0, 2 * half, 16.0)
    quiet = look.acted or look.down
    painter.setPen(QPen(theme.color("panel"), 1.4))
    painter.setBrush(theme.color("muted" if quiet else look.tone))
    painter.drawRoundedRect(box, 8, 8)
    painter.setFont(font)
    painter.setPen(theme.color("background" if quiet else "on_tone"))
    wide = metrics(font).horizontalAdvance(number)
    painter.drawText(QPointF(middle.x() - wide / 2, middle.y() + metrics(font).capHeight() / 2), number)
