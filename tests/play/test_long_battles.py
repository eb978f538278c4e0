"""A battle of many steps in a game whose one round never ends: snapshots are still taken, reopening and undo are
immediate."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from exgui.engine.battle import Battle
from exgui.engine.events import Event
from exgui.engine.evolve import evolve_all
from exgui.play.journal import Snapshot
from exgui.play.play import SNAPSHOT_EVERY, Play
from tests.bench.reopening import Lines, long_battle

STEPS = 500


@pytest.fixture(scope="module")
def long() -> tuple[Play, Lines]:
    """The long battle and its journal."""
    return long_battle(STEPS)


def test_snapshot_is_written_every_fifty_steps(long: tuple[Play, Lines]) -> None:
    play, store = long
    assert play.battle.round == 1
    # The round begins with the first step; then steps 50, 100 ... 500.
    assert sum(isinstance(entry, Snapshot) for entry in store.entries()) == 1 + 10


def test_long_battle_reopens_quickly_and_unchanged(long: tuple[Play, Lines], monkeypatch: pytest.MonkeyPatch) -> None:
    play, store = long
    monkeypatch.setattr("exgui.play.play.run_command", lambda *_: pytest.fail("no step is resolved once more"))
    again = Play.resume(play.system, store.entries())
    assert again.battle == play.battle
    assert again.step_number == STEPS


def test_any_step_is_quickly_undone_and_redone(long: tuple[Play, Lines], monkeypatch: pytest.MonkeyPatch) -> None:
    """No undo goes through many steps: not through more than lie between three snapshots."""
    play, store = long
    folded: list[Battle] = []

    def folding(battle: Battle, events: Iterable[Event]) -> Battle:
        folded.append(battle)
        return evolve_all(battle, events)

    monkeypatch.setattr("exgui.play.history.evolve_all", folding)
    again = Play.resume(play.system, store.entries())
    for _ in range(STEPS - 1):
        folded.clear()
        again.undo()
        assert len(folded) <= 2 * SNAPSHOT_EVERY
    assert again.battle == play.battle_at(1)
    again.go_back_to(0)
    assert again.battle.phase == "prepared"
    for _ in range(STEPS):
        again.redo()
    assert again.battle == play.battle
