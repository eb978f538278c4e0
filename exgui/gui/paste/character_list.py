"""The characters that were found in a text: one of them is shown, those that are ticked are imported."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QListView

from exgui.gui.widgets.tick_boxes import TickBoxes

if TYPE_CHECKING:
    from exgui.sheets.stat_block.pasted import PastedSheet

MOST_PEOPLE, PERSON = 6, 22
"""Characters that are listed without scrolling, and the height of a line in pixels."""


class CharacterList(QListView):
    """Lists them, where there are several.

    Signals:
        picked(): another one is to be shown.

    Attributes:
        shown: the row of the one that is shown.
    """

    picked = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.shown = 0
        self._characters = QStandardItemModel(self)
        self.setModel(self._characters)
        self.setItemDelegate(TickBoxes(self))
        self.setUniformItemSizes(True)
        self.setEditTriggers(QListView.EditTrigger.NoEditTriggers)
        self.setAccessibleName("Characters in the text")
        self.selectionModel().currentChanged.connect(lambda now, _before: self._show(now.row()))

    @property
    def count(self) -> int:
        """How many there are."""
        return self._characters.rowCount()

    def fill(self, sheets: Sequence[PastedSheet]) -> None:
        """Lists these; where there are as many as before, who was not ticked is not ticked now."""
        unticked = {row for row in range(self.count) if not self.is_ticked(row)} if self.count == len(sheets) else ()
        self.selectionModel().blockSignals(True)
        self._characters.clear()
        for row, sheet in enumerate(sheets):
            item = QStandardItem(sheet.name or "Without a name")
            item.setCheckable(True)
            item.setCheckState(Qt.CheckState.Unchecked if row in unticked else Qt.CheckState.Checked)
            self._characters.appendRow(item)
        self.selectionModel().blockSignals(False)
        self.setVisible(len(sheets) > 1)
        self.setFixedHeight(min(len(sheets), MOST_PEOPLE) * PERSON + 4)
        self.shown = min(self.shown, max(0, len(sheets) - 1))
        if len(sheets) > 1:
            self.setCurrentIndex(self._characters.index(self.shown, 0))

    def is_ticked(self, row: int) -> bool:
        """Somebody is to be imported."""
        item = self._characters.item(row)
        return item is None or item.checkState() == Qt.CheckState.Checked

    def show_row(self, row: int) -> None:
        """Shows somebody else."""
        self.setCurrentIndex(self._characters.index(row, 0))

    def _show(self, row: int) -> None:
        if row >= 0 and row != self.shown:
            self.shown = row
            self.picked.emit()
