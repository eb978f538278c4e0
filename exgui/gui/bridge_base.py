"""What the window's widgets see of one battle under way, and what they are told."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import TypeVar

from PySide6.QtCore import QObject, Signal

from exgui.engine.asks import Ask, Choose, Command, Declare, Fall, Roll, Violation
from exgui.engine.battle import Battle
from exgui.engine.procedure import Resolution
from exgui.engine.record import EMPTY, Table
from exgui.engine.system import Candidate, Figure, Reminder, System, preview
from exgui.gui import gestures
from exgui.gui.draft import Draft, Refusal, offers
from exgui.play.play import Change, Play
from exgui.rulebook.rules import Param, Ruleset

T = TypeVar("T")
log = logging.getLogger(__name__)


class BridgeBase(QObject):
    """One battle as it is shown: what there is to see of it, who is shown, the draft and the refusal.

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

    def cost(self, command: Command) -> tuple[Figure, ...]:
        """What a command would cost, where the game can tell."""
        return self._ask(lambda: preview(self.system, self.battle, command), ())

    def facts_that_matter(self, roll: Roll, fall: Fall) -> tuple[str, ...]:
        """The facts of the dice that would lead to something else, for a result of which only the score is known."""
        step = self.play.open_step
        if step is None:
            return ()
        settled_battle = self.play.settled
        return self._ask(lambda: gestures.facts_that_matter(self.system, settled_battle, step, roll, fall), ())

    def foes(self) -> tuple[str, ...]:
        """The sides without a player's character, in the order of the combatants."""
        sides = dict.fromkeys(one.side for one in self.battle.combatants.values())
        players = {one.side for one in self.battle.combatants.values() if one.player}
        return tuple(side for side in sides if side not in players) if players else ()

    def rolls_by_itself(self, who: str) -> bool:
        """The app rolls for this one without being asked."""
        one = self.battle.combatants.get(who)
        return one is not None and bool(self.autos_of.get(who, one.side in self.autos))

    # The draft and the refusal

    def cancel(self) -> None:
        """Drops the draft and the refusal shown."""
        if self.draft is not None or self.refusal is not None:
            self._drop()
            self.draft_changed.emit()

    def _drop(self) -> None:
        self.draft = None
        self.refusal = None

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

    # Inside

    def _ask(self, call: Callable[[], T], otherwise: T) -> T:
        try:
            return call()
        except Exception:
            log.exception("the rules could not say")
            return otherwise

    def _apologise(self, error: Exception) -> None:
        log.exception("a step failed")
        self.draft = None
        self.spoke.emit(f"That step failed inside the rules ({type(error).__name__}: {error}). Nothing has changed.")
        self.draft_changed.emit()

    def _on_change(self, change: Change) -> None:
        if self.draft is not None or self.refusal is not None:
            self._drop()
            self.draft_changed.emit()
        active = change.after.active
        if active != self._last_active:
            self._last_active = active
            self._chosen = None
        self.changed.emit(change)
