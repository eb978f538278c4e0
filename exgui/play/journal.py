"""The journal of a battle: entries, and how they are written down.

Append-only. Undoing and redoing are entries too. An entry is one line of JSON, read back by its types, so that a
damaged or foreign journal gives an error and never a half-made record.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol, get_args, get_origin

import msgspec

from exgui.engine.asks import Answer, Command
from exgui.engine.battle import Battle
from exgui.engine.events import Event
from exgui.engine.record import Table, Tagged, freeze
from exgui.play.history import Step

RULES_VERSION = 3
"""The version of the code that resolves rules. Raised whenever a procedure asks or does anything differently."""


class Began(Tagged, tag="began"):
    """The battle began: as it was prepared, with the digest of the ruleset and the version of the rules code."""

    battle: Battle
    digest: str
    version: int = RULES_VERSION


class Commanded(Tagged, tag="commanded"):
    """A step was begun."""

    command: Command
    version: int = RULES_VERSION


class Answered(Tagged, tag="answered"):
    """The pending ask of the open step was answered."""

    answer: Answer


class Finished(Tagged, tag="finished"):
    """The open step is finished; this is what happened in it."""

    events: tuple[Event, ...] = ()


class Amended(Tagged, tag="amended"):
    """The steps from number `index` on were replaced; `open` is a last one that is not finished."""

    index: int
    steps: tuple[Step, ...]
    open: Step | None = None
    version: int = RULES_VERSION


class Snapshot(Tagged, tag="snapshot"):
    """The whole battle after all finished steps, written about once a round, when nobody waits for it."""

    battle: Battle


class Undone(Tagged, tag="undone"):
    """`count` times the last answer of the open step, or else the last step, was taken back."""

    count: int = 1


class WentBack(Tagged, tag="went_back"):
    """All steps after the first `index` were taken back."""

    index: int


class Redone(Tagged, tag="redone"):
    """`count` times what was taken back last was done again."""

    count: int = 1


Entry = Began | Commanded | Answered | Finished | Amended | Snapshot | Undone | WentBack | Redone


class Store(Protocol):
    """Where a journal is kept."""

    def append(self, entries: Sequence[Entry]) -> None:
        """Adds entries, all of them or, if it raises, none. They are safe when it returns."""


class NullStore:
    """A store that keeps nothing, for battles that are not saved."""

    def append(self, entries: Sequence[Entry]) -> None:
        """Does nothing."""


class JournalError(ValueError):
    """A journal that cannot be read; the message says where and why."""


def _read_table(kind: Any, value: Any) -> Any:
    """Make a `Table` of what stands in its place in the JSON."""
    if get_origin(kind) is not Table:
        raise NotImplementedError(kind)
    return freeze(msgspec.convert(value, dict[get_args(kind)], dec_hook=_read_table))  # type: ignore[misc]


_decoder: msgspec.json.Decoder[Entry] = msgspec.json.Decoder(Entry, dec_hook=_read_table)


def write_entry(entry: Entry) -> str:
    """One entry as a line of JSON. The rule data of a battle is not in it.

    Raises:
        JournalError: it holds something that JSON cannot.
    """
    if isinstance(entry, (Began, Snapshot)):
        entry = entry.but(battle=entry.battle.but(rules=None))
    try:
        return msgspec.json.encode(entry).decode()
    except (TypeError, ValueError, OverflowError, RecursionError) as error:
        raise JournalError(f"a journal entry cannot be written: {error}") from None


def read_entry(text: str | bytes) -> Entry:
    """An entry from its line.

    Raises:
        JournalError: it is none.
    """
    try:
        return _decoder.decode(text)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise JournalError(f"a journal entry cannot be read: {error}") from None
