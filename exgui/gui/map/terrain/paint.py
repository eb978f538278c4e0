"""Draws a terrain into an outline: its ground, and its texture as paths, clipped to the outline."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from zlib import crc32

from PySide6.QtCore import Qt
from PySide6.QtGui import QPainter, QPainterPath

from exgui.gui.map.terrain.buildings import paint_building
from exgui.gui.map.terrain.fire import paint_fire
from exgui.gui.map.terrain.forest import paint_forest
from exgui.gui.map.terrain.mud import paint_mud
from exgui.gui.map.terrain.palette import Ground, Palette
from exgui.gui.map.terrain.plain import paint_plain
from exgui.gui.map.terrain.region import Region
from exgui.gui.map.terrain.rock import paint_rock
from exgui.gui.map.terrain.street import paint_street
from exgui.gui.map.terrain.water import paint_water

_TEXTURES: dict[str, Callable[[QPainter, Region, Ground], None]] = {
    "plain": paint_plain,
    "forest": paint_forest,
    "water": paint_water,
    "rock": paint_rock,
    "street": paint_street,
    "building": paint_building,
    "mud": paint_mud,
    "fire": paint_fire,
}


def terrain_seed(id: str) -> int:
    """The seed of a zone, of its id: the same on every machine."""
    return crc32(id.encode())


def paint_terrain(painter: QPainter, outline: QPainterPath, terrain: str, seed: int, palette: Palette) -> None:
    """Fills an outline with a terrain; an unknown terrain counts as plain. The line round it is left to the caller.

    Args:
        painter: in map units; its state is left as it was.
        outline: from `zone_outline`.
        palette: from `palette_for`.
    """
    terrain = terrain if terrain in _TEXTURES else "plain"
    ground = palette[terrain]
    painter.save()
    painter.fillPath(outline, ground.color("fill"))
    painter.setClipPath(outline, Qt.ClipOperation.IntersectClip)
    _TEXTURES[terrain](painter, Region(outline, Random(f"{terrain} texture {seed}")), ground)
    painter.restore()
