"""The tree of the campaign column: sections, folders and entries. It only shows; the campaign's owner is asked for new
names and folders."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Literal

from PySide6.QtCore import QMimeData, QModelIndex, QObject, Qt

from exgui.gui.campaign_column.entries import KINDS, MIME, Entry, Listing, Section, dragged_in, mime_of
from exgui.gui.widgets.tree_model import Index, TreeModel, TreeRow

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


class Node(TreeRow):
    """A row of the tree.

    Attributes:
        what: a section, a folder in it, an entry, the line that makes a new one, or a hint.
        name: what is shown, and for a folder what it is called.
        entry: what it lists; None for rows that list nothing.
        here: it is what the window shows.
    """

    __slots__ = ("entry", "here", "name", "section", "title", "what")

    def __init__(self, what: What, section: Section, name: str, entry: Entry | None = None) -> None:
        super().__init__()
        self.what = what
        self.section = section
        self.name = name
        self.title = name
        self.entry = entry
        self.here = False

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


class CampaignModel(TreeModel[Node, Node]):
    """The tree.

    Args:
        rename: gives the entry or folder of a row another name; says whether that could be done.
        move: puts entries of one section into a folder, "" for none; says whether that could be done.
    """

    def __init__(self, rename: Rename | None = None, move: Move | None = None, parent: QObject | None = None) -> None:
        super().__init__(Node("section", "battles", ""), parent)
        self._rename, self._move = rename, move
        self.may_change = True
        self._opponents: tuple[tuple[str, str, tuple[Entry, ...] | None], ...] = ()
        self._here: tuple[str, str] | None = None

    # What is shown

    def show(self, listing: Listing | None) -> None:
        """Show what a campaign lists; None for no campaign. Rows that stay are not touched."""
        if listing is None:
            self.follow(self._root, [])
            return
        sections = [
            self._section("battles", listing.battles, ()),
            self._section("encounters", listing.encounters, listing.encounter_folders),
            self._section("sheets", listing.sheets, listing.sheet_folders),
            self._opponents_section(),
        ]
        self.follow(self._root, sections)

    def show_battles(self, battles: Sequence[Entry]) -> None:
        """Show other battles; nothing else is touched."""
        section = self.section("battles")
        if section is not None:
            self.follow(section, self._section("battles", battles, ()).children)

    def show_opponents(self, rulesets: Sequence[tuple[str, str, tuple[Entry, ...] | None]]) -> None:
        """Show the ready-made opponents.

        Args:
            rulesets: id and name of each ruleset, with its opponents; None while they are not read.
        """
        self._opponents = tuple(rulesets)
        section = self.section("opponents")
        if section is not None:
            self.follow(section, self._opponents_section().children)

    def show_here(self, kind: str, id: str) -> None:
        here = (kind, id)
        for node in self._rows.values():
            is_here = node.entry is not None and (node.entry.kind, node.entry.id) == here
            if is_here != node.here:
                node.here = is_here
                self.announce(node)
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
                return self.index_of_row(node)
        return QModelIndex()

    def find_folder(self, section: Section, name: str) -> QModelIndex:
        """Return the row of a folder; an invalid index if there is none."""
        parent = self.section(section)
        for node in parent.children if parent is not None else ():
            if node.what == "folder" and node.name == name:
                return self.index_of_row(node)
        return QModelIndex()

    def child(self, parent: Index, row: int) -> Node:
        children: list[Node] = (self.row_at(parent) or self._root).children
        return children[row]

    # What a row shows: rows made anew are taken over

    def key_of(self, source: Node) -> tuple[str, ...]:
        return (
            source.section,
            source.what,
            source.entry.id if source.entry is not None else source.name,
            source.folder,
        )

    def beneath(self, source: Node) -> Sequence[Node]:
        return source.children

    def made(self, source: Node) -> Node:
        source.here = source.entry is not None and (source.entry.kind, source.entry.id) == self._here
        return source

    def take(self, row: Node, source: Node) -> bool:
        if (row.entry, row.title) == (source.entry, source.title):
            return False
        row.entry, row.name, row.title = source.entry, source.name, source.title
        return True

    def sync(self, row: Node, source: Node) -> None:
        count = row.count
        super().sync(row, source)
        if row.count != count:
            self._changed[row.id] = row

    # Qt's model

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        node = self.row_at(index)
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
        node = self.row_at(index)
        if node is None or role != Qt.ItemDataRole.EditRole or self._rename is None:
            return False
        name = str(value).strip()
        return bool(name) and name != node.name and self._rename(node, name)

    def flags(self, index: Index) -> Qt.ItemFlag:
        node = self.row_at(index)
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
