"""Which gesture a press on the map begins, by the tool in the hand and by what lies there; and what the pointer looks
like over what."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QPointF, QRectF, Qt

from exgui.gui.map.canvas import MapCanvas, Pan
from exgui.gui.map.editor.gestures import (
    EDGE,
    Band,
    ClickLink,
    DragMount,
    DragPeople,
    DragPicture,
    DragZones,
    DrawLink,
    DrawZone,
    ResizeZone,
    zone_near,
)
from exgui.gui.map.editor.hand import ELLIPSE, LINK, PICTURE, ZONE, Hand
from exgui.gui.map.editor.overlay import CORNERS, EDGES, REACH, point_of
from exgui.gui.map.gesture import Gesture
from exgui.gui.map.token_items import CompanionItem

_MISS = 6.0
"""Pixels by which a token may be missed."""


class EditorGesturePicker:
    """Picks the gesture for the tool and what lies under the pointer."""

    def __init__(self, hand: Hand) -> None:
        self._hand, self._view = hand, hand.canvas

    def gesture_for(self, at: QPoint, pans: bool) -> Gesture[MapCanvas]:
        hand, view = self._hand, self._view
        if pans:
            return Pan(view, at)
        here = view.mapToScene(at)
        if hand.tool in (ZONE, ELLIPSE):
            return DrawZone(hand, at, "ellipse" if hand.tool == ELLIPSE else "rectangle")
        if hand.tool == LINK:
            zone = zone_near(view.map, here, EDGE / view.zoom)
            return DrawLink(hand, at, zone.id) if zone is not None else Band(hand, at)
        if hand.tool == PICTURE and (box := hand.marks.picture_box()) is not None:
            frame = QRectF(box.x, box.y, box.width, box.height)
            corner = _near(frame, CORNERS, here, view.zoom)
            if corner is not None or frame.contains(here):
                return DragPicture(hand, at, box, corner)
            return Pan(view, at)
        return self._select_gesture(at, here)

    def _select_gesture(self, at: QPoint, here: QPointF) -> Gesture[MapCanvas]:
        hand, view = self._hand, self._view
        grips = hand.marks.grips()
        if grips is not None:
            corner = _near(grips[1], CORNERS, here, view.zoom)
            if corner is not None:
                return ResizeZone(hand, at, grips[0], corner)
            if _near(grips[1], EDGES, here, view.zoom) is not None:
                return DrawLink(hand, at, grips[0])
        mount = self._mount_at(here)
        if mount is not None:
            return DragMount(hand, at, mount)
        token = view.map.token_at(here, spare=_MISS / view.zoom)
        if token is not None:
            return DragPeople(hand, at, token.id)
        zone = view.map.zone_at(here)
        if zone is not None:
            return DragZones(hand, at, zone.id)
        link = view.map.link_at(here)
        if link is not None:
            return ClickLink(hand, at, link.link.between)
        return Band(hand, at)

    def _mount_at(self, here: QPointF) -> CompanionItem | None:
        """Return the mount at a point, ridden or not; the rider's own token goes before."""
        scene = self._view.map
        found = scene.companions.at(here)
        if found is not None:
            return found if found.companion.owner else None
        token = scene.token_at(here)
        if token is None or token.companion is None:
            return None
        off = token.mapFromScene(here)
        return (
            token.companion if off.x() ** 2 + off.y() ** 2 > token.radius**2 and token.companion.holds(here) else None
        )

    def hover(self, at: QPoint) -> None:
        shape = self._shape_at(at)
        if self._view.viewport().cursor().shape() != shape:
            self._view.viewport().setCursor(shape)

    def _shape_at(self, at: QPoint) -> Qt.CursorShape:
        hand, view = self._hand, self._view
        here = view.mapToScene(at)
        if hand.tool in (ZONE, ELLIPSE, LINK):
            return Qt.CursorShape.CrossCursor
        if hand.tool == PICTURE:
            return Qt.CursorShape.SizeAllCursor
        grips = hand.marks.grips()
        if grips is not None:
            corner = _near(grips[1], CORNERS, here, view.zoom)
            if corner is not None:
                down = corner[0] * corner[1] > 0
                return Qt.CursorShape.SizeFDiagCursor if down else Qt.CursorShape.SizeBDiagCursor
            if _near(grips[1], EDGES, here, view.zoom) is not None:
                return Qt.CursorShape.CrossCursor
        if self._mount_at(here) is not None or view.map.token_at(here, spare=_MISS / view.zoom) is not None:
            return Qt.CursorShape.OpenHandCursor
        if view.map.zone_at(here) is not None:
            return Qt.CursorShape.SizeAllCursor
        if view.map.link_at(here) is not None:
            return Qt.CursorShape.PointingHandCursor
        return Qt.CursorShape.ArrowCursor


def _near(box: QRectF, places: tuple[tuple[int, int], ...], at: QPointF, zoom: float) -> tuple[int, int] | None:
    reach = REACH / zoom
    for place in places:
        off = point_of(box, place) - at
        if abs(off.x()) <= reach and abs(off.y()) <= reach:
            return place
    return None
