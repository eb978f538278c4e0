"""Positions: who is on the field and can act, the range between two combatants (sk-04), and who is visible."""

from __future__ import annotations

from exgui.engine.battle import Battle, Combatant
from exgui.engine.zones import distances

OBJECT = "object"
"""The kind of a combatant that is a thing (sk-12)."""
BANDS = ("nearby", "close", "far", "extreme")
"""Ranges by the number of links between the zones; three or more are extreme (sk-04)."""
OUT = frozenset({"incapacitated", "surrendered", "left", "destroyed"})
"""Conditions of combatants who can no longer act."""


def is_object(one: Combatant) -> bool:
    """Return whether this is a thing with structure, not a person."""
    return one.kind == OBJECT


def on_field(one: Combatant) -> bool:
    """Return whether a combatant takes part: they have joined and not left."""
    return not one.waiting and "left" not in one.conditions


def can_act(one: Combatant) -> bool:
    """Return whether a combatant takes part and is neither incapacitated nor has surrendered."""
    return not one.waiting and not is_object(one) and OUT.isdisjoint(one.conditions)


def to_act(battle: Battle) -> list[Combatant]:
    return [one for one in battle.combatants.values() if can_act(one) and not one.acted]


def range_between_zones(battle: Battle, start: str | None, goal: str | None) -> int | None:
    """Return the range between two zones as an index in `BANDS`; None if only walls lie between them."""
    if start is None or goal is None:
        return None
    away = distances(battle.links, start).get(goal)
    return None if away is None else min(away, len(BANDS) - 1)


def range_between(battle: Battle, a: str, b: str) -> int | None:
    """Return the range between two combatants, as an index in `BANDS`; None if no path leads there."""
    return range_between_zones(battle, battle.combatants[a].zone, battle.combatants[b].zone)


def nearby(battle: Battle, a: str, b: str) -> bool:
    """Return whether two combatants are in one zone (sk-04)."""
    return range_between(battle, a, b) == 0


def visible(one: Combatant) -> bool:
    """Return whether others can see a combatant."""
    return "unseen" not in one.conditions
