"""Burning ground: charred earth with glowing cracks, and flames that stand along its edge."""

from __future__ import annotations

from math import cos, pi, sin

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPen

from exgui.gui.map.terrain.palette import Ground
from exgui.gui.map.terrain.region import Region


def paint_fire(painter: QPainter, region: Region, ground: Ground) -> None:
    """Draws burning ground."""
    random = region.random
    for width, alpha in ((84.0, 0.16), (54.0, 0.24), (26.0, 0.4)):
        painter.strokePath(region.outline, QPen(ground.color("soft", alpha), width))
    cracks, sparks = QPainterPath(), QPainterPath()
    for x, y in region.points(50.0):
        if random.random() < 0.6:
            _crack(cracks, region, x, y)
    for x, y in region.points(26.0):
        if random.random() < 0.4:
            size = random.uniform(0.7, 1.6)
            sparks.addEllipse(QPointF(x, y), size, size)
    painter.strokePath(cracks, QPen(ground.color("soft_too", 0.4), 4.0, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
    painter.strokePath(cracks, QPen(ground.color("light", 0.8), 1.1, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
    painter.fillPath(sparks, ground.color("glow", 0.8))
    for x, y in region.points(25.0, 0.4):
        deep = region.depth(x, y)
        chance = 0.85 if deep < 16 else 0.3 if deep < 36 else 0.03
        if random.random() < chance:
            tall = random.uniform(17.0, 30.0) if deep < 36 else random.uniform(10.0, 17.0)
            _flame(painter, region, ground, x, y + 6, tall)


def _crack(path: QPainterPath, region: Region, x: float, y: float) -> None:
    random = region.random
    path.moveTo(x, y)
    angle = random.uniform(0, 2 * pi)
    for _ in range(4):
        angle += random.uniform(-0.9, 0.9)
        long = random.uniform(6.0, 12.0)
        x, y = x + cos(angle) * long, y + sin(angle) * long * 0.7
        path.lineTo(x, y)


def _flame(painter: QPainter, region: Region, ground: Ground, x: float, y: float, tall: float) -> None:
    """Three tongues, one within the other, all leaning the same way."""
    lean = region.random.uniform(-0.22, 0.22) * tall
    for share, name, alpha in ((1.0, "soft_too", 0.85), (0.68, "light", 0.9), (0.36, "glow", 1.0)):
        tongue = QPainterPath()
        high, half = tall * share, tall * 0.3 * share
        tongue.moveTo(x, y)
        tongue.cubicTo(
            QPointF(x - half * 1.5, y - high * 0.12),
            QPointF(x - half * 0.9 + lean * 0.1, y - high * 0.5),
            QPointF(x + lean * share, y - high),
        )
        tongue.cubicTo(
            QPointF(x + half * 0.5 + lean * 0.3, y - high * 0.62),
            QPointF(x + half * 1.7, y - high * 0.3),
            QPointF(x, y),
        )
        painter.fillPath(tongue, ground.color(name, alpha))
