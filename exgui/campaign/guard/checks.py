"""Checks of a file before anything in it is trusted: bytes and sizes, then the schema word for word, then content. The
size limits of a campaign are also here.

All checks read on a connection that can change nothing: no journal is read, no lock taken.
"""

from __future__ import annotations

import os
import sqlite3
import stat
import struct
from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path

from exgui.campaign import schema
from exgui.campaign.errors import CampaignError, damaged
from exgui.campaign.guard.time_limit import Cancelled, allowed, time_limit
from exgui.campaign.guard.written_by import version_in
from exgui.versions import writes_more

MAGIC = b"SQLite format 3\x00"
LARGEST_FILE = 1 << 30
"""The most bytes of a campaign file."""
LARGEST_VALUE = 32 << 20
"""The most bytes in one text or picture."""
MOST_ROWS = 10_000
"""The most rows of any table but the journal, which is limited only by the size of the file."""
LONGEST_SQL = 4_000
"""The most characters of a statement, our own and those in a file's schema."""


def check_kind(path: Path) -> None:
    """Reject anything but a file, such as a folder, or a pipe that would never end.

    Raises:
        OSError: there is nothing, or a folder.
        CampaignError: it is something else.
    """
    kind = path.stat().st_mode
    if stat.S_ISDIR(kind):
        raise IsADirectoryError(path)
    if not stat.S_ISREG(kind):
        raise CampaignError(path, "this is not an ordinary file. Choose a file that ends in .exgui.", "foreign")


def check_head(path: Path) -> None:
    """Check the size and the first bytes, before SQLite may read the file.

    Raises:
        CampaignError: it is not a campaign, is too large, or is cut off.
    """
    size = check_size(path)
    with path.open("rb") as file:
        head = file.read(100)
    if head[: len(MAGIC)] != MAGIC[: len(head)]:
        raise CampaignError(path, "this is not an exgui campaign. Open a file that ends in .exgui.", "foreign")
    if len(head) < 100:
        raise damaged(path, f"it is cut off after {size} bytes")
    if struct.unpack(">I", head[68:72])[0] != schema.APPLICATION_ID:
        raise _other_program(path)


def check_size(path: Path) -> int:
    """Return the size in bytes of a file that may be a campaign.

    Raises:
        CampaignError: it is empty, or too large.
    """
    size = path.stat().st_size
    if size == 0:
        raise CampaignError(path, "the file is empty (0 bytes). Open another one, or a copy of it.", "foreign")
    check_not_too_large(path)
    return size


def check_not_too_large(path: Path) -> None:
    """Reject a file larger than any campaign, before it is read or copied.

    Raises:
        CampaignError: it is too large.
    """
    if (size := path.stat().st_size) > LARGEST_FILE:
        text = f"the file has {size:,} bytes; a campaign has {LARGEST_FILE:,} at most. Open another one."
        raise CampaignError(path, text, "too_large")


@contextmanager
def read_untouched(path: Path) -> Iterator[sqlite3.Connection]:
    """Open a connection that reads the file as it is, and can change nothing, whatever files are beside it."""
    with closing(sqlite3.connect(f"{path.as_uri()}?immutable=1", uri=True, isolation_level=None)) as connection:
        distrust(connection)
        yield connection


def distrust(connection: sqlite3.Connection) -> None:
    """Keep SQLite from running or trusting anything in the file, or reading more than a campaign's limits. Text that
    is not UTF-8 is still read, with half a surrogate pair for every wrong byte: its row is damaged, the others are
    not.
    """
    connection.text_factory = partial(str, encoding="utf-8", errors="surrogateescape")
    connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, LARGEST_VALUE)
    connection.setlimit(sqlite3.SQLITE_LIMIT_SQL_LENGTH, LONGEST_SQL)
    connection.setlimit(sqlite3.SQLITE_LIMIT_ATTACHED, 0)
    for pragma in ("trusted_schema = OFF", "cell_size_check = ON", "mmap_size = 0", "foreign_keys = ON"):
        connection.execute(f"PRAGMA {pragma}")


def check_file(path: Path, named: Path | None = None, cancelled: Cancelled | None = None) -> int:
    """Check that the file is a campaign, complete, and contains nothing else. Return its version.

    Args:
        named: the file named in messages, if `path` is a private copy.

    Raises:
        CampaignError: it is not.
        sqlite3.Error, OSError: it cannot be read.
    """
    named = named or path
    check_head(path)
    with read_untouched(path) as connection, time_limit(connection, named, allowed(path), cancelled):
        return _check(named, path.stat().st_size, connection)


def broken_rows(path: Path) -> int:
    """Return the number of rows of a checked file that do not match their seals."""
    broken = 0
    with read_untouched(path) as connection, time_limit(connection, path, allowed(path)):
        for table, columns in schema.TABLES.items():
            rows = connection.execute(f"SELECT {', '.join((*columns, 'seal'))} FROM {table}")
            broken += sum(not schema.whole(table, row[:-1], row[-1]) for row in rows)
    return broken


def count_rows(path: Path, tables: tuple[str, ...], seconds: float) -> tuple[int, ...]:
    """Return the number of rows of some tables of a campaign, without reading their contents.

    Raises:
        CampaignError: it is not a campaign, or counting takes longer than `seconds`.
        sqlite3.Error, OSError: it cannot be read.
    """
    check_head(path)
    with read_untouched(path) as connection, time_limit(connection, path, seconds):
        _check_schema(path, connection, int(connection.execute("PRAGMA user_version").fetchone()[0]))
        return tuple(int(connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0]) for table in tables)


def stored_id(path: Path, key: str) -> str | None:
    """Return a row of `meta` in a file, read without changing it; None if it is missing or altered."""
    with read_untouched(path) as connection, time_limit(connection, path, allowed(path)):
        rows = connection.execute("SELECT key, value, seal FROM meta WHERE key = ?", (key,)).fetchall()
    return str(rows[0][1]) if rows and schema.whole("meta", rows[0][:2], rows[0][2]) else None


def may_write(path: Path) -> bool:
    return os.access(path, os.W_OK, effective_ids=os.access in os.supports_effective_ids)


def _check(path: Path, size: int, connection: sqlite3.Connection) -> int:
    if connection.execute("PRAGMA application_id").fetchone()[0] != schema.APPLICATION_ID:
        raise _other_program(path)
    version = int(connection.execute("PRAGMA user_version").fetchone()[0])
    if version > schema.newest():
        writer = version_in(connection)
        needs = f"exgui {writer} or newer" if writes_more(writer) else "a newer exgui"
        text = (
            f"the campaign was written by a newer version of exgui (file version {version}; this one reads "
            f"{schema.newest()}). Install {needs}; nothing was changed."
        )
        raise CampaignError(path, text, "newer")
    if version < 1:
        raise damaged(path, f"its version is {version}")
    pages, page = (int(connection.execute(f"PRAGMA {name}").fetchone()[0]) for name in ("page_count", "page_size"))
    if pages * page > size:
        raise damaged(path, f"it is cut off, {size:,} of {pages * page:,} bytes are there")
    # Before the content: checking it evaluates every expression in the schema, however long that takes.
    _check_schema(path, connection, version)
    # The whole check, not the quick one: that would miss an entry of a journal that is missing from its index.
    answer = connection.execute("PRAGMA integrity_check(1)").fetchone()
    if answer is None or answer[0] != "ok":
        raise damaged(path, str(answer[0] if answer else "it cannot be checked").replace("\n", " "))
    form = connection.execute("SELECT value FROM meta WHERE key = 'format'").fetchone()
    if form is None or form[0] != schema.FORMAT:
        raise damaged(path, "it is not marked as a campaign")
    for table in schema.TABLES:
        most = MOST_ROWS
        if table != "journal" and connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0] > most:
            text = f"it holds more than {most:,} {table}, so it was not opened. Ask for a text export instead."
            raise CampaignError(path, text, "too_large")
    return version


def _check_schema(path: Path, connection: sqlite3.Connection, version: int) -> None:
    found, wanted = schema.objects(connection), schema.expected(version)
    for kind, name, _sql in sorted(found - wanted):
        text = (
            f"it holds a {kind} named {name[:80]!r} that no campaign has, so it is not opened. "
            "Ask the sender for a text export instead."
        )
        raise CampaignError(path, text, "foreign")
    for kind, name, _sql in sorted(wanted - found, reverse=True):
        raise damaged(path, f"the {kind} {name} is missing")


def _other_program(path: Path) -> CampaignError:
    text = "this is another program’s database, not an exgui campaign. Open a file that ends in .exgui."
    return CampaignError(path, text, "foreign")
