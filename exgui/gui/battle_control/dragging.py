"""What dragging a token means and does, on the map and on the tick bar: a step of the game, by its rule data, or the
storyteller's word."""

from __future__ import annotations

from typing import Literal

from PySide6.QtCore import Qt

from exgui.engine.asks import Command, Violation
from exgui.engine.battle import Battle
from exgui.engine.record import Table
from exgui.engine.system import System
from exgui.gui.battle_control.draft import opening
from exgui.gui.battle_control.queries import Queries
from exgui.gui.battle_control.refusal import Refusal
from exgui.gui.battle_control.state import BattleState
from exgui.gui.battle_control.steps import BattleSteps
from exgui.rulebook.rules import Ruleset
from exgui.systems.common.together import together

FORCE = Qt.KeyboardModifier.AltModifier | Qt.KeyboardModifier.ControlModifier
"""Held while a token is dropped, either overrides the rules. Two keys, since many window managers use Alt-drag
themselves."""
NO_STEP = Violation("", "This game has no such action. Hold Ctrl or Alt to override.", True)
Place = Literal["zone", "token", "companion"]
"""What a combatant can be dragged onto."""


class Dragging:
    """Drags of tokens: the step each means, its violations, and doing it."""

    def __init__(self, state: BattleState, queries: Queries, steps: BattleSteps) -> None:
        self._state = state
        self._queries = queries
        self._steps = steps

    def command(self, who: str, kind: Place, id: str, force: bool = False) -> Command | None:
        """Return the step meant by dragging a combatant onto a zone, combatant or companion; None if the game has none.

        Args:
            force: the storyteller's word, past all rules.
        """
        state = self._state
        if kind == "companion":
            force = force or state.battle.phase == "prepared"
            return companion_command(state.rules, state.system, state.battle, who, id, force)
        return map_command(state.rules, state.battle, who, kind, id, force)

    def check(self, who: str, kind: Place, id: str, force: bool = False) -> tuple[Violation, ...]:
        """Return the rules that a drag would break; empty when it is legal."""
        command = self.command(who, kind, id, force)
        return (NO_STEP,) if command is None else self._queries.check(command)

    def drag(self, who: str, kind: Place, id: str, force: bool = False) -> tuple[Violation, ...]:
        """Do what dragging a combatant there means. Return the violations, if any."""
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
        """Return the zones a combatant can be dragged to: by one move, or any zone before they are in the fight."""
        battle = self._state.battle
        if battle.phase == "prepared" or battle.who(who).waiting:
            return tuple(battle.zones)
        reach = self._state.system.reach(self._state.battle, who)
        return tuple(zone for zone, way in reach.items() if way.move)

    def delay(self, who: str, place: int) -> tuple[Violation, ...]:
        """Do what dragging a combatant along the time line means: on its own turn the game's step if that is legal,
        else an override. Return the violations, if any."""
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


def map_command(rules: Ruleset, battle: Battle, who: str, kind: Place, id: str, force: bool) -> Command | None:
    """Return the step meant by dragging a combatant onto a zone or a token; None if the game has none.

    Before the start it places them. Someone who waits to join comes in there.
    """
    one, goal = battle.who(who), id if kind == "zone" else battle.who(id).zone
    comes_in = one.waiting and battle.phase == "running"
    if force or comes_in or battle.phase == "prepared":
        close = kind == "token" and rules.has_close_range and (force or not comes_in)
        placed = Command("place", "", Table(who=who, close_to=id) if close else Table(who=who, zone=goal))
        if not comes_in:
            return placed
        return together((*(() if goal == one.zone and not close else (placed,)), Command("join", who)))
    gesture = rules.gestures.get(kind)
    return Command(gesture[0], who, Table({gesture[1]: id})) if gesture is not None else None


def companion_command(
    rules: Ruleset, system: System, battle: Battle, who: str, companion: str, force: bool
) -> Command | None:
    """Return the step meant by dragging a combatant onto a companion; None if the game has none."""
    gesture = rules.gestures.get("companion")
    given = next((one.given for one in system.companions(battle) if one.id == companion), "")
    if gesture is None or gesture[0] not in rules.actions or not given:
        return None
    command = opening(rules.actions[gesture[0]], who, force)
    return command.but(args=command.args.put(gesture[1], given))


def timeline_command(rules: Ruleset, battle: Battle, who: str, place: int) -> Command | None:
    """Return the step meant by dragging a combatant along the time line on its own turn; None on other turns, or if the
    game has none."""
    gesture = rules.gestures.get("timeline")
    if gesture is None or who not in battle.up:
        return None
    return Command(gesture[0], who, Table({gesture[1]: place}))


def placing(rules: Ruleset, who: str, place: int) -> Command | None:
    """Return the override that sets a combatant's place on the time line; None if that is not a number of its own."""
    path = rules.timeline.place
    return Command("adjust", "", Table(who=who, set=Table({path: place}))) if path else None
