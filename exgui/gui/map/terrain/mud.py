"""Mud: puddles with a wet rim, ruts, and clods."""

from __future__ import annotations

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPen

from exgui.gui.map.terrain.palette import Ground
from exgui.gui.map.terrain.region import Region, blob


def paint_mud(painter: QPainter, region: Region, ground: Ground) -> None:
    """Draws mud."""
    random = region.random
    painter.strokePath(region.outline, QPen(ground.color("soft", 0.6), 44))
    painter.strokePath(region.outline, QPen(ground.color("soft_too", 0.7), 16))
    ruts, clods = QPainterPath(), QPainterPath()
    for x, y in region.points(64.0, 0.4, 0.5):
        if random.random() < 0.6:
            _rut(ruts, x, y, random.uniform(16.0, 34.0), random.uniform(-4.0, 4.0))
    for x, y in region.points(30.0):
        if random.random() < 0.4:
            blob(clods, x, y, random.uniform(1.4, 3.2), random.uniform(1.0, 2.0), 0.25, random)
    painter.strokePath(ruts, QPen(ground.color("deep", 0.85), 2.4, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
    ruts.translate(0, 1.8)
    painter.strokePath(ruts, QPen(ground.color("light", 0.6), 0.9, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
    painter.fillPath(clods, ground.color("light", 0.75))
    for x, y in region.points(88.0, 0.4, 0.72):
        if random.random() < 0.75 and region.depth(x, y) > 18:
            _puddle(painter, region, ground, x, y)


def _rut(path: QPainterPath, x: float, y: float, half: float, bend: float) -> None:
    path.moveTo(x - half, y)
    path.cubicTo(QPointF(x - half / 3, y + bend), QPointF(x + half / 3, y - bend), QPointF(x + half, y + bend / 2))


def _puddle(painter: QPainter, region: Region, ground: Ground, x: float, y: float) -> None:
    random = region.random
    across, down = random.uniform(15.0, 28.0), random.uniform(7.0, 12.0)
    rim, hollow, shine = QPainterPath(), QPainterPath(), QPainterPath()
    state = random.getstate()
    blob(rim, x, y, across + 3.5, down + 2.6, 0.16, random)
    random.setstate(state)
    blob(hollow, x, y + 0.6, across, down, 0.16, random)
    shine.moveTo(x - across * 0.5, y - down * 0.1)
    shine.quadTo(QPointF(x - across * 0.2, y - down * 0.62), QPointF(x + across * 0.3, y - down * 0.5))
    painter.fillPath(rim, ground.color("soft_too"))
    painter.fillPath(hollow, ground.color("deep"))
    painter.strokePath(shine, QPen(ground.color("glow", 0.75), 1.5, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
