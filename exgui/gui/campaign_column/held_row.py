"""Keeps the row that was clicked under the mouse, although the list gets another place or height with the next page."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex
from PySide6.QtGui import QCursor
from PySide6.QtWidgets import QTreeView


class HeldRow:
    """The row that was clicked, until the mouse goes away from the list or moves it.

    Args:
        view: the list. Its viewport begins further down while there are not enough rows above to scroll by.
    """

    def __init__(self, view: QTreeView) -> None:
        self._view = view
        self._row: QPersistentModelIndex | None = None
        self._y = self._above = 0

    def hold(self, index: QModelIndex) -> None:
        """This row stays where it is on the screen."""
        self._row, self._y = QPersistentModelIndex(index), self._place(index)

    def keep(self) -> None:
        """The list may have moved: puts the row where it was."""
        if self._row is None or not self._row.isValid():
            return
        bar = self._view.verticalScrollBar()
        wanted = bar.value() - self._above + self._place(self._row) - self._y
        self._begin_at(max(0, -wanted))
        bar.setValue(max(0, wanted))

    def let_go(self) -> None:
        """The list is where it belongs, if the mouse has left it."""
        if self._row is not None and not self._view.rect().contains(self._view.mapFromGlobal(QCursor.pos())):
            self.drop()

    def drop(self) -> None:
        """The list is where it belongs."""
        self._row = None
        self._begin_at(0)

    def _place(self, index: QModelIndex | QPersistentModelIndex) -> int:
        row = self._view.visualRect(index)
        return self._view.viewport().mapToGlobal(row.topLeft()).y()

    def _begin_at(self, above: int) -> None:
        if above != self._above:
            self._above = above
            self._view.setViewportMargins(0, above, 0, 0)
