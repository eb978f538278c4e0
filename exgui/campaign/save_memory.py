"""Saves what this program has in memory, when the file of an open campaign was changed or taken away by others."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from exgui.campaign import schema
from exgui.campaign.errors import CampaignError
from exgui.campaign.guard.new_file import free_name
from exgui.campaign.journals import BattleStore
from exgui.campaign.recover import Rows, usable_journals, write_campaign
from exgui.campaign.storage import CampaignFile
from exgui.rulebook.rules import Ruleset


def save_memory(file: CampaignFile, battles: Mapping[int, tuple[BattleStore, Ruleset]]) -> Path:
    """Writes a new campaign beside the one that was changed (or, where its folder is gone, into the user's folder of
    campaigns): all rows that can still be read and are whole, and of every battle in play its journal from memory.

    Args:
        battles: those in play, by number.

    Raises:
        CampaignError: it cannot be written.
    """
    found: Rows = {table: {} for table in schema.TABLES}
    for table in schema.TABLES:
        try:
            rows = [row for row, whole in file.sealed(table) if whole]
        except CampaignError:
            continue
        for row in rows:
            found[table][row[:2] if table == "journal" else row[0]] = row
    lost: list[str] = []
    journals = usable_journals(found, lost)
    for id, (store, rules) in battles.items():
        journals[id] = store.texts()
        found["rulesets"].setdefault(rules.digest, (rules.digest, rules.name, rules.text))
    into = free_name(file.path, "saved")
    write_campaign(into, found, journals, lost)
    return into
