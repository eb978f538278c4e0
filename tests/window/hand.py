"""A hand at a real window: it types and drags through the X server, and looks where things are."""

from __future__ import annotations

import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from PySide6.QtCore import QEvent, QObject, QPoint, QPointF
from PySide6.QtGui import QWindow
from PySide6.QtWidgets import QApplication, QWidget

from exgui.gui.main_window import MainWindow


class Arrivals(QObject):
    """Counts what was let go and has reached the program: keys and mouse buttons. Without that a slow computer would
    see the hand press a key again that is still on its way."""

    def __init__(self, app: QApplication) -> None:
        super().__init__(app)
        self.seen = dict.fromkeys((QEvent.Type.KeyRelease, QEvent.Type.MouseButtonRelease), 0)
        app.installEventFilter(self)

    def eventFilter(self, target: QObject, event: QEvent) -> bool:
        kind = event.type()
        if kind in self.seen and isinstance(target, QWindow):
            self.seen[kind] += 1
        return False


class Hand:
    """Works the window of this process with real key and mouse events."""

    def __init__(self, window: MainWindow) -> None:
        self.window = window
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        self.arrivals = Arrivals(app)

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
            with self.arriving(QEvent.Type.KeyRelease, len(name.split("+"))):
                self._xdo("key", "--clearmodifiers", name)
            self.rest(0.02)

    def type(self, text: str) -> None:
        """Types a text."""
        with self.arriving(QEvent.Type.KeyRelease, len(text)):
            self._xdo("type", "--delay", "15", text)
        self.rest(0.05)

    def click(self, where: QPoint) -> None:
        """Clicks at a place of the screen."""
        with self.arriving(QEvent.Type.MouseButtonRelease):
            self._xdo("mousemove", str(where.x()), str(where.y()), "click", "1")
        self.rest(0.05)

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
        with self.arriving(QEvent.Type.MouseButtonRelease):
            self._xdo("mouseup", "1")
        if holding:
            self._xdo("keyup", holding)
        self.rest(0.4)

    @contextmanager
    def arriving(self, kind: QEvent.Type, count: int = 1) -> Iterator[None]:
        """What is done within has reached the program when this ends."""
        before = self.arrivals.seen[kind]
        yield
        self.wait(lambda: self.arrivals.seen[kind] >= before + count, f"{count} times {kind.name}")

    def _xdo(self, *words: str) -> None:
        subprocess.run(["xdotool", *words], check=True)

    def place_of(self, widget: QWidget) -> QPoint:
        """Where the middle of a widget is on the screen."""
        return widget.mapToGlobal(widget.rect().center())

    def on_map(self, point: QPointF) -> QPoint:
        """Where a point of the map is on the screen."""
        view = self.window.page.map
        return view.viewport().mapToGlobal(view.mapFromScene(point))
