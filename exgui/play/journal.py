"""The journal of a battle: entries, how they are written, and how a battle's tape is read back from them.

Append-only. Undoing and redoing are entries too. An entry is one line of JSON, read back by its types, so that a
damaged or foreign journal gives an error and never a half-made record.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Protocol, get_args, get_origin

import msgspec

from exgui.engine.asks import Answer, Command
from exgui.engine.battle import Battle
from exgui.engine.events import Event
from exgui.engine.record import Table, Tagged, freeze
from exgui.engine.system import System
from exgui.play.history import History, Step

RULES_VERSION = 3
"""The version of the code that resolves rules. Raised whenever a procedure asks or does anything differently."""


class Began(Tagged, tag="began"):
    """The start of the battle: as it was prepared, with the digest of the ruleset and the version of the rules code."""

    battle: Battle
    digest: str
    version: int = RULES_VERSION


class Commanded(Tagged, tag="commanded"):
    """The start of a step."""

    command: Command
    version: int = RULES_VERSION


class Answered(Tagged, tag="answered"):
    """An answer to the pending ask of the open step."""

    answer: Answer


class Finished(Tagged, tag="finished"):
    """The end of the open step, with what happened in it."""

    events: tuple[Event, ...] = ()


class Amended(Tagged, tag="amended"):
    """The replacement of the steps from number `index` on; `open` is a last one that is not finished."""

    index: int
    steps: tuple[Step, ...]
    open: Step | None = None
    version: int = RULES_VERSION


class Snapshot(Tagged, tag="snapshot"):
    """The whole battle after all finished steps, written about once a round, in an idle moment."""

    battle: Battle


class Undone(Tagged, tag="undone"):
    """An undo, `count` times, of the last answer of the open step, or else of the last step."""

    count: int = 1


class WentBack(Tagged, tag="went_back"):
    """An undo of all steps after the first `index`."""

    index: int


class Redone(Tagged, tag="redone"):
    """A redo, `count` times, of what was undone last."""

    count: int = 1


Entry = Began | Commanded | Answered | Finished | Amended | Snapshot | Undone | WentBack | Redone


class Store(Protocol):
    """The place where a journal is kept."""

    def append(self, entries: Sequence[Entry]) -> None:
        """Add all entries or, on an error, none. They are safe when it returns."""


class NullStore:
    """A store that keeps nothing, for battles that are not saved."""

    def append(self, entries: Sequence[Entry]) -> None:
        """Do nothing."""


class JournalError(ValueError):
    """A journal that cannot be read; the message has the place and the reason."""


def _read_table(kind: Any, value: Any) -> Any:
    """Return an object of the JSON as a `Table`."""
    if get_origin(kind) is not Table:
        raise NotImplementedError(kind)
    return freeze(msgspec.convert(value, dict[get_args(kind)], dec_hook=_read_table))  # type: ignore[misc]


_decoder: msgspec.json.Decoder[Entry] = msgspec.json.Decoder(Entry, dec_hook=_read_table)


def write_entry(entry: Entry) -> str:
    """Return one entry as a line of JSON, without the battle's rule data.

    Raises:
        JournalError: it holds something that JSON cannot.
    """
    if isinstance(entry, (Began, Snapshot)):
        entry = entry.but(battle=entry.battle.but(rules=None))
    try:
        return msgspec.json.encode(entry).decode()
    except (TypeError, ValueError, OverflowError, RecursionError) as error:
        raise JournalError(f"a journal entry can’t be written: {error}") from None


def read_entry(text: str | bytes) -> Entry:
    """Return an entry from its line.

    Raises:
        JournalError: the line is not an entry.
    """
    try:
        return _decoder.decode(text)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise JournalError(f"a journal entry can’t be read: {error}") from None


def digest(system: System) -> str:
    """Return the digest of a game's rule data; "" if it has none."""
    return str(getattr(system.rules, "digest", ""))


def read_back(system: System, entries: Iterable[Entry]) -> tuple[History, int]:
    """Return the tape that a journal describes, and the version of the rules at its last command.

    Raises:
        JournalError: the entries do not make a battle, or the battle uses other rules than the system's.
    """
    reading = iter(entries)
    first = next(reading, None)
    if not isinstance(first, Began):
        raise JournalError("a journal begins with the prepared battle")
    if first.digest != digest(system):
        raise JournalError("the battle began under different rules")
    history = History(first.battle.but(rules=system.rules))
    version = first.version
    for entry in reading:
        _take_in(system, history, entry)
        if isinstance(entry, (Commanded, Amended)):
            version = entry.version
    try:
        history.battle  # noqa: B018 -- folds the events, which may name what the battle does not have
    except (LookupError, TypeError, AttributeError) as error:
        message = f"the journal is inconsistent: its events do not fit the battle ({error!r})"
        raise JournalError(message) from error
    return history, version


def _take_in(system: System, history: History, entry: Entry) -> None:
    try:
        if isinstance(entry, Commanded):
            history.begin(entry.command)
        elif isinstance(entry, Answered):
            history.answer(entry.answer)
        elif isinstance(entry, Finished):
            history.finish(entry.events)
        elif isinstance(entry, Snapshot):
            history.know(entry.battle.but(rules=system.rules))
        elif isinstance(entry, Amended):
            history.amend(entry.index, entry.steps, entry.open)
        elif isinstance(entry, WentBack):
            history.go_back(entry.index)
        elif isinstance(entry, (Undone, Redone)):
            undone = isinstance(entry, Undone)
            for _ in range(entry.count):
                if not (history.can_undo() if undone else history.can_redo()):
                    raise ValueError(f"there is nothing to {'undo' if undone else 'redo'}")
                (history.undo if undone else history.redo)()
        else:
            raise JournalError("a journal has only one beginning")
    except JournalError:
        raise
    except (ValueError, IndexError, KeyError) as error:
        raise JournalError(f"the journal is inconsistent: {error}") from error
