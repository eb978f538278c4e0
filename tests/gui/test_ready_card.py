"""The panel before a battle: the combatants present, who is rolled for automatically, and what can still be done."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel

from exgui.engine.asks import Command
from exgui.engine.record import Table
from exgui.gui.main_window import MainWindow
from exgui.gui.panel.guide import ReadyCard
from tests.gui.conftest import Hands
from tests.gui.sample import sample_campaign
from tests.gui.states import settle


@pytest.fixture
def hands(window: MainWindow, tmp_path: Path) -> Hands:
    """The teahouse before its battle begins."""
    sample_campaign(tmp_path / "sample.exgui")
    assert window.session.open_path(tmp_path / "sample.exgui")
    assert window.session.begin_encounter("teahouse")
    return Hands(window)


def ready(hands: Hands) -> ReadyCard:
    assert hands.window.page.kind == "battle"
    return hands.window.page.panel.guide.ready


def texts(hands: Hands) -> list[str]:
    settle()
    return [one.text() for one in ready(hands).findChildren(QLabel) if one.isVisible()]


def test_sides_and_their_members_are_listed(hands: Hands) -> None:
    shown = texts(hands)
    assert "Heroes · 3" in shown
    assert "Volfer, Ilsa of the Reeds, Quick Tam" in shown
    assert "Foes · 3" in shown
    assert "Mistress Vey, Bandit 1, Bandit 2" in shown


def test_auto_roll_can_be_set_for_a_side_before_the_first_roll(hands: Hands) -> None:
    chip = ready(hands).chips["foes"]
    QTest.mouseClick(chip, Qt.MouseButton.LeftButton)
    assert hands.bridge.auto_roll.sides == {"foes"}
    hands.press("Ctrl+R")
    assert not hands.bridge.auto_roll.sides
    settle()
    assert hands.window.top.caption.text() == "not begun"
    hands.press(" ")
    assert hands.window.top.caption.text() == "beginning"
    assert not ready(hands).isVisible()


def test_picked_combatant_replaces_the_card_until_escape(hands: Hands) -> None:
    vey = next(id for id, one in hands.bridge.battle.combatants.items() if one.name == "Mistress Vey")
    hands.bridge.show(vey)
    settle()
    assert not ready(hands).isVisible()
    assert hands.window.page.panel.figures.isVisible()
    hands.press("Escape")
    settle()
    assert ready(hands).isVisible()


def test_card_follows_changes(hands: Hands) -> None:
    tam = next(id for id, one in hands.bridge.battle.combatants.items() if one.name == "Quick Tam")
    assert hands.bridge.steps.dispatch(Command("adjust", args=Table(who=tam, set=Table(side="foes"))))
    assert "Foes · 4" in texts(hands)
    assert hands.bridge.steps.dispatch(Command("adjust", args=Table(who=tam, set=Table(zone=None))))
    assert any(text.startswith("Quick Tam is not in a zone yet") for text in texts(hands))


def test_users_own_keys_are_shown(hands: Hands) -> None:
    assert "Ctrl K" in texts(hands)
    hands.window.keymap.set_command("palette", "Ctrl+Y")
    assert "Ctrl Y" in texts(hands)
