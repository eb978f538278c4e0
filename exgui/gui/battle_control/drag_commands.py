"""What dragging a token means, on the map and on the tick bar: a step of the game, by its rule data, or the
storyteller's word."""

from __future__ import annotations

from typing import Literal

from exgui.engine.asks import Command, Violation
from exgui.engine.battle import Battle
from exgui.engine.record import Table
from exgui.engine.system import System, companions
from exgui.gui.battle_control.draft import opening
from exgui.rulebook.rules import Ruleset
from exgui.systems.common.together import together

NO_STEP = Violation("", "This game has no step for that; hold Ctrl or Alt to place by the storyteller's word.", True)
Place = Literal["zone", "token", "companion"]
"""What somebody can be dragged to."""


def map_command(rules: Ruleset, battle: Battle, who: str, kind: Place, id: str, force: bool) -> Command | None:
    """The step that dragging somebody to a zone, or onto somebody's token, means; None where the game has none for it.

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
    """The step that dragging somebody onto a companion means; None where the game has none for it."""
    gesture = rules.gestures.get("companion")
    given = next((one.given for one in companions(system, battle) if one.id == companion), "")
    if gesture is None or gesture[0] not in rules.actions or not given:
        return None
    command = opening(rules.actions[gesture[0]], who, force)
    return command.but(args=command.args.put(gesture[1], given))


def timeline_command(rules: Ruleset, battle: Battle, who: str, place: int) -> Command | None:
    """The step that dragging somebody to a place of the time line means on its own turn; None where it is not that, or
    the game has none for it."""
    gesture = rules.gestures.get("timeline")
    if gesture is None or who not in battle.up:
        return None
    return Command(gesture[0], who, Table({gesture[1]: place}))


def placing(rules: Ruleset, who: str, place: int) -> Command | None:
    """The storyteller's word that sets somebody's place on the time line; None where that is no number of its own."""
    path = rules.timeline.place
    return Command("adjust", "", Table(who=who, set=Table({path: place}))) if path else None
