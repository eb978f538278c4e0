"""A play: one change for each call, no change from a refusal or a failed save, and undo."""

import sys
from collections.abc import Callable

import pytest
from generality.kept import Lines, begun

from exgui.engine.asks import Choice, Command, Declared, Each, Fall, Mod, Modify, command
from exgui.engine.effects import Effect, Modifier
from exgui.engine.procedure import BadAnswer
from exgui.play.journal import Answered, Commanded, Redone, Undone
from exgui.play.play import Change, Play, Refused
from tests.play.changed_steps import with_answer, with_command

STRIKE = command("strike", "ada", target="dun")


@pytest.fixture
def store() -> Lines:
    return Lines()


@pytest.fixture
def play(store: Lines) -> Play:
    return begun(store, burning=False)


def everything(play: Play) -> tuple[object, ...]:
    """Everything that a play shows."""
    return play.battle, play.settled, play.pending, play.log(), play.steps, play.can_undo(), play.can_redo()


EVENING: tuple[Callable[[Play], object], ...] = (
    lambda play: play.dispatch(STRIKE),
    lambda play: play.answer(Declared(("kindle",))),
    lambda play: play.answer(Declared(("riposte",))),
    lambda play: play.roll(),
    lambda play: play.undo(),
    lambda play: play.answer(Fall(score=3)),
    lambda play: play.answer(Choice("body")),
    lambda play: play.answer(Fall(score=1)),
    lambda play: play.undo(),
    lambda play: play.redo(),
    lambda play: play.answer(Declared()),
    lambda play: play.answer(Declared()),
    lambda play: play.answer(Fall(score=0)),
    lambda play: play.dispatch(command("end_turn", "ada")),
    lambda play: play.go_back_to(2),
    lambda play: play.redo(),
    lambda play: play.amend(play.propose(1, with_answer(play.steps[1], 2, Fall(score=2)))),
)


def an_evening(play: Play) -> None:
    """The whole evening."""
    for call in EVENING:
        call(play)


def test_every_call_makes_one_described_change(play: Play) -> None:
    changes: list[Change] = []
    play.subscribe(changes.append)
    for call in EVENING[:11]:
        before = play.battle
        call(play)
        assert changes[-1].before is before
        assert changes[-1].after is play.battle
    kinds = [type(change.entry) for change in changes]
    assert kinds == [Commanded, *[Answered] * 3, Undone, *[Answered] * 3, Undone, Redone, Answered]


def test_going_to_the_current_step_changes_nothing(play: Play, store: Lines) -> None:
    changes: list[Change] = []
    play.subscribe(changes.append)
    lines = list(store.lines)
    play.go_back_to(1)
    play.go_back_to(7)
    assert not changes
    assert store.lines == lines


def test_unsubscribed_listener_is_not_called(play: Play) -> None:
    changes: list[Change] = []
    end = play.subscribe(changes.append)
    end()
    end()
    play.dispatch(command("end_turn", "ada"))
    assert not changes


def test_listeners_get_changes_in_order_even_if_one_acts(play: Play) -> None:
    def continues(change: Change) -> None:
        if isinstance(change.entry, Commanded):
            play.answer(Declared())

    changes: list[Change] = []
    play.subscribe(continues)
    play.subscribe(changes.append)
    play.dispatch(STRIKE)
    assert [type(change.entry) for change in changes] == [Commanded, Answered]


def test_failing_listener_affects_neither_the_change_nor_others(
    play: Play, store: Lines, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(_change: Change) -> None:
        raise RuntimeError("the window is gone")

    uncaught: list[str] = []
    monkeypatch.setattr(sys, "excepthook", lambda _kind, error, _trace: uncaught.append(str(error)))
    changes: list[Change] = []
    play.subscribe(fails)
    play.subscribe(changes.append)
    written = len(store.lines)
    play.dispatch(STRIKE)
    assert (len(changes), len(store.lines)) == (1, written + 1)
    play.answer(Declared())
    assert (len(changes), len(store.lines)) == (2, written + 2)
    assert uncaught == ["the window is gone"] * 2


@pytest.mark.parametrize(
    "refused",
    [
        command("strike", "bo", target="dun"),
        command("strike", "ada", target="nobody"),
        command("juggle"),
        STRIKE.but(mods=(Mod("nobody.strike", dice=1),)),
        STRIKE.but(mods=(Mod("strike", dice=1),), overrule=True),
    ],
)
def test_refused_step_changes_nothing(play: Play, store: Lines, refused: Command) -> None:
    before, lines = everything(play), list(store.lines)
    assert play.check(refused)
    with pytest.raises(Refused) as caught:
        play.dispatch(refused)
    assert caught.value.violations
    assert everything(play) == before
    assert store.lines == lines


def test_no_step_begins_while_another_is_open(play: Play) -> None:
    play.dispatch(STRIKE)
    with pytest.raises(Refused, match="not finished"):
        play.dispatch(command("end_turn", "ada").but(overrule=True))


@pytest.mark.parametrize(
    "wrong",
    [Fall(score=1), Choice("body"), Each(("dun",)), Declared(("riposte",)), Modify("nobody", Effect("luck", "luck"))],
)
def test_unfitting_answer_changes_nothing(play: Play, store: Lines, wrong: object) -> None:
    play.dispatch(STRIKE)
    before, lines = everything(play), list(store.lines)
    with pytest.raises(BadAnswer):
        play.answer(wrong)  # type: ignore[arg-type]
    assert everything(play) == before
    assert store.lines == lines


def test_nothing_is_answered_or_rolled_between_steps(play: Play) -> None:
    with pytest.raises(BadAnswer, match="nothing is asked"):
        play.answer(Fall(score=1))
    with pytest.raises(BadAnswer, match="no roll"):
        play.roll()


def test_invalid_preset_choice_is_refused_when_due(play: Play) -> None:
    for id in ("ada", "dun"):
        play.dispatch(command("adjust", who=id, set={"oil": 1}))
    play.dispatch(STRIKE.but(choose={"where": "moon"}))
    play.answer(Declared())
    play.answer(Declared())
    with pytest.raises(BadAnswer, match="where must be one of body, flame, not moon"):
        play.answer(Fall(score=2))
    play.answer(Fall(score=0))
    assert play.pending is None


def test_unsaved_call_leaves_everything_unchanged() -> None:
    whole = Lines()
    an_evening(begun(whole))
    for number in range(2, whole.appends + 1):
        store = Lines()
        play = begun_failing(store, number)
        if play is None:
            continue
        changes: list[Change] = []
        play.subscribe(changes.append)
        for call in EVENING:
            before, lines, heard = everything(play), list(store.lines), len(changes)
            try:
                call(play)
            except OSError:
                assert everything(play) == before
                assert store.lines == lines
                assert len(changes) == heard
                call(play)
            assert Play.resume(play.system, store.entries()).battle == play.battle
        assert store.lines == whole.lines


def begun_failing(store: Lines, number: int) -> Play | None:
    """The battle begun, with a store whose append of that number is going to fail; None if it fails too soon."""
    store.fails_at = number
    try:
        return begun(store)
    except OSError:
        assert len(store.lines) == number - 1
        return None


def test_all_steps_can_be_undone_and_redone(play: Play) -> None:
    an_evening(play)
    start = play.battle_at(0)
    end, steps = everything(play)[:4], play.step_number
    play.go_back_to(0)
    assert play.battle == start
    assert not play.can_undo()
    with pytest.raises(Refused, match="nothing to undo"):
        play.undo()
    while play.can_redo():
        play.redo()
    assert play.step_number == steps
    assert everything(play)[:4] == end
    with pytest.raises(Refused, match="nothing to redo"):
        play.redo()


def test_undone_steps_are_gone_after_a_new_step(play: Play) -> None:
    for id in ("ada", "cai", "dun"):
        play.dispatch(command("end_turn", id))
    play.go_back_to(2)
    play.dispatch(command("shade", "cai"))
    assert not play.can_redo()
    assert [line.command.do for line in play.log()] == ["start", "end_turn", "shade"]


def test_undo_and_redo_are_commands_as_well(play: Play) -> None:
    play.dispatch(command("end_turn", "ada"))
    play.dispatch(command("undo"))
    assert play.battle.up == ("ada",)
    play.dispatch(command("redo"))
    assert play.battle.up == ("cai", "dun")


def test_step_modifiers_end_with_the_step(play: Play) -> None:
    play.dispatch(command("wrestle", "ada", target="dun").but(mods=(Mod("dun.oppose", dice=2, label="oil"),)))
    assert play.battle.who("dun").effects
    play.answer(Modify("ada", Effect("stunt", "stunt", (Modifier("wrestle", dice=1),))))
    play.answer(Fall(score=6))
    play.answer(Fall(score=7))
    assert not any(one.effects for one in play.battle.combatants.values())


def test_amended_step_does_not_reuse_results_for_other_rolls(play: Play) -> None:
    for id in ("ada", "dun"):
        play.dispatch(command("adjust", who=id, set={"oil": 1}))
    play.dispatch(STRIKE)
    play.answer(Declared(("kindle",)))
    play.answer(Declared(("riposte",)))
    play.answer(Fall(score=3))  # it hits
    play.answer(Fall(score=1))  # and scratches
    play.answer(Fall(score=4))  # the riposte hits
    play.answer(Fall(score=0))
    assert play.pending is None
    number = len(play.steps) - 1
    amendment = play.propose(number, with_answer(play.steps[number], 2, Fall(score=0)))
    # Now it misses: the scratch is thrown no more, and the riposte keeps its own four heads.
    assert amendment.open is None
    falls = [answer.score for answer in amendment.steps[0].answers if isinstance(answer, Fall)]
    assert falls == [0, 4, 0]


def test_outdated_amendment_is_refused(play: Play) -> None:
    play.dispatch(command("end_turn", "ada"))
    amendment = play.propose(1, with_command(play.steps[1], command("end_turn", "ada")))
    play.dispatch(command("end_turn", "cai"))
    before = everything(play)
    with pytest.raises(BadAnswer, match="gone on"):
        play.amend(amendment)
    assert everything(play) == before
