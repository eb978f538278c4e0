"""Hears the keys of one window before its widgets do, and does what they mean.

Ctrl+Z in a field first undoes typing; when there is none, it goes on to the page. Qt's fields take Ctrl+Z and
Ctrl+Shift+Z for themselves even with nothing to undo: they accept the event `ShortcutOverride`, after which no shortcut
of the window hears the key.
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import (
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QLineEdit,
    QMainWindow,
    QPlainTextEdit,
    QTextEdit,
    QWidget,
)

from exgui.gui.commands.context import Context
from exgui.gui.safe_events import safe_events
from exgui.gui.window.keys import do_press
from exgui.gui.window_command import press_of

UNDO, REDO = QKeySequence.StandardKey.Undo, QKeySequence.StandardKey.Redo


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


def goes_on_to_page(field: QWidget, event: QKeyEvent) -> bool:
    """The key is Ctrl+Z or Ctrl+Shift+Z, and the field has no typing of its own for it."""
    if event.matches(UNDO):
        return not has_typing(field, back=True)
    return event.matches(REDO) and not has_typing(field, back=False)


def has_typing(field: QWidget, *, back: bool) -> bool:
    """A field has typing that can be taken back, or done again.

    Args:
        back: taken back; else done again.
    """
    if isinstance(field, (QPlainTextEdit, QTextEdit)):
        document = field.document()
        return not field.isReadOnly() and (document.isUndoAvailable() if back else document.isRedoAvailable())
    line: QWidget | None = field
    if isinstance(field, (QAbstractSpinBox, QComboBox)):
        line = field.lineEdit()
    if not isinstance(line, QLineEdit) or line.isReadOnly():
        return False
    return line.isUndoAvailable() if back else line.isRedoAvailable()
