"""Printouts of a campaign's sheets."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from exgui.campaign.campaign import Campaign
from exgui.campaign.errors import CampaignError
from exgui.campaign.rulesets import RulesetMissing, find
from exgui.engine.record import Record
from exgui.rulebook.validation import SetupError
from exgui.sheets.printout.making import printout_of
from exgui.sheets.printout.parts import Printout
from exgui.systems import UnknownSystem


class Printable(Record):
    """The printable contents of several sheets.

    Attributes:
        refused: a sentence for each sheet that cannot be printed.
    """

    printouts: tuple[Printout, ...]
    refused: tuple[str, ...] = ()


Saved = tuple[Mapping[str, Any], str]
"""A sheet and the ruleset it is made for, as the campaign has them."""


def saved_sheets(campaign: Campaign, ids: Iterable[str]) -> tuple[list[Saved], list[str]]:
    """Return the sheets of these ids, and a sentence for each that is damaged or gone."""
    found: list[Saved] = []
    refused: list[str] = []
    for id in ids:
        try:
            found.append((campaign.sheet(id), campaign.ruleset_of_sheet(id)))
        except CampaignError as error:
            refused.append(str(error))
    return found, refused


def printable(sheets: Iterable[Saved]) -> Printable:
    printouts: list[Printout] = []
    refused: list[str] = []
    for data, where in sheets:
        try:
            printouts.append(printout_of(data, find(where)))
        except (RulesetMissing, SetupError, UnknownSystem) as error:
            refused.append(f"{data['name']} cannot be printed: {error}.")
    return Printable(tuple(printouts), tuple(refused))
