"""The number of keys that an evening takes: counted in the sample battle, in the real window."""

from __future__ import annotations

from pathlib import Path

import pytest

from exgui.engine.asks import Choose, Roll
from exgui.engine.events import Rolled
from exgui.gui.main_window import MainWindow
from tests.gui.ambush import ambush
from tests.gui.conftest import Hands


@pytest.fixture
def hands(window: MainWindow, tmp_path: Path) -> Hands:
    return ambush(window, tmp_path)


def dice(hands: Hands) -> list[Rolled]:
    return [event for line in hands.play.log() for event in line.events if isinstance(event, Rolled)]


def test_an_attack_with_the_tables_dice_and_a_stunt_takes_eight_keys_at_most(hands: Hands) -> None:
    keys = ["A", "5", "S", "7", "Enter", "4", "Enter"]
    hands.press(*keys)
    assert len(keys) <= 8
    assert hands.play.pending is None
    attack, damage = dice(hands)
    assert (attack.roll, attack.score, attack.by_app) == ("attack", 7, False)
    assert any(part.label == "stunt 1" and part.amount == 2 for part in attack.pool.parts)
    assert (damage.roll, damage.score, damage.by_app) == ("damage", 4, False)


def test_an_attack_of_an_opponent_that_rolls_by_itself_takes_three_keys_at_most(hands: Hands) -> None:
    hands.bridge.auto_roll.set(("foes",))
    while hands.bridge.battle.active != "bandit":
        hands.press(" ")
    keys = ["A", "1"]
    hands.press(*keys)
    while isinstance(hands.play.pending, Choose):  # how Volfer defends is Volfer's affair
        hands.press("Enter")
        keys.append("Enter")
    assert len(keys) <= 3
    assert not isinstance(hands.play.pending, Roll)
    assert next(one.by_app for one in dice(hands))


def test_ending_a_turn_takes_one_key(hands: Hands) -> None:
    assert hands.bridge.battle.active == "volfer"
    hands.press(" ")
    assert hands.bridge.battle.active == "ilsa"


def test_amending_a_roll_takes_five_keys(hands: Hands) -> None:
    hands.press("A", "5", "7", "Enter", "4", "Enter")
    # 12, 1 for hitting, 4 taken, which leaves the bandit none of its 4 and breaks it: 5 more.
    assert hands.bridge.battle.who("volfer").track("initiative") == 12 + 1 + 4 + 5
    keys = ["F2", "Tab", "Tab", "1", "Enter"]
    hands.press(*keys)
    # 1 taken breaks nobody.
    assert hands.bridge.battle.who("volfer").track("initiative") == 12 + 1 + 1
