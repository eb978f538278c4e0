"""Layout of many combatants in a small zone: smaller tokens in rows, each with its name to the right. In units, without
painting."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import ceil

from exgui.engine.memo import remembered
from exgui.engine.record import Record
from exgui.gui.table.chips import HIGH
from exgui.gui.table.design import LEAST, is_enough, metrics, name_font, short_name

RADII = (19.0, 17.0, 15.0, 13.5, 12.0, 10.8, 9.6, 8.6, 7.8, 6.8)
"""Sizes of the tokens that are tried; below the last they would be dots."""
_SIZES = (16, LEAST)
"""Sizes of the names that are tried for each."""
_LARGE = 12.0
"""Whole names come before tokens of this radius; shortened names do not."""
_MOST_COLUMNS = 6
_BETWEEN = 10.0
"""From the end of a column to the next."""
_RING = 6.0
"""From those at close range to the outline round them; as much again is clear outside."""
MARK = 15.0
"""What the icon of a state takes, after the name."""
_INDENT = 3.0
"""Left of a single column."""
_TOKEN, _PAIR = 1.3, 2.25
"""From a token's middle to its name, in radii, alone and with one that carries it."""


class Line(Record):
    """A combatant and their name: the middle and radius of the token, where the name begins, its shown part and letter
    size, and the room left after it. All rows are `high`."""

    x: float
    y: float
    radius: float
    name_x: float
    name: str
    size: int
    room: float
    high: float


class NameList(Record):
    """Everyone in a zone by id, and the outlines around close groups: members, (left, top, width, height)."""

    lines: Mapping[str, Line]
    rings: tuple[tuple[tuple[str, ...], tuple[float, float, float, float]], ...]


class _Grid(Record):
    """Rows of `columns` lines, each so wide and high: how large token and letters are, and where names begin."""

    columns: int
    wide: float
    high: float
    radius: float
    size: int
    beside: float


# Most zones are as they were before; to try all sizes takes a millisecond.
@remembered(200)
def name_list(
    width: float,
    height: float,
    names: tuple[tuple[str, str], ...],
    groups: tuple[tuple[str, ...], ...] = (),
    paired: bool = False,
    after: tuple[tuple[str, float], ...] = (),
    numbers: tuple[tuple[str, float], ...] = (),
) -> NameList | None:
    """Return everyone's line in a room of this many units, tokens as large as possible; None if not every name fits
    distinctly.

    Args:
        names: by id, in their order.
        groups: those at close range of each other, who stay together.
        paired: one of them has something beside the token.
        after: by id, how wide everything after a name is: Health as a number, icons of states.
        numbers: by id, how wide Health as a number is alone; whole names come before icons, not before that.
    """
    grouped = {id for group in groups for id in group}
    blocks = [(group, True) for group in groups]
    alone = tuple(id for id, _name in names if id not in grouped)
    if alone:
        blocks.append((alone, False))
    called = dict(names)
    grids = [grid for grid in _grids(width, len(names), paired) if _height(grid, blocks) <= height]
    large = [grid for grid in grids if grid.radius >= _LARGE]
    most, least = dict(after), dict(numbers)
    for some, cut, more in (
        (large, str.__eq__, most),
        (large, str.__eq__, least),
        (grids, str.__eq__, least),
        (large, is_enough, most),
        (large, is_enough, least),
        (large, _is_some, least),
        (grids, is_enough, least),
        (grids, _is_some, least),
        (grids, is_enough, {}),
        (grids, _is_some, {}),
    ):
        for grid in some:
            if any(more.values()) and grid.high < HIGH + 1 and any(least.values()):
                continue  # a number has no room in its height
            shown = _shown(grid, names, more)
            if all(cut(shown[id], called[id]) for id in called) and _differ(shown, called):
                return _set_out(grid, blocks, shown, more or most, width, height)
    return None


def _is_some(short: str, _name: str) -> bool:
    return bool(short)


def _shown(grid: _Grid, names: tuple[tuple[str, str], ...], more: Mapping[str, float]) -> dict[str, str]:
    """Return what of each name there is room for, with what comes after it by id."""
    font = name_font(grid.size, True)
    return {id: short_name(font, name, grid.wide - grid.beside - more.get(id, 0.0)) for id, name in names}


def _grids(width: float, count: int, paired: bool) -> Iterator[_Grid]:
    """Yield all grids to try, the largest tokens first."""
    for radius in RADII:
        beside = radius * (1.2 + (_PAIR if paired else _TOKEN)) + 3.0
        for size in _SIZES:
            high = max(2.25 * radius, size + 1.4)
            for columns in range(1, min(_MOST_COLUMNS, count) + 1):
                wide = (width - _BETWEEN * (columns - 1)) / columns - (_INDENT if columns == 1 else 0.0)
                yield _Grid(columns, wide, high, radius, size, beside)


def _height(grid: _Grid, blocks: list[tuple[tuple[str, ...], bool]]) -> float:
    return sum(ceil(len(ids) / grid.columns) * grid.high + (4 * _RING if ringed else 0.0) for ids, ringed in blocks)


def _differ(shown: Mapping[str, str], called: Mapping[str, str]) -> bool:
    """Return whether names stay different when they are cut."""
    return len(set(shown.values())) == len({called[id] for id in shown})


def _set_out(
    grid: _Grid,
    blocks: list[tuple[tuple[str, ...], bool]],
    shown: Mapping[str, str],
    after: Mapping[str, float],
    width: float,
    height: float,
) -> NameList:
    """Return the blocks below each other, in the middle of the room; a column is as wide as its names need."""
    measure = metrics(name_font(grid.size, True)).horizontalAdvance
    lines: dict[str, Line] = {}
    rings = []
    longest = max(measure(name) + max(after.get(id, 0.0), MARK) for id, name in shown.items())
    wide = min(grid.wide, grid.beside + longest)
    step = wide + _BETWEEN
    columns = min(grid.columns, max(len(ids) for ids, _ringed in blocks))
    # In one column the room that is left is after the names, where their states stand.
    left = max((width - (step * columns - _BETWEEN)) / 2, 0.0) if columns > 1 else _INDENT
    y = max((height - _height(grid, blocks)) / 2, 0.0) * 0.6
    for ids, ringed in blocks:
        y += 2 * _RING if ringed else 0.0
        for number, id in enumerate(ids):
            row, column = divmod(number, columns)
            x = left + column * step + 1.2 * grid.radius
            at = x - 1.2 * grid.radius + grid.beside
            room = (wide if columns > 1 else width - left) - grid.beside - measure(shown[id])
            middle = y + (row + 0.5) * grid.high
            lines[id] = Line(x, middle, grid.radius, at, shown[id], grid.size, room, grid.high)
        rows = ceil(len(ids) / columns)
        if ringed:
            across = (
                max(
                    lines[id].name_x + measure(shown[id]) + min(lines[id].room, max(after.get(id, 0.0), MARK))
                    for id in ids
                )
                - left
            )
            box = (left - _RING, y - _RING, across + 2 * _RING, rows * grid.high + 2 * _RING)
            rings.append((ids, box))
        y += rows * grid.high + (2 * _RING if ringed else 0.0)
    return NameList(lines, tuple(rings))
