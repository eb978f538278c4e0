"""A combatant waits for a named event: the panel shows it, and one key or one click makes it happen."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from generality.relay import WAITS, Relay, a_race
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel

from exgui.engine.events import Noted
from exgui.gui.panel.guide import AwaitedCard
from exgui.play.play import Play
from tests.gui.conftest import Hands

Mouse = Qt.MouseButton.LeftButton


@pytest.fixture
def hands(open_window: Callable[[Play], Hands]) -> Hands:
    """A race in progress: Cid waits for a whistle, and the first runner must be named."""
    race = a_race()
    cid = race.combatants["cid"]
    race = race.with_combatant(cid.but(conditions=cid.conditions.put(WAITS, "the whistle")))
    hands = open_window(Play.begin(Relay(), race))
    hands.press(" ")
    return hands


def card_of(hands: Hands) -> AwaitedCard:
    return hands.window.page.panel.awaited


def preview(hands: Hands) -> str:
    return next(event.text for event in reversed(hands.play.log()[-1].events) if isinstance(event, Noted))


def test_card_is_shown_during_and_between_turns(hands: Hands) -> None:
    words = [one.text() for one in card_of(hands).findChildren(QLabel)]
    assert words[:2] == ["Cid waits for", "the whistle"]
    assert "Ctrl G" in words
    assert card_of(hands).isVisible()
    hands.press("1")
    assert card_of(hands).isVisible()


def test_key_for_before_works_while_someone_must_be_named(hands: Hands) -> None:
    hands.press("Ctrl+G")
    assert preview(hands) == "Cid looks up before it."
    assert not card_of(hands).isVisible()
    assert hands.bridge.draft is not None  # who is next is asked again


def test_second_key_lets_them_act_after(hands: Hands) -> None:
    hands.press("1", "Ctrl+Shift+G")
    assert preview(hands) == "Cid looks up after it."


def test_click_lets_the_event_happen(hands: Hands) -> None:
    QTest.mouseClick(card_of(hands).buttons[1], Mouse)
    assert preview(hands) == "Cid looks up after it."


def test_card_makes_room_for_a_question(hands: Hands) -> None:
    hands.press("1", "F")  # a fall: who helps?
    assert hands.play.pending is not None
    assert not card_of(hands).isVisible()
    hands.press("Ctrl+G")
    assert hands.play.pending is not None
