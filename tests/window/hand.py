"""A hand at a real window: it types and drags through the X server, and finds the places of things."""

from __future__ import annotations

import shlex
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from PySide6.QtCore import QEvent, QObject, QPoint, QPointF
from PySide6.QtGui import QCursor, QWindow
from PySide6.QtWidgets import QApplication, QWidget

from exgui.gui.main_window import MainWindow


class Arrivals(QObject):
    """Counts what was pressed or let go and has reached the program: keys and mouse buttons. Without that a slow
    computer would see the hand press a key again that is still on its way."""

    KINDS = (
        QEvent.Type.KeyPress,
        QEvent.Type.KeyRelease,
        QEvent.Type.MouseButtonPress,
        QEvent.Type.MouseButtonRelease,
    )

    def __init__(self, app: QApplication) -> None:
        super().__init__(app)
        self.seen = dict.fromkeys(self.KINDS, 0)
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
        # One connection to the screen for everything: a program for each key would take longer to start than to press.
        self.xdotool = subprocess.Popen(["xdotool", "-"], stdin=subprocess.PIPE, text=True, bufsize=1)

    def wait(self, until: Callable[[], bool], what: str, seconds: float = 60) -> None:
        """Let the window work until a condition holds."""
        end = time.monotonic() + seconds
        while not until():
            if time.monotonic() > end:
                raise AssertionError(f"waited in vain: {what}")
            self.rest(0.002)

    def rest(self, seconds: float) -> None:
        """Lets the window work for a while."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            QApplication.processEvents()
            time.sleep(0.004)

    def key(self, *names: str) -> None:
        """Press keys in turn, by their X names ("space", "ctrl+z")."""
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
            self.move(where)
            self._xdo("click", "1")
        self.rest(0.03)

    def drag(self, start: QPoint, end: QPoint, *, holding: str = "") -> None:
        """Drags from one place of the screen to another, with a key held or without."""
        if holding:
            with self.arriving(QEvent.Type.KeyPress):
                self._xdo("keydown", holding)
        self.move(start)
        self.rest(0.04)
        with self.arriving(QEvent.Type.MouseButtonPress):
            self._xdo("mousedown", "1")
        self.rest(0.04)
        for part in range(1, 9):
            self.move(start + (end - start) * part / 8)
            self.rest(0.02)
        with self.arriving(QEvent.Type.MouseButtonRelease):
            self._xdo("mouseup", "1")
        if holding:
            self._xdo("keyup", holding)
        self.rest(0.4)

    def move(self, where: QPoint) -> None:
        """Takes the pointer to a place of the screen."""
        self._xdo("mousemove", str(where.x()), str(where.y()))
        self.wait(lambda: QCursor.pos() == where, "the pointer to be there")

    @contextmanager
    def arriving(self, kind: QEvent.Type, count: int = 1) -> Iterator[None]:
        """Wait at the end until all input sent within has reached the program."""
        before = self.arrivals.seen[kind]
        yield
        self.wait(lambda: self.arrivals.seen[kind] >= before + count, f"{count} times {kind.name}")

    def _xdo(self, *words: str) -> None:
        assert self.xdotool.stdin is not None
        print(shlex.join(words), file=self.xdotool.stdin)

    def place_of(self, widget: QWidget) -> QPoint:
        """Where the middle of a widget is on the screen."""
        return widget.mapToGlobal(widget.rect().center())

    def on_map(self, point: QPointF) -> QPoint:
        """Where a point of the map is on the screen."""
        view = self.window.page.map
        return view.viewport().mapToGlobal(view.mapFromScene(point))
