"""Reads a combatant from plain data: a scenario's `[[combatant]]`, a sheet, a ready-made opponent.

`encounter_shape` describes the keys that every game knows; here they are checked against the ruleset, with its traits,
items and states. All problems are found at once, each with its path.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from exgui.engine.battle import Combatant, Item
from exgui.engine.effects import Effect, Modifier
from exgui.engine.record import EMPTY, Table, Value
from exgui.rulebook.encounter_shape import (
    COMBATANT,
    LARGEST_TRAIT,
    MOST_GEAR,
    SET_BY_HAND,
    Written,
    read_written,
)
from exgui.rulebook.items import field_value, find_item, read_fields
from exgui.rulebook.rules import Condition, Ruleset
from exgui.rulebook.unknown_words import unknown, words
from exgui.rulebook.validation import (
    Place,
    Problems,
    each,
    flag,
    ident,
    known_keys,
    line,
    list_of,
    number,
    one_of,
    plain,
    table,
    table_of,
    texts,
)

VIEW_WORDS = ("round", "tick", "over", "active", "up", "may_step_in", "order", "log")
"""Keys of a battle's view besides its combatants; no combatant can have one as their id."""
AS_WRITTEN = (
    "side",
    "zone",
    "kind",
    "number",
    "player",
    "hidden",
    "revealed",
    "auto_reveal",
    "asked",
    "portrait",
    "sheet",
    "notes",
    "pronoun",
    "name_is",
)
"""Keys of a combatant's table whose values can be read without a ruleset."""
PLURALS = {"armor": "armor"}
SHEET_EFFECT = "sheet."
"""Prefix of the ids of the effects that a sheet's set values become."""


def plural(kind: str) -> str:
    """Return the plural of a kind of item, the name of its file and list: weapons.toml, `weapons = [...]`."""
    return PLURALS.get(kind, f"{kind}s")


def item_kinds(rules: Ruleset) -> tuple[str, ...]:
    """Return the kinds of items that a combatant may have: as plurals (`weapons`) if several are allowed."""
    return tuple(kind for kind in rules.fields if kind not in ("zone", "combatant", *rules.combatant_fields))


def gear_key(rules: Ruleset, kind: str) -> str:
    """Return the key in a combatant's table for their items of a kind."""
    return plural(kind) if kind in rules.several else kind


def combatant_keys(rules: Ruleset) -> tuple[str, ...]:
    things = tuple(gear_key(rules, kind) for kind in item_kinds(rules))
    return tuple(dict.fromkeys((*COMBATANT, *things, *rules.combatant_fields)))


def combatant_from(ruleset: Ruleset, data: Mapping[str, Any], where: str) -> Combatant:
    """Return a combatant from their table, which has the fields of a scenario's `[[combatant]]`.

    Only `id` is required; `setup.battle_from` checks references to others in the battle (their zone, whom they aim at).

    Raises:
        SetupError: something in it is wrong; it has all problems.
    """
    problems = Problems()
    written = read_written(COMBATANT, data, Place(where), problems)
    combatant = read_combatant(ruleset, written, problems)
    problems.raise_any()
    return combatant


def read_combatant(rules: Ruleset, written: Written, problems: Problems) -> Combatant:
    """Return a combatant from their table, under this ruleset. Problems are added to `problems`; if there are any,
    the combatant serves only to look for more.
    """
    data, given, place = written.data, written.given, written.place
    id = given["id"] or ""
    with problems:
        known_keys(data, combatant_keys(rules), place)
    with problems:
        if id in VIEW_WORDS:
            place.key("id").refuse(f"{id!r} has a special meaning in scenarios: choose another id")
    gear, whole = _read_gear(rules, data, place, problems)
    ready: tuple[str, ...] = tuple(item.id for item in gear.values() if item.kind == "weapon")
    if given["ready"] is not None:
        ready = given["ready"]
        if whole:
            _check_ready(id, ready, gear, place.key("ready"), problems)
    tracks, conditions, waiting = _read_state(rules, given["state"], place.key("state"), problems)
    for item in gear.values():
        # A combatant who has a mount rides it from the start, unless the state says otherwise.
        held = rules.conditions.get(item.kind)
        if held is not None and held.type == "text" and item.kind not in given["state"]:
            conditions = conditions.put(item.kind, item.id)
    if whole:
        _check_own_conditions(rules, id, conditions, gear, place.key("state"), problems)
    fields: dict[str, Value] = {}
    for name in rules.combatant_fields:
        if name in data:
            with problems:
                fields[name] = _own_field(rules, name, data[name], place.key(name))
    return Combatant(
        id=id,
        name=given["name"] or words(id),
        traits=problems.read(EMPTY, _read_traits, rules, given["traits"], place.key("traits")),
        specialties=problems.read(EMPTY, _read_specialties, rules, given["specialties"], place.key("specialties")),
        gear=gear,
        ready=ready,
        tracks=tracks,
        conditions=conditions,
        waiting=waiting or given["arrives"] > 0,
        effects=problems.read((), _read_set_values, rules, given[SET_BY_HAND], place.key(SET_BY_HAND)),
        fields=Table(fields),
        **{key: given[key] for key in AS_WRITTEN},
    )


def with_entries(
    rules: Ruleset, one: Combatant, key: str, before: Mapping[str, Any], now: Mapping[str, Any]
) -> Combatant:
    """Return a combatant with another table of `traits` or `specialties`; only entries that are not the same objects as
    before are checked.

    Args:
        key: of the table; one of `BY_THEMSELVES`.
        before: the table that the combatant was read from.

    Raises:
        SetupError: an entry is wrong.
    """
    changed = {id: held for id, held in now.items() if id not in before or before[id] is not held}
    read = BY_THEMSELVES[key](rules, changed, Place("").key(key))
    kept = getattr(one, key)
    return one.but(**{key: Table((id, read[id] if id in changed else kept[id]) for id in now)})


def _check_ready(id: str, ready: tuple[str, ...], gear: Mapping[str, Item], place: Place, problems: Problems) -> None:
    """Reject items in hand that a combatant does not have, and the same item twice."""
    for n, one in enumerate(ready, 1):
        with problems:
            if one not in gear:
                place.index(n).refuse(unknown(one, gear, "item", id))
    with problems:
        if len(set(ready)) != len(ready):
            place.refuse("names a thing twice")


def _check_own_conditions(
    rules: Ruleset,
    id: str,
    conditions: Mapping[str, Value],
    gear: Mapping[str, Item],
    place: Place,
    problems: Problems,
) -> None:
    """Reject a condition of a combatant toward themselves, or one that names an item they do not have."""
    for name, held in conditions.items():
        condition = rules.conditions[name]
        with problems:
            if condition.type in ("id", "ids") and id in ((held,) if condition.type == "id" else held):
                place.key(name).refuse(f"names {id!r}: it must be someone else")
            if condition.thing and not (held in gear and gear[held].kind == condition.thing):
                own = [item.id for item in gear.values() if item.kind == condition.thing]
                place.key(name).refuse(unknown(str(held), own, condition.thing, id))
            for thing in held if condition.type in ("things", "counts") else ():
                if thing not in gear:
                    place.key(name).refuse(unknown(str(thing), gear, "item", id))


def _own_field(rules: Ruleset, name: str, value: object, place: Place) -> Value:
    """Return one of the game's own fields of a combatant: read with its `Field`, as a table of fields, or as any
    plain data.
    """
    field = rules.fields.get("combatant", EMPTY).get(name)
    if field is not None:
        return field_value(field, value, place)
    if name in rules.fields:
        return read_fields(rules.fields[name], table(value, place), place)
    return plain(value, place)


def _read_traits(rules: Ruleset, value: object, place: Place) -> Table[str, int]:
    def dots(id: str, one: object, at: Place) -> int:
        if id not in rules.traits:
            at.refuse(unknown(id, rules.traits, "trait"))
        return number(one, at, rules.traits[id].least, LARGEST_TRAIT)

    return table_of(dots, value, place)


def _read_specialties(rules: Ruleset, value: object, place: Place) -> Table[str, tuple[str, ...]]:
    def named(id: str, one: object, at: Place) -> tuple[str, ...]:
        if id not in rules.traits:
            at.refuse(unknown(id, rules.traits, "trait"))
        return texts(one, at)

    return table_of(named, value, place)


BY_THEMSELVES: Mapping[str, Callable[[Ruleset, object, Place], Table[str, Any]]] = {
    "traits": _read_traits,
    "specialties": _read_specialties,
}
"""Tables of a combatant whose entries are checked against the ruleset alone, with their check."""


def _read_set_values(rules: Ruleset, value: object, place: Place) -> tuple[Effect, ...]:
    """Return values set by hand, as effects that hold for the whole battle."""

    def total(id: str, one: object, at: Place) -> int:
        if id not in rules.values:
            at.refuse(unknown(id, rules.values, "value"))
        return number(one, at, -LARGEST_TRAIT, LARGEST_TRAIT)

    found = table_of(total, value, place)
    return tuple(
        Effect(f"{SHEET_EFFECT}{id}", "set by hand", (Modifier(id, set=total),), "battle")
        for id, total in found.items()
    )


def _read_gear(
    rules: Ruleset, data: Mapping[str, Any], place: Place, problems: Problems
) -> tuple[Table[str, Item], bool]:
    """Return a combatant's gear by id (the second of two like items is `knife_2`), and whether all of it could be
    read."""
    found: dict[str, Item] = {}
    whole = True

    def take(kind: str, value: object, at: Place) -> None:
        nonlocal whole
        complete, whole = whole, False
        with problems:
            item = find_item(rules, kind, value, at)
            id, count = item.id, 1
            while id in found:
                if isinstance(value, Mapping) and "id" in value:
                    at.key("id").refuse(
                        f"{item.id!r} is already the id of another thing of the same owner: choose another"
                    )
                count += 1
                id = f"{item.id}_{count}"
            found[id] = item if id == item.id else item.but(id=id)
            whole = complete

    kinds = item_kinds(rules)
    for kind in sorted(kinds, key=lambda kind: kind not in rules.several):
        key = gear_key(rules, kind)
        if key not in data:
            continue
        at = place.key(key)
        if kind not in rules.several:
            take(kind, data[key], at)
            continue
        with problems:
            for value, each_at in each(data[key], at, MOST_GEAR):
                take(kind, value, each_at)
    return Table(found), whole


def _read_state(
    rules: Ruleset, state: Mapping[str, Any], place: Place, problems: Problems
) -> tuple[Table[str, int], Table[str, Value], bool]:
    """Return tracks and conditions by the view's paths, and whether the combatant waits."""
    tracks: dict[str, int] = {}
    conditions: dict[str, Value] = {}
    waiting = False
    for key, (value, at) in _flat(rules, state, place, problems).items():
        with problems:
            if key == "waiting":
                waiting = flag(value, at)
            elif key in rules.tracks:
                track = rules.tracks[key]
                tracks[key] = number(value, at, track.minimum, track.maximum)
            else:
                held = _condition(_settable(rules, key, at), value, at)
                if held is not None:
                    conditions[key] = held
    return Table(tracks), Table(conditions), waiting


def _flat(rules: Ruleset, state: Mapping[str, Any], place: Place, problems: Problems) -> dict[str, tuple[Any, Place]]:
    """Return the entries of a state with their places: `health = { lethal = 1 }` as `health.lethal`, and each name
    listed in `conditions` as a separate condition.
    """
    families = {id.partition(".")[0] for id in rules.tracks if "." in id}
    flat: dict[str, tuple[Any, Place]] = {}
    for key, value in state.items():
        at = place.key(key)
        with problems:
            if key in families:
                flat.update((f"{key}.{below}", (one, at.key(below))) for below, one in table(value, at).items())
            elif key != "conditions" or key in rules.conditions:
                flat[key] = value, at
    if "conditions" not in rules.conditions:
        with problems:
            for name, at in list_of(_named, state.get("conditions", ()), place.key("conditions")):
                with problems:
                    condition = _settable(rules, name, at)
                    if condition.type != "flag" and name not in state:
                        at.refuse(f"{name!r} needs a value: write it as a key of its own")
                    flat.setdefault(name, (True, at))
    return flat


def _named(value: object, place: Place) -> tuple[str, Place]:
    return line(value, place), place


def _settable(rules: Ruleset, name: str, place: Place) -> Condition:
    """Return the condition of that name if a `state` may set it; else reject it."""
    condition = rules.conditions.get(name)
    if condition is None:
        if name in rules.traits:
            place.refuse("is a trait, not a state: write it under traits")
        known = sorted(id for id, one in rules.conditions.items() if one.settable)
        place.refuse(unknown(name, ["waiting", "conditions", *rules.tracks, *known], "state"))
    if not condition.settable:
        place.refuse("can’t be set: only the rules decide it")
    return condition


def _condition(condition: Condition, value: object, place: Place) -> Value:
    """Return the value of a condition; None if the given value means that it is absent."""
    if value is False:
        return None
    match condition.type:
        case "flag":
            return flag(value, place)
        case "number":
            return number(value, place)
        case "ids" | "things":
            return list_of(ident, value, place) or None
        case "counts":
            return Table((id, number(one, place.key(id), 0)) for id, one in table(value, place).items() if one) or None
        case "id":
            return ident(value, place) if value != "" else None
        case "text":
            if value in ("", "none"):
                return None
            return one_of(value, condition.choices, place) if condition.choices else line(value, place)
    return plain(value, place)
