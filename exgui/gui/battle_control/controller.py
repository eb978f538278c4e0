"""`BattleController`: one battle under way as the window's widgets see it.

Puts its parts together (`exgui.gui.battle_control`), each with one task, and tells widgets what has changed by one Qt
signal. What the storyteller does goes through the parts and never raises into a Qt slot: what is refused, or cannot be
understood or saved, becomes a sentence.
"""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer, Signal

from exgui.engine.system import Awaited, Naming
from exgui.gui.battle_control.auto_roll import AutoRoll, NothingMore
from exgui.gui.battle_control.draft import Draft
from exgui.gui.battle_control.drafting import Drafting, Picking
from exgui.gui.battle_control.dragging import Dragging
from exgui.gui.battle_control.queries import Queries
from exgui.gui.battle_control.refusal import Refusal
from exgui.gui.battle_control.state import BattleState, BattleUnderWay, Update
from exgui.gui.battle_control.steps import BattleSteps
from exgui.play.play import Play

REST_MS = 1000
"""Milliseconds of idleness after a step before the snapshot is saved."""


class BattleController(BattleUnderWay, QObject):
    """One battle, for widgets.

    Signals:
        changed(Update): what one act of the storyteller changed: the battle, the draft, who is shown, auto-roll.
        refused(tuple): rules that something would have broken; nothing has changed.
        message(str): a sentence for the storyteller.
        timer_requested(object): a timer is to be set, at this place of the time line (None: at none yet).

    Attributes:
        steps: by these the battle goes on and back.
        drafting: the command being put together.
        picking, dragging: what picks and drags mean.
        queries: what the rules say.
        auto_roll: for whom the app rolls unasked.
        nothing_more: who declares nothing more in the turn under way.
        rest: runs while nothing is done, until the snapshot is saved.
    """

    changed = Signal(object)
    refused = Signal(object)
    message = Signal(str)
    timer_requested = Signal(object)

    def __init__(self, play: Play, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.play = play
        state = self._state = BattleState(play, self.changed.emit, self.refused.emit, self.message.emit)
        self.queries = Queries(state)
        self.nothing_more = NothingMore(state)
        self.auto_roll = AutoRoll(state, self.nothing_more)
        self.steps = BattleSteps(state, self.auto_roll, self.nothing_more)
        self.drafting = Drafting(state, self.queries, self.steps)
        self.drafting.ask_who_is_next()
        self.picking = Picking(state, self.steps, self.drafting)
        self.dragging = Dragging(state, self.queries, self.steps)
        self.rest = QTimer(self, singleShot=True, interval=REST_MS)
        self.rest.timeout.connect(self.steps.write_snapshot)
        self.changed.connect(self._on_change)

    def _on_change(self, update: Update) -> None:
        if update.change is not None and self.play.snapshot_due:
            self.rest.start()

    def close(self) -> None:
        self.rest.stop()
        self.nothing_more.close()
        self._state.close()

    @property
    def draft(self) -> Draft | None:
        return self._state.draft

    @property
    def refusal(self) -> Refusal | None:
        """Why the last thing tried cannot be done."""
        return self._state.refusal

    @property
    def shown(self) -> str | None:
        """The combatant shown in the panel: the picked one, else whose turn it is or who is asked."""
        return self._state.shown

    @property
    def naming(self) -> Naming | None:
        """The choice of who acts next; None while someone is up or something is asked."""
        return self._state.naming

    @property
    def awaited(self) -> tuple[Awaited, ...]:
        return self._state.awaited

    def show(self, id: str | None) -> None:
        """Show a combatant in the panel; None returns to whose turn it is."""
        self._state.show(id)

    def name(self, id: str | None) -> str:
        """Return a combatant's or zone's name for people."""
        return self._state.name(id)
