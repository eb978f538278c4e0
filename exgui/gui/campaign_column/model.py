"""The tree of the campaign column: sections, folders and entries. It only shows; the campaign's owner is asked for new
names and folders."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Literal

from PySide6.QtCore import QAbstractItemModel, QMimeData, QModelIndex, QObject, QPersistentModelIndex, Qt

from exgui.gui.campaign_column.entries import KINDS, MIME, Entry, Listing, Section, dragged_in, mime_of

Index = QModelIndex | QPersistentModelIndex
NODE = Qt.ItemDataRole.UserRole
"""The role that gives the `Node` of a row."""
TITLES: dict[Section, str] = {
    "battles": "Battles",
    "encounters": "Encounters",
    "sheets": "Sheets",
    "opponents": "Ready-made",
}
NEW: dict[Section, str] = {"encounters": "New encounter", "sheets": "New sheet"}
"""What can be made in a section, by the line at its end."""
NOTHING_YET: dict[Section, str] = {"battles": "None yet"}
LONGEST_NAME = 500
OPENS = {
    "battle": "Continue this battle",
    "encounter": "Open this encounter",
    "sheet": "Open this sheet",
    "opponent": "Drag it into an encounter, or copy it into the campaign (Ctrl+D)",
}
ROW = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
HINT = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemNeverHasChildren
ENTRY = ROW | Qt.ItemFlag.ItemIsDragEnabled | Qt.ItemFlag.ItemNeverHasChildren
NAMED = ENTRY | Qt.ItemFlag.ItemIsEditable
TARGET = ROW | Qt.ItemFlag.ItemIsDropEnabled
FOLDER = TARGET | Qt.ItemFlag.ItemIsEditable
"""What can be done with each kind of row: any; one that only shows; entries, also renamed; one dropped on."""
What = Literal["section", "folder", "entry", "new", "hint"]


class Node:
    """A row of the tree.

    Attributes:
        what: a section, a folder in it, an entry, the line that makes a new one, or a hint.
        name: what is shown, and for a folder what it is called.
        entry: what it lists; None for rows that list nothing.
        here: it is what the window shows.
        at: its place among the rows beside it.
    """

    __slots__ = ("at", "children", "entry", "here", "id", "name", "parent", "section", "title", "what")

    def __init__(self, what: What, section: Section, name: str, entry: Entry | None = None) -> None:
        self.what = what
        self.section = section
        self.name = name
        self.title = name
        self.entry = entry
        self.here = False
        self.parent: Node | None = None
        self.children: list[Node] = []
        self.at = 0
        self.id = 0

    @property
    def key(self) -> tuple[str, ...]:
        """The row's identity, the same whenever the tree is rebuilt."""
        return (self.section, self.what, self.entry.id if self.entry is not None else self.name, self.folder)

    @property
    def folder(self) -> str:
        if self.entry is not None:
            return self.entry.folder
        return self.name if self.what == "folder" else ""

    @property
    def count(self) -> int:
        return sum(child.count if child.what == "folder" else child.what == "entry" for child in self.children)


Rename = Callable[[Node, str], bool]
Move = Callable[[Sequence[Entry], str], bool]


class CampaignModel(QAbstractItemModel):
    """The tree.

    Args:
        rename: gives the entry or folder of a row another name; says whether that could be done.
        move: puts entries of one section into a folder, "" for none; says whether that could be done.
    """

    def __init__(self, rename: Rename | None = None, move: Move | None = None, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rename, self._move = rename, move
        self.may_change = True
        self._root = Node("section", "battles", "")
        self._nodes: dict[int, Node] = {}
        self._next = 1
        self._opponents: tuple[tuple[str, str, tuple[Entry, ...] | None], ...] = ()
        self._here: tuple[str, str] | None = None

    # What is shown

    def show(self, listing: Listing | None) -> None:
        """Show what a campaign lists; None for no campaign. Rows that stay are not touched."""
        if listing is None:
            self._replace(self._root, [])
            return
        sections = [
            self._section("battles", listing.battles, ()),
            self._section("encounters", listing.encounters, listing.encounter_folders),
            self._section("sheets", listing.sheets, listing.sheet_folders),
            self._opponents_section(),
        ]
        self._replace(self._root, sections)

    def show_battles(self, battles: Sequence[Entry]) -> None:
        """Show other battles; nothing else is touched."""
        section = self.section("battles")
        if section is not None:
            self._replace(section, self._section("battles", battles, ()).children)

    def show_opponents(self, rulesets: Sequence[tuple[str, str, tuple[Entry, ...] | None]]) -> None:
        """Show the ready-made opponents.

        Args:
            rulesets: id and name of each ruleset, with its opponents; None while they are not read.
        """
        self._opponents = tuple(rulesets)
        section = self.section("opponents")
        if section is not None:
            self._replace(section, self._opponents_section().children)

    def show_here(self, kind: str, id: str) -> None:
        here = (kind, id)
        for node in self._nodes.values():
            is_here = node.entry is not None and (node.entry.kind, node.entry.id) == here
            if is_here != node.here:
                node.here = is_here
                self._tell_changed(node)
        self._here = here

    def section(self, section: Section) -> Node | None:
        """Return the row of a section; None where nothing is listed."""
        return next((node for node in self._root.children if node.section == section), None)

    def nodes(self) -> Iterable[Node]:
        todo = list(reversed(self._root.children))
        while todo:
            node = todo.pop()
            yield node
            todo.extend(reversed(node.children))

    def find(self, kind: str, id: str) -> QModelIndex:
        """Return the row of an entry; no index where it is not listed."""
        for node in self.nodes():
            if node.entry is not None and (node.entry.kind, node.entry.id) == (kind, id):
                return self.index_of(node)
        return QModelIndex()

    def find_folder(self, section: Section, name: str) -> QModelIndex:
        """Return the row of a folder; an invalid index if there is none."""
        parent = self.section(section)
        for node in parent.children if parent is not None else ():
            if node.what == "folder" and node.name == name:
                return self.index_of(node)
        return QModelIndex()

    def index_of(self, node: Node) -> QModelIndex:
        return self.createIndex(node.at, 0, node.id)

    def child(self, parent: Index, row: int) -> Node:
        return self._node(parent).children[row]

    # Qt's model

    def index(self, row: int, column: int, parent: Index = QModelIndex()) -> QModelIndex:  # noqa: B008
        children = self._node(parent).children
        if column != 0 or not 0 <= row < len(children) or (parent.isValid() and parent.column() != 0):
            return QModelIndex()
        return self.createIndex(row, 0, children[row].id)

    def parent(self, index: Index = QModelIndex()) -> QModelIndex:  # type: ignore[override]  # noqa: B008
        node = self._nodes.get(index.internalId()) if index.isValid() else None
        if node is None or node.parent is None or node.parent is self._root:
            return QModelIndex()
        return self.index_of(node.parent)

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() and parent.column() != 0 else len(self._node(parent).children)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 1

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        node = self._nodes.get(index.internalId()) if index.isValid() else None
        if node is None:
            return None
        if role == NODE:
            return node
        if role == Qt.ItemDataRole.DisplayRole:
            return node.title
        if role == Qt.ItemDataRole.EditRole:
            return node.name
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return _spoken(node)
        if role == Qt.ItemDataRole.ToolTipRole:
            return _tip(node)
        return None

    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        node = self._nodes.get(index.internalId()) if index.isValid() else None
        if node is None or role != Qt.ItemDataRole.EditRole or self._rename is None:
            return False
        name = str(value).strip()
        return bool(name) and name != node.name and self._rename(node, name)

    def flags(self, index: Index) -> Qt.ItemFlag:
        node = self._nodes.get(index.internalId()) if index.isValid() else None
        if node is None:
            return Qt.ItemFlag.NoItemFlags
        own = node.section != "opponents" and self.may_change
        if node.what == "hint":
            return HINT
        if node.what == "entry":
            named = own and node.entry is not None and not node.entry.damaged
            if not named:
                return ENTRY
            return NAMED | Qt.ItemFlag.ItemIsDropEnabled if node.section in NEW else NAMED
        if not own or node.section not in NEW or node.what == "new":
            return ROW
        return FOLDER if node.what == "folder" else TARGET

    # Dragging

    def mimeTypes(self) -> list[str]:
        return [MIME]

    def mimeData(self, indexes: Sequence[Index]) -> QMimeData:
        nodes = (self.data(index, NODE) for index in indexes)
        return mime_of(node.entry for node in nodes if node is not None and node.entry is not None)

    def supportedDropActions(self) -> Qt.DropAction:
        return Qt.DropAction.CopyAction | Qt.DropAction.MoveAction

    def canDropMimeData(self, data: QMimeData, action: Qt.DropAction, row: int, column: int, parent: Index) -> bool:
        node = self.data(parent, NODE)
        if node is None or not self.flags(parent) & Qt.ItemFlag.ItemIsDropEnabled:
            return False
        dragged = dragged_in(data)
        return bool(dragged) and all(one.kind == KINDS[node.section] for one in dragged)

    def dropMimeData(self, data: QMimeData, action: Qt.DropAction, row: int, column: int, parent: Index) -> bool:
        if self._move is None or not self.canDropMimeData(data, action, row, column, parent):
            return False
        node: Node = self.data(parent, NODE)
        wanted = {one.id for one in dragged_in(data)}
        section = self.section(node.section)
        entries = [one.entry for one in _all_beneath(section) if one.entry is not None and one.entry.id in wanted]
        # The rows change by themselves once the campaign has; Qt must not remove those that were dragged.
        if entries:
            self._move(entries, node.folder)
        return False

    # Inside

    def _node(self, index: Index) -> Node:
        return self._nodes.get(index.internalId(), self._root) if index.isValid() else self._root

    def _section(self, section: Section, entries: Sequence[Entry], folders: Sequence[str]) -> Node:
        out = Node("section", section, TITLES[section])
        by_name = {name: Node("folder", section, name) for name in folders}
        out.children += by_name.values()
        for one in entries:
            by_name.get(one.folder, out).children.append(Node("entry", section, one.name, one))
        if section in NEW and self.may_change:
            out.children.append(Node("new", section, NEW[section]))
        elif not entries and section in NOTHING_YET:
            out.children.append(Node("hint", section, NOTHING_YET[section]))
        return out

    def _opponents_section(self) -> Node:
        out = Node("section", "opponents", TITLES["opponents"])
        for ruleset, name, entries in self._opponents:
            folder = Node("folder", "opponents", ruleset)
            folder.title = name
            folder.children = [Node("entry", "opponents", one.name, one) for one in entries or ()]
            out.children.append(folder)
        return out

    def _replace(self, parent: Node, wanted: list[Node]) -> None:
        """Replace a row's children; equal ones at the beginning and end are only updated."""
        there = parent.children
        head = 0
        while head < min(len(there), len(wanted)) and there[head].key == wanted[head].key:
            head += 1
        tail = 0
        while tail < min(len(there), len(wanted)) - head and there[-1 - tail].key == wanted[-1 - tail].key:
            tail += 1
        staying = [*zip(there[:head], wanted[:head], strict=True)]
        if tail:
            staying += zip(there[-tail:], wanted[-tail:], strict=True)
        here = QModelIndex() if parent is self._root else self.index_of(parent)
        if len(there) > head + tail:
            self.beginRemoveRows(here, head, len(there) - tail - 1)
            for gone in there[head : len(there) - tail]:
                self._forget(gone)
            del there[head : len(there) - tail]
            self._number(parent)
            self.endRemoveRows()
        if len(wanted) > head + tail:
            new = wanted[head : len(wanted) - tail]
            self.beginInsertRows(here, head, head + len(new) - 1)
            for node in new:
                self._take_in(node, parent)
            there[head:head] = new
            self._number(parent)
            self.endInsertRows()
        for node, now in staying:
            if (node.entry, node.title) != (now.entry, now.title):
                node.entry, node.name, node.title = now.entry, now.name, now.title
                self._tell_changed(node)
            count = node.count
            self._replace(node, now.children)
            if node.count != count:
                self._tell_changed(node)

    def _take_in(self, node: Node, parent: Node) -> None:
        node.parent, node.id = parent, self._next
        node.here = node.entry is not None and (node.entry.kind, node.entry.id) == self._here
        self._nodes[node.id] = node
        self._next += 1
        for at, child in enumerate(node.children):
            child.at = at
            self._take_in(child, node)

    def _forget(self, node: Node) -> None:
        del self._nodes[node.id]
        for child in node.children:
            self._forget(child)

    def _number(self, parent: Node) -> None:
        for at, child in enumerate(parent.children):
            child.at = at

    def _tell_changed(self, node: Node) -> None:
        index = self.index_of(node)
        self.dataChanged.emit(index, index)


def _all_beneath(node: Node | None) -> Iterable[Node]:
    for child in node.children if node is not None else ():
        yield child
        yield from _all_beneath(child)


def _spoken(node: Node) -> str:
    words = [node.title[:LONGEST_NAME]]
    if node.what in ("section", "folder"):
        words.append(f"{node.count}")
    if node.entry is not None:
        if node.entry.player:
            words.append("player’s character")
        if node.entry.note:
            words.append(node.entry.note)
    return ", ".join(words)


def _tip(node: Node) -> str:
    if node.entry is None:
        return node.title if node.what == "folder" else ""
    entry = node.entry
    lines = [f"{entry.name}: {entry.note}" if entry.note else entry.name]
    if entry.text:
        lines.append(entry.text)
    if entry.player:
        lines.append("A player’s character")
    lines.append(OPENS[entry.kind])
    return "\n".join(lines)
