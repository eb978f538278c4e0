"""A campaign file as an SQLite database: checked before it is trusted, one program at a time, whole transactions.

It uses a rollback journal, so that between two steps there is only the one file. SQLite ends a transaction by
overwriting the head of the journal beside the file instead of deleting it; the journal is deleted when the campaign is
closed.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from exgui import __version__
from exgui.campaign import schema
from exgui.campaign.errors import CampaignError, Kind, closed, explained, locked, read_only
from exgui.campaign.guard import checks, open_in_process
from exgui.campaign.guard.lock import Lock, is_locked, take_lock
from exgui.campaign.guard.new_file import aside, give_name, remove_leftovers
from exgui.campaign.guard.open_records import ID_KEY, new_id, remove_record, write_record
from exgui.campaign.guard.stray_journal import left_by_us, stray_files, unfinished
from exgui.campaign.guard.time_limit import Cancelled
from exgui.campaign.guard.written_by import KEY, refuse_newer

Stamp = tuple[int, int, int, int]
"""State of a file: device, file number, size in bytes, time of its last change in nanoseconds."""


class CampaignFile:
    """An open campaign file. All its sqlite3 errors are raised as `CampaignError`."""

    def __init__(self, path: Path, connection: sqlite3.Connection, lock: Lock | None) -> None:
        self.path = path
        self.read_only = lock is None
        self.unsure = False
        """A transaction failed so late that SQLite may have saved it after all."""
        self._connection: sqlite3.Connection | None = connection
        self._depth = 0
        self._lock = lock
        self._stamp = _stamp(path)
        self.save_memory: Callable[[], Path] | None = None
        """Saves what this program has in memory as another campaign, if the file is changed or removed."""
        self._saved_memory: Path | None = None
        self.copied_from: Path | None = None
        """The original of a private read-only copy."""
        self.when_closed: Callable[[], object] | None = None
        open_in_process.enter(self._stamp[:2])

    @classmethod
    def create(cls, path: Path, title: str = "", scratch: bool = False) -> CampaignFile:
        """Return a new file with empty tables, and a title if one is given. It appears under its name only when it is
        complete.

        Args:
            scratch: it is built under a temporary name: nothing need be durable before it gets its name
                (`new_file.give_name`).

        Raises:
            CampaignError: it cannot be made, or a file of that name exists.
        """
        path = path.absolute()
        fresh = aside(path)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            if path.exists():
                raise FileExistsError(path)
            remove_leftovers(path)
            connection = sqlite3.connect(fresh, isolation_level=None)
            try:
                connection.execute("PRAGMA synchronous = EXTRA")
                connection.execute(f"PRAGMA application_id = {schema.APPLICATION_ID}")
                connection.execute("BEGIN")
                schema.build(connection, 0, schema.newest())
                for row in (("format", schema.FORMAT), *([("title", title)] if title else [])):
                    connection.execute("INSERT INTO meta VALUES (?, ?, ?)", (*row, schema.seal("meta", *row)))
                connection.execute("COMMIT")
            finally:
                connection.close()
            give_name(fresh, path)
        except (sqlite3.Error, OSError, ValueError) as error:
            raise _as_campaign_error(path, error) from error
        finally:
            with suppress(OSError, ValueError):
                fresh.unlink(missing_ok=True)
        return cls.open(path, scratch=scratch)

    @classmethod
    def open(
        cls, path: Path, cancelled: Cancelled | None = None, scratch: bool = False, to_read: bool = False
    ) -> CampaignFile:
        """Return an existing file, after every check.

        Args:
            cancelled: asked repeatedly; True stops the checks.
            scratch: as in `create`.
            to_read: nothing in it may be changed.

        Raises:
            CampaignError: it is not a campaign, is damaged, too new, locked, or cannot be reached; or has a stray
                journal beside it ("unfinished"). Nothing has been changed.
        """
        path = path.absolute()
        lock: Lock | None = None
        connection: sqlite3.Connection | None = None
        file: CampaignFile | None = None
        try:
            path = Path(os.path.realpath(path))  # SQLite puts its journal beside the file itself
            checks.check_kind(path)
            if open_in_process.is_open_here(path):
                raise locked(path)
            checks.check_size(path)
            if not to_read and checks.may_write(path) and checks.may_write(path.parent):
                lock = take_lock(path)
            elif is_locked(path):
                raise locked(path)
            if not stray_files(path):
                version = checks.check_file(path, cancelled=cancelled)
            elif lock is None or not left_by_us(path):
                raise unfinished(path)
            connection = _connect(path, lock is not None)
            if lock is not None:
                refuse_newer(path, connection)
            version = int(connection.execute("PRAGMA user_version").fetchone()[0])
            if version < schema.newest():
                if lock is None:
                    raise read_only(path)
                _migrate(path, connection, version)
            file = cls(path, connection, lock)
            if scratch:
                connection.execute("PRAGMA synchronous = OFF")
            elif lock is not None:
                file._renew_id()
            return file
        except BaseException as error:
            if file is not None:
                file.close()
            if connection is not None:
                connection.close()
            if lock is not None:
                lock.release()
            if isinstance(error, (sqlite3.Error, OSError, ValueError)):
                raise _as_campaign_error(path, error) from error
            raise

    def _renew_id(self) -> None:
        """Give the campaign a new random id, and record it as open with that id, so that a journal left beside it
        can be recognized as ours.
        """
        rows = self.rows("SELECT value FROM meta WHERE key = ?", ID_KEY)
        ids = (new_id(), *(str(row[0]) for row in rows))
        write_record(self.path, ids)
        # On a full disk the campaign can still be viewed; its record then has its old id.
        with suppress(CampaignError), self.transaction():
            self.put("meta", *(ID_KEY, ids[0]))
            self.put("meta", *(KEY, __version__))
        write_record(self.path, ids)

    def close(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            try:
                connection.close()
            finally:
                self._gave_up()
                if self.when_closed is not None:
                    self.when_closed()

    def _gave_up(self) -> None:
        open_in_process.leave(self._stamp[:2])
        if self._lock is not None:
            if not stray_files(self.path):
                remove_record(self.path, self._stamp[1])
            self._lock.release()

    @property
    def connection(self) -> sqlite3.Connection:
        if self._connection is None:
            raise closed(self.path)
        return self._connection

    def rows(self, sql: str, *values: Any) -> list[Any]:
        try:
            return self.connection.execute(sql, values).fetchall()
        except (sqlite3.Error, UnicodeError, OverflowError) as error:
            raise _as_campaign_error(self.path, error) from error

    def sealed(self, table: str, where: str = "", *values: Any) -> list[tuple[tuple[Any, ...], bool]]:
        columns = ", ".join((*schema.TABLES[table], "seal"))
        found = self.rows(f"SELECT {columns} FROM {table} {where}", *values)
        return [(row[:-1], schema.whole(table, row[:-1], row[-1])) for row in found]

    def put(self, table: str, *values: Any) -> None:
        """Write a row, replacing one with the same key, inside a transaction."""
        columns = ", ".join((*schema.TABLES[table], "seal"))
        marks = ", ".join("?" * (len(values) + 1))
        key = schema.TABLES[table][0]
        changes = ", ".join(f"{name} = excluded.{name}" for name in (*schema.TABLES[table][1:], "seal"))
        if table == "journal":
            sql = f"INSERT INTO {table} ({columns}) VALUES ({marks})"
        else:
            sql = f"INSERT INTO {table} ({columns}) VALUES ({marks}) ON CONFLICT ({key}) DO UPDATE SET {changes}"
        self.connection.execute(sql, (*values, schema.seal(table, *values)))

    @property
    def in_transaction(self) -> bool:
        """Return whether a transaction is open, so that the latest changes are not saved yet."""
        return self._depth > 0

    @contextmanager
    def transaction(self) -> Iterator[sqlite3.Connection]:
        """Save everything done in this context, or, if anything is raised, nothing. An inner transaction is part of the
        outer one.

        Raises:
            CampaignError: it could not be saved; the file is as it was.
        """
        if self._depth:
            yield self.connection
            return
        if self.read_only:
            raise read_only(self.path)
        connection = self.connection
        self._look_below()
        try:
            connection.execute("BEGIN IMMEDIATE")
            self._depth = 1
            yield connection
            connection.execute("COMMIT")
            self._know_file()
            self._saved_memory = None
        except BaseException as error:
            self._undo_transaction()
            self._know_file()
            if isinstance(error, (sqlite3.Error, OSError, UnicodeError, OverflowError)):
                raise _as_campaign_error(self.path, error) from error
            raise
        finally:
            self._depth = 0

    def _look_below(self) -> None:
        """Check that the file is still the one we opened, with what we wrote in it.

        Raises:
            CampaignError: it is not ("missing" or "changed"); what is in memory was saved as another campaign.
        """
        try:
            now = _stamp(self.path)
        except OSError:
            now = None
        if now == self._stamp:
            return
        if now is None or now[:2] != self._stamp[:2]:
            kind: Kind = "missing"
            text = "the file was moved, deleted or replaced while it was open, so nothing more can be saved in it. "
            advice = "Put it back and try again"
        else:
            kind = "changed"
            text = "another program changed the file while it was open, so nothing more will be saved in it. "
            advice = "Close it and check what happened to it"
        if self._saved_memory is None and self.save_memory is not None:
            with suppress(CampaignError, OSError, sqlite3.Error):
                self._saved_memory = self.save_memory()
        if self._saved_memory is not None:
            text += f"exgui saved what it had in memory as {self._saved_memory}. {advice}, or open that."
        else:
            text += f"{advice}."
        raise CampaignError(self.path, text, kind)

    def _know_file(self) -> None:
        with suppress(OSError):
            now = _stamp(self.path)
            if now[:2] == self._stamp[:2]:
                self._stamp = now

    def _undo_transaction(self) -> None:
        """Undo a failed transaction; if not even that works, reopen the file, which then repairs itself."""
        self.unsure = True
        connection = self._connection
        if connection is None:
            return
        try:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
        except sqlite3.Error:
            self._connection = None
            with suppress(sqlite3.Error):
                connection.close()
            with suppress(sqlite3.Error, OSError):
                if open_in_process.identity(self.path) == self._stamp[:2]:
                    self._connection = _connect(self.path, True)
            if self._connection is None:
                self._gave_up()


def _stamp(path: Path) -> Stamp:
    status = path.stat()
    return status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns


def _as_campaign_error(path: Path, error: Exception) -> CampaignError:
    if isinstance(error, CampaignError):
        return error
    if getattr(error, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_FULL and _at_limit(path):
        most = f"{checks.LARGEST_FILE:,} bytes"
        text = f"the campaign has reached its maximum size ({most}). Delete pictures or old battles."
        return CampaignError(path, text, "too_large")
    if isinstance(error, (sqlite3.Error, OSError, UnicodeError)):
        return explained(path, error)
    return CampaignError(path, f"this can’t be stored or opened ({error}). Use another name or value.")


def _at_limit(path: Path) -> bool:
    """Return whether a file that cannot grow has reached the largest size, rather than the end of the disk."""
    try:
        return path.stat().st_size > 0.999 * checks.LARGEST_FILE
    except OSError:
        return False


def _connect(path: Path, writable: bool) -> sqlite3.Connection:
    """Return a connection that trusts nothing in the file and, if it may write, holds the lock."""
    mode = "rw" if writable else "ro"
    # Opened in one thread, so that the window need not wait, and handed over to another; never used by both at once.
    connection = sqlite3.connect(
        f"{path.as_uri()}?mode={mode}", uri=True, isolation_level=None, timeout=0.25, check_same_thread=False
    )
    try:
        checks.distrust(connection)
        if writable:
            # EXTRA is FULL and also makes the end of a transaction durable when the journal is deleted.
            for pragma in ("locking_mode = EXCLUSIVE", "synchronous = EXTRA", "secure_delete = ON"):
                connection.execute(f"PRAGMA {pragma}")
            connection.execute("BEGIN EXCLUSIVE")
            connection.execute("COMMIT")
            connection.execute("PRAGMA journal_mode = DELETE")
            page = int(connection.execute("PRAGMA page_size").fetchone()[0])
            connection.execute(f"PRAGMA max_page_count = {checks.LARGEST_FILE // page}")
    except BaseException:
        connection.close()
        raise
    return connection


def _migrate(path: Path, connection: sqlite3.Connection, version: int) -> None:
    """Upgrade an older file to the newest version; a copy of the original stays beside it."""
    backup, number = path.with_name(f"{path.name}.v{version}-backup"), 1
    while backup.exists():
        number += 1
        backup = path.with_name(f"{path.name}.v{version}-backup-{number}")
    fresh = aside(backup)
    try:
        copy = sqlite3.connect(fresh, isolation_level=None)
        try:
            copy.execute("PRAGMA synchronous = EXTRA")
            connection.backup(copy)
        finally:
            copy.close()
        give_name(fresh, backup)
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
