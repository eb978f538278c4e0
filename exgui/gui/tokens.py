"""Tokens: how one combatant is drawn, the same on the map and on the tick bar.

A `Look` says all that a token shows; `TokenPictures` draws it once per look, size and theme and keeps the pixels. Sides
differ by colour and by the pattern of their ring, so that no meaning hangs on colour alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from math import cos, radians, sin
from typing import Protocol

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

from exgui.engine.battle import Battle, Combatant
from exgui.engine.frozen import frozen
from exgui.engine.record import Record
from exgui.engine.strength import Strength
from exgui.engine.system import Badge
from exgui.gui import fonts
from exgui.gui.elided import elided
from exgui.gui.icons import pixmap as icon_pixmap
from exgui.gui.large_letters import draw_text
from exgui.gui.pixmap_cache import PixmapCache
from exgui.gui.strength_drawing import BAR_BOTTOM, paint_bar, paint_figures
from exgui.gui.theme import TONES, Theme

SIDE_TONES = ("jade", "red", "blue", "violet", "muted")
SIDE_PATTERNS = ("solid", "double", "dashed", "dotted", "dashdot")
MOST_BADGES = 4


@frozen
class Look(Record):
    """All that a token shows.

    Attributes:
        initial: the letters on it, where it has no portrait.
        side: index of its side, 0 the players' own.
        icon: the icon on it instead of letters, "" for none.
        joined: it stands behind another token, which covers its lower right.
        number: by which the keyboard chooses it; 0 shows none.
        active: the one who acts now.
        up: its turn is now, though another of the same moment goes first.
        acted: has had its turn.
        down: cannot fight on.
        faint: waiting to join, or not to be seen by the players.
        hidden: the players do not know that they are there.
        pickable: may be chosen now for what is being put together.
        badges: its states.
        strength: how many it is and how strong, where it is not a single fighter.
        least: its letters are no smaller; what does not fit then is left out. 0 for letters that shrink with it.
    """

    name: str
    initial: str
    side: int = 0
    icon: str = ""
    joined: bool = False
    number: int = 0
    portrait: str = ""
    active: bool = False
    up: bool = False
    acted: bool = False
    down: bool = False
    faint: bool = False
    hidden: bool = False
    pickable: bool = False
    badges: tuple[Badge, ...] = ()
    strength: Strength | None = None
    least: int = 0

    @property
    def tone(self) -> str:
        """The theme's token for its side."""
        return SIDE_TONES[min(self.side, len(SIDE_TONES) - 1)]

    @property
    def pattern(self) -> str:
        """The pattern of its ring."""
        return SIDE_PATTERNS[min(self.side, len(SIDE_PATTERNS) - 1)]


def sides(battle: Battle) -> Mapping[str, int]:
    """Every side's index: the players' own is 0, the others follow in the order of their combatants."""
    everyone = battle.combatants.values()
    order: dict[str, None] = {one.side: None for one in everyone if one.player}
    order.update((one.side, None) for one in everyone)
    return {side: index for index, side in enumerate(order)}


class Named(Protocol):
    """Whoever has an id and a name."""

    @property
    def id(self) -> str: ...

    @property
    def name(self) -> str: ...


def initials(combatants: Iterable[Named]) -> Mapping[str, str]:
    """A few letters for everyone: the first letter of the name, with the number it ends in ("Bandit 2" is "B2"); those
    who would share them get a second letter."""
    return _initials(tuple([(one.id, one.name) for one in combatants]))


@lru_cache(maxsize=16)  # map, tick bar and panel ask after every step, and names rarely change
def _initials(named: tuple[tuple[str, str], ...]) -> Mapping[str, str]:
    found: dict[str, str] = {}
    taken: dict[str, list[str]] = {}
    names = {id: name.split() or [id] for id, name in named}
    for id, words in names.items():
        number = words[-1] if len(words) > 1 and words[-1].isdigit() and len(words[-1]) < 3 else ""
        found[id] = words[0][0].upper() + number
        taken.setdefault(found[id], []).append(id)
    for ids in taken.values():
        if len(ids) > 1:
            for id in ids:
                words = names[id]
                second = words[1][0].upper() if len(words) > 1 and words[1][0].isalpha() else words[0][1:2]
                found[id] += second
    return found


def look_of(
    battle: Battle,
    one: Combatant,
    badges: tuple[Badge, ...],
    initial: str,
    side: int,
    *,
    standing: bool = True,
    pickable: bool = False,
    strength: Strength | None = None,
) -> Look:
    """A combatant's look as the battle stands.

    Args:
        badges: their states.
        standing: they can fight on.
        strength: how strong they still are, where they are many.
    """
    badges = not_told_twice(badges, strength)
    if one.hidden:
        badges = (*badges, Badge("hidden", "mdi6.eye-off", "Hidden from the players", tone="hidden"))
    elif not one.revealed:
        badges = (*badges, Badge("unnamed", "mdi6.help", "The players do not know the name", tone="hidden"))
    return Look(
        name=one.name or one.id,
        initial=initial,
        side=side,
        number=one.number,
        portrait=one.portrait,
        active=battle.active == one.id,
        up=one.id in battle.up,
        acted=one.acted,
        down=not one.waiting and not standing,
        faint=one.waiting or one.hidden,
        hidden=one.hidden,
        pickable=pickable,
        badges=badges,
        strength=strength,
    )


def not_told_twice(badges: tuple[Badge, ...], strength: Strength | None) -> tuple[Badge, ...]:
    """The states that are left when the word on the bar of many says one of them."""
    if strength is None or not strength.breaks:
        return badges
    return tuple(badge for badge in badges if badge.id != strength.badge)


# --- where things are on a token, in units of its radius --------------------------------------------------------------

RISE, REACH = 1.34, 1.45
"""How far above the centre, and to either side, a token's picture goes, in radii."""

_BADGE = 0.38
_NUMBER_AT, _NUMBER_OUT = 144.0, 1.1
_NUMBER_AT_MANY = 178.0
"""The bar of those who are many takes the place where the number is else."""


def badge_places(count: int, radius: float, *, many: bool = False) -> list[QPointF]:
    """Centres of the badges from the token's centre; one more than `MOST_BADGES` where "+n" stands last. Those who are
    many have their letters above, so that their badges begin further down."""
    shown = count if count <= MOST_BADGES else MOST_BADGES + 1
    first = (-24.0 if many else -45.0) - 20.0 * (shown - 1)
    return [_around(first + 40.0 * index, radius) for index in range(shown)]


def _number_place(look: Look, radius: float) -> QPointF:
    angle = _NUMBER_AT if look.strength is None else _NUMBER_AT_MANY
    return _around(angle, radius * _NUMBER_OUT)


def _around(angle: float, radius: float) -> QPointF:
    return QPointF(cos(radians(angle)) * radius, sin(radians(angle)) * radius)


def part_at(look: Look, at: QPointF, radius: float) -> Badge | str | None:
    """What of a token lies at a point from its centre: a badge, "more" for the "+n", "number", "token", or nothing."""
    places = badge_places(len(look.badges), radius, many=look.strength is not None)
    for index, place in enumerate(places):
        if _near(at, place, _BADGE * radius + 1):
            return look.badges[index] if index < MOST_BADGES else "more"
    if look.number and _near(at, _number_place(look, radius), _BADGE * radius + 1):
        return "number"
    return "token" if _near(at, QPointF(), radius + 3) else None


def _near(a: QPointF, b: QPointF, distance: float) -> bool:
    dx, dy = a.x() - b.x(), a.y() - b.y()
    return dx * dx + dy * dy <= distance * distance


# --- pictures, drawn once --------------------------------------------------------------------------------------------


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
        """Names mean other portraits from now on."""
        self._portraits.clear()
        self._pictures.clear()

    def portrait(self, name: str) -> QPixmap:
        """The portrait of that name, square; a null one where there is none."""
        if not name or self._read is None:
            return QPixmap()
        if name not in self._portraits:
            self._portraits[name] = self._read(name)
        return self._portraits[name]

    def picture(
        self, theme: Theme, look: Look, radius: float, room: float, zoom: float, ratio: float, plate: str = ""
    ) -> QPixmap:
        """A token's picture: its centre is `RISE` radii below the upper edge, in the middle of the width.

        Args:
            radius: in map units.
            room: width for the name below it, 0 for no name.
            zoom, ratio: pixels to a map unit, and of the screen to a pixel.
            plate: "#rrggbb" laid under its name, so that no pattern of the ground runs through the letters; "" for
                none.
        """
        zoom = round(zoom, 4)
        key = (look, round(radius, 2), round(room, 1), zoom, ratio, plate, theme.name)
        face = self.portrait(look.portrait)
        return self._pictures.get(key, lambda: _draw(theme, look, face, radius, room, zoom, ratio, plate))


def bounds(radius: float, room: float) -> QRectF:
    """What the picture covers, from the token's centre, in map units."""
    half = max(REACH * radius, room / 2 + 2)
    below = 1.12 * radius + 20 if room else RISE * radius
    return QRectF(-half, -RISE * radius, 2 * half, RISE * radius + below)


def _draw(
    theme: Theme, look: Look, face: QPixmap, radius: float, room: float, zoom: float, ratio: float, plate: str
) -> QPixmap:
    box = bounds(radius, room)
    out = QPixmap(int(box.width() * zoom * ratio + 1), int(box.height() * zoom * ratio + 1))
    out.setDevicePixelRatio(ratio)
    out.fill(Qt.GlobalColor.transparent)
    painter = QPainter(out)
    painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
    painter.scale(zoom, zoom)
    painter.translate(-box.left(), -box.top())
    paint(painter, theme, look, face, radius, ratio * zoom)
    if room:
        paint_name(painter, theme, look, radius, room, plate)
    painter.end()
    return out


def mix(a: QColor, b: QColor, share: float) -> QColor:
    """`a` with a share of `b`, 0 to 1."""
    keep = 1 - share
    return QColor.fromRgbF(
        a.redF() * keep + b.redF() * share, a.greenF() * keep + b.greenF() * share, a.blueF() * keep + b.blueF() * share
    )


def paint(painter: QPainter, theme: Theme, look: Look, face: QPixmap, radius: float, density: float = 1.0) -> None:
    """A token round the origin, without its name.

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
    _ring(painter, look.pattern, tone, radius)
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
    """What the players do not see: violet lines across it, and a dashed ring of violet."""
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
    """Slanting lines of violet over a box, thin enough to read what lies below."""
    shade = theme.color("violet")
    shade.setAlphaF(0.42)
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
            soft = QColor(glow)
            soft.setAlphaF(0.22)
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
    above = radius * 0.6 if look.strength is not None else 0.0  # the crowd stands below
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
    # Capitals stand in the middle by their own height, not by that of the whole font.
    metrics = QFontMetricsF(font)
    width = metrics.horizontalAdvance(letters)
    draw_text(painter, QPointF(-width / 2, metrics.capHeight() / 2 - above), letters)
    painter.restore()


def _that_fit(letters: str, metrics: QFontMetricsF, room: float) -> str:
    """The letters; where there is no room for all, the number that tells somebody from their like, or the first."""
    number = letters[len(letters.rstrip("0123456789")) :]
    for some in (letters, number, letters[:1]):
        if some and metrics.horizontalAdvance(some) <= room:
            return some
    return ""


def _centred_icon(painter: QPainter, theme: Theme, look: Look, radius: float, density: float) -> None:
    """The icon of what has no letters, in the middle of what is seen of it."""
    quiet = look.down or (look.acted and not look.active)
    mark = icon_pixmap(theme, look.icon, "muted" if quiet else "text", max(4, round(radius * 1.24 * density)))
    half = radius * 0.62
    at = QPointF(-radius * 0.2, -radius * 0.1) if look.joined else QPointF()
    painter.drawPixmap(QRectF(at.x() - half, at.y() - half, 2 * half, 2 * half), mark, QRectF(mark.rect()))


def _ring(painter: QPainter, pattern: str, tone: QColor, radius: float) -> None:
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
    size = _BADGE * radius
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
            edge = max(4, round(size * 1.56 * density))
            mark = icon_pixmap(theme, badge.icon, "on_gold" if tone == "gold" else "on_tone", edge)
            half = size * 0.78
            painter.drawPixmap(
                QRectF(place.x() - half, place.y() - half, 2 * half, 2 * half), mark, QRectF(mark.rect())
            )


def _centred(painter: QPainter, font: QFont, at: QPointF, text: str, ink: QColor) -> None:
    metrics = QFontMetricsF(font)
    painter.setFont(font)
    painter.setPen(ink)
    draw_text(painter, QPointF(at.x() - metrics.horizontalAdvance(text) / 2, at.y() + metrics.capHeight() / 2), text)


def _number(painter: QPainter, theme: Theme, look: Look, radius: float) -> None:
    at = _number_place(look, radius)
    half = _BADGE * radius * (1.06 if look.pickable else 0.94)
    wide = half if look.number < 10 else half * 1.3
    painter.setPen(QPen(theme.color("text" if look.pickable else "line"), max(1.0, radius * 0.045)))
    painter.setBrush(theme.color("text" if look.pickable else "raised"))
    painter.drawRoundedRect(QRectF(at.x() - wide, at.y() - half, 2 * wide, 2 * half), half * 0.45, half * 0.45)
    font = fonts.font("small")
    font.setWeight(QFont.Weight.Bold)
    font.setPixelSize(max(4, round(half * 1.4)))
    _centred(painter, font, at, str(look.number), theme.color("background" if look.pickable else "text"))


def name_font(radius: float) -> QFont:
    """The font of a name below a token of that radius."""
    font = fonts.font("muted")
    font.setPixelSize(13 if radius >= 22 else 12 if radius >= 18 else 11)
    return font


@lru_cache(maxsize=1024)
def name_width(name: str) -> float:
    """How wide a name would like to be below a token of full size."""
    font = name_font(28.0)
    font.setWeight(QFont.Weight.DemiBold)
    return QFontMetricsF(font).horizontalAdvance(name[:200]) + 12


def paint_name(painter: QPainter, theme: Theme, look: Look, radius: float, room: float, ground: str) -> None:
    """A token's name below it, round the token's centre.

    Args:
        ground: "#rrggbb" laid under it, "" for nothing.
    """
    font = name_font(radius)
    if look.active:
        font.setWeight(QFont.Weight.DemiBold)
    metrics = QFontMetricsF(font)
    if metrics.horizontalAdvance(look.name[:80]) > room - 4:
        smaller = QFont(font)
        smaller.setPixelSize(11)
        if QFontMetricsF(smaller).horizontalAdvance(look.name[:80]) <= room - 4:
            font, metrics = smaller, QFontMetricsF(smaller)
    text = elided(metrics, look.name, room - 4)
    width = metrics.horizontalAdvance(text)
    top = (1.14 if look.strength is None else BAR_BOTTOM) * radius + 1.5
    high = metrics.capHeight() + 8
    if ground:
        shade = QColor(ground)
        shade.setAlphaF(0.86)
        plate = QPainterPath()
        plate.addRoundedRect(QRectF(-width / 2 - 4, top, width + 8, high), 5, 5)
        painter.fillPath(plate, shade)
    quiet = look.down or (look.acted and not look.active)
    painter.setFont(font)
    painter.setPen(theme.color("muted" if quiet else "text"))
    draw_text(painter, QPointF(-width / 2, top + 4 + metrics.capHeight()), text)
