"""Imports a file in the window, as if the user chose it and pressed Import at once."""

from __future__ import annotations

from pathlib import Path

from exgui.campaign.stat_blocks import rulesets_of
from exgui.engine.record import EMPTY
from exgui.gui.main_window import MainWindow
from exgui.gui.paste.import_page import ImportPage, open_import
from exgui.gui.paste.read_files import read_whole


def import_file(window: MainWindow, path: Path) -> str:
    """Import a file. Return why it cannot be read, "" if it can."""
    campaign = window.session.campaign
    assert campaign is not None
    open_import(window.commands.context, found=read_whole(path, rulesets_of(campaign), EMPTY))
    page = window.page
    assert isinstance(page, ImportPage)
    source = page.document.sources[-1]
    if source.found.trouble:
        page.cancel_button.click()
    else:
        page.import_ticked()
    return source.found.trouble
