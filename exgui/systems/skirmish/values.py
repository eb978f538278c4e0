"""Values: full health, armor, structure (sk-01, sk-11, sk-12), and wear: weapons, shields and armor are damaged, and
finally destroyed."""

from __future__ import annotations

from collections.abc import Iterator

from exgui.engine.battle import Battle, Combatant, Item
from exgui.engine.effects import modify_value, value_set_by
from exgui.engine.events import ConditionBegan, Noted, ReadySet
from exgui.engine.explained import Explained, constant
from exgui.engine.procedure import Scene, Steps
from exgui.engine.record import EMPTY, Table
from exgui.systems.common.gear import is_natural, lookup, noun, of_kind, rules_of
from exgui.systems.skirmish import sentences as say
from exgui.systems.skirmish.positions import is_object

SHIELD, ARMOUR = "shield", "armour"
"""The slots in which an item is worn."""
PROTECTION = ("protection", "armour", "soak")
"""The names that modifiers may use for armor."""
DAMAGED = "items"
"""The condition that counts how often a combatant's things were damaged, by id."""


def max_health(battle: Battle, one: Combatant) -> Explained:
    """Return a combatant's full health, or a thing's full structure."""
    if is_object(one):
        return constant("Structure", _of_a_thing(battle, one, "structure"), "sk-12")
    base = _by_formula(battle, one, "max_health")
    return value_set_by(modify_value(base, one.effects, "max_health"), one.effects, "max_health")


def _by_formula(battle: Battle, one: Combatant, id: str) -> Explained:
    value = rules_of(battle).values[id]
    return value.formula.explain(lookup(battle, one), value.rounding)


def _of_a_thing(battle: Battle, one: Combatant, name: str) -> int:
    """Return a number of a thing, or the ruleset's default if it is not given."""
    number = one.fields.get(name)
    return int(rules_of(battle).fields["combatant"][name].default if number is None else number)


def worn(battle: Battle, one: Combatant) -> Iterator[Item]:
    """Return the shields and the armor that protect a combatant, shields first, without destroyed ones (sk-11)."""
    for slot in (SHIELD, ARMOUR):
        for item in of_kind(one, "item"):
            if item.get("worn") == slot and not is_destroyed(battle, one, item):
                yield item


def armour(battle: Battle, one: Combatant) -> Explained:
    """Return what is subtracted from damage: the sheet's armor, plus shields and armor worn (sk-05, sk-11)."""
    if is_object(one):
        base = constant("Armor", _of_a_thing(battle, one, "armour"), "sk-12")
    else:
        base = _by_formula(battle, one, "protection")
        for item in worn(battle, one):
            base = base.plus(item.name, int(item.get("armour", 0)), "sk-11")
    value = modify_value(base, one.effects, *PROTECTION).at_least(0, "never below 0", "sk-05")
    return value_set_by(value, one.effects, *PROTECTION)


def damaged(one: Combatant, item: Item) -> int:
    """Return how often a combatant's thing was damaged."""
    return int(one.conditions.get(DAMAGED, EMPTY).get(item.id, 0))


def is_destroyed(battle: Battle, one: Combatant, item: Item) -> bool:
    """Return whether a combatant's thing was damaged often enough to be destroyed (sk-11)."""
    return damaged(one, item) >= durability(battle, item)


def durability(battle: Battle, item: Item) -> int:
    """Return how often a thing must be damaged to be destroyed."""
    times = rules_of(battle).constants["durability"]
    return int(times[str(item.get("durability", "normal"))])


def wear(scene: Scene, who: str, item: Item) -> Steps:
    """Damage a combatant's thing once, which may destroy it. Natural weapons do not wear."""
    one = scene.battle.who(who)
    if is_natural(item) or item.id not in one.gear or is_destroyed(scene.battle, one, item):
        return
    times = damaged(one, item) + 1
    states = Table(one.conditions.get(DAMAGED, EMPTY)).put(item.id, times)
    yield ConditionBegan(who, DAMAGED, states, "sk-11")
    one = scene.battle.who(who)
    if not is_destroyed(scene.battle, one, item):
        yield Noted(say.ITEM_DAMAGED(who=one, weapon=noun(scene.battle, item)), who, "sk-11")
        return
    yield Noted(say.ITEM_DESTROYED(who=one, weapon=noun(scene.battle, item)), who, "sk-11")
    if item.id in one.ready:
        yield ReadySet(who, tuple(id for id in one.ready if id != item.id), "sk-11")


def mended(scene: Scene, who: str, item: Item, by: int) -> Steps:
    """Remove damage from a combatant's thing."""
    one = scene.battle.who(who)
    left = max(0, damaged(one, item) - by)
    known = Table(one.conditions.get(DAMAGED, EMPTY))
    yield ConditionBegan(who, DAMAGED, known.put(item.id, left) if left else known.without(item.id), "sk-11")
    yield Noted(say.ITEM_REPAIRED(who=one, weapon=noun(scene.battle, item)), who, "sk-11")
