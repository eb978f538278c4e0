"""The tables of a campaign file, how older files become newer ones, and the seal of every row.

SQLite notices a torn page but not a flipped bit in a text. So the last column of every row is its seal, a checksum of
all the others and of the table's name. It shows when a row that is read is damaged, and lets `recover` recognize rows
in a file whose structure is gone.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Mapping, Sequence
from typing import Any
from zlib import crc32

APPLICATION_ID = 0x45584755
"""The id in the file's header: the letters EXGU."""

FORMAT = "exgui-campaign"

TABLES: Mapping[str, tuple[str, ...]] = {
    "meta": ("key", "value"),
    "rulesets": ("digest", "name", "files"),
    "sheets": ("id", "place", "name", "ruleset", "data"),
    "encounters": ("id", "place", "name", "ruleset", "data"),
    "battles": ("id", "encounter", "follows", "title", "ruleset", "digest", "prepared", "created", "phase", "round"),
    "journal": ("battle", "seq", "entry"),
    "pictures": ("id", "name", "kind", "bytes"),
}
"""The columns of every table, without the seal at the end, and without the number that SQLite gives an entry of a
journal.
"""

_KINDS: Mapping[str, tuple[type | tuple[type, ...], ...]] = {
    "meta": (str, str),
    "rulesets": (str, str, str),
    "sheets": (str, int, str, str, str),
    "encounters": (str, int, str, str, str),
    "battles": (int, str, (int, type(None)), str, str, str, str, str, str, int),
    "journal": (int, int, str),
    "pictures": (str, str, str, bytes),
}
"""The allowed types of those columns; SQLite itself allows any type anywhere."""

_LONG = ("files", "data", "prepared", "entry", "bytes")
LONGEST = 4_000
"""The most characters of a text that is shown in lists; other columns are limited only by SQLite."""

_FIRST = (
    "CREATE TABLE meta (key TEXT PRIMARY KEY NOT NULL, value TEXT NOT NULL, seal INTEGER NOT NULL)",
    "CREATE TABLE rulesets (digest TEXT PRIMARY KEY NOT NULL, name TEXT NOT NULL, files TEXT NOT NULL, "
    "seal INTEGER NOT NULL)",
    "CREATE TABLE sheets (id TEXT PRIMARY KEY NOT NULL, place INTEGER NOT NULL, name TEXT NOT NULL, "
    "ruleset TEXT NOT NULL, data TEXT NOT NULL, seal INTEGER NOT NULL)",
    "CREATE TABLE encounters (id TEXT PRIMARY KEY NOT NULL, place INTEGER NOT NULL, name TEXT NOT NULL, "
    "ruleset TEXT NOT NULL, data TEXT NOT NULL, seal INTEGER NOT NULL)",
    "CREATE TABLE battles (id INTEGER PRIMARY KEY NOT NULL, encounter TEXT NOT NULL, follows INTEGER, "
    "title TEXT NOT NULL, ruleset TEXT NOT NULL, digest TEXT NOT NULL REFERENCES rulesets (digest), "
    "prepared TEXT NOT NULL, created TEXT NOT NULL, phase TEXT NOT NULL, round INTEGER NOT NULL, "
    "seal INTEGER NOT NULL)",
    "CREATE TABLE journal (id INTEGER PRIMARY KEY NOT NULL, battle INTEGER NOT NULL REFERENCES battles (id), "
    "seq INTEGER NOT NULL, entry TEXT NOT NULL, seal INTEGER NOT NULL)",
    "CREATE UNIQUE INDEX journal_order ON journal (battle, seq)",
    "CREATE TABLE pictures (id TEXT PRIMARY KEY NOT NULL, name TEXT NOT NULL, kind TEXT NOT NULL, bytes BLOB NOT NULL, "
    "seal INTEGER NOT NULL)",
)

STEPS: list[tuple[str, ...]] = [_FIRST]
"""The statements that upgrade version n to n+1, from an empty file on. Only append to it: existing files have
already gone through the first ones.
"""


def newest() -> int:
    return len(STEPS)


def build(connection: sqlite3.Connection, start: int, end: int) -> None:
    """Upgrade the tables from one version to another, inside the caller's transaction."""
    for step in STEPS[start:end]:
        for statement in step:
            connection.execute(statement)
    connection.execute(f"PRAGMA user_version = {int(end)}")


def objects(connection: sqlite3.Connection) -> set[tuple[str, str, str]]:
    """Return everything the file declares (only the beginning of far too much): kind, name, and the statement that
    made it.
    """
    sql = "SELECT type, name, coalesce(sql, '') FROM sqlite_master LIMIT 100"
    rows = connection.execute(sql).fetchall()
    return {(str(kind), str(name), str(sql)) for kind, name, sql in rows}


def expected(version: int) -> set[tuple[str, str, str]]:
    """Return exactly what a file of that version declares."""
    connection = sqlite3.connect(":memory:", isolation_level=None)
    try:
        build(connection, 0, version)
        return objects(connection)
    finally:
        connection.close()


def seal(table: str, *values: Any) -> int:
    """Return the checksum of a row.

    Raises:
        UnicodeEncodeError: a text in it cannot be written as UTF-8.
    """
    plain = [crc32(value) if isinstance(value, bytes) else value for value in values]
    return crc32(json.dumps([table, *plain], ensure_ascii=False).encode())


def whole(table: str, values: Sequence[Any], sealed: Any) -> bool:
    """Return whether a row is as it was written: its seal matches, and every column has a value of the right type."""
    kinds = _KINDS[table]
    try:
        if len(values) != len(kinds) or seal(table, *values) != sealed:
            return False
    except UnicodeEncodeError:  # it was read from bytes that are not text
        return False
    return all(
        isinstance(value, kind) and (not isinstance(value, str) or name in _LONG or len(value) <= LONGEST)
        for name, kind, value in zip(TABLES[table], kinds, values, strict=True)
    )
