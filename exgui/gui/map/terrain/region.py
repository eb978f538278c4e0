"""An outline, with what textures ask of it: scattered points, and how far a point is from the edge."""

from __future__ import annotations

from collections.abc import Iterator
from math import cos, pi, sin, sqrt
from random import Random

from PySide6.QtCore import QPointF
from PySide6.QtGui import QPainterPath

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
        """About how far a point is from the nearest place on the edge, inside and outside alike."""
        return sqrt(min([(ex - x) * (ex - x) + (ey - y) * (ey - y) for ex, ey in self._edge], default=0.0))

    def points(self, step: float, shake: float = 0.5, flat: float = 1.0) -> Iterator[tuple[float, float]]:
        """Points on a shaken grid over the whole rectangle, from the top row to the bottom one.

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
    """Points along the sides of a polygon, none farther from the next than `step`."""
    found = []
    for (ax, ay), (bx, by) in zip(corners, [*corners[1:], corners[0]], strict=True):
        parts = max(1, int(((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5 / step))
        found += [(ax + (bx - ax) * n / parts, ay + (by - ay) * n / parts) for n in range(parts)]
    return found[:: max(1, len(found) // _MOST_EDGE_POINTS)]


def blob(path: QPainterPath, x: float, y: float, across: float, down: float, uneven: float, random: Random) -> None:
    """Adds a roundish shape to a path: `across` and `down` are its radii, `uneven` how far they stray, 0 to 1."""
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
    """A roundish shape of radius 1 round the origin, to be moved and scaled by whoever draws many."""
    path = QPainterPath()
    blob(path, 0.0, 0.0, 1.0, 1.0, uneven, random)
    return path


def polygon(path: QPainterPath, points: list[QPointF]) -> None:
    """Adds a shape of straight sides to a path."""
    path.moveTo(points[0])
    for point in points[1:]:
        path.lineTo(point)
    path.closeSubpath()
