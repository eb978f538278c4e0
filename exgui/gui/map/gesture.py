"""Gestures of the mouse on any map: what each is made of, and the mouse that makes one at a time."""

from __future__ import annotations

from typing import Any, Generic, Protocol, TypeVar

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QCursor, QMouseEvent
from PySide6.QtWidgets import QApplication, QGraphicsView, QWidget

View = TypeVar("View", bound=QGraphicsView)


class Gesture(Generic[View]):
    """What the mouse does from a press to its release. `start` is called once it has moved too far for a click."""

    cursor = Qt.CursorShape.ArrowCursor

    def __init__(self, view: View, at: QPoint) -> None:
        self.view = view
        self.pressed_at = at
        self.began = view.mapToScene(at)

    def start(self) -> None:
        """Begin: the mouse has moved."""

    def update(self, at: QPoint, keys: Qt.KeyboardModifier) -> None:
        """Follow the mouse."""

    def finish(self, at: QPoint, keys: Qt.KeyboardModifier) -> None:
        """Finish: the button was released."""

    def cancel(self) -> None:
        """Undo the gesture."""

    def click(self, keys: Qt.KeyboardModifier) -> None:
        """Handle a click: the button was released where it was pressed."""


class GesturePicker(Protocol):
    """What a press on a map takes hold of."""

    def gesture_for(self, at: QPoint, pans: bool) -> Gesture[Any]:
        """Return the gesture that a press begins: the map is moved, or what lies there is taken hold of."""
        ...

    def hover(self, at: QPoint) -> None:
        """Show in the pointer what a press would do."""
        ...


class MapMouse:
    """The mouse on a map: one gesture at a time, from the press to the release.

    Attributes:
        gesture: what a press has begun, None while nothing is pressed.
        moving: it has gone too far for a click.
    """

    def __init__(self, viewport: QWidget, picker: GesturePicker) -> None:
        self._viewport = viewport
        self._picker = picker
        self.gesture: Gesture[Any] | None = None
        self.moving = False

    def press(self, event: QMouseEvent, *, pans: bool) -> bool:
        """Begin a gesture; a second button takes the one under way back.

        Args:
            pans: the left button moves the map, as the middle one always does.

        Returns:
            Whether the button is one that does something here.
        """
        if self.gesture is not None:
            self.cancel()
            return True
        middle = event.button() == Qt.MouseButton.MiddleButton
        if not middle and event.button() != Qt.MouseButton.LeftButton:
            return False
        self.gesture = self._picker.gesture_for(event.position().toPoint(), middle or pans)
        self.moving = False
        event.accept()
        return True

    def move(self, event: QMouseEvent) -> None:
        at = event.position().toPoint()
        if self.gesture is None:
            self._picker.hover(at)
            return
        if not self.moving:
            if (at - self.gesture.pressed_at).manhattanLength() < QApplication.startDragDistance():
                return
            self.moving = True
            self._viewport.setCursor(self.gesture.cursor)
            self.gesture.start()
        self.gesture.update(at, event.modifiers())

    def look_again(self) -> None:
        """Update the pointer: the meaning of a press has changed."""
        self._picker.hover(self._viewport.mapFromGlobal(QCursor.pos()))

    def release(self, event: QMouseEvent) -> None:
        """End the gesture; one that was canceled has no end."""
        event.accept()
        self.let_go(event.position().toPoint(), event.modifiers())

    def take(self, gesture: Gesture[Any]) -> None:
        self.gesture, self.moving = gesture, True
        gesture.start()

    def let_go(self, at: QPoint, keys: Qt.KeyboardModifier) -> None:
        gesture, self.gesture = self.gesture, None
        if gesture is None:
            return
        if self.moving:
            gesture.finish(at, keys)
        else:
            gesture.click(keys)
        self.moving = False
        self._picker.hover(at)

    def cancel(self) -> None:
        gesture, self.gesture = self.gesture, None
        if gesture is not None and self.moving:
            gesture.cancel()
        self.moving = False
        self._viewport.unsetCursor()
