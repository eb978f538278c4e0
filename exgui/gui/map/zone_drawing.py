"""How a zone is drawn: its ground and outline, its heading, the range to it, and the outlines of close groups in it.

Everything is drawn as paths and text. `picture_of` remembers that as a picture for the screen.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple
from zlib import crc32

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPainterPath, QPen, QPixmap

from exgui.engine.memo import remembered
from exgui.gui.look import fonts
from exgui.gui.look.elided import elided
from exgui.gui.look.icons import paint_icon
from exgui.gui.look.painting import faded, smooth_painter
from exgui.gui.look.theme import Theme, mix
from exgui.gui.map.layout import Ring
from exgui.gui.map.terrain import paint_terrain, palette_for, terrain_seed, zone_outline
from exgui.gui.map.terrain.outline import CORNER
from exgui.gui.map.terrain.palette import Ground
from exgui.gui.map.zone_look import ZoneLook, heading_left, heading_top, shorter
from exgui.gui.tokens.drawing import paint_hatch
from exgui.gui.tokens.large_letters import draw_text
from exgui.gui.tokens.token_look import PixmapCache

SPARE = 46.0
"""How far paint goes beyond the shape: the pill on the upper edge, whose letters grow in a small map, and the frame of
the keyboard's place."""
PILL_HEIGHT = 24.0

_KEY = 28
ICON, _AFTER_ICON, _AFTER_TRAIT = 15.0, 4.0, 12.0
"""Side of a trait's icon; clear room between it and its word, and after the word."""
LOW = 160.0
"""In a zone less high than this, in map units, traits are beside the name if they fit, and less is left clear below,
for tokens to have room."""
_STEP = 34.0
"""Map units between the marks of a ground's pattern."""
_SMALLEST = 7
"""Pixels of the letters of a zone's name at least, at a text size of 100 %."""
_MOST_PIXELS = 16_000_000
"""Of one picture; what is larger is redrawn each time."""
_MOST_BYTES = 160 << 20
"""Of all pictures: twice what a display of 3840x2160 pixels shows, full of zones."""

_pictures = PixmapCache(_MOST_BYTES)
"""Of zones and their ground, for all maps: they depend on nothing but what is asked for."""


def outline_of(look: ZoneLook) -> QPainterPath:
    """Return a zone's outline, from its upper left corner; not to be changed."""
    terrain = "plain" if look.rough else look.terrain
    return _outline(look.width, look.height, look.shape, terrain, look.id)


# Asked for by every picture of a zone and by every press of the mouse; a wood takes 2 ms.
@remembered(500)
def _outline(width: float, height: float, shape: str, terrain: str, id: str) -> QPainterPath:
    return zone_outline(QRectF(0, 0, width, height), shape, terrain, terrain_seed(id))


_TINT = 0.3
"""How much plain ground covers of a picture below it."""


def is_textured(look: ZoneLook) -> bool:
    """Return whether its ground has more than one color, so that words on it need a plate."""
    return look.terrain != "plain" or bool(look.texture) or look.clear


def ground_color(theme: Theme, look: ZoneLook) -> QColor:
    if look.terrain == "plain":
        return theme.color(look.ground)
    palette = palette_for(theme)
    return palette.get(look.terrain, palette["plain"]).color("fill")


def edge_of(theme: Theme, look: ZoneLook) -> QColor:
    """Return the color of a zone's edge, where the edge marks nothing else."""
    palette = palette_for(theme)
    if look.terrain == "plain" and look.ground != "zone":
        return theme.color("line")
    return palette.get(look.terrain, palette["plain"]).color("edge")


def fading_of(look: ZoneLook) -> float:
    """Return how much of the background lies over it, 0 to 1: the more, the further away it is."""
    if not look.pill:
        return 0.0
    if look.band is None:
        return 0.62
    return min(0.17 * max(look.band - 1, 0), 0.5)


def fill_of(theme: Theme, look: ZoneLook) -> QColor:
    return mix(ground_color(theme, look), theme.color("background"), fading_of(look))


def paint_ground(painter: QPainter, theme: Theme, look: ZoneLook) -> None:
    """Paint a zone's ground close up, as paths, without its outline."""
    outline = outline_of(look)
    if look.clear and look.terrain == "plain":
        tint = faded(ground_color(theme, look), _TINT)
        painter.fillPath(outline, tint)
        return
    if look.rough:
        painter.fillPath(outline, ground_color(theme, look))
        return
    if look.terrain != "plain" or look.ground == "zone":
        paint_terrain(painter, outline, look.terrain, terrain_seed(look.id), palette_for(theme))
        return
    if not look.texture:
        fill = theme.color(look.ground)
        shades = [mix(fill, theme.color("text"), share).name() for share in (0.0, 0.1, 0.1, 0.03, 0.045, 0.11, 0.18)]
        paint_terrain(painter, outline, "plain", terrain_seed(look.id), {"plain": Ground(*shades)})
        return
    painter.fillPath(outline, theme.color(look.ground))
    growth = look.texture == "growth"
    ink = faded(theme.color("growth" if growth else "red"), 0.65 if growth else 0.28)
    clear = QRectF(-40, -40, look.width + 80, 40 + (66 if look.traits else 50))
    painter.save()
    painter.setClipPath(outline)
    (_growth if growth else _heat)(painter, QRectF(0, 0, look.width, look.height), look.id, ink, clear)
    painter.restore()


def _scatter(seed: str, width: float, height: float, clear: QRectF) -> Iterator[tuple[float, float, float]]:
    """Yield points on a shaken grid outside `clear`, each with a number from 0 to 1; the same for the same seed."""
    number = crc32(seed.encode())
    rows, columns = int(height // _STEP) + 2, int(width // _STEP) + 2
    for row in range(rows):
        for column in range(columns):
            mixed = crc32(f"{number}.{row}.{column}".encode())
            dx, dy, size = (mixed & 255) / 255, (mixed >> 8 & 255) / 255, (mixed >> 16 & 255) / 255
            x = (column + (0.5 if row % 2 else 0.0) + (dx - 0.5) * 0.55) * _STEP
            y = (row + (dy - 0.5) * 0.5) * _STEP
            if not clear.contains(x, y):
                yield x, y, size


def _growth(painter: QPainter, box: QRectF, seed: str, ink: QColor, clear: QRectF) -> None:
    """Paint tufts of grass: three blades each, leaning a little."""
    path = QPainterPath()
    for x, y, size in _scatter(seed, box.width(), box.height(), clear):
        tall = 6.0 + 5.0 * size
        lean = (size - 0.5) * 4
        foot = QPointF(x, y)
        for spread, share in ((-4.5, 0.72), (0.0, 1.0), (4.5, 0.68)):
            path.moveTo(foot)
            path.quadTo(QPointF(x + spread * 0.3, y - tall * share * 0.6), QPointF(x + spread + lean, y - tall * share))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(ink, 1.5, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
    painter.drawPath(path)


def _heat(painter: QPainter, box: QRectF, seed: str, ink: QColor, clear: QRectF) -> None:
    path = QPainterPath()
    for x, y, size in _scatter(seed, box.width(), box.height(), clear):
        if size < 0.2:
            continue
        for dx, tall in ((-4.0, 9.0), (0.0, 14.0), (4.0, 9.0)):
            path.moveTo(x + dx, y)
            path.cubicTo(x + dx + 3.4, y - tall * 0.4, x + dx - 3.4, y - tall * 0.6, x + dx, y - tall)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(ink, 1.5, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
    painter.drawPath(path)


def paint_edge(painter: QPainter, theme: Theme, look: ZoneLook, line: float = 1.0) -> None:
    """Paint a zone's outline, which also shows its state in a choice or a drag.

    Args:
        line: how thick, in the painter's units, a line of one unit is drawn.
    """
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
    shape = outline_of(look)
    if look.lit and not look.mark:
        soft = faded(edge, 0.16)
        painter.setPen(QPen(soft, 8.0 * line))
        painter.drawPath(shape)
    painter.setPen(QPen(edge, width * line, style))
    painter.drawPath(shape)


class Heading(NamedTuple):
    """A zone's name and traits as they fit, and where: lines by their left end and the middle of their height.

    Attributes:
        name: in one line or two; `at` is of the first.
        quiet: the name is muted.
        room: how wide the traits may become.
        density: device pixels to a unit, for sharp icons.
    """

    name: str
    font: QFont
    at: QPointF
    quiet: bool = False
    traits: tuple[tuple[str, str], ...] = ()
    small: QFont | None = None
    traits_at: QPointF = QPointF()
    room: float = 1e6
    density: float = 2.0


def paint_heading(painter: QPainter, theme: Theme, look: ZoneLook, heading: Heading) -> None:
    metrics = QFontMetricsF(heading.font)
    lines = [
        (heading.at + QPointF(0, number * metrics.height()), line)
        for number, line in enumerate(heading.name.split("\n"))
    ]
    for at, line in lines:
        _plate(painter, theme, look, at, metrics.horizontalAdvance(line), metrics.height())
    painter.setFont(heading.font)
    painter.setPen(theme.color("muted" if heading.quiet else "text"))
    for at, line in lines:
        draw_text(painter, at + QPointF(0, metrics.capHeight() / 2), line)
    if not heading.traits or heading.small is None:
        return
    metrics = QFontMetricsF(heading.small)
    x, middle = heading.traits_at.toTuple()
    end = x + heading.room
    _plate(
        painter,
        theme,
        look,
        heading.traits_at,
        min(traits_width(heading.small, heading.traits), heading.room),
        metrics.height(),
    )
    painter.setFont(heading.small)
    painter.setPen(theme.color("muted"))
    for icon, word in heading.traits:
        if end - x < ICON + 3:
            break
        paint_icon(painter, theme, icon, "muted", QRectF(x, middle - ICON / 2, ICON, ICON), heading.density)
        x += ICON + _AFTER_ICON
        word = elided(metrics, word, max(end - x, 0))
        if len(word) > 1:
            draw_text(painter, QPointF(x, middle + metrics.capHeight() / 2), word)
            x += metrics.horizontalAdvance(word) + _AFTER_TRAIT


@fonts.measured(1024)
def traits_width(font: QFont, traits: tuple[tuple[str, str], ...]) -> float:
    metrics = QFontMetricsF(font)
    words = sum(metrics.horizontalAdvance(word) for _icon, word in traits)
    return words + len(traits) * (ICON + _AFTER_ICON + _AFTER_TRAIT) - _AFTER_TRAIT


def _heading_of(look: ZoneLook, zoom: float) -> Heading:
    is_round = look.shape == "ellipse"
    top, begin = heading_top(look.shape, look.height, look.terrain), heading_left(look.terrain)
    key = _KEY if look.key else 0
    font, text = name_shown(look, zoom)
    metrics = QFontMetricsF(font)
    wide = max(metrics.horizontalAdvance(line) for line in text.split("\n"))
    left = (look.width - wide - key) / 2 if is_round else begin
    at = QPointF(left + key, top + 2 + metrics.capHeight() / 2)
    quiet = look.outside or look.band is None
    if not look.traits or zoom < 0.5:
        return Heading(text, font, at, quiet)
    small = fonts.font("muted")
    room = look.width * 0.56 if is_round else look.width - begin - 16
    if look.height < LOW and not is_round and "\n" not in text:
        beside = QPointF(at.x() + wide + 2 * _AFTER_TRAIT, at.y())
        left = look.width - 16 - beside.x()
        if traits_width(small, look.traits) <= left:
            return Heading(text, font, at, quiet, look.traits, small, beside, left)
    traits = look.traits if traits_width(small, look.traits) <= room else shorter(look.traits)
    x = (look.width - min(traits_width(small, traits), room)) / 2 if is_round else begin
    below = top + metrics.capHeight() + 9 + QFontMetricsF(small).height() / 2
    below += text.count("\n") * metrics.height()
    return Heading(text, font, at, quiet, traits, small, QPointF(x, below), room)


def heading_bottom(look: ZoneLook, zoom: float) -> float:
    """Map units from a zone's upper edge to where tokens may are below its name and traits."""
    heading = _heading_of(look, zoom)
    metrics = QFontMetricsF(heading.font)
    bottom = heading.at.y() + (heading.name.count("\n") + 0.5) * metrics.height()
    two_rows = bool(heading.traits) and heading.traits_at.y() > heading.at.y()
    if two_rows and heading.small is not None:
        bottom = max(bottom, heading.traits_at.y() + QFontMetricsF(heading.small).height() / 2)
    if look.height < LOW:
        return bottom + 4
    return max(bottom, heading_top(look.shape, look.height, look.terrain) + (46.0 if two_rows else 28.0))


def name_shown(look: ZoneLook, zoom: float) -> tuple[QFont, str]:
    """Return the letters of a zone's name, and what of it is shown: smaller letters, then two lines, rather than a
    shortened name."""
    room = look.width * 0.56 if look.shape == "ellipse" else look.width - heading_left(look.terrain) - 16
    room -= _KEY if look.key else 0
    size = round(max(float(fonts.px(16)), fonts.px(11) / zoom))
    least = min(round(max(fonts.px(_SMALLEST) / zoom, 1.0)), size)
    size, text = _fitted_name(look.name, room, size, least)
    font = fonts.font("strong")
    font.setPixelSize(size)
    return font, text


@fonts.measured(500)  # asked at every fit and picture of the map; a name of 20,000 letters takes 8 ms
def _fitted_name(name: str, room: float, size: int, least: int) -> tuple[int, str]:
    font = fonts.font("strong")
    font.setPixelSize(size)
    wide = QFontMetricsF(font).horizontalAdvance(name)
    if wide > room > 0:
        size = max(int(size * room / wide) + 1, least)
        font.setPixelSize(size)
        while size > least and QFontMetricsF(font).horizontalAdvance(name) > room:
            size -= 1
            font.setPixelSize(size)
    metrics = QFontMetricsF(font)
    return size, in_two_lines(name, metrics.horizontalAdvance, room) or elided(metrics, name, room)


def in_two_lines(text: str, advance: Callable[[str], float], room: float) -> str:
    """Return a text that is too wide for its room, broken between two words; "" where it fits or that does not help."""

    def width(broken: str) -> float:
        return max(advance(line) for line in broken.split("\n"))

    if width(text) <= room:
        return ""
    if width(text) > 2 * room:
        return ""
    words = text.split()
    found = [" ".join(words[:at]) + "\n" + " ".join(words[at:]) for at in range(1, len(words))]
    best = min(found, key=width, default="")
    return best if best and width(best) <= room else ""


def _plate(painter: QPainter, theme: Theme, look: ZoneLook, at: QPointF, wide: float, high: float) -> None:
    """Paint plain ground under words, so that no texture runs through the letters.

    Args:
        at: their left end, in the middle of their height.
    """
    if not is_textured(look) or look.outside or not wide:
        return
    paint_plate(painter, theme, look, QRectF(at.x() - 7, at.y() - high / 2 - 1, wide + 14, high + 2))


def paint_plate(painter: QPainter, theme: Theme, look: ZoneLook, box: QRectF) -> None:
    """Paint a patch of a zone's plain ground, for words."""
    shade = faded(fill_of(theme, look), 0.9)
    plate = QPainterPath()
    plate.addRoundedRect(box, 7, 7)
    painter.fillPath(plate, shade)


def _key(painter: QPainter, theme: Theme, look: ZoneLook, name: QPointF) -> None:
    box = QRectF(name.x() - _KEY - 2, heading_top(look.shape, look.height, look.terrain) - 3, 22, 22)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.color("text"))
    painter.drawRoundedRect(box, 6, 6)
    font = fonts.font("muted")
    font.setWeight(QFont.Weight.Bold)
    painter.setFont(font)
    painter.setPen(theme.color("background"))
    painter.drawText(box, Qt.AlignmentFlag.AlignCenter, str(look.key))


def paint_ring(painter: QPainter, theme: Theme, ring: Ring, zoom: float) -> None:
    """Paint the dotted line around a close group, and its label below.

    Args:
        zoom: pixels to a map unit; a small map has no labels.
    """
    tone = theme.color("gold" if ring.lit else "muted")
    pen = QPen(tone, 1.6, Qt.PenStyle.CustomDashLine, Qt.PenCapStyle.RoundCap)
    pen.setDashPattern([0.1, 3.2])
    painter.setPen(pen)
    fill = faded(theme.color("background" if theme.dark else "raised"), 0.28)
    painter.setBrush(fill)
    corner = min(ring.corner, ring.height / 2.4)
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
    box = range_box(look, zoom)
    painter.setPen(QPen(theme.color("gold" if look.lit else "line"), 1.4))
    painter.setBrush(theme.color("panel"))
    painter.drawRoundedRect(box, box.height() / 2, box.height() / 2)
    painter.setFont(font)
    painter.setPen(theme.color("muted" if look.band is None else "text"))
    width = metrics.horizontalAdvance(text)
    painter.drawText(QPointF(box.center().x() - width / 2, box.center().y() + metrics.capHeight() / 2), text)


def range_box(look: ZoneLook, zoom: float) -> QRectF:
    """Return where the range to a zone is shown, from its upper left corner: on its upper edge and clear of its name
    below. Large letters in a small map grow upward."""
    font, text = range_shown(look, zoom)
    metrics = QFontMetricsF(font)
    width = metrics.horizontalAdvance(text) + 24
    right = look.width - CORNER + 6
    left = (look.width - width) / 2 if look.shape == "ellipse" else max(right - width, (look.width - width) / 2)
    height = max(PILL_HEIGHT, metrics.height())
    return QRectF(left, max(PILL_HEIGHT / 2 - height, 1 - SPARE), width, height)


def range_shown(look: ZoneLook, zoom: float) -> tuple[QFont, str]:
    """Return the letters of the range to a zone, and what of it is shown: the range alone, or smaller letters, rather
    than a shortened word."""
    font, room = fonts.font("muted"), look.width - 24
    for pixels in (10, 8, _SMALLEST):
        font.setPixelSize(round(max(float(fonts.px(13)), fonts.px(pixels) / zoom)))
        metrics = QFontMetricsF(font)
        for text in (look.pill, look.pill.partition(" \N{MIDDLE DOT} ")[0]):
            if metrics.horizontalAdvance(text) <= room:
                return font, text
    return font, elided(metrics, look.pill, room)


def _blank(look: ZoneLook, zoom: float, ratio: float) -> QPixmap:
    out = QPixmap(int((look.width + 2 * SPARE) * zoom * ratio + 2), int((look.height + 2 * SPARE) * zoom * ratio + 2))
    out.setDevicePixelRatio(ratio)
    out.fill(Qt.GlobalColor.transparent)
    return out


def _on(picture: QPixmap, zoom: float) -> QPainter:
    painter = smooth_painter(picture, pictures=True)
    painter.scale(zoom, zoom)
    painter.translate(SPARE, SPARE)
    return painter


def picture_of(theme: Theme, look: ZoneLook, zoom: float, ratio: float) -> QPixmap:
    """Return a zone's picture, `SPARE` larger than its shape on every side.

    Args:
        zoom, ratio: pixels to a map unit, and of the screen to a pixel.
    """
    key = (look, round(zoom, 4), ratio, theme.name)
    return _pictures.get(key, lambda: _drawn(theme, look, zoom, ratio))


def pictured(look: ZoneLook, density: float) -> bool:
    """Return whether caching a picture of it is worth the memory at this zoom."""
    return (look.width + 2 * SPARE) * (look.height + 2 * SPARE) * density * density < _MOST_PIXELS


def paint_zone(painter: QPainter, theme: Theme, look: ZoneLook, zoom: float) -> None:
    """Paint a zone as paths and text, from its upper left corner, in its own units."""
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
    """Return the ground of a zone, as large as its picture. It takes longer than all the rest, and the rest changes
    with everyone's turn."""

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
        look.clear,
    )
    return _pictures.get((of, round(zoom, 4), ratio, theme.name), drawn)


def _paint(painter: QPainter, theme: Theme, look: ZoneLook, zoom: float, lay_ground: Callable[[], None]) -> None:
    painter.save()
    if look.mark == "dim":
        painter.setOpacity(0.42)
    _shape(painter, theme, look, lay_ground)
    heading = _heading_of(look, zoom)
    paint_heading(painter, theme, look, heading)
    if look.key:
        _key(painter, theme, look, heading.at)
    for ring in look.rings:
        paint_ring(painter, theme, ring, zoom)
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
    """Paint the ground, toned down by distance, and the outline."""
    shape = outline_of(look)
    if look.outside:
        painter.setPen(QPen(theme.color("line"), 1.5, Qt.PenStyle.DashLine))
        painter.drawPath(shape)
        return
    lay_ground()
    if veil := fading_of(look):
        shade = faded(theme.color("background"), veil)
        painter.fillPath(shape, shade)
    if look.hidden:
        painter.save()
        painter.setClipPath(shape, Qt.ClipOperation.IntersectClip)
        paint_hatch(painter, theme, shape.boundingRect(), 22.0)
        painter.restore()
    paint_edge(painter, theme, look)
