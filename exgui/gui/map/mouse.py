"""The mouse on the map: which gesture a press begins, how it goes on, and what the pointer looks like over what."""

from __future__ import annotations

from typing import Protocol

from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtWidgets import QApplication, QWidget

from exgui.gui.map.gestures import DragFrame, DragToken, Gesture, GestureView, Pan
from exgui.gui.map.token_item import TokenItem

_MISS = 8.0
"""Pixels by which a token may be missed."""


class MouseView(GestureView, Protocol):
    """What the mouse needs of the view over which it is. `locked`: nothing can be dragged."""

    locked: bool

    @property
    def zoom(self) -> float: ...

    def viewport(self) -> QWidget: ...


class MapMouse:
    """One gesture at a time.

    Attributes:
        gesture: what a press has begun, None while nothing is pressed.
        moving: it has gone too far for a click.
    """

    def __init__(self, view: MouseView) -> None:
        self._view = view
        self.gesture: Gesture | None = None
        self.moving = False

    def press(self, at: QPoint, pans: bool) -> None:
        """Begins a gesture: the map is moved, or what lies there is taken hold of."""
        self.gesture = Pan(self._view, at) if pans else self._gesture_for(at)
        self.moving = False

    def move(self, at: QPoint, keys: Qt.KeyboardModifier) -> None:
        """The mouse is here now."""
        if self.gesture is None:
            self._hover(at)
            return
        if not self.moving:
            if (at - self.gesture.pressed_at).manhattanLength() < QApplication.startDragDistance():
                return
            self.moving = True
            self._view.viewport().setCursor(self.gesture.cursor)
            self.gesture.start()
        self.gesture.update(at, keys)

    def release(self, at: QPoint, keys: Qt.KeyboardModifier) -> None:
        """Ends the gesture; one that was taken back has no end."""
        gesture, self.gesture = self.gesture, None
        if gesture is None:
            return
        if self.moving:
            gesture.finish(at, keys)
        else:
            gesture.click()
        self.moving = False
        self._hover(at)

    def cancel(self) -> None:
        """Takes the gesture back."""
        gesture, self.gesture = self.gesture, None
        if gesture is not None and self.moving:
            gesture.cancel()
        self.moving = False
        self._view.viewport().unsetCursor()

    def _gesture_for(self, at: QPoint) -> Gesture:
        view = self._view
        here = view.mapToScene(at)
        token = self._token_for_hand(here)
        if token is not None:
            return _Click(view, at, "token", token.id) if view.locked else DragToken(view, at, token.id)
        part = view.map.seen.part_at(here, view.zoom)
        if part:
            return DragFrame(view, at, resizes=part == "corner")
        zone = view.map.zone_at(here)
        if zone is None:
            return Pan(view, at)
        return _Click(view, at, "zone", zone.id)

    def _token_for_hand(self, here: QPointF) -> TokenItem | None:
        """The token that a press takes hold of: who misses one by little means it, and not the zone below."""
        return self._view.map.token_at(here, spare=_MISS / self._view.zoom)

    def _hover(self, at: QPoint) -> None:
        view = self._view
        here = view.mapToScene(at)
        token = self._token_for_hand(here)
        zone = view.map.zone_at(here)
        pickable = view.map.pickable.keys
        part = view.map.seen.part_at(here, view.zoom) if token is None else ""
        if view.map.seen.hovered is not bool(part):
            view.map.seen.hovered = bool(part)
            view.map.seen.update()
        if part:
            shape = Qt.CursorShape.SizeFDiagCursor if part == "corner" else Qt.CursorShape.SizeAllCursor
        elif token is not None:
            shape = Qt.CursorShape.PointingHandCursor if token.id in pickable else Qt.CursorShape.OpenHandCursor
        elif zone is not None and zone.id in pickable:
            shape = Qt.CursorShape.PointingHandCursor
        else:
            shape = Qt.CursorShape.ArrowCursor
        if view.viewport().cursor().shape() != shape:
            view.viewport().setCursor(shape)


class _Click(Gesture):
    """A click; a drag pans. Zones are put elsewhere only while the map is edited."""

    def __init__(self, view: GestureView, at: QPoint, kind: str, id: str) -> None:
        super().__init__(view, at)
        self._kind, self._id = kind, id
        self._last = at

    def update(self, at: QPoint, keys: Qt.KeyboardModifier) -> None:
        self.view.pan(at - self._last)
        self._last = at

    def click(self) -> None:
        (self.view.click_zone if self._kind == "zone" else self.view.click_token)(self._id)
