"""The state of one battle in the window that its parts share, and the one `Update` by which widgets hear of changes."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

from PySide6.QtCore import QTimer

from exgui.engine.asks import Ask, Choose, Command, Declare, Roll, Violation
from exgui.engine.battle import Battle
from exgui.engine.procedure import Resolution
from exgui.engine.record import Record
from exgui.engine.system import Awaited, Naming, System
from exgui.gui.battle_control.draft import Draft
from exgui.gui.battle_control.refusal import Refusal
from exgui.play.play import Change, Play
from exgui.rulebook.rules import Ruleset
from exgui.systems.common.legal_actions import action_of_command

T = TypeVar("T")
log = logging.getLogger(__name__)
Place = tuple[int, int]
"""How many steps are finished, and how many answers the open one has."""


class Update(Record):
    """All that one act of the storyteller changed, with what followed by itself.

    Attributes:
        change: of the battle, from before the act until now; None where it is the same.
        draft: the command being put together, or the shown refusal, has changed.
        shown: someone was picked to be shown in the panel.
        auto_roll: the app rolls for others than before.
    """

    change: Change | None = None
    draft: bool = False
    shown: bool = False
    auto_roll: bool = False


def joined(earlier: Update, later: Update) -> Update:
    change = later.change
    if earlier.change is not None:
        change = earlier.change if change is None else earlier.change.then(change)
    return Update(
        change, earlier.draft or later.draft, earlier.shown or later.shown, earlier.auto_roll or later.auto_roll
    )


class BattleUnderWay:
    """Reads a battle under way.

    Attributes:
        play: the battle, with all that was done in it.
    """

    play: Play

    @property
    def battle(self) -> Battle:
        """The battle as it is shown: with what has happened of an open step."""
        return self.play.battle

    @property
    def system(self) -> System:
        return self.play.system

    @property
    def rules(self) -> Ruleset:
        rules: Ruleset = self.play.system.rules
        return rules

    @property
    def pending(self) -> Ask | None:
        return self.play.pending

    @property
    def resolution(self) -> Resolution | None:
        return self.play.resolution


class BattleState(BattleUnderWay):
    """The battle, the draft, the refusal and who is shown.

    Args:
        updated: told once of each act, when it is done.
        refused: told of the rules that something would have broken.
        message: told of sentences for the storyteller.
    """

    def __init__(
        self,
        play: Play,
        updated: Callable[[Update], None],
        refused: Callable[[tuple[Violation, ...]], None],
        message: Callable[[str], None],
    ) -> None:
        self.play = play
        self.show_message = message
        self._updated = updated
        self._refused = refused
        self._draft: Draft | None = None
        self._refusal: Refusal | None = None
        self._chosen: str | None = None
        self._active = play.battle.active
        self.after_change: Callable[[], object] = lambda: None
        """Called after every change of the battle, before widgets are notified."""
        self._depth = 0
        self._waiting: Update | None = None
        self._telling = False
        self._unsubscribe: Callable[[], None] | None = play.subscribe(self._on_change)

    def close(self) -> None:
        if self._unsubscribe is not None:
            self._unsubscribe()
            self._unsubscribe = None

    # The battle

    @property
    def naming(self) -> Naming | None:
        """The choice of who acts next; None while someone is up or something is asked."""
        if self.pending is not None:
            return None
        return self.ask(lambda: self.system.naming(self.battle), None)

    @property
    def awaited(self) -> tuple[Awaited, ...]:
        """Events that combatants wait for and that could happen now; none while something is asked."""
        if self.pending is not None:
            return ()
        return self.ask(lambda: self.system.awaited(self.battle), ())

    def name(self, id: str | None) -> str:
        """Return a combatant's, zone's or band's name for people."""
        if not id:
            return ""
        battle = self.battle
        if id in battle.combatants:
            return battle.combatants[id].name
        if id in battle.zones:
            return battle.zones[id].name or id.replace("_", " ").capitalize()
        return id.replace("_", " ").capitalize()  # a band

    @property
    def place(self) -> Place:
        step = self.play.open_step
        return self.play.step_number, len(step.answers) if step is not None else 0

    def do_next(self, do: Callable[[], object]) -> None:
        """Do something once the window has been painted, unless the battle has moved on by then."""
        place = self.place
        # Not 0: Qt would do that before it looks at keys and at what is to be painted.
        QTimer.singleShot(1, lambda: do() if self._unsubscribe is not None and self.place == place else None)

    # Who is shown

    @property
    def shown(self) -> str | None:
        """The combatant shown in the panel: the picked one, else whose turn it is or who is asked."""
        battle, pending = self.battle, self.pending
        if self._chosen in battle.combatants:
            return self._chosen
        if battle.active is None and isinstance(pending, (Roll, Choose, Declare)):
            return pending.by if pending.by in battle.combatants else None
        return battle.active

    def show(self, id: str | None) -> None:
        """Show a combatant in the panel; None returns to whose turn it is."""
        if id is not None and id not in self.battle.combatants:
            return
        with self.one_update():
            self._chosen = None if id == self.battle.active else id
            if self._draft is not None and self._draft.command.by != self.shown:
                self.drop()
            self.note(Update(shown=True))

    # The draft and the refusal

    @property
    def draft(self) -> Draft | None:
        return self._draft

    @property
    def refusal(self) -> Refusal | None:
        """Why the last thing tried cannot be done."""
        return self._refusal

    def put_draft(self, draft: Draft | None, refusal: Refusal | None = None) -> None:
        """Replace the draft, and the refusal unless one is given."""
        self._draft, self._refusal = draft, refusal
        self.note(Update(draft=True))

    def drop(self) -> None:
        if self._draft is not None or self._refusal is not None:
            self.put_draft(None)

    def refuse(self, refusal: Refusal) -> None:
        """Show a refusal. A draft stays, so that something else can be given."""
        self._refusal = refusal
        self._refused(refusal.violations)
        self.note(Update(draft=True))

    # Telling

    @contextmanager
    def one_update(self) -> Iterator[None]:
        """Report all changes made inside as one update."""
        self._depth += 1
        try:
            yield
        finally:
            self._depth -= 1
            self._notify()

    def note(self, update: Update) -> None:
        """Note a change: reported at once, or at the end of `one_update`."""
        self._waiting = update if self._waiting is None else joined(self._waiting, update)
        self._notify()

    def _notify(self) -> None:
        if self._depth or self._telling:  # what a listener changes is told when all have heard of what came before
            return
        self._telling = True
        try:
            while self._waiting is not None:
                update, self._waiting = self._waiting, None
                self._updated(update)
        finally:
            self._telling = False

    def _on_change(self, change: Change) -> None:
        with self.one_update():
            self.drop()
            active = change.after.active
            if active != self._active:
                self._active, self._chosen = active, None
            self.after_change()
            self.note(Update(change))

    # When the rules fail

    def ask(self, call: Callable[[], T], otherwise: T) -> T:
        """Return the rules' answer, or `otherwise` if they fail: the widget shows less, and the error is reported."""
        try:
            return call()
        except Exception:
            log.exception("the rules could not say")
            return otherwise

    @contextmanager
    def guarded(self) -> Iterator[None]:
        """Report a step that fails inside the rules, and go on after the block."""
        try:
            yield
        except Exception as error:
            log.exception("a step failed")
            self.put_draft(None)
            self.show_message(f"The rules failed on that step ({type(error).__name__}: {error}). Nothing has changed.")


def label_of(rules: Ruleset, command: Command | None, action: str = "") -> str:
    """Return what a command is called in a refusal."""
    known = rules.actions.get(action) or (action_of_command(rules, command) if command is not None else None)
    if known is not None:
        return known.label
    return command.do.replace("_", " ").capitalize() if command is not None else ""
