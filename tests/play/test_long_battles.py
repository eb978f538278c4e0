"""A battle of many steps in a game whose one round never ends: snapshots all the same, reopened and undone at once."""

from __future__ import annotations

import time

import pytest
from generality.kept import Lines

from exgui.engine.asks import command
from exgui.play.journal import Snapshot
from exgui.play.play import Play
from exgui.rulebook.reader import load
from exgui.rulebook.setup import battle_from
from exgui.systems import system_for

STEPS = 500


@pytest.fixture(scope="module")
def long() -> tuple[Play, Lines]:
    """Two who do something else each tick, five hundred steps long: the start, then for each turn an act and an end."""
    rules = load("ex2")
    people = [
        {"id": id, "side": id, "zone": "yard", "state": {"next_tick": n}} for n, id in enumerate(("kesh", "swan"))
    ]
    store = Lines()
    battle = battle_from(rules, {"zone": [{"id": "yard"}], "combatant": people})
    play = Play.begin(system_for(rules), battle, store)
    play.dispatch(command("start"))
    while play.step_number < STEPS:
        who = play.battle.up[0]
        play.dispatch(command("misc" if play.step_number % 2 else "end_turn", who))
    return play, store


def test_the_whole_battle_is_written_down_every_fifty_steps(long: tuple[Play, Lines]) -> None:
    play, store = long
    assert play.battle.round == 1
    # The round begins with the first step; then steps 50, 100 ... 500.
    assert sum(isinstance(entry, Snapshot) for entry in store.entries()) == 1 + 10


def test_it_reopens_as_it_was_and_soon(long: tuple[Play, Lines]) -> None:
    play, store = long
    begun = time.perf_counter()
    again = Play.resume(play.system, store.entries())
    assert time.perf_counter() - begun < 1.0
    assert again.battle == play.battle
    assert again.step_number == STEPS


def test_any_step_is_taken_back_at_once_and_done_again(long: tuple[Play, Lines]) -> None:
    play, store = long
    again = Play.resume(play.system, store.entries())
    for _ in range(STEPS - 1):
        begun = time.perf_counter()
        again.undo()
        assert time.perf_counter() - begun < 0.1
    assert again.battle == play.battle_at(1)
    again.go_back_to(0)
    assert again.battle.phase == "prepared"
    for _ in range(STEPS):
        again.redo()
    assert again.battle == play.battle
