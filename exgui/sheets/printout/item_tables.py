"""Tables of a combatant's things: weapons with the pools they give in these hands, armor, mounts, effects.

The columns follow from the ruleset's fields: one for each that any of the things has.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from exgui.engine.battle import Battle, Combatant, Item
from exgui.engine.record import EMPTY, Value
from exgui.rulebook.rules import Field, Ruleset
from exgui.sheets.printout.parts import Grid
from exgui.systems import system_for
from exgui.systems.common.gear import is_natural, lookup, trait
from exgui.systems.common.printed_numbers import PRINTED, TellsAttacks, has_printed_damage, is_quick, printed_dice

Names = Callable[[str], tuple[str, int]]
MINUS = "\N{MINUS SIGN}"
MOST_COLUMNS = 11
"""Columns of a table besides the name; the fields beyond them share the last one."""
TOGETHER = "More"
UNARMED = "unarmed"


def signed(number: int) -> str:
    """Return a number with a true minus sign."""
    return str(number) if number >= 0 else f"{MINUS}{-number}"


def plain(value: Value) -> str:
    if value is True:
        return "yes"
    if isinstance(value, int):
        return signed(value)
    if isinstance(value, Mapping):
        return ", ".join(f"{plain(key)} {plain(one)}" for key, one in value.items() if one is not False)
    if isinstance(value, (tuple, list)):
        numbers = all(isinstance(one, int) for one in value)
        return ("/" if numbers else ", ").join(plain(one) for one in value)
    return str(value).replace("_", " ")


def weapons_table(battle: Battle, one: Combatant, title: str, items: Sequence[Item]) -> Grid:
    """Return the weapons, first with their pools and damage, then with their own fields."""
    rules: Ruleset = battle.rules
    attacks = rules.constants.get("attack_columns", ({"label": "Attack", "accuracy": True},))
    attacks = [column for column in attacks if column.get("roll", "attack") in rules.rolls]
    shown = [item for item in items if not _bare_hands(one, item)]
    system = system_for(rules)
    if isinstance(system, TellsAttacks) and attacks:
        numbers = [system.attack_numbers(battle, one.id, item) for item in shown]
        shared = [
            (str(attacks[0]["label"]), [signed(dice) for dice, _ in numbers]),
            ("Damage", [signed(damage) for _, damage in numbers]),
        ]
        return _table(title, rules.fields.get("weapon", EMPTY), shown, shared, ("accuracy", "dice", "damage"))
    worked_out: list[tuple[str, list[str]]] = []
    replaced = ("accuracy", "dice") if attacks else ()
    for column in attacks:
        roll = str(column.get("roll", "attack"))
        pools = [_pool(battle, one, item, roll, bool(column.get("accuracy"))) for item in shown]
        worked_out.append((str(column["label"]), pools))
    if "damage" in rules.rolls:
        worked_out.append((rules.rolls["damage"].label, [_damage(battle, one, item) for item in shown]))
        replaced = (*replaced, "damage")
    return _table(title, rules.fields.get("weapon", EMPTY), shown, worked_out, replaced)


def things_table(rules: Ruleset, kind: str, title: str, items: Sequence[Item]) -> Grid:
    return _table(title, rules.fields.get(kind, EMPTY), items, [])


def _table(
    title: str,
    fields: Mapping[str, Field],
    items: Sequence[Item],
    worked_out: Iterable[tuple[str, list[str]]],
    replaced: Sequence[str] = (),
) -> Grid:
    """Return a table of things.

    Args:
        worked_out: columns that go first, each with a cell for each thing.
        replaced: fields that those columns show already.
    """
    columns = [column for column in worked_out if any(column[1])]
    own = [
        (field.label, [_cell(field, item.fields.get(id)) for item in items])
        for id, field in fields.items()
        if id not in replaced and not id.endswith("_dice") and any(item.get(id) != field.default for item in items)
    ]
    own = [column for column in own if any(column[1])]
    room = MOST_COLUMNS - len(columns)
    if len(own) > room:
        rest = own[room - 1 :]
        own = own[: room - 1]
        cells = ["; ".join(f"{name}: {cells[n]}" for name, cells in rest if cells[n]) for n in range(len(items))]
        own.append((TOGETHER, cells))
    columns += own
    rows = ((item.name, *(cells[n] for _, cells in columns)) for n, item in enumerate(items))
    return Grid(title, ("", *(name for name, _ in columns)), tuple(rows))


def _cell(field: Field, value: Value) -> str:
    if value in (None, "", (), False) or value == EMPTY:
        return ""
    if value == 0 and not field.default:
        return ""
    return plain(value)


def _bare_hands(one: Combatant, item: Item) -> bool:
    """Return whether an item is the plain bare hands of a combatant with printed numbers."""
    return (
        item.id == UNARMED and is_natural(item) and not item.get("dice", 0) and (is_quick(one) or PRINTED in one.fields)
    )


def _pool(battle: Battle, one: Combatant, item: Item, roll: str, accurate: bool) -> str:
    """Return the dice of an attack, by range if the weapon's accuracy differs by it."""
    by_range = item.get("accuracy")
    steps: tuple[int, ...] = by_range if isinstance(by_range, tuple) and by_range else (_number(by_range),)
    whole = printed_dice(one, item)
    if whole:
        base = whole - max(steps)
        if not accurate:
            return signed(_number(item.get("decisive_dice")) or base)
    else:
        formula = battle.rules.rolls[roll].formula
        if formula is None:
            return ""
        base = formula.explain(_names(battle, one, item)).total
    if not accurate:
        return signed(max(0, base))
    pools = [signed(max(0, base + step)) for step in steps]
    return pools[0] if len(set(pools)) == 1 else "/".join(pools)


def _damage(battle: Battle, one: Combatant, item: Item) -> str:
    """Return the dice of damage including those that its owner adds; a text of the ruleset's own unchanged."""
    own = item.get("damage")
    formula = battle.rules.rolls["damage"].formula
    if isinstance(own, str) or formula is None:
        return plain(own) if own else ""
    if has_printed_damage(item):
        return signed(_number(own))
    return signed(max(0, formula.explain(_names(battle, one, item)).total))


def _names(battle: Battle, one: Combatant, item: Item) -> Names:
    """Return the values of the names in a roll's formula, with a weapon in hand."""
    ability = str(item.get("ability") or "")
    known = battle.rules.constants.get("combat_abilities", EMPTY).get("close", ())
    if item.id == UNARMED and "martial_arts" in known:
        ability = max((ability, "martial_arts"), key=lambda id: trait(battle, one, id))
    find = lookup(battle, one, weapon=item, ability=ability)

    def found(name: str) -> tuple[str, int]:
        try:
            return find(name)
        except KeyError:  # values that the game's code adds by circumstances
            return name, 0

    return found


def _number(value: Any) -> int:
    return value if isinstance(value, int) else 0
