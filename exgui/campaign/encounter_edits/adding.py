"""Finds combatants to add from typed text: a name of a sheet or a ready-made opponent, with a count before or after
it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from typing import Any

from exgui.campaign import rulesets
from exgui.campaign.summaries import Listed, nature_of
from exgui.engine.record import Record
from exgui.rulebook.finding import plain, ranked
from exgui.rulebook.rules import Ruleset

MOST_FOUND = 8
_COUNT_BEHIND = re.compile(r"^(.*\S)\s+(?:x\s*)?(\d{1,6})$", re.IGNORECASE)
_COUNT_BEFORE = re.compile(r"^(\d{1,6})\s*(?:x\s+)?(.*\S)$", re.IGNORECASE)


class Addable(Record):
    """A combatant that can be added.

    Attributes:
        kind: "sheet" or "opponent".
        id: of the sheet in the campaign, or of the opponent in the ruleset.
        note: a few words beside the name.
        nature: another word by which they are found, such as "animal".
    """

    kind: str
    id: str
    name: str
    note: str = ""
    player: bool = False
    nature: str = ""


def read_name_and_count(text: str) -> tuple[str, int]:
    """Return the typed name and count: "bandit 5", "5 bandit" and "bandit x5" are five bandits."""
    plain = " ".join(text.split())
    if found := _COUNT_BEHIND.match(plain):
        return found[1], int(found[2])
    if found := _COUNT_BEFORE.match(plain):
        return found[2], int(found[1])
    return plain, 1


def find(addables: Iterable[Addable], text: str, most: int = MOST_FOUND) -> tuple[tuple[Addable, ...], int]:
    """Return the matching combatants, the likeliest first, and the count. A name that itself ends in a number comes
    first when it was typed in full.
    """
    known = list(addables)
    typed = " ".join(plain(text).split())
    whole = [one for one in known if typed in plain(one.name)] if any(sign.isdigit() for sign in typed) else []
    name, count = (typed, 1) if whole else read_name_and_count(text)
    if not name:
        return (), count
    found = ranked(name, whole or known, _words_of)
    if name.endswith("s"):
        found += [one for one in ranked(name[:-1], known, _words_of) if one not in found[:most]]
    return tuple(found[:most]), count


def _words_of(one: Addable) -> tuple[str, str]:
    return one.name, one.nature


def opponents(known: Mapping[str, Any]) -> tuple[Addable, ...]:
    found = ((one, nature_of(one.fields)) for one in known.values())
    return tuple(
        Addable(
            "opponent",
            one.id,
            one.name,
            ", ".join(("ready-made", nature) if nature else ("ready-made",)),
            False,
            nature,
        )
        for one, nature in found
    )


def addables(sheets: Iterable[Listed], rules: Ruleset | None, ruleset: str) -> tuple[Addable, ...]:
    """Return every combatant that can be added: the sheets for these rules, ready-made opponents, then other sheets.

    Args:
        rules: None if they are not installed; `ruleset` is their id.
    """
    fitting: list[Addable] = []
    others: list[Addable] = []
    for one in sheets:
        if not one.damaged:
            fits = is_for(one, rules, ruleset)
            note = "sheet" if fits else f"sheet for {one.ruleset}"
            found = Addable("sheet", one.id, one.name, note, False, one.nature)
            (fitting if fits else others).append(found)
    ready = opponents(rules.opponents) if rules is not None else ()
    return (*fitting, *ready, *others)


def is_for(sheet: Listed, rules: Ruleset | None, ruleset: str) -> bool:
    """Return whether a sheet was written for these rules, or for others of the same game (house rules).

    Args:
        rules: None if they are not installed; `ruleset` is their id.
    """
    if sheet.ruleset == ruleset or rules is None:
        return sheet.ruleset == ruleset
    with suppress(rulesets.RulesetMissing):
        return rulesets.find(sheet.ruleset).system == rules.system
    return sheet.ruleset in rules.lineage


def source_of(one: Addable, sheet: Callable[[str], Mapping[str, Any]], rules: Ruleset | None) -> Mapping[str, Any]:
    """Return the data of a sheet or opponent.

    Args:
        sheet: returns the campaign's sheet of an id.
    """
    if one.kind == "sheet":
        return sheet(one.id)
    known = rules.opponents[one.id] if rules is not None else None
    return {"name": known.name, **known.fields} if known is not None else {"name": one.name}
