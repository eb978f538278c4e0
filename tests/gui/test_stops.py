"""The stops at which an attack asks: a Clash is offered to the target, effects to every combatant with some that fit
and can be paid for. Played by the window's keys."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from PySide6.QtWidgets import QLabel

from exgui.engine.asks import Choose, Command, Declare, Roll
from exgui.gui.main_window import MainWindow
from exgui.play.play import Play
from exgui.rulebook.reader import load
from exgui.rulebook.setup import battle_from
from exgui.systems import system_for
from tests.gui.conftest import Hands

RULES = load("ex3")
Duel = Callable[..., Hands]


@pytest.fixture
def duel(window: MainWindow) -> Duel:
    """Volfer (number 1) and Kesh (number 2) at close range, with swords; Volfer acts first. By id, what else they
    have."""

    def begin(volfer: dict[str, Any] | None = None, kesh: dict[str, Any] | None = None) -> Hands:
        people = []
        for id, wits, more in (("volfer", 4, volfer or {}), ("kesh", 2, kesh or {})):
            more = dict(more)
            people.append(
                {
                    "id": id,
                    "side": id,
                    "zone": "yard",
                    "traits": {"wits": wits, "dexterity": 4, "melee": 4, **more.pop("traits", {})},
                    "weapons": ["straight_sword"],
                    "state": {"initiative": 8, **more.pop("state", {})},
                    **more,
                }
            )
        close = [{"members": ["volfer", "kesh"]}]
        play = Play.begin(
            system_for(RULES), battle_from(RULES, {"zone": [{"id": "yard"}], "combatant": people, "close": close})
        )
        play.dispatch(Command("start"))
        window.session.show_play(play)
        return Hands(window)

    return begin


def texts_of(hands: Hands) -> list[str]:
    return [one.text() for one in hands.window.findChildren(QLabel) if one.isVisible()]


def asked(hands: Hands) -> tuple[str, str, str]:
    """The pending question and whom it asks."""
    ask = hands.play.pending
    assert isinstance(ask, (Roll, Choose, Declare))
    return type(ask).__name__, ask.by, ask.moment if isinstance(ask, Declare) else ask.name


def attack(hands: Hands) -> None:
    """Volfer attacks Kesh, the only target."""
    hands.press("A", str(hands.bridge.battle.who("kesh").number))


# The Clash


def test_target_on_the_same_tick_is_offered_a_clash(duel: Duel) -> None:
    hands = duel()
    attack(hands)
    assert asked(hands) == ("Choose", "kesh", "clash")
    assert any("Does Kesh clash?" in text for text in texts_of(hands))
    ask = hands.play.pending
    assert isinstance(ask, Choose)
    assert [option.value for option in ask.options] == ["no", "withering", "decisive", "disarm", "grapple"]


def test_enter_lets_the_attack_pass_without_a_clash(duel: Duel) -> None:
    hands = duel()
    attack(hands)
    hands.press("Enter")
    assert asked(hands) == ("Roll", "volfer", "attack")
    ask = hands.play.pending
    assert isinstance(ask, Roll)
    assert ask.difficulty is not None


def test_accepted_clash_rolls_for_both_and_lowers_the_losers_defense(duel: Duel) -> None:
    hands = duel()
    attack(hands)
    hands.press("2")
    assert asked(hands) == ("Roll", "volfer", "attack")
    ask = hands.play.pending
    assert isinstance(ask, Roll)
    assert ask.difficulty is None  # the rolls are opposed
    hands.type("5")
    hands.press("Enter")
    assert asked(hands) == ("Roll", "kesh", "attack")
    hands.type("2")
    hands.press("Enter")
    assert asked(hands) == ("Roll", "volfer", "damage")
    hands.type("0")
    hands.press("Enter")
    assert hands.play.pending is None
    kesh = hands.play.battle.who("kesh")
    assert [effect.label for effect in kesh.effects] == ["lost a Clash"]
    # +3 successes on the damage: 8 - 3 = 5 and 8 + 3 + 1 = 12.
    assert (kesh.track("initiative"), hands.play.battle.who("volfer").track("initiative")) == (5, 12)
    assert kesh.track("onslaught") == 0


def test_undoing_the_answer_offers_the_clash_again(duel: Duel) -> None:
    hands = duel()
    attack(hands)
    hands.press("2")
    hands.press("Ctrl+Z")
    assert asked(hands) == ("Choose", "kesh", "clash")


@pytest.mark.parametrize(
    "kesh",
    [{"state": {"initiative": 6}}, {"state": {"initiative": 8, "incapacitated": True}}],
    ids=["on another tick", "fallen"],
)
def test_clash_is_not_offered_to_a_target_who_cannot_answer(duel: Duel, kesh: dict[str, Any]) -> None:
    hands = duel(kesh=kesh)
    attack(hands)
    assert asked(hands) == ("Roll", "volfer", "attack")


def test_auto_rolling_combatant_is_not_asked(duel: Duel) -> None:
    hands = duel()
    hands.bridge.auto_roll.set_one("kesh", True)
    attack(hands)
    assert asked(hands) == ("Roll", "volfer", "attack")


# Effects

LATER = {"initiative": 6}
MOTES = {"personal_motes": 10}


def test_attack_without_effects_goes_straight_to_its_roll(duel: Duel) -> None:
    hands = duel(kesh={"state": LATER})
    attack(hands)
    assert asked(hands) == ("Roll", "volfer", "attack")


@pytest.mark.parametrize(
    "volfer",
    [
        {"effects": ["keen_eye"], "traits": {"personal_motes": 2}},
        {"effects": ["archery_excellency"], "traits": MOTES},
        {"effects": ["lasting_wound", "second_wind"], "traits": MOTES},
        {"effects": ["reckless_blow"], "state": {"initiative": -1}},
        {"effects": ["dodge_excellency"], "traits": MOTES},
    ],
    ids=["too few motes", "another Ability", "another kind of attack", "Perilous in Crash", "for the one attacked"],
)
def test_inapplicable_or_unaffordable_effects_are_not_asked(duel: Duel, volfer: dict[str, Any]) -> None:
    hands = duel(volfer, {"state": {"initiative": -3}})
    assert hands.play.battle.active == "volfer"
    attack(hands)
    assert asked(hands) == ("Roll", "volfer", "attack")
    hands.type("9")
    hands.press("Enter")
    assert asked(hands) == ("Roll", "volfer", "damage")


def test_each_combatant_is_asked_once_and_only_with_options(duel: Duel) -> None:
    volfer = {"effects": ["keen_eye", "heavy_hand"], "traits": MOTES}
    kesh = {"effects": ["parry_excellency", "roll_with_it"], "traits": MOTES, "state": LATER}
    hands = duel(volfer, kesh)
    attack(hands)
    stops = []
    while hands.play.pending is not None:
        stops.append(asked(hands))
        hands.type("" if stops[-1][0] == "Declare" else "6")
        hands.press("Enter")
        assert len(stops) < 9
    assert stops == [
        ("Declare", "volfer", "attack"),
        ("Declare", "kesh", "attacked"),
        ("Roll", "volfer", "attack"),
        ("Declare", "volfer", "damage"),
        ("Declare", "kesh", "damaged"),
        ("Roll", "volfer", "damage"),
    ]


def test_clashing_combatants_declare_in_turn_until_neither_does(duel: Duel) -> None:
    volfer = {"effects": ["keen_eye", "no_wasted_motion"], "traits": MOTES}
    kesh = {"effects": ["keen_eye"], "traits": MOTES}
    hands = duel(volfer, kesh)
    attack(hands)
    stops = []
    keys = {
        ("Choose", "kesh", "clash"): ["2"],
        ("Declare", "volfer", "attack"): ["1", "Enter"],
        ("Declare", "kesh", "attack"): ["1", "Enter"],
    }
    while not isinstance(hands.play.pending, Roll):
        stops.append(asked(hands))
        hands.press(*keys[stops[-1]])
        assert len(stops) < 9
    # Volfer, of the higher rating, first; Kesh answers; Volfer has one left, Kesh none: then both are done.
    assert stops == [
        ("Choose", "kesh", "clash"),
        ("Declare", "volfer", "attack"),
        ("Declare", "kesh", "attack"),
        ("Declare", "volfer", "attack"),
    ]


def test_always_asked_combatant_is_asked_without_options(duel: Duel) -> None:
    hands = duel({"asked": True}, {"state": LATER})
    attack(hands)
    assert asked(hands) == ("Declare", "volfer", "attack")
    assert "Nothing to declare · Enter continues" in texts_of(hands)
    hands.press("Enter")
    assert asked(hands) == ("Roll", "volfer", "attack")
    hands.type("9")
    hands.press("Enter")
    assert asked(hands) == ("Declare", "volfer", "damage")
    hands.press("Enter")
    assert asked(hands) == ("Roll", "volfer", "damage")


def test_storyteller_sets_who_is_always_asked(duel: Duel) -> None:
    hands = duel(kesh={"state": LATER})
    hands.bridge.steps.overrule("asked", True, "kesh")
    attack(hands)
    assert asked(hands) == ("Declare", "kesh", "attacked")
