"""The one QApplication that a window, or a picture of one, needs."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

from PySide6.QtCore import QSize, QtMsgType, qInstallMessageHandler
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QApplication

from exgui import shipped

NAME = "exgui"
ICON_SIZES = (16, 24, 32, 48, 64, 128, 256)
NO_SCREEN = (
    "exgui: no screen to open a window on. Start it on a desktop; without one, exgui demo OUT.png draws the "
    "window into a picture, and exgui --help lists what else needs no screen."
)
NO_LIBRARY = (
    "exgui: Qt cannot open a window on this screen, probably because a system library is missing. On Debian and "
    "Ubuntu: sudo apt install libxcb-cursor0 libxcb-icccm4 libxcb-image0 libxcb-keysyms1 libxcb-render-util0 "
    "libxcb-xkb1 libxkbcommon-x11-0"
)


def application(argv: Sequence[str] = ()) -> QApplication:
    """Return the one QApplication, with the app's name; exit with a message if there is no screen."""
    app = QApplication.instance()
    if not isinstance(app, QApplication):
        app = _started(argv)
    app.setApplicationName(NAME)
    app.setApplicationDisplayName(NAME)
    app.setDesktopFileName(NAME)  # on Wayland and X11: the name of the desktop entry, from which windows take the icon
    app.setWindowIcon(app_icon())
    return app


def app_icon() -> QIcon:
    """Return the icon of the app, at every size that it was drawn for; without one where its files are missing."""
    icon = QIcon()
    for size in ICON_SIZES:
        icon.addFile(str(shipped.resources() / "icon" / f"exgui-{size}.png"), QSize(size, size))
    return icon


def _started(argv: Sequence[str]) -> QApplication:
    """Start the application, or exit: without a screen Qt would print advice on plugins and dump its memory."""
    lines: list[str] = []

    def listen(kind: QtMsgType, _context: object, text: str) -> None:
        lines.append(text)
        if kind == QtMsgType.QtFatalMsg:
            print(_failure(lines), file=sys.stderr, flush=True)
            os._exit(2)

    before = qInstallMessageHandler(listen)
    app = QApplication([NAME, *argv])
    qInstallMessageHandler(before)
    for text in lines:
        print(text, file=sys.stderr)
    return app


def _failure(lines: Sequence[str]) -> str:
    """Return a message for the user. Qt wrote these lines before it gave up; the last one is its reason."""
    if "platform plugin" not in lines[-1]:
        return "\n".join(lines)
    has_screen = os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    reached = not any("could not connect to display" in line for line in lines)
    return NO_LIBRARY if has_screen and reached else NO_SCREEN
