"""A zone's name, written on the map itself."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QLineEdit, QWidget

from exgui.gui.look import fonts
from exgui.gui.safe_events import safe_events
from exgui.rulebook.validation import LONGEST_NAME

HEIGHT = 30
WIDEST, NARROWEST = 360, 140


@safe_events
class NameEditor(QLineEdit):
    """Takes the keys until Enter or Tab (takes the name) or Escape (leaves it as it was); so does a click elsewhere.

    Args:
        done: is given the id and the name that was written.
    """

    def __init__(self, over: QWidget, done: Callable[[str, str], object]) -> None:
        super().__init__(over)
        self._done = done
        self.zone = ""
        self._before = ""
        self.setMaxLength(LONGEST_NAME)
        self.setAccessibleName("Name of the zone")
        self.setAccessibleDescription("Enter accepts the name, Escape cancels.")
        self.setFont(fonts.font("strong"))
        self.hide()

    def begin(self, zone: str, name: str, at: QRect) -> None:
        """Edit the name of a zone whose picture covers `at`."""
        self.finish()
        self.zone, self._before = zone, name
        width = min(max(at.width() - 16, NARROWEST), WIDEST)
        self.setGeometry(at.left() + 8, at.top() + 8, width, HEIGHT)
        self.setText(name)
        self.selectAll()
        self.show()
        self.raise_()
        self.setFocus(Qt.FocusReason.OtherFocusReason)

    @property
    def active(self) -> bool:
        return bool(self.zone)

    def follow(self, at: QRect) -> None:
        if self.active:
            self.move(at.left() + 8, at.top() + 8)

    def finish(self) -> None:
        zone, name = self.zone, self.text().strip()
        self._leave()
        if zone and name and name != self._before:
            self._done(zone, name)

    def _leave(self) -> None:
        self.zone = ""
        focused = self.hasFocus()
        self.hide()
        viewport = self.parentWidget()
        view = viewport.parentWidget() if viewport is not None else None
        if focused and view is not None:
            view.setFocus(Qt.FocusReason.OtherFocusReason)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.finish()
        elif event.key() == Qt.Key.Key_Escape:
            self._leave()
        else:
            super().keyPressEvent(event)
        event.accept()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        if self.active and event.reason() != Qt.FocusReason.PopupFocusReason:
            self.finish()
