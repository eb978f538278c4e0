"""Effects in the panel: declared by number keys, with their measure; used as actions of their own."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QLabel

from exgui.engine.asks import Command, Declare, Roll
from exgui.gui.main_window import MainWindow
from exgui.play.play import Play
from exgui.rulebook.reader import load
from exgui.rulebook.setup import battle_from
from exgui.systems import system_for
from tests.gui.conftest import Hands

DUEL = {
    "zone": [{"id": "yard"}],
    "combatant": [
        {
            "id": id,
            "side": id,
            "zone": "yard",
            "traits": {"dexterity": 4, "melee": 4, "personal_motes": 10},
            "weapons": ["straight_sword"],
            "effects": ["melee_excellency", "keen_eye", "iron_skin"] if id == "volfer" else [],
            "state": {"initiative": initiative},
        }
        for id, initiative in (("volfer", 10), ("kesh", 6))
    ],
    "close": [{"members": ["volfer", "kesh"]}],
}


@pytest.fixture
def duel(window: MainWindow) -> Hands:
    rules = load("ex3")
    play = Play.begin(system_for(rules), battle_from(rules, DUEL))
    play.dispatch(Command("start"))
    window.session.show_play(play)
    return Hands(window)


def test_number_keys_declare_amounts_and_enter_continues(duel: Hands) -> None:
    duel.bridge.steps.dispatch(Command("attack", "volfer", args={"target": "kesh", "mode": "withering"}))
    assert isinstance(duel.play.pending, Declare)
    duel.press("1", "1", "1", "2")
    shown = [one.text() for one in duel.window.findChildren(QLabel)]
    assert "Volfer may declare" in shown
    duel.press("Enter")
    ask = duel.play.pending
    assert isinstance(ask, Roll)
    assert ask.dice == 4 + 4 + 2 + 3
    assert ask.die.scores[8] == 2
    assert duel.play.battle.who("volfer").track("motes_personal") == 10 - 3 - 3


def test_choosing_nothing_declares_nothing(duel: Hands) -> None:
    duel.bridge.steps.dispatch(Command("attack", "volfer", args={"target": "kesh", "mode": "withering"}))
    duel.press("Enter")
    ask = duel.play.pending
    assert isinstance(ask, Roll)
    assert ask.dice == 10


def test_reflexive_effect_is_chosen_like_an_action(duel: Hands) -> None:
    duel.press("B")
    assert [effect.label for effect in duel.play.battle.who("volfer").effects] == ["Iron Skin"]
    assert duel.play.battle.who("volfer").track("motes_personal") == 6
