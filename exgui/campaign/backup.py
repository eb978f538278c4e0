"""Backups of a campaign in the user's folder: five, at most one a day, made only of checked content that has changed.

They are stored apart from the campaign, under a name made from its path, so that they can be found when nothing of the
campaign itself can be read. Their order is that of their numbers, not of their dates: clocks may be set back.
"""

from __future__ import annotations

import os
import re
import sqlite3
from collections.abc import Callable
from contextlib import closing, suppress
from datetime import date
from hashlib import sha256
from pathlib import Path

from exgui.campaign import schema
from exgui.campaign.errors import CampaignError, explained
from exgui.campaign.guard import checks
from exgui.campaign.guard.new_file import aside, free_name, give_name, put_in_place
from exgui.campaign.guard.open_records import ID_KEY
from exgui.campaign.guard.stray_journal import give_new_id
from exgui.campaign.guard.time_limit import Cancelled
from exgui.campaign.storage import CampaignFile
from exgui.campaign.user_folders import data_folder
from exgui.engine.record import Record

MOST = 5
PAGES = 256
"""Pages of a slice: a megabyte."""
_GLANCE = 0.04
"""Seconds to look into one backup for a list of them: all five together are not noticed."""

_NAME = re.compile(r"(\d{4,9}) (\d{4}-\d{2}-\d{2})\.exgui")

Progress = Callable[[int, int], None]
"""Called after every slice with the number of pages left, and of all pages."""


class Backup(Record):
    """One backup; `day` is the day it was made, by the clock of that day."""

    file: Path
    number: int
    day: date

    @property
    def day_in_words(self) -> str:
        """Return the day as people write it: "May 3, 2026"."""
        return f"{self.day:%B} {self.day.day}, {self.day.year}"


class Contents(Record):
    """A backup's contents, for a list: its size in bytes, and the number of entries of each kind."""

    size: int
    battles: int
    encounters: int
    sheets: int


def backups(path: Path | str) -> tuple[Backup, ...]:
    """Return the backups of the campaign at this path, newest first, even if the campaign is gone.

    Raises:
        CampaignError: the user's folder cannot be reached.
    """
    found = []
    try:
        files = list(_folder(path).iterdir())
    except FileNotFoundError:
        return ()
    except OSError as error:
        raise explained(Path(path), error) from error
    for file in files:
        if (name := _NAME.fullmatch(file.name)) is not None:
            with suppress(ValueError):
                found.append(Backup(file, int(name[1]), date.fromisoformat(name[2])))
    return tuple(sorted(found, key=lambda one: one.number, reverse=True))


def look_into(backup: Backup) -> Contents | None:
    """Return a backup's contents; None if they cannot be read quickly, for example of a damaged one."""
    try:
        counts = checks.count_rows(backup.file, ("battles", "encounters", "sheets"), _GLANCE)
        return Contents(backup.file.stat().st_size, *counts)
    except (CampaignError, OSError, sqlite3.Error, UnicodeError):
        return None


def back_up(campaign: CampaignFile, today: date | None = None, progress: Progress | None = None) -> Path | None:
    """Make today's backup, unless there is one, or nothing changed since the last, or a row is broken: a damaged file
    never replaces a good backup. Return the backup, None if none was made.

    Raises:
        CampaignError: it cannot be made.
    """
    today = today or date.today()
    earlier = backups(campaign.path)
    if any(one.day == today for one in earlier):
        return None
    folder = _folder(campaign.path)
    number = earlier[0].number + 1 if earlier else 1
    into = folder / f"{number:04} {today.isoformat()}.exgui"
    fresh = aside(into)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        _copy(campaign.connection, fresh, progress)
        checks.check_file(fresh, campaign.path)
        content = _digest(fresh)
        if content is None or (earlier and _digest(earlier[0].file) == content):
            return None
        give_new_id(fresh)
        give_name(fresh, into)
        for old in backups(campaign.path)[MOST:]:
            old.file.unlink(missing_ok=True)
    except (OSError, sqlite3.Error, UnicodeError) as error:
        raise explained(into, error) from error
    finally:
        _clear_away(fresh)
    return into


def save_copy(campaign: CampaignFile, into: Path) -> Path:
    """Write a copy of an open campaign to a new file, which appears only when it is complete.

    Raises:
        CampaignError: a file of that name exists, or it cannot be written.
    """
    into = into.absolute()
    fresh = aside(into)
    try:
        if os.path.lexists(into):
            raise FileExistsError(into)
        _copy(campaign.connection, fresh, None)
        checks.check_file(fresh, campaign.path)
        give_new_id(fresh)
        give_name(fresh, into)
    except (OSError, sqlite3.Error, UnicodeError) as error:
        raise explained(into, error) from error
    finally:
        _clear_away(fresh)
    return into


def _clear_away(fresh: Path) -> None:
    """Delete the remains of an unfinished temporary file."""
    for left in (fresh, fresh.with_name(fresh.name + "-journal")):
        with suppress(OSError):
            left.unlink(missing_ok=True)


def restore(path: Path | str, backup: Backup, cancelled: Cancelled | None = None) -> Path:
    """Copy a backup to a new file beside the campaign, or to its path if there is no file. Return the copy.

    Args:
        cancelled: asked repeatedly while the backup is checked; True gives up.

    Raises:
        CampaignError: the backup is damaged, or cannot be copied.
    """
    path = Path(os.path.realpath(path))
    try:
        checks.check_file(backup.file, cancelled=cancelled)
        there = os.path.lexists(path) or not path.parent.is_dir()
        into = free_name(path, f"of {backup.day.isoformat()}") if there else path
        copy = put_in_place(backup.file, into)
        give_new_id(copy)
        return copy
    except (OSError, sqlite3.Error, UnicodeError) as error:
        raise explained(backup.file, error) from error


def _copy(connection: sqlite3.Connection, into: Path, progress: Progress | None) -> None:
    def report(_status: int, left: int, pages: int) -> None:
        if progress is not None:
            progress(left, pages)

    with closing(sqlite3.connect(into, isolation_level=None)) as copy:
        copy.execute("PRAGMA synchronous = EXTRA")
        connection.backup(copy, pages=PAGES, progress=report)


def _digest(file: Path) -> bytes | None:
    """Return a digest of all rows of a file except its random id; None if a row is broken, or it cannot be read."""
    digest = sha256()
    try:
        with checks.read_untouched(file) as connection:
            for table, columns in schema.TABLES.items():
                key = "battle, seq" if table == "journal" else columns[0]
                rows = connection.execute(f"SELECT {', '.join((*columns, 'seal'))} FROM {table} ORDER BY {key}")
                for row in rows:
                    if not schema.whole(table, row[:-1], row[-1]):
                        return None
                    if table != "meta" or row[0] != ID_KEY:
                        digest.update(repr((table, *row[:2], row[-1])).encode())
    except (sqlite3.Error, OSError, UnicodeError, CampaignError):
        return None
    return digest.digest()


def _folder(path: Path | str) -> Path:
    whole = Path(os.path.realpath(path))
    stem = re.sub(r"[^\w -]", "_", whole.stem)[:60]
    return data_folder() / "backups" / f"{stem} {sha256(os.fsencode(whole)).hexdigest()[:12]}"
