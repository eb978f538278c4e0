"""The hand that draws a map: the tool it holds, and what that works on. Gestures and keys draw by it."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from exgui.engine.zones import TERRAINS
from exgui.gui.map.canvas import MapCanvas
from exgui.gui.map.editor.battlefield import Battlefield
from exgui.gui.map.editor.name_editor import NameEditor
from exgui.gui.map.editor.overlay import Guides, Sketch
from exgui.gui.map.editor.selection import Selection
from exgui.gui.map.editor.selection_marks import SelectionMarks

SELECT, ZONE, ELLIPSE, LINK, PICTURE = "select", "zone", "ellipse", "link", "picture"


class Hand(QObject):
    """What draws on a canvas.

    Signals:
        tool_changed(str): another tool is in the hand.
        terrain_changed(str): the next zones are drawn as another terrain.

    Attributes:
        field: what is changed.
        selection: what is selected.
        tool: one of the five above.
        terrain: as which the next zones are drawn.
    """

    tool_changed = Signal(str)
    terrain_changed = Signal(str)

    def __init__(self, canvas: MapCanvas, field: Battlefield) -> None:
        super().__init__(canvas)
        self.canvas, self.field = canvas, field
        self.selection = Selection(canvas)
        self.tool = SELECT
        self.terrain = TERRAINS[0]
        self.sketch, self.guides = Sketch(), Guides()
        self.names = NameEditor(canvas.viewport(), lambda zone, name: field.rename_zone(zone, name))
        self.marks = SelectionMarks(canvas, self.selection, self.names, lambda: self.tool == PICTURE)
        for item in (self.sketch, *self.guides.items, self.marks.handles):
            canvas.map.addItem(item)
        self.selection.changed.connect(self.marks.follow_selection)

    def take(self, tool: str) -> None:
        """Hold another tool; the one for the background picture only where there is one."""
        if tool == PICTURE and self.marks.picture_box() is None:
            return
        self.names.finish()
        if tool != self.tool:
            about_picture = PICTURE in (tool, self.tool)
            self.tool = tool
            self.tool_changed.emit(tool)
            if about_picture and self.canvas.isVisible() and not self.canvas.zooming.by_hand:
                self.canvas.fit()
            self.marks.show()
            self.canvas.mouse.look_again()

    def begin_name(self, zone: str) -> None:
        zones = self.canvas.map.zones
        if zone in zones:
            self.names.begin(zone, zones[zone].zone.name, self.marks.seen(zone))

    def choose_terrain(self, terrain: str) -> None:
        """Draw the selected zones as that terrain; where none is selected, the next ones."""
        zones = self.selection.now.zones
        if zones:
            self.field.set_terrain(zones, terrain)
        else:
            self.terrain = terrain
            self.terrain_changed.emit(terrain)
