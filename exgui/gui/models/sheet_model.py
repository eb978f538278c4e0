"""A sheet as a tree of Qt's: blocks, and in them traits, values, tracks, things with their fields (`sheets.layout`).

The first column has what a line is called, the second its content; the other facts have roles of their own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from enum import IntEnum
from typing import Any

from PySide6.QtCore import QModelIndex, QObject, Qt

from exgui.gui.look.explained_text import parts_text
from exgui.gui.widgets.tree_model import Index, TreeModel, TreeRow
from exgui.rulebook.unknown_words import words
from exgui.sheets.layout import Node
from exgui.sheets.paths import Path

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


class _Line(TreeRow):
    """A line of the tree, which stays the same one while its node changes."""

    __slots__ = ("node",)

    def __init__(self, node: Node) -> None:
        super().__init__()
        self.node = node


class SheetModel(TreeModel[_Line, Node]):
    """The tree of one sheet.

    Args:
        write: puts a text into the field at a path; edits with the same third argument are undone together.
    """

    columns = 2

    def __init__(
        self,
        root: Node,
        write: Callable[[Path, str, object], bool],
        editable: bool = True,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(_Line(root), parent)
        self._write = write
        self._editable = editable
        self._by_id: dict[str, _Line] = {}
        self.follow(self._root, root.children)

    @property
    def root(self) -> Node:
        return self._root.node

    def show(self, root: Node) -> None:
        """Show another state of the sheet. Lines that are still there stay. Only what is different is announced, and
        that once all of it is in place, so that a listener may ask for any line."""
        before, self._root.node = self._root.node, root
        if before.children is not root.children:
            self.follow(self._root, root.children)

    def node(self, id: str) -> Node | None:
        """Return the node of that id, None where there is none."""
        if id == self._root.node.id:
            return self._root.node
        line = self._by_id.get(id)
        return line.node if line is not None else None

    def index_of(self, id: str, column: int = TEXT) -> QModelIndex:
        """Return the index of the line of that id; an invalid one where there is none."""
        line = self._by_id.get(id)
        return self.index_of_row(line, column) if line is not None else QModelIndex()

    # What a line shows

    def key_of(self, source: Node) -> str:
        return source.id

    def beneath(self, source: Node) -> Sequence[Node]:
        return source.children

    def made(self, source: Node) -> _Line:
        line = self._by_id[source.id] = _Line(source)
        return line

    def take(self, row: _Line, source: Node) -> bool:
        before, row.node = row.node, source
        return before.but(children=()) != source.but(children=())

    def sync(self, row: _Line, source: Node) -> None:
        if row.node is not source:
            super().sync(row, source)

    def _forget(self, row: _Line) -> None:
        super()._forget(row)
        if self._by_id.get(row.node.id) is row:
            del self._by_id[row.node.id]

    # What Qt asks

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if orientation == Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            return ("Field", "Value")[section] if section < 2 else None
        return None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        line = self.row_at(index)
        if line is None:
            return None
        node = line.node
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
        line = self.row_at(index)
        if line is None:
            return Qt.ItemFlag.NoItemFlags
        out = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
        if self._editable and index.column() == TEXT and line.node.kind in EDITABLE:
            out |= Qt.ItemFlag.ItemIsEditable
        return out

    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        line = self.row_at(index)
        if line is None or role != Qt.ItemDataRole.EditRole or not self.flags(index) & Qt.ItemFlag.ItemIsEditable:
            return False
        self.write(line.node.id, str(value))
        return True

    def write(self, id: str, text: str, gesture: object = None) -> bool:
        """Put a text into the field of a line, right or wrong; False if that changes nothing.

        Args:
            gesture: edits with the same one in a row are undone together.
        """
        node = self.node(id)
        return node is not None and self._write(node.path, text, gesture)


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
