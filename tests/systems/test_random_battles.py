"""Random battles keep the promises: what is offered goes through, the rest is refused, undo leads back to the start,
the journal replayed is the battle, nobody acts twice a round, and Initiative changes hands as the rules say."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from systems.fights import a_battle, all_ways, ex3, finish, something_to_do

from exgui.engine.asks import Command
from exgui.engine.events import Noted, TrackChanged, TurnEnded
from exgui.play.journal import Entry, read_entry, write_entry
from exgui.play.play import Play, Refused

SEEDS = st.integers(0, 2**32)


class Kept:
    """A journal in memory, written and read as a file would be."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def append(self, entries: Sequence[Entry]) -> None:
        self.lines.extend(write_entry(entry) for entry in entries)


def played(seed: int, steps: int = 40) -> tuple[Play, Kept]:
    rng = Random(seed)
    kept = Kept()
    play = Play.begin(ex3(), a_battle(rng), kept)
    for _ in range(steps):
        if play.battle.phase == "over":
            break
        play.dispatch(something_to_do(play, rng))
        finish(play, rng)
    return play, kept


@settings(max_examples=15, deadline=None)
@given(SEEDS)
def test_every_action_in_can_goes_through_and_every_other_is_refused(seed: int) -> None:
    rng = Random(seed)
    play = Play.begin(ex3(), a_battle(rng))
    for _ in range(25):
        if play.battle.phase == "over":
            break
        view = play.system.view(play.battle)
        for who in view["up"]:
            can = set(view[who]["can"])
            tried = all_ways(play, who)
            went = set()
            for id, way in tried:
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


@settings(max_examples=25, deadline=None)
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


@settings(max_examples=25, deadline=None)
@given(SEEDS)
def test_the_journal_replayed_is_the_battle(seed: int) -> None:
    play, kept = played(seed)
    again = Play.resume(ex3(), [read_entry(line) for line in kept.lines])
    assert again.battle == play.battle
    assert again.system.view(again.battle) == play.system.view(play.battle)


@settings(max_examples=25, deadline=None)
@given(SEEDS)
def test_nobody_acts_twice_in_a_round(seed: int) -> None:
    play, _ = played(seed, 80)
    turns: Counter[tuple[int, str]] = Counter()
    for line in play.log():
        round = play.battle_at(line.index).round
        for event in line.events:
            if isinstance(event, TurnEnded) and event.acted:
                turns[round, event.who] += 1
    assert all(count == 1 for count in turns.values()), turns


@settings(max_examples=25, deadline=None)
@given(SEEDS)
def test_initiative_changes_hands_as_the_rules_say(seed: int) -> None:
    play, _ = played(seed, 80)
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


@settings(max_examples=15, deadline=None)
@given(SEEDS)
def test_the_clock_never_stands_on_nobody_while_somebody_can_act(seed: int) -> None:
    rng = Random(seed)
    play = Play.begin(ex3(), a_battle(rng))
    for _ in range(60):
        if play.battle.phase == "over":
            break
        play.dispatch(something_to_do(play, rng))
        finish(play, rng)
        battle = play.battle
        able = [
            id
            for id, one in battle.combatants.items()
            if play.system.standing(battle, id) and "initiative" in one.tracks
        ]
        if battle.phase == "running" and able:
            assert battle.up
            assert all(play.system.standing(battle, id) for id in battle.up)


def test_a_step_is_a_sentence_in_the_log() -> None:
    play, _ = played(7, 60)
    for line in play.log():
        if line.command.do in ("attack", "move", "aim", "full_defense", "delay", "start"):
            assert any(isinstance(event, Noted) and event.text.endswith(".") for event in line.events), line


@pytest.mark.parametrize(
    "do", ["attack", "move", "aim", "rise", "end_turn", "delay", "flurry", "other", "full_defense"]
)
def test_nothing_is_done_before_the_start(do: str) -> None:
    play = Play.begin(ex3(), a_battle(Random(1)))
    with pytest.raises(Refused):
        play.dispatch(Command(do, "f0"))
