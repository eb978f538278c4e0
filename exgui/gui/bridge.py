"""`Bridge`: one battle under way as the window's widgets see it.

Wraps `exgui.play.Play` as one Qt signal, `changed`; what the storyteller does goes through here and never raises into
a Qt slot: what is refused, or cannot be understood or saved, becomes a sentence. Also holds the command being put
together (the `draft`), which combatant is shown, and who rolls by itself.
"""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Callable, Iterable, Mapping
from typing import TypeVar

from PySide6.QtCore import QObject, Signal

from exgui.campaign.errors import CampaignError
from exgui.engine.asks import Answer, Ask, Choice, Choose, Command, Declare, Declared, Fall, Roll, Violation
from exgui.engine.battle import Battle
from exgui.engine.procedure import BadAnswer, Resolution
from exgui.engine.record import EMPTY, Table, Value
from exgui.engine.system import Candidate, Figure, Reminder, System, preview
from exgui.gui import gestures
from exgui.gui.draft import Draft, Refusal, next_draft, number_keys, offers, opening, reason_words, settled
from exgui.play.amend import Amendment
from exgui.play.history import Step
from exgui.play.journal import JournalError
from exgui.play.play import Change, Play, Refused, run_command
from exgui.rulebook.rules import Param, Ruleset

T = TypeVar("T")
log = logging.getLogger(__name__)

MOST_BY_ITSELF = 200
"""Answers given in a row without anybody being asked; more means that a game asks without end."""


class Bridge(QObject):
    """One battle, for widgets.

    Signals:
        changed(Change): the battle is another, or a step has come further.
        draft_changed(): the command being put together, or the refusal shown, is another.
        shown_changed(str): another combatant is shown in the panel ("" for nobody).
        refused(tuple): rules that something would have broken; nothing has changed.
        spoke(str): a sentence for the storyteller.
        autos_changed(): others roll by themselves.
        timer_wanted(object): a timer is to be set, at this place of the time line (None: at none yet).
    """

    changed = Signal(object)
    draft_changed = Signal()
    shown_changed = Signal(str)
    refused = Signal(object)
    spoke = Signal(str)
    autos_changed = Signal()
    timer_wanted = Signal(object)

    def __init__(self, play: Play, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.play = play
        self.draft: Draft | None = None
        self.refusal: Refusal | None = None
        self.autos: frozenset[str] = frozenset()
        self.autos_of: Table[str, bool] = EMPTY
        self._chosen: str | None = None
        self._last_active = play.battle.active
        self._legal: tuple[Battle | None, str, Table[str, tuple[Violation, ...]]] = (None, "", EMPTY)
        self._unsubscribe: Callable[[], None] | None = play.subscribe(self._on_change)

    def close(self) -> None:
        """Listens no longer."""
        if self._unsubscribe is not None:
            self._unsubscribe()
            self._unsubscribe = None

    # What there is to see

    @property
    def battle(self) -> Battle:
        """The battle as it is shown: with what has happened of an open step."""
        return self.play.battle

    @property
    def system(self) -> System:
        """The game."""
        return self.play.system

    @property
    def rules(self) -> Ruleset:
        """The game's rule data."""
        rules: Ruleset = self.play.system.rules
        return rules

    @property
    def pending(self) -> Ask | None:
        """What is asked now."""
        return self.play.pending

    @property
    def resolution(self) -> Resolution | None:
        """How far the open step has come."""
        return self.play.resolution

    @property
    def shown(self) -> str | None:
        """The combatant that the panel shows: the one that was picked, or else the one whose turn it is, or who is
        asked."""
        if self._chosen in self.battle.combatants:
            return self._chosen
        if self.battle.active is None and isinstance(self.pending, (Roll, Choose, Declare)):
            return self.pending.by if self.pending.by in self.battle.combatants else None
        return self.battle.active

    def name(self, id: str | None) -> str:
        """A combatant's or zone's name for people."""
        if not id:
            return ""
        if id in self.battle.combatants:
            return self.battle.combatants[id].name
        if id in self.battle.zones:
            return self.battle.zones[id].name or id.replace("_", " ").capitalize()
        return id

    def show(self, id: str | None) -> None:
        """Shows a combatant in the panel; None goes back to the one whose turn it is."""
        if id is not None and id not in self.battle.combatants:
            return
        self._chosen = None if id == self.battle.active else id
        if self.draft is not None and self.draft.command.by != self.shown:
            self.cancel()
        self.shown_changed.emit(self.shown or "")

    def check(self, command: Command) -> tuple[Violation, ...]:
        """The rules that a step would break now; empty when it is legal."""
        return self._ask(lambda: self.play.check(command), (Violation("", "That cannot be done.", True),))

    def reminders(self) -> tuple[Reminder, ...]:
        """What is not to be forgotten in this round."""
        if self.battle.phase != "running":
            return ()
        return self._ask(lambda: tuple(self.system.checklist(self.battle)), ())

    # Doing things

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

    # Gestures on the map

    def drag_command(
        self, who: str, *, zone: str | None = None, token: str | None = None, force: bool = False
    ) -> Command | None:
        """The step that dragging somebody to a zone, or onto somebody, means; None where the game has none for it."""
        return gestures.map_command(self.rules, self.battle, who, zone, token, force)

    def check_drag(
        self, who: str, *, zone: str | None = None, token: str | None = None, force: bool = False
    ) -> tuple[Violation, ...]:
        """The rules that a drag would break; empty when it is legal."""
        command = self.drag_command(who, zone=zone, token=token, force=force)
        return (gestures.NO_STEP,) if command is None else self.check(command)

    def drag(
        self, who: str, *, zone: str | None = None, token: str | None = None, force: bool = False
    ) -> tuple[Violation, ...]:
        """Does what dragging somebody to a zone or onto somebody means. Gives the rules that stand against it, or
        nothing.

        Args:
            force: the storyteller's word, past all rules.
        """
        self._drop()
        broken = self.check_drag(who, zone=zone, token=token, force=force)
        command = self.drag_command(who, zone=zone, token=token, force=force)
        if command is None:
            self._refuse("Move", broken, None)
        else:
            self.dispatch(command)
        return broken

    def delay_drag(self, who: str, place: int) -> tuple[Violation, ...]:
        """Does what dragging somebody to a place of the time line means: on its own turn the game's step for that, if
        it is legal; else the storyteller's word. Gives the rules that stand against it, or nothing."""
        self._drop()
        command = gestures.timeline_command(self.rules, self.battle, who, place)
        if command is None or self.pending is not None or self.check(command):
            command = gestures.placing(self.rules, who, place)
        if command is None:
            return (gestures.NO_STEP,)
        broken = self.check(command)
        self.dispatch(command)
        return broken

    # The command being put together

    def legal_actions(self, who: str | None) -> Table[str, tuple[Violation, ...]]:
        """Every action with what stands against it now."""
        if who is None:
            return EMPTY
        battle, whose, legal = self._legal
        if battle is not self.battle or whose != who:
            legal = self._ask(lambda: Table(self.system.actions(self.battle, who)), EMPTY)
            self._legal = (self.battle, who, legal)
        return legal

    def offers(self, command: Command, param: Param) -> tuple[Candidate, ...]:
        """What could be given for a parameter of a command, before the step that is open."""
        return self._ask(lambda: offers(self.system, self.play.settled, command, param), ())

    def facts_that_matter(self, roll: Roll, fall: Fall) -> tuple[str, ...]:
        """The facts of the dice that would lead to something else, for a result of which only the score is known."""
        step = self.play.open_step
        if step is None:
            return ()
        settled_battle = self.play.settled
        return self._ask(lambda: gestures.facts_that_matter(self.system, settled_battle, step, roll, fall), ())

    def propose(self, action_id: str, by: str | None = None, *, overrule: bool = False) -> bool:
        """Picks an action: it is done at once if nothing is missing, else the draft asks for what is."""
        who = by or self.shown
        action = self.rules.actions.get(action_id)
        if action is None or who is None:
            return False
        if self.pending is not None:
            self.spoke.emit("First finish the step that is open, or take it back with Ctrl+Z.")
            return False
        broken = self.legal_actions(who).get(action_id, ())
        command = opening(action, who, overrule)
        if broken and not overrule:
            self.draft = None
            self._refuse(action.label, broken, command, action_id)
            return False
        return self._continue(action_id, command)

    def give(self, param: str, value: Value, *, overrule: bool = False) -> bool:
        """Gives what the draft asks for."""
        draft = self.draft
        if draft is None or param not in draft.asks:
            return False
        passed = tuple(id for id in draft.asks if id != param)
        command = draft.command.but(args=draft.command.args.put(param, value))
        picked = draft.candidate(value)
        allowed = overrule or command.overrule
        if picked is not None and picked.violations and not allowed:
            label = f"{draft.action.label}: {picked.label}"
            self._refuse(label, picked.violations, command, draft.action.id, (*draft.skipped, *passed))
            return False
        return self._continue(draft.action.id, command.but(overrule=allowed), (*draft.skipped, *passed))

    def give_candidate(self, value: Value, *, overrule: bool = False) -> bool:
        """Gives one of the draft's candidates; of several that may be chosen, takes it to them or away."""
        draft = self.draft
        if draft is None:
            return False
        if draft.repeats:
            return self.add(value)
        if draft.several:
            self.toggle(value)
            return True
        return self.give(draft.belonging(value), value, overrule=overrule)

    def toggle(self, value: Value) -> None:
        """Takes a value to those chosen for a parameter of several, or away."""
        draft = self.draft
        if draft is None:
            return
        chosen = tuple(one for one in draft.chosen if one != value)
        if len(chosen) == len(draft.chosen):
            chosen = (*chosen, value)
        self.draft = draft.but(chosen=chosen)
        self.draft_changed.emit()

    def add(self, value: Value) -> bool:
        """Takes a value to those chosen, again if it is among them already. What no word could allow is only said."""
        draft = self.draft
        if draft is None:
            return False
        picked = draft.candidate(value)
        if picked is not None and any(one.final for one in picked.violations):
            self.spoke.emit(reason_words(picked.violations))
            return False
        self._choose((*draft.chosen, value))
        return True

    def take_back_last(self) -> bool:
        """Takes away the last of those chosen. False where there is none."""
        draft = self.draft
        if draft is None or not draft.repeats or not draft.chosen:
            return False
        self._choose(draft.chosen[:-1])
        return True

    def _choose(self, chosen: tuple[Value, ...]) -> None:
        """What is chosen is another: the candidates stay in their order, with what stands against each now."""
        assert self.draft is not None
        draft = self.draft.but(chosen=chosen)
        now = {one.value: one for one in self.offers(draft.meant, draft.param)}
        self.draft = draft.but(candidates=tuple(now.get(one.value, one) for one in draft.candidates))
        self.refusal = None
        self.draft_changed.emit()

    def cost(self, command: Command) -> tuple[Figure, ...]:
        """What a command would cost, where the game can tell."""
        return self._ask(lambda: preview(self.system, self.battle, command), ())

    def pass_over(self) -> bool:
        """Takes the default of what the draft asks for, or does without it; for a parameter of several, those
        chosen."""
        draft = self.draft
        if draft is None:
            return False
        if draft.several and draft.chosen:
            if draft.repeats and not self._may_be(draft):
                return False
            return self.give(draft.param.id, draft.gathered)
        if draft.default is not None:
            return self.give(draft.param.id, draft.default)
        if not draft.param.required:
            return self._continue(draft.action.id, draft.command, (*draft.skipped, *draft.asks))
        self.spoke.emit(f"{draft.action.label} wants: {draft.param.label.lower()}.")
        return False

    def _may_be(self, draft: Draft) -> bool:
        """Nothing stands against what was chosen. If something does, the draft stays, with the refusal."""
        command = draft.meant
        broken = () if command.overrule else self.check(command)
        if any(one.final for one in broken):
            self.spoke.emit(reason_words(broken))
        elif broken:
            self._refuse(draft.action.label, broken, command, draft.action.id, draft.skipped)
        return not broken

    def pick_number(self, number: int) -> bool:
        """What a number key means now: a candidate of the draft, or an option of the choice that is asked."""
        if self.draft is not None:
            one = number_keys(self.draft, self.battle).get(number)
            return one is not None and self.give_candidate(one.value)
        pending = self.pending
        if isinstance(pending, Choose) and 1 <= number <= len(pending.options):
            return self.answer(Choice(pending.options[number - 1].value))
        return False

    def pick(self, id: str) -> bool:
        """A token was picked on the map or the tick bar: given to the draft if it asks for somebody, else shown."""
        if self.draft is not None and self.draft.param.type != "zone" and self.draft.candidate(id) is not None:
            return self.give_candidate(id)
        pending = self.pending
        if isinstance(pending, Choose) and any(option.value == id for option in pending.options):
            return self.answer(Choice(id))
        self.show(id)
        return False

    def pick_zone(self, id: str) -> bool:
        """A zone was picked on the map: given to the draft if it asks for one."""
        if self.draft is not None and self.draft.param.type != "combatant" and self.draft.candidate(id) is not None:
            return self.give_candidate(id)
        pending = self.pending
        if isinstance(pending, Choose) and any(option.value == id for option in pending.options):
            return self.answer(Choice(id))
        return False

    def allow(self) -> bool:
        """The storyteller allows what was refused last."""
        refusal = self.refusal
        if refusal is None or refusal.command is None or not refusal.allowable:
            return False
        command = refusal.command.but(overrule=True)
        self.refusal = None
        if refusal.action:
            return self._continue(refusal.action, command, refusal.skipped)
        return self.dispatch(command)

    def cancel(self) -> None:
        """Drops the draft and the refusal shown."""
        if self.draft is not None or self.refusal is not None:
            self._drop()
            self.draft_changed.emit()

    # Who rolls by itself

    def foes(self) -> tuple[str, ...]:
        """The sides without a player's character, in the order of the combatants."""
        sides = dict.fromkeys(one.side for one in self.battle.combatants.values())
        players = {one.side for one in self.battle.combatants.values() if one.player}
        return tuple(side for side in sides if side not in players) if players else ()

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

    def rolls_by_itself(self, who: str) -> bool:
        """The app rolls for this one without being asked."""
        one = self.battle.combatants.get(who)
        return one is not None and bool(self.autos_of.get(who, one.side in self.autos))

    # Inside

    def _continue(self, action_id: str, command: Command, skipped: tuple[str, ...] = ()) -> bool:
        action = self.rules.actions[action_id]
        self.refusal = None
        try:
            following = next_draft(self.system, self.battle, action, command, skipped)
            ready = settled(self.system, self.battle, action, command) if following is None else command
            if following is None and self._done_at_once(ready):
                following = next_draft(self.system, self.battle, action, command, skipped, mild=True)
        except Exception as error:
            self._apologise(error)
            return False
        self.draft = following
        if following is not None:
            self.draft_changed.emit()
            return True
        return self._do(lambda: self.play.dispatch(ready, self), ready, action_id, skipped)

    def _done_at_once(self, command: Command) -> bool:
        """The step asks nothing before it is done, so that nothing could be changed in it any more."""
        complete = self.system.complete(self.battle, command)
        if not complete.overrule and self.system.check(self.battle, complete):
            return False
        return run_command(self.system, self.battle, complete).finished

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

    def _apologise(self, error: Exception) -> None:
        log.exception("a step failed")
        self.draft = None
        self.spoke.emit(f"That step failed inside the rules ({type(error).__name__}: {error}). Nothing has changed.")
        self.draft_changed.emit()

    def _ask(self, call: Callable[[], T], otherwise: T) -> T:
        try:
            return call()
        except Exception:
            log.exception("the rules could not say")
            return otherwise

    def _refuse(
        self,
        label: str,
        violations: tuple[Violation, ...],
        command: Command | None,
        action_id: str = "",
        skipped: tuple[str, ...] = (),
    ) -> None:
        self.refusal = Refusal(label, violations, command, action_id, skipped)
        self.refused.emit(violations)
        self.draft_changed.emit()

    def _drop(self) -> None:
        self.draft = None
        self.refusal = None

    def _on_change(self, change: Change) -> None:
        if self.draft is not None or self.refusal is not None:
            self._drop()
            self.draft_changed.emit()
        active = change.after.active
        if active != self._last_active:
            self._last_active = active
            self._chosen = None
        self.changed.emit(change)

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
