"""What keys mean in the window: which mode of the keyboard is in force, and what each key does in it.

Letters, digits, Space and Enter work from anywhere but a field in which one writes. What a key does on a page says the
page itself; here stand the modes of what lies over and beside it, and what all pages without modes of their own have
alike. A key that nothing names goes to whatever has the focus. Shortcuts with Ctrl or Alt are the commands' own.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtWidgets import QApplication, QWidget

from exgui.gui.commands.context import Context
from exgui.gui.keyboard.binding import Binding, ModeName
from exgui.gui.keyboard.focused_field import stands_in_list
from exgui.gui.keyboard.press import Press
from exgui.gui.pages.common_keys import go_back, open_menu, press_button

ANY = "any"
"""Stands for every key that a mode does not name."""


def _close_key_list(context: Context, press: Press) -> bool:
    """Any key puts the list of keys away; Escape and F1 do nothing else, Shift+F1 goes on to the rules."""
    context.overlays.key_list.hide()
    return "Escape" in press.names or ("F1" in press.names and not press.shift)


def _close_overlay(context: Context, _press: Press) -> bool:
    """Puts away what is laid over the window, wherever the keys are; one that has them hears Escape itself."""
    laid, focus = context.overlays.on_top, QApplication.focusWidget()
    if laid is None or (focus is not None and laid.isAncestorOf(focus)):
        return False
    laid.close_overlay()
    return True


def _leave_column(context: Context, _press: Press) -> bool:
    """Shows everything again where something is searched, else goes from the campaign column to the page."""
    if stands_in_list(QApplication.focusWidget()):
        return False
    if not context.column.leave():
        context.page.take_keys()
    return True


TABLE: Mapping[ModeName, Mapping[str, Binding[Context]]] = {
    "key list": {ANY: Binding(_close_key_list)},
    "overlay": {"Escape": Binding(_close_overlay)},
    "column": {"Escape": Binding(_leave_column)},
    "page": {"Escape": Binding(go_back), "Enter": Binding(press_button), "Menu": Binding(open_menu)},
}
"""The modes that are no page's own."""
OVER_PAGE = ("key list", "overlay", "column")
"""The modes in which the keys do not go to the page."""


def current_mode(context: Context, focus: QWidget | None) -> ModeName:
    """Which mode is in force while the keys go to that widget."""
    if context.overlays.key_list.isVisible():
        return "key list"
    if context.overlays.on_top is not None:
        return "overlay"
    if focus is not None and context.column.isAncestorOf(focus):
        return "column"
    return context.page.key_mode(focus)


def do_press(context: Context, press: Press, focus: QWidget | None) -> bool:
    """Does what a key means now. False leaves it to whatever has the focus."""
    mode = current_mode(context, focus)
    of_window: Mapping[str, Binding[Any]] = TABLE.get(mode, {})
    of_page: Mapping[str, Binding[Any]] = {} if mode in OVER_PAGE else context.page.bindings(mode, focus)
    for name in (*press.names, ANY):
        binding = of_page.get(name) or of_window.get(name)
        if binding is None:
            continue
        if press.repeated and not binding.repeats:
            return True
        if binding.do(context.page if name in of_page else context, press):
            return True
    # Fields and lists accept and close by these keys too.
    return press.repeated and bool({"Enter", "Escape"} & set(press.names))
