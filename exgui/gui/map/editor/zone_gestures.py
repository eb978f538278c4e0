"""Gestures by which zones are drawn, moved and made larger or smaller."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPoint, QPointF, QRectF, Qt

from exgui.campaign.encounter_edits.zones import SMALLEST_HEIGHT, SMALLEST_WIDTH, Box
from exgui.gui.map.editor import snapping
from exgui.gui.map.editor.edit_gesture import FREE, MORE, EditorGestureView, box_on, boxes_of
from exgui.gui.map.editor.selection import only
from exgui.gui.map.gesture import Gesture


class DrawZone(Gesture[EditorGestureView]):
    """A new zone is dragged out."""

    cursor = Qt.CursorShape.CrossCursor

    def __init__(self, view: EditorGestureView, at: QPoint, shape: str) -> None:
        super().__init__(view, at)
        self.shape = shape

    def update(self, at: QPoint, keys: Qt.KeyboardModifier) -> None:
        box, guides = self._box(at, keys)
        self.view.guides.show_lines(guides, self.view.zoom)
        self.view.sketch.frame(self.shape, QRectF(box.x, box.y, box.width, box.height), self.view.zoom)

    def finish(self, at: QPoint, keys: Qt.KeyboardModifier) -> None:
        box, _guides = self._box(at, keys)
        self._tidy()
        if box.width < SMALLEST_WIDTH / 3 or box.height < SMALLEST_HEIGHT / 3:
            self.view.say("Drag farther: a zone is larger than this.", at)
            return
        id = self.view.field.draw_zone(box, self.shape, self.view.terrain)
        if id is not None:
            self.view.selection.put(only("zone", id))
            self.view.begin_name(id)

    def cancel(self) -> None:
        self._tidy()

    def click(self, keys: Qt.KeyboardModifier) -> None:
        self.view.say("Press and drag: a zone is as large as you draw it.", self.pressed_at)

    def _tidy(self) -> None:
        self.view.sketch.clear()
        self.view.guides.show_lines((), self.view.zoom)

    def _box(self, at: QPoint, keys: Qt.KeyboardModifier) -> tuple[Box, Sequence[snapping.Guide]]:
        here = self.view.mapToScene(at)
        free = bool(keys & FREE)
        x, y = self.began.x(), self.began.y()
        if not free:
            x, y = snapping.on_grid(x), snapping.on_grid(y)
        raw = QRectF(QPointF(x, y), here).normalized()
        if free:
            return Box(raw.x(), raw.y(), raw.width(), raw.height()), ()
        others = boxes_of(self.view.map, ())
        near = snapping.NEAR / self.view.zoom
        corner = (1 if here.x() >= x else -1, 1 if here.y() >= y else -1)
        small = Box(x, y, 0.0, 0.0)
        _goal, guides = snapping.resized(small, corner, here.x(), here.y(), others, near)
        caught = {(g.x1 == g.x2): (g.x1 if g.x1 == g.x2 else g.y1) for g in guides}
        far_x = caught.get(True, snapping.on_grid(here.x()))
        far_y = caught.get(False, snapping.on_grid(here.y()))
        box = QRectF(QPointF(x, y), QPointF(far_x, far_y)).normalized()
        return Box(box.x(), box.y(), box.width(), box.height()), guides


class DragZones(Gesture[EditorGestureView]):
    """Zones are put elsewhere; their links and tokens go with them."""

    cursor = Qt.CursorShape.SizeAllCursor

    def __init__(self, view: EditorGestureView, at: QPoint, zone: str) -> None:
        super().__init__(view, at)
        self.zone = zone
        now = view.selection.now
        self.zones = now.zones if zone in now.zones else (zone,)
        self._boxes = {id: box_on(view.map, id) for id in self.zones}
        self._whole = snapping.around(self._boxes.values())

    def start(self) -> None:
        if self.zone not in self.view.selection.now.zones:
            self.view.selection.put(only("zone", self.zone))
        for id in self.zones:
            self.view.map.zones[id].setZValue(3)

    def _goal(self, at: QPoint, keys: Qt.KeyboardModifier) -> tuple[dict[str, Box], Sequence[snapping.Guide]]:
        by = self.view.mapToScene(at) - self.began
        goal = self._whole.moved(by.x(), by.y())
        guides: Sequence[snapping.Guide] = ()
        if not keys & FREE:
            others = boxes_of(self.view.map, self.zones)
            goal, guides = snapping.moved(goal, others, snapping.NEAR / self.view.zoom)
        dx, dy = goal.x - self._whole.x, goal.y - self._whole.y
        return {id: box.moved(dx, dy) for id, box in self._boxes.items()}, guides

    def update(self, at: QPoint, keys: Qt.KeyboardModifier) -> None:
        goals, guides = self._goal(at, keys)
        for id, box in goals.items():
            self.view.map.drag_zone(id, QPointF(box.x, box.y))
        self.view.guides.show_lines(guides, self.view.zoom)
        self.view.marks.show()

    def finish(self, at: QPoint, keys: Qt.KeyboardModifier) -> None:
        goals, _guides = self._goal(at, keys)
        self._tidy()
        if goals == self._boxes or not self.view.field.put_zones(goals):
            self.cancel()

    def cancel(self) -> None:
        self._tidy()
        for id in self.zones:
            if id in self.view.map.zones:
                self.view.map.put_back(id)
        self.view.marks.show()

    def _tidy(self) -> None:
        self.view.guides.show_lines((), self.view.zoom)
        for id in self.zones:
            if id in self.view.map.zones:
                self.view.map.zones[id].setZValue(1)

    def click(self, keys: Qt.KeyboardModifier) -> None:
        now = self.view.selection.now
        self.view.selection.put(now.toggled("zone", self.zone) if keys & MORE else only("zone", self.zone))


class ResizeZone(Gesture[EditorGestureView]):
    """A corner of a zone is drawn elsewhere."""

    def __init__(self, view: EditorGestureView, at: QPoint, zone: str, corner: tuple[int, int]) -> None:
        super().__init__(view, at)
        self.zone, self.corner = zone, corner
        self.cursor = Qt.CursorShape.SizeFDiagCursor if corner[0] * corner[1] > 0 else Qt.CursorShape.SizeBDiagCursor
        self._box = box_on(view.map, zone)
        box = self._box
        at_corner = QPointF(box.x + box.width * (corner[0] + 1) / 2, box.y + box.height * (corner[1] + 1) / 2)
        self._offset = at_corner - self.began

    def _goal(self, at: QPoint, keys: Qt.KeyboardModifier) -> tuple[Box, Sequence[snapping.Guide]]:
        here = self.view.mapToScene(at) + self._offset
        if keys & FREE:
            return snapping.dragged_corner(self._box, self.corner, here.x(), here.y()), ()
        others = boxes_of(self.view.map, (self.zone,))
        near = snapping.NEAR / self.view.zoom
        return snapping.resized(self._box, self.corner, here.x(), here.y(), others, near)

    def update(self, at: QPoint, keys: Qt.KeyboardModifier) -> None:
        box, guides = self._goal(at, keys)
        self.view.map.resize_zone(self.zone, box.width, box.height, rough=True)
        self.view.map.drag_zone(self.zone, QPointF(box.x, box.y))
        self.view.guides.show_lines(guides, self.view.zoom)
        self.view.marks.show()

    def finish(self, at: QPoint, keys: Qt.KeyboardModifier) -> None:
        box, _guides = self._goal(at, keys)
        self.view.guides.show_lines((), self.view.zoom)
        if box == self._box or not self.view.field.put_zones({self.zone: box}):
            self.cancel()

    def cancel(self) -> None:
        self.view.guides.show_lines((), self.view.zoom)
        if self.zone in self.view.map.zones:
            self.view.map.put_back(self.zone)
        self.view.marks.show()
