"""Pictures that were drawn for the pixels of the screen: copied, never scaled."""

from __future__ import annotations

from PySide6.QtCore import QPointF
from PySide6.QtGui import QPainter, QPixmap


def draw_unscaled(painter: QPainter, at: QPointF, picture: QPixmap, *, centred: bool = False) -> None:
    """Draw a picture pixel for pixel, as near to a point as whole pixels allow.

    Args:
        at: its upper left corner, where the painter is now.
        centred: the point is the middle of its upper edge.
    """
    device = painter.device()
    ratio = device.devicePixelRatioF() if device is not None else 1.0
    place = painter.worldTransform().map(at) * ratio
    left = place.x() - (picture.width() / 2 if centred else 0.0)
    picture.setDevicePixelRatio(ratio)
    painter.save()
    painter.resetTransform()
    painter.drawPixmap(QPointF(round(left) / ratio, round(place.y()) / ratio), picture)
    painter.restore()
