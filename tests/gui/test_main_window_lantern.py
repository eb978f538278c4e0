"""An invented game, with coins, candles and beats, plays in the unmodified window."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from generality import lantern

from exgui.engine.asks import Roll
from exgui.gui.start.demo import answer_all, play_turns
from exgui.play.play import Play
from tests.gui.conftest import Hands


@pytest.fixture
def hands(open_window: Callable[[Play], Hands]) -> Hands:
    return open_window(Play.begin(lantern.system(), lantern.battle()))


def test_coins_are_thrown_and_typed_in_the_window(hands: Hands) -> None:
    hands.press(" ")
    assert hands.bridge.battle.phase == "running"
    hands.press("A")
    draft = hands.bridge.draft
    assert draft is not None
    assert draft.param.id == "target"
    hands.bridge.picking.pick("dun")
    while hands.play.pending is not None and not isinstance(hands.play.pending, Roll):
        hands.press("Enter")
    assert isinstance(hands.play.pending, Roll)
    assert hands.play.pending.die.label in hands.window.page.panel.roll.title.text()
    hands.press("0", "Enter")
    assert hands.window.page.log.model.rows[-1].rolls or hands.play.pending is not None


def test_evening_is_played_by_keyboard(hands: Hands) -> None:
    play_turns(hands.window, 10)
    assert hands.play.step_number > 10
    assert any(row.rolls for row in hands.window.page.log.model.rows)


def test_window_uses_the_games_own_words(hands: Hands) -> None:
    hands.press(" ")
    assert hands.window.top.caption.text().startswith("Candle 1")
    assert hands.window.top.ruleset.text() == "Lantern"
    assert next(chip.title for chip in hands.window.page.panel.figures.chips) == "Glow"


def test_undo_returns_to_the_beginning(hands: Hands) -> None:
    start = hands.bridge.battle
    play_turns(hands.window, 3)
    answer_all(hands.window)
    while hands.play.can_undo():
        hands.press("Ctrl+Z")
    assert hands.bridge.battle == start
