"""Wounding and healing by a token's menu, overruling by a part of a name, and ending the battle."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QApplication, QPushButton

from exgui.gui.main_window import MainWindow
from exgui.gui.panel.labels import step_label
from tests.gui.conftest import Hands
from tests.gui.mill import fight_at_the_mill, shared_window
from tests.gui.states import settle


@pytest.fixture(scope="module")
def one_window(qapp: QApplication) -> Iterator[MainWindow]:
    """One window for all tests here."""
    yield from shared_window(qapp)


def menu_line(hands: Hands, who: str, text: str) -> None:
    found = {action.text(): action for action in hands.window.page.menus.menu("token", who).actions()}
    found[text].trigger()


@pytest.mark.parametrize("game", ["ex3", "ex2"])
def test_wound_of_each_kind_is_inflicted_and_healed(one_window: MainWindow, game: str) -> None:
    fight_at_the_mill(one_window, game)
    hands = Hands(one_window)
    for _ask in range(9):
        if hands.bridge.pending is not None:
            hands.press("R", "Enter")
    menu_line(hands, "bo", "Wound\N{HORIZONTAL ELLIPSIS}")
    form = one_window.page.panel.tool
    hands.type("3")
    form.form.editors["kind"].pick(1)
    hands.press("Enter")
    assert hands.bridge.battle.who("bo").track("health.lethal") == 3
    assert last_note(hands) == "Bo takes 3 lethal damage (Storyteller)."
    outcome = one_window.page.panel.outcome
    assert outcome.lines[:2] == ("Wound", "Bo takes 3 lethal damage (Storyteller).")
    menu_line(hands, "bo", "Heal\N{HORIZONTAL ELLIPSIS}")
    assert one_window.page.panel.tool.read("kind") == "health.lethal"
    hands.type("2")
    hands.press("Enter")
    assert hands.bridge.battle.who("bo").track("health.lethal") == 1
    assert last_note(hands) == "Bo heals 2 lethal damage (Storyteller)."
    assert outcome.lines[:2] == ("Heal", "Bo heals 2 lethal damage (Storyteller).")
    hands.press("Ctrl+Z", "Ctrl+Z")
    assert hands.bridge.battle.who("bo").track("health.lethal") == 0


def headed(hands: Hands) -> str:
    line = hands.play.log()[-1]
    return step_label(hands.bridge, line.command, line.events)


def last_note(hands: Hands) -> str:
    return " ".join(note.text for note in hands.play.log()[-1].notes)


@pytest.mark.parametrize("game", ["reincarnated", "skirmish"])
def test_wound_reduces_health_that_counts_down(one_window: MainWindow, game: str) -> None:
    fight_at_the_mill(one_window, game)
    hands = Hands(one_window)
    for _ask in range(9):
        if hands.bridge.pending is not None:
            hands.press("R", "Enter")
    before = hands.bridge.battle.who("bo").track("health")
    assert before > 2
    one_window.page.tools.wound("bo", heals=False)
    hands.type("2")
    hands.press("Enter")
    assert hands.bridge.battle.who("bo").track("health") == before - 2
    assert last_note(hands) == "Bo takes 2 damage (Storyteller)."
    assert headed(hands) == "Wound"
    one_window.page.tools.wound("bo", heals=True)
    hands.type("1")
    hands.press("Enter")
    assert hands.bridge.battle.who("bo").track("health") == before - 1
    assert last_note(hands) == "Bo regains 1 Health (Storyteller)."
    assert headed(hands) == "Heal"
    hands.bridge.steps.overrule("side", "heroes", "bo")
    assert headed(hands) == "Overrule"
    one_window.page.tools.wound("bo", heals=True)
    hands.type("9")
    hands.press("Enter")
    assert hands.bridge.battle.who("bo").track("health") == before
    assert last_note(hands) == "Bo regains 1 Health (Storyteller)."


def test_result_of_a_wound_is_reported(one_window: MainWindow) -> None:
    fight_at_the_mill(one_window, "reincarnated")
    hands = Hands(one_window)
    for _ask in range(9):
        if hands.bridge.pending is not None:
            hands.press("R", "Enter")
    one_window.page.tools.wound("bo", heals=False)
    hands.type("900")
    hands.press("Enter")
    full = hands.bridge.queries.number("bo", "max_health")
    message = f"Bo takes {full} damage (Storyteller). Bo is defeated and at their opponents’ mercy."
    assert last_note(hands).startswith(message)


def test_missing_number_is_reported_beside_the_field(one_window: MainWindow) -> None:
    fight_at_the_mill(one_window)
    hands = Hands(one_window)
    one_window.page.tools.wound("bo", heals=False)
    hands.type("0")
    hands.press("Enter")
    form = one_window.page.panel.tool
    assert form.boxes["amount"].wrong.text() == "Enter a number from 1 to 1000."
    assert hands.bridge.battle.who("bo").track("health.bashing") == 0


def test_overrule_finds_part_of_a_name_and_continues_to_the_value(one_window: MainWindow) -> None:
    fight_at_the_mill(one_window)
    hands = Hands(one_window)
    hands.bridge.show("bo")
    hands.press("Ctrl+E")
    hands.type("motes")
    hands.press("Enter")
    form = one_window.page.panel.tool
    assert form.what.text() == "Personal motes"
    assert QApplication.focusWidget() is form.value
    hands.press("Escape", "Ctrl+E")
    hands.type("leth")
    hands.press("Down", "Enter")
    form = one_window.page.panel.tool
    assert QApplication.focusWidget() is form.value


def test_battle_can_be_ended_from_menu_and_summary(one_window: MainWindow) -> None:
    fight_at_the_mill(one_window)
    hands = Hands(one_window)
    one_window.commands.run("end_battle")
    assert hands.bridge.battle.phase == "over"
    hands.press("Ctrl+Z")
    assert hands.bridge.battle.phase == "running"
    hands.press("F4")
    assert one_window.page.kind == "summary"
    end = next(one for one in one_window.page.findChildren(QPushButton) if one.text() == "End the battle")
    assert end.isVisible()
    end.click()
    settle()
    assert hands.bridge.battle.phase == "over"
