"""A layout that sets its items side by side and goes on in the next line where they do not fit."""

from __future__ import annotations

from PySide6.QtCore import QMargins, QRect, QSize, Qt
from PySide6.QtWidgets import QLayout, QLayoutItem, QWidget

_NOWHERE = Qt.Orientation(0)
Flow = tuple[int, list[tuple[QLayoutItem, QRect]]]
"""How high everything is together, and the place of each item that is shown."""


class FlowLayout(QLayout):
    """Items side by side, left to right, each at its own width, in the middle of its line.

    The layouts around it ask dozens of times after every step: what was measured is kept until Qt says by `invalidate`
    that something else is shown.
    """

    def __init__(self, parent: QWidget | None = None, spacing: int = 8) -> None:
        super().__init__(parent)
        self._items: list[QLayoutItem] = []
        self._gap = spacing
        self._sizes: list[tuple[QLayoutItem, QSize]] | None = None
        self._least: QSize | None = None
        self._flows: dict[int, Flow] = {}
        self._placed_in = QRect()
        self.setContentsMargins(QMargins(0, 0, 0, 0))

    def addItem(self, item: QLayoutItem) -> None:
        self._items.append(item)
        self._forget()

    def count(self) -> int:
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:  # type: ignore[override]
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:  # type: ignore[override]
        self._forget()
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    def expandingDirections(self) -> Qt.Orientation:
        return _NOWHERE

    def hasHeightForWidth(self) -> bool:
        return True

    def invalidate(self) -> None:
        self._forget()
        super().invalidate()

    def heightForWidth(self, width: int) -> int:
        margins = self.contentsMargins()
        return self._flow(width - margins.left() - margins.right())[0] + margins.top() + margins.bottom()

    def setGeometry(self, rect: QRect) -> None:
        if rect == self._placed_in:
            return
        super().setGeometry(rect)
        self._placed_in = rect
        area = self.contentsRect()
        for item, place in self._flow(area.width())[1]:
            item.setGeometry(place.translated(area.topLeft()))

    def sizeHint(self) -> QSize:
        return self.minimumSize()

    def minimumSize(self) -> QSize:
        if self._least is None:
            least = QSize()
            for item in self._items:
                least = least.expandedTo(item.minimumSize())
            self._least = least.grownBy(self.contentsMargins())
        return self._least

    def _forget(self) -> None:
        """Everything is to be measured and placed anew."""
        self._sizes = self._least = None
        self._flows.clear()
        self._placed_in = QRect()

    def _flow(self, width: int) -> Flow:
        """Where everything goes in an area so wide."""
        if width not in self._flows:
            if self._sizes is None:
                self._sizes = [(item, item.sizeHint()) for item in self._items if not item.isEmpty()]
            self._flows[width] = flow(self._sizes, width, self._gap)
        return self._flows[width]


def flow(sizes: list[tuple[QLayoutItem, QSize]], width: int, gap: int) -> Flow:
    """Sets items side by side, each in the middle of its line.

    Args:
        sizes: what is shown, with the size of each.
        width: how wide the lines are; one that is wider has a line to itself.
    """
    lines: list[list[tuple[QLayoutItem, int, int, int]]] = []
    x = 0
    for item, size in sizes:
        wide = size.width()
        if not lines or x + wide > width:
            lines.append([])
            x = 0
        lines[-1].append((item, x, wide, size.height()))
        x += wide + gap
    places = []
    y = 0
    for line in lines:
        tall = max([height for _item, _x, _wide, height in line])
        for item, x, wide, height in line:
            places.append((item, QRect(x, y + (tall - height) // 2, wide, height)))
        y += tall + gap
    return max(y - gap, 0), places
