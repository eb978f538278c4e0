"""The battlefields that come with the app (resources/battlefields), for an encounter to begin from."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from exgui import shipped
from exgui.campaign.errors import CampaignError
from exgui.campaign.exchange import load_text
from exgui.engine.record import Record
from exgui.rulebook.encounter_shape import read_encounter
from exgui.rulebook.rules import Ruleset
from exgui.rulebook.toml_text import TomlError, read_toml
from exgui.rulebook.validation import Place, Problems, SetupError, known_keys

FORMAT = "exgui-battlefield/1"
KEYS = ("format", "title", "about", "zone", "link")


@dataclass(frozen=True)
class ReadyBattlefield(Record):
    """A battlefield to begin from.

    Attributes:
        id: the name of its file.
        about: what can be done on it, in a sentence or two.
        data: its zones and links, as an encounter has them; not to be changed.
    """

    id: str
    title: str
    about: str
    data: dict[str, Any]

    def data_for(self, ruleset: Ruleset) -> dict[str, Any]:
        """Its zones and links as that ruleset knows them: levels of cover that it has not are left out."""
        levels: Iterable[str] | None = ruleset.constants.get("cover_levels")
        data = {key: [dict(one) for one in self.data[key]] for key in ("zone", "link")}
        for zone in data["zone"]:
            cover = {id: hard for id, hard in zone.pop("cover", {}).items() if levels is None or id in levels}
            if cover:
                zone["cover"] = cover
        return data


@cache
def ready_battlefields() -> tuple[ReadyBattlefield, ...]:
    """All battlefields that come with the app, by title.

    Raises:
        CampaignError: one of them is damaged, which cannot be unless somebody has changed it.
    """
    files = sorted((shipped.resources() / "battlefields").glob("*.toml"))
    return tuple(sorted(map(read_battlefield, files), key=lambda one: one.title))


def read_battlefield(file: Path) -> ReadyBattlefield:
    """The battlefield in a file.

    Raises:
        CampaignError: it is none; the sentence names the key.
    """
    try:
        data = read_toml(load_text(file))
    except TomlError as error:
        raise CampaignError(file, f"{error}. Mend that place.") from None
    root, problems = Place(""), Problems()
    try:
        with problems:
            known_keys(data, KEYS, root)
        if data.get("format") != FORMAT:
            root.key("format").refuse(f'must be "{FORMAT}"')
        read_encounter(data, root, problems)
        problems.raise_any()
    except SetupError as error:
        raise CampaignError(file, f"{error}.") from None
    found = {"zone": data.get("zone", []), "link": data.get("link", [])}
    return ReadyBattlefield(file.stem, str(data.get("title", "")), str(data.get("about", "")), found)
