"""A campaign that another window has open, opened to be read: a private copy of it as it is now."""

from __future__ import annotations

import os
import shutil
import sqlite3
import tempfile
from functools import partial
from pathlib import Path

from exgui.campaign.errors import damaged, explained, locked
from exgui.campaign.guard.open_in_process import is_open_here
from exgui.campaign.guard.stray_journal import best_copy
from exgui.campaign.guard.time_limit import Cancelled
from exgui.campaign.storage import CampaignFile


def reading_copy(path: Path, cancelled: Cancelled | None = None) -> CampaignFile:
    """A private copy, with what the other window is just writing taken back; it goes when it is closed.

    Args:
        cancelled: asked now and then whether to give up.

    Raises:
        CampaignError: it is no campaign, damaged, too new, open in this very window, or cannot be copied.
    """
    path = Path(os.path.realpath(path))
    if is_open_here(path):
        raise locked(path)  # reading the file here would take its lock away from who has it open
    folder = Path(tempfile.mkdtemp(prefix="exgui-"))
    let_go = partial(shutil.rmtree, folder, ignore_errors=True)
    try:
        sound = best_copy(path, folder)
        if sound is None:
            raise damaged(path, "what lies there does not fit together")
        copy = sound.file.rename(folder / path.name)
        file = CampaignFile.open(copy, cancelled, to_read=True)
    except (OSError, sqlite3.Error, UnicodeError) as error:
        let_go()
        raise explained(path, error) from error
    except BaseException:
        let_go()
        raise
    file.copied_from, file.when_closed = path, let_go
    return file
