"""The map as it is drawn by hand: tools, gestures, keys, handles, a name written in place; what is dropped on it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from PySide6.QtCore import QEvent, QLineF, QMimeData, QPoint, QPointF, QRect, QRectF, Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QDragEnterEvent,
    QDragLeaveEvent,
    QDragMoveEvent,
    QDropEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QResizeEvent,
    QShowEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QGraphicsView, QWidget

from exgui.campaign.encounter_edits.zones import PASTE_STEP, Box
from exgui.engine.battle import Battle
from exgui.engine.system import System
from exgui.engine.zones import TERRAINS
from exgui.gui import theme
from exgui.gui.campaign_column.dragged import take_copy
from exgui.gui.map.bubble import Bubble
from exgui.gui.map.editor import mouse as tools
from exgui.gui.map.editor.battlefield import Battlefield
from exgui.gui.map.editor.mouse import EditorMouse
from exgui.gui.map.editor.name_editor import NameEditor
from exgui.gui.map.editor.overlay import Guides, Handles, Sketch
from exgui.gui.map.editor.selection import NOTHING, Selected, Selection, only
from exgui.gui.map.editor.snapping import GRID
from exgui.gui.map.scene import OUTSIDE, MapScene
from exgui.gui.map.zone_ground import outline_of
from exgui.gui.map.zooming import NOTCH, Zooming
from exgui.gui.safe_events import safe_events
from exgui.gui.tokens import TokenPictures

ROOM = 6_000.0
"""Map units round everything in which one can draw."""
BARE = QRectF(-480.0, -320.0, 960.0, 640.0)
"""What is seen of a map on which nothing is drawn yet."""
NUDGE = 1.0
TOOL_KEYS = {
    Qt.Key.Key_V: tools.SELECT,
    Qt.Key.Key_Z: tools.ZONE,
    Qt.Key.Key_O: tools.ELLIPSE,
    Qt.Key.Key_L: tools.LINK,
}
ARROWS = {
    Qt.Key.Key_Left: (-1, 0),
    Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Up: (0, -1),
    Qt.Key.Key_Down: (0, 1),
}
CTRL = Qt.KeyboardModifier.ControlModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier


@safe_events
class EditorView(QGraphicsView):
    """A battlefield that is drawn.

    Signals:
        tool_changed(str): another tool is in the hand.
        terrain_changed(str): the next zones are drawn as another terrain.
        moved(bool): somebody has zoomed or moved the map (True), or all of it is shown again (False).
        zoomed(): the map is shown larger or smaller.
        menu_wanted(QPoint): what can be done with what is selected is to be shown at this point of the screen.
        opened(str): somebody's token was double-clicked, or Enter was pressed upon it.

    Attributes:
        field: what gestures change.
        selection: what is selected.
        tool: one of `mouse.TOOLS`.
        terrain: as which the next zones are drawn.
        accepts: whether something that is dragged here from elsewhere may be dropped.
        dropped: what is done with it: the data, the id of the zone (None beside all of them).

    Args:
        content: gives the bytes of the background picture by its id, None where there is none.
    """

    tool_changed = Signal(str)
    terrain_changed = Signal(str)
    moved = Signal(bool)
    zoomed = Signal()
    opened = Signal(str)
    menu_wanted = Signal(QPoint)

    def __init__(
        self,
        field: Battlefield,
        pictures: TokenPictures,
        content: Callable[[str], bytes | None] = lambda _id: None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.field = field
        self.selection = Selection(self)
        self.map = MapScene(pictures, self)
        self.map.underlay.content = content
        self.setScene(self.map)
        self.zooming = Zooming(self, self._contents, self.moved.emit, self.map.rough_in, self._prepare)
        self.setMinimumSize(240, 180)
        self.setAccessibleName("Battlefield")
        self.setAcceptDrops(True)
        self.tool = tools.SELECT
        self.terrain = TERRAINS[0]
        self.accepts: Callable[[QMimeData], bool] = lambda _data: False
        self.dropped: Callable[[QMimeData, str | None], object] = lambda _data, _zone: None
        self.sketch, self.guides, self._handles = Sketch(), Guides(), Handles()
        for item in (self.sketch, *self.guides.items, self._handles):
            self.map.addItem(item)
        self._bubble = Bubble(self.viewport())
        self.names = NameEditor(self.viewport(), self._renamed)
        self.mouse = EditorMouse(self)
        self._space = False
        self._pastes = 0
        self._dragged_picture: Box | None = None
        self.selection.changed.connect(self._on_selection)
        theme.notifier().changed.connect(self._on_theme)
        self._on_theme()

    # What is shown

    def show_battle(self, battle: Battle, system: System) -> None:
        """Shows the battlefield as it is now."""
        self._dragged_picture = None
        self.map.show_battle(battle, system)
        self._widen()
        links = tuple(link.between for link in battle.links)
        self.selection.keep(battle.zones, battle.combatants, links)
        self.show_handles()
        busy = self.mouse.gesture is not None or self.names.active or self.tool != tools.SELECT
        if self.isVisible() and not self.zooming.by_hand and not busy:
            self.zooming.fit_if_needed()
            self._zoomed()

    def show_map(self) -> None:
        """Shows everything anew."""
        self.viewport().update()

    def _contents(self) -> QRectF:
        """What is to be seen when all is to be seen; with nothing drawn yet, room to draw in."""
        bare = not self.map.zones and self.map.battle.picture is None
        return BARE if bare else self.map.contents()

    def _widen(self) -> None:
        box = self.map.contents()
        self.setSceneRect(box.adjusted(-ROOM, -ROOM, ROOM, ROOM))

    def _prepare(self) -> Iterator[object]:
        """Draws aside what is in sight, one picture for each step."""
        seen = self.mapToScene(self.viewport().rect()).boundingRect()
        return self.map.drawn_aside(seen, self.zooming.zoom, self.devicePixelRatioF())

    def _on_theme(self) -> None:
        self.setBackgroundBrush(theme.color("background"))
        self.map.update()
        self.viewport().update()

    def _on_selection(self) -> None:
        for token in self.map.tokens.values():
            token.set_focused(token.id in self.selection.now.people)
        self.show_handles()
        self.setAccessibleDescription(self._selected_words())

    def _selected_words(self) -> str:
        """What is selected, for screen readers."""
        battle, now = self.map.battle, self.selection.now
        names = [battle.zones[id].name for id in now.zones if id in battle.zones]
        names += [battle.combatants[id].name for id in now.people if id in battle.combatants]
        names += [f"link of {' and '.join(battle.zones[end].name for end in ends)}" for ends in now.links]
        return f"Selected: {', '.join(names)}" if names else f"{len(battle.zones)} zones, nothing selected"

    def grips(self) -> tuple[str, QRectF] | None:
        """The zone that can be resized now, with its box: the only one that is selected."""
        now = self.selection.now
        if len(now.zones) != 1 or now.people or now.links or now.zones[0] not in self.map.zones:
            return None
        return now.zones[0], self.map.zones[now.zones[0]].box

    def show_handles(self) -> None:
        """Handles lie where the selected zones are now."""
        now, scene = self.selection.now, self.map
        if self.tool == tools.PICTURE and (box := self.picture_box()) is not None:
            frame = QRectF(box.x, box.y, box.width, box.height)
            self._handles.show_on((), (), frame, self.zoom, knobs=False)
            return
        frames = [
            outline_of(scene.zones[id].look).translated(scene.zones[id].pos()) for id in now.zones if id in scene.zones
        ]
        lines: list[QLineF] = [
            item.line for item in scene.links.values() if item.link.between in now.links and item.line is not None
        ]
        grips = self.grips()
        self._handles.show_on(frames, lines, grips[1] if grips is not None else None, self.zoom)
        if self.names.active and self.names.zone in scene.zones:
            self.names.follow(self._seen(self.names.zone))

    # What gestures ask for

    def say(self, text: str, at: QPoint) -> None:
        """Shows a sentence at a point of the view."""
        self._bubble.say(text, at)

    def hush(self) -> None:
        """Takes the sentence away."""
        self._bubble.hide()

    @property
    def said(self) -> str:
        """The sentence at the pointer, "" for none."""
        return self._bubble.text if self._bubble.isVisible() else ""

    def refuse(self, text: str) -> None:
        """Says why the last gesture changed nothing, where the mouse is, or in the middle."""
        at = self.viewport().mapFromGlobal(self.cursor().pos())
        inside = self.viewport().rect().contains(at)
        self.say(text, at if inside else self.viewport().rect().center())

    def begin_name(self, zone: str) -> None:
        """Writes a zone's name in place."""
        if zone in self.map.zones:
            self.names.begin(zone, self.map.zones[zone].zone.name, self._seen(zone))

    def _renamed(self, zone: str, name: str) -> None:
        self.field.rename_zone(zone, name)

    def _seen(self, zone: str) -> QRect:
        box = self.map.zones[zone].box
        return self.mapFromScene(box).boundingRect()

    def finished_drawing(self) -> None:
        """A zone was drawn; the tool stays in the hand."""

    def picture_box(self) -> Box | None:
        """Where the background picture lies; None where there is none."""
        if self._dragged_picture is not None:
            return self._dragged_picture
        picture = self.map.battle.picture
        return Box(picture.x, picture.y, picture.width, picture.height) if picture is not None else None

    def drag_picture(self, box: Box) -> None:
        """The picture lies here while it is dragged."""
        self._dragged_picture = box
        self.map.underlay.setRect(QRectF(box.x, box.y, box.width, box.height))
        self.show_handles()

    def take_tool(self, tool: str) -> None:
        """Takes another tool into the hand."""
        if tool == tools.PICTURE and self.picture_box() is None:
            return
        self.names.finish()
        if tool != self.tool:
            self.tool = tool
            self.tool_changed.emit(tool)
            self.show_handles()
            self.mouse.hover(self.viewport().mapFromGlobal(self.cursor().pos()))

    def choose_terrain(self, terrain: str) -> None:
        """Draws the selected zones as that terrain; where none is selected, the next ones."""
        zones = self.selection.now.zones
        if zones:
            self.field.set_terrain(zones, terrain)
        else:
            self.terrain = terrain
            self.terrain_changed.emit(terrain)

    # The mouse

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.hush()
        self.names.finish()
        self.setFocus(Qt.FocusReason.MouseFocusReason)
        if self.mouse.gesture is not None:
            self.mouse.cancel()
            return
        left, middle = (event.button() == one for one in (Qt.MouseButton.LeftButton, Qt.MouseButton.MiddleButton))
        if not left and not middle:
            event.ignore()
            return
        self.mouse.press(event.position().toPoint(), pans=middle or self._space)
        event.accept()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self.mouse.move(event.position().toPoint(), event.modifiers())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        event.accept()
        self.mouse.release(event.position().toPoint(), event.modifiers())

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        if event.button() != Qt.MouseButton.LeftButton:
            return
        here = self.mapToScene(event.position().toPoint())
        token = self.map.token_at(here)
        zone = self.map.zone_at(here)
        if token is not None:
            self.opened.emit(token.id)
        elif zone is not None:
            self.selection.put(only("zone", zone.id))
            self.begin_name(zone.id)
        else:
            self.fit()

    # Zoom and pan

    @property
    def zoom(self) -> float:
        """Pixels to a map unit."""
        return self.zooming.zoom

    def pan(self, by: QPoint) -> None:
        """Moves what is shown by so many pixels."""
        self.zooming.pan(by)
        self.zooming.set_by_hand(True)
        self.show_handles()

    def fit(self) -> None:
        """Shows the whole map."""
        self.zooming.fit()
        self._zoomed()

    def zoom_by(self, factor: float, about: QPointF | None = None) -> None:
        """Shows the map larger or smaller."""
        self.zooming.zoom_by(factor, about)
        self._zoomed()

    def _zoomed(self) -> None:
        self.show_handles()
        self.zoomed.emit()

    def wheelEvent(self, event: QWheelEvent) -> None:
        self.zooming.turn_wheel(event.angleDelta().y(), event.position())
        self._zoomed()
        event.accept()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if not self.zooming.by_hand:
            self.fit()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if not self.zooming.by_hand:
            self.fit()

    # The keyboard

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QKeyEvent):
            if event.type() == QEvent.Type.ShortcutOverride and self._is_own(event):
                event.accept()
                return True
            if event.type() == QEvent.Type.KeyPress and event.key() in (Qt.Key.Key_Tab, Qt.Key.Key_Backtab):
                if self._walk(event.key() == Qt.Key.Key_Tab):
                    return True
        return super().event(event)

    @staticmethod
    def _is_own(event: QKeyEvent) -> bool:
        """Keys that mean something here, whatever they mean elsewhere in the window."""
        held = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        if held == CTRL:
            return event.key() in _CTRL_KEYS
        return held in (Qt.KeyboardModifier.NoModifier, SHIFT) and event.key() in _PLAIN_KEYS

    def keyPressEvent(self, event: QKeyEvent) -> None:
        held = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        key = Qt.Key(event.key())
        now = self.selection.now
        if held == CTRL and key in _CTRL_KEYS:
            self._clipboard(key)
        elif key in ARROWS and held in (Qt.KeyboardModifier.NoModifier, SHIFT):
            self._nudge(*ARROWS[key], far=held == SHIFT)
        elif held not in (Qt.KeyboardModifier.NoModifier, SHIFT):
            event.ignore()
        elif key in TOOL_KEYS:
            self.take_tool(TOOL_KEYS[key])
        elif Qt.Key.Key_1 <= key <= Qt.Key.Key_8:
            self.choose_terrain(TERRAINS[key - Qt.Key.Key_1])
        elif key in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            self.delete_selected()
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_F2):
            if len(now.zones) == 1:
                self.begin_name(now.zones[0])
            elif len(now.people) == 1:
                self.opened.emit(now.people[0])
        elif key == Qt.Key.Key_Home:
            self.fit()
        elif key in (Qt.Key.Key_Plus, Qt.Key.Key_Minus, Qt.Key.Key_Equal):
            self.zoom_by(1 / NOTCH if key == Qt.Key.Key_Minus else NOTCH)
        else:
            if key == Qt.Key.Key_Space and not event.isAutoRepeat():
                self._space = True
            event.ignore()

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Space and not event.isAutoRepeat():
            self._space = False
        event.ignore()

    def escape(self) -> bool:
        """Takes back a gesture, puts a tool away, or selects nothing. False where there is nothing of that."""
        if self.mouse.gesture is not None:
            self.mouse.cancel()
        elif self.tool != tools.SELECT:
            self.take_tool(tools.SELECT)
        elif self.selection.now:
            self.selection.put(NOTHING)
        else:
            return False
        return True

    def delete_selected(self) -> None:
        """Deletes what is selected."""
        now = self.selection.now
        if now:
            self.field.delete(now.zones, now.people, now.links)

    def use_clipboard(self, letter: str) -> None:
        """Does what Ctrl and a letter do: A, C, D, V or X."""
        self._clipboard(Qt.Key[f"Key_{letter}"])

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        if event.reason() == QContextMenuEvent.Reason.Mouse:
            self._select_under(event.pos())
            at = event.globalPos()
        else:
            box = self.grips()
            middle = self.mapFromScene(box[1].center()) if box is not None else self.viewport().rect().center()
            at = self.viewport().mapToGlobal(middle)
        self.menu_wanted.emit(at)
        event.accept()

    def _select_under(self, at: QPoint) -> None:
        """Selects what lies there, unless it is among what is selected."""
        here = self.mapToScene(at)
        token, zone, link = self.map.token_at(here), self.map.zone_at(here), self.map.link_at(here)
        found: tuple[str, str | tuple[str, str]] | None = None
        if token is not None:
            found = "person", token.id
        elif zone is not None:
            found = "zone", zone.id
        elif link is not None:
            found = "link", link.link.between
        if found is None:
            self.selection.put(NOTHING)
        elif not self.selection.now.has(*found):
            self.selection.put(only(*found))

    def _clipboard(self, key: Qt.Key) -> None:
        now = self.selection.now
        if key == Qt.Key.Key_A:
            self.selection.put(Selected(tuple(self.map.battle.zones)))
        elif key == Qt.Key.Key_D:
            zones, people = self.field.duplicate(now.zones, now.people)
            if zones or people:
                self.selection.put(Selected(zones, people))
        elif key == Qt.Key.Key_V:
            self._pastes += 1
            step = PASTE_STEP * self._pastes
            made = self.field.paste(step, step)
            if made:
                self.selection.put(Selected(made))
        elif now.zones:
            self._pastes = 0
            self.field.copy(now.zones)
            if key == Qt.Key.Key_X:
                self.field.delete(now.zones, (), ())

    def _nudge(self, dx: int, dy: int, *, far: bool) -> None:
        """Moves the selected zones a little; with nothing selected, the map."""
        zones = self.selection.now.zones
        if not zones:
            self.pan(QPoint(-dx * 48, -dy * 48))
            return
        step = GRID if not far else NUDGE
        boxes = {}
        for id in zones:
            box = self.map.zones[id].box
            boxes[id] = Box(box.x() + dx * step, box.y() + dy * step, box.width(), box.height())
        self.field.put_zones(boxes)

    def _walk(self, onward: bool) -> bool:
        """Selects the next zone, then the people; past the last of them the keys go on. False then."""
        battle = self.map.battle
        stops: Sequence[tuple[str, str]] = [
            stop
            for id in battle.zones
            for stop in (
                ("zone", id),
                *(("person", one.id) for one in battle.combatants.values() if one.zone == id),
            )
        ] + [("person", one.id) for one in battle.combatants.values() if one.zone is None]
        now = self.selection.now
        at = ("zone", now.zones[-1]) if now.zones else ("person", now.people[-1]) if now.people else None
        index = stops.index(at) if at in stops else (-1 if onward else len(stops))
        index += 1 if onward else -1
        if not 0 <= index < len(stops):
            return False
        kind, id = stops[index]
        self.selection.put(only(kind, id))
        item = self.map.zones[id] if kind == "zone" else self.map.tokens[id]
        self.ensureVisible(item, 12, 12)
        return True

    # What is dragged here from elsewhere

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if self.accepts(event.mimeData()):
            take_copy(event)

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        if self.accepts(event.mimeData()):
            self.hover_drop(event.position().toPoint())
            take_copy(event)

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        self.map.mark({})

    def dropEvent(self, event: QDropEvent) -> None:
        self.map.mark({})
        if self.accepts(event.mimeData()):
            take_copy(event)
            self.dropped(event.mimeData(), self.zone_at(event.position().toPoint()))

    def hover_drop(self, at: QPoint | None) -> None:
        """Something is held over this point; None: no longer."""
        zone = self.zone_at(at) if at is not None else None
        self.map.mark({zone: "target"} if zone is not None else {})

    def zone_at(self, at: QPoint) -> str | None:
        """The zone at a point of the view."""
        found = self.map.zone_at(self.mapToScene(at))
        return found.id if found is not None and found.id != OUTSIDE else None

    # Painting what is no item

    def drawBackground(self, painter: QPainter, rect: QRectF | QRect) -> None:
        super().drawBackground(painter, rect)
        _paint_grid(painter, QRectF(rect), self.zoom)


def _paint_grid(painter: QPainter, rect: QRectF, zoom: float) -> None:
    """Faint dots, so that one sees where zones come to lie; wider apart the farther one is away."""
    step = GRID * 4
    while step * zoom < 44:
        step *= 2
    shade = theme.color("line")
    shade.setAlphaF(0.55 if theme.current().dark else 0.7)
    points = []
    x = rect.left() - rect.left() % step
    while x < rect.right():
        y = rect.top() - rect.top() % step
        while y < rect.bottom():
            points.append(QPointF(x, y))
            y += step
        x += step
    pen = painter.pen()
    pen.setColor(shade)
    pen.setWidthF(2.0)
    pen.setCosmetic(True)
    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)  # four times as fast, and sharper
    painter.setPen(pen)
    painter.drawPoints(points)
    painter.restore()


_CTRL_KEYS = frozenset((Qt.Key.Key_C, Qt.Key.Key_X, Qt.Key.Key_V, Qt.Key.Key_D, Qt.Key.Key_A))
_PLAIN_KEYS = frozenset(
    (
        *TOOL_KEYS,
        *ARROWS,
        *(Qt.Key(Qt.Key.Key_1 + number) for number in range(8)),
        Qt.Key.Key_Delete,
        Qt.Key.Key_Backspace,
        Qt.Key.Key_F2,
    )
)
