"""What random battles of ex3 keep besides: nobody acts twice in a round, only who stands is up, and Initiative changes
hands as the rules say."""

from __future__ import annotations

from collections import Counter

from hypothesis import given, settings
from systems.fights import SEEDS
from systems.fights_ex3 import EX3

from exgui.engine.events import Noted, TrackChanged, TurnEnded


@settings(max_examples=25)
@given(SEEDS)
def test_nobody_acts_twice_in_a_round(seed: int) -> None:
    play, _ = EX3.played(seed, 80)
    turns: Counter[tuple[int, str]] = Counter()
    for line in play.log():
        battle = play.battle_at(line.index)
        assert battle.phase != "running" or all(play.system.standing(battle, id) for id in battle.up)
        for event in line.events:
            if isinstance(event, TurnEnded) and event.acted:
                turns[battle.round, event.who] += 1
    assert all(count == 1 for count in turns.values()), turns


@settings(max_examples=25)
@given(SEEDS)
def test_initiative_changes_hands_as_the_rules_say(seed: int) -> None:
    play, _ = EX3.played(seed, 80)
    for line in play.log():
        if line.command.do != "attack" or line.command.get("mode") != "withering":
            continue
        changes = [event for event in line.events if isinstance(event, TrackChanged) and event.track == "initiative"]
        lost = -sum(event.by for event in changes if event.rule == "ex3-47" and event.who == line.command.get("target"))
        won = sum(event.by for event in changes if event.rule == "ex3-47" and event.who == line.command.by)
        if any(isinstance(event, Noted) and event.text.endswith(" counterattacks.") for event in line.events):
            continue
        assert lost >= 0
        assert won in (0, lost + 1)
        for event in changes:
            if event.rule == "ex3-09":
                assert event.by == 5
                assert event.who == line.command.by
