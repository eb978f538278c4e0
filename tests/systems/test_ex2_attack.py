"""Attacks of ex2 in numbers: the weapon, the pool, the DV; each worked by hand from the rules."""

from __future__ import annotations

from typing import Any

import pytest
from systems.duel_ex2 import KESH, SYSTEM, VEY, fight, parts

from exgui.engine.asks import Command, Declared, Fall, Mod, Roll, command
from exgui.engine.battle import Battle
from exgui.engine.record import Table
from exgui.play.play import Play
from exgui.systems.ex2 import attack, effects
from exgui.systems.ex2.attack import Attack


def declared(battle: Battle, by: str = "vey", target: str = "kesh", **args: Any) -> Attack:
    return attack.declared(battle, SYSTEM.complete(battle, command("attack", by, target=target, **args)))


def dv(battle: Battle, **args: Any) -> int:
    return attack.defense_against(battle, declared(battle, **args), "").total


@pytest.mark.parametrize(
    ("shield", "total"),
    [
        # Parry (3 + 3 + 1) / 2 = 3; Kesh's own board gives 2, a target shield of the table 1.
        (None, 5),
        ("own", 5),
        (True, 5),
        ("board", 5),
        ("target_shield", 4),
        ("none", 3),
        ("", 3),
        (False, 3),
    ],
)
def test_applicable_shield_counts(shield: object, total: int) -> None:
    board = {"id": "board", "name": "Board", "melee": 2, "ranged": 3}
    assert dv(fight(kesh={"shield": board}), shield=shield) == total


def test_own_shield_takes_precedence_over_the_rulesets() -> None:
    better = {"id": "buckler", "name": "Own buckler", "melee": 3, "ranged": 0}
    assert dv(fight(kesh={"shield": better}), shield="buckler") == 6


def test_shield_against_ranged_attacks() -> None:
    # Dodge (3 + 1) / 2 = 2 and Parry 3 alike get 2 from the tower shield, and 3 from cover of 75%.
    hidden = fight(kesh={"shield": "tower_shield", "state": {"next_tick": 4, "cover": "75"}})
    assert dv(hidden, weapon="throwing_knife") == 8
    # against the sword 1 each
    assert dv(hidden, weapon="straight_sword") == 5


@pytest.mark.parametrize(
    ("tags", "total"),
    # Parry 3, Dodge 2; neither is 0.
    [([], 3), (["unblockable"], 2), (["undodgeable"], 3), (["unblockable", "undodgeable"], 0)],
)
def test_unblockable_and_undodgeable_weapons_ignore_dv(tags: list[str], total: int) -> None:
    lash = {"id": "lash", "name": "Lash", "speed": 5, "tags": tags}
    assert dv(fight(vey={"weapons": [lash]}), weapon="lash") == total


@pytest.mark.parametrize(("granted", "total"), [([], 3), (["unblockable"], 2), (["unblockable", "undodgeable"], 0)])
def test_lasting_charm_makes_attacks_unblockable(granted: list[str], total: int) -> None:
    charm = {"id": "way", "name": "Way", "when": "attack", "grants": granted}
    play = Play.begin(SYSTEM, fight(vey={"effects": [charm]}))
    play.dispatch(command("attack", "vey", target="kesh"))
    play.answer(Declared(("way",)))
    roll = play.pending
    assert isinstance(roll, Roll)
    assert roll.difficulty is not None
    assert roll.difficulty.total == total + 1


def test_attack_meets_the_chosen_defense() -> None:
    battle = fight()
    blow = declared(battle)
    found = {choice: attack.defense_against(battle, blow, choice).total for choice in ("", "parry", "dodge")}
    assert found == {"": 3, "parry": 3, "dodge": 2}


def test_dv_set_by_the_storyteller_applies_without_a_dv() -> None:
    play = Play.begin(SYSTEM, fight(kesh={"state": {"next_tick": 4, "inactive": True}}))
    for name in ("dv", "defense"):
        play.dispatch(command("attack", "vey", target="kesh").but(mods=(Mod(f"kesh.{name}", set=3),)))
        roll = play.pending
        assert isinstance(roll, Roll)
        assert roll.difficulty is not None
        assert roll.difficulty.total == 4
        play.undo()


def test_height_and_shape_of_the_weapon_count_against_dv() -> None:
    high = fight(kesh={"state": {"next_tick": 4, "height": 2}})
    assert dv(high, weapon="straight_sword") == 5
    assert dv(fight(vey={"weapons": ["spear"]}, kesh={"state": {"next_tick": 4, "height": 2}}), weapon="spear") == 3


@pytest.mark.parametrize(
    ("target", "ready", "best"),
    [
        ("kesh", ["straight_sword", "throwing_knife"], "straight_sword"),
        ("thug", ["straight_sword", "throwing_knife"], "throwing_knife"),
        ("kesh", ["throwing_knife", "straight_sword"], "throwing_knife"),
        ("thug", ["straight_sword"], "straight_sword"),
        ("nobody", ["throwing_knife"], "throwing_knife"),
        ("kesh", [], "unarmed"),
    ],
)
def test_first_weapon_in_hand_that_reaches_is_used(target: str, ready: list[str], best: str) -> None:
    assert attack.best_weapon(fight(vey={"ready": ready}), "vey", target) == best


def test_reach_ends_at_three_times_the_range() -> None:
    throw = command("attack", "vey", target="thug", weapon="throwing_knife")
    assert SYSTEM.check(fight(), throw) == ()
    zones = [{"id": "yard", "size": 31}, {"id": "gate", "size": 60}]
    assert {one.rule for one in SYSTEM.check(fight(zone=zones), throw)} == {"ex2-11", "ex2-50"}


@pytest.mark.parametrize(
    ("yards", "less"),
    [(14, []), (15, []), (16, [("up to twice the range", -1)]), (30, [("up to twice the range", -1)])]
    + [(yards, [("up to three times the range", -2)]) for yards in (31, 45)],
)
def test_distance_costs_successes(yards: int, less: list[tuple[str, int]]) -> None:
    battle = fight(zone=[{"id": "yard", "size": yards}, {"id": "gate", "size": yards}])
    shot = declared(battle, target="thug", weapon="throwing_knife")
    assert (shot.yards, shot.ranged) == (yards, True)
    assert parts(attack.attack_penalties(battle, shot)) == less


def test_overruled_attack_through_a_wall_counts_as_farthest_range() -> None:
    battle = fight(link=[{"between": ["yard", "gate"], "barrier": "wall"}])
    shot = declared(battle, target="thug", weapon="throwing_knife")
    assert parts(attack.attack_penalties(battle, shot)) == [("up to three times the range", -2)]


def test_sword_has_no_range_penalty() -> None:
    battle = fight()
    blow = declared(battle, target="thug", weapon="straight_sword")
    assert not blow.ranged
    assert parts(attack.attack_penalties(battle, blow)) == []


def test_jacket_is_not_a_weapon() -> None:
    battle = fight(vey={"armor": "buff_jacket"})
    assert attack.weapon_named(battle.who("vey"), "buff_jacket") is None
    assert attack.weapon_named(battle.who("vey"), "nothing") is None


def test_weapon_specialty_adds_a_die() -> None:
    battle = fight(vey={"specialties": {"melee": ["straight_sword"]}})
    # 4 + 4 + 1 specialty + 2 accuracy
    assert attack.attack_pool(battle, declared(battle, weapon="straight_sword")).total == 11
    assert attack.attack_pool(battle, declared(battle, weapon="throwing_knife")).total == 7


@pytest.mark.parametrize(
    "vey",
    [
        {"state": {"next_tick": 0, "off_hand": "throwing_knife"}},
        {"off_hand": "throwing_knife"},
        {"weapons": [{"id": "throwing_knife", "ability": "thrown", "speed": 5, "range": 15, "tags": ["off_hand"]}]},
    ],
)
def test_off_hand_costs_a_die(vey: dict[str, Any]) -> None:
    battle = fight(vey=vey)
    pool = attack.attack_pool(battle, declared(battle, weapon="throwing_knife"))
    assert ("off hand", -1) in parts(pool)
    # 4 + 3 - 1
    assert pool.total == 6
    other = attack.attack_pool(battle, declared(battle, weapon="unarmed"))
    assert "off hand" not in dict(parts(other))


def aiming(since: int, until: int = 3, **more: Any) -> Battle:
    """Vey aims at Kesh; it is tick 0."""
    battle = fight(**more)
    vey = battle.who("vey")
    aim = Table(target="kesh", since=since, until=until)
    return battle.with_combatant(vey.but(conditions=vey.conditions.put("aiming", aim)))


@pytest.mark.parametrize(("since", "dice"), [(0, 0), (-1, 1), (-2, 2), (-3, 3), (-4, 3), (2, 0)])
def test_aim_gives_a_die_per_tick_up_to_three(since: int, dice: int) -> None:
    battle = aiming(since)
    pool = attack.attack_pool(battle, declared(battle, weapon="straight_sword"))
    # 4 + 4 + 2
    assert pool.total == 10 + dice


def test_switching_from_an_aim_costs_two_dice_until_it_expires() -> None:
    for until, less in ((1, -2), (0, 0)):
        battle = aiming(-2, until)
        pool = attack.attack_pool(battle, declared(battle, target="thug", weapon="throwing_knife"))
        assert pool.total == 7 + less


def test_counterattack_neither_uses_nor_breaks_an_aim() -> None:
    battle = aiming(-2)
    for target in ("kesh", "thug"):
        counter = declared(battle, target=target, weapon="throwing_knife").but(reflexive=True)
        assert attack.attack_pool(battle, counter).total == 7


def test_aim_counts_for_one_attack_per_turn() -> None:
    battle = aiming(-3)
    vey = battle.who("vey")
    used = battle.with_combatant(vey.but(turn=Table(aim_used=True)))
    assert attack.attack_pool(used, declared(used, weapon="straight_sword")).total == 10


def test_clinch_has_grapple_penalties() -> None:
    battle = fight(vey={"state": {"next_tick": 0, "distracted": True, "health": {"lethal": 2}}})
    seizing = Attack("vey", "kesh", battle.who("vey").gear["unarmed"])
    # Dexterity 4 + Martial Arts 1 - 2 distracted - 1 wounds; Strength 2 + 1 leaves Essence 1 before the wounds
    assert attack.clinch_pool(battle, seizing).total == 2
    assert attack.clinch_pool(battle, seizing.but(attribute="strength")).total == 0


def test_motes_start_full_by_default() -> None:
    traits = VEY["traits"] | {"personal_motes": 5, "peripheral_motes": 9}
    spent = fight(vey={"traits": traits, "state": {"next_tick": 0, "motes_personal": 2}}).who("vey")
    assert (spent.track("motes_personal"), spent.track("motes_peripheral")) == (2, 9)
    assert not any(track.startswith("motes") for track in fight().who("vey").tracks)
    battle = fight()
    assert effects.with_full_motes(battle, battle.who("kesh")) is battle.who("kesh")


def struck(battle: Battle, step: Command) -> list[str]:
    """The log of an attack in which every roll falls without a success."""
    play = Play.begin(SYSTEM, battle)
    play.dispatch(step)
    while isinstance(play.pending, Roll):
        play.answer(Fall(score=0))
    assert play.pending is None
    return [note.text for line in play.log() for note in line.events if hasattr(note, "text")]


@pytest.mark.parametrize(
    ("kesh", "counter", "words"),
    [
        ({}, {"weapon": "straight_sword"}, "Kesh counterattacks."),
        ({}, {"by": "kesh"}, "Kesh counterattacks."),
        ({"weapons": ["straight_sword", "axe"], "ready": ["axe"]}, {"weapon": "straight_sword"}, "isn’t ready."),
        ({"weapons": ["straight_sword", {"name": "Pole"}], "ready": []}, {"weapon": "pole"}, ": Pole isn’t ready."),
        ({"state": {"next_tick": 4, "health": {"lethal": 7}}}, {"by": "kesh"}, "Kesh can’t act."),
        ({"state": {"next_tick": 4, "grappled_by": "vey"}}, {"by": "kesh"}, "Kesh can’t act."),
    ],
)
def test_counterattack_is_possible_or_its_refusal_explained(kesh: dict[str, Any], counter: Any, words: str) -> None:
    notes = struck(fight(kesh=kesh), command("attack", "vey", target="kesh", counter=counter))
    counters = [text for text in notes if "counterattack" in text]
    assert len(counters) == 1
    assert counters[0].endswith(words)
    assert counters[0].startswith("Kesh counterattacks" if "can’t" not in counters[0] else "Kesh can’t counterattack")
    misses = [text for text in notes if text.startswith("Kesh misses Vey with a straight sword")]
    assert len(misses) == (words == "Kesh counterattacks.")


def test_bystander_can_counter_with_a_reaching_weapon() -> None:
    knives = {"weapons": ["straight_sword", "throwing_knife"], "traits": {"thrown": 2}}
    people = [
        {"id": "vey", "side": "heroes", "zone": "yard", **VEY},
        {"id": "kesh", "side": "foes", "zone": "yard", **KESH},
        {"id": "thug", "side": "foes", "zone": "yard", "state": {"next_tick": 9}, **knives},
    ]
    battle = fight(combatant=people)
    notes = struck(battle, command("attack", "vey", target="kesh", counter={"by": "thug"}))
    assert "Thug counterattacks." in notes
    assert any(text.startswith("Thug misses Vey with a throwing knife") for text in notes)
