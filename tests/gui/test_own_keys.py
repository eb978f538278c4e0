"""Keys of one's own: chosen on a page, kept, shown everywhere, and what collides."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QSettings, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel
from pytestqt.qtbot import QtBot

from exgui.campaign.sample import build_sample
from exgui.gui import theme
from exgui.gui.actions import COMMANDS
from exgui.gui.keymap import Keymap, wrong_action_key, wrong_command_key
from exgui.gui.keys_page import KeysPage
from exgui.gui.main_window import MainWindow
from exgui.gui.overlay import Entry, rank
from tests.gui.conftest import Hands
from tests.gui.toy import RULES, toy_play


@pytest.fixture
def settings(tmp_path: Path) -> QSettings:
    return QSettings(str(tmp_path / "settings.ini"), QSettings.Format.IniFormat)


@pytest.fixture
def hands(qapp: QApplication, qtbot: QtBot, settings: QSettings) -> Iterator[Hands]:
    """A window that remembers."""
    theme.apply(qapp, "dark")
    window = MainWindow(settings)
    qtbot.addWidget(window)
    window.resize(1366, 768)
    with qtbot.waitActive(window):
        window.show()
    window.show_play(toy_play())
    yield Hands(window)
    window.close()


def page(hands: Hands) -> KeysPage:
    return hands.window.keys_page


def said(hands: Hands) -> list[str]:
    QTest.qWait(1)
    return [one.text() for one in page(hands).findChildren(QLabel) if one.isVisibleTo(page(hands))]


def field(hands: Hands, kind: str, id: str) -> None:
    """The keys go to the field of a command or action, by a click."""
    QTest.qWait(1)
    one = page(hands).fields[kind, id]
    page(hands)._scroll.ensureWidgetVisible(one)
    QTest.mouseClick(one, Qt.MouseButton.LeftButton)


def test_no_key_stands_for_two_commands() -> None:
    keys = [key for key in Keymap().command_keys().values() if key]
    assert len(keys) == len(set(keys))
    assert all(Keymap().command_keys()[one.id] == one.key for one in COMMANDS)


def test_an_actions_letter_is_changed_by_pressing_it(hands: Hands) -> None:
    hands.press("Ctrl+F1")
    assert page(hands).isVisible()
    field(hands, "action", "guard")
    hands.press("B", "Escape")
    assert not page(hands).isVisible()
    assert hands.window.desk.panel.action_list.rows["guard"].key == "B"
    hands.press("B")
    assert hands.play.log()[-1].command.do == "guard"


def test_a_letter_taken_from_another_action_is_shown_as_a_conflict(hands: Hands) -> None:
    hands.press("Ctrl+F1")
    field(hands, "action", "guard")
    hands.press("A")
    assert "Strike has this key too" in said(hands)
    assert "Guard has this key too" in said(hands)
    keys = hands.window.action_keys()
    assert keys["guard"] == "A"
    assert keys["strike"] != "A"
    assert len(set(keys.values())) == len(keys)


def test_a_commands_key_is_changed_in_menu_palette_and_help(hands: Hands) -> None:
    hands.press("Ctrl+F1")
    field(hands, "window", "palette")
    both = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_P, both)
    hands.press("Escape")
    assert hands.window.actions_by_id["palette"].shortcut().toString() == "Ctrl+Shift+P"
    assert hands.window.top.hints["palette"].accessibleName() == "Commands, Ctrl Shift P"
    hands.window.show_keys()
    shown = [one.text() for one in hands.window.keys_list.findChildren(QLabel)]
    assert "Ctrl Shift P" in shown
    hands.window.keys_list.hide()
    hands.window.show_palette()
    hands.window.palette_.close_palette()


def test_two_commands_of_one_key_are_told_and_the_users_choice_has_it(hands: Hands) -> None:
    hands.press("Ctrl+F1")
    field(hands, "window", "timers")
    hands.press("Ctrl+E")
    assert hands.window.desk.panel.tool is None
    assert "Overrule has this key too" in said(hands)
    assert "Timers has this key too" in said(hands)
    assert hands.window.actions_by_id["timers"].shortcut().toString() == "Ctrl+E"
    assert hands.window.actions_by_id["overrule"].shortcut().isEmpty()


def test_keys_are_kept_and_can_be_as_they_were(hands: Hands, settings: QSettings) -> None:
    hands.window.keymap.set_command("timers", "Ctrl+Y")
    hands.window.keymap.set_action(RULES, "guard", "B")
    again = Keymap(settings)
    assert again.command_keys()["timers"] == "Ctrl+Y"
    assert again.action_keys(RULES)["guard"] == "B"
    again.reset("timers")
    assert Keymap(settings).command_keys()["timers"] == "Ctrl+T"
    again.reset_all(RULES)
    assert Keymap(settings).action_keys(RULES)["guard"] == "F"


def test_delete_takes_a_commands_key_away(hands: Hands) -> None:
    hands.press("Ctrl+F1")
    field(hands, "window", "timers")
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Delete)
    assert hands.window.actions_by_id["timers"].shortcut().isEmpty()


def test_a_plain_letter_is_no_commands_key(hands: Hands) -> None:
    hands.press("Ctrl+F1")
    field(hands, "window", "timers")
    hands.press("T")
    assert any(text.startswith("A command wants Ctrl") for text in said(hands))
    assert hands.window.actions_by_id["timers"].shortcut().toString() == "Ctrl+T"


@pytest.mark.parametrize("key", ["Ctrl+A", "B1", "", "?", "Ä", "1"])
def test_only_letters_are_an_actions_keys(key: str) -> None:
    assert wrong_action_key(key)


@pytest.mark.parametrize(("key", "good"), [("F5", True), ("Alt+X", True), ("Shift+X", False), ("X", False), ("", True)])
def test_what_may_be_a_commands_key(key: str, good: bool) -> None:
    assert (wrong_command_key(key) == "") is good


def test_the_palette_finds_by_letters_in_order_and_the_best_stands_first() -> None:
    roll = Entry("Roll anything", "", "Storyteller", list)
    other = Entry("Let the app roll", "", "Battle", list)
    assert rank(roll, "roll") == 0
    assert rank(other, "roll") == 1
    assert rank(roll, "storyteller") == 2
    assert rank(roll, "rlan") == 3
    assert rank(roll, "zebra") is None


@pytest.mark.parametrize(("width", "height"), [(960, 600), (1366, 768)])
def test_the_list_of_keys_of_a_game_of_many_actions_is_seen_whole(
    hands: Hands, tmp_path: Path, width: int, height: int
) -> None:
    sample = tmp_path / "sample.exgui"
    build_sample(sample)
    hands.window.resize(width, height)
    assert hands.window.open_path(sample)
    assert hands.window.begin_encounter("teahouse")
    hands.press("F1")
    shown = hands.window.keys_list
    assert shown.isVisible()
    assert hands.window.rect().contains(shown.geometry())
    lines = [one for one in shown.findChildren(QLabel) if one.isVisibleTo(shown)]
    assert len(lines) > 100
    assert all(shown.rect().contains(one.geometry()) for one in lines)
    assert all(one.height() >= one.fontMetrics().height() for one in lines), "no line is squeezed"
