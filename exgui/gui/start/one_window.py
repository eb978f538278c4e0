"""One window for each campaign: a second start with a campaign that a window has open brings that window to the front.

The window listens at a local socket of the user's, named after the campaign's file. Where that cannot be had, a second
start opens a window of its own, and finds the campaign locked.
"""

from __future__ import annotations

import os
import sys
import time
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt

from exgui import user_places
from exgui.campaign.guard.lock import is_locked, lock_file
from exgui.gui.safe_events import safe_events

if TYPE_CHECKING:
    from PySide6.QtNetwork import QLocalServer

    from exgui.campaign.campaign import Campaign
    from exgui.gui.main_window import MainWindow

PATIENCE = 1.5
"""Seconds that a second start waits for a window that has the campaign, but does not listen yet."""
ANSWER_MS = 2000
LONGEST_ADDRESS = 100
"""Bytes; the system allows a few more."""
LONGEST_WORD = 200
ACTIVATION = ("XDG_ACTIVATION_TOKEN", "DESKTOP_STARTUP_ID")
"""What the desktop gives a program the user has started as permission to come to the front."""


def address(campaign: Path) -> str:
    """Return the address where a campaign's window listens; "" if there can be none."""
    name = f"exgui-{sha256(os.fsencode(os.path.realpath(campaign))).hexdigest()[:16]}"
    if sys.platform == "win32":
        return f"{name}-{sha256(os.fsencode(Path.home())).hexdigest()[:8]}"
    runtime = os.environ.get("XDG_RUNTIME_DIR", "")
    for folder in (Path(runtime), user_places.state()):
        if folder.is_absolute() and folder.is_dir() and os.access(folder, os.W_OK):
            place = str(folder / name)
            if len(os.fsencode(place)) <= LONGEST_ADDRESS:
                return place
    return ""


def call_window(campaign: Path) -> bool:
    """Ask the window that has a campaign open to come to the front; False where none does."""
    place = address(campaign)
    if not place or not lock_file(Path(os.path.realpath(campaign))).exists():
        return False
    with suppress(ImportError):  # the system lacks a library that Qt's part for sockets takes
        from PySide6.QtNetwork import QLocalSocket

        end = time.monotonic() + PATIENCE
        while True:
            socket = QLocalSocket()
            socket.connectToServer(place)
            if socket.waitForConnected(ANSWER_MS):
                token = next((os.environ[name] for name in ACTIVATION if os.environ.get(name)), "")
                socket.write(token.encode("utf-8", "replace")[:LONGEST_WORD] + b"\n")
                answered = socket.waitForReadyRead(ANSWER_MS)
                socket.disconnectFromServer()
                return answered
            if time.monotonic() > end or not is_locked(Path(os.path.realpath(campaign))):
                return False
            time.sleep(0.1)
    return False


@safe_events
class Listener(QObject):
    """Brings a window to the front when a second start asks for its campaign. It follows which campaign is open."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._server: QLocalServer | None = None
        self._campaign: Campaign | None = None
        window.session.listed.connect(self._follow)
        self._follow()

    def _follow(self) -> None:
        campaign = self._window.session.campaign
        if campaign is self._campaign:
            return
        self._campaign = campaign
        place = address(campaign.path) if campaign is not None and not campaign.read_only else ""
        self.stop()
        if place:
            self._listen(place)

    def _listen(self, place: str) -> None:
        with suppress(ImportError):
            from PySide6.QtNetwork import QLocalServer

            server = QLocalServer(self)
            server.setSocketOptions(QLocalServer.SocketOption.UserAccessOption)
            QLocalServer.removeServer(place)  # left by a program that was killed: we have the campaign's lock
            if server.listen(place):
                server.newConnection.connect(self._called)
                self._server = server

    def _called(self) -> None:
        if self._server is None:
            return
        socket = self._server.nextPendingConnection()
        if socket.waitForReadyRead(100):
            token = bytes(socket.readLine(LONGEST_WORD).data()).strip().decode("utf-8", "replace")
            if token:
                os.environ[ACTIVATION[0]] = token
        socket.write(b"here\n")
        socket.flush()
        socket.disconnected.connect(socket.deleteLater)
        come_to_front(self._window)

    def stop(self) -> None:
        server, self._server = self._server, None
        if server is not None:
            server.close()
            server.deleteLater()


def come_to_front(window: MainWindow) -> None:
    window.setWindowState(window.windowState() & ~Qt.WindowState.WindowMinimized)
    window.show()
    window.raise_()
    window.activateWindow()
