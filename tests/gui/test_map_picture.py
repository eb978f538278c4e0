"""The picture under a map: read off the window's thread, placed and dimmed; an unreadable picture gives a sentence."""

from zlib import crc32

import pytest
from PySide6.QtCore import QBuffer, QIODevice, QRectF
from PySide6.QtGui import QColor, QImage, QPainter

from exgui.engine.battle import Battle
from exgui.engine.record import index_by_id
from exgui.engine.zones import MapPicture, Zone
from exgui.gui.look.appearance import appearance
from exgui.gui.map.of_battle import looks_of
from exgui.gui.map.scene import MapScene
from exgui.gui.tokens.drawing import TokenPictures
from exgui.gui.tokens.picture_reader import PictureRefused, bounded, read_picture
from tests.effort import FREEZE, no_more_than
from tests.gui.small_game import bridge_for

SVG = b'<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><image href="/etc/passwd"/></svg>'


def encoded(width: int, height: int, kind: str = "PNG", colour: str = "#ff0000") -> bytes:
    image = QImage(width, height, QImage.Format.Format_RGB32)
    image.fill(QColor(colour))
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    assert image.save(buffer, kind)
    return bytes(buffer.data().data())


def endless() -> bytes:
    content = bytearray(encoded(10, 10))
    content[16:24] = (30_000).to_bytes(4) * 2
    content[29:33] = crc32(content[12:29]).to_bytes(4)
    return bytes(content)


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP", "BMP"])
def test_common_picture_formats_are_read(qapp, kind: str) -> None:
    image = read_picture(encoded(90, 40, kind), 45)
    assert (image.width(), image.height()) == (45, 20)


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "This is not a PNG, JPEG, WebP, GIF or BMP. Choose another picture."),
        (b"dear diary", "This is not a PNG, JPEG, WebP, GIF or BMP. Choose another picture."),
        (SVG, "SVG is not supported, since it may load other files. Save it as PNG and use that."),
        (b"\x89PNG\r\n\x1a\n" + b"\0" * 500, "The picture is damaged and can’t be read. Choose another one."),
        (b"BM" * 17_000_000, "The picture has 34,000,000 bytes; the limit is 33,554,432. Make it smaller."),
    ],
    ids=["empty", "text", "drawing", "damaged", "too many bytes"],
)
@pytest.mark.qt_log_ignore("libpng", "qt.gui.imageio")
def test_unreadable_picture_is_refused_with_a_sentence(qapp, content: bytes, sentence: str) -> None:
    with pytest.raises(PictureRefused) as refused:
        read_picture(content, 100)
    assert str(refused.value) == sentence


@pytest.mark.qt_log_ignore("libpng", "qt.gui.imageio")
def test_picture_of_900_million_pixels_is_refused_at_once(qapp) -> None:
    content = endless()
    with (
        no_more_than(FREEZE, "refusing a picture"),
        pytest.raises(PictureRefused, match="30,000 x 30,000 pixels"),
    ):
        read_picture(content, 100)


def test_picture_is_saved_unchanged_or_scaled_down(qapp) -> None:
    small = encoded(60, 40)
    assert bounded(small, edge=60).content == small
    made = bounded(small, edge=30)
    assert (made.kind, made.width, made.height) == ("jpeg", 30, 20)
    assert read_picture(made.content, 99).width() == 30
    with pytest.raises(PictureRefused, match="small enough"):
        bounded(small, most=10)


@pytest.fixture
def scene(qapp):
    appearance().choose("dark")
    scene = MapScene(TokenPictures())
    yield scene
    scene.underlay.show_picture(None)


def shown(scene: MapScene, picture: MapPicture | None) -> QImage:
    battle = Battle(picture=picture)
    scene.show(looks_of(bridge_for(battle).system, battle))
    image = QImage(100, 100, QImage.Format.Format_RGB32)
    image.fill(appearance().theme.color("background"))
    painter = QPainter(image)
    scene.render(painter, QRectF(0, 0, 100, 100), QRectF(0, 0, 100, 100))
    painter.end()
    return image


def test_picture_is_placed_and_dimmed(scene: MapScene) -> None:
    scene.underlay.content = {"moor.png": encoded(8, 8)}.get
    clear = shown(scene, MapPicture("moor.png", 20, 20, 60, 60, dim=0))
    assert scene.underlay.is_ready
    assert clear.pixelColor(50, 50) == QColor("#ff0000")
    assert clear.pixelColor(10, 10) == clear.pixelColor(90, 90) == appearance().theme.color("background")
    dimmed = shown(scene, MapPicture("moor.png", 20, 20, 60, 60, dim=50)).pixelColor(50, 50)
    assert 125 < dimmed.red() < 145
    assert shown(scene, None).pixelColor(50, 50) == appearance().theme.color("background")


def test_map_without_zones_shows_the_whole_picture(scene: MapScene) -> None:
    scene.underlay.content = {"moor.png": encoded(8, 8)}.get
    shown(scene, MapPicture("moor.png", -900, 0, 300, 300))
    assert scene.contents().left() < -900


@pytest.mark.qt_log_ignore("libpng", "qt.gui.imageio")
def test_missing_or_unreadable_picture_is_reported(scene: MapScene) -> None:
    scene.underlay.content = {"endless.png": endless()}.get
    shown(scene, MapPicture("gone.png"))
    assert scene.underlay.trouble == "The background picture is missing from the campaign. Choose another."
    shown(scene, MapPicture("endless.png"))
    assert "30,000 x 30,000" in scene.underlay.trouble


@pytest.mark.parametrize(("terrain", "shows"), [("plain", True), ("forest", False)])
def test_picture_shows_through_plain_zones_only(scene: MapScene, terrain: str, shows: bool) -> None:
    zone = Zone("yard", "", x=0, y=0, width=100, height=100, terrain=terrain)
    scene.underlay.content = {"moor.png": encoded(8, 8)}.get
    reds = []
    for picture in (MapPicture("moor.png", 0, 0, 100, 100, dim=0), None):
        battle = Battle(picture=picture, zones=index_by_id([zone]))
        scene.show(looks_of(bridge_for(battle).system, battle))
        image = QImage(100, 100, QImage.Format.Format_RGB32)
        image.fill(appearance().theme.color("background"))
        painter = QPainter(image)
        scene.render(painter, QRectF(0, 0, 100, 100), QRectF(0, 0, 100, 100))
        painter.end()
        reds.append(image.pixelColor(50, 80).red())
    assert (reds[0] > reds[1] + 60) is shows
