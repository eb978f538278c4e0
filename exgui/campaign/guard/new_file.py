"""New files: written under a temporary name, and given their own name only when they are complete."""

from __future__ import annotations

import os
import shutil
import stat
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from glob import escape
from pathlib import Path
from secrets import token_hex

from exgui.campaign.guard.checks import may_write
from exgui.campaign.user_folders import data_folder

_DAY = 86_400
"""Seconds."""


@contextmanager
def private_folder() -> Iterator[Path]:
    """Create a folder that only this user can read, and delete it afterwards."""
    with tempfile.TemporaryDirectory(prefix="exgui-") as folder:
        yield Path(folder)


def aside(path: Path) -> Path:
    """Return a free temporary name in the same folder, for a file that will be named `path` when it is complete."""
    return path.with_name(f".{path.name}.new-{token_hex(4)}")


def remove_leftovers(path: Path) -> None:
    """Remove temporary files for this name that a program left behind more than a day ago."""
    with suppress(OSError):
        for one in path.parent.glob(f".{escape(path.name)}.new-*"):
            status = one.lstat()
            if stat.S_ISREG(status.st_mode) and time.time() - status.st_mtime > _DAY:
                one.unlink()


def free_name(path: Path, word: str) -> Path:
    """Return a free name for another version of a campaign, beside it ("pond copy.exgui", "pond copy 2.exgui"), or, if
    its folder is gone or allows no new file, in the user's folder of campaigns.

    Raises:
        CampaignError: that folder cannot be written to either.
    """
    folder = path.parent
    if not folder.is_dir() or not may_write(folder):
        folder = data_folder()
    into, number = folder / f"{path.stem} {word}{path.suffix}", 1
    while os.path.lexists(into):
        number += 1
        into = folder / f"{path.stem} {word} {number}{path.suffix}"
    return into


def put_in_place(file: Path, into: Path) -> Path:
    """Copy a finished file to a new name, where it appears only when it is complete.

    Raises:
        OSError: it cannot be copied, or a file of that name exists.
    """
    fresh = aside(into)
    try:
        shutil.copyfile(file, fresh)
        give_name(fresh, into)
    finally:
        with suppress(OSError):
            fresh.unlink(missing_ok=True)
    return into


def give_name(fresh: Path, path: Path) -> None:
    """Give a finished file its name durably, never replacing another file.

    Raises:
        FileExistsError: a file of that name exists.
    """
    _sync(fresh)
    try:
        os.link(fresh, path)
    except FileExistsError:
        raise
    except OSError:  # a file system without hard links
        if path.exists():
            raise FileExistsError(path) from None
        os.rename(fresh, path)
    else:
        fresh.unlink()
    sync_folder(path.parent)


def sync_folder(folder: Path) -> None:
    """Make a new name in a folder durable, if the system can."""
    with suppress(OSError):
        _sync(folder)


def _sync(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
