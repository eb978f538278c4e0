"""Gestures on a map that is drawn: one object per gesture. Nothing changes before its end, and then by one call of the
`Battlefield`."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, hypot, pi, sin

from PySide6.QtCore import QLineF, QPoint, QPointF, QRectF, Qt

from exgui.campaign.encounter_edits.zones import SMALLEST_HEIGHT, SMALLEST_WIDTH, Box
from exgui.gui.map.canvas import MapCanvas
from exgui.gui.map.editor import snapping
from exgui.gui.map.editor.hand import SELECT, Hand
from exgui.gui.map.editor.selection import NOTHING, Selected, only
from exgui.gui.map.gesture import Gesture
from exgui.gui.map.scene import MapScene
from exgui.gui.map.token_items import CompanionItem, TokenItem
from exgui.gui.map.zone_item import ZoneItem

FREE = Qt.KeyboardModifier.AltModifier | Qt.KeyboardModifier.ControlModifier
"""Either is held: nothing catches what is dragged. Two, since many window managers keep dragging with Alt for
themselves."""
MORE = Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.ControlModifier
"""Held during a click, either toggles the selection."""
EDGE = 10.0
"""Pixels by which a zone may be missed where a link begins or ends: one draws it from edge to edge."""


def zone_near(scene: MapScene, at: QPointF, reach: float) -> ZoneItem | None:
    """Return the zone at a point, or one whose edge is within this many map units."""
    found = scene.zone_at(at)
    near = (QPointF(reach * cos(n * pi / 4), reach * sin(n * pi / 4)) for n in range(8))
    return found or next((zone for off in near if (zone := scene.zone_at(at + off)) is not None), None)


def box_on(scene: MapScene, zone: str) -> Box:
    box = scene.zones[zone].box
    return Box(box.x(), box.y(), box.width(), box.height())


def boxes_of(scene: MapScene, but: Sequence[str]) -> list[Box]:
    return [box_on(scene, id) for id in scene.looks.zones if id not in but and id in scene.zones]


class _EditorGesture(Gesture[MapCanvas]):
    def __init__(self, hand: Hand, at: QPoint) -> None:
        super().__init__(hand.canvas, at)
        self.hand = hand


class Band(_EditorGesture):
    """Select the zones that lie whole in a rubber band, and the people; a click on bare ground selects nothing."""

    cursor = Qt.CursorShape.CrossCursor

    def update(self, at: QPoint, keys: Qt.KeyboardModifier) -> None:
        self.hand.sketch.frame("band", self._box(at), self.view.zoom)

    def finish(self, at: QPoint, keys: Qt.KeyboardModifier) -> None:
        box = self._box(at)
        self.hand.sketch.clear()
        scene = self.view.map
        zones = tuple(id for id, item in scene.zones.items() if id in scene.looks.zones and box.contains(item.box))
        people = tuple(id for id, token in scene.tokens.items() if token.isVisible() and box.contains(token.scenePos()))
        if zones and not keys & MORE:
            people = ()  # they go with their zones
        found = Selected(zones, people)
        if keys & MORE:
            now = self.hand.selection.now
            found = Selected(
                tuple(dict.fromkeys((*now.zones, *zones))), tuple(dict.fromkeys((*now.people, *people))), now.links
            )
        self.hand.selection.put(found)

    def cancel(self) -> None:
        self.hand.sketch.clear()

    def click(self, keys: Qt.KeyboardModifier) -> None:
        if not keys & MORE:
            self.hand.selection.put(NOTHING)

    def _box(self, at: QPoint) -> QRectF:
        return QRectF(self.began, self.view.mapToScene(at)).normalized()


class DrawZone(_EditorGesture):
    cursor = Qt.CursorShape.CrossCursor

    def __init__(self, hand: Hand, at: QPoint, shape: str) -> None:
        super().__init__(hand, at)
        self.shape = shape

    def update(self, at: QPoint, keys: Qt.KeyboardModifier) -> None:
        box, guides = self._box(at, keys)
        self.hand.guides.show_lines(guides, self.view.zoom)
        self.hand.sketch.frame(self.shape, QRectF(box.x, box.y, box.width, box.height), self.view.zoom)

    def finish(self, at: QPoint, keys: Qt.KeyboardModifier) -> None:
        box, _guides = self._box(at, keys)
        self._tidy()
        if box.width < SMALLEST_WIDTH / 3 or box.height < SMALLEST_HEIGHT / 3:
            self.view.show_bubble("Drag farther: a zone is larger than this.", at)
            return
        id = self.hand.field.draw_zone(box, self.shape, self.hand.terrain)
        if id is not None:
            self.hand.selection.put(only("zone", id))
            self.hand.begin_name(id)

    def cancel(self) -> None:
        self._tidy()

    def click(self, keys: Qt.KeyboardModifier) -> None:
        self.view.show_bubble("Drag to draw the zone.", self.pressed_at)

    def _tidy(self) -> None:
        self.hand.sketch.clear()
        self.hand.guides.show_lines((), self.view.zoom)

    def _box(self, at: QPoint, keys: Qt.KeyboardModifier) -> tuple[Box, Sequence[snapping.Guide]]:
        here = self.view.mapToScene(at)
        free = bool(keys & FREE)
        x, y = self.began.x(), self.began.y()
        if not free:
            x, y = snapping.on_grid(x), snapping.on_grid(y)
        raw = QRectF(QPointF(x, y), here).normalized()
        if free:
            return Box(raw.x(), raw.y(), raw.width(), raw.height()), ()
        others = boxes_of(self.view.map, ())
        near = snapping.NEAR / self.view.zoom
        corner = (1 if here.x() >= x else -1, 1 if here.y() >= y else -1)
        small = Box(x, y, 0.0, 0.0)
        _goal, guides = snapping.resized(small, corner, here.x(), here.y(), others, near)
        caught = {(g.x1 == g.x2): (g.x1 if g.x1 == g.x2 else g.y1) for g in guides}
        far_x = caught.get(True, snapping.on_grid(here.x()))
        far_y = caught.get(False, snapping.on_grid(here.y()))
        box = QRectF(QPointF(x, y), QPointF(far_x, far_y)).normalized()
        return Box(box.x(), box.y(), box.width(), box.height()), guides


class DragZones(_EditorGesture):
    """Move zones; their links and tokens go with them."""

    cursor = Qt.CursorShape.SizeAllCursor

    def __init__(self, hand: Hand, at: QPoint, zone: str) -> None:
        super().__init__(hand, at)
        self.zone = zone
        now = hand.selection.now
        self.zones = now.zones if zone in now.zones else (zone,)
        self._boxes = {id: box_on(self.view.map, id) for id in self.zones}
        self._whole = snapping.around(self._boxes.values())

    def start(self) -> None:
        if self.zone not in self.hand.selection.now.zones:
            self.hand.selection.put(only("zone", self.zone))
        for id in self.zones:
            self.view.map.zones[id].setZValue(3)

    def _goal(self, at: QPoint, keys: Qt.KeyboardModifier) -> tuple[dict[str, Box], Sequence[snapping.Guide]]:
        by = self.view.mapToScene(at) - self.began
        goal = self._whole.moved(by.x(), by.y())
        guides: Sequence[snapping.Guide] = ()
        if not keys & FREE:
            others = boxes_of(self.view.map, self.zones)
            goal, guides = snapping.moved(goal, others, snapping.NEAR / self.view.zoom)
        dx, dy = goal.x - self._whole.x, goal.y - self._whole.y
        return {id: box.moved(dx, dy) for id, box in self._boxes.items()}, guides

    def update(self, at: QPoint, keys: Qt.KeyboardModifier) -> None:
        goals, guides = self._goal(at, keys)
        for id, box in goals.items():
            self.view.map.drag_zone(id, QPointF(box.x, box.y))
        self.hand.guides.show_lines(guides, self.view.zoom)
        self.hand.marks.show()

    def finish(self, at: QPoint, keys: Qt.KeyboardModifier) -> None:
        goals, _guides = self._goal(at, keys)
        self._tidy()
        if goals == self._boxes or not self.hand.field.put_zones(goals):
            self.cancel()

    def cancel(self) -> None:
        self._tidy()
        for id in self.zones:
            if id in self.view.map.zones:
                self.view.map.put_back(id)
        self.hand.marks.show()

    def _tidy(self) -> None:
        self.hand.guides.show_lines((), self.view.zoom)
        for id in self.zones:
            if id in self.view.map.zones:
                self.view.map.zones[id].setZValue(1)

    def click(self, keys: Qt.KeyboardModifier) -> None:
        now = self.hand.selection.now
        self.hand.selection.put(now.toggled("zone", self.zone) if keys & MORE else only("zone", self.zone))


class ResizeZone(_EditorGesture):
    def __init__(self, hand: Hand, at: QPoint, zone: str, corner: tuple[int, int]) -> None:
        super().__init__(hand, at)
        self.zone, self.corner = zone, corner
        self.cursor = Qt.CursorShape.SizeFDiagCursor if corner[0] * corner[1] > 0 else Qt.CursorShape.SizeBDiagCursor
        self._box = box_on(self.view.map, zone)
        box = self._box
        at_corner = QPointF(box.x + box.width * (corner[0] + 1) / 2, box.y + box.height * (corner[1] + 1) / 2)
        self._offset = at_corner - self.began

    def _goal(self, at: QPoint, keys: Qt.KeyboardModifier) -> tuple[Box, Sequence[snapping.Guide]]:
        here = self.view.mapToScene(at) + self._offset
        if keys & FREE:
            return snapping.dragged_corner(self._box, self.corner, here.x(), here.y()), ()
        others = boxes_of(self.view.map, (self.zone,))
        near = snapping.NEAR / self.view.zoom
        return snapping.resized(self._box, self.corner, here.x(), here.y(), others, near)

    def update(self, at: QPoint, keys: Qt.KeyboardModifier) -> None:
        box, guides = self._goal(at, keys)
        self.view.map.resize_zone(self.zone, box.width, box.height, rough=True)
        self.view.map.drag_zone(self.zone, QPointF(box.x, box.y))
        self.hand.guides.show_lines(guides, self.view.zoom)
        self.hand.marks.show()

    def finish(self, at: QPoint, keys: Qt.KeyboardModifier) -> None:
        box, _guides = self._goal(at, keys)
        self.hand.guides.show_lines((), self.view.zoom)
        if box == self._box or not self.hand.field.put_zones({self.zone: box}):
            self.cancel()

    def cancel(self) -> None:
        self.hand.guides.show_lines((), self.view.zoom)
        if self.zone in self.view.map.zones:
            self.view.map.put_back(self.zone)
        self.hand.marks.show()


class DrawLink(_EditorGesture):
    cursor = Qt.CursorShape.CrossCursor

    def __init__(self, hand: Hand, at: QPoint, zone: str) -> None:
        super().__init__(hand, at)
        self.zone = zone

    def _over(self, at: QPoint) -> ZoneItem | None:
        return zone_near(self.view.map, self.view.mapToScene(at), EDGE / self.view.zoom)

    def update(self, at: QPoint, keys: Qt.KeyboardModifier) -> None:
        over = self._over(at)
        allowed = over is not None and over.id != self.zone and self._free(over.id)
        self.view.map.mark({over.id: "target" if allowed else "shut"} if over and over.id != self.zone else {})
        here = self.view.mapToScene(at)
        box = self.view.map.zones[self.zone].box
        self.hand.sketch.link(QLineF(_nearest_edge(box, here), here), allowed or over is None, self.view.zoom)

    def _free(self, other: str) -> bool:
        return all({self.zone, other} != set(link.between) for link in self.view.map.looks.links)

    def finish(self, at: QPoint, keys: Qt.KeyboardModifier) -> None:
        over = self._over(at)
        self.cancel()
        if over is None:
            self.view.show_bubble("Release over the zone it leads to.", at)
        elif self.hand.field.link(self.zone, over.id):
            ends = next(
                (one.between for one in self.view.map.looks.links if set(one.between) == {self.zone, over.id}), None
            )
            if ends is not None:
                self.hand.selection.put(only("link", ends))

    def cancel(self) -> None:
        self.view.map.mark({})
        self.hand.sketch.clear()

    def click(self, keys: Qt.KeyboardModifier) -> None:
        self.view.show_bubble("Drag from this zone to the zone it leads to.", self.pressed_at)


class ClickLink(_EditorGesture):
    """Select a link; a drag pans."""

    def __init__(self, hand: Hand, at: QPoint, ends: tuple[str, str]) -> None:
        super().__init__(hand, at)
        self.ends = ends
        self._last = at

    def update(self, at: QPoint, keys: Qt.KeyboardModifier) -> None:
        self.view.pan(at - self._last)
        self._last = at

    def click(self, keys: Qt.KeyboardModifier) -> None:
        now = self.hand.selection.now
        self.hand.selection.put(now.toggled("link", self.ends) if keys & MORE else only("link", self.ends))


def _nearest_edge(box: QRectF, at: QPointF) -> QPointF:
    if box.contains(at):
        return at
    return QPointF(min(max(at.x(), box.left()), box.right()), min(max(at.y(), box.top()), box.bottom()))


STEP_AWAY = 24.0
"""So many map units, and a drag within the zone is a step out of close range."""


class DragPeople(_EditorGesture):
    """Tokens are put into a zone, or onto a token, at close range of which they then are, or onto a mount; off the
    zones: taken off the map."""

    cursor = Qt.CursorShape.ClosedHandCursor

    def __init__(self, hand: Hand, at: QPoint, who: str) -> None:
        super().__init__(hand, at)
        self.who = who
        now = hand.selection.now
        self.people = now.people if who in now.people else (who,)
        self._offset = self.view.map.tokens[who].scenePos() - self.began

    def start(self) -> None:
        if self.who not in self.hand.selection.now.people:
            self.hand.selection.put(only("person", self.who))
        self.view.map.lift(self.who)

    def update(self, at: QPoint, keys: Qt.KeyboardModifier) -> None:
        here = self.view.mapToScene(at)
        token = self.view.map.tokens.get(self.who)
        if token is None:
            return
        token.setPos(here + self._offset)
        self._show(self._target(here))

    def _target(self, here: QPointF) -> TokenItem | CompanionItem | ZoneItem | None:
        scene = self.view.map
        mount = scene.companions.at(here)
        if mount is not None and mount.companion.owner == self.who:
            return mount
        other = scene.token_at(here, but=self.who)
        if other is not None and other.id not in self.people and scene.looks.zone_of(other.id):
            return other
        return scene.zone_at(here)

    def _show(self, target: TokenItem | CompanionItem | ZoneItem | None) -> None:
        scene = self.view.map
        scene.mark({target.id: "target"} if isinstance(target, ZoneItem) else {})
        for token in scene.tokens.values():
            token.set_chosen(token is target)

    def finish(self, at: QPoint, keys: Qt.KeyboardModifier) -> None:
        here = self.view.mapToScene(at)
        target = self._target(here)
        self._tidy()
        looks, field = self.view.map.looks, self.hand.field
        if isinstance(target, CompanionItem):
            field.ride(self.who, target.companion.given)
        elif isinstance(target, TokenItem):
            field.put_close(self.people, target.id)
        elif target is None:
            if any(looks.zone_of(id) for id in self.people):
                field.place(self.people, None)
        elif any(looks.zone_of(id) != target.id for id in self.people):
            field.place(self.people, target.id)
        elif self._far_enough(here) and any(looks.is_close(id) for id in self.people):
            field.step_away(self.people)
        self.view.map.let_go(self.who)

    def _far_enough(self, here: QPointF) -> bool:
        away = here - self.began
        return hypot(away.x(), away.y()) >= STEP_AWAY

    def cancel(self) -> None:
        self._tidy()
        self.view.map.let_go(self.who)

    def _tidy(self) -> None:
        self.view.map.mark({})
        for token in self.view.map.tokens.values():
            token.set_chosen(False)

    def click(self, keys: Qt.KeyboardModifier) -> None:
        now = self.hand.selection.now
        self.hand.selection.put(now.toggled("person", self.who) if keys & MORE else only("person", self.who))


class DragMount(_EditorGesture):
    """Drag a mount away from its rider to dismount, or onto its owner to ride it."""

    cursor = Qt.CursorShape.ClosedHandCursor

    def __init__(self, hand: Hand, at: QPoint, item: CompanionItem) -> None:
        super().__init__(hand, at)
        self.companion = item.companion

    def finish(self, at: QPoint, keys: Qt.KeyboardModifier) -> None:
        owner = self.companion.owner
        over = self.view.map.token_at(self.view.mapToScene(at))
        if self.companion.carries:
            if over is None or over.id != owner:
                self.hand.field.ride(owner, "")
        elif over is not None and over.id == owner:
            self.hand.field.ride(owner, self.companion.given)
        else:
            self.view.show_bubble("Only its owner can ride a mount: drop it on them.", at)

    def click(self, keys: Qt.KeyboardModifier) -> None:
        if self.companion.owner:
            self.hand.selection.put(only("person", self.companion.owner))


class DragPicture(_EditorGesture):
    """The background picture is put elsewhere, or one of its corners is drawn; its proportions stay."""

    cursor = Qt.CursorShape.SizeAllCursor

    def __init__(self, hand: Hand, at: QPoint, box: Box, corner: tuple[int, int] | None) -> None:
        super().__init__(hand, at)
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
        self.hand.marks.drag_picture(self._goal(at, keys))

    def finish(self, at: QPoint, keys: Qt.KeyboardModifier) -> None:
        if not self.hand.field.move_picture(self._goal(at, keys)):
            self.hand.marks.drag_picture(self.box)
        self.hand.take(SELECT)

    def cancel(self) -> None:
        self.hand.marks.drag_picture(self.box)
