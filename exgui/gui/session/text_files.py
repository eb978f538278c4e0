"""Text files that are read into the campaign that is open, and a battle of it that is written as one."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from exgui.campaign.errors import CampaignError
from exgui.gui.session.campaign_session import CampaignSession

if TYPE_CHECKING:
    from exgui.campaign.exchange import FileContents

LONGEST_ASKED = 60
"""Letters of a name in a question."""


def is_own_text(path: Path) -> bool:
    """Return whether a file is a text that this app wrote."""
    from exgui.campaign.exchange import load_text
    from exgui.sheets.stat_block.own_export import is_own_export

    try:
        return is_own_export(load_text(path))
    except CampaignError:
        return False


def import_text_file(session: CampaignSession, path: Path) -> bool:
    """Import the encounter, sheets or stat blocks of a text file into the campaign, and report the result. If names
    exist, ask first what to do. Return False if nothing was imported."""
    from exgui.campaign.exchange import read_contents

    if session.campaign is None:
        return False
    try:
        contents = read_contents(session.campaign, path)
        alike = [name for _table, _id, name in contents.named_alike(session.campaign)]
    except CampaignError as error:
        session.message.emit(f"{path.name}: {error.sentence}")
        return False
    if not alike:
        return _put_contents(session, contents, path)
    what = f"{alike[0][:LONGEST_ASKED]} is" if len(alike) == 1 else f"{len(alike)} of the same names are"
    answers = (
        ("Keep both", lambda: _put_contents(session, contents, path)),
        ("Replace it" if len(alike) == 1 else "Replace them", lambda: _put_contents(session, contents, path, True)),
        ("Cancel", lambda: session.message.emit("Nothing was imported.")),
    )
    session.question.emit(f"{what} already in the campaign.", answers)
    return False


def _put_contents(session: CampaignSession, contents: FileContents, path: Path, replace: bool = False) -> bool:
    from exgui.campaign.exchange import put_contents

    if session.campaign is None:
        return False
    try:
        if replace:
            session.documents.save()
        imported = put_contents(session.campaign, contents, replace=replace)
    except CampaignError as error:
        session.message.emit(f"{path.name}: {error.sentence}")
        return False
    for table, id in imported.made:
        session.documents.reload(table[:-1], id)
    session.listed.emit()
    session.imported.emit(imported)
    if session.play is None:
        session.show_encounters()
    if imported.encounter:
        name = next(one.name for one in session.campaign.encounters() if one.id == imported.encounter)
        session.message.emit(f"{name} added to Encounters. Click it there to open it.")
    return True


def export_battle(session: CampaignSession, path: Path) -> bool:
    """Write the battle that is open as a scenario: its set-up, and every finished step with its dice."""
    from exgui.campaign.exchange import export_battle as write

    if session.campaign is None or session.battle_id is None:
        return False
    try:
        write(session.campaign, session.battle_id, path)
    except CampaignError as error:
        session.message.emit(error.sentence)
        return False
    session.message.emit(f"Exported to {path.name}.")
    return True
