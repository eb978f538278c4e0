"""The version of exgui that last wrote to a campaign. Every version that opens one to write records itself in it."""

from __future__ import annotations

import sqlite3
from contextlib import suppress
from pathlib import Path

from exgui import versions
from exgui.campaign import schema
from exgui.campaign.errors import CampaignError

KEY = "written_by"
"""The row of the table `meta` that holds the version."""


def version_in(connection: sqlite3.Connection) -> str:
    """Return the version that last wrote to a campaign; "" if the file has none, or something else."""
    with suppress(sqlite3.Error, UnicodeError):
        for row in connection.execute("SELECT key, value, seal FROM meta WHERE key = ?", (KEY,)):
            if schema.whole("meta", row[:2], row[2]) and versions.numbers(row[1]):
                return str(row[1])
    return ""


def refuse_newer(path: Path, connection: sqlite3.Connection) -> None:
    """Refuse to write to a campaign that a newer version wrote to.

    Raises:
        CampaignError: a newer version did ("newer_program"); the campaign can still be read.
    """
    version = version_in(connection)
    if versions.writes_more(version):
        text = f"the campaign was written by exgui {version}. To change it, install that version or a newer one."
        raise CampaignError(path, text, "newer_program")
