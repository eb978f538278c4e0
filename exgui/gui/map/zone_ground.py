"""The ground of a zone: its outline, its terrain, and how the distance to it tones it down."""

from __future__ import annotations

from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QPainter, QPainterPath

from exgui.engine.memo import remembered
from exgui.gui.map.terrain import paint_terrain, palette_for, terrain_seed, zone_outline
from exgui.gui.map.terrain.palette import Ground
from exgui.gui.map.texture import paint_growth, paint_heat
from exgui.gui.map.zone_look import ZoneLook
from exgui.gui.theme import Theme, mix


def outline_of(look: ZoneLook) -> QPainterPath:
    """A zone's outline, from its upper left corner; not to be changed."""
    terrain = "plain" if look.rough else look.terrain
    return _outline(look.width, look.height, look.shape, terrain, look.id)


# Asked for by every picture of a zone and by every press of the mouse; a wood takes 2 ms.
@remembered(500)
def _outline(width: float, height: float, shape: str, terrain: str, id: str) -> QPainterPath:
    return zone_outline(QRectF(0, 0, width, height), shape, terrain, terrain_seed(id))


def is_textured(look: ZoneLook) -> bool:
    """Its ground has more than one colour, so that words on it need a plate."""
    return look.terrain != "plain" or bool(look.texture)


def ground_color(theme: Theme, look: ZoneLook) -> QColor:
    """The colour of its ground, as it is near."""
    if look.terrain == "plain":
        return theme.color(look.ground)
    palette = palette_for(theme)
    return palette.get(look.terrain, palette["plain"]).color("fill")


def edge_of(theme: Theme, look: ZoneLook) -> QColor:
    """The colour of the line round it, where nothing else is marked by that line."""
    palette = palette_for(theme)
    if look.terrain == "plain" and look.ground != "zone":
        return theme.color("line")
    return palette.get(look.terrain, palette["plain"]).color("edge")


def fading_of(look: ZoneLook) -> float:
    """How much of the background lies over it, 0 to 1: the more, the further away it is."""
    if not look.pill:
        return 0.0
    if look.band is None:
        return 0.62
    return min(0.17 * max(look.band - 1, 0), 0.5)


def fill_of(theme: Theme, look: ZoneLook) -> QColor:
    """The colour on which words in it stand."""
    return mix(ground_color(theme, look), theme.color("background"), fading_of(look))


def paint_ground(painter: QPainter, theme: Theme, look: ZoneLook) -> None:
    """Its ground as it is near, as paths, without the line round it."""
    outline = outline_of(look)
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
    ink = theme.color("growth" if growth else "red")
    ink.setAlphaF(0.65 if growth else 0.28)
    clear = QRectF(-40, -40, look.width + 80, 40 + (66 if look.traits else 50))
    painter.save()
    painter.setClipPath(outline)
    (paint_growth if growth else paint_heat)(painter, QRectF(0, 0, look.width, look.height), look.id, ink, clear)
    painter.restore()
