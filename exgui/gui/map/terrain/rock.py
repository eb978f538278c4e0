"""Rock: boulders along the edge, each with a face in the light and one in the shade, and cracks between."""

from __future__ import annotations

from math import cos, pi, sin

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPen

from exgui.gui.map.terrain.palette import Ground
from exgui.gui.map.terrain.region import Region, polygon


def paint_rock(painter: QPainter, region: Region, ground: Ground) -> None:
    """Draws rock."""
    random = region.random
    painter.strokePath(region.outline, QPen(ground.color("soft", 0.5), 52))
    cracks = QPainterPath()
    for x, y in region.points(58.0):
        if random.random() < 0.5:
            _crack(cracks, region, x, y)
    painter.strokePath(cracks, QPen(ground.color("deep"), 1.3, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
    for x, y in region.points(27.0, 0.42):
        deep = region.depth(x, y)
        chance = 0.8 if deep < 20 else 0.34 if deep < 42 else 0.07
        if random.random() < chance:
            size = random.uniform(8.0, 15.0) if deep < 42 else random.uniform(4.0, 9.0)
            _boulder(painter, region, ground, x, y, size)


def _crack(path: QPainterPath, region: Region, x: float, y: float) -> None:
    random = region.random
    path.moveTo(x, y)
    angle = random.uniform(0, 2 * pi)
    for _ in range(3):
        angle += random.uniform(-0.8, 0.8)
        long = random.uniform(7.0, 15.0)
        x, y = x + cos(angle) * long, y + sin(angle) * long * 0.7
        path.lineTo(x, y)


def _boulder(painter: QPainter, region: Region, ground: Ground, x: float, y: float, size: float) -> None:
    random = region.random
    count = random.randint(6, 8)
    turn = random.uniform(0, pi)
    rim = []
    for n in range(count):
        far = size * random.uniform(0.82, 1.08)
        angle = turn + 2 * pi * n / count
        rim.append(QPointF(x + far * cos(angle), y + far * 0.82 * sin(angle)))
    peak = QPointF(x - size * 0.12, y - size * 0.2)
    shadow, body, shade, lit = QPainterPath(), QPainterPath(), QPainterPath(), QPainterPath()
    polygon(shadow, [point + QPointF(2.2, 3.0) for point in rim])
    polygon(body, rim)
    for n, point in enumerate(rim):
        following = rim[(n + 1) % count]
        middle = (point + following) / 2 - QPointF(x, y)
        toward = -(middle.x() * 0.6 + middle.y()) / size  # the light comes from above, a little from the left
        if toward > 0.35:
            polygon(lit, [peak, point, following])
        elif toward < -0.35:
            polygon(shade, [peak, point, following])
    painter.fillPath(shadow, ground.color("deep", 0.8))
    painter.fillPath(body, ground.color("soft"))
    painter.fillPath(shade, ground.color("deep", 0.4))
    painter.fillPath(lit, ground.color("light", 0.75))
    painter.strokePath(body, QPen(ground.color("edge", 0.6), 0.9))
