"""The journal of a battle: entries, and how they are written down.

Append-only. Undoing and redoing are entries too. An entry is one line of JSON; pydantic reads it back, so that a
damaged or foreign journal gives an error and never a half-made record.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field
from functools import cache
from typing import Annotated, Literal, Protocol

from pydantic import Field, TypeAdapter, ValidationError

from exgui.engine.asks import Answer, Command
from exgui.engine.battle import Battle
from exgui.engine.events import Event
from exgui.engine.frozen import frozen
from exgui.engine.record import Record
from exgui.play.history import Step

RULES_VERSION = 3
"""The version of the code that resolves rules. Raised whenever a procedure asks or does anything differently."""


@frozen
class Began(Record):
    """The battle began: as it was prepared, with the digest of the ruleset and the version of the rules code."""

    battle: Battle
    digest: str
    version: int = RULES_VERSION
    kind: Literal["began"] = "began"


@frozen
class Commanded(Record):
    """A step was begun."""

    command: Command
    version: int = RULES_VERSION
    kind: Literal["commanded"] = "commanded"


@frozen
class Answered(Record):
    """The pending ask of the open step was answered."""

    answer: Annotated[Answer, Field(discriminator="kind")]
    kind: Literal["answered"] = "answered"


@frozen
class Finished(Record):
    """The open step is finished; this is what happened in it."""

    events: tuple[Annotated[Event, Field(discriminator="kind")], ...] = field(default=())
    kind: Literal["finished"] = "finished"


@frozen
class Amended(Record):
    """The steps from number `index` on were replaced; `open` is a last one that is not finished."""

    index: int
    steps: tuple[Step, ...]
    open: Step | None = None
    version: int = RULES_VERSION
    kind: Literal["amended"] = "amended"


@frozen
class Snapshot(Record):
    """The whole battle after all finished steps, written about once a round, when nobody waits for it."""

    battle: Battle
    kind: Literal["snapshot"] = "snapshot"


@frozen
class Undone(Record):
    """`count` times the last answer of the open step, or else the last step, was taken back."""

    count: int = 1
    kind: Literal["undone"] = "undone"


@frozen
class WentBack(Record):
    """All steps after the first `index` were taken back."""

    index: int
    kind: Literal["went_back"] = "went_back"


@frozen
class Redone(Record):
    """`count` times what was taken back last was done again."""

    count: int = 1
    kind: Literal["redone"] = "redone"


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


@cache
def _entries() -> TypeAdapter[Entry]:
    return TypeAdapter(Annotated[Entry, Field(discriminator="kind")])


def write_entry(entry: Entry) -> str:
    """One entry as a line of JSON. The rule data of a battle is not in it."""
    if isinstance(entry, (Began, Snapshot)):
        return _entries().dump_json(entry, exclude={"battle": {"rules"}}).decode()
    return _entries().dump_json(entry).decode()


def read_entry(text: str | bytes) -> Entry:
    """An entry from its line.

    Raises:
        JournalError: it is none.
    """
    try:
        return _entries().validate_json(text, strict=True)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        raise JournalError(f"a journal entry cannot be read at {where}: {first['msg']}") from None
