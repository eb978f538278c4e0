"""Sheets and encounters as plain data: the form of a scenario's set-up, bounded in size.

What is checked here is the shape alone. Whether the ruleset knows a trait or a weapon is asked when the data is
used, so that a sheet half filled in can be kept, and one made for a ruleset that is missing now can still be opened.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, TypeAdapter, ValidationError

DEEPEST = 12
LONGEST_TEXT = 200_000
LONGEST_NAME = 500
MOST_VALUES = 200_000
NAMES = frozenset(("id", "name", "title", "side", "zone", "sheet", "label"))
"""Keys whose text stands in lists and on tokens, at whatever depth."""

Id = Annotated[str, StringConstraints(min_length=1, max_length=200)]
Name = Annotated[str, StringConstraints(max_length=LONGEST_NAME)]


class PlainError(ValueError):
    """Data that is no sheet or encounter; the message says at which key, and what is wrong."""


class _Loose(BaseModel):
    model_config = ConfigDict(extra="allow", strict=True)


class ZonePart(_Loose):
    """A zone, as far as its shape goes."""

    id: Id
    name: Name = ""


class LinkPart(_Loose):
    """A link between two zones."""

    between: Annotated[list[Id], Field(min_length=2, max_length=2)]


class CombatantPart(_Loose):
    """A combatant, as far as its shape goes."""

    id: Id
    name: Name | None = None
    side: Name | None = None
    zone: Name | None = None


class ClosePart(_Loose):
    """A group at close range."""

    members: Annotated[list[Id], Field(max_length=1000)]


class Sheet(_Loose):
    """A sheet: the fields of a scenario's combatant, less where it stands."""

    id: Id | None = None
    name: Name
    weapons: Annotated[list[Any], Field(max_length=1000)] = Field(default_factory=list)


class Encounter(_Loose):
    """An encounter: a scenario's set-up, with combatants of its own."""

    title: Name = ""
    ruleset: Id
    options: dict[str, Any] = Field(default_factory=dict)
    zone: Annotated[list[ZonePart], Field(max_length=500)] = Field(default_factory=list)
    link: Annotated[list[LinkPart], Field(max_length=2000)] = Field(default_factory=list)
    combatant: Annotated[list[CombatantPart], Field(max_length=1000)] = Field(default_factory=list)
    close: Annotated[list[ClosePart], Field(max_length=500)] = Field(default_factory=list)


_sheets: TypeAdapter[Sheet] = TypeAdapter(Sheet)
_encounters: TypeAdapter[Encounter] = TypeAdapter(Encounter)


def check_sheet(data: Mapping[str, Any]) -> dict[str, Any]:
    """A sheet as plain lists, dicts and scalars.

    Raises:
        PlainError: it is none.
    """
    return _checked(_sheets, data)


def check_encounter(data: Mapping[str, Any]) -> dict[str, Any]:
    """An encounter as plain lists, dicts and scalars.

    Raises:
        PlainError: it is none, two of its parts share an id, or a link leads nowhere.
    """
    plain = _checked(_encounters, data)
    for kind in ("zone", "combatant"):
        seen: set[str] = set()
        for part in plain.get(kind, []):
            if part["id"] in seen:
                raise PlainError(f"{kind}: the id {part['id']!r} is there twice; give one of them another")
            seen.add(part["id"])
    zones = {zone["id"] for zone in plain.get("zone", [])}
    for link in plain.get("link", []):
        for end in link["between"]:
            if end not in zones:
                raise PlainError(f"link.between: there is no zone {end!r}")
    return plain


def write(data: Mapping[str, Any]) -> str:
    """Plain data as the text that is stored."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"), allow_nan=False)


def read(text: str) -> dict[str, Any]:
    """Plain data from its text.

    Raises:
        PlainError: it is no object of JSON, or is nested too deep.
    """
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise PlainError(f"it is no JSON ({error})") from None
    if not isinstance(data, dict):
        raise PlainError("it is no table")
    return data


def _checked(adapter: TypeAdapter[Any], data: Mapping[str, Any]) -> dict[str, Any]:
    budget = [MOST_VALUES]
    plain = _plain(data, "", DEEPEST, budget)
    try:
        adapter.validate_python(plain)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"]) or "the whole"
        raise PlainError(f"{where}: {first['msg'].lower()}") from None
    assert isinstance(plain, dict)
    return plain


def _plain(value: Any, where: str, depth: int, budget: list[int]) -> Any:
    """The value in dicts, lists and scalars; what is None is left out of dicts, for no format of ours writes it."""
    budget[0] -= 1
    if budget[0] < 0:
        raise PlainError(f"{where}: there are more than {MOST_VALUES:,} values")
    if depth < 0:
        raise PlainError(f"{where}: it is nested deeper than {DEEPEST} levels")
    if isinstance(value, Mapping):
        out = {}
        for key, item in value.items():
            if not isinstance(key, str):
                raise PlainError(f"{where}: the key {key!r} is no text")
            if key in NAMES and isinstance(item, str) and len(item) > LONGEST_NAME:
                at = f"{where}.{key}".lstrip(".")
                raise PlainError(f"{at}: it has {len(item):,} characters; at most {LONGEST_NAME} are allowed")
            if item is not None:
                out[_text(key, where)] = _plain(item, f"{where}.{key}".lstrip("."), depth - 1, budget)
        return out
    if isinstance(value, (list, tuple)):
        return [_plain(item, f"{where}.{index}".lstrip("."), depth - 1, budget) for index, item in enumerate(value)]
    if isinstance(value, str):
        return _text(value, where)
    if value is True or value is False:
        return value
    if isinstance(value, int):
        if abs(value) >= 2**63:
            raise PlainError(f"{where}: {str(value)[:20]} is too large a number")
        return int(value)
    if isinstance(value, float):
        if value != value or value in (float("inf"), float("-inf")):
            raise PlainError(f"{where}: {value} is no number that can be used")
        return float(value)
    raise PlainError(
        f"{where}: {type(value).__name__} cannot be stored; use text, a number, true or false, lists and tables"
    )


def _text(value: str, where: str) -> str:
    if len(value) > LONGEST_TEXT:
        raise PlainError(f"{where}: the text is longer than {LONGEST_TEXT:,} characters")
    try:
        value.encode()
    except UnicodeEncodeError:
        raise PlainError(f"{where}: the text holds characters that cannot be stored") from None
    return str(value)
