"""Puts the contents of files into a campaign: each as `exchange.FileContents`, so that all of it is saved or
nothing.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from pathlib import Path

from exgui.campaign.campaign import Campaign
from exgui.campaign.errors import CampaignError
from exgui.campaign.exchange import FileContents, with_its_sheets
from exgui.campaign.imports.found import Found
from exgui.campaign.imports.maps import MapProposal
from exgui.campaign.pictures import picture_kind
from exgui.campaign.rulesets import find
from exgui.sheets.stat_block.to_sheet import sheet_data


def ruleset_of_maps(rulesets: Sequence[str], read_by: Iterable[str]) -> str:
    """Return the ruleset of an encounter made from a map: that of the characters imported with it, else the one that
    most of the campaign uses.

    Args:
        rulesets: those of the campaign, the most used first.
    """
    return next((where for where in read_by if where), rulesets[0])


def contents_of(campaign: Campaign, found: Found, ruleset: str, left_out: Collection[int] = ()) -> FileContents:
    """Return the part of a file that goes into the campaign.

    Args:
        ruleset: of an encounter made from a map.
        left_out: indexes of its characters that are not imported, from 0.

    Raises:
        CampaignError: it cannot be read, or is not valid.
    """
    if found.trouble:
        raise CampaignError(Path(found.name), found.trouble, "foreign")
    if found.contents is not None:
        own = with_its_sheets(campaign, found.contents, found.name)
        return own.but(sheets=tuple(sheet for n, sheet in enumerate(own.sheets) if n not in left_out))
    if found.map is not None:
        return contents_of_map(found.map, ruleset)
    rules = find(found.where)
    wanted = (sheet for n, sheet in enumerate(found.sheets) if n not in left_out)
    return FileContents(sheets=tuple((sheet_data(sheet, rules), found.where) for sheet in wanted))


def contents_of_map(map: MapProposal, ruleset: str) -> FileContents:
    picture = map.picture
    kind = "" if picture is None else picture.kind or picture_kind(picture.content)
    if picture is None or picture.box is None or not kind:
        return FileContents(map.but(picture=None).encounter(ruleset))
    return FileContents(map.encounter(ruleset), picture=(picture.content, picture.name, kind))
