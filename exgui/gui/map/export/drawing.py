"""Draws a map as paths and text, with no picture but the one that lies under it, portraits and icons."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtCore import QLineF, QPointF, QRectF
from PySide6.QtGui import QImage, QPainter, QPixmap

from exgui.engine.zones import Link, Zone
from exgui.gui import tokens
from exgui.gui.map.companion_item import OFFSET, SHARE
from exgui.gui.map.default_places import default_places
from exgui.gui.map.export.content import MapContent
from exgui.gui.map.geometry import edge_line
from exgui.gui.map.layout import NOBODY, Placing, moved, place
from exgui.gui.map.link_item import LABEL_HEIGHT, label_box, paint_label, paint_link
from exgui.gui.map.zone_drawing import paint_zone
from exgui.gui.map.zone_ground import fill_of, is_textured
from exgui.gui.map.zone_look import heading_height, look_of, standing_room
from exgui.gui.theme import Theme
from exgui.gui.token_look import Look

MARGIN = 28.0
"""Map units round what is drawn."""
_DENSITY = 3.0
"""Pixels of an icon to a map unit."""


class MapDrawing:
    """A map, laid out to be drawn in map units.

    Args:
        picture: what lies under it, read already; a null one for nothing.
        portraits: gives the portrait of a name, a null picture where there is none.

    Attributes:
        box: all that is drawn.
    """

    def __init__(
        self, content: MapContent, picture: QImage | None = None, portraits: Callable[[str], QPixmap] | None = None
    ) -> None:
        self._content = content
        self._picture = picture or QImage()
        self._portrait = portraits or (lambda _name: QPixmap())
        corners = default_places(content.zones)
        self._zones = {zone.id: zone.but(x=corners[zone.id][0], y=corners[zone.id][1]) for zone in content.zones}
        self._placings = {id: self._placed(zone) for id, zone in self._zones.items()}
        self.box = self._whole()

    def paint(self, painter: QPainter, theme: Theme, zoom: float = 1.0) -> None:
        """Draws all of it, in map units, on the theme's background.

        Args:
            zoom: pixels to a map unit, where there are any: small text is left out below a half.
        """
        painter.fillRect(self.box, theme.color("background"))
        self._paint_picture(painter, theme)
        count: dict[frozenset[str], int] = {}
        labels: list[tuple[QRectF, str]] = []
        for link in self._content.links:
            pair = frozenset(link.between)
            line = self._line(link, 16.0 * count.get(pair, 0))
            count[pair] = count.get(pair, 0) + 1
            if line is None:
                continue
            paint_link(painter, theme, line, link.barrier, hidden=link.hidden)
            box, text = label_box(link, line)
            if text:
                labels.append((box, text))
        for id, zone in self._zones.items():
            self._paint_zone(painter, theme, zone, self._placings[id], zoom)
        for box, text in labels:
            paint_label(painter, theme, box, text)

    def _whole(self) -> QRectF:
        box = QRectF()
        for zone in self._zones.values():
            box = box.united(_box(zone))
        shown = self._content.picture
        if shown is not None and not self._picture.isNull():
            box = box.united(QRectF(shown.x, shown.y, shown.width, shown.height))
        if box.isNull():
            box = QRectF(0, 0, 400, 300)
        return box.adjusted(-MARGIN, -MARGIN, MARGIN, MARGIN + LABEL_HEIGHT / 2)

    def _placed(self, zone: Zone) -> Placing:
        looks: Mapping[str, Look] = self._content.people.get(zone.id, {})
        if not looks:
            return NOBODY
        room = standing_room(zone.width, zone.height, zone.shape)
        here = set(looks)
        found = place(
            room.width(),
            room.height(),
            heading_height(zone),
            tuple(looks),
            tuple(group for group in self._content.close if here.intersection(group)),
            tuple(id for id, look in looks.items() if look.down),
            {id: tokens.name_width(look.name) for id, look in looks.items()},
            tuple(id for id in looks if id in self._content.carriers),
        )
        return moved(found, room.x(), room.y())

    def _line(self, link: Link, shift: float) -> QLineF | None:
        ends = [self._zones.get(end) for end in link.between]
        if ends[0] is None or ends[1] is None:
            return None
        is_round = (ends[0].shape == "ellipse", ends[1].shape == "ellipse")
        return edge_line(_box(ends[0]), _box(ends[1]), shift, is_round)

    def _paint_picture(self, painter: QPainter, theme: Theme) -> None:
        shown = self._content.picture
        if shown is None or self._picture.isNull():
            return
        where = QRectF(shown.x, shown.y, shown.width, shown.height)
        painter.drawImage(where, self._picture)
        shade = theme.color("background")
        shade.setAlphaF(shown.dim / 100)
        painter.fillRect(where, shade)

    def _paint_zone(self, painter: QPainter, theme: Theme, zone: Zone, placing: Placing, zoom: float) -> None:
        look = look_of(zone).but(rings=placing.rings)
        plate = fill_of(theme, look).name() if is_textured(look) else ""
        painter.save()
        painter.translate(zone.x, zone.y)
        paint_zone(painter, theme, look, zoom)
        people = self._content.people.get(zone.id, {})
        for id, spot in placing.spots.items():
            painter.save()
            painter.translate(QPointF(spot.x, spot.y))
            carrier = self._content.carriers.get(id)
            if carrier is not None:
                painter.save()
                painter.translate(OFFSET * spot.radius)
                tokens.paint(painter, theme, carrier, QPixmap(), spot.radius * SHARE, _DENSITY)
                painter.restore()
            tokens.paint(painter, theme, people[id], self._portrait(people[id].portrait), spot.radius, _DENSITY)
            if spot.room:
                tokens.paint_name(painter, theme, people[id], spot.radius, spot.room, plate)
            painter.restore()
        painter.restore()


def _box(zone: Zone) -> QRectF:
    return QRectF(zone.x, zone.y, zone.width, zone.height)
