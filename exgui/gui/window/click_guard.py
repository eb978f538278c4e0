"""Keeps a second click from a button that came under the pointer with the first: "Roll" must not become "End turn"."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QPointF
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QAbstractButton, QApplication, QWidget

from exgui.gui.safe_events import safe_events

_PRESSES = (QEvent.Type.MouseButtonPress, QEvent.Type.MouseButtonDblClick)


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
        """What the button at a point of the window says, "" where there is none."""
        found: QWidget | None = self._window.childAt(at.toPoint())
        while found is not None and not isinstance(found, QAbstractButton):
            found = found.parentWidget()
        return (found.accessibleName() or found.text() or type(found).__name__) if found is not None else ""
