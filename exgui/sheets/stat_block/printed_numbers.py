"""Where the printed numbers of a quick character go in a sheet: values, pools and attacks, by the ruleset's fields."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from exgui.engine.battle import Item
from exgui.engine.record import EMPTY
from exgui.rulebook.items import field_value, item_from, written_fields
from exgui.rulebook.rules import Field, Ruleset
from exgui.rulebook.validation import LONGEST_NAME, Place, SetupError
from exgui.sheets.stat_block.pasted import PastedAttack, PastedSheet

KIND = "quick_character"
BY_FIELD = {
    "parry_dv": ("pdv",),
    "dodge_dv": ("ddv",),
    "health": ("health", "max_health"),
    "hardness": ("hardness", "hardness_bashing", "hardness_lethal"),
}
"""Under which ids a ruleset may have a value that stat blocks name otherwise."""


@dataclass
class Placed:
    """What went into the fields of a sheet.

    Attributes:
        fields: `printed`, `pools` and `weapons`, as far as there are any.
        values, pools: what of them found no place.
        attacks: those that are not among the weapons.
    """

    fields: dict[str, Any] = field(default_factory=dict)
    values: dict[str, int] = field(default_factory=dict)
    pools: dict[str, int] = field(default_factory=dict)
    attacks: list[PastedAttack] = field(default_factory=list)


def prints_numbers(rules: Ruleset) -> bool:
    """The ruleset's combatants may have printed numbers."""
    return "printed" in rules.combatant_fields and "printed" in rules.fields.get("combatant", EMPTY)


def prints_pools(rules: Ruleset) -> bool:
    """The ruleset's combatants may have pools of dice by name."""
    return "pools" in rules.combatant_fields and "pools" in rules.fields.get("combatant", EMPTY)


def placed(sheet: PastedSheet, rules: Ruleset) -> Placed:
    """The printed numbers of a sheet, in the fields of a ruleset that has them (`prints_numbers`)."""
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
            # A grapple, or what does something else than harm; or a weapon whose damage follows from its tags.
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
    """An attack as a weapon with its whole pool and damage; None where the block says too little, or more than the
    ruleset has fields for.

    What the weapon is otherwise (its reach, its tags, how much of the pool is accuracy) is that of the ruleset's weapon
    of this name, where there is one.
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
        item_from(fields, "weapon", weapon, Place(""))
    except SetupError:
        return None
    return weapon


def like_weapon(attack: PastedAttack, rules: Ruleset) -> Item | None:
    """The ruleset's weapon that an attack is made with: the one it was read as, else the one of the longest name that
    the attack's name has in it, else the first of the same last word ("short bow", "long bow"), else, where the attack
    is a shot or a throw, the first such weapon."""
    table: Mapping[str, Item] = rules.tables.get("weapon", EMPTY)
    if attack.weapon in table:
        return table[attack.weapon]
    words = [word.removesuffix("s") for word in snake_case(attack.name).split("_")]
    said = f" {' '.join(words)} "
    named = [item for item in table.values() if f" {item.name.lower()} " in said]
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


def snake_case(text: str) -> str:
    """A name as an id."""
    return "_".join("".join(sign if sign.isalnum() else " " for sign in text.lower()).split())


def _reach(known: Field | None, text: str) -> Any:
    if known is None or not text:
        return None
    return (int(text) if text.isdecimal() else None) if known.type == "int" else text


def _within(known: Field, number: int) -> bool:
    try:
        whole: dict[str, Any] = {"number": number}
        field_value(known.but(choices=()), whole, Place(""))
    except SetupError:
        return False
    return True


def _one_line(text: str) -> str:
    return "".join(sign for sign in " ".join(text.split()) if sign.isprintable())[:LONGEST_NAME]
