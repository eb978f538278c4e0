"""How the parts of a battle's page share its room, by the window's size or as the user left their edges; and the button
that shows the whole map."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QPushButton, QSplitter, QWidget

from exgui.gui.campaign_column.column import ROOMY
from exgui.gui.look import fonts
from exgui.gui.look.theme import PANEL_WIDTH
from exgui.gui.map.view import MapView
from exgui.gui.safe_events import safe_events
from exgui.gui.settings import Settings

WIDE_PANEL = 420
HIGH, HIGH_LOG, LOW_LOG = 900, 190, 120
"""In a window higher than the first the log has the second as its height, else the third, in pixels."""
LOW = 480
"""In a window lower than this the log makes room for the map, until it is asked for."""
GAP = 8
"""Pixels to the edges of the map."""


class SharedRoom:
    """What holds the parts of the page, and can be dragged.

    Attributes:
        middle: campaign and map.
        left: these and the log.
        outer: all that and the panel, which has the full height, since a resolution needs it more than the log needs
            the width.
    """

    def __init__(self, page: QWidget, settings: Settings) -> None:
        self._page, self._settings = page, settings
        self._moved: set[int] = set()
        self.outer = QSplitter(Qt.Orientation.Horizontal, page)
        self.left = QSplitter(Qt.Orientation.Vertical, self.outer)
        self.middle = QSplitter(Qt.Orientation.Horizontal, self.left)
        self._splitters = self.middle, self.left, self.outer
        for number, splitter in enumerate(self._splitters):
            splitter.splitterMoved.connect(lambda _at, _index, number=number: self._moved.add(number))
            splitter.setHandleWidth(1)

    def keep_parts(self) -> None:
        """Fix the parts once they are in place: none can collapse, and the first of each grows."""
        for splitter in self._splitters:
            splitter.setChildrenCollapsible(False)
            splitter.setStretchFactor(0, 1)

    def shape(self, column: int) -> None:
        """Share the room as it was left by hand, else by the size of the window.

        Args:
            column: how wide the campaign column is to be, in pixels.
        """
        self.middle.setSizes([column, max(200, self._page.window().width() - column - self._panel_width())])
        self.share()
        for number, splitter in enumerate(self._splitters):
            left = self._settings.state(f"sizes/battle/{number}")
            if left is not None and splitter.restoreState(left):
                self._moved.add(number)

    def share(self) -> None:
        """Size log and panel by the window, unless the user moved their edge."""
        window, panel = self._page.window(), self._panel_width()
        log = HIGH_LOG if window.height() > HIGH else LOW_LOG
        if (shown := self.left.widget(1)) is not None:
            shown.setVisible(window.height() >= LOW)
        sizes = {1: [max(200, window.height() - log), log], 2: [max(400, window.width() - panel), panel]}
        for number, parts in sizes.items():
            if number not in self._moved:
                self._splitters[number].setSizes(parts)

    def save(self) -> None:
        for number in self._moved:
            self._settings.save(f"sizes/battle/{number}", self._splitters[number].saveState())

    def _panel_width(self) -> int:
        width = self._page.window().width()
        return min(fonts.px(WIDE_PANEL if width >= ROOMY else PANEL_WIDTH), round(width * 0.46))


@safe_events
class WholeMapButton(QPushButton):
    """Stands over the map, in its upper right corner, while a part of the map is shown."""

    def __init__(self, map: MapView) -> None:
        super().__init__("Whole map")
        map.float_over(self)
        self._map = map
        self.setToolTip("Show the whole map (Ctrl+0)")
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # a key does the same
        self.clicked.connect(map.fit)
        map.moved.connect(self._show)
        map.installEventFilter(self)
        self.hide()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QResizeEvent):
            self._place()
        return False

    def _show(self, moved: bool) -> None:
        self._place()
        self.setVisible(moved)
        self.raise_()

    def _place(self) -> None:
        self.adjustSize()
        self.move(self._map.width() - self.width() - GAP, GAP)
