"""What a battle under way tells those who follow it: one `Change` for each call, to all of them in the same order."""

from __future__ import annotations

import sys
from collections.abc import Callable

from exgui.engine.battle import Battle
from exgui.engine.record import Record
from exgui.play.journal import Entry


class Change(Record):
    """What one call changed, as listeners get it.

    Attributes:
        before, after: the battle as it was shown before and is shown now (inside a step, with what has happened of it).
        entry: what the call was, as the journal has it: `Commanded`, `Answered`, `Undone` or `Redone`.
        since: number of the first step, an open one included, that differs from before.
    """

    before: Battle
    after: Battle
    entry: Entry | None
    since: int = 0

    def then(self, later: Change) -> Change:
        """This change and the one right after it, as one change with the entry of the later one."""
        return later.but(before=self.before, since=min(self.since, later.since))


Listener = Callable[[Change], None]


class Listeners:
    """Those who hear of every change of a battle."""

    def __init__(self) -> None:
        self._listeners: list[Listener] = []
        self._queued: list[Change] = []

    def add(self, listener: Listener) -> Callable[[], None]:
        """Calls `listener` with every change from now on; calling the result ends that."""
        self._listeners.append(listener)

        def unsubscribe() -> None:
            if listener in self._listeners:
                self._listeners.remove(listener)

        return unsubscribe

    def tell(self, change: Change) -> None:
        """Calls every listener. A change that a listener itself makes comes after this one: all get them in order.

        One that fails keeps no other from hearing of it, nor makes undone what is done and written down; as nobody here
        can do anything about it, it goes where exceptions go that nobody catches.
        """
        self._queued.append(change)
        if len(self._queued) > 1:
            return
        try:
            while self._queued:
                for listener in tuple(self._listeners):
                    try:
                        listener(self._queued[0])
                    except Exception as error:
                        sys.excepthook(type(error), error, error.__traceback__)
                del self._queued[0]
        finally:
            self._queued.clear()
