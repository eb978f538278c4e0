"""Keys of the window: who handles them first, the keyboard mode in force, and what each key does in it.

Letters, digits, Space and Enter work from anywhere but a field in which one writes. What a key does on a page says the
page itself; here stand the modes of what lies over and beside it, and what all pages without modes of their own have
alike. A key that nothing names goes to whatever has the focus. Shortcuts with Ctrl or Alt are the commands' own.

A second click from a button that came under the pointer with the first is kept from it: "Roll" must not become "End
turn".
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtCore import QEvent, QObject, QPointF
from PySide6.QtGui import QKeyEvent, QKeySequence, QMouseEvent
from PySide6.QtWidgets import (
    QAbstractButton,
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
from exgui.gui.keyboard.focused_field import is_edited_in_list
from exgui.gui.keyboard.key_list import SCROLLS
from exgui.gui.pages.common_keys import KEYS
from exgui.gui.safe_events import safe_events
from exgui.gui.window_command import ModeName, OwnCommand, Press, WindowCommand, by_name, press_of

ANY = "any"
"""Stands for every key that a mode does not name."""
_PRESSES = (QEvent.Type.MouseButtonPress, QEvent.Type.MouseButtonDblClick)
UNDO, REDO = QKeySequence.StandardKey.Undo, QKeySequence.StandardKey.Redo


def _close_key_list(context: Context, press: Press) -> bool:
    """Close the list of keys on any key; Escape and F1 do nothing else, Shift+F1 continues to the rules."""
    context.overlays.key_list.hide()
    return "Escape" in press.names or ("F1" in press.names and not press.shift)


def _scroll_key_list(context: Context, press: Press) -> bool:
    return context.overlays.key_list.turn(press.names[0])


def _close_overlay(context: Context) -> bool:
    """Close the overlay, wherever the focus is; a focused overlay handles Escape itself."""
    laid, focus = context.overlays.on_top, QApplication.focusWidget()
    if laid is None or (focus is not None and laid.isAncestorOf(focus)):
        return False
    laid.close_overlay()
    return True


def _leave_column(context: Context) -> bool:
    """Show everything again where something is searched, else goes from the campaign column to the page."""
    if is_edited_in_list(QApplication.focusWidget()):
        return False
    if not context.column.leave():
        context.page.take_keys()
    return True


def _key(
    keys: str, do: Callable[..., object], *, by_press: bool = False, repeats: bool = False
) -> dict[str, OwnCommand]:
    return {keys: WindowCommand("", "", keys, "", do, by_press=by_press, repeats=repeats)}


TABLE: Mapping[ModeName, Mapping[str, OwnCommand]] = {
    "key list": {
        **{
            name: one
            for key in SCROLLS
            for name, one in _key(key, _scroll_key_list, by_press=True, repeats=True).items()
        },
        **_key(ANY, _close_key_list, by_press=True),
    },
    "overlay": _key("Escape", _close_overlay),
    "column": _key("Escape", _leave_column),
    "page": by_name(KEYS),
}
"""The modes that are no page's own."""
OVER_PAGE = ("key list", "overlay", "column")
"""The modes in which the keys do not go to the page."""


def current_mode(context: Context, focus: QWidget | None) -> ModeName:
    """Return which mode is in force while the keys go to that widget."""
    if context.overlays.key_list.isVisible():
        return "key list"
    if context.overlays.on_top is not None:
        return "overlay"
    if focus is not None and context.column.isAncestorOf(focus):
        return "column"
    return context.page.key_mode(focus)


def do_press(context: Context, press: Press, focus: QWidget | None) -> bool:
    """Do what a key means now; return False to leave it to the focused widget."""
    mode = current_mode(context, focus)
    keys = TABLE.get(mode, {})
    if mode not in OVER_PAGE:
        keys = {**keys, **context.page.keys_in(mode, focus)}
    for name in (*press.names, ANY):
        if (command := keys.get(name)) is None:
            continue
        if press.repeated and not command.repeats:
            return True
        if command.run(context, press):
            return True
    # Fields and lists accept and close by these keys too.
    return press.repeated and bool({"Enter", "Escape"} & set(press.names))


@safe_events
class ClickGuard(QObject):
    """Drops a press that follows another one within a double click, at the same place, on a different button."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window = window
        self._last: tuple[int, QPointF, str] = (0, QPointF(), "")
        window.windowHandle().installEventFilter(self)  # where presses come before it is known for which widget

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if not isinstance(event, QMouseEvent) or event.type() not in _PRESSES:
            return False
        now, at, name = event.timestamp(), event.globalPosition(), self._button_at(event.position())
        then, there, before = self._last
        soon = now - then < QApplication.doubleClickInterval()
        near = (at - there).manhattanLength() < QApplication.startDragDistance()
        if soon and near and before and name and before != name:
            return True
        self._last = (now, at, name)
        return False

    def _button_at(self, at: QPointF) -> str:
        """Return the text of the button at a point of the window, "" if there is none."""
        found: QWidget | None = self._window.childAt(at.toPoint())
        while found is not None and not isinstance(found, QAbstractButton):
            found = found.parentWidget()
        return (found.accessibleName() or found.text() or type(found).__name__) if found is not None else ""


@safe_events
class KeyListener(QObject):
    """Listens at the window and the focused widget, which get keys first; not at the whole app, where each of the
    hundreds of events of a step would pass."""

    def __init__(self, window: QMainWindow, context: Context) -> None:
        super().__init__(window)
        self._window, self._context = window, context
        self._listening = True
        window.installEventFilter(self)
        app = QApplication.instance()
        if isinstance(app, QApplication):
            app.focusChanged.connect(self._follow)
            self._follow(None, app.focusWidget())

    def stop(self) -> None:
        self._listening = False

    def _follow(self, _before: QWidget | None, now: QWidget | None) -> None:
        """Follow the focus. (Its previous widget may be about to be deleted.)"""
        if now is not None and self._listening:
            now.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        # Its class is asked first: it takes a tenth of the time that its type takes to tell.
        if not isinstance(event, QKeyEvent) or not self._listening:
            return False  # not by way of Qt's own filter, which says so too and takes its time
        focus = QApplication.focusWidget()
        # A key that its widget does not want is offered to the parents; here it was heard already.
        if watched is not (focus or self._window) or not isinstance(watched, QWidget):
            return False
        if watched.window() is not self._window or not _free():
            return False
        if event.type() == QEvent.Type.ShortcutOverride and is_undo_of_page(watched, event):
            event.ignore()
            return True
        return event.type() == QEvent.Type.KeyPress and do_press(self._context, press_of(event), focus)


def _free() -> bool:
    return QApplication.activeModalWidget() is None and QApplication.activePopupWidget() is None


def is_undo_of_page(field: QWidget, event: QKeyEvent) -> bool:
    """Return whether Ctrl+Z or Ctrl+Shift+Z was pressed in a field without typing of its own to undo."""
    if event.matches(UNDO):
        return not has_typing(field, back=True)
    return event.matches(REDO) and not has_typing(field, back=False)


def has_typing(field: QWidget, *, back: bool) -> bool:
    """Return whether a field has typing to undo or redo.

    Args:
        back: undo; else redo.
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
