"""The list of keys (F1), laid over the window; any key or click puts it away."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QGridLayout, QWidget

from exgui.gui.commands.command import WindowCommand
from exgui.gui.panel.widgets import clear, label
from exgui.gui.safe_events import safe_events

COLUMNS = 3
EDGE = 4
"""Pixels kept free around the list of keys."""
LINE_GAP = 3
"""Pixels between the lines of the list of keys, where there is room for them."""

KeyGroups = Sequence[tuple[str, Sequence[tuple[str, str]]]]
"""By heading, pairs of a key and what it does."""


def key_groups(commands: Sequence[WindowCommand], keys: Mapping[str, str], first: KeyGroups) -> KeyGroups:
    """The keys of the page, then those of the commands by their groups.

    Args:
        keys: the key of each command, by its id.
        first: the keys that only the page has.
    """
    groups = list(first)
    for group in dict.fromkeys(one.group for one in commands):
        rows = [
            (keys[one.id].replace("+", " "), one.plain_title) for one in commands if one.group == group and keys[one.id]
        ]
        if rows:
            groups.append((group, rows))
    return groups


@safe_events
class KeyList(QFrame):
    """The keys, in columns."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self.setProperty("role", "popover")
        self.setAccessibleName("Keys")
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(20, 16, 20, 16)
        self._grid.setHorizontalSpacing(12)
        self.hide()

    def open(self, groups: KeyGroups) -> None:
        """Shows these keys."""
        clear(self._grid)
        lines = [line for heading, keys in groups for line in ((heading, ""), *keys)]
        height = -(-len(lines) // COLUMNS)
        row, column, longest = 0, 0, 0
        for index, (key, what) in enumerate(lines):
            heading = not what
            if row >= height or (heading and row >= height - 1 and index):
                row, column = 0, column + 3
            if heading:
                self._grid.addWidget(label(key, "heading"), row, column, 1, 2)
            else:
                self._grid.addWidget(label(key, "keycap"), row, column, Qt.AlignmentFlag.AlignRight)
                self._grid.addWidget(label(what, "muted", "text"), row, column + 1)
            row += 1
            longest = max(longest, row)
        window = self.parentWidget()
        narrow = window is not None and window.width() < 1100
        self._grid.setHorizontalSpacing(6 if narrow else 12)
        self._grid.setContentsMargins(*((10, 8, 10, 8) if narrow else (20, 16, 20, 16)))
        for gap in range(2, column, 3):
            self._grid.setColumnMinimumWidth(gap, 8 if narrow else 24)
        self._grid.setVerticalSpacing(LINE_GAP)
        self.adjustSize()
        if window is not None:
            self._close_up(window.height() - 2 * EDGE, longest)
            self.move((window.width() - self.width()) // 2, max(EDGE, (window.height() - self.height()) // 2))
        self.raise_()
        self.show()

    def _close_up(self, room: int, lines: int) -> None:
        """In a low window the lines move together, so that the last of them is seen too."""
        if self.height() <= room or not lines:
            return
        margins = self._grid.contentsMargins()
        self._grid.setContentsMargins(margins.left(), EDGE, margins.right(), EDGE)
        self._grid.setVerticalSpacing(0)
        each = (room - 2 * EDGE - 2) // lines
        for index in range(self._grid.count()):
            item = self._grid.itemAt(index)
            widget = item.widget() if item is not None else None
            if widget is not None:
                widget.setFixedHeight(each)
        self.adjustSize()

    def mousePressEvent(self, event: object) -> None:
        self.hide()
