"""The gesture by which the picture under the map is moved, and made larger or smaller."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt

from exgui.campaign.encounter_edits.zones import Box
from exgui.gui.map.editor.edit_gesture import EditorGestureView
from exgui.gui.map.gesture import Gesture


class DragPicture(Gesture[EditorGestureView]):
    """The background picture is put elsewhere, or one of its corners is drawn; its proportions stay."""

    cursor = Qt.CursorShape.SizeAllCursor

    def __init__(self, view: EditorGestureView, at: QPoint, box: Box, corner: tuple[int, int] | None) -> None:
        super().__init__(view, at)
        self.box, self.corner = box, corner

    def _goal(self, at: QPoint, keys: Qt.KeyboardModifier) -> Box:
        by = self.view.mapToScene(at) - self.began
        if self.corner is None:
            return self.box.moved(by.x(), by.y())
        box = self.box
        wanted = max(box.width + self.corner[0] * by.x(), 80.0)
        share = wanted / box.width
        width, height = wanted, max(box.height * share, 40.0)
        x = box.x if self.corner[0] > 0 else box.x + box.width - width
        y = box.y if self.corner[1] > 0 else box.y + box.height - height
        return Box(x, y, width, height)

    def update(self, at: QPoint, keys: Qt.KeyboardModifier) -> None:
        self.view.marks.drag_picture(self._goal(at, keys))

    def finish(self, at: QPoint, keys: Qt.KeyboardModifier) -> None:
        if not self.view.field.move_picture(self._goal(at, keys)):
            self.view.marks.drag_picture(self.box)
        self.view.take_tool("select")

    def cancel(self) -> None:
        self.view.marks.drag_picture(self.box)
