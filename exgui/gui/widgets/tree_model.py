"""A tree of Qt's that follows what it shows: rows are known by a key, so that those that stay keep their index."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Any, Generic, TypeVar

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QObject, QPersistentModelIndex

Index = QModelIndex | QPersistentModelIndex


class TreeRow:
    """A row, the same one as long as its key is listed.

    Attributes:
        key: unique among the rows beside it.
        at: its place among them.
        id: by which Qt knows it; 0 for the invisible row above all.
    """

    __slots__ = ("at", "children", "id", "key", "parent")

    def __init__(self) -> None:
        self.key: Hashable = None
        self.parent: Any = None
        self.children: list[Any] = []
        self.at = self.id = 0


R = TypeVar("R", bound=TreeRow)
S = TypeVar("S")


class TreeModel(QAbstractItemModel, Generic[R, S]):
    """The tree. `S` is what a row shows: subclasses say how it becomes a row.

    Args:
        root: the invisible row above all.
    """

    columns = 1

    def __init__(self, root: R, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._root = root
        self._rows: dict[int, R] = {}
        self._next = 1
        self._changed: dict[int, R] = {}

    # Defined by subclasses

    def key_of(self, source: S) -> Hashable:
        raise NotImplementedError

    def beneath(self, source: S) -> Sequence[S]:
        raise NotImplementedError

    def made(self, source: S) -> R:
        """Return a new row, without rows beneath it."""
        raise NotImplementedError

    def take(self, row: R, source: S) -> bool:
        """Show something else in a row; return whether it looks different."""
        raise NotImplementedError

    # Following

    def follow(self, row: R, sources: Sequence[S]) -> None:
        """Show these beneath a row. What differs is announced once all of it is in place."""
        self._follow(row, sources)
        changed, self._changed = self._changed, {}
        for one in changed.values():
            if self._rows.get(one.id) is one:  # a listener may have removed it
                self.announce(one)

    def announce(self, row: R) -> None:
        self.dataChanged.emit(self.index_of_row(row), self.index_of_row(row, self.columns - 1))

    def sync(self, row: R, source: S) -> None:
        """Show something else in a row and beneath it."""
        if self.take(row, source):
            self._changed[row.id] = row
        self._follow(row, self.beneath(source))

    def _follow(self, row: R, sources: Sequence[S]) -> None:
        keys = [self.key_of(source) for source in sources]
        new: set[int] = set()
        if [child.key for child in row.children] != keys:
            self._remove_others(row, set(keys))
            new = self._take_places(row, sources, keys)
            if row is not self._root:
                self._changed[row.id] = row
        for at, (child, source) in enumerate(zip(tuple(row.children), sources, strict=True)):
            if at not in new:
                self.sync(child, source)

    def _take_places(self, row: R, sources: Sequence[S], keys: Sequence[Hashable]) -> set[int]:
        """Move what stays beneath a row to its place, and make the rest; return the places of new rows."""
        here, there = self.index_of_row(row), row.children
        left = {child.key for child in there}
        new: set[int] = set()
        for at, key in enumerate(keys):
            if at in new or (at < len(there) and there[at].key == key):
                continue
            if key in left:
                old = next(n for n in range(at + 1, len(there)) if there[n].key == key)
                self.beginMoveRows(here, old, old, here, at)
                there.insert(at, there.pop(old))
                _number(row)
                self.endMoveRows()
            else:
                end = next((n for n in range(at, len(keys)) if keys[n] in left), len(keys))
                self.beginInsertRows(here, at, end - 1)
                there[at:at] = [self._take_in(source, row) for source in sources[at:end]]
                _number(row)
                self.endInsertRows()
                new.update(range(at, end))
        return new

    def _remove_others(self, row: R, keys: set[Hashable]) -> None:
        """Remove what is beneath a row and has none of these keys, neighbors at once."""
        there = row.children
        end = len(there)
        while end:
            start = end
            while start and there[start - 1].key not in keys:
                start -= 1
            if start < end:
                self.beginRemoveRows(self.index_of_row(row), start, end - 1)
                for gone in there[start:end]:
                    self._forget(gone)
                del there[start:end]
                _number(row)
                self.endRemoveRows()
            end = max(start - 1, 0)

    def _take_in(self, source: S, parent: R) -> R:
        row = self.made(source)
        row.key, row.parent, row.id = self.key_of(source), parent, self._next
        self._rows[row.id] = row
        self._next += 1
        row.children = [self._take_in(one, row) for one in self.beneath(source)]
        _number(row)
        return row

    def _forget(self, row: R) -> None:
        del self._rows[row.id]
        for child in row.children:
            self._forget(child)

    # What Qt asks

    def row_at(self, index: Index) -> R | None:
        """Return the row at an index; None where there is none, and for the one above all."""
        return self._rows.get(index.internalId()) if index.isValid() else None

    def index_of_row(self, row: R, column: int = 0) -> QModelIndex:
        return QModelIndex() if row is self._root else self.createIndex(row.at, column, row.id)

    def _above(self, index: Index) -> R | None:
        return self._rows.get(index.internalId()) if index.isValid() else self._root

    def index(self, row: int, column: int, parent: Index = QModelIndex()) -> QModelIndex:  # noqa: B008
        above = self._above(parent)
        if above is None or parent.column() > 0 or not (0 <= column < self.columns and 0 <= row < len(above.children)):
            return QModelIndex()
        return self.createIndex(row, column, above.children[row].id)

    def parent(self, index: Index = QModelIndex()) -> QModelIndex:  # type: ignore[override]  # noqa: B008
        row = self.row_at(index)
        return QModelIndex() if row is None else self.index_of_row(row.parent)

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        above = self._above(parent)
        return len(above.children) if above is not None and parent.column() <= 0 else 0

    def columnCount(self, _parent: Index = QModelIndex()) -> int:  # noqa: B008
        return self.columns


def _number(row: TreeRow) -> None:
    for at, child in enumerate(row.children):
        child.at = at
