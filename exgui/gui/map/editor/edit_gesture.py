"""What the gestures on a map that is drawn have alike. There is one object per gesture; nothing changes before its end,
and then by one call of the `Battlefield`."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, pi, sin
from typing import Protocol

from PySide6.QtCore import QPoint, QPointF, QRectF, Qt

from exgui.campaign.encounter_edits.zones import Box
from exgui.gui.map.editor.battlefield import Battlefield
from exgui.gui.map.editor.overlay import Guides, Sketch
from exgui.gui.map.editor.selection import Selection
from exgui.gui.map.scene import MapScene
from exgui.gui.map.zone_item import ZoneItem

FREE = Qt.KeyboardModifier.AltModifier | Qt.KeyboardModifier.ControlModifier
"""Either is held: nothing catches what is dragged. Two, since many window managers keep dragging with Alt for
themselves."""
MORE = Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.ControlModifier
"""Either is held for a click: it is selected besides what is, or not any more."""
EDGE = 10.0
"""Pixels by which a zone may be missed where a link begins or ends: one draws it from edge to edge."""


class Marks(Protocol):
    """What is drawn round that which is selected."""

    def show(self) -> None: ...

    def grips(self) -> tuple[str, QRectF] | None: ...

    def picture_box(self) -> Box | None: ...

    def drag_picture(self, box: Box) -> None: ...


class EditorGestureView(Protocol):
    """What gestures need of the view in which they are made."""

    map: MapScene
    field: Battlefield
    selection: Selection
    sketch: Sketch
    guides: Guides
    terrain: str

    @property
    def marks(self) -> Marks: ...

    @property
    def zoom(self) -> float: ...

    def mapToScene(self, point: QPoint, /) -> QPointF: ...

    def pan(self, by: QPoint) -> None: ...

    def say(self, text: str, at: QPoint) -> None: ...

    def hide_bubble(self) -> None: ...

    def begin_name(self, zone: str) -> None: ...

    def take_tool(self, tool: str) -> None: ...


def zone_near(scene: MapScene, at: QPointF, reach: float) -> ZoneItem | None:
    """The zone at a point, or one whose edge is no farther than so many map units."""
    found = scene.zone_at(at)
    near = (QPointF(reach * cos(n * pi / 4), reach * sin(n * pi / 4)) for n in range(8))
    return found or next((zone for off in near if (zone := scene.zone_at(at + off)) is not None), None)


def box_on(scene: MapScene, zone: str) -> Box:
    """Where a zone lies on the map."""
    box = scene.zones[zone].box
    return Box(box.x(), box.y(), box.width(), box.height())


def boxes_of(scene: MapScene, but: Sequence[str]) -> list[Box]:
    """Where all other zones lie."""
    return [box_on(scene, id) for id in scene.battle.zones if id not in but and id in scene.zones]
