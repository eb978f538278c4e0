"""The campaigns that this process has open, and reading other files without affecting them.

The system drops the lock that SQLite holds on an open campaign when this process closes any other handle on that file.
So every file that the user names (a portrait, a text to import) is read here.
"""

from __future__ import annotations

import os
from pathlib import Path

from exgui.campaign.errors import CampaignError
from exgui.campaign.guard.checks import check_kind

Identity = tuple[int, int]
"""Device and file number."""

_open: set[Identity] = set()


def identity(path: Path) -> Identity:
    """Return the identity of the file at a path.

    Raises:
        OSError: there is no file.
    """
    status = path.stat()
    return status.st_dev, status.st_ino


def enter(file: Identity) -> None:
    _open.add(file)


def leave(file: Identity) -> None:
    _open.discard(file)


def is_open_here(path: Path) -> bool:
    try:
        return identity(path) in _open
    except (OSError, ValueError):
        return False


def read_other_file(path: Path, most: int) -> bytes:
    """Return the bytes of a file that is not an open campaign.

    Args:
        most: the most bytes it may have.

    Raises:
        CampaignError: it is an open campaign, not an ordinary file, or too large.
        OSError: it cannot be read.
    """
    check_kind(path)
    if is_open_here(path):
        text = "this is the open campaign itself. Choose another file."
        raise CampaignError(path, text, "foreign")
    handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0))
    with open(handle, "rb") as file:
        content = file.read(most + 1)
    if len(content) > most:
        raise CampaignError(path, f"it is larger than {most:,} bytes. Choose another file.", "too_large")
    return content
