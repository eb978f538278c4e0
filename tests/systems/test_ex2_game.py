"""ex2 as the app uses it: prepared commands, filled-in parameters, offers, overruled rules, odds."""

from __future__ import annotations

from typing import Any

import pytest
from systems.duel_ex2 import KESH, SYSTEM, VEY, fight

from exgui.engine.asks import Command, Fall, Roll, command
from exgui.engine.battle import Battle
from exgui.engine.explained import NOTHING
from exgui.engine.record import Record, Table
from exgui.play.play import Play
from exgui.systems.ex2 import action_table, damage, healing
from exgui.systems.ex2.attack import declared


def people(*more: dict[str, Any], vey: dict[str, Any] | None = None) -> list[dict[str, Any]]:
    """Vey, who is active, and Kesh; Oda, a friend, in the yard; the thug at the gate; who else is given."""
    return [
        {"id": "vey", "side": "heroes", "zone": "yard", **VEY, **(vey or {})},
        {"id": "kesh", "side": "foes", "zone": "yard", **KESH},
        {"id": "oda", "side": "heroes", "zone": "yard", "state": {"next_tick": 7}},
        {"id": "thug", "side": "foes", "zone": "gate", "state": {"next_tick": 9}},
        *more,
    ]


def offered(battle: Battle, asked: Command, param: str) -> list[tuple[object, str]]:
    return [(one.value, one.label) for one in SYSTEM.candidates(battle, asked, param)]


def legal(battle: Battle, asked: Command, param: str) -> list[object]:
    return [one.value for one in SYSTEM.candidates(battle, asked, param) if not one.violations]


def test_targets_are_offered_opponents_first() -> None:
    battle = fight(combatant=people())
    blow = command("attack", "vey")
    assert offered(battle, blow, "target") == [("kesh", "Kesh"), ("thug", "Thug"), ("oda", "Oda")]
    # The thug is 45 yards away, and the knife goes so far; Oda is no more in reach of the sword than he.
    assert legal(battle, blow.but(args=Table(weapon="straight_sword")), "target") == ["kesh"]
    assert legal(battle, blow.but(args=Table(weapon="throwing_knife")), "target") == ["kesh", "thug", "oda"]
    assert offered(battle, command("attack", "vey", target="kesh"), "weapon") == [
        ("straight_sword", "Straight sword"),
        ("throwing_knife", "Throwing knife"),
        ("unarmed", "Unarmed"),
    ]


def test_called_shots_and_choices_are_offered_by_their_names() -> None:
    battle = fight()
    assert offered(battle, command("attack", "vey", target="kesh"), "shot") == [
        ("pulling_blows", "Pulling the blow"),
        ("fierce_blow", "Fierce blow"),
        ("showing_off", "Showing off"),
        ("coup_de_grace", "Coup de grace"),
        ("disarm", "Disarm"),
        ("sweep", "Sweep"),
    ]
    assert offered(battle, command("grapple", "vey", target="kesh"), "attribute") == [
        ("dexterity", "Dexterity"),
        ("strength", "Strength"),
    ]
    assert offered(battle, command("attack", "vey", target="kesh"), "points") == []


def test_zones_and_leaving_close_combat_are_offered() -> None:
    battle = fight(combatant=people())
    assert offered(battle, command("move", "vey"), "to") == [("gate", "Gate"), ("yard", "Yard")]
    assert offered(battle, command("move", "oda"), "to") == [("gate", "Gate")]
    assert legal(battle, command("move", "vey"), "close_to") == ["oda"]
    nowhere = battle.with_combatant(battle.who("oda").but(zone=None))
    assert offered(nowhere, command("move", "oda"), "to") == []


def test_weapons_are_put_away_from_the_hands_and_readied_from_elsewhere() -> None:
    battle = fight(vey={"ready": ["straight_sword"]})
    put_away = [(("straight_sword",), "Straight sword")]
    assert offered(battle, command("ready_weapon", "vey"), "unready") == put_away
    # The body's own is always ready, and so is not offered.
    assert (("throwing_knife",), "Throwing knife") in offered(battle, command("ready_weapon", "vey"), "ready")
    assert legal(battle, command("ready_weapon", "vey"), "ready") == [("throwing_knife",)]
    assert (("straight_sword",), "Straight sword") not in offered(battle, command("ready_weapon", "vey"), "ready")


def test_standing_combatants_are_listed() -> None:
    battle = fight(kesh={"state": {"next_tick": 4, "health": {"lethal": 7}}})
    assert SYSTEM.standing(battle, "vey")
    assert not SYSTEM.standing(battle, "kesh")


def test_friends_take_part_and_help() -> None:
    battle = fight(combatant=people())
    plan = command("coordinate", "vey", target="kesh")
    assert offered(battle, plan, "with") == [(("vey",), "Vey"), (("oda",), "Oda")]
    assert offered(battle, command("coordinate", "vey", target="oda"), "with") == [(("vey",), "Vey")]
    seize = command("grapple", "vey", target="kesh")
    assert offered(battle, seize, "helpers") == [(("oda",), "Oda")]
    assert legal(battle, seize, "helpers") == []


def test_missing_things_are_not_offered() -> None:
    battle = fight()
    assert offered(battle, command("attack", "vey"), "luck") == []
    assert offered(battle, command("dance", "vey"), "target") == []
    assert offered(battle, command("attack", "nobody"), "target") == []
    assert offered(battle, command("flurry", "nobody"), "actions") == []
    assert offered(battle, command("flurry", "vey"), "luck") == []
    assert offered(battle, command("heal"), "hours") == []
    assert offered(battle, command("adjust"), "who") == []
    assert offered(battle, command("attack", "vey"), "actions") == []
    assert offered(battle, command("heal"), "who") == [("vey", "Vey"), ("kesh", "Kesh"), ("thug", "Thug")]


def test_flurry_accepts_actions_up_to_its_limit() -> None:
    battle = fight()
    step = command("flurry", "vey")
    first = {one.label: one.value for one in SYSTEM.candidates(battle, step, "actions") if not one.violations}
    sword = "Attack: Kesh with the straight sword"
    assert sword in first
    assert "Rise" not in first
    # Rate 2: after two blows with the sword there is no third.
    blow = first[sword]
    full = step.but(args=Table(actions=(blow, blow)))
    offered_now = SYSTEM.candidates(battle, full, "actions")
    assert [one.label for one in offered_now if not one.violations].count(sword) == 0
    assert [bool(one.violations) for one in offered_now] == sorted(bool(one.violations) for one in offered_now)
    # Five is the most.
    five = step.but(args=Table(actions=(Table(do="misc"),) * 5))
    assert [one for one in SYSTEM.candidates(battle, five, "actions") if not one.violations] == []


def test_only_flurries_and_healing_are_previewed() -> None:
    battle = fight()
    assert SYSTEM.preview(battle, command("attack", "vey", target="kesh")) == ()
    assert SYSTEM.preview(battle, command("flurry", "nobody", actions=["misc", "misc"])) == ()
    assert SYSTEM.preview(battle, command("flurry", "vey", actions="misc")) == ()
    assert SYSTEM.preview(battle, command("flurry", "vey", actions=["juggle"])) == ()
    assert SYSTEM.preview(battle, command("flurry", "vey", actions=["move"])) == ()
    one = SYSTEM.preview(battle, command("flurry", "vey", actions=["juggle", "misc"]))
    assert [(figure.label, figure.value.total) for figure in one] == [
        ("Speed", 5),
        ("DV penalty", 0),
        ("Other action dice", -2),
    ]
    sledge = fight(vey={"weapons": ["sledge"]})
    slow = SYSTEM.preview(sledge, command("flurry", "vey", actions=[{"do": "attack", "target": "kesh"}, "jump"]))
    # The sledge has Speed 6, the jump 5.
    assert [(part.label, part.amount) for part in slow[0].value.parts] == [("Attack", 6)]


def test_omitted_parameters_are_filled_in() -> None:
    battle = fight()
    assert SYSTEM.complete(battle, command("misc")).by == "vey"
    assert SYSTEM.complete(battle, command("join")).by == ""
    assert SYSTEM.complete(battle.but(up=()), command("misc")).by == ""
    blow = SYSTEM.complete(battle, command("attack", target="kesh", shot="sweeping"))
    assert (blow.by, blow.get("weapon"), blow.get("shot")) == ("vey", "straight_sword", "sweep")
    assert SYSTEM.complete(battle, command("attack", target="thug")).get("weapon") == "throwing_knife"
    chosen = command("attack", "vey", target="kesh", weapon="throwing_knife", shot="disarm")
    assert SYSTEM.complete(battle, chosen) == chosen


def test_prepared_guard_and_hold_are_kept() -> None:
    battle = fight(combatant=people())
    vey, kesh = battle.who("vey"), battle.who("kesh")
    tied = battle.with_combatant(vey.but(conditions=Table(guarding=Table(since=-7), grappling="kesh"))).with_combatant(
        kesh.but(conditions=Table(grappled_by="thug"))
    )
    ready = SYSTEM.prepare(tied)
    assert ready.who("vey").conditions["guarding"] == Table(since=-7)
    assert ready.who("kesh").conditions["grappled_by"] == "thug"
    assert ready.who("thug").conditions["grappling"] == "kesh"


def test_game_uses_its_rulesets_name() -> None:
    assert SYSTEM.id == SYSTEM.rules.system == "ex2"


def test_custom_fists_are_kept() -> None:
    claws = {"id": "unarmed", "name": "Claws", "damage": 3, "speed": 4, "tags": ["natural"]}
    assert fight(vey={"weapons": [claws]}).who("vey").gear["unarmed"].name == "Claws"
    assert fight().who("vey").gear["unarmed"].name == "Unarmed"


def overruled(battle: Battle, asked: Command) -> Play:
    """The storyteller allows a step that is against the rules; every roll falls without a success."""
    play = Play.begin(SYSTEM, battle)
    play.dispatch(asked.but(overrule=True))
    while isinstance(play.pending, Roll):
        play.answer(Fall(score=0))
    return play


def test_overridden_action_grants_no_turn() -> None:
    play = overruled(fight(), command("misc", "kesh"))
    assert play.battle.up == ("vey",)
    assert play.battle.who("kesh").turn is None
    assert not play.battle.who("kesh").acted
    assert "last_tick" not in play.battle.facts
    early = overruled(fight(), command("misc", "kesh").but(tick=2))
    assert early.battle.tick == 0
    assert early.battle.who("kesh").track("next_tick") == 5


def test_guarding_combatant_cannot_end_an_unbegun_turn() -> None:
    guards = fight(kesh={"state": {"next_tick": 2, "guarding": True}})
    assert [one.text for one in SYSTEM.check(guards, command("end_turn", "kesh"))] == [
        "It is not Kesh’s turn; it is Vey’s."
    ]
    assert SYSTEM.check(guards, command("misc", "kesh")) == ()


def test_moving_after_the_action_ends_states_once() -> None:
    play = Play.begin(SYSTEM, fight(vey={"state": {"next_tick": 0, "stunned": True}}))
    play.dispatch(command("misc", "vey"))
    assert "stunned" not in play.battle.who("vey").conditions
    play.dispatch(command("adjust", who="vey", set={"stunned": True}))
    play.dispatch(command("move", "vey", to="yard"))
    assert "stunned" in play.battle.who("vey").conditions


def test_move_alone_does_not_break_off_an_aim() -> None:
    play = Play.begin(SYSTEM, fight(kesh={"state": {"next_tick": 2, "aiming": "vey"}}))
    play.dispatch(command("move", "kesh", to="yard"))
    assert "aiming" in play.battle.who("kesh").conditions
    play.dispatch(command("misc", "kesh"))
    assert "aiming" not in play.battle.who("kesh").conditions


def test_fallen_combatant_releases_its_hold() -> None:
    hold = fight(vey={"state": {"next_tick": 0, "grappling": "kesh"}})
    play = Play.begin(SYSTEM, hold)
    play.dispatch(command("adjust", who="vey", set={"health": {"lethal": 7}}))
    assert "grappled_by" not in play.battle.who("kesh").conditions
    assert "grappling" not in play.battle.who("vey").conditions


# What the odds tell --------------------------------------------------------------------------------------------------


def features_of(asked: Command, after: Battle, before: Battle | None = None) -> dict[str, float]:
    return dict(SYSTEM.features(before or fight(combatant=people()), after, asked))


def hurt(who: str, levels: int, *, hit: bool = True, out: bool = False) -> Battle:
    """The battle after someone lost this many levels."""
    battle = fight(combatant=people())
    one = battle.who(who)
    conditions = one.conditions.put("incapacitated", True) if out else one.conditions
    one = one.but(tracks=one.tracks.put("health.lethal", levels), conditions=conditions)
    facts = battle.facts.put("attack", Table(hit=hit, damage=levels))
    return battle.with_combatant(one).but(facts=facts)


def test_attack_odds_cover_hit_damage_and_incapacitation() -> None:
    blow = command("attack", "vey", target="kesh")
    assert features_of(blow, hurt("kesh", 2)) == {"hit": 1, "damage": 2, "out": 0}
    assert features_of(blow, hurt("kesh", 0, hit=False)) == {"hit": 0, "damage": 0, "out": 0}
    assert features_of(blow, hurt("kesh", 7, out=True)) == {"hit": 1, "damage": 7, "out": 1}
    down = hurt("kesh", 7, out=True)
    assert features_of(blow, down, down) == {"hit": 1, "damage": 0, "out": 0}
    assert features_of(blow, fight(combatant=people())) == {"hit": 0, "damage": 0, "out": 0}
    assert features_of(command("grapple", "vey", target="kesh"), hurt("kesh", 1)) == {"hit": 1, "damage": 1, "out": 0}


def test_odds_of_a_flurry_are_for_its_first_target() -> None:
    actions = ["misc", {"do": "aim", "target": "oda"}, {"do": "attack"}, {"do": "attack", "target": "kesh"}]
    flurry = command("flurry", "vey", actions=[*actions, {"do": "attack", "target": "thug"}])
    assert features_of(flurry, hurt("kesh", 3)) == {"damage": 3, "out": 0}
    assert features_of(flurry, hurt("thug", 3)) == {"damage": 0, "out": 0}
    assert features_of(command("flurry", "vey", actions=["misc", "rise"]), hurt("kesh", 3)) == {}
    assert features_of(command("flurry", "vey"), hurt("kesh", 3)) == {}


def test_only_attacks_have_odds() -> None:
    assert features_of(command("aim", "vey", target="kesh"), hurt("kesh", 3)) == {}
    assert features_of(command("attack", "vey", target="ghost"), hurt("kesh", 3)) == {}
    assert features_of(command("attack", "vey"), hurt("kesh", 3)) == {}
    there, blow = hurt("kesh", 3), command("attack", "vey", target="kesh")
    gone = there.but(combatants=there.combatants.without("kesh"))
    assert features_of(blow, gone, there) == {}
    assert features_of(blow, there, gone) == {}


# The view ------------------------------------------------------------------------------------------------------------


def test_view_of_a_combatant_is_complete() -> None:
    plate = {
        "id": "plate",
        "name": "Plate",
        "soak": {"bashing": 5, "lethal": 7},
        "hardness": {"bashing": 2, "lethal": 3},
    }
    state = {"next_tick": 0, "health": {"lethal": 1}, "height": 2}
    view = SYSTEM.view(fight(vey={"armor": plate, "state": state}))
    assert {key: view[key] for key in ("round", "tick", "over", "active", "up", "may_step_in", "order")} == {
        "round": 1,
        "tick": 0,
        "over": False,
        "active": "vey",
        "up": ["vey"],
        "may_step_in": [],
        "order": ["vey", "kesh", "thug"],
    }
    assert view["reaction_count"] == 0
    vey, kesh = view["vey"], view["kesh"]
    shown = ("name", "side", "zone", "next_tick", "ready", "close", "conditions", "waiting", "acted")
    assert {key: vey[key] for key in shown} == {
        "name": "Vey",
        "side": "heroes",
        "zone": "yard",
        "next_tick": 0,
        "ready": ["straight_sword", "throwing_knife"],
        "close": ["kesh"],
        "conditions": ["height"],
        "waiting": False,
        "acted": False,
    }
    assert vey["health"] == {"bashing": 0, "lethal": 1, "aggravated": 0}
    assert vey["soak"] == {"bashing": 6, "lethal": 7, "aggravated": 7}
    assert vey["soak_bashing"] == 6
    assert vey["hardness"] == {"bashing": 2, "lethal": 3}
    # Height counts in DV: (4 + 4 + 1) / 2 = 4, and 2.
    assert (vey["pdv"], vey["dv"], vey["wound_penalty"], vey["height"]) == (6, 6, 0, 2)
    assert (kesh["height"], kesh["prone"], kesh["cover"], kesh["progress"]) == (0, False, "none", 0)
    assert (kesh["aiming"], kesh["grappling"], kesh["grappled_by"]) == (None, None, None)
    assert kesh["can"] == []
    assert "attack" in vey["can"]
    assert "end_turn" in vey["can"]
    assert "rise" not in vey["can"]


def test_view_describes_states_as_scenarios_do() -> None:
    battle = fight()
    vey = battle.who("vey")
    states = Table(
        {
            "aiming": Table(target="kesh", since=0, until=3),
            "progress": Table(to="gate", done=7, need=20),
            "guarding": Table(since=0),
            "coordinating": Table({"target": "kesh", "with": ("vey",), "less": 1, "at": 5}),
            "disarmed": Table(straight_sword=2),
            "cover": "50",
        }
    )
    shown = SYSTEM.view(battle.with_combatant(vey.but(conditions=states)))["vey"]
    assert {key: shown[key] for key in states} == {
        "aiming": "kesh",
        "progress": 7,
        "guarding": True,
        "coordinating": True,
        "disarmed": {"straight_sword": 2},
        "cover": "50",
    }
    over = SYSTEM.view(battle.but(phase="over", up=()))
    assert (over["over"], over["active"]) == (True, None)
    placeless = battle.with_combatant(vey.but(tracks=vey.tracks.without("next_tick")))
    assert SYSTEM.view(placeless)["vey"]["next_tick"] is None


def test_combatant_able_to_step_in_has_no_turn_to_end() -> None:
    guards = fight(kesh={"state": {"next_tick": 2, "guarding": True}})
    view = SYSTEM.view(guards)
    assert view["may_step_in"] == ["kesh"]
    assert "attack" in view["kesh"]["can"]
    assert "end_turn" not in view["kesh"]["can"]


@pytest.mark.parametrize(
    ("record", "field"),
    [
        (declared(fight(), SYSTEM.complete(fight(), command("attack", "vey", target="kesh"))), "target"),
        (damage.Blow("vey", "kesh", NOTHING, "lethal"), "raw"),
        (healing.course(fight(), fight().who("vey"), 1, True), "kept"),
        (action_table.ACTIONS["aim"], "check"),
    ],
    ids=lambda one: type(one).__name__,
)
def test_declared_parameters_are_kept(record: Record, field: str) -> None:
    with pytest.raises(AttributeError):
        setattr(record, field, None)


def test_storyteller_adds_zones_links_and_timers() -> None:
    play = Play.begin(SYSTEM, fight())
    play.dispatch(command("link", between=["yard", "gate"], barrier="wall"))
    assert [link.barrier for link in play.battle.links] == ["wall"]
    play.dispatch(command("arrange", zone="gate", x=120))
    assert play.battle.zones["gate"].x == 120
    play.dispatch(command("timer", label="The bridge falls", tick=9))
    assert [(timer.label, timer.tick) for timer in play.battle.timers] == [("The bridge falls", 9)]
