"""Turns a stat block that was read into a sheet of the campaign: the fields of a scenario's combatant.

The printed numbers of a quick character go into the ruleset's fields for them, if it has any. Everything that a sheet
has no place for goes into its notes, so that nothing is lost.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from exgui.engine.battle import Item
from exgui.engine.record import EMPTY, freeze
from exgui.rulebook.encounter_shape import LARGEST_TRAIT, MOST_GEAR
from exgui.rulebook.items import field_value, item_from, written_fields
from exgui.rulebook.rules import Field, Ruleset
from exgui.rulebook.validation import LONGEST_NAME, LONGEST_NOTE, Place, SetupError
from exgui.sheets.stat_block.pasted import PastedAttack, PastedSheet, snake_case

_MOST_SPECIALTIES = 100


def sheet_data(sheet: PastedSheet, rules: Ruleset) -> dict[str, Any]:
    """Return the campaign's sheet of a pasted one. `combatant_from` accepts it once it has an id."""
    if sheet.data is not None:
        return dict(sheet.data)
    out: dict[str, Any] = {"name": _one_line(sheet.name) or "Pasted"}
    left: list[str] = []
    items = _items(sheet, rules)
    traits = {key: value for key, value in _less_worn(sheet.traits, items, rules).items() if _fits(key, value, rules)}
    if traits:
        out["traits"] = traits
    if others := [f"{rules.label(key)} {value}" for key, value in sheet.traits.items() if key not in traits]:
        left.append(", ".join(others))
    if specialties := {
        key: [_one_line(word) for word in words][:_MOST_SPECIALTIES]
        for key, words in sheet.specialties.items()
        if key in rules.traits
    }:
        out["specialties"] = specialties
    numbers = placed(sheet, rules) if sheet.kind != "full" and prints_numbers(rules) else None
    attacks = sheet.attacks if numbers is None else numbers.attacks
    weapons = [weapon for weapon in (_weapon(attack, rules) for attack in attacks) if weapon is not None]
    if numbers is not None:
        out["kind"] = KIND
        out.update(numbers.fields)
        weapons = [*numbers.fields.get("weapons", ()), *weapons]
    if weapons and "weapon" in rules.fields:
        out["weapons"] = weapons
    if items:
        out["items"] = items
    if isinstance(sheet.armor, str) and sheet.armor in rules.tables.get("armor", EMPTY):
        out["armor"] = sheet.armor
    elif isinstance(sheet.armor, Mapping):
        if _accepted("armor", sheet.armor, rules):
            out["armor"] = dict(sheet.armor)
        else:
            left.append(", ".join(f"{_words(key)} {value}" for key, value in sheet.armor.items()))
    if sheet.health_levels and "health_levels" in rules.combatant_fields:
        out["health_levels"] = list(sheet.health_levels)
    if effects := [dict(effect) for effect in sheet.effects if _accepted("effect", effect, rules)][:MOST_GEAR]:
        out["effects"] = effects
    if sheet.group is not None and "group" in rules.combatant_fields:
        out["group"] = _group(sheet, sheet.group, rules)
    left += _printed(sheet, rules, numbers)
    notes = "\n\n".join(part for part in ("\n".join(left), sheet.notes) if part)
    if notes:
        out["notes"] = notes[:LONGEST_NOTE]
    return out


def _items(sheet: PastedSheet, rules: Ruleset) -> list[Any]:
    """Return the shields and the armor of the sheet: ids of the ruleset's, or tables of their fields."""
    things = [item if isinstance(item, str) else dict(item) for item in sheet.items]
    return [thing for thing in things if isinstance(thing, str) or _accepted("item", thing, rules)]


def _less_worn(traits: Mapping[str, int], items: list[Any], rules: Ruleset) -> dict[str, int]:
    """Return the traits, with the armor of worn things subtracted: a stat block prints it included, and a sheet adds
    worn things to it. An item that protects more than the rest of the printed number is not subtracted."""
    out = dict(traits)
    known = rules.tables.get("item", EMPTY)
    for item in items:
        protects = (known[item] if isinstance(item, str) else item).get("armour", 0)
        if protects <= out.get("armour", 0):
            out["armour"] -= protects
    return out if out.get("armour") or not items else {key: value for key, value in out.items() if key != "armour"}


def _group(sheet: PastedSheet, given: Mapping[str, int | str], rules: Ruleset) -> dict[str, Any]:
    """Return the battle group's fields: the fighters' health levels, as many as give the printed Magnitude, and their
    Willpower."""
    known = rules.fields.get("group", EMPTY)
    found: dict[str, Any] = {key: value for key, value in given.items() if key in known}
    levels = known.get("health_levels")
    if levels is not None and "health_levels" not in found:
        size, magnitude = found.get("size"), given.get("magnitude")
        own = len(sheet.health_levels) + 1 if sheet.health_levels else None
        if isinstance(magnitude, int) and isinstance(size, int):
            own = magnitude - size
        if own is not None and (levels.minimum or 0) <= own <= (levels.maximum or own):
            found["health_levels"] = own
    will = known.get("willpower")
    willpower = sheet.traits.get("willpower")
    if will is not None and willpower is not None and 0 <= willpower <= (will.maximum or willpower):
        found.setdefault("willpower", willpower)
    return found


def _follows(group: Mapping[str, int | str], rules: Ruleset) -> bool:
    """Return whether the printed Magnitude follows from the group's own fields."""
    levels = rules.fields.get("group", EMPTY).get("health_levels")
    size, magnitude = group.get("size"), group.get("magnitude")
    if levels is None or not isinstance(size, int) or not isinstance(magnitude, int):
        return False
    own = magnitude - size
    return group.get("health_levels", own) == own and own >= (levels.minimum or 0)


def _printed(sheet: PastedSheet, rules: Ruleset, numbers: Placed | None) -> list[str]:
    """Return the printed numbers that a sheet has no fields for.

    Args:
        numbers: those that it has; None if the rules derive them from the sheet, or if they have no fields.
    """
    lines = []
    values = {} if sheet.kind == "full" else sheet.values if numbers is None else numbers.values
    if values:
        lines.append(", ".join(f"{_words(key)} {value}" for key, value in values.items()))
    attacks = sheet.attacks if numbers is None else numbers.attacks
    lines += [_attack_line(attack) for attack in attacks if sheet.kind != "full" or _weapon(attack, rules) is None]
    pools = sheet.pools if numbers is None else numbers.pools
    if pools:
        lines.append("; ".join(f"{_words(key)}: {dice} dice" for key, dice in pools.items()))
    if sheet.group is not None and "magnitude" in sheet.group and not _follows(sheet.group, rules):
        lines.append(f"Magnitude {sheet.group['magnitude']}")
    return lines


def _attack_line(attack: PastedAttack) -> str:
    parts = []
    if attack.damage is not None:
        parts.append(f"damage {attack.damage}{attack.damage_type[:1].upper()}")
    for word in ("minimum", "speed", "rate", "bulk"):
        value = getattr(attack, word)
        if value is not None:
            parts.append(f"{word} {value}")
    dice = "" if attack.dice is None else f": {attack.dice} dice"
    return f"Attack ({attack.name}){dice}" + (f" ({', '.join(parts)})" if parts else "")


def _fits(key: str, value: int, rules: Ruleset) -> bool:
    trait = rules.traits.get(key)
    return trait is not None and trait.least <= value <= LARGEST_TRAIT


def _weapon(attack: PastedAttack, rules: Ruleset) -> Any:
    """Return a weapon of the sheet: the id of the ruleset's, or a table of its fields; None if too little is known."""
    known = rules.tables.get("weapon", EMPTY).get(attack.weapon) if attack.weapon else None
    if known is not None and not isinstance(attack.damage, str):
        return attack.weapon
    fields = rules.fields.get("weapon", EMPTY)
    damage = attack.weapon_damage if attack.weapon_damage is not None else attack.damage
    if isinstance(attack.damage, int) and (attack.accuracy is None or attack.weapon_damage is None):
        return None  # the whole pool as printed: the weapon's own part of it is not known
    given: dict[str, Any] = {
        "name": _one_line(attack.name) or "Attack",
        "accuracy": list(attack.accuracies) or attack.accuracy,
        "damage": damage,
        "damage_type": attack.damage_type or None,
        "minimum": attack.minimum,
        "overwhelming": attack.minimum,
        "defense": attack.defense,
        "speed": attack.speed,
        "rate": attack.rate,
        "bulk": attack.bulk,
        "ability": attack.ability or None,
        "range": attack.range or None,
        **_properties(attack, rules),
        "tags": _tags(attack, rules) or None,
    }
    weapon = {key: value for key, value in given.items() if value is not None and (key == "name" or key in fields)}
    if known is not None and all(freeze(value) == known.get(key) for key, value in weapon.items() if key != "name"):
        return attack.weapon
    return weapon if _accepted("weapon", weapon, rules) else None


def _properties(attack: PastedAttack, rules: Ruleset) -> dict[str, Any]:
    """Return those of an attack's properties that the ruleset has: among its properties, or as a word that another
    field may hold ("fragile"); and that both hands are needed."""
    fields = rules.fields.get("weapon", EMPTY)
    listed = fields.get("properties")
    found: dict[str, Any] = {}
    words: list[str] = []
    for word in attack.properties:
        of_damage = word.removesuffix("_damage")
        place = next((id for id, field in fields.items() if field.type == "text" and word in field.choices), None)
        if listed is not None and of_damage in listed.choices:
            words.append(of_damage)
        elif place is not None:
            found[place] = word
        elif word == "two_handed" and "hands" in fields:
            found["hands"] = 2
    return found | ({"properties": words} if words else {})


def _tags(attack: PastedAttack, rules: Ruleset) -> list[str]:
    """Return those of an attack's properties that the ruleset has as tags of a weapon."""
    known = rules.fields.get("weapon", EMPTY).get("tags")
    return [] if known is None else [tag for tag in attack.properties if tag in (known.choices or known.known)]


def _accepted(kind: str, thing: Mapping[str, Any], rules: Ruleset) -> bool:
    try:
        item_from(rules.fields.get(kind, EMPTY), kind, thing, Place())
    except SetupError:
        return False
    return True


def _one_line(text: str) -> str:
    return "".join(sign for sign in " ".join(text.split()) if sign.isprintable())[:LONGEST_NAME]


def _words(key: str) -> str:
    return key.replace("_", " ").capitalize()


KIND = "quick_character"
BY_FIELD = {
    "parry_dv": ("pdv",),
    "dodge_dv": ("ddv",),
    "health": ("health", "max_health"),
    "hardness": ("hardness", "hardness_bashing", "hardness_lethal"),
}
"""The ids that a ruleset may have for a value with another name in stat blocks."""


@dataclass
class Placed:
    """The numbers that went into the fields of a sheet.

    Attributes:
        fields: `printed`, `pools` and `weapons`, as far as there are any.
        values, pools: those without a field.
        attacks: those that are not among the weapons.
    """

    fields: dict[str, Any] = field(default_factory=dict)
    values: dict[str, int] = field(default_factory=dict)
    pools: dict[str, int] = field(default_factory=dict)
    attacks: list[PastedAttack] = field(default_factory=list)


def prints_numbers(rules: Ruleset) -> bool:
    return "printed" in rules.combatant_fields and "printed" in rules.fields.get("combatant", EMPTY)


def prints_pools(rules: Ruleset) -> bool:
    """Return whether the ruleset's combatants may have pools of dice by name."""
    return "pools" in rules.combatant_fields and "pools" in rules.fields.get("combatant", EMPTY)


def placed(sheet: PastedSheet, rules: Ruleset) -> Placed:
    """Return the printed numbers of a sheet, in the fields of a ruleset that has them (`prints_numbers`)."""
    out = Placed()
    known = rules.fields["combatant"]["printed"]
    printed: dict[str, int] = {}
    for name, number in sheet.values.items():
        ids = [id for id in BY_FIELD.get(name, (name,)) if id in known.choices]
        if ids and _within(known, number):
            printed.update(dict.fromkeys(ids, number))
        else:
            out.values[name] = number
    decisive: set[str] = set()
    weapons = []
    pools = dict(sheet.pools)
    for attack in sheet.attacks:
        if attack.dice and attack.damage is None and snake_case(attack.name) and prints_pools(rules):
            # A grapple, or an attack that does something other than harm; or a weapon whose damage its tags decide.
            pools.setdefault(snake_case(attack.name), attack.dice)
            if attack.properties:
                out.attacks.append(attack)
            continue
        key = f"{snake_case(attack.name)}_decisive"
        weapon = printed_weapon(attack, rules, sheet.pools.get(key, 0))
        if weapon is None:
            out.attacks.append(attack)
            continue
        weapons.append(weapon)
        if "decisive_dice" in weapon:
            decisive.add(key)
    fitting = {}
    for name, dice in pools.items():
        if name in decisive:
            continue
        if prints_pools(rules) and _within(rules.fields["combatant"]["pools"], dice):
            fitting[name] = dice
        else:
            out.pools[name] = dice
    out.fields["printed"] = printed
    if fitting:
        out.fields["pools"] = fitting
    if weapons:
        out.fields["weapons"] = weapons
    return out


def printed_weapon(attack: PastedAttack, rules: Ruleset, decisive: int = 0) -> dict[str, Any] | None:
    """Return an attack as a weapon with its whole pool and damage; None if the block has too little, or more than the
    ruleset has fields for.

    Its other properties (its reach, its tags, its accuracy within the pool) are those of the ruleset's weapon of this
    name, if there is one.
    """
    fields = rules.fields.get("weapon", EMPTY)
    if "dice" not in fields or not attack.dice or not isinstance(attack.damage, int):
        return None
    like = like_weapon(attack, rules)
    same = written_fields(fields, like.fields) if like is not None else {}
    kept: dict[str, Any] = {
        key: same[key] for key in ("ability", "range", "tags", "accuracy", "speed", "rate", "long") if key in same
    }
    if like is None and "accuracy" in fields:
        kept["accuracy"] = int(rules.constants.get("usual_accuracy", 0))
    reach = None if "range" in kept and not attack.range.isdecimal() else _reach(fields.get("range"), attack.range)
    given: dict[str, Any] = {
        "accuracy": attack.accuracy,
        "dice": attack.dice,
        "decisive_dice": decisive or None,
        "damage": attack.damage,
        "damage_type": attack.damage_type or same.get("damage_type"),
        "minimum": attack.minimum,
        "overwhelming": attack.minimum,
        "speed": attack.speed,
        "rate": attack.rate,
        "ability": attack.ability or None,
        "range": reach,
        "tags": [snake_case(word) for word in attack.properties] or None,
    }
    weapon: dict[str, Any] = {"name": _one_line(attack.name) or "Attack", **kept}
    weapon.update((key, value) for key, value in given.items() if value is not None and key in fields)
    try:
        item_from(fields, "weapon", weapon, Place())
    except SetupError:
        return None
    return weapon


def like_weapon(attack: PastedAttack, rules: Ruleset) -> Item | None:
    """Return the ruleset's weapon that an attack is made with: the one it was read as, else the one of the longest name
    that the attack's name has in it, else the first of the same last word ("short bow", "long bow"), else, for a shot
    or a throw, the first such weapon."""
    table: Mapping[str, Item] = rules.tables.get("weapon", EMPTY)
    if attack.weapon in table:
        return table[attack.weapon]
    words = [word.removesuffix("s") for word in snake_case(attack.name).split("_")]
    padded = f" {' '.join(words)} "
    named = [item for item in table.values() if f" {item.name.lower()} " in padded]
    if named:
        return max(named, key=lambda item: len(item.name))
    kinds = [item for item in table.values() if item.name.lower().split()[-1:] == words[-1:]]
    if kinds:
        return kinds[0]
    shots = rules.constants.get("combat_abilities", EMPTY).get("ranged", ())
    if attack.ability in shots or attack.range not in ("", "close", "0"):
        meant = (attack.ability,) if attack.ability in shots else tuple(one for one in shots if one in words) or shots
        return next((item for item in table.values() if item.get("ability") in meant), None)
    return None


def _reach(known: Field | None, text: str) -> Any:
    if known is None or not text:
        return None
    return (int(text) if text.isdecimal() else None) if known.type == "int" else text


def _within(known: Field, number: int) -> bool:
    try:
        whole: dict[str, Any] = {"number": number}
        field_value(known.but(choices=()), whole, Place())
    except SetupError:
        return False
    return True
