"""Reads the texts that this app writes: sheets, and encounters with the sheets of their combatants. Nothing in them is
guessed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from exgui.campaign.campaign import Campaign
from exgui.campaign.errors import CampaignError
from exgui.campaign.exchange import contents_of_own, with_its_sheets
from exgui.campaign.imports.found import Found
from exgui.campaign.imports.maps import Lines, MapProposal, count
from exgui.campaign.rulesets import RulesetMissing, find
from exgui.engine.record import EMPTY
from exgui.rulebook.rules import Ruleset
from exgui.rulebook.unknown_words import words
from exgui.sheets.stat_block.reading import read_own_sheets

SOURCE = "exgui text"
_MOST_NAMED = 8


def read_own_text(text: str, name: str) -> Found:
    try:
        contents = contents_of_own(text, name)
        where = contents.sheets[0][1] if contents.sheets else str((contents.encounter or {})["ruleset"])
        rules = contents.rules or find(where)
        if contents.encounter is None:
            sheets = read_own_sheets(text, rules)
            return Found(name, "own", SOURCE, where, sheets, text=text, contents=contents)
    except (CampaignError, RulesetMissing, ValueError) as error:
        return _unreadable(name, error)
    return Found(name, "own", SOURCE, where, map=_drawn(contents.encounter, rules, name), contents=contents)


def _drawn(encounter: Mapping[str, Any], rules: Ruleset, name: str) -> MapProposal:
    lines = Lines()
    for line in _contents(encounter, rules):
        lines.add(line, "understood")
    if "picture" in encounter:
        lines.add("Picture: not part of the text", "kept")
    return MapProposal(str(encounter.get("title") or Path(name).stem), lines=lines.all, whole=encounter)


def _contents(encounter: Mapping[str, Any], rules: Ruleset) -> Iterator[str]:
    """Return the contents of an encounter, a line each."""
    yield f"Ruleset: {rules.name}"
    zones = [str(zone.get("name") or words(str(zone["id"]))) for zone in encounter.get("zone", ())]
    if zones:
        yield _listed(count(len(zones), "zone"), zones)
    if links := len(encounter.get("link", ())):
        yield count(links, "link")
    sides: dict[str, list[str]] = {}
    for one in encounter.get("combatant", ()):
        sides.setdefault(str(one.get("side", "")), []).append(str(one.get("name") or words(str(one["id"]))))
    for side, names in sides.items():
        yield _listed(rules.label(side) if side else "No side", names)
    if encounter.get("notes"):
        yield "Notes"


def _listed(what: str, names: Sequence[str]) -> str:
    named = [name if times == 1 else f"{name} ({times})" for name, times in Counter(names).items()]
    more = f" and {len(named) - _MOST_NAMED:,} more" if len(named) > _MOST_NAMED else ""
    return f"{what}: {', '.join(named[:_MOST_NAMED])}{more}"


def in_campaign(campaign: Campaign, found: Found) -> Found:
    """Return an encounter's text with the contents of the campaign's sheets that it names; anything else as it is."""
    if found.contents is None or found.contents.encounter is None:
        return found
    try:
        contents = with_its_sheets(campaign, found.contents, found.name)
        map = _drawn(contents.encounter or EMPTY, found.rules or find(found.where), found.name)
    except (CampaignError, RulesetMissing) as error:
        return _unreadable(found.name, error)
    return found.but(contents=contents, map=map)


def _unreadable(name: str, error: Exception) -> Found:
    why = error.sentence if isinstance(error, CampaignError) else f"{str(error).removesuffix('.')}."
    return Found(name, "unreadable", SOURCE, trouble=f"{why[:1].upper()}{why[1:]}")
