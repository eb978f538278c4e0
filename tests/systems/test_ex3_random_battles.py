"""Further invariants of random ex3 battles: no one acts twice in a round, only combatants still standing are up, and
Initiative changes hands as the rules require."""

from __future__ import annotations

from collections import Counter

from hypothesis import given, settings
from systems.fights import SEEDS
from systems.fights_ex3 import EX3

from exgui.engine.events import ClockSet, Noted, TrackChanged, TurnEnded
from exgui.play.journal import read_entry
from exgui.play.play import Line, Play
from exgui.systems.ex3.battle_groups import full_magnitude


@settings(max_examples=25)
@given(SEEDS)
def test_no_one_acts_twice_in_a_round_and_initiative_changes_hands_as_the_rules_require(seed: int) -> None:
    play, _ = EX3.played(seed, 80)
    turns: Counter[tuple[int, str]] = Counter()
    for line in play.log():
        initiative_changes_hands(line)
        battle = play.battle_at(line.index)
        assert battle.phase != "running" or all(play.system.standing(battle, id) for id in battle.up)
        round = battle.round
        for event in line.events:
            if isinstance(event, ClockSet):
                round = event.round
            if isinstance(event, TurnEnded) and event.acted:
                turns[round, event.who] += 1
    assert all(count == 1 for count in turns.values()), turns


def initiative_changes_hands(line: Line) -> None:
    if line.command.do != "attack" or line.command.get("mode") != "withering":
        return
    changes = [event for event in line.events if isinstance(event, TrackChanged) and event.track == "initiative"]
    lost = -sum(event.by for event in changes if event.rule == "ex3-47" and event.who == line.command.get("target"))
    won = sum(event.by for event in changes if event.rule == "ex3-47" and event.who == line.command.by)
    notes = [event for event in line.events if isinstance(event, Noted)]
    if any(note.text.endswith(" counterattacks.") or note.rule == "ex3-74" for note in notes):
        return  # ex3-74: a battle group loses Magnitude instead
    assert lost >= 0
    assert won in (0, lost + 1)
    for event in changes:
        if event.rule == "ex3-09":
            assert event.by == 5
            assert event.who == line.command.by


@settings(max_examples=15)
@given(SEEDS)
def test_battle_groups_keep_their_rules_and_are_undone_and_replayed_like_any(seed: int) -> None:
    """Only the storyteller changes their Initiative, Magnitude and Size stay in range, and a routed group only ends its
    turn.
    """
    play, kept = EX3.played(seed, 60, groups=0.7)
    for line in play.log():
        by, battle = line.command.by, play.battle_at(line.index)
        for event in line.events:
            if isinstance(event, TrackChanged) and event.track == "initiative":
                assert "group" not in battle.who(event.who).fields or line.command.do in ("start", "join", "adjust")
        for one in battle.combatants.values():
            if "group" in one.fields:
                assert 0 <= one.track("size") <= 5
                assert 0 <= one.track("magnitude") <= full_magnitude(one)
                assert "routed" not in one.conditions or one.track("magnitude") == 0
                assert not any(one.track(f"health.{kind}") for kind in ("bashing", "lethal", "aggravated"))
        if by and "routed" in battle.who(by).conditions and not line.command.overrule:
            assert line.command.do in ("end_turn", "release", "effect", "end_effect")
    assert Play.resume(EX3.system, [read_entry(line) for line in kept.lines]).battle == play.battle
    start = play.battle_at(0)
    while play.can_undo():
        play.undo()
    assert play.battle == start
