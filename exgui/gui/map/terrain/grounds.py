"""Draws a terrain into an outline: its ground, and its texture as paths, by rule and by a seed, never by chance."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import cos, pi, sin, sqrt
from random import Random
from zlib import crc32

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPen, QTransform

from exgui.gui.map.terrain.palette import Ground, Palette

_EDGE_STEP = 16.0
_MOST_EDGE_POINTS = 160
_MOST_POINTS = 1_500
_RIM_POINTS = 36


class Region:
    """Where a texture is drawn.

    Attributes:
        outline, box: the outline, and the rectangle round it.
        rim: about the same as the outline, of a few straight sides: a broad line along it takes a quarter of the time.
        random: the texture's own sequence of numbers, the same for the same zone.
    """

    def __init__(self, outline: QPainterPath, random: Random) -> None:
        self.outline = outline
        self.box = outline.boundingRect()
        self.random = random
        sides = outline.toFillPolygon()
        corners = [(point.x(), point.y()) for point in map(sides.at, range(sides.size()))]
        count = min(_MOST_EDGE_POINTS, max(8, int(2 * (self.box.width() + self.box.height()) / _EDGE_STEP)))
        every = max(1, len(corners) // count)
        self._edge = corners[::every] if len(corners) > count else _filled(corners, _EDGE_STEP)
        self.rim = QPainterPath()
        polygon(self.rim, [QPointF(x, y) for x, y in corners[:: max(1, len(corners) // _RIM_POINTS)]])

    def depth(self, x: float, y: float) -> float:
        """Return roughly how far a point is from the edge, inside and outside alike."""
        return sqrt(min([(ex - x) * (ex - x) + (ey - y) * (ey - y) for ex, ey in self._edge], default=0.0))

    def points(self, step: float, shake: float = 0.5, flat: float = 1.0) -> Iterator[tuple[float, float]]:
        """Yield points on a shaken grid over the rectangle, from top to bottom.

        Args:
            step: how far apart; larger where a zone is so large that there would be too many.
            shake: how far a point strays from the grid, as a share of the step.
            flat: how far apart the rows are, as a share of the step.
        """
        box, random = self.box, self.random
        fits = (box.width() * box.height() / (_MOST_POINTS * flat)) ** 0.5
        step = max(step, fits)
        rows, columns = int(box.height() / (step * flat)) + 2, int(box.width() / step) + 2
        for row in range(rows):
            for column in range(columns):
                x = box.left() + (column + (0.5 if row % 2 else 0.0) + random.uniform(-shake, shake)) * step
                y = box.top() + (row + random.uniform(-shake, shake)) * step * flat
                yield x, y


def _filled(corners: list[tuple[float, float]], step: float) -> list[tuple[float, float]]:
    """Return points along the sides of a polygon, at most `step` apart."""
    found = []
    for (ax, ay), (bx, by) in zip(corners, [*corners[1:], corners[0]], strict=True):
        parts = max(1, int(((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5 / step))
        found += [(ax + (bx - ax) * n / parts, ay + (by - ay) * n / parts) for n in range(parts)]
    return found[:: max(1, len(found) // _MOST_EDGE_POINTS)]


def blob(path: QPainterPath, x: float, y: float, across: float, down: float, uneven: float, random: Random) -> None:
    """Add a roundish shape to a path: `across` and `down` are its radii, `uneven` how far they stray, 0 to 1."""
    count = 9
    points = []
    for n in range(count):
        angle = 2 * pi * n / count
        far = 1.0 + random.uniform(-uneven, uneven)
        points.append(QPointF(x + across * far * cos(angle), y + down * far * sin(angle)))
    path.moveTo((points[-1] + points[0]) / 2)
    for n, point in enumerate(points):
        path.quadTo(point, (point + points[(n + 1) % count]) / 2)
    path.closeSubpath()


def unit_blob(uneven: float, random: Random) -> QPainterPath:
    """Return a roundish shape of radius 1 around the origin, for callers that draw many."""
    path = QPainterPath()
    blob(path, 0.0, 0.0, 1.0, 1.0, uneven, random)
    return path


def polygon(path: QPainterPath, points: list[QPointF]) -> None:
    path.moveTo(points[0])
    for point in points[1:]:
        path.lineTo(point)
    path.closeSubpath()


_EDGE = ((22.0, 0.35), (9.0, 0.6))
"""Twice how far each band along the edge reaches, and how much of it is seen."""


def paint_plain(painter: QPainter, region: Region, ground: Ground) -> None:
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
    for spread, share in ((-3.6, 0.72), (0.0, 1.0), (3.6, 0.66)):
        path.moveTo(x, y)
        path.quadTo(QPointF(x + spread * 0.3, y - tall * share * 0.6), QPointF(x + spread + lean, y - tall * share))


_CROWNS = 9
"""How many shapes of crowns there are in one wood."""


def paint_forest(painter: QPainter, region: Region, ground: Ground) -> None:
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
    """Paint one tree: its shadow to the lower right, light on the upper left."""
    for path, dx, dy, share, name, alpha in (
        (crown, 2.4, 3.4, 1.0, "deep", 0.75),
        (crown, 0.0, 0.0, 1.0, "soft", 1.0),
        (top, -size * 0.2, -size * 0.24, 0.64, "soft_too", 1.0),
        (crown, -size * 0.32, -size * 0.36, 0.27, "light", 0.8),
    ):
        at = QTransform(size * share, 0, 0, size * share * 0.96, x + dx, y + dy)
        painter.fillPath(at.map(path), ground.color(name, alpha))


_SHALLOWS = ((62.0, "soft", 0.35), (40.0, "soft", 0.6), (22.0, "soft_too", 0.7), (8.0, "light", 0.55))
"""Twice how far each band reaches from the shore, and its color."""


def paint_water(painter: QPainter, region: Region, ground: Ground) -> None:
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
    path.moveTo(x - half, y)
    path.quadTo(QPointF(x - half / 2, y - half * 0.42), QPointF(x, y))
    path.quadTo(QPointF(x + half / 2, y - half * 0.42), QPointF(x + half, y))


def paint_rock(painter: QPainter, region: Region, ground: Ground) -> None:
    random = region.random
    painter.strokePath(region.outline, QPen(ground.color("soft", 0.5), 52))
    cracks = QPainterPath()
    for x, y in region.points(58.0):
        if random.random() < 0.5:
            _crack(cracks, region, x, y, parts=3, bend=0.8, least=7.0, most=15.0)
    painter.strokePath(cracks, QPen(ground.color("deep"), 1.3, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
    for x, y in region.points(27.0, 0.42):
        deep = region.depth(x, y)
        chance = 0.8 if deep < 20 else 0.34 if deep < 42 else 0.07
        if random.random() < chance:
            size = random.uniform(8.0, 15.0) if deep < 42 else random.uniform(4.0, 9.0)
            _boulder(painter, region, ground, x, y, size)


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


_STONE = 13.0
_MOST_STONES = 60


def paint_street(painter: QPainter, region: Region, ground: Ground) -> None:
    random, box = region.random, region.box
    painter.fillPath(region.outline, ground.color("deep"))
    scale = max(1.0, box.height() / (_STONE * _MOST_STONES), box.width() / (_STONE * 2 * _MOST_STONES))
    high = _STONE * scale
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


_BOARD = 17.0
_MOST_BOARDS = 60


def paint_building(painter: QPainter, region: Region, ground: Ground) -> None:
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


def paint_mud(painter: QPainter, region: Region, ground: Ground) -> None:
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


def paint_fire(painter: QPainter, region: Region, ground: Ground) -> None:
    random = region.random
    for width, alpha in ((84.0, 0.16), (54.0, 0.24), (26.0, 0.4)):
        painter.strokePath(region.outline, QPen(ground.color("soft", alpha), width))
    cracks, sparks = QPainterPath(), QPainterPath()
    for x, y in region.points(50.0):
        if random.random() < 0.6:
            _crack(cracks, region, x, y, parts=4, bend=0.9, least=6.0, most=12.0)
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


def _crack(
    path: QPainterPath, region: Region, x: float, y: float, *, parts: int, bend: float, least: float, most: float
) -> None:
    random = region.random
    path.moveTo(x, y)
    angle = random.uniform(0, 2 * pi)
    for _ in range(parts):
        angle += random.uniform(-bend, bend)
        long = random.uniform(least, most)
        x, y = x + cos(angle) * long, y + sin(angle) * long * 0.7
        path.lineTo(x, y)


def _flame(painter: QPainter, region: Region, ground: Ground, x: float, y: float, tall: float) -> None:
    """Paint three tongues of flame, one within the other, leaning the same way."""
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


_TEXTURES: dict[str, Callable[[QPainter, Region, Ground], None]] = {
    "plain": paint_plain,
    "forest": paint_forest,
    "water": paint_water,
    "rock": paint_rock,
    "street": paint_street,
    "building": paint_building,
    "mud": paint_mud,
    "fire": paint_fire,
}


def terrain_seed(id: str) -> int:
    """Return the seed of a zone, of its id: the same on every machine."""
    return crc32(id.encode())


def paint_terrain(painter: QPainter, outline: QPainterPath, terrain: str, seed: int, palette: Palette) -> None:
    """Fill an outline with a terrain; an unknown terrain counts as plain. The line round it is left to the caller.

    Args:
        painter: in map units; its state is left as it was.
        outline: from `zone_outline`.
        palette: from `palette_for`.
    """
    terrain = terrain if terrain in _TEXTURES else "plain"
    ground = palette[terrain]
    painter.save()
    painter.fillPath(outline, ground.color("fill"))
    painter.setClipPath(outline, Qt.ClipOperation.IntersectClip)
    _TEXTURES[terrain](painter, Region(outline, Random(f"{terrain} texture {seed}")), ground)
    painter.restore()
