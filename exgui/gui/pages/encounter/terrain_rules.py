"""What a terrain usually brings: offered when it is chosen, never done by itself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from exgui.engine.record import EMPTY, Record
from exgui.rulebook.rules import Ruleset

DIFFICULT = ("forest", "water", "mud")
COVER = {"forest": 0, "rock": 1, "building": 1}
"""By terrain, which of the ruleset's levels of cover, from the lightest."""
DIFFICULTY = (1, 3, 5, 5)
"""The difficulty of taking each level of cover that is offered, from the lightest."""
HAZARD = {"fire": "fire"}
HARM: Mapping[str, Any] = {"hazard_dice": 3, "hazard_damage": "d6"}
"""How much a hazard harms that is offered, by the field in which a game says so."""


class TerrainOffer(Record):
    """One thing that a terrain usually brings: in words, and the keys of the zone that make it so."""

    label: str
    keys: Mapping[str, Any]


def cover_levels(rules: Ruleset | None) -> tuple[str, ...]:
    """The levels of cover of a game, from the lightest."""
    levels: Sequence[object] = rules.constants.get("cover_levels", ()) if rules is not None else ()
    return tuple(str(level) for level in levels)


def level_words(level: str) -> str:
    """A level of cover as people say it: one that is a number is a share."""
    return f"{level}%" if level.isdecimal() else level


def hazard_levels(rules: Ruleset | None) -> tuple[str, ...]:
    """The levels of hazard of a game; none where a hazard is any word."""
    levels: Sequence[object] = rules.constants.get("hazards", ()) if rules is not None else ()
    return tuple(str(level) for level in levels)


def terrain_offers(terrain: str, rules: Ruleset | None, zone: Mapping[str, Any] = EMPTY) -> tuple[TerrainOffer, ...]:
    """What a terrain usually brings and a zone does not have yet."""
    out: list[TerrainOffer] = []
    if terrain in DIFFICULT and zone.get("difficult") is not True:
        out.append(TerrainOffer("difficult", {"difficult": True}))
    levels = cover_levels(rules)
    if terrain in COVER and levels and not zone.get("cover"):
        at = min(COVER[terrain], len(levels) - 1)
        out.append(TerrainOffer(f"{level_words(levels[at])} cover", {"cover": {levels[at]: DIFFICULTY[at]}}))
    if terrain in HAZARD and zone.get("hazard", "none") == "none":
        known = hazard_levels(rules)
        word = HAZARD[terrain] if not known else known[0]
        fields = rules.fields.get("zone", EMPTY) if rules is not None else EMPTY
        harm = {key: value for key, value in HARM.items() if key in fields and zone.get(key) is None}
        out.append(TerrainOffer(f"{word} hazard", {"hazard": word, **harm}))
    return tuple(out)
