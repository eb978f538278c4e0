"""The tokens of combatants and of their companions as items of the scene, and how they glide to where they belong."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from PySide6.QtCore import QEasingCurve, QObject, QPointF, QRectF, Qt, QVariantAnimation
from PySide6.QtGui import QPainter, QPen, QPixmap
from PySide6.QtWidgets import QGraphicsItem, QGraphicsRectItem, QGraphicsScene, QStyleOptionGraphicsItem, QWidget

from exgui.engine.system import Badge, Companion
from exgui.gui.look.appearance import current_theme
from exgui.gui.map.layout import RADIUS, Spot
from exgui.gui.map.picture import ALONE, OFFSET, SHARE, MapLooks, companion_look
from exgui.gui.map.zone_item import ZoneItem
from exgui.gui.safe_events import safe_events
from exgui.gui.tokens.drawing import TokenPictures, bounds, names_on_map
from exgui.gui.tokens.token_look import RISE, Look, part_at

_READABLE = 8.0
"""Names of fewer pixels than this are left out."""
DURATION = 180
"""Milliseconds of a glide."""


@safe_events
class Face(QGraphicsRectItem):
    """What is drawn as a token; its origin is the circle's center."""

    def __init__(self, look: Look, pictures: TokenPictures) -> None:
        super().__init__()
        self.setPen(QPen(Qt.PenStyle.NoPen))
        self.look = look
        self._pictures = pictures
        self.radius = self.room = 0.0

    def set_look(self, look: Look) -> None:
        if look != self.look:
            self.look = look
            self.update()

    def set_size(self, radius: float, room: float) -> None:
        if (radius, room) != (self.radius, self.room):
            self.radius, self.room = radius, room
            self.setRect(bounds(radius, room).adjusted(-2, -2, 2, 2))
            self.update()

    def picture(self, zoom: float, ratio: float) -> QPixmap:
        """Return its picture in its zone, with its name where that could be read."""
        theme, zone = current_theme(), self.parentItem()
        plate = zone.plate if isinstance(zone, ZoneItem) else theme.color("panel").name()
        room = self.room if zoom * 13 >= _READABLE else 0.0
        return self._pictures.picture(theme, self.look, self.radius, room, zoom, ratio, plate, names_on_map())

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        """Paint it on whole pixels."""
        transform = painter.worldTransform()
        zoom = transform.m11()
        device = painter.device()
        ratio = device.devicePixelRatioF() if device is not None else 1.0
        image = self.picture(zoom, ratio)
        at = transform.map(QPointF())
        painter.save()
        painter.resetTransform()
        left, top = at.x() - image.width() / ratio / 2, at.y() - RISE * self.radius * zoom
        painter.drawPixmap(QPointF(round(left * ratio) / ratio, round(top * ratio) / ratio), image)
        painter.restore()


@safe_events
class CompanionItem(Face):
    """A companion's token: a child of its rider's token, else of a zone."""

    def __init__(self, companion: Companion, pictures: TokenPictures) -> None:
        super().__init__(companion_look(companion, None), pictures)
        self.setFlag(QGraphicsItem.GraphicsItemFlag.ItemStacksBehindParent)
        self.setVisible(False)
        self.companion = companion

    def show_as(self, companion: Companion, look: Look, *, joined: bool) -> None:
        """Show what it is now.

        Args:
            joined: it carries someone.
        """
        self.companion = companion
        self.setFlag(QGraphicsItem.GraphicsItemFlag.ItemStacksBehindParent, joined)
        self.set_look(look)

    def holds(self, at: QPointF) -> bool:
        """Return whether a point of the map lies on it, name included."""
        local = self.mapFromScene(at)
        if local.x() ** 2 + local.y() ** 2 <= self.radius**2:
            return True
        below = QRectF(-self.room / 2, self.radius, self.room, 0.12 * self.radius + 20)
        return bool(self.room) and below.contains(local)


@safe_events
class TokenItem(Face):
    """A token; its parent is its zone."""

    def __init__(self, id: str, look: Look, pictures: TokenPictures) -> None:
        super().__init__(look, pictures)
        self.setZValue(1)
        self.id = id
        self.focused = False
        self.chosen = False
        self.companion: CompanionItem | None = None
        self.set_size(RADIUS, 0.0)

    def set_focused(self, focused: bool) -> None:
        if focused is not self.focused:
            self.focused = focused
            self.update()

    def set_chosen(self, chosen: bool) -> None:
        if chosen is not self.chosen:
            self.chosen = chosen
            self.update()

    def holds(self, at: QPointF) -> bool:
        """Return whether a point of the map lies on it, badges, name, and what it is joined with included."""
        local = self.mapFromScene(at)
        if self.part_at(at) is not None:
            return True
        below = QRectF(-self.room / 2, self.radius, self.room, 1.12 * self.radius + 20 - self.radius)
        return bool(self.room) and below.contains(local)

    def part_at(self, at: QPointF) -> Badge | Companion | str | None:
        found = part_at(self.look, self.mapFromScene(at), self.radius)
        if found is None and self.companion is not None and self.companion.holds(at):
            return self.companion.companion
        return found

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        super().paint(painter, option, widget)
        if self.focused or self.chosen:
            width = max(2.0, 2.0 / painter.worldTransform().m11())
            style = Qt.PenStyle.SolidLine if self.focused else Qt.PenStyle.DotLine
            painter.setPen(QPen(current_theme().color("text"), width, style))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawEllipse(QPointF(), self.radius * 1.3, self.radius * 1.3)


class Glide(QObject):
    """Moves items to where they are to be; what is on its way turns to the new place."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._ways: dict[QGraphicsItem, tuple[QPointF, QPointF]] = {}
        self._animation = QVariantAnimation(self)
        self._animation.setDuration(DURATION)
        self._animation.setStartValue(0.0)
        self._animation.setEndValue(1.0)
        self._animation.setEasingCurve(QEasingCurve.Type.InOutCubic)
        self._animation.valueChanged.connect(self._step)
        self._animation.finished.connect(self._done)

    def move(self, goals: dict[QGraphicsItem, QPointF], animated: bool) -> None:
        """Glide each item to its place, in its parent's coordinates."""
        for item, goal in goals.items():
            if not animated or item.pos() == goal:
                self._ways.pop(item, None)
                item.setPos(goal)
            else:
                self._ways[item] = (item.pos(), goal)
        if not self._ways:
            self._animation.stop()
            return
        self._ways = {item: (item.pos(), goal) for item, (_start, goal) in self._ways.items()}
        self._animation.stop()
        self._animation.start()

    def forget(self, item: QGraphicsItem) -> None:
        self._ways.pop(item, None)

    def _step(self, share: float) -> None:
        for item, (start, goal) in self._ways.items():
            item.setPos(start + (goal - start) * share)

    def _done(self) -> None:
        for item, (_start, goal) in self._ways.items():
            item.setPos(goal)
        self._ways.clear()


class Companions:
    """The tokens of companions.

    Attributes:
        items: by the companion's id.
    """

    def __init__(self, scene: QGraphicsScene, glide: Glide, pictures: TokenPictures) -> None:
        self._scene = scene
        self._glide = glide
        self._pictures = pictures
        self.items: dict[str, CompanionItem] = {}

    def follow(self, looks: MapLooks, tokens: Mapping[str, TokenItem]) -> None:
        """Show these companions, and join those that carry someone with the token of that one."""
        known = {one.id for one in looks.companions}
        for id in [id for id in self.items if id not in known]:
            item = self.items.pop(id)
            self._glide.forget(item)
            self._scene.removeItem(item)
        for token in tokens.values():
            token.companion = None
        for one in looks.companions:
            carried = looks.carriers.get(one.carries)
            item = self.items.get(one.id) or CompanionItem(one, self._pictures)
            if one.id not in self.items:
                self.items[one.id] = item
                self._scene.addItem(item)
            item.show_as(one, carried or looks.alone[one.id], joined=carried is not None)
            if carried is not None:
                tokens[one.carries].companion = item

    def join(self, token: TokenItem) -> dict[QGraphicsItem, QPointF]:
        """Put a token's mount beside it; return the place it glides to, within the token."""
        item = token.companion
        if item is None:
            return {}
        goal = OFFSET * token.radius
        moved = self.put_into(item, token, goal)
        item.set_size(token.radius * SHARE, 0.0)
        item.setScale(1.0)  # its token's
        return {item: goal} if moved or item.pos() != goal else {}

    def stand(self, id: str, zone: QGraphicsItem, spot: Spot, unit: float) -> dict[QGraphicsItem, QPointF]:
        """Put one by itself into a zone, enlarged by `unit`; return the place it glides to."""
        item, goal = self.items[id], QPointF(spot.x, spot.y)
        moved = self.put_into(item, zone, goal)
        item.set_size(spot.radius * ALONE, spot.room)
        item.setScale(unit)
        return {item: goal} if moved or item.pos() != goal else {}

    def hide_but(self, zones: Collection[str]) -> None:
        """Hide those that are in none of these zones."""
        for item in self.items.values():
            if not item.companion.carries and item.companion.zone not in zones:
                item.setVisible(False)

    def put_into(self, item: CompanionItem, parent: QGraphicsItem, goal: QPointF) -> bool:
        """Make an item part of another where it is seen now; one that was not seen appears at its goal. True if it was
        not part of it."""
        if item.parentItem() is parent and item.isVisible():
            return False
        at = parent.mapFromScene(item.scenePos()) if item.isVisible() else goal
        item.setParentItem(parent)
        item.setPos(at)
        item.setVisible(True)
        return True

    def at(self, point: QPointF) -> CompanionItem | None:
        return next((item for item in self.items.values() if not item.companion.carries and item.holds(point)), None)

    def release(self, token: TokenItem) -> None:
        """Keep a mount on the map whose rider's token goes, until it is known where it is."""
        item = token.companion
        if item is not None and item.parentItem() is token:
            at = item.scenePos()
            item.setParentItem(None)  # type: ignore[arg-type]
            item.setPos(at)
