"""Reads and writes items (weapons, armor, mounts) and the game's own fields of zones and combatants. Each field is
checked against the ruleset's `Field`; missing ones get their defaults.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from exgui.engine.battle import Item
from exgui.engine.dice import read_dice
from exgui.engine.record import EMPTY, Table, Value
from exgui.rulebook.formula import formula
from exgui.rulebook.formula_pieces import FormulaError
from exgui.rulebook.modifier_text import NotUnderstood, Vocabulary, read_modifier
from exgui.rulebook.rules import Field, Ruleset
from exgui.rulebook.unknown_words import unknown, words
from exgui.rulebook.validation import (
    Place,
    Problems,
    entries,
    flag,
    ident,
    known_keys,
    line,
    number,
    one_of,
    shown,
    table,
    texts,
    thawed,
)
from exgui.rulebook.word_points import count_words, missing

Fields = Mapping[str, Field]


def field_value(field: Field, value: object, place: Place) -> Value:
    """Return a value of one field, checked and frozen.

    Raises:
        SetupError: wrong type, out of bounds, or not one of the choices.
    """
    match field.type:
        case "int":
            return number(value, place, field.minimum, field.maximum)
        case "flag":
            return flag(value, place)
        case "text":
            return one_of(value, field.choices, place) if field.choices else line(value, place)
        case "words":
            found = texts(value, place)
            if field.choices:
                problems = Problems()
                for n, word in enumerate(found, 1):
                    with problems:
                        one_of(word, field.choices, place.index(n))
                problems.raise_any()
            return found
        case "ints":
            return _numbers(field, value, place)
        case "modifiers":
            return _modifiers(field, value, place)
        case "formula":
            return _formula(field, value, place)
        case "dice":
            return _dice(value, place)
        case _:
            given = table(value, place)
            known_keys(given, field.choices or given, place)
            return Table((key, number(one, place.key(key), field.minimum, field.maximum)) for key, one in given.items())


def _modifiers(field: Field, value: object, place: Place) -> tuple[str, ...]:
    known = Vocabulary.of(field.choices, field.rolls)
    found = texts(value, place)
    problems = Problems()
    for n, one in enumerate(found, 1):
        with problems:
            try:
                read_modifier(one, known)
            except NotUnderstood as error:
                place.index(n).refuse(str(error))
    problems.raise_any()
    return found


def _formula(field: Field, value: object, place: Place) -> str:
    written = line(value, place)
    if not written:
        return ""
    try:
        compiled = formula(written)
    except FormulaError as error:
        place.refuse(str(error))
    for name in sorted(compiled.names - set(field.choices)):
        place.refuse(f"the formula {written!r}: {unknown(name, field.choices, 'name')}")
    return written


def _dice(value: object, place: Place) -> str:
    """Return dice in the standard form: "2d6-1"; "" for none."""
    written = line(value, place)
    dice = read_dice(written)
    if written and dice is None:
        place.refuse(f'{shown(written)} must be dice, such as "d6", "2d6" or "d4-1"')
    return str(dice) if dice is not None else ""


def _numbers(field: Field, value: object, place: Place) -> tuple[int, ...]:
    if isinstance(value, (list, tuple)) or not field.length:
        given = entries(value, place, field.length or 100)
        if field.length and len(given) != field.length:
            place.refuse(f"must be one number or a list of {field.length}, not a list of {len(given)}")
        return tuple(number(one, place.index(n), field.minimum, field.maximum) for n, one in enumerate(given, 1))
    return (number(value, place, field.minimum, field.maximum),) * field.length


def empty_value(field: Field) -> Value:
    match field.type:
        case "int":
            return max(0, field.minimum or 0)
        case "flag":
            return False
        case "text":
            return field.choices[0] if field.choices else ""
        case "words" | "modifiers":
            return ()
        case "formula" | "dice":
            return ""
        case "ints":
            return (max(0, field.minimum or 0),) * field.length
    return EMPTY


def read_fields(
    fields: Fields, data: Mapping[str, Any], place: Place, besides: tuple[str, ...] = ()
) -> Table[str, Value]:
    """Return all fields of an item, with defaults for missing ones. Keys in `besides` are not fields and are ignored.

    Raises:
        SetupError: an unknown field (names the nearest), or a value that does not fit.
    """
    problems = Problems()
    with problems:
        known_keys(data, (*besides, *fields), place)
    found = {id: field.default for id, field in fields.items()}
    for id in [id for id in fields if id in data]:
        with problems:
            found[id] = field_value(fields[id], data[id], place.key(id))
    problems.raise_any()
    return Table(found)


def written_fields(fields: Fields, values: Mapping[str, Value]) -> dict[str, Any]:
    out: dict[str, Any] = {}
    for id, field in fields.items():
        value = values.get(id, field.default)
        if value == field.default:
            continue
        if field.type == "ints" and field.length and len(set(value)) == 1:
            value = value[0]
        out[id] = thawed(value)
    return out


def item_from(fields: Fields, kind: str, data: Mapping[str, Any], place: Place, id: str = "") -> Item:
    """Return an item from a table of its fields. The id may be left out if there is a name.

    Raises:
        SetupError: as `read_fields`, or it has neither id nor name.
    """
    if "id" in data:
        id = ident(data["id"], place.key("id"))
    name = line(data["name"], place.key("name")) if "name" in data else ""
    if not id:
        id = "".join(letter if letter.isalnum() else "_" for letter in name.lower()).strip("_")[:60]
    if not id and name:  # of signs alone
        id = "_".join((kind, *(f"{ord(sign):x}" for sign in name)))[:60]
    if not id:
        place.refuse(f'needs an id or a name, such as name = "{words(kind)}"')
    _not_itself(fields, kind, id, name, data, place)
    values = read_fields(fields, data, place, ("id", "name"))
    _agree(fields, values, place)
    return Item(id, name or words(id), kind, values)


def _not_itself(fields: Fields, kind: str, id: str, name: str, data: Mapping[str, Any], place: Place) -> None:
    """Reject an item whose modifiers change the item itself."""
    own = {id.lower(), id.replace("_", " ").lower(), name.lower()} - {""}
    for key, field in fields.items():
        if field.type != "modifiers" or not isinstance(data.get(key), (list, tuple)):
            continue
        for n, text in enumerate(data[key], 1):
            lowered = str(text).lower()
            for word in own - set(field.choices):
                if lowered.startswith(f"{word} ") or lowered.endswith(f" {word}"):
                    message = f"{text!r} modifies the {kind} itself: modifiers change rolls and values"
                    place.key(key).index(n).refuse(message)


def _agree(fields: Fields, values: Mapping[str, Value], place: Place) -> None:
    """Reject fields that contradict each other.

    Raises:
        SetupError: a field is given with another that excludes it, or something grows with a payment that is never
            made.
    """
    for key, field in fields.items():
        if field.only and values[key] != field.default:
            for other, allowed in field.only.items():
                held = values[other]
                if not allowed and held == fields[other].default:
                    place.key(key).refuse(f"means nothing without {other}")
                if allowed and held not in allowed:
                    listed = " or ".join(f'"{word}"' for word in allowed)
                    place.key(key).refuse(f"requires {other} = {listed}, not {shown(held)}")
        if field.type == "words":
            problems = count_words(field, values, fields).problems
            for n, word in enumerate(values[key], 1):
                for problem in missing(field, word, values.__getitem__):
                    if problems == (problem,):
                        place.key(key).index(n).refuse(problem)
            if problems:
                place.key(key).refuse("; ".join(problems))
        if field.type == "modifiers" and field.grows_by:
            known = Vocabulary.of(field.choices if values[key] else (), field.rolls)
            growing = [text for text in values[key] if read_modifier(text, known).grows]
            limit = values.get(field.grows_by)
            if growing and not limit:
                how = f'{field.grows_by} = "essence"'
                place.key(key).refuse(f"{growing[0]!r} grows with the cost paid: set a limit, such as {how}")
            if limit and not growing:
                message = f'limits nothing: no modifier grows with the cost paid, such as {key} = ["attack +n dice"]'
                place.key(field.grows_by).refuse(message)


def find_item(rules: Ruleset, kind: str, value: object, place: Place) -> Item:
    """Return an item, given by its id in the ruleset's tables or in full.

    Raises:
        SetupError: no such item (names the nearest), or as `item_from`.
    """
    if isinstance(value, str):
        known = rules.tables.get(kind, EMPTY)
        found: Item = known[one_of(value, known, place, kind, rules.id)]
        return found
    return item_from(rules.fields.get(kind, EMPTY), kind, table(value, place), place)


def item_data(rules: Ruleset, item: Item) -> Any:
    """Return an item as plain data: only its id if it is the same as in the ruleset's tables, else in full."""
    if rules.tables.get(item.kind, EMPTY).get(item.id) == item:
        return item.id
    return {"id": item.id, "name": item.name, **written_fields(rules.fields.get(item.kind, EMPTY), item.fields)}
