"""The user's own keys: chosen on a page, kept, shown everywhere, and their collisions."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QSettings, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel
from pytestqt.qtbot import QtBot

from exgui.gui.action_keys import action_keys
from exgui.gui.commands.table import COMMANDS
from exgui.gui.keyboard.keymap import Keymap, wrong_action_key, wrong_command_key
from exgui.gui.keyboard.keys_page import KeyField, KeysPage
from exgui.gui.look.appearance import appearance
from exgui.gui.main_window import MainWindow
from exgui.rulebook.reader import load
from tests.gui.conftest import Hands
from tests.gui.sample import sample_campaign
from tests.gui.states import settle
from tests.gui.toy import RULES, toy_play


@pytest.fixture
def settings(tmp_path: Path) -> QSettings:
    return QSettings(str(tmp_path / "settings.ini"), QSettings.Format.IniFormat)


@pytest.fixture
def hands(qapp: QApplication, qtbot: QtBot, settings: QSettings) -> Iterator[Hands]:
    """A window with settings that persist."""
    appearance().choose("dark")
    window = MainWindow(settings)
    qtbot.addWidget(window)
    window.resize(1366, 768)
    with qtbot.waitActive(window):
        window.show()
    window.session.show_play(toy_play())
    yield Hands(window)
    window.close()


def page(hands: Hands) -> KeysPage:
    return hands.window.overlays.keys_page


def texts_of(hands: Hands) -> list[str]:
    settle()
    return [one.text() for one in page(hands).findChildren(QLabel) if one.isVisibleTo(page(hands))]


def field(hands: Hands, kind: str, id: str) -> None:
    """Click the field of a command or action, to focus it."""
    settle()
    one = page(hands).fields[kind, id]
    page(hands)._scroll.ensureWidgetVisible(one)
    QTest.mouseClick(one, Qt.MouseButton.LeftButton)


def test_no_key_runs_two_commands() -> None:
    keys = [key for key in Keymap(COMMANDS).command_keys().values() if key]
    assert len(keys) == len(set(keys))
    assert all(Keymap(COMMANDS).command_keys()[one.id] == one.keys for one in COMMANDS)


def test_an_actions_letter_is_changed_by_pressing_it(hands: Hands) -> None:
    hands.press("Ctrl+F1")
    assert page(hands).isVisible()
    field(hands, "action", "guard")
    hands.press("B", "Escape")
    assert not page(hands).isVisible()
    assert hands.window.page.panel.action_list.rows["guard"].key == "B"
    hands.press("B")
    assert hands.play.log()[-1].command.do == "guard"


def test_letter_of_another_action_is_shown_as_a_conflict(hands: Hands) -> None:
    hands.press("Ctrl+F1")
    field(hands, "action", "guard")
    hands.press("A")
    assert "Strike also uses this key" in texts_of(hands)
    assert "Guard also uses this key" in texts_of(hands)
    keys = hands.window.page.action_keys()
    assert keys["guard"] == "A"
    assert keys["strike"] != "A"
    assert len(set(keys.values())) == len(keys)


def test_a_commands_key_is_changed_in_menu_palette_and_help(hands: Hands) -> None:
    hands.press("Ctrl+F1")
    field(hands, "window", "palette")
    both = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_P, both)
    hands.press("Escape")
    assert hands.window.commands.actions["palette"].shortcut().toString() == "Ctrl+Shift+P"
    assert hands.window.top.hints["palette"].accessibleName() == "Commands, Ctrl Shift P"
    hands.window.run("keys")
    shown = [one.text() for one in hands.window.overlays.key_list.findChildren(QLabel)]
    assert "Ctrl Shift P" in shown
    hands.window.overlays.key_list.hide()
    hands.window.run("palette")
    hands.window.overlays.palette.close_overlay()


def test_conflicting_keys_are_reported_and_the_users_choice_wins(hands: Hands) -> None:
    hands.press("Ctrl+F1")
    field(hands, "window", "timers")
    hands.press("Ctrl+E")
    assert hands.window.page.panel.tool is None
    assert "Overrule also uses this key" in texts_of(hands)
    assert "Timers also uses this key" in texts_of(hands)
    assert hands.window.commands.actions["timers"].shortcut().toString() == "Ctrl+E"
    assert hands.window.commands.actions["overrule"].shortcut().isEmpty()


def test_keys_are_saved_and_can_be_reset(hands: Hands, settings: QSettings) -> None:
    hands.window.keymap.set_command("timers", "Ctrl+Y")
    hands.window.keymap.set_action(RULES, "guard", "B")
    again = Keymap(COMMANDS, settings)
    assert again.command_keys()["timers"] == "Ctrl+Y"
    assert again.action_keys(RULES)["guard"] == "B"
    again.reset("timers")
    assert Keymap(COMMANDS, settings).command_keys()["timers"] == "Ctrl+T"
    again.reset_all(RULES)
    assert Keymap(COMMANDS, settings).action_keys(RULES)["guard"] == "F"


def test_delete_removes_a_commands_key(hands: Hands) -> None:
    hands.press("Ctrl+F1")
    field(hands, "window", "timers")
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Delete)
    assert hands.window.commands.actions["timers"].shortcut().isEmpty()


def test_plain_letter_is_not_a_command_key(hands: Hands) -> None:
    hands.press("Ctrl+F1")
    field(hands, "window", "timers")
    hands.press("T")
    assert any(text.startswith("A command needs Ctrl") for text in texts_of(hands))
    assert hands.window.commands.actions["timers"].shortcut().toString() == "Ctrl+T"


@pytest.mark.parametrize("key", ["Ctrl+A", "B1", "", "?", "Ä", "1"])
def test_only_letters_can_be_action_keys(key: str) -> None:
    assert wrong_action_key(key)


@pytest.mark.parametrize(("key", "good"), [("F5", True), ("Alt+X", True), ("Shift+X", False), ("X", False), ("", True)])
def test_command_key_rules(key: str, good: bool) -> None:
    assert (wrong_command_key(key) == "") is good


@pytest.mark.parametrize(("width", "height"), [(960, 600), (1366, 768)])
def test_list_of_keys_scrolls_to_all_of_many_actions(hands: Hands, tmp_path: Path, width: int, height: int) -> None:
    sample = tmp_path / "sample.exgui"
    sample_campaign(sample)
    hands.window.resize(width, height)
    assert hands.window.session.open_path(sample)
    assert hands.window.session.begin_encounter("teahouse")
    hands.press("F1")
    shown = hands.window.overlays.key_list
    assert shown.isVisible()
    assert hands.window.rect().contains(shown.geometry())
    lines = [one for one in shown.findChildren(QLabel) if one.isVisibleTo(shown)]
    assert len(lines) > 100
    bar = shown.area.verticalScrollBar()
    assert width < 1366 or bar.maximum() == 0, "nothing need be scrolled"
    for line in lines:
        shown.area.ensureWidgetVisible(line, 0, 0)
        place = line.rect().translated(line.mapTo(shown.area.viewport(), line.rect().topLeft()))
        assert shown.area.viewport().rect().contains(place), line.text()
    assert all(one.height() >= one.fontMetrics().height() for one in lines), "no line is squeezed"


def test_roll_key_is_assigned_to_an_action_last() -> None:
    for id in ("ex3", "ex2", "reincarnated", "skirmish"):
        rules = load(id)
        keys = list(action_keys(rules).items())
        given = [action for action, key in keys if key == "R" and rules.actions[action].key != "R"]
        assert given in ([], [keys[-1][0]])


def test_the_page_is_laid_out_once_for_all_its_fields(hands: Hands, monkeypatch: pytest.MonkeyPatch) -> None:
    moved: list[KeyField] = []
    monkeypatch.setattr(KeyField, "moveEvent", lambda field, _event: moved.append(field), raising=False)
    hands.window.run("own_keys")
    settle()
    assert len(page(hands).fields) > 50
    assert len(moved) <= 3 * len(page(hands).fields)
