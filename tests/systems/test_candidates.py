"""The panel's candidates for an action's parameters: legal as long as some way to complete the action is."""

from __future__ import annotations

import pytest

from exgui.engine.asks import Command, command
from exgui.engine.record import Table
from exgui.play.play import Play
from exgui.rulebook.reader import load
from exgui.rulebook.setup import battle_from
from exgui.systems import system_for


@pytest.fixture
def play() -> Play:
    """Volfer, who is active, at close range with a bandit; his friend Reed nearby; another bandit a zone away."""

    def one(id: str, side: str, zone: str, initiative: int) -> dict[str, object]:
        traits = {"dexterity": 3, "melee": 3, "strength": 3}
        state = {"initiative": initiative}
        return {"id": id, "side": side, "zone": zone, "traits": traits, "weapons": ["straight_sword"], "state": state}

    data = {
        "zone": [{"id": "yard"}, {"id": "gate"}],
        "link": [{"between": ["yard", "gate"]}],
        "combatant": [
            one("volfer", "heroes", "yard", 12),
            one("reed", "heroes", "yard", 5),
            one("bandit", "foes", "yard", 6),
            one("archer", "foes", "gate", 4),
        ],
        "close": [{"members": ["volfer", "bandit"]}],
    }
    started = Play.begin(system_for(load("ex3")), battle_from(load("ex3"), data, "candidates"))
    started.dispatch(Command("start"))
    return started


def legal(play: Play, given: Command, param: str) -> list[object]:
    return [one.value for one in play.system.candidates(play.battle, given, param) if not one.violations]


def test_distract_offers_everyone_before_an_ally_is_named(play: Play) -> None:
    given = Command("attack", "volfer", Table(gambit="distract", mode="decisive"))
    assert legal(play, given, "target") == ["bandit"]


def test_distract_offers_friends_as_allies(play: Play) -> None:
    given = Command("attack", "volfer", Table(gambit="distract", mode="decisive", target="bandit"))
    assert legal(play, given, "ally") == ["reed"]


def test_flurry_is_built_from_single_actions(play: Play) -> None:
    offered = legal(play, command("flurry", "volfer"), "actions")
    assert "attack" in offered
    assert "full_defense" in offered
    assert "aim" not in offered


def test_sword_reaches_only_targets_at_close_range(play: Play) -> None:
    assert legal(play, command("attack", "volfer"), "target") == ["bandit"]


def test_weapon_in_hand_can_be_put_away_but_not_readied(play: Play) -> None:
    assert legal(play, command("ready_weapon", "volfer"), "unready") == [("straight_sword",)]
    assert legal(play, command("ready_weapon", "volfer"), "ready") == []


def test_impossible_attack_is_explained_for_a_nearby_target() -> None:
    """Kesh is the first in the order and a zone away; Brok stands in Volfer's own, though not at close range."""

    def fighter(id: str, side: str, zone: str, initiative: int) -> dict[str, object]:
        traits = {"dexterity": 3, "melee": 3}
        state = {"initiative": initiative}
        weapons = ["straight_sword"]
        return {"id": id, "side": side, "zone": zone, "traits": traits, "weapons": weapons, "state": state}

    people = [fighter("kesh", "foes", "gate", 3), fighter("brok", "foes", "yard", 2)]
    zones = {"zone": [{"id": "yard"}, {"id": "gate"}], "link": [{"between": ["yard", "gate"]}]}
    rules = load("ex3")
    play = Play.begin(
        system_for(rules), battle_from(rules, {**zones, "combatant": [*people, fighter("volfer", "heroes", "yard", 9)]})
    )
    play.dispatch(Command("start"))
    why = play.system.actions(play.battle, "volfer")["attack"]
    assert [one.text for one in why] == ["The straight sword works only at close range; Brok is at short range."]
