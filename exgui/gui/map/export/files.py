"""Writes a map to a file, in the format that the file's ending says. The file is whole or is not there."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from PySide6.QtCore import QBuffer, QIODevice, QMarginsF, QRectF, QSize, QSizeF
from PySide6.QtGui import QImage, QPageLayout, QPageSize, QPainter, QPdfWriter, QPixmap

from exgui.campaign.campaign import Campaign
from exgui.engine.battle import Battle
from exgui.engine.system import System
from exgui.gui.map import of_battle, of_public_battle
from exgui.gui.map.picture import MapDrawing, MapLooks
from exgui.gui.picture_reader import LARGEST_EDGE, PictureRefused, read_picture
from exgui.gui.portraits import picture_content, picture_of
from exgui.gui.theme import Theme
from exgui.play.play import Play
from exgui.play.public.known import begin
from exgui.play.public.picture import public
from exgui.play.public.records import PublicSettings
from exgui.play.public.view import PublicView

FORMATS = ("svg", "png", "pdf")
ZOOM = 2.0
"""Pixels of a PNG to a map unit."""
LARGEST = 8_000
"""Pixels of a PNG's longer side, at most."""
_PDF_RESOLUTION = 300
_PDF_MARGIN = 10.0
"""Millimetres."""


class ExportRefused(ValueError):
    """A map that cannot be written so; the message is a sentence for people."""


def write_map(theme: Theme, drawing: MapDrawing, path: Path, title: str = "") -> None:
    """Writes a map as SVG, PNG or PDF, in place of a file that is there.

    Args:
        title: what the file says it is.

    Raises:
        ExportRefused: the file's ending is none of `FORMATS`.
        OSError: it cannot be written there.
    """
    kind = path.suffix.lower().removeprefix(".")
    if kind not in FORMATS:
        raise ExportRefused(f"{path.name}: a map is written as .svg, .png or .pdf. Give the file one of these endings.")
    content = {"svg": _svg, "png": _png, "pdf": _pdf}[kind](theme, drawing, title)
    aside = path.with_name(f".{path.name}.part")
    try:
        aside.write_bytes(content)
        os.replace(aside, path)
    finally:
        aside.unlink(missing_ok=True)


def prepared_looks(system: System, battle: Battle, for_players: bool) -> MapLooks:
    """The map of a battle that has not begun: all of it, or what the players will see first."""
    if not for_players:
        return of_battle.looks_of(system, battle)
    known = begin(system, battle)
    return of_public_battle.looks_of(public(system, known), pictures=known.pictures)


def battle_looks(play: Play, for_players: bool, settings: PublicSettings | None = None) -> MapLooks:
    """The map of a battle under way: all of it, or what the players see of it now.

    Args:
        settings: what the storyteller lets the players see.
    """
    if not for_players:
        return of_battle.looks_of(play.system, play.battle)
    battle, pictures = PublicView(play, settings).with_pictures()
    return of_public_battle.looks_of(battle, pictures=pictures)


def drawing_of(campaign: Campaign | None, looks: MapLooks) -> MapDrawing:
    """A map to be drawn, with the pictures that a campaign has for it. A picture that cannot be read is left out."""
    if campaign is None:
        return MapDrawing(looks)
    image = QImage()
    found = picture_content(campaign, looks.underlay.id) if looks.underlay is not None else None
    if found is not None:
        with suppress(PictureRefused):
            image = read_picture(found, LARGEST_EDGE)
    return MapDrawing(looks, image, lambda name: picture_of(campaign, name) if name else QPixmap())


def map_image(theme: Theme, drawing: MapDrawing, zoom: float = ZOOM) -> QImage:
    """A map as a picture, `zoom` pixels to a map unit; less where it would be larger than `LARGEST`."""
    box = drawing.box
    zoom = min(zoom, LARGEST / max(box.width(), box.height()))
    image = QImage(QSize(round(box.width() * zoom), round(box.height() * zoom)), QImage.Format.Format_RGB32)
    image.fill(theme.color("background"))
    painter = QPainter(image)
    painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
    painter.scale(zoom, zoom)
    painter.translate(-box.topLeft())
    drawing.paint(painter, theme, zoom)
    painter.end()
    return image


def _png(theme: Theme, drawing: MapDrawing, title: str) -> bytes:
    image = map_image(theme, drawing)
    if title:
        image.setText("Title", title)
    held = QBuffer()
    held.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(held, "PNG")  # type: ignore[call-overload]
    return bytes(held.data().data())


def _svg(theme: Theme, drawing: MapDrawing, title: str) -> bytes:
    from PySide6.QtSvg import QSvgGenerator

    held = QBuffer()
    held.open(QIODevice.OpenModeFlag.WriteOnly)
    box = drawing.box
    # Of the two versions only this one keeps clip paths, and with them the edges of textures.
    writer = QSvgGenerator(QSvgGenerator.SvgVersion.Svg11)
    writer.setOutputDevice(held)
    writer.setTitle(title or "Map")
    writer.setDescription("A map, drawn by exgui")
    writer.setResolution(96)
    writer.setSize(QSize(round(box.width()), round(box.height())))
    writer.setViewBox(QRectF(0, 0, box.width(), box.height()))
    painter = QPainter(writer)
    painter.translate(-box.topLeft())
    drawing.paint(painter, theme)
    painter.end()
    return bytes(held.data().data())


def _pdf(theme: Theme, drawing: MapDrawing, title: str) -> bytes:
    held = QBuffer()
    held.open(QIODevice.OpenModeFlag.WriteOnly)
    box = drawing.box
    writer = QPdfWriter(held)
    writer.setResolution(_PDF_RESOLUTION)
    wide = box.width() > box.height()
    way = QPageLayout.Orientation.Landscape if wide else QPageLayout.Orientation.Portrait
    margins = QMarginsF(_PDF_MARGIN, _PDF_MARGIN, _PDF_MARGIN, _PDF_MARGIN)
    size = QPageSize(QPageSize.PageSizeId.A4)
    writer.setPageLayout(QPageLayout(size, way, margins, QPageLayout.Unit.Millimeter))
    writer.setTitle(title or "Map")
    writer.setCreator("exgui")
    painter = QPainter(writer)
    painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
    room = QSizeF(writer.width(), writer.height())
    zoom = min(room.width() / box.width(), room.height() / box.height())
    painter.translate((room.width() - box.width() * zoom) / 2, (room.height() - box.height() * zoom) / 2)
    painter.scale(zoom, zoom)
    painter.translate(-box.topLeft())
    painter.setClipRect(box)
    drawing.paint(painter, theme)
    painter.end()
    return bytes(held.data().data())
