"""`Play`: the observable model of a battle in progress.

The window, the scenarios and the tests use this one object: `battle`, `pending` (the open ask), `dispatch`, `answer`,
`undo`, `redo`, and `subscribe`; each listener gets one `Change` for each of these calls.
"""

from __future__ import annotations

import logging
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from typing import Any

from exgui.engine.asks import (
    Answer,
    Ask,
    Command,
    Fall,
    Modify,
    Roll,
    Violation,
)
from exgui.engine.battle import Battle
from exgui.engine.dice import keyed_faces
from exgui.engine.events import Event, Noted
from exgui.engine.evolve import evolve_all
from exgui.engine.procedure import BadAnswer, Resolution
from exgui.engine.record import Record
from exgui.engine.system import System
from exgui.play.amend import Amendment, asked_in, propose
from exgui.play.history import History, Step
from exgui.play.journal import (
    RULES_VERSION,
    Amended,
    Answered,
    Began,
    Commanded,
    Entry,
    Finished,
    NullStore,
    Redone,
    Snapshot,
    Store,
    Undone,
    WentBack,
    digest,
    read_back,
)
from exgui.play.steps import run_command

SNAPSHOT_EVERY = 50
"""The number of steps after which a snapshot is due even if no round has ended: some games have only one round."""

log = logging.getLogger(__name__)


class Refused(Exception):
    """A step that was refused because it breaks rules. `violations` holds all of them; nothing has changed."""

    def __init__(self, violations: Sequence[Violation]) -> None:
        self.violations = tuple(violations)
        super().__init__("; ".join(str(violation) for violation in violations))


class Prepared(Record):
    """A command that has been checked and resolved but not done. `dispatch` does it without repeating that work, as
    long as the battle is the same.

    Attributes:
        command: with its defaults filled in.
        violations: all rules that it breaks.
        resolution: how far it gets without answers; None if it would be refused.
        battle: the battle for which it was prepared.
    """

    command: Command
    violations: tuple[Violation, ...]
    resolution: Resolution | None
    battle: Battle


class Line(Record):
    """One step in the log.

    Attributes:
        index: number of the step, 0 the first.
        round, tick: when it began.
        events: what has happened in it so far.
        open: whether it is the step in progress.
    """

    index: int
    round: int
    tick: int | None
    command: Command
    events: tuple[Event, ...]
    open: bool = False

    @property
    def notes(self) -> tuple[Noted, ...]:
        return tuple(event for event in self.events if isinstance(event, Noted))


class Change(Record):
    """What one call changed, as listeners get it.

    Attributes:
        before, after: the battle as shown before and after the call (inside a step, including what has happened in it).
        entry: the journal's entry for the call: `Commanded`, `Answered`, `Undone` or `Redone`.
        since: number of the first step, an open one included, that differs from before.
    """

    before: Battle
    after: Battle
    entry: Entry | None
    since: int = 0

    def then(self, later: Change) -> Change:
        return later.but(before=self.before, since=min(self.since, later.since))


Listener = Callable[[Change], None]


class Listeners:
    """The listeners to every change of a battle."""

    def __init__(self) -> None:
        self._listeners: list[Listener] = []
        self._queued: list[Change] = []

    def add(self, listener: Listener) -> Callable[[], None]:
        """Call `listener` with every later change; calling the result ends that."""
        self._listeners.append(listener)

        def unsubscribe() -> None:
            if listener in self._listeners:
                self._listeners.remove(listener)

        return unsubscribe

    def tell(self, change: Change) -> None:
        """Call every listener. A change that a listener itself makes comes after this one: all get them in order.

        A listener that fails does not keep the others from being called, and does not undo what is done and written.
        Its exception goes to the handler of uncaught exceptions.
        """
        self._queued.append(change)
        if len(self._queued) > 1:
            return
        try:
            while self._queued:
                for listener in tuple(self._listeners):
                    try:
                        listener(self._queued[0])
                    except Exception as error:  # noqa: BLE001 - as above
                        sys.excepthook(type(error), error, error.__traceback__)
                del self._queued[0]
        finally:
            self._queued.clear()


class Play:
    """One battle in progress, from its beginning or from its journal."""

    def __init__(self, system: System, history: History, store: Store | None = None) -> None:
        self.system = system
        self._store: Store = store if store is not None else NullStore()
        self._history = history
        self._open: Resolution | None = None
        self._unwritten: tuple[Entry, ...] = ()
        self._listeners = Listeners()
        self.snapshot_due = False
        """A snapshot is due (`write_snapshot`), so that the battle opens sooner; nothing else depends on it."""
        self.left_open: tuple[Answer, ...] = ()
        """Answers of a step that an older version of the rules left open: shown, to be given again, next first."""

    @classmethod
    def begin(cls, system: System, battle: Battle, store: Store | None = None) -> Play:
        """Begin a battle. The game adds what it needs, and the battle is written as the journal's first entry."""
        ready = system.prepare(battle.but(rules=system.rules))
        play = cls(system, History(ready), store)
        play._store.append([Began(ready, digest(system))])
        return play

    @classmethod
    def resume(cls, system: System, entries: Iterable[Entry], store: Store | None = None) -> Play:
        """Return a battle from its journal; a step left open is open again at the same ask.

        Raises:
            JournalError: the entries do not make a battle, or the battle uses other rules than the system's.
        """
        history, version = read_back(system, entries)
        play = cls(system, history, store)
        play._reopen(version)
        return play

    @property
    def battle(self) -> Battle:
        """Return the present battle, including what has happened in the open step."""
        return self._open.battle if self._open is not None else self._history.battle

    @property
    def settled(self) -> Battle:
        """Return the battle before the open step began; the same as `battle` between steps."""
        return self._history.battle

    @property
    def pending(self) -> Ask | None:
        """Return the open ask, None between steps."""
        return self._open.pending if self._open else None

    @property
    def resolution(self) -> Resolution | None:
        """Return the state of the open step, None between steps."""
        return self._open

    @property
    def open_step(self) -> Step | None:
        return self._history.open_step

    @property
    def steps(self) -> tuple[Step, ...]:
        """Return the finished steps that count, oldest first, each with its answers."""
        return self._history.done

    @property
    def step_number(self) -> int:
        """Return the number of finished steps; it decides the app's dice of the next step."""
        return self._history.cursor

    def branch(self, steps: int | None = None) -> Play:
        """Return another play that goes on from the present, or from after the first `steps` steps, and is stored
        nowhere."""
        count = self.step_number if steps is None else min(steps, self.step_number)
        history = History(self._history.battle_at(0))
        history.steps = list(self._history.done[:count])
        history.cursor = count
        history.know(self._history.battle_at(count))
        return Play(self.system, history)

    def entries(self) -> tuple[Entry, ...]:
        """Return the entries of a journal that has only the steps that count."""
        found: list[Entry] = [Began(self._history.battle_at(0), digest(self.system))]
        for step in self._history.done:
            found += [Commanded(step.command), *(Answered(one) for one in step.answers), Finished(step.events or ())]
        if (opened := self.open_step) is not None:
            found += [Commanded(opened.command), *(Answered(one) for one in opened.answers)]
        return tuple(found)

    def check(self, command: Command) -> tuple[Violation, ...]:
        complete = self.system.complete(self.battle, command)
        return self._strangers(complete) or self.system.check(self.battle, complete)

    def prepare(self, command: Command) -> Prepared:
        """Check a command and work out its result; changes nothing."""
        battle = self.battle
        if self._open is not None:
            return Prepared(command, (Violation("", "Another step is not finished yet.", final=True),), None, battle)
        complete = self.system.complete(battle, command)
        broken = self._strangers(complete) or tuple(self.system.check(battle, complete))
        if broken and (not complete.overrule or any(violation.final for violation in broken)):
            return Prepared(complete, broken, None, battle)
        try:
            return Prepared(complete, broken, self._resolve(battle, complete, ()), battle)
        except BadAnswer as error:  # of an answer that came with the command
            return Prepared(complete, (Violation("", str(error), final=True),), None, battle)

    def dispatch(self, command: Command | Prepared) -> None:
        """Begin a step. It may finish at once, or leave an ask open (`pending`).

        Raises:
            Refused: it breaks rules and the storyteller has not overruled them, or another step is open; nothing has
                changed.
        """
        given = command.command if isinstance(command, Prepared) else command
        if given.do in ("undo", "redo"):
            (self.undo if given.do == "undo" else self.redo)()
            return
        before = self.battle
        same = isinstance(command, Prepared) and command.battle is before and self._open is None
        prepared = command if same and isinstance(command, Prepared) else self.prepare(given)
        if prepared.resolution is None:
            raise Refused(prepared.violations)
        saved = self._history.save()
        self._history.begin(prepared.command)
        self._carry_out(prepared.resolution, [Commanded(prepared.command)], before, saved)

    def answer(self, answer: Answer) -> None:
        """Answer the pending ask.

        Raises:
            BadAnswer: it does not fit the ask; nothing has changed.
        """
        step = self._history.open_step
        if step is None:
            raise BadAnswer("nothing is asked now")
        before = self.battle
        resolution = self._resolve(self._history.battle, step.command, (*step.answers, answer))
        saved = self._history.save()
        self._history.answer(answer)
        self._carry_out(resolution, [Answered(answer)], before, saved)

    def roll(self) -> None:
        """Answer the pending roll with the app's dice."""
        if not isinstance(self.pending, Roll):
            raise BadAnswer("no roll is asked for now")
        self.answer(self.app_dice(self.pending))

    def app_dice(self, roll: Roll) -> Fall:
        faces = keyed_faces(self.settled.seed, self.step_number, roll.by, roll.name, roll.nth, roll.dice, roll.die)
        return Fall(faces=faces, by_app=True)

    def can_undo(self) -> bool:
        return self._history.can_undo()

    def can_redo(self) -> bool:
        return self._history.can_redo()

    def undo(self) -> None:
        """Undo the last answer of the open step, or else the last step, with all its effects."""
        self._travel(self._history.undo, Undone(), self.can_undo())

    def redo(self) -> None:
        """Redo the last undone answer, step or amendment."""
        self._travel(self._history.redo, Redone(), self.can_redo())

    def go_back_to(self, index: int) -> None:
        """Go back to the battle after the first `index` steps. Redo leads forward again until something new happens."""
        history, index = self._history, max(0, index)
        if index > history.cursor or (index == history.cursor and history.answered is None):
            return
        before, saved = self.battle, history.save()
        history.go_back(index)
        self._arrive(WentBack(index), before, saved)

    def propose(self, index: int, step: Step) -> Amendment:
        """Work out the result of doing `step` in place of the finished step `index`; changes nothing.

        Raises:
            BadAnswer: there is no such step, or another one is open.
        """
        if self._open is not None:
            raise BadAnswer("the open step must be finished or undone first")
        steps = self._history.done
        if not 0 <= index < len(steps):
            raise BadAnswer("there is no such step")
        at = self._history.battle_at
        asked = [asked_in(self.system, at(number), steps[number]) for number in range(index, len(steps))]
        return propose(self.system, at(index), index, step, steps[index + 1 :], asked).but(replaces=steps[index:])

    def amend(self, amendment: Amendment) -> None:
        """Make a proposed amendment. One undo reverts it, until something else is done.

        Raises:
            BadAnswer: the amendment is not possible, or the battle has gone on since it was proposed.
        """
        going_on = self._open is not None or self._history.done[amendment.index :] != amendment.replaces
        if not amendment.possible or going_on:
            raise BadAnswer(amendment.reason or "the battle has gone on since")
        before, saved = self.battle, self._history.save()
        entry = Amended(amendment.index, amendment.steps, amendment.open)
        self._history.amend(entry.index, entry.steps, entry.open)
        self._arrive(entry, before, saved)

    def write_snapshot(self) -> None:
        """Write the whole battle to the journal if that is due and no step is open. For idle moments: it takes longer
        than a step. Without it the battle can still be computed from the steps.

        Raises:
            Exception: from a store that could not write it; it stays due.
        """
        if self.snapshot_due and self._open is None and not self._unwritten:
            self._store.append([Snapshot(self._history.battle)])
            self.snapshot_due = False

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """Call `listener` with every later change; calling the result ends that."""
        return self._listeners.add(listener)

    def log(self, since: int = 0) -> tuple[Line, ...]:
        """Return the log: every step that counts, oldest first, the open one last.

        Args:
            since: number of the first step to return.
        """
        lines = []
        for index, step in self._history.finished(since):
            when = self._history.when(index)
            lines.append(Line(index, *when, step.command, step.events or ()))
        opened, cursor = self._history.open_step, self._history.cursor
        if opened is not None and self._open is not None and cursor >= since:
            lines.append(Line(cursor, *self._history.when(cursor), opened.command, self._open.events, True))
        return tuple(lines)

    def battle_at(self, index: int) -> Battle:
        """Return the battle after the first `index` steps that count."""
        return self._history.battle_at(index)

    def battles(self) -> Iterator[Battle]:
        """Return the battle before the first step and after each one, undone ones included. They are not remembered."""
        battle = self._history.battle_at(0)
        yield battle
        for step in self._history.steps:
            if step.events is None:
                return
            battle = evolve_all(battle, step.events)
            yield battle

    def _resolve(self, battle: Battle, command: Command, answers: tuple[Answer, ...]) -> Resolution:
        return run_command(self.system, battle, command, answers)

    def _carry_out(self, resolution: Resolution, entries: list[Entry], before: Battle, saved: Any) -> None:
        """Make the result of a command or an answer the present state, write it to the journal, and notify the
        listeners. If it cannot be written, nothing has happened."""
        entry, since = entries[0], self._history.cursor
        entries.extend(self._finish(resolution))
        self._write(entries, saved)
        self._open = None if resolution.finished else resolution
        if self._open is None:
            self.left_open = ()
        elif isinstance(entry, Answered) and not isinstance(entry.answer, Modify):
            self.left_open = self.left_open[1:]
        self._listeners.tell(Change(before, self.battle, entry, since))

    def _finish(self, resolution: Resolution) -> list[Entry]:
        """Finish the open step if nothing more is asked; return the journal's entries for that."""
        if not resolution.finished:
            return []
        round_before = self._history.battle.round
        self._history.finish(resolution.events, resolution.battle)
        finished: list[Entry] = [Finished(resolution.events)]
        if resolution.battle.round != round_before or self._history.cursor % SNAPSHOT_EVERY == 0:
            if self.snapshot_due:  # still due: it has waited long enough
                finished.append(Snapshot(resolution.battle))
            self.snapshot_due = True
        return finished

    def _write(self, entries: Sequence[Entry], saved: Any) -> None:
        """Write entries, after those that came from resuming the battle. If that fails, the tape is as it was."""
        try:
            self._store.append([*self._unwritten, *entries])
        except BaseException:
            self._history.restore(saved)
            raise
        self._unwritten = ()
        if isinstance(entries[-1], Snapshot):
            self.snapshot_due = False

    def _strangers(self, command: Command) -> tuple[Violation, ...]:
        return tuple(
            Violation("", f"No combatant is called {mod.who!r}, so no modifier can be given.", final=True)
            for mod in command.mods
            if mod.who not in self.battle.combatants
        )

    def _travel(self, move: Callable[[], None], entry: Entry, possible: bool) -> None:
        if not possible:
            raise Refused(
                [Violation("", f"There is nothing to {'undo' if isinstance(entry, Undone) else 'redo'}.", True)]
            )
        before, saved = self.battle, self._history.save()
        move()
        self._arrive(entry, before, saved)

    def _arrive(self, entry: Entry, before: Battle, saved: Any) -> None:
        """Complete an undo or redo: run the open step again from its answers, write the entry, notify the listeners.

        Raises:
            Refused: undone answers no longer fit, because the rules have changed since; nothing has changed.
        """
        try:
            resolution = self._rerun()
        except BadAnswer as error:
            self._history.restore(saved)
            raise Refused([Violation("", f"That can’t be redone: {error}.", final=True)]) from error
        since = self._history.same_since(saved)
        finished = self._finish(resolution) if resolution else []
        self._write([entry, *finished], saved)
        self._open = None if finished else resolution
        self.left_open = ()
        self._listeners.tell(Change(before, self.battle, entry, since))

    def _rerun(self) -> Resolution | None:
        """Run the open step, if any, again from its answers."""
        step = self._history.open_step
        return self._resolve(self._history.battle, step.command, step.answers) if step else None

    def _reopen(self, version: int) -> None:
        """Open the step that was left open, at its last ask.

        If the rules have changed since it was begun, it begins again and its old answers are shown; if that is
        impossible too, it is undone. This decision is written with the next entry: reading a journal writes nothing.
        """
        history = self._history
        step = history.open_step
        if step is None:
            return
        decided: list[Entry] = []
        resolution: Resolution | None = None
        if version == RULES_VERSION:
            with suppress(BadAnswer):
                resolution = self._rerun()
        if resolution is None:
            self.left_open = step.answers
            history.go_back(history.cursor)
            decided.append(WentBack(history.cursor))
            try:
                resolution = self._resolve(history.battle, step.command, ())
            except Exception:
                # The command means nothing to these rules: it is better to lose a step than never to open the battle.
                log.exception("a step that was left open can’t continue")
                self._unwritten = tuple(decided)
                return
            history.begin(step.command)
            decided.append(Commanded(step.command))
        decided.extend(self._finish(resolution))
        self._open = None if resolution.finished else resolution
        self._unwritten = tuple(decided)
