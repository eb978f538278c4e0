"""Reads a battle's tape back from its journal."""

from __future__ import annotations

from collections.abc import Iterable

from exgui.engine.system import System
from exgui.play.history import History
from exgui.play.journal import (
    Amended,
    Answered,
    Began,
    Commanded,
    Entry,
    Finished,
    JournalError,
    Redone,
    Snapshot,
    Undone,
    WentBack,
)


def digest(system: System) -> str:
    """The digest of a game's rule data; "" where it has none."""
    return str(getattr(system.rules, "digest", ""))


def read_back(system: System, entries: Iterable[Entry]) -> tuple[History, int]:
    """The tape that a journal tells of, and the version of the rules by which its last command was done.

    Raises:
        JournalError: the entries do not make a battle, or the battle is played by other rules than the system's.
    """
    reading = iter(entries)
    first = next(reading, None)
    if not isinstance(first, Began):
        raise JournalError("a journal begins with the battle as it was prepared")
    if first.digest != digest(system):
        raise JournalError("the battle began by other rules than these")
    history = History(first.battle.but(rules=system.rules))
    version = first.version
    for entry in reading:
        _take_in(system, history, entry)
        if isinstance(entry, (Commanded, Amended)):
            version = entry.version
    try:
        history.battle  # noqa: B018 -- folds the events, which may name what the battle does not have
    except (LookupError, TypeError, AttributeError) as error:
        message = f"the journal does not fit together: its events do not fit the battle ({error!r})"
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
        raise JournalError(f"the journal does not fit together: {error}") from error
