"""What people wait for in a battle: something that is named, and that the storyteller may say happens at any moment."""

from __future__ import annotations

from typing import Protocol, cast, runtime_checkable

from exgui.engine.asks import Command
from exgui.engine.battle import Battle
from exgui.engine.record import Record
from exgui.engine.system import System, implements


class Awaited(Record):
    """Something that is waited for.

    Attributes:
        who: ids of those who wait for it.
        event: what it is, in their words.
        before: the step by which it happens, and those who wait act before it.
        after: the same, and they act after it.
    """

    who: tuple[str, ...]
    event: str
    before: Command
    after: Command


@runtime_checkable
class Awaits(Protocol):
    """A game in which people wait for something. A game need not."""

    def awaited(self, battle: Battle) -> tuple[Awaited, ...]:
        """All that is waited for now and could happen."""


def awaited(system: System, battle: Battle) -> tuple[Awaited, ...]:
    """All that is waited for now, in a game where people wait for something; else nothing."""
    if battle.phase != "running" or not implements(type(system), Awaits):
        return ()
    return cast(Awaits, system).awaited(battle)
