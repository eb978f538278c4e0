"""A list whose lines are ticked: its boxes, seen on any ground."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QSize, Qt
from PySide6.QtWidgets import QStyledItemDelegate, QStyleOptionViewItem

from exgui.gui.appearance import theme_of
from exgui.gui.icons import icon
from exgui.gui.safe_events import safe_events


@safe_events
class TickBoxes(QStyledItemDelegate):
    """Draws the boxes of a list's lines as icons: Fusion's own cannot be told from a dark ground."""

    def initStyleOption(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> None:
        theme = theme_of(self)
        super().initStyleOption(option, index)
        on = Qt.CheckState(index.data(Qt.ItemDataRole.CheckStateRole)) == Qt.CheckState.Checked
        feature = QStyleOptionViewItem.ViewItemFeature
        option.features = (option.features & ~feature.HasCheckIndicator) | feature.HasDecoration
        option.icon = icon(theme, "checkbox-marked" if on else "checkbox-blank-outline", "gold" if on else "muted")
        option.decorationSize = QSize(18, 18)
