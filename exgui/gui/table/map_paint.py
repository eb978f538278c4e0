"""Paints the map of the players' screen, in units: what lies below the tokens, and the tokens with their words."""

from __future__ import annotations

from functools import partial
from math import ceil

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPen, QPixmap
from PySide6.QtWidgets import QStyleOptionGraphicsItem

from exgui.gui import token_look
from exgui.gui.icons import pixmap as icon_pixmap
from exgui.gui.large_letters import draw_text
from exgui.gui.map.companion_item import OFFSET, SHARE
from exgui.gui.map.link_item import paint_link
from exgui.gui.map.underlay import Underlay
from exgui.gui.map.zone_ground import edge_of, fill_of, is_textured, outline_of
from exgui.gui.map.zone_ground import paint_ground as paint_zone_ground
from exgui.gui.map.zone_look import ZoneLook
from exgui.gui.pixmap_cache import PixmapCache
from exgui.gui.table.chips import AFTER_NAME, GAP, HIGH, ICON, paint_chip, paint_icon, paint_row
from exgui.gui.table.design import metrics, name_font, text_font
from exgui.gui.table.ground import Piece
from exgui.gui.table.map_plan import (
    NAME,
    TRAIT_ICON,
    MapPlan,
    RingPlan,
    TokenPlan,
    WayPlan,
    ZonePlan,
    traits_width,
)
from exgui.gui.table.name_list import MARK
from exgui.gui.table.number import paint_number
from exgui.gui.table.whole_pixels import draw_unscaled
from exgui.gui.theme import Theme
from exgui.gui.tokens import TokenPictures

_rings = PixmapCache(24 << 20)
_BANDS = 6
"""In so many pieces the picture under the zones is painted, each of whole pixels."""
_AROUND = 2.0
"""Units round a ring that its dots may take."""


def ground_pieces(theme: Theme, plan: MapPlan, density: float, underlay: Underlay) -> list[Piece]:
    """What paints the picture under the map, the links, and the zones with their headings, one after the other.

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
    if underlay.picture is None:
        return
    painter.save()
    painter.setClipRect(band)
    _to_map(painter, plan)
    underlay.paint(painter, QStyleOptionGraphicsItem())
    painter.restore()


def _paint_links(painter: QPainter, theme: Theme, plan: MapPlan) -> None:
    painter.save()
    _to_map(painter, plan)
    for link in plan.links:
        paint_link(painter, theme, QLineF(*link.line), link.barrier)
    painter.restore()


def _to_map(painter: QPainter, plan: MapPlan) -> None:
    """From now on one paints in map units."""
    painter.scale(plan.camera.scale, plan.camera.scale)
    painter.translate(-plan.camera.seen.x, -plan.camera.seen.y)


def _to_zone(painter: QPainter, plan: MapPlan, zone: ZonePlan) -> None:
    """From now on one paints in map units from a zone's upper left corner."""
    painter.translate(zone.box[0], zone.box[1])
    painter.scale(plan.camera.scale, plan.camera.scale)


def _paint_zone(painter: QPainter, theme: Theme, plan: MapPlan, zone: ZonePlan, density: float) -> None:
    painter.save()
    _to_zone(painter, plan, zone)
    paint_zone_ground(painter, theme, zone.look)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(edge_of(theme, zone.look), 1.6 / plan.camera.scale))
    painter.drawPath(outline_of(zone.look))
    painter.restore()
    _paint_heading(painter, theme, zone, density)


def _paint_heading(painter: QPainter, theme: Theme, zone: ZonePlan, density: float) -> None:
    """The name, and what there is to say of the ground: on the left, or in the middle of an ellipse."""
    left, top, wide, _high = zone.box
    middle = zone.look.shape == "ellipse"
    name_face, text_face = name_font(zone.size, True), text_font()
    upper = top + zone.top + metrics(name_face).capHeight() / 2
    if zone.name:
        width = metrics(name_face).horizontalAdvance(zone.name)
        x = left + (wide - width) / 2 if middle else left + zone.inset
        _paint_plate(painter, theme, zone.look, QRectF(x, upper - 12, width, 24))
        painter.setFont(name_face)
        painter.setPen(theme.color("text"))
        draw_text(painter, QPointF(x, top + zone.top + metrics(name_face).capHeight()), zone.name)
    if not zone.traits:
        return
    width = traits_width(zone.traits)
    x = left + wide - zone.inset - width if zone.beside else left + (wide - width) / 2 if middle else left + zone.inset
    row = upper if zone.beside else upper + 24.0
    _paint_plate(painter, theme, zone.look, QRectF(x, row - 9.5, width, 19))
    painter.setFont(text_face)
    painter.setPen(theme.color("muted"))
    for icon, word in zone.traits:
        mark = icon_pixmap(theme, icon, "muted", max(4, round(TRAIT_ICON * density)))
        painter.drawPixmap(QRectF(x, row - TRAIT_ICON / 2, TRAIT_ICON, TRAIT_ICON), mark, QRectF(mark.rect()))
        x += TRAIT_ICON + 5
        draw_text(painter, QPointF(x, row + metrics(text_face).capHeight() / 2), word)
        x += metrics(text_face).horizontalAdvance(word) + 14


def _paint_plate(painter: QPainter, theme: Theme, look: ZoneLook, words: QRectF) -> None:
    """A patch of plain ground under words, so that no pattern runs through the letters."""
    if not is_textured(look):
        return
    shade = fill_of(theme, look)
    shade.setAlphaF(0.88)
    plate = QPainterPath()
    plate.addRoundedRect(words.adjusted(-7, -1, 7, 1), 8, 8)
    painter.fillPath(plate, shade)


def paint_lit(painter: QPainter, theme: Theme, plan: MapPlan, zone: ZonePlan) -> None:
    """The edge of the zone in which somebody acts."""
    painter.save()
    _to_zone(painter, plan, zone)
    shape, scale = outline_of(zone.look), plan.camera.scale
    soft = theme.color("gold")
    soft.setAlphaF(0.16)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(soft, 8.0 / scale))
    painter.drawPath(shape)
    painter.setPen(QPen(theme.color("gold"), 2.4 / scale))
    painter.drawPath(shape)
    painter.restore()


def paint_ring(painter: QPainter, theme: Theme, ring: RingPlan, density: float) -> None:
    """The outline round those at close range: drawn once, since hundreds of round dots take long.

    Args:
        density: device pixels to a unit.
    """
    left, top, wide, high = ring.box
    # Rings of almost one size share a picture: it is drawn for the size that it is kept under, whichever came first.
    drawn = RingPlan((0.0, 0.0, round(wide, 1), round(high, 1)), ring.lit, ring.corner)
    picture = _rings.get((drawn, density, theme.name), lambda: _draw_ring(theme, drawn, density))
    draw_unscaled(painter, QPointF(left - _AROUND, top - _AROUND), picture)


def _draw_ring(theme: Theme, ring: RingPlan, density: float) -> QPixmap:
    _left, _top, wide, high = ring.box
    out = QPixmap(ceil((wide + 2 * _AROUND) * density), ceil((high + 2 * _AROUND) * density))
    out.fill(Qt.GlobalColor.transparent)
    pen = QPen(theme.color("gold" if ring.lit else "muted"), 1.7, Qt.PenStyle.CustomDashLine, Qt.PenCapStyle.RoundCap)
    pen.setDashPattern([0.1, 3.2])
    fill = theme.color("background" if theme.dark else "raised")
    fill.setAlphaF(0.28)
    painter = QPainter(out)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.scale(density, density)
    painter.setPen(pen)
    painter.setBrush(fill)
    corner = min(ring.corner, high / 2.4)
    painter.drawRoundedRect(QRectF(_AROUND, _AROUND, wide, high), corner, corner)
    painter.end()
    return out


def paint_ways(painter: QPainter, theme: Theme, plan: MapPlan) -> None:
    """How far those are who are on the way."""
    painter.save()
    _to_map(painter, plan)
    for way in plan.ways:
        _paint_way(painter, theme, way)
    painter.restore()


def _paint_way(painter: QPainter, theme: Theme, way: WayPlan) -> None:
    line, tone = QLineF(*way.line), theme.color(way.tone)
    share = min(max(way.done / way.total, 0.0), 1.0) if way.total else 0.0
    painter.setPen(QPen(theme.color("link"), 1.8, Qt.PenStyle.DashLine))
    painter.drawLine(line)
    painter.setPen(QPen(tone, 5.0, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
    painter.drawLine(line.p1(), line.pointAt(share))
    painter.setBrush(tone)
    painter.drawEllipse(line.pointAt(share), 8.0, 8.0)


def paint_token(
    painter: QPainter, theme: Theme, pictures: TokenPictures, token: TokenPlan, at: QPointF, unit: float, ratio: float
) -> None:
    """A token with its words.

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
        _paint_plate(painter, theme, token.plate, QRectF(at.x() - width / 2 + 2, at.y() + 1, width - 4, NAME + 1.5))
    painter.setFont(font)
    painter.setPen(theme.color("gold" if token.look.active else "muted" if quiet else "text"))
    draw_text(painter, QPointF(at.x() - width / 2, at.y() + 3.5 + measures.capHeight()), token.name)


def _paint_name_beside(
    painter: QPainter, theme: Theme, token: TokenPlan, at: QPointF, quiet: bool, density: float
) -> None:
    """A name that begins at a point, its letters in the middle of the height, and after it the icons of states."""
    font = name_font(token.size, True)
    measures = metrics(font)
    width = measures.horizontalAdvance(token.name)
    states = [chip for row in token.rows for chip in row]
    if token.plate is not None:
        wide = width - 8 + MARK * sum(not chip.text for chip in states)
        _paint_plate(painter, theme, token.plate, QRectF(at.x() + 4, at.y() - token.size / 2, wide, token.size))
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
    """A token's picture, on whole pixels."""
    image = pictures.picture(theme, look.but(name=""), radius, 0.0, unit, ratio)
    draw_unscaled(painter, at - QPointF(0, token_look.RISE * radius), image, centred=True)


def paint_pulse(painter: QPainter, theme: Theme, at: QPointF, radius: float, tone: str, share: float) -> None:
    """What just happened to somebody, as two rings that widen and fade."""
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for delay in (0.0, 0.3):
        part = min(max((share - delay) / 0.7, 0.0), 1.0)
        if 0.0 < part < 1.0:
            shade = theme.tone(tone)
            shade.setAlphaF(0.9 * (1 - part))
            painter.setPen(QPen(shade, 5.0 * (1 - part) + 1.0))
            painter.drawEllipse(at, radius * (1.1 + 1.1 * part), radius * (1.1 + 1.1 * part))


def paint_banner(painter: QPainter, theme: Theme, text: str, width: float, height: float, opacity: float) -> None:
    """A word or two across the middle."""
    font = name_font(56, True)
    measures = metrics(font)
    wide = measures.horizontalAdvance(text) + 96
    box = QRectF((width - wide) / 2, height / 2 - 56, wide, 112)
    painter.save()
    painter.setOpacity(opacity)
    ground = theme.color("panel")
    ground.setAlphaF(0.92)
    painter.setPen(QPen(theme.color("gold"), 2.0))
    painter.setBrush(ground)
    painter.drawRoundedRect(box, 26, 26)
    painter.setFont(font)
    painter.setPen(theme.color("gold"))
    draw_text(
        painter, QPointF(width / 2 - measures.horizontalAdvance(text) / 2, height / 2 + measures.capHeight() / 2), text
    )
    painter.restore()
