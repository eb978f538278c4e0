"""The storyteller's random tables: text files in a separate folder, with an entry on each line.

"3: a patrol" is three times as likely as "a patrol"; "[[weather]]" in an entry is rolled on the table weather.txt; a
line that begins with # is a comment.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from random import Random

from exgui import user_places
from exgui.engine.record import Record

LARGEST_FILE, MOST_TABLES, MOST_ROLLS, MOST_NESTED, LARGEST_WEIGHT = 1_000_000, 1_000, 200, 30, 1_000_000
_WEIGHT = re.compile(r"(\d+)\s*:\s*(.*)")
_NESTED = re.compile(r"\[\[([^\[\]]+)\]\]")


class TableError(Exception):
    """A table can't be rolled on; the message is a sentence with file and line."""


class Entry(Record):
    """One line of a table."""

    line: int
    weight: int
    text: str


def folder() -> Path:
    return user_places.data() / "tables"


def names() -> tuple[str, ...]:
    """Return the names of the tables in the folder, sorted."""
    try:
        found = sorted(path.stem for path in folder().glob("*.txt") if path.is_file())
    except OSError:
        return ()
    return tuple(found[:MOST_TABLES])


def roll(name: str, chance: Random) -> str:
    """Roll on a table, and on every table that the entry names.

    Raises:
        TableError: the table, or one that it can lead to, is missing or wrong.
    """
    known: dict[str, tuple[Entry, ...]] = {}
    _read_all(name, known, (), "")
    left = [MOST_ROLLS]
    return _rolled(name, known, chance, left)


def _read_all(name: str, known: dict[str, tuple[Entry, ...]], path: tuple[str, ...], where: str) -> None:
    """Read a table and those that it names."""
    if name in path:
        loop = " \N{RIGHTWARDS ARROW} ".join((*path[path.index(name) :], name))
        raise TableError(f"{where}: these tables refer back to each other: {loop}.")
    if name in known:
        return
    if len(path) >= MOST_NESTED:
        raise TableError(f"{where}: tables can be nested at most {MOST_NESTED} deep.")
    entries = _read(name, where)
    for entry in entries:
        for other in _NESTED.findall(entry.text):
            _read_all(other.strip(), known, (*path, name), f"{name}.txt, line {entry.line}")
    known[name] = entries


def _read(name: str, where: str) -> tuple[Entry, ...]:
    file = f"{name}.txt"
    if name not in names():
        raise TableError(f"{where or file}: there is no table “{name}” in {folder()}.")
    try:
        with (folder() / file).open("rb") as opened:
            raw = opened.read(LARGEST_FILE + 1)
        text = raw.decode("utf-8-sig")
    except OSError as error:
        raise TableError(f"{file} can’t be read ({error.strerror or error}).") from error
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        raise TableError(f"{file}, line {line}: this is not UTF-8 text.") from error
    if len(raw) > LARGEST_FILE:
        raise TableError(f"{file} is too large: the limit is {LARGEST_FILE:,} bytes.")
    entries = []
    for number, written in enumerate(text.splitlines(), 1):
        stripped = written.strip()
        if not stripped or stripped.startswith("#"):
            continue
        found = _WEIGHT.fullmatch(stripped)
        weight, entry = (int(found[1][:9]), found[2]) if found else (1, stripped)
        if not 1 <= weight <= LARGEST_WEIGHT:
            raise TableError(f"{file}, line {number}: a weight is between 1 and {LARGEST_WEIGHT:,}.")
        if not entry:
            raise TableError(f"{file}, line {number}: there is no text after the weight.")
        entries.append(Entry(number, weight, entry))
    if not entries:
        raise TableError(f"{file}, line 1: the table is empty.")
    return tuple(entries)


def _rolled(name: str, known: Mapping[str, tuple[Entry, ...]], chance: Random, left: list[int]) -> str:
    left[0] -= 1
    if left[0] < 0:
        raise TableError(f"{name}.txt: this leads to more than {MOST_ROLLS} rolls.")
    entries = known[name]
    entry = chance.choices(entries, [one.weight for one in entries])[0]
    return _NESTED.sub(lambda found: _rolled(found[1].strip(), known, chance, left), entry.text)
