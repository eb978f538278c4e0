"""Random ex2 battles keep the promises: what is offered goes through, the rest is refused, undo leads back to the
start, the journal replayed is the battle, nobody acts twice on a tick, and time never runs out."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from systems.fights_ex2 import a_battle, all_ways, ex2, finish, something_to_do
from systems.test_random_battles import Kept

from exgui.engine.asks import Command
from exgui.engine.events import ClockSet, Noted, TurnEnded
from exgui.play.journal import read_entry
from exgui.play.play import Play, Refused

SEEDS = st.integers(0, 2**32)


def played(seed: int, steps: int = 40) -> tuple[Play, Kept]:
    rng = Random(seed)
    kept = Kept()
    play = Play.begin(ex2(), a_battle(rng), kept)
    for _ in range(steps):
        if play.battle.phase == "over":
            break
        play.dispatch(something_to_do(play, rng))
        finish(play, rng)
    return play, kept


@settings(max_examples=12, deadline=None)
@given(SEEDS)
def test_every_action_in_can_goes_through_and_every_other_is_refused(seed: int) -> None:
    rng = Random(seed)
    play = Play.begin(ex2(), a_battle(rng))
    for _ in range(12):
        if play.battle.phase == "over":
            break
        view = play.system.view(play.battle)
        for who in (*view["up"], *view["may_step_in"]):
            can = set(view[who]["can"])
            went = set()
            for id, way in all_ways(play, who):
                try:
                    play.dispatch(way)
                except Refused:
                    continue
                went.add(id)
                finish(play, rng)
                play.undo()
            assert went == can - {"end_turn"}
        play.dispatch(something_to_do(play, rng))
        finish(play, rng)


@settings(max_examples=20, deadline=None)
@given(SEEDS)
def test_undo_to_the_start_is_the_start_and_redo_leads_back(seed: int) -> None:
    play, _ = played(seed)
    end, start = play.battle, play.battle_at(0)
    steps = 0
    while play.can_undo():
        play.undo()
        steps += 1
    assert play.battle == start
    for _ in range(steps):
        play.redo()
    assert play.battle == end


@settings(max_examples=20, deadline=None)
@given(SEEDS)
def test_the_journal_replayed_is_the_battle(seed: int) -> None:
    play, kept = played(seed)
    again = Play.resume(ex2(), [read_entry(line) for line in kept.lines])
    assert again.battle == play.battle
    assert again.system.view(again.battle) == play.system.view(play.battle)


@settings(max_examples=20, deadline=None)
@given(SEEDS)
def test_nobody_acts_twice_on_a_tick(seed: int) -> None:
    play, _ = played(seed, 70)
    turns: Counter[tuple[int | None, str]] = Counter()
    tick: int | None = None
    for line in play.log():
        for event in line.events:
            if isinstance(event, ClockSet):
                tick = event.tick
            elif isinstance(event, TurnEnded) and event.acted:
                turns[tick, event.who] += 1
    assert all(count == 1 for count in turns.values()), turns


@settings(max_examples=15, deadline=None)
@given(SEEDS)
def test_the_clock_never_stands_on_nobody_while_somebody_can_act(seed: int) -> None:
    rng = Random(seed)
    play = Play.begin(ex2(), a_battle(rng))
    for _ in range(60):
        if play.battle.phase == "over":
            break
        play.dispatch(something_to_do(play, rng))
        finish(play, rng)
        battle = play.battle
        able = [
            id
            for id, one in battle.combatants.items()
            if play.system.standing(battle, id) and "next_tick" in one.tracks and "grappled_by" not in one.conditions
        ]
        if battle.phase == "running" and able:
            assert battle.up
            assert all(battle.combatants[id].turn is not None for id in battle.up)


@settings(max_examples=15, deadline=None)
@given(SEEDS)
def test_holds_come_in_pairs_and_levels_stay_on_the_track(seed: int) -> None:
    play, _ = played(seed, 60)
    combatants = play.battle.combatants
    for id, one in combatants.items():
        held = one.conditions.get("grappling")
        if held is not None:
            assert combatants[held].conditions["grappled_by"] == id
        holder = one.conditions.get("grappled_by")
        if holder is not None:
            assert combatants[holder].conditions["grappling"] == id
        assert sum(one.track(f"health.{kind}") for kind in ("bashing", "lethal", "aggravated")) <= 7
        assert one.track("next_tick") >= 0


@settings(max_examples=10, deadline=None)
@given(SEEDS)
def test_everything_the_window_asks_for_can_be_told_at_any_moment(seed: int) -> None:
    rng = Random(seed)
    play = Play.begin(ex2(), a_battle(rng))
    for _ in range(25):
        if play.battle.phase == "over":
            break
        play.dispatch(something_to_do(play, rng))
        finish(play, rng)
        battle = play.battle
        line = play.system.timeline(battle)
        assert [mark.id for mark in line.marks if mark.state == "up"] == list(battle.up)
        play.system.checklist(battle)
        for who in battle.combatants:
            play.system.figures(battle, who)
            play.system.badges(battle, who)
            play.system.reach(battle, who)
            play.system.summary(battle, who)
            play.system.progress(battle, who)


def test_a_step_is_a_sentence_in_the_log() -> None:
    for seed in range(6):
        play, _ = played(seed, 60)
        for line in play.log():
            if line.command.do in ("attack", "move", "aim", "grapple", "flurry", "dash", "start"):
                assert any(isinstance(event, Noted) and event.text.endswith(".") for event in line.events), line


@pytest.mark.parametrize("do", ["attack", "move", "aim", "rise", "end_turn", "flurry", "grapple", "misc", "guard"])
def test_nothing_is_done_before_the_start(do: str) -> None:
    play = Play.begin(ex2(), a_battle(Random(1)))
    with pytest.raises(Refused):
        play.dispatch(Command(do, "f0"))
