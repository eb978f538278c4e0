"""What a press on the map of a battle takes hold of, and what the pointer looks like over what."""

from __future__ import annotations

from typing import Protocol

from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtWidgets import QWidget

from exgui.gui.map.gesture import Gesture, Pan
from exgui.gui.map.gestures import DragFrame, DragToken, GestureView
from exgui.gui.map.token_item import TokenItem

_MISS = 8.0
"""Pixels by which a token may be missed."""


class MouseView(GestureView, Protocol):
    """What the hand needs of the view over which it is. `locked`: nothing can be dragged."""

    locked: bool

    @property
    def zoom(self) -> float: ...

    def viewport(self) -> QWidget: ...


class MapGesturePicker:
    """Takes hold of a token, a zone or the players' frame; of bare ground, the map."""

    def __init__(self, view: MouseView) -> None:
        self._view = view

    def gesture_for(self, at: QPoint, pans: bool) -> Gesture[GestureView]:
        """The gesture that a press begins."""
        view = self._view
        if pans:
            return _PanAway(view, at)
        here = view.mapToScene(at)
        token = self._token_under(here)
        if token is not None:
            return _Click(view, at, "token", token.id) if view.locked else DragToken(view, at, token.id)
        part = view.map.seen.part_at(here, view.zoom)
        if part:
            return DragFrame(view, at, resizes=part == "corner")
        zone = view.map.zone_at(here)
        if zone is None:
            return _PanAway(view, at)
        return _Click(view, at, "zone", zone.id)

    def _token_under(self, here: QPointF) -> TokenItem | None:
        """The token that a press takes hold of: who misses one by little means it, and not the zone below."""
        return self._view.map.token_at(here, spare=_MISS / self._view.zoom)

    def hover(self, at: QPoint) -> None:
        """The pointer looks like what a press would do."""
        view = self._view
        here = view.mapToScene(at)
        token = self._token_under(here)
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


class _PanAway(Pan[GestureView]):
    """The map is moved; a click leaves what the keyboard was at."""

    def click(self, keys: Qt.KeyboardModifier) -> None:
        self.view.keyboard.clear()


class _Click(Pan[GestureView]):
    """A click; a drag pans. Zones are put elsewhere only while the map is edited."""

    cursor = Qt.CursorShape.ArrowCursor

    def __init__(self, view: GestureView, at: QPoint, kind: str, id: str) -> None:
        super().__init__(view, at)
        self._kind, self._id = kind, id

    def click(self, keys: Qt.KeyboardModifier) -> None:
        (self.view.click_zone if self._kind == "zone" else self.view.click_token)(self._id)
