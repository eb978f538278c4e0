"""The history of a battle: its finished steps, the open step, and undone steps.

One tape of steps with a cursor. Inside an open step undo removes the last answer; outside, the last step. Undone steps
stay on the tape, and can be redone, until something new happens. Only the last step of the tape can be unfinished.
"""

from __future__ import annotations

from collections.abc import Iterator

from exgui.engine.asks import Answer, Command
from exgui.engine.battle import Battle
from exgui.engine.events import Event
from exgui.engine.evolve import evolve_all
from exgui.engine.record import Record

KEPT_LATEST, KEPT_EVERY = 32, 32
"""The battles between steps that are kept: this number of the latest, and one in this number of those before them."""


class Step(Record):
    """One step: its command, the answers given in it, and, once it is finished, what happened."""

    command: Command
    answers: tuple[Answer, ...] = ()
    events: tuple[Event, ...] | None = None

    @property
    def finished(self) -> bool:
        return self.events is not None


class Saved(Record):
    """Everything on a tape, for `History.restore`.

    Attributes:
        unamended: the tape before the last amendment, if nothing was done since.
        amended: the tape after the amendment that was last undone, if nothing new was done since.
    """

    steps: list[Step]
    cursor: int
    answered: int | None
    battles: dict[int, Battle]
    unamended: Saved | None
    amended: Saved | None


class History:
    """The tape of steps. Knows no rules: the battle at any point follows from the events before it.

    Of a long battle only every `KEPT_EVERY`th battle and the latest are kept; the others are computed again from the
    events when they are needed.
    """

    def __init__(self, start: Battle) -> None:
        self.steps: list[Step] = []
        self.cursor = 0
        self.answered: int | None = None
        self._battles: dict[int, Battle] = {0: start}
        self._whens: dict[int, tuple[int, int | None]] = {}
        self._unamended: Saved | None = None
        self._amended: Saved | None = None

    @property
    def open_step(self) -> Step | None:
        """Return the step in progress with the answers that count, None between steps."""
        if self.answered is None:
            return None
        step = self.steps[self.cursor]
        return step.but(answers=step.answers[: self.answered], events=None)

    @property
    def done(self) -> tuple[Step, ...]:
        """Return the finished steps that count, oldest first."""
        return tuple(self.steps[: self.cursor])

    @property
    def battle(self) -> Battle:
        known = self._battles.get(self.cursor)  # usually kept, and everything that is shown asks for it
        return known if known is not None else self.battle_at(self.cursor)

    def battle_at(self, index: int) -> Battle:
        """Return the battle after the first `index` steps, computed from the nearest one that is kept."""
        known = self._battles
        nearest = index
        while nearest not in known:
            nearest -= 1
        battle = known[nearest]
        for number in range(nearest, index):
            battle = evolve_all(battle, self.steps[number].events or ())
            self._keep(number + 1, battle)
        return battle

    def when(self, index: int) -> tuple[int, int | None]:
        """Return round and tick after the first `index` steps."""
        found = self._whens.get(index)
        if found is None:
            battle = self.battle_at(index)
            found = self._whens[index] = battle.round, battle.tick
        return found

    def finished(self, since: int = 0) -> Iterator[tuple[int, Step]]:
        """Return the finished steps that count from number `since` on, each with its number."""
        for index in range(max(0, since), self.cursor):
            yield index, self.steps[index]

    def know(self, battle: Battle) -> None:
        """Set the battle after all finished steps that count, from a snapshot."""
        self._keep(self.cursor, battle)

    def _keep(self, index: int, battle: Battle) -> None:
        """Keep the battle after the first `index` steps, and thin out those long before it."""
        self._battles[index] = battle
        self._whens[index] = battle.round, battle.tick
        old = index - KEPT_LATEST
        if old % KEPT_EVERY:
            self._battles.pop(old, None)

    def begin(self, command: Command) -> None:
        """Begin a step; redo is no longer possible.

        Raises:
            ValueError: another step is open.
        """
        if self.answered is not None:
            raise ValueError("a step begins while another is open")
        self._forget_future()
        self._unamended = self._amended = None
        self.steps.append(Step(command))
        self.answered = 0

    def answer(self, answer: Answer) -> None:
        """Add an answer to the open step; redo is no longer possible."""
        if self.answered is None:
            raise ValueError("nothing is open that could be answered")
        step = self.steps[self.cursor]
        self._unamended = self._amended = None
        del self.steps[self.cursor + 1 :]
        self.steps[self.cursor] = Step(step.command, (*step.answers[: self.answered], answer))
        self.answered += 1

    def finish(self, events: tuple[Event, ...], battle: Battle | None = None) -> None:
        if self.answered is None:
            raise ValueError("nothing is open that could be finished")
        step = self.steps[self.cursor]
        self.steps[self.cursor] = Step(step.command, step.answers[: self.answered], events)
        self.answered = None
        self.cursor += 1
        if battle is not None:
            self._keep(self.cursor, battle)

    def amend(self, index: int, steps: tuple[Step, ...], opened: Step | None = None) -> None:
        """Replace the steps from number `index` on. The next undo, if nothing is done in between, restores the old
        ones.

        Raises:
            ValueError: a step is open, or there is no step of that number.
        """
        if self.answered is not None or not 0 <= index < self.cursor or not all(step.finished for step in steps):
            raise ValueError("these steps cannot be amended now")
        self._unamended, self._amended = self.save(), None
        self.cursor = index
        self._forget_future()
        self.steps.extend(steps)
        self.cursor = len(self.steps)
        if opened is not None:
            self.steps.append(opened)
            self.answered = len(opened.answers)

    def save(self) -> Saved:
        """Return everything on the tape, for `restore`."""
        kept = list(self.steps), self.cursor, self.answered, dict(self._battles)
        return Saved(*kept, self._unamended, self._amended)

    def restore(self, saved: Saved) -> None:
        self.steps, self.cursor, self.answered = list(saved.steps), saved.cursor, saved.answered
        self._battles, self._unamended, self._amended = dict(saved.battles), saved.unamended, saved.amended
        self._whens = {}

    def same_since(self, saved: Saved) -> int:
        """Return the number of first steps that count both on this tape and on the saved one, and are the same."""
        count = min(self.cursor, saved.cursor)
        pairs = zip(self.steps[:count], saved.steps[:count], strict=True)
        return next((index for index, (one, other) in enumerate(pairs) if one is not other), count)

    def can_undo(self) -> bool:
        return self.answered is not None or self.cursor > 0 or self._unamended is not None

    def can_redo(self) -> bool:
        """Return whether something was undone that can be redone."""
        if self.answered is not None:
            return len(self.steps[self.cursor].answers) > self.answered
        return self.cursor < len(self.steps) or self._where_it_was_amended() is not None

    def undo(self) -> None:
        """Undo the last answer of the open step, or that step if it has none, or else the last finished step; right
        after an amendment, undo the amendment."""
        if self._unamended is not None:
            after = self.save()
            self.restore(self._unamended)
            self._amended = after
            return
        if self.answered is not None:
            self.answered = self.answered - 1 if self.answered else None
        elif self.cursor:
            self.cursor -= 1

    def redo(self) -> None:
        """Redo the last undone answer, step or amendment."""
        after = self._where_it_was_amended()
        if after is not None:
            self.restore(after)
            return
        self._unamended = None
        if self.answered is not None:
            if self.answered < len(self.steps[self.cursor].answers):
                self.answered += 1
        elif self.cursor < len(self.steps):
            if self.steps[self.cursor].finished:
                self.cursor += 1
            else:
                self.answered = 0

    def go_back(self, index: int) -> None:
        """Undo all steps after the first `index`, including an open one."""
        if index <= self.cursor:
            self.cursor, self.answered, self._unamended = max(0, index), None, None

    def _where_it_was_amended(self) -> Saved | None:
        """Return the tape after the amendment that was undone last, if it was made at this very point."""
        after = self._amended
        if after is None or after.unamended is None or self.answered is not None:
            return None
        return after if self.cursor == after.unamended.cursor else None

    def _forget_future(self) -> None:
        for index in range(self.cursor + 1, len(self.steps) + 1):
            self._battles.pop(index, None)
            self._whens.pop(index, None)
        del self.steps[self.cursor :]
