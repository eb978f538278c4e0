"""Several actions put together into one: added by number, taken back, their cost shown before they are done."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QApplication, QLabel

from exgui.engine.asks import Command, Roll
from exgui.gui.main_window import MainWindow
from exgui.play.play import Play
from exgui.rulebook.reader import load
from exgui.rulebook.setup import battle_from
from exgui.systems import system_for
from tests.gui.conftest import Hands

BRAWL = {
    "zone": [{"id": "yard"}],
    "combatant": [
        {
            "id": id,
            "name": id.capitalize(),
            "side": id,
            "zone": "yard",
            "traits": {"strength": 3, "dexterity": 4, "stamina": 3, "wits": 3, "melee": 4},
            "weapons": ["straight_sword"],
            "state": {"next_tick": tick},
        }
        for id, tick in (("volfer", 0), ("kesh", 5))
    ],
    "close": [{"members": ["volfer", "kesh"]}],
}


@pytest.fixture
def brawl(window: MainWindow) -> Hands:
    rules = load("ex2")
    play = Play.begin(system_for(rules), battle_from(rules, BRAWL))
    play.dispatch(Command("start"))
    window.show_play(play)
    return Hands(window)


def shown(hands: Hands) -> list[str]:
    QApplication.processEvents()
    return [one.text() for one in hands.window.desk.panel.draft.findChildren(QLabel) if one.isVisible()]


def test_the_same_action_is_added_twice_and_its_cost_is_shown(brawl: Hands) -> None:
    brawl.press("Y", "1", "1")
    texts = shown(brawl)
    assert "1. Attack: Kesh" in texts
    assert "2. Attack: Kesh" in texts
    # A straight sword has Speed 4, each attack a DV penalty of 1; the first of two has 2 dice less, the second 3.
    assert "Speed 4 · DV penalty −2 · Attack dice −2 · Attack dice −3" in texts


def test_backspace_takes_the_last_away(brawl: Hands) -> None:
    brawl.press("Y", "1", "1", "1")
    # Three dice less, four, five.
    assert "Speed 4 · DV penalty −3 · Attack dice −3 · Attack dice −4 · Attack dice −5" in shown(brawl)
    brawl.press("\b")
    assert len(brawl.bridge.draft.chosen) == 2
    brawl.press("\b", "\b", "\b")
    assert brawl.bridge.draft is not None
    assert brawl.bridge.draft.chosen == ()


def test_enter_does_them_one_after_the_other(brawl: Hands) -> None:
    brawl.press("Y", "1", "1", "Enter")
    ask = brawl.play.pending
    assert isinstance(ask, Roll)
    done = brawl.play.open_step.command
    assert [one["do"] for one in done.args["actions"]] == ["attack", "attack"]
    # Dexterity 4 and Melee 4, the sword's Accuracy 2, two dice less.
    assert ask.dice == 4 + 4 + 2 - 2


def test_too_few_are_refused_in_words_and_stay(brawl: Hands) -> None:
    said: list[str] = []
    brawl.bridge.spoke.connect(said.append)
    brawl.press("Y", "1", "Enter")
    assert said == ["A flurry is of 2 to 5 actions, not 1."]
    assert len(brawl.bridge.draft.chosen) == 1


def test_what_breaks_a_rule_may_be_allowed(brawl: Hands) -> None:
    """A straight sword has Rate 2."""
    brawl.press("Y", "1", "1", "1", "Enter")
    assert brawl.bridge.refusal is not None
    assert "Rate 2" in brawl.bridge.refusal.sentence
    brawl.press("Shift+Enter")
    assert isinstance(brawl.play.pending, Roll)
    assert len(brawl.play.open_step.command.args["actions"]) == 3


def test_a_sixth_is_not_taken(brawl: Hands) -> None:
    said: list[str] = []
    brawl.bridge.spoke.connect(said.append)
    brawl.press("Y", "1", "1", "1", "1", "1", "1")
    assert len(brawl.bridge.draft.chosen) == 5
    assert said == ["A flurry is of 2 to 5 actions, not 6."]


def test_the_log_says_the_tick_alone_where_time_only_counts_up(brawl: Hands) -> None:
    brawl.bridge.dispatch(Command("misc", "volfer"))
    whens = [row.when for row in brawl.window.desk.log.model.rows if row.when]
    assert whens
    assert set(whens) == {"tick 0"}


def test_the_bar_has_no_ticks_below_nothing(brawl: Hands) -> None:
    scale = brawl.window.desk.ticks.shown.scale
    assert scale is not None
    assert min(scale.numbers) == 0
    assert scale.number_at(-500.0) == 0
    assert scale.number_at(scale.x(5)) == 5
