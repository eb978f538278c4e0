"""Stray journals: those that other programs left beside a campaign.

SQLite rolls a journal it finds beside a file into that file before anything can be checked, and deletes the file that
the journal names as its super-journal. So a file with a journal beside it is opened only if this program left it there
(see `open_records`). Otherwise both are copied into a private folder, where the journal is disarmed and rolled back;
the outcome, if it is sound, is offered as a campaign beside the old one. The original files are never written to.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import stat
from contextlib import closing, suppress
from pathlib import Path

from exgui.campaign import schema
from exgui.campaign.errors import CampaignError, damaged, explained
from exgui.campaign.guard import checks
from exgui.campaign.guard.new_file import free_name, private_folder, put_in_place
from exgui.campaign.guard.open_records import ID_KEY, may_be_recorded_journal, new_id, record_of
from exgui.engine.record import Record

SUFFIXES = ("-journal", "-wal", "-shm")
"""The endings of files that SQLite looks for beside a file of that name."""
MAGIC = bytes.fromhex("d9d505f920a163d7")
"""The end of a journal that has the name of a super-journal before it."""


class Sound(Record):
    """A private copy that passed every check.

    Attributes:
        rolled_back: the journal undid an unfinished transaction; otherwise the journal did not belong to the file, and
            was left out.
        broken: number of rows whose seals do not match.
    """

    file: Path
    rolled_back: bool
    broken: int


def stray_files(path: Path) -> tuple[Path, ...]:
    """Return the files beside a campaign that SQLite would read along with it, including broken links."""
    beside = (path.with_name(path.name + suffix) for suffix in SUFFIXES)
    return tuple(one for one in beside if os.path.lexists(one))


def unfinished(path: Path) -> CampaignError:
    """Return the error for a stray journal beside the campaign."""
    found = stray_files(path)
    names = f"{' and '.join(one.name for one in found)} {'is' if len(found) == 1 else 'are'} beside it"
    text = (
        f"{names}, left by a program that did not close the campaign properly. It may not have been exgui on this "
        "computer, and those files could overwrite the campaign. So it was not opened, and nothing was changed. Open a "
        "copy instead: exgui makes one beside it, checks it, and undoes unfinished changes in it."
    )
    return CampaignError(path, text, "unfinished")


def left_by_us(path: Path) -> bool:
    """Return whether the files beside the campaign were left by this program on this computer when it was killed, and
    rolling them back gives a sound campaign.

    Raises:
        OSError, sqlite3.Error: it could not be checked.
    """
    record = record_of(path)
    if record is None or not may_be_recorded_journal(path, record):
        return False
    if [one.name for one in stray_files(path)] != [path.name + "-journal"]:
        return False
    if not _is_ordinary(path.with_name(path.name + "-journal")) or _names_another_file(path):
        return False
    with private_folder() as folder:
        sound = best_copy(path, folder)
        return sound is not None and sound.rolled_back and checks.stored_id(sound.file, ID_KEY) in record.ids


def best_copy(path: Path, folder: Path) -> Sound | None:
    """Return the best private copy that can be made of a campaign and the files beside it; None if none is sound.

    That is the copy that was rolled back, unless it is inconsistent, or more of its rows are broken than without the
    journal: then the journal belonged to another state of the file.
    """
    as_it_is, rolled_back = private_copies(path, folder)
    rolled, plain = (_broken_rows(copy, path) for copy in (rolled_back, as_it_is))
    if rolled is not None and (plain is None or rolled <= plain):
        return Sound(rolled_back, True, rolled)
    return None if plain is None else Sound(as_it_is, False, plain)


def private_copies(path: Path, folder: Path) -> tuple[Path, Path]:
    """Return two copies of a campaign in a private folder: one unchanged, and one with the journal beside it, disarmed,
    rolled back.

    Raises:
        OSError: it cannot be copied.
        CampaignError: it is larger than any campaign.
    """
    checks.check_kind(path)
    checks.check_not_too_large(path)
    as_it_is, rolled_back = folder / "as_it_is", folder / "rolled_back"
    for copy in (as_it_is, rolled_back):
        shutil.copyfile(path, copy)
        copy.chmod(0o600)
    most = as_it_is.stat().st_size
    for suffix in ("-journal", "-wal"):
        beside = path.with_name(path.name + suffix)
        if _is_ordinary(beside) and beside.stat().st_size <= checks.LARGEST_FILE:
            copy = rolled_back.with_name(rolled_back.name + suffix)
            shutil.copyfile(beside, copy)
            copy.chmod(0o600)
            disarm(copy)
            most += copy.stat().st_size
    with (
        suppress(sqlite3.Error, UnicodeError),
        closing(sqlite3.connect(rolled_back, isolation_level=None)) as connection,
    ):
        checks.distrust(connection)
        connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
        connection.execute("PRAGMA journal_mode = DELETE")
    if rolled_back.stat().st_size > most:
        # No transaction ever makes a campaign smaller. This journal is forged; it would fill memory and disk.
        shutil.copyfile(as_it_is, rolled_back)
    return as_it_is, rolled_back


def disarm(journal: Path) -> None:
    """Remove from a journal the name of the file that SQLite would delete after rolling it back."""
    with journal.open("r+b") as file:
        if file.seek(0, os.SEEK_END) >= len(MAGIC):
            file.seek(-len(MAGIC), os.SEEK_END)
            if file.read() == MAGIC:
                file.seek(-len(MAGIC), os.SEEK_END)
                file.write(bytes(len(MAGIC)))


def open_as_copy(path: Path | str) -> tuple[Path, str]:
    """Make a sound copy of a campaign with a stray journal beside it (or, if its folder allows no new file, in the
    user's folder of campaigns). Return the copy, and a sentence on what was done.

    Raises:
        CampaignError: no sound copy can be made ("damaged": intact parts may still be recovered), or saved.
    """
    path = Path(os.path.realpath(path))
    try:
        with private_folder() as folder:
            sound = best_copy(path, folder)
            if sound is None:
                raise damaged(path, "it is inconsistent both with and without the files beside it")
            give_new_id(sound.file)
            into = put_in_place(sound.file, free_name(path, "copy"))
    except (OSError, sqlite3.Error, UnicodeError) as error:
        raise explained(path, error) from error
    beside = stray_files(path)
    did = (
        "Unfinished changes were undone."
        if sound.rolled_back
        else f"{beside[0].name if beside else 'The journal'} did not belong to it and was left out."
    )
    broken = "" if not sound.broken else f" Damaged rows in it: {sound.broken}."
    return into, f"This is a copy of {path.name}, which was left as it is. {did}{broken}"


def give_new_id(file: Path) -> None:
    """Give a copy another id than its original's, so that neither's journal fits the other."""
    with closing(sqlite3.connect(file, isolation_level=None)) as connection:
        checks.distrust(connection)
        row = (ID_KEY, new_id())
        sealed = (*row, schema.seal("meta", *row))
        connection.execute("INSERT OR REPLACE INTO meta (key, value, seal) VALUES (?, ?, ?)", sealed)


def _broken_rows(copy: Path, named: Path) -> int | None:
    try:
        checks.check_file(copy, named)
        return checks.broken_rows(copy)
    except CampaignError as error:
        if error.kind in ("newer", "cancelled"):
            raise
        return None
    except (sqlite3.Error, OSError, UnicodeError):
        return None


def _is_ordinary(file: Path) -> bool:
    try:
        found = file.lstat()
    except OSError:
        return False
    return stat.S_ISREG(found.st_mode) and found.st_nlink == 1


def _names_another_file(path: Path) -> bool:
    journal = path.with_name(path.name + "-journal")
    with journal.open("rb") as file:
        if file.seek(0, os.SEEK_END) < len(MAGIC):
            return False
        file.seek(-len(MAGIC), os.SEEK_END)
        return file.read() == MAGIC
