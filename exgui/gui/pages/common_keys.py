"""Keys that many pages share. Each function returns False if the key is left to the focused widget."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt
from PySide6.QtGui import QContextMenuEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import QAbstractButton, QApplication, QWidget

from exgui.gui.keyboard.focused_field import is_edited_in_list
from exgui.gui.window_command import OwnCommand, WindowCommand

if TYPE_CHECKING:
    from exgui.gui.pages.page_context import PageContext


def go_back(context: PageContext) -> bool:
    """Close the parts of a number, else go back. A field in a list is closed by the list."""
    if context.why.isVisible():
        context.why.hide()
        return True
    return not is_edited_in_list(QApplication.focusWidget()) and context.navigation.back()


def leave_to_focus(*_given: object) -> bool:
    return False


def press_button(*_given: object) -> bool:
    return click(QApplication.focusWidget())


def click(focus: QWidget | None) -> bool:
    if isinstance(focus, QAbstractButton):
        focus.click()
        return True
    return False


def open_menu(*_given: object) -> bool:
    """Open the context menu of the focused widget."""
    focus = QApplication.focusWidget()
    if focus is None:
        return False
    at = focus.rect().center()
    asks = QContextMenuEvent(QContextMenuEvent.Reason.Keyboard, at, focus.mapToGlobal(at))
    QApplication.sendEvent(focus, asks)
    return True


def add_shortcuts(page: QWidget, commands: Iterable[OwnCommand]) -> None:
    """Let keys with Ctrl or Alt do a page's own commands while one of its widgets has the focus."""
    for one in commands:
        for name in one.keys.split():
            if not name.startswith(("Ctrl+", "Alt+")):
                continue
            for keys in {name, name.replace("Enter", "Return")}:  # Qt's Enter is that of the number pad alone
                shortcut = QShortcut(QKeySequence(keys), page)
                shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
                shortcut.activated.connect(lambda one=one: one.run(page))


KEYS = tuple(
    WindowCommand[Any]("", title, keys, "Everywhere", do)
    for keys, title, do in (
        ("Escape", "Go back", go_back),
        ("Enter", "Press the button", press_button),
        ("Menu", "Open the context menu", open_menu),
    )
)
"""On every page without modes of its own."""
