"""The panel reports that a fight is decided or over; and ending a turn warns of what would be left undone."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QPushButton, QWidget

from exgui.engine.asks import Command
from exgui.engine.record import Table
from exgui.gui.main_window import MainWindow
from tests.gui.conftest import Hands
from tests.gui.states import settle
from tests.gui.test_keyboard import hold
from tests.gui.yard import fight, fighter

FALLEN = {"incapacitated": True}


def texts(widget: QWidget) -> list[str]:
    return [one.text() for one in widget.findChildren(QLabel) if one.isVisible()]


def click(hands: Hands, text: str) -> None:
    panel = hands.window.page.panel
    button = next(one for one in panel.findChildren(QPushButton) if one.text() == text and one.isVisible())
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)


def decided(window: MainWindow) -> Hands:
    """Volfer and Ilsa are standing; of the foes, Kesh has fallen and Orin falls next."""
    people = [
        fighter("volfer", "heroes", 9, name="Volfer"),
        fighter("ilsa", "heroes", 6, name="Ilsa", state=FALLEN),
        fighter("kesh", "foes", 5, name="Kesh", state=FALLEN),
        fighter("orin", "foes", 4, name="Orin"),
    ]
    hands = fight(window, people, ["volfer", "orin"])
    assert not hands.window.page.panel.after_fight.isVisible()
    levels = Table({"health.lethal": 7})
    assert hands.bridge.steps.dispatch(Command("adjust", "", Table(who="orin", set=levels), overrule=True))
    return hands


def test_panel_lists_standing_and_fallen_when_one_side_is_left(window: MainWindow) -> None:
    hands = decided(window)
    card = hands.window.page.panel.after_fight
    assert card.isVisible()
    assert texts(card)[0] == "Heroes: the only side still standing"
    assert "Heroes \N{MIDDLE DOT} standing: Volfer \N{MIDDLE DOT} fallen: Ilsa" in texts(card)
    assert "Foes \N{MIDDLE DOT} fallen: Kesh and Orin" in texts(card)


def test_numbers_make_room_for_actions_when_fighting_on(window: MainWindow) -> None:
    decided(window)
    window.resize(1366, 700)
    settle()
    panel = window.page.panel
    assert panel.after_fight.isVisible()
    port = panel._scroll.viewport()
    for row in (row for row in panel.action_list.rows.values() if row.isVisible()):
        assert port.rect().contains(QRect(row.mapTo(port, QPoint()), row.size())), row.text()


def test_button_ends_the_battle_and_the_panel_shows_what_is_next(window: MainWindow) -> None:
    hands = decided(window)
    click(hands, "End the battle")
    assert hands.bridge.battle.phase == "over"
    card = hands.window.page.panel.after_fight
    assert texts(card)[0] == "The battle is over"
    assert "Foes \N{MIDDLE DOT} fallen: Kesh and Orin" in texts(card)
    assert any("Ctrl+Z undoes the last step." in text for text in texts(card))
    assert "F4" in texts(card), "the key of its summary"
    hands.press("Escape")
    assert card.isVisible(), "nothing else is to be seen there"


def test_continuing_the_fight_hides_the_card_until_something_changes(window: MainWindow) -> None:
    hands = decided(window)
    card = hands.window.page.panel.after_fight
    hands.press("Escape")
    assert not card.isVisible()
    hands.press("F")
    assert not card.isVisible()
    hands.press("Ctrl+Z", "Ctrl+Z")
    assert hands.bridge.system.standing(hands.bridge.battle, "orin")
    assert not card.isVisible()


def test_expected_arrivals_leave_a_fight_undecided(window: MainWindow) -> None:
    people = [
        fighter("volfer", "heroes", 9, name="Volfer"),
        fighter("kesh", "foes", 5, name="Kesh", state=FALLEN),
        fighter("orin", "foes", 4, name="Orin", state={"waiting": True}),
    ]
    hands = fight(window, people)
    assert not hands.window.page.panel.after_fight.isVisible()


# The end of a turn


def flurrying(window: MainWindow) -> Hands:
    people = [fighter("volfer", "heroes", 9, name="Volfer"), fighter("kesh", "foes", 3, name="Kesh")]
    hands = fight(window, people, ["volfer", "kesh"])
    assert hands.bridge.steps.dispatch(Command("flurry", "volfer", Table(actions=("attack", "rush"))))
    return hands


def test_ending_a_turn_warns_of_an_unfinished_flurry(window: MainWindow) -> None:
    hands = flurrying(window)
    hands.press(" ")
    assert hands.bridge.battle.active == "volfer"
    card = hands.window.page.panel.draft
    assert any("declared a flurry of Attack and Rush; still to do: Attack and Rush" in one for one in texts(card))
    hold(window, " ")
    assert hands.bridge.battle.active == "volfer", "a key that is held ends nothing"
    hands.press(" ")
    assert hands.bridge.battle.active == "kesh"
    assert not hands.play.log()[-1].command.overrule


def test_turn_continues_after_escape_and_ends_by_the_button(window: MainWindow) -> None:
    hands = flurrying(window)
    hands.press(" ", "Escape")
    assert hands.bridge.refusal is None
    assert hands.bridge.battle.active == "volfer"
    hands.press(" ")
    click(hands, "End turn anyway")
    assert hands.bridge.battle.active == "kesh"
