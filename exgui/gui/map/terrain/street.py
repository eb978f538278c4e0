"""A street: cobbles laid in rows, some worn lighter than others."""

from __future__ import annotations

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter, QPainterPath, QPen

from exgui.gui.map.terrain.palette import Ground
from exgui.gui.map.terrain.region import Region

_HIGH = 13.0
_MOST_ROWS = 60


def paint_street(painter: QPainter, region: Region, ground: Ground) -> None:
    """Draws a street."""
    random, box = region.random, region.box
    painter.fillPath(region.outline, ground.color("deep"))
    scale = max(1.0, box.height() / (_HIGH * _MOST_ROWS), box.width() / (_HIGH * 2 * _MOST_ROWS))
    high = _HIGH * scale
    # Each stone is a path of its own: what one path of many takes grows with their square.
    plain: list[QPainterPath] = []
    dark: list[QPainterPath] = []
    worn: list[QPainterPath] = []
    y = box.top() - random.uniform(0, high)
    while y < box.bottom():
        x = box.left() - random.uniform(0, high * 2)
        while x < box.right():
            wide = high * random.uniform(1.15, 2.0)
            chance = random.random()
            stone = QRectF(x + 0.9, y + 0.9 + random.uniform(-0.6, 0.6), wide - 1.8, high - 1.8)
            path = QPainterPath()
            path.addRoundedRect(stone, 4.0 * scale, 4.2 * scale)
            (worn if chance < 0.16 else dark if chance < 0.52 else plain).append(path)
            x += wide
        y += high
    for stones, shade in ((plain, "fill"), (dark, "soft"), (worn, "soft_too")):
        for stone_path in stones:
            painter.fillPath(stone_path, ground.color(shade))
    for stone_path in worn:
        painter.strokePath(stone_path, QPen(ground.color("light", 0.7), 0.8))
    painter.strokePath(region.outline, QPen(ground.color("deep", 0.55), 22))
    painter.strokePath(region.outline, QPen(ground.color("light"), 9))
    painter.strokePath(region.outline, QPen(ground.color("deep"), 4))
