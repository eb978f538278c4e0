"""Odds of steps of random battles, compared with every fall of the dice and with playing the step 20,000 times."""

from __future__ import annotations

from random import Random

from systems.fights_ex2 import EX2
from systems.fights_ex3 import EX3

from tests.campaign.soak.tally import Tally, apart
from tests.forecast.odds_checked import compare_much


def compare_odds(steps: int, rng: Random) -> Tally:
    """Compares the odds of this many steps of each game."""
    tally = Tally("odds compared")
    for _ in range(steps):
        seed = rng.randrange(2**32)
        for game in (EX3, EX2):
            result = apart(lambda game=game, seed=seed: compare_much(game, seed), 900)  # type: ignore[misc]
            if "lost" in result:
                tally.failed(f"{game.id}, seed {seed}: {result['lost']}")
            else:
                tally.survived(f"{game.id}: right")
    return tally
