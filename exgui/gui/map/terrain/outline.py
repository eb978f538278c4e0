"""The outline of a zone: a rectangle or an ellipse whose edge follows the terrain by itself.

An outline never leaves the zone's rectangle. Pure geometry, the same for the same seed.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, hypot, pi, sin
from random import Random

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainterPath

CORNER = 26.0
"""Radius of the corners of open ground."""
_SQUARE = {"street": 7.0, "building": 3.0}
"""Terrains with straight edges, and the radius of their corners."""
_FINEST = 12.0
"""No zone is divided more finely than this, in map units."""


def zone_outline(rect: QRectF, shape: str, terrain: str, seed: int) -> QPainterPath:
    """Return the outline of a zone.

    Args:
        rect: the zone's rectangle, in map units or any other.
        shape: "rectangle" or "ellipse".
        terrain: one of the engine's terrains; any other counts as plain.
        seed: makes the unevenness its own, one zone's and no other's.
    """
    path = QPainterPath()
    inner = rect.adjusted(1, 1, -1, -1)
    if terrain in _UNEVEN and min(rect.width(), rect.height()) > 40:
        _UNEVEN[terrain](path, inner, shape == "ellipse", Random(f"{terrain} {seed}"))
    elif shape == "ellipse":
        path.addEllipse(inner)
    else:
        corner = min(_SQUARE.get(terrain, CORNER), inner.width() / 2, inner.height() / 2)
        path.addRoundedRect(inner, corner, corner)
    return path


def _walk(box: QRectF, ellipse: bool, step: float, corner: float) -> list[tuple[QPointF, QPointF]]:
    """Return points about `step` apart along the edge of a box or its ellipse, clockwise from the upper left, each with
    its inward direction (length 1)."""
    found: list[tuple[QPointF, QPointF]] = []
    rx, ry = box.width() / 2, box.height() / 2
    middle = box.center()
    if ellipse:
        round_it = pi * (3 * (rx + ry) - ((3 * rx + ry) * (rx + 3 * ry)) ** 0.5)
        count = max(8, round(round_it / max(step, _FINEST / 2)))
        for n in range(count):
            angle = 2 * pi * n / count - 0.75 * pi
            x, y = cos(angle), sin(angle)
            inward = QPointF(-x / rx, -y / ry)
            found.append((middle + QPointF(rx * x, ry * y), inward / hypot(inward.x(), inward.y())))
        return found
    return _walk_box(box, min(corner, rx, ry), max(step, _FINEST / 2))


def _walk_box(box: QRectF, corner: float, step: float) -> list[tuple[QPointF, QPointF]]:
    inner = box.adjusted(corner, corner, -corner, -corner)
    bow = corner * pi / 2
    long = (inner.width(), inner.height(), inner.width(), inner.height())
    starts = (inner.topLeft(), inner.topRight(), inner.bottomRight(), inner.bottomLeft())
    length = sum(long) + 4 * bow
    count = max(8, round(length / step))
    found = []
    for n in range(count):
        left = length * n / count
        side = 0
        while left >= long[side] + bow and side < 3:
            left -= long[side] + bow
            side += 1
        turn = pi / 2 * side
        start, ahead = starts[side], QPointF(cos(turn), sin(turn))
        if left < long[side]:
            inward = QPointF(-ahead.y(), ahead.x())
            found.append((start + ahead * left - inward * corner, inward))
        else:
            angle = turn + pi / 2 * min((left - long[side]) / bow if bow else 1.0, 1.0)
            inward = QPointF(-sin(angle), cos(angle))
            found.append((start + ahead * long[side] - inward * corner, inward))
    return found


def smooth_through(path: QPainterPath, points: Sequence[QPointF]) -> None:
    """Add a closed smooth line through the middles between points, which bend it."""
    last = points[-1]
    path.moveTo((last + points[0]) / 2)
    for n, point in enumerate(points):
        path.quadTo(point, (point + points[(n + 1) % len(points)]) / 2)
    path.closeSubpath()


def _shore(path: QPainterPath, box: QRectF, ellipse: bool, random: Random) -> None:
    deep = min(5.0 if ellipse else 10.0, box.height() / 14)
    phase, other = random.uniform(0, 2 * pi), random.uniform(0, 2 * pi)
    walk = _walk(box, ellipse, 22.0, 40.0)
    bends = max(3, round(len(walk) / (8.0 if ellipse else 5.2)))
    points = []
    for n, (at, inward) in enumerate(walk):
        turn = 2 * pi * n / len(walk)
        wave = 0.5 + 0.32 * sin(turn * bends + phase) + 0.18 * sin(turn * (bends // 2 + 1) + other)
        points.append(at + inward * (wave * deep + random.uniform(0, deep * 0.35)))
    smooth_through(path, points)


def _puddle(path: QPainterPath, box: QRectF, ellipse: bool, random: Random) -> None:
    """Trace broad bulges, as wet ground ends."""
    deep = min(13.0, box.height() / 12)
    walk = _walk(box, ellipse, 44.0, 48.0)
    points = [at + inward * random.uniform(0, deep) for at, inward in walk]
    smooth_through(path, points)


def _wood(path: QPainterPath, box: QRectF, ellipse: bool, random: Random) -> None:
    """Trace crowns of trees side by side: uneven bows that bulge outward."""
    reach = min(9.0, box.height() / 12)
    walk = _walk(box.adjusted(reach, reach, -reach, -reach), ellipse, 17.0, 30.0)
    feet: list[tuple[QPointF, QPointF]] = []
    skip = False
    for at, inward in walk:
        if skip and len(feet) > 6:
            skip = False
            continue
        skip = random.random() < 0.34
        feet.append((at + inward * random.uniform(-1.5, 3.0), inward))
    path.moveTo(feet[0][0])
    for n, (at, inward) in enumerate(feet):
        to, then = feet[(n + 1) % len(feet)]
        high = min(reach - 1.5, 0.42 * hypot(to.x() - at.x(), to.y() - at.y())) * random.uniform(0.8, 1.05)
        path.cubicTo(at - inward * high * 1.25, to - then * high * 1.25, to)
    path.closeSubpath()


def _cliff(path: QPainterPath, box: QRectF, ellipse: bool, random: Random) -> None:
    """Trace broken stone: straight edges, blunt corners."""
    deep = min(9.0, box.height() / 14)
    points: list[QPointF] = []
    left = 0.0
    for at, inward in _walk(box, ellipse, 9.0, 22.0):
        if left > 0:
            left -= 9.0
            continue
        left = random.uniform(14.0, 38.0)
        points.append(at + inward * random.uniform(0, deep))
    path.moveTo(points[0])
    for point in points[1:]:
        path.lineTo(point)
    path.closeSubpath()


def _blaze(path: QPainterPath, box: QRectF, ellipse: bool, random: Random) -> None:
    """Trace a burnt edge: hollows between unevenly spaced tips."""
    deep = min(9.0, box.height() / 14)
    tips: list[tuple[QPointF, QPointF]] = []
    left = 0.0
    for at, inward in _walk(box, ellipse, 8.0, 30.0):
        if left > 0:
            left -= 8.0
            continue
        left = random.uniform(12.0, 36.0)
        tips.append((at + inward * random.uniform(0, deep * 0.7), inward))
    path.moveTo(tips[0][0])
    for n, (at, inward) in enumerate(tips):
        to, _ = tips[(n + 1) % len(tips)]
        path.quadTo((at + to) / 2 + inward * random.uniform(0.3, 0.9) * deep, to)
    path.closeSubpath()


_UNEVEN = {"water": _shore, "mud": _puddle, "forest": _wood, "rock": _cliff, "fire": _blaze}
