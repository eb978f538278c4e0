"""The turn panel: the combatant, the numbers and their reasons, actions with reasons, the resolution in steps."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QLabel, QWidget

from exgui.gui.look.elided import TwoLines
from exgui.gui.pages.battle.page import hints
from exgui.gui.panel.turn_panel import TurnPanel
from exgui.gui.widgets.row import Row
from exgui.play.steps import fewer
from tests.gui.conftest import Hands
from tests.gui.states import settle


def panel(hands: Hands) -> TurnPanel:
    return hands.window.page.panel


def texts(widget: QWidget) -> list[str]:
    return [one.text() for one in widget.findChildren(QLabel) if one.isVisibleTo(widget)]


def test_header_shows_the_active_combatant(hands: Hands) -> None:
    assert panel(hands).head.name.text() == "Swan"
    hands.press(" ")
    assert panel(hands).head.name.text() == "Volfer"
    assert panel(hands).head.summary.text() == "acts now"


def test_figures_show_their_parts(hands: Hands) -> None:
    block = next(chip for chip in panel(hands).figures.chips if chip.title == "Block")
    assert block.shown == "4"
    assert "wounds" in block.toolTip()
    assert "toy-9" in block.toolTip()


def test_figure_is_edited_in_place(hands: Hands) -> None:
    chip = panel(hands).figures.chips[0]
    chip.edit()
    editor = chip._editor
    editor.setText("-3")
    QTest.keyClick(editor, Qt.Key.Key_Return)
    assert hands.bridge.battle.who("swan").track("nerve") == -3
    assert panel(hands).figures.chips[0].shown == "\N{MINUS SIGN}3"


def test_non_numeric_figure_is_rejected(hands: Hands) -> None:
    chip = panel(hands).figures.chips[0]
    chip.edit()
    editor = chip._editor
    editor.setText("lots")
    QTest.keyClick(editor, Qt.Key.Key_Return)
    assert editor.property("wrong") == "true"
    assert hands.bridge.battle.who("swan").track("nerve") == 14


def test_greyed_actions_show_the_rule_behind_them(hands: Hands) -> None:
    row = panel(hands).action_list.rows["shield_other"]
    assert row.off
    assert row.toolTip() == "Nobody stands close enough to be shielded."
    assert "not possible" in row.accessibleName()


def test_hidden_actions_are_not_offered(hands: Hands) -> None:
    assert "adjust" not in panel(hands).action_list.rows


def test_actions_show_their_keys(hands: Hands) -> None:
    assert {id: row.key for id, row in panel(hands).action_list.rows.items()} == {
        "strike": "A",
        "feint": "G",
        "guard": "F",
        "shield_other": "D",
        "walk": "M",
        "wait": "E",
        "other": "O",
    }


def test_a_wide_panel_shows_the_reasons_beside_the_actions(hands: Hands) -> None:
    hands.window.resize(1920, 1080)
    hands.window.page.room.outer.setSizes([1400, 520])
    settle()
    row = panel(hands).action_list.rows["shield_other"]
    assert row.note == "Nobody stands close enough to be shielded."
    assert row.width() > 340


def test_narrow_panel_folds_impossible_actions_until_asked(hands: Hands) -> None:
    actions = panel(hands).action_list
    assert actions.rows["guard"].isVisible()
    assert not actions.rows["shield_other"].isVisible()
    assert actions.more.text() == "1 not possible"
    assert "Nobody stands close enough to be shielded." in actions.more.toolTip()
    hands.press(".")
    assert actions.rows["shield_other"].isVisible()
    hands.press(".")
    assert not actions.rows["shield_other"].isVisible()


def test_key_of_a_folded_action_still_shows_the_reason(hands: Hands) -> None:
    hands.press("D")
    settle()
    assert hands.bridge.refusal is not None
    assert hands.bridge.refusal.violations[0].text == "Nobody stands close enough to be shielded."
    assert panel(hands).draft.isVisible()


def test_panel_contents_fit_the_panel(hands: Hands) -> None:
    for keys in ((), (" ", "A"), ("1",), ("Enter",), ("S",), ("6", "Enter"), ("4", "Enter"), ("M",)):
        hands.press(*keys)
        settle()
        inner = panel(hands)._scroll.widget()
        assert inner.width() <= panel(hands)._scroll.viewport().width()


def test_the_roll_shows_pool_and_difficulty_in_parts(hands: Hands) -> None:
    hands.press(" ", "A", "1", "Enter")
    roll = panel(hands).roll
    assert roll.title.text() == "Attack · 9 dice against 4"
    assert roll.parts.text().replace("\N{NO-BREAK SPACE}", " ") == "Volfer: Hands 4 + Steel 4 + longknife 1"
    assert roll.goal.text().replace("\N{NO-BREAK SPACE}", " ") == "Kesh: Block 4"


def test_answers_are_listed_and_a_click_returns_to_one(hands: Hands) -> None:
    hands.press(" ", "A", "1", "Enter", "6", "Enter")
    done = panel(hands).resolution.done
    assert [row.text() for row in done] == ["How does Kesh guard? Block 4", "Attack 6 against 4"]
    done[0].click()
    assert hands.play.open_step.answers == ()


def test_outcome_is_shown_until_the_next_step(hands: Hands) -> None:
    hands.press(" ", "A", "1", "Enter", "6", "Enter", "4", "Enter")
    assert "Volfer hits Kesh: nerve 6 → 2." in texts(panel(hands).outcome)
    assert panel(hands).outcome.isVisible()
    hands.press("A")
    assert not panel(hands).outcome.isVisible()


def test_longest_and_last_sentence_remain() -> None:
    notes = ("Joss aims.", "Joss hits the captain.", "Mule bolts.", "Joss falls.", "Wolf 2 is calm.")
    assert fewer(notes) == notes[1:]
    assert fewer(fewer(notes)) == (notes[1], *notes[3:])
    assert fewer(notes[1:2]) == ()


def test_actions_fold_away_during_a_question(hands: Hands) -> None:
    hands.press(" ", "A")
    assert not panel(hands).action_list.isVisible()
    hands.press("Escape")
    assert panel(hands).action_list.isVisible()


def test_refusal_offers_to_allow_it_anyway(hands: Hands) -> None:
    hands.press(" ", "M")
    buttons = {one.text(): one for one in panel(hands).draft.findChildren(QAbstractButton)}
    buttons["Allow it anyway"].click()
    assert hands.bridge.draft.command.overrule


def test_auto_roll_can_be_enabled_at_the_roll(hands: Hands) -> None:
    hands.press(" ", "A", "1", "Enter")
    chip = panel(hands).roll.auto_roll
    assert chip.text() == "Auto-roll for Heroes"
    chip.click()
    assert hands.play.pending is None
    assert hands.bridge.auto_roll.sides == {"heroes"}


def test_another_combatant_can_be_inspected_and_escape_returns(hands: Hands) -> None:
    hands.bridge.show("kesh")
    assert panel(hands).head.name.text() == "Kesh"
    assert panel(hands).footer.back.text() == "Back to Swan"
    hands.press("Escape")
    assert panel(hands).head.name.text() == "Swan"


def test_every_pressable_widget_has_a_name(hands: Hands) -> None:
    for keys in ((), (" ", "A"), ("1",), ("Enter",)):
        hands.press(*keys)
        for button in hands.window.findChildren(QAbstractButton):
            if button.isVisible():
                assert button.accessibleName() or button.text(), button


def test_relevant_dice_fact_is_requested(hands: Hands, monkeypatch) -> None:  # type: ignore[no-untyped-def]
    hands.press(" ", "A", "1", "Enter")
    monkeypatch.setattr(hands.bridge.queries, "facts_that_matter", lambda _roll, _fall: ("ones",))
    hands.press("6", "Enter")
    assert panel(hands).roll.asks_fact()
    settle()
    assert "Did any die show a 1?" in texts(panel(hands).roll)
    hands.press("1")
    assert hands.play.open_step.answers[-1].facts == (1,)


def test_escape_returns_from_a_dice_fact_to_the_typed_dice(hands: Hands, monkeypatch) -> None:  # type: ignore[no-untyped-def]
    hands.press(" ", "A", "1", "Enter")
    monkeypatch.setattr(hands.bridge.queries, "facts_that_matter", lambda _roll, _fall: ("ones",))
    hands.press("6", "Enter", "Escape")
    roll = panel(hands).roll
    assert not roll.asks_fact()
    assert (roll.field.text(), roll.field.hasFocus()) == ("6", True)


def test_hints_match_the_open_question(hands: Hands) -> None:
    hands.press(" ", "A", "1")
    assert hints(hands.bridge) == ("1\N{EN DASH}9 choose", "Enter picks the marked one", "Esc undo")
    hands.press("Enter")
    assert "S stunt, again for more" in hints(hands.bridge)


def test_impossible_target_shows_the_reason_without_repeating_its_name(hands: Hands) -> None:
    hands.bridge.drafting.propose("walk")
    settle()
    rows = [row for row in panel(hands).findChildren(Row) if row.isVisibleTo(panel(hands)) and row.note == "too far"]
    assert rows
    for row in rows:
        assert row.off
        assert row.note_first, "the reason is read whole before the name is"
        assert row.toolTip() == f"{row.text()} is too far."


def test_name_wraps_between_words_rather_than_at_a_hyphen(hands: Hands) -> None:
    name = TwoLines("title")
    name.put("Sorin Two-Rivers")
    name.ensurePolished()
    wide = max(map(name.fontMetrics().horizontalAdvance, ("Sorin Two-", "Two-Rivers")))
    name.resize(wide + 8, 60)  # as beside a scroll bar
    name.show()
    name.repaint()
    assert name.text() == "Sorin Two\N{NON-BREAKING HYPHEN}Rivers"
    assert (name.accessibleName(), name.toolTip()) == ("Sorin Two-Rivers", "")
    name.close()
