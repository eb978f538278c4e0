"""How the picture of a token gets on the map: on whole pixels, named where that could be read."""

from __future__ import annotations

from PySide6.QtCore import QPointF
from PySide6.QtGui import QPainter, QPixmap
from PySide6.QtWidgets import QGraphicsItem

from exgui.gui.map.zone_item import ZoneItem
from exgui.gui.theme import Theme
from exgui.gui.token_look import RISE, Look
from exgui.gui.tokens import TokenPictures, names_on_map

_READABLE = 8.0
"""Names of fewer pixels than this are left out."""


def picture_of(
    theme: Theme,
    pictures: TokenPictures,
    look: Look,
    radius: float,
    room: float,
    parent: QGraphicsItem | None,
    zoom: float,
    ratio: float,
) -> QPixmap:
    """The picture of a token in a zone, with its name where that could be read."""
    plate = parent.plate if isinstance(parent, ZoneItem) else theme.color("panel").name()
    return pictures.picture(
        theme, look, radius, room if zoom * 13 >= _READABLE else 0.0, zoom, ratio, plate, names_on_map()
    )


def draw(
    painter: QPainter,
    theme: Theme,
    pictures: TokenPictures,
    look: Look,
    radius: float,
    room: float,
    parent: QGraphicsItem | None,
) -> None:
    """A token round the painter's origin, on whole pixels; with its name where that could be read."""
    transform = painter.worldTransform()
    zoom = transform.m11()
    device = painter.device()
    ratio = device.devicePixelRatioF() if device is not None else 1.0
    image = picture_of(theme, pictures, look, radius, room, parent, zoom, ratio)
    half = image.width() / ratio / 2
    at = transform.map(QPointF())
    painter.save()
    painter.resetTransform()
    left, top = at.x() - half, at.y() - RISE * radius * zoom
    painter.drawPixmap(QPointF(round(left * ratio) / ratio, round(top * ratio) / ratio), image)
    painter.restore()
