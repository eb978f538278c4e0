"""The ring round what has the keys, where it is painted by hand."""

from __future__ import annotations

from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QPainter, QPen

from exgui.gui.look.theme import Theme

WIDTH = 2.0
"""Pixels."""


def paint_focus(
    painter: QPainter, theme: Theme, box: QRect | QRectF, radius: float = 6.0, *, on_gold: bool = False
) -> None:
    """Paint the ring just inside a box.

    Args:
        on_gold: the box is filled with gold.
    """
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(theme.color("on_gold" if on_gold else "gold"), WIDTH))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    inset = WIDTH / 2 + (2 if on_gold else 0)
    painter.drawRoundedRect(QRectF(box).adjusted(inset, inset, -inset, -inset), radius, radius)
    painter.restore()
