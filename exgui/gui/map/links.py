"""The links on the map as scene items, and the trails of combatants on their way without a link."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen
from PySide6.QtWidgets import QGraphicsRectItem, QGraphicsScene, QStyleOptionGraphicsItem, QWidget

from exgui.engine.zones import Link
from exgui.gui.look.appearance import current_theme
from exgui.gui.map.link_drawing import (
    ASIDE,
    SMALLEST_READ,
    TRAIL,
    Way,
    edge_line,
    label_box,
    numbered,
    paint_label,
    paint_link,
    paint_way,
)
from exgui.gui.map.zone_item import ZoneItem
from exgui.gui.safe_events import safe_events
from exgui.gui.tokens.drawing import TokenPictures

LinkKey = tuple[tuple[str, str], int]
"""The zones that a link joins, and how many links before it join them."""
_SPARE = 13.0


@safe_events
class LinkItem(QGraphicsRectItem):
    """The line between two zones. It lies below them and follows them by `follow`."""

    def __init__(self, link: Link, pictures: TokenPictures, shift: float = 0.0) -> None:
        super().__init__()
        self.setPen(QPen(Qt.PenStyle.NoPen))
        self.setZValue(0)
        self.link = link
        self.line: QLineF | None = None
        self.label = LinkLabel()
        self.ways: tuple[Way, ...] = ()
        self.dim = False
        self._shift = shift
        self._pictures = pictures

    def follow(self, a: QRectF, b: QRectF, is_round: tuple[bool, bool] = (False, False)) -> None:
        """Follow the current shapes of the two zones."""
        self.line = edge_line(a, b, self._shift, is_round)
        self.label.follow(self.link, self.line)
        if self.line is None:
            self.setRect(QRectF())
            return
        box = QRectF(self.line.p1(), self.line.p2()).normalized()
        self.setRect(box.adjusted(-_SPARE, -_SPARE, _SPARE, _SPARE))
        self.update()

    def set_link(self, link: Link) -> None:
        self.link = link
        self.label.follow(link, self.line)
        self.update()

    def set_ways(self, ways: tuple[Way, ...]) -> None:
        if ways != self.ways:
            self.ways = ways
            self.update()

    def set_dim(self, dim: bool) -> None:
        if dim is not self.dim:
            self.dim = dim
            self.label.setOpacity(0.4 if dim else 1.0)
            self.update()

    def near(self, at: QPointF) -> bool:
        if self.line is None or not self.rect().contains(at):
            return False
        length = self.line.length()
        ux, uy = self.line.dx() / length, self.line.dy() / length
        px, py = at.x() - self.line.x1(), at.y() - self.line.y1()
        along, off = px * ux + py * uy, abs(px * uy - py * ux)
        return -4 <= along <= length + 4 and off <= 9

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        theme = current_theme()
        line = self.line
        if line is None:
            return
        if self.dim:
            painter.setOpacity(0.4)
        paint_link(painter, theme, line, self.link.barrier, hidden=self.link.hidden)
        for way in self.ways:
            onward = line if way.start == self.link.between[0] else QLineF(line.p2(), line.p1())
            paint_way(painter, theme, onward, way, self._pictures.portrait(way.look.portrait))


@safe_events
class LinkLabel(QGraphicsRectItem):
    """A link's label, beside its middle and above the zones."""

    def __init__(self) -> None:
        super().__init__()
        self.setPen(QPen(Qt.PenStyle.NoPen))
        self.setZValue(3)
        self.text = ""
        self.setVisible(False)

    def follow(self, link: Link, line: QLineF | None) -> None:
        """Move to the link's current place; hide if there is no text."""
        if line is None:
            self.setVisible(False)
            return
        box, self.text = label_box(link, line)
        self.setVisible(bool(self.text))
        self.setRect(box)
        self.update()

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        theme = current_theme()
        if painter.worldTransform().m11() >= SMALLEST_READ:
            paint_label(painter, theme, self.rect(), self.text)


class MapLinks:
    """Keeps the items of links in step with a battle and with the zones that they join.

    Attributes:
        drawn: the item of every link.
    """

    def __init__(self, scene: QGraphicsScene, zones: Mapping[str, ZoneItem], pictures: TokenPictures) -> None:
        self._scene, self._zones, self._pictures = scene, zones, pictures
        self.drawn: dict[LinkKey, LinkItem] = {}
        self._at: dict[str, list[LinkItem]] = {}
        self._trails: dict[tuple[str, str], LinkItem] = {}

    def follow(self, links: tuple[Link, ...]) -> None:
        """Show these links; also called when zones have come or gone."""
        kept: dict[LinkKey, LinkItem] = {}
        self._at = {}
        for link, nth in numbered(links):
            if not all(end in self._zones for end in link.between):
                continue
            key = (link.between, nth)
            item = self.drawn.pop(key, None)
            if item is None:
                item = LinkItem(link, self._pictures, ASIDE * nth)
                self._scene.addItem(item)
                self._scene.addItem(item.label)
            elif item.link is not link:
                item.set_link(link)
            kept[key] = item
            for end in link.between:
                self._at.setdefault(end, []).append(item)
        for gone in self.drawn.values():
            self._scene.removeItem(gone.label)
            self._scene.removeItem(gone)
        self.drawn = kept
        for item in kept.values():
            self._lay(item)

    def follow_ways(self, found: Iterable[Way]) -> None:
        ways: dict[LinkItem, list[Way]] = {}
        trails: set[tuple[str, str]] = set()
        for way in found:
            if not {way.start, way.goal} <= self._zones.keys():
                continue
            linked = (item for item in self._at.get(way.start, ()) if item.link.other(way.start) == way.goal)
            item = next(linked, None) or self._trail(way.start, way.goal)
            if item.link.barrier == TRAIL:
                trails.add(item.link.between)
            ways.setdefault(item, []).append(way)
        for between in [between for between in self._trails if between not in trails]:
            self._scene.removeItem(self._trails.pop(between))
        for item in (*self.drawn.values(), *self._trails.values()):
            item.set_ways(tuple(ways.get(item, ())))

    def follow_zone(self, id: str) -> None:
        for item in self._at.get(id, ()):
            self._lay(item)
        for ends, trail in self._trails.items():
            if id in ends:
                self._lay(trail)

    def set_dim(self, dim: bool) -> None:
        """Dim the links behind zones that can be picked, or undo that."""
        for item in (*self.drawn.values(), *self._trails.values()):
            item.set_dim(dim)

    def at(self, point: QPointF) -> LinkItem | None:
        return next((item for item in (*self._trails.values(), *self.drawn.values()) if item.near(point)), None)

    def _lay(self, item: LinkItem) -> None:
        a, b = item.link.between
        first, second = self._zones[a], self._zones[b]
        item.follow(first.box, second.box, (first.is_round, second.is_round))

    def _trail(self, start: str, goal: str) -> LinkItem:
        item = self._trails.get((start, goal))
        if item is None:
            item = self._trails[(start, goal)] = LinkItem(Link((start, goal), TRAIL), self._pictures)
            self._scene.addItem(item)
        self._lay(item)
        return item
