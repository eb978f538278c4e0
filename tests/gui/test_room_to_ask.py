"""Questions are visible on a small laptop, even with long names and all the earlier answers."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QRect, QSettings, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QWidget
from pytestqt.qtbot import QtBot

from exgui.gui.main_window import MainWindow
from exgui.gui.panel.timer_form import TimerForm
from tests.gui.ambush import ambush, id_of
from tests.gui.conftest import Hands
from tests.gui.sample import sample_campaign
from tests.gui.states import settle

LONG = "Sapphire-Winged Messenger of the Third Dawn"


@pytest.fixture
def hands(window: MainWindow, tmp_path: Path) -> Hands:
    return ambush(window, tmp_path)


def in_sight(hands: Hands, widget: QWidget) -> bool:
    """Return whether all of a panel's widget is visible."""
    panel = hands.window.page.panel
    view = panel._scroll.viewport()
    place = QRect(widget.mapTo(view, widget.rect().topLeft()), widget.size())
    return widget.isVisible() and view.rect().contains(place)


@pytest.mark.parametrize("stunts", [0, 1, 2, 3])
@pytest.mark.parametrize(("width", "height"), [(1366, 730), (960, 600)])
def test_dice_field_is_visible(hands: Hands, width: int, height: int, stunts: int) -> None:
    hands.window.resize(width, height)
    assert hands.bridge.steps.overrule("name", LONG, id_of(hands, "Volfer"))
    hands.press("A", "5", *("S" * stunts))
    settle()
    roll = hands.window.page.panel.roll
    assert roll.field.hasFocus()
    roll.show_odds([("hit", "99%"), ("Crash", "87%"), ("gain", "+10.6"), ("damage", "55%")])
    settle()
    assert in_sight(hands, roll.field)
    if height > 700:
        assert in_sight(hands, roll.modifier)
        assert all(in_sight(hands, chip) for chip in roll.stunt_buttons)


def test_numbers_return_when_the_step_is_over(hands: Hands) -> None:
    hands.window.resize(1366, 768)
    settle()
    figures = hands.window.page.panel.figures
    assert figures.isVisible()
    hands.press("A", "5", "S", "S", "S")
    hands.window.page.panel.roll.show_odds([(f"damage of {n}", "55%") for n in range(12)])
    settle()
    assert not figures.isVisible()
    hands.type("9")
    hands.press("Enter")
    hands.type("4")
    hands.press("Enter")
    settle()
    assert hands.bridge.pending is None
    assert figures.isVisible()
    assert hands.window.page.panel._scroll.verticalScrollBar().value() == 0


def test_numbers_return_when_the_window_grows(hands: Hands) -> None:
    hands.window.resize(1366, 620)
    settle()
    hands.press("A", "5", "S", "S")
    settle()
    figures = hands.window.page.panel.figures
    assert not figures.isVisible()
    hands.window.resize(1366, 1000)
    settle()
    assert figures.isVisible()


def test_higher_stunt_replaces_the_lower_one(hands: Hands) -> None:
    hands.press("A", "5", "S", "S")
    settle()
    panel = hands.window.page.panel
    assert not [row for row in panel.resolution.done if "tunt" in row.text()], "its button shows it"
    assert [chip.isChecked() for chip in panel.roll.stunt_buttons] == [False, True, False]
    assert panel.roll.parts.text().count("stunt 2") == 2, "among the dice, and among what is added"


def gap(hands: Hands) -> int:
    """Pixels between the campaign column and the map."""
    window = hands.window
    side, field = window.column, window.page.map
    return field.mapTo(window, field.rect().topLeft()).x() - side.mapTo(window, side.rect().topRight()).x() - 1


def test_collapsed_campaign_gives_its_space_to_the_map(hands: Hands) -> None:
    settle()
    assert hands.window.column.is_folded
    assert gap(hands) <= 1
    wide = hands.window.page.map.width()
    hands.press("Ctrl+B")
    settle()
    assert gap(hands) <= 1
    assert hands.window.column.width() == 272
    hands.press("Ctrl+B")
    settle()
    assert gap(hands) <= 1
    assert hands.window.page.map.width() == wide


def test_collapsed_campaign_takes_no_extra_space(qtbot: QtBot, tmp_path: Path) -> None:
    settings = QSettings(str(tmp_path / "exgui.ini"), QSettings.Format.IniFormat)
    for opened in (True, False):
        settings.setValue("sidebar_folded", not opened)
        window = MainWindow(settings)
        qtbot.addWidget(window)
        window.resize(1366, 768)
        with qtbot.waitActive(window):
            window.show()
        folder = tmp_path / str(opened)
        folder.mkdir()
        hands = ambush(window, folder)
        settle()
        assert window.column.is_folded != opened
        assert gap(hands) <= 1
        window.close()


def test_enter_chooses_the_only_target(hands: Hands) -> None:
    hands.press("A")
    draft = hands.bridge.draft
    assert draft is not None
    assert [one.label for one in draft.candidates if not one.violations] == ["Bandit 1"]
    row = next(row for row in hands.window.page.panel.draft.rows if row.text() == "Bandit 1")
    assert row.note == "Enter"
    hands.press(" ")
    assert hands.bridge.play.open_step is None  # Space is for the next turn: nobody shall attack by mistake
    assert hands.window.message == "Attack needs: target."
    hands.press("Enter")
    assert hands.bridge.play.open_step is not None
    assert hands.bridge.play.open_step.command.args["target"] == id_of(hands, "Bandit 1")


def test_map_marks_keyboard_place_only_after_a_key(hands: Hands) -> None:
    field = hands.window.page.map
    hands.press("A", "Enter")
    hands.type("9")
    hands.press("Enter")
    hands.type("4")
    hands.press("Enter")
    assert field.hasFocus()
    assert field.keyboard.at is None
    QTest.keyClick(field, Qt.Key.Key_Right)
    assert field.keyboard.at is not None


def test_battle_begun_by_button_marks_no_keyboard_position(window: MainWindow, tmp_path: Path) -> None:
    sample_campaign(tmp_path / "sample.exgui")
    assert window.session.open_path(tmp_path / "sample.exgui")
    assert window.welcome.notice.first is not None
    assert window.welcome.notice.first.hasFocus()
    Hands(window).press("Enter")
    assert window.page.kind == "battle"
    assert window.page.map.hasFocus()
    assert window.page.map.keyboard.at is None


def test_form_focuses_the_missing_field(hands: Hands) -> None:
    hands.press("Ctrl+T")
    hands.type("the bridge falls")
    hands.press("Enter")
    tool = hands.window.page.panel.tool
    assert isinstance(tool, TimerForm)
    assert tool.boxes["when"].field.hasFocus()
    hands.type("in 2 rounds")
    hands.press("Enter")
    assert [timer.label for timer in hands.bridge.battle.timers] == ["the bridge falls"]


def test_hint_for_choosing_is_above_many_rows(hands: Hands) -> None:
    hands.press(" ", "M")
    settle()
    draft = hands.window.page.panel.draft
    assert len(draft.rows) > 6
    how = "Click on the map or type the number"
    hint = next(one for one in draft.findChildren(QLabel) if one.text().startswith(how))
    assert in_sight(hands, hint)


def test_decisive_is_still_offered_after_an_automatic_answer(window: MainWindow, tmp_path: Path) -> None:
    """Bandit 1 acts on the same tick, so it is asked whether it clashes; it rolls by itself, and does not."""
    hands = ambush(window, tmp_path)
    bridge = hands.bridge
    bridge.auto_roll.set(("foes",))
    bandit = id_of(hands, "Bandit 1")
    assert bridge.steps.overrule("initiative", 12, bandit)
    assert bridge.battle.up == (id_of(hands, "Volfer"), bandit)
    hands.press("A", "5")
    step = bridge.play.open_step
    assert step is not None
    assert len(step.answers) == 1
    card = hands.window.page.panel.resolution
    assert any(given == ("mode", "decisive") for given in card.alternatives.values())
    hands.press(next(key for key, given in card.alternatives.items() if given == ("mode", "decisive")))
    settle()
    assert bridge.play.open_step is not None
    assert bridge.play.open_step.command.args["mode"] == "decisive"
    hands.press("S")
    settle()
    assert any(given == ("mode", "withering") for given in card.alternatives.values())
    hands.press("4", "Enter")
    assert not card.alternatives
