"""Ambiguous keys: Escape and Ctrl+I while something is asked, Enter while nothing is, Shift+R after a refusal."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from exgui.engine.asks import Roll
from exgui.gui.main_window import MainWindow
from exgui.gui.panel.dice_field import DiceField
from exgui.gui.panel.sheet_card import SheetCard
from tests.gui.ambush import ambush, id_of
from tests.gui.conftest import Hands


@pytest.fixture
def hands(window: MainWindow, tmp_path: Path) -> Hands:
    return ambush(window, tmp_path)


# Escape


def test_escape_clears_typing_before_it_undoes_the_step(hands: Hands) -> None:
    hands.press("A", "5", "7")
    field = hands.window.page.panel.roll.field
    assert "Esc undo" in hands.window.page.hints
    hands.press("Escape")
    assert (field.text(), field.hasFocus()) == ("", True)
    assert hands.play.pending is not None
    hands.press("Escape")
    assert hands.play.open_step is None
    assert hands.window.message == "Attack undone. Ctrl+Shift+Z redoes it."
    hands.press("Ctrl+Shift+Z")
    assert isinstance(hands.play.pending, Roll)


def test_escape_does_not_undo_rolled_dice(hands: Hands) -> None:
    hands.press("A", "5", "7", "Enter")
    assert "Ctrl+Z undo" in hands.window.page.hints
    hands.press("Escape")
    assert hands.play.pending.name == "damage"
    assert hands.window.message == "Attack is partly answered: Ctrl+Z undoes one answer at a time."


# The sheet


def test_typed_dice_survive_reading_the_sheet(hands: Hands) -> None:
    hands.press("A", "5", "7", "Ctrl+I")
    panel = hands.window.page.panel
    assert isinstance(panel.tool, SheetCard)
    assert panel.tool.isVisible()
    assert not panel.resolution.isVisible()
    assert hands.window.page.hints[0] == "Esc back to the question"
    hands.press("R", "4", "S", "+", " ")
    assert isinstance(hands.play.pending, Roll), "nothing is answered unseen"
    assert not hands.play.open_step.answers
    hands.press("Ctrl+I")
    assert panel.tool is None
    assert panel.resolution.isVisible()
    assert panel.roll.field.text() == "7"
    assert isinstance(QApplication.focusWidget(), DiceField)


def test_escape_returns_from_the_sheet_to_the_roll(hands: Hands) -> None:
    hands.press("A", "5", "Ctrl+I", "Escape")
    assert hands.window.page.panel.tool is None
    assert isinstance(hands.play.pending, Roll)
    hands.press("7", "Enter")
    assert hands.play.pending.name == "damage"


def test_click_on_a_token_opens_its_sheet_during_a_question(hands: Hands) -> None:
    hands.press("A", "5", "Ctrl+I")
    hands.window.page.map.click("token", id_of(hands, "Bandit 1"))
    tool = hands.window.page.panel.tool
    assert isinstance(tool, SheetCard)
    assert tool.title.text() == "Bandit 1"


def test_unfinished_command_waits_under_the_sheet(hands: Hands) -> None:
    hands.press("A", "Ctrl+I")
    assert isinstance(hands.window.page.panel.tool, SheetCard)
    hands.press("Escape")
    assert hands.bridge.draft is not None
    assert hands.window.page.panel.draft.isVisible()


# Enter with nothing pending


@pytest.mark.parametrize("place", ["map", "ticks"])
def test_enter_does_not_open_a_clicked_combatants_sheet(hands: Hands, place: str) -> None:
    page = hands.window.page
    bandit = id_of(hands, "Bandit 1")
    if place == "map":
        page.map.click("token", bandit)
        page.map.setFocus()
    else:
        QTest.mouseClick(page.ticks, Qt.MouseButton.LeftButton, pos=page.ticks.gliding.at[bandit].toPoint())
        page.ticks.setFocus(Qt.FocusReason.OtherFocusReason)
    assert hands.bridge.shown == bandit
    hands.press("Enter")
    assert page.panel.tool is None
    assert hands.play.open_step is None


def test_enter_opens_the_sheet_selected_by_arrows(hands: Hands) -> None:
    hands.press("Tab")
    while hands.window.page.map.keyboard.at[0] != "token":
        hands.press("Tab")
    hands.press("Enter")
    assert isinstance(hands.window.page.panel.tool, SheetCard)


# Shift+R


def test_shift_r_after_a_refusal_does_nothing(hands: Hands) -> None:
    hands.press("A", "6")
    assert hands.bridge.refusal is not None
    steps = hands.play.step_number
    hands.press("Shift+R", "R")
    assert hands.bridge.refusal is not None
    assert hands.play.open_step is None
    assert hands.play.step_number == steps
    assert hands.window.message.startswith("Nothing to roll: ")


def test_shift_r_with_nothing_pending_does_nothing(hands: Hands) -> None:
    hands.press("Shift+R")
    assert (hands.bridge.draft, hands.play.open_step) == (None, None)
    assert hands.window.message == "There is nothing to roll."
