"""`exgui map export FILE ENCOUNTER OUT.svg|png|pdf`: the map of an encounter as a file. `exgui encounter print FILE
ENCOUNTER OUT.pdf`: the whole of it on paper."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path

from exgui.campaign.campaign import Campaign
from exgui.campaign.errors import CampaignError
from exgui.campaign.exchange import import_encounter
from exgui.campaign.set_up_encounter import set_up
from exgui.gui.offscreen import complain, offscreen_app, open_copy
from exgui.gui.theme import THEMES

WELL, UNUSABLE = 0, 2


def print_encounter(file: str, encounter: str, out: str, paper: str, for_players: bool) -> int:
    """Writes an encounter as a PDF of two pages: its map and notes, and everybody in it. Gives 0, or 2 where that could
    not be done (a sentence says why).

    Args:
        file, encounter: as of `export_map`.
        paper: "a4" or "letter".
        for_players: only the map as the players will see it, and their own characters.
    """

    def printed(campaign: Campaign, id: str) -> None:
        offscreen_app("light")
        from exgui.gui.printing.encounter import write_encounter

        write_encounter(campaign, id, Path(out), paper, for_players=for_players)

    return _done(file, encounter, out, printed)


def export_map(file: str, encounter: str, out: str, for_players: bool, look: str) -> int:
    """Writes the map of an encounter. Gives 0, or 2 where that could not be done (a sentence says why).

    Args:
        file: a campaign, which is read from a copy, or a text file with an encounter.
        encounter: its name or id.
        out: the file, whose ending says the format.
        for_players: only what the players will see of it.
        look: "dark" or "light".
    """

    def exported(campaign: Campaign, id: str) -> None:
        system, battle = set_up(campaign.encounter(id), campaign.path)
        offscreen_app(look)
        from exgui.gui.map.export.files import drawing_of, prepared_looks, write_map

        looks = prepared_looks(system, battle, for_players)
        write_map(THEMES[look], drawing_of(campaign, looks), Path(out), looks.title)

    return _done(file, encounter, out, exported)


def _done(file: str, encounter: str, out: str, write: Callable[[Campaign, str], object]) -> int:
    from exgui.gui.map.export.files import ExportRefused

    try:
        with (
            tempfile.TemporaryDirectory(prefix="exgui-") as folder,
            open_copy(Path(file), Path(folder), import_encounter) as campaign,
        ):
            listed = campaign.encounters()
            ids = [one.id for one in listed if one.name == encounter]
            ids = ids or [one.id for one in listed if encounter.casefold() in (one.name.casefold(), one.id)]
            if not ids:
                names = ", ".join(one.name for one in listed) or "none"
                complain(f"there is no encounter {encounter!r}; there are: {names}.")
                return UNUSABLE
            write(campaign, ids[0])
    except OSError as error:
        complain(f"{out}: it cannot be written there ({error.strerror or error}). Name another folder or file.")
        return UNUSABLE
    except (CampaignError, ExportRefused) as error:
        complain(str(error))
        return UNUSABLE
    print(out)
    return WELL
