"""A sheet as a tree of Qt's: blocks, and in them traits, values, tracks, things with their fields (`sheets.layout`).

The first column has what a line is called, the second its content; the other facts have roles of their own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from enum import IntEnum
from typing import Any

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from exgui.gui.look.explained_text import parts_text
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
        write: puts a text into the field at a path; edits with the same third argument are undone together.
    """

    def __init__(
        self,
        root: Node,
        write: Callable[[Path, str, object], bool],
        editable: bool = True,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._root = _Line(root, None, 0)
        self._write = write
        self._editable = editable
        self._by_id: dict[str, _Line] = {}
        self._collect()

    @property
    def root(self) -> Node:
        return self._root.node

    def show(self, root: Node) -> None:
        """Show another state of the sheet. Lines that are still there stay. Only what is different is announced, and
        that once all of it is in place, so that a listener may ask for any line."""
        self._changed: list[_Line] = []
        self._moved = False
        self._sync(self._root, root)
        if self._moved:
            self._collect()
        for line in self._changed:
            if self._by_id.get(line.node.id) is line:  # a listener may have written more
                self.dataChanged.emit(self._index(line), self._index(line, TEXT))

    def node(self, id: str) -> Node | None:
        """Return the node of that id, None where there is none."""
        line = self._by_id.get(id)
        return line.node if line is not None else None

    def index_of(self, id: str, column: int = TEXT) -> QModelIndex:
        """Return the index of the line of that id; an invalid one where there is none."""
        line = self._by_id.get(id)
        return QModelIndex() if line is None or line.parent is None else self.createIndex(line.row, column, line)

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
        self.write(self._line(index).node.id, str(value))
        return True

    def write(self, id: str, text: str, gesture: object = None) -> bool:
        """Put a text into the field of a line, right or wrong; False if that changes nothing.

        Args:
            gesture: edits with the same one in a row are undone together.
        """
        node = self.node(id)
        return node is not None and self._write(node.path, text, gesture)

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
        others = before.children is not node.children and [one.id for one in before.children] != [
            one.id for one in node.children
        ]
        if line.parent is not None and (others or before.but(children=()) != node.but(children=())):
            self._changed.append(line)
        if before.children is node.children:
            return
        self._moved = self._moved or others
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


class SheetBinding(QObject):
    """Has parts of a page show lines of a model: each at once, and again when its own line changes. Rows that come or
    go below a line change it too."""

    def __init__(self, model: SheetModel, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.model = model
        self._shows: dict[str, Callable[[Node], object]] = {}
        model.dataChanged.connect(self._on_changed)

    def bind(self, id: str, show: Callable[[Node], object]) -> None:
        """Have `show` called with the line of that id, replacing any previous callback."""
        self._shows[id] = show
        node = self.model.node(id)
        if node is not None:
            show(node)

    def unbind(self, ids: Iterable[str]) -> None:
        for id in ids:
            self._shows.pop(id, None)

    def clear(self) -> None:
        self._shows.clear()

    def close(self) -> None:
        self.model.dataChanged.disconnect(self._on_changed)

    def _on_changed(self, first: QModelIndex, last: QModelIndex) -> None:
        for row in range(first.row(), last.row() + 1):
            node: Node = first.siblingAtRow(row).data(Role.NODE)
            show = self._shows.get(node.id)
            if show is not None:
                show(node)


def spoken(node: Node) -> str:
    text = node.label or words(node.id)
    if node.kind == "item":
        text = ", ".join((text, *(["own"] if node.more["own"] else []), str(node.more["sentence"])))
        text = f"{text}, in hand" if node.more["ready"] and node.more["kind"] == "weapon" else text
    elif node.kind == "value" and node.number is not None and not node.by_hand:
        text = f"{text} {node.text}, {parts_text(node.number)}"
    elif node.text:
        text = f"{text} {node.text}"
    if node.by_hand and node.by_rules is not None:
        text = f"{text}, set by hand, the rules give {node.by_rules.total}"
    return f"{text}, {node.error}" if node.error else text
