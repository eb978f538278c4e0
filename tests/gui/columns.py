"""Hands for the campaign column: its rows are found by kind and id, and clicked where they are."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPoint, Qt
from PySide6.QtTest import QTest

from exgui.gui.campaign_column.column import CampaignColumn
from exgui.gui.campaign_column.model import Node


def rows(column: CampaignColumn) -> list[Node]:
    """All rows, from the top down, folded or not, that the search leaves."""
    found, shown = [], column.tree.filter

    def walk(parent: QModelIndex) -> None:
        for row in range(shown.rowCount(parent)):
            index = shown.index(row, 0, parent)
            found.append(column.tree.node_at(index))
            walk(index)

    walk(QModelIndex())
    return found


def entries(column: CampaignColumn) -> dict[tuple[str, str], str]:
    """The names of all entries, by kind and id."""
    return {(one.entry.kind, one.entry.id): one.entry.name for one in rows(column) if one.entry is not None}


def chosen(column: CampaignColumn) -> list[tuple[str, str]]:
    """The entry marked as shown in the window."""
    return [(one.entry.kind, one.entry.id) for one in rows(column) if one.entry is not None and one.here]


def place_of(column: CampaignColumn, index: QModelIndex) -> QPoint:
    """Where a row of the model is, scrolled to."""
    shown = column.tree.filter.mapFromSource(index)
    assert shown.isValid()
    column.tree.scrollTo(shown)
    place = column.tree.visualRect(shown)
    assert not place.isEmpty(), "it is folded away"
    return QPoint(40, place.center().y())


def click(
    column: CampaignColumn,
    kind: str,
    id: str,
    modifier: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier,
    button: Qt.MouseButton = Qt.MouseButton.LeftButton,
) -> None:
    """Clicks an entry, in the unfolded column."""
    column.set_folded(False)
    QTest.mouseClick(column.tree.viewport(), button, modifier, place_of(column, column.model.find(kind, id)))
