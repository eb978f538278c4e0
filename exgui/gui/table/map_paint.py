"""Paints the map of the players' screen, in units: what lies below the tokens, and the tokens with their words."""

from __future__ import annotations

from functools import partial
from math import ceil

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen, QPixmap

from exgui.gui.look.painting import faded, smooth_painter
from exgui.gui.look.theme import Theme
from exgui.gui.map import picture
from exgui.gui.map.layout import Ring
from exgui.gui.map.picture import OFFSET, SHARE
from exgui.gui.map.underlay import Underlay
from exgui.gui.map.zone_drawing import paint_edge, paint_ground, paint_heading, paint_plate
from exgui.gui.map.zone_drawing import paint_ring as paint_outline
from exgui.gui.table.chips import AFTER_NAME, GAP, HIGH, ICON, paint_chip, paint_icon, paint_row
from exgui.gui.table.design import metrics, name_font
from exgui.gui.table.ground import Piece
from exgui.gui.table.map_plan import NAME, MapPlan, TokenPlan, ZonePlan
from exgui.gui.table.name_list import MARK
from exgui.gui.table.number import paint_number
from exgui.gui.table.whole_pixels import draw_unscaled
from exgui.gui.tokens import token_look
from exgui.gui.tokens.drawing import TokenPictures
from exgui.gui.tokens.large_letters import draw_text
from exgui.gui.tokens.token_look import PixmapCache

_rings = PixmapCache(24 << 20)
_BANDS = 6
"""In this many pieces the picture under the zones is painted, each of whole pixels."""
_AROUND = 2.0
"""Units round a ring that its dots may take."""


def ground_pieces(theme: Theme, plan: MapPlan, density: float, underlay: Underlay) -> list[Piece]:
    """Return what paints the picture under the map, the links, and the zones with their headings, one after the other.

    Args:
        density: device pixels to a unit, for sharp icons.
        underlay: the picture under the zones.
    """
    high = ceil(ceil(plan.height * density) / _BANDS) / density if underlay.picture is not None else plan.height + 1.0
    bands = [QRectF(0, number * high, plan.width + 1.0, high) for number in range(ceil(plan.height / high))]
    return [
        *(partial(_paint_background, theme=theme, plan=plan, underlay=underlay, band=band) for band in bands),
        partial(_paint_links, theme=theme, plan=plan),
        *(partial(_paint_zone, theme=theme, plan=plan, zone=zone, density=density) for zone in plan.zones),
    ]


def _paint_background(painter: QPainter, theme: Theme, plan: MapPlan, underlay: Underlay, band: QRectF) -> None:
    painter.fillRect(band, theme.color("background"))
    painter.save()
    painter.setClipRect(band)
    _to_map(painter, plan)
    underlay.draw(painter, theme)
    painter.restore()


def _paint_links(painter: QPainter, theme: Theme, plan: MapPlan) -> None:
    painter.save()
    _to_map(painter, plan)
    picture.paint_links(painter, theme, plan.map)
    painter.restore()


def paint_ways(painter: QPainter, theme: Theme, plan: MapPlan, pictures: TokenPictures) -> None:
    painter.save()
    _to_map(painter, plan)
    picture.paint_ways(painter, theme, plan.map, pictures.portrait)
    painter.restore()


def _to_map(painter: QPainter, plan: MapPlan) -> None:
    painter.scale(plan.camera.scale, plan.camera.scale)
    painter.translate(-plan.camera.seen.x, -plan.camera.seen.y)


def _to_zone(painter: QPainter, plan: MapPlan, zone: ZonePlan) -> None:
    """Paint in map units from a zone's upper left corner from here on."""
    painter.translate(zone.box[0], zone.box[1])
    painter.scale(plan.camera.scale, plan.camera.scale)


def _paint_zone(painter: QPainter, theme: Theme, plan: MapPlan, zone: ZonePlan, density: float) -> None:
    painter.save()
    _to_zone(painter, plan, zone)
    paint_ground(painter, theme, zone.look)
    paint_edge(painter, theme, zone.look, 1 / plan.camera.scale)
    painter.restore()
    if zone.heading.name:
        paint_heading(painter, theme, zone.look, zone.heading._replace(density=density))


def paint_lit(painter: QPainter, theme: Theme, plan: MapPlan, zone: ZonePlan) -> None:
    painter.save()
    _to_zone(painter, plan, zone)
    paint_edge(painter, theme, zone.look.but(lit=True), 1 / plan.camera.scale)
    painter.restore()


def paint_ring(painter: QPainter, theme: Theme, ring: Ring, density: float) -> None:
    """Paint the outline around a close group once, since hundreds of round dots are slow.

    Args:
        density: device pixels to a unit.
    """
    # Rings of almost one size share a picture: it is drawn for the size that it is kept under, whichever came first.
    drawn = Ring((), _AROUND, _AROUND, round(ring.width, 1), round(ring.height, 1), corner=ring.corner, lit=ring.lit)
    image = _rings.get((drawn, density, theme.name), lambda: _draw_ring(theme, drawn, density))
    draw_unscaled(painter, QPointF(ring.x - _AROUND, ring.y - _AROUND), image)


def _draw_ring(theme: Theme, ring: Ring, density: float) -> QPixmap:
    out = QPixmap(ceil((ring.width + 2 * _AROUND) * density), ceil((ring.height + 2 * _AROUND) * density))
    out.fill(Qt.GlobalColor.transparent)
    painter = smooth_painter(out)
    painter.scale(density, density)
    paint_outline(painter, theme, ring, 0.0)
    painter.end()
    return out


def paint_token(
    painter: QPainter, theme: Theme, pictures: TokenPictures, token: TokenPlan, at: QPointF, unit: float, ratio: float
) -> None:
    """Paint a token with its words.

    Args:
        at: its middle, in units.
        unit, ratio: pixels to a unit, and of the screen to a pixel.
    """
    if token.carrier is not None:
        _put(painter, theme, pictures, token.carrier, token.radius * SHARE, at + OFFSET * token.radius, unit, ratio)
    _put(painter, theme, pictures, token.look, token.radius, at, unit, ratio)
    quiet = token.look.down or (token.look.acted and not token.look.active)
    top = at.y() + 1.2 * token.radius
    if token.name_x is not None:
        _paint_name_beside(painter, theme, token, QPointF(token.name_x - token.x + at.x(), at.y()), quiet, unit * ratio)
        return
    if token.name:
        _paint_name(painter, theme, token, QPointF(at.x(), top), quiet)
        top += NAME + 5.5
    else:
        paint_number(painter, theme, pictures, token.look, at, token.radius)
    painter.save()
    if quiet:
        painter.setOpacity(painter.opacity() * 0.75)
    for row in token.rows:
        paint_row(painter, theme, row, QPointF(at.x(), top), unit * ratio)
        top += HIGH + GAP
    painter.restore()


def _paint_name(painter: QPainter, theme: Theme, token: TokenPlan, at: QPointF, quiet: bool) -> None:
    font = name_font(NAME, True)
    measures = metrics(font)
    width = measures.horizontalAdvance(token.name)
    if token.plate is not None:
        paint_plate(painter, theme, token.plate, QRectF(at.x() - width / 2 - 5, at.y(), width + 10, NAME + 3.5))
    painter.setFont(font)
    painter.setPen(theme.color("gold" if token.look.active else "muted" if quiet else "text"))
    draw_text(painter, QPointF(at.x() - width / 2, at.y() + 3.5 + measures.capHeight()), token.name)


def _paint_name_beside(
    painter: QPainter, theme: Theme, token: TokenPlan, at: QPointF, quiet: bool, density: float
) -> None:
    """Paint a name from a point on, vertically centered, followed by the icons of states."""
    font = name_font(token.size, True)
    measures = metrics(font)
    width = measures.horizontalAdvance(token.name)
    states = [chip for row in token.rows for chip in row]
    if token.plate is not None:
        wide = width - 8 + MARK * sum(not chip.text for chip in states)
        box = QRectF(at.x() - 3, at.y() - token.size / 2 - 1, wide + 14, token.size + 2)
        paint_plate(painter, theme, token.plate, box)
    painter.setFont(font)
    painter.setPen(theme.color("gold" if token.look.active else "muted" if quiet else "text"))
    draw_text(painter, QPointF(at.x(), at.y() + measures.capHeight() / 2), token.name)
    x = at.x() + width + AFTER_NAME
    for chip in states:
        if chip.text:
            paint_chip(painter, theme, chip, QPointF(x, at.y() - HIGH / 2), density)
            x += chip.width + GAP
        else:
            paint_icon(painter, theme, chip, QPointF(x - 3.0, at.y() - ICON / 2), density)
            x += MARK


def _put(
    painter: QPainter,
    theme: Theme,
    pictures: TokenPictures,
    look: token_look.Look,
    radius: float,
    at: QPointF,
    unit: float,
    ratio: float,
) -> None:
    image = pictures.picture(theme, look.but(name=""), radius, 0.0, unit, ratio)
    draw_unscaled(painter, at - QPointF(0, token_look.RISE * radius), image, centred=True)


def paint_pulse(painter: QPainter, theme: Theme, at: QPointF, radius: float, tone: str, share: float) -> None:
    """Paint what just happened to someone as two rings that widen and fade."""
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for delay in (0.0, 0.3):
        part = min(max((share - delay) / 0.7, 0.0), 1.0)
        if 0.0 < part < 1.0:
            shade = faded(theme.tone(tone), 0.9 * (1 - part))
            painter.setPen(QPen(shade, 5.0 * (1 - part) + 1.0))
            painter.drawEllipse(at, radius * (1.1 + 1.1 * part), radius * (1.1 + 1.1 * part))


def paint_banner(painter: QPainter, theme: Theme, text: str, width: float, height: float, opacity: float) -> None:
    font = name_font(56, True)
    measures = metrics(font)
    wide = measures.horizontalAdvance(text) + 96
    box = QRectF((width - wide) / 2, height / 2 - 56, wide, 112)
    painter.save()
    painter.setOpacity(opacity)
    ground = faded(theme.color("panel"), 0.92)
    painter.setPen(QPen(theme.color("gold"), 2.0))
    painter.setBrush(ground)
    painter.drawRoundedRect(box, 26, 26)
    painter.setFont(font)
    painter.setPen(theme.color("gold"))
    draw_text(
        painter, QPointF(width / 2 - measures.horizontalAdvance(text) / 2, height / 2 + measures.capHeight() / 2), text
    )
    painter.restore()
