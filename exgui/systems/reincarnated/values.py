"""Values: Block, Evasion, Resolve, Defense, full Health, and the reduction of damage taken.

Rules: re-02, re-03, re-60, re-61.
"""

from __future__ import annotations

from collections.abc import Callable

from exgui.engine.battle import Battle, Combatant, Item
from exgui.engine.effects import modify_value, value_set_by
from exgui.engine.explained import NOTHING, Explained, Part, constant
from exgui.engine.record import EMPTY
from exgui.systems.common.gear import lookup, of_kind, rules_of, tagged, trait
from exgui.systems.common.printed_numbers import printed_value
from exgui.systems.common.sheet_values import of_sheet
from exgui.systems.reincarnated.advantages import on_defense

NAMES = {"evasion": ("evasion",), "block": ("block", "parry"), "resolve": ("resolve",)}
"""The names under which a modifier changes a value: its own, and that of other games."""


def magnitude(one: Combatant) -> int:
    """Return a group's Magnitude; 0 for a single character (re-60)."""
    return int(one.fields.get("group", EMPTY).get("magnitude", 0))


def worn(one: Combatant) -> Item | None:
    """Return the armor worn, unless it is Elsewhere (re-63)."""
    away = one.conditions.get("elsewhere", ())
    return next((item for item in of_kind(one, "armor") if item.id not in away), None)


def find_in(
    battle: Battle, one: Combatant, weapon: Item | None = None, ability: str = ""
) -> Callable[[str], tuple[str, int]]:
    """Return the lookup of names in formulas: those of every game, and `martial`, `attribute` and `magnitude`."""
    known = lookup(battle, one, weapon=weapon, ability=ability)

    def find(name: str) -> tuple[str, int]:
        if name == "martial":
            best = best_martial(battle, one)
            return rules_of(battle).label(best), trait(battle, one, best)
        if name == "attribute":
            id = attribute_of(battle, one, weapon)
            return rules_of(battle).label(id), trait(battle, one, id)
        if name == "magnitude":
            return "Magnitude", magnitude(one)
        return known(name)

    return find


def own_attribute(weapon: Item | None) -> str:
    """Return the Attribute that a weapon with unique ability has of its own; "" for any other (re-62)."""
    return str(weapon.get("attribute", "")) if weapon is not None and tagged(weapon, "unique_ability") else ""


def attribute_of(battle: Battle, one: Combatant, weapon: Item | None) -> str:
    """Return the Attribute of a strike: the weapon's own, else the higher of Strength and Dexterity (re-40, re-62)."""
    return own_attribute(weapon) or max(("strength", "dexterity"), key=lambda id: trait(battle, one, id))


def best_martial(battle: Battle, one: Combatant) -> str:
    """Return the id of the best martial Ability; of equal ones the first in the ruleset's list."""
    abilities: tuple[str, ...] = rules_of(battle).constants["martial_abilities"]
    return max(abilities, key=lambda id: trait(battle, one, id))


def _stated(one: Combatant, id: str) -> Explained | None:
    """Return a value as the sheet states it, if it does (re-02)."""
    if id in one.traits:
        return constant("as stated", one.traits[id], "re-02")
    return printed_value(one, id, "re-02")


@of_sheet
def _formula(battle: Battle, one: Combatant, id: str) -> Explained:
    value = rules_of(battle).values[id]
    return value.formula.explain(find_in(battle, one), value.rounding)


def explain(battle: Battle, one: Combatant, id: str) -> Explained:
    """Return a derived value by its formula, or as the sheet states it, without any changes from the fight."""
    stated = _stated(one, id)
    if stated is not None:
        return stated
    out = _formula(battle, one, id)
    armor = worn(one)
    if armor is not None and id in ("block", "evasion"):
        out = out.plus(armor.name, int(armor.get(id, 0)), "re-61")
    return out


def _modified(one: Combatant, base: Explained, *names: str) -> Explained:
    value = modify_value(base, one.effects, *names).at_least(0, "never below 0", "re-02")
    return value_set_by(value, one.effects, *names)


def block(battle: Battle, one: Combatant) -> Explained:
    """Return Block: half of Strength or Dexterity + the best martial Ability, and armor (re-02)."""
    return _modified(one, explain(battle, one, "block"), *NAMES["block"])


def evasion(battle: Battle, one: Combatant) -> Explained:
    """Return Evasion: half of Dexterity + Athletics, and armor (re-02)."""
    return _modified(one, explain(battle, one, "evasion"), *NAMES["evasion"])


def resolve(battle: Battle, one: Combatant) -> Explained:
    """Return Resolve: half of Wits + Integrity (re-02)."""
    return _modified(one, explain(battle, one, "resolve"), *NAMES["resolve"])


def defense(battle: Battle, one: Combatant) -> Explained:
    """Return Defense: the higher of Block and Evasion, with Defense Advantages (re-02, re-03)."""
    base = _stated(one, "defense")
    if base is None:
        values = {"Block": block(battle, one), "Evasion": evasion(battle, one)}
        name = max(values, key=lambda id: values[id].total)
        base = Explained(values[name].total, (Part(name, values[name].total, "re-02", values[name].parts),))
    return _modified(one, base.plus_all(on_defense(battle, one)), "defense")


VALUES = {"defense": defense, "block": block, "evasion": evasion, "resolve": resolve}
"""The values that an action can be rolled against, by id."""


def max_health(battle: Battle, one: Combatant) -> Explained:
    """Return full Health: 10 + twice Stamina, or as stated; a group has 5 more per Magnitude (re-02, re-60)."""
    base = constant("as stated", one.traits["health"], "re-02") if "health" in one.traits else None
    if base is None:
        base = explain(battle, one, "max_health")
    each = int(rules_of(battle).constants["magnitude_health"])
    return base.plus("Magnitude", each * magnitude(one), "re-60")


def protection(one: Combatant) -> Explained:
    """Return the reduction of damage taken: defensive Powers (re-42)."""
    return _modified(one, NOTHING, "soak")
