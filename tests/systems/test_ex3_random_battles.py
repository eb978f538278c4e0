"""Further invariants of random ex3 battles: no one acts twice in a round, only combatants still standing are up, and
Initiative changes hands as the rules require."""

from __future__ import annotations

from collections import Counter

from hypothesis import given, settings
from systems.fights import SEEDS
from systems.fights_ex3 import EX3

from exgui.engine.events import ClockSet, Noted, TrackChanged, TurnEnded
from exgui.play.journal import read_entry
from exgui.play.play import Play
from exgui.systems.ex3.battle_groups import full_magnitude


@settings(max_examples=25)
@given(SEEDS)
def test_nobody_acts_twice_in_a_round(seed: int) -> None:
    play, _ = EX3.played(seed, 80)
    turns: Counter[tuple[int, str]] = Counter()
    for line in play.log():
        battle = play.battle_at(line.index)
        assert battle.phase != "running" or all(play.system.standing(battle, id) for id in battle.up)
        round = battle.round
        for event in line.events:
            if isinstance(event, ClockSet):
                round = event.round
            if isinstance(event, TurnEnded) and event.acted:
                turns[round, event.who] += 1
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


def hosts(seed: int, steps: int = 60) -> Play:
    """A battle in which most are battle groups."""
    return EX3.played(seed, steps, groups=0.7)[0]


@settings(max_examples=15)
@given(SEEDS)
def test_the_initiative_of_a_battle_group_is_the_storytellers_alone(seed: int) -> None:
    for line in (play := hosts(seed)).log():
        people = play.battle_at(line.index).combatants
        for event in line.events:
            if isinstance(event, TrackChanged) and event.track == "initiative" and "group" in people[event.who].fields:
                assert line.command.do in ("start", "join", "adjust")


@settings(max_examples=15)
@given(SEEDS)
def test_magnitude_and_size_stay_within_what_a_group_may_have(seed: int) -> None:
    for line in (play := hosts(seed)).log():
        for one in play.battle_at(line.index).combatants.values():
            if "group" in one.fields:
                assert 0 <= one.track("size") <= 5
                assert 0 <= one.track("magnitude") <= full_magnitude(one)
                assert "routed" not in one.conditions or one.track("magnitude") == 0
                assert not any(one.track(f"health.{kind}") for kind in ("bashing", "lethal", "aggravated"))


@settings(max_examples=15)
@given(SEEDS)
def test_a_routed_group_does_nothing_but_end_a_turn(seed: int) -> None:
    for line in (play := hosts(seed)).log():
        by, battle = line.command.by, play.battle_at(line.index)
        if by and "routed" in battle.who(by).conditions and not line.command.overrule:
            assert line.command.do in ("end_turn", "release", "effect", "end_effect")


@settings(max_examples=10)
@given(SEEDS)
def test_battles_of_groups_are_taken_back_and_replayed_like_any(seed: int) -> None:
    play, kept = EX3.played(seed, 60, groups=0.7)
    assert Play.resume(EX3.system, [read_entry(line) for line in kept.lines]).battle == play.battle
    start = play.battle_at(0)
    while play.can_undo():
        play.undo()
    assert play.battle == start
