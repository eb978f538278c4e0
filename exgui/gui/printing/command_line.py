"""What the command line prints and exports, from a copy of a campaign or from a text file: `exgui sheet print`,
`exgui encounter print` and `exgui map export`."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

from exgui.campaign.campaign import Campaign
from exgui.campaign.errors import CampaignError
from exgui.campaign.exchange import import_encounter, import_sheets, import_text
from exgui.campaign.printouts import printable, saved_sheets
from exgui.campaign.set_up_encounter import set_up
from exgui.campaign.summaries import Listed
from exgui.gui.look.theme import THEMES
from exgui.gui.map.export.files import ExportRefused, drawing_of, prepared_looks, write_map
from exgui.gui.offscreen import complain, offscreen_app, open_copy
from exgui.gui.printing.encounter import how_hard, write_encounter
from exgui.gui.printing.pages import lay_out, paper_of, write_pdf
from exgui.gui.tokens.portraits import picture_of
from exgui.rulebook.finding import plain

WELL, UNUSABLE = 0, 2


def print_sheets(file: str, names: Sequence[str], out: str, paper: str) -> int:
    """Write the sheets with these names as a PDF. Return 0, or 2 with a sentence if it can't be done.

    Args:
        file: a campaign, which is read from a copy, or a text file with sheets, a scenario or stat blocks.
        names: names or ids of sheets; if several have one name, all of them.
        paper: "a4" or "letter".
    """

    def printed(campaign: Campaign) -> None:
        ids = [id for name in names for id in _named("sheet", name, campaign.sheets())]
        saved, refused = saved_sheets(campaign, dict.fromkeys(ids))
        ready = printable(saved)
        if reasons := (*refused, *ready.refused):
            raise _Unusable(*reasons)
        offscreen_app("light")
        sheet = paper_of(paper)
        pictures = {one.portrait: picture_of(campaign, one.portrait) for one in ready.printouts if one.portrait}
        portraits = {name: picture.toImage() for name, picture in pictures.items()}
        title = ", ".join(one.name for one in ready.printouts)
        write_pdf(lay_out(ready.printouts, sheet, portraits), sheet, Path(out), title)

    return _done(file, out, _take_sheets, printed)


def print_encounter(file: str, encounter: str, out: str, paper: str, for_players: bool) -> int:
    """Write an encounter as a PDF: its map and notes, and everyone in it. Return as `print_sheets` does.

    Args:
        file, encounter: as of `export_map`.
        paper: "a4" or "letter".
        for_players: only the map as the players will see it, and their own characters.
    """

    def printed(campaign: Campaign) -> None:
        id = _named("encounter", encounter, campaign.encounters())[0]
        offscreen_app("light")
        hardness = "" if for_players else how_hard(campaign, id)
        write_encounter(campaign, id, Path(out), paper, for_players=for_players, hardness=hardness)

    return _done(file, out, import_encounter, printed)


def export_map(file: str, encounter: str, out: str, for_players: bool, look: str) -> int:
    """Write the map of an encounter. Return as `print_sheets` does.

    Args:
        file: a campaign, which is read from a copy, or a text file with an encounter.
        encounter: its name or id.
        out: the file, whose ending sets the format.
        for_players: only what the players will see of it.
        look: "dark" or "light".
    """

    def exported(campaign: Campaign) -> None:
        id = _named("encounter", encounter, campaign.encounters())[0]
        system, battle = set_up(campaign.encounter(id), campaign.path)
        offscreen_app(look)
        looks = prepared_looks(system, battle, for_players)
        write_map(THEMES[look], drawing_of(campaign, looks), Path(out), looks.title)

    return _done(file, out, import_encounter, exported)


class _Unusable(Exception):
    """Sentences about why printing fails."""


def _done(file: str, out: str, take: Callable[[Campaign, Path], object], write: Callable[[Campaign], object]) -> int:
    try:
        with (
            tempfile.TemporaryDirectory(prefix="exgui-") as folder,
            open_copy(Path(file), Path(folder), take) as campaign,
        ):
            write(campaign)
    except OSError as error:
        complain(f"{out}: can’t be written there ({error.strerror or error}). Name another folder or file.")
        return UNUSABLE
    except _Unusable as error:
        for sentence in error.args:
            complain(sentence)
        return UNUSABLE
    except (CampaignError, ExportRefused) as error:
        complain(str(error))
        return UNUSABLE
    print(out)
    return WELL


def _named(what: str, name: str, listed: Sequence[Listed]) -> list[str]:
    """Return the ids of entries with this name, else those whose name or id differs only in case or apostrophes."""
    exactly = [one.id for one in listed if one.name == name]
    found = exactly or [one.id for one in listed if plain(name) in (plain(one.name), one.id)]
    if not found:
        raise _Unusable(f"there is no {what} {name!r}; there are: {', '.join(one.name for one in listed) or 'none'}.")
    return found


def _take_sheets(campaign: Campaign, file: Path) -> None:
    try:
        import_sheets(campaign, file)
    except CampaignError:
        import_text(campaign, file)
