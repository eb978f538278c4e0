"""The one QApplication that a window, or a picture of one, needs."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import QApplication

NAME = "exgui"


def application(argv: Sequence[str] = ()) -> QApplication:
    """The one QApplication, with the app's name."""
    app = QApplication.instance()
    if not isinstance(app, QApplication):
        app = QApplication([NAME, *argv])
    app.setApplicationName(NAME)
    app.setApplicationDisplayName(NAME)
    app.setDesktopFileName(NAME)
    return app
