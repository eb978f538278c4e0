"""What Ctrl+Z takes back on an encounter's page: the last edit of this encounter; what it was is said."""

from __future__ import annotations

from collections.abc import Callable

from exgui.gui.pages.encounter.document import EncounterDocument


class EncounterUndo:
    """The undo target of one encounter.

    Args:
        write: saves what is still being written in a field.
        say: shows in the status line what was taken back.
    """

    def __init__(self, document: EncounterDocument, write: Callable[[], None], say: Callable[[str], object]) -> None:
        self._document, self._write, self._say = document, write, say

    def can_undo(self) -> bool:
        """There is something to take back."""
        return self._document.can_undo()

    def can_redo(self) -> bool:
        """Something was taken back."""
        return self._document.can_redo()

    def undo(self) -> None:
        """Takes back the last edit."""
        self._write()
        self._said("Taken back", self._document.undo())

    def redo(self) -> None:
        """Does it again."""
        self._write()
        self._said("Done again", self._document.redo())

    def _said(self, what: str, sentence: str) -> None:
        if sentence:
            self._say(f"{what}: {sentence}.")
