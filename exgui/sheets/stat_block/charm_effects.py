"""Turns a Charm or spell of another program into an effect of the ruleset: its cost, its timing, its duration.

Its text stays in the notes; only a Charm whose cost and timing are plain becomes an effect.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from exgui.engine.record import EMPTY
from exgui.rulebook.items import item_from
from exgui.rulebook.rules import Field, Ruleset
from exgui.rulebook.validation import Place, SetupError

_NOTHING = ("", "-", "\N{EN DASH}", "\N{EM DASH}", "none", "0m", "0")
_UNITS = {
    "m": "motes", "mote": "motes", "motes": "motes", "wp": "willpower", "w": "willpower", "i": "initiative",
    "a": "anima", "bhl": "bashing", "lhl": "lethal", "ahl": "aggravated", "hl": "lethal",
}  # fmt: skip
_PART = re.compile(r"(\d{1,3})\s*([a-z]+)(?:\s*\(p[a-z]*\))?")
_DURATIONS = {
    "": "instant", "instant": "instant", "one scene": "scene", "scene": "scene", "indefinite": "committed",
    "one round": "round", "round": "round", "one turn": "turn", "turn": "turn", "until next turn": "turn",
    "one tick": "step",
}  # fmt: skip
_MOST_COST = 100


def read_cost(text: str) -> dict[str, int] | None:
    """Return the cost of a Charm, such as "3m, 1wp"; empty for none, None if it is not that plain."""
    plain = text.strip().lower()
    if plain in _NOTHING:
        return {}
    found: dict[str, int] = {}
    for part in re.split(r"\s*[,;+]\s*", plain):
        one = _PART.fullmatch(part)
        unit = _UNITS.get(one[2]) if one else None
        if one is None or unit is None or unit in found:
            return None
        found[unit] = int(one[1])
    return found if all(number <= _MOST_COST for number in found.values()) else None


def charm_effect(
    name: str,
    timing: str,
    cost: Mapping[str, int] | None,
    duration: str,
    keywords: str,
    ability: str,
    rules: Ruleset,
) -> dict[str, Any] | None:
    """Return an effect of the ruleset for a Charm; None if it costs nothing or the ruleset has no words for it.

    Args:
        timing: "simple", "supplemental" or "reflexive"; others, such as "permanent", are never declared.
        cost: amounts by what is spent; None if it is not known.
        ability: the Ability it is used with, "" for any.
    """
    fields: Mapping[str, Field] = rules.fields.get("effect", EMPTY)
    lasting = _DURATIONS.get(duration.strip().lower().replace("until your next turn", "until next turn"))
    if not cost or lasting is None or "when" not in fields or "cost" not in fields:
        return None
    effect: dict[str, Any] = {"name": " ".join(name.split()) or "Charm", "cost": dict(cost), "duration": lasting}
    match timing.strip().lower():
        case "simple":
            effect |= {"when": "action", "type": "simple"}
        case "supplemental" if any(ability in some for some in rules.constants.get("combat_abilities", {}).values()):
            effect |= {"when": "attack", "ability": ability}
        case "reflexive":
            effect |= {"when": "reflexive"}
        case _:
            return None
    known = fields["keywords"].choices if "keywords" in fields else ()
    words = [word.strip().lower().replace("-", "_").replace(" ", "_") for word in re.split(r"[,;]", keywords)]
    if shown := [word for word in dict.fromkeys(words) if word in known and word not in ("movement", "flurry")]:
        effect["keywords"] = shown
    try:
        item_from(fields, "effect", effect, Place())
    except SetupError:
        return None
    return effect
