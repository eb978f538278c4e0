"""The map's scene: keeps the items in step with a battle, and touches only what has changed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import ceil

from PySide6.QtCore import QObject, QPointF, QRectF
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QGraphicsItem, QGraphicsScene

from exgui.engine.battle import Battle, Combatant
from exgui.engine.companions import companions
from exgui.engine.strength import Strength, represented, strengths
from exgui.engine.system import Badge, Reach, System
from exgui.engine.zones import Zone
from exgui.gui import token_look, tokens
from exgui.gui.appearance import theme_of
from exgui.gui.map.companions import Companions
from exgui.gui.map.default_places import default_places
from exgui.gui.map.layout import NOBODY, moved, place_large
from exgui.gui.map.link_item import TRAIL, LinkItem
from exgui.gui.map.links import MapLinks
from exgui.gui.map.pickable import NOTHING_PICKABLE, Pickable
from exgui.gui.map.seen_frame import SeenFrame
from exgui.gui.map.token_glide import Glide
from exgui.gui.map.token_item import TokenItem
from exgui.gui.map.underlay import Underlay
from exgui.gui.map.zone_ground import fill_of, outline_of
from exgui.gui.map.zone_item import ZoneItem
from exgui.gui.map.zone_look import ZoneLook, heading_height, look_of, standing_room
from exgui.gui.token_look import Look
from exgui.gui.tokens import TokenPictures

OUTSIDE = ""
"""Id of the strip below the map where those stand who are in no zone."""

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
        self.battle = Battle()
        self.pickable = NOTHING_PICKABLE
        self.reach: Mapping[str, Reach] = {}
        self.marks: Mapping[str, str] = {}
        self._system: System | None = None
        self._initials: Mapping[str, str] = {}
        self._sides: Mapping[str, int] = {}
        self._corners: Mapping[str, tuple[float, float]] = {}
        self._held: str | None = None
        self._rough = ""
        self._unit = 1.0
        self.seen = SeenFrame()
        self.addItem(self.seen)

    # Following the battle

    def show_battle(
        self,
        battle: Battle,
        system: System,
        pickable: Pickable = NOTHING_PICKABLE,
        badges: Mapping[str, tuple[Badge, ...]] | None = None,
        many: Mapping[str, Strength] | None = None,
    ) -> None:
        """Shows a battle; what is the same object as in the one shown before is left as it is.

        Args:
            badges: everybody's states, where they are known already.
            many: the strength of those who are many, where it is known already.
        """
        before, self.battle = self.battle, battle
        fresh = system is not self._system
        self._system = system
        reread = battle is not before or fresh
        zones_changed = before.zones is not battle.zones
        self._rough = ""
        if before.picture is not battle.picture:
            self.underlay.show_picture(battle.picture)
        if zones_changed:
            self._follow_zones(battle.zones)
        if zones_changed or before.links is not battle.links:
            self.links.follow(battle.links)
        people_changed = before.combatants is not battle.combatants
        if reread:
            active = battle.active
            self.reach = dict(system.reach(battle, active)) if active is not None else {}
        company_changed = reread and self.companions.read(companions(system, battle))
        if reread or pickable is not self.pickable:
            self.pickable = pickable
            if badges is None:
                badges = {id: tuple(system.badges(battle, id)) for id in battle.combatants}
            self._follow_people(battle, system, badges, strengths(system, battle) if many is None else many)
            self.companions.update_looks(self.tokens)
        if people_changed or zones_changed or company_changed or before.close is not battle.close or fresh:
            self._place_all(first=not before.combatants)
        if reread:
            self.links.follow_ways(battle, system, self.tokens)
        self._refresh_zones()
        if zones_changed or people_changed or before.picture is not battle.picture:
            self.refit()

    def mark(self, marks: Mapping[str, str]) -> None:
        """What a drag makes of the zones: "open", "shut", "target" by id."""
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

    def _follow_people(
        self,
        battle: Battle,
        system: System,
        badges: Mapping[str, tuple[Badge, ...]],
        many: Mapping[str, Strength],
    ) -> None:
        people = battle.combatants
        self._initials = token_look.initials(people.values())
        self._sides = token_look.sides(battle)
        for id in [id for id in self.tokens if id not in people]:
            item = self.tokens.pop(id)
            self.glide.forget(item)
            self.companions.release(item)
            self.removeItem(item)
        for id, one in people.items():
            look = self._look(battle, system, one, badges[id], many.get(id))
            token = self.tokens.get(id)
            if token is None:
                token = self.tokens[id] = TokenItem(id, look, self.pictures)
                token.setVisible(False)
                self.addItem(token)
            else:
                token.set_look(look)
            pickable = self.pickable
            token.setOpacity(0.4 if pickable.combatants and id not in pickable.keys else 1.0)

    def _look(
        self, battle: Battle, system: System, one: Combatant, badges: tuple[Badge, ...], strength: Strength | None
    ) -> Look:
        pickable = one.id in self.pickable.keys
        standing = system.standing(battle, one.id)
        initial, side = self._initials[one.id], self._sides[one.side]
        look = token_look.look_of(
            battle,
            one,
            badges,
            initial,
            side,
            standing=standing,
            pickable=pickable,
            strength=strength,
        )
        carrier = self.companions.carrying.get(one.id)
        if carrier is not None and carrier.badge:
            look = look.but(badges=tuple(badge for badge in look.badges if badge.id != carrier.badge))
        key = self.pickable.keys.get(one.id, 0)
        if not key and self.pickable.zones and not self.pickable.combatants:
            return look.but(number=0)  # the numbers on the zones are the keys now
        return look.but(number=key) if key else look

    # Placing tokens

    def _place_all(self, first: bool) -> None:
        battle, system = self.battle, self._system
        assert system is not None
        inside: dict[str, list[str]] = {}
        within = represented(system, battle)
        for id, one in battle.combatants.items():
            if id in within:
                self._take_off(id)
                continue
            inside.setdefault(one.zone if one.zone and one.zone in battle.zones else OUTSIDE, []).append(id)
        self._follow_outside(inside.get(OUTSIDE, []))
        goals: dict[QGraphicsItem, QPointF] = {}
        for zone_id, item in self.zones.items():
            here = (*inside.get(zone_id, ()), *self.companions.standing(zone_id))
            goals.update(self._place_zone(item, here))
        self.companions.hide_but(battle.zones)
        self.glide.move(goals, self.animated and not first)

    def enlarge_tokens(self, zoom: float) -> None:
        """Enlarge tokens and names where they would be too small to read with the whole map in sight.

        Args:
            zoom: pixels to a map unit then.
        """
        unit = min(max(_READABLE / zoom, 1.0), _LARGEST_UNIT)
        unit = ceil(unit * 16) / 16  # few sizes, so that a window drawn larger does not draw each token anew
        if unit != self._unit:
            self._unit = unit
            if self._system is not None:
                self._place_all(first=True)
                self._refresh_zones()

    def _take_off(self, id: str) -> None:
        """Somebody has no place of their own now: another token stands for them."""
        token = self.tokens[id]
        self.glide.forget(token)
        token.setVisible(False)
        token.setParentItem(None)  # type: ignore[arg-type]

    def _place_zone(self, item: ZoneItem, ids: tuple[str, ...]) -> dict[QGraphicsItem, QPointF]:
        """Gives the places of those whose place in the zone is another than it was."""
        if not ids:
            item.placing, item.placed_for = NOBODY, None
            return {}
        battle = self.battle
        here = set(ids)
        groups = tuple([group for group in battle.close if here.intersection(group)])
        aside: list[str] = []
        paired: list[str] = []
        names: dict[str, float] = {}
        for id in ids:
            look = (self.tokens.get(id) or self.companions.items[id]).look
            names[id] = tokens.name_width(look.name)
            if look.down:
                aside.append(id)
            if id in self.companions.carrying:
                paired.append(id)
        zone = item.zone
        beside = {id: whom for id, whom in self.companions.beside.items() if id in here}
        room = standing_room(zone.width, zone.height, zone.shape)
        where = (room.width(), room.height(), heading_height(zone))
        asked = (self._unit, *where, ids, groups, tuple(aside), names, tuple(paired), beside)
        if asked != item.placed_for:
            item.placed_for = asked
            item.placing = moved(place_large(*asked), room.x(), room.y())
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

    def _follow_outside(self, ids: list[str]) -> None:
        item = self.zones.get(OUTSIDE)
        if not ids:
            if item is not None:
                self._drop(self.zones.pop(OUTSIDE))
            return
        field_ = QRectF()
        for zone in self.battle.zones.values():
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
        active = self.battle.combatants.get(self.battle.active or "")
        for id, item in self.zones.items():
            item.set_look(self._zone_look(id, item, active))
        self.links.set_dim(self.pickable.zones)

    def _zone_look(self, id: str, item: ZoneItem, active: Combatant | None) -> ZoneLook:
        pickable = self.pickable
        mark = self.marks.get(id, "")
        if not mark and id in pickable.keys:
            mark = "pickable"
        elif not mark and pickable.zones:
            mark = "dim"
        lit = active is not None and active.zone == id
        look = look_of(item.zone, self.reach.get(id), lit=lit, mark=mark, key=pickable.keys.get(id, 0))
        rings = item.placing.rings
        lit_ring = next(
            (index for index, ring in enumerate(rings) if active is not None and active.id in ring.members), -1
        )
        rough = id == self._rough
        return look.but(focused=item.look.focused, rough=rough, outside=id == OUTSIDE, rings=rings, lit_ring=lit_ring)

    # Dragging, before the rules have spoken

    def drag_zone(self, id: str, at: QPointF) -> None:
        """The zone lies here while it is dragged; its links follow. Nothing of the battle changes."""
        item = self.zones[id]
        item.setPos(at)
        self.links.follow_zone(id)

    def resize_zone(self, id: str, width: float, height: float, rough: bool = False) -> None:
        """The zone is this large while its corner is dragged; its tokens stand accordingly.

        Args:
            rough: it is drawn without its texture, and a crowd stands still until it is put back or shown anew.
        """
        item = self.zones[id]
        item.zone = item.zone.but(width=width, height=height)
        self._rough = id if rough else ""
        if not rough or len(item.placing.spots) <= FEW:
            self.glide.move(self._place_zone(item, tuple(item.placing.spots)), False)
        item.set_look(self._zone_look(id, item, self.battle.combatants.get(self.battle.active or "")))
        self.drag_zone(id, item.pos())

    def put_back(self, id: str) -> None:
        """The zone as the battle has it."""
        zone = self.battle.zones[id]
        item = self.zones[id]
        item.zone = zone
        self._rough = ""
        self.glide.move(self._place_zone(item, tuple(item.placing.spots)), False)
        item.set_look(self._zone_look(id, item, self.battle.combatants.get(self.battle.active or "")))
        self.drag_zone(id, QPointF(*self._corners[id]))

    def lift(self, id: str) -> TokenItem:
        """Takes a token into the hand: it lies above everything and follows no zone."""
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
        """The token glides from where it is to where it stands."""
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
        """The zone in which a token stands."""
        return next((item for item in self.zones.values() if id in item.placing.spots), None)

    def token_at(self, at: QPointF, but: str | None = None, spare: float = 0.0) -> TokenItem | None:
        """The token at a point; of several the nearest. Where there is none, the nearest that is missed by no more than
        `spare` map units."""
        shown = [item for id, item in self.tokens.items() if id != but and item.isVisible()]
        found = [item for item in shown if item.holds(at)]
        if not found and spare:
            found = [item for item in shown if _far(item.scenePos(), at) <= (item.radius * item.scale() + spare) ** 2]
        return min(found, key=lambda item: _far(item.scenePos(), at), default=None)

    def zone_at(self, at: QPointF) -> ZoneItem | None:
        """The zone at a point; of several the uppermost."""
        found = [item for id, item in self.zones.items() if id != OUTSIDE and item.holds(at)]
        return max(found, key=lambda item: item.zValue(), default=None)

    def link_at(self, at: QPointF) -> LinkItem | None:
        """The link at a point."""
        return self.links.at(at)

    def what_lies_at(self, at: QPointF) -> tuple[str, str]:
        """What is meant by a point: ("token", "zone" or "link", its id); of a link both zones, a line each."""
        token, zone, link = self.token_at(at), self.zone_at(at), self.link_at(at)
        if token is not None:
            return "token", token.id
        if zone is not None:
            return "zone", zone.id
        return ("link", "\n".join(link.link.between)) if link is not None and link.link.barrier != TRAIL else ("", "")

    def contents(self, *, with_picture: bool = False) -> QRectF:
        """What is in sight when the whole map is: the zones, or the background picture where there are none.

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
        """Draws the zones as plain shapes, in map units."""
        theme = theme_of(self)
        for item in self.zones.values():
            if not item.look.outside:
                painter.save()
                painter.translate(item.pos())
                painter.fillPath(outline_of(item.look), fill_of(theme, item.look))
                painter.restore()

    def drawn_ahead(self, seen: QRectF, zoom: float, ratio: float) -> Iterator[object]:
        """Draws the pictures of all zones and tokens in a part of the map for another zoom, one for each step."""
        for zone in tuple(self.zones.values()):
            if zone.box.intersects(seen):
                zone.draw_ahead(zoom, ratio)
                yield zone
        for token in tuple(self.tokens.values()):
            if token.isVisible() and seen.contains(token.scenePos()):
                token.draw_ahead(zoom * token.scale(), ratio)
                yield token

    def refit(self) -> None:
        """The room one can pan in: the contents and a margin of the same size again."""
        box = self.contents(with_picture=True)
        spare = max(box.width(), box.height()) * 0.5 + _MARGIN
        self.setSceneRect(box.adjusted(-spare, -spare, spare, spare))


def _far(a: QPointF, b: QPointF) -> float:
    return (a.x() - b.x()) ** 2 + (a.y() - b.y()) ** 2
