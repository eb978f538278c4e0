"""Further invariants of random ex2 battles: no one acts twice on a tick, and everyone acts on an existing tick."""

from __future__ import annotations

from collections import Counter

from hypothesis import given, settings
from systems.fights import SEEDS
from systems.fights_ex2 import EX2

from exgui.engine.events import ClockSet, TurnEnded


@settings(max_examples=20)
@given(SEEDS)
def test_no_one_acts_twice_on_a_tick(seed: int) -> None:
    play, _ = EX2.played(seed, 70)
    turns: Counter[tuple[int | None, str]] = Counter()
    tick: int | None = None
    for line in play.log():
        for event in line.events:
            if isinstance(event, ClockSet):
                tick = event.tick
            elif isinstance(event, TurnEnded) and event.acted:
                turns[tick, event.who] += 1
    assert all(count == 1 for count in turns.values()), turns
    assert all(one.track("next_tick") >= 0 for one in play.battle.combatants.values())
