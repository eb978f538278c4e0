"""Where the window stands on the screen and how large it is: as it was left, and never larger than the screen."""

from __future__ import annotations

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtWidgets import QMainWindow

from exgui.gui.settings import Settings

DEFAULT = QSize(1366, 768)
SMALLEST = QSize(960, 600)
"""The window is made no smaller by hand, unless the screen itself is smaller."""
TITLE_BAR = 40
"""Height that a title bar may take, as long as the screen has not said."""
FILLED = Qt.WindowState.WindowMaximized | Qt.WindowState.WindowFullScreen


class WindowPlacement:
    """The placement of one window."""

    def __init__(self, window: QMainWindow, settings: Settings) -> None:
        self._window, self._settings = window, settings
        self._fitted = True
        window.setMinimumSize(SMALLEST)

    def restore(self) -> None:
        """The window is as large as it was when it was closed last."""
        geometry = self._settings.state("geometry")
        if geometry is None or not self._window.restoreGeometry(geometry):
            self._window.resize(DEFAULT)

    def save(self) -> None:
        """Remembers where the window stands."""
        self._settings.save("geometry", self._window.saveGeometry())

    def fit_screen(self) -> None:
        """Sees to it that the whole window is on the screen, title bar and all; where the screen is small it fills it.

        To be called before it is shown."""
        screen = self._window.screen()
        if screen is None:
            return
        room = screen.availableGeometry()
        self._fitted = False
        inside = QSize(room.width(), room.height() - TITLE_BAR)
        # At 200% a screen of 1920x1080 has 960x540 such pixels.
        self._window.setMinimumSize(SMALLEST.boundedTo(inside))
        if room.width() <= DEFAULT.width() or room.height() < DEFAULT.height() + TITLE_BAR:
            self._window.resize(self._window.size().boundedTo(inside))
            self._window.setWindowState(self._window.windowState() | Qt.WindowState.WindowMaximized)
            return
        self._put_within(room)

    def activated(self) -> None:
        """The window has come to the front the first time: only now has the window manager told how large its frame
        is."""
        if self._fitted or not self._window.isVisible():
            return
        self._fitted = True
        screen = self._window.screen()
        if screen is not None and not self._window.windowState() & FILLED:
            self._put_within(screen.availableGeometry())

    def _put_within(self, room: QRect) -> None:
        """Makes the window smaller, and moves it, until its frame is within a part of the screen."""
        window = self._window
        frame, inner = window.frameGeometry(), window.geometry()
        edge = QSize(frame.width() - inner.width(), max(frame.height() - inner.height(), 0))
        size = inner.size().boundedTo(room.size() - edge).expandedTo(window.minimumSize())
        if size != inner.size():
            window.resize(size)
        wanted = QRect(frame.topLeft(), size + edge)
        x = max(room.left(), min(wanted.left(), room.right() + 1 - wanted.width()))
        y = max(room.top(), min(wanted.top(), room.bottom() + 1 - wanted.height()))
        if (x, y) != (frame.left(), frame.top()):
            window.move(x, y)
