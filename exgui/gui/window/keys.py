"""What keys mean in the window: which mode of the keyboard is in force, and what each key does in it.

Letters, digits, Space and Enter work from anywhere but a field in which one writes. What a key does on a page says the
page itself; here stand the modes of what lies over and beside it, and what all pages without modes of their own have
alike. A key that nothing names goes to whatever has the focus. Shortcuts with Ctrl or Alt are the commands' own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtWidgets import QApplication, QWidget

from exgui.gui.commands.context import Context
from exgui.gui.keyboard.focused_field import stands_in_list
from exgui.gui.pages.common_keys import KEYS
from exgui.gui.window_command import ModeName, OwnCommand, Press, WindowCommand, by_name

ANY = "any"
"""Stands for every key that a mode does not name."""


def _close_key_list(context: Context, press: Press) -> bool:
    """Any key puts the list of keys away; Escape and F1 do nothing else, Shift+F1 goes on to the rules."""
    context.overlays.key_list.hide()
    return "Escape" in press.names or ("F1" in press.names and not press.shift)


def _close_overlay(context: Context) -> bool:
    """Puts away what is laid over the window, wherever the keys are; one that has them hears Escape itself."""
    laid, focus = context.overlays.on_top, QApplication.focusWidget()
    if laid is None or (focus is not None and laid.isAncestorOf(focus)):
        return False
    laid.close_overlay()
    return True


def _leave_column(context: Context) -> bool:
    """Shows everything again where something is searched, else goes from the campaign column to the page."""
    if stands_in_list(QApplication.focusWidget()):
        return False
    if not context.column.leave():
        context.page.take_keys()
    return True


def _key(keys: str, do: Callable[..., object], *, by_press: bool = False) -> dict[str, OwnCommand]:
    return {keys: WindowCommand("", "", keys, "", do, by_press=by_press)}


TABLE: Mapping[ModeName, Mapping[str, OwnCommand]] = {
    "key list": _key(ANY, _close_key_list, by_press=True),
    "overlay": _key("Escape", _close_overlay),
    "column": _key("Escape", _leave_column),
    "page": by_name(KEYS),
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
