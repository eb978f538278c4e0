"""Amending a step from the log: its dice, modifiers and choices, with a preview before anything changes."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QPushButton

from exgui.gui.forms.editors import ChipPick
from exgui.gui.main_window import MainWindow
from exgui.gui.panel.amend_card import AmendCard
from exgui.gui.widgets.basics import EnterLine
from tests.gui.ambush import ambush
from tests.gui.conftest import Hands
from tests.gui.states import settle


def strike(hands: Hands, attack: str = "6", damage: str = "4") -> None:
    """Volfer strikes Kesh, who blocks; then his turn ends."""
    hands.press(" ", "A", "1", "Enter", *attack, "Enter", *damage, "Enter", " ")


def card(hands: Hands) -> AmendCard:
    tool = hands.window.page.panel.tool
    assert isinstance(tool, AmendCard)
    return tool


def words(hands: Hands) -> str:
    settle()  # what was laid out just now is shown
    shown = [one.text() for one in card(hands).findChildren(QLabel) if one.isVisibleTo(card(hands))]
    return "\n".join(shown).replace("\N{NO-BREAK SPACE}", " ")


def line(hands: Hands, id: str) -> EnterLine:
    field = card(hands).fields[id]
    assert isinstance(field, EnterLine)
    return field


def preview(card: AmendCard) -> None:
    """Act as after a pause in typing."""
    assert card._timer.isActive()
    card._timer.timeout.emit()
    settle()


def write(hands: Hands, id: str, text: str) -> None:
    """Replace the text of a field, with real keys."""
    field = line(hands, id)
    QTest.mouseClick(field, Qt.MouseButton.LeftButton)
    field.selectAll()
    QTest.keyClicks(field, text)
    preview(card(hands))


def test_f2_opens_the_last_step_with_dice_and_its_answers(hands: Hands) -> None:
    strike(hands)
    hands.press("F2")
    assert line(hands, "volfer.attack").text() == "6"
    assert line(hands, "volfer.damage").text() == "4"
    chips = card(hands).fields["kesh.guard"]
    assert isinstance(chips, ChipPick)
    assert chips.value == "block"
    assert not card(hands).button.isEnabled()


def test_changed_dice_are_previewed_without_taking_effect(hands: Hands) -> None:
    strike(hands)
    before = hands.bridge.battle
    hands.press("F2")
    write(hands, "volfer.damage", "1")
    # Kesh had 6 and lost 4; losing 1 leaves 5.
    assert "Kesh: Nerve 2 → 5" in words(hands)
    assert "Volfer hits Kesh: nerve 6 → 5." in words(hands)
    assert "1 later step is replayed: Volfer: end of turn." in words(hands)
    assert hands.bridge.battle is before


def test_amendment_is_applied_and_can_be_undone(hands: Hands) -> None:
    strike(hands)
    before, steps = hands.bridge.battle, len(hands.play.steps)
    hands.press("F2")
    write(hands, "volfer.damage", "1")
    hands.press("Enter")
    assert hands.window.page.panel.tool is None
    assert hands.bridge.battle.who("kesh").track("nerve") == 5
    assert hands.bridge.battle.active == before.active
    assert len(hands.play.steps) == steps
    hands.press("Ctrl+Z")
    assert hands.bridge.battle == before


def test_keeping_the_step_or_escape_changes_nothing(hands: Hands) -> None:
    strike(hands)
    before = hands.bridge.battle
    hands.press("F2")
    write(hands, "volfer.damage", "1")
    QTest.mouseClick(card(hands).leave_button, Qt.MouseButton.LeftButton)
    assert hands.window.page.panel.tool is None
    hands.press("F2", "Escape")
    assert hands.window.page.panel.tool is None
    assert hands.bridge.battle is before


def test_hit_amended_to_a_miss_skips_the_damage_roll(hands: Hands) -> None:
    strike(hands)
    hands.press("F2")
    write(hands, "volfer.attack", "3")
    assert "Volfer misses Kesh." in words(hands)
    hands.press("Enter")
    assert hands.bridge.battle.who("kesh").track("nerve") == 6


def test_clicking_another_option_changes_a_choice(hands: Hands) -> None:
    # 3 against Block 4 misses; against Dodge 3 it hits, and damage is asked for that was never rolled.
    strike(hands, "3", "")
    hands.press("F2")
    chips = card(hands).fields["kesh.guard"]
    assert isinstance(chips, ChipPick)
    QTest.mouseClick(chips.chips[1], Qt.MouseButton.LeftButton)
    assert "Volfer has Damage to roll now (3 dice)" in words(hands)
    lost = next(one for one in card(hands).findChildren(QLabel) if "dropped" in one.text())
    assert lost.text() == "1 later step is dropped: Volfer: end of turn."
    button = card(hands).button
    assert button.text() == "Amend, drop 1"
    assert 0 <= button.y() - (lost.y() + lost.height()) < 20, "it stands beside the button that Enter presses"
    QTest.mouseClick(card(hands).button, Qt.MouseButton.LeftButton)
    assert hands.play.pending is not None
    assert hands.play.pending.name == "damage"
    sentence = "Amended. 1 later step is dropped: Volfer: end of turn. Ctrl+Z undoes it."
    assert hands.window.message == sentence


def test_dropped_answers_are_named(window: MainWindow, tmp_path: Path) -> None:
    """With 1 success more the damage has a die more than the faces that were typed for it."""
    hands = ambush(window, tmp_path)
    hands.press("A", "5", "7", "Enter")
    dice = hands.play.pending.dice
    hands.type(" ".join(["1"] * dice))
    hands.press("Enter", " ", "F2")
    write(hands, "volfer.attack", "8")
    assert "Volfer’s damage" in words(hands)
    assert "volfer." not in words(hands).lower()


def test_modifier_is_typed_as_in_the_modifier_line(hands: Hands) -> None:
    strike(hands)
    hands.press("F2")
    field = line(hands, "volfer.attack.modifier")
    QTest.mouseClick(field, Qt.MouseButton.LeftButton)
    QTest.keyClicks(field, "-3 dice rain")
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert card(hands).mods[0].dice == -3
    assert "(rain)" in words(hands)
    assert card(hands).button.isEnabled()
    hands.press("Enter")
    mods = hands.play.steps[-2].command.mods
    assert [(mod.to, mod.dice, mod.label) for mod in mods] == [("volfer.attack", -3, "rain")]


def test_invalid_modifier_is_reported_beside_the_field(hands: Hands) -> None:
    strike(hands)
    hands.press("F2")
    field = line(hands, "volfer.attack.modifier")
    QTest.mouseClick(field, Qt.MouseButton.LeftButton)
    QTest.keyClicks(field, "please")
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert "Start with +" in words(hands)
    assert card(hands).mods == ()


def test_modifier_given_at_the_roll_can_be_removed(hands: Hands) -> None:
    hands.press(" ", "A", "1", "Enter", "S", "6", "Enter", "4", "Enter", " ")
    hands.press("F2")
    away = next(one for one in card(hands).findChildren(QPushButton) if one.text() == "Remove")
    QTest.mouseClick(away, Qt.MouseButton.LeftButton)
    assert away.text() == "Restore"
    assert card(hands).button.isEnabled()
    QTest.mouseClick(card(hands).button, Qt.MouseButton.LeftButton)
    assert len(hands.play.steps[-2].answers) == 3


@pytest.mark.parametrize("text", ["ten", "99", "-1", "1 2 3 4 5 6 7 8 9 10 11", "שלום", "9" * 5000])
def test_invalid_dice_are_reported_and_refused(hands: Hands, text: str) -> None:
    strike(hands)
    hands.press("F2")
    field = line(hands, "volfer.attack")
    field.selectAll()
    field.insert(text)
    field.textEdited.emit(field.text())
    preview(card(hands))
    before = hands.bridge.battle
    hands.press("Enter")
    assert hands.bridge.battle is before
    assert not card(hands).button.isEnabled()


def test_amending_is_refused_while_a_step_is_open(hands: Hands) -> None:
    strike(hands)
    hands.bridge.steps.go_back_to(1)
    hands.press(" ", "A", "1")
    hands.press("F2")
    assert hands.window.page.panel.tool is None
    assert hands.window.message.startswith("Finish the open step first")


def test_selected_log_line_offers_to_amend_it(hands: Hands) -> None:
    strike(hands)
    log = hands.window.page.log
    row = next(number for number, one in enumerate(log.model.rows) if one.text.startswith("Volfer hits"))
    index = log.model.index(row)
    log.view.scrollTo(index)
    QTest.mouseClick(log.view.viewport(), Qt.MouseButton.LeftButton, pos=log.view.visualRect(index).center())
    assert log.amend_button.isVisible()
    QTest.mouseClick(log.amend_button, Qt.MouseButton.LeftButton)
    assert card(hands).index == log.model.rows[row].index


def test_log_menu_offers_amending(hands: Hands) -> None:
    strike(hands)
    log = hands.window.page.log
    menu = log.menu_at(QPoint(100, 10))
    next(one for one in menu.actions() if one.text().startswith("Amend")).trigger()
    assert isinstance(hands.window.page.panel.tool, AmendCard)


def test_step_without_dice_or_choices_is_explained(hands: Hands) -> None:
    hands.window.page.tools.amend(0)
    assert "Nothing was rolled or chosen in this step" in words(hands)
    assert not card(hands).button.isEnabled()


def test_hit_becomes_a_miss_and_later_steps_follow_in_a_real_game(window: MainWindow, tmp_path: Path) -> None:
    hands = ambush(window, tmp_path)
    start = hands.bridge.battle
    hands.press("A", "5", "7", "Enter", "4", "Enter", " ")
    hands.press("F2")
    write(hands, "volfer.attack", "0")
    assert "Volfer: Initiative" in words(hands)
    assert "Bandit 1: Initiative" in words(hands)
    hands.press("Enter")
    for id in ("volfer", "bandit"):
        now, then = hands.bridge.battle.who(id), start.who(id)
        assert now.track("initiative") == then.track("initiative")
    assert hands.bridge.battle.active == "ilsa"
