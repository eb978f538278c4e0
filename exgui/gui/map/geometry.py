"""Lines between zones: where a link meets the edges of the two shapes it joins. Pure geometry."""

from __future__ import annotations

from math import sqrt

from PySide6.QtCore import QLineF, QPointF, QRectF

_SHARED = 44.0
"""Zones that face each other along at least this much are joined by a straight upright or level line."""

_CORNER = 26.0


def edge_line(a: QRectF, b: QRectF, shift: float = 0.0, is_round: tuple[bool, bool] = (False, False)) -> QLineF | None:
    """The line from the edge of one zone to the edge of the other; None where they overlap or touch.

    Args:
        shift: moves it sideways, where two zones are joined more than once.
        is_round: whether each of them is an ellipse in its rectangle.
    """
    left, right = max(a.left(), b.left()) + _CORNER, min(a.right(), b.right()) - _CORNER
    top, bottom = max(a.top(), b.top()) + _CORNER, min(a.bottom(), b.bottom()) - _CORNER
    if right - left >= _SHARED - _CORNER and (a.bottom() <= b.top() or b.bottom() <= a.top()):
        x = (left + right) / 2 + shift
        down = a.bottom() <= b.top()
        line = QLineF(x, _level(a, x, down, is_round[0]), x, _level(b, x, not down, is_round[1]))
        return line if line.length() > 1 else None
    if bottom - top >= _SHARED - _CORNER and (a.right() <= b.left() or b.right() <= a.left()):
        y = (top + bottom) / 2 + shift
        ahead = a.right() <= b.left()
        line = QLineF(_side(a, y, ahead, is_round[0]), y, _side(b, y, not ahead, is_round[1]), y)
        return line if line.length() > 1 else None
    if a.intersects(b):
        return None
    between = QLineF(a.center(), b.center())
    if shift:
        aside = between.normalVector()
        aside.setLength(shift)
        between.translate(aside.dx(), aside.dy())
    line = QLineF(
        _leaving(a, between.p1(), between.p2(), is_round[0]), _leaving(b, between.p2(), between.p1(), is_round[1])
    )
    return line if line.length() > 1 else None


def _level(box: QRectF, x: float, lower: bool, is_round: bool) -> float:
    """The height of a zone's lower or upper edge at that place."""
    if not is_round:
        return box.bottom() if lower else box.top()
    off = (x - box.center().x()) / (box.width() / 2)
    rise = box.height() / 2 * sqrt(max(1 - off * off, 0.0))
    return box.center().y() + (rise if lower else -rise)


def _side(box: QRectF, y: float, right: bool, is_round: bool) -> float:
    """Where a zone's right or left edge is at that height."""
    if not is_round:
        return box.right() if right else box.left()
    off = (y - box.center().y()) / (box.height() / 2)
    reach = box.width() / 2 * sqrt(max(1 - off * off, 0.0))
    return box.center().x() + (reach if right else -reach)


def _leaving(box: QRectF, inside: QPointF, outside: QPointF, is_round: bool) -> QPointF:
    """Where the way from a point inside a zone to one outside crosses its rounded edge."""
    low, high = 0.0, 1.0
    dx, dy = outside.x() - inside.x(), outside.y() - inside.y()
    for _ in range(14):  # halving: within a ten-thousandth of the way
        middle = (low + high) / 2
        if _contains(box, inside.x() + dx * middle, inside.y() + dy * middle, is_round):
            low = middle
        else:
            high = middle
    return QPointF(inside.x() + dx * high, inside.y() + dy * high)


def _contains(box: QRectF, x: float, y: float, is_round: bool) -> bool:
    if is_round:
        across, down = (x - box.center().x()) / (box.width() / 2), (y - box.center().y()) / (box.height() / 2)
        return across * across + down * down <= 1.0
    corner = min(_CORNER, box.width() / 2, box.height() / 2)
    over_x = max(box.left() + corner - x, 0.0, x - box.right() + corner)
    over_y = max(box.top() + corner - y, 0.0, y - box.bottom() + corner)
    return over_x * over_x + over_y * over_y <= corner * corner
