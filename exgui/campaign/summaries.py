"""Entries of the lists of a campaign's contents: names, ids, and a few words on each."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from exgui.engine.counted import counted
from exgui.engine.record import Record
from exgui.rulebook.encounter_shape import OBJECT

Prepared = Literal["sheets", "encounters"]


class Listed(Record):
    """A sheet or an encounter in a list.

    Attributes:
        summary: a few words on it.
        damaged: it can no longer be opened.
        folder: its folder in the list, "" for none.
        player: it is the sheet of a player's character.
        nature: its nature, such as "animal", "" if none is given.
        notes: pairs of a zone's name, "" for its own, and the text.
    """

    id: str
    name: str
    ruleset: str
    summary: str
    damaged: bool = False
    folder: str = ""
    player: bool = False
    nature: str = ""
    notes: tuple[tuple[str, str], ...] = ()


class ListedBattle(Record):
    """A battle in a list.

    Attributes:
        encounter: id of the encounter it came from, which may have been deleted.
        follows: the battle that was reset to make this one.
        created: when it began, in UTC, as ISO 8601.
        phase: "prepared", "running" or "over".
    """

    id: int
    title: str
    ruleset: str
    encounter: str
    follows: int | None
    created: str
    phase: str
    round: int
    summary: str
    damaged: bool = False


class ListedPicture(Record):
    """A picture in a list; `kind` is its media type ("image/png"), `size` its number of bytes."""

    id: str
    name: str
    kind: str
    size: int


def summary_of(table: Prepared, data: Mapping[str, Any]) -> str:
    """Return a few words: the contents of a sheet, or the size of an encounter."""
    if table == "encounters":
        zones, fighters = len(data.get("zone", [])), len(data.get("combatant", []))
        return f"{counted(zones, 'zone')}, {counted(fighters, 'combatant')}"
    parts = [nature_of(data)]
    parts += [one.get("name", "") if isinstance(one, dict) else one for one in data.get("weapons", [])]
    return ", ".join(str(word).replace("_", " ") for word in parts if word)[:200]


def nature_of(data: Mapping[str, Any]) -> str:
    """Return the nature of a sheet or ready-made opponent, in a few words: "group, undead", "animal", "" for none."""
    kinds = ["group"] if "group" in data else ["thing"] if data.get("kind") == OBJECT else []
    nature = str(data.get("nature", "")) or ("animal" if data.get("animal") is True else "")
    return ", ".join([*kinds, nature] if nature else kinds)
