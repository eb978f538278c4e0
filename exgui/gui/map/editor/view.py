"""The map as it is drawn by hand: tools, gestures, keys, handles, a name written in place; what is dropped on it."""

from __future__ import annotations

from collections.abc import Callable
from math import ceil

from PySide6.QtCore import QEvent, QMimeData, QPoint, QPointF, QRect, QRectF, Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QDragEnterEvent,
    QDragLeaveEvent,
    QDragMoveEvent,
    QDropEvent,
    QFocusEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPolygonF,
    QWheelEvent,
)

from exgui.engine.battle import Battle
from exgui.engine.system import System
from exgui.gui.campaign_column.entries import take_copy
from exgui.gui.look.appearance import current_theme
from exgui.gui.look.focus import paint_focus
from exgui.gui.look.painting import faded
from exgui.gui.look.theme import Theme
from exgui.gui.map.canvas import MapCanvas, Pan
from exgui.gui.map.editor.battlefield import Battlefield
from exgui.gui.map.editor.gestures import (
    EDGE,
    Band,
    ClickLink,
    DragMount,
    DragPeople,
    DragPicture,
    DragZones,
    DrawLink,
    DrawZone,
    ResizeZone,
    zone_near,
)
from exgui.gui.map.editor.hand import ELLIPSE, LINK, PICTURE, SELECT, ZONE, Hand
from exgui.gui.map.editor.keys import EditorKeys
from exgui.gui.map.editor.overlay import CORNERS, EDGES, REACH, point_of
from exgui.gui.map.editor.selection import NOTHING, only
from exgui.gui.map.editor.snapping import GRID
from exgui.gui.map.gesture import Gesture, MapMouse
from exgui.gui.map.of_battle import looks_of
from exgui.gui.map.picture import OUTSIDE
from exgui.gui.map.token_items import CompanionItem
from exgui.gui.safe_events import safe_events
from exgui.gui.tokens.drawing import TokenPictures

_MISS = 6.0
"""Pixels by which a token may be missed."""


class EditorGesturePicker:
    """Picks the gesture for the tool and what lies under the pointer."""

    def __init__(self, hand: Hand) -> None:
        self._hand, self._view = hand, hand.canvas

    def gesture_for(self, at: QPoint, pans: bool) -> Gesture[MapCanvas]:
        hand, view = self._hand, self._view
        if pans:
            return Pan(view, at)
        here = view.mapToScene(at)
        if hand.tool in (ZONE, ELLIPSE):
            return DrawZone(hand, at, "ellipse" if hand.tool == ELLIPSE else "rectangle")
        if hand.tool == LINK:
            zone = zone_near(view.map, here, EDGE / view.zoom)
            return DrawLink(hand, at, zone.id) if zone is not None else Band(hand, at)
        if hand.tool == PICTURE and (box := hand.marks.picture_box()) is not None:
            frame = QRectF(box.x, box.y, box.width, box.height)
            corner = _near(frame, CORNERS, here, view.zoom)
            if corner is not None or frame.contains(here):
                return DragPicture(hand, at, box, corner)
            return Pan(view, at)
        return self._select_gesture(at, here)

    def _select_gesture(self, at: QPoint, here: QPointF) -> Gesture[MapCanvas]:
        hand, view = self._hand, self._view
        grips = hand.marks.grips()
        if grips is not None:
            corner = _near(grips[1], CORNERS, here, view.zoom)
            if corner is not None:
                return ResizeZone(hand, at, grips[0], corner)
            if _near(grips[1], EDGES, here, view.zoom) is not None:
                return DrawLink(hand, at, grips[0])
        mount = self._mount_at(here)
        if mount is not None:
            return DragMount(hand, at, mount)
        token = view.map.token_at(here, spare=_MISS / view.zoom)
        if token is not None:
            return DragPeople(hand, at, token.id)
        zone = view.map.zone_at(here)
        if zone is not None:
            return DragZones(hand, at, zone.id)
        link = view.map.link_at(here)
        if link is not None:
            return ClickLink(hand, at, link.link.between)
        return Band(hand, at)

    def _mount_at(self, here: QPointF) -> CompanionItem | None:
        """Return the mount at a point, ridden or not; the rider's own token goes before."""
        scene = self._view.map
        found = scene.companions.at(here)
        if found is not None:
            return found if found.companion.owner else None
        token = scene.token_at(here)
        if token is None or token.companion is None:
            return None
        off = token.mapFromScene(here)
        return (
            token.companion if off.x() ** 2 + off.y() ** 2 > token.radius**2 and token.companion.holds(here) else None
        )

    def hover(self, at: QPoint) -> None:
        shape = self._shape_at(at)
        if self._view.viewport().cursor().shape() != shape:
            self._view.viewport().setCursor(shape)

    def _shape_at(self, at: QPoint) -> Qt.CursorShape:
        hand, view = self._hand, self._view
        here = view.mapToScene(at)
        if hand.tool in (ZONE, ELLIPSE, LINK):
            return Qt.CursorShape.CrossCursor
        if hand.tool == PICTURE:
            return Qt.CursorShape.SizeAllCursor
        grips = hand.marks.grips()
        if grips is not None:
            corner = _near(grips[1], CORNERS, here, view.zoom)
            if corner is not None:
                down = corner[0] * corner[1] > 0
                return Qt.CursorShape.SizeFDiagCursor if down else Qt.CursorShape.SizeBDiagCursor
            if _near(grips[1], EDGES, here, view.zoom) is not None:
                return Qt.CursorShape.CrossCursor
        if self._mount_at(here) is not None or view.map.token_at(here, spare=_MISS / view.zoom) is not None:
            return Qt.CursorShape.OpenHandCursor
        if view.map.zone_at(here) is not None:
            return Qt.CursorShape.SizeAllCursor
        if view.map.link_at(here) is not None:
            return Qt.CursorShape.PointingHandCursor
        return Qt.CursorShape.ArrowCursor


def _near(box: QRectF, places: tuple[tuple[int, int], ...], at: QPointF, zoom: float) -> tuple[int, int] | None:
    reach = REACH / zoom
    for place in places:
        off = point_of(box, place) - at
        if abs(off.x()) <= reach and abs(off.y()) <= reach:
            return place
    return None


ROOM = 6_000.0
"""Map units round everything in which one can draw."""
BARE = QRectF(-480.0, -320.0, 960.0, 640.0)
"""What is seen of a map on which nothing is drawn yet."""


@safe_events
class EditorView(MapCanvas):
    """A battlefield that is drawn.

    Signals:
        zoomed(): the map is shown larger or smaller.
        menu_requested(QPoint): what can be done with what is selected is to be shown at this point of the screen.
        opened(str): someone's token was double-clicked, or Enter was pressed upon it.

    Attributes:
        hand: the tool with which is drawn, and what is selected.
        accepts: whether something that is dragged here from elsewhere may be dropped.
        dropped: what is done with it: the data, the id of the zone (None beside all of them).

    Args:
        content: gives the bytes of the background picture by its id, None where there is none.
    """

    zoomed = Signal()
    opened = Signal(str)
    menu_requested = Signal(QPoint)

    def __init__(
        self,
        field: Battlefield,
        pictures: TokenPictures,
        content: Callable[[str], bytes | None] = lambda _id: None,
    ) -> None:
        super().__init__("Battlefield", pictures, content)
        self.hand = Hand(self, field)
        self.setAcceptDrops(True)
        self._by_tab = False
        self.accepts: Callable[[QMimeData], bool] = lambda _data: False
        self.dropped: Callable[[QMimeData, str | None], object] = lambda _data, _zone: None
        self.mouse = MapMouse(self.viewport(), EditorGesturePicker(self.hand))
        self.keys = EditorKeys(self.hand, self.opened.emit)

    # What is shown

    def show_battle(self, battle: Battle, system: System) -> None:
        self.hand.marks.let_go_picture()
        self.map.show(looks_of(system, battle))
        self._widen()
        links = tuple(link.between for link in battle.links)
        self.hand.selection.keep(battle.zones, battle.combatants, links)
        self.hand.marks.show()
        self.hand.marks.describe()
        busy = self.mouse.gesture is not None or self.hand.names.active or self.hand.tool != SELECT
        if self.isVisible() and not self.zooming.by_hand and not busy:
            self.zooming.fit_if_needed()
            self._zoomed()

    def contents(self) -> QRectF:
        """Return what is in sight when the whole map is; with nothing drawn yet, room to draw in."""
        bare = not self.map.zones and self.map.looks.underlay is None
        return BARE if bare else self.map.contents(with_picture=self.hand.tool == PICTURE)

    def _widen(self) -> None:
        box = self.map.contents(with_picture=True)
        self.setSceneRect(box.adjusted(-ROOM, -ROOM, ROOM, ROOM))

    def refuse(self, text: str) -> None:
        """Say why the last gesture changed nothing, at the mouse or in the middle."""
        at = self.viewport().mapFromGlobal(self.cursor().pos())
        inside = self.viewport().rect().contains(at)
        self.show_bubble(text, at if inside else self.viewport().rect().center())

    # The mouse

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.hide_bubble()
        self.hand.names.finish()
        self.setFocus(Qt.FocusReason.MouseFocusReason)
        if not self.mouse.press(event, pans=self.keys.space):
            event.ignore()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        if event.button() != Qt.MouseButton.LeftButton:
            return
        here = self.mapToScene(event.position().toPoint())
        token = self.map.token_at(here)
        zone = self.map.zone_at(here)
        if token is not None:
            self.opened.emit(token.id)
        elif zone is not None:
            self.hand.selection.put(only("zone", zone.id))
            self.hand.begin_name(zone.id)
        else:
            self.fit()

    # Zoom and pan

    def pan(self, by: QPoint) -> None:
        super().pan(by)
        self.hand.marks.show()

    def fit(self) -> None:
        self.zooming.fit()
        self._zoomed()

    def zoom_by(self, factor: float, about: QPointF | None = None) -> None:
        self.zooming.zoom_by(factor, about)
        self._zoomed()

    def _zoomed(self) -> None:
        self.hand.marks.show()
        self.zoomed.emit()

    def wheelEvent(self, event: QWheelEvent) -> None:
        self.zooming.turn_wheel(event.angleDelta().y(), event.position())
        self._zoomed()
        event.accept()

    # The keyboard

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QKeyEvent):
            if event.type() == QEvent.Type.ShortcutOverride and self.keys.is_own(event):
                event.accept()
                return True
            if event.type() == QEvent.Type.KeyPress and event.key() in (Qt.Key.Key_Tab, Qt.Key.Key_Backtab):
                if self.keys.walk(event.key() == Qt.Key.Key_Tab):
                    return True
        return super().event(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self._by_tab = event.reason() in (Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason)
        if self._by_tab and not self.hand.selection.now:
            self.keys.walk(event.reason() == Qt.FocusReason.TabFocusReason)
        self.viewport().update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.viewport().update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        self.keys.press(event)

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        self.keys.release(event)

    # The menu

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        if event.reason() == QContextMenuEvent.Reason.Mouse:
            self._select_under(event.pos())
            at = event.globalPos()
        else:
            box = self.hand.marks.grips()
            middle = self.mapFromScene(box[1].center()) if box is not None else self.viewport().rect().center()
            at = self.viewport().mapToGlobal(middle)
        self.menu_requested.emit(at)
        event.accept()

    def _select_under(self, at: QPoint) -> None:
        """Select what lies there, unless it is selected."""
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
            self.hand.selection.put(NOTHING)
        elif not self.hand.selection.now.has(*found):
            self.hand.selection.put(only(*found))

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
        """Mark where what is held would be dropped; None for nowhere."""
        zone = self.zone_at(at) if at is not None else None
        self.map.mark({zone: "target"} if zone is not None else {})

    def zone_at(self, at: QPoint) -> str | None:
        found = self.map.zone_at(self.mapToScene(at))
        return found.id if found is not None and found.id != OUTSIDE else None

    # Painting what is no item

    def drawBackground(self, painter: QPainter, rect: QRectF | QRect) -> None:
        theme = current_theme()
        super().drawBackground(painter, rect)
        _paint_grid(painter, theme, QRectF(rect), self.zoom)

    def drawForeground(self, painter: QPainter, rect: QRectF | QRect) -> None:
        """Paint a focus ring; the selection stays without the focus."""
        super().drawForeground(painter, rect)
        if self._by_tab and self.hasFocus():
            painter.save()
            painter.resetTransform()
            paint_focus(painter, current_theme(), self.viewport().rect())
            painter.restore()


def _paint_grid(painter: QPainter, theme: Theme, rect: QRectF, zoom: float) -> None:
    """Paint faint dots as a grid, fewer when zoomed out."""
    step = GRID * 4
    while step * zoom < 44:
        step *= 2
    shade = faded(theme.color("line"), 0.55 if theme.dark else 0.7)
    left, top = rect.left() - rect.left() % step, rect.top() - rect.top() % step
    columns, rows = ceil((rect.right() - left) / step), ceil((rect.bottom() - top) / step)
    dots = QPolygonF([QPointF(column * step, row * step) for row in range(rows) for column in range(columns)])
    pen = painter.pen()
    pen.setColor(shade)
    pen.setWidthF(2.0)
    pen.setCosmetic(True)
    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)  # four times as fast, and sharper
    painter.setPen(pen)
    painter.translate(left, top)
    painter.drawPoints(dots)
    painter.restore()
