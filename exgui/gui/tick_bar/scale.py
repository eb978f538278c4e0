"""The numbers along the bar: which are shown, and where. Pure arithmetic."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from itertools import pairwise

from exgui.engine.record import Record

TIGHT = 31.0
"""Pixels from number to number below which empty stretches are folded away."""

NARROW = 30.0
"""Pixels that a number keeps where others need more."""

_SHORTEST = 14
_AROUND = 1
_FOLD = 1.5
"""A folded stretch is this many numbers wide."""


class Scale(Record, dict=True):
    """Numbers from left to right.

    Attributes:
        pieces: stretches of whole numbers (lowest, highest), rising; between two of them something is folded away.
        left, right: ends of the axis, in pixels.
        falling: numbers fall to the right.
        least: no number is below this one; None for no such end.
        wider: what numbers on which many stand take beyond the room of one, in such rooms; rising.
    """

    pieces: tuple[tuple[int, int], ...]
    left: float
    right: float
    falling: bool
    wider: tuple[tuple[int, float], ...] = ()
    least: int | None = None

    @cached_property
    def spacing(self) -> float:
        """Pixels from one number to the next, where neither is wider."""
        return (self.right - self.left) / self._units

    @cached_property
    def _units(self) -> float:
        plain = sum(high - low + 1 for low, high in self.pieces) + _FOLD * (len(self.pieces) - 1)
        return plain + sum(more for _number, more in self.wider)

    def room(self, number: int) -> float:
        """Return pixels that a number has to itself."""
        return self.spacing * (1 + dict(self.wider).get(number, 0.0))

    def _before(self, number: float) -> float:
        """Return what the wider ones below a number take, of its own a half."""
        out = 0.0
        for wide, more in self.wider:
            out += more * min(max(number - wide + 0.5, 0.0), 1.0)
        return out

    @property
    def numbers(self) -> tuple[int, ...]:
        return tuple([number for low, high in self.pieces for number in range(low, high + 1)])

    def x(self, number: float) -> float:
        """Return a number's place; a folded or outlying one lies in between or beyond."""
        units = self._before(number) if self.wider else 0.0
        offset = 0.5
        before: tuple[int, int] | None = None
        for low, high in self.pieces:
            if number < low - 0.5 and before is not None:
                share = (number - before[1] - 0.5) / (low - before[1] - 1)
                units += offset - 0.5 - _FOLD + _FOLD * share
                break
            if number <= high + 0.5 or (low, high) == self.pieces[-1]:
                units += offset + (number - low)
                break
            offset += high - low + 1 + _FOLD
            before = (low, high)
        return self.right - units * self.spacing if self.falling else self.left + units * self.spacing

    def number_at(self, x: float) -> int:
        """Return the number nearest to a point; beyond the ends they count on."""
        low, high = self.pieces[0][0], self.pieces[-1][1]
        if (x < self.left) if self.falling else (x > self.right):
            return high + round(abs(self.x(high) - x) / self.spacing)
        if (x > self.right) if self.falling else (x < self.left):
            below = low - round(abs(self.x(low) - x) / self.spacing)
            return below if self.least is None else max(below, self.least)
        return min(self.numbers, key=lambda number: max(abs(self.x(number) - x) - self.room(number) / 2, 0.0))

    def folds(self) -> tuple[float, ...]:
        return tuple(
            (self.x(high + 0.49) + self.x(low - 0.49)) / 2 for (_low, high), (low, _high) in pairwise(self.pieces)
        )

    def label_step(self, widest: float) -> int:
        """Return the interval of the written numbers, given the widest one's pixels."""
        for step in (1, 2, 5, 10, 20, 50):
            if self.spacing * step >= widest + 6:
                return step
        return 100


def scale_for(
    places: Iterable[int],
    left: float,
    right: float,
    falling: bool,
    widths: Mapping[int, float] | None = None,
    least: int | None = None,
) -> Scale:
    """Return the scale on which all these numbers have a place, with a margin. Long empty stretches are folded, the
    longest first, if it would be too narrow otherwise.

    Args:
        widths: how many pixels a number on which many stand would like to have; it gets them as far as the others can
            spare them.
        least: below it there are no numbers, except where someone is there.
    """
    known = sorted(set(places)) or [0]
    if least is not None:
        least = min(least, known[0])
    low, high = known[0] - 2, known[-1] + 2
    while high - low < _SHORTEST:
        high, low = (high + 1, low) if (high - low) % 2 or least is not None else (high, low - 1)
    if least is not None and low < least:
        low, high = least, high + least - low
    gaps = [(b - a, a, b) for a, b in pairwise(known) if b - a > 2 * _AROUND + 3]
    folded: list[tuple[int, int]] = []
    pieces: tuple[tuple[int, int], ...] = ((low, high),)
    plain = Scale(pieces, left, right, falling, least=least)
    for _size, a, b in sorted(gaps, key=lambda gap: (-gap[0], gap[1])):
        if plain.spacing >= TIGHT:
            break
        if not folded:
            low, high = known[0] - _AROUND, known[-1] + _AROUND
            low = low if least is None else max(low, least)
        folded.append((a + _AROUND, b - _AROUND))
        pieces = _cut(low, high, sorted(folded))
        plain = Scale(pieces, left, right, falling, least=least)
    return _widened(plain, widths or {})


def _widened(scale: Scale, widths: Mapping[int, float]) -> Scale:
    """Return the scale with room for the tokens on its numbers, taken from emptier ones."""
    numbers = set(scale.numbers)
    wanted = {number: wish for number, wish in widths.items() if number in numbers and wish > scale.spacing}
    width = scale.right - scale.left
    while wanted:
        rest = scale._units - len(wanted)
        least = min(NARROW, scale.spacing)
        total = sum(wanted.values())
        share = min(1.0, max(width - rest * least, 0.0) / total)
        spacing = (width - total * share) / rest if rest > 0.5 else least
        enough = {number: wish for number, wish in wanted.items() if wish * share > spacing}
        if enough == wanted:
            more = tuple((number, wish * share / spacing - 1) for number, wish in sorted(wanted.items()))
            return Scale(scale.pieces, scale.left, scale.right, scale.falling, more, scale.least)
        wanted = enough
    return scale


def _cut(low: int, high: int, folded: list[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    pieces = []
    start = low
    for end, resume in folded:
        pieces.append((start, end))
        start = resume
    return (*pieces, (start, high))
