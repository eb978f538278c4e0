"""The inside of a building: boards, and the walls round them."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPen

from exgui.gui.map.terrain.palette import Ground
from exgui.gui.map.terrain.region import Region

_BOARD = 17.0
_MOST_BOARDS = 60


def paint_building(painter: QPainter, region: Region, ground: Ground) -> None:
    """Draws a floor of boards within walls."""
    random, box = region.random, region.box
    board = max(_BOARD, box.height() / _MOST_BOARDS)
    longest = max(170.0, box.width() / 12)
    lines, grain, nails = QPainterPath(), QPainterPath(), QPainterPath()
    shades = {name: QPainterPath() for name in ("fill", "soft", "soft_too")}
    y = box.top()
    while y < box.bottom():
        x = box.left() - random.uniform(0, longest)
        while x < box.right():
            wide = random.uniform(0.5, 1.0) * longest
            shades[random.choice(tuple(shades))].addRect(QRectF(x, y, wide, board))
            lines.moveTo(x, y)
            lines.lineTo(x, y + board)
            for dy in (0.25, 0.75):
                nails.addEllipse(QPointF(x + 4, y + board * dy), 0.9, 0.9)
            if random.random() < 0.6:
                start, level = x + random.uniform(0.1, 0.4) * wide, y + random.uniform(0.3, 0.7) * board
                grain.moveTo(start, level)
                end = QPointF(start + random.uniform(18.0, 50.0), level + random.uniform(-1.5, 1.5))
                grain.quadTo(QPointF((start + end.x()) / 2, level - random.uniform(0.0, 3.0)), end)
            x += wide
        lines.moveTo(box.left(), y)
        lines.lineTo(box.right(), y)
        y += board
    for name, path in shades.items():
        painter.fillPath(path, ground.color(name))
    painter.strokePath(grain, QPen(ground.color("deep", 0.55), 0.9, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
    painter.strokePath(lines, QPen(ground.color("deep", 0.75), 1.1))
    painter.fillPath(nails, ground.color("deep"))
    painter.strokePath(region.outline, QPen(ground.color("deep", 0.5), 30))
    painter.strokePath(region.outline, QPen(ground.color("deep"), 17))
    painter.strokePath(region.outline, QPen(ground.color("glow"), 13))
    painter.strokePath(region.outline, QPen(ground.color("light", 0.8), 4))
