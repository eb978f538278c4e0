"""The odds that are shown beside a roll."""

from __future__ import annotations

from fractions import Fraction

from exgui.forecast.odds_records import Feature, Odds, RollOdds
from exgui.gui.panel.odds import shown

CERTAIN = Feature("hit", ((1.0, Fraction(1)),))
NONE = Feature("damage", ((0.0, Fraction(1)),))
OPEN = Feature("Crash", ((0.0, Fraction(3, 4)), (1.0, Fraction(1, 4))))


def roll(met: Fraction | None) -> RollOdds:
    return RollOdds("volfer.damage", "Grapple", met, Fraction(7, 2), ())


def test_certain_outcomes_are_omitted() -> None:
    assert shown(Odds((CERTAIN, OPEN, NONE), roll(Fraction(1, 2)))) == [("Crash", "25%")]


def test_deciding_roll_shows_its_chance() -> None:
    assert shown(Odds((CERTAIN, NONE), roll(Fraction(4, 5)))) == [("success", "80%"), ("expected", "3.5")]


def test_roll_without_difficulty_shows_only_its_mean() -> None:
    """The roll for how long a hold lasts: that it hit, and that no one is hurt, is no news of it."""
    assert shown(Odds((CERTAIN, NONE), roll(None))) == [("expected", "3.5")]


def test_missing_odds_are_reported() -> None:
    assert shown(Odds((CERTAIN,), None)) == [("hit", "100%")]
