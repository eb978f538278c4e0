"""The storyteller's overrides in ex2, joining, and the results of attacks that are rerolled, countered, aimed."""

from __future__ import annotations

from typing import Any

import pytest
from systems.duel_ex2 import KESH, SYSTEM, VEY, fight

from exgui.engine.asks import Answer, Choose, Command, Declare, Declared, Fall, Mod, Roll, command
from exgui.engine.battle import Battle
from exgui.engine.effects import Effect, Modifier
from exgui.engine.events import ClockSet, ConditionBegan
from exgui.engine.record import Table
from exgui.play.play import Play
from exgui.rulebook.reader import load
from exgui.rulebook.setup import battle_from


def after(battle: Battle, *steps: Command, falls: tuple[int, ...] = ()) -> Play:
    """These steps, their rolls with these successes (none left: none)."""
    play = Play.begin(SYSTEM, battle)
    left = list(falls)
    for step in steps:
        play.dispatch(step)
        while isinstance(play.pending, Roll):
            play.answer(Fall(score=left.pop(0) if left else 0))
    return play


def sentences_of(play: Play) -> list[str]:
    return [event.text for line in play.log() for event in line.events if hasattr(event, "text")]


def says(**set: Any) -> Command:
    return command("adjust", who="vey", set=set)


def held(play: Play, condition: str, who: str = "vey") -> object:
    return play.battle.who(who).conditions.get(condition)


def test_overridden_aim_and_guard_expire_on_the_next_action() -> None:
    battle = fight(vey={"state": {"next_tick": 5}})
    assert held(after(battle, says(aiming="kesh")), "aiming") == Table(target="kesh", since=2, until=5)
    assert held(after(battle, says(guarding=True)), "guarding") == Table(since=2)
    for over in ({"aiming": None}, {"aiming": ""}):
        assert held(after(battle, says(aiming="kesh"), says(**over)), "aiming") is None
    assert held(after(battle, says(guarding=True), says(guarding=False)), "guarding") is None


def test_cover_can_be_set_by_override() -> None:
    assert held(after(fight(), says(cover=50)), "cover") == "50"
    assert held(after(fight(), says(cover="50"), says(cover=None)), "cover") is None
    assert held(after(fight(), command("cover", who="vey")), "cover") == "25"
    assert held(after(fight(), command("cover", who="vey", level=75)), "cover") == "75"


def test_only_holds_are_set_at_both_ends() -> None:
    play = after(fight(), says(side="kesh"))
    assert play.battle.who("vey").side == "kesh"
    assert held(play, "grappled_by") is None
    assert held(play, "grappling", "kesh") is None


@pytest.mark.parametrize(
    ("set", "legal"),
    [
        ({"guarding": True}, True),
        ({"guarding": False}, True),
        ({"prone": True}, True),
        ({"prone": 5}, False),
        ({"water": None}, True),
        ({"water": "waist", "mud": 1, "vision": True}, True),
        ({"cover": ""}, True),
        ({"cover": False}, True),
        ({"cover": 90}, True),
        ({"cover": "80"}, False),
        ({"aiming": True}, False),
        ({"aiming": "kesh"}, True),
        ({"guarding": 5}, False),
    ],
)
def test_conditions_have_valid_values(set: dict[str, Any], legal: bool) -> None:
    found = SYSTEM.check(fight(), says(**set))
    assert (found == ()) == legal
    assert all(one.final for one in found)


@pytest.mark.parametrize(("tick", "up"), [(0, ("vey",)), (3, ()), (-1, ("vey",))])
def test_combatant_up_is_postponed_only_to_a_later_tick(tick: int, up: tuple[str, ...]) -> None:
    play = after(fight(kesh={"state": {"next_tick": 9}}), says(next_tick=tick))
    assert play.battle.who("vey").track("next_tick") == tick
    assert ("vey" in play.battle.up) == (tick < 1) or play.battle.tick == 3
    assert play.battle.tick == max(0, tick)


def test_actions_of_a_turn_stay_if_it_is_not_postponed() -> None:
    for tick in (0, -1):
        play = after(fight(), command("move", "vey", to="gate"), says(next_tick=tick))
        assert play.battle.who("vey").turn == Table(moved=1)


@pytest.mark.parametrize("do", ["join", "join_war"])
def test_join_bonus_counts_once(do: str) -> None:
    battle = fight(kesh={**KESH, "traits": {"wits": 2, "awareness": 3, "war": 3}, "state": {"waiting": True}})
    omen = Effect("omen", "Omen", (Modifier("join_battle", dice=2),), "battle")
    play = Play.begin(SYSTEM, battle.with_combatant(battle.who("kesh").but(effects=(omen,))))
    play.dispatch(command(do, "kesh"))
    assert isinstance(play.pending, Roll)
    assert play.pending.dice == 7


def test_combatant_not_up_is_postponed_without_moving_the_clock() -> None:
    play = after(fight(), command("adjust", who="kesh", set={"next_tick": 8}))
    assert not any(isinstance(event, ClockSet) for line in play.log() for event in line.events)
    assert play.battle.up == ("vey",)


def test_combatant_who_has_acted_is_not_postponed() -> None:
    play = after(fight(), command("misc", "vey"), says(next_tick=9))
    assert play.battle.up == ("vey",)


def test_storyteller_decides_who_is_up() -> None:
    hurt = after(fight(), says(onslaught=1, health={"lethal": 2}, stunned=True, prone=True))
    roll = Play.begin(SYSTEM, hurt.battle)
    roll.dispatch(command("attack", "vey", target="kesh"))
    assert isinstance(roll.pending, Roll)
    # 4 + 4 + 2 - 2 stunned - 1 wounds, and a success less for lying
    assert (roll.pending.dice, roll.pending.auto.total) == (7, -1)
    # What the tick itself did stays undone: the wound that was there before it is no other's.
    one = hurt.battle.who("vey")
    assert one.before is not None
    assert one.before.track("onslaught") == 0
    assert set(one.before.conditions) == {"stunned", "prone"}
    worse = Play.begin(SYSTEM, after(hurt.battle, says(**{"health.lethal": 5})).battle)
    worse.dispatch(command("attack", "vey", target="kesh"))
    assert isinstance(worse.pending, Roll)
    # -2 for the fifth level
    assert worse.pending.dice == 6
    eased = after(hurt.battle, says(stunned=False, **{"health.lethal": 0}))
    again = Play.begin(SYSTEM, eased.battle)
    again.dispatch(command("attack", "vey", target="kesh"))
    assert isinstance(again.pending, Roll)
    assert again.pending.dice == 10


def test_removed_hold_is_gone_for_good() -> None:
    play = after(fight(), says(botched=True), says(botched=False), says(next_tick=6))
    assert held(play, "botched") is None


def test_storyteller_set_condition_keeps_its_rule() -> None:
    fells = command("adjust", who="kesh", set={"health": {"lethal": 7}})
    play = after(fight(), says(aiming="kesh"), says(guarding=True), fells)
    events = [event for line in play.log() for event in line.events]
    assert {event.condition: event.rule for event in events if isinstance(event, ConditionBegan)} == {
        "aiming": "ex2-21",
        "guarding": "ex2-05",
        "incapacitated": "ex2-18",
    }


def test_free_roll_accepts_modifiers() -> None:
    play = Play.begin(SYSTEM, fight())
    play.dispatch(command("roll", "vey", pool=3, difficulty=3).but(mods=(Mod("vey.free", successes=2),)))
    assert isinstance(play.pending, Roll)
    assert (play.pending.dice, play.pending.auto.total) == (3, 2)
    play.answer(Fall(score=1))
    assert sentences_of(play)[-1] == "Vey rolls 3 dice: 3 against 3, a success."


def prepared(**late: Any) -> Battle:
    people = [
        {"id": "vey", "side": "heroes", "zone": "yard", "traits": {"wits": 3}},
        {"id": "late", "side": "foes", "zone": "yard", **late},
    ]
    return battle_from(load("ex2"), {"zone": [{"id": "yard", "size": 1}], "combatant": people}, "test")


def test_zone_of_one_yard_is_valid() -> None:
    assert SYSTEM.check(SYSTEM.prepare(prepared()), command("start")) == ()


def test_combatant_joining_before_the_start_rolls_with_everyone() -> None:
    play = after(prepared(state={"waiting": True}), command("join", "late"))
    assert sentences_of(play) == ["Late is ready to join battle."]
    assert "next_tick" not in play.battle.who("late").tracks
    started = after(play.battle, command("start"), falls=(4, 1))
    assert started.battle.who("late").track("next_tick") == 3
    assert "The battle begins. The reaction count is 4." in sentences_of(started)


def test_join_battle_result_is_at_least_zero() -> None:
    unlucky = prepared()
    omen = Effect("omen", "Omen", (Modifier("join_battle", successes=-3),), "battle")
    unlucky = unlucky.with_combatant(unlucky.who("late").but(effects=(omen,)))
    play = after(unlucky, command("start"), falls=(2, 1))
    assert play.battle.who("late").track("next_tick") == 2
    assert "Late joins battle with 0 successes: tick 2." in sentences_of(play)


def test_combatant_joining_with_a_place_does_not_roll() -> None:
    battle = fight(kesh={**KESH, "state": {"next_tick": 6, "waiting": True}})
    play = after(battle, command("join", "kesh"))
    assert play.battle.who("kesh").track("next_tick") == 6
    assert sentences_of(play) == ["Kesh joins the battle and acts on tick 6."]


@pytest.mark.parametrize(("do", "ability"), [("join", "awareness"), ("join_war", "war")])
def test_latecomer_counts_from_the_current_tick(do: str, ability: str) -> None:
    lone = {**KESH, "traits": {"wits": 2, ability: 3}, "state": {"waiting": True}}
    play = Play.begin(SYSTEM, fight(kesh=lone))
    play.dispatch(command(do, "kesh"))
    assert isinstance(play.pending, Roll)
    assert play.pending.dice == 5
    play.answer(Fall(score=0))
    # Nobody rolled: the reaction count is 0.
    assert play.battle.who("kesh").track("next_tick") == 0


# Attacks that meet with something ------------------------------------------------------------------------------------


def attacked(battle: Battle, *answers: Answer, **args: Any) -> Play:
    play = Play.begin(SYSTEM, battle)
    play.dispatch(command("attack", "vey", target="kesh", **args))
    for answer in answers:
        play.answer(answer)
    return play


AGAIN = {"id": "again", "name": "Again", "when": "rolled", "again": "new"}
BETTER = {"id": "better", "name": "Better", "when": "rolled", "again": "better"}
LOOK = {"id": "look", "name": "Look", "when": "rolled"}


@pytest.mark.parametrize(
    ("effects", "first", "second", "counted"),
    [
        ([BETTER], 3, 1, 3),
        ([BETTER], 1, 3, 3),
        ([AGAIN], 3, 1, 1),
        ([LOOK, AGAIN], 3, 1, 1),
        ([LOOK], 3, None, 3),
    ],
)
def test_rerolled_attack_uses_the_better_result(
    effects: list[Any], first: int, second: int | None, counted: int
) -> None:
    play = attacked(fight(vey={"effects": effects}), Fall(score=first))
    assert isinstance(play.pending, Declare)
    play.answer(Declared(tuple(one["id"] for one in effects)))
    if second is not None:
        play.answer(Fall(score=second))
    reached = {1: "1 success", 3: "3 successes"}[counted]
    assert sentences_of(play)[-1] == f"Vey misses Kesh with a straight sword: {reached} against DV 3, 4 needed."


def test_first_of_two_equal_rolls_counts() -> None:
    play = attacked(fight(vey={"effects": [BETTER]}), Fall((2,) * 10), Declared(("better",)), Fall((1, *[2] * 9)))
    assert held(play, "botched") is None


def test_damage_effects_use_the_weapons_ability() -> None:
    heavy = {"id": "heavy", "name": "Heavy", "when": "damage", "ability": "melee", "modifiers": ["damage +2"]}
    battle = fight(vey={"effects": [heavy]})
    play = attacked(battle, Fall(score=4))
    assert isinstance(play.pending, Declare)
    play.answer(Declared(("heavy",)))
    assert isinstance(play.pending, Roll)
    # 2 + 3 + 1 left + 2
    assert play.pending.dice == 8
    thrown = attacked(battle, Fall(score=4), weapon="throwing_knife")
    assert isinstance(thrown.pending, Roll)


def test_defense_declared_after_a_hit_can_turn_it_into_a_miss() -> None:
    ward = {"id": "ward", "name": "Ward", "when": "hit", "modifiers": ["dv +2"]}
    battle = fight(kesh={"effects": [ward]})
    missed = attacked(battle, Fall(score=5), Declared(("ward",)))
    assert sentences_of(missed)[-1] == "Vey misses Kesh with a straight sword: 5 successes against DV 5, 6 needed."
    barely = attacked(battle, Fall(score=4), Declared(("ward",)))
    assert sentences_of(barely)[-1] == "Vey misses Kesh with a straight sword: 4 successes against DV 5, 6 needed."
    nimble = {"id": "nimble", "name": "Nimble", "when": "hit", "modifiers": ["ddv +4"]}
    # Parry 3 was the better; with Dodge 2 + 4 the other is.
    dodged = attacked(fight(kesh={"effects": [nimble]}), Fall(score=5), Declared(("nimble",)))
    assert sentences_of(dodged)[-1] == "Vey misses Kesh with a straight sword: 5 successes against DV 6, 7 needed."
    hit = attacked(battle, Fall(score=6), Declared(("ward",)))
    assert isinstance(hit.pending, Roll)
    # 2 + 3 + 1 left
    assert hit.pending.dice == 6
    # Who was missed is not asked.
    assert attacked(battle, Fall(score=3)).pending is None


def test_dv_improved_after_the_roll_counts() -> None:
    play = Play.begin(SYSTEM, fight())
    play.dispatch(command("attack", "vey", target="kesh"))
    while play.pending is not None:
        assert not isinstance(play.pending, Choose)
        play.answer(Fall(score=4 if play.pending.name == "attack" else 0))
    assert any("hits Kesh" in text for text in sentences_of(play))
    assert not any("misses" in text for text in sentences_of(play))


@pytest.mark.parametrize(
    ("shot", "falls", "hit"),
    [
        # Vey misses (0), Kesh's counter hits (9): the attack was a miss all the same.
        ("", (0, 9, 0), False),
        # Vey disarms (9), Kesh holds fast (9) and counters in vain (0): a hit all the same.
        ("disarm", (9, 2, 0), True),
        ("disarm", (0, 0), False),
        ("", (9, 0, 0), True),
    ],
)
def test_counterattack_is_not_part_of_the_attacks_outcome(shot: str, falls: tuple[int, ...], hit: bool) -> None:
    step = command("attack", "vey", target="kesh", shot=shot, counter={"by": "kesh"})
    play = after(fight(), step, falls=falls)
    assert play.battle.facts["attack"] == Table(hit=hit)
    assert "Kesh counterattacks." in sentences_of(play)


def test_unopposed_disarm_hits() -> None:
    play = after(fight(), command("attack", "vey", target="kesh", shot="disarm"), falls=(9, 0))
    assert play.battle.facts["attack"] == Table(hit=True)


def aims(battle: Battle, who: str, target: str) -> Battle:
    one = battle.who(who)
    aim = Table(target=target, since=-2, until=1)
    return battle.with_combatant(one.but(conditions=one.conditions.put("aiming", aim)))


def test_counterattack_uses_no_aim() -> None:
    play = after(
        aims(fight(), "kesh", "vey"), command("attack", "vey", target="kesh", counter={"by": "kesh"}), falls=(0, 0)
    )
    assert "aiming" in play.battle.who("kesh").conditions
    play = Play.begin(SYSTEM, aims(fight(), "kesh", "vey"))
    play.dispatch(command("attack", "vey", target="kesh", counter={"by": "kesh"}))
    play.answer(Fall(score=0))
    assert isinstance(play.pending, Roll)
    # 3 + 3 + 2, and none for the aim
    assert (play.pending.key, play.pending.dice) == ("kesh.attack", 8)
    both_up = aims(fight(kesh={**KESH, "state": {"next_tick": 0}}), "kesh", "vey")
    play = after(both_up, command("attack", "vey", target="kesh", counter={"by": "kesh"}), falls=(0, 0))
    assert play.battle.who("kesh").turn == Table()


def test_aim_waits_for_its_target_in_a_flurry() -> None:
    people = [
        {"id": "vey", "side": "heroes", "zone": "yard", **VEY},
        {"id": "kesh", "side": "foes", "zone": "yard", **KESH},
        {"id": "thug", "side": "foes", "zone": "yard", "state": {"next_tick": 9}},
    ]
    battle = aims(fight(combatant=people, close=[{"members": ["vey", "kesh", "thug"]}]), "vey", "thug")
    play = Play.begin(SYSTEM, battle)
    sword = {"do": "attack", "weapon": "straight_sword"}
    fist = {"do": "attack", "weapon": "unarmed"}
    play.dispatch(
        command(
            "flurry",
            "vey",
            actions=[{**sword, "target": "kesh"}, {**sword, "target": "thug"}, {**fist, "target": "thug"}],
        )
    )
    dice = []
    while isinstance(play.pending, Roll):
        dice.append(play.pending.dice)
        play.answer(Fall(score=0))
    # 10 - 2 for the aim broken off - 3; 10 + 2 aimed - 4; unarmed 4 + 1 = 5, the aim used up: - 2 - 5, Essence 1 first
    assert dice[:2] == [5, 8]
    assert "aiming" not in play.battle.who("vey").conditions
