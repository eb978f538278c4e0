"""Sheets and encounters as they are stored: checked, limited in size, and written as JSON.

The checks are those of every game (`rulebook.encounter_shape`). Whether the ruleset has a trait or a weapon is checked
when the data is used, so that an incomplete sheet can be stored, and one whose ruleset is missing can still be opened.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from typing import Any

from exgui.engine.memo import remembered_by_identity
from exgui.engine.record import Table, freeze
from exgui.rulebook import encounter_shape
from exgui.rulebook.validation import LARGEST, LONGEST_NAME, LONGEST_NOTE, Place, Problem, SetupError, text

DEEPEST = 12
MOST_VALUES = 400_000
NAMES = frozenset(("id", "name", "title", "side", "zone", "sheet", "label", "folder"))
"""Keys whose text is shown in lists and on tokens, at any depth."""
TOP = Place()


def check_sheet(data: Mapping[str, Any], place: Place = TOP) -> dict[str, Any]:
    """Return a sheet as lists, dicts and scalars that can be stored.

    Raises:
        SetupError: it is not a sheet; with all problems.
    """
    found = _storable_table(data, place)
    encounter_shape.read_sheet(found, place)
    return found


def check_encounter(data: Mapping[str, Any], place: Place = TOP) -> dict[str, Any]:
    """Return an encounter as lists, dicts and scalars that can be stored, its things among its combatants.

    Raises:
        SetupError: it is not an encounter, two of its parts share an id, or a link leads nowhere; with all problems.
    """
    found = _storable_table(data, place)
    encounter_shape.check_encounter(found, place)
    return dict(encounter_shape.with_things_in_order(found))


def write(data: Mapping[str, Any]) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"), allow_nan=False)


def read(stored: str) -> dict[str, Any]:
    """Return what `write` wrote.

    Raises:
        SetupError: it is not a table in JSON, or is nested too deep.
    """
    try:
        data = json.loads(stored)
    except (ValueError, RecursionError) as error:
        raise SetupError("", Problem((), f"it is not JSON ({error})")) from None
    if not isinstance(data, dict):
        raise SetupError("", Problem((), "it is not a table"))
    return data


def _storable_table(data: Mapping[str, Any], place: Place) -> dict[str, Any]:
    found = _storable(data, place, DEEPEST, [MOST_VALUES])
    if not isinstance(found, dict):
        place.refuse("must be a table")
    return found


@remembered_by_identity(16_000)
def _values_as_stored(entry: Table[str, Any]) -> int:
    """Return the number of values in an entry of an encounter that can be stored unchanged; 0 for any other entry.

    An encounter is saved after each edit, when nearly all entries are the same objects as before.
    """
    left = [MOST_VALUES]
    try:
        stored = _storable(dict(entry), TOP.key("entry"), DEEPEST - 2, left)
    except SetupError:
        return 0
    return MOST_VALUES - left[0] if freeze(stored) == entry else 0


def _storable(value: Any, place: Place, depth: int, left: list[int]) -> Any:
    """Return the value in dicts, lists and scalars. None is left out of dicts, since no format of ours writes it.

    Args:
        depth: how much deeper it may be nested.
        left: how many more values are allowed; counted down.
    """
    left[0] -= 1
    if left[0] < 0:
        place.refuse(f"there are more than {MOST_VALUES:,} values")
    if depth < 0:
        place.refuse(f"is nested deeper than {DEEPEST} levels")
    if type(value) is Table and depth == DEEPEST - 2 and (values := _values_as_stored(value)):
        left[0] -= values - 1
        if left[0] < 0:
            place.refuse(f"there are more than {MOST_VALUES:,} values")
        return value
    if isinstance(value, Mapping):
        out = {}
        for key, item in value.items():
            if not isinstance(key, str):
                place.refuse(f"has the key {key!r}: keys must be texts")
            at = place.key(_text(key, place))
            if key in NAMES and isinstance(item, str):
                text(item, at, LONGEST_NAME)
            if item is not None:
                out[key] = _storable(item, at, depth - 1, left)
        return out
    if isinstance(value, (list, tuple)):
        return [_storable(item, place.index(n), depth - 1, left) for n, item in enumerate(value, 1)]
    if isinstance(value, str):
        return _text(value, place)
    if value is True or value is False:
        return value
    if isinstance(value, int):
        _check_size(abs(value), place)
        return int(value)
    if isinstance(value, float):
        if not math.isfinite(value):
            place.refuse(f"{value} is not a usable number")
        _check_size(abs(value), place)
        return float(value)
    place.refuse(f"{type(value).__name__} cannot be stored: use text, a number, true or false, lists and tables")


def _check_size(value: float, place: Place) -> None:
    """Apply the limit for typed values; only the seed of the dice may be anything that can be stored."""
    if value > LARGEST and (place.path != ("seed",) or value >= 2**63):
        number = f"{value:,}" if value < 2**64 else "this"
        place.refuse(f"{number} is too large a number: the largest is {LARGEST:,}")


def _text(value: str, place: Place) -> str:
    text(value, place, LONGEST_NOTE)
    try:
        value.encode()
    except UnicodeEncodeError:
        place.refuse("the text holds characters that cannot be stored")
    return str(value)
