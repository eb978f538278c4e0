"""A command is prepared once: `dispatch` does it as it was prepared, unless the battle has moved on since; and each
change gives the step from which the log has changed."""

from __future__ import annotations

import pytest
from generality.kept import Lines, begun

from exgui.engine.asks import Declared, command
from exgui.engine.evolve import evolve_all
from exgui.play.history import KEPT_EVERY, KEPT_LATEST
from exgui.play.play import Change, Line, Play, Refused
from tests.play.test_play import EVENING, STRIKE


@pytest.fixture
def play() -> Play:
    return begun(Lines(), burning=False)


class Counted:
    """Counts how often the game checks and resolves a step."""

    def __init__(self, play: Play, monkeypatch: pytest.MonkeyPatch) -> None:
        self.checked = self.resolved = 0
        check, procedure = play.system.check, play.system.procedure

        def counted_check(*args: object) -> object:
            self.checked += 1
            return check(*args)

        def counted_procedure(*args: object) -> object:
            self.resolved += 1
            return procedure(*args)

        monkeypatch.setattr(play.system, "check", counted_check)
        monkeypatch.setattr(play.system, "procedure", counted_procedure)


def test_preparing_changes_nothing_and_reports_how_far_the_step_gets(play: Play) -> None:
    before, log = play.battle, play.log()
    prepared = play.prepare(STRIKE)
    assert prepared.violations == ()
    assert prepared.resolution is not None
    assert isinstance(prepared.resolution.pending.by, str)
    assert play.battle is before
    assert play.log() == log
    assert play.pending is None


def test_prepared_step_is_done_without_checking_again(play: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    counted = Counted(play, monkeypatch)
    prepared = play.prepare(STRIKE)
    assert (counted.checked, counted.resolved) == (1, 1)
    play.dispatch(prepared)
    assert (counted.checked, counted.resolved) == (1, 1)
    assert play.resolution is prepared.resolution
    assert play.open_step is not None
    assert play.open_step.command == prepared.command


def test_step_prepared_for_another_battle_is_prepared_again(play: Play) -> None:
    prepared = play.prepare(STRIKE)
    play.dispatch(command("end_turn", "ada"))
    with pytest.raises(Refused):
        play.dispatch(prepared)  # it is no longer Ada's turn
    assert play.pending is None


def test_nothing_is_prepared_while_a_step_is_open(play: Play) -> None:
    first = play.prepare(STRIKE)
    play.dispatch(STRIKE)
    prepared = play.prepare(STRIKE)
    assert prepared.resolution is None
    assert prepared.violations[0].final
    for again in (prepared, first):
        with pytest.raises(Refused, match="not finished"):
            play.dispatch(again)


def test_prepared_step_lists_all_broken_rules(play: Play) -> None:
    refused = play.prepare(command("strike", "dun", target="ada"))
    assert refused.resolution is None
    with pytest.raises(Refused) as caught:
        play.dispatch(refused)
    assert caught.value.violations == refused.violations


def test_log_built_from_changes_equals_the_log(play: Play) -> None:
    followed: list[Line] = list(play.log())

    def follow(change: Change) -> None:
        kept = [line for line in followed if line.index < change.since]
        assert kept == list(play.log())[: len(kept)]
        followed[:] = [*kept, *play.log(change.since)]

    play.subscribe(follow)
    for call in EVENING:
        call(play)
        assert tuple(followed) == play.log()
    for _ in range(3):
        play.undo()
        assert tuple(followed) == play.log()
    for _ in range(3):
        play.redo()
        assert tuple(followed) == play.log()


def test_answer_changes_the_log_from_the_open_step(play: Play) -> None:
    play.dispatch(command("end_turn", "ada"))
    changes: list[Change] = []
    play.subscribe(changes.append)
    number = play.step_number
    by = play.battle.active
    play.dispatch(command("strike", by, target=next(id for id in play.battle.combatants if id != by)))
    play.answer(Declared())
    play.undo()
    play.undo()
    play.undo()
    assert [change.since for change in changes] == [number, number, number, number, number - 1]


def test_joined_changes_span_first_to_last(play: Play) -> None:
    changes: list[Change] = []
    play.subscribe(changes.append)
    play.dispatch(STRIKE)
    play.answer(Declared())
    both = changes[0].then(changes[1])
    assert both.before is changes[0].before
    assert both.after is changes[1].after
    assert both.entry == changes[1].entry
    assert both.since == min(changes[0].since, changes[1].since)


def test_long_battle_keeps_few_states_and_knows_all(play: Play) -> None:
    steps = 5 * KEPT_EVERY + 7
    while play.step_number < steps:
        play.dispatch(command("end_turn", play.battle.active))
        assert play.pending is None
    history = play._history
    assert len(history._battles) <= steps // KEPT_EVERY + KEPT_LATEST + 2
    battle = play.battle_at(0)
    for number, step in enumerate(play.steps):
        assert play.battle_at(number) == battle
        battle = evolve_all(battle, step.events or ())
    assert play.battle_at(steps) == battle
