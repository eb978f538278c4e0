"""The terrains: outlines stay in their zone, textures in their outline, and text can be read on them."""

import pytest
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QImage, QPainter, QPainterPath

from exgui.engine.zones import SHAPES, TERRAINS
from exgui.gui.look import theme
from exgui.gui.map.terrain import paint_terrain, palette_for, terrain_seed, zone_outline
from tests.gui.contrast import contrast

LOOKS = pytest.mark.parametrize("look", theme.THEMES.values(), ids=list(theme.THEMES))
BOX = QRectF(10, 20, 220, 150)


def painted(outline: QPainterPath, terrain: str, look: theme.Theme, seed: int = 7) -> QImage:
    image = QImage(240, 190, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    paint_terrain(painter, outline, terrain, seed, palette_for(look))
    painter.end()
    return image


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("terrain", TERRAINS)
def test_outline_stays_within_its_zone_and_covers_its_center(qapp, terrain: str, shape: str) -> None:
    for seed in range(4):
        for box in (BOX, QRectF(0, 0, 40, 900), QRectF(0, 0, 20, 20), QRectF(-500, -500, 1500, 90)):
            outline = zone_outline(box, shape, terrain, seed)
            assert box.contains(outline.boundingRect())
            assert outline.contains(box.center())
            # What it leaves of the rectangle is a rim, not half of the zone.
            assert outline.boundingRect().width() > box.width() * 0.8 - 10


def test_outlines_are_repeatable_and_differ_by_zone(qapp) -> None:
    seed = terrain_seed("mill")
    assert zone_outline(BOX, "rectangle", "forest", seed) == zone_outline(BOX, "rectangle", "forest", seed)
    assert zone_outline(BOX, "rectangle", "forest", seed) != zone_outline(BOX, "rectangle", "forest", seed + 1)


def test_walls_are_straight_and_a_shore_is_not(qapp) -> None:
    walls, shore = (zone_outline(BOX, "rectangle", terrain, 3) for terrain in ("building", "water"))
    assert walls.contains(BOX.topLeft() + QPointF(4, 4))
    assert not shore.contains(BOX.topLeft() + QPointF(4, 4))


@LOOKS
def test_terrains_stay_in_their_outline_and_look_different(qapp, look: theme.Theme) -> None:
    seen: list[QImage] = []
    for terrain in TERRAINS:
        outline = zone_outline(BOX, "ellipse", terrain, 7)
        image = painted(outline, terrain, look)
        assert image == painted(outline, terrain, look)
        assert image not in seen
        assert image.pixelColor(11, 21).alpha() == image.pixelColor(228, 168).alpha() == 0
        assert image.pixelColor(120, 95).alpha() == 255
        seen.append(image)


def test_unknown_terrain_is_drawn_as_plain(qapp) -> None:
    outline = zone_outline(BOX, "rectangle", "plain", 7)
    assert zone_outline(BOX, "rectangle", "lava", 7) == outline
    assert painted(outline, "lava", theme.DARK) == painted(outline, "plain", theme.DARK)


@LOOKS
@pytest.mark.parametrize("terrain", TERRAINS)
def test_text_is_legible_on_every_ground(look: theme.Theme, terrain: str) -> None:
    fill = palette_for(look)[terrain].fill
    assert contrast(look.text, fill) >= 4.5
    assert contrast(look.muted, fill) >= 4.5
