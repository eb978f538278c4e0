"""A map as a picture: the look of everything on it, laid out in map units, and painted as paths and text.

Looks are made by `of_battle` or, for the players, by `of_public_battle`; this module knows no battle. The scene, the
players' screen and exports draw the same parts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from math import ceil

from PySide6.QtCore import QLineF, QPointF, QRectF
from PySide6.QtGui import QImage, QPainter, QPixmap

from exgui.engine.record import EMPTY, Record, Table
from exgui.engine.system import Companion, Reach
from exgui.engine.zones import Link, MapPicture, Zone
from exgui.gui.look.theme import Theme
from exgui.gui.map.layout import NOBODY, Placing, Spot, lit_rings, moved, placed
from exgui.gui.map.link_drawing import (
    ASIDE,
    LABEL_HEIGHT,
    TRAIL,
    Way,
    edge_line,
    label_box,
    numbered,
    paint_label,
    paint_link,
    paint_way,
)
from exgui.gui.map.underlay import paint_underlay
from exgui.gui.map.zone_drawing import fill_of, heading_bottom, is_textured, paint_zone
from exgui.gui.map.zone_look import ZoneLook, default_places, look_of, standing_room
from exgui.gui.tokens import drawing as tokens
from exgui.gui.tokens.token_look import SIDE_TONES, Look

OUTSIDE = ""
"""The zone id of combatants in no zone."""
MARGIN = 28.0
"""Margin around the drawing, in map units."""
OFFSET, SHARE = QPointF(-1.2, -0.5), 0.72
"""Offset of a carrier's token from its rider's, and its radius, in radii of the rider's token: behind it, on the side
without badges or number."""
ALONE = 0.86
"""Radius of a companion by itself, in radii of a token."""
_TOP_STEP = 4
_DENSITY = 3.0
"""Pixels of an icon per map unit."""


class MapLooks(Record):
    """The look of everything on a map. The scene compares parts with `is`: unchanged parts should be the same objects.

    Attributes:
        people: the look of every combatant by id, in order.
        inside: the combatants in each zone, by its id, in order, companions by themselves last; under `OUTSIDE`,
            combatants in no zone. A combatant represented by another is in no zone.
        companions: mounts and the like.
        alone: the looks of companions that carry no one, by id.
        carriers: the looks of companions that carry someone, by the rider's id.
        close: the groups at close range.
        active: the id of the combatant who is acting, "" for none.
        lit: the zone of the active combatant, "" for none.
        reach: the range of zones from the active combatant, by id.
    """

    title: str = ""
    zones: Mapping[str, Zone] = EMPTY
    links: tuple[Link, ...] = ()
    underlay: MapPicture | None = None
    people: Mapping[str, Look] = EMPTY
    inside: Mapping[str, tuple[str, ...]] = EMPTY
    companions: tuple[Companion, ...] = ()
    alone: Mapping[str, Look] = EMPTY
    carriers: Mapping[str, Look] = EMPTY
    close: tuple[tuple[str, ...], ...] = ()
    ways: tuple[Way, ...] = ()
    active: str = ""
    lit: str = ""
    reach: Mapping[str, Reach] = EMPTY

    def look(self, id: str) -> Look:
        """Return the look of a combatant, or of a companion by itself."""
        return self.people.get(id) or self.alone[id]

    def zone_of(self, id: str) -> str:
        """Return the id of a combatant's zone, "" for none."""
        return next((zone for zone, ids in self.inside.items() if id in ids), OUTSIDE)

    def is_close(self, id: str) -> bool:
        return any(id in group for group in self.close)


def with_people(
    looks: MapLooks, people: Mapping[str, Look], places: Mapping[str, str | None], companions: Iterable[Companion]
) -> MapLooks:
    """Put people and companions on a map.

    Args:
        places: the zone of each, None for no zone; a combatant without an entry is represented by someone else.
    """
    inside: dict[str, list[str]] = {}
    for id, zone in places.items():
        inside.setdefault(zone if zone and zone in looks.zones else OUTSIDE, []).append(id)
    company = tuple(companions)
    alone: dict[str, Look] = {}
    carriers: dict[str, Look] = {}
    for one in company:
        if one.carries in people:
            carriers[one.carries] = companion_look(one, people[one.carries])
        else:
            alone[one.id] = companion_look(one, None)
            if one.zone and one.zone in looks.zones:
                inside.setdefault(one.zone, []).append(one.id)
    return looks.but(
        people=people,
        inside=Table({zone: tuple(ids) for zone, ids in inside.items()}),
        companions=company,
        alone=alone,
        carriers=carriers,
    )


def companion_look(companion: Companion, carried: Look | None) -> Look:
    """Return a companion's look: muted and of its rider's side; of no side when it carries no one."""
    if carried is None:
        return Look(companion.name, "", side=len(SIDE_TONES) - 1, icon=companion.icon)
    return Look(
        companion.name,
        "",
        side=carried.side,
        icon=companion.icon,
        joined=True,
        acted=carried.acted and not carried.active,
        down=carried.down,
        faint=carried.faint,
    )


def stand(looks: MapLooks, zone: Zone, unit: float = 1.0, zoom: float = 1.0) -> Placing:
    """Return the positions of the combatants in a zone, from its upper left corner.

    Args:
        unit: how much larger than usual tokens and names may be.
        zoom: pixels per map unit at which they stay clear of the zone's name.
    """
    ids = looks.inside.get(zone.id, ())
    if not ids:
        return NOBODY
    here = {id: looks.look(id) for id in ids}
    room = standing_room(zone.width, zone.height, zone.shape)
    found = placed(
        unit,
        room.width(),
        room.height(),
        standing_top(zone, zoom),
        ids,
        tuple([group for group in looks.close if not here.keys().isdisjoint(group)]),
        tuple([id for id, look in here.items() if look.down]),
        tuple([(id, tokens.name_width(look.name)) for id, look in here.items()]),
        tuple([id for id in ids if id in looks.carriers]),
        tuple([(one.id, one.beside) for one in looks.companions if one.beside and one.id in here]),
    )
    return moved(found, room.x(), room.y())


def standing_top(zone: Zone, zoom: float) -> float:
    """Map units from a zone's upper edge to where tokens may stand. Small maps have larger names."""
    return ceil(heading_bottom(look_of(zone), zoom) / _TOP_STEP) * _TOP_STEP  # few heights, to be remembered


# Laid out


class PlacedZone(Record):
    """A zone, its upper left corner, and the places of its tokens."""

    look: ZoneLook
    x: float
    y: float
    placing: Placing

    @property
    def box(self) -> QRectF:
        return QRectF(self.x, self.y, self.look.width, self.look.height)


class PlacedLink(Record):
    """A link, and its ends: (x1, y1, x2, y2)."""

    link: Link
    ends: tuple[float, float, float, float]


class PlacedWay(Record):
    """A way and its ends, start first; `trail` if no link shows it."""

    way: Way
    ends: tuple[float, float, float, float]
    trail: bool


class Picture(Record):
    """A map laid out, in map units."""

    zones: tuple[PlacedZone, ...] = ()
    links: tuple[PlacedLink, ...] = ()
    ways: tuple[PlacedWay, ...] = ()
    underlay: MapPicture | None = None


def lay_out(looks: MapLooks, *, people: bool = True) -> Picture:
    """Lay a map out.

    Args:
        people: also place the combatants.
    """
    corners = default_places(looks.zones.values())
    zones: dict[str, PlacedZone] = {}
    for id, zone in looks.zones.items():
        placing = stand(looks, zone) if people else NOBODY
        zones[id] = PlacedZone(
            look_of(zone).but(rings=lit_rings(placing, looks.active), clear=looks.underlay is not None),
            *corners[id],
            placing,
        )

    def line(start: str, goal: str, shift: float = 0.0) -> tuple[float, float, float, float] | None:
        a, b = zones.get(start), zones.get(goal)
        if a is None or b is None:
            return None
        found = edge_line(a.box, b.box, shift, (a.look.shape == "ellipse", b.look.shape == "ellipse"))
        return (found.x1(), found.y1(), found.x2(), found.y2()) if found is not None else None

    links: list[PlacedLink] = []
    shifts: dict[tuple[str, str], float] = {}
    for link, nth in numbered(looks.links):
        ends = line(*link.between, ASIDE * nth)
        for between in (link.between, link.between[::-1]):
            shifts.setdefault(between, ASIDE * nth)
        if ends is not None:
            links.append(PlacedLink(link, ends))
    ways = []
    for way in looks.ways:
        ends = line(way.start, way.goal, shifts.get((way.start, way.goal), 0.0))
        if ends is not None:
            ways.append(PlacedWay(way, ends, (way.start, way.goal) not in shifts))
    return Picture(tuple(zones.values()), tuple(links), tuple(ways), looks.underlay)


# Painted


class MapDrawing:
    """A map, laid out, with its pictures, to be painted in map units.

    Args:
        underlay: the picture under the zones; a null pixmap for none.
        portraits: returns the portrait of a name, or a null picture.

    Attributes:
        box: the bounds of everything painted.
    """

    def __init__(
        self, looks: MapLooks, underlay: QImage | None = None, portraits: Callable[[str], QPixmap] | None = None
    ) -> None:
        self._looks, self._picture = looks, lay_out(looks)
        self._underlay = underlay or QImage()
        self._portrait = portraits or (lambda _name: QPixmap())
        self.box = self._whole()

    @property
    def zones(self) -> list[Zone]:
        """Every zone, with its position."""
        shown = {placed.look.id: placed for placed in self._picture.zones}
        return [zone.but(x=shown[id].x, y=shown[id].y) for id, zone in self._looks.zones.items() if id in shown]

    @property
    def links(self) -> list[tuple[Link, QLineF]]:
        """Every link, with its line."""
        return [(placed.link, QLineF(*placed.ends)) for placed in self._picture.links]

    def _whole(self) -> QRectF:
        box = QRectF()
        for zone in self._picture.zones:
            box = box.united(zone.box)
        shown = self._picture.underlay
        if shown is not None and not self._underlay.isNull():
            box = box.united(QRectF(shown.x, shown.y, shown.width, shown.height))
        if box.isNull():
            box = QRectF(0, 0, 400, 300)
        return box.adjusted(-MARGIN, -MARGIN, MARGIN, MARGIN + LABEL_HEIGHT / 2)

    def paint(self, painter: QPainter, theme: Theme, zoom: float = 1.0) -> None:
        """Paint the whole map on the theme's background.

        Args:
            zoom: pixels per map unit, if there are pixels; small text is left out below 0.5.
        """
        picture = self._picture
        painter.fillRect(self.box, theme.color("background"))
        under = picture.underlay
        if under is not None and not self._underlay.isNull():
            paint_underlay(
                painter, theme, under.dim, self._underlay, QRectF(under.x, under.y, under.width, under.height)
            )
        paint_links(painter, theme, picture)
        paint_ways(painter, theme, picture, self._portrait)
        for zone in picture.zones:
            painter.save()
            painter.translate(zone.x, zone.y)
            paint_zone(painter, theme, zone.look, zoom)
            plate = fill_of(theme, zone.look).name() if is_textured(zone.look) else ""
            for id, spot in zone.placing.spots.items():
                self._paint_token(painter, theme, id, spot, plate)
            painter.restore()
        for link in picture.links:
            box, text = label_box(link.link, QLineF(*link.ends))
            if text:
                paint_label(painter, theme, box, text)

    def _paint_token(self, painter: QPainter, theme: Theme, id: str, spot: Spot, plate: str) -> None:
        look, carrier = self._looks.look(id), self._looks.carriers.get(id)
        painter.save()
        painter.translate(spot.x, spot.y)
        if carrier is not None:
            painter.save()
            painter.translate(OFFSET * spot.radius)
            tokens.paint(painter, theme, carrier, QPixmap(), spot.radius * SHARE, _DENSITY)
            painter.restore()
        radius = spot.radius * (ALONE if id in self._looks.alone else 1.0)
        tokens.paint(painter, theme, look, self._portrait(look.portrait), radius, _DENSITY)
        if spot.room:
            tokens.paint_name(painter, theme, look, radius, spot.room, plate)
        painter.restore()


def paint_links(painter: QPainter, theme: Theme, picture: Picture) -> None:
    for link in picture.links:
        paint_link(painter, theme, QLineF(*link.ends), link.link.barrier, hidden=link.link.hidden)


def paint_ways(painter: QPainter, theme: Theme, picture: Picture, portrait: Callable[[str], QPixmap]) -> None:
    for way in picture.ways:
        line = QLineF(*way.ends)
        if way.trail:
            paint_link(painter, theme, line, TRAIL)
        paint_way(painter, theme, line, way.way, portrait(way.way.look.portrait))
