"""Changes a sheet's kind: a full character, a quick character of printed numbers, or a battle group of either.

Each change keeps the values that fit the new kind and reports the others; these are also written to the notes, so that
nothing is lost.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from exgui.engine.battle import Battle, Combatant, Item
from exgui.engine.record import EMPTY, Record
from exgui.rulebook.formula import formula
from exgui.rulebook.items import item_data
from exgui.rulebook.rules import Ruleset
from exgui.rulebook.validation import LONGEST_NOTE, thawed
from exgui.sheets.sheet_battle import COMBATANT, sheet_battle
from exgui.sheets.stat_block.to_sheet import KIND, prints_numbers, prints_pools
from exgui.systems import system_for
from exgui.systems.common.gear import lookup, of_kind
from exgui.systems.common.printed_numbers import TellsAttacks

Sheet = Mapping[str, Any]
NATURE = ("attributes", "abilities")
"""Groups of traits that printed numbers replace."""


class NotPossible(ValueError):
    """The sheet cannot become that kind; the message is a sentence with the reason."""


class Changed(Record):
    """A sheet of another kind.

    Attributes:
        data: the sheet, as `combatant_from` reads it once it has an id.
        left: a sentence for each value that did not fit; the notes have them too.
    """

    data: Sheet
    left: tuple[str, ...] = ()


def kind_of(sheet: Sheet) -> str:
    """Return "full", "quick" or "group"."""
    if "group" in sheet:
        return "group"
    return "quick" if sheet.get("kind") == KIND else "full"


def to_quick(sheet: Sheet, rules: Ruleset) -> Changed:
    """Return a quick character with the numbers that the rules derive from a full one, unhurt.

    Attributes, Abilities and specialties are removed, except those that rules use by themselves (the ruleset's constant
    `quick_traits`), or if there are effects, whose costs and limits need them.

    Raises:
        NotPossible: the ruleset has no printed numbers.
        SetupError: the sheet has mistakes.
    """
    if not prints_numbers(rules):
        raise NotPossible(f"{rules.name} has no quick characters.")
    if sheet.get("kind") == KIND:
        return Changed(sheet)
    # Printed numbers are those of one fighter: a group's bonuses are added to them again.
    battle = sheet_battle({key: value for key, value in sheet.items() if key != "group"}, rules)
    one = battle.who(COMBATANT)
    out = {key: value for key, value in sheet.items() if key not in ("traits", "specialties", "weapons")}
    out["kind"] = KIND
    out["printed"] = _values(battle, rules)
    if prints_pools(rules) and (pools := _pools(battle, one, rules)):
        out["pools"] = pools | dict(sheet.get("pools", {}))
    weapons = [item for item in of_kind(one, "weapon") if _own(item, sheet, rules)]
    if weapons:
        out["weapons"] = [item_data(rules, _as_printed(battle, one, item)) for item in weapons]
    traits = dict(sheet.get("traits", {}))
    keep_all = any(of_kind(one, "effect"))
    needed = rules.constants.get("quick_traits", ())
    kept = {id: dots for id, dots in traits.items() if keep_all or id in needed or rules.traits[id].group not in NATURE}
    if kept:
        out["traits"] = kept
    left = []
    if gone := [f"{rules.label(id)} {dots}" for id, dots in traits.items() if id not in kept]:
        left.append(f"As a full character: {', '.join(gone)}.")
    for id, words in sheet.get("specialties", {}).items():
        if keep_all:
            out.setdefault("specialties", {})[id] = words
        else:
            left.append(f"Specialty in {rules.label(id)}: {', '.join(words)}.")
    return _noted(out, left)


def to_full(sheet: Sheet, rules: Ruleset) -> Changed:
    """Return a full character with the traits, armor, weapons and effects of a quick one; its printed numbers are
    derived from traits afterwards.

    A printed attack becomes a weapon of the same name: the ruleset's, if it has one, else one with the printed damage
    less the Strength that is in it.

    Raises:
        SetupError: the sheet has mistakes.
    """
    if sheet.get("kind") != KIND:
        return Changed(sheet)
    battle = sheet_battle(sheet, rules)
    one = battle.who(COMBATANT)
    out = {key: value for key, value in sheet.items() if key not in ("kind", "printed", "pools", "weapons")}
    left = []
    if printed := sheet.get("printed"):
        left.append(f"As printed: {', '.join(f'{rules.label(id)} {number}' for id, number in printed.items())}.")
    if pools := sheet.get("pools"):
        left.append(f"Pools as printed: {', '.join(f'{_words(id)} {dice}' for id, dice in pools.items())}.")
    weapons = []
    for item in of_kind(one, "weapon"):
        if not _own(item, sheet, rules):
            continue
        weapons.append(item_data(rules, _as_weapon(battle, one, item, rules)))
        if item.get("dice", 0):
            left.append(f"{item.name} as printed: {item.get('dice')} dice, damage {item.get('damage')}.")
    if weapons:
        out["weapons"] = weapons
    return _noted(out, left)


def to_group(sheet: Sheet, rules: Ruleset, **group: Any) -> Changed:
    """Return a battle group of these characters, full or quick as they are.

    Args:
        group: its fields as far as they are known (`size`, `drill`, `might` …); health levels and Willpower are those
            of one fighter unless they are given.

    Raises:
        NotPossible: the ruleset has no battle groups.
        SetupError: the sheet or a field has mistakes.
    """
    fields = rules.fields.get("group", EMPTY)
    if "group" not in rules.combatant_fields or not fields:
        raise NotPossible(f"{rules.name} has no battle groups.")
    one = sheet_battle({key: value for key, value in sheet.items() if key != "group"}, rules).who(COMBATANT)
    track = one.fields.get("health_levels") or rules.constants.get("health_levels", ())
    own: dict[str, Any] = {"health_levels": len(track) + 1}
    if "willpower" in fields and "willpower" in rules.traits:
        own["willpower"] = one.traits.get("willpower", rules.trait_default("willpower"))
    whole = own | dict(sheet.get("group", {})) | group
    out = {key: value for key, value in sheet.items() if key not in ("state", "player", "number")}
    out["group"] = {key: value for key, value in whole.items() if key in fields}
    left = []
    if sheet.get("state"):
        left.append("The individual’s wounds and other states do not apply to the group.")
    if sheet.get("player"):
        left.append("A battle group can’t be a player’s character.")
    sheet_battle(out, rules)
    return _noted(out, left)


def to_single(sheet: Sheet, rules: Ruleset) -> Changed:
    """Return one fighter of a battle group, unhurt.

    Raises:
        NotPossible: the numbers of the group include its Size, Drill and Might.
    """
    group = dict(sheet.get("group", {}))
    if not group:
        return Changed(sheet)
    if group.get("includes_size"):
        raise NotPossible(
            "The printed numbers include the group’s Size, Drill and Might, so a single fighter’s are unknown. "
            "Remove them from the numbers first."
        )
    out = {key: value for key, value in sheet.items() if key not in ("group", "state")}
    numbers = ", ".join(f"{rules.fields['group'][key].label} {value}" for key, value in group.items())
    return _noted(out, [f"As a battle group: {numbers}."])


def _values(battle: Battle, rules: Ruleset) -> dict[str, int]:
    system = system_for(rules)
    found = {}
    for id in rules.fields["combatant"]["printed"].choices:
        for name in (id, id.replace("_", ".", 1)):
            try:
                found[id] = max(0, system.number(battle, COMBATANT, name).total)
                break
            except KeyError:
                continue
    return found


def _pools(battle: Battle, one: Combatant, rules: Ruleset) -> dict[str, int]:
    """Return the pools that the ruleset gives a quick character, derived from traits."""
    find = lookup(battle, one)
    written: Mapping[str, str] = rules.constants.get("quick_pools", EMPTY)
    return {name: max(0, formula(text).explain(find).total) for name, text in written.items()}


def _own(item: Item, sheet: Sheet, rules: Ruleset) -> bool:
    listed = [one if isinstance(one, str) else one.get("id", "") for one in sheet.get("weapons", ())]
    return item != rules.tables.get("weapon", EMPTY).get("unarmed") or item.id in listed


def _as_printed(battle: Battle, one: Combatant, item: Item) -> Item:
    """Return a weapon with its whole pool and damage in a combatant's hands."""
    if item.get("dice", 0):
        return item
    dice, damage = _attack(battle, one, item)
    if dice < 1:
        return item
    fields = item.fields.put("dice", dice).put("damage", max(0, damage))
    return item.but(id=item.id, fields=fields)


def _attack(battle: Battle, one: Combatant, item: Item) -> tuple[int, int]:
    """Return the dice and the damage of an attack in a combatant's hands."""
    system = system_for(battle.rules)
    if isinstance(system, TellsAttacks):
        return system.attack_numbers(battle, one.id, item)
    find = lookup(battle, one, weapon=item, ability=str(item.get("ability")))
    return _of_roll(battle, "attack", find) + _best(item.get("accuracy")), _of_roll(battle, "damage", find)


def _as_weapon(battle: Battle, one: Combatant, item: Item, rules: Ruleset) -> Item:
    """Return a printed attack as a weapon for anyone's hands."""
    if not item.get("dice", 0):
        return item
    table: Mapping[str, Item] = rules.tables.get("weapon", EMPTY)
    for known in table.values():
        if known.name.casefold() == item.name.casefold():
            return known
    _, own = _attack(battle, one, item.but(fields=item.fields.put("damage", 0).put("dice", 0)))
    least = rules.fields["weapon"]["damage"].minimum or 0
    fields = item.fields.put("damage", max(least, int(item.get("damage")) - own))
    for name in ("dice", "decisive_dice"):
        if name in fields:
            fields = fields.put(name, 0)
    return item.but(fields=fields)


def _of_roll(battle: Battle, roll: str, find: Callable[[str], tuple[str, int]]) -> int:
    rules: Ruleset = battle.rules
    known = rules.rolls[roll].formula
    return known.explain(find).total if known is not None else 0


def _best(accuracy: Any) -> int:
    return max(accuracy) if isinstance(accuracy, tuple) else int(accuracy or 0)


def _words(id: str) -> str:
    return id.replace("_", " ").capitalize()


def _noted(data: dict[str, Any], left: list[str]) -> Changed:
    if left:
        notes = "\n".join(part for part in (str(data.get("notes", "")), *left) if part)
        data = {**data, "notes": notes[:LONGEST_NOTE]}
    return Changed({key: thawed(value) for key, value in data.items()}, tuple(left))
