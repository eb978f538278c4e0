"""One zone on the map: its shape, ground, heading, the range to it, and the outlines of close groups in it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPainterPath, QPen, QPixmap
from PySide6.QtWidgets import QGraphicsItem, QGraphicsRectItem, QStyleOptionGraphicsItem, QWidget

from exgui.engine.record import Record
from exgui.engine.system import Reach
from exgui.engine.zones import Zone
from exgui.gui import theme
from exgui.gui.elided import elided
from exgui.gui.icons import pixmap as icon_pixmap
from exgui.gui.map.layout import NOBODY, Placing, Ring
from exgui.gui.map.texture import paint_growth, paint_heat
from exgui.gui.pixmap_cache import PixmapCache
from exgui.gui.safe_events import safe_events
from exgui.gui.tokens import mix

CORNER = 26.0
SMALLEST = (120.0, 96.0)
_SPARE = 18.0
"""How far paint goes beyond the shape: the pill on the upper edge, the frame of the keyboard's place."""

_PILL_HEIGHT = 24.0
_NAME_AT = (20.0, 18.0)

_pictures = PixmapCache()
"""Of zones and their ground, for all maps: they depend on nothing but what is asked for."""


@dataclass(frozen=True)
class ZoneLook(Record):
    """All that a zone shows, tokens apart.

    Attributes:
        traits: what its heading says below the name, each an icon and a word.
        ground: the theme's token of its fill.
        pill: the range to it, in words; "" shows none.
        band: how far it is, 0 the nearest, None out of reach.
        lit: the one who acts now is in it.
        mark: "" or what a choice or a drag makes of it: "pickable", "open", "shut", "target", "dim".
        focused: the keyboard stands on it.
        key: the number key that chooses it, 0 none.
    """

    id: str
    name: str
    width: float
    height: float
    traits: tuple[tuple[str, str], ...] = ()
    ground: str = "zone"
    texture: str = ""
    pill: str = ""
    band: int | None = 0
    lit: bool = False
    hidden: bool = False
    outside: bool = False
    mark: str = ""
    focused: bool = False
    key: int = 0
    rings: tuple[Ring, ...] = ()
    lit_ring: int = -1


class Ground(Protocol):
    """What a zone's heading and fill are made of."""

    @property
    def difficult(self) -> bool: ...

    @property
    def cover(self) -> Mapping[str, int]: ...

    @property
    def hazard(self) -> str: ...

    @property
    def hidden(self) -> bool: ...


def ground_of(zone: Ground) -> tuple[str, str]:
    """The theme's token of a zone's fill, and the name of the pattern on it, "" for none."""
    harmful = zone.hazard not in ("", "none")
    ground = "hazard" if harmful else "difficult" if zone.difficult else "cover" if zone.cover else "zone"
    return ground, "heat" if harmful and not zone.difficult else "growth" if zone.difficult else ""


def traits_of(zone: Ground) -> tuple[tuple[str, str], ...]:
    """What there is to say of a zone's ground, each an icon and a word."""
    found: list[tuple[str, str]] = []
    if zone.difficult:
        found.append(("mdi6.grass", "difficult"))
    if zone.cover:
        found.append(("mdi6.shield-half-full", f"{' or '.join(zone.cover)} cover"))
    if zone.hazard not in ("", "none"):
        found.append(("mdi6.fire", f"{zone.hazard.replace('_', ' ')} hazard"))
    if zone.hidden:
        found.append(("mdi6.eye-off", "hidden"))
    return tuple(found)


def look_of(zone: Zone, reach: Reach | None = None, *, lit: bool = False, mark: str = "", key: int = 0) -> ZoneLook:
    """A zone's look, its close groups apart."""
    ground, texture = ground_of(zone)
    return ZoneLook(
        id=zone.id,
        name=zone.name or zone.id.replace("_", " ").capitalize(),
        width=zone.width,
        height=zone.height,
        traits=traits_of(zone),
        ground=ground,
        texture=texture,
        pill=reach.label if reach is not None else "",
        band=reach.band if reach is not None else 0,
        lit=lit,
        hidden=zone.hidden,
        mark=mark,
        key=key,
    )


def heading_height(zone: Zone) -> float:
    """Map units from a zone's upper edge to where tokens may stand."""
    return 64.0 if traits_of(zone) else 46.0


@safe_events
class ZoneItem(QGraphicsRectItem):
    """A zone; its tokens are its children."""

    def __init__(self, zone: Zone) -> None:
        super().__init__()
        self.setPen(QPen(Qt.PenStyle.NoPen))
        self.setFlag(QGraphicsItem.GraphicsItemFlag.ItemUsesExtendedStyleOption, False)
        self.setZValue(1)
        self.zone = zone
        self.look = look_of(zone)
        self.placing: Placing = NOBODY
        self.placed_for: object = None
        self.hovered = False
        self._plate = ("", "")
        self._fit()

    @property
    def id(self) -> str:
        return self.zone.id

    @property
    def box(self) -> QRectF:
        """The shape's rectangle on the map."""
        at = self.pos()
        return QRectF(at.x(), at.y(), self.look.width, self.look.height)

    def set_look(self, look: ZoneLook) -> None:
        """Shows another look, if it is another."""
        if look == self.look:
            return
        resized = (look.width, look.height) != (self.look.width, self.look.height)
        self.look = look
        self._plate = ("", "")
        if resized:
            self._fit()
        self.update()

    @property
    def plate(self) -> str:
        """Its fill as "#rrggbb" where its ground has a pattern, else ""; known until the look or the theme changes."""
        if not self.look.texture:
            return ""
        if self._plate[0] != theme.current().name:
            self._plate = (theme.current().name, fill_of(self.look).name())
        return self._plate[1]

    def set_focused(self, focused: bool) -> None:
        self.set_look(self.look.but(focused=focused))

    def set_hovered(self, hovered: bool) -> None:
        if hovered is not self.hovered:
            self.hovered = hovered
            self.update()

    def _fit(self) -> None:
        self.setRect(-_SPARE, -_SPARE, self.look.width + 2 * _SPARE, self.look.height + 2 * _SPARE)

    def holds(self, at: QPointF) -> bool:
        """A point of the map lies in its shape (near enough: the corners count too)."""
        return self.box.contains(at)

    def in_corner(self, at: QPointF) -> bool:
        """A point of the map lies on the grip by which it is resized."""
        box = self.box
        return QRectF(box.right() - 24, box.bottom() - 24, 26, 26).contains(at)

    def pill_at(self, at: QPointF) -> bool:
        """A point of the map lies on the range's label."""
        return (
            bool(self.look.pill)
            and QRectF(self.pos() + QPointF(self.look.width * 0.4, -_PILL_HEIGHT / 2), self.box.size() * 0.6).contains(
                at
            )
            and at.y() < self.pos().y() + _PILL_HEIGHT / 2
        )

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        transform = painter.worldTransform()
        zoom = transform.m11()
        device = painter.device()
        ratio = device.devicePixelRatioF() if device is not None else 1.0
        look = self.look
        key = (look, round(zoom, 4), ratio, theme.current().name)
        picture = _pictures.get(key, lambda: draw(look, zoom, ratio))
        at = transform.map(QPointF(-_SPARE, -_SPARE))
        painter.save()
        painter.resetTransform()
        painter.drawPixmap(QPointF(round(at.x() * ratio) / ratio, round(at.y() * ratio) / ratio), picture)
        painter.restore()
        if self.hovered and not look.outside:
            painter.setPen(QPen(theme.color("muted"), 1.6, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
            right, low = look.width - 10, look.height - 10
            painter.drawLine(QPointF(right, low - 8), QPointF(right - 8, low))
            painter.drawLine(QPointF(right + 1, low - 3), QPointF(right - 3, low + 1))


def _blank(look: ZoneLook, zoom: float, ratio: float) -> QPixmap:
    out = QPixmap(int((look.width + 2 * _SPARE) * zoom * ratio + 2), int((look.height + 2 * _SPARE) * zoom * ratio + 2))
    out.setDevicePixelRatio(ratio)
    out.fill(Qt.GlobalColor.transparent)
    return out


def _on(picture: QPixmap, zoom: float) -> QPainter:
    """Paints on a zone's picture in the zone's own units."""
    painter = QPainter(picture)
    painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
    painter.scale(zoom, zoom)
    painter.translate(_SPARE, _SPARE)
    return painter


def draw(look: ZoneLook, zoom: float, ratio: float) -> QPixmap:
    """A zone's picture, `_SPARE` larger than its shape on every side."""
    out = _blank(look, zoom, ratio)
    painter = _on(out, zoom)
    if look.mark == "dim":
        painter.setOpacity(0.42)
    _ground(painter, look, zoom, ratio)
    _heading(painter, look, zoom)
    for index, ring in enumerate(look.rings):
        _outline(painter, ring, index == look.lit_ring, zoom)
    painter.setOpacity(1.0)
    if look.focused:
        painter.setPen(QPen(theme.color("text"), max(2.0, 2.0 / zoom), Qt.PenStyle.SolidLine))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(QRectF(-6, -6, look.width + 12, look.height + 12), CORNER + 6, CORNER + 6)
    if look.pill and look.mark != "dim":
        _pill(painter, look, zoom)
    painter.end()
    return out


def fill_of(look: ZoneLook) -> QColor:
    """A zone's fill: its ground, the further away the closer to the background."""
    ground = theme.color(look.ground)
    if not look.pill:
        return ground
    if look.band is None:
        return mix(ground, theme.color("background"), 0.62)
    return mix(ground, theme.color("background"), min(0.17 * max(look.band - 1, 0), 0.5))


def _ground(painter: QPainter, look: ZoneLook, zoom: float, ratio: float) -> None:
    box = QRectF(0, 0, look.width, look.height)
    inner = box.adjusted(1, 1, -1, -1)
    corner = min(CORNER, look.width / 2, look.height / 2)
    shape = QPainterPath()
    shape.addRoundedRect(inner, corner, corner)
    if look.outside:
        painter.setPen(QPen(theme.color("line"), 1.5, Qt.PenStyle.DashLine))
        painter.drawPath(shape)
        return
    fill = fill_of(look)
    painter.fillPath(shape, fill)
    if look.texture and zoom > 0.3:
        painter.save()
        painter.resetTransform()
        painter.drawPixmap(0, 0, _pattern(look, shape, zoom, ratio))
        painter.restore()
    painter.setBrush(Qt.BrushStyle.NoBrush)
    edge, width, style = theme.color("line"), 1.6, Qt.PenStyle.SolidLine
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


def _pattern(look: ZoneLook, shape: QPainterPath, zoom: float, ratio: float) -> QPixmap:
    """The pattern of a zone's ground, as large as its picture: see-through, so that it goes on every fill. It takes
    longer than all the rest, and the fill changes with everyone's turn."""

    def drawn() -> QPixmap:
        out = _blank(look, zoom, ratio)
        painter = _on(out, zoom)
        painter.setClipPath(shape)
        growth = look.texture == "growth"
        ink = theme.color("growth" if growth else "red")
        ink.setAlphaF(0.65 if growth else 0.28)
        clear = QRectF(-40, -40, look.width + 80, 40 + (66 if look.traits else 50))
        (paint_growth if growth else paint_heat)(painter, QRectF(0, 0, look.width, look.height), look.id, ink, clear)
        painter.end()
        return out

    like = (look.id, look.texture, look.width, look.height, bool(look.traits))
    return _pictures.get((like, round(zoom, 4), ratio, theme.current().name), drawn)


def _heading(painter: QPainter, look: ZoneLook, zoom: float) -> None:
    left, top = _NAME_AT
    if look.key:
        _key(painter, look, left, top)
        left += 28
    font = theme.font("strong")
    font.setPixelSize(round(max(16.0, 11.0 / zoom)))
    metrics = QFontMetricsF(font)
    text = elided(metrics, look.name, look.width - left - 16)
    painter.setFont(font)
    painter.setPen(theme.color("muted" if look.outside or look.band is None else "text"))
    painter.drawText(QPointF(left, top + metrics.capHeight() + 2), text)
    if not look.traits or zoom < 0.5:
        return
    font = theme.font("muted")
    metrics = QFontMetricsF(font)
    painter.setFont(font)
    x, middle = _NAME_AT[0], top + 31
    for icon, word in look.traits:
        room = look.width - x - 16
        if room < 18:
            break
        mark = icon_pixmap(icon, "muted", 15, 2.0)
        painter.drawPixmap(QRectF(x, middle - 8, 15, 15), mark, QRectF(mark.rect()))
        x += 19
        word = elided(metrics, word, max(room - 19, 0))
        if len(word) > 1:
            painter.setPen(theme.color("muted"))
            painter.drawText(QPointF(x, middle + metrics.capHeight() / 2), word)
            x += metrics.horizontalAdvance(word) + 12


def _key(painter: QPainter, look: ZoneLook, left: float, top: float) -> None:
    box = QRectF(left - 2, top - 3, 22, 22)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.color("text"))
    painter.drawRoundedRect(box, 6, 6)
    font = theme.font("muted")
    font.setWeight(QFont.Weight.Bold)
    painter.setFont(font)
    painter.setPen(theme.color("background"))
    painter.drawText(box, Qt.AlignmentFlag.AlignCenter, str(look.key))


def _outline(painter: QPainter, ring: Ring, lit: bool, zoom: float) -> None:
    """The dotted line round a close group, and its label below."""
    tone = theme.color("gold" if lit else "muted")
    pen = QPen(tone, 1.5, Qt.PenStyle.CustomDashLine, Qt.PenCapStyle.RoundCap)
    pen.setDashPattern([0.1, 3.2])
    painter.setPen(pen)
    fill = theme.color("background" if theme.current().dark else "raised")
    fill.setAlphaF(0.28)
    painter.setBrush(fill)
    corner = min(34.0, ring.height / 2.4)
    painter.drawRoundedRect(QRectF(ring.x, ring.y, ring.width, ring.height), corner, corner)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    if zoom < 0.45 or ring.label_y is None:
        return
    font = theme.font("small")
    metrics = QFontMetricsF(font)
    painter.setFont(font)
    painter.setPen(theme.color("muted"))
    word = "close"
    painter.drawText(
        QPointF(ring.x + (ring.width - metrics.horizontalAdvance(word)) / 2, ring.label_y + metrics.xHeight() / 2 + 1),
        word,
    )


def _pill(painter: QPainter, look: ZoneLook, zoom: float) -> None:
    font = theme.font("muted")
    font.setPixelSize(round(max(13.0, 10.0 / zoom)))
    metrics = QFontMetricsF(font)
    text = elided(metrics, look.pill, look.width - 2 * CORNER - 24)
    width = metrics.horizontalAdvance(text) + 24
    box = QRectF(look.width - CORNER - width + 6, -_PILL_HEIGHT / 2, width, _PILL_HEIGHT)
    near = look.lit
    painter.setPen(QPen(theme.color("gold" if near else "line"), 1.4))
    painter.setBrush(theme.color("panel"))
    painter.drawRoundedRect(box, _PILL_HEIGHT / 2, _PILL_HEIGHT / 2)
    painter.setFont(font)
    painter.setPen(theme.color("muted" if look.band is None else "text"))
    painter.drawText(QPointF(box.center().x() - (width - 24) / 2, box.center().y() + metrics.capHeight() / 2), text)
