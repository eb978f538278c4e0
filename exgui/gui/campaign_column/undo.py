"""What was done in the campaign column, so that it can be taken back and done again."""

from __future__ import annotations

from collections.abc import Callable

from exgui.campaign.errors import CampaignError
from exgui.engine.frozen import frozen
from exgui.gui.campaign_session import sentence

MOST = 100
"""Changes that are remembered."""


@frozen
class ColumnChange:
    """Something that was done to the campaign.

    Attributes:
        said: what was done, as a sentence without its stop: "Deleted Bandit".
        undo, redo: take it back, and do it again.
    """

    said: str
    undo: Callable[[], None]
    redo: Callable[[], None]


class ColumnUndo:
    """The undo target of the campaign column.

    Args:
        say: says a sentence.
        changed: is called after something was taken back or done again.
    """

    def __init__(self, say: Callable[[str], None], changed: Callable[[], None]) -> None:
        self._say, self._changed = say, changed
        self._done: list[ColumnChange] = []
        self._undone: list[ColumnChange] = []

    def can_undo(self) -> bool:
        """Something was done here."""
        return bool(self._done)

    def can_redo(self) -> bool:
        """Something was taken back here, and nothing done since."""
        return bool(self._undone)

    def note(self, change: ColumnChange) -> None:
        """Something was done."""
        self._done = [*self._done[1 - MOST :], change]
        self._undone.clear()

    def undo(self) -> bool:
        """Takes back what was done last; says what, or why it cannot be."""
        return self._move(self._done, self._undone, lambda change: change.undo(), "Taken back")

    def redo(self) -> bool:
        """Does again what was taken back last."""
        return self._move(self._undone, self._done, lambda change: change.redo(), "Done again")

    def undo_this(self, change: ColumnChange) -> bool:
        """Takes back a change and all that was done after it."""
        while change in self._done:
            if not self.undo():
                return False
        return True

    def forget(self) -> None:
        """Another campaign is open: nothing can be taken back in it."""
        self._done.clear()
        self._undone.clear()

    def _move(
        self,
        source: list[ColumnChange],
        target: list[ColumnChange],
        do: Callable[[ColumnChange], object],
        what: str,
    ) -> bool:
        if not source:
            return False
        try:
            do(source[-1])
        except CampaignError as error:
            self._say(sentence(error))
            return False
        finally:
            self._changed()
        change = source.pop()
        target.append(change)
        self._say(f"{what}: {change.said[:1].lower()}{change.said[1:]}.")
        return True
