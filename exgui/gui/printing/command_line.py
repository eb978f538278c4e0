"""`exgui sheet print FILE NAME... OUT.pdf`: sheets of a campaign, or of a text file, as a PDF."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from pathlib import Path

from exgui.campaign.campaign import Campaign
from exgui.campaign.errors import CampaignError
from exgui.campaign.exchange import import_sheets, import_text
from exgui.campaign.printouts import printable, saved_sheets
from exgui.gui.offscreen import complain, offscreen_app, open_copy
from exgui.gui.portraits import picture_of

WELL, UNUSABLE = 0, 2


def print_sheets(file: str, names: Sequence[str], out: str, paper: str) -> int:
    """Writes the sheets of these names as a PDF. Gives 0, or 2 where that could not be done (a sentence says why).

    Args:
        file: a campaign, which is read from a copy, or a text file with sheets, a scenario or stat blocks.
        names: names or ids of sheets; of several of one name all.
        paper: "a4" or "letter".
    """
    try:
        with (
            tempfile.TemporaryDirectory(prefix="exgui-") as folder,
            open_copy(Path(file), Path(folder), _take_sheets) as campaign,
        ):
            return _printed(campaign, names, Path(out), paper)
    except OSError as error:
        complain(f"{out}: it cannot be written there ({error.strerror or error}). Name another folder or file.")
        return UNUSABLE
    except CampaignError as error:
        complain(str(error))
        return UNUSABLE


def _printed(campaign: Campaign, names: Sequence[str], out: Path, paper: str) -> int:
    ids = []
    for name in names:
        found = _named(campaign, name)
        if not found:
            listed = ", ".join(one.name for one in campaign.sheets()) or "none"
            complain(f"there is no sheet {name!r}; there are: {listed}.")
            return UNUSABLE
        ids += found
    saved, refused = saved_sheets(campaign, dict.fromkeys(ids))
    ready = printable(saved)
    for sentence in (*refused, *ready.refused):
        complain(sentence)
    if refused or ready.refused:
        return UNUSABLE
    offscreen_app("light")
    from exgui.gui.printing.pages import lay_out, paper_of, write_pdf

    sheet = paper_of(paper)
    portraits = {one.portrait: picture_of(campaign, one.portrait).toImage() for one in ready.printouts if one.portrait}
    write_pdf(lay_out(ready.printouts, sheet, portraits), sheet, out, ", ".join(one.name for one in ready.printouts))
    print(out)
    return WELL


def _named(campaign: Campaign, name: str) -> list[str]:
    """The ids of the sheets of a name, else the one of that id."""
    sheets = campaign.sheets()
    exactly = [one.id for one in sheets if one.name == name]
    return exactly or [one.id for one in sheets if name.casefold() in (one.name.casefold(), one.id)]


def _take_sheets(campaign: Campaign, file: Path) -> None:
    try:
        import_sheets(campaign, file)
    except CampaignError:
        import_text(campaign, file)
