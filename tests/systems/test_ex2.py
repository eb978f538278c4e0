"""ex2 in its parts: penalties kept apart in every breakdown, numbers with their rules, odds, bad ground refused."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from examples import example_files
from systems.fights_ex2 import EX2

from exgui.engine.asks import Command, Fall, Roll, command
from exgui.engine.battle import Battle
from exgui.engine.events import Noted
from exgui.engine.explained import Explained
from exgui.engine.record import Table
from exgui.forecast.odds import odds
from exgui.play.play import Play, Refused
from exgui.rulebook.reader import load
from exgui.rulebook.setup import battle_from
from exgui.rulebook.validation import SetupError

RULES = load("ex2")
ROOT = Path(__file__).resolve().parents[2]

HERO = {"strength": 3, "dexterity": 4, "stamina": 3, "wits": 3, "melee": 4, "dodge": 3, "awareness": 2, "exalted": 1}
FOE = {"strength": 2, "dexterity": 2, "stamina": 2, "wits": 2, "melee": 2, "dodge": 1, "awareness": 1}


def battle(hero: dict[str, Any] | None = None, foe: dict[str, Any] | None = None, **more: Any) -> Battle:
    """Two who are engaged: the hero is up on tick 0, the foe on tick 3."""
    first = {"id": "hero", "side": "heroes", "zone": "yard", "traits": HERO, "weapons": ["straight_sword"]}
    second = {"id": "foe", "side": "foes", "zone": "yard", "traits": FOE, "weapons": ["axe"]}
    first["state"] = {"next_tick": 0, **(hero or {})}
    second["state"] = {"next_tick": 3, **(foe or {})}
    data = {"zone": [{"id": "yard"}], "combatant": [first, second], "close": [{"members": ["hero", "foe"]}], **more}
    return battle_from(RULES, data, "test")


def started(**states: Any) -> Play:
    play = Play.begin(EX2.system, battle(**states))
    play.dispatch(command("start"))
    return play


def part(number: Explained, label: str) -> int:
    return sum(one.amount for one in number.parts if one.label == label)


def test_internal_penalties_reduce_the_pool_and_external_ones_the_successes() -> None:
    play = started(hero={"blind": True, "prone": True, "vision": "poor", "health": {"lethal": 2}})
    play.dispatch(command("attack", "hero", target="foe", shot="fierce_blow"))
    roll = play.pending
    assert isinstance(roll, Roll)
    # 4 + 4 + 2 accuracy - 4 blind - 1 wounds
    assert roll.dice == 5
    assert (part(roll.pool, "blind"), part(roll.pool, "wounds")) == (-4, -1)
    assert all(one.amount < 0 for one in roll.auto.parts)
    assert [(one.label, one.amount) for one in roll.auto.parts] == [
        ("prone", -1),
        ("poor vision", -1),
        ("fierce blow", -1),
    ]
    # DV (2 + 1) / 2 rounded down, and one success must be left.
    assert roll.difficulty is not None
    assert roll.difficulty.total == 2


def test_every_dv_part_names_its_rule() -> None:
    states = {"unstable": 1, "surrounded": True, "botched": True, "cover": "50", "onslaught": 1, "action_penalty": -2}
    play = started(foe=states)
    value = play.system.number(play.battle, "foe", "ddv")
    changes = [one for one in value.parts if one.label not in ("Dexterity", "Dodge", "Essence")]
    assert {one.label for one in changes} >= {"unstable ground", "surrounded", "botched attack", "onslaught"}
    assert all(
        one.rule.startswith("ex2-") for one in changes if one.label in {"surrounded", "onslaught", "last action"}
    )


def test_flurry_attack_modifiers_do_not_leak_into_the_next_turn() -> None:
    play = started()
    blow = {"do": "attack", "target": "foe"}
    play.dispatch(command("flurry", "hero", actions=[blow, blow]))
    while isinstance(play.pending, Roll):
        play.answer(Fall(score=0))
    assert play.battle.who("hero").turn is not None
    assert play.battle.who("hero").turn["multiple"] == 0


@pytest.mark.parametrize("size", [0, -5])
def test_zone_without_size_is_refused_with_its_rule(size: int) -> None:
    with pytest.raises(SetupError, match=r"1 or more yards across, not -?\d+ \(ex2-50\)"):
        battle(zone=[{"id": "yard", "size": size}])


def test_missing_zone_size_prevents_the_start() -> None:
    prepared = battle()
    flat = prepared.but(zones=prepared.zones.put("yard", prepared.zones["yard"].but(size=0)))
    with pytest.raises(Refused, match=r"Yard is 0 yards across.*ex2-50"):
        Play.begin(EX2.system, flat).dispatch(command("start"))


def test_the_odds_of_an_attack_sum_to_one() -> None:
    play = started()
    found = odds(play.system, play.battle, play.system.complete(play.battle, command("attack", "hero", target="foe")))
    assert not found.too_many
    assert sum(chance for _, chance in found["damage"].chances) == 1
    assert 0 < found["hit"].mean < 1
    assert 0 < found["out"].mean < found["hit"].mean


def test_timer_reports_at_its_tick() -> None:
    play = started()
    play.dispatch(command("timer", label="The bridge falls", tick=2))
    play.dispatch(command("misc", "hero"))
    play.dispatch(command("end_turn", "hero"))
    assert play.battle.tick == 3
    assert play.battle.timers == ()
    assert any(isinstance(event, Noted) and "bridge" in event.text for event in play.log()[-1].events)


def test_time_line_counts_up_and_shows_possible_break_offs() -> None:
    play = started()
    play.dispatch(command("aim", "hero", target="foe"))
    play.dispatch(command("adjust", who="foe", set={"next_tick": 2}))
    play.dispatch(command("end_turn", "hero"))
    line = play.system.timeline(play.battle)
    assert (line.axis, line.now, line.caption) == ("up", 2, "Tick 2")
    assert [(mark.id, mark.place, mark.state) for mark in line.marks] == [("foe", 2, "up"), ("hero", 3, "delayed")]


def test_progress_is_shown_in_yards() -> None:
    data = {"zone": [{"id": "yard"}, {"id": "gate", "size": 30}], "link": [{"between": ["yard", "gate"]}]}
    play = Play.begin(EX2.system, battle(**data))
    play.dispatch(command("start"))
    play.dispatch(command("move", "hero", to="gate"))
    # Dexterity 4, a tick; the way is 10 + 15.
    assert play.system.progress(play.battle, "hero") == ("gate", 4, 25)
    assert play.system.reach(play.battle, "foe")["gate"].label == "25 yards"


def test_flurry_candidates_list_their_violations() -> None:
    play = started()
    offered = play.system.candidates(play.battle, Command("flurry", "hero"), "actions")
    labels = {one.label: one for one in offered}
    assert not labels["Attack: Foe"].violations
    assert not labels["Other action"].violations
    assert labels["Rise"].violations


def test_flurry_attack_is_offered_with_each_weapon_in_hand() -> None:
    data = battle()
    hero = data.who("hero")
    knife = RULES.item("weapon", "knife")
    hero = hero.but(gear=hero.gear.put("knife", knife), ready=(*hero.ready, "knife"))
    play = Play.begin(EX2.system, data.with_combatant(hero))
    play.dispatch(command("start"))
    offered = play.system.candidates(play.battle, Command("flurry", "hero"), "actions")
    parts = {one.label: one.value for one in offered}
    assert parts["Attack: Foe with the straight sword"] == Table(do="attack", target="foe", weapon="straight_sword")
    assert parts["Attack: Foe with the knife"] == Table(do="attack", target="foe", weapon="knife")


def test_flurry_cost_is_previewed() -> None:
    play = started()
    blow = Table(do="attack", target="foe")
    flurry = Command("flurry", "hero", Table(actions=(blow, Table(do="misc"), blow)))
    figures = [(one.label, one.value.total) for one in play.system.preview(play.battle, flurry)]
    # Anything else has Speed 5, slower than the sword's 4, and no DV penalty.
    # Of three actions the first has 3 dice less, then 4 and 5.
    assert figures == [
        ("Speed", 5),
        ("DV penalty", -2),
        ("Attack dice", -3),
        ("Other action dice", -4),
        ("Attack dice", -5),
    ]
    assert play.system.preview(play.battle, Command("flurry", "hero")) == ()
    assert play.system.preview(play.battle, Command("guard", "hero")) == ()


def test_data_has_at_least_the_promised_size() -> None:
    assert len(RULES.tables["weapon"]) >= 20
    assert len(RULES.tables["armor"]) == 8
    assert len(RULES.tables["shield"]) == 3
    assert len(RULES.opponents) == 16
    sword = RULES.tables["weapon"]["straight_sword"].fields
    assert [sword[key] for key in ("speed", "accuracy", "damage", "damage_type", "defense", "rate")] == [
        *(4, 2, 3),
        "lethal",
        *(1, 2),
    ]


def test_every_shipped_weapon_has_a_speed_and_a_rate() -> None:
    for item in RULES.tables["weapon"].values():
        assert item.get("speed") >= 1, item.id
        assert item.get("rate") >= 1, item.id


def test_every_rule_of_the_catalogue_is_shown_by_a_scenario() -> None:
    shown: set[str] = set()
    for file in example_files("ex2"):
        shown |= set(re.findall(r'"(ex2-\d+)"', file.read_text(encoding="utf-8")))
    assert shown == {id for id, rule in RULES.catalogue.items() if not rule.storyteller}


def test_scenarios_show_both_positions_of_every_option() -> None:
    texts = [file.read_text(encoding="utf-8") for file in example_files("ex2")]
    for option in RULES.options:
        with_it = [text for text in texts if f"\n{option} = " in text]
        assert with_it, option
        assert len(with_it) < len(texts)
