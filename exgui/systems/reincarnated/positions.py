"""Positions: who is on the field and can act, and how many zone boundaries lie between combatants (re-20, re-22)."""

from __future__ import annotations

from exgui.engine.battle import Battle, Combatant
from exgui.engine.zones import distances

OUT = frozenset({"defeated", "surrendered", "left"})
"""Conditions of combatants who no longer act."""


def on_field(one: Combatant) -> bool:
    """Return whether the combatant takes part: they have joined and not left."""
    return not one.waiting and "left" not in one.conditions


def can_act(one: Combatant) -> bool:
    """Return whether the combatant takes part, and is neither defeated nor has surrendered (re-50)."""
    return not one.waiting and OUT.isdisjoint(one.conditions)


def to_act(battle: Battle) -> list[Combatant]:
    return [one for one in battle.combatants.values() if can_act(one) and not one.acted]


def together(battle: Battle, a: str, b: str) -> bool:
    """Return whether two combatants are in one zone, where everyone reaches everyone (re-20)."""
    here = battle.combatants[a].zone
    return here is not None and here == battle.combatants[b].zone


def boundaries(battle: Battle, a: str, b: str) -> int | None:
    """Return the number of zone boundaries between two combatants, by the shortest way around walls (re-22).

    It is None if every way is blocked by walls, or if one of them is in no zone.
    """
    start, goal = battle.combatants[a].zone, battle.combatants[b].zone
    if start is None or goal is None:
        return None
    return distances(battle.links, start).get(goal)
