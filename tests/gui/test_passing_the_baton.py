"""A fight in which the turn is passed on by hand, in the real window: by one key and one click, with a sentence for
what is not allowed."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from examples import example_file
from PySide6.QtCore import QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QPushButton

from exgui.engine.asks import Choose, Fall, Roll, command
from exgui.gui.tick_bar.paint import _word_of
from exgui.play.play import Play
from exgui.scenario.reader import read
from tests.gui.conftest import Hands
from tests.gui.states import settle


@pytest.fixture
def hands(open_window: Callable[[Play], Hands]) -> Hands:
    """Volfer and Ilsa against Kesh and Orin; Volfer is active."""
    scenario = read(example_file("reincarnated", "the_baton_stays_on_a_side"))
    play = Play.begin(scenario.system, scenario.battle)
    play.dispatch(command("start", first="volfer"))
    return open_window(play)


def click(hands: Hands, id: str) -> None:
    """Clicks a token on the tick bar."""
    bar = hands.window.page.ticks
    at = bar.gliding.at[id] * (bar.height() / bar.sizeHint().height())
    QTest.mouseClick(bar, Qt.MouseButton.LeftButton, pos=QPointF(at).toPoint())


def test_one_key_and_one_click_pass_the_baton(hands: Hands) -> None:
    hands.press(" ")
    panel = hands.window.page.panel
    assert panel.guide.title.text() == "Heroes: who is next?"
    click(hands, "ilsa")
    assert hands.bridge.battle.up == ("ilsa",)


def test_last_combatant_of_a_side_chooses_among_the_others(hands: Hands) -> None:
    hands.press(" ")
    click(hands, "ilsa")
    hands.press(" ")
    assert hands.window.page.panel.guide.title.text() == "Ilsa chooses who begins for Foes"
    line = hands.window.page.ticks.timeline
    assert (line.choosing, line.chooser) == ("foes", "ilsa")
    shown = hands.window.page.ticks.shown
    assert [_word_of(one, shown, line) for one in shown.sections] == ["chooses", "who is next?"]
    hands.press("4")  # Orin's number
    assert hands.bridge.battle.up == ("orin",)


def test_other_side_is_refused_until_own_side_has_acted(hands: Hands) -> None:
    hands.press(" ")
    click(hands, "kesh")
    assert hands.bridge.battle.up == ()
    assert hands.bridge.refusal is not None
    assert hands.bridge.refusal.reasons == (
        ("Ilsa goes first: the baton stays on a side until everyone on it has acted.", ("re-12",)),
    )


def test_strike_by_keyboard_leads_to_thinking_of_survival(hands: Hands) -> None:
    hands.play.dispatch(command("adjust", who="kesh", set={"health": 10}))
    hands.press("A", "3")  # Kesh
    assert isinstance(hands.play.pending, Roll)
    assert hands.play.pending.dice == 10
    hands.press("4", "Enter")  # 4 successes exceed Defense 3: 5 damage of 10
    assert isinstance(hands.play.pending, Choose)
    assert hands.play.pending.name == "survival"
    hands.press("2")
    assert "surrendered" in hands.bridge.battle.who("kesh").conditions
    assert hands.bridge.battle.who("volfer").track("strikes_left") == 0
    hands.press("Shift+A")
    assert hands.bridge.draft is not None or hands.bridge.refusal is not None


def test_roll_all_stops_at_the_choice_to_think_of_survival(hands: Hands, monkeypatch: pytest.MonkeyPatch) -> None:
    # 4 successes exceed Defense 3: 5 damage of 10
    monkeypatch.setattr(Play, "app_dice", lambda _play, _roll: Fall(score=4, by_app=True))
    hands.play.dispatch(command("adjust", who="kesh", set={"health": 10}))
    hands.press("A", "3", "Shift+R")
    assert isinstance(hands.play.pending, Choose)
    assert hands.play.pending.name == "survival"
    hands.press("3")
    assert "fleeing" in hands.bridge.battle.who("kesh").conditions


def test_second_strike_is_refused_with_a_reason(hands: Hands) -> None:
    hands.play.dispatch(command("adjust", who="volfer", set={"strikes_left": 0}))
    hands.press("A")
    assert hands.bridge.refusal is not None
    assert [text for text, _rules in hands.bridge.refusal.reasons] == ["Volfer has already made this turn’s strike."]


def test_storyteller_chooses_who_begins_by_one_click(open_window: Callable[[Play], Hands]) -> None:
    scenario = read(example_file("reincarnated", "the_baton_stays_on_a_side"))
    hands = open_window(Play.begin(scenario.system, scenario.battle))
    hands.press(" ")
    assert isinstance(hands.play.pending, Choose)
    click(hands, "kesh")
    assert hands.bridge.battle.up == ("kesh",)


def test_shared_violation_is_shown_once_below_the_rows(hands: Hands) -> None:
    hands.press(" ")
    card = hands.window.page.panel.draft
    ilsa, volfer, kesh, orin = card.rows
    assert [row.note_below for row in card.rows] == [False, False, True, True]
    (below,) = [one for one in card.findChildren(QLabel) if one.text() == kesh.note]
    assert orin.y() < below.y()
    assert below.text() == "Ilsa goes first: the baton stays on a side until everyone on it has acted."
    assert (ilsa.note, volfer.note) == ("Enter", "has acted this round")


def test_decided_fight_can_be_ended_while_someone_must_be_named(hands: Hands) -> None:
    hands.press(" ")
    for who in ("kesh", "orin"):
        hands.bridge.steps.overrule("health", 0, who)
    panel = hands.window.page.panel
    assert panel.guide.title.text() == "Heroes: who is next?"
    assert panel.after_fight.isVisible()
    (end,) = [one for one in panel.after_fight.findChildren(QPushButton) if one.text() == "End the battle"]
    QTest.mouseClick(end, Qt.MouseButton.LeftButton)
    assert hands.bridge.battle.phase == "over"
    assert not panel.draft.isVisible()


def test_rolls_of_a_step_without_subject_are_named_in_the_log(open_window: Callable[[Play], Hands]) -> None:
    scenario = read(example_file("reincarnated", "a_roll_says_who_begins"))
    play = Play.begin(scenario.system, scenario.battle)
    hands = open_window(play)
    hands.press(" ", "Enter", "Shift+R")
    rows = [row for row in hands.window.page.log.model.rows if row.rolls]
    assert all(": " in one.roll for row in rows for one in row.rolls)


def test_maneuver_can_be_rolled_with_any_fitting_traits(hands: Hands) -> None:
    hands.press("t")  # Distract
    hands.press("3")  # Kesh's number
    roll = hands.bridge.pending
    assert isinstance(roll, Roll)
    hands.press("d")
    hands.type("cha + perf")
    hands.press("Enter")
    settle()
    other = hands.bridge.pending
    assert isinstance(other, Roll)
    assert [part.label for part in other.pool.parts] == ["Charisma"], "Performance is 0"
    assert hands.bridge.play.open_step.command.get("pool") == ("charisma", "performance")
    hands.press("Escape")
    assert hands.window.message.startswith("Distract undone.")
