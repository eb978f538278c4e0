"""A wood seen from above: crowns close together along its edge, a clearing with undergrowth in the middle."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QPainter, QPainterPath, QPen, QTransform

from exgui.gui.map.terrain.palette import Ground
from exgui.gui.map.terrain.plain import tuft
from exgui.gui.map.terrain.region import Region, unit_blob

_CROWNS = 9
"""How many shapes of crowns there are in one wood."""


def paint_forest(painter: QPainter, region: Region, ground: Ground) -> None:
    """Draws a wood."""
    random = region.random
    painter.strokePath(region.rim, QPen(ground.color("deep", 0.3), 84))
    painter.strokePath(region.rim, QPen(ground.color("deep", 0.4), 62))
    pen = QPen(ground.color("light", 0.5), 1.2, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap)
    for x, y in region.points(24.0):
        if random.random() < 0.3:
            leaves = QPainterPath()
            tuft(leaves, x, y, random.uniform(4.0, 7.0), random.uniform(-2.0, 2.0))
            painter.strokePath(leaves, pen)
    crowns = [unit_blob(0.12, random) for _ in range(_CROWNS)]
    for x, y in region.points(19.0, 0.36):
        deep = region.depth(x, y)
        chance = 1.0 if deep < 19 else 0.5 if deep < 34 else 0.035
        if random.random() < chance:
            size = random.uniform(10.5, 15.5) * (1.0 if deep < 34 else 0.8)
            _crown(painter, ground, random.choice(crowns), random.choice(crowns), x, y, size)


def _crown(
    painter: QPainter, ground: Ground, crown: QPainterPath, top: QPainterPath, x: float, y: float, size: float
) -> None:
    """One tree: its shadow to the lower right, and light on the upper left."""
    for path, dx, dy, share, name, alpha in (
        (crown, 2.4, 3.4, 1.0, "deep", 0.75),
        (crown, 0.0, 0.0, 1.0, "soft", 1.0),
        (top, -size * 0.2, -size * 0.24, 0.64, "soft_too", 1.0),
        (crown, -size * 0.32, -size * 0.36, 0.27, "light", 0.8),
    ):
        at = QTransform(size * share, 0, 0, size * share * 0.96, x + dx, y + dy)
        painter.fillPath(at.map(path), ground.color(name, alpha))
