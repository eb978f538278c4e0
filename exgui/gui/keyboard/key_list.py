"""The list of keys (F1), laid over the window; any key or click puts it away, but for those that scroll it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QFontMetricsF
from PySide6.QtWidgets import QAbstractSlider, QFrame, QGridLayout, QScrollArea, QWidget

from exgui.gui.look import fonts
from exgui.gui.safe_events import safe_events
from exgui.gui.widgets.basics import label, styled
from exgui.gui.widgets.layouts import gridbox, vbox
from exgui.gui.widgets.overlay import FollowsWindow
from exgui.gui.window_command import KeyGroups, OwnCommand, shown_key

COLUMNS = 3
EDGE = 4
"""Pixels kept free around the list of keys."""
LEAST_MARGIN = 2
"""Pixels above and below the lines in a low window."""
NARROW = 1100
"""In a window of less width the columns move together."""
SCROLLS = {
    "Up": QAbstractSlider.SliderAction.SliderSingleStepSub,
    "Down": QAbstractSlider.SliderAction.SliderSingleStepAdd,
    "PageUp": QAbstractSlider.SliderAction.SliderPageStepSub,
    "PageDown": QAbstractSlider.SliderAction.SliderPageStepAdd,
}
MOST_TRIED = 8
CAP_EDGE = 14
"""What a key cap has besides its text, in pixels."""
LINE_GAP = 3
"""Pixels between the lines of the list of keys, where there is room for them."""


def key_groups(commands: Sequence[OwnCommand], keys: Mapping[str, str], first: KeyGroups) -> KeyGroups:
    """Return the keys of the page, then those of the commands by their groups.

    Args:
        keys: the key of each command, by its id.
        first: the keys that only the page has.
    """
    groups = list(first)
    for group in dict.fromkeys(one.group for one in commands):
        rows = [(shown_key(keys[one.id]), one.plain_title) for one in commands if one.group == group and keys[one.id]]
        if rows:
            groups.append((group, rows))
    return groups


Columns = list[list[tuple[str, str]]]
"""The lines of each column: a heading, with nothing beside it, and its keys."""


def in_columns(groups: KeyGroups, width: Callable[[Columns], float], room: float, count: int = COLUMNS) -> Columns:
    """Lay lines out in columns as low as they can be within a room, else in the narrowest. A continued column repeats
    its heading, and no heading has fewer than two keys below it.

    Args:
        width: of all columns, in the measure of `room`.
    """
    least = max(-(-sum(len(keys) + 1 for _heading, keys in groups) // count), 3)
    tried = [_filled(groups, height) for height in range(least, least + 3 * len(groups) + 3)]
    tried = [columns for columns in tried if len(columns) <= count][:MOST_TRIED] or tried[-1:]
    return next((columns for columns in tried if width(columns) <= room), min(tried, key=width))


def _width(columns: Columns) -> float:
    cap, text = QFontMetricsF(fonts.font("small")), QFontMetricsF(fonts.font("muted"))
    return sum(
        max(cap.horizontalAdvance(key) + CAP_EDGE for key, what in lines if what)
        + max(text.horizontalAdvance(what) for _key, what in lines)
        for lines in columns
        if lines
    )


def _filled(groups: KeyGroups, height: int) -> Columns:
    columns: Columns = [[]]
    for heading, keys in groups:
        rest = list(keys)
        title = heading
        while rest:
            room = height - len(columns[-1]) - 1
            if room < min(2, len(rest)):
                columns.append([])
                continue
            # A single key never starts the next column: another goes with it.
            taken = room - 1 if len(rest) == room + 1 and room > 2 else room
            columns[-1] += [(title, ""), *rest[:taken]]
            rest, title = rest[taken:], f"{heading}, continued"
    return columns


@safe_events
class KeyList(QFrame):
    """The keys, in as many columns as there is room for."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self.setProperty("role", "popover")
        self.setAccessibleName("Keys")
        self.area = styled(QScrollArea(), surface="clear")
        self.area.setFrameShape(QFrame.Shape.NoFrame)
        self.area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        vbox(self.area, on=self, margins=0)
        self._groups: KeyGroups = ()
        FollowsWindow(self, lambda: self.open(self._groups))
        self.hide()

    def open(self, groups: KeyGroups) -> None:
        window = self.parentWidget()
        assert window is not None
        self._groups = groups
        narrow = window.width() < NARROW
        beside, between = (6, 8) if narrow else (12, 24)
        bar = self.area.verticalScrollBar().sizeHint().width()
        room = window.width() - 2 * EDGE - 2 * (10 if narrow else 20) - bar
        columns: Columns = []
        for count in range(COLUMNS, 0, -1):
            free = room - (3 * count - 2) * beside - (count - 1) * between
            columns = in_columns(groups, _width, free, count)
            if _width(columns) <= free:
                break
        inner = styled(QWidget(), surface="clear")
        grid = gridbox(on=inner, across=beside, down=LINE_GAP)
        grid.setContentsMargins(*((10, 8, 10, 8) if narrow else (20, 16, 20, 16)))
        for number, lines in enumerate(columns):
            for row, (key, what) in enumerate(lines):
                if not what:
                    grid.addWidget(label(key, "heading"), row, 3 * number, 1, 2)
                    continue
                grid.addWidget(label(key, "keycap"), row, 3 * number, Qt.AlignmentFlag.AlignRight)
                grid.addWidget(label(what, "muted", "text"), row, 3 * number + 1)
        for gap in range(2, 3 * len(columns) - 1, 3):
            grid.setColumnMinimumWidth(gap, between)
        self.area.setWidget(inner)
        inner.adjustSize()
        highest = window.height() - 2 * EDGE - 2
        _close_up(grid, inner, highest, max((len(lines) for lines in columns), default=0))
        scrolls = bar if inner.height() > highest else 0
        self.resize(inner.width() + scrolls + 2, min(inner.height(), highest) + 2)
        self.move((window.width() - self.width()) // 2, max(EDGE, (window.height() - self.height()) // 2))
        self.raise_()
        self.show()

    def turn(self, key: str) -> bool:
        """Scroll by one of the keys of `SCROLLS`; False where all is in sight."""
        bar = self.area.verticalScrollBar()
        if bar.maximum() > 0:
            bar.triggerAction(SCROLLS[key])
        return bar.maximum() > 0

    def mousePressEvent(self, event: object) -> None:
        self.hide()


def _close_up(grid: QGridLayout, inner: QWidget, room: int, lines: int) -> None:
    """Move the lines together in a low window, as long as they stay readable; else scroll."""
    each = (room - 2 * LEAST_MARGIN) // max(lines, 1)
    if inner.height() <= room or each < int(QFontMetricsF(fonts.font("muted")).height()):
        return
    margins = grid.contentsMargins()
    grid.setContentsMargins(margins.left(), LEAST_MARGIN, margins.right(), LEAST_MARGIN)
    grid.setVerticalSpacing(0)
    for index in range(grid.count()):
        item = grid.itemAt(index)
        widget = item.widget() if item is not None else None
        if widget is not None:
            widget.setFixedHeight(each)
    inner.adjustSize()
