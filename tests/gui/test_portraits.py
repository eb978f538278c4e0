"""Portraits: pictures of odd sizes and kinds are shown as a square; a file that is not a picture leaves the letters."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QBuffer, QIODevice, QPoint, Qt
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtWidgets import QApplication

from exgui.campaign.campaign import Campaign
from exgui.gui.look.appearance import appearance
from exgui.gui.look.theme import DARK
from exgui.gui.main_window import MainWindow
from exgui.gui.tokens.drawing import TokenPictures
from exgui.gui.tokens.portraits import EDGE, portrait_file, read_portrait
from exgui.gui.tokens.token_look import RISE, Look
from tests.gui.states import settle


@pytest.fixture(autouse=True)
def _app(qapp: QApplication) -> None:
    appearance().choose("dark")


def encoded(image: QImage, kind: str) -> bytes:
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    assert image.save(buffer, kind)
    return bytes(buffer.data().data())


def filled(width: int, height: int, colour: str = "#3060c0") -> QImage:
    image = QImage(width, height, QImage.Format.Format_ARGB32)
    image.fill(QColor(colour))
    return image


@pytest.mark.parametrize("kind", ["PNG", "JPG", "WEBP"])
@pytest.mark.parametrize(
    ("width", "height", "edge"),
    [(1, 1, 1), (300, 300, 300), (2000, 900, EDGE), (37, 1200, 37), (4000, 3, 3), (6000, 4500, EDGE)],
)
def test_portrait_of_any_size_becomes_a_small_square(kind: str, width: int, height: int, edge: int) -> None:
    read = read_portrait(encoded(filled(width, height), kind))
    assert (read.width(), read.height()) == (edge, edge)
    middle = read.toImage().pixelColor(edge // 2, edge // 2)
    assert abs(middle.blue() - 0xC0) < 12  # a JPEG is a little off


def test_tall_portrait_shows_its_upper_part() -> None:
    image = filled(100, 300, "#000000")
    painter = QPainter(image)
    painter.fillRect(0, 60, 100, 60, QColor("#ffffff"))
    painter.end()
    read = read_portrait(encoded(image, "PNG")).toImage()
    # 200 rows too many, a quarter of them cut off above: row 50 is the first, and the white ones are 10 to 69.
    assert read.pixelColor(50, 5).lightness() == 0
    assert read.pixelColor(50, 40).lightness() == 255
    assert read.pixelColor(50, 75).lightness() == 0


def bomb() -> bytes:
    """The head of a PNG that says it has 60000 by 60000 pixels."""
    content = bytearray(encoded(filled(10, 10), "PNG"))
    content[16:24] = (60_000).to_bytes(4) * 2
    return bytes(content)


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"dear diary",
        encoded(filled(300, 300), "PNG")[:60],
        b"\x89PNG\r\n\x1a\n" + b"\0" * 500,
        b'<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><image href="/etc/passwd"/></svg>',
    ],
)
@pytest.mark.qt_log_ignore("libpng", "qt.gui.imageio")
def test_invalid_picture_is_ignored(content: bytes) -> None:
    assert read_portrait(content).isNull()


@pytest.mark.qt_log_ignore("libpng", "qt.gui.imageio")
def test_endless_picture_is_not_decoded() -> None:
    assert read_portrait(bomb()).isNull()


def test_portraits_come_only_from_the_campaigns_folder(tmp_path: Path) -> None:
    folder = tmp_path / "campaign"
    (folder / "faces").mkdir(parents=True)
    (folder / "faces" / "reed.png").write_bytes(b"x")
    (tmp_path / "secret.png").write_bytes(b"x")
    (folder / "link.png").symlink_to(tmp_path / "secret.png")
    assert portrait_file(folder, "faces/reed.png") == (folder / "faces" / "reed.png").resolve()
    for name in ("", "../secret.png", str(tmp_path / "secret.png"), "link.png", "faces", "C:/x.png", "//host/x", "\0"):
        assert portrait_file(folder, name) is None


def look(pictures: TokenPictures, portrait: str) -> QImage:
    """A token of radius 40, drawn."""
    return pictures.picture(DARK, Look("Reed", "R", portrait=portrait), 40, 0, 1.0, 1.0).toImage()


def middle(image: QImage) -> QPoint:
    return QPoint(image.width() // 2, round(RISE * 40))


def test_token_shows_the_portrait_over_its_ground() -> None:
    half = filled(80, 80, "#00000000")
    painter = QPainter(half)
    painter.fillRect(0, 0, 40, 80, QColor("#ff0000"))
    painter.end()
    content = encoded(half, "PNG")
    pictures = TokenPictures(lambda name: read_portrait(content if name == "reed.png" else b""))
    shown = look(pictures, "reed.png")
    at = middle(shown)
    assert shown.pixelColor(at - QPoint(15, 0)).name() == "#ff0000"
    assert shown.pixelColor(at + QPoint(15, 0)).name() == appearance().theme.color("background").name()
    assert look(pictures, "nobody.png") == look(pictures, "") == look(TokenPictures(), "reed.png")


def test_panel_and_map_show_stored_and_external_portraits(window: MainWindow, tmp_path: Path) -> None:
    (tmp_path / "reed.jpg").write_bytes(encoded(filled(900, 400, "#ff0000"), "JPG"))
    with Campaign.create(tmp_path / "new.exgui") as campaign:
        id = campaign.pictures.put(encoded(filled(400, 900, "#00ff00"), "PNG"), "vey", "image/png")
        more = {"zone": "mill", "side": "heroes", "traits": {"dexterity": 3, "wits": 3}}
        people = [
            {"id": "reed", "name": "Reed", "portrait": "reed.jpg", **more},
            {"id": "vey", "name": "Vey", "portrait": id, **more},
        ]
        campaign.put_encounter({"ruleset": "ex3", "zone": [{"id": "mill"}], "combatant": people}, "mill")
    assert window.session.open_path(tmp_path / "new.exgui")
    assert window.session.begin_encounter("mill")
    assert window.page.kind == "battle"
    assert window.page.kind == "battle"
    for who, colour in (("reed", Qt.GlobalColor.red), ("vey", Qt.GlobalColor.green)):
        window.page.controller.show(who)
        settle()
        disc = window.page.panel.head.disc
        seen = disc.grab().toImage().pixelColor(disc.width() // 2, disc.height() // 2)
        wanted = QColor(colour)
        assert abs(seen.red() - wanted.red()) < 12
        assert abs(seen.green() - wanted.green()) < 12
