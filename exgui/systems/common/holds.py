"""Holds of a grapple: two conditions that belong together, one at each end."""

from __future__ import annotations

from exgui.engine.battle import Battle

HOLDS, HELD_BY = "grappling", "grappled_by"
"""The conditions of the holder and of the held combatant; each has the other's id."""


def with_both_ends(battle: Battle) -> Battle:
    """Return a prepared battle in which every hold given at one end also has its other end."""
    for one in battle.combatants.values():
        for end, other_end in ((HOLDS, HELD_BY), (HELD_BY, HOLDS)):
            other = battle.combatants.get(str(one.conditions.get(end)))
            if other is not None and other_end not in other.conditions:
                battle = battle.with_combatant(other.but(conditions=other.conditions.put(other_end, one.id)))
    return battle
