"""What Ctrl+Z takes back on a sheet's page: the last edit, whenever it was made."""

from __future__ import annotations

from collections.abc import Callable

from exgui.gui.models.sheet_document import SheetDocument


class SheetUndo:
    """The undo target of one sheet.

    Args:
        say: shows in the status line what was taken back.
    """

    def __init__(self, document: SheetDocument, say: Callable[[str], object]) -> None:
        self._document, self._say = document, say

    def can_undo(self) -> bool:
        """An edit was made."""
        return self._document.undo_stack.canUndo()

    def can_redo(self) -> bool:
        """An edit was taken back, and nothing new was done since."""
        return self._document.undo_stack.canRedo()

    def undo(self) -> None:
        """Takes back the last edit."""
        self._said("Taken back", self._document.undo())

    def redo(self) -> None:
        """Makes again what was taken back last."""
        self._said("Done again", self._document.redo())

    def _said(self, what: str, text: str) -> None:
        if text:
            self._say(f"{what}: {text}")
