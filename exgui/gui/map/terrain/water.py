"""Water: shallows that follow the shore, deeper toward the middle, and ripples."""

from __future__ import annotations

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPen

from exgui.gui.map.terrain.palette import Ground
from exgui.gui.map.terrain.region import Region

_SHALLOWS = ((62.0, "soft", 0.35), (40.0, "soft", 0.6), (22.0, "soft_too", 0.7), (8.0, "light", 0.55))
"""Twice how far each band reaches from the shore, and its colour."""


def paint_water(painter: QPainter, region: Region, ground: Ground) -> None:
    """Draws water."""
    random = region.random
    for width, name, alpha in _SHALLOWS:
        painter.strokePath(region.outline, QPen(ground.color(name, alpha), width))
    quiet, bright = QPainterPath(), QPainterPath()
    for x, y in region.points(54.0, 0.3, 0.46):
        if random.random() < 0.55 and region.depth(x, y) > 15:
            _ripple(bright if random.random() < 0.3 else quiet, x, y, random.uniform(7.0, 13.0))
    pen = QPen(ground.color("light", 0.75), 1.4, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap)
    painter.strokePath(quiet, pen)
    pen.setColor(ground.color("glow", 0.6))
    painter.strokePath(bright, pen)


def _ripple(path: QPainterPath, x: float, y: float, half: float) -> None:
    """Two small waves, one after the other."""
    path.moveTo(x - half, y)
    path.quadTo(QPointF(x - half / 2, y - half * 0.42), QPointF(x, y))
    path.quadTo(QPointF(x + half / 2, y - half * 0.42), QPointF(x + half, y))
