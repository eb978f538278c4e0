"""Attacks of ex3 on their own: what is declared, who is in the way, which Defense applies, what refuses it (ex3-24 to
26, 42 to 44)."""

from __future__ import annotations

from typing import Any

import pytest

from exgui.engine.asks import Answer, Ask, Choice, Choose, Command, Fall, Mod, Modify, Roll
from exgui.engine.battle import Battle, Item
from exgui.engine.effects import Effect, Modifier
from exgui.engine.events import Rolled
from exgui.engine.explained import constant
from exgui.engine.record import Table
from exgui.play.play import Play
from exgui.play.steps import run_command
from exgui.rulebook.reader import load
from exgui.rulebook.setup import battle_from
from exgui.systems import system_for
from exgui.systems.ex3.attack import Attack, declared, weapon_named
from exgui.systems.ex3.attack_resolution import attack_pool
from exgui.systems.ex3.damage import decisive_pool, initiative_pool, withering_pool
from exgui.systems.ex3.defense_against import defense_against, defenses_against, guardian
from exgui.systems.ex3.grapple.maneuvers import HELD_FAST
from exgui.systems.ex3.surprise import is_ambush

ABLE = {"strength": 3, "dexterity": 3, "stamina": 3, "wits": 3, "melee": 3, "dodge": 2}


def fight(*, start: bool = True, near: bool = True, **states: dict[str, Any]) -> Play:
    """Volfer (9), who is active, against Kesh (5) and Orin (4), each with a straight sword, all at close range."""

    def one(id: str, side: str, initiative: int) -> dict[str, Any]:
        own = {"id": id, "side": side, "zone": "yard", "traits": ABLE, "weapons": ["straight_sword"]}
        return own | {"state": {"initiative": initiative} | states.get(id, {})}

    data = {
        "zone": [{"id": "yard"}],
        "combatant": [one("volfer", "heroes", 9), one("kesh", "foes", 5), one("orin", "foes", 4)],
        "close": [{"members": ["volfer", "kesh", "orin"]}] if near else [],
    }
    play = Play.begin(system_for(load("ex3")), battle_from(load("ex3"), data, "attack"))
    if start:
        play.dispatch(Command("start"))
    return play


def blow(battle: Battle, *tags: str, **more: Any) -> Attack:
    """Volfer's withering attack on Kesh with a sword of these tags."""
    sword = battle.who("volfer").gear["straight_sword"]
    marked = sword.but(fields=sword.fields.put("tags", tags))
    return Attack("volfer", "kesh", marked, "withering", "close", **more)


def texts(play: Play, do: str = "attack", **args: Any) -> list[str]:
    return [one.text for one in play.system.check(play.battle, Command(do, "volfer", Table(args)))]


def as_it_stands(battle: Battle, who: str, **conditions: Any) -> Battle:
    one = battle.who(who)
    return battle.with_combatant(one.but(conditions=Table({**one.conditions, **conditions})))


def test_defense_of_one_attack_is_not_reused() -> None:
    battle = fight().battle
    plain, sure, again = blow(battle), blow(battle, "unblockable"), blow(battle)
    assert set(defenses_against(battle, plain, "kesh")) == {"parry", "evasion"}
    assert set(defenses_against(battle, sure, "kesh")) == {"evasion"}
    assert set(defenses_against(battle, blow(battle, "undodgeable"), "kesh")) == {"parry"}
    assert set(defenses_against(battle, again, "kesh")) == {"parry", "evasion"}


def test_defense_is_0_if_neither_parry_nor_evasion_applies() -> None:
    battle = fight().battle
    found = defense_against(battle, blow(battle, "unblockable", "undodgeable"))
    assert found.total == 0
    (part,) = found.parts
    assert (part.label, part.amount, part.rule) == ("neither Parry nor Evasion applies", 0, "ex3-44")


def test_storyteller_set_defense_holds_in_an_ambush() -> None:
    play = fight()
    play.dispatch(Command("adjust", args=Table(who="kesh", set=Table(defense=6))))
    for found in (blow(play.battle, ambush=True), blow(play.battle, sure_against=HELD_FAST), blow(play.battle)):
        assert defense_against(play.battle, found).total == 6


def test_defender_with_parry_0_still_guards() -> None:
    """Orin cannot parry at all: still it is Orin who stands in the way."""
    battle = as_it_stands(fight().battle, "orin", defending="kesh")
    one = battle.who("orin")
    helpless = battle.with_combatant(one.but(traits=Table(dict.fromkeys(ABLE, 0)), ready=()))
    assert defenses_against(helpless, blow(helpless), "orin")["parry"].total == 0
    assert guardian(helpless, blow(helpless)) == "orin"


def test_guarding_needs_a_free_standing_guard_and_another_attacker() -> None:
    battle = fight().battle
    assert guardian(as_it_stands(battle, "volfer", defending="kesh"), blow(battle)) is None
    guarded = as_it_stands(battle, "orin", defending="kesh")
    assert guardian(guarded, blow(guarded)) == "orin"
    assert guardian(guarded, blow(guarded, sure_against=HELD_FAST)) is None
    fallen = as_it_stands(guarded, "orin", incapacitated=True)
    assert guardian(fallen, blow(fallen)) is None


@pytest.mark.parametrize(("melee", "guard"), [(1, "orin"), (3, "orin"), (5, "zara")])
def test_best_parry_defends_and_ties_go_to_the_first(melee: int, guard: str) -> None:
    """Orin's Parry is 4; Zara's with Melee 1, 3, 5 is 3, 4, 5."""
    battle = as_it_stands(fight().battle, "orin", defending="kesh")
    one = battle.who("orin")
    zara = one.but(id="zara", name="Zara", traits=one.traits.put("melee", melee))
    both = battle.with_combatant(zara).but(close=(("volfer", "kesh", "orin", "zara"),))
    assert guardian(both, blow(both)) == guard


def test_defender_guards_even_with_a_low_parry() -> None:
    guarded = as_it_stands(fight().battle, "orin", defending="kesh")
    low = Effect("low", "low", (Modifier("parry", set=-2),))
    lowered = guarded.with_combatant(guarded.who("orin").but(effects=(low,)))
    assert guardian(lowered, blow(lowered)) == "orin"


@pytest.mark.parametrize(("own", "ambush"), [(6, True), (5, False), (4, False)])
def test_ambush_needs_a_target_with_lower_initiative(own: int, ambush: bool) -> None:
    battle = fight(volfer={"initiative": own, "concealed_from": ["kesh", "orin"]}).battle
    assert battle.round == 1
    assert is_ambush(battle, blow(battle)) is ambush


def test_off_hand_weapon_has_one_die_fewer() -> None:
    """Dexterity 3 + Melee 3 + the accuracy of a medium weapon 2."""
    battle = fight().battle
    assert attack_pool(battle, blow(battle, "sword")).total == 8
    assert attack_pool(battle, blow(battle, "sword", "off_hand")).total == 7


def test_aim_counts_from_the_next_turn() -> None:
    battle = fight(volfer={"aiming": "kesh"}).battle
    assert attack_pool(battle, blow(battle)).total == 11
    one = battle.who("volfer")
    assert one.turn is not None
    now = battle.with_combatant(one.but(turn=one.turn.put("aimed", True)))
    assert attack_pool(now, blow(now)).total == 8


@pytest.mark.parametrize(
    ("dice", "label", "rule"),
    [(-1, "Orin in the way", "ex3-26"), (-3, "Orin in the way", "ex3-26"), (1, "control rounds", "ex3-40")],
)
def test_damage_dice_changes_beyond_initiative_name_their_rule(dice: int, label: str, rule: str) -> None:
    """Someone in the way takes some, a throw adds some."""
    battle = fight().battle
    pool = initiative_pool(battle, blow(battle, extra=constant(label, dice, rule)))
    assert [(part.label, part.amount, part.rule) for part in pool.parts] == [
        ("Initiative", 9, "ex3-48"),
        (label, dice, rule),
    ]


def choices(play: Play, **args: Any) -> list[Choose]:
    """The choices until the roll of Volfer's withering attack on Kesh, answered by default."""
    params = {"target": "kesh", "weapon": "straight_sword", "mode": "withering"}
    play.dispatch(Command("attack", "volfer", Table(params | args)))
    assert isinstance(play.pending, Roll)
    assert play.resolution is not None
    return [ask for ask in play.resolution.asked if isinstance(ask, Choose)]


def test_defender_able_to_parry_and_dodge_is_asked_which() -> None:
    # Parry (3 + 3) / 2 + 1 = 4, Evasion (3 + 2) / 2 = 3.
    (asked,) = choices(fight())
    assert (asked.name, asked.by, asked.prompt) == ("defense", "kesh", "How does Kesh defend?")
    assert [(option.value, option.label) for option in asked.options] == [
        ("parry", "Parry 4"),
        ("evasion", "Evasion 3"),
    ]


def test_guarded_or_parry_only_defender_is_not_asked() -> None:
    assert choices(fight(orin={"initiative": 4, "defending": "kesh"})) == []
    play = fight()
    one = play.battle.who("volfer")
    sword = one.gear["straight_sword"]
    sure = one.but(gear=one.gear.put(sword.id, sword.but(fields=sword.fields.put("tags", ("undodgeable",)))))
    assert choices(Play.begin(play.system, play.battle.with_combatant(sure))) == []


def test_held_defender_is_not_asked() -> None:
    """Against a savage or a throw there is no Defense."""
    play = fight(volfer={"initiative": 9, "grappling": "kesh", "control_rounds": 3})
    play.dispatch(Command("maneuver", "volfer", Table(kind="savage", mode="withering")))
    assert isinstance(play.pending, Roll)
    assert (play.pending.label, play.pending.difficulty) == ("Withering attack", constant("held fast", 0, "ex3-40"))
    assert play.resolution is not None
    assert play.resolution.asked == ()


def test_higher_defense_is_determined_when_the_dice_fall() -> None:
    play = fight()
    choices(play)
    nimble = Effect("nimble", "nimble", (Modifier("evasion", bonus=3),), "step")
    play.answer(Modify("kesh", nimble))
    assert isinstance(play.pending, Roll)
    assert play.pending.difficulty is not None
    assert play.pending.difficulty.total == 6  # Evasion 3 + 3


@pytest.mark.parametrize(("successes", "less", "shown"), [(3, 0, 3), (0, 0, 0), (0, -2, 0)])
def test_miss_reports_missing_successes(successes: int, less: int, shown: int) -> None:
    play = fight()
    choices(play)
    play.answer(Modify("volfer", Effect("mud", "mud", (Modifier("attack", successes=less),), "step")))
    play.answer(Fall(score=successes))
    assert play.pending is None
    sentences = [note.text for note in play.log()[-1].notes]
    assert sentences == [f"Volfer misses Kesh with a straight sword: {shown} against 4."]


def last_notes(play: Play) -> list[str]:
    return [note.text for note in play.log()[-1].notes]


@pytest.mark.parametrize(
    ("successes", "sentence"),
    [
        # Strength 3 + 9 + threshold - Stamina 3 dice; what is lost and one more is gained, and 5 for the Break.
        (2, "Volfer hits Kesh with a straight sword, withering 2: Kesh 5 → 3; Volfer 9 → 12."),
        (6, "Volfer hits Kesh with a straight sword, withering 6: Kesh 5 → -1; Volfer 9 → 16."),
    ],
)
def test_hit_logs_initiative_lost_and_gained(successes: int, sentence: str) -> None:
    play = fight()
    choices(play)
    play.answer(Fall(score=5))
    play.answer(Fall(score=successes))
    assert last_notes(play)[0] == sentence


@pytest.mark.parametrize(("successes", "levels", "dealt"), [(2, 1, 3), (-2, 1, 1), (0, -2, 0), (1, -2, 0)])
def test_damage_level_modifiers_count_from_zero(successes: int, levels: int, dealt: int) -> None:
    play = fight()
    choices(play, mode="decisive")
    changed = (Modifier("levels", bonus=levels), Modifier("damage", successes=min(0, successes)))
    play.answer(Modify("volfer", Effect("odd", "odd", changed, "step")))
    play.answer(Fall(score=5))
    play.answer(Fall(score=max(0, successes)))
    assert (
        last_notes(play)[-1]
        == f"Volfer hits Kesh with a straight sword, decisive: 9 dice, {dealt} lethal. Volfer is back to 3."
    )
    assert play.battle.who("kesh").track("health.lethal") == dealt


@pytest.mark.parametrize(("successes", "less", "shown"), [(0, 0, 0), (2, 0, 2), (0, -1, 0)])
def test_failed_gambit_reports_its_successes(successes: int, less: int, shown: int) -> None:
    play = fight()
    choices(play, gambit="disarm")
    play.answer(Modify("volfer", Effect("odd", "odd", (Modifier("damage", successes=less),), "step")))
    play.answer(Fall(score=5))
    play.answer(Fall(score=successes))
    assert last_notes(play)[0] == f"Volfer’s Disarm gambit fails against Kesh: {shown} successes, difficulty 3."


@pytest.mark.parametrize(
    ("args", "labels", "least"),
    [
        # Parry 4; Disarm 3. Of damage every success counts.
        ({}, ["Withering attack", "Withering damage"], [4, None]),
        ({"mode": "decisive"}, ["Decisive attack", "Decisive damage"], [4, None]),
        ({"gambit": "disarm"}, ["Disarm", "Disarm"], [4, 3]),
    ],
)
def test_failed_attacks_are_equal_and_damage_uses_the_current_battle(
    args: dict[str, Any], labels: list[str], least: list[int | None]
) -> None:
    """What follows the attack roll depends on by how much it hit; what follows the second, on its own successes and on
    the battle alone."""
    play = fight()
    choices(play, **args)
    asked = []
    for _ in range(2):
        assert isinstance(play.pending, Roll)
        asked.append(play.pending)
        play.answer(Fall(score=5))
    assert [ask.label for ask in asked] == labels
    assert [ask.least for ask in asked] == least
    assert [ask.memoryless for ask in asked] == [False, True]


def test_results_below_the_difficulty_are_not_distinguished() -> None:
    """Rising beside an opponent is difficulty 2."""
    play = fight(volfer={"initiative": 9, "prone": True})
    play.dispatch(Command("rise", "volfer"))
    assert isinstance(play.pending, Roll)
    assert (play.pending.label, play.pending.least) == ("Rise", 2)


def test_weapon_damage_is_lethal_by_default() -> None:
    play = fight()
    one = play.battle.who("volfer")
    sword = one.gear["straight_sword"]
    plain = one.but(gear=one.gear.put("straight_sword", sword.but(fields=sword.fields.without("damage_type"))))
    play = Play.begin(play.system, play.battle.with_combatant(plain))
    choices(play, mode="decisive")
    for _ in range(2):
        play.answer(Fall(score=4))
    assert play.battle.who("kesh").track("health.lethal") == 4
    assert last_notes(play) == [
        "Volfer hits Kesh with a straight sword, decisive: 9 dice, 4 lethal. Volfer is back to 3."
    ]


SUCCEED = [
    # 3 successes, 2 control rounds over none, the difficulty and one more paid by Initiative 9.
    ({"gambit": "disarm"}, [3], ["Volfer disarms Kesh: the straight sword flies out of reach."], "Disarm gambit", 3),
    ({"gambit": "grapple"}, [3, 2, 0], ["Volfer holds Kesh: 2 control rounds."], "Grapple gambit", 2),
    (
        {"gambit": "special", "difficulty": 1},
        [3],
        ["The gambit works: it succeeds. The storyteller decides what follows."],
        "gambit",
        1,
    ),
]


@pytest.mark.parametrize(("args", "falls", "done", "label", "difficulty"), SUCCEED)
def test_successful_gambit_has_only_its_own_effect(
    args: dict[str, Any], falls: list[int], done: list[str], label: str, difficulty: int
) -> None:
    play = fight()
    choices(play, **args)
    for successes in (5, *falls):
        play.answer(Fall(score=successes))
    while isinstance(play.pending, Choose):
        play.answer(Choice(play.pending.default))
    assert last_notes(play) == [f"Volfer’s {label} succeeds against Kesh: 3 successes, difficulty {difficulty}.", *done]
    assert play.battle.who("volfer").track("initiative") == 9 - difficulty - 1


def test_unovercome_hardness_removes_all_dice() -> None:
    battle = fight(volfer={"initiative": 3}, kesh={"initiative": 2}).battle
    hard = Effect("hard", "hard", (Modifier("hardness", set=3),), "battle")
    armored = battle.with_combatant(battle.who("kesh").but(effects=(hard,)))
    strong = battle.with_combatant(armored.who("volfer"))
    pool = decisive_pool(armored, blow(armored))
    assert [(part.label, part.amount, part.rule) for part in pool.parts] == [
        ("Initiative", 3, "ex3-48"),
        ("Kesh’s Hardness 3 is not overcome", -3, "ex3-48"),
    ]
    assert decisive_pool(armored, blow(armored, soft=True)).total == 3
    last = strong.with_combatant(strong.who("volfer").but(tracks=strong.who("volfer").tracks.put("initiative", 1)))
    assert decisive_pool(last, blow(last, soft=True)).total == 1


def test_dice_added_after_soak_count_for_initiative() -> None:
    battle = fight().battle
    keen = Effect("keen", "keen", (Modifier("post_soak", dice=2),), "battle")
    sharp = battle.with_combatant(battle.who("volfer").but(effects=(keen,)))
    assert initiative_pool(sharp, blow(sharp)).total == 11


def test_off_hand_weapon_can_be_set_on_the_sheet() -> None:
    battle = fight().battle
    one = battle.who("volfer")
    left = battle.with_combatant(one.but(fields=one.fields.put("off_hand", "straight_sword")))
    assert attack_pool(left, blow(left)).total == attack_pool(battle, blow(battle)).total - 1


def test_attacker_seen_by_the_target_stays_hidden_from_others() -> None:
    play = fight(volfer={"initiative": 9, "concealed_from": ["orin"]})
    choices(play)
    play.answer(Fall(score=0))
    assert play.battle.who("volfer").conditions["concealed_from"] == ("orin",)


def test_target_past_a_guard_is_asked_unless_given() -> None:
    for args, asked in (({}, True), ({"apply_to": "ward"}, False), ({"apply_to": "defender"}, False)):
        play = fight(orin={"initiative": 4, "defending": "kesh"})
        choices(play, **args)
        play.answer(Fall(score=6))
        assert isinstance(play.pending, Choose) is asked


def test_post_soak_modifiers_add_successes() -> None:
    play = fight()
    choices(play)
    play.answer(Modify("volfer", Effect("edge", "edge", (Modifier("post_soak", successes=2),), "step")))
    play.answer(Fall(score=4))
    assert isinstance(play.pending, Roll)
    assert play.pending.name == "damage"
    assert [(part.label, part.amount) for part in play.pending.auto.parts] == [("edge", 2)]


def test_throw_and_flurry_dice_name_their_rules_in_damage() -> None:
    battle = fight().battle
    pool = withering_pool(battle, blow(battle, extra=constant("control rounds", 2, "ex3-40")), 1)
    assert ("control rounds", 2, "ex3-40") in [(part.label, part.amount, part.rule) for part in pool.parts]
    one = battle.who("volfer")
    assert one.turn is not None
    flurried = battle.with_combatant(one.but(turn=one.turn.put("flurry", ("attack", "other"))))
    played = flurried.but(options=flurried.options.put("flurry_damage", True))
    for found, parts in ((flurried, []), (played, [("flurry", -3, "ex3-20")])):
        pool = initiative_pool(found, blow(found))
        assert [(part.label, part.amount, part.rule) for part in pool.parts][1:] == parts


def test_gambit_is_decisive_and_other_attacks_have_no_difficulty() -> None:
    battle = fight().battle
    sword = {"target": "kesh", "weapon": "straight_sword"}
    gambit = declared(battle, Command("attack", "volfer", Table({**sword, "gambit": "disarm"})))
    assert (gambit.mode, gambit.gambit, gambit.difficulty) == ("decisive", "disarm", 3)
    plain = declared(battle, Command("attack", "volfer", Table(sword)))
    assert (plain.mode, plain.gambit, plain.difficulty) == ("withering", "", 0)
    hard = declared(battle, Command("attack", "volfer", Table({**sword, "difficulty": 4})))
    assert hard.difficulty == 0


def test_overruled_attack_without_a_path_counts_as_farthest_range() -> None:
    battle = fight(near=False).battle
    lost = battle.with_combatant(battle.who("volfer").but(zone=None))
    sword = Command("attack", "volfer", Table(target="kesh", weapon="straight_sword"))
    assert declared(lost, sword).range == "extreme"


def test_only_a_weapon_is_a_weapon() -> None:
    one = fight().battle.who("volfer")
    shield = one.but(gear=one.gear.put("buckler", Item("buckler", "Buckler", "shield", Table())))
    assert weapon_named(shield, "buckler") is None
    assert weapon_named(shield, "straight_sword") is one.gear["straight_sword"]


def test_reach_depends_on_weapon_and_distance() -> None:
    """A melee weapon that reaches farther is no weapon for close range only; nor is every other one that reaches no
    farther."""
    play = fight(near=False)
    one = play.battle.who("volfer")
    sword = one.gear["straight_sword"]

    def refused(**fields: Any) -> list[str]:
        other = sword.but(fields=Table({**sword.fields, **fields}))
        battle = play.battle.with_combatant(one.but(gear=one.gear.put("straight_sword", other)))
        step = Command("attack", "volfer", Table(target="kesh", weapon="straight_sword", mode="withering"))
        return [broken.text for broken in play.system.check(battle, step)]

    assert refused() == ["The straight sword works only at close range; Kesh is at short range."]
    assert refused(range="short") == []
    assert refused(ability="archery") == ["The straight sword reaches only close range; Kesh is at short range."]


def test_attack_parameters_have_defaults() -> None:
    """An answer and a counterattack that say no more are withering, and the counterattack is the target's."""
    play = fight(kesh={"initiative": 9})
    args = {"target": "kesh", "weapon": "straight_sword", "mode": "withering"}
    assert texts(play, **args, clash=Table(weapon="straight_sword")) == []
    assert texts(play, **args, counter=Table(weapon="straight_sword")) == []
    play.dispatch(Command("attack", "volfer", Table(args | {"counter": Table(weapon="straight_sword")})))
    while play.pending is not None:
        play.answer(Choice(play.pending.default) if isinstance(play.pending, Choose) else Fall(score=0))
    sentences = [note.text for note in play.log()[-1].notes]
    assert sentences[-2:] == ["Kesh counterattacks.", "Kesh misses Volfer with a straight sword: 0 against 4."]


def test_total_cover_does_not_help_at_close_range() -> None:
    play = fight(kesh={"initiative": 5, "cover": "total"})
    assert texts(play, target="kesh", weapon="straight_sword", mode="withering") == []


def test_targets_of_a_turn_are_remembered() -> None:
    play = fight()
    for target in ("kesh", "orin"):
        args = Table(target=target, weapon="straight_sword", mode="withering")
        play.dispatch(Command("attack", "volfer", args, overrule=target == "orin"))
        while play.pending is not None:
            play.answer(Choice(play.pending.default) if isinstance(play.pending, Choose) else Fall(score=0))
    turn = play.battle.who("volfer").turn
    assert turn is not None
    assert turn["attacked"] == ("kesh", "orin")


def test_attack_parameters_are_checked_if_there_is_an_attack() -> None:
    sword = {"weapon": "straight_sword", "mode": "withering"}
    on_kesh = sword | {"target": "kesh"}
    nobody = Table(by="nobody")
    clash = "Write a Clash as { mode, weapon } or { gambit, weapon }."
    counter = "No combatant is called nobody."
    assert texts(fight(), **sword, target="nobody", counter=nobody) == ["No combatant is called nobody."]
    assert texts(fight(), **on_kesh, counter=nobody) == [counter]
    assert clash in texts(fight(), **on_kesh, gambit="disarm", clash="now")
    assert clash not in texts(fight(), **on_kesh, gambit="tickle", clash="now")
    assert texts(fight(), **on_kesh, declare=Table(kesh=()), counter=nobody) == [counter]


def test_holding_at_bay_replaces_any_ambush() -> None:
    """In Crash no one attacks decisively, but a hold is no attack yet; and the one held has to be slower."""
    hold = {"target": "kesh", "weapon": "straight_sword", "mode": "decisive"}
    hidden = {"concealed_from": ["kesh", "orin"]}
    crashed = fight(volfer=hidden | {"initiative": -1}, kesh={"initiative": -3}, orin={"initiative": -5})
    assert texts(crashed, "hold_at_bay", **hold) == []
    assert texts(fight(volfer=hidden, kesh={"initiative": 9}), "hold_at_bay", **hold) == [
        "Kesh would not be surprised: no ambush."
    ]


def test_attack_on_an_unknown_target_has_one_violation() -> None:
    play = fight()
    one = play.battle.who("volfer")
    assert one.turn is not None
    acted = play.battle.with_combatant(one.but(turn=one.turn.put("simple", ("attack",))))
    args = Table(target="nobody", weapon="straight_sword", mode="withering")
    found = play.system.check(acted, Command("attack", "volfer", args))
    assert [broken.text for broken in found] == ["No combatant is called nobody."]


def test_attacks_from_medium_range_need_an_aim() -> None:
    """The next zone is medium range; of a shot from there both rules of it are told."""
    data = {
        "zone": [{"id": "yard"}, {"id": "road"}],
        "link": [{"between": ["yard", "road"]}],
        "combatant": [
            {"id": "volfer", "side": "heroes", "zone": "yard", "weapons": ["self_bow"], "state": {"initiative": 9}},
            {"id": "kesh", "side": "foes", "zone": "road", "state": {"initiative": 5}},
        ],
    }
    play = Play.begin(system_for(load("ex3")), battle_from(load("ex3"), data, "far"))
    play.dispatch(Command("start"))
    args = Table(target="kesh", weapon="self_bow", mode="withering")
    found = play.system.check(play.battle, Command("attack", "volfer", args))
    text = "Volfer must aim first: Kesh is at medium range."
    assert [(broken.rule, broken.text) for broken in found] == [("ex3-42", text), ("ex3-24", text)]


@pytest.mark.parametrize("evasion", [0, 5])
def test_automatic_fight_uses_the_default_defense(evasion: int) -> None:
    """The higher of Parry 4 and Evasion 3, or 8, without being asked."""
    play = fight()
    args = Table(target="kesh", weapon="straight_sword", mode="withering")
    command = Command("attack", "volfer", args, (Mod("kesh.evasion", bonus=evasion),))
    results = [
        run_command(play.system, play.battle, command, driver=falls_well, take_defaults=taken)
        for taken in (True, False)
    ]
    assert [[ask.name for ask in result.asked] for result in results] == [
        ["attack", "damage"],
        ["defense", "attack", "damage"],
    ]
    assert results[0].events == results[1].events
    assert [event.difficulty for event in results[0].events if isinstance(event, Rolled)] == [max(4, 3 + evasion), None]


def falls_well(ask: Ask, _battle: Battle) -> Answer:
    """Every die succeeds; choices take their defaults."""
    return Fall(score=ask.dice) if isinstance(ask, Roll) else Choice(ask.default if isinstance(ask, Choose) else None)
