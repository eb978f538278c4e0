"""What is drawn round that which is selected: frames, handles to resize by, the frame of the background picture."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QLineF, QRect, QRectF

from exgui.campaign.encounter_edits.zones import Box
from exgui.engine.counted import counted
from exgui.gui.announcements import set_description
from exgui.gui.map.canvas import MapCanvas
from exgui.gui.map.editor.name_editor import NameEditor
from exgui.gui.map.editor.overlay import Handles
from exgui.gui.map.editor.selection import Selection
from exgui.gui.map.zone_drawing import outline_of


class SelectionMarks:
    """Marks the selection on the edited map, and announces it to screen readers.

    Attributes:
        handles: the item that is drawn; it has to be put into the scene.

    Args:
        moves_picture: whether the tool in the hand is for the background picture.
    """

    def __init__(
        self, view: MapCanvas, selection: Selection, names: NameEditor, moves_picture: Callable[[], bool]
    ) -> None:
        self._view, self._selection, self._names, self._moves_picture = view, selection, names, moves_picture
        self.handles = Handles()
        self._dragged_picture: Box | None = None

    def follow_selection(self) -> None:
        view = self._view
        for token in view.map.tokens.values():
            token.set_focused(token.id in self._selection.now.people)
        self.show()
        self.describe()

    def describe(self) -> None:
        set_description(self._view, self._words())

    def show(self) -> None:
        view = self._view
        now, scene, zoom = self._selection.now, view.map, view.zoom
        if self._moves_picture() and (box := self.picture_box()) is not None:
            self.handles.show_on((), (), QRectF(box.x, box.y, box.width, box.height), zoom, knobs=False)
            return
        frames = [
            outline_of(scene.zones[id].look).translated(scene.zones[id].pos()) for id in now.zones if id in scene.zones
        ]
        lines: list[QLineF] = [
            item.line for item in scene.links.drawn.values() if item.link.between in now.links and item.line is not None
        ]
        grips = self.grips()
        self.handles.show_on(frames, lines, grips[1] if grips is not None else None, zoom)
        if self._names.active and self._names.zone in scene.zones:
            self._names.follow(self.seen(self._names.zone))

    def grips(self) -> tuple[str, QRectF] | None:
        """Return the zone that can be resized now, with its box: the only one that is selected."""
        now, zones = self._selection.now, self._view.map.zones
        if len(now.zones) != 1 or now.people or now.links or now.zones[0] not in zones:
            return None
        return now.zones[0], zones[now.zones[0]].box

    def seen(self, zone: str) -> QRect:
        return self._view.mapFromScene(self._view.map.zones[zone].box).boundingRect()

    def picture_box(self) -> Box | None:
        if self._dragged_picture is not None:
            return self._dragged_picture
        picture = self._view.map.looks.underlay
        return Box(picture.x, picture.y, picture.width, picture.height) if picture is not None else None

    def drag_picture(self, box: Box) -> None:
        self._dragged_picture = box
        self._view.map.underlay.setRect(QRectF(box.x, box.y, box.width, box.height))
        self.show()

    def let_go_picture(self) -> None:
        self._dragged_picture = None

    def _words(self) -> str:
        looks, now = self._view.map.looks, self._selection.now
        names = [self._zone(id) for id in now.zones if id in looks.zones]
        names += [looks.people[id].name for id in now.people if id in looks.people]
        names += [f"link of {' and '.join(looks.zones[end].name for end in ends)}" for ends in now.links]
        return f"Selected: {', '.join(names)}" if names else f"{counted(len(looks.zones), 'zone')}, nothing selected"

    def _zone(self, id: str) -> str:
        looks = self._view.map.looks
        people = [looks.people[who].name for who in looks.inside.get(id, ()) if who in looks.people]
        return looks.zones[id].name + (f" with {' and '.join(people)}" if people else "")
