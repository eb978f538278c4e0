"""A combatant's current values with their parts: Parry, Evasion, Defense, soak, Hardness, wound penalty.

Rules: ex3-58, ex3-59, ex3-60, ex3-61, ex3-63.
"""

from __future__ import annotations

from exgui.engine.battle import Battle, Combatant, Item
from exgui.engine.effects import modify_value, value_set_by
from exgui.engine.explained import NOTHING, Explained, constant
from exgui.systems.common.gear import armor_of, lookup, ready_weapons, rules_of, trait
from exgui.systems.common.printed_numbers import printed_value
from exgui.systems.common.sheet_values import of_sheet
from exgui.systems.ex3.battle_groups import defense_bonus, is_group, size_bonus
from exgui.systems.ex3.cover import with_cover
from exgui.systems.ex3.health import wound_penalty
from exgui.systems.ex3.hindrances import with_hindrances
from exgui.systems.ex3.initiative import crashed
from exgui.systems.ex3.positions import RANGES


def is_close_combat(battle: Battle, weapon: Item) -> bool:
    return weapon.fields.get("ability") in battle.rules.constants["combat_abilities"]["close"]


def ability_of(battle: Battle, one: Combatant, weapon: Item) -> str:
    """Return the Ability a weapon is used with; fists take the higher of Brawl and Martial Arts."""
    ability = str(weapon.get("ability"))
    if weapon.id == "unarmed" and trait(battle, one, "martial_arts") > trait(battle, one, "brawl"):
        return "martial_arts"
    return ability


def accuracy(weapon: Item, range: str) -> int:
    value = weapon.get("accuracy")
    return int(value[RANGES.index(range)]) if isinstance(value, tuple) else int(value)


def _rounding(battle: Battle, id: str) -> str:
    rounding = rules_of(battle).values[id].rounding
    return str(battle.options.get(rounding, rounding))


@of_sheet
def _formula(battle: Battle, one: Combatant, id: str) -> Explained:
    printed = printed_value(one, id, "ex3-88")
    if printed is not None:
        return printed
    formula = rules_of(battle).values[id].formula
    return formula.explain(lookup(battle, one), _rounding(battle, id))


def _best_parry(battle: Battle, one: Combatant) -> Explained | None:
    """Return the printed Parry, which needs no weapon (ex3-88), else the best of the ready close combat weapons, before
    any other modifiers; None without any.
    """
    printed = printed_value(one, "parry", "ex3-88")
    if printed is not None:
        return printed
    value = rules_of(battle).values["parry"]
    best: Explained | None = None
    for weapon in ready_weapons(one):
        if not is_close_combat(battle, weapon):
            continue
        find = lookup(battle, one, weapon=weapon, ability=ability_of(battle, one, weapon))
        found = value.formula.explain(find, _rounding(battle, "parry"))
        if best is None or found.total > best.total:
            best = found
    return best


def _dodging(battle: Battle, one: Combatant) -> Explained:
    """Return Evasion before any other modifiers."""
    printed = printed_value(one, "evasion", "ex3-88")
    if printed is not None:
        return printed
    find = lookup(battle, one, ability="dodge")
    return rules_of(battle).values["evasion"].formula.explain(find, _rounding(battle, "evasion"))


@of_sheet
def _unhindered(battle: Battle, one: Combatant) -> tuple[Explained | None, Explained]:
    """Return Parry (None without anything to parry with) and Evasion before any other modifiers."""
    return _best_parry(battle, one), _dodging(battle, one)


def _worn_down(battle: Battle, one: Combatant) -> Explained:
    """Return the modifiers of both Parry and Evasion: wounds, onslaught, the Drill and Might of a battle group."""
    worn = wound_penalty(battle, one).plus("onslaught", -one.track("onslaught"), "ex3-45")
    return worn.plus_all(defense_bonus(one)) if is_group(one) else worn


def _defended(one: Combatant, base: Explained, worn: Explained, more: Explained, *names: str) -> Explained:
    """Return Parry or Evasion with all modifiers: the lasting ones, then those of the attack's circumstances.

    Args:
        base: the value by the sheet.
        worn: the modifiers of both Parry and Evasion.
        more: the modifiers of the attack's circumstances.
        names: the names under which effects set it, its own first.
    """
    value = base.plus_all(worn) if worn.parts else base
    if one.conditions:
        value = with_cover(one, with_hindrances(one, value, names[0]))
    if one.effects:
        value = modify_value(value, one.effects, names[0], "defense")
    return _finish(one, value.plus_all(more) if more.parts else value, *names)


def _finish(one: Combatant, value: Explained, *names: str) -> Explained:
    if value.total < 0:
        value = value.at_least(0, "never below 0", "ex3-59")
    return value_set_by(value, one.effects, *names) if one.effects else value


def _parry(one: Combatant, base: Explained | None, worn: Explained, more: Explained, *names: str) -> Explained:
    if base is not None:
        return _defended(one, base, worn, more, *names)
    return _finish(one, constant("nothing to parry with", 0, "ex3-58").plus_all(more), *names)


def parry(battle: Battle, one: Combatant) -> Explained:
    """Return Parry: the best of several ready close combat weapons (ex3-58). Never below 0 (ex3-59)."""
    return _parry(one, _unhindered(battle, one)[0], _worn_down(battle, one), NOTHING, "parry")


def evasion(battle: Battle, one: Combatant) -> Explained:
    """Return Evasion (ex3-59). Never below 0."""
    return _defended(one, _unhindered(battle, one)[1], _worn_down(battle, one), NOTHING, "evasion")


def defenses(
    battle: Battle, one: Combatant, *, parried: bool = True, dodged: bool = True, more: Explained = NOTHING
) -> dict[str, Explained]:
    """Return Parry and Evasion as they apply; `more` is the modifiers of an attack's circumstances to both.

    Args:
        parried, dodged: whether the attack can be parried and dodged at all.
    """
    out = {}
    parry, evasion = _unhindered(battle, one)
    worn = _worn_down(battle, one)
    if parried:
        out["parry"] = _parry(one, parry, worn, more, "parry", "defense")
    if dodged:
        out["evasion"] = _defended(one, evasion, worn, more, "evasion", "defense")
    return out


def defense(battle: Battle, one: Combatant) -> Explained:
    """Return Defense: the higher of Parry and Evasion."""
    both = defenses(battle, one)
    return max(both.values(), key=lambda value: value.total)


def soak(battle: Battle, one: Combatant) -> Explained:
    """Return soak (ex3-60)."""
    value = _formula(battle, one, "soak")
    if is_group(one):
        value = value.plus_all(size_bonus(one))
    return _finish(one, modify_value(value, one.effects, "soak"), "soak")


def hardness(battle: Battle, one: Combatant) -> Explained:
    """Return Hardness (ex3-61): the highest source counts; in Crash 0, except for sources that count even then
    (ex3-06).
    """
    if crashed(one):
        armor = armor_of(one)
        value = constant("Crash", int(armor.get("hardness_in_crash", 0)) if armor else 0, "ex3-06")
    else:
        value = _formula(battle, one, "hardness")
    return _finish(one, modify_value(value, one.effects, "hardness"), "hardness")


def derived(battle: Battle, one: Combatant, name: str) -> Explained:
    """Return any other value that the ruleset derives (Resolve, Guile), with the effects on it."""
    return value_set_by(modify_value(_formula(battle, one, name), one.effects, name), one.effects, name)


def join_battle(battle: Battle, one: Combatant) -> Explained:
    """Return the Join Battle rating: Wits + Awareness, the pool (ex3-04)."""
    return _formula(battle, one, "join_battle")


def turn_order_key(battle: Battle, one: Combatant) -> tuple[int, int]:
    """Return the sort key of combatants on one tick; the highest acts first (ex3-05c)."""
    second = trait(battle, one, "dexterity") + trait(battle, one, "athletics")
    return join_battle(battle, one).total, second
