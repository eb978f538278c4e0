"""The outcomes of one roll that mean something of their own, each with how many falls of the dice lead to it."""

from __future__ import annotations

from fractions import Fraction
from math import lcm

from exgui.engine.dice import Die, distribution
from exgui.engine.memo import remembered

NOTHING_NEGLIGIBLE = Fraction(0)
Outcomes = list[tuple[int, tuple[int, ...], int]]


@remembered(2048)
def weighted_outcomes(
    die: Die,
    count: int,
    facts: tuple[str, ...],
    least: int | None,
    negligible: Fraction = NOTHING_NEGLIGIBLE,
    pass_at: int | None = None,
) -> tuple[int, tuple[tuple[int, tuple[int, ...], int], ...]]:
    """The number of equally likely falls, and every outcome that means something of its own: score, facts, falls.

    Scores below `least` all count as the highest of them; those up to `pass_at` all count as the lowest of them,
    and so do those above it; of negligible tails see `odds`.
    """
    spread = distribution(die, count, facts)
    whole = lcm(*(chance.denominator for _, chance in spread))
    lows = [score for (score, _), _ in spread if least is not None and score < least]
    low = max(lows, default=0)
    merged: dict[tuple[int, tuple[int, ...]], int] = {}
    lowest: dict[bool, int] = {}
    for (score, seen), chance in spread:
        key = (low if least is not None and score < least else score, seen)
        if pass_at is not None:
            key = (lowest.setdefault(score <= pass_at, score), seen)
        merged[key] = merged.get(key, 0) + chance.numerator * (whole // chance.denominator)
    outcomes = [(score, seen, weight) for (score, seen), weight in merged.items()]
    if negligible and (die.explodes or not facts):
        outcomes = _without_negligible(outcomes, whole, negligible)
        outcomes = _without_negligible(outcomes[::-1], whole, negligible)[::-1]
    return whole, tuple(outcomes)


def _without_negligible(outcomes: Outcomes, whole: int, negligible: Fraction) -> Outcomes:
    """The outcomes with as many of the first as are negligible together counted as the one after them."""
    together = 0
    for index, (score, seen, weight) in enumerate(outcomes):
        if Fraction(together + weight, whole) >= negligible:
            return [(score, seen, together + weight), *outcomes[index + 1 :]]
        together += weight
    return outcomes
