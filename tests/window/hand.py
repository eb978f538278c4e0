"""A hand at a real window: it types and drags through the X server, and looks where things are."""

from __future__ import annotations

import subprocess
import time
from collections.abc import Callable

from PySide6.QtCore import QPoint, QPointF
from PySide6.QtWidgets import QApplication, QWidget

from exgui.gui.main_window import MainWindow


class Hand:
    """Works the window of this process with real key and mouse events."""

    def __init__(self, window: MainWindow) -> None:
        self.window = window

    def wait(self, until: Callable[[], bool], what: str, seconds: float = 10) -> None:
        """Lets the window work until something is so."""
        end = time.monotonic() + seconds
        while not until():
            if time.monotonic() > end:
                raise AssertionError(f"waited in vain: {what}")
            self.rest(0.01)

    def rest(self, seconds: float) -> None:
        """Lets the window work for a while."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            QApplication.processEvents()
            time.sleep(0.004)

    def key(self, *names: str) -> None:
        """Presses keys, one after the other, by their X names ("space", "ctrl+z")."""
        for name in names:
            self._xdo("key", "--clearmodifiers", name)
            self.rest(0.05)

    def type(self, text: str) -> None:
        """Types a text."""
        self._xdo("type", "--delay", "15", text)
        self.rest(0.15)

    def click(self, where: QPoint) -> None:
        """Clicks at a place of the screen."""
        self._xdo("mousemove", str(where.x()), str(where.y()), "click", "1")
        self.rest(0.15)

    def drag(self, start: QPoint, end: QPoint, *, holding: str = "") -> None:
        """Drags from one place of the screen to another, with a key held or without."""
        if holding:
            self._xdo("keydown", holding)
        self._xdo("mousemove", str(start.x()), str(start.y()))
        self.rest(0.08)
        self._xdo("mousedown", "1")
        self.rest(0.08)
        for part in range(1, 9):
            x = start.x() + (end.x() - start.x()) * part // 8
            y = start.y() + (end.y() - start.y()) * part // 8
            self._xdo("mousemove", str(x), str(y))
            self.rest(0.03)
        self._xdo("mouseup", "1")
        if holding:
            self._xdo("keyup", holding)
        self.rest(0.4)

    def _xdo(self, *words: str) -> None:
        subprocess.run(["xdotool", *words], check=True)

    def place_of(self, widget: QWidget) -> QPoint:
        """Where the middle of a widget is on the screen."""
        return widget.mapToGlobal(widget.rect().center())

    def on_map(self, point: QPointF) -> QPoint:
        """Where a point of the map is on the screen."""
        view = self.window.desk.map
        return view.viewport().mapToGlobal(view.mapFromScene(point))
