"""A fight by the keys alone, as a storyteller's one free hand plays it."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from exgui.engine.asks import Choose, Roll
from exgui.engine.events import Rolled
from exgui.gui.panel.dice_field import DiceField
from tests.gui.conftest import Hands
from tests.gui.toy import toy_play


def volfers_turn(hands: Hands) -> None:
    """End Swan's turn, so that it is Volfer's."""
    hands.press(" ")
    assert hands.bridge.battle.active == "volfer"


def rolled(hands: Hands) -> list[Rolled]:
    return [event for line in hands.play.log() for event in line.events if isinstance(event, Rolled)]


def test_space_ends_the_turn(hands: Hands) -> None:
    assert hands.bridge.battle.active == "swan"
    hands.press(" ")
    assert hands.bridge.battle.active == "volfer"


def test_an_attack_with_the_tables_dice_takes_eight_keys_at_most(hands: Hands) -> None:
    volfers_turn(hands)
    keys = ["A", "1", "Enter", "6", "Enter", "4", "Enter"]
    hands.press(*keys)
    assert len(keys) <= 8
    assert hands.play.pending is None
    assert hands.bridge.battle.who("kesh").track("nerve") == 2
    assert [one.by_app for one in rolled(hands)] == [False, False]


def test_auto_rolled_attack_takes_at_most_three_keys(hands: Hands) -> None:
    volfers_turn(hands)
    hands.bridge.auto_roll.set({"heroes", "foes"})
    hands.press("A", "1")
    assert hands.play.pending is None
    assert all(one.by_app for one in rolled(hands))
    assert rolled(hands)


def test_r_rolls_while_the_dice_field_is_focused(hands: Hands) -> None:
    volfers_turn(hands)
    hands.press("A", "1", "Enter")
    assert isinstance(QApplication.focusWidget(), DiceField)
    hands.press("R")
    assert rolled(hands)[0].by_app


def test_letters_never_type_in_the_dice_field(hands: Hands) -> None:
    volfers_turn(hands)
    hands.press("A", "1", "Enter", "x", "7", "q", " ", "7")
    field = hands.window.page.panel.roll.field
    assert field.text() == "7 7"
    assert field.hasFocus()


def test_faces_are_separated_by_spaces_and_a_second_space_submits(hands: Hands) -> None:
    volfers_turn(hands)
    hands.press("A", "1", "Enter")
    hands.type("7 7 7 7 7 2 2 2 2  ")
    assert rolled(hands)[0].faces == (7, 7, 7, 7, 7, 2, 2, 2, 2)


def test_wrong_number_of_dice_is_reported_beside_the_field(hands: Hands) -> None:
    volfers_turn(hands)
    hands.press("A", "1", "Enter")
    hands.type("7 7 7 ")
    hands.press("Enter")
    assert isinstance(hands.play.pending, Roll)
    assert "3 of 9 dice" in hands.window.page.panel.roll.sentence.text()


def test_enter_in_an_empty_dice_field_shows_the_format(hands: Hands) -> None:
    volfers_turn(hands)
    hands.press("A", "1", "Enter", "Enter")
    assert "R lets the app roll" in hands.window.page.panel.roll.sentence.text()


def test_s_adds_a_stunt_and_again_raises_its_level(hands: Hands) -> None:
    volfers_turn(hands)
    hands.press("A", "1", "Enter")
    assert hands.play.pending.dice == 9
    hands.press("S")
    assert (hands.play.pending.dice, hands.play.pending.auto.total) == (11, 0)


def test_a_plus_in_the_dice_field_begins_a_modifier(hands: Hands) -> None:
    volfers_turn(hands)
    hands.press("A", "1", "Enter")
    hands.type("+3 high ground")
    hands.press("Enter")
    assert hands.play.pending.dice == 12
    assert "high ground" in hands.window.page.panel.roll.parts.text()
    assert isinstance(QApplication.focusWidget(), DiceField)


def test_invalid_modifier_can_be_corrected(hands: Hands) -> None:
    volfers_turn(hands)
    hands.press("A", "1", "Enter", "M")
    hands.type("much better")
    hands.press("Enter")
    assert hands.window.page.panel.roll.modifier.text() == "much better"
    assert "Start with" in hands.window.page.panel.roll.sentence.text()


def test_undo_reverts_answers_one_by_one_and_then_the_step(hands: Hands) -> None:
    volfers_turn(hands)
    hands.press("A", "1", "Enter", "6", "Enter")
    assert hands.play.pending.name == "damage"
    hands.press("Ctrl+Z")
    assert hands.play.pending.name == "attack"
    hands.press("Ctrl+Z")
    assert isinstance(hands.play.pending, Choose)
    hands.press("Ctrl+Z")
    assert hands.play.pending is None
    hands.press("Ctrl+Shift+Z", "Ctrl+Shift+Z")
    assert hands.play.pending.name == "attack"


def test_undo_does_not_trigger_auto_roll(hands: Hands) -> None:
    volfers_turn(hands)
    hands.bridge.auto_roll.set({"heroes", "foes"})
    hands.press("A", "1")
    before = len(hands.play.log())
    hands.press("Ctrl+Z")
    assert len(hands.play.log()) <= before
    assert hands.play.pending is None


def test_escape_cancels_the_command_without_changes(hands: Hands) -> None:
    volfers_turn(hands)
    battle = hands.bridge.battle
    hands.press("A")
    assert hands.bridge.draft is not None
    hands.press("Escape")
    assert hands.bridge.draft is None
    assert hands.bridge.battle is battle


def test_greyed_action_explains_itself_and_one_more_key_allows_it(hands: Hands) -> None:
    volfers_turn(hands)
    hands.press("M")
    assert hands.bridge.refusal.sentence == "Whoever stands close to a foe does not walk away."
    assert hands.bridge.draft is None
    hands.press("Shift+Enter")
    assert hands.bridge.draft.param.id == "to"
    hands.press("1")
    assert hands.bridge.battle.who("volfer").zone != "yard"
    assert any("Storyteller’s override" in note.text for line in hands.play.log() for note in line.notes)


def test_shift_with_the_letter_allows_an_action_at_once(hands: Hands) -> None:
    volfers_turn(hands)
    hands.press("Shift+M")
    assert hands.bridge.refusal is None
    assert hands.bridge.draft.command.overrule


def test_out_of_reach_target_is_refused_and_can_be_allowed(hands: Hands) -> None:
    volfers_turn(hands)
    hands.press("A", "2")
    assert hands.bridge.refusal.sentence == "Bandit 1 is out of reach."
    hands.press("Shift+Enter")
    assert isinstance(hands.play.pending, Choose)


def test_arrows_and_enter_choose_like_numbers(hands: Hands) -> None:
    volfers_turn(hands)
    hands.press("A", "Down", "Enter")
    assert hands.play.open_step.command.get("target") == "kesh"
    hands.press("Down", "Down", "Enter")
    assert hands.play.pending.difficulty.total == 3


def test_numbers_choose_among_options(hands: Hands) -> None:
    volfers_turn(hands)
    hands.press("A", "1", "2")
    assert hands.play.pending.difficulty.total == 3


def test_parameter_with_a_default_is_changed_by_its_key(hands: Hands) -> None:
    volfers_turn(hands)
    hands.press("A", "1")
    assert hands.play.open_step.command.get("kind") == "soft"
    (key,) = hands.window.page.panel.resolution.alternatives
    hands.press(key)
    hands.bridge.steps.change_argument("kind", "hard")
    assert hands.play.open_step.command.get("kind") == "hard"


def test_enter_skips_an_optional_number(hands: Hands) -> None:
    hands.press("E")
    assert hands.bridge.draft.param.id == "until"
    hands.press("Enter")
    assert hands.bridge.draft is None
    assert hands.play.log()[-1].command.do == "wait"


def test_letters_are_typed_into_text_parameters(hands: Hands) -> None:
    hands.press("O")
    hands.type("sings a rude song")
    hands.press("Enter")
    assert hands.play.log()[-1].notes[0].text == "Swan: sings a rude song."


def test_question_mark_toggles_the_explanation(hands: Hands) -> None:
    volfers_turn(hands)
    hands.press("A", "1", "Enter", "?")
    assert hands.window.overlays.why.isVisible()
    assert "longknife" in hands.window.overlays.why.accessibleDescription()
    hands.press("?")
    assert not hands.window.overlays.why.isVisible()
    assert hands.window.page.panel.roll.field.text() == ""


def test_clicking_outside_closes_the_explanation(hands: Hands) -> None:
    volfers_turn(hands)
    hands.press("A", "1", "Enter", "?")
    why = hands.window.overlays.why
    QTest.mouseClick(why, Qt.MouseButton.LeftButton)
    assert why.isVisible()
    QTest.mouseClick(hands.window.page.map.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(3, 3))
    assert not why.isVisible()


def test_shift_r_makes_all_remaining_rolls(hands: Hands) -> None:
    volfers_turn(hands)
    hands.press("A", "1", "Enter", "Shift+R")
    assert hands.play.pending is None


def test_after_a_step_letters_are_keys_again(hands: Hands) -> None:
    volfers_turn(hands)
    hands.press("A", "1", "Enter", "6", "Enter", "4", "Enter", "F")
    assert hands.play.log()[-1].command.do == "guard"


def test_the_palette_finds_an_action_by_a_part_of_its_name(hands: Hands) -> None:
    hands.press("Ctrl+K")
    assert hands.window.overlays.palette.isVisible()
    hands.type("guar")
    hands.press("Enter")
    assert not hands.window.overlays.palette.isVisible()
    assert hands.play.log()[-1].command.do == "guard"


def test_escape_closes_the_palette_and_restores_the_focus(hands: Hands) -> None:
    before = QApplication.focusWidget()
    hands.press("Ctrl+K", "Escape")
    assert not hands.window.overlays.palette.isVisible()
    assert QApplication.focusWidget() is before


def test_a_prepared_battle_is_begun_by_space(open_window) -> None:  # type: ignore[no-untyped-def]
    hands = open_window(toy_play(started=False))
    assert hands.window.page.panel.guide.isVisible()
    hands.press(" ")
    assert hands.bridge.battle.phase == "running"


def test_no_modal_dialog_covers_a_fight(hands: Hands) -> None:
    volfers_turn(hands)
    for key in ("A", "1", "Enter", "?", "Escape", "6", "Enter", "R", "M", "Escape", "Ctrl+K", "Escape"):
        hands.press(key)
        assert QApplication.activeModalWidget() is None
