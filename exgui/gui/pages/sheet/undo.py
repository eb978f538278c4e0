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
        self._stack, self._say = document.undo_stack, say

    def can_undo(self) -> bool:
        """An edit was made."""
        return self._stack.canUndo()

    def can_redo(self) -> bool:
        """An edit was taken back, and nothing new was done since."""
        return self._stack.canRedo()

    def undo(self) -> None:
        """Takes back the last edit."""
        text = self._stack.undoText()
        self._stack.undo()
        self._say(f"Taken back: {text}")

    def redo(self) -> None:
        """Makes again what was taken back last."""
        text = self._stack.redoText()
        self._stack.redo()
        self._say(f"Done again: {text}")
