"""The players' window: full screen on the second monitor; with one monitor, a framed window. Displays are kept awake
over D-Bus, silently skipped where it is missing."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, QRect, Qt, QTimer, Signal
from PySide6.QtGui import QCloseEvent, QGuiApplication, QResizeEvent, QScreen
from PySide6.QtWidgets import QWidget

from exgui.engine.record import Record
from exgui.gui.safe_events import safe_events
from exgui.gui.table.screen import Contents, Portraits, TableScreen

TITLE = "Players’ screen \N{EM DASH} exgui"
SMALL = (960, 540)
"""Size of the framed window until the user changes it."""
_FULL = Qt.WindowType.Window | Qt.WindowType.FramelessWindowHint | Qt.WindowType.WindowDoesNotAcceptFocus
_FRAMED = Qt.WindowType.Window | Qt.WindowType.WindowDoesNotAcceptFocus
SETTLING, CHECKS = 200, 25
"""Milliseconds between looks at where it is after it was put on a monitor, and how many there are."""
NAME = "exgui-players-screen"
"""Of our own connection. The desktop lets displays sleep again when it ends, also where the program dies."""
SERVICE, PATH = "org.freedesktop.ScreenSaver", "/org/freedesktop/ScreenSaver"
WHY = "The players look at the map"


@safe_events
class _Frame(QWidget):
    """The bare window. It never takes the keyboard, and the pointer is not seen on it."""

    def __init__(self, screen: TableScreen, closed: Callable[[], None]) -> None:
        super().__init__(None)
        self._screen, self._closed = screen, closed
        screen.setParent(self)
        self.setWindowTitle(TITLE)
        self.setAccessibleName("Players’ screen")
        self.setAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating)
        self.setAttribute(Qt.WidgetAttribute.WA_QuitOnClose, False)
        self.setCursor(Qt.CursorShape.BlankCursor)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._screen.setGeometry(self.rect())

    def closeEvent(self, event: QCloseEvent) -> None:
        super().closeEvent(event)
        self._closed()


class TableWindow(QObject):
    """The window of the players' screen, its place, and how it follows monitors.

    Signals:
        closed(): its frame was closed by hand.
        moved(str): its monitor of that name went away, or came.

    Attributes:
        screen: what is shown in it.

    Args:
        storyteller: the window that must never be covered.
        portraits, content: as for `TableScreen`.
    """

    closed = Signal()
    moved = Signal(str)

    def __init__(self, storyteller: QWidget, portraits: Portraits, content: Contents) -> None:
        super().__init__(storyteller)
        self.screen = TableScreen(portraits, content)
        self.screen.map.gradual = True
        self.saved_monitor = ""
        self.saved_box = QRect()
        self._storyteller = storyteller
        self._frame = _Frame(self.screen, self._closed_by_hand)
        self._awake = Awake()
        self._wanted = False
        self._on = ""
        self._settling = QTimer(self, interval=SETTLING)
        self._settling.timeout.connect(self._settle)
        self._checks = 0
        app = QGuiApplication.instance()
        assert isinstance(app, QGuiApplication)
        app.screenAdded.connect(self._monitor_came)
        app.screenRemoved.connect(self._monitor_goes)
        for one in QGuiApplication.screens():
            self._follow(one)

    @property
    def is_open(self) -> bool:
        """It is wanted: shown, or waiting for its monitor."""
        return self._wanted

    @property
    def is_shown(self) -> bool:
        return self._frame.isVisible()

    @property
    def monitor(self) -> str:
        """Name of the monitor that it fills, "" where it is a window with a frame or is not shown."""
        return self._on if self.is_shown else ""

    @property
    def frame(self) -> QWidget:
        return self._frame

    def open(self) -> None:
        """Show it: on a monitor of its own, else as a window with a frame."""
        self._wanted = True
        target = self._target()
        if target is not None:
            self._fill(target)
        else:
            self._show_framed()
        self._awake.hold()

    def close(self) -> None:
        self._wanted = False
        self._hide()
        self._awake.release()

    def destroy(self) -> None:
        """Destroy the window at the end of the program."""
        self.close()
        app = QGuiApplication.instance()
        if isinstance(app, QGuiApplication):
            app.screenAdded.disconnect(self._monitor_came)
            app.screenRemoved.disconnect(self._monitor_goes)
        self._frame.deleteLater()

    # Where it stands

    def _target(self) -> Monitor | None:
        own = self._storyteller.screen()
        return choose(monitors(), own.name() if own is not None else "", self.saved_monitor)

    def _fill(self, target: Monitor) -> None:
        """Fill a monitor. Its screen and its place are set before it is shown: else it would open over the
        storyteller's own, and be moved there afterwards or not at all."""
        box = QRect(*target.box)
        if self._on == target.name and self.is_shown and self._frame.geometry() == box:
            return
        screen = screen_of(target)
        if screen is None:
            return
        frame = self._frame
        if frame.windowFlags() != _FULL:
            self._keep_box()
            frame.setWindowFlags(_FULL)
        frame.create()
        handle = frame.windowHandle()
        if handle is not None:
            handle.setScreen(screen)
        frame.setGeometry(box)
        # Not showFullScreen: that asks for the keyboard, too.
        frame.setWindowState(Qt.WindowState.WindowFullScreen)
        frame.show()
        self._on = self.saved_monitor = target.name
        self._checks = CHECKS
        self._settling.start()

    def _settle(self) -> None:
        """Put it on its monitor again where the window manager's late answers led Qt to think it is on another."""
        self._checks -= 1
        handle = self._frame.windowHandle()
        target = self._target()
        if not self._checks or handle is None or target is None or not self.is_shown or target.name != self._on:
            self._settling.stop()
            return
        screen = screen_of(target)
        if screen is not None and handle.screen().name() != target.name:
            handle.setScreen(screen)
            self._frame.setGeometry(QRect(*target.box))

    def _show_framed(self) -> None:
        """Show a framed window on the only monitor: it can be moved and closed, and covers nothing by accident."""
        frame = self._frame
        if self._on or frame.windowFlags() != _FRAMED:
            frame.hide()
            frame.setWindowFlags(_FRAMED)
            frame.setWindowState(Qt.WindowState.WindowNoState)
        self._on = ""
        own = self._storyteller.screen()
        room = own.availableGeometry() if own is not None else QRect(0, 0, *SMALL)
        box = self.saved_box
        if not box.isValid() or not room.intersects(box):
            box = QRect(0, 0, min(SMALL[0], room.width() - 40), min(SMALL[1], room.height() - 80))
            box.moveCenter(room.center())
        frame.setGeometry(box)
        frame.showNormal()

    def _hide(self) -> None:
        self._keep_box()
        self._settling.stop()
        self.screen.finish()
        self._frame.hide()

    def _keep_box(self) -> None:
        if not self._on and self._frame.isVisible():
            self.saved_box = self._frame.geometry()

    def _closed_by_hand(self) -> None:
        if self._wanted:
            self._keep_box()
            self._wanted = False
            self._awake.release()
            self.closed.emit()

    # Monitors come and go

    def _follow(self, screen: QScreen) -> None:
        """Hear of another resolution; nothing of the screen itself is kept."""
        screen.geometryChanged.connect(partial(self._monitor_changed, screen.name()))

    def _monitor_came(self, screen: QScreen) -> None:
        self._follow(screen)
        if self._wanted and not self.is_shown:
            target = self._target()
            if target is not None:
                self._fill(target)
                self.moved.emit(target.name)

    def _monitor_goes(self, screen: QScreen) -> None:
        """Hide before its monitor goes, so that Qt does not move it over the storyteller's; then wait for a monitor."""
        if self._on and screen.name() == self._on and self.is_shown:
            self._hide()
            self.moved.emit(self._on)

    def _monitor_changed(self, name: str, _box: QRect) -> None:
        if not (self._wanted and self._on):
            return
        target = self._target()
        if target is None:
            self._hide()  # it would cover the storyteller's window now
            self.moved.emit(self._on)
        elif name in (self._on, target.name):
            was_shown = self.is_shown
            self._fill(target)
            if not was_shown:
                self.moved.emit(target.name)


class Awake:
    """Keeps displays awake, or lets them sleep."""

    def __init__(self) -> None:
        self._held = False

    def hold(self) -> None:
        """Keep the displays awake from now on, without waiting for the answer."""
        if self._held or not _bus_is_there():
            return
        try:
            from PySide6.QtDBus import QDBusConnection, QDBusMessage
        except ImportError:
            return
        bus = QDBusConnection.connectToBus(QDBusConnection.BusType.SessionBus, NAME)
        if not bus.isConnected():
            QDBusConnection.disconnectFromBus(NAME)
            return
        message = QDBusMessage.createMethodCall(SERVICE, PATH, SERVICE, "Inhibit")
        message.setArguments(["exgui", WHY])
        bus.asyncCall(message)
        self._held = True

    def release(self) -> None:
        if not self._held:
            return
        from PySide6.QtDBus import QDBusConnection

        QDBusConnection.disconnectFromBus(NAME)
        self._held = False


def _bus_is_there() -> bool:
    """Return whether there is a session bus. Without one Qt would try to start one, and wait."""
    if os.environ.get("DBUS_SESSION_BUS_ADDRESS"):
        return True
    folder = os.environ.get("XDG_RUNTIME_DIR", "")
    return bool(folder) and (Path(folder) / "bus").exists()


class Monitor(Record):
    """A monitor: its name and (left, top, width, height) on the desktop, in Qt's pixels."""

    name: str
    box: tuple[int, int, int, int]

    def covers(self, other: Monitor) -> bool:
        """Return whether two monitors overlap: one mirrors the other."""
        return QRect(*self.box).intersects(QRect(*other.box))


def monitors() -> tuple[Monitor, ...]:
    return tuple(
        Monitor(one.name(), (box.x(), box.y(), box.width(), box.height()))
        for one in QGuiApplication.screens()
        for box in (one.geometry(),)
    )


def screen_of(monitor: Monitor) -> QScreen | None:
    """Return Qt's object for a monitor, to be used at once and not kept; None if it is gone."""
    found = [one for one in QGuiApplication.screens() if one.name() == monitor.name]
    exact = [one for one in found if one.geometry() == QRect(*monitor.box)]
    return next(iter(exact or found), None)


def choose(there: Sequence[Monitor], own: str, saved: str) -> Monitor | None:
    """Return the monitor for the players: the last one chosen, else the first without the storyteller's window. None if
    there is none, or if it would only mirror the storyteller's own.

    Args:
        own: name of the monitor with the storyteller's window.
        saved: name of the one that was chosen last, "" for none.
    """
    mine = next((one for one in there if one.name == own), None)
    others = [one for one in there if one is not mine and (mine is None or not one.covers(mine))]
    if mine is None:
        others = others[1:]
    return next((one for one in others if one.name == saved), others[0] if others else None)
