"""The plain actions of ex2 in detail: readying, aiming, guarding, and their sentences in the log."""

from __future__ import annotations

import pytest
from systems.duel_ex2 import SYSTEM, fight

from exgui.engine.asks import Command, command
from exgui.engine.battle import Battle
from exgui.engine.record import Table
from exgui.play.play import Play
from exgui.systems.ex2 import action_table, actions, attack, grapple


def after(battle: Battle, *steps: Command) -> Play:
    play = Play.begin(SYSTEM, battle)
    for step in steps:
        play.dispatch(step)
    return play


def sentences_of(play: Play) -> list[str]:
    return [event.text for line in play.log() for event in line.events if hasattr(event, "text")]


def refusals(battle: Battle, asked: Command) -> list[str]:
    return [one.text for one in SYSTEM.check(battle, asked)]


def test_refusals_of_readying_and_putting_away() -> None:
    battle = fight(vey={"armor": "buff_jacket"})
    assert refusals(battle, command("ready_weapon", "vey", ready="buff_jacket")) == [
        "Vey has no weapon called buff_jacket."
    ]
    vey = battle.who("vey")
    lost = vey.but(ready=(), conditions=Table(disarmed=Table(straight_sword=2)))
    lying = battle.with_combatant(lost)
    assert refusals(lying, command("ready_weapon", "vey", ready="straight_sword")) == [
        "The straight sword is lying on the ground; fetch it first."
    ]
    assert refusals(lying, command("ready_weapon", "vey", unready="straight_sword")) == [
        "The straight sword isn’t ready."
    ]


@pytest.mark.parametrize(
    ("ready", "unready", "speed"),
    [
        # knife 5, sledge 6, sword 4; 5 for what there is not
        (["knife", "sledge"], [], 6),
        (["straight_sword", "knife"], ["sledge"], 5),
        ([], ["straight_sword"], 4),
        (["halberd"], [], 5),
        (["halberd", "straight_sword"], [], 4),
    ],
)
def test_readying_takes_as_long_as_the_slowest_weapon(ready: list[str], unready: list[str], speed: int) -> None:
    battle = fight(vey={"weapons": ["straight_sword", "knife", "sledge"]})
    asked = command("ready_weapon", "vey", ready=ready, unready=unready)
    assert action_table.speed_and_dv(battle, asked) == (speed, -1)


def test_continued_aim_keeps_its_ticks() -> None:
    aim, done = command("aim", "vey", target="kesh"), command("end_turn", "vey")
    play = after(fight(kesh={"state": {"next_tick": 9}}), aim, done)
    assert play.battle.who("vey").conditions["aiming"] == Table(target="kesh", since=0, until=3)
    on = after(play.battle, aim)
    assert on.battle.who("vey").conditions["aiming"] == Table(target="kesh", since=0, until=6)
    other = after(play.battle, command("aim", "vey", target="thug"))
    assert other.battle.who("vey").conditions["aiming"] == Table(target="thug", since=3, until=6)
    assert sentences_of(other)[0] == "Vey aims at Thug."


def test_states_from_before_the_battle_last_three_ticks() -> None:
    assert actions.aimed_before("kesh", None) == Table(target="kesh", since=-3, until=0)
    assert actions.aimed_before("kesh", 2) == Table(target="kesh", since=-1, until=2)
    assert actions.guarded_before(None) == Table(since=-3)
    assert actions.guarded_before(2) == Table(since=-1)


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        (command("guard", "vey"), "Vey is on guard."),
        (command("inactive", "vey"), "Vey does nothing."),
        (command("misc", "vey"), "Vey does something else."),
        (command("misc", "vey", note=""), "Vey does something else."),
        (command("misc", "vey", note="laughs"), "Vey: laughs"),
        (command("charm", "vey"), "Vey uses a Charm."),
        (command("charm", "vey", note="Graceful step"), "Vey: Graceful step"),
        (command("jump", "vey"), "Vey jumps."),
    ],
)
def test_plain_actions_are_logged(asked: Command, words: str) -> None:
    play = after(fight(), asked)
    assert sentences_of(play) == [words]
    assert play.battle.who("vey").conditions.get("inactive") is (True if asked.do == "inactive" else None)
    assert "guarding" not in play.battle.who("vey").conditions or asked.do == "guard"


def test_unarmed_combatant_has_no_weapon_to_lose() -> None:
    battle = fight()
    bare = battle.with_combatant(battle.who("vey").but(gear=Table(), ready=()))
    assert attack.best_weapon(bare, "vey", "kesh") == ""
    assert attack.best_weapon(bare, "vey", "nobody") == ""


def test_targets_own_shield_can_be_named() -> None:
    board = {"id": "board", "name": "Board", "melee": 2, "ranged": 3}
    battle = fight(kesh={"shield": board})
    named = command("attack", "vey", target="kesh", weapon="straight_sword", shield="board")
    assert refusals(battle, named) == []
    assert refusals(fight(), named) == ["There is no shield called board."]


def test_helpers_and_participants_can_be_single_or_a_list() -> None:
    for given, ids in (("oda", ("oda",)), (("oda", "oda", "ilan"), ("oda", "ilan")), (None, ()), ((), ())):
        assert grapple.helpers(command("grapple", "vey", helpers=given)) == ids
