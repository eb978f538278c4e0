"""The theme: legible everywhere, one source for colours, type and icons."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from exgui.gui import theme
from exgui.gui.icons import icon, pixmap
from exgui.gui.stylesheet import STYLESHEET


@pytest.fixture(autouse=True)
def dark_again(qapp: QApplication) -> Iterator[None]:
    yield
    theme.apply(qapp, "dark")


@pytest.mark.parametrize("look", theme.THEMES.values(), ids=theme.THEMES)
@pytest.mark.parametrize(("ink", "ground"), theme.PAIRS, ids=lambda token: token)
def test_every_pair_of_text_and_ground_is_legible(look: theme.Theme, ink: str, ground: str) -> None:
    assert theme.contrast(getattr(look, ink), getattr(look, ground)) >= 4.5


def test_contrast_of_black_on_white_is_twenty_one() -> None:
    assert theme.contrast("#000000", "#ffffff") == pytest.approx(21)
    assert theme.contrast("#777777", "#777777") == pytest.approx(1)


def test_stylesheet_uses_no_colour_of_its_own() -> None:
    assert not re.search(r"#[0-9a-fA-F]{3,8}\b", STYLESHEET)


def test_changing_the_look_changes_colours_palette_and_tells_painters(qapp: QApplication, qtbot: QtBot) -> None:
    theme.apply(qapp, "dark")
    with qtbot.waitSignal(theme.notifier().changed):
        theme.apply(qapp, "light")
    assert theme.current() is theme.LIGHT
    assert theme.color("gold").name() == theme.LIGHT.gold
    assert qapp.palette().color(QPalette.ColorRole.Window).name() == theme.LIGHT.panel


def test_unknown_look_follows_the_system(qapp: QApplication) -> None:
    assert theme.apply(qapp, "mauve") is theme.system_theme()
    assert theme.chosen() == "system"


def test_tones_of_rule_data_have_colours_and_unknown_ones_are_plain_text() -> None:
    assert theme.tone("danger") == theme.color("red")
    assert theme.tone("violet") == theme.color("violet")
    assert theme.tone("polka dots") == theme.color("text")


@pytest.mark.parametrize(
    ("role", "pixels"), [("small", 12), ("muted", 13), ("body", 14), ("strong", 15), ("title", 18), ("figure", 16)]
)
def test_type_scale(qapp: QApplication, role: str, pixels: int) -> None:
    assert theme.font(role).pixelSize() == pixels


def test_icons_take_the_colour_of_the_look(qapp: QApplication) -> None:
    theme.apply(qapp, "dark")
    dark = pixmap("shield", "gold", 16).toImage()
    theme.apply(qapp, "light")
    light = pixmap("shield", "gold", 16).toImage()
    assert dark != light


def test_icon_that_the_family_lacks_is_a_dot_and_no_error(qapp: QApplication) -> None:
    assert not icon("mdi6.no-such-thing").isNull()
    assert pixmap("no-such-thing", "text", 16, 2.0).width() == 32
