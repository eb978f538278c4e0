"""The game as the app sees it: what it fills in, what it offers for each parameter, who may step in on which tick."""

from __future__ import annotations

from typing import Any

import pytest

from exgui.engine.asks import Command, Mod, Violation
from exgui.engine.record import EMPTY, Table
from exgui.play.play import Play
from exgui.rulebook.reader import load
from exgui.rulebook.setup import battle_from
from exgui.systems import system_for


def fight(*, close: bool = True, kesh: int = 5, **volfer: Any) -> Play:
    """Volfer (9), who is active, and Kesh (5) in the yard; Reed (3) at the gate. Volfer also has a knife put away."""
    traits = {"strength": 3, "dexterity": 3, "stamina": 3, "melee": 3}

    def one(id: str, side: str, initiative: int, zone: str = "yard", **more: Any) -> dict[str, Any]:
        own = {"id": id, "side": side, "zone": zone, "traits": traits, "weapons": ["straight_sword"]}
        return own | {"state": {"initiative": initiative}} | more

    weapons = {"weapons": ["straight_sword", "knife"], "ready": ["straight_sword"]}
    data = {
        "zone": [{"id": "yard"}, {"id": "gate"}, {"id": "cell"}],
        "link": [{"between": ["yard", "gate"]}],
        "combatant": [
            one("volfer", "heroes", 9, **(weapons | volfer)),
            one("kesh", "foes", kesh),
            one("reed", "heroes", 3, "gate"),
        ],
        "close": [{"members": ["volfer", "kesh"]}] if close else [],
    }
    play = Play.begin(system_for(load("ex3")), battle_from(load("ex3"), data, "game"))
    play.dispatch(Command("start"))
    return play


def offered(play: Play, command: Command, param: str) -> list[tuple[Any, str]]:
    """Values and labels, legal or not."""
    return [(one.value, one.label) for one in play.system.candidates(play.battle, command, param)]


def test_candidates_for_each_kind_of_parameter() -> None:
    play = fight()
    assert offered(play, Command("attack", "volfer"), "target") == [("kesh", "Kesh"), ("reed", "Reed")]
    assert offered(play, Command("attack", "volfer"), "weapon") == [
        ("straight_sword", "Straight sword"),
        ("unarmed", "Unarmed"),
    ]
    assert offered(play, Command("attack", "volfer"), "mode") == [
        ("withering", "Withering"),
        ("decisive", "Decisive"),
    ]
    assert offered(play, Command("move", "volfer"), "to") == [("gate", "Gate"), ("yard", "Yard")]
    assert offered(play, Command("ready_weapon", "volfer"), "unready") == [(("straight_sword",), "Straight sword")]
    assert offered(play, Command("ready_weapon", "volfer"), "ready") == [(("knife",), "Knife")]
    actions = dict(offered(play, Command("flurry", "volfer"), "actions"))
    assert actions["attack"] == "Attack"
    assert "aim" not in actions


def test_sheet_effects_and_nearby_mounts_are_offered() -> None:
    effects = [
        {"id": "ward", "name": "Ward", "when": "reflexive", "duration": "scene", "modifiers": ["soak +1"]},
        {"id": "cry", "name": "Cry", "when": "action", "type": "simple"},
    ]
    play = fight(effects=effects, mount="horse", close=False)
    assert offered(play, Command("effect", "volfer"), "effect") == [("ward", "Ward")]
    assert offered(play, Command("invoke", "volfer"), "effect") == [("cry", "Cry")]
    play.dispatch(Command("adjust", args=Table(who="volfer", set=Table(mount=None))))
    assert offered(play, Command("other", "volfer"), "mount") == [("horse", "Mount Horse")]


def test_nothing_is_offered_for_unknown_or_free_text_parameters() -> None:
    play = fight()
    assert offered(play, Command("attack", "volfer"), "colour") == []
    assert offered(play, Command("juggle", "volfer"), "target") == []
    assert offered(play, Command("other", "volfer"), "note") == []


def test_leaving_close_range_is_offered_only_at_close_range() -> None:
    play = fight(close=False)
    assert offered(play, Command("move", "volfer"), "to") == [("gate", "Gate")]
    nowhere = play.battle.with_combatant(play.battle.who("volfer").but(zone=None))
    assert play.system.candidates(nowhere, Command("move", "volfer"), "to") == ()


def test_dropped_weapons_in_the_zone_are_offered() -> None:
    play = fight()
    axe = Table(id="axe", name="Axe", zone="yard", fields=EMPTY)
    far = Table(id="bow", name="Bow", zone="gate", fields=EMPTY)
    battle = play.battle.but(facts=play.battle.facts.put("dropped", (axe, far)))
    found = play.system.candidates(battle, Command("ready_weapon", "volfer"), "ready")
    assert (("axe",), "Axe") in [(one.value, one.label) for one in found]
    assert ("bow",) not in [one.value for one in found]
    away = play.system.candidates(battle, Command("ready_weapon", "volfer"), "unready")
    assert [one.value for one in away] == [("straight_sword",)]


def test_command_is_completed_with_the_active_combatant_and_defaults() -> None:
    play = fight()
    done = play.system.complete(play.battle, Command("attack", args=Table(target="kesh")))
    assert done == Command("attack", "volfer", Table(target="kesh", mode="withering", weapon="straight_sword"))
    assert play.system.complete(play.battle, Command("move", args=Table(to="gate"))).by == "volfer"
    assert play.system.complete(play.battle, Command("release")).by == "volfer"
    assert play.system.complete(play.battle, Command("cover", args=Table(who="kesh", level="light"))).by == ""


def test_default_weapon_is_the_one_that_reaches() -> None:
    play = fight(
        close=False, weapons=["straight_sword", "throwing_knives"], ready=["straight_sword", "throwing_knives"]
    )

    def weapon(**args: str) -> object:
        return play.system.complete(play.battle, Command("attack", "volfer", Table(args))).args["weapon"]

    assert weapon(target="kesh") == "throwing_knives"
    assert weapon(target="reed") == "straight_sword"  # at the gate: neither reaches, without an Aim
    assert weapon() == "straight_sword"


def test_waiting_combatant_is_shown_its_ticks() -> None:
    play = fight()
    play.dispatch(Command("delay", "volfer"))  # on 9; Kesh is up on 5
    assert play.battle.tick == 5

    def aim(tick: int) -> list[str]:
        return [
            str(one)
            for one in play.system.check(play.battle, Command("aim", "volfer", Table(target="kesh"), tick=tick))
        ]

    refusal = "Volfer may step in on ticks 8 to 5, not on {}. (ex3-05b)"
    assert aim(9) == [refusal.format(9)]
    assert aim(4) == [refusal.format(4)]
    assert aim(8) == []
    assert aim(5) == ["Kesh acts first on this tick. (ex3-05c)"]
    # Nobody ends a turn that has not come, and so no turn begins by it.
    assert [str(one) for one in play.system.check(play.battle, Command("end_turn", "volfer"))] == [
        "It is not Volfer’s turn; it is Kesh’s. (ex3-05)"
    ]


def test_gambit_is_decisive_and_a_hold_at_bay_has_no_kind() -> None:
    play = fight()
    gambit = play.system.complete(play.battle, Command("attack", "volfer", Table(target="kesh", gambit="disarm")))
    assert gambit.args["mode"] == "decisive"
    wrong = Command("attack", "volfer", Table(target="kesh", gambit="disarm", mode="withering"))
    assert play.system.complete(play.battle, wrong).args["mode"] == "decisive"
    hold = play.system.complete(play.battle, Command("hold_at_bay", "volfer", Table(target="kesh")))
    assert "mode" not in hold.args
    assert hold.args["weapon"] == "straight_sword"


def test_complete_command_is_unchanged() -> None:
    play = fight()
    full = Command("attack", "volfer", Table(target="kesh", mode="decisive", weapon="unarmed"))
    assert play.system.complete(play.battle, full) is full
    gambit = Command("attack", "volfer", Table(target="kesh", mode="decisive", weapon="unarmed", gambit="disarm"))
    assert play.system.complete(play.battle, gambit) is gambit
    stranger = Command("attack", "nobody", Table(target="kesh"))
    assert play.system.complete(play.battle, stranger) is stranger
    rush = Command("rush", "volfer", Table(target="kesh"))
    assert play.system.complete(play.battle, rush) is rush


def test_no_combatant_is_filled_in_if_no_one_is_up() -> None:
    play = fight()
    assert play.system.complete(play.battle.but(up=()), Command("move", args=Table(to="gate"))).by == ""


@pytest.mark.parametrize(
    ("command", "violation"),
    [
        (Command("juggle", "volfer"), Violation("", "There is no step called juggle.", final=True)),
        (Command("attack", "nobody"), Violation("", "No combatant is called nobody.", final=True)),
        (Command("release", "nobody"), Violation("", "No combatant is called nobody.", final=True)),
        (Command("move"), Violation("", "Choose a combatant.", final=True)),
        (
            Command("aim", "volfer", Table(target="kesh"), (Mod("nobody.attack", 1), Mod("kesh.attack", 1))),
            Violation("", "A modifier is meant for nobody, but no combatant is called that.", final=True),
        ),
        (
            Command("end", mods=(Mod("nobody.attack", 1),)),
            Violation("", "A modifier is meant for nobody, but no combatant is called that.", final=True),
        ),
        (
            Command("aim", "volfer", Table(target="kesh"), tick=4),
            Violation("ex3-05b", "Volfer acts on tick 9, not on 4."),
        ),
        (
            Command("end_turn", "volfer", tick=4),
            Violation("ex3-05b", "Volfer acts on tick 9, not on 4."),
        ),
        (
            Command("aim", "kesh", Table(target="volfer"), tick=9),
            Violation("ex3-05b", "Kesh hasn’t delayed and can’t step in."),
        ),
        (Command("end_turn", "kesh", tick=9), Violation("ex3-05b", "Kesh hasn’t delayed and can’t step in.")),
        (Command("end_turn", "kesh"), Violation("ex3-05", "It is not Kesh’s turn; it is Volfer’s.")),
    ],
)
def test_general_violations_precede_a_steps_own(command: Command, violation: Violation) -> None:
    play = fight()
    assert play.system.check(play.battle, command) == (violation,)


def test_overruled_action_takes_no_turn() -> None:
    """Neither on a tick that is not its own; so others may still step in before."""
    for tick in (None, 9):
        play = fight()
        play.dispatch(Command("other", "kesh", Table(note="shouts"), tick=tick, overrule=True))
        assert "last_tick" not in play.battle.facts
        assert play.battle.up == ("volfer",)
    play.dispatch(Command("other", "volfer", Table(note="shouts")))
    assert play.battle.facts["last_tick"] == 9


def test_current_tick_can_be_named() -> None:
    play = fight()
    assert play.system.check(play.battle, Command("aim", "volfer", Table(target="kesh"), tick=9)) == ()


def test_everyone_has_fists_and_custom_ones_are_kept() -> None:
    rules = load("ex3")
    own = {"id": "unarmed", "name": "Iron fists", "ability": "brawl", "damage": 9, "tags": ["natural"]}
    data = {
        "zone": [{"id": "yard"}],
        "combatant": [
            {"id": "volfer", "side": "heroes", "zone": "yard", "weapons": [own]},
            {"id": "kesh", "side": "foes", "zone": "yard", "state": {"health": {"lethal": 7}}},
            {"id": "reed", "side": "foes", "zone": "yard", "state": {"grappling": "volfer"}},
        ],
        "close": [{"members": ["volfer", "reed"]}],
    }
    battle = system_for(rules).prepare(battle_from(rules, data, "game"))
    assert battle.who("volfer").gear["unarmed"].name == "Iron fists"
    assert battle.who("kesh").gear["unarmed"].name == "Unarmed"
    assert battle.who("kesh").conditions["incapacitated"] is True
    assert "incapacitated" not in battle.who("volfer").conditions
    assert battle.who("volfer").conditions["grappled_by"] == "reed"
    bare = system_for(rules.but(tables=rules.tables.put("weapon", Table())))
    assert "unarmed" not in bare.prepare(battle_from(rules, data, "game")).who("kesh").gear


@pytest.mark.parametrize(
    ("args", "ends"),
    [
        # Whichever end is told, there are both.
        ({"reed": {"grappling": "volfer"}}, {("reed", "grappling", "volfer"), ("volfer", "grappled_by", "reed")}),
        ({"volfer": {"grappled_by": "reed"}}, {("reed", "grappling", "volfer"), ("volfer", "grappled_by", "reed")}),
        # What is told of an end stays, even against the other one.
        (
            {"volfer": {"grappled_by": "kesh"}, "reed": {"grappling": "volfer"}},
            {("volfer", "grappled_by", "kesh"), ("kesh", "grappling", "volfer"), ("reed", "grappling", "volfer")},
        ),
    ],
)
def test_hold_is_recorded_for_both_combatants(args: dict[str, dict[str, str]], ends: set[tuple[str, str, str]]) -> None:
    data = {
        "zone": [{"id": "yard"}],
        "combatant": [
            {"id": id, "side": "foes" if id == "reed" else "heroes", "zone": "yard", "state": args.get(id, {})}
            for id in ("volfer", "kesh", "reed")
        ],
        "close": [{"members": ["volfer", "kesh", "reed"]}],
    }
    battle = system_for(load("ex3")).prepare(battle_from(load("ex3"), data, "game"))
    found = {(id, name, other) for id, one in battle.combatants.items() for name, other in one.conditions.items()}
    assert found == ends


def test_game_states_its_id() -> None:
    assert system_for(load("ex3")).id == "ex3"


def test_standing_combatants_are_able_to_act() -> None:
    play = fight()
    assert play.system.standing(play.battle, "kesh")
    one = play.battle.who("kesh")
    down = play.battle.with_combatant(one.but(conditions=one.conditions.put("incapacitated", True)))
    assert not play.system.standing(down, "kesh")


@pytest.mark.parametrize("gone", ["left", "gone_to_ground", "dissolved"])
def test_no_pursuit_of_a_combatant_off_the_battlefield(gone: str) -> None:
    play = fight(close=False, state={"initiative": 9, "rushing": "kesh"})
    play.dispatch(Command("other", "volfer"))
    assert play.battle.who("volfer").conditions["rushing"] == "kesh"
    play.dispatch(Command("adjust", args=Table(who="kesh", set=Table({gone: True}))))
    assert "rushing" not in play.battle.who("volfer").conditions
    sentences = [(note.text, note.rule) for note in play.log()[-1].notes if note.who == "volfer"]
    assert sentences == [("Volfer no longer pursues Kesh.", "ex3-33")]


def test_game_uses_its_rulesets_name() -> None:
    system = fight().system
    assert system.id == system.rules.system == "ex3"
