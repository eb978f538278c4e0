"""Gestures by which zones are linked, and links selected."""

from __future__ import annotations

from PySide6.QtCore import QLineF, QPoint, QPointF, QRectF, Qt

from exgui.gui.map.editor.edit_gesture import EDGE, MORE, EditorGestureView, zone_near
from exgui.gui.map.editor.selection import only
from exgui.gui.map.gesture import Gesture
from exgui.gui.map.zone_item import ZoneItem


class DrawLink(Gesture[EditorGestureView]):
    """A link is drawn from one zone to another."""

    cursor = Qt.CursorShape.CrossCursor

    def __init__(self, view: EditorGestureView, at: QPoint, zone: str) -> None:
        super().__init__(view, at)
        self.zone = zone

    def _over(self, at: QPoint) -> ZoneItem | None:
        return zone_near(self.view.map, self.view.mapToScene(at), EDGE / self.view.zoom)

    def update(self, at: QPoint, keys: Qt.KeyboardModifier) -> None:
        over = self._over(at)
        allowed = over is not None and over.id != self.zone and self._free(over.id)
        self.view.map.mark({over.id: "target" if allowed else "shut"} if over and over.id != self.zone else {})
        here = self.view.mapToScene(at)
        box = self.view.map.zones[self.zone].box
        self.view.sketch.link(QLineF(_nearest_edge(box, here), here), allowed or over is None, self.view.zoom)

    def _free(self, other: str) -> bool:
        return all({self.zone, other} != set(link.between) for link in self.view.map.battle.links)

    def finish(self, at: QPoint, keys: Qt.KeyboardModifier) -> None:
        over = self._over(at)
        self.cancel()
        if over is None:
            self.view.say("Let go over the zone that it leads to.", at)
        elif self.view.field.link(self.zone, over.id):
            ends = next(
                (one.between for one in self.view.map.battle.links if set(one.between) == {self.zone, over.id}), None
            )
            if ends is not None:
                self.view.selection.put(only("link", ends))

    def cancel(self) -> None:
        self.view.map.mark({})
        self.view.sketch.clear()

    def click(self, keys: Qt.KeyboardModifier) -> None:
        self.view.say("Drag from this zone to the one that it leads to.", self.pressed_at)


class ClickLink(Gesture[EditorGestureView]):
    """A link is selected; a drag pans."""

    def __init__(self, view: EditorGestureView, at: QPoint, ends: tuple[str, str]) -> None:
        super().__init__(view, at)
        self.ends = ends
        self._last = at

    def update(self, at: QPoint, keys: Qt.KeyboardModifier) -> None:
        self.view.pan(at - self._last)
        self._last = at

    def click(self, keys: Qt.KeyboardModifier) -> None:
        now = self.view.selection.now
        self.view.selection.put(now.toggled("link", self.ends) if keys & MORE else only("link", self.ends))


def _nearest_edge(box: QRectF, at: QPointF) -> QPointF:
    """The point of a box's edge from which a link to a point leaves."""
    if box.contains(at):
        return at
    return QPointF(min(max(at.x(), box.left()), box.right()), min(max(at.y(), box.top()), box.bottom()))
