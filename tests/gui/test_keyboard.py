"""The keyboard: the mode in force, the effect of a held key, and which part of the window Ctrl+Z undoes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence, QShortcut
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit, QPlainTextEdit, QSpinBox

from exgui.engine.zones import TERRAINS
from exgui.gui.action_keys import MARKS
from exgui.gui.campaign_column import menu
from exgui.gui.main_window import MainWindow
from exgui.gui.map.editor.keys import GESTURES
from exgui.gui.map.editor.selection import only
from exgui.gui.pages.battle import keys as battle_keys
from exgui.gui.pages.common_keys import leave_to_focus
from exgui.gui.window import keys as window_keys
from exgui.gui.window.keys import current_mode
from exgui.gui.window_command import by_name, shown_key
from tests.gui.conftest import KEYS, Hands
from tests.gui.sample import sample_campaign

BATTLE_TABLE = {mode: by_name(battle_keys.KEYS, mode) for mode in battle_keys.ALL}


def hold(window: MainWindow, key: str, times: int = 3) -> None:
    """Send the repeats of a key that is held down."""
    target = QApplication.focusWidget() or window
    code = KEYS.get(key) or {" ": Qt.Key.Key_Space}.get(key) or getattr(Qt.Key, f"Key_{key.upper()}")
    text = {"Enter": "\r", "Escape": "\x1b", "Up": "", "Down": ""}.get(key, key.lower())
    for _ in range(times):
        for kind in (QEvent.Type.KeyRelease, QEvent.Type.KeyPress):
            event = QKeyEvent(kind, code, Qt.KeyboardModifier.NoModifier, text, True)
            QApplication.sendEvent(target, event)


def mode(hands: Hands) -> str:
    return current_mode(hands.window.commands.context, QApplication.focusWidget())


# Modes


def test_each_state_of_the_window_has_its_mode(hands: Hands) -> None:
    seen = [mode(hands)]
    for keys in ((" ", "A"), ("1",), ("Enter",), ("+",)):
        hands.press(*keys)
        seen.append(mode(hands))
    hands.press("Escape", "Ctrl+I")
    seen.append(mode(hands))
    hands.press("Escape", "Ctrl+K")
    seen.append(mode(hands))
    hands.press("Escape", "F1")
    seen.append(mode(hands))
    hands.press("Escape", "Ctrl+Shift+F")
    seen.append(mode(hands))
    hands.press("Escape")
    hands.window.session.close_for_nothing()
    seen.append(mode(hands))
    assert seen == ["idle", "draft", "asked", "dice", "writing", "reading", "overlay", "key list", "column", "page"]
    assert set(seen) | {"fact"} == {*window_keys.TABLE, *BATTLE_TABLE}


def test_only_cursor_keys_repeat() -> None:
    tables = (*window_keys.TABLE.values(), *BATTLE_TABLE.values())
    repeating = {name for bindings in tables for name, binding in bindings.items() if binding.repeats}
    assert repeating == {"Up", "Down", "PageUp", "PageDown"}


def listed(hands: Hands) -> set[str]:
    """The keys that the list of keys names, which Escape closes."""
    hands.press("F1")
    keys = hands.window.overlays.key_list.findChildren(QLabel)
    out = {part for one in keys if one.property("role") == "keycap" for part in one.text().split(", ")}
    hands.press("Escape")
    return out


def test_list_of_keys_has_every_battle_key(hands: Hands) -> None:
    shown = listed(hands)
    for mode, keys in BATTLE_TABLE.items():
        for name, command in keys.items():
            if command.do in (leave_to_focus, battle_keys.still_reads) or name in ("letter", *MARKS):
                continue
            assert shown_key(name) in shown, (mode, name)
    assert shown.issuperset(hands.window.page.action_keys().values())
    assert shown.issuperset({"S", "N", "M", "R", "Shift R"}), "the letters while something is asked"


def test_list_of_keys_has_every_command_key(hands: Hands) -> None:
    keys = hands.window.keymap.command_keys().values()
    assert listed(hands).issuperset(shown_key(key) for key in keys if key)


def test_list_of_keys_has_every_sheet_and_encounter_key(hands: Hands, tmp_path: Path) -> None:
    sample = tmp_path / "sample.exgui"
    sample_campaign(sample)
    assert hands.window.session.open_path(sample)
    campaign = hands.window.session.campaign
    assert campaign is not None
    assert hands.window.navigation.open_sheet(next(iter(campaign.sheets())).id)
    page = hands.window.page
    shown = listed(hands)
    assert shown.issuperset(page.parts.thing_keys.values())
    assert shown.issuperset(shown_key(name) for name in page.keys_in("page", None) if name != "letter")
    assert hands.window.navigation.open_encounter("teahouse")
    shown = listed(hands)
    page = hands.window.page
    assert shown.issuperset(shown_key(name) for name in page.keys_in("page", page.map) if name != "letter")
    assert shown.issuperset({"A", "P", "V", "Z", "O", "L"})
    assert shown.issuperset(shown_key(name) for name in window_keys.TABLE["page"])


def keys_of(page: Any) -> set[str]:
    """The names of all keys that do something on a page: of its modes, its commands and its shortcuts."""
    names = {name for part in (None, *page.tab_order) for name in page.keys_in("page", part)}
    names |= {name for one in page.commands() for name in one.keys.split()}
    shortcuts = page.widget.findChildren(QShortcut)
    return (names | {one.key().toString().replace("Return", "Enter") for one in shortcuts}) - {"letter", "Escape"}


def test_list_of_keys_has_every_key_of_every_page(hands: Hands, tmp_path: Path) -> None:
    window = hands.window
    sample = tmp_path / "sample.exgui"
    sample_campaign(sample)
    assert window.session.open_path(sample)
    navigation, campaign = window.navigation, window.session.campaign
    assert campaign is not None
    opened = {
        "sheet": lambda: navigation.open_sheet(next(iter(campaign.sheets())).id),
        "encounter": lambda: navigation.open_encounter("teahouse"),
        "house rules": lambda: window.run("house_rules"),
        "paste": lambda: window.run("paste_stat_block"),
    }
    for kind, go in opened.items():
        go()
        found, shown = keys_of(window.page), listed(hands)
        assert shown.issuperset(map(shown_key, found)), kind
        assert found or kind == "house rules"
    assert shown.issuperset(shown_key(name) for one in menu.COMMANDS for name in one.keys.split()), "the column"
    assert shown_key(menu.PASTE.keys) in shown


def test_every_listed_drawing_key_does_something(hands: Hands, tmp_path: Path) -> None:
    sample = tmp_path / "sample.exgui"
    sample_campaign(sample)
    assert hands.window.session.open_path(sample)
    assert hands.window.navigation.open_encounter("teahouse")
    view = hands.window.page.map
    ((_heading, lines),) = view.keys.listed()
    table = view.keys._table
    assert [title for _key, title in lines[: -len(GESTURES)]] == list(dict.fromkeys(one.title for one in table))
    seen: list[object] = []
    hands.window.page.document.changed.connect(lambda *_given: seen.append("document"))
    for signal in (view.hand.tool_changed, view.hand.selection.changed, view.zoomed, view.hand.names.editingFinished):
        signal.connect(lambda *_given: seen.append("view"))
    silent = []
    for name in (name for one in table for name in one.keys.split()):
        view.hand.names.finish()
        view.hand.take("select" if name != "V" else "zone")
        view.hand.selection.put(only("zone", next(iter(view.map.zones))))
        view.hand.choose_terrain(TERRAINS[1 if name == "1" else 0])
        view.hand.field.copy(view.hand.selection.now.zones)
        if name in ("Ctrl+A", "Ctrl+C"):
            view.hand.selection.put(only("zone", list(view.map.zones)[-1]))
        seen.clear()
        keys = QKeySequence(name.replace("Enter", "Return"))[0]
        view.setFocus()
        QTest.keyClick(view, keys.key(), keys.keyboardModifiers())
        if not seen and not view.hand.names.isVisible() and name != "Ctrl+C":
            silent.append(name)
    assert silent == []


def test_list_of_keys_has_map_keys_while_editing_in_a_fight(hands: Hands) -> None:
    hands.press("Ctrl+M")
    assert hands.window.page.edits_map
    assert listed(hands).issuperset({"V", "Z", "O", "L", "Delete"})


# A key that is held


def test_holding_space_ends_only_one_turn(hands: Hands) -> None:
    hands.press(" ")
    steps = hands.play.step_number
    hold(hands.window, " ", 10)
    assert hands.play.step_number == steps
    assert hands.bridge.battle.active == "volfer"


def test_holding_enter_answers_only_one_question(hands: Hands) -> None:
    hands.press(" ", "A", "1")
    asked = hands.play.pending
    hold(hands.window, "Enter")
    assert hands.play.pending is asked


def test_holding_a_letter_begins_its_action_once(hands: Hands) -> None:
    hands.press("F")
    steps = hands.play.step_number
    hold(hands.window, "F")
    assert hands.play.step_number == steps


def test_holding_r_rolls_once(hands: Hands) -> None:
    hands.press(" ", "A", "1", "Enter", "R")
    asked = hands.play.pending
    assert asked is not None
    hold(hands.window, "R")
    assert hands.play.pending is asked


def test_holding_a_digit_chooses_once(hands: Hands) -> None:
    hands.press(" ", "A", "1")
    asked = hands.play.pending
    hold(hands.window, "1")
    assert hands.play.pending is asked


def test_holding_space_in_the_dice_field_submits_nothing(hands: Hands) -> None:
    hands.press(" ", "A", "1", "Enter", "6", " ")
    asked = hands.play.pending
    hold(hands.window, " ")
    assert hands.play.pending is asked


def test_holding_keys_in_a_target_list_chooses_nothing(hands: Hands) -> None:
    hands.press(" ", "A", "Down")
    draft = hands.bridge.draft
    for key in ("Enter", " ", "1", "A"):
        hold(hands.window, key, 5)
    assert hands.bridge.draft is draft
    assert hands.play.open_step is None


def test_holding_space_on_a_button_presses_nothing(hands: Hands) -> None:
    hands.press(" ")
    button = hands.window.page.panel.footer.next
    button.setFocus()
    steps = hands.play.step_number
    hold(hands.window, " ", 5)
    hold(hands.window, "Enter", 5)
    assert hands.play.step_number == steps


def test_holding_enter_in_the_palette_runs_one_command(hands: Hands) -> None:
    hands.press("Ctrl+K")
    hands.type("guard")
    hold(hands.window, "Enter")
    assert hands.window.overlays.palette.isVisible()


def test_holding_escape_closes_only_one_thing(hands: Hands) -> None:
    hands.press("Ctrl+E")
    assert hands.window.page.panel.tool is not None
    hold(hands.window, "Escape")
    assert hands.window.page.panel.tool is not None


def test_holding_an_arrow_key_moves_the_cursor(hands: Hands) -> None:
    hands.press(" ", "A", "1", "Down")
    rows = hands.window.page.panel.resolution.rows
    assert [row.chosen for row in rows] == [True, False]
    hold(hands.window, "Down", 1)
    assert [row.chosen for row in rows] == [False, True]
    hold(hands.window, "Down", 2)
    assert [row.chosen for row in rows] == [False, True], "twice round"


def test_holding_a_shortcut_runs_its_command_once(hands: Hands) -> None:
    assert not any(action.autoRepeat() for action in hands.window.commands.actions.values())


# Ctrl+Z


@pytest.mark.parametrize("redo", [False, True], ids=["undo", "undo and redo"])
@pytest.mark.parametrize("kind", ["line", "number", "text"])
def test_undo_in_a_field_reverts_typing_before_the_pages_step(hands: Hands, kind: str, redo: bool) -> None:
    field: QLineEdit | QSpinBox | QPlainTextEdit
    field = {"line": QLineEdit, "number": QSpinBox, "text": QPlainTextEdit}[kind]()
    field.setParent(hands.window.page.widget)
    field.show()
    hands.press("F")  # a step to be taken back
    steps = hands.play.step_number
    field.setFocus()
    if isinstance(field, QSpinBox):
        field.selectAll()
    hands.type("7")

    def typed() -> str:
        return field.toPlainText() if isinstance(field, QPlainTextEdit) else field.text()

    assert typed() == "7"
    hands.press("Ctrl+Z")
    assert typed() != "7"
    assert hands.play.step_number == steps, "only the typing was taken back"
    if redo:
        hands.press("Ctrl+Shift+Z")
        assert typed() == "7"
        hands.press("Ctrl+Z")
    for _ in range(3):  # a number that is selected and typed over is two changes
        if hands.play.step_number == steps:
            hands.press("Ctrl+Z")
    assert hands.play.step_number == steps - 1
    assert field.hasFocus()


def test_ctrl_z_with_nothing_to_undo_is_reported(window: MainWindow) -> None:
    QTest.keyClick(window, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert window.message == "Nothing to undo."


def test_ctrl_z_undoes_on_the_shown_page(hands: Hands, monkeypatch: pytest.MonkeyPatch) -> None:
    class Noted:
        done: list[str] = []

        def can_undo(self) -> bool:
            return True

        def can_redo(self) -> bool:
            return False

        def undo(self) -> None:
            self.done.append("undo")

        def redo(self) -> None:
            self.done.append("redo")

    hands.press("F")
    steps = hands.play.step_number
    play = hands.play
    with monkeypatch.context() as patched:
        patched.setattr(hands.window.welcome, "undo_target", Noted())
        hands.window.pages.go_home()
        hands.press("Ctrl+Z", "Ctrl+Shift+Z")
    assert Noted.done == ["undo"]
    assert play.step_number == steps
