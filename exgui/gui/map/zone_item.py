"""One zone on the map as an item of the scene: where it is, and what is under the pointer. `zone_drawing` draws it."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen
from PySide6.QtWidgets import QGraphicsItem, QGraphicsRectItem, QStyleOptionGraphicsItem, QWidget

from exgui.engine.zones import Zone
from exgui.gui.look.appearance import current_theme
from exgui.gui.map.layout import NOBODY, Placing
from exgui.gui.map.zone_drawing import SPARE, fill_of, is_textured, outline_of, paint_zone, picture_of, pictured
from exgui.gui.map.zone_look import ZoneLook, look_of
from exgui.gui.safe_events import safe_events


@safe_events
class ZoneItem(QGraphicsRectItem):
    """A zone; its tokens are its children."""

    def __init__(self, zone: Zone) -> None:
        super().__init__()
        self.setPen(QPen(Qt.PenStyle.NoPen))
        self.setFlag(QGraphicsItem.GraphicsItemFlag.ItemUsesExtendedStyleOption, False)
        self.setZValue(1)
        self.zone = zone
        self.look = look_of(zone)
        self.placing: Placing = NOBODY
        self._plate = ("", "")
        self._fit()

    @property
    def id(self) -> str:
        return self.zone.id

    @property
    def box(self) -> QRectF:
        at = self.pos()
        return QRectF(at.x(), at.y(), self.look.width, self.look.height)

    def set_look(self, look: ZoneLook) -> None:
        if look == self.look:
            return
        resized = (look.width, look.height) != (self.look.width, self.look.height)
        self.look = look
        self._plate = ("", "")
        if resized:
            self._fit()
        self.update()

    @property
    def plate(self) -> str:
        """Its fill as "#rrggbb" where its ground has a pattern, else ""; known until the look or the theme changes."""
        theme = current_theme()
        if not is_textured(self.look):
            return ""
        if self._plate[0] != theme.name:
            self._plate = (theme.name, fill_of(theme, self.look).name())
        return self._plate[1]

    @property
    def is_round(self) -> bool:
        return self.look.shape == "ellipse"

    def set_focused(self, focused: bool) -> None:
        if focused is not self.look.focused:
            self.set_look(self.look.but(focused=focused))

    def draw_ahead(self, zoom: float, ratio: float) -> None:
        theme = current_theme()
        if pictured(self.look, zoom * ratio):
            picture_of(theme, self.look, zoom, ratio)

    def _fit(self) -> None:
        self.setRect(-SPARE, -SPARE, self.look.width + 2 * SPARE, self.look.height + 2 * SPARE)

    def holds(self, at: QPointF) -> bool:
        """Return whether a point of the map lies in its shape (near enough: the corners of a rectangle count too)."""
        if not self.box.contains(at):
            return False
        return not self.is_round or outline_of(self.look).contains(at - self.pos())

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        theme = current_theme()
        transform = painter.worldTransform()
        zoom = transform.m11()
        device = painter.device()
        ratio = device.devicePixelRatioF() if device is not None else 1.0
        look = self.look
        if not pictured(look, zoom * ratio):
            paint_zone(painter, theme, look, zoom)
        else:
            picture = picture_of(theme, look, zoom, ratio)
            at = transform.map(QPointF(-SPARE, -SPARE))
            painter.save()
            painter.resetTransform()
            painter.drawPixmap(QPointF(round(at.x() * ratio) / ratio, round(at.y() * ratio) / ratio), picture)
            painter.restore()
