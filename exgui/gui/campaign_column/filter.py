"""What is left of the campaign column's tree while one searches in it."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QSortFilterProxyModel

from exgui.gui.campaign_column.model import CampaignModel

LONGEST_SEARCHED = 600
"""Letters of an entry that are searched."""


class CampaignFilter(QSortFilterProxyModel):
    """Shows the entries in which every word that is searched for stands, and the folders and sections above them."""

    def __init__(self, model: CampaignModel) -> None:
        super().__init__(model)
        self._model = model
        self._words: tuple[str, ...] = ()
        self.setRecursiveFilteringEnabled(True)
        self.setAutoAcceptChildRows(True)
        self.setSourceModel(model)

    @property
    def searches(self) -> bool:
        """Something is searched for."""
        return bool(self._words)

    def search(self, text: str) -> None:
        """Searches for words, in any order; "" shows everything."""
        words = tuple(text.casefold().split())
        if words != self._words:
            self.beginFilterChange()
            self._words = words
            self.endFilterChange(QSortFilterProxyModel.Direction.Rows)

    def filterAcceptsRow(self, row: int, parent: QModelIndex | QPersistentModelIndex) -> bool:
        if not self._words:
            return True
        node = self._model.child(parent, row)
        if node.what in ("section", "new", "hint"):
            return False
        if node.entry is None:
            return all(word in node.title.casefold() for word in self._words)
        entry = node.entry
        text = f"{entry.name} {entry.note}"[:LONGEST_SEARCHED].casefold()
        return all(word in text or (entry.player and word == "player") for word in self._words)
