"""Skirmish: the log of examples, and the refusals, word for word."""

from __future__ import annotations

from fractions import Fraction

import pytest
from examples import example_files
from snapshots import Snapshots
from systems.played import as_read, first_refusals, log_of, refusals_of

from exgui.engine.asks import Choice, Choose, Command, Fall, Roll, command
from exgui.engine.record import Table
from exgui.engine.sentences import Sentence
from exgui.forecast.odds import odds
from exgui.forecast.worker import NEGLIGIBLE
from exgui.play.play import Play
from exgui.rulebook.reader import load
from exgui.rulebook.setup import battle_from
from exgui.rulebook.validation import thawed
from exgui.systems import system_for
from exgui.systems.common.gear import noun
from exgui.systems.common.legal_actions import action_of_command

GAME = "skirmish"
NAMES = sorted(file.stem for file in example_files(GAME))


def test_log_matches_the_snapshot(snapshot: Snapshots) -> None:
    snapshot("skirmish_log", {name: log_of(f"{GAME}/{name}") for name in NAMES})


def test_refusals_are_sentences_with_their_rule(snapshot: Snapshots) -> None:
    notes = first_refusals(f"{GAME}/{name}" for name in NAMES)
    snapshot("skirmish_refusals", notes)


def test_every_refusal_names_a_rule() -> None:
    for name in NAMES:
        for against in refusals_of(f"{GAME}/{name}"):
            assert against.rule.startswith("sk-") or against.final, as_read([against])


@pytest.mark.parametrize("id", load(GAME).opponents)
def test_every_opponent_uses_its_weapons_or_is_attacked(id: str) -> None:
    system = system_for(load(GAME))
    fields = thawed(system.rules.opponents[id].fields)
    hero = {"id": "hero", "side": "heroes", "zone": "yard", "traits": {"health": 60}, "weapons": ["axe"]}
    setup = {"zone": [{"id": "yard"}], "combatant": [hero, {**fields, "id": "foe", "zone": "yard"}], "seed": 3}
    play = Play.begin(system, battle_from(system.rules, setup))
    play.dispatch(Command("start", args={"first_side": "heroes"}))
    thing = play.battle.who("foe").kind == "object"
    who, other = ("hero", "foe") if thing else ("foe", "hero")
    if not thing:
        play.dispatch(Command("end_turn", "hero"))
    held = [item.id for item in play.battle.who(who).gear.values() if item.kind == "weapon" and item.id != "unarmed"]
    assert held
    shield = any(item.get("worn") == "shield" for item in play.battle.who(who).gear.values())
    assert not (shield and any(play.battle.who(who).gear[weapon].get("bulk", 0) >= 3 for weapon in held))
    for weapon in held:
        attack = Command("attack", who, {"target": other, "weapon": weapon})
        assert not play.check(attack), play.check(attack)
        play.dispatch(attack)
        while (asked := play.pending) is not None:
            assert isinstance(asked, (Roll, Choose))
            play.answer(play.app_dice(asked) if isinstance(asked, Roll) else Choice(asked.options[0].value))
        play.undo()


def test_activations_are_offered_with_the_chooser() -> None:
    system = system_for(load(GAME))
    people = [
        {"id": "ann", "side": "heroes", "zone": "yard"},
        {"id": "bel", "side": "heroes", "zone": "yard", "state": {"activated": True}},
        {"id": "cut", "side": "foes", "zone": "yard"},
        {"id": "dag", "side": "foes", "zone": "yard", "state": {"health": 0}},
    ]
    play = Play.begin(system, battle_from(system.rules, {"zone": [{"id": "yard"}], "combatant": people}))
    play.dispatch(Command("start"))
    due = system.naming(play.battle)
    assert due is not None
    assert (due.side, due.param) == ("heroes", "who")
    offered = system.candidates(play.battle, due.command, "who")
    assert [(one.value, bool(one.violations)) for one in offered] == [("ann", False), ("cut", True)]
    play.dispatch(Command("activate", "ann"))
    assert system.naming(play.battle) is None


def test_strike_odds_need_few_runs() -> None:
    """A passed or failed roll is two cases, an exploding d6 some thirty: what is far below a percent is not gone
    through."""
    system = system_for(load(GAME))
    zones = [{"id": "a"}, {"id": "b"}, {"id": "c"}]
    links = [{"between": ["a", "b"]}, {"between": ["b", "c"]}]
    people = [
        {"id": "ann", "side": "heroes", "zone": "a", "weapons": ["bow"]},
        {"id": "cut", "side": "foes", "zone": "c", "traits": {"health": 6}},
    ]
    play = Play.begin(system, battle_from(system.rules, {"zone": zones, "link": links, "combatant": people}))
    play.dispatch(Command("start"))
    shot = Command("attack", "ann", {"target": "cut", "weapon": "bow"}, choose={"reaction": "none"})
    found = odds(system, play.battle, shot, negligible=NEGLIGIBLE)
    assert found.runs < 60
    assert found["hit"].mean == Fraction(1, 2)  # WIT 10
    # Half the time it hits; a d6 that explodes is never 6, so that it drops somebody with 6 health 1 time in 6.
    assert found["incapacitated"].mean == Fraction(1, 12)


def test_reload_put_away_and_pick_up_candidates() -> None:
    system = system_for(load(GAME))
    one = {"id": "ann", "side": "heroes", "zone": "yard", "weapons": ["pistol", "sword"], "ready": ["pistol"]}
    people = [{**one, "state": {"unloaded": ["pistol"]}}, {"id": "cut", "side": "foes", "zone": "yard"}]
    play = Play.begin(system, battle_from(system.rules, {"zone": [{"id": "yard"}], "combatant": people}))
    play.dispatch(Command("start"))
    for do, wanted in (("reload", ["pistol"]), ("put_away", ["pistol"]), ("ready", ["pistol", "sword"])):
        offered = system.candidates(play.battle, Command(do, "ann"), "weapon")
        assert [one.value for one in offered] == wanted
        assert [one.value for one in offered if not one.violations] == wanted[-1:]


def test_dropped_weapons_are_offered_to_anyone_in_the_zone() -> None:
    rules = load(GAME)
    system = system_for(rules)
    people = [
        {"id": "ann", "side": "heroes", "zone": "yard", "weapons": ["axe"]},
        {"id": "cut", "side": "foes", "zone": "yard", "weapons": ["axe"]},
    ]
    battle = battle_from(rules, {"zone": [{"id": "yard"}], "combatant": people})
    cut = battle.who("cut")
    lying = cut.conditions.put("dropped", Table(axe="yard"))
    play = Play.begin(system, battle.with_combatant(cut.but(ready=(), conditions=lying)))
    play.dispatch(Command("start"))
    offered = system.candidates(play.battle, Command("ready", "ann"), "weapon")
    assert [(one.value, one.label) for one in offered if not one.violations] == [("cut.axe", "Axe (Cut’s)")]
    assert Command("ready", "ann", {"weapon": "cut.axe"}) in list(system.possible_steps(play.battle, "ann", "ready"))


def test_deviation_roll_names_the_zone_of_each_number() -> None:
    near, far = {"id": "yard", "name": "Yard"}, {"id": "kiln", "name": "Kiln"}
    zones = [near, {"id": "road", "name": "Road"}, far, {"id": "pit", "name": "Lime pit"}]
    links = [{"between": ["yard", "road"]}, {"between": ["road", "kiln"]}, {"between": ["kiln", "pit"]}]
    bomb = {"id": "bomb", "name": "Bomb", "damage": "d8", "range": "far", "properties": ["blast"]}
    ann = {"id": "ann", "side": "heroes", "zone": "yard", "weapons": [bomb]}
    setup = {"zone": zones, "link": links, "combatant": [ann, {"id": "cut", "side": "foes", "zone": "kiln"}]}
    system = system_for(load(GAME))
    play = Play.begin(system, battle_from(system.rules, setup))
    play.dispatch(Command("start"))
    play.dispatch(Command("attack", "ann", {"target_zone": "kiln", "weapon": "bomb"}))
    play.answer(Fall(score=20))  # more than WIT 10: it strays to a neighbor of the kiln
    asked = play.pending
    assert isinstance(asked, Roll)
    assert asked.label == "Where the miss lands: 1 Road, 2 Lime pit"


def test_custom_natural_weapon_is_a_common_noun() -> None:
    rules = load("skirmish")
    weapons = [
        {"id": "hooves", "name": "Hooves", "damage": "d6", "tags": ["natural"]},
        {"id": "storm", "name": "Stormbringer", "damage": "d6"},
    ]
    mule = {"id": "mule", "side": "carters", "zone": "road", "weapons": weapons}
    battle = battle_from(rules, {"zone": [{"id": "road"}], "combatant": [mule]})
    with_them = Sentence("Hits with {a weapon}.")
    heard = [with_them(weapon=noun(battle, item)) for item in battle.who("mule").gear.values()]
    assert heard == ["Hits with hooves.", "Hits with Stormbringer."]


@pytest.mark.parametrize(
    ("given", "label"),
    [
        ({"target": "kesh", "weapon": "axe"}, "Attack"),
        ({"target_zone": "yard", "weapon": "grenade"}, "Blast"),
        ({"target": "kesh", "kind": "grab"}, "Grab"),
        ({}, "Attack"),
    ],
)
def test_an_attack_is_called_by_the_action_it_means(given: dict[str, str], label: str) -> None:
    action = action_of_command(load("skirmish"), command("attack", "volfer", **given))
    assert action is not None
    assert action.label == label
