"""The sample campaign, made from the texts and portraits that come with the app (resources/sample). The portraits are
drawn by packaging/portraits.py."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, ValidationError

from exgui import shipped
from exgui.campaign.campaign import Campaign
from exgui.campaign.errors import CampaignError, explained
from exgui.campaign.exchange import load_text, read_encounter, read_sheets
from exgui.campaign.guard.new_file import aside, give_name, remove_leftovers
from exgui.campaign.user_folders import data_folder
from exgui.rulebook.toml_text import TomlError, read_toml

NAME = "Sample campaign.exgui"


class Contents(BaseModel):
    """campaign.toml: the title, and the names of the files in the order of the lists."""

    model_config = ConfigDict(extra="forbid", strict=True)

    title: str
    sheets: list[str]
    encounters: list[str]


def sample_copy() -> Path:
    """Return the sample campaign in the user's folder; created the first time, unchanged afterwards.

    Raises:
        CampaignError: it cannot be made.
    """
    path = data_folder() / NAME
    if not path.exists():
        build_sample(path)
    return path


def build_sample(path: Path | str, source: Path | None = None) -> None:
    """Make the sample campaign at `path`, where there must be no file; `source` is the folder of its texts. It is built
    under a temporary name and appears under its own only when it is complete.

    Raises:
        CampaignError: a text is wrong, or the file cannot be made. No half-made file is left behind.
    """
    try:
        folder = source if source is not None else shipped.resources() / "sample"
    except FileNotFoundError as error:
        raise CampaignError(path, str(error), "missing") from error
    contents = _contents(folder / "campaign.toml")
    sheets: dict[str, tuple[str, dict[str, Any]]] = {}
    for name in contents.sheets:
        file = folder / "sheets" / f"{name}.toml"
        ruleset, (sheet, *_) = read_sheets(load_text(file), file)
        sheets[name] = ruleset, sheet
    encounters: dict[str, dict[str, Any]] = {}
    for name in contents.encounters:
        file = folder / "encounters" / f"{name}.toml"
        encounter = read_encounter(load_text(file), file)
        encounter["combatant"] = [_whole(one, sheets, file) for one in encounter["combatant"]]
        encounters[name] = encounter
    path = Path(path).absolute()
    fresh = aside(path)
    try:
        if path.exists():
            raise FileExistsError(path)
        remove_leftovers(path)
        with Campaign.create(fresh, contents.title, scratch=True) as campaign:
            for name, (ruleset, sheet) in sheets.items():
                campaign.put_sheet(_with_portrait(sheet, campaign, folder), ruleset, name)
            for name, encounter in encounters.items():
                people = [_with_portrait(one, campaign, folder) for one in encounter["combatant"]]
                campaign.put_encounter({**encounter, "combatant": people}, name)
        give_name(fresh, path)
    except OSError as error:
        raise explained(path, error) from error
    finally:
        with suppress(OSError):
            fresh.unlink(missing_ok=True)


def _whole(one: dict[str, Any], sheets: dict[str, tuple[str, dict[str, Any]]], file: Path) -> dict[str, Any]:
    if "sheet" not in one:
        return one
    if one["sheet"] not in sheets:
        known = ", ".join(sheets)
        raise CampaignError(file, f"combatant {one['id']}: there is no sheet {one['sheet']!r}; there are: {known}.")
    return {"id": one["id"], **sheets[one["sheet"]][1], **one}


def _with_portrait(one: dict[str, Any], campaign: Campaign, folder: Path) -> dict[str, Any]:
    """Return a combatant with the portrait saved in the campaign, if the text names a file of the folder's
    portraits.
    """
    if not one.get("portrait"):
        return one
    file = folder / "portraits" / str(one["portrait"])
    return {**one, "portrait": campaign.pictures.put(file.read_bytes(), file.name, file.suffix.removeprefix("."))}


def _contents(file: Path) -> Contents:
    try:
        return Contents.model_validate(read_toml(load_text(file)))
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        raise CampaignError(file, f"{where}: {first['msg'].lower()}.") from None
    except TomlError as error:
        raise CampaignError(file, f"{error}. Fix it there.") from None
