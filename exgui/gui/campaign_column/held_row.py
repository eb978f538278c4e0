"""Keeps the row that was clicked under the mouse, as far as the list scrolls, although it gets another place or height
with the next page."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex
from PySide6.QtGui import QCursor
from PySide6.QtWidgets import QTreeView


class HeldRow:
    """The row that was clicked, until the mouse goes away from the list or moves it."""

    def __init__(self, view: QTreeView) -> None:
        self._view = view
        self._row: QPersistentModelIndex | None = None
        self._y = 0

    def hold(self, index: QModelIndex) -> None:
        """This row stays where it is on the screen."""
        self._row, self._y = QPersistentModelIndex(index), self._place(index)

    def keep(self) -> None:
        """The list may have moved: puts the row where it was."""
        if self._row is None or not self._row.isValid():
            return
        bar = self._view.verticalScrollBar()
        bar.setValue(bar.value() + self._place(self._row) - self._y)

    def let_go(self) -> None:
        """Holds the row no longer, if the mouse has left the list."""
        if self._row is not None and not self._view.rect().contains(self._view.mapFromGlobal(QCursor.pos())):
            self.drop()

    def drop(self) -> None:
        """Holds the row no longer."""
        self._row = None

    def _place(self, index: QModelIndex | QPersistentModelIndex) -> int:
        row = self._view.visualRect(index)
        return self._view.viewport().mapToGlobal(row.topLeft()).y()
