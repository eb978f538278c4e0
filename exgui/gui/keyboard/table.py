"""The table of the keyboard: in each mode, what each key does. Which mode is in force is said by `current_mode`.

Letters, digits, Space and Enter work from anywhere but a field in which one writes; the dice field takes digits alone.
A key that its mode does not name goes to whatever has the focus. Shortcuts with Ctrl or Alt are the commands' own.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from PySide6.QtGui import QContextMenuEvent
from PySide6.QtWidgets import QAbstractButton, QApplication, QWidget

from exgui.gui.action_keys import MARKS, MORE
from exgui.gui.keyboard import battle_keys, page_keys
from exgui.gui.keyboard.binding import Binding, ModeName
from exgui.gui.keyboard.press import Press

if TYPE_CHECKING:
    from exgui.gui.commands.context import Context


def _close_key_list(context: Context, press: Press) -> bool:
    """Any key puts the list of keys away; Escape and F1 do nothing else, Shift+F1 goes on to the rules."""
    context.overlays.key_list.hide()
    return "Escape" in press.names or ("F1" in press.names and not press.shift)


def _press_button(_context: Context, _press: Press) -> bool:
    """Presses the button that has the focus."""
    button = QApplication.focusWidget()
    if isinstance(button, QAbstractButton):
        button.click()
        return True
    return False


def _open_menu(_context: Context, _press: Press) -> bool:
    """Opens the menu of whatever has the keys: what could be done with the right mouse button."""
    focus = QApplication.focusWidget()
    if focus is None:
        return False
    at = focus.rect().center()
    asks = QContextMenuEvent(QContextMenuEvent.Reason.Keyboard, at, focus.mapToGlobal(at))
    QApplication.sendEvent(focus, asks)
    return True


ANY = "any"
"""Stands for every key that a mode does not name."""

ALWAYS = {
    "Shift+Enter": Binding(battle_keys.allow_refused),
    "Escape": Binding(battle_keys.cancel),
    "PageUp": Binding(battle_keys.scroll_up, repeats=True),
    "PageDown": Binding(battle_keys.scroll_down, repeats=True),
    "Menu": Binding(_open_menu),
}
WHY = {"?": Binding(battle_keys.show_why)}
MODIFIER = {sign: Binding(battle_keys.begin_modifier) for sign in "+-="}
CURSOR = {"Up": Binding(battle_keys.move_up, repeats=True), "Down": Binding(battle_keys.move_down, repeats=True)}
ASKED_LETTERS = {name: Binding(battle_keys.asked_letter) for name in ("letter", *MARKS)}
ACTION_LETTERS = {name: Binding(battle_keys.begin_action) for name in ("letter", *MARKS)}

TABLE: Mapping[ModeName, Mapping[str, Binding[Context]]] = {
    "key list": {ANY: Binding(_close_key_list)},
    "overlay": {},
    "column": {"Escape": Binding(page_keys.leave_column)},
    "page": {"Escape": Binding(page_keys.go_back), "Enter": Binding(_press_button), "Menu": Binding(_open_menu)},
    "writing": ALWAYS,
    "dice": {
        **ALWAYS,
        **WHY,
        "Enter": Binding(battle_keys.accept_asked),
        "Space": Binding(battle_keys.leave_to_focus),
        "letter": Binding(battle_keys.asked_letter),
    },
    "fact": {
        **ALWAYS,
        **WHY,
        **MODIFIER,
        **ASKED_LETTERS,
        "Enter": Binding(battle_keys.accept_asked),
        "Space": Binding(battle_keys.leave_to_focus),
        "digit": Binding(battle_keys.pick_option),
    },
    "reading": {
        **ALWAYS,
        **WHY,
        "Up": Binding(battle_keys.scroll_up, repeats=True),
        "Down": Binding(battle_keys.scroll_down, repeats=True),
        "Enter": Binding(_press_button),
        "Space": Binding(battle_keys.still_reads),
        **{name: Binding(battle_keys.still_reads) for name in ("letter", "digit", *"+-=", *MARKS, MORE)},
    },
    "asked": {
        **ALWAYS,
        **WHY,
        **MODIFIER,
        **CURSOR,
        **ASKED_LETTERS,
        "Enter": Binding(battle_keys.accept_asked),
        "Space": Binding(battle_keys.accept_asked),
        "digit": Binding(battle_keys.pick_option),
    },
    "draft": {
        **ALWAYS,
        **WHY,
        **CURSOR,
        **ACTION_LETTERS,
        "Enter": Binding(battle_keys.accept_draft),
        "Space": Binding(battle_keys.accept_draft),
        "Backspace": Binding(battle_keys.take_back_last),
        "digit": Binding(battle_keys.pick_candidate),
        MORE: Binding(battle_keys.toggle_impossible),
    },
    "idle": {
        **ALWAYS,
        **WHY,
        **CURSOR,
        **ACTION_LETTERS,
        "Enter": Binding(battle_keys.take_proposed),
        "Space": Binding(battle_keys.end_turn),
        "digit": Binding(battle_keys.pick_candidate),
        MORE: Binding(battle_keys.toggle_impossible),
    },
}


def current_mode(context: Context, focus: QWidget | None) -> ModeName:
    """Which mode is in force while the keys go to that widget."""
    if context.overlays.key_list.isVisible():
        return "key list"
    if context.overlays.takes_keys:
        return "overlay"
    if focus is not None and context.column.isAncestorOf(focus):
        return "column"
    return context.page.key_mode(focus)


def do_press(context: Context, press: Press, focus: QWidget | None) -> bool:
    """Does what a key means now. False leaves it to whatever has the focus."""
    mode = current_mode(context, focus)
    bindings: Mapping[str, Binding[Context]] = TABLE[mode]
    if mode == "page":
        bindings = {**bindings, **context.page.bindings(focus)}
    for name in (*press.names, ANY):
        binding = bindings.get(name)
        if binding is None:
            continue
        if press.repeated and not binding.repeats:
            return True
        if binding.do(context, press):
            return True
    # Fields and lists accept and close by these keys too.
    return press.repeated and bool({"Enter", "Escape"} & set(press.names))
