"""Flurries and coordinated attacks of ex2: their parts, their costs, and the combatants they affect."""

from __future__ import annotations

from typing import Any

import pytest
from systems.duel_ex2 import KESH, SYSTEM, VEY, fight, parts

from exgui.engine.asks import Command, Fall, Roll, command
from exgui.engine.battle import Battle
from exgui.engine.events import ConditionEnded
from exgui.engine.evolve import evolve_all
from exgui.engine.record import Table
from exgui.play.play import Play
from exgui.systems.ex2 import coordinated_attacks, flurry
from exgui.systems.ex2 import sentences as say

BLOW = {"do": "attack", "target": "kesh", "weapon": "straight_sword"}


def of(*actions: Any) -> Command:
    """A flurry of Vey's."""
    return command("flurry", "vey", actions=list(actions))


def test_called_shot_from_the_panel_is_an_attack() -> None:
    battle = fight()
    found = flurry.parts(battle, of({"do": "fierce_blow", "target": "kesh"}, "rise"))
    assert found == [
        Command("attack", "vey", Table(shot="fierce_blow", target="kesh")),
        Command("rise", "vey"),
    ]
    assert flurry.parts(battle, of({"do": "showing_off", "shot": "sweep"}, "juggle")) == [
        Command("attack", "vey", Table(shot="sweep")),
        Command("juggle", "vey"),
    ]


@pytest.mark.parametrize(
    ("junk", "message"),
    [
        ({"do": "aim", "junk": 1}, "Entry 2 of “actions”: Aim takes no junk, only target."),
        ({"do": "rise", "at": 3}, "Entry 2 of “actions”: Rise takes no at."),
        (
            {"target": "kesh"},
            f"Entry 2 of “actions” has no “do”. Write which action it is, such as {say.FLURRY_EXAMPLE}.",
        ),
        ({"do": 3}, f"Entry 2 of “actions” has do = 3. Write which action it is, such as {say.FLURRY_EXAMPLE}."),
        (7, f"Entry 2 of “actions” is 7. Write an action, such as {say.FLURRY_EXAMPLE}."),
    ],
)
def test_invalid_action_in_a_flurry_is_named_by_place_and_key(junk: Any, message: str) -> None:
    found = SYSTEM.check(fight(), of({"do": "misc"}, junk))
    assert [(one.text, one.final) for one in found] == [(message, True)]


def test_answers_to_a_part_are_not_part_of_the_flurry() -> None:
    args = {"do": "attack", "target": "kesh", "choose": {"defense": "parry"}}
    assert flurry.parts(fight(), of(args)) == [Command("attack", "vey", Table(target="kesh"))]


def test_defaults_are_filled_in() -> None:
    step = of({"do": "attack", "target": "kesh", "shot": "sweeping"}, {"do": "misc", "note": "laughs"}, "rise")
    assert SYSTEM.complete(fight(), step).get("actions") == (
        Table(do="attack", target="kesh", shot="sweep", weapon="straight_sword"),
        Table(do="misc", note="laughs"),
        Table(do="rise"),
    )
    assert SYSTEM.complete(fight(), of(BLOW)).get("actions") == (Table(BLOW),)
    nonsense = command("flurry", "vey", actions="attack")
    assert SYSTEM.complete(fight(), nonsense) == nonsense
    stranger = command("flurry", "nobody", actions=["misc", "misc"])
    assert SYSTEM.complete(fight(), stranger) == stranger


def test_readied_weapon_can_be_used_later_in_the_flurry() -> None:
    battle = fight(vey={"weapons": ["straight_sword", "spear"], "ready": []})
    ready, attack = {"do": "ready_weapon", "ready": "spear"}, {"do": "attack", "target": "kesh"}
    done = SYSTEM.complete(battle, of(ready, attack)).get("actions")
    assert [one.get("weapon") for one in done] == [None, "spear"]
    done = SYSTEM.complete(battle, of(attack, ready)).get("actions")
    assert done[0].get("weapon") == "unarmed"


@pytest.mark.parametrize(
    ("actions", "speed", "dv", "dice"),
    [
        # sword 4/-1, jump 5/-1, dash 3/-2, spear 5/-1, other action 5/as said
        ([BLOW, BLOW], 4, -2, [("Attack dice", -2), ("Attack dice", -3)]),
        ([BLOW, "jump"], 5, -2, [("Attack dice", -2), ("Jump dice", -3)]),
        (
            [{"do": "dash", "close_to": "thug"}, BLOW, {"do": "misc", "dv": -3}],
            5,
            -6,
            [("Dash dice", -3), ("Attack dice", -4), ("Other action dice", -5)],
        ),
    ],
)
def test_cost_of_a_flurry(actions: list[Any], speed: int, dv: int, dice: list[tuple[str, int]]) -> None:
    shown = SYSTEM.preview(fight(), of(*actions))
    assert [(one.label, one.value.total) for one in shown] == [("Speed", speed), ("DV penalty", dv), *dice]


def led(battle: Battle, **plans: Table[str, Any]) -> Battle:
    """Plans of these leaders."""
    for id, plan in plans.items():
        one = battle.who(id)
        battle = battle.with_combatant(one.but(conditions=one.conditions.put("coordinating", plan)))
    return battle


def plan(target: str, together: tuple[str, ...], less: int, at: int) -> Table[str, Any]:
    return Table({"target": target, "with": together, "less": less, "at": at})


def test_plan_applies_to_participants_against_its_target_on_its_tick() -> None:
    people = [
        {"id": "vey", "side": "heroes", "zone": "yard", **VEY},
        {"id": "oda", "side": "heroes", "zone": "yard", "state": {"next_tick": 7}},
        {"id": "kesh", "side": "foes", "zone": "yard", **KESH},
        {"id": "thug", "side": "foes", "zone": "gate", "state": {"next_tick": 9}},
    ]
    battle = led(
        fight(combatant=people),
        vey=plan("thug", ("vey", "oda"), 1, 0),
        oda=plan("kesh", ("vey",), 2, 0),
    )

    def less(by: str, target: str) -> list[tuple[str, int]]:
        return parts(coordinated_attacks.coordinated(battle, by, target))

    assert less("vey", "kesh") == [("coordinated by Oda", -2)]
    assert less("oda", "kesh") == []
    assert less("vey", "thug") == less("oda", "thug") == [("coordinated by Vey", -1)]
    late = led(battle, vey=plan("thug", ("vey",), 1, 1))
    assert parts(coordinated_attacks.coordinated(late, "vey", "thug")) == []


def test_plan_ends_after_its_tick() -> None:
    battle = led(fight(), vey=plan("kesh", ("vey",), 1, 0), kesh=plan("vey", ("kesh",), 1, 4))

    def ended(tick: int) -> list[str]:
        return [
            event.who
            for event in coordinated_attacks.pass_by(battle.but(tick=tick))
            if isinstance(event, ConditionEnded)
        ]

    assert {tick: ended(tick) for tick in (0, 1, 4, 5)} == {0: [], 1: ["vey"], 4: ["vey"], 5: ["vey", "kesh"]}


def test_turning_the_clock_back_restores_plans_unless_replaced() -> None:
    battle = led(fight(), vey=plan("kesh", ("vey",), 1, 2), kesh=plan("vey", ("kesh",), 1, 4)).but(tick=7)
    battle = evolve_all(battle, coordinated_attacks.pass_by(battle))

    def back(tick: int) -> list[str]:
        return [event.who for event in coordinated_attacks.come_back(battle, tick)]

    assert {tick: back(tick) for tick in (1, 2, 3, 4, 5)} == {
        1: ["vey", "kesh"],
        2: ["vey", "kesh"],
        3: ["kesh"],
        4: ["kesh"],
        5: [],
    }
    battle = led(battle, kesh=plan("vey", ("kesh",), 1, 9))
    assert back(2) == ["vey"]


def test_house_rules_can_remove_actions() -> None:
    battle = fight()
    rules = battle.rules.actions
    no_jump = battle.but(rules=battle.rules.but(actions=rules.without("jump")))
    assert [one.text for one in flurry.check_flurry(no_jump, of("misc", "jump"))] == [
        "No action called “jump” can be part of a flurry."
    ]
    alone = rules.put("attack", rules["attack"].but(keywords=()))
    single = battle.but(rules=battle.rules.but(actions=alone))
    halberd = {"do": "attack", "target": "kesh", "weapon": "halberd"}
    assert [one.text for one in flurry.check_flurry(single, of(halberd, "misc"))] == [
        "Attack can’t be part of a flurry."
    ]


def play_of(battle: Battle, step: Command, *scores: int) -> tuple[list[int], list[str]]:
    """The dice of a flurry's rolls, which fall with these successes, and what the log says."""
    play = Play.begin(SYSTEM, battle)
    play.dispatch(step)
    dice, left = [], list(scores)
    while isinstance(play.pending, Roll):
        dice.append(play.pending.dice)
        play.answer(Fall(score=left.pop(0)))
    assert not left
    return dice, [event.text for line in play.log() for event in line.events if hasattr(event, "text")]


def test_flurry_ends_when_its_combatant_falls() -> None:
    # The first blow misses; Kesh counters and takes the last level. Nothing else is done, and that is said once.
    battle = fight(vey={"state": {"next_tick": 0, "health": {"lethal": 6}}}, options={"simultaneous": False})
    blow = {**BLOW, "counter": {"by": "kesh"}}
    dice, notes = play_of(battle, of(blow, BLOW, "misc"), 0, 9, 7)
    assert notes.count("Vey can’t go on.") == 1
    assert len(dice) == 3
    assert not any("does something else" in text for text in notes)
    # At a table where all on a tick act together it goes on.
    _, notes = play_of(fight(vey={"state": {"next_tick": 0, "health": {"lethal": 6}}}), of(blow, BLOW), 0, 9, 7, 0)
    assert "Vey can’t go on." not in notes


def test_flurry_allows_one_rise_and_a_strike_after_a_dash() -> None:
    battle = fight(vey={"state": {"next_tick": 0, "prone": True}})
    assert SYSTEM.check(battle, of("rise", "misc")) == ()
    assert [str(one) for one in SYSTEM.check(battle, of("rise", "rise"))] == ["Vey isn’t prone. (ex2-05)"]
    apart = battle.but(close=())
    assert SYSTEM.check(apart, of({"do": "dash", "close_to": "kesh"}, BLOW)) == ()
    assert [one.rule for one in SYSTEM.check(apart, of("misc", BLOW))] == ["ex2-50"]


def test_only_strikes_can_spare_their_target() -> None:
    battle = fight(kesh={"state": {"next_tick": 4, "health": {"lethal": 6}}})
    plan_ = {"do": "coordinate", "target": "kesh", "with": ("vey",)}
    _, notes = play_of(battle, of(BLOW, plan_, BLOW), 9, 7)
    assert notes.count("Kesh has fallen: Vey spares them the rest.") == 1
    assert any("coordinate" in text for text in notes)


def test_every_number_of_a_flurry_names_its_rule() -> None:
    shown = SYSTEM.preview(fight(), of(BLOW, "jump"))
    assert [(one.id, [(part.label, part.amount, part.rule) for part in one.value.parts]) for one in shown] == [
        ("speed", [("Jump", 5, "ex2-23")]),
        ("dv", [("Attack", -1, "ex2-23"), ("Jump", -1, "ex2-23")]),
        ("dice_1", [("Flurry", -2, "ex2-23")]),
        ("dice_2", [("Flurry", -3, "ex2-23")]),
    ]
