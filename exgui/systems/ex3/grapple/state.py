"""Who holds whom, and its consequences for both: control rounds, dragged captives (ex3-40)."""

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
    """Return the id of the combatant's victim, if any."""
    target = one.conditions.get("grappling")
    return None if target is None else str(target)


def in_grapple(one: Combatant) -> bool:
    """Return whether the combatant holds another or is held."""
    return "grappling" in one.conditions or "grappled_by" in one.conditions


def restrained(one: Combatant, *, next_turn: bool) -> bool:
    """Return whether the combatant is restrained this turn.

    Args:
        next_turn: check the turn they would begin now.
    """
    return bool(one.turn and one.turn.get("restrained")) or (next_turn and "restrained" in one.conditions)


def set_rounds(one: Combatant, left: int) -> list[Event]:
    """Return the events that set the combatant's control rounds."""
    return set_track(one, "control_rounds", left, "ex3-40")


def lose_rounds(battle: Battle, who: str, count: int = 1) -> list[Event]:
    """Return the events of losing control rounds, down to 0 at most: for each attack on the combatant and each damage
    they take.
    """
    one = battle.combatants[who]
    if "control_rounds" not in one.tracks:  # true of nearly every target
        return []
    left = one.tracks["control_rounds"]
    return set_rounds(one, max(0, left - count)) if left else []


def dragged(one: Combatant) -> str | None:
    """Return the id of the victim whom the combatant's next Movement action drags along, at once after Restrain."""
    return victim_of(one) if one.turn and one.turn.get("drag") else None


def not_dragged(one: Combatant, ids: Iterable[str]) -> tuple[str, ...]:
    """Return these ids without the dragged victim, who neither stops the combatant nor is left behind."""
    along = dragged(one)
    return tuple(id for id in ids if id != along)


def take_into_cover(scene: Scene, who: str, along: str | None) -> Steps:
    """Take a dragged victim along into the cover that the combatant has taken.

    Args:
        along: id of the victim, None for no one.
    """
    if along is not None:
        one, other = scene.battle.who(who), scene.battle.who(along)
        yield ConditionBegan(along, "cover", one.conditions["cover"], "ex3-40")
        yield Noted(say.DRAGS(who=one, whom=other), who, "ex3-40")


def is_drag(one: Combatant, action: Action) -> bool:
    """Return whether a Movement action now is the one that Restrain allows at once: Reflexive, in addition to the one
    of the turn, dragging the victim along. Holding on drags no one.
    """
    turn = one.turn or EMPTY
    return "movement" in action.keywords and bool(turn.get("drag")) and action.id != "grapple_hold"


def facts_of_drag(one: Combatant, action: Action) -> Table[str, Value]:
    """Return the facts of the turn that an action sets after Restrain: the victim is dragged at once, or not at all."""
    if not (one.turn and one.turn.get("drag")):
        return EMPTY
    return Table(dragged=action.id, drag=False) if is_drag(one, action) else Table(drag=False)
