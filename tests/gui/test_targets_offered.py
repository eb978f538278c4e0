"""Offered targets: the likeliest enemy first and by Enter, others below a line, the fallen when named."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QFrame

from exgui.engine.asks import Roll
from exgui.gui.main_window import MainWindow
from tests.gui.conftest import Hands
from tests.gui.yard import fight, fighter


@pytest.fixture
def hands(window: MainWindow) -> Hands:
    """Volfer is active, close to Ilsa, a friend, and Kesh; Orin is elsewhere, Reed has fallen."""
    people = [
        fighter("ilsa", "heroes", 6, name="Ilsa", number=1),
        fighter("volfer", "heroes", 9, name="Volfer", number=2),
        fighter("orin", "foes", 5, name="Orin", number=3),
        fighter("reed", "foes", 4, name="Reed", number=4, state={"incapacitated": True}),
        fighter("kesh", "foes", 3, name="Kesh", number=5),
    ]
    return fight(window, people, ["volfer", "ilsa", "kesh", "reed"])


def rows(hands: Hands) -> list[str]:
    return [row.text() for row in hands.window.page.panel.draft.rows]


def target(hands: Hands) -> str:
    step = hands.play.open_step
    assert step is not None
    return str(step.command.args["target"])


def test_likeliest_enemy_comes_first_and_the_fallen_are_left_out(hands: Hands) -> None:
    hands.press("A")
    card = hands.window.page.panel.draft
    assert rows(hands) == ["Kesh", "Orin", "Ilsa"]
    assert card.rows[0].note == "Enter"
    lines = [one for one in card.findChildren(QFrame) if one.property("role") == "rule"]
    assert len(lines) == 1
    assert card.rows[1].y() < lines[0].y() < card.rows[2].y()


def test_enter_takes_the_likeliest_enemy(hands: Hands) -> None:
    hands.press("A", "Enter")
    assert target(hands) == "kesh"


def test_fallen_are_chosen_by_token_number(hands: Hands) -> None:
    hands.press("A", "4")
    assert target(hands) == "reed"


def test_fallen_are_not_offered_on_the_map_but_can_be_clicked(hands: Hands) -> None:
    hands.press("A")
    page = hands.window.page
    assert "reed" not in (*page.map.map.pickable.keys, *page.map.map.pickable.refused)
    page.map.click("token", "reed")
    assert target(hands) == "reed"


def test_defend_offers_friends_first(hands: Hands) -> None:
    hands.press("D")
    assert rows(hands)[0] == "Ilsa"
    assert hands.window.page.panel.draft.rows[0].note == "Enter"


def test_single_enemy_is_still_asked_for(window: MainWindow) -> None:
    """Kesh is the only one there is: A and Enter attack, whether there are more or not, and no dice are taken by it."""
    people = [fighter("volfer", "heroes", 9, name="Volfer"), fighter("kesh", "foes", 3, name="Kesh")]
    hands = fight(window, people, ["volfer", "kesh"])
    hands.press("A")
    assert hands.play.open_step is None
    assert rows(hands) == ["Kesh"]
    hands.press("Enter")
    assert isinstance(hands.play.pending, Roll)
    assert not hands.play.open_step.answers
    assert "R lets the app roll" not in hands.window.page.panel.roll.sentence.text()


def test_enter_never_attacks_a_friend(window: MainWindow) -> None:
    people = [
        fighter("volfer", "heroes", 9, name="Volfer"),
        fighter("ilsa", "heroes", 6, name="Ilsa"),
        fighter("kesh", "foes", 3, name="Kesh", zone="gate"),
    ]
    hands = fight(window, people, ["volfer", "ilsa"])
    hands.press("A", "Enter")
    assert hands.play.open_step is None
    assert hands.window.message == "Attack needs: target."
