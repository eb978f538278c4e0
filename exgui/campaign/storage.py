"""A campaign file as SQLite sees it: opening with suspicion, one lock, whole transactions.

Rollback journal, so that between two steps the one file is all there is. The lock is SQLite's own, held as long as
the campaign is open: it cannot outlive the process. In that mode SQLite ends a transaction by overwriting the head
of the journal beside the file instead of deleting it; the journal goes when the campaign is closed.
"""

from __future__ import annotations

import os
import secrets
import sqlite3
import stat
import struct
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from exgui.campaign import schema
from exgui.campaign.errors import CampaignError, closed, damaged, explained, locked, read_only

LARGEST_FILE = 1 << 30
LARGEST_VALUE = 32 << 20
"""Bytes in one text or picture."""
MOST_ROWS = 10_000
"""Rows of any table but the journal, which only the size of the file bounds."""

MAGIC = b"SQLite format 3\x00"

_open_here: set[tuple[int, int]] = set()
"""The files this process has open. Reading a file's head with `open` and closing it again would drop the lock that
SQLite holds on it for this process (POSIX locks belong to the process), so we look here first."""


class CampaignFile:
    """An open campaign file. All sqlite3 errors leave it as `CampaignError`."""

    def __init__(self, path: Path, connection: sqlite3.Connection, read_only: bool) -> None:
        self.path = path
        self.read_only = read_only
        self.unsure = False
        """A transaction failed so late that SQLite may have kept it all the same."""
        self._connection: sqlite3.Connection | None = connection
        self._depth = 0
        self._identity = _identity(path)
        _open_here.add(self._identity)

    @classmethod
    def create(cls, path: Path) -> CampaignFile:
        """A new file with empty tables. It appears under its name only when it is whole."""
        path = path.absolute()
        fresh = path.with_name(f".{path.name}.new-{secrets.token_hex(4)}")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            if path.exists():
                raise FileExistsError(path)
            connection = sqlite3.connect(fresh, isolation_level=None)
            try:
                connection.execute("PRAGMA synchronous = EXTRA")
                connection.execute(f"PRAGMA application_id = {schema.APPLICATION_ID}")
                connection.execute("BEGIN")
                schema.build(connection, 0, schema.newest())
                row = ("format", schema.FORMAT)
                connection.execute("INSERT INTO meta VALUES (?, ?, ?)", (*row, schema.seal("meta", *row)))
                connection.execute("COMMIT")
            finally:
                connection.close()
            _name(fresh, path)
        except (sqlite3.Error, OSError, ValueError) as error:
            raise _as_campaign_error(path, error) from error
        finally:
            with suppress(OSError, ValueError):
                fresh.unlink(missing_ok=True)
        return cls.open(path)

    @classmethod
    def open(cls, path: Path) -> CampaignFile:
        """An existing file, after every check.

        Raises:
            CampaignError: it is no campaign, damaged, too new, locked, or cannot be reached. Nothing has been changed.
        """
        path = path.absolute()
        try:
            path = Path(os.path.realpath(path))  # SQLite puts its journal beside the file itself
            ordinary(path)
            if _identity(path) in _open_here:
                raise locked(path)
            _look_at_head(path)
            writable = _may_write(path) and _may_write(path.parent)
            connection = _connect(path, writable)
        except (sqlite3.Error, OSError, ValueError) as error:
            raise _as_campaign_error(path, error) from error
        try:
            version = _check(path, connection)
            if version < schema.newest():
                if not writable:
                    raise read_only(path)
                _migrate(path, connection, version)
        except BaseException as error:
            connection.close()
            if isinstance(error, (sqlite3.Error, OSError, ValueError)):
                raise _as_campaign_error(path, error) from error
            raise
        return cls(path, connection, not writable)

    def close(self) -> None:
        """Gives up the file and its lock. Harmless when closed already."""
        connection, self._connection = self._connection, None
        if connection is not None:
            _open_here.discard(self._identity)
            connection.close()

    @property
    def connection(self) -> sqlite3.Connection:
        """The connection, while the file is open."""
        if self._connection is None:
            raise closed(self.path)
        return self._connection

    def rows(self, sql: str, *values: Any) -> list[Any]:
        """All rows of a query."""
        try:
            return self.connection.execute(sql, values).fetchall()
        except (sqlite3.Error, UnicodeError, OverflowError) as error:
            raise _as_campaign_error(self.path, error) from error

    def sealed(self, table: str, where: str = "", *values: Any) -> list[tuple[tuple[Any, ...], bool]]:
        """Rows of a table, less their seals, each with whether its seal holds."""
        columns = ", ".join((*schema.TABLES[table], "seal"))
        found = self.rows(f"SELECT {columns} FROM {table} {where}", *values)
        return [(row[:-1], schema.whole(table, row[:-1], row[-1])) for row in found]

    def put(self, table: str, *values: Any) -> None:
        """Writes a row, in place of one with the same key, inside a transaction."""
        columns = ", ".join((*schema.TABLES[table], "seal"))
        marks = ", ".join("?" * (len(values) + 1))
        key = schema.TABLES[table][0]
        changes = ", ".join(f"{name} = excluded.{name}" for name in (*schema.TABLES[table][1:], "seal"))
        if table == "journal":
            sql = f"INSERT INTO {table} ({columns}) VALUES ({marks})"
        else:
            sql = f"INSERT INTO {table} ({columns}) VALUES ({marks}) ON CONFLICT ({key}) DO UPDATE SET {changes}"
        self.connection.execute(sql, (*values, schema.seal(table, *values)))

    @contextmanager
    def transaction(self) -> Iterator[sqlite3.Connection]:
        """All that happens inside is kept, or, if anything is raised, nothing. One inside another is part of it.

        Raises:
            CampaignError: it could not be kept; the file is as it was.
        """
        if self._depth:
            yield self.connection
            return
        if self.read_only:
            raise read_only(self.path)
        connection = self.connection
        if not self._is_in_place():
            text = (
                "the file was moved, deleted or replaced while it was open, so nothing more can be saved in it. "
                "Put it back where it was and try again."
            )
            raise CampaignError(self.path, text, "missing")
        try:
            connection.execute("BEGIN IMMEDIATE")
            self._depth = 1
            yield connection
            connection.execute("COMMIT")
        except BaseException as error:
            self._take_back()
            if isinstance(error, (sqlite3.Error, OSError, UnicodeError, OverflowError)):
                raise _as_campaign_error(self.path, error) from error
            raise
        finally:
            self._depth = 0

    def _is_in_place(self) -> bool:
        """The path still leads to the open file. What is written to a deleted file is gone when it is closed."""
        try:
            return _identity(self.path) == self._identity
        except OSError:
            return False

    def _take_back(self) -> None:
        """Undoes a transaction that failed; where not even that works, begins anew with the file, which then repairs
        itself."""
        self.unsure = True
        connection = self._connection
        if connection is None:
            return
        try:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
        except sqlite3.Error:
            with suppress(sqlite3.Error):
                connection.close()
            try:
                self._connection = _connect(self.path, True)
            except sqlite3.Error:
                self._connection = None
                _open_here.discard(self._identity)


def is_open_here(path: Path) -> bool:
    """This process has the file open as a campaign."""
    return path.exists() and _identity(path) in _open_here


def ordinary(path: Path) -> None:
    """Refuses what is no file, such as a folder, or a pipe that would never end.

    Raises:
        OSError: there is nothing, or a folder.
        CampaignError: it is something else.
    """
    kind = path.stat().st_mode
    if stat.S_ISDIR(kind):
        raise IsADirectoryError(path)
    if not stat.S_ISREG(kind):
        raise CampaignError(path, "this is no ordinary file. Choose a file that ends in .exgui.", "foreign")


def _identity(path: Path) -> tuple[int, int]:
    status = path.stat()
    return status.st_dev, status.st_ino


def _as_campaign_error(path: Path, error: Exception) -> CampaignError:
    if isinstance(error, CampaignError):
        return error
    if getattr(error, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_FULL and _at_limit(path):
        text = f"the campaign has reached its largest size ({LARGEST_FILE:,} bytes). Delete pictures or old battles."
        return CampaignError(path, text, "too_large")
    if isinstance(error, (sqlite3.Error, OSError, UnicodeError)):
        return explained(path, error)
    return CampaignError(path, f"this cannot be stored or opened ({error}). Use another name or value.")


def _at_limit(path: Path) -> bool:
    return path.stat().st_size > 0.999 * LARGEST_FILE


def _name(fresh: Path, path: Path) -> None:
    """Gives a finished file its name, never taking the place of another, and makes that last."""
    try:
        os.link(fresh, path)
    except FileExistsError:
        raise
    except OSError:  # a file system without hard links
        if path.exists():
            raise FileExistsError(path) from None
        os.rename(fresh, path)
    sync_folder(path.parent)


def sync_folder(folder: Path) -> None:
    """Makes a new name in a folder last, where the system can."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _look_at_head(path: Path) -> None:
    """What the first bytes say, before SQLite is let near the file."""
    size = path.stat().st_size
    if size == 0:
        raise CampaignError(path, "the file is empty (0 bytes). Open another one, or a copy of it.", "foreign")
    if size > LARGEST_FILE:
        text = f"the file has {size:,} bytes; a campaign has {LARGEST_FILE:,} at most. Open another one."
        raise CampaignError(path, text, "too_large")
    with path.open("rb") as file:
        head = file.read(100)
    hurt = _journal_beside(path)
    if head[: len(MAGIC)] != MAGIC[: len(head)]:
        if hurt:  # a torn first page, which SQLite will put back
            return
        raise CampaignError(path, "this is not a campaign of exgui. Open a file that ends in .exgui.", "foreign")
    if len(head) < 100:
        raise damaged(path, f"it is cut off after {size} bytes")
    if not hurt and struct.unpack(">I", head[68:72])[0] != schema.APPLICATION_ID:
        text = "this is a database of some other program, not a campaign of exgui. Open a file that ends in .exgui."
        raise CampaignError(path, text, "foreign")


def _may_write(path: Path) -> bool:
    return os.access(path, os.W_OK, effective_ids=os.access in os.supports_effective_ids)


def _journal_beside(path: Path) -> bool:
    beside = path.with_name(path.name + "-journal")
    return beside.exists() and beside.stat().st_size > 0


def _connect(path: Path, writable: bool) -> sqlite3.Connection:
    """A connection that trusts nothing in the file and, if it may write, holds the lock."""
    mode = "rw" if writable else "ro"
    connection = sqlite3.connect(f"{path.as_uri()}?mode={mode}", uri=True, isolation_level=None, timeout=0.25)
    try:
        connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, LARGEST_VALUE)
        connection.setlimit(sqlite3.SQLITE_LIMIT_ATTACHED, 0)
        for pragma in ("trusted_schema = OFF", "cell_size_check = ON", "mmap_size = 0", "foreign_keys = ON"):
            connection.execute(f"PRAGMA {pragma}")
        if writable:
            # EXTRA is FULL and also makes the end of a transaction last where the journal is deleted.
            for pragma in ("locking_mode = EXCLUSIVE", "synchronous = EXTRA", "secure_delete = ON"):
                connection.execute(f"PRAGMA {pragma}")
            connection.execute("BEGIN EXCLUSIVE")
            connection.execute("COMMIT")
            connection.execute("PRAGMA journal_mode = DELETE")
            page = int(connection.execute("PRAGMA page_size").fetchone()[0])
            connection.execute(f"PRAGMA max_page_count = {LARGEST_FILE // page}")
    except BaseException:
        connection.close()
        raise
    return connection


def _check(path: Path, connection: sqlite3.Connection) -> int:
    """That the file is one of ours, whole, and holds nothing but what it should. Gives its version."""
    size = path.stat().st_size
    if connection.execute("PRAGMA application_id").fetchone()[0] != schema.APPLICATION_ID:
        text = "this is a database of some other program, not a campaign of exgui. Open a file that ends in .exgui."
        raise CampaignError(path, text, "foreign")
    version = int(connection.execute("PRAGMA user_version").fetchone()[0])
    if version > schema.newest():
        text = (
            f"the campaign was written by a newer exgui (version {version} of the file, this one reads "
            f"{schema.newest()}). Install the newer exgui; nothing was changed."
        )
        raise CampaignError(path, text, "newer")
    if version < 1:
        raise damaged(path, f"its version is {version}")
    pages, page = (int(connection.execute(f"PRAGMA {name}").fetchone()[0]) for name in ("page_count", "page_size"))
    if pages * page > size:
        raise damaged(path, f"it is cut off, {size:,} of {pages * page:,} bytes are there")
    # The whole check, not the quick one: that would not see an entry of a journal missing from its index.
    answer = connection.execute("PRAGMA integrity_check(1)").fetchone()
    if answer is None or answer[0] != "ok":
        raise damaged(path, str(answer[0] if answer else "it cannot be checked").replace("\n", " "))
    found, wanted = schema.objects(connection), schema.expected(version)
    for kind, name, _sql in sorted(found - wanted):
        text = (
            f"it holds a {kind} named {name!r} that no campaign has, so it is not opened. "
            "Ask whoever gave it to you for an export as text instead."
        )
        raise CampaignError(path, text, "foreign")
    for kind, name, _sql in sorted(wanted - found, reverse=True):
        raise damaged(path, f"the {kind} {name} is missing")
    form = connection.execute("SELECT value FROM meta WHERE key = 'format'").fetchone()
    if form is None or form[0] != schema.FORMAT:
        raise damaged(path, "it does not say that it is a campaign")
    for table in schema.TABLES:
        if table != "journal" and connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0] > MOST_ROWS:
            text = f"it holds more than {MOST_ROWS:,} {table}, so it is not opened. Ask for an export as text instead."
            raise CampaignError(path, text, "too_large")
    return version


def _migrate(path: Path, connection: sqlite3.Connection, version: int) -> None:
    """Brings an older file to the newest version; a copy of it as it was stays beside it."""
    backup, number = path.with_name(f"{path.name}.v{version}-backup"), 1
    while backup.exists():
        number += 1
        backup = path.with_name(f"{path.name}.v{version}-backup-{number}")
    fresh = path.with_name(f".{backup.name}.new-{secrets.token_hex(4)}")
    try:
        copy = sqlite3.connect(fresh, isolation_level=None)
        try:
            copy.execute("PRAGMA synchronous = EXTRA")
            connection.backup(copy)
        finally:
            copy.close()
        _name(fresh, backup)
    finally:
        fresh.unlink(missing_ok=True)
    connection.execute("BEGIN IMMEDIATE")
    try:
        schema.build(connection, version, schema.newest())
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        backup.unlink(missing_ok=True)
        raise
