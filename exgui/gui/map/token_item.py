"""One token on the map: a combatant where it stands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen
from PySide6.QtWidgets import QGraphicsItem, QGraphicsRectItem, QStyleOptionGraphicsItem, QWidget

from exgui.engine.companions import Companion
from exgui.engine.system import Badge
from exgui.gui import theme
from exgui.gui.map.layout import RADIUS
from exgui.gui.map.zone_item import ZoneItem
from exgui.gui.tokens import RISE, Look, bounds, part_at, picture

if TYPE_CHECKING:
    from exgui.gui.map.companion_item import CompanionItem

_READABLE = 8.0
"""Names of fewer pixels than this are left out."""


def draw(painter: QPainter, look: Look, radius: float, room: float, parent: QGraphicsItem | None) -> None:
    """A token round the painter's origin, on whole pixels; with its name where that could be read."""
    transform = painter.worldTransform()
    zoom = transform.m11()
    device = painter.device()
    ratio = device.devicePixelRatioF() if device is not None else 1.0
    plate = parent.plate if isinstance(parent, ZoneItem) else theme.color("panel").name()
    image = picture(look, radius, room if zoom * 13 >= _READABLE else 0.0, zoom, ratio, plate)
    half = image.width() / ratio / 2
    at = transform.map(QPointF())
    painter.save()
    painter.resetTransform()
    left, top = at.x() - half, at.y() - RISE * radius * zoom
    painter.drawPixmap(QPointF(round(left * ratio) / ratio, round(top * ratio) / ratio), image)
    painter.restore()


class TokenItem(QGraphicsRectItem):
    """A token; its origin is the middle of the circle, its parent the zone it stands in."""

    def __init__(self, id: str, look: Look) -> None:
        super().__init__()
        self.setPen(QPen(Qt.PenStyle.NoPen))
        self.setZValue(1)
        self.id = id
        self.look = look
        self.radius = RADIUS
        self.room = 0.0
        self.focused = False
        self.chosen = False
        self.companion: CompanionItem | None = None
        self._fit()

    def set_look(self, look: Look) -> None:
        if look != self.look:
            self.look = look
            self.update()

    def set_size(self, radius: float, room: float) -> None:
        if (radius, room) != (self.radius, self.room):
            self.radius, self.room = radius, room
            self._fit()
            self.update()

    def set_focused(self, focused: bool) -> None:
        if focused is not self.focused:
            self.focused = focused
            self.update()

    def set_chosen(self, chosen: bool) -> None:
        if chosen is not self.chosen:
            self.chosen = chosen
            self.update()

    def _fit(self) -> None:
        self.setRect(bounds(self.radius, self.room).adjusted(-2, -2, 2, 2))

    def holds(self, at: QPointF) -> bool:
        """A point of the map lies on it, badges, name, and what it is joined with included."""
        local = self.mapFromScene(at)
        if self.part_at(at) is not None:
            return True
        below = QRectF(-self.room / 2, self.radius, self.room, 1.12 * self.radius + 20 - self.radius)
        return bool(self.room) and below.contains(local)

    def part_at(self, at: QPointF) -> Badge | Companion | str | None:
        """What of it lies at a point of the map."""
        found = part_at(self.look, self.mapFromScene(at), self.radius)
        if found is None and self.companion is not None and self.companion.holds(at):
            return self.companion.companion
        return found

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        draw(painter, self.look, self.radius, self.room, self.parentItem())
        zoom = painter.worldTransform().m11()
        if self.focused or self.chosen:
            width = max(2.0, 2.0 / zoom)
            style = Qt.PenStyle.SolidLine if self.focused else Qt.PenStyle.DotLine
            painter.setPen(QPen(theme.color("text"), width, style))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawEllipse(QPointF(), self.radius * 1.3, self.radius * 1.3)
