"""One token on the map: a combatant where it stands."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen
from PySide6.QtWidgets import QGraphicsRectItem, QStyleOptionGraphicsItem, QWidget

from exgui.engine.companions import Companion
from exgui.engine.system import Badge
from exgui.gui.appearance import theme_of
from exgui.gui.map.companion_item import CompanionItem
from exgui.gui.map.layout import RADIUS
from exgui.gui.map.token_drawing import draw, picture_of
from exgui.gui.safe_events import safe_events
from exgui.gui.token_look import Look, part_at
from exgui.gui.tokens import TokenPictures, bounds


@safe_events
class TokenItem(QGraphicsRectItem):
    """A token; its origin is the middle of the circle, its parent the zone it stands in."""

    def __init__(self, id: str, look: Look, pictures: TokenPictures) -> None:
        super().__init__()
        self.setPen(QPen(Qt.PenStyle.NoPen))
        self.setZValue(1)
        self.id = id
        self.look = look
        self._pictures = pictures
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

    def draw_ahead(self, zoom: float, ratio: float) -> None:
        """Draws the picture that it will need at a zoom."""
        theme = theme_of(self)
        picture_of(theme, self._pictures, self.look, self.radius, self.room, self.parentItem(), zoom, ratio)

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        theme = theme_of(self)
        draw(painter, theme, self._pictures, self.look, self.radius, self.room, self.parentItem())
        zoom = painter.worldTransform().m11()
        if self.focused or self.chosen:
            width = max(2.0, 2.0 / zoom)
            style = Qt.PenStyle.SolidLine if self.focused else Qt.PenStyle.DotLine
            painter.setPen(QPen(theme.color("text"), width, style))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawEllipse(QPointF(), self.radius * 1.3, self.radius * 1.3)
