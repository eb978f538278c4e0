"""Any actions in any order: the journal replayed is the play, and nothing ever gets in between."""

from contextlib import suppress
from typing import Any

from generality.kept import Lines
from generality.lantern import battle, system
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from exgui.engine.asks import Answer, Choice, Choose, Command, Declare, Declared, Fall, Modify, Roll, command
from exgui.engine.effects import Effect, Modifier
from exgui.engine.evolve import evolve_all
from exgui.engine.procedure import BadAnswer
from exgui.play.journal import Finished
from exgui.play.play import Change, Play, Refused
from exgui.play.steps import run_command
from tests.play.changed_steps import with_answer

PEOPLE = ("ada", "bo", "cai", "dun", "eck")
ZONES = ("hall", "stair", "vault", "roof")


commands = st.one_of(
    st.builds(command, st.sampled_from(("strike", "twice", "wrestle")), st.sampled_from(PEOPLE)).flatmap(
        lambda step: st.sampled_from(PEOPLE).map(lambda target: step.but(args=step.args.put("target", target)))
    ),
    st.builds(
        command,
        st.sampled_from(("end_turn", "end_turn", "sweep", "shade", "wait", "snuff", "relight", "join")),
        st.sampled_from(PEOPLE),
    ),
    st.builds(lambda who, to: command("walk", who, to=to), st.sampled_from(PEOPLE), st.sampled_from(ZONES)),
    st.builds(
        lambda who, path, value: command("adjust", who=who, set={path: value}),
        st.sampled_from(PEOPLE),
        st.sampled_from(("glow", "oil", "wounds", "guard", "held", "fallen", "nothing")),
        st.integers(0, 9),
    ),
    st.builds(lambda who: command("heal", who=who, wounds=2), st.sampled_from(PEOPLE)),
    st.just(command("start")),
)


@st.composite
def steps(draw: st.DrawFn) -> Command:
    """A command, now and then on an earlier tick or against the rules."""
    step = draw(commands)
    if draw(st.integers(0, 9)) == 0:
        step = step.but(overrule=True)
    if draw(st.integers(0, 9)) == 0:
        step = step.but(tick=draw(st.integers(0, 8)))
    return step


class Table(RuleBasedStateMachine):
    """Anything a storyteller may do, and much that cannot be done."""

    def __init__(self) -> None:
        super().__init__()
        self.store = Lines()
        self.play = Play.begin(system(), battle(), self.store)
        self.play.dispatch(command("start"))
        self.changes: list[Change] = []
        self.play.subscribe(self.changes.append)

    def turn(self) -> str:
        """Whose turn it is."""
        return self.play.battle.active or "ada"

    @rule(step=steps())
    def dispatch(self, step: Command) -> None:
        before, lines = self.play.battle, len(self.store.lines)
        self.changes.clear()
        try:
            self.play.dispatch(step)
        except Refused:
            assert self.play.battle is before
            assert len(self.store.lines) == lines
            assert not self.changes
        else:
            self.one_change(before)

    @precondition(lambda self: self.play.pending is None)
    @rule(
        action=st.sampled_from(("strike", "twice", "wrestle", "sweep", "end_turn", "wait")), who=st.sampled_from(PEOPLE)
    )
    def take_turn(self, action: str, who: str) -> None:
        self.dispatch(command(action, self.turn(), target=who))

    @precondition(lambda self: self.play.pending is not None)
    @rule(
        oil=st.booleans(),
        answer=st.sampled_from(
            ("app", "app", "app", "modify", Fall(score=1), Fall(score=99), Choice("flame"), Declared())
        ),
    )
    def answer(self, oil: bool, answer: str | Answer) -> None:
        before, pending = self.play.battle, self.play.pending
        if answer == "modify":
            answer = Modify("bo", Effect("word", "a word", (Modifier("strike", dice=1),)))
        elif answer == "app":
            if isinstance(pending, Roll):
                answer = self.play.app_dice(pending)
            elif isinstance(pending, Declare):
                answer = Declared(tuple(option.value for option in pending.effects[:1]) if oil else ())
            else:
                assert isinstance(pending, Choose)
                answer = Choice(pending.default)
        assert not isinstance(answer, str)
        lines = len(self.store.lines)
        self.changes.clear()
        try:
            self.play.answer(answer)
        except BadAnswer:
            assert self.play.battle is before
            assert self.play.pending is pending
            assert len(self.store.lines) == lines
            assert not self.changes
        else:
            self.one_change(before)

    @rule(forward=st.booleans())
    def undo_or_redo(self, forward: bool) -> None:
        before = self.play.battle
        self.changes.clear()
        possible = self.play.can_redo() if forward else self.play.can_undo()
        try:
            (self.play.redo if forward else self.play.undo)()
        except Refused:
            assert not possible
            assert self.play.battle is before
            assert not self.changes
        else:
            assert possible
            self.one_change(before)

    @precondition(lambda self: self.play.can_undo())
    @rule()
    def undo_and_redo_lead_back(self) -> None:
        before, pending = self.play.battle, self.play.pending
        self.play.undo()
        self.play.redo()
        assert self.play.battle == before
        assert self.play.pending == pending

    @precondition(lambda self: self.play.pending is None and self.play.steps)
    @rule(number=st.integers(0, 99), position=st.integers(0, 9), result=st.integers(0, 4), back=st.booleans())
    def amend(self, number: int, position: int, result: int, back: bool) -> None:
        play = self.play
        before, log = play.battle, play.log()
        index = number % len(play.steps)
        step = play.steps[index]
        if step.answers:
            step = with_answer(step, position % len(step.answers), Fall(score=result))
        amendment = play.propose(index, step)
        assert play.battle is before
        if not amendment.possible:
            return
        self.changes.clear()
        play.amend(amendment)
        self.one_change(before)
        assert play.battle == amendment.battle
        assert play.step_number + len(amendment.dropped) + bool(amendment.open) == len(log)
        if back:
            play.undo()
            assert play.battle == before
            assert play.log() == log

    @rule(index=st.integers(-1, 12))
    def go_back_to(self, index: int) -> None:
        play = self.play
        steps, wanted = play.step_number, max(0, index)
        goal = play.battle_at(wanted) if wanted <= steps else play.battle
        self.changes.clear()
        play.go_back_to(index)
        assert play.step_number == min(steps, wanted)
        assert play.battle == goal
        assert len(self.changes) <= 1

    @rule()
    def killed_and_resumed(self) -> None:
        play = Play.resume(system(), self.store.entries(), self.store)
        self.same(play)
        play.subscribe(self.changes.append)
        self.play = play

    @rule(step=steps())
    def full_disk(self, step: Command) -> None:
        play, lines = self.play, len(self.store.lines)
        log, before, pending = play.log(), play.battle, play.pending
        self.changes.clear()
        self.store.full = True
        tries = (
            lambda: play.dispatch(step),
            lambda: play.roll(),
            lambda: play.answer(Declared()),
            lambda: play.undo(),
            lambda: play.redo(),
            lambda: play.go_back_to(0),
        )
        for attempt in tries:
            with suppress(OSError, Refused, BadAnswer):
                attempt()
            assert play.battle == before
            assert play.pending == pending
            assert play.log() == log
        self.store.full = False
        assert len(self.store.lines) == lines
        assert not self.changes

    def one_change(self, before: Any) -> None:
        """Check that one change was reported, matching the state of the play."""
        assert len(self.changes) == 1
        assert self.changes[0].before is before
        assert self.changes[0].after is self.play.battle

    def same(self, other: Play) -> None:
        """Check that another play shows the same as this one."""
        play = self.play
        assert other.battle == play.battle
        assert other.settled == play.settled
        assert other.pending == play.pending
        assert other.step_number == play.step_number
        assert other.log() == play.log()
        assert (other.can_undo(), other.can_redo()) == (play.can_undo(), play.can_redo())
        assert all(type(one.tracks) is type(two.tracks) for one, two in zip(*map(everyone, (play, other)), strict=True))

    @invariant()
    def journal_is_the_play(self) -> None:
        self.same(Play.resume(system(), self.store.entries()))

    @invariant()
    def effects_of_a_step_end_with_it(self) -> None:
        for one in self.play.settled.combatants.values():
            assert all(effect.until != "step" for effect in one.effects)

    @invariant()
    def events_alone_make_the_battle(self) -> None:
        steps = [line for line in self.play.log() if not line.open]
        now = evolve_all(self.play.battle_at(0), (event for line in steps for event in line.events))
        assert now == self.play.settled

    def teardown(self) -> None:
        """All can be taken back, and the steps that count resolve again to the same events."""
        play = self.play
        history = play._history
        for index, step in enumerate(history.done):
            again = run_command(play.system, history.battle_at(index), step.command, step.answers)
            assert again.finished
            assert again.events == step.events
        start = self.store.entries()[0]
        while play.can_undo():
            play.undo()
        assert play.battle == start.battle  # type: ignore[union-attr]
        assert any(isinstance(entry, Finished) for entry in self.store.entries())


def everyone(play: Play) -> Any:
    """The combatants of a play."""
    return play.battle.combatants.values()


TestTable = Table.TestCase
TestTable.settings = settings(max_examples=25, stateful_step_count=30, deadline=None)
