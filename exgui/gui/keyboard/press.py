"""One press of a key, and the names under which a table of keys has it."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent

from exgui.engine.record import Record

NAMES = {
    Qt.Key.Key_Return: "Enter",
    Qt.Key.Key_Enter: "Enter",
    Qt.Key.Key_Escape: "Escape",
    Qt.Key.Key_Space: "Space",
    Qt.Key.Key_Backspace: "Backspace",
    Qt.Key.Key_Up: "Up",
    Qt.Key.Key_Down: "Down",
    Qt.Key.Key_Left: "Left",
    Qt.Key.Key_Right: "Right",
    Qt.Key.Key_Home: "Home",
    Qt.Key.Key_End: "End",
    Qt.Key.Key_Delete: "Delete",
    Qt.Key.Key_PageUp: "PageUp",
    Qt.Key.Key_PageDown: "PageDown",
    Qt.Key.Key_F1: "F1",
    Qt.Key.Key_F2: "F2",
}


class Press(Record):
    """A key that was pressed.

    Attributes:
        names: from the most special to the most general: ("Shift+Enter", "Enter"), ("+",), ("digit",), ("letter",).
            Empty where Ctrl, Alt or Meta is held: those are shortcuts of commands.
        text: the character typed, "" for none.
        shift: Shift was held.
        repeated: the key is held down; it was pressed before.
    """

    names: tuple[str, ...]
    text: str = ""
    shift: bool = False
    repeated: bool = False


def press_of(event: QKeyEvent) -> Press:
    """The press that a key event means."""
    modifiers = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
    shift = bool(modifiers & Qt.KeyboardModifier.ShiftModifier)
    text = event.text() if len(event.text()) == 1 else ""
    if modifiers & ~Qt.KeyboardModifier.ShiftModifier:
        return Press((), text, shift, event.isAutoRepeat())
    name = NAMES.get(Qt.Key(event.key()), "")
    if event.key() == Qt.Key.Key_Menu or (event.key() == Qt.Key.Key_F10 and shift):
        return Press(("Menu",), "", shift, event.isAutoRepeat())
    if name == "Enter" and shift:
        names: tuple[str, ...] = ("Shift+Enter", "Enter")
    elif name:
        names = (name,)
    elif text.isdecimal():
        names = ("digit",)
    elif text.isalpha():
        names = ("letter",)
    else:
        names = (text,) if text else ()
    return Press(names, text, shift, event.isAutoRepeat())
