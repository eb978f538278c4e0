"""The hand that draws a map: the tool it holds, and what that works on. Gestures and keys draw by it.
Marks and handles show what is selected, and a field takes a name in its place."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QLineF, QObject, QRect, QRectF, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QLineEdit, QWidget

from exgui.campaign.encounter_edits.zones import Box
from exgui.engine.counted import counted
from exgui.engine.zones import TERRAINS
from exgui.gui.announcements import set_description
from exgui.gui.look import fonts
from exgui.gui.map.canvas import MapCanvas
from exgui.gui.map.editor.battlefield import Battlefield
from exgui.gui.map.editor.overlay import Guides, Handles, Sketch
from exgui.gui.map.editor.selection import Selection
from exgui.gui.map.zone_drawing import outline_of
from exgui.gui.safe_events import safe_events
from exgui.rulebook.validation import LONGEST_NAME

HEIGHT = 30
WIDEST, NARROWEST = 360, 140


@safe_events
class NameEditor(QLineEdit):
    """Takes the keys until Enter or Tab (takes the name) or Escape (leaves it as it was); so does a click elsewhere.

    Args:
        done: is given the id and the name that was written.
    """

    def __init__(self, over: QWidget, done: Callable[[str, str], object]) -> None:
        super().__init__(over)
        self._done = done
        self.zone = ""
        self._before = ""
        self.setMaxLength(LONGEST_NAME)
        self.setAccessibleName("Name of the zone")
        self.setAccessibleDescription("Enter accepts the name, Escape cancels.")
        self.setFont(fonts.font("strong"))
        self.hide()

    def begin(self, zone: str, name: str, at: QRect) -> None:
        """Edit the name of a zone whose picture covers `at`."""
        self.finish()
        self.zone, self._before = zone, name
        width = min(max(at.width() - 16, NARROWEST), WIDEST)
        self.setGeometry(at.left() + 8, at.top() + 8, width, HEIGHT)
        self.setText(name)
        self.selectAll()
        self.show()
        self.raise_()
        self.setFocus(Qt.FocusReason.OtherFocusReason)

    @property
    def active(self) -> bool:
        return bool(self.zone)

    def follow(self, at: QRect) -> None:
        if self.active:
            self.move(at.left() + 8, at.top() + 8)

    def finish(self) -> None:
        zone, name = self.zone, self.text().strip()
        self._leave()
        if zone and name and name != self._before:
            self._done(zone, name)

    def _leave(self) -> None:
        self.zone = ""
        focused = self.hasFocus()
        self.hide()
        viewport = self.parentWidget()
        view = viewport.parentWidget() if viewport is not None else None
        if focused and view is not None:
            view.setFocus(Qt.FocusReason.OtherFocusReason)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.finish()
        elif event.key() == Qt.Key.Key_Escape:
            self._leave()
        else:
            super().keyPressEvent(event)
        event.accept()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        if self.active and event.reason() != Qt.FocusReason.PopupFocusReason:
            self.finish()


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
