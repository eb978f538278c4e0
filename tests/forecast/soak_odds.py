"""The long comparison of odds with what comes of playing: for the soak run, not for every run of the tests.

PYTHONPATH=tests python -m tests.forecast.soak_odds [FIRST_SEED [QUESTIONS]]
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from itertools import count

from systems.fights import Fights
from systems.fights_ex2 import EX2
from systems.fights_ex3 import EX3

from tests.forecast.odds_checked import TIMES, a_question, compare_with_every_fall, compare_with_play

GAMES = (EX3, EX2)


def compare_much(fights: Fights, seeds: Iterable[int], falls: int = 10, plays: int = TIMES) -> int:
    """Compares the odds of random steps with as many plays of each, and with every fall of the dice of steps of few
    dice. Gives how many steps were played.

    Args:
        seeds: one random battle each; from the first of them on, battles are taken until in each one the odds of a
            step are to be had.
        falls: for each seed, how many steps of few dice are gone through fall by fall.

    Raises:
        AssertionError: odds that are wrong; the message holds the step.
    """
    compared = 0
    for seed in seeds:
        for number in range(falls):
            compare_with_every_fall(a_question(fights, seed * 1_000 + number, small=True))
        for number in count(seed * 1_000):
            if compare_with_play(a_question(fights, number, small=False), number, plays):
                compared += 1
                break
    return compared


def soak_odds(first: int = 0, questions: int = 10) -> int:
    """The long comparison for every shipped game, always the same for the same seed. Gives how many steps were played,
    each 20,000 times.

    Raises:
        AssertionError: odds that are wrong; the message holds the step.
    """
    return sum(compare_much(fights, range(first, first + questions)) for fights in GAMES)


if __name__ == "__main__":
    print(f"{soak_odds(*map(int, sys.argv[1:]))} steps compared: their odds are right")
