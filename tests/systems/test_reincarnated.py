"""Exalted, reincarnated: the log of examples, and the refusals, word for word."""

from __future__ import annotations

import pytest
from examples import example_files
from snapshots import Snapshots
from systems.played import as_read, first_refusals, log_of, refusals_of

from exgui.engine.asks import Choice, Choose, Declare, Declared, Fall, Roll, command
from exgui.play.play import Play
from exgui.rulebook.reader import load
from exgui.rulebook.setup import battle_from
from exgui.rulebook.validation import thawed
from exgui.scenario.player import play_scenario
from exgui.scenario.reader import read_text
from exgui.scenario.source import Malformed
from exgui.systems import system_for

GAME = "reincarnated"
NAMES = sorted(file.stem for file in example_files(GAME))


def test_log_matches_the_snapshot(snapshot: Snapshots) -> None:
    snapshot("reincarnated_log", {name: log_of(f"{GAME}/{name}") for name in NAMES})


def test_refusals_are_sentences_with_their_rule(snapshot: Snapshots) -> None:
    notes = first_refusals(f"{GAME}/{name}" for name in NAMES)
    snapshot("reincarnated_refusals", notes)


def test_every_refusal_names_a_rule() -> None:
    for name in NAMES:
        for against in refusals_of(f"{GAME}/{name}"):
            assert against.rule.startswith("re-"), as_read([against])


@pytest.mark.parametrize("id", load(GAME).opponents)
def test_every_opponent_can_strike(id: str) -> None:
    system = system_for(load(GAME))
    opponent = {**thawed(system.rules.opponents[id].fields), "id": id, "zone": "yard"}
    hero = {"id": "hero", "side": "heroes", "zone": "yard", "traits": {"health": 500}}
    setup = {"zone": [{"id": "yard"}], "combatant": [opponent, hero]}
    play = Play.begin(system, battle_from(system.rules, setup))
    play.dispatch(command("start", first=id))
    for weapon in (*play.battle.who(id).ready, "unarmed"):
        play.dispatch(command("adjust", who=id, set={"actions_left": 2, "strikes_left": 1, "power": 0}))
        play.dispatch(command("strike", id, target="hero", weapon=weapon))
        while (asked := play.pending) is not None:
            if isinstance(asked, Roll):
                play.answer(play.app_dice(asked))
            else:
                assert isinstance(asked, (Choose, Declare))
                play.answer(Choice(asked.default) if isinstance(asked, Choose) else Declared())
        play.undo()
        play.undo()


def test_hidden_zone_is_revealed_when_entered() -> None:
    system = system_for(load(GAME))
    people = [{"id": "ash", "side": "heroes", "zone": "yard"}, {"id": "bran", "side": "foes", "zone": "yard"}]
    zones = [{"id": "yard"}, {"id": "cave", "hidden": True}, {"id": "well", "hidden": True}]
    links = [{"between": ["yard", "cave"]}, {"between": ["yard", "well"]}]
    play = Play.begin(system, battle_from(system.rules, {"zone": zones, "link": links, "combatant": people}))
    play.dispatch(command("start", first="ash"))
    play.dispatch(command("move", "ash", to="cave"))
    assert [id for id, zone in play.battle.zones.items() if zone.hidden] == ["well"]


def test_timeline_shows_static_places_and_an_idle_order() -> None:
    system = system_for(load(GAME))
    people = [{"id": "ash", "side": "heroes", "zone": "yard"}, {"id": "bran", "side": "foes", "zone": "yard"}]
    setup = {"zone": [{"id": "yard"}], "combatant": people}
    play = Play.begin(system, battle_from(system.rules, {**setup, "options": {"turn_order": "static"}}))
    play.dispatch(command("start"))
    play.answer(Fall(score=4))
    play.answer(Fall(score=7))
    assert {mark.id: mark.place for mark in system.timeline(play.battle).marks} == {"ash": 4, "bran": 7}
    play = Play.begin(system, battle_from(system.rules, setup))
    play.dispatch(command("start", first="ash"))
    assert system.timeline(play.battle).caption == "Round 1"
    play.dispatch(command("end_turn", "ash"))
    assert system.timeline(play.battle).caption == "Round 1 \N{MIDDLE DOT} who is next?"


def test_defeated_combatant_does_not_think_of_survival() -> None:
    system = system_for(load(GAME))
    people = [{"id": id, "side": side, "zone": "yard"} for id, side in (("ash", "heroes"), ("bran", "foes"))]
    play = Play.begin(system, battle_from(system.rules, {"zone": [{"id": "yard"}], "combatant": people}))
    play.dispatch(command("start", first="ash"))
    play.dispatch(command("adjust", who="bran", set={"health": 0}))
    notes = [getattr(event, "text", "") for event in play.log()[-1].events]
    assert "Bran is defeated and at their opponents’ mercy." in notes
    assert not any("survival" in text for text in notes)
    assert [badge.id for badge in system.badges(play.battle, "bran")] == ["defeated"]
    assert not any(one.id.startswith("survival") for one in system.checklist(play.battle))
    play.dispatch(command("adjust", who="bran", set={"health": 3}))
    assert [badge.id for badge in system.badges(play.battle, "bran")] == ["survival"]


POWERS = """
format = "exgui-scenario/1"
ruleset = "reincarnated"
zone = [{ id = "yard" }]
close = []

[[combatant]]
id = "ash"
side = "heroes"
zone = "yard"
traits = { dexterity = 3, melee = 2 }
weapons = ["sword"]
effects = ["steady_hand"]
state = { power = 0 }

[[combatant]]
id = "bran"
side = "foes"
zone = "yard"
traits = { defense = 1, stamina = 5 }

[[step]]
do = "start"
first = "ash"
"""
STRIKE = '[[step]]\ndo = "strike"\nby = "ash"\ntarget = "bran"\n'


def test_unaffordable_declared_power_is_a_scenario_error() -> None:
    chosen = 'choose = { strike = ["steady_hand"] }\nrolls = [{ of = "ash.strike", faces = [1, 1, 1, 1, 1] }]'
    played = play_scenario(read_text(POWERS + STRIKE + chosen, "powers.toml"))
    assert [str(failure) for failure in played.failures] == [
        "step 2: choose.strike: steady_hand can’t be declared now; nothing can"
    ]


def test_declare_is_refused_with_the_correct_form() -> None:
    with pytest.raises(Malformed, match=r'declares effects: write choose = \{ strike = \["its_id"\] \}'):
        read_text(POWERS + STRIKE + 'declare = ["steady_hand"]', "powers.toml")
