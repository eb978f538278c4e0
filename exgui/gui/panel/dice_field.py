"""The field in which the dice of the table are typed. Letters never type here; they stay keys of the window."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QLineEdit

from exgui.gui.safe_events import safe_events


@safe_events
class DiceField(QLineEdit):
    """Where the dice of the table are typed. Enter takes them, and so does a second space.

    Signals:
        taken(): what stands here is to be taken.
        modifier_begun(str): "+", "-" or "=" was typed: a modifier is meant.
    """

    taken = Signal()
    modifier_begun = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("role", "dice")
        self.setProperty("letters_are_keys", True)
        self.setAccessibleName("Dice of the table")
        self.setMaxLength(200)

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.ShortcutOverride and not self.text():
            if event.matches(QKeySequence.StandardKey.Undo) or event.matches(QKeySequence.StandardKey.Redo):
                event.ignore()
                return False
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, text = event.key(), event.text()
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.taken.emit()
        elif key == Qt.Key.Key_Space:
            if self.text().endswith(" "):
                self.taken.emit()
            elif self.text():
                self.insert(" ")
        elif text in ("+", "-", "="):
            self.modifier_begun.emit(text)
        elif (
            text
            and text.isprintable()
            and not (text.isdecimal() or text in ",;")
            and not event.modifiers() & (Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.MetaModifier)
        ) or (
            not self.text()
            and (event.matches(QKeySequence.StandardKey.Undo) or event.matches(QKeySequence.StandardKey.Redo))
        ):
            event.ignore()
        else:
            super().keyPressEvent(event)
