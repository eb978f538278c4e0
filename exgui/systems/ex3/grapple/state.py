"""Who holds whom, and what that means for what both do: control rounds, whoever is dragged along (ex3-40)."""

from __future__ import annotations

from collections.abc import Iterable

from exgui.engine.battle import Battle, Combatant
from exgui.engine.events import ConditionBegan, Event, Noted
from exgui.engine.procedure import Scene, Steps
from exgui.engine.record import EMPTY, Table, Value
from exgui.rulebook.rules import Action
from exgui.systems.common.tracks import set_track
from exgui.systems.ex3 import sentences as say


def victim_of(one: Combatant) -> str | None:
    """Id of the one whom somebody holds, if any."""
    target = one.conditions.get("grappling")
    return None if target is None else str(target)


def in_grapple(one: Combatant) -> bool:
    """Whether somebody holds another or is held."""
    return "grappling" in one.conditions or "grappled_by" in one.conditions


def restrained(one: Combatant, *, next_turn: bool) -> bool:
    """Whether somebody is restrained in this turn.

    Args:
        next_turn: it is the turn that they would now begin.
    """
    return bool(one.turn and one.turn.get("restrained")) or (next_turn and "restrained" in one.conditions)


def set_rounds(one: Combatant, left: int) -> list[Event]:
    """The events that set somebody's control rounds."""
    return set_track(one, "control_rounds", left, "ex3-40")


def lose_rounds(battle: Battle, who: str, count: int = 1) -> list[Event]:
    """The events by which somebody loses control rounds, down to 0 at most: by each attack on them and by each damage
    that they take."""
    one = battle.combatants[who]
    if "control_rounds" not in one.tracks:  # as of nearly everyone who is attacked
        return []
    left = one.tracks["control_rounds"]
    return set_rounds(one, max(0, left - count)) if left else []


def dragged(one: Combatant) -> str | None:
    """Id of the one whom somebody's next Movement action drags along: the one they hold, at once after Restrain."""
    return victim_of(one) if one.turn and one.turn.get("drag") else None


def not_dragged(one: Combatant, ids: Iterable[str]) -> tuple[str, ...]:
    """These without the one whom somebody drags along, who neither stops them nor is left behind."""
    along = dragged(one)
    return tuple(id for id in ids if id != along)


def take_into_cover(scene: Scene, who: str, along: str | None) -> Steps:
    """Takes the one who is dragged along into the cover that somebody has taken.

    Args:
        along: id of who is dragged, None for nobody.
    """
    if along is not None:
        one, other = scene.battle.who(who), scene.battle.who(along)
        yield ConditionBegan(along, "cover", one.conditions["cover"], "ex3-40")
        yield Noted(say.DRAGS(who=one, whom=other), who, "ex3-40")


def is_drag(one: Combatant, action: Action) -> bool:
    """Whether a Movement action now is the one that Restrain allows at once: Reflexive, besides the one of the turn,
    and whoever is held is dragged along. Holding on takes nobody anywhere."""
    turn = one.turn or EMPTY
    return "movement" in action.keywords and bool(turn.get("drag")) and action.id != "grapple_hold"


def facts_of_drag(one: Combatant, action: Action) -> Table[str, Value]:
    """The facts of the turn that an action sets after Restrain: the dragging is done at once, or not at all."""
    if not (one.turn and one.turn.get("drag")):
        return EMPTY
    return Table(dragged=action.id, drag=False) if is_drag(one, action) else Table(drag=False)
