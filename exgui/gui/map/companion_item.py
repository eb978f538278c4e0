"""The token of what is no combatant: joined with the token of whom it carries, or standing in a zone by itself."""

from __future__ import annotations

from typing import Protocol

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen
from PySide6.QtWidgets import QGraphicsItem, QGraphicsRectItem, QStyleOptionGraphicsItem, QWidget

from exgui.engine.companions import Companion
from exgui.gui.appearance import theme_of
from exgui.gui.map.token_drawing import draw
from exgui.gui.safe_events import safe_events
from exgui.gui.token_look import SIDE_TONES, Look
from exgui.gui.tokens import TokenPictures, bounds

SHARE = 0.72
"""Its radius in that of the token it is joined with, or that it would have if it were one."""

OFFSET = QPointF(-1.2, -0.5)
"""Where it stands from the middle of the one it carries, in radii of that one: behind, above on the left, where a token
has neither badges nor its number."""


class Beast(Protocol):
    """What a companion's look is made of."""

    @property
    def name(self) -> str: ...

    @property
    def icon(self) -> str: ...


def look_of(companion: Beast, carried: Look | None) -> Look:
    """How it looks: as quiet, and of the same side, as whom it carries; of nobody's side when it carries nobody."""
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


@safe_events
class CompanionItem(QGraphicsRectItem):
    """Its token. As a child of the token of whom it carries it goes wherever that one goes; else it is a zone's."""

    def __init__(self, companion: Companion, pictures: TokenPictures) -> None:
        super().__init__()
        self.setPen(QPen(Qt.PenStyle.NoPen))
        self.setFlag(QGraphicsItem.GraphicsItemFlag.ItemStacksBehindParent)
        self.setVisible(False)
        self.companion = companion
        self.look = look_of(companion, None)
        self._pictures = pictures
        self.radius = 0.0
        self.room = 0.0

    @property
    def id(self) -> str:
        return self.companion.id

    def show_as(self, companion: Companion, carried: Look | None) -> None:
        """Follows what it is now, and whom it carries."""
        self.companion = companion
        self.setFlag(QGraphicsItem.GraphicsItemFlag.ItemStacksBehindParent, carried is not None)
        look = look_of(companion, carried)
        if look != self.look:
            self.look = look
            self.update()

    def set_size(self, radius: float, room: float) -> None:
        if (radius, room) != (self.radius, self.room):
            self.radius, self.room = radius, room
            self.setRect(bounds(radius, room).adjusted(-2, -2, 2, 2))
            self.update()

    def holds(self, at: QPointF) -> bool:
        """A point of the map lies on it, name included."""
        local = self.mapFromScene(at)
        if local.x() ** 2 + local.y() ** 2 <= self.radius**2:
            return True
        below = QRectF(-self.room / 2, self.radius, self.room, 0.12 * self.radius + 20)
        return bool(self.room) and below.contains(local)

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        theme = theme_of(self)
        draw(painter, theme, self._pictures, self.look, self.radius, self.room, self.parentItem())
