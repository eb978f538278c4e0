"""What is drawn round that which is selected: frames, handles to resize by, the frame of the background picture."""

from __future__ import annotations

from typing import Protocol

from PySide6.QtCore import QLineF, QRect, QRectF
from PySide6.QtGui import QPolygon

from exgui.campaign.encounter_edits.zones import Box
from exgui.engine.counted import counted
from exgui.gui.map.editor import gesture_picker as tools
from exgui.gui.map.editor.name_editor import NameEditor
from exgui.gui.map.editor.overlay import Handles
from exgui.gui.map.editor.selection import Selection
from exgui.gui.map.scene import MapScene
from exgui.gui.map.zone_ground import outline_of


class MarkedView(Protocol):
    """What the marks need of the view in which they are shown."""

    map: MapScene
    selection: Selection
    names: NameEditor
    tool: str

    @property
    def zoom(self) -> float: ...

    def mapFromScene(self, box: QRectF, /) -> QPolygon: ...

    def setAccessibleDescription(self, words: str, /) -> None: ...


class SelectionMarks:
    """Marks what is selected on the map that is drawn, and tells screen readers of it.

    Attributes:
        handles: the item that is drawn; it has to be put into the scene.
    """

    def __init__(self, view: MarkedView) -> None:
        self._view = view
        self.handles = Handles()
        self._dragged_picture: Box | None = None

    def follow_selection(self) -> None:
        """Something else is selected."""
        view = self._view
        for token in view.map.tokens.values():
            token.set_focused(token.id in view.selection.now.people)
        self.show()
        view.setAccessibleDescription(self._words())

    def show(self) -> None:
        """Handles lie where the selected zones are now."""
        view = self._view
        now, scene, zoom = view.selection.now, view.map, view.zoom
        if view.tool == tools.PICTURE and (box := self.picture_box()) is not None:
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
        if view.names.active and view.names.zone in scene.zones:
            view.names.follow(self.seen(view.names.zone))

    def grips(self) -> tuple[str, QRectF] | None:
        """The zone that can be resized now, with its box: the only one that is selected."""
        now, zones = self._view.selection.now, self._view.map.zones
        if len(now.zones) != 1 or now.people or now.links or now.zones[0] not in zones:
            return None
        return now.zones[0], zones[now.zones[0]].box

    def seen(self, zone: str) -> QRect:
        """Where a zone lies in the view, in pixels."""
        return self._view.mapFromScene(self._view.map.zones[zone].box).boundingRect()

    def picture_box(self) -> Box | None:
        """Where the background picture lies; None where there is none."""
        if self._dragged_picture is not None:
            return self._dragged_picture
        picture = self._view.map.battle.picture
        return Box(picture.x, picture.y, picture.width, picture.height) if picture is not None else None

    def drag_picture(self, box: Box) -> None:
        """The picture lies here while it is dragged."""
        self._dragged_picture = box
        self._view.map.underlay.setRect(QRectF(box.x, box.y, box.width, box.height))
        self.show()

    def let_go_picture(self) -> None:
        """The picture lies where the battlefield has it."""
        self._dragged_picture = None

    def _words(self) -> str:
        """What is selected, for screen readers."""
        battle, now = self._view.map.battle, self._view.selection.now
        names = [battle.zones[id].name for id in now.zones if id in battle.zones]
        names += [battle.combatants[id].name for id in now.people if id in battle.combatants]
        names += [f"link of {' and '.join(battle.zones[end].name for end in ends)}" for ends in now.links]
        return f"Selected: {', '.join(names)}" if names else f"{counted(len(battle.zones), 'zone')}, nothing selected"
