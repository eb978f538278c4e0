"""Steps of the battle: done, answered, taken back, amended; by the storyteller, or by those who roll by themselves.

Nothing raises into a Qt slot: what is refused, or cannot be understood or saved, becomes a sentence.
"""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Callable, Iterable, Mapping

from exgui.campaign.errors import CampaignError
from exgui.engine.asks import Answer, Ask, Choice, Choose, Command, Declare, Declared, Roll
from exgui.engine.procedure import BadAnswer
from exgui.engine.record import EMPTY, Table, Value
from exgui.gui.bridge_base import BridgeBase
from exgui.play.amend import Amendment
from exgui.play.history import Step
from exgui.play.journal import JournalError
from exgui.play.play import Refused

log = logging.getLogger(__name__)

MOST_BY_ITSELF = 200
"""Answers given in a row without anybody being asked; more means that a game asks without end."""


class Stepping(BridgeBase):
    """The part of the bridge by which the battle goes on and back."""

    def dispatch(self, command: Command) -> bool:
        """Does a step. True when it was begun; what stands against it becomes `refused`, with a refusal to be
        allowed."""
        return self._do(lambda: self.play.dispatch(command, self), command)

    def answer(self, answer: Answer) -> bool:
        """Answers what is asked."""
        return self._do(lambda: self.play.answer(answer, self))

    def roll(self) -> bool:
        """Lets the app roll what is asked for."""
        if not isinstance(self.pending, Roll):
            self.spoke.emit("Nothing is to be rolled now.")
            return False
        return self._do(lambda: self.play.roll(self))

    def roll_all(self) -> bool:
        """Lets the app roll everything that the open step still asks for, and takes the default of its choices."""
        if not isinstance(self.pending, Roll):
            return self.roll()
        for _ in range(MOST_BY_ITSELF):
            done = self.roll() if isinstance(self.pending, Roll) else self.accept()
            if not done or self.pending is None:
                return done
        return False

    def accept(self) -> bool:
        """Answers what is asked with its default, where it has one."""
        answer = default_answer(self.pending)
        return answer is not None and self.answer(answer)

    def undo(self) -> bool:
        """Takes back the last answer, or the last step. A draft is only dropped."""
        if self.draft is not None or self.refusal is not None:
            self.cancel()
            return True
        return self._do(lambda: self.play.undo(self), goes_on=False)

    def redo(self) -> bool:
        """Does again what was taken back."""
        return self._do(lambda: self.play.redo(self), goes_on=False)

    def abandon(self) -> bool:
        """Takes the open step back, answers and all; nothing else."""
        done = True
        while done and self.play.open_step is not None:
            done = self._do(lambda: self.play.undo(self), goes_on=False)
        return done

    def go_back_to(self, index: int) -> bool:
        """The battle as it was after the first `index` steps."""
        self._drop()
        return self._do(lambda: self.play.go_back_to(index, self), goes_on=False)

    def step_in(self, do: str, by: str = "", **args: Value) -> bool:
        """A step given in short."""
        return self.dispatch(Command(do, by, Table(args)))

    def preview(self, index: int, step: Step) -> Amendment | str:
        """What would come of doing `step` in place of a finished one; a sentence where nothing can."""
        try:
            return self.play.propose(index, step)
        except BadAnswer as error:
            text = str(error)
            return f"{text[:1].upper()}{text[1:]}."
        except Exception as error:
            log.warning("an amendment failed", exc_info=True)
            return f"That cannot be done ({type(error).__name__}: {error})."

    def amend(self, amendment: Amendment) -> bool:
        """Does an earlier step otherwise, as it was previewed."""
        self._drop()
        return self._do(lambda: self.play.amend(amendment, self))

    def start(self) -> bool:
        """Begins the battle."""
        return self.dispatch(Command("start"))

    def end_turn(self) -> bool:
        """Ends the turn of the one whose turn it is."""
        if self.battle.phase == "prepared":
            return self.start()
        active = self.battle.active
        if active is None:
            self.spoke.emit("It is nobody's turn.")
            return False
        if self.pending is not None:
            self.spoke.emit("First finish the step that is open, or take it back with Ctrl+Z.")
            return False
        self._drop()
        return self.dispatch(Command("end_turn", active))

    def overrule(self, path: str, value: Value, who: str) -> bool:
        """Sets a number of somebody to what the storyteller says."""
        return self.dispatch(Command("adjust", "", Table(who=who, set=Table({path: value})), overrule=True))

    def change_argument(self, param: str, value: Value) -> bool:
        """Begins the open step again with one parameter different; its answers are given anew."""
        step = self.play.open_step
        if step is None or not self.abandon():
            return False
        return self.dispatch(step.command.but(args=step.command.args.put(param, value)))

    # Who rolls by itself

    def set_autos(self, sides: Iterable[str], ones: Mapping[str, bool] = EMPTY) -> None:
        """These sides roll by themselves with the app's dice, and take the default of every choice.

        Args:
            ones: combatants who do so, or do not, whatever their side does.
        """
        self.autos = frozenset(sides)
        self.autos_of = Table(ones)
        self.autos_changed.emit()
        self._go_on()

    def set_auto(self, who: str, on: bool) -> None:
        """This one rolls by itself or does not, whatever its side does."""
        self.autos_of = self.autos_of.put(who, on)
        self.autos_changed.emit()
        self._go_on()

    # Inside

    def _do(
        self,
        call: Callable[[], None],
        command: Command | None = None,
        action_id: str = "",
        skipped: tuple[str, ...] = (),
        goes_on: bool = True,
    ) -> bool:
        try:
            call()
        except Refused as refusal:
            action = self.rules.actions.get(action_id or (command.do if command else ""))
            label = action.label if action else (command.do.replace("_", " ").capitalize() if command else "")
            self._refuse(label, refusal.violations, command, action_id, skipped)
            return False
        except BadAnswer as error:
            text = str(error)
            self.spoke.emit(f"{text[:1].upper()}{text[1:]}.")
            return False
        except (CampaignError, OSError, sqlite3.Error, JournalError) as error:
            log.warning("not saved: %s", error)
            self.spoke.emit(f"Nothing has changed: {error}")
            return False
        except Exception as error:
            self._apologise(error)
            return False
        if goes_on:
            self._go_on()
        return True

    def _go_on(self) -> None:
        """Answers what those who roll by themselves are asked. Not called after undoing, which would be undone at
        once."""
        for _ in range(MOST_BY_ITSELF):
            pending = self.pending
            if not isinstance(pending, (Roll, Choose, Declare)) or not self.rolls_by_itself(pending.by):
                return
            answer = self.play.app_dice(pending) if isinstance(pending, Roll) else default_answer(pending)
            if answer is None:
                return
            try:
                self.play.answer(answer, self)
            except Exception as error:
                self._apologise(error)
                return


def default_answer(pending: Ask | None) -> Answer | None:
    """The answer that is taken where nobody cares: the default of a choice, no declaration. None for a roll."""
    if isinstance(pending, Choose) and pending.default is not None:
        return Choice(pending.default)
    if isinstance(pending, Declare):
        return Declared()
    return None
