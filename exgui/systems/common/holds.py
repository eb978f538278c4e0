"""Holds of a grapple: two conditions that belong together, one at each end."""

from __future__ import annotations

from exgui.engine.battle import Battle

HOLDS, HELD_BY = "grappling", "grappled_by"
"""The condition of who holds somebody, and of who is held; each has the other's id."""


def with_both_ends(battle: Battle) -> Battle:
    """Return a battle as prepared, in which every hold that is given at one end has the other too."""
    for one in battle.combatants.values():
        for end, other_end in ((HOLDS, HELD_BY), (HELD_BY, HOLDS)):
            other = battle.combatants.get(str(one.conditions.get(end)))
            if other is not None and other_end not in other.conditions:
                battle = battle.with_combatant(other.but(conditions=other.conditions.put(other_end, one.id)))
    return battle
