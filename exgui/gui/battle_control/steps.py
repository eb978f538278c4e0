"""Steps of the battle: done, answered, undone, amended.

Nothing raises into a Qt slot: what is refused, or cannot be understood or saved, becomes a sentence.
"""

from __future__ import annotations

import logging
import re
import sqlite3
from collections.abc import Callable
from functools import partial

from exgui.campaign.errors import CampaignError
from exgui.engine.asks import Answer, Choose, Command, Declare, Declared, Modify, Roll, Violation
from exgui.engine.battle import Battle
from exgui.engine.procedure import BadAnswer
from exgui.engine.record import Table, Value
from exgui.gui.battle_control.auto_roll import AT_ONCE, MOST_IN_A_ROW, AutoRoll, NothingMore, default_answer
from exgui.gui.battle_control.refusal import END, Refusal
from exgui.gui.battle_control.state import BattleState, label_of
from exgui.play.amend import Amendment
from exgui.play.history import Step
from exgui.play.journal import JournalError
from exgui.play.play import Prepared, Refused
from exgui.play.steps import answer_known
from exgui.rulebook.rules import Ruleset

log = logging.getLogger(__name__)
KEY = re.compile(r"\b(?P<who>\w+)\.(?P<roll>\w+)\b")


class BattleSteps:
    """Advances the battle and goes back. A returned bool is whether it was done."""

    def __init__(self, state: BattleState, auto_roll: AutoRoll, nothing_more: NothingMore) -> None:
        self._state = state
        self._play = state.play
        self._auto_roll = auto_roll
        self._nothing_more = nothing_more
        self.reveals_none: Callable[[], bool] = lambda: False
        """Whether acting reveals no one in this battle, so that it need not be checked."""

    def dispatch(
        self,
        command: Command | Prepared,
        action: str = "",
        skipped: tuple[str, ...] = (),
        *,
        may_reveal: bool = False,
    ) -> bool:
        """Do a step. Violations become a refusal, which the storyteller may overrule; so does revealing a hidden
        combatant.

        Args:
            action: id of the action that was picked for it, "" for a gesture or a step of the window.
            skipped: parameters of the action that were passed over.
            may_reveal: the storyteller knows that it reveals someone.
        """
        given = command.command if isinstance(command, Prepared) else command
        text = "" if may_reveal else self._state.ask(lambda: self._what_it_reveals(command), "")
        if text and self.reveals_none():
            command = given = given.but(stay_hidden=True)
        elif text:
            label = label_of(self._state.rules, given, action)
            secretly = "Stay hidden" if self._state.battle.who(given.by).hidden else "Keep secret"
            with self._state.one_update():
                self._state.refuse(Refusal(label, (Violation("", text),), given, action, skipped, reveals=secretly))
            return False
        return self._try(lambda: self._play.dispatch(command), given, action, skipped)

    def _what_it_reveals(self, command: Command | Prepared) -> str:
        """Return what a step would tell the players about a hidden or unknown combatant, in a sentence; "" for
        nothing."""
        given = command.command if isinstance(command, Prepared) else command
        one = self._play.battle.combatants.get(given.by)
        if one is None or (one.revealed and not one.hidden) or not one.auto_reveal or self._play.pending is not None:
            return ""
        done = (command if isinstance(command, Prepared) else self._play.prepare(given)).resolution
        now = done.battle.combatants.get(one.id) if done is not None else None
        if now is None:
            return ""
        if one.hidden and not now.hidden:
            return f"This reveals {one.name}."
        return f"This tells the players who {one.name} is." if now.revealed and not one.revealed else ""

    def answer(self, answer: Answer) -> bool:
        return self._try(lambda: self._play.answer(answer))

    def roll(self) -> bool:
        if not isinstance(self._play.pending, Roll):
            self._state.show_message("There is nothing to roll.")
            return False
        return self._try(self._play.roll)

    def roll_all(self) -> bool:
        """Let the app roll until the open step ends or asks for a choice, declaring nothing on the way."""
        if not isinstance(self._play.pending, Roll):
            return self.roll()
        return self._roll_on(MOST_IN_A_ROW)

    def _roll_on(self, most: int) -> bool:
        with self._state.one_update():
            rolls = 0
            for done in range(most):
                if rolls == AT_ONCE:
                    self._state.do_next(partial(self._roll_on, most - done))
                    return True
                rolls += isinstance(self._play.pending, Roll)
                rolled = self.roll() if isinstance(self._play.pending, Roll) else self.accept()
                if not rolled or self._play.pending is None or isinstance(self._play.pending, Choose):
                    return rolled
        return False

    def accept(self) -> bool:
        answer = default_answer(self._play.pending)
        return answer is not None and self.answer(answer)

    def declare_nothing_more(self) -> bool:
        """Declare nothing for the combatant who is asked, now and until the turn ends."""
        with self._state.one_update():
            who = self._nothing_more.declare()
            if who is None:
                self._state.show_message("No one is being asked to declare anything.")
                return False
            if not self.answer(Declared()):
                self._nothing_more.forget(who)
                return False
        return True

    def undo(self) -> bool:
        """Undo the last answer or the last step. A draft is only dropped."""
        draft = self._state.draft
        if (draft is not None and not draft.offered_first) or self._state.refusal is not None:
            self._state.drop()
            return True
        return self._try(self._play.undo, roll_on=False)

    def redo(self) -> bool:
        return self._try(self._play.redo, roll_on=False)

    def abandon(self) -> bool:
        """Take the open step back, answers and all; nothing else."""
        done = True
        with self._state.one_update():
            while done and self._play.open_step is not None:
                done = self._try(self._play.undo, roll_on=False)
        return done

    def go_back_to(self, index: int) -> bool:
        """Return to the battle as it was after the first `index` steps."""
        with self._state.one_update():
            self._state.drop()
            return self._try(lambda: self._play.go_back_to(index), roll_on=False)

    def step_in(self, do: str, by: str = "", **args: Value) -> bool:
        return self.dispatch(Command(do, by, Table(args)))

    def preview(self, index: int, step: Step) -> Amendment | str:
        """Return what would come of doing `step` in place of a finished one; a sentence where nothing can."""
        try:
            return self._play.propose(index, step)
        except BadAnswer as error:
            return self._sentence(error)
        except Exception as error:
            log.exception("an amendment failed")
            return f"That can’t be done ({type(error).__name__}: {error})."

    def amend(self, amendment: Amendment) -> bool:
        with self._state.one_update():
            self._state.drop()
            return self._try(lambda: self._play.amend(amendment))

    def start(self) -> bool:
        return self.dispatch(Command("start"))

    def end_battle(self) -> bool:
        return self.dispatch(Command(END))

    def end_turn(self) -> bool:
        battle = self._play.battle
        if battle.phase == "prepared":
            return self.start()
        if battle.active is None:
            with self._state.one_update():
                self._state.after_change()  # who is next may have to be named
            if self._state.draft is None:
                self._state.show_message("It is no one’s turn.")
            return self._state.draft is not None
        if self._play.pending is not None:
            self._state.show_message("Finish the open step first, or undo it with Ctrl+Z.")
            return False
        ends = Command("end_turn", battle.active)
        warned = self._state.refusal is not None and self._state.refusal.warns
        left: tuple[Violation, ...] = ()
        if not warned:
            left = self._state.ask(lambda: self._state.system.left_undone(battle, ends.by), left)
        with self._state.one_update():
            self._state.drop()
            if left:
                self._state.refuse(Refusal(label_of(self._state.rules, ends), left, ends, warns=True))
                return False
            return self.dispatch(ends)

    def overrule(self, path: str, value: Value, who: str) -> bool:
        return self.dispatch(Command("adjust", "", Table(who=who, set=Table({path: value})), overrule=True))

    @property
    def is_fresh(self) -> bool:
        """Of the open step nothing is decided yet: what was answered came by itself, and would again, or is a modifier
        of what is asked."""
        step, resolution = self._play.open_step, self._play.resolution
        if step is None or resolution is None:
            return False
        asked = [ask for ask in resolution.asked if answer_known(step.command, ask) is None]
        return all(
            isinstance(answer, Modify)
            or (isinstance(ask, (Choose, Declare)) and ask.by != step.command.by and self._auto_roll.rolls_for(ask.by))
            or (isinstance(ask, Declare) and self._nothing_more.is_declared_by(ask.by))
            for ask, answer in zip(asked, step.answers, strict=False)
        )

    def leave(self) -> bool:
        """Undo the open step if nothing of it is decided yet; else report how to undo it."""
        step = self._play.open_step
        if step is None:
            return False
        label = label_of(self._state.rules, step.command)
        if not self.is_fresh:
            self._state.show_message(f"{label} is partly answered: Ctrl+Z undoes one answer at a time.")
            return False
        done = self.abandon()
        if done:
            self._state.show_message(f"{label} undone. Ctrl+Shift+Z redoes it.")
        return done

    def change_argument(self, param: str, value: Value) -> bool:
        """Restart the open step with one argument changed. Its modifiers are kept, other answers are asked for
        again."""
        step = self._play.open_step
        with self._state.one_update():
            if step is None or not self.abandon():
                return False
            changed = step.command.but(args=step.command.args.put(param, value))
            if not self.dispatch(changed, may_reveal=True):
                return False
            given = [answer for answer in step.answers if isinstance(answer, Modify)]
            return all(self._play.pending is not None and self.answer(one) for one in given)

    def write_snapshot(self) -> None:
        """Save the snapshot if it is due; if that fails, it stays due."""
        try:
            self._play.write_snapshot()
        except (CampaignError, OSError, sqlite3.Error, JournalError) as error:
            log.warning("the whole battle was not saved: %s", error)

    def _try(
        self,
        call: Callable[[], None],
        command: Command | None = None,
        action: str = "",
        skipped: tuple[str, ...] = (),
        roll_on: bool = True,
    ) -> bool:
        state = self._state
        with state.one_update(), state.guarded():
            try:
                call()
            except Refused as refused:
                label = label_of(state.rules, command, action)
                state.refuse(Refusal(label, refused.violations, command, action, skipped))
                return False
            except BadAnswer as error:
                state.show_message(self._sentence(error))
                return False
            except (CampaignError, OSError, sqlite3.Error, JournalError) as error:
                log.warning("not saved: %s", error)
                state.show_message(f"Nothing has changed: {error}")
                return False
            if roll_on:
                self._auto_roll.answer_all()
            return True
        return False

    def _sentence(self, error: Exception) -> str:
        text = with_names(str(error), self._state.battle, self._state.rules)
        return f"{text[:1].upper()}{text[1:]}."


def with_names(text: str, battle: Battle, rules: Ruleset) -> str:
    def named(found: re.Match[str]) -> str:
        one = battle.combatants.get(found["who"])
        return f"{one.name}’s {rules.label(found['roll']).lower()}" if one is not None else found[0]

    return KEY.sub(named, text)
