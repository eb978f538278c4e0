"""The button in the map's corner that shows the whole map again, once somebody has zoomed or moved it."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QPushButton

from exgui.gui.map.view import MapView
from exgui.gui.safe_events import safe_events

GAP = 8
"""Pixels to the edges of the map."""


@safe_events
class WholeMapButton(QPushButton):
    """Stands over the map, in its upper right corner, while a part of the map is shown."""

    def __init__(self, map: MapView) -> None:
        super().__init__("Whole map", map)
        self._map = map
        self.setToolTip("Shows the whole map (Ctrl+0)")
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # a key does the same
        self.setCursor(Qt.CursorShape.ArrowCursor)
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
