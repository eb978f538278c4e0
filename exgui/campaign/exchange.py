"""Sheets, encounters and battles as text, to be shared: a battle as a scenario, an encounter as one without steps, a
sheet as one combatant of such."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

from exgui.campaign import plain
from exgui.campaign.campaign import Campaign
from exgui.campaign.errors import CampaignError, explained
from exgui.campaign.rulesets import RulesetMissing, find
from exgui.campaign.toml import write_toml
from exgui.scenario.export import export

SCENARIO_FORMAT = "exgui-scenario/1"
SHEET_FORMAT = "exgui-sheet/1"
LARGEST_TEXT = 4 << 20
"""Bytes of a file to import."""

_OF_A_SCENARIO = ("format", "rules", "seed", "step")
"""What a scenario has besides its set-up."""
_WHERE_IT_STANDS = ("id", "zone", "sheet")
"""What a combatant has besides its sheet."""


def sheet_text(data: dict[str, Any], ruleset: str) -> str:
    """A sheet as TOML."""
    return write_toml({"format": SHEET_FORMAT, "ruleset": ruleset, "combatant": [data]})


def encounter_text(data: dict[str, Any]) -> str:
    """An encounter as TOML: a scenario without steps."""
    first = {key: data[key] for key in ("title", "ruleset") if key in data}
    return write_toml({"format": SCENARIO_FORMAT} | first | data)


def read_sheets(text: str, where: Path | str) -> tuple[str, list[dict[str, Any]]]:
    """The ruleset and the sheets in a text: those of an exported sheet, or the combatants of a scenario.

    Raises:
        CampaignError: it is neither; `where` is the file that the sentence names.
    """
    data = _parsed(text, where, (SHEET_FORMAT, SCENARIO_FORMAT))
    ruleset, combatants = data.get("ruleset"), data.get("combatant")
    if not isinstance(ruleset, str) or not ruleset:
        raise CampaignError(where, 'ruleset: it must say which ruleset it is for, like ruleset = "ex3".')
    if not isinstance(combatants, list) or not combatants:
        raise CampaignError(where, "combatant: there is none. A sheet is written under [[combatant]].")
    sheets = []
    for one in combatants:
        if not isinstance(one, dict):
            raise CampaignError(where, "combatant: a sheet is written under [[combatant]].")
        bare = {
            key: value for key, value in one.items() if data["format"] == SHEET_FORMAT or key not in _WHERE_IT_STANDS
        }
        bare.setdefault("name", str(one.get("id", "")).replace("_", " ").capitalize())
        sheets.append(_checked(plain.check_sheet, bare, where))
    return ruleset, sheets


def read_encounter(text: str, where: Path | str) -> dict[str, Any]:
    """The encounter in a text: the set-up of a scenario.

    Raises:
        CampaignError: it is none.
    """
    data = _parsed(text, where, (SCENARIO_FORMAT,))
    return _checked(plain.check_encounter, {k: v for k, v in data.items() if k not in _OF_A_SCENARIO}, where)


def export_sheet(campaign: Campaign, id: str, path: Path | str) -> None:
    """Writes a sheet to a new text file; one that is there is never overwritten."""
    _save(sheet_text(campaign.sheet(id), campaign.ruleset_of_sheet(id)), path)


def export_encounter(campaign: Campaign, id: str, path: Path | str) -> None:
    """Writes an encounter to a new text file; one that is there is never overwritten."""
    _save(encounter_text(campaign.encounter(id)), path)


def export_battle(campaign: Campaign, id: int, path: Path | str) -> None:
    """Writes a battle to a new text file, as a scenario with every finished step; one that is there is never
    overwritten."""
    play = campaign.look_at(id)
    _save(export(play, ruleset=str(campaign.prepared(id).get("ruleset", ""))), path)


def import_sheets(campaign: Campaign, path: Path | str) -> tuple[str, ...]:
    """Takes the sheets of a text file into the campaign. Gives their ids."""
    ruleset, sheets = read_sheets(load_text(path), path)
    return tuple(campaign.put_sheet(sheet, ruleset) for sheet in sheets)


def import_encounter(campaign: Campaign, path: Path | str) -> str:
    """Takes the encounter of a text file into the campaign. Gives its id.

    A combatant without traits that names a `sheet` takes what it does not say itself from that sheet of the campaign,
    or from the ready-made opponent of that id.

    Raises:
        CampaignError: it is no encounter, or there is no such sheet.
    """
    encounter = read_encounter(load_text(path), path)
    encounter["combatant"] = [_whole(campaign, encounter, one, path) for one in encounter.get("combatant", [])]
    return campaign.put_encounter(encounter)


def import_text(campaign: Campaign, path: Path | str) -> tuple[tuple[str, ...], str]:
    """Takes whatever a text file holds into the campaign: its sheets, or its encounter. Gives the names of the sheets,
    or the id of the encounter ("" for none).

    Raises:
        CampaignError: it is neither.
    """
    if _parsed(load_text(path), path, (SHEET_FORMAT, SCENARIO_FORMAT))["format"] == SCENARIO_FORMAT:
        return (), import_encounter(campaign, path)
    return tuple(str(campaign.sheet(id)["name"]) for id in import_sheets(campaign, path)), ""


def _whole(campaign: Campaign, encounter: dict[str, Any], one: dict[str, Any], where: Path | str) -> dict[str, Any]:
    wanted = one.get("sheet")
    if "traits" in one or wanted is None:
        return one
    sheets = [sheet.id for sheet in campaign.sheets() if not sheet.damaged]
    if wanted in sheets:
        return {**campaign.sheet(wanted), **one}
    try:
        opponents = find(str(encounter["ruleset"])).opponents
    except RulesetMissing as error:
        raise CampaignError(where, f"{error}.", "missing") from None
    if wanted in opponents:
        bare = {key: value for key, value in one.items() if key != "sheet"}
        return {**plain.check_sheet({"name": wanted, **opponents[wanted].fields}), **bare}
    known = ", ".join((*sheets, *opponents))
    raise CampaignError(where, f"combatant {one['id']}: there is no sheet {wanted!r}; there are: {known or 'none'}.")


def _parsed(text: str, where: Path | str, formats: tuple[str, ...]) -> dict[str, Any]:
    try:
        data = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise CampaignError(where, f"it is no TOML: {error}. Mend that line.") from None
    if data.get("format") not in formats:
        said = repr(data["format"]) if "format" in data else "nothing"
        raise CampaignError(where, f"format: it says {said}; what can be read here is {' or '.join(formats)}.")
    return data


def _checked(check: Any, data: dict[str, Any], where: Path | str) -> dict[str, Any]:
    try:
        return dict(check(data))
    except plain.PlainError as error:
        raise CampaignError(where, f"{error}.") from None


def load_text(path: Path | str) -> str:
    path = Path(path)
    try:
        if path.exists() and not path.is_file():
            raise CampaignError(path, "this is a folder or a device. Choose a text file that ends in .toml.", "foreign")
        if path.stat().st_size > LARGEST_TEXT:
            raise CampaignError(path, f"it is larger than {LARGEST_TEXT:,} bytes. Choose another file.", "too_large")
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise CampaignError(path, "it is no text in UTF-8. Choose another file.", "foreign") from None
    except OSError as error:
        raise explained(path, error) from error
    except ValueError as error:
        raise CampaignError(path, f"this is no name of a file ({error}). Choose another file.") from error


def _save(text: str, path: Path | str) -> None:
    try:
        with open(path, "x", encoding="utf-8", newline="\n") as file:
            file.write(text)
    except OSError as error:
        raise explained(Path(path), error) from error
