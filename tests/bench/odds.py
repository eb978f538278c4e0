"""How long the odds of a large attack take, in a shipped game.

`measure` asks the process that works out the odds, as the window does, and waits for its answer; the process is warm.
Run alone, `python -m tests.bench.odds` prints more: the runs of the procedure and the time of both kinds of attack, as
the window asks (leaving out what is negligible) and exactly.
"""

from __future__ import annotations

from multiprocessing.connection import wait
from statistics import median
from time import perf_counter

from exgui.forecast.odds import NOTHING_NEGLIGIBLE, odds
from exgui.forecast.worker import NEGLIGIBLE, Forecaster
from tests.bench.duel import DICE_MORE, attack, duel

WARM_UP = 3
PATIENCE = 10.0
"""Seconds."""


def measure(times: int) -> list[float]:
    """Milliseconds from asking for the odds of a withering attack of 20 dice and its damage, the larger of the two
    kinds, until they are there."""
    play = duel()
    command = attack("withering", DICE_MORE["withering"])
    forecaster = Forecaster()
    spent = []
    try:
        for number in range(-WARM_UP, times):
            begun = perf_counter()
            forecaster.ask(number, play.battle, command)
            found = forecaster.poll()
            while found is None:
                if perf_counter() - begun > PATIENCE or forecaster.connection is None:
                    raise TimeoutError("the odds do not come")
                wait([forecaster.connection], PATIENCE)
                found = forecaster.poll()
            if found.odds is None or found.odds.too_many:
                raise RuntimeError(found.error or "too many outcomes")
            if number >= 0:
                spent.append((perf_counter() - begun) * 1000)
    finally:
        forecaster.close()
    return spent


def main(times: int = 9) -> None:
    """Prints runs and milliseconds for both kinds of attack, as the window asks and exactly."""
    play = duel()
    for mode, more in DICE_MORE.items():
        for name, negligible in (("window", NEGLIGIBLE), ("exact", NOTHING_NEGLIGIBLE)):
            spent = []
            for _ in range(times):
                begun = perf_counter()
                found = odds(play.system, play.battle, attack(mode, more), negligible=negligible)
                spent.append(perf_counter() - begun)
            print(f"{mode:10} {name:7} {found.runs:5} runs {median(spent) * 1e3:7.1f} ms")


if __name__ == "__main__":
    main()
