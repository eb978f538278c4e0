"""A battle comes back from its journal: in the middle of a step, under other rules, from a damaged journal."""

import pytest
from generality.kept import Lines, begun
from generality.lantern import battle, system
from generality.lantern.game import Lantern

from exgui.engine.asks import Command, Declare, Declared, Fall, Modify, command
from exgui.engine.battle import Battle
from exgui.engine.effects import Effect
from exgui.engine.events import Moved, Noted
from exgui.engine.procedure import Scene, Steps
from exgui.play import journal
from exgui.play import play as play_module
from exgui.play.journal import (
    Amended,
    Answered,
    Began,
    Commanded,
    Entry,
    Finished,
    JournalError,
    Redone,
    Snapshot,
    Undone,
)
from exgui.play.play import Play, Refused
from tests.play.changed_steps import with_answer

STRIKE = command("strike", "ada", target="dun")
GIVEN = (Declared(), Declared(("riposte",)), Fall(score=2))


def half_done(store: Lines) -> Play:
    """A strike in the middle of which three things have been answered."""
    play = begun(store)
    play.dispatch(STRIKE)
    for answer in GIVEN:
        play.answer(answer)
    return play


@pytest.fixture
def newer(monkeypatch: pytest.MonkeyPatch) -> None:
    """Switch to the next version of the rules; earlier entries keep theirs."""
    monkeypatch.setattr(play_module, "RULES_VERSION", journal.RULES_VERSION + 1)


def resumed(store: Lines, game: Lantern | None = None) -> Play:
    """The play, resumed from its lines."""
    return Play.resume(game or system(), store.entries(), store)


def test_open_step_reopens_at_its_declaration_under_other_rules(newer: None) -> None:
    store = Lines()
    half_done(store)
    lines = list(store.lines)
    play = resumed(store)
    assert isinstance(play.pending, Declare)
    assert play.pending.by == "ada"
    assert play.left_open == GIVEN
    assert store.lines == lines


def test_old_answers_are_shown_until_they_are_given_again(newer: None) -> None:
    store = Lines()
    half_done(store)
    play = resumed(store)
    play.answer(Declared())
    assert play.left_open == GIVEN[1:]
    play.answer(Modify("ada", Effect("luck", "luck")))
    assert play.left_open == GIVEN[1:]
    play.answer(Declared())
    assert play.left_open == GIVEN[2:]
    play.answer(Fall(score=0))
    assert play.pending is None
    assert play.left_open == ()


def test_reopened_step_keeps_only_new_answers(newer: None) -> None:
    store = Lines()
    half_done(store)
    play = resumed(store)
    play.answer(Declared())
    play.answer(Declared())
    again = Play.resume(system(), store.entries())
    assert again.steps == play.steps
    # The command has been written down anew, but by a module that knows the old version.
    assert again.battle.who("dun").track("oil") == 2
    play.answer(Fall(score=0))
    again = Play.resume(system(), store.entries())
    assert again.steps == play.steps
    assert again.steps[-1].answers == (Declared(), Declared(), Fall(score=0))


def test_reopened_step_can_be_undone_for_good(newer: None) -> None:
    store = Lines()
    half_done(store)
    play = resumed(store)
    play.undo()
    assert play.pending is None
    assert play.left_open == ()
    again = Play.resume(system(), store.entries())
    assert again.pending is None
    assert again.battle == play.battle
    again.redo()
    assert isinstance(again.pending, Declare)


def test_open_amended_step_affects_no_other_step(newer: None) -> None:
    store = Lines()
    play = begun(store)
    play.dispatch(STRIKE)
    for answer in (Declared(), Declared(), Fall(score=0)):
        play.answer(answer)
    play.amend(play.propose(1, with_answer(play.steps[1], 2, Fall(score=2))))
    assert play.pending is not None
    again = resumed(store)
    assert isinstance(again.pending, Declare)
    assert again.step_number == 1
    again.answer(Declared())
    assert Play.resume(system(), store.entries()).step_number == 1


def test_amendment_under_newer_rules_stays_open(newer: None) -> None:
    store = Lines()
    play = begun(store)
    play.dispatch(STRIKE)
    for answer in (Declared(), Declared(), Fall(score=0)):
        play.answer(answer)
    play.amend(play.propose(1, with_answer(play.steps[1], 2, Fall(score=2))))
    *before, amended = store.entries()
    assert isinstance(amended, Amended)
    again = Play.resume(system(), [*before, amended.but(version=journal.RULES_VERSION + 1)])
    assert again.pending == play.pending
    assert again.left_open == ()


class Quick(Lantern):
    """A later Lantern, in which nothing is asked."""

    def procedure(self, scene: Scene, command: Command) -> Steps:
        """Log a sentence and finish the step."""
        yield Noted(f"{command.do} is done at once.")


class Lost(Lantern):
    """A later Lantern that does not understand old commands."""

    def procedure(self, scene: Scene, command: Command) -> Steps:
        """Fails."""
        raise KeyError(command.do)


def test_step_without_questions_under_other_rules_is_finished(newer: None) -> None:
    store = Lines()
    half_done(store)
    play = resumed(store, Quick(system().rules))
    assert play.pending is None
    assert [note.text for note in play.log()[-1].notes] == ["strike is done at once."]
    play.dispatch(command("end_turn", "ada"))
    assert Play.resume(system(), store.entries()).log() == play.log()


def test_step_without_meaning_under_other_rules_is_undone(newer: None) -> None:
    store = Lines()
    half_done(store)
    play = resumed(store, Lost(system().rules))
    assert play.pending is None
    assert play.step_number == 1
    assert play.left_open == GIVEN


def test_undone_step_is_not_redone_if_it_no_longer_fits() -> None:
    store = Lines()
    play = half_done(store)
    play.undo()
    play.system = Asks(system().rules)
    before, lines = play.battle, list(store.lines)
    with pytest.raises(Refused, match="can’t be redone"):
        play.redo()
    assert (play.battle, store.lines) == (before, lines)


class Asks(Lantern):
    """A later Lantern, in which everything is declared."""

    def procedure(self, scene: Scene, command: Command) -> Steps:
        """Three declarations."""
        from exgui.engine.asks import Option

        for moment in ("one", "two", "three"):
            yield from scene.declare("ada", moment, (Option("riposte", "Riposte"),))


def test_step_with_all_answers_stored_is_finished() -> None:
    store = Lines()
    play = begun(store)
    play.dispatch(command("end_turn", "ada"))
    cut = [entry for entry in store.entries() if not isinstance(entry, Snapshot)]
    assert isinstance(cut.pop(), Finished)
    keeps = Lines()
    again = Play.resume(system(), cut, keeps)
    assert again.battle == play.battle
    again.dispatch(command("end_turn", "cai"))
    kinds = [type(entry) for entry in keeps.entries()]
    assert kinds == [Finished, Commanded, Finished]
    assert Play.resume(system(), [*cut, *keeps.entries()]).battle == again.battle


def test_unsaved_resume_is_retried() -> None:
    store = Lines()
    play = begun(store)
    play.dispatch(command("end_turn", "ada"))
    cut = store.entries()[:-1]
    keeps = Lines()
    keeps.fails_at = 1
    again = Play.resume(system(), cut, keeps)
    with pytest.raises(OSError, match="full"):
        again.dispatch(command("end_turn", "cai"))
    again.dispatch(command("end_turn", "cai"))
    assert Play.resume(system(), [*cut, *keeps.entries()]).battle == again.battle


BEGAN = Began(system().prepare(battle()), "lantern-1")
START = [BEGAN, Commanded(command("start"))]
DAMAGED: dict[str, list[Entry]] = {
    "nothing": [],
    "no beginning": [Commanded(command("start"))],
    "two beginnings": [BEGAN, BEGAN],
    "an answer to nothing": [BEGAN, Answered(Fall(score=1))],
    "an end of nothing": [BEGAN, Finished()],
    "a step inside a step": [*START, Commanded(command("start"))],
    "nothing to undo": [BEGAN, Undone()],
    "more undone than done": [*START, Finished(), Undone(10**15)],
    "nothing to redo": [BEGAN, Redone()],
    "events of nobody": [*START, Finished((Moved("nobody", "hall"),))],
}


@pytest.mark.parametrize("entries", DAMAGED.values(), ids=DAMAGED)
def test_inconsistent_journal_is_reported_in_a_sentence(entries: list[Entry]) -> None:
    with pytest.raises(JournalError):
        Play.resume(system(), entries)


def test_battle_cannot_continue_under_other_rules() -> None:
    store = Lines()
    half_done(store)
    first, *rest = store.entries()
    assert isinstance(first, Began)
    with pytest.raises(JournalError, match="the battle began under different rules"):
        Play.resume(system(), [first.but(digest=f"not {first.digest}"), *rest])


def test_snapshot_replaces_earlier_entries() -> None:
    store = Lines()
    play = begun(store)
    play.write_snapshot()
    for id in ("ada", "cai", "dun", "bo", "eck"):
        play.dispatch(command("end_turn", id))
        play.write_snapshot()
    snapshots = [entry.battle for entry in store.entries() if isinstance(entry, Snapshot)]
    assert [kept.round for kept in snapshots] == [1, 2]
    assert snapshots[-1] == play.battle
    again: Battle = Play.resume(system(), store.entries()).battle
    assert again.rules is not None


def kinds(store: Lines) -> list[type[Entry]]:
    """The kinds of the entries that a store has kept."""
    return [type(entry) for entry in store.entries()]


def test_steps_do_not_wait_for_snapshots_and_need_none() -> None:
    """The first round begins with the first step: from then on a snapshot is due, and written when there is time."""
    store = Lines()
    play = begun(store)
    assert play.snapshot_due
    assert kinds(store) == [Began, Commanded, Finished]
    assert resumed(store).battle == play.battle  # as after a crash
    play.write_snapshot()
    play.write_snapshot()
    assert kinds(store) == [Began, Commanded, Finished, Snapshot]
    assert resumed(store).battle == play.battle


def test_skipped_snapshot_is_written_when_the_next_is_due() -> None:
    store = Lines()
    play = begun(store)
    for id in ("ada", "cai", "dun", "bo", "eck"):  # all of the first round
        assert Snapshot not in kinds(store)
        play.dispatch(command("end_turn", id))
    assert play.battle.round == 2
    assert kinds(store)[-1] is Snapshot
    assert not play.snapshot_due


def test_snapshot_waits_for_open_steps_and_a_working_disk() -> None:
    store = Lines()
    play = half_done(store)
    play.write_snapshot()
    assert Snapshot not in kinds(store)
    while play.pending is not None:
        play.undo()
    store.fails_at = store.appends + 1
    with pytest.raises(OSError, match="full"):
        play.write_snapshot()
    assert play.snapshot_due
    play.write_snapshot()
    assert kinds(store)[-1] is Snapshot
    assert resumed(store).battle == play.battle
