"""Naming who acts next: asked as clearly as a turn, answered by one click on a token, by its number, or by Enter. A
choice in secret, and a question to several, are asked by the same cards."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from generality.relay import Relay, a_race
from PySide6.QtCore import QPointF, Qt
from PySide6.QtTest import QTest

from exgui.engine.asks import Choose, command
from exgui.gui.table.turn_column import turn_words
from exgui.gui.tick_bar.descriptions import describe
from exgui.play.play import Play
from exgui.play.public import begin, follow, public
from exgui.play.public.sight import is_secret
from tests.gui.conftest import Hands


@pytest.fixture
def hands(open_window: Callable[[Play], Hands]) -> Hands:
    hands = open_window(Play.begin(Relay(), a_race()))
    hands.press(" ")
    return hands


def click(hands: Hands, id: str) -> None:
    """Clicks a token on the tick bar."""
    bar = hands.window.page.ticks
    at = bar.gliding.at[id] * (bar.height() / bar.sizeHint().height())
    QTest.mouseClick(bar, Qt.MouseButton.LeftButton, pos=QPointF(at).toPoint())


def test_naming_is_as_prominent_as_a_turn(hands: Hands) -> None:
    panel = hands.window.page.panel
    assert hands.bridge.battle.up == ()
    assert panel.guide.isVisible()
    assert panel.guide.title.text() == "Whose torch?"
    assert panel.draft.isVisible()
    assert hands.window.page.ticks.shown.choosing is not None
    assert "reds choose who is next" in describe(hands.window.page.ticks.timeline, str, str, bool)


def test_clicking_a_token_names_the_next_combatant(hands: Hands) -> None:
    click(hands, "bea")
    assert hands.bridge.battle.up == ("bea",)
    assert hands.bridge.draft is None


def test_key_and_click_pass_the_turn(hands: Hands) -> None:
    click(hands, "bea")
    hands.press(" ")  # the turn ends
    assert hands.bridge.battle.chooser == "bea"
    hands.press("1")
    assert hands.bridge.battle.up == ("ann",)


def test_invalid_next_combatant_is_refused_with_the_reason(hands: Hands) -> None:
    click(hands, "bea")
    hands.press(" ", "2")
    assert hands.bridge.refusal is not None
    assert "Bea has run already." in [text for text, _rules in hands.bridge.refusal.reasons]
    hands.press("1")
    assert hands.bridge.battle.up == ("ann",)


def test_escape_closes_the_question_and_space_reopens_it(hands: Hands) -> None:
    hands.press("Escape")
    assert hands.bridge.draft is None
    assert hands.window.page.panel.footer.next.text() == "Name who is next"
    hands.press(" ")
    assert hands.bridge.draft is not None


def test_number_names_the_next_combatant_after_escape(hands: Hands) -> None:
    """The panel still says to type it."""
    hands.press("Escape", "2")
    assert hands.bridge.battle.up == ("bea",)


def test_undo_continues_past_the_question(hands: Hands) -> None:
    click(hands, "bea")
    hands.press(" ", "Ctrl+Z")
    assert hands.bridge.battle.up == ("bea",)
    hands.press("Ctrl+Z", "Ctrl+Z")
    assert hands.bridge.battle.phase == "prepared"


def test_secret_choice_is_hidden_until_everyone_has_chosen(hands: Hands) -> None:
    click(hands, "bea")
    hands.press("D", "1", "2")  # against Ann; the right lane
    done = hands.window.page.panel.resolution.done
    assert [row.text() for row in done] == ["Bea has chosen"]
    assert "right" not in done[0].toolTip()
    hands.press("2")
    assert isinstance(hands.play.pending, Choose)
    assert hands.play.pending.name == "cheer"
    assert all("right" in row.toolTip() for row in hands.window.page.panel.resolution.done)


def test_any_recipient_can_answer_a_shared_question(hands: Hands) -> None:
    click(hands, "bea")
    hands.press("F")
    assert isinstance(hands.play.pending, Choose)
    hands.bridge.picking.pick("cid")
    assert hands.play.pending is None
    assert hands.window.page.log.model.rows[-1].text.endswith("cid helps.")


def test_players_see_nothing_while_a_hidden_combatant_chooses_who_is_next() -> None:
    play = Play.begin(Relay(), a_race())
    known = begin(play.system, play.battle)
    seen = []
    for step in (command("start"), command("hand", "ann", to="cid"), command("end_turn", "cid")):
        before = play.battle
        play.dispatch(step)
        events = tuple(event for line in play.log()[-1:] for event in line.events)
        known = follow(play.system, known, before, play.battle, play.log()[-1].command, events)
        seen.append(public(play.system, known))
    assert turn_words(seen[0]) == "Who is next?"
    assert not is_secret(play.system, play.battle_at(1))
    assert is_secret(play.system, play.battle)  # Cid has run, unseen, and says who is next
    assert seen[-1] == seen[0]
