"""What dragging a token does, on the map and on the tick bar."""

from __future__ import annotations

from PySide6.QtCore import Qt

from exgui.engine.asks import Command, Violation
from exgui.gui.battle_control.drag_commands import (
    NO_STEP,
    Place,
    companion_command,
    map_command,
    placing,
    timeline_command,
)
from exgui.gui.battle_control.queries import Queries
from exgui.gui.battle_control.refusal import Refusal
from exgui.gui.battle_control.state import BattleState
from exgui.gui.battle_control.steps import BattleSteps

FORCE = Qt.KeyboardModifier.AltModifier | Qt.KeyboardModifier.ControlModifier
"""Either is held while a token is dropped: the storyteller's word, whatever the rules say. Two, since many window
managers keep dragging with Alt for themselves."""


class Dragging:
    """Drags of tokens: the step that one means, what stands against it, and doing it."""

    def __init__(self, state: BattleState, queries: Queries, steps: BattleSteps) -> None:
        self._state = state
        self._queries = queries
        self._steps = steps

    def command(self, who: str, kind: Place, id: str, force: bool = False) -> Command | None:
        """The step that dragging somebody to a zone, or onto somebody or a companion, means; None where the game has
        none for it.

        Args:
            force: the storyteller's word, past all rules.
        """
        state = self._state
        if kind == "companion":
            force = force or state.battle.phase == "prepared"
            return companion_command(state.rules, state.system, state.battle, who, id, force)
        return map_command(state.rules, state.battle, who, kind, id, force)

    def check(self, who: str, kind: Place, id: str, force: bool = False) -> tuple[Violation, ...]:
        """The rules that a drag would break; empty when it is legal."""
        command = self.command(who, kind, id, force)
        return (NO_STEP,) if command is None else self._queries.check(command)

    def drag(self, who: str, kind: Place, id: str, force: bool = False) -> tuple[Violation, ...]:
        """Does what dragging somebody there means. Gives the rules that stand against it, or nothing."""
        command = self.command(who, kind, id, force)
        broken = (NO_STEP,) if command is None else self._queries.check(command)
        with self._state.one_update():
            self._state.drop()
            if command is None:
                self._state.refuse(Refusal("Move", broken))
            else:
                self._steps.dispatch(command)
        return broken

    def zones_in_reach(self, who: str) -> tuple[str, ...]:
        """The zones to which somebody can be dragged: by one move; any, before the start or before they join."""
        battle = self._state.battle
        if battle.phase == "prepared" or battle.who(who).waiting:
            return tuple(battle.zones)
        reach = self._state.system.reach(self._state.battle, who)
        return tuple(zone for zone, way in reach.items() if way.move)

    def delay(self, who: str, place: int) -> tuple[Violation, ...]:
        """Does what dragging somebody to a place of the time line means: on its own turn the game's step for that, if
        it is legal; else the storyteller's word. Gives the rules that stand against it, or nothing."""
        command = timeline_command(self._state.rules, self._state.battle, who, place)
        if command is None or self._state.pending is not None or self._queries.check(command):
            command = placing(self._state.rules, who, place)
        if command is None:
            return (NO_STEP,)
        broken = self._queries.check(command)
        with self._state.one_update():
            self._state.drop()
            self._steps.dispatch(command)
        return broken
