"""Open ground: patches of longer grass, a few tufts and pebbles, no more than keeps it from being empty."""

from __future__ import annotations

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPen

from exgui.gui.map.terrain.palette import Ground
from exgui.gui.map.terrain.region import Region, blob

_EDGE = ((22.0, 0.35), (9.0, 0.6))
"""Twice how far each band along the edge reaches, and how much of it is seen."""


def paint_plain(painter: QPainter, region: Region, ground: Ground) -> None:
    """Draws open ground."""
    random = region.random
    for shade, step, share in (("soft", 118.0, 0.62), ("soft_too", 96.0, 0.3)):
        patches = QPainterPath()
        patches.setFillRule(Qt.FillRule.WindingFill)
        for x, y in region.points(step, 0.5, 0.62):
            if random.random() < share:
                blob(patches, x, y, random.uniform(0.3, 0.62) * step, random.uniform(0.13, 0.27) * step, 0.24, random)
        painter.fillPath(patches, ground.color(shade, 0.7))
    for width, alpha in _EDGE:
        painter.strokePath(region.outline, QPen(ground.color("soft_too", alpha), width))
    blades, pebbles = QPainterPath(), QPainterPath()
    for x, y in region.points(40.0):
        chance = random.random()
        if chance < 0.26:
            tuft(blades, x, y, random.uniform(5.0, 8.0), random.uniform(-2.0, 2.0))
        elif chance < 0.36:
            blob(pebbles, x, y, random.uniform(1.2, 2.4), random.uniform(0.9, 1.6), 0.2, random)
    painter.fillPath(pebbles, ground.color("light"))
    painter.strokePath(blades, QPen(ground.color("glow", 0.75), 1.3, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))


def tuft(path: QPainterPath, x: float, y: float, tall: float, lean: float) -> None:
    """Adds three blades of grass to a path."""
    for spread, share in ((-3.6, 0.72), (0.0, 1.0), (3.6, 0.66)):
        path.moveTo(x, y)
        path.quadTo(QPointF(x + spread * 0.3, y - tall * share * 0.6), QPointF(x + spread + lean, y - tall * share))
