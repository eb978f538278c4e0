"""Imports characters from stat blocks: plain text as in books, wikis and forums, or another program's actors."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from exgui.campaign.campaign import Campaign
from exgui.campaign.errors import CampaignError
from exgui.campaign.rulesets import RulesetMissing, find
from exgui.engine.record import Record
from exgui.rulebook.rules import Ruleset
from exgui.sheets.stat_block.corrections import CorrectedText
from exgui.sheets.stat_block.pasted import PastedSheet
from exgui.sheets.stat_block.to_sheet import sheet_data
from exgui.shipped import GAMES

KINDS = {"quick": "quick character", "full": "character", "group": "battle group"}


class StatBlocks(Record):
    """Characters read from a text.

    Attributes:
        where: the ruleset with which they were read, as the campaign names it.
    """

    where: str
    rules: Ruleset
    sheets: tuple[PastedSheet, ...]

    def count(self, verdict: str) -> int:
        return sum(line.verdict == verdict for sheet in self.sheets for line in sheet.lines)

    def sentence(self) -> str:
        named = ", ".join(f"{one.name or 'no name'} ({KINDS[one.kind]})" for one in self.sheets)
        understood, guessed, kept = (self.count(verdict) for verdict in ("understood", "guessed", "kept"))
        counts = [f"{understood} {'line was' if understood == 1 else 'lines were'} understood"]
        if guessed:
            counts.append(f"{guessed} guessed")
        notes = f"; {kept} kept in the notes" if kept else ""
        return f"{named}. {', '.join(counts)}{notes}."


def read(campaign: Campaign, text: str, path: Path | str) -> StatBlocks:
    """Return the characters in a text, read with the campaign's ruleset that understands most of it; in a campaign
    without sheets and encounters, all rulesets that come with the app are tried.

    Raises:
        CampaignError: nothing in it looks like a character; `path` is the file named in the message.
    """
    best = read_best(CorrectedText.of(text), rulesets_of(campaign))
    if best is None or not _understood(best):
        hint = "A stat block has named numbers, such as “Join Battle 6, Parry 4, Evasion 2, Soak 5”."
        raise CampaignError(path, f"nothing in it looks like a character. {hint}", "foreign")
    return best


def read_best(text: CorrectedText, rulesets: Iterable[str]) -> StatBlocks | None:
    """Return the characters in a text, read with the ruleset that understands most of it; None if no ruleset can be
    used.
    """
    best: StatBlocks | None = None
    for where in rulesets:
        try:
            rules = find(where)
        except RulesetMissing:
            continue
        found = StatBlocks(where, rules, text.read(rules))
        if best is None or _understood(found) > _understood(best):
            best = found
    return best


def data_of(found: StatBlocks) -> tuple[tuple[Mapping[str, Any], str], ...]:
    return tuple((sheet_data(sheet, found.rules), found.where) for sheet in found.sheets)


def _understood(found: StatBlocks) -> int:
    return 2 * found.count("understood") + found.count("guessed")


def rulesets_of(campaign: Campaign) -> list[str]:
    """Return the rulesets that the campaign uses, the most used first; the app's games if it uses none."""
    used = Counter(one.ruleset for one in (*campaign.sheets(), *campaign.encounters()) if not one.damaged)
    return [where for where, _ in used.most_common()] or list(GAMES)
