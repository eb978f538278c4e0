"""Draws tokens: `TokenPictures` draws each once per look, size and theme, and keeps the pixels."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import (
    QBrush,
    QColor,
    QFont,
    QFontMetricsF,
    QPaintEngine,
    QPainter,
    QPainterPath,
    QPen,
    QPixmap,
    QTransform,
)

from exgui.gui.look import fonts
from exgui.gui.look.elided import elided
from exgui.gui.look.icons import paint_icon
from exgui.gui.look.painting import faded, smooth_painter
from exgui.gui.look.theme import TONES, Theme, mix
from exgui.gui.tokens.large_letters import draw_mark, draw_text
from exgui.gui.tokens.strength_drawing import BAR_BOTTOM, paint_bar, paint_figures
from exgui.gui.tokens.token_look import BADGE, MOST_BADGES, REACH, RISE, Look, PixmapCache, badge_places, number_place

_BESIDE_NAME = 4
"""Pixels of the room for a name that it leaves free."""
LARGEST_ON_MAP = 125


class TokenPictures:
    """Draws tokens, each picture once; shared by all that show the tokens of one battle.

    Args:
        portraits: gives the portrait of a name, square; a null picture where there is none.
    """

    def __init__(self, portraits: Callable[[str], QPixmap] | None = None) -> None:
        self._read = portraits
        self._portraits: dict[str, QPixmap] = {}
        self._pictures = PixmapCache()

    def forget(self) -> None:
        """Forget portraits whose names mean others now."""
        self._portraits.clear()
        self._pictures.clear()

    def portrait(self, name: str) -> QPixmap:
        """Return the portrait of that name, square; a null one if there is none."""
        if not name or self._read is None:
            return QPixmap()
        if name not in self._portraits:
            self._portraits[name] = self._read(name)
        return self._portraits[name]

    def picture(
        self,
        theme: Theme,
        look: Look,
        radius: float,
        room: float,
        zoom: float,
        ratio: float,
        plate: str = "",
        percent: int = 100,
    ) -> QPixmap:
        """Return a token's picture: its centre is `RISE` radii below the upper edge, in the middle of the width.

        Args:
            radius: in map units.
            room: width for the name below it, 0 for no name.
            zoom, ratio: pixels to a map unit, and of the screen to a pixel.
            plate: "#rrggbb" laid under its name, so that no pattern of the ground runs through the letters; "" for
                none.
            percent: the text size of the name.
        """
        zoom = round(zoom, 4)
        key = (look, round(radius, 2), round(room, 1), zoom, ratio, plate, theme.name, percent)
        face = self.portrait(look.portrait)
        return self._pictures.get(key, lambda: _draw(theme, look, face, radius, room, zoom, ratio, plate, percent))


def bounds(radius: float, room: float) -> QRectF:
    """Return what the picture covers, from the token's centre, in map units."""
    half = max(REACH * radius, room / 2 + 2)
    below = 1.12 * radius + 24 if room else RISE * radius
    return QRectF(-half, -RISE * radius, 2 * half, RISE * radius + below)


def _draw(
    theme: Theme,
    look: Look,
    face: QPixmap,
    radius: float,
    room: float,
    zoom: float,
    ratio: float,
    plate: str,
    percent: int,
) -> QPixmap:
    box = bounds(radius, room)
    out = QPixmap(int(box.width() * zoom * ratio + 1), int(box.height() * zoom * ratio + 1))
    out.setDevicePixelRatio(ratio)
    out.fill(Qt.GlobalColor.transparent)
    painter = smooth_painter(out, pictures=True)
    painter.scale(zoom, zoom)
    painter.translate(-box.left(), -box.top())
    paint(painter, theme, look, face, radius, ratio * zoom)
    if room:
        paint_name(painter, theme, look, radius, room, plate, percent)
    painter.end()
    return out


def paint(painter: QPainter, theme: Theme, look: Look, face: QPixmap, radius: float, density: float = 1.0) -> None:
    """Paint a token around the origin, without its name.

    Args:
        face: the portrait, a null picture for none.
        density: device pixels to a unit, for sharp icons.
    """
    ground = theme.color("background" if theme.dark else "raised")
    tone = theme.color("muted" if look.down else look.tone)
    ink = theme.color("muted" if look.down else "text")
    if look.acted and not look.active:
        tone, ink = mix(tone, ground, 0.42), mix(ink, ground, 0.4)
    if look.faint:
        ground = mix(ground, theme.color("zone"), 0.6)
    _outer_rings(painter, theme, look, radius)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(ground)
    painter.drawEllipse(QPointF(), radius, radius)
    _face(painter, theme, look, face, radius, ink, density)
    if look.strength is not None:
        paint_figures(painter, look.strength.figures, radius, mix(tone, ground, 0.25), ground)
    draw_ring(painter, look.pattern, tone, radius)
    if look.faint:
        painter.setPen(QPen(ground, max(1.0, radius * 0.09), Qt.PenStyle.DotLine))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawEllipse(QPointF(), radius - radius * 0.06, radius - radius * 0.06)
    if look.hidden:
        paint_hidden(painter, theme, radius)
    if look.down:
        painter.setPen(
            QPen(theme.color("muted"), max(1.2, radius * 0.08), Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap)
        )
        reach = radius * 0.62
        painter.drawLine(QPointF(-reach, reach), QPointF(reach, -reach))
    if look.strength is not None:
        paint_bar(painter, theme, look.strength, radius, density, quiet=look.down)
    if radius >= 9:
        _badges(painter, theme, look, radius, density)
        if look.number:
            _number(painter, theme, look, radius)


def paint_hidden(painter: QPainter, theme: Theme, radius: float) -> None:
    """Mark a hidden token: violet lines across it, and a dashed violet ring."""
    inside = QPainterPath()
    inside.addEllipse(QPointF(), radius, radius)
    painter.save()
    painter.setClipPath(inside, Qt.ClipOperation.IntersectClip)
    paint_hatch(painter, theme, QRectF(-radius, -radius, 2 * radius, 2 * radius), max(4.0, radius * 0.3))
    painter.restore()
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(theme.color("violet"), max(1.4, radius * 0.1), Qt.PenStyle.DashLine))
    painter.drawEllipse(QPointF(), radius * 1.08, radius * 1.08)


def paint_hatch(painter: QPainter, theme: Theme, box: QRectF, step: float) -> None:
    """Paint slanting violet lines over a box, thin enough to read through."""
    shade = faded(theme.color("violet"), 0.42)
    painter.setPen(QPen(shade, max(0.8, step * 0.16)))
    x = box.left() - box.height()
    while x < box.right():
        painter.drawLine(QPointF(x, box.bottom()), QPointF(x + box.height(), box.top()))
        x += step


def _outer_rings(painter: QPainter, theme: Theme, look: Look, radius: float) -> None:
    painter.setBrush(Qt.BrushStyle.NoBrush)
    if look.active or look.up:
        glow = theme.color("gold")
        if look.active:
            soft = faded(glow, 0.22)
            painter.setPen(QPen(soft, radius * 0.28))
            painter.drawEllipse(QPointF(), radius * 1.12, radius * 1.12)
        style = Qt.PenStyle.SolidLine if look.active else Qt.PenStyle.DashLine
        painter.setPen(QPen(glow, max(1.5, radius * 0.1), style))
        painter.drawEllipse(QPointF(), radius * 1.14, radius * 1.14)
    elif look.pickable:
        painter.setPen(QPen(theme.color("text"), max(1.5, radius * 0.09)))
        painter.drawEllipse(QPointF(), radius * 1.14, radius * 1.14)


def _face(
    painter: QPainter, theme: Theme, look: Look, picture: QPixmap, radius: float, ink: QColor, density: float
) -> None:
    if look.icon:
        _centred_icon(painter, theme, look, radius, density)
        return
    if not picture.isNull():
        painter.save()
        painter.setOpacity(0.45 if look.down else 0.6 if look.acted and not look.active else 1.0)
        if painter.paintEngine().type() == QPaintEngine.Type.SVG:  # few programs draw the pattern of a brush
            circle = QPainterPath()
            circle.addEllipse(QPointF(), radius, radius)
            painter.setClipPath(circle, Qt.ClipOperation.IntersectClip)
            painter.drawPixmap(QRectF(-radius, -radius, 2 * radius, 2 * radius), picture, QRectF(picture.rect()))
        else:
            side = picture.width()
            brush = QBrush(picture)
            brush.setTransform(QTransform().translate(-radius, -radius).scale(2 * radius / side, 2 * radius / side))
            painter.setBrush(brush)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.drawEllipse(QPointF(), radius, radius)
        painter.restore()
        return
    font = fonts.font("strong")
    share = {1: 0.92, 2: 0.7}.get(len(look.initial), 0.54) * (0.62 if look.strength is not None else 1.0)
    above = radius * 0.6 if look.strength is not None else 0.0  # the crowd is below
    font.setPixelSize(max(3, round(radius * share), look.least))
    font.setWeight(QFont.Weight.DemiBold)
    letters = look.initial
    if look.least:
        # Above a crowd there is no more room than for letters of their usual size.
        room = 1.6 * radius if look.strength is None or font.pixelSize() <= radius * share + 0.5 else 0.0
        letters = _that_fit(letters, QFontMetricsF(font), room)
    painter.save()
    painter.setFont(font)
    painter.setPen(ink)
    # Capitals are in the middle by their own height, not by that of the whole font.
    metrics = QFontMetricsF(font)
    width = metrics.horizontalAdvance(letters)
    draw_mark(painter, QPointF(-width / 2, metrics.capHeight() / 2 - above), letters)
    painter.restore()


def _that_fit(letters: str, metrics: QFontMetricsF, room: float) -> str:
    """Return the letters; if they don't fit, the number in them, or the first letter."""
    number = letters[len(letters.rstrip("0123456789")) :]
    for some in (letters, number, letters[:1]):
        if some and metrics.horizontalAdvance(some) <= room:
            return some
    return ""


def _centred_icon(painter: QPainter, theme: Theme, look: Look, radius: float, density: float) -> None:
    quiet = look.down or (look.acted and not look.active)
    half = radius * 0.62
    at = QPointF(-radius * 0.2, -radius * 0.1) if look.joined else QPointF()
    box = QRectF(at.x() - half, at.y() - half, 2 * half, 2 * half)
    paint_icon(painter, theme, look.icon, "muted" if quiet else "text", box, density)


def draw_ring(painter: QPainter, pattern: str, tone: QColor, radius: float) -> None:
    """Draw the ring of a side, in its color and pattern, inside a circle about the origin."""
    painter.setBrush(Qt.BrushStyle.NoBrush)
    width = max(1.4, radius * 0.12)
    if pattern == "double":
        painter.setPen(QPen(tone, width * 0.62))
        painter.drawEllipse(QPointF(), radius - width * 0.3, radius - width * 0.3)
        painter.setPen(QPen(tone, width * 0.42))
        painter.drawEllipse(QPointF(), radius - width * 1.45, radius - width * 1.45)
        return
    pen = QPen(tone, width)
    if pattern != "solid":
        pen.setCapStyle(Qt.PenCapStyle.FlatCap)
        round_ = 2 * 3.14159265 * (radius - width / 2) / width
        parts = {"dashed": (1.6, 0.9), "dotted": (0.8, 0.8), "dashdot": (2.0, 0.8, 0.6, 0.8)}[pattern]
        times = max(3, round(round_ / sum(parts)))
        pen.setDashPattern([part * round_ / sum(parts) / times for part in parts])
    painter.setPen(pen)
    painter.drawEllipse(QPointF(), radius - width / 2, radius - width / 2)


def _badges(painter: QPainter, theme: Theme, look: Look, radius: float, density: float) -> None:
    size = BADGE * radius
    for index, place in enumerate(badge_places(len(look.badges), radius, many=look.strength is not None)):
        more = index >= MOST_BADGES
        badge = look.badges[index]
        tone = "muted" if more else TONES.get(badge.tone, "blue")
        if tone == "text":
            tone = "blue"
        painter.setPen(QPen(theme.color("zone"), max(1.0, radius * 0.05)))
        painter.setBrush(theme.color(tone))
        painter.drawEllipse(place, size, size)
        text = f"+{len(look.badges) - MOST_BADGES}" if more else badge.short
        if text:
            font = fonts.font("small")
            font.setWeight(QFont.Weight.Bold)
            font.setPixelSize(max(4, round(size * (1.25 if len(text) < 2 else 1.0))))
            ink = theme.color("background") if more else theme.color("on_tone" if tone != "gold" else "on_gold")
            _centred(painter, font, place, text, ink)
        else:
            half = size * 0.78
            box = QRectF(place.x() - half, place.y() - half, 2 * half, 2 * half)
            paint_icon(painter, theme, badge.icon, "on_gold" if tone == "gold" else "on_tone", box, density)


def _centred(painter: QPainter, font: QFont, at: QPointF, text: str, ink: QColor) -> None:
    metrics = QFontMetricsF(font)
    painter.setFont(font)
    painter.setPen(ink)
    draw_mark(painter, QPointF(at.x() - metrics.horizontalAdvance(text) / 2, at.y() + metrics.capHeight() / 2), text)


def _number(painter: QPainter, theme: Theme, look: Look, radius: float) -> None:
    at = number_place(look, radius)
    half = BADGE * radius * (1.06 if look.pickable else 0.94)
    wide = half if look.number < 10 else half * 1.3
    painter.setPen(QPen(theme.color("text" if look.pickable else "line"), max(1.0, radius * 0.045)))
    painter.setBrush(theme.color("text" if look.pickable else "raised"))
    painter.drawRoundedRect(QRectF(at.x() - wide, at.y() - half, 2 * wide, 2 * half), half * 0.45, half * 0.45)
    font = fonts.font("small")
    font.setWeight(QFont.Weight.Bold)
    font.setPixelSize(max(4, round(half * 1.4)))
    _centred(painter, font, at, str(look.number), theme.color("background" if look.pickable else "text"))


def name_font(radius: float, percent: int = 100) -> QFont:
    """Return the font of a name below a token of that radius.

    Args:
        percent: the text size; 100 for what is scaled as a whole.
    """
    font = fonts.unscaled("muted")
    most = font.pixelSize()
    font.setPixelSize(round((most if radius >= 22 else most - 1 if radius >= 18 else most - 2) * percent / 100))
    return font


def names_on_map() -> int:
    """Return the text size of names below tokens on the map: larger ones would reach into the row below."""
    return min(fonts.text_size(), LARGEST_ON_MAP)


@fonts.measured(1024)
def name_width(name: str) -> float:
    """Return how wide a name would like to be below a token of full size."""
    font = name_font(28.0, names_on_map())
    font.setWeight(QFont.Weight.DemiBold)
    return QFontMetricsF(font).horizontalAdvance(name[:200]) + 12


@fonts.measured(1024)
def name_needs(name: str) -> float:
    """Return how much room a name needs to be whole below a small token that is not scaled by the text size."""
    return QFontMetricsF(name_font(0.0)).horizontalAdvance(name[:80]) + _BESIDE_NAME


def name_shown(look: Look, radius: float, room: float, percent: int = 100) -> tuple[QFont, str]:
    """Return a name's font and text: the whole name in smaller or lighter letters rather than a part."""
    font = name_font(radius, percent)
    if look.active:
        font.setWeight(QFont.Weight.DemiBold)
    smaller = QFont(font)
    smaller.setPixelSize(name_font(0.0, percent).pixelSize())
    for one in (font, smaller, name_font(radius, percent), name_font(0.0, percent)):
        if QFontMetricsF(one).horizontalAdvance(look.name[:80]) <= room:
            return one, look.name
    return font, elided(QFontMetricsF(font), look.name, room)


def paint_name(
    painter: QPainter, theme: Theme, look: Look, radius: float, room: float, ground: str, percent: int = 100
) -> None:
    """Paint a token's name below it, around the token's center.

    Args:
        ground: "#rrggbb" laid under it, "" for nothing.
    """
    font, text = name_shown(look, radius, room - _BESIDE_NAME, percent)
    metrics = QFontMetricsF(font)
    width = metrics.horizontalAdvance(text)
    top = (1.14 if look.strength is None else BAR_BOTTOM) * radius + 1.5
    high = metrics.capHeight() + 8
    if ground:
        shade = faded(QColor(ground), 0.86)
        plate = QPainterPath()
        plate.addRoundedRect(QRectF(-width / 2 - 4, top, width + 8, high), 5, 5)
        painter.fillPath(plate, shade)
    quiet = look.down or (look.acted and not look.active)
    painter.setFont(font)
    painter.setPen(theme.color("muted" if quiet else "text"))
    draw_text(painter, QPointF(-width / 2, top + 4 + metrics.capHeight()), text)
