"""How a zone is drawn: its ground, heading, the range to it, and the outlines of close groups in it.

`picture_of` gives a picture that is drawn once, for the screen; `paint_zone` draws the same as paths, for exports.
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPainterPath, QPen, QPixmap

from exgui.gui import fonts
from exgui.gui.elided import elided
from exgui.gui.icons import paint_icon
from exgui.gui.map.layout import Ring
from exgui.gui.map.terrain.outline import CORNER
from exgui.gui.map.zone_ground import edge_of, fading_of, fill_of, is_textured, outline_of, paint_ground
from exgui.gui.map.zone_look import ZoneLook, heading_left, heading_top, shorter
from exgui.gui.pixmap_cache import PixmapCache
from exgui.gui.theme import Theme
from exgui.gui.tokens import paint_hatch

SPARE = 18.0
"""How far paint goes beyond the shape: the pill on the upper edge, the frame of the keyboard's place."""
PILL_HEIGHT = 24.0

_KEY = 28
_SMALLEST = 7
"""Pixels of the letters of a zone's name at least, at a text size of 100 %."""
_MOST_PIXELS = 16_000_000
"""Of one picture; what is larger is drawn anew each time."""
_MOST_BYTES = 160 << 20
"""Of all pictures: twice what a display of 3840x2160 pixels shows, full of zones."""

_pictures = PixmapCache(_MOST_BYTES)
"""Of zones and their ground, for all maps: they depend on nothing but what is asked for."""


def _blank(look: ZoneLook, zoom: float, ratio: float) -> QPixmap:
    out = QPixmap(int((look.width + 2 * SPARE) * zoom * ratio + 2), int((look.height + 2 * SPARE) * zoom * ratio + 2))
    out.setDevicePixelRatio(ratio)
    out.fill(Qt.GlobalColor.transparent)
    return out


def _on(picture: QPixmap, zoom: float) -> QPainter:
    """Paints on a zone's picture in the zone's own units."""
    painter = QPainter(picture)
    painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
    painter.scale(zoom, zoom)
    painter.translate(SPARE, SPARE)
    return painter


def picture_of(theme: Theme, look: ZoneLook, zoom: float, ratio: float) -> QPixmap:
    """A zone's picture, `SPARE` larger than its shape on every side.

    Args:
        zoom, ratio: pixels to a map unit, and of the screen to a pixel.
    """
    key = (look, round(zoom, 4), ratio, theme.name)
    return _pictures.get(key, lambda: _drawn(theme, look, zoom, ratio))


def pictured(look: ZoneLook, density: float) -> bool:
    """A picture of it is worth its memory at so many pixels to a map unit."""
    return (look.width + 2 * SPARE) * (look.height + 2 * SPARE) * density * density < _MOST_PIXELS


def paint_zone(painter: QPainter, theme: Theme, look: ZoneLook, zoom: float) -> None:
    """A zone as paths and text, from its upper left corner, in its own units."""
    _paint(painter, theme, look, zoom, lambda: paint_ground(painter, theme, look))


def _drawn(theme: Theme, look: ZoneLook, zoom: float, ratio: float) -> QPixmap:
    out = _blank(look, zoom, ratio)
    painter = _on(out, zoom)

    def lay_ground() -> None:
        painter.save()
        painter.resetTransform()
        painter.drawPixmap(0, 0, _ground_picture(theme, look, zoom, ratio))
        painter.restore()

    _paint(painter, theme, look, zoom, lay_ground)
    painter.end()
    return out


def _ground_picture(theme: Theme, look: ZoneLook, zoom: float, ratio: float) -> QPixmap:
    """The ground of a zone, as large as its picture. It takes longer than all the rest, and the rest changes with
    everyone's turn."""

    def drawn() -> QPixmap:
        out = _blank(look, zoom, ratio)
        painter = _on(out, zoom)
        paint_ground(painter, theme, look)
        painter.end()
        return out

    of = (
        look.id,
        look.width,
        look.height,
        look.shape,
        look.terrain,
        look.ground,
        look.texture,
        bool(look.traits),
        look.rough,
    )
    return _pictures.get((of, round(zoom, 4), ratio, theme.name), drawn)


def _paint(painter: QPainter, theme: Theme, look: ZoneLook, zoom: float, lay_ground: Callable[[], None]) -> None:
    painter.save()
    if look.mark == "dim":
        painter.setOpacity(0.42)
    _shape(painter, theme, look, lay_ground)
    _heading(painter, theme, look, zoom)
    for index, ring in enumerate(look.rings):
        _outline(painter, theme, ring, index == look.lit_ring, zoom)
    painter.setOpacity(1.0)
    if look.focused:
        painter.setPen(QPen(theme.color("text"), max(2.0, 2.0 / zoom), Qt.PenStyle.SolidLine))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        frame = QRectF(-6, -6, look.width + 12, look.height + 12)
        if look.shape == "ellipse":
            painter.drawEllipse(frame)
        else:
            painter.drawRoundedRect(frame, CORNER + 6, CORNER + 6)
    if look.pill and look.mark != "dim":
        _pill(painter, theme, look, zoom)
    painter.restore()


def _shape(painter: QPainter, theme: Theme, look: ZoneLook, lay_ground: Callable[[], None]) -> None:
    """The ground, toned down by distance, and the line round it."""
    shape = outline_of(look)
    if look.outside:
        painter.setPen(QPen(theme.color("line"), 1.5, Qt.PenStyle.DashLine))
        painter.drawPath(shape)
        return
    lay_ground()
    if veil := fading_of(look):
        shade = theme.color("background")
        shade.setAlphaF(veil)
        painter.fillPath(shape, shade)
    if look.hidden:
        painter.save()
        painter.setClipPath(shape, Qt.ClipOperation.IntersectClip)
        paint_hatch(painter, theme, shape.boundingRect(), 22.0)
        painter.restore()
    painter.setBrush(Qt.BrushStyle.NoBrush)
    edge, width, style = edge_of(theme, look), 1.6, Qt.PenStyle.SolidLine
    if look.hidden:
        edge, style = theme.color("violet"), Qt.PenStyle.DashLine
    if look.lit:
        edge, width = theme.color("gold"), 2.4
    if look.mark in ("pickable", "open"):
        edge, width = theme.color("text" if look.mark == "pickable" else "jade"), 2.6
        style = Qt.PenStyle.SolidLine if look.mark == "pickable" else Qt.PenStyle.DashLine
    elif look.mark == "target":
        edge, width, style = theme.color("jade"), 4.0, Qt.PenStyle.SolidLine
    elif look.mark == "shut":
        edge, width, style = theme.color("red"), 3.0, Qt.PenStyle.DotLine
    if look.lit and not look.mark:
        soft = QColor(edge)
        soft.setAlphaF(0.16)
        painter.setPen(QPen(soft, 8.0))
        painter.drawPath(shape)
    painter.setPen(QPen(edge, width, style))
    painter.drawPath(shape)


def _heading(painter: QPainter, theme: Theme, look: ZoneLook, zoom: float) -> None:
    """The name, and what there is to say of the ground: on the left, or in the middle of an ellipse."""
    is_round = look.shape == "ellipse"
    top, begin = heading_top(look.shape, look.height, look.terrain), heading_left(look.terrain)
    room = look.width * 0.56 if is_round else look.width - begin - 16
    key = _KEY if look.key else 0
    font, text = name_shown(look, zoom)
    metrics = QFontMetricsF(font)
    wide = metrics.horizontalAdvance(text)
    left = (look.width - wide - key) / 2 if is_round else begin
    _plate(painter, theme, look, QRectF(left + key, top + metrics.capHeight() / 2 + 2, wide, metrics.height()))
    if look.key:
        _key(painter, theme, look, left, top)
    painter.setFont(font)
    painter.setPen(theme.color("muted" if look.outside or look.band is None else "text"))
    below = metrics.capHeight() + 2
    painter.drawText(QPointF(left + key, top + below), text)
    if not look.traits or zoom < 0.5:
        return
    font = fonts.font("muted")
    metrics = QFontMetricsF(font)
    painter.setFont(font)
    middle = top + below + metrics.height() / 2 + 7
    traits = look.traits
    wide = _traits_width(metrics, traits)
    if wide > room:
        traits = shorter(traits)
        wide = min(_traits_width(metrics, traits), room)
    x = (look.width - wide) / 2 if is_round else begin
    end = x + room
    _plate(painter, theme, look, QRectF(x, middle, wide, metrics.height()))
    for icon, word in traits:
        room = end - x
        if room < 18:
            break
        paint_icon(painter, theme, icon, "muted", QRectF(x, middle - 8, 15, 15), 2.0)
        x += 19
        word = elided(metrics, word, max(room - 19, 0))
        if len(word) > 1:
            painter.setPen(theme.color("muted"))
            painter.drawText(QPointF(x, middle + metrics.capHeight() / 2), word)
            x += metrics.horizontalAdvance(word) + 12


def name_shown(look: ZoneLook, zoom: float) -> tuple[QFont, str]:
    """The letters of a zone's name, and what of it is shown: whole in smaller letters rather than shortened."""
    room = look.width * 0.56 if look.shape == "ellipse" else look.width - heading_left(look.terrain) - 16
    room -= _KEY if look.key else 0
    font = fonts.font("strong")
    size = round(max(float(fonts.px(16)), fonts.px(11) / zoom))
    least = min(round(max(fonts.px(_SMALLEST) / zoom, 1.0)), size)
    font.setPixelSize(size)
    wide = QFontMetricsF(font).horizontalAdvance(look.name)
    if wide > room > 0:
        size = max(int(size * room / wide) + 1, least)
        font.setPixelSize(size)
        while size > least and QFontMetricsF(font).horizontalAdvance(look.name) > room:
            size -= 1
            font.setPixelSize(size)
    return font, elided(QFontMetricsF(font), look.name, room)


def _traits_width(metrics: QFontMetricsF, traits: tuple[tuple[str, str], ...]) -> float:
    """How wide icons and words are beside each other."""
    return sum(19 + metrics.horizontalAdvance(word) + 12 for _icon, word in traits) - 12


def _plate(painter: QPainter, theme: Theme, look: ZoneLook, words: QRectF) -> None:
    """A patch of plain ground under words, so that no texture runs through the letters.

    Args:
        words: how wide and high they are; its upper edge is their middle.
    """
    if not is_textured(look) or look.outside or not words.width():
        return
    shade = fill_of(theme, look)
    shade.setAlphaF(0.9)
    plate = QPainterPath()
    box = QRectF(words.x() - 7, words.y() - words.height() / 2 - 1, words.width() + 14, words.height() + 2)
    plate.addRoundedRect(box, 7, 7)
    painter.fillPath(plate, shade)


def _key(painter: QPainter, theme: Theme, look: ZoneLook, left: float, top: float) -> None:
    box = QRectF(left - 2, top - 3, 22, 22)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.color("text"))
    painter.drawRoundedRect(box, 6, 6)
    font = fonts.font("muted")
    font.setWeight(QFont.Weight.Bold)
    painter.setFont(font)
    painter.setPen(theme.color("background"))
    painter.drawText(box, Qt.AlignmentFlag.AlignCenter, str(look.key))


def _outline(painter: QPainter, theme: Theme, ring: Ring, lit: bool, zoom: float) -> None:
    """The dotted line round a close group, and its label below."""
    tone = theme.color("gold" if lit else "muted")
    pen = QPen(tone, 1.5, Qt.PenStyle.CustomDashLine, Qt.PenCapStyle.RoundCap)
    pen.setDashPattern([0.1, 3.2])
    painter.setPen(pen)
    fill = theme.color("background" if theme.dark else "raised")
    fill.setAlphaF(0.28)
    painter.setBrush(fill)
    corner = min(34.0, ring.height / 2.4)
    painter.drawRoundedRect(QRectF(ring.x, ring.y, ring.width, ring.height), corner, corner)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    if zoom < 0.45 or ring.label_y is None:
        return
    font = fonts.font("small")
    metrics = QFontMetricsF(font)
    painter.setFont(font)
    painter.setPen(theme.color("muted"))
    word = "close"
    painter.drawText(
        QPointF(ring.x + (ring.width - metrics.horizontalAdvance(word)) / 2, ring.label_y + metrics.xHeight() / 2 + 1),
        word,
    )


def _pill(painter: QPainter, theme: Theme, look: ZoneLook, zoom: float) -> None:
    font, text = range_shown(look, zoom)
    metrics = QFontMetricsF(font)
    width = metrics.horizontalAdvance(text) + 24
    right = look.width - CORNER + 6
    left = (look.width - width) / 2 if look.shape == "ellipse" else max(right - width, (look.width - width) / 2)
    height = max(PILL_HEIGHT, metrics.height())
    # Large letters in a small map grow upward, away from the name below.
    box = QRectF(left, max(PILL_HEIGHT / 2 - height, 1 - SPARE), width, height)
    near = look.lit
    painter.setPen(QPen(theme.color("gold" if near else "line"), 1.4))
    painter.setBrush(theme.color("panel"))
    painter.drawRoundedRect(box, height / 2, height / 2)
    painter.setFont(font)
    painter.setPen(theme.color("muted" if look.band is None else "text"))
    painter.drawText(QPointF(box.center().x() - (width - 24) / 2, box.center().y() + metrics.capHeight() / 2), text)


def range_shown(look: ZoneLook, zoom: float) -> tuple[QFont, str]:
    """The letters of the range to a zone, and what of it is shown: the range alone, or smaller letters, rather than a
    shortened word."""
    font, room = fonts.font("muted"), look.width - 24
    for pixels in (10, 8, _SMALLEST):
        font.setPixelSize(round(max(float(fonts.px(13)), fonts.px(pixels) / zoom)))
        metrics = QFontMetricsF(font)
        for text in (look.pill, look.pill.partition(" \N{MIDDLE DOT} ")[0]):
            if metrics.horizontalAdvance(text) <= room:
                return font, text
    return font, elided(metrics, look.pill, room)
