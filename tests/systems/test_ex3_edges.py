"""Corners of ex3 that a battle seldom reaches: a combatant nowhere on the map, a spell with few fields, two reasons at
once."""

from __future__ import annotations

from typing import Any

import pytest

from exgui.engine.asks import Command
from exgui.engine.battle import Battle, Item
from exgui.engine.record import EMPTY, Table
from exgui.play.play import Play
from exgui.rulebook.reader import load
from exgui.rulebook.setup import battle_from
from exgui.systems import system_for
from exgui.systems.ex3 import effects, movement, positions, pursuit
from exgui.systems.ex3.attack import best_weapon


def fight(*, close: bool = True, **volfer: Any) -> Play:
    """Volfer, who is active, Kesh and Orin in the yard; Reed, a friend, at the gate."""
    traits = {"strength": 3, "dexterity": 3, "stamina": 3, "melee": 3, "athletics": 2}

    def one(id: str, side: str, initiative: int, zone: str = "yard", **more: Any) -> dict[str, Any]:
        own = {"id": id, "side": side, "zone": zone, "traits": traits, "weapons": ["straight_sword"]}
        return own | {"state": {"initiative": initiative}} | more

    data = {
        "zone": [{"id": "yard", "difficult": True, "cover": {"light": 1}}, {"id": "gate"}],
        "link": [{"between": ["yard", "gate"]}],
        "combatant": [
            one("volfer", "heroes", 9, **volfer),
            one("kesh", "foes", 5),
            one("orin", "foes", 4),
            one("reed", "heroes", 3, "gate"),
        ],
        "close": [{"members": ["volfer", "kesh", "orin"]}] if close else [],
    }
    play = Play.begin(system_for(load("ex3")), battle_from(load("ex3"), data, "edges"))
    play.dispatch(Command("start"))
    return play


def nowhere() -> tuple[Play, Battle]:
    """Volfer is in the battle and on no zone."""
    play = fight(close=False)
    return play, play.battle.with_combatant(play.battle.who("volfer").but(zone=None))


def against(play: Play, battle: Battle, do: str, **args: Any) -> list[str]:
    return [one.text for one in play.system.check(battle, Command(do, "volfer", Table(args)))]


def test_combatant_without_a_zone_has_no_range() -> None:
    play, battle = nowhere()
    assert positions.range_between(battle, "volfer", "kesh") is None
    assert positions.range_between(battle, "kesh", "volfer") is None
    sword = {"target": "kesh", "weapon": "straight_sword", "mode": "withering"}
    assert against(play, battle, "attack", **sword) == ["No path leads from Volfer to Kesh."]
    assert against(play, battle, "rush", target="kesh") == ["Kesh must be at short range, but is out of reach."]
    assert against(play, battle, "aim", target="kesh") == ["Kesh is out of range of every ready weapon."]
    assert against(play, battle, "withdraw") == []


def test_combatant_without_a_zone_has_no_cover_or_difficult_ground() -> None:
    play, battle = nowhere()
    assert against(play, battle, "take_cover", level="light") == [
        "This place offers no light cover; the storyteller may set a difficulty."
    ]
    assert not pursuit.in_difficult(battle, battle.who("volfer"))
    assert pursuit.in_difficult(battle, battle.who("kesh"))
    assert movement.cost(battle, None, "yard") == 2
    assert movement.cost(battle, None, "gate") == 1


def test_no_link_leads_away_from_nowhere() -> None:
    play, battle = nowhere()
    assert against(play, battle, "move", to="gate") == ["Gate is more than one link away."]
    assert play.system.reach(battle, "volfer") == {}
    can = play.system.actions(battle, "volfer")
    assert [one.text for one in can["move"]] == ["Move: not possible here."]


def test_first_of_several_wrong_names_is_reported() -> None:
    play = fight()
    assert against(play, play.battle, "disengage", stop=("reed", "nobody")) == [
        "Reed isn’t an opponent at close range."
    ]
    assert against(play, play.battle, "disengage", stop=("nobody", "reed")) == [
        "nobody isn’t an opponent at close range."
    ]
    assert against(play, play.battle, "disengage", stop=("kesh",)) == []


def test_impossible_counterattack_gives_the_first_reason() -> None:
    play = fight()
    knife = Item("knife", "Knife", "weapon", Table(ability="melee", range="close"))
    one = play.battle.who("kesh")
    crashed = one.but(gear=one.gear.put("knife", knife), tracks=one.tracks.put("initiative", -1))
    begun = Play.begin(play.system, play.battle.with_combatant(crashed))
    counter = Table(by="kesh", mode="decisive", weapon="knife")
    args = Table(target="kesh", weapon="straight_sword", mode="withering", counter=counter)
    begun.dispatch(Command("attack", "volfer", args))
    begun.roll()
    while begun.pending is not None:
        begun.roll()
    assert "Kesh can’t counterattack: The knife isn’t ready." in [note.text for note in begun.log()[-1].notes]


def test_reaching_weapon_is_used_or_else_the_first() -> None:
    play = fight(close=False, weapons=["straight_sword", "throwing_knives"])
    assert best_weapon(play.battle, "volfer", "kesh") == "throwing_knives"
    assert best_weapon(play.battle, "volfer", "nobody") == "straight_sword"
    near = fight(weapons=["straight_sword", "throwing_knives"])
    assert best_weapon(near.battle, "volfer", "kesh") == "straight_sword"
    bare = near.battle.with_combatant(near.battle.who("volfer").but(gear=EMPTY, ready=()))
    assert best_weapon(bare, "volfer", "kesh") == ""


@pytest.mark.parametrize(
    ("range", "band"), [(0, "close"), (1, "short"), (2, "medium"), (3, "long"), (4, "extreme"), (7, "extreme")]
)
def test_spell_reaches_its_stated_range(range: int, band: str) -> None:
    item = Item("bolt", "Bolt", "effect", Table(strike=Table(range=range, accuracy=2, damage=9, minimum=3)))
    weapon = effects.weapon_of(item)
    assert weapon is not None
    assert (weapon.id, weapon.name, weapon.kind) == ("bolt", "Bolt", "weapon")
    assert dict(weapon.fields) == {
        "ability": "occult",
        "accuracy": 2,
        "damage": 9,
        "minimum": 3,
        "damage_type": "lethal",
        "range": band,
        "tags": ("natural", "no_aim"),
    }


def test_spell_attack_has_weak_defaults() -> None:
    weapon = effects.weapon_of(Item("touch", "Touch", "effect", Table(strike=Table(damage=0), ability="melee")))
    assert weapon is not None
    assert (weapon.get("ability"), weapon.get("range")) == ("melee", "close")
    assert [weapon.get(name) for name in ("accuracy", "damage", "minimum")] == [0, 0, 1]
    bare = effects.weapon_of(Item("touch", "Touch", "effect", Table(strike=Table(accuracy=1))))
    assert bare is not None
    assert bare.get("damage") == 0
    assert effects.weapon_of(Item("calm", "Calm", "effect")) is None


def test_weapon_reaches_close_range_by_default() -> None:
    assert positions.reach_of(Item("rock", "Rock", "weapon")) == "close"
    assert positions.within("close", "close")
    assert not positions.within("short", "close")


def test_invalid_declaration_is_reported_before_an_invalid_counterattack() -> None:
    play = fight()
    args = {"target": "kesh", "weapon": "straight_sword", "mode": "withering", "declare": 5}
    found = play.system.check(play.battle, Command("attack", "volfer", Table(args | {"counter": Table(by="nobody")})))
    assert [one.rule for one in found] == ["ex3-85"]


@pytest.mark.parametrize(
    ("conditions", "words"),
    [
        ({}, ""),
        ({"incapacitated": True}, "Kesh is incapacitated."),
        ({"left": True}, "Kesh is not on the battlefield."),
    ],
)
def test_reasons_for_being_unable_to_act(conditions: dict[str, Any], words: str) -> None:
    play = fight(close=False)
    one = play.battle.who("kesh").but(conditions=Table(conditions))
    assert positions.why_not(one) == words
    assert positions.why_not(one.but(waiting=True)) == "Kesh is not on the battlefield."
    reasons = [words] if words else []
    assert against(play, play.battle.with_combatant(one), "rush", target="kesh") == reasons


def test_releasing_or_holding_on_needs_a_hold() -> None:
    play = fight()
    assert against(play, play.battle, "release") == ["Volfer isn’t holding anyone."]
    assert against(play, play.battle, "grapple_hold") == ["Volfer isn’t holding anyone."]
    early = play.battle.but(phase="prepared")
    assert against(play, early, "release") == ["The battle has not begun.", "Volfer isn’t holding anyone."]
    one = play.battle.who("volfer")
    holding = play.battle.with_combatant(one.but(conditions=Table(grappling="kesh")))
    assert against(play, holding, "release") == []
    assert against(play, holding, "grapple_hold") == []
