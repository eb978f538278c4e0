"""Displays do not sleep while the players look at one: asked of the desktop over D-Bus; where nobody listens there,
nothing is asked and nothing is said."""

from __future__ import annotations

import os
from pathlib import Path

NAME = "exgui-players-screen"
"""Of our own connection. The desktop lets displays sleep again when it ends, also where the program dies."""
SERVICE, PATH = "org.freedesktop.ScreenSaver", "/org/freedesktop/ScreenSaver"
WHY = "The players look at the map"


class Awake:
    """Keeps displays awake, or lets them sleep."""

    def __init__(self) -> None:
        self._held = False

    def hold(self) -> None:
        """From now on no display sleeps. Nothing waits for the answer."""
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
        """Displays may sleep again."""
        if not self._held:
            return
        from PySide6.QtDBus import QDBusConnection

        QDBusConnection.disconnectFromBus(NAME)
        self._held = False


def _bus_is_there() -> bool:
    """There is a session bus. Without one Qt would try to start one, and wait for it."""
    if os.environ.get("DBUS_SESSION_BUS_ADDRESS"):
        return True
    folder = os.environ.get("XDG_RUNTIME_DIR", "")
    return bool(folder) and (Path(folder) / "bus").exists()
