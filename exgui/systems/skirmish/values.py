"""Values: full health, armour, structure (sk-01, sk-11, sk-12)."""

from __future__ import annotations

from collections.abc import Iterator

from exgui.engine.battle import Battle, Combatant, Item
from exgui.engine.effects import modify_value, value_set_by
from exgui.engine.explained import Explained, constant
from exgui.systems.common.gear import lookup, of_kind, rules_of
from exgui.systems.skirmish.positions import is_object
from exgui.systems.skirmish.wear import is_destroyed

SHIELD, ARMOUR = "shield", "armour"
"""What an item is worn as."""
PROTECTION = ("protection", "armour", "soak")
"""The names by which modifiers may call what armour takes off."""


def max_health(battle: Battle, one: Combatant) -> Explained:
    """Somebody's full health; the full structure of a thing."""
    if is_object(one):
        return constant("Structure", _of_a_thing(battle, one, "structure"), "sk-12")
    base = _by_formula(battle, one, "max_health")
    return value_set_by(modify_value(base, one.effects, "max_health"), one.effects, "max_health")


def _by_formula(battle: Battle, one: Combatant, id: str) -> Explained:
    """A value as the rule data derives it."""
    value = rules_of(battle).values[id]
    return value.formula.explain(lookup(battle, one), value.rounding)


def _of_a_thing(battle: Battle, one: Combatant, name: str) -> int:
    """A number of a thing, or the ruleset's default where nobody says it."""
    number = one.fields.get(name)
    return int(rules_of(battle).fields["combatant"][name].default if number is None else number)


def worn(battle: Battle, one: Combatant) -> Iterator[Item]:
    """The shields and the armour that protect somebody, shields first; not those that are destroyed (sk-11)."""
    for slot in (SHIELD, ARMOUR):
        for item in of_kind(one, "item"):
            if item.get("worn") == slot and not is_destroyed(battle, one, item):
                yield item


def armour(battle: Battle, one: Combatant) -> Explained:
    """What comes off damage: the armour of the sheet, and that of shields and armour worn, together (sk-05, sk-11)."""
    if is_object(one):
        base = constant("Armor", _of_a_thing(battle, one, "armour"), "sk-12")
    else:
        base = _by_formula(battle, one, "protection")
        for item in worn(battle, one):
            base = base.plus(item.name, int(item.get("armour", 0)), "sk-11")
    value = modify_value(base, one.effects, *PROTECTION).at_least(0, "never below 0", "sk-05")
    return value_set_by(value, one.effects, *PROTECTION)
