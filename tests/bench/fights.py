"""How long a simulated fight of three against three takes, compared with its attacks alone."""

from __future__ import annotations

from functools import cache
from time import perf_counter, process_time

from exgui.engine.asks import Command
from exgui.simulate.fight import Fight
from exgui.simulate.policies import Plan
from exgui.simulate.tactics.general import Move
from tests.bench import attacks
from tests.simulate.fights import even, game

BATCH = 10


@cache
def fight(policy: str) -> tuple[Fight, float]:
    """Three soldiers against three, and how often anyone attacks in such a fight."""
    found = Fight(game("ex3"), even("ex3"), Plan(policy))
    seen: list[Command] = []

    def watch(move: Move, _answers: object) -> None:
        seen.append(move.command)

    for number in range(BATCH):
        found.run(1, number, watch)
    return found, sum(command.do == "attack" for command in seen) / BATCH


def fought(policy: str, seconds: float) -> list[float]:
    """Fights a second, of each batch, for this long, by seconds of the processor."""
    whole, _attacks = fight(policy)
    rates, number = [], 0
    until = perf_counter() + seconds
    while perf_counter() < until:
        begun = process_time()
        for _ in range(BATCH):
            whole.run(1, number % BATCH)
            number += 1
        rates.append(BATCH / (process_time() - begun))
    return rates


def times_its_attacks(policy: str, seconds: float) -> list[float]:
    """How many times as long a batch of fights takes as its attacks, resolved as the bench does: a batch of each in
    turn, so that whatever else slows the machine down slows both."""
    whole, count = fight(policy)
    resolve = attacks.batch(round(BATCH * count))
    out = []
    until = perf_counter() + seconds
    while perf_counter() < until:
        begun = process_time()
        resolve()
        between = process_time()
        for number in range(BATCH):
            whole.run(1, number)
        out.append((process_time() - between) / (between - begun))
    return out
