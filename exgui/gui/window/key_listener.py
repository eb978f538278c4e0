"""Hears the keys of one window before its widgets do, and does what they mean."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QMainWindow, QWidget

from exgui.gui.commands.context import Context
from exgui.gui.keyboard.field_undo import goes_on_to_page
from exgui.gui.safe_events import safe_events
from exgui.gui.window.keys import do_press
from exgui.gui.window_command import press_of


@safe_events
class KeyListener(QObject):
    """Listens at the window and at whatever has the focus, where all keys come first; not at the whole app: each of the
    hundreds of events of a step of the battle would come by here."""

    def __init__(self, window: QMainWindow, context: Context) -> None:
        super().__init__(window)
        self._window, self._context = window, context
        self._hears = True
        window.installEventFilter(self)
        app = QApplication.instance()
        if isinstance(app, QApplication):
            app.focusChanged.connect(self._follow)
            self._follow(None, app.focusWidget())

    def stop(self) -> None:
        """Hears nothing any more."""
        self._hears = False

    def _follow(self, _before: QWidget | None, now: QWidget | None) -> None:
        """The keys go elsewhere. (Where they went before may be on its way out, and is not asked any more.)"""
        if now is not None and self._hears:
            now.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        # Its class is asked first: it takes a tenth of the time that its type takes to tell.
        if not isinstance(event, QKeyEvent) or not self._hears:
            return False  # not by way of Qt's own filter, which says so too and takes its time
        focus = QApplication.focusWidget()
        # A key that its widget does not want is offered to the parents; here it was heard already.
        if watched is not (focus or self._window) or not isinstance(watched, QWidget):
            return False
        if watched.window() is not self._window or not _free():
            return False
        if event.type() == QEvent.Type.ShortcutOverride and goes_on_to_page(watched, event):
            event.ignore()
            return True
        return event.type() == QEvent.Type.KeyPress and do_press(self._context, press_of(event), focus)


def _free() -> bool:
    """No menu or dialog has the keys."""
    return QApplication.activeModalWidget() is None and QApplication.activePopupWidget() is None
