"""The theme: legible everywhere, one source for colors, type and icons."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from exgui.gui.look import fonts, theme
from exgui.gui.look.appearance import appearance, current_theme, system_theme
from exgui.gui.look.icons import icon, pixmap
from exgui.gui.look.theme import STYLESHEET
from exgui.gui.map.terrain import palette_for
from exgui.gui.pages.battle.page import BattlePage
from tests.gui.conftest import Hands
from tests.gui.contrast import contrast
from tests.gui.states import settle

GROUNDS = ("background", "panel", "raised", "zone", "difficult", "cover", "hazard", "water", "crash", "selection")
INKS = ("text", "muted", "gold", "jade", "red", "blue", "violet")
PAIRS = (
    *((ink, ground) for ink in INKS for ground in GROUNDS),
    ("on_gold", "gold"),
    *(("on_tone", ground) for ground in ("jade", "red", "blue", "violet")),
)
"""Every text and ground that is used: the fields of `Theme`."""


@pytest.fixture(autouse=True)
def dark_again(qapp: QApplication) -> Iterator[None]:
    yield
    appearance().choose("dark")


@pytest.mark.parametrize("look", theme.THEMES.values(), ids=theme.THEMES)
@pytest.mark.parametrize(("ink", "ground"), PAIRS, ids=lambda token: token)
def test_text_contrasts_with_every_background(look: theme.Theme, ink: str, ground: str) -> None:
    assert contrast(getattr(look, ink), getattr(look, ground)) >= 4.5


@pytest.mark.parametrize("look", theme.THEMES.values(), ids=theme.THEMES)
def test_text_is_legible_on_every_terrain(look: theme.Theme) -> None:
    grounds = {name: ground.fill for name, ground in palette_for(look).items()}
    dim = [(ink, name) for ink in INKS for name, fill in grounds.items() if contrast(getattr(look, ink), fill) < 4.5]
    assert dim == []


@pytest.mark.parametrize("look", theme.THEMES.values(), ids=theme.THEMES)
@pytest.mark.parametrize("ground", ["background", "panel", "raised", "selection"])
@pytest.mark.parametrize("line", ["edge", "gold"])
def test_borders_of_fields_and_focus_stand_out(look: theme.Theme, line: str, ground: str) -> None:
    assert contrast(getattr(look, line), getattr(look, ground)) >= 3


def test_contrast_of_black_on_white_is_twenty_one() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#777777") == pytest.approx(1)


def test_stylesheet_uses_no_color_of_its_own() -> None:
    assert not re.search(r"#[0-9a-fA-F]{3,8}\b", STYLESHEET)


def test_changing_the_theme_updates_colors_palette_and_painters(qapp: QApplication, qtbot: QtBot) -> None:
    appearance().choose("dark")
    with qtbot.waitSignal(appearance().changed):
        appearance().choose("light")
    assert appearance().theme is theme.LIGHT
    assert appearance().theme.color("gold").name() == theme.LIGHT.gold
    assert qapp.palette().color(QPalette.ColorRole.Window).name() == theme.LIGHT.panel


def test_a_widget_is_polished_as_often_however_deep_it_is(qapp: QApplication, qtbot: QtBot) -> None:
    polished: list[QEvent] = []

    class Inner(QWidget):
        def changeEvent(self, event: QEvent) -> None:
            if event.type() == QEvent.Type.StyleChange:
                polished.append(event)

    outer = widget = QWidget()
    for _ in range(10):
        widget = QWidget(widget)
    inner = Inner(widget)
    qtbot.addWidget(outer)
    outer.show()
    polished.clear()
    appearance().choose("light")
    assert inner.isVisible()
    assert 1 <= len(polished) <= 2


def test_the_search_icon_is_replaced_only_with_the_theme(hands: Hands, qtbot: QtBot) -> None:
    glass = hands.window.column.search.actions()[0]
    with qtbot.assertNotEmitted(glass.changed):
        hands.window.pages.go_home()
    for look in ("light", "dark"):
        with qtbot.waitSignal(glass.changed):
            appearance().choose(look)


def test_unknown_theme_follows_the_system(qapp: QApplication) -> None:
    assert appearance().choose("mauve") is system_theme()
    assert appearance().chosen == "system"


def test_tones_of_rule_data_have_colors_and_unknown_ones_are_plain_text() -> None:
    assert appearance().theme.tone("danger") == appearance().theme.color("red")
    assert appearance().theme.tone("violet") == appearance().theme.color("violet")
    assert appearance().theme.tone("polka dots") == appearance().theme.color("text")


@pytest.mark.parametrize(
    ("role", "pixels"), [("small", 12), ("muted", 13), ("body", 14), ("strong", 15), ("title", 18), ("figure", 16)]
)
def test_font_sizes_follow_the_type_scale(qapp: QApplication, role: str, pixels: int) -> None:
    assert fonts.font(role).pixelSize() == pixels


def test_icons_follow_the_theme_color(qapp: QApplication) -> None:
    dark = pixmap(theme.DARK, "shield", "gold", 16).toImage()
    light = pixmap(theme.LIGHT, "shield", "gold", 16).toImage()
    assert dark != light


def test_missing_icon_is_drawn_as_a_dot(qapp: QApplication) -> None:
    assert not icon(theme.DARK, "mdi6.no-such-thing").isNull()
    assert pixmap(theme.DARK, "no-such-thing", "text", 16, 2.0).width() == 32


def test_the_painted_parts_and_the_stylesheet_follow_the_theme(hands: Hands) -> None:
    page = hands.window.page
    assert isinstance(page, BattlePage)
    for look in (theme.LIGHT, theme.DARK):
        appearance().choose(look.name)
        assert current_theme() is look
        assert page.map.grab().toImage().pixelColor(1, 1) == look.color("background")
        assert page.ticks.grab().toImage().pixelColor(1, 1) == look.color("panel")
        assert hands.window.top.grab().toImage().pixelColor(1, 1) == look.color("panel")


def test_another_theme_repaints_what_is_in_sight(hands: Hands) -> None:
    page = hands.window.page
    assert isinstance(page, BattlePage)
    settle()
    painters = (page.map.viewport(), page.ticks, page.log.view.viewport(), hands.window.top.menu_button)
    painted: list[QObject] = []
    watch = Watch(painted)
    for one in painters:
        one.installEventFilter(watch)
    for look in (theme.LIGHT, theme.DARK):
        painted.clear()
        appearance().choose(look.name)
        settle()
        assert [one for one in painters if one not in painted] == []


class Watch(QObject):
    """Notes which widgets are painted."""

    def __init__(self, painted: list[QObject]) -> None:
        super().__init__()
        self.painted = painted

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Paint:
            self.painted.append(watched)
        return False
