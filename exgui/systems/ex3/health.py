"""Health levels and wounds (ex3-63)."""

from __future__ import annotations

from exgui.engine.battle import Battle, Combatant
from exgui.engine.events import Event
from exgui.engine.explained import NOTHING, Explained, constant
from exgui.systems.common import health
from exgui.systems.common.health import TYPES, after_damage, damage, incapacitated, levels, worst_penalty

__all__ = [
    "TYPES",
    "after_damage",
    "damage",
    "incapacitated",
    "levels",
    "set_health",
    "take_damage",
    "wound_penalty",
]


def wound_penalty(battle: Battle, one: Combatant) -> Explained:
    """Return the penalty of the worst level that is filled: 0 or negative (ex3-63)."""
    if not damage(one):  # the common case, and called twice in every attack
        return NOTHING
    worst = worst_penalty(battle, one)
    return constant("wounds", worst, "ex3-63") if worst else NOTHING


def take_damage(battle: Battle, who: str, amount: int, type: str, rule: str) -> list[Event]:
    """Return the events of taking health levels of damage."""
    one = battle.combatants[who]
    return set_health(battle, who, after_damage(battle, one, amount, type), rule)


def set_health(battle: Battle, who: str, filled: dict[str, int], rule: str) -> list[Event]:
    """Return the events that set the levels filled by each kind of damage, and begin or end being incapacitated
    accordingly.
    """
    return health.set_health(battle, who, filled, rule, "ex3-63")
