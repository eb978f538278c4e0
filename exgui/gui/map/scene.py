"""The map's scene: keeps the items in step with a battle, and touches only what has changed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import ceil

from PySide6.QtCore import QObject, QPointF, QRectF
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QGraphicsItem, QGraphicsScene

from exgui.engine.zones import Zone
from exgui.gui.look.appearance import current_theme
from exgui.gui.map.layout import lit_rings
from exgui.gui.map.link_drawing import TRAIL
from exgui.gui.map.links import LinkItem, MapLinks
from exgui.gui.map.of_battle import NOTHING_PICKABLE, Pickable
from exgui.gui.map.picture import OUTSIDE, MapLooks, stand, standing_top
from exgui.gui.map.seen_frame import SeenFrame
from exgui.gui.map.token_items import Companions, Glide, TokenItem
from exgui.gui.map.underlay import Underlay
from exgui.gui.map.zone_drawing import fill_of, outline_of
from exgui.gui.map.zone_item import ZoneItem
from exgui.gui.map.zone_look import ZoneLook, default_places, look_of
from exgui.gui.tokens.drawing import TokenPictures
from exgui.gui.tokens.token_look import Look

_MARGIN = 90.0
_HELD_ROOM = 140.0
"""Width for the name of a token in the hand."""

_READABLE = 0.85
"""Pixels to one of the layout's lengths at which tokens and names can still be read."""
_LARGEST_UNIT = 3.0

FEW = 6
"""So many tokens of a zone find their places within a frame."""


class MapScene(QGraphicsScene):
    """Zones, links and tokens of one battle."""

    def __init__(self, pictures: TokenPictures, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.pictures = pictures
        # Items move all the time and are few; a tree over them would be rebuilt with every frame of a drag.
        self.setItemIndexMethod(QGraphicsScene.ItemIndexMethod.NoIndex)
        self.zones: dict[str, ZoneItem] = {}
        self.links = MapLinks(self, self.zones, pictures)
        self.tokens: dict[str, TokenItem] = {}
        self.animated = True
        self.glide = Glide(self)
        self.companions = Companions(self, self.glide, pictures)
        self.underlay = Underlay()
        self.addItem(self.underlay)
        self.looks = MapLooks()
        self.pickable = NOTHING_PICKABLE
        self.marks: Mapping[str, str] = {}
        self._corners: Mapping[str, tuple[float, float]] = {}
        self._held: str | None = None
        self._rough = ""
        self._unit, self._whole_zoom = 1.0, 1.0
        self._tops: dict[str, float] = {}
        self.seen = SeenFrame()
        self.addItem(self.seen)

    # Following the battle

    def show(self, looks: MapLooks, pickable: Pickable = NOTHING_PICKABLE) -> None:
        """Show a map; what is the same object as before is left as it is."""
        before, self.looks = self.looks, looks
        fresh = looks is not before
        zones_changed = before.zones is not looks.zones
        self._rough = ""
        if before.underlay is not looks.underlay:
            self.underlay.show_picture(looks.underlay)
        if zones_changed:
            self._follow_zones(looks.zones)
        if zones_changed or before.links is not looks.links:
            self.links.follow(looks.links)
        if fresh or pickable is not self.pickable:
            self.pickable = pickable
            self._follow_people(looks.people)
        if fresh:
            self.companions.follow(looks, self.tokens)
            if zones_changed or _standing(before) != _standing(looks):
                self._place_all(first=not before.people)
                self.refit()
            self.links.follow_ways(looks.ways)
        self._refresh_zones()
        if before.underlay is not looks.underlay:
            self.refit()

    def mark(self, marks: Mapping[str, str]) -> None:
        """Mark zones during a drag: "open", "shut", "target" by id."""
        if marks != self.marks:
            self.marks = dict(marks)
            self._refresh_zones()

    def _follow_zones(self, zones: Mapping[str, Zone]) -> None:
        for id in [id for id in self.zones if id not in zones and id != OUTSIDE]:
            self._drop(self.zones.pop(id))
        self._corners = default_places(zones.values())
        for id, zone in zones.items():
            item = self.zones.get(id)
            if item is None:
                item = self.zones[id] = ZoneItem(zone)
                self.addItem(item)
            item.zone = zone
            item.setPos(*self._corners[id])

    def _drop(self, item: ZoneItem) -> None:
        for child in item.childItems():
            child.setParentItem(None)  # type: ignore[arg-type]  # a token outlives its zone
        self.removeItem(item)

    def _follow_people(self, people: Mapping[str, Look]) -> None:
        for id in [id for id in self.tokens if id not in people]:
            item = self.tokens.pop(id)
            self.glide.forget(item)
            self.companions.release(item)
            self.removeItem(item)
        pickable = self.pickable
        for id, look in people.items():
            if id in pickable.keys:
                look = look.but(pickable=True, number=pickable.keys[id] or look.number)
            elif pickable.zones and not pickable.combatants:
                look = look.but(number=0)  # the numbers on the zones are the keys now
            token = self.tokens.get(id)
            if token is None:
                token = self.tokens[id] = TokenItem(id, look, self.pictures)
                token.setVisible(False)
                self.addItem(token)
            else:
                token.set_look(look)
            token.setOpacity(0.4 if pickable.combatants and id not in pickable.keys else 1.0)

    # Placing tokens

    def _place_all(self, first: bool) -> None:
        inside = self.looks.inside
        placed = {id for ids in inside.values() for id in ids}
        for id, token in self.tokens.items():
            if id not in placed:  # another token represents them
                self.glide.forget(token)
                token.setVisible(False)
                token.setParentItem(None)  # type: ignore[arg-type]
        self._follow_outside(inside.get(OUTSIDE, ()))
        goals: dict[QGraphicsItem, QPointF] = {}
        for item in self.zones.values():
            goals.update(self._place_zone(item))
        self.companions.hide_but(self.looks.zones)
        self.glide.move(goals, self.animated and not first)

    def enlarge_tokens(self, zoom: float) -> None:
        """Enlarge tokens and names that would be too small with the whole map in sight, and keep them clear of the
        names of zones, which are larger then.

        Args:
            zoom: pixels to a map unit then.
        """
        unit = min(max(_READABLE / zoom, 1.0), _LARGEST_UNIT)
        unit = ceil(unit * 16) / 16  # few sizes, so that a window drawn larger does not redraw each token
        tops = {id: standing_top(item.zone, zoom) for id, item in self.zones.items()}
        if (unit, tops) != (self._unit, self._tops):
            self._unit, self._whole_zoom, self._tops = unit, zoom, tops
            self._place_all(first=True)
            self._refresh_zones()

    def _place_zone(self, item: ZoneItem) -> dict[QGraphicsItem, QPointF]:
        """Return new positions of tokens that moved within the zone."""
        item.placing = stand(self.looks, item.zone, self._unit, self._whole_zoom)
        unit = item.placing.unit
        goals: dict[QGraphicsItem, QPointF] = {}
        for id, spot in item.placing.spots.items():
            token = self.tokens.get(id)
            if token is None:
                goals.update(self.companions.stand(id, item, spot, unit))
                continue
            if id == self._held:
                continue
            if token.parentItem() is not item:
                fresh = not token.isVisible()
                at = item.mapFromScene(token.scenePos())
                token.setParentItem(item)
                token.setPos(QPointF(spot.x, spot.y) if fresh else at)
                token.setVisible(True)
            token.set_size(spot.radius, spot.room)
            token.setScale(unit)
            goal = QPointF(spot.x, spot.y)
            if token.pos() != goal:
                goals[token] = goal
            goals.update(self.companions.join(token))
        return goals

    def _follow_outside(self, ids: tuple[str, ...]) -> None:
        item = self.zones.get(OUTSIDE)
        if not ids:
            if item is not None:
                self._drop(self.zones.pop(OUTSIDE))
            return
        field_ = QRectF()
        for zone in self.looks.zones.values():
            field_ = field_.united(QRectF(*self._corners[zone.id], zone.width, zone.height))
        columns = min(len(ids), 8)
        rows = -(-len(ids) // columns)
        zone = Zone(
            OUTSIDE,
            "Not on the map",
            x=field_.left(),
            y=field_.bottom() + 56,
            width=max(200.0, 40 + 96.0 * columns),
            height=62 + 98.0 * rows,
        )
        if item is None:
            item = self.zones[OUTSIDE] = ZoneItem(zone)
            self.addItem(item)
        item.zone = zone
        item.setPos(zone.x, zone.y)

    # Zones' looks

    def _refresh_zones(self) -> None:
        for id, item in self.zones.items():
            item.set_look(self._zone_look(id, item))
        self.links.set_dim(self.pickable.zones)

    def _zone_look(self, id: str, item: ZoneItem) -> ZoneLook:
        pickable, looks = self.pickable, self.looks
        mark = self.marks.get(id, "")
        if not mark and id in pickable.keys:
            mark = "pickable"
        elif not mark and pickable.zones:
            mark = "dim"
        look = look_of(
            item.zone, looks.reach.get(id), lit=id == looks.lit != OUTSIDE, mark=mark, key=pickable.keys.get(id, 0)
        )
        rings = lit_rings(item.placing, looks.active)
        return look.but(
            focused=item.look.focused,
            rough=id == self._rough,
            outside=id == OUTSIDE,
            rings=rings,
            clear=looks.underlay is not None,
        )

    # Dragging, before the rules have spoken

    def drag_zone(self, id: str, at: QPointF) -> None:
        """Move a zone while it is dragged; its links follow, and the battle does not change."""
        item = self.zones[id]
        item.setPos(at)
        self.links.follow_zone(id)

    def resize_zone(self, id: str, width: float, height: float, rough: bool = False) -> None:
        """Resize a zone while its corner is dragged, tokens included.

        Args:
            rough: it is drawn without its texture, and a crowd stands still until it is put back or shown again.
        """
        item = self.zones[id]
        item.zone = item.zone.but(width=width, height=height)
        self._rough = id if rough else ""
        if not rough or len(item.placing.spots) <= FEW:
            self.glide.move(self._place_zone(item), False)
        item.set_look(self._zone_look(id, item))
        self.drag_zone(id, item.pos())

    def put_back(self, id: str) -> None:
        zone = self.looks.zones[id]
        item = self.zones[id]
        item.zone = zone
        self._rough = ""
        self.glide.move(self._place_zone(item), False)
        item.set_look(self._zone_look(id, item))
        self.drag_zone(id, QPointF(*self._corners[id]))

    def lift(self, id: str) -> TokenItem:
        """Take a token into the hand: it lies above everything and follow no zone."""
        token = self.tokens[id]
        self.glide.forget(token)
        at = token.scenePos()
        token.setParentItem(None)  # type: ignore[arg-type]
        token.setPos(at)
        token.setZValue(20)
        token.set_size(token.radius, _HELD_ROOM)
        self._held = id
        return token

    def let_go(self, id: str) -> None:
        self._held = None
        token = self.tokens.get(id)
        if token is None:
            return
        token.setZValue(1)
        item = self.zone_of(id)
        if item is None:
            return
        spot = item.placing.spots[id]
        at = item.mapFromScene(token.scenePos())
        token.setParentItem(item)
        token.setPos(at)
        token.set_size(spot.radius, spot.room)
        token.setScale(item.placing.unit)
        self._raise(item)
        self.glide.move({token: QPointF(spot.x, spot.y)}, self.animated)

    def _raise(self, item: ZoneItem) -> None:
        for other in self.zones.values():
            other.setZValue(1)
        item.setZValue(2)

    # Finding things

    def zone_of(self, id: str) -> ZoneItem | None:
        return next((item for item in self.zones.values() if id in item.placing.spots), None)

    def token_at(self, at: QPointF, but: str | None = None, spare: float = 0.0) -> TokenItem | None:
        """Return the token at a point; of several the nearest. Where there is none, the nearest that is missed by no
        more than `spare` map units."""
        shown = [item for id, item in self.tokens.items() if id != but and item.isVisible()]
        found = [item for item in shown if item.holds(at)]
        if not found and spare:
            found = [item for item in shown if _far(item.scenePos(), at) <= (item.radius * item.scale() + spare) ** 2]
        return min(found, key=lambda item: _far(item.scenePos(), at), default=None)

    def zone_at(self, at: QPointF) -> ZoneItem | None:
        """Return the zone at a point; of several the uppermost."""
        found = [item for id, item in self.zones.items() if id != OUTSIDE and item.holds(at)]
        return max(found, key=lambda item: item.zValue(), default=None)

    def link_at(self, at: QPointF) -> LinkItem | None:
        return self.links.at(at)

    def what_lies_at(self, at: QPointF) -> tuple[str, str]:
        """Return what is meant by a point: ("token", "zone" or "link", its id); of a link both zones, a line each."""
        token, zone, link = self.token_at(at), self.zone_at(at), self.link_at(at)
        if token is not None:
            return "token", token.id
        if zone is not None:
            return "zone", zone.id
        return ("link", "\n".join(link.link.between)) if link is not None and link.link.barrier != TRAIL else ("", "")

    def contents(self, *, with_picture: bool = False) -> QRectF:
        """Return what is in sight when the whole map is: the zones, or the background picture where there are none.

        Args:
            with_picture: the whole picture, too.
        """
        out = QRectF()
        for item in self.zones.values():
            out = out.united(item.box)
        if self.underlay.picture is not None and (with_picture or out.isNull()):
            out = out.united(self.underlay.rect())
        return out.adjusted(-28, -34, 28, 28) if not out.isNull() else QRectF(-200, -150, 400, 300)

    def draw_roughly(self, painter: QPainter) -> None:
        theme = current_theme()
        for item in self.zones.values():
            if not item.look.outside:
                painter.save()
                painter.translate(item.pos())
                painter.fillPath(outline_of(item.look), fill_of(theme, item.look))
                painter.restore()

    def drawn_ahead(self, seen: QRectF, zoom: float, ratio: float) -> Iterator[object]:
        """Draw the pictures of all zones and tokens in a part of the map for another zoom, one for each step."""
        for zone in tuple(self.zones.values()):
            if zone.box.intersects(seen):
                zone.draw_ahead(zoom, ratio)
                yield zone
        for token in tuple(self.tokens.values()):
            if token.isVisible() and seen.contains(token.scenePos()):
                token.picture(zoom * token.scale(), ratio)
                yield token

    def refit(self) -> None:
        """Limit panning to the contents and a margin of the same size."""
        box = self.contents(with_picture=True)
        spare = max(box.width(), box.height()) * 0.5 + _MARGIN
        self.setSceneRect(box.adjusted(-spare, -spare, spare, spare))


def _standing(looks: MapLooks) -> tuple[object, ...]:
    """Return everything that decides the places of tokens in zones of equal size."""
    people = [(look.name, look.down) for look in looks.people.values()]
    return looks.inside, looks.close, looks.companions, people


def _far(a: QPointF, b: QPointF) -> float:
    return (a.x() - b.x()) ** 2 + (a.y() - b.y()) ** 2
