"""`exgui import FILE... [--ruleset ID] [--into CAMPAIGN] [--json]`: files of other programs, read and taken in."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path

from exgui.campaign.campaign import Campaign
from exgui.campaign.errors import CampaignError
from exgui.campaign.exchange import Alike, Imported, put_all
from exgui.campaign.imports.found import Found
from exgui.campaign.imports.into_campaign import contents_of, ruleset_of_maps
from exgui.campaign.rulesets import RulesetMissing, find
from exgui.campaign.stat_blocks import rulesets_of
from exgui.gui.paste.read_files import MOST_FILES, read_in_process
from exgui.scenario.command import write_error, write_line
from exgui.shipped import GAMES

WELL, UNUSABLE = 0, 2


def import_files(files: Sequence[str], ruleset: str, into: str, as_json: bool, alike: Alike = "both") -> int:
    """Read files and report what was understood; put everything into a campaign if one is given. Return 0, or 2 if a
    file, the ruleset or the campaign can't be used: then nothing is imported.

    Args:
        ruleset: "" for the one that understands the most of each file.
        into: a campaign that is not open; "" for none.
        alike: what becomes of something that has the name of something in the campaign.
    """
    if len(files) > MOST_FILES:
        write_error(f"{len(files)} files are too many: {MOST_FILES} can be imported at once")
        return UNUSABLE
    try:
        if ruleset:
            find(ruleset)
        if not into:
            return _report(_read(files, [ruleset] if ruleset else GAMES), as_json)
        campaign = Campaign.open(Path(into))
        try:
            rulesets = [ruleset] if ruleset else rulesets_of(campaign)
            found = _read(files, rulesets)
            if (code := _report(found, as_json)) != WELL:
                write_error("Nothing was imported.")
                return code
            of_maps = ruleset or ruleset_of_maps(rulesets, (one.where for one in found if one.rules is None))
            contents = [contents_of(campaign, one, of_maps) for one in found]
            imported = put_all(campaign, contents, alike)
            if not as_json:
                write_line(_imported(campaign, imported))
            return WELL
        finally:
            campaign.close()
    except RulesetMissing as error:
        write_error(f"{error}.")
    except CampaignError as error:
        write_error(str(error))
    return UNUSABLE


def _read(files: Sequence[str], rulesets: Sequence[str]) -> list[Found]:
    return list(read_in_process([Path(file) for file in files], rulesets))


def _report(found: Sequence[Found], as_json: bool) -> int:
    if as_json:
        json.dump([one.as_plain() for one in found], sys.stdout, indent=1)
        write_line("")
    else:
        for one in found:
            if not one.trouble:
                write_line(_described(one))
    for one in found:
        if one.trouble:
            write_error(f"{one.name}: {one.trouble}")
    return UNUSABLE if any(one.trouble for one in found) else WELL


def _described(found: Found) -> str:
    out = [f"{found.name}: {found.sentence}"]
    for sheet in found.sheets:
        out.append(f"  {sheet.name or '(no name)'} ({sheet.kind})")
        out += [f"    {line.verdict:<10} {line.text.strip()}" for line in sheet.lines]
    if found.map is not None:
        out += [f"  {line.verdict:<10} {line.text}" for line in found.map.lines]
        out += [
            f"  link       {' - '.join(link.between)}{f' ({link.barrier}: {link.name})' if link.name else ''}"
            for link in found.map.links
        ]
    return "\n".join(out)


def _imported(campaign: Campaign, imported: Imported) -> str:
    parts = [f"Sheets: {imported.sheets}"] if imported.sheets else []
    made = {id for table, id in imported.made if table == "encounters"}
    names = [one.name for one in campaign.encounters() if one.id in made]
    if names:
        parts.append(f"Encounters: {', '.join(names)}.")
    return "\n".join(parts) or "Nothing was imported: everything is already in the campaign."
