"""Stunts and other modifiers of a pending roll: each counts once, can be undone, and stays when the attack is
changed."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from exgui.engine.asks import Modify, Roll
from exgui.gui.main_window import MainWindow
from exgui.gui.panel.roll_section import RollSection
from tests.gui.ambush import ambush
from tests.gui.conftest import Hands


@pytest.fixture
def hands(window: MainWindow, tmp_path: Path) -> Hands:
    """Volfer attacks Bandit 1; the roll is asked for."""
    hands = ambush(window, tmp_path)
    hands.press("A", "5")
    return hands


def roll(hands: Hands) -> RollSection:
    return hands.window.page.panel.roll


def asked(hands: Hands) -> Roll:
    pending = hands.play.pending
    assert isinstance(pending, Roll)
    return pending


def lit(hands: Hands) -> list[bool]:
    return [chip.isChecked() for chip in roll(hands).stunt_buttons]


def test_attack_stunt_does_not_apply_to_damage(hands: Hands) -> None:
    hands.press("S", "7", "Enter")
    assert asked(hands).name == "damage"
    before = asked(hands).dice
    assert lit(hands) == [False, False, False]
    assert not any(chip.isVisible() for chip in roll(hands).stunt_buttons)
    hands.press("S")
    assert (asked(hands).name, asked(hands).dice) == ("damage", before)
    assert roll(hands).sentence.text().startswith("A stunt counts once per step: the attack has it.")


def test_damage_can_be_stunted_if_the_attack_was_not(hands: Hands) -> None:
    hands.press("7", "Enter")
    before = asked(hands).dice
    hands.press("S")
    assert asked(hands).dice == before + 2
    assert lit(hands) == [True, False, False]


def test_s_after_the_highest_stunt_removes_it(hands: Hands) -> None:
    before = asked(hands).dice
    hands.press("S", "S", "S")
    assert (lit(hands), asked(hands).auto.total) == ([False, False, True], 2)
    hands.press("S")
    assert lit(hands) == [False, False, False]
    assert (asked(hands).dice, asked(hands).auto.total) == (before, 0)
    assert not [row for row in hands.window.page.panel.resolution.done if "tunt" in row.text()]
    hands.press("S")
    assert lit(hands) == [True, False, False]


def test_clicking_the_current_stunt_removes_it(hands: Hands) -> None:
    before = asked(hands).dice
    for expected in ((before + 2, True), (before, False)):
        QTest.mouseClick(roll(hands).stunt_buttons[1], Qt.MouseButton.LeftButton)
        assert (asked(hands).dice, lit(hands)[1]) == expected


def test_removed_stunt_is_not_amended(hands: Hands) -> None:
    hands.press("S", "S", "S", "S", "1", "Enter", "F2")
    card = hands.window.page.panel.tool
    assert card is not None
    assert not [name for name in card.fields if name.startswith("modifier.")]


def test_removing_a_stunt_does_not_restore_a_lower_one(hands: Hands) -> None:
    hands.press("S", "S", "1", "Enter", "F2")
    card = hands.window.page.panel.tool
    assert card is not None
    (name,) = [name for name in card.fields if name.startswith("modifier.")]
    QTest.mouseClick(card.fields[name], Qt.MouseButton.LeftButton)
    assert not [answer for answer in card._amended_step().answers if isinstance(answer, Modify)]


def test_changing_the_attack_keeps_its_stunt_and_modifier(hands: Hands) -> None:
    hands.press("S")
    hands.type("+3")
    hands.press("Enter")
    card = hands.window.page.panel.resolution
    key = next(key for key, given in card.alternatives.items() if given == ("mode", "decisive"))
    hands.press(key)
    step = hands.play.open_step
    assert step is not None
    assert step.command.args["mode"] == "decisive"
    labels = [part.label for part in asked(hands).pool.parts]
    assert labels[-2:] == ["stunt 1", "modifier"]
    assert any(given == ("mode", "withering") for given in card.alternatives.values())


def test_attack_cannot_be_changed_after_its_roll(hands: Hands) -> None:
    hands.press("7", "Enter")
    assert not hands.window.page.panel.resolution.alternatives
