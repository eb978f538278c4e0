"""A layout that sets its items side by side and goes on in the next line where they do not fit."""

from __future__ import annotations

from PySide6.QtCore import QMargins, QRect, QSize, Qt
from PySide6.QtWidgets import QLayout, QLayoutItem, QWidget

_NOWHERE = Qt.Orientation(0)
Sized = tuple[QLayoutItem, int, int]
"""An item that is shown, its width and its height."""


class FlowLayout(QLayout):
    """Items side by side, left to right, each at its own width, in the middle of its line.

    The layouts around it ask dozens of times after every step: what was measured is kept until Qt says by `invalidate`
    that something else is shown.
    """

    def __init__(self, parent: QWidget | None = None, spacing: int = 8) -> None:
        super().__init__(parent)
        self._items: list[QLayoutItem] = []
        self._gap = spacing
        self._sizes: list[Sized] | None = None
        self._least: QSize | None = None
        self._heights: dict[int, int] = {}
        self._placed_in = QRect()
        self.setContentsMargins(QMargins(0, 0, 0, 0))

    def addItem(self, item: QLayoutItem) -> None:
        self._items.append(item)
        self._forget()

    def count(self) -> int:
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:
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
        known = self._heights.get(width)  # Qt asks dozens of times whenever something round it is laid out
        if known is None:
            margins = self.contentsMargins()
            high = self._height(width - margins.left() - margins.right())
            known = self._heights[width] = high + margins.top() + margins.bottom()
        return known

    def setGeometry(self, rect: QRect) -> None:
        if rect == self._placed_in:
            return
        super().setGeometry(rect)
        self._placed_in = rect
        area = self.contentsRect()
        left, y = area.x(), area.y()
        for line in lines_of(self._shown(), area.width(), self._gap):
            x, tall = left, max(height for _item, _width, height in line)
            for item, width, height in line:
                item.setGeometry(QRect(x, y + (tall - height) // 2, width, height))
                x += width + self._gap
            y += tall + self._gap

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
        self._sizes = self._least = None
        self._heights.clear()
        self._placed_in = QRect()

    def _height(self, width: int) -> int:
        lines = lines_of(self._shown(), width, self._gap)
        tall = [max([height for _item, _width, height in line]) for line in lines]
        return sum(tall) + self._gap * max(len(lines) - 1, 0)

    def _shown(self) -> list[Sized]:
        if self._sizes is None:
            hints = [(item, item.sizeHint()) for item in self._items if not item.isEmpty()]
            self._sizes = [(item, hint.width(), hint.height()) for item, hint in hints]
        return self._sizes


def lines_of(sizes: list[Sized], width: int, gap: int) -> list[list[Sized]]:
    """Return what is shown, line by line; what is wider than a line has one to itself."""
    lines: list[list[Sized]] = []
    left = -1
    for size in sizes:
        if left < size[1]:
            line = [size]
            lines.append(line)
            left = width
        else:
            line.append(size)
        left -= size[1] + gap
    return lines
