"""Writes a map to a file in the format its ending names; the file is complete or absent."""

from __future__ import annotations

import json
import os
from base64 import b64encode
from contextlib import suppress
from math import atan2, ceil
from pathlib import Path

from PySide6.QtCore import QBuffer, QIODevice, QLineF, QMarginsF, QPointF, QRectF, QSize, QSizeF
from PySide6.QtGui import QImage, QPageLayout, QPageSize, QPainter, QPdfWriter, QPixmap

from exgui.campaign.campaign import Campaign
from exgui.campaign.imports.maps import USUAL_UNIT
from exgui.campaign.imports.own_map import own_map, with_own
from exgui.engine.battle import Battle
from exgui.engine.system import System
from exgui.gui.look.painting import png_of, smooth_painter
from exgui.gui.look.theme import Theme
from exgui.gui.map import of_battle, of_public_battle
from exgui.gui.map.picture import MapDrawing, MapLooks
from exgui.gui.tokens.picture_reader import LARGEST_EDGE, PictureRefused, read_picture
from exgui.gui.tokens.portraits import picture_content, picture_of
from exgui.play.play import Play
from exgui.play.public.known import begin
from exgui.play.public.picture import public
from exgui.play.public.records import PublicSettings
from exgui.play.public.view import PublicView

FORMATS = ("svg", "png", "pdf", "dd2vtt")
ZOOM = 2.0
"""Pixels of a PNG to a map unit."""
LARGEST = 8_000
"""Pixels of a PNG's longer side, at most."""
_GRID_PIXELS, _LEAST_PIXELS = 120, 10
"""Pixels of a square of the grid for a virtual tabletop, as many as its size allows."""
_PDF_RESOLUTION = 300
_PDF_MARGIN = 10.0
"""Millimetres."""


class ExportRefused(ValueError):
    """A map that cannot be written so; the message is a sentence for people."""


def write_map(theme: Theme, drawing: MapDrawing, path: Path, title: str = "") -> None:
    """Write a map as SVG, PNG, PDF or Universal VTT, in place of a file that is there.

    Args:
        title: what the file says it is.

    Raises:
        ExportRefused: the file's ending is none of `FORMATS`.
        OSError: it cannot be written there.
    """
    kind = path.suffix.lower().removeprefix(".")
    if kind not in FORMATS:
        raise ExportRefused(f"{path.name}: a map is saved as .svg, .png, .pdf or .dd2vtt. Use one of these endings.")
    content = {"svg": _svg, "png": map_png, "pdf": _pdf, "dd2vtt": _dd2vtt}[kind](theme, drawing, title)
    aside = path.with_name(f".{path.name}.part")
    try:
        aside.write_bytes(content)
        os.replace(aside, path)
    finally:
        aside.unlink(missing_ok=True)


def prepared_looks(system: System, battle: Battle, for_players: bool) -> MapLooks:
    """Return the map of a battle that has not begun: all of it, or what the players will see first."""
    if not for_players:
        return of_battle.looks_of(system, battle)
    known = begin(system, battle)
    return of_public_battle.looks_of(public(system, known), pictures=known.pictures)


def battle_looks(play: Play, for_players: bool, settings: PublicSettings | None = None) -> MapLooks:
    """Return the map of a battle under way: all of it, or what the players see of it now.

    Args:
        settings: what the storyteller lets the players see.
    """
    if not for_players:
        return of_battle.looks_of(play.system, play.battle)
    battle, pictures = PublicView(play, settings).with_pictures()
    return of_public_battle.looks_of(battle, pictures=pictures)


def drawing_of(campaign: Campaign | None, looks: MapLooks) -> MapDrawing:
    """Return a map to be drawn, with the pictures that a campaign has for it. A picture that cannot be read is left
    out."""
    if campaign is None:
        return MapDrawing(looks)
    image = QImage()
    found = picture_content(campaign, looks.underlay.id) if looks.underlay is not None else None
    if found is not None:
        with suppress(PictureRefused):
            image = read_picture(found, LARGEST_EDGE)
    return MapDrawing(looks, image, lambda name: picture_of(campaign, name) if name else QPixmap())


def map_image(theme: Theme, drawing: MapDrawing, zoom: float = ZOOM) -> QImage:
    """Return a map as a picture, `zoom` pixels to a map unit; less where it would be larger than `LARGEST`."""
    box = drawing.box
    zoom = min(zoom, LARGEST / max(box.width(), box.height()))
    image = QImage(QSize(round(box.width() * zoom), round(box.height() * zoom)), QImage.Format.Format_RGB32)
    image.fill(theme.color("background"))
    painter = smooth_painter(image, pictures=True)
    painter.scale(zoom, zoom)
    painter.translate(-box.topLeft())
    drawing.paint(painter, theme, zoom)
    painter.end()
    return image


def map_png(theme: Theme, drawing: MapDrawing, title: str = "") -> bytes:
    return _as_png(map_image(theme, drawing), title)


def _as_png(image: QImage, title: str) -> bytes:
    if title:
        image.setText("Title", title)
    return png_of(image)


def _dd2vtt(theme: Theme, drawing: MapDrawing, title: str) -> bytes:
    """Return the map as virtual tabletops read it: its picture on a grid, and a wall or a closed door where a link has
    a barrier."""
    box = drawing.box
    columns, rows = ceil(box.width() / USUAL_UNIT), ceil(box.height() / USUAL_UNIT)
    drawing.box = QRectF(box.left(), box.top(), columns * USUAL_UNIT, rows * USUAL_UNIT)
    pixels = max(_LEAST_PIXELS, min(_GRID_PIXELS, LARGEST // max(columns, rows)))
    walls: list[list[dict[str, float]]] = []
    doors: list[dict[str, object]] = []
    for link, line in drawing.links:
        ends = _across(line, box.topLeft())
        if link.barrier == "wall":
            walls.append(ends)
        elif link.barrier == "obstacle":
            doors.append(_portal(ends))
    map = {
        "format": 0.3,
        "resolution": {
            "map_origin": {"x": 0, "y": 0},
            "map_size": {"x": columns, "y": rows},
            "pixels_per_grid": pixels,
        },
        "line_of_sight": walls,
        "objects_line_of_sight": [],
        "portals": doors,
        "environment": {"baked_lighting": True, "ambient_light": "ffffffff"},
        "lights": [],
    }
    own = own_map(drawing.zones, [link for link, _ in drawing.links], (box.left(), box.top()))
    picture = map_image(theme, drawing, pixels / USUAL_UNIT)
    whole = {**with_own(map, own), "image": b64encode(_as_png(picture, title)).decode()}
    return json.dumps(whole).encode()


def _across(line: QLineF, start: QPointF) -> list[dict[str, float]]:
    """Return a line of two squares across the middle of a link, in squares."""
    middle, normal = line.center() - start, line.normalVector().unitVector()
    half = QPointF(normal.dx(), normal.dy()) * USUAL_UNIT
    return [
        {"x": round(one.x() / USUAL_UNIT, 3), "y": round(one.y() / USUAL_UNIT, 3)}
        for one in (middle - half, middle + half)
    ]


def _portal(ends: list[dict[str, float]]) -> dict[str, object]:
    a, b = ends
    return {
        "position": {key: round((a[key] + b[key]) / 2, 3) for key in ("x", "y")},
        "bounds": ends,
        "rotation": round(atan2(b["y"] - a["y"], b["x"] - a["x"]), 6),
        "closed": True,
        "freestanding": True,
    }


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
    painter = smooth_painter(writer, pictures=True)
    room = QSizeF(writer.width(), writer.height())
    zoom = min(room.width() / box.width(), room.height() / box.height())
    painter.translate((room.width() - box.width() * zoom) / 2, (room.height() - box.height() * zoom) / 2)
    painter.scale(zoom, zoom)
    painter.translate(-box.topLeft())
    painter.setClipRect(box)
    drawing.paint(painter, theme)
    painter.end()
    return bytes(held.data().data())
