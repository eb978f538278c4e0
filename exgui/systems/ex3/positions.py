"""Positions: ranges, close groups, and which combatants can act at all.

Rules: ex3-13, ex3-14, ex3-15, ex3-16, ex3-17.
"""

from __future__ import annotations

from exgui.engine.battle import Battle, Combatant, Item
from exgui.engine.zones import distances
from exgui.systems.common.close_groups import join_group, leave_group
from exgui.systems.common.sentences import OFF_FIELD
from exgui.systems.ex3 import sentences as say

__all__ = [
    "OUT",
    "RANGES",
    "can_act",
    "close_opponents",
    "join_group",
    "leave_group",
    "on_field",
    "opponents",
    "range_between",
    "reach_of",
    "waits",
    "why_not",
    "within",
]

RANGES = ("close", "short", "medium", "long", "extreme")
"""Range bands, the nearest first."""

OUT = frozenset({"left", "gone_to_ground", "dissolved", "in_group"})
"""Conditions of combatants who are no longer on the battlefield."""
OUT_OF_ACTION = OUT | {"incapacitated"}


def on_field(one: Combatant) -> bool:
    """Return whether the combatant takes part: they have joined and not left."""
    return not one.waiting and (not one.conditions or OUT.isdisjoint(one.conditions))


def can_act(one: Combatant) -> bool:
    """Return whether the combatant takes part and is not incapacitated."""
    return not one.waiting and (not one.conditions or OUT_OF_ACTION.isdisjoint(one.conditions))


def waits(battle: Battle, one: Combatant) -> bool:
    """Return whether the combatant has delayed without naming a tick, and so may act on any later tick (ex3-05b)."""
    if "delayed" not in one.conditions:
        return False
    delayed = one.conditions["delayed"]
    if delayed["until"] is not None:
        return False
    return battle.tick is not None and battle.tick < int(delayed["since"])


def why_not(one: Combatant) -> str:
    """Return the sentence on why the combatant cannot act; "" if they can."""
    if not on_field(one):
        return OFF_FIELD(who=one)
    return "" if can_act(one) else say.INCAPACITATED(who=one)


def opponents(battle: Battle, who: str) -> tuple[str, ...]:
    """Return ids of the combatants on other sides who can still act."""
    side = battle.combatants[who].side
    return tuple(id for id, one in battle.combatants.items() if one.side != side and can_act(one))


def close_opponents(battle: Battle, who: str) -> tuple[str, ...]:
    """Return ids of the opponents at close range who can still act."""
    side = battle.combatants[who].side
    return tuple(
        id for id in battle.close_group(who) if battle.combatants[id].side != side and can_act(battle.combatants[id])
    )


def range_between(battle: Battle, a: str, b: str) -> str | None:
    """Return the range band from one combatant to the other (ex3-13); None if no way without walls leads there."""
    if battle.are_close(a, b):
        return "close"
    here, there = battle.combatants[a].zone, battle.combatants[b].zone
    if here == there:  # the common case; the links would give the same
        return "short"
    far = distances(battle.links, str(here)).get(str(there))
    return None if far is None else RANGES[min(far + 1, 4)]


def reach_of(weapon: Item) -> str:
    """Return the farthest range band a weapon reaches; "close" if it has none."""
    return str(weapon.fields.get("range", "close"))


def within(range: str, reach: str) -> bool:
    return RANGES.index(range) <= RANGES.index(reach)
