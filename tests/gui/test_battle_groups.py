"""Battle groups in the window: the token of many, the bar with its number, the word when they break; forming and
leaving one by hand."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QImage
from PySide6.QtTest import QTest

from exgui.gui.forms.editors import ChipPick
from exgui.gui.log.text_outline import map_outline
from exgui.gui.look import theme
from exgui.gui.look.theme import mix
from exgui.gui.main_window import MainWindow
from exgui.gui.map.descriptions import outline, token_words
from exgui.gui.panel.step_form import StepForm
from exgui.gui.tokens.drawing import TokenPictures
from exgui.gui.tokens.strength_drawing import FILL, figure_places
from exgui.gui.tokens.token_look import Look, part_at
from tests.gui.conftest import Hands
from tests.gui.contrast import contrast
from tests.gui.sample import sample_campaign
from tests.gui.states import settle


@pytest.fixture
def hands(window: MainWindow, tmp_path: Path) -> Hands:
    """The causeway, begun; Volfer, Ilsa and Tam against two battle groups and their captain."""
    sample_campaign(tmp_path / "sample.exgui")
    assert window.session.open_path(tmp_path / "sample.exgui")
    assert window.session.begin_encounter("causeway")
    hands = Hands(window)
    hands.press(" ", "Shift+R")
    for _ in range(20):
        if hands.play.pending is not None:
            hands.press("r")
    return hands


def look(hands: Hands, who: str) -> Look:
    return hands.window.page.map.map.tokens[who].look


def test_group_token_shows_several_figures_and_magnitude(hands: Hands) -> None:
    raiders = look(hands, "raiders").strength
    assert raiders is not None
    # Six health levels and Size 2; the slingers have four and Size 1.
    assert (raiders.size, raiders.label, raiders.now, raiders.full) == ("Size 2", "Magnitude", 8, 8)
    slingers = look(hands, "slingers").strength
    assert slingers is not None
    assert slingers.full == 5
    assert slingers.figures < raiders.figures
    assert look(hands, "volfer").strength is None
    assert hands.window.page.ticks.looks["raiders"].strength == raiders
    assert hands.bridge.steps.overrule("magnitude", 3, "raiders")
    now = look(hands, "raiders").strength
    assert now is not None
    assert (now.now, round(now.share, 3)) == (3, 0.375)


def test_panel_and_tooltip_describe_group_strength(hands: Hands) -> None:
    page, status = hands.window.page, "Size 2, Magnitude 8 of 8"
    hands.bridge.show("raiders")
    assert page.panel.head.strength.isVisibleTo(page.panel)
    assert page.panel.head.strength.words == "Size 2 · Magnitude 8/8"
    assert status in token_words(
        hands.play.battle, hands.bridge.system, page.map.map.tokens["raiders"], QPointF(500, 500)
    )
    assert status in page.ticks.hover_text_of("raiders")
    assert status in outline(hands.play.battle, hands.bridge.system)
    lines = [entry.text for zone in map_outline(hands.play.battle, hands.bridge.system) for entry in zone.within]
    assert any(status in line for line in lines)
    hands.bridge.show("volfer")
    assert not page.panel.head.strength.isVisibleTo(page.panel)


def test_routed_group_is_marked_once_by_icon_and_word(hands: Hands) -> None:
    assert hands.bridge.steps.overrule("magnitude", 0, "raiders")
    assert hands.bridge.steps.overrule("routed", True, "raiders")
    now = look(hands, "raiders")
    assert now.strength is not None
    assert (now.strength.breaks, now.strength.icon) == ("Routed", "mdi6.flag-off")
    assert "routed" not in [badge.id for badge in now.badges]
    hands.bridge.show("raiders")
    assert hands.window.page.panel.head.strength.words == "Routed · Size 2 · Magnitude 0/8"
    assert "routed" in hands.window.page.panel.head.summary.text()
    lines = [entry.text for zone in map_outline(hands.play.battle, hands.bridge.system) for entry in zone.within]
    line = next(line for line in lines if line.startswith("Salt raiders"))
    assert line.casefold().count("routed") == 1


@pytest.mark.parametrize("figures", [1, 2, 3, 5, 8, 12, 16, 99])
def test_figures_of_a_crowd_lie_within_the_token(figures: int) -> None:
    places = list(figure_places(figures, 28.0))
    assert len(places) <= 16
    for at, head in places:
        assert abs(at.x()) + head <= 28.0
        assert abs(at.y()) + head <= 28.0


def test_number_of_a_group_is_beside_its_bar(hands: Hands) -> None:
    """The key's number and the bar do not cover each other."""
    token = look(hands, "raiders").but(number=4)
    where = [x for x in range(-60, 0) for y in range(18, 33) if part_at(token, QPointF(x, y), 28.0) == "number"]
    assert not where
    assert part_at(token, QPointF(-30, 0), 28.0) == "number"


def test_magnitude_bar_length_matches_its_share(hands: Hands) -> None:
    strength = look(hands, "raiders").strength
    assert strength is not None

    def filled(now: int) -> int:
        one = Look("Salt raiders", "SR", side=1, strength=strength.but(now=now, breaks=""))
        image: QImage = TokenPictures().picture(theme.DARK, one, 28.0, 0.0, 2.0, 1.0).toImage()
        row = int((1.34 + 1.1) * 28 * 2)  # near the lower edge of the bar, below its number
        empty = image.pixelColor(image.width() // 2 + 40, row)
        across = range(image.width() // 2 - 44, image.width() // 2 + 40)
        return sum(image.pixelColor(x, row) != empty for x in across)

    assert filled(2) < filled(4) < filled(6)


# Formed and left by hand


def open_step(hands: Hands, words: str) -> StepForm:
    """Opens the form of a storyteller's step by the keys."""
    hands.press("Ctrl+Shift+k")
    hands.type(words)
    hands.press("Enter")
    tool = hands.window.page.panel.tool
    assert isinstance(tool, StepForm)
    return tool


def options(tool: StepForm, box: str) -> list[str]:
    field = tool.boxes[box].field
    assert isinstance(field, ChipPick)
    return [option.label for option in field.options]


def test_combatants_chosen_by_number_form_a_group(hands: Hands) -> None:
    tool = open_step(hands, "form a battle")
    assert tool.boxes["who"].field.value == ()
    hands.press("1", "2", "3", "2", "2")
    assert tool.boxes["who"].field.value == ("volfer", "tam", "ilsa")  # the first one gives the sheet
    hands.press("Enter")
    group = hands.play.battle.combatants["volfer_group"]
    assert (group.name, group.track("size")) == ("Volfer group", 1)
    tokens = hands.window.page.map.map.tokens
    assert tokens["volfer_group"].isVisible()
    assert [tokens[id].isVisible() for id in ("volfer", "ilsa", "tam")] == [False, False, False]
    ticks = hands.window.page.ticks
    assert "volfer_group" in ticks.order()
    assert "volfer" not in ticks.order()
    lines = [entry.text for zone in map_outline(hands.play.battle, hands.bridge.system) for entry in zone.within]
    assert not [line for line in lines if line.startswith("Volfer \N{EM DASH}")]
    hands.press("Ctrl+Z")
    assert "volfer_group" not in tokens
    assert [tokens[id].isVisible() for id in ("volfer", "ilsa", "tam")] == [True, True, True]
    assert {tokens[id].parentItem().zone.id for id in ("volfer", "ilsa", "tam")} == {"causeway"}


def test_combatants_are_chosen_by_chips_and_on_the_map(hands: Hands) -> None:
    hands.bridge.show("raiders")
    tool = open_step(hands, "form a battle")
    settle()
    field = tool.boxes["who"].field
    assert isinstance(field, ChipPick)
    QTest.mouseClick(field.chips[1], Qt.MouseButton.LeftButton)
    hands.window.page.map.click("token", "tam")
    assert field.value == ("ilsa", "tam")
    name = tool.boxes["name"].field
    name.setFocus()
    hands.type("Reeds")
    QTest.mouseClick(tool.button, Qt.MouseButton.LeftButton)
    assert hands.play.battle.combatants["reeds"].name == "Reeds"


def test_impossible_group_is_refused_with_a_sentence(hands: Hands) -> None:
    tool = open_step(hands, "form a battle")
    hands.press("1", "4", "Enter")
    assert "Salt raiders are already a battle group." in tool.wrong.text()
    hands.press("4", "Enter")
    assert "two or more fighters" in tool.wrong.text()


def test_member_leaving_a_group_is_on_the_map_again(hands: Hands) -> None:
    open_step(hands, "form a battle")
    hands.press("1", "2", "3", "Enter")
    hands.bridge.show("volfer_group")
    tool = open_step(hands, "leave a battle")
    assert options(tool, "group") == ["Salt raiders", "Slingers of the flats", "Volfer group"]
    assert options(tool, "who") == ["Volfer", "Ilsa of the Reeds", "Quick Tam"]
    assert tool.boxes["group"].field.value == "volfer_group"
    tool.boxes["who"].field.setFocus()
    hands.press("3", "Enter")
    tokens = hands.window.page.map.map.tokens
    assert [tokens[id].isVisible() for id in ("volfer", "ilsa", "tam")] == [False, False, True]
    assert "Quick Tam leaves Volfer group." in [note.text for line in hands.play.log() for note in line.notes]


def test_unnamed_group_releases_one_of_its_kind(hands: Hands) -> None:
    tool = open_step(hands, "leave a battle")
    assert "who" not in tool.boxes
    hands.press("4", "Enter")
    assert hands.play.battle.combatants["salt_raiders_fighter"].zone == "causeway"


def test_captains_order_has_its_own_key(hands: Hands) -> None:
    keys = hands.window.page.action_keys()
    shown = [action.id for action in hands.bridge.rules.actions.values() if not action.hidden]
    assert [id for id in shown if id not in keys] == []
    assert hands.bridge.steps.overrule("initiative", 30, "captain")
    for _ in range(8):
        if hands.play.battle.active == "captain":
            break
        hands.press(" ")
        while hands.play.pending is not None:
            hands.press("r")
    assert hands.play.battle.active == "captain"
    hands.press(keys["order"], "4")
    assert hands.play.open_step is not None
    assert hands.play.open_step.command.do == "order"
    hands.press(*"7 7 8 2 3 1", "Enter")
    assert "Captain Orrin Vask orders Salt raiders: +3 dice next turn." in [
        note.text for line in hands.play.log() for note in line.notes
    ]
    row = hands.window.page.log.model.rows[-1]
    assert row.rolls[0].faces == (7, 7, 8, 2, 3, 1)


@pytest.mark.parametrize("look", theme.THEMES.values(), ids=lambda look: look.name)
@pytest.mark.parametrize("tone", ["jade", "gold", "red"])
def test_number_on_a_bar_is_legible_in_every_theme(look: theme.Theme, tone: str) -> None:
    filled = mix(QColor(look.raised), QColor(getattr(look, tone)), FILL).name()
    assert contrast(look.text, filled) >= 4.5
    assert contrast(look.text, look.raised) >= 4.5
