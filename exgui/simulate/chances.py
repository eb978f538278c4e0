"""Chances of pools of dice as quick tables, for weighing a step: the exact odds of a bare roll."""

from __future__ import annotations

from exgui.engine.dice import D10, D10_TENS_ONCE, MOST_SPREAD, Die, distribution


class Pools:
    """Pools of one kind of die; results are kept, since a fight has a few dozen of them."""

    def __init__(self, die: Die) -> None:
        self._die = die
        self._tails: dict[int, tuple[float, ...]] = {}
        self._beyond: dict[tuple[int, int], float] = {}

    def at_least(self, count: int) -> tuple[float, ...]:
        """Return the chance of this many successes (or this total) or more, by that number."""
        found = self._tails.get(count)
        if found is None:
            found = self._tails[count] = _tails(self._die, count)
        return found

    def chance(self, count: int, needed: int) -> float:
        """Return the chance of at least this many successes."""
        if needed <= 0:
            return 1.0
        found = self.at_least(count)
        return found[needed] if needed < len(found) else 0.0

    def beyond(self, count: int, needed: int) -> float:
        """Return the successes beyond those needed, on average of all rolls that reach them; 0 if none does."""
        found = self._beyond.get((count, needed))
        if found is None:
            hit = self.chance(count, needed)
            more = sum(self.at_least(count)[max(0, needed) + 1 :])
            found = self._beyond[count, needed] = more / hit + max(0, -needed) if hit else 0.0
        return found

    def average(self, count: int) -> float:
        """Return the average successes (or total)."""
        return self.beyond(count, 0)


def _tails(die: Die, count: int) -> tuple[float, ...]:
    if count <= 0:
        return (1.0,)
    chances = {score: float(chance) for (score, _), chance in distribution(die, min(count, MOST_SPREAD))}
    out, left = [], 1.0
    for score in range(max(chances) + 1):
        out.append(max(0.0, left))
        left -= chances.get(score, 0.0)
    return tuple(out)


TENS_TWICE, TENS_ONCE = Pools(D10), Pools(D10_TENS_ONCE)
"""The pools of the Storyteller games: of actions, and of damage."""
