"""Where a zone that is dragged comes to lie: in line with its neighbors, else on the grid. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from exgui.campaign.encounter_edits.zones import SMALLEST_HEIGHT, SMALLEST_WIDTH, Box
from exgui.engine.record import Record

GRID = 8.0
"""Map units from one line of the grid to the next."""
NEAR = 7.0
"""Pixels from a neighbor's line at which it catches."""


class Guide(Record):
    """A line that two zones have in common, from one end to the other, in map units."""

    x1: float
    y1: float
    x2: float
    y2: float


def on_grid(value: float) -> float:
    return round(value / GRID) * GRID


def moved(box: Box, others: Sequence[Box], near: float) -> tuple[Box, tuple[Guide, ...]]:
    """Return where a box comes to lie that is dragged here, and the lines at which neighbors caught it.

    Args:
        near: map units within which a neighbor's edge or middle catches; else the grid does.
    """
    x, at_x = _caught((box.x, box.x + box.width / 2, box.x + box.width), _upright(others), near)
    y, at_y = _caught((box.y, box.y + box.height / 2, box.y + box.height), _level(others), near)
    left = box.x + x if at_x is not None else on_grid(box.x)
    top = box.y + y if at_y is not None else on_grid(box.y)
    goal = box.but(x=left, y=top)
    return goal, _guides(goal, others, at_x, at_y)


def resized(
    box: Box, corner: tuple[int, int], x: float, y: float, others: Sequence[Box], near: float
) -> tuple[Box, tuple[Guide, ...]]:
    """Return a box whose corner or edge is dragged to a point, the opposite one staying where it is.

    Args:
        corner: which: -1 for left or top, 1 for right or bottom, 0 for neither.
    """
    at_x = at_y = None
    if corner[0]:
        by, at_x = _caught((x,), _upright(others), near)
        x = x + by if at_x is not None else on_grid(x)
    if corner[1]:
        by, at_y = _caught((y,), _level(others), near)
        y = y + by if at_y is not None else on_grid(y)
    goal = dragged_corner(box, corner, x, y)
    return goal, _guides(goal, others, at_x, at_y)


def dragged_corner(box: Box, corner: tuple[int, int], x: float, y: float) -> Box:
    """Return the box with a corner or edge at a point, no smaller than a zone may be."""
    left, top, right, bottom = box.x, box.y, box.x + box.width, box.y + box.height
    if corner[0] < 0:
        left = min(x, right - SMALLEST_WIDTH)
    elif corner[0] > 0:
        right = max(x, left + SMALLEST_WIDTH)
    if corner[1] < 0:
        top = min(y, bottom - SMALLEST_HEIGHT)
    elif corner[1] > 0:
        bottom = max(y, top + SMALLEST_HEIGHT)
    return Box(left, top, right - left, bottom - top)


def around(boxes: Iterable[Box]) -> Box:
    known = list(boxes)
    left, top = min(b.x for b in known), min(b.y for b in known)
    right, bottom = max(b.x + b.width for b in known), max(b.y + b.height for b in known)
    return Box(left, top, right - left, bottom - top)


def _upright(others: Sequence[Box]) -> list[float]:
    return [line for box in others for line in (box.x, box.x + box.width / 2, box.x + box.width)]


def _level(others: Sequence[Box]) -> list[float]:
    return [line for box in others for line in (box.y, box.y + box.height / 2, box.y + box.height)]


def _caught(own: Sequence[float], lines: Sequence[float], near: float) -> tuple[float, float | None]:
    """Return how far to move, and the line that caught; None if none is near enough."""
    best, found = near, None
    move = 0.0
    for line in lines:
        for mine in own:
            if abs(line - mine) < best:
                best, move, found = abs(line - mine), line - mine, line
    return move, found


def _guides(box: Box, others: Sequence[Box], at_x: float | None, at_y: float | None) -> tuple[Guide, ...]:
    out = []
    if at_x is not None:
        those = [b for b in others if any(abs(at_x - line) < 0.01 for line in _upright((b,)))]
        span = around((box, min(those, key=lambda b: _apart(box.y, box.height, b.y, b.height))))
        out.append(Guide(at_x, span.y, at_x, span.y + span.height))
    if at_y is not None:
        those = [b for b in others if any(abs(at_y - line) < 0.01 for line in _level((b,)))]
        span = around((box, min(those, key=lambda b: _apart(box.x, box.width, b.x, b.width))))
        out.append(Guide(span.x, at_y, span.x + span.width, at_y))
    return tuple(out)


def _apart(start: float, length: float, other: float, other_length: float) -> float:
    """Return the gap between two ranges; negative if they overlap."""
    return max(other - start - length, start - other - other_length)
