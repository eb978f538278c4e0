"""A sheet as a tree of Qt's: blocks, and in them traits, values, tracks, things with their fields (`sheets.layout`).

The first column has what a line is called, the second what stands in it; the other facts have roles of their own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from enum import IntEnum
from typing import Any

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from exgui.rulebook.unknown_words import words
from exgui.sheets.layout import Node
from exgui.sheets.paths import Path

Index = QModelIndex | QPersistentModelIndex
LABEL, TEXT = 0, 1
EDITABLE = frozenset(("trait", "value", "track", "field"))


class Role(IntEnum):
    """What can be asked of a line besides Qt's own roles.

    NODE gives all of it at once. PARTS gives the parts of a number (`Explained`), BY_RULES what the rules would give
    where BY_HAND says that it is set by hand.
    """

    NODE = Qt.ItemDataRole.UserRole + 1
    VALUE = NODE + 1
    LABEL = NODE + 2
    PARTS = NODE + 3
    ERROR = NODE + 4
    RULE = NODE + 5
    HELP = NODE + 6
    BY_HAND = NODE + 7
    BY_RULES = NODE + 8


ROLE_FIELDS = {
    Role.VALUE: "value",
    Role.LABEL: "label",
    Role.PARTS: "number",
    Role.ERROR: "error",
    Role.RULE: "rule",
    Role.HELP: "help",
    Role.BY_HAND: "by_hand",
    Role.BY_RULES: "by_rules",
}


class _Line:
    """A line of the tree, which stays the same one while its node changes."""

    __slots__ = ("children", "node", "parent", "row")

    def __init__(self, node: Node, parent: _Line | None, row: int) -> None:
        self.node, self.parent, self.row = node, parent, row
        self.children = [_Line(child, self, index) for index, child in enumerate(node.children)]

    def renumber(self) -> None:
        for row, child in enumerate(self.children):
            child.row = row


class SheetModel(QAbstractItemModel):
    """The tree of one sheet.

    Args:
        write: puts a text into the field at a path.
    """

    def __init__(
        self, root: Node, write: Callable[[Path, str], object], editable: bool = True, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._root = _Line(root, None, 0)
        self._write = write
        self._editable = editable
        self._by_id: dict[str, _Line] = {}
        self._collect()

    @property
    def root(self) -> Node:
        """The whole tree as it is now."""
        return self._root.node

    def show(self, root: Node) -> None:
        """Shows another state of the sheet. Lines that are still there stay; only what is different is announced."""
        if root == self._root.node:
            return
        self._sync(self._root, root)
        self._collect()

    def node(self, id: str) -> Node | None:
        """The node of that id, None where there is none."""
        line = self._by_id.get(id)
        return line.node if line is not None else None

    def index_of(self, id: str, column: int = TEXT) -> QModelIndex:
        """The index of the line of that id; an invalid one where there is none."""
        line = self._by_id.get(id)
        return QModelIndex() if line is None or line.parent is None else self.createIndex(line.row, column, line)

    def lines(self) -> Iterator[Node]:
        """Every line of the tree, each block before what stands in it."""
        return (line.node for line in self._by_id.values())

    # What Qt asks

    def index(self, row: int, column: int, parent: Index = QModelIndex()) -> QModelIndex:  # noqa: B008
        if not self.hasIndex(row, column, parent):
            return QModelIndex()
        return self.createIndex(row, column, self._line(parent).children[row])

    def parent(self, index: Index = QModelIndex()) -> QModelIndex:  # type: ignore[override]  # noqa: B008
        above = self._line(index).parent if index.isValid() else None
        if above is None or above.parent is None:
            return QModelIndex()
        return self.createIndex(above.row, 0, above)

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.column() > 0 else len(self._line(parent).children)

    def columnCount(self, _parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 2

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if orientation == Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            return ("Field", "Value")[section] if section < 2 else None
        return None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        node = self._line(index).node
        if role == Role.NODE:
            return node
        if role in ROLE_FIELDS:
            return getattr(node, ROLE_FIELDS[Role(role)])
        if role == Qt.ItemDataRole.DisplayRole:
            return node.label if index.column() == LABEL else node.text
        if role == Qt.ItemDataRole.EditRole:
            return node.text if index.column() == TEXT else None
        if role == Qt.ItemDataRole.ToolTipRole:
            return node.error or node.help or None
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return spoken(node)
        return None

    def flags(self, index: Index) -> Qt.ItemFlag:
        if not index.isValid():
            return Qt.ItemFlag.NoItemFlags
        out = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
        if self._editable and index.column() == TEXT and self._line(index).node.kind in EDITABLE:
            out |= Qt.ItemFlag.ItemIsEditable
        return out

    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        if role != Qt.ItemDataRole.EditRole or not self.flags(index) & Qt.ItemFlag.ItemIsEditable:
            return False
        self._write(self._line(index).node.path, str(value))
        return True

    # Inside

    def _line(self, index: Index) -> _Line:
        found = index.internalPointer() if index.isValid() else None
        return found if isinstance(found, _Line) else self._root

    def _index(self, line: _Line, column: int = 0) -> QModelIndex:
        return QModelIndex() if line.parent is None else self.createIndex(line.row, column, line)

    def _sync(self, line: _Line, node: Node) -> None:
        before, line.node = line.node, node
        if before is node:
            return
        if line.parent is not None and before.but(children=()) != node.but(children=()):
            self.dataChanged.emit(self._index(line), self._index(line, TEXT))
        if before.children is node.children:
            return
        wanted = {child.id for child in node.children}
        for row in reversed(range(len(line.children))):
            if line.children[row].node.id not in wanted:
                self._remove(line, row)
        for row, child in enumerate(node.children):
            if row < len(line.children) and line.children[row].node.id == child.id:
                self._sync(line.children[row], child)
                continue
            later = next((one.row for one in line.children[row:] if one.node.id == child.id), None)
            if later is not None:
                self._remove(line, later)
            self.beginInsertRows(self._index(line), row, row)
            line.children.insert(row, _Line(child, line, row))
            line.renumber()
            self.endInsertRows()

    def _remove(self, line: _Line, row: int) -> None:
        self.beginRemoveRows(self._index(line), row, row)
        del line.children[row]
        line.renumber()
        self.endRemoveRows()

    def _collect(self) -> None:
        self._by_id = {}
        lines = [self._root]
        while lines:
            line = lines.pop()
            self._by_id[line.node.id] = line
            lines.extend(reversed(line.children))


def spoken(node: Node) -> str:
    """A line as a screen reader says it."""
    said = node.label or words(node.id)
    if node.text:
        said = f"{said} {node.text}"
    if node.by_hand and node.by_rules is not None:
        said = f"{said}, set by hand, the rules give {node.by_rules.total}"
    return f"{said}, {node.error}" if node.error else said
