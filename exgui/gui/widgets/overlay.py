"""What is laid over the window without stopping it, and has the keys meanwhile."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QFrame, QWidget
from shiboken6 import isValid

from exgui.gui.safe_events import safe_events
from exgui.gui.widgets.basics import press_focused

TOP = 56
"""Pixels from the upper edge of the window."""


@safe_events
class Overlay(QFrame):
    """Escape closes it, Enter presses the focused button, and no key reaches the window beneath. Closing returns the
    focus."""

    def __init__(self, window: QWidget, name: str) -> None:
        super().__init__(window)
        self._back: QWidget | None = None
        self.setProperty("role", "popover")
        self.setAccessibleName(name)
        self.hide()

    def remember_keys(self) -> None:
        """Remember the focus, to be restored on closing. Call before it is shown."""
        if self.isHidden():
            self._back = QApplication.focusWidget()

    def stand(self, *, in_middle: bool = False) -> None:
        """Show it in the middle of the window, below its upper edge or halfway down."""
        window = self.parentWidget()
        assert window is not None
        top = (window.height() - self.height()) // 2 if in_middle else TOP
        self.move((window.width() - self.width()) // 2, top)
        self.raise_()
        self.show()

    def close_overlay(self) -> None:
        if self.isHidden():
            return
        back, self._back = self._back, None
        if back is not None and isValid(back):  # the battle may be another by now
            back.setFocus(Qt.FocusReason.PopupFocusReason)  # first, or Qt would give the keys to another part
        self.hide()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.close_overlay()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            press_focused()
