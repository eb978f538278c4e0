"""The odds of steps of random battles, with any answers and modifiers given so far, equal the results of trying every
fall of the dice, and match those of playing the step very often. The soak compares steps with more dice, and plays them
more often."""

from __future__ import annotations

import pytest
from systems.fights import Fights
from systems.fights_ex2 import EX2
from systems.fights_ex3 import EX3
from systems.fights_reincarnated import REINCARNATED
from systems.fights_skirmish import SKIRMISH

from tests.forecast.odds_checked import a_question, compare_much, compare_with_every_fall

GAMES = pytest.mark.parametrize("fights", [EX3, EX2, REINCARNATED, SKIRMISH], ids=repr)


@GAMES
def test_odds_agree_with_every_possible_roll(fights: Fights) -> None:
    questions = [a_question(fights, seed, small=True) for seed in range(25)]
    compared = sum(compare_with_every_fall(question, most_falls=500) for question in questions)
    assert compared >= 20


@GAMES
def test_odds_agree_with_repeated_play(fights: Fights) -> None:
    for seed in (1, 1_000):
        compare_much(fights, seed, falls=0, times=200)
