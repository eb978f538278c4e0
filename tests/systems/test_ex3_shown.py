"""What the window is told of ex3: the states on a token, the numbers of the panel, the time line, the reminders."""

from __future__ import annotations

from dataclasses import astuple
from functools import cache

import pytest
from systems.played import battles_of

from exgui.engine.asks import Command
from exgui.engine.battle import Battle, Timer
from exgui.engine.record import Table
from exgui.engine.system import Reach, Reminder, System
from exgui.engine.timeline import Flag, Mark, Shade


@cache
def after(example: str, step: int) -> tuple[System, Battle]:
    """The game and the battle after that many steps of an example."""
    play, battle = battles_of(example)[step - 1]
    return play.system, battle


BADGES = [
    # What the game itself says.
    (
        ("a_break_bonus_lifts_one_who_waits", 1, "volfer"),
        ("crashed", "mdi6.trending-down", "In Crash: no decisive attacks, Hardness 0", "", "danger"),
    ),
    (
        ("a_blow_from_afar_meets_no_riders_advantage", 2, "kesh"),
        ("onslaught", "mdi6.sword-cross", "Onslaught: -1 Defense", "1", "gold"),
    ),
    (
        ("effect_a_soak_charm_lasts_for_the_scene", 2, "volfer"),
        ("effects", "mdi6.auto-fix", "In force: Iron Skin", "1", "good"),
    ),
    (
        ("effect_a_spell_is_shaped_and_released", 3, "volfer"),
        ("shaping", "mdi6.creation", "Shapes Storm of Sparks: 5/8", "5/8", "state"),
    ),
    (
        ("a_guardian_may_use_an_effect", 2, "reed"),
        ("defended", "mdi6.account-lock", "Defended: Volfer meets attacks with its Parry", "", "good"),
    ),
    # What the ruleset says of a condition, and whom or what it is about.
    (
        ("a_fallen_captor_holds_nobody", 3, "volfer"),
        (
            "incapacitated",
            "mdi6.skull",
            "Incapacitated – Every health level is filled: out of the fight.",
            "",
            "danger",
        ),
    ),
    (
        ("fine_a_surprise_attack_reveals_to_the_targets_friends_only", 1, "sable"),
        (
            "concealed_from",
            "mdi6.incognito",
            "Concealed: Kesh, Orin, Mara – Those named do not know where it is; its attack takes them by surprise.",
            "",
            "hidden",
        ),
    ),
    (
        ("a_clash_is_answered_with_the_named_weapon", 2, "volfer"),
        (
            "aiming",
            "mdi6.crosshairs-gps",
            "Aiming: Kesh – Takes aim at somebody: the next attack on that one may go farther or gets three dice.",
            "",
            "state",
        ),
    ),
    (
        ("a_savage_keeps_a_distract", 2, "brok"),
        (
            "distracted",
            "mdi6.account-alert",
            "Distraction: Kesh – An ally's feint gave it Initiative, which it keeps only by attacking the one named.",
            "",
            "state",
        ),
    ),
    (
        ("the_off_hand_costs_a_die", 2, "volfer"),
        (
            "off_hand",
            "mdi6.hand-back-left",
            "Off hand: Knife – The weapon in the off hand: attacks with it are made with one die less.",
            "",
            "state",
        ),
    ),
    (
        ("a_concealed_turn_of_a_flurry_has_three_dice_less", 3, "volfer"),
        (
            "cover",
            "mdi6.wall",
            "Cover: light – Light cover adds 1 to Defense, heavy cover 2; behind total cover nobody can be aimed at.",
            "",
            "good",
        ),
    ),
    (
        ("a_blow_from_afar_meets_no_riders_advantage", 1, "kesh"),
        (
            "mount",
            "mdi6.horse-variant",
            "Mounted: Horse – Rides: the mount's speed helps in chases, and those on foot are easier to fight.",
            "",
            "good",
        ),
    ),
]


@pytest.mark.parametrize(("moment", "badge"), BADGES, ids=[badge[0] for _, badge in BADGES])
def test_a_state_is_a_badge(moment: tuple[str, int, str], badge: tuple[str, ...]) -> None:
    example, step, who = moment
    system, battle = after(example, step)
    assert badge in [astuple(one) for one in system.badges(battle, who)]


def test_the_incapacitated_are_not_shown_as_crashed() -> None:
    system, battle = after("a_fallen_captor_holds_nobody", 3)
    assert battle.who("volfer").track("initiative") > 0
    low = battle.with_combatant(battle.who("volfer").but(tracks=battle.who("volfer").tracks.put("initiative", -2)))
    assert "crashed" not in [badge.id for badge in system.badges(low, "volfer")]


FIGURES = [
    (
        ("a_blow_from_afar_meets_no_riders_advantage", 1, "volfer"),
        [
            "Initiative: 8 = Initiative 8 || gold",
            "Health: 0 | 7/7 |",
            "Parry: 4 = (Dexterity 3 + Melee 3) / 2 3 + Straight sword 1 ||",
            "Evasion: 3 = (Dexterity 3 + Dodge 2) / 2 3 ||",
            "Soak: 3 = Stamina 3 ||",
            "Hardness: 0 ||",
            "Join Battle: 5 = Wits 3 + Awareness 2 ||",
        ],
    ),
    (("a_break_bonus_lifts_one_who_waits", 1, "volfer"), ["Initiative: 0 = Initiative 0 || danger"]),
    (("a_move_is_to_a_zone_or_to_somebody", 1, "reed"), ["Initiative: 0 = Initiative 0 | – | gold"]),
    (("a_blow_from_afar_meets_no_riders_advantage", 2, "kesh"), ["Onslaught: 1 = Onslaught 1 || danger"]),
    (
        ("a_fallen_captor_holds_nobody", 3, "volfer"),
        ["Health: 7 = lethal 7 | 0/7 | danger", "Wound penalty: -4 = -wounds 4 || danger"],
    ),
    (
        ("a_decisive_savage_is_an_attack_and_brings_onslaught", 2, "kesh"),
        ["Health: 1 = bashing 1 | 6/7 | danger"],
    ),
    (
        ("effect_a_charm_with_the_keyword_goes_in_a_flurry", 3, "volfer"),
        ["Committed: 3 = committed 3 ||", "Peripheral: 17 = Peripheral 17 | 17/20 |"],
    ),
    (
        ("effect_a_counterattack_is_struck_when_the_attack_is_over", 1, "volfer"),
        ["Personal: 10 = Personal 10 | 10/10 |"],
    ),
    (("effect_a_healing_charm_is_an_action", 2, "volfer"), ["Anima: 1 = Anima 1 | glowing |"]),
    (("effect_what_is_spent_at_once_flares_together", 2, "volfer"), ["Anima: 2 = Anima 2 | burning |"]),
    (("effect_what_is_spent_at_once_flares_together", 5, "volfer"), ["Anima: 3 = Anima 3 | a bonfire |"]),
]


@pytest.mark.parametrize(("moment", "shown"), FIGURES, ids=[moment[0] for moment, _ in FIGURES])
def test_a_number_of_the_panel(moment: tuple[str, int, str], shown: list[str]) -> None:
    example, step, who = moment
    system, battle = after(example, step)
    figures = system.figures(battle, who)
    said = [f"{one.label}: {one.value} | {one.text} | {one.tone}".replace("|  |", "||").rstrip() for one in figures]
    assert [wanted for wanted in shown if wanted not in said] == []
    assert all(one.path == one.id for one in figures)


def test_what_says_nothing_is_no_figure() -> None:
    system, battle = after("a_blow_from_afar_meets_no_riders_advantage", 1)
    shown = {figure.id for figure in system.figures(battle, "volfer")}
    assert not shown & {"wound_penalty", "onslaught", "motes_personal", "motes_peripheral", "committed", "anima"}


def test_a_number_that_nobody_knows() -> None:
    system, battle = after("a_blow_from_afar_meets_no_riders_advantage", 1)
    with pytest.raises(KeyError):
        system.number(battle, "volfer", "luck")


def test_traits_and_health_are_numbers_too() -> None:
    system, battle = after("a_fallen_captor_holds_nobody", 3)
    assert str(system.number(battle, "volfer", "dexterity")) == "3 = Dexterity 3"
    assert str(system.number(battle, "volfer", "thrown")) == "0 = Thrown 0"  # an Ability that the sheet leaves out
    assert str(system.number(battle, "volfer", "health.lethal")) == "7 = Lethal 7"
    assert [part.rule for part in system.number(battle, "volfer", "health").parts] == ["ex3-63"]


SUMMARIES = [
    ("a_blow_from_afar_meets_no_riders_advantage", 1, "kesh", "Yard"),
    ("a_blow_from_afar_meets_no_riders_advantage", 1, "volfer", "acts now · Yard"),
    ("a_clash_answered_by_one_who_may_not", 1, "volfer", "acts now · close to Kesh, Orin"),
    ("a_break_lifts_the_attacker_out_of_crash", 3, "kesh", "has acted · in Crash · close to Volfer"),
    ("a_delay_is_not_hurried_by_rising", 2, "volfer", "delayed · Yard"),
    ("an_open_delay_comes_after_the_lifted", 2, "volfer", "waits to step in · Yard"),
    ("a_fallen_captor_holds_nobody", 3, "volfer", "incapacitated"),
    ("an_aim_needs_a_weapon_and_a_target_that_stays", 5, "kesh", "not on the battlefield"),
    ("a_move_is_to_a_zone_or_to_somebody", 1, "reed", "waiting to join"),
]


@pytest.mark.parametrize(("example", "step", "who", "words"), SUMMARIES)
def test_what_somebody_is_at(example: str, step: int, who: str, words: str) -> None:
    system, battle = after(example, step)
    assert system.summary(battle, who) == words


REACHES = [
    ("a_blow_from_afar_meets_no_riders_advantage", "volfer", "yard", Reach("short", 0, False)),
    ("a_follower_at_close_range_does_not_leave_the_zone", "kesh", "gate", Reach("medium · Aim", 1, True)),
    # Volfer is not up and cannot move there now.
    ("a_follower_at_close_range_does_not_leave_the_zone", "volfer", "gate", Reach("medium · Aim", 1, False)),
    ("a_thrown_weapon_reaches_to_its_range_only", "volfer", "road", Reach("long · Aim", 2, False)),
    ("aim_needs_the_range", "mara", "hill", Reach("extreme · Aim", 3, False)),
    ("a_closed_wall_blocks_even_aimed_attacks", "mara", "gate", Reach("no way", None, False)),
]


@pytest.mark.parametrize(("example", "who", "zone", "reach"), REACHES)
def test_how_a_zone_lies_to_somebody(example: str, who: str, zone: str, reach: Reach) -> None:
    system, battle = after(example, 1)
    assert system.reach(battle, who)[zone] == reach


def test_no_zone_lies_anyhow_to_one_who_is_nowhere() -> None:
    system, battle = after("a_blow_from_afar_meets_no_riders_advantage", 1)
    nowhere = battle.with_combatant(battle.who("volfer").but(zone=None))
    assert system.reach(nowhere, "volfer") == {}


CAPTIONS = [
    ("a_flurry_is_of_actions_that_there_are", 1, "Not started", None),
    ("a_blow_from_afar_meets_no_riders_advantage", 1, "Round 1 · tick 8", 8),
    ("nobody_can_act_and_the_clock_stands_still", 1, "Round 1", None),
    ("nothing_is_done_before_the_start_or_after_the_end", 21, "Over", 6),
]


@pytest.mark.parametrize(("example", "step", "caption", "now"), CAPTIONS)
def test_when_it_is(example: str, step: int, caption: str, now: int | None) -> None:
    system, battle = after(example, step)
    line = system.timeline(battle)
    assert (line.axis, line.caption, line.now) == ("down", caption, now)
    assert line.shaded == (Shade("Crash", None, 0, "crash"),)


MARKS = [
    ("a_blow_from_afar_meets_no_riders_advantage", 1, Mark("volfer", 8, "up", "heroes")),
    ("a_blow_from_afar_meets_no_riders_advantage", 1, Mark("kesh", 6, "coming", "bandits")),
    ("a_break_bonus_lifts_one_who_waits", 4, Mark("kesh", -5, "acted", "bandits")),
    ("a_delay_is_not_hurried_by_rising", 2, Mark("volfer", 3, "delayed", "heroes")),
    # Whoever waits for the moment stands where its Initiative is: 10, less 2 for the delay.
    ("an_open_delay_comes_after_the_lifted", 2, Mark("volfer", 8, "delayed", "heroes")),
    ("a_fallen_captor_holds_nobody", 3, Mark("volfer", 10, "out", "heroes")),
    ("who_waits_outside_is_no_target", 1, Mark("orin", 5, "waiting", "bandits")),
    ("a_move_is_to_a_zone_or_to_somebody", 1, Mark("reed", None, "waiting", "heroes")),
]


@pytest.mark.parametrize(("example", "step", "mark"), MARKS)
def test_where_somebody_stands_on_the_bar(example: str, step: int, mark: Mark) -> None:
    system, battle = after(example, step)
    assert mark in system.timeline(battle).marks


def test_timers_are_flags_and_reminders_when_they_are_near() -> None:
    system, battle = after("a_blow_from_afar_meets_no_riders_advantage", 1)
    timers = (Timer("guards", "The guards", round=2), Timer("rain", "Rain", round=1), Timer("dawn", "Dawn", round=3))
    timed = battle.but(timers=(*timers, Timer("bell", "The bell", tick=4)))
    assert system.timeline(timed).flags == (
        Flag("guards", "The guards", None, 2),
        Flag("rain", "Rain", None, 1),
        Flag("dawn", "Dawn", None, 3),
        Flag("bell", "The bell", 4),
    )
    assert system.checklist(timed) == (
        Reminder("timer.guards", "The guards: next round"),
        Reminder("timer.rain", "Rain: this round"),
    )


REMINDERS = [
    (
        "a_captor_in_crash_cannot_strike",
        2,
        Reminder("bay.volfer", "Volfer's hold at bay ends with this round", "volfer", "ex3-43"),
    ),
    (
        "a_delay_is_not_hurried_by_rising",
        2,
        Reminder("delay.volfer", "Volfer has delayed and has not acted", "volfer", "ex3-05b"),
    ),
    (
        "a_decisive_savage_is_an_attack_and_brings_onslaught",
        1,
        Reminder("grapple.brok", "Brok holds Kesh: 1 control round", "brok", "ex3-40"),
    ),
    (
        "a_grapple_that_leaves_one_initiative_holds",
        2,
        Reminder("grapple.brok", "Brok holds Kesh: 2 control rounds", "brok", "ex3-40"),
    ),
    (
        "a_savage_keeps_a_distract",
        2,
        Reminder("distract.brok", "Brok must attack Kesh on the next turn", "brok", "ex3-39"),
    ),
    (
        "effect_a_healing_charm_is_an_action",
        5,
        Reminder(
            "motes.volfer",
            "Volfer regains 5 motes",
            "volfer",
            "ex3-86",
            Command("regain", "", Table(who="volfer", motes=5)),
        ),
    ),
    (
        "effect_a_spell_is_shaped_and_released",
        3,
        Reminder("shaping.volfer", "Volfer shapes Storm of Sparks: 5 of 8", "volfer", "ex3-87"),
    ),
    (
        "effect_a_spell_is_shaped_and_released",
        6,
        Reminder("shaping.volfer", "Volfer shapes Storm of Sparks: ready", "volfer", "ex3-87"),
    ),
    (
        "fine_several_costs_of_withdraw_stop_no_one_in_crash",
        2,
        Reminder("withdraw.volfer", "Volfer withdraws: 2 of 10, lost without a roll this round", "volfer", "ex3-35"),
    ),
    (
        "a_break_bonus_lifts_one_who_waits",
        4,
        Reminder("crash.kesh", "Kesh: 1 of 3 turns in Crash", "kesh", "ex3-08"),
    ),
    (
        "a_reset_on_a_shared_tick_comes_with_the_tick",
        10,
        Reminder("crash.kesh", "Kesh: 3 of 3 turns in Crash; resets at the next turn", "kesh", "ex3-08"),
    ),
]


@pytest.mark.parametrize(("example", "step", "reminder"), REMINDERS)
def test_what_is_not_to_be_forgotten(example: str, step: int, reminder: Reminder) -> None:
    system, battle = after(example, step)
    assert reminder in system.checklist(battle)


def test_a_hold_at_bay_is_remembered_in_its_last_round_only() -> None:
    system, battle = after("fine_an_escape_that_kills", 2)  # Sable holds Kesh for two rounds, this and the next
    assert [one.id for one in system.checklist(battle) if one.id.startswith("bay")] == []
