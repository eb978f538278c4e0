"""Effects of a sheet (Charms, spells, merits) in this game: when they are declared, and a spell's attack as a weapon
(ex3-85).

`common.effects` reads their data; `payment` pays for them, `declare_effects` asks for them in an attack, `use_effect`
uses them as steps of their own.
"""

from __future__ import annotations

from exgui.engine.battle import Battle, Combatant, Item
from exgui.engine.effects import Effect
from exgui.engine.events import Event
from exgui.engine.record import EMPTY, Table
from exgui.systems.common import effects
from exgui.systems.common.effects import (
    Declaration,
    committed,
    declared_beforehand,
    effect_named,
    effects_of,
    end_effect,
    fits,
    granted,
    has_effects,
    in_force,
    initiative_gained,
    lasting,
    lasts,
    modifiers,
    most,
    price,
    scales,
    used_up,
    wants_target,
)
from exgui.systems.ex3.positions import RANGES

__all__ = [
    "MOMENTS",
    "RULE",
    "Declaration",
    "committed",
    "declared_beforehand",
    "effect_named",
    "effects_begun",
    "effects_of",
    "end_effect",
    "fits",
    "granted",
    "has_effects",
    "in_force",
    "initiative_gained",
    "lasting",
    "lasts",
    "modifiers",
    "most",
    "new_round",
    "price",
    "refresh",
    "scales",
    "used_up",
    "wants_target",
    "weapon_of",
]

MOMENTS = ("attack", "attacked", "damage", "damaged")
"""Moments of an attack at which effects are declared: steps 2, 3, 8a and 8b (ex3-44)."""
RULE = "ex3-85"


def effects_begun(
    battle: Battle, who: str, declared: Declaration, motes: dict[str, int], other: str
) -> list[tuple[str, Effect]]:
    """Return the effects that a declaration puts in force, each with its bearer."""
    return effects.effects_begun(battle, who, declared, motes, other, rule=RULE)


def refresh(one: Combatant, scope: str) -> list[Event]:
    """Return the events after which effects limited to once per turn, or once per round, may be used again."""
    return effects.refresh(one, scope, rule=RULE)


def new_round(battle: Battle) -> list[Event]:
    """Return the events that end effects lasting a round."""
    return effects.new_round(battle, rule=RULE)


def weapon_of(item: Item) -> Item | None:
    """Return the weapon that a spell attacks as; None for one that does not attack."""
    strike = item.get("strike", EMPTY)
    if not strike:
        return None
    fields = {
        "ability": item.get("ability") or "occult",
        "accuracy": int(strike.get("accuracy", 0)),
        "damage": int(strike.get("damage", 0)),
        "minimum": int(strike.get("minimum", 1)),
        "damage_type": "lethal",
        "range": RANGES[min(int(strike.get("range", 0)), 4)],
        "tags": ("natural", "no_aim"),
    }
    return Item(item.id, item.name, "weapon", Table(fields))
