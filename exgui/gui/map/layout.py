"""Layout of the tokens in one zone: a pure function, without Qt.

Combatants at close range are together inside an outline; the others are spread over the remaining room; combatants who
are down lie along the lower edge. Lengths are in map units. The result depends only on the arguments: the same zone
always looks the same.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from math import ceil, sqrt
from typing import Any

from exgui.engine.memo import remembered
from exgui.engine.record import Record
from exgui.gui.tokens.name_rooms import at_most, shared

RADIUS = 28.0
"""A token's radius if there is enough room."""

NAMED = 16.0
"""The radius below which names are left out: they would be too small to read or would crowd each other."""

SIDE, BOTTOM = 14.0, 12.0
"""Clear space inside a zone's outline, so that the corners of the remaining room are inside the rounded shape."""

_HEADING = 0.66
"""Largest share of a zone's height for its heading."""

_NAME = 76.0
"""Width of a name if unknown."""
_RING_PAD = 7.0
_RING_LABEL = 19.0
_ASIDE = 0.74
_LEAST_AREA = 5.5
"""Least area of a token, in squares of the radius."""
_PAIR, _PAIR_TIGHT = 3.52, 3.42
"""Widths of a token with a joined one, in radii: the joined token extends 1.92 radii to the left."""
_SMALLEST = 0.8
"""Share of a name's preferred width in which it can still be read whole, in smaller letters."""
_WANTED = 22.5
"""The radius above which larger names count more than larger tokens."""
_STEPS = 5
"""Number of sizes tried between the usual one and the largest."""
_PAIR_SHIFT = 0.23
"""Offset of a joined token's partner to the right of the middle of its room, in radii."""


class Spot(Record):
    """A token's place.

    Attributes:
        x, y: center of its circle, from the zone's upper left corner.
        radius: radius of the circle, before the token is enlarged by its placing's `unit`.
        room: width for its name, likewise; 0 without a name.
    """

    x: float
    y: float
    radius: float
    room: float


class Ring(Record):
    """The outline around a group at close range and its names.

    Attributes:
        label_y: the middle of its label, outside the outline; None if tokens are too small for names and labels.
        corner: largest radius of its corners.
        lit: it contains the active combatant.
    """

    members: tuple[str, ...]
    x: float
    y: float
    width: float
    height: float
    label_y: float | None = None
    corner: float = 34.0
    lit: bool = False

    @property
    def box(self) -> tuple[float, float, float, float]:
        return self.x, self.y, self.width, self.height


class Placing(Record):
    """All tokens of a zone and the outlines of its close groups.

    Attributes:
        unit: how much larger than usual tokens and names are drawn.
    """

    spots: Mapping[str, Spot]
    rings: tuple[Ring, ...] = ()
    unit: float = 1.0


NOBODY = Placing({})


class _Cell(Record):
    """The room for one token at a radius: the circle with its badges and outer ring, and its name.

    `tight` leaves less space, so that tokens and names can be larger. `paired` leaves room beside the circle for a
    joined token. `below` is extra height under the name.
    """

    radius: float
    named: bool
    name: float = _NAME
    tight: bool = False
    paired: bool = False
    below: float = 0.0

    @property
    def width(self) -> float:
        if self.paired:
            return max((_PAIR_TIGHT if self.tight else _PAIR) * self.radius, self.name if self.named else 0.0)
        return max((2.55 if self.tight else 2.9) * self.radius, self.name) if self.named else 2.6 * self.radius

    @property
    def shift(self) -> float:
        """Offset of the circle to the right of the middle."""
        return _PAIR_SHIFT * self.radius if self.paired else 0.0

    @property
    def height(self) -> float:
        if not self.named:
            return 2.6 * self.radius
        return self.below + (2.3 * self.radius + 18.0 if self.tight else 2.42 * self.radius + 20.0)

    @property
    def rise(self) -> float:
        """Distance from the upper edge to the center of the circle."""
        return (1.2 if self.tight else 1.34 if self.named else 1.3) * self.radius


class _Try(Record):
    """One way to draw a zone: how large tokens may be, how wide names, and whether close groups have their label.
    Names get the share `letters` of their preferred width."""

    largest: float
    least: float
    widest: float
    labelled: bool
    tight: bool
    letters: float = 1.0


_TRIES = (
    _Try(RADIUS, 26.0, 132.0, True, False),
    _Try(RADIUS, 23.0, 132.0, False, True),
    _Try(RADIUS, NAMED, 132.0, False, True, _SMALLEST),
    _Try(RADIUS, 21.0, 92.0, False, True),
    _Try(25.0, NAMED, 72.0, False, True),
    _Try(22.0, NAMED, 58.0, False, True),
)
"""With names, in order of preference: a group's outline grows and drops its label before tokens shrink, and tokens
shrink before names are cut."""


class _Preferences(Record):
    """Requirements for single tokens: see `place`."""

    names: Mapping[str, float]
    paired: frozenset[str]
    beside: Mapping[str, str]
    below: Mapping[str, float]

    def name(self, id: str) -> float:
        return self.names.get(id, _NAME)


class _Block(Record):
    """Tokens that stay together: one alone, or a close group in rows of `columns`.

    `needs` is the least width of each, `wants` the width with a whole name, `more` the rows' extra width.
    """

    members: tuple[str, ...]
    columns: int
    cell: _Cell
    ringed: bool
    needs: tuple[float, ...]
    wants: tuple[float, ...]
    labelled: bool = False
    more: float = 0.0

    @property
    def pad(self) -> float:
        return (_RING_PAD if self.cell.named else _RING_PAD / 2) if self.ringed else 0.0

    @property
    def label(self) -> float:
        return _RING_LABEL if self.ringed and self.labelled else 0.0

    @property
    def rows(self) -> int:
        return ceil(len(self.members) / self.columns)

    @property
    def inner(self) -> float:
        return _longest(self.needs, self.columns) + self.more

    @property
    def width(self) -> float:
        return self.inner + 2 * self.pad

    @property
    def height(self) -> float:
        return self.rows * self.cell.height + 2 * self.pad + self.label


def _longest(widths: Sequence[float], columns: int) -> float:
    """Return the length of the longest row."""
    return max(sum(widths[start : start + columns]) for start in range(0, len(widths), columns))


def place(
    width: float,
    height: float,
    top: float,
    ids: Sequence[str],
    groups: Sequence[Sequence[str]] = (),
    aside: Sequence[str] = (),
    names: Mapping[str, float] | None = None,
    paired: Collection[str] = (),
    beside: Mapping[str, str] | None = None,
    below: Mapping[str, float] | None = None,
) -> Placing:
    """Place the tokens of a zone.

    Args:
        width, height: size of the zone.
        top: height of its heading, which stays clear.
        ids: all combatants in the zone, in order.
        groups: the groups at close range; members outside the zone, or in `aside`, do not count.
        aside: combatants of `ids` who are down.
        names: the preferred width of each name.
        paired: combatants of `ids` with a joined token.
        beside: combatants of `ids` to put next to another, by id: after it, or beside its group.
        below: extra height under each name; ignored without a name.
    """
    if not ids:
        return NOBODY
    top = min(top, height * _HEADING)
    room_w, room_h = max(width - 2 * SIDE, 8.0), max(height - top - BOTTOM, 8.0)
    down = frozenset(aside)
    lying = tuple(id for id in ids if id in down)
    standing = tuple(id for id in ids if id not in down)
    together = []
    for group in groups:
        those = frozenset(group)
        members = tuple(id for id in standing if id in those)
        if len(members) > 1:
            together.append(members)
    grouped = {id for members in together for id in members}
    alone = tuple(id for id in standing if id not in grouped)
    preferences = _Preferences(names or {}, frozenset(paired), beside or {}, below or {})
    # Names come before neighbors: where not both fit, tokens meant to be beside another go elsewhere.
    orders = (preferences, preferences.but(beside={})) if beside else (preferences,)
    largest = sqrt(room_w * room_h / (_LEAST_AREA * (len(standing) + _ASIDE**2 * len(lying))))
    for way in _TRIES:
        for order in orders:
            radius = way.largest
            while radius >= way.least:
                if radius > largest:  # a crowd: nothing is tried that cannot be
                    radius *= 0.96
                    continue
                found = _pack(room_w, room_h, radius, way, together, alone, lying, order)
                if found is not None:
                    return moved(found, SIDE, top)
                radius *= 0.96
    radius = NAMED * 1.3
    while radius >= 5.0:
        found = None
        if radius <= largest:
            found = _pack(room_w, room_h, radius, None, together, alone, lying, preferences)
        if found is not None:
            return moved(found, SIDE, top)
        radius *= 0.95
    everyone = (*(id for members in together for id in members), *alone, *lying)
    return moved(_grid(room_w, room_h, everyone, preferences), SIDE, top)


def place_large(unit: float, width: float, height: float, top: float, *others: Any) -> Placing:
    """Place the tokens of a zone enlarged by `unit`; by less if tokens would get smaller or names would be cut.

    The other arguments are as in `place`.
    """

    def at(more: float) -> Placing:
        return moved(place(width / more, height / more, top / more, *others), 0, 0, more)

    def worth(found: Placing) -> tuple[int, float, float]:
        rooms = [spot.room - names.get(id, _NAME) * _SMALLEST + 5 for id, spot in found.spots.items()]
        whole = sum(room > 0 for room in rooms)
        least = min((spot.radius for spot in found.spots.values()), default=0.0) * found.unit
        return whole, min(least, _WANTED * unit), found.unit

    if unit <= 1 or not others[0]:
        return at(1.0)
    names: Mapping[str, float] = others[3]
    return max((at(1 + (unit - 1) * step / _STEPS) for step in range(_STEPS + 1)), key=worth)


# Most zones are as they were before, and to try all ways to stand in one takes a millisecond.
@remembered(400)
def placed(
    unit: float,
    width: float,
    height: float,
    top: float,
    ids: tuple[str, ...],
    groups: tuple[tuple[str, ...], ...],
    aside: tuple[str, ...],
    names: tuple[tuple[str, float], ...],
    paired: tuple[str, ...],
    beside: tuple[tuple[str, str], ...],
    below: tuple[tuple[str, float], ...] = (),
) -> Placing:
    """Cache `place_large`."""
    return place_large(unit, width, height, top, ids, groups, aside, dict(names), paired, dict(beside), dict(below))


def _pack(
    width: float,
    height: float,
    radius: float,
    way: _Try | None,
    together: Sequence[tuple[str, ...]],
    alone: Sequence[str],
    lying: Sequence[str],
    preferences: _Preferences,
) -> Placing | None:
    """Place everyone at one radius in rows of blocks; None if they don't fit. Without `way`, names are left out."""

    def block(ids: tuple[str, ...], share: float = 1.0, wide: float = 0.0) -> _Block:
        paired = not preferences.paired.isdisjoint(ids)
        if way is None:
            cell = _Cell(radius * share, False, paired=paired)
            needs = wants = (cell.width,) * len(ids)
        else:
            more = max(preferences.below.get(id, 0.0) for id in ids)
            cell = _Cell(radius * share, True, 0.0, way.tight, paired, more)
            most, letters = way.widest * (0.76 + 0.24 * share), way.letters
            names = [preferences.name(id) for id in ids]
            needs = tuple([cell.but(name=max(min(letters * name, most), 44.0)).width for name in names])
            wants = tuple([max(need, name) for need, name in zip(needs, names, strict=True)])
        ringed = len(ids) > 1
        columns = _columns(needs, cell.height, wide, width) if ringed else 1
        return _Block(ids, columns, cell, ringed, needs, wants, labelled)

    labelled = way is not None and way.labelled
    for wide in (2.6, 1.2, 6.0):
        blocks = [*(block(members, 1.0, wide) for members in together), *(block((id,)) for id in alone)]
        blocks = _neighbors(blocks, preferences.beside)
        down = [block((id,), _ASIDE) for id in lying]
        # Along the lower edge if there is room for another row, else at the end of the others.
        for above, below in ((blocks, down), ([*blocks, *down], [])) if down else ((blocks, down),):
            upper, lower = _rows(above, width), _rows(below, width)
            if upper is None or lower is None:
                continue
            used = sum(_height(row) for row in (*upper, *lower))
            if used <= height:
                return _set_out(upper, lower, width, height, used)
    return None


def _neighbors(blocks: list[_Block], beside: Mapping[str, str]) -> list[_Block]:
    """Return the blocks, each after its neighbor, or before the group on whose left edge the neighbor is."""
    if not beside:
        return blocks
    index = {id: n for n, block in enumerate(blocks) for id in block.members}

    def key(n: int) -> tuple[int, int]:
        whom = beside.get(blocks[n].members[0]) if len(blocks[n].members) == 1 else None
        if whom is None or whom not in index:
            return (n, 0)
        group = blocks[index[whom]]
        at_the_left = group.columns > 1 and group.members.index(whom) % group.columns == 0
        return (index[whom], -1 if at_the_left else 1)

    return [blocks[n] for n in sorted(range(len(blocks)), key=key)]


def _columns(needs: Sequence[float], high: float, wide: float, width: float) -> int:
    """Return the number of columns for a group whose outline should be about `wide` times as wide as high."""
    count = len(needs)
    columns = min(count, ceil(sqrt(count * wide * high / (sum(needs) / count))))
    while columns > 1 and _longest(needs, columns) > width - 2 * _RING_PAD:
        columns -= 1
    return ceil(count / ceil(count / columns))


def _rows(blocks: Sequence[_Block], width: float) -> list[list[_Block]] | None:
    rows: list[list[_Block]] = []
    left = 0.0
    for block in blocks:
        if block.width > width:
            return None
        if not rows or block.width > left:
            rows.append([])
            left = width
        rows[-1].append(block)
        left -= block.width
    return rows


def _height(row: Sequence[_Block]) -> float:
    return max(block.height for block in row)


def _set_out(
    upper: Sequence[Sequence[_Block]], lower: Sequence[Sequence[_Block]], width: float, height: float, used: float
) -> Placing:
    """Spread rows over the height and blocks over the width, lower rows at the bottom."""
    spots: dict[str, Spot] = {}
    rings: list[Ring] = []
    free = height - used
    gap = min(free / (len(upper) + 1), 22.0) if upper else 0.0
    lower_height = sum(_height(row) for row in lower)
    stack = sum(_height(row) for row in upper) + gap * (len(upper) - 1)
    y = max(0.0, (height - lower_height - stack) / 2)
    for row in upper:
        tall = _height(row)
        _set_row(row, y, tall, width, spots, rings)
        y += tall + gap
    y = height - lower_height
    for row in lower:
        _set_row(row, y, _height(row), width, spots, rings)
        y += _height(row)
    return Placing(spots, tuple(rings))


def _widened(row: Sequence[_Block], width: float) -> list[_Block]:
    """Widen names into the room their row leaves over."""
    spare = max(width - sum(block.width for block in row) - 8.0 * (len(row) - 1), 0.0)
    wanted = [_longest(block.wants, block.columns) - block.inner for block in row]
    return [block.but(more=more) for block, more in zip(row, at_most(wanted, spare), strict=True)]


def _set_row(
    row: Sequence[_Block], y: float, tall: float, width: float, spots: dict[str, Spot], rings: list[Ring]
) -> None:
    row = _widened(row, width)
    taken = sum(block.width for block in row)
    gap = min((width - taken) / (len(row) + 1), 40.0)
    x = (width - taken - gap * (len(row) - 1)) / 2
    # A name may reach into the gaps; that of one alone in its row, to the edges.
    own = gap * 0.9 if len(row) > 1 else min(width - taken, 110.0)
    worded = any(block.cell.below for block in row)
    for block in row:
        spare = 0.0 if block.ringed or not block.cell.named else own
        # Those with words below their names stand as high as those without.
        lower = 0.0 if worded and not any(other.ringed for other in row) else (tall - block.height) / 2
        _set_block(block, x, y + lower, spare, spots, rings)
        x += block.width + gap


def _set_block(block: _Block, x: float, y: float, spare: float, spots: dict[str, Spot], rings: list[Ring]) -> None:
    cell, pad, columns = block.cell, block.pad, block.columns
    for row in range(block.rows):
        here = slice(row * columns, (row + 1) * columns)
        slots = shared(block.wants[here], block.inner, block.inner / columns)
        left = x + pad + (block.inner - sum(slots)) / 2
        for id, slot in zip(block.members[here], slots, strict=True):
            spots[id] = Spot(
                left + slot / 2 + cell.shift,
                y + pad + row * cell.height + cell.rise,
                cell.radius,
                slot - 2 - 2 * cell.shift + spare if cell.named else 0.0,
            )
            left += slot
    if block.ringed:
        tall = block.rows * cell.height + 2 * pad
        label = y + tall + block.label / 2 if block.label else None
        rings.append(Ring(block.members, x, y, block.width, tall, label))


def _grid(width: float, height: float, ids: Sequence[str], preferences: _Preferences) -> Placing:
    """Return the last resort where a zone is tiny: as large as a plain grid allows."""
    count = len(ids)
    columns = max(range(1, count + 1), key=lambda c: min(width / c, height / ceil(count / c)))
    rows = ceil(count / columns)
    side = min(width / columns, height / rows)
    spots = {
        id: Spot(
            (width - side * columns) / 2
            + (index % columns + 0.5) * side
            + (_PAIR_SHIFT * side / _PAIR if id in preferences.paired else 0.0),
            (height - side * rows) / 2 + (index // columns + 0.5) * side,
            side / (_PAIR if id in preferences.paired else 2.6),
            0.0,
        )
        for index, id in enumerate(ids)
    }
    return Placing(spots)


def moved(placing: Placing, dx: float, dy: float, by: float = 1.0) -> Placing:
    """Return the same places, enlarged about the upper left corner and then moved."""
    if not dx and not dy and by == 1.0:
        return placing
    return Placing(
        {id: Spot(s.x * by + dx, s.y * by + dy, s.radius, s.room) for id, s in placing.spots.items()},
        tuple(
            ring.but(
                x=ring.x * by + dx,
                y=ring.y * by + dy,
                width=ring.width * by,
                height=ring.height * by,
                label_y=None if ring.label_y is None else ring.label_y * by + dy,
            )
            for ring in placing.rings
        ),
        placing.unit * by,
    )


def lit_rings(placing: Placing, active: str) -> tuple[Ring, ...]:
    return tuple(ring.but(lit=True) if active in ring.members else ring for ring in placing.rings)
