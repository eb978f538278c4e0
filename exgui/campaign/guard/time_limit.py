"""A time limit for reading a file from anyone: as long as its size allows, and it can be cancelled.

The limit counts the processor time of the reading thread: other programs, or a slow disk, do not use it up.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from time import thread_time

from exgui.campaign.errors import CampaignError, cancelled_opening

BASE = 2.0
"""Seconds of processor time for any file."""
PER_MEGABYTE = 0.1
"""Further seconds for each megabyte of the file."""
_EVERY = 2_000
"""Instructions of SQLite between two checks of the clock."""

Cancelled = Callable[[], bool]
"""Returns whether the user has cancelled."""


def allowed(path: Path) -> float:
    """Return the seconds of processor time that reading this file may take."""
    return BASE + PER_MEGABYTE * path.stat().st_size / 1_000_000


@contextmanager
def time_limit(
    connection: sqlite3.Connection, path: Path, seconds: float, cancelled: Cancelled | None = None
) -> Iterator[None]:
    """End SQLite's work in this context when its processor time is over or it is cancelled.

    Raises:
        CampaignError: it was ended ("too_slow" or "cancelled").
    """
    end = thread_time() + seconds
    reason: list[str] = []

    def look() -> int:
        if cancelled is not None and cancelled():
            reason.append("cancelled")
        elif thread_time() > end:
            reason.append("too_slow")
        return len(reason)

    connection.set_progress_handler(look, _EVERY)
    try:
        yield
        look()
    except sqlite3.OperationalError as error:
        if not reason:
            raise
        raise _stopped(path, reason[0], seconds) from error
    finally:
        connection.set_progress_handler(None, 0)
    if reason:
        raise _stopped(path, reason[0], seconds)


def _stopped(path: Path, reason: str, seconds: float) -> CampaignError:
    if reason == "cancelled":
        return cancelled_opening(path)
    text = (
        f"reading it took longer than {seconds:.0f} seconds, far too long for its size, so it was not opened. Nothing "
        "was changed. Ask the sender for a text export instead."
    )
    return CampaignError(path, text, "too_slow")
