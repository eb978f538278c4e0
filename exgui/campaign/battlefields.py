"""The battlefields that come with the app, from which to begin an encounter: zones and links without combatants."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from exgui import shipped
from exgui.campaign.encounter_edits.edit import Encounter, Entry, changed, encounter_data
from exgui.engine.record import Record
from exgui.rulebook.encounter_shape import read_encounter
from exgui.rulebook.rules import Ruleset
from exgui.rulebook.toml_text import TomlError, read_toml
from exgui.rulebook.validation import Place, Problems, SetupError

FOLDER = "battlefields"
LEVELS = ("light", "heavy", "total")
"""The levels of cover as the battlefields write them, from the lightest; each game has its own words."""


class Battlefield(Record):
    """A battlefield.

    Attributes:
        about: what it is good for, in a sentence.
        data: its zones and links, as in an encounter.
    """

    id: str
    title: str
    about: str
    data: Encounter


@cache
def ready_battlefields() -> tuple[Battlefield, ...]:
    """Return all battlefields that come with the app, sorted by title. Unreadable ones are left out."""
    folder = shipped.resources() / FOLDER
    found = []
    for file in sorted(folder.glob("*.toml")) if folder.is_dir() else ():
        try:
            data = read_toml(file.read_text(encoding="utf-8"))
            problems = Problems()
            read_encounter(data, Place(file.name), problems)
            problems.raise_any()
        except (OSError, ValueError, TomlError, SetupError):
            continue
        found.append(
            Battlefield(file.stem, str(data.get("title", file.stem)), str(data.get("about", "")), encounter_data(data))
        )
    return tuple(sorted(found, key=lambda one: one.title))


def fitted(battlefield: Battlefield, rules: Ruleset | None) -> Encounter:
    """Return a battlefield's data in the words of a game: with the game's levels of cover, and only hazards it has."""
    zones = tuple(_fitted(zone, rules) for zone in battlefield.data.get("zone", ()))
    return battlefield.data.put("zone", zones)


def _fitted(zone: Entry, rules: Ruleset | None) -> Entry:
    keys: dict[str, Any] = {}
    if "cover" in zone:
        keys["cover"] = _cover(zone["cover"], rules) or None
    hazards = rules.constants.get("hazards") if rules is not None else None
    if hazards is not None and zone.get("hazard", "none") not in ("none", *hazards):
        keys["hazard"] = hazards[0] if hazards else None
    return changed(zone, keys) if keys else zone


def _cover(cover: Mapping[str, int], rules: Ruleset | None) -> dict[str, int]:
    levels = tuple(rules.constants.get("cover_levels", ())) if rules is not None else LEVELS
    out = {}
    for level, difficulty in cover.items():
        if level in levels:
            out[level] = difficulty
        elif level in LEVELS and levels:
            out[str(levels[min(LEVELS.index(level), len(levels) - 1)])] = difficulty
    return out
