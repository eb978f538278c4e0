"""The suggestions of the modifier line."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from exgui.engine.asks import Roll
from exgui.engine.dice import D10
from exgui.engine.explained import constant
from exgui.gui.panel.typed_modifier import completions, read_modifier
from tests.gui.conftest import Hands
from tests.gui.toy import RULES, Toy, toy_battle


def offered(text: str, system: Toy | None = None) -> tuple[str, ...]:
    roll = Roll("volfer", "attack", constant("Hands", 4), constant("luck", 0), None, D10, against="kesh")
    return completions(text, roll, toy_battle(), system or Toy())


class Armoured(Toy):
    rules = RULES.but(constants=RULES.constants.put("modifiable", ("post_soak",)))


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("", ()),
        ("+", ()),
        ("+2", ("+2 dice", "+2 successes", "+2 nerve")),
        ("-1 ", ("-1 die", "-1 success", "-1 nerve")),
        ("+2 s", ("+2 successes",)),
        ("= 0", ("= 0 dice", "= 0 nerve")),
        ("+2 dice", ()),
        ("+2 dice stunt", ()),
        ("2 d", ("2 dice to successes",)),
        ("ner", ("+1 nerve", "-1 nerve")),
        ("dou", ("double 9",)),
        ("much better", ()),
        ("+9999", ()),
    ],
)
def test_suggestions_match_the_typed_text(text: str, lines: tuple[str, ...]) -> None:
    assert offered(text) == lines


def test_modifiable_values_are_suggested_and_understood() -> None:
    assert offered("-2 po", Armoured()) == ("-2 post soak",)
    roll = Roll("volfer", "attack", constant("Hands", 4), constant("luck", 0), None, D10, against="kesh")
    answer = read_modifier("-2 post soak", roll, toy_battle(), Armoured(), 0)
    assert answer.who == "kesh"
    assert (answer.effect.modifiers[0].on, answer.effect.modifiers[0].bonus) == ("post_soak", -2)


def at_the_roll(hands: Hands) -> None:
    hands.press(" ", "A", "1", "Enter")
    assert hands.play.pending.dice == 9


def test_enter_accepts_a_suggestion_and_again_submits_it(hands: Hands) -> None:
    at_the_roll(hands)
    hands.type("+2")
    line = hands.window.page.panel.roll.modifier
    assert line.list.isVisible()
    hands.press("Down", "Down", "Enter")
    assert line.text() == "+2 successes"
    assert not line.list.isVisible()
    assert not hands.bridge.battle.who("volfer").effects
    hands.press("Enter")
    assert hands.bridge.battle.who("volfer").effects[0].modifiers[0].successes == 2


def test_tab_accepts_the_highlighted_suggestion_and_keeps_focus(hands: Hands) -> None:
    at_the_roll(hands)
    hands.type("-1 n")
    hands.press("Down", "Tab")
    line = hands.window.page.panel.roll.modifier
    assert line.text() == "-1 nerve"
    assert line.hasFocus()


def test_tab_without_a_suggestion_goes_to_the_next_field(hands: Hands) -> None:
    at_the_roll(hands)
    hands.type("+2")
    hands.press("Tab")
    line = hands.window.page.panel.roll.modifier
    assert line.text() == "+2"
    assert not line.hasFocus()
    assert not line.list.isVisible()


def test_enter_without_a_suggestion_submits_the_text(hands: Hands) -> None:
    at_the_roll(hands)
    hands.type("+2")
    hands.press("Enter")
    assert hands.play.pending.dice == 11
    assert not hands.window.page.panel.roll.modifier.list.isVisible()


def test_up_from_the_first_suggestion_highlights_none(hands: Hands) -> None:
    at_the_roll(hands)
    hands.type("+2")
    hands.press("Down", "Up", "Enter")
    assert hands.play.pending.dice == 11


def test_escape_closes_the_suggestions_then_the_line(hands: Hands) -> None:
    at_the_roll(hands)
    hands.type("+2")
    line = hands.window.page.panel.roll.modifier
    hands.press("Escape")
    assert not line.list.isVisible()
    assert line.text() == "+2"
    assert line.hasFocus()
    hands.press("Escape")
    assert line.text() == ""
    assert hands.window.page.panel.roll.field.hasFocus()


def test_clicking_a_suggestion_accepts_it(hands: Hands) -> None:
    at_the_roll(hands)
    hands.type("+3")
    line = hands.window.page.panel.roll.modifier
    some = line.list
    where = some.visualRect(some.found.index(0)).center()
    QTest.mouseClick(some.viewport(), Qt.MouseButton.LeftButton, pos=where)
    assert line.text() == "+3 dice"
    assert line.hasFocus()


def test_suggestions_are_fully_visible_in_the_window(hands: Hands) -> None:
    at_the_roll(hands)
    hands.type("+2")
    some = hands.window.page.panel.roll.modifier.list
    assert hands.window.rect().contains(some.geometry())
    last = some.visualRect(some.found.index(len(some.picks) - 1))
    assert some.viewport().rect().contains(last)
