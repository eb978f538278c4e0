"""The gesture that selects what lies in a rubber band."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRectF, Qt

from exgui.gui.map.editor.edit_gesture import MORE, EditorGestureView
from exgui.gui.map.editor.selection import NOTHING, Selected
from exgui.gui.map.gesture import Gesture


class Band(Gesture[EditorGestureView]):
    """A rubber band selects the zones that lie in it whole, and the people; a click on bare ground selects nothing."""

    cursor = Qt.CursorShape.CrossCursor

    def update(self, at: QPoint, keys: Qt.KeyboardModifier) -> None:
        self.view.sketch.frame("band", self._box(at), self.view.zoom)

    def finish(self, at: QPoint, keys: Qt.KeyboardModifier) -> None:
        box = self._box(at)
        self.view.sketch.clear()
        scene = self.view.map
        zones = tuple(id for id, item in scene.zones.items() if id in scene.battle.zones and box.contains(item.box))
        people = tuple(id for id, token in scene.tokens.items() if token.isVisible() and box.contains(token.scenePos()))
        if zones and not keys & MORE:
            people = ()  # they go with their zones
        found = Selected(zones, people)
        if keys & MORE:
            now = self.view.selection.now
            found = Selected(
                tuple(dict.fromkeys((*now.zones, *zones))), tuple(dict.fromkeys((*now.people, *people))), now.links
            )
        self.view.selection.put(found)

    def cancel(self) -> None:
        self.view.sketch.clear()

    def click(self, keys: Qt.KeyboardModifier) -> None:
        if not keys & MORE:
            self.view.selection.put(NOTHING)

    def _box(self, at: QPoint) -> QRectF:
        return QRectF(self.began, self.view.mapToScene(at)).normalized()
