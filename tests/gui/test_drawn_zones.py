"""Zones of any shape and terrain on the map: where a click hits them, where tokens are placed in them, where links
end."""

import pytest
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtTest import QTest

from exgui.engine.battle import Battle
from exgui.engine.record import index_by_id
from exgui.engine.zones import TERRAINS, Link, Zone
from exgui.gui.look import theme
from exgui.gui.map.descriptions import barrier_words
from exgui.gui.map.link_drawing import barrier_label, edge_line
from exgui.gui.map.view import MapView
from exgui.gui.map.zone_drawing import fill_of, outline_of
from exgui.gui.map.zone_look import look_of
from tests.gui.contrast import contrast
from tests.gui.small_game import bridge_for, someone

POND = Zone("pond", "Carp pond", True, x=400, y=0, width=300, height=200, shape="ellipse", terrain="water")
HALL = Zone("hall", "Hall", cover={"light": 1}, width=260, height=180, terrain="building")


@pytest.fixture(scope="module")
def view(qapp):
    people = index_by_id(
        someone(f"c{n}", f"Fighter {n}", "own", "pond", n, player=True, guarded=True) for n in range(9)
    )
    links = (Link(("hall", "pond"), "obstacle", 2, "railing"),)
    view = MapView(bridge_for(Battle(zones=index_by_id((HALL, POND)), links=links, combatants=people)))
    view.resize(900, 500)
    yield view
    view.close()


def test_ellipse_excludes_its_corners(view: MapView) -> None:
    pond = view.map.zones["pond"]
    assert view.map.zone_at(pond.box.center()) is pond
    assert view.map.zone_at(pond.box.topLeft() + QPointF(8, 8)) is None


def test_tokens_in_an_ellipse_lie_within_its_outline(view: MapView) -> None:
    pond = view.map.zones["pond"]
    outline = outline_of(pond.look)
    assert len(pond.placing.spots) == 9
    for spot in pond.placing.spots.values():
        half = QPointF(spot.radius, spot.radius)
        assert outline.contains(QRectF(QPointF(spot.x, spot.y) - half, QPointF(spot.x, spot.y) + half).center())
        assert outline.contains(QPointF(spot.x, spot.y + spot.radius))


def test_a_link_ends_at_the_edge_of_an_ellipse() -> None:
    box, pond = QRectF(0, 0, 100, 100), QRectF(200, -20, 200, 100)
    assert edge_line(box, pond).x2() == 200
    line = edge_line(box, pond, is_round=(False, True))
    assert 200 < line.x2() < 215
    down = edge_line(box, QRectF(60, 200, 200, 100), is_round=(False, True))
    assert down.y1() == 100 or down.y1() < down.y2() > 200


def test_obstacle_shows_its_name_and_difficulty(view: MapView) -> None:
    (link,) = view.map.links.drawn.values()
    assert (link.label.text, link.label.isVisible()) == ("railing · 2", True)
    assert link.label.zValue() > view.map.zones["pond"].zValue()
    assert barrier_words(link.link) == "Railing (difficulty 2), crossed by a roll or an override"


@pytest.mark.parametrize(
    ("barrier", "name", "difficulty", "label"),
    [
        ("none", "gap", 3, ""),
        ("obstacle", "", 0, ""),
        ("obstacle", "", 3, "difficulty 3"),
        ("obstacle", "fence", 0, "fence"),
        ("wall", "city wall", 3, "city wall"),
    ],
)
def test_link_barrier_is_described_briefly(barrier: str, name: str, difficulty: int, label: str) -> None:
    assert barrier_label(barrier, name, difficulty) == label


def test_hidden_link_is_described_as_hidden() -> None:
    assert barrier_words(Link(("a", "b"), "wall", 0, "bookcase", True)).startswith("bookcase, a wall")
    assert barrier_words(Link(("a", "b"), hidden=True)) == "open way; hidden from the players"


@pytest.mark.parametrize("look", theme.THEMES)
@pytest.mark.parametrize("terrain", TERRAINS)
def test_text_on_every_terrain_has_one_background_color(qapp, terrain: str, look: str) -> None:
    zone, painted = look_of(HALL.but(terrain=terrain)), theme.THEMES[look]
    assert contrast(painted.muted, fill_of(painted, zone).name()) >= 4.5


def test_map_is_drawn_as_a_picture_only_during_zooming(view: MapView) -> None:
    view.show()
    view.fit()
    sharp = view.viewport().grab().toImage()
    picture = view.zooming.picture
    view.zooming.turn_wheel(120, QPointF(450, 250))
    assert picture.is_shown
    stretched = view.viewport().grab().toImage()
    assert stretched != sharp
    while picture.is_shown:  # what the timer does when the wheel rests
        picture.draw_ahead()
    assert view.viewport().grab().toImage() not in (sharp, stretched)
    for end in (view.fit, lambda: QTest.mousePress(view.viewport(), Qt.MouseButton.MiddleButton)):
        view.zooming.turn_wheel(-120, QPointF(450, 250))
        assert picture.is_shown
        end()
        assert not picture.is_shown
    QTest.mouseRelease(view.viewport(), Qt.MouseButton.MiddleButton)
    view.fit()
    assert view.viewport().grab().toImage() == sharp


@pytest.mark.parametrize("change", [{"width": 20_000.0, "height": 20_000.0}, {"terrain": "lava", "shape": "star"}])
def test_a_zone_of_any_size_and_kind_can_be_drawn(qapp, change: dict) -> None:
    view = MapView(bridge_for(Battle(zones=index_by_id((HALL.but(**change),)))))
    view.resize(400, 300)
    image = QImage(400, 300, QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.red)
    painter = QPainter(image)
    view.map.render(painter, QRectF(0, 0, 400, 300), QRectF(0, 0, 200, 150))
    painter.end()
    assert image.pixelColor(200, 150) != Qt.GlobalColor.red
    view.close()
