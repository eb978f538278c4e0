"""The odds that were found: of a command, of each of its features, of its next roll."""

from __future__ import annotations

from fractions import Fraction

from exgui.engine.record import Record


class Feature(Record):
    """One feature of the possible results.

    Attributes:
        chances: every value it may have with its probability, lowest value first. They sum to 1.
    """

    name: str
    chances: tuple[tuple[float, Fraction], ...]

    @property
    def mean(self) -> Fraction:
        """Return the average; for a feature that is 1 or 0 its chance."""
        return sum((Fraction(value) * chance for value, chance in self.chances), Fraction(0))


class RollOdds(Record):
    """The odds of the roll that comes next, by itself.

    Attributes:
        met: the chance to reach its difficulty; None if it has none.
        mean: its successes (or total) on average, including automatic ones.
        spread: every result with its probability.
        low: it is met by a low result, so that its mean has no meaning.
    """

    key: str
    label: str
    met: Fraction | None
    mean: Fraction
    spread: tuple[tuple[int, Fraction], ...]
    low: bool = False


class Odds(Record):
    """The possible results of a command.

    Attributes:
        features: those of the game, in its order.
        roll: the next roll by itself; None if nothing is rolled.
        targets: for several targets, the odds of each by itself; `features` are those of the first in that case.
        runs: how often the procedure was run.
        too_many: there were too many outcomes to explore; `features` is empty, `roll` may still be known.
    """

    features: tuple[Feature, ...] = ()
    roll: RollOdds | None = None
    targets: tuple[tuple[str, tuple[Feature, ...]], ...] = ()
    runs: int = 0
    too_many: bool = False

    def __getitem__(self, name: str) -> Feature:
        """Return a feature by its name.

        Raises:
            KeyError: there is none of that name.
        """
        for feature in self.features:
            if feature.name == name:
                return feature
        raise KeyError(name)
