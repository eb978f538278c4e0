"""The window's view of ex3: the states on a token, the numbers of the panel, the time line, the reminders."""

from __future__ import annotations

import pytest
from snapshots import Snapshots
from systems.played import after, reminded, shown

from exgui.engine.asks import Command
from exgui.engine.battle import Battle, Timer
from exgui.engine.effects import Effect, Modifier
from exgui.engine.record import Table
from exgui.engine.system import Reach, Reminder
from exgui.engine.timeline import Flag, Mark, Shade

SOMEBODY = (
    ("a_blow_from_afar_meets_no_riders_advantage", 1, "kesh"),
    ("a_blow_from_afar_meets_no_riders_advantage", 1, "volfer"),
    ("a_blow_from_afar_meets_no_riders_advantage", 2, "kesh"),
    ("a_break_bonus_lifts_one_who_waits", 1, "volfer"),
    ("a_break_lifts_the_attacker_out_of_crash", 3, "kesh"),
    ("a_clash_answered_by_one_who_may_not", 1, "volfer"),
    ("a_clash_is_answered_with_the_named_weapon", 2, "volfer"),
    ("a_concealed_turn_of_a_flurry_has_three_dice_less", 3, "volfer"),
    ("a_decisive_savage_is_an_attack_and_brings_onslaught", 2, "kesh"),
    ("a_delay_is_not_hurried_by_rising", 2, "volfer"),
    ("a_fallen_captor_holds_nobody", 3, "volfer"),
    ("a_guardian_may_use_an_effect", 2, "reed"),
    ("a_move_is_to_a_zone_or_to_somebody", 1, "reed"),
    ("a_savage_keeps_a_distract", 2, "brok"),
    ("an_aim_needs_a_weapon_and_a_target_that_stays", 5, "kesh"),
    ("an_open_delay_comes_after_the_lifted", 2, "volfer"),
    ("effect_a_charm_with_the_keyword_goes_in_a_flurry", 3, "volfer"),
    ("effect_a_counterattack_is_struck_when_the_attack_is_over", 1, "volfer"),
    ("effect_a_healing_charm_is_an_action", 2, "volfer"),
    ("effect_a_soak_charm_lasts_for_the_scene", 2, "volfer"),
    ("effect_a_spell_is_shaped_and_released", 3, "volfer"),
    ("effect_what_is_spent_at_once_flares_together", 2, "volfer"),
    ("effect_what_is_spent_at_once_flares_together", 5, "volfer"),
    ("a_surprise_attack_reveals_to_the_targets_friends_only", 1, "sable"),
    ("the_off_hand_costs_a_die", 2, "volfer"),
)
"""Whom the panel shows: the example, after which of its steps, who."""


def test_figures_and_badges_match_the_snapshot(snapshot: Snapshots) -> None:
    """Someone's summary, the states on the token and the numbers of the panel."""
    snapshot(
        "ex3_shown",
        {f"{example}, step {step}: {who}": shown(*after(example, step), who) for example, step, who in SOMEBODY},
    )


MOMENTS = (
    ("a_blow_from_afar_meets_no_riders_advantage", 1),
    ("a_break_bonus_lifts_one_who_waits", 4),
    ("a_captor_in_crash_cannot_strike", 2),
    ("a_decisive_savage_is_an_attack_and_brings_onslaught", 1),
    ("a_delay_is_not_hurried_by_rising", 2),
    ("a_flurry_is_of_actions_that_there_are", 1),
    ("a_grapple_that_leaves_one_initiative_holds", 2),
    ("a_reset_on_a_shared_tick_comes_with_the_tick", 10),
    ("a_savage_keeps_a_distract", 2),
    ("effect_a_healing_charm_is_an_action", 5),
    ("effect_a_spell_is_shaped_and_released", 3),
    ("effect_a_spell_is_shaped_and_released", 6),
    ("several_costs_of_withdraw_stop_no_one_in_crash", 2),
    ("nobody_can_act_and_the_clock_stands_still", 1),
    ("nothing_is_done_before_the_start_or_after_the_end", 21),
)
"""When the time line and the reminders are looked at: the example, after which of its steps."""


def test_clock_and_reminders_match_the_snapshot(snapshot: Snapshots) -> None:
    snapshot("ex3_reminders", {f"{example}, step {step}": reminded(*after(example, step)) for example, step in MOMENTS})


def test_incapacitated_combatants_are_not_shown_as_crashed() -> None:
    system, battle = after("a_fallen_captor_holds_nobody", 3)
    assert battle.who("volfer").track("initiative") > 0
    low = battle.with_combatant(battle.who("volfer").but(tracks=battle.who("volfer").tracks.put("initiative", -2)))
    assert "crashed" not in [badge.id for badge in system.badges(low, "volfer")]


def test_neutral_values_are_not_figures() -> None:
    system, battle = after("a_blow_from_afar_meets_no_riders_advantage", 1)
    shown = {figure.id for figure in system.figures(battle, "volfer")}
    assert not shown & {"wound_penalty", "onslaught", "motes_personal", "motes_peripheral", "committed", "anima"}


def test_unknown_number_is_refused() -> None:
    system, battle = after("a_blow_from_afar_meets_no_riders_advantage", 1)
    with pytest.raises(KeyError):
        system.number(battle, "volfer", "luck")


def test_traits_and_health_are_numbers_too() -> None:
    system, battle = after("a_fallen_captor_holds_nobody", 3)
    assert str(system.number(battle, "volfer", "dexterity")) == "3 = Dexterity 3"
    assert str(system.number(battle, "volfer", "thrown")) == "0 = Thrown 0"  # an Ability that the sheet leaves out
    assert str(system.number(battle, "volfer", "health.lethal")) == "7 = Lethal 7"
    assert [part.rule for part in system.number(battle, "volfer", "health").parts] == ["ex3-63"]


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
def test_range_from_a_combatant_to_a_zone(example: str, who: str, zone: str, reach: Reach) -> None:
    system, battle = after(example, 1)
    assert system.reach(battle, who)[zone] == reach


def test_combatant_without_a_zone_has_no_range_to_zones() -> None:
    system, battle = after("a_blow_from_afar_meets_no_riders_advantage", 1)
    nowhere = battle.with_combatant(battle.who("volfer").but(zone=None))
    assert system.reach(nowhere, "volfer") == {}


def test_time_line_counts_down_and_shades_crash() -> None:
    system, battle = after("a_blow_from_afar_meets_no_riders_advantage", 1)
    line = system.timeline(battle)
    assert (line.axis, line.shaded) == ("down", (Shade("Crash", None, 0, "crash"),))


def test_tick_below_zero_has_a_minus_sign() -> None:
    system, battle = after("a_blow_from_afar_meets_no_riders_advantage", 1)
    assert system.timeline(battle.but(tick=-5)).caption == "Round 1 · tick \N{MINUS SIGN}5"


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
def test_combatants_have_their_place_on_the_tick_bar(example: str, step: int, mark: Mark) -> None:
    system, battle = after(example, step)
    assert mark in system.timeline(battle).marks


def test_everyone_is_upcoming_before_the_start() -> None:
    system, battle = after("a_flurry_is_of_actions_that_there_are", 1)
    one = battle.who("volfer")
    bare = battle.with_combatant(one.but(tracks=one.tracks.without("initiative"), acted=True))
    assert battle.round == 0
    assert Mark("volfer", None, "coming", one.side) in system.timeline(bare).marks


def test_upcoming_timers_are_flags_and_reminders() -> None:
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


def test_hold_at_bay_is_reminded_of_only_in_its_last_round() -> None:
    system, battle = after("an_escape_that_kills", 2)  # Sable holds Kesh for two rounds, this and the next
    assert [one.id for one in system.checklist(battle) if one.id.startswith("bay")] == []


@pytest.mark.parametrize(
    ("example", "step", "who", "ids"),
    [
        ("a_blow_from_afar_meets_no_riders_advantage", 1, "volfer", []),
        ("a_blow_from_afar_meets_no_riders_advantage", 1, "kesh", ["mount"]),
        ("a_blow_from_afar_meets_no_riders_advantage", 2, "kesh", ["onslaught", "mount"]),
        ("a_break_bonus_lifts_one_who_waits", 1, "volfer", ["crashed"]),
        ("a_guardian_may_use_an_effect", 2, "volfer", ["defending"]),
        ("a_guardian_may_use_an_effect", 2, "reed", ["defended"]),
        ("a_guardian_may_use_an_effect", 2, "kesh", []),
    ],
)
def test_badges_match_the_expected_list(example: str, step: int, who: str, ids: list[str]) -> None:
    system, battle = after(example, step)
    assert [badge.id for badge in system.badges(battle, who)] == ids


def with_state(battle: Battle, who: str, **conditions: object) -> Battle:
    one = battle.who(who)
    return battle.with_combatant(one.but(conditions=Table({**one.conditions, **conditions})))


def test_conditions_without_icon_or_value_are_not_badges() -> None:
    system, battle = after("a_blow_from_afar_meets_no_riders_advantage", 1)
    odd = with_state(
        battle, "volfer", crash_left=Table(round=1), humming=True, shaping=Table(effect="lost", done=1, need=2)
    )
    assert system.badges(odd, "volfer") == ()
    assert system.checklist(odd) == ()


def test_plain_round_has_no_reminders() -> None:
    system, battle = after("a_blow_from_afar_meets_no_riders_advantage", 1)
    assert system.checklist(battle) == ()
    system, battle = after("a_break_bonus_lifts_one_who_waits", 1)  # in Crash, and no turn has ended in it
    assert [one.id for one in system.checklist(battle) if one.id.startswith("crash")] == []


def test_anima_above_bonfire_is_shown_as_bonfire() -> None:
    system, battle = after("effect_a_soak_charm_lasts_for_the_scene", 2)
    one = battle.who("volfer")

    def anima(level: int) -> list[str]:
        figures = system.figures(battle.with_combatant(one.but(tracks=one.tracks.put("anima", level))), "volfer")
        return [figure.text for figure in figures if figure.id == "anima"]

    assert [anima(level) for level in (0, 1, 2, 3, 7)] == [[], ["glowing"], ["burning"], ["a bonfire"], ["a bonfire"]]


def test_every_active_effect_is_named() -> None:
    system, battle = after("effect_a_soak_charm_lasts_for_the_scene", 2)
    one = battle.who("volfer")
    (skin,) = one.effects
    both = battle.with_combatant(one.but(effects=(skin, skin.but(id="effect.ward", label="Ward"))))
    badges = [badge for badge in system.badges(both, "volfer") if badge.id == "effects"]
    assert [(badge.text, badge.short) for badge in badges] == [("In force: Iron Skin, Ward", "2")]


def test_empty_values_are_shown_as_none() -> None:
    system, battle = after("a_flurry_is_of_actions_that_there_are", 1)
    shown = system.view(battle)["volfer"]
    for name in ("aiming", "crashed_by", "mount", "grappling", "grappled_by", "held_at_bay_by", "shaping"):
        assert shown[name] is None, name
    assert (shown["effects"], shown["shaped"], shown["withdraw_sum"]) == ([], 0, 0)


def test_committed_motes_are_shown_with_their_rule() -> None:
    system, battle = after("effect_a_soak_charm_lasts_for_the_scene", 2)
    (part,) = system.number(battle, "volfer", "committed").parts
    assert (part.label, part.amount, part.rule) == ("committed", 4, "ex3-86")


def test_progress_is_a_number_not_a_state() -> None:
    system, battle = after("a_blow_from_afar_meets_no_riders_advantage", 1)
    zone = next(iter(battle.zones))
    begun = with_state(battle, "volfer", progress=Table(to=zone, done=1, need=2))
    shown = system.view(begun)["volfer"]
    assert (shown["progress"], shown["conditions"]) == (1, [])


def test_states_show_their_relevant_details() -> None:
    system, battle = after("a_blow_from_afar_meets_no_riders_advantage", 1)
    state = with_state(
        battle,
        "volfer",
        aiming=Table(target="kesh", turns=1, short=True, weapons=()),
        delayed=Table(until=None, since=4),
        crash_left=Table(round=1),
        self_crashed=Table(),
        concealed_from=("kesh",),
        off_hand="straight_sword",
    )
    shown = system.view(state)["volfer"]
    assert {name: shown[name] for name in ("aiming", "concealed_from", "off_hand", "crashed")} == {
        "aiming": "kesh",
        "concealed_from": ["kesh"],
        "off_hand": "straight_sword",
        "crashed": False,
    }
    assert [shown[name] for name in ("delayed", "crash_left", "self_crashed")] == [True, True, True]
    one = battle.who("volfer")
    low = battle.with_combatant(one.but(tracks=one.tracks.put("initiative", 0)))
    assert system.view(low)["volfer"]["crashed"] is True


def test_active_and_shaped_effects_are_shown() -> None:
    system, battle = after("effect_a_soak_charm_lasts_for_the_scene", 2)
    assert system.view(battle)["volfer"]["effects"] == ["iron_skin"]
    system, battle = after("effect_a_spell_is_shaped_and_released", 3)
    shown = system.view(battle)["volfer"]
    assert (battle.who("volfer").gear[shown["shaping"]].name, shown["shaped"]) == ("Storm of Sparks", 5)


def test_no_defense_soak_or_hardness_is_below_0() -> None:
    system, battle = after("a_blow_from_afar_meets_no_riders_advantage", 1)
    one = battle.who("volfer")
    for name in ("parry", "evasion", "soak", "hardness"):
        weak = Effect("weak", "weak", (Modifier(name, bonus=-20),), "battle")
        assert system.number(battle.with_combatant(one.but(effects=(weak,))), "volfer", name).total == 0


def test_turns_in_crash_are_counted_only_in_crash() -> None:
    system, battle = after("a_break_bonus_lifts_one_who_waits", 4)
    one = battle.who("kesh")
    out = battle.with_combatant(one.but(tracks=Table({**one.tracks, "initiative": 4, "crash_turns": 2})))
    assert [reminder.id for reminder in system.checklist(out) if reminder.who == "kesh"] == []


def test_crash_ends_after_the_third_turn() -> None:
    system, battle = after("a_break_bonus_lifts_one_who_waits", 4)
    one = battle.who("kesh")
    twice = battle.with_combatant(one.but(tracks=one.tracks.put("crash_turns", 2)))
    assert [one.text for one in system.checklist(twice) if one.id == "crash.kesh"] == ["Kesh: 2 of 3 turns in Crash"]


def test_fallen_combatants_get_no_reminders() -> None:
    system, battle = after("a_decisive_savage_is_an_attack_and_brings_onslaught", 1)
    down = with_state(battle, "brok", incapacitated=True)
    late = with_state(down, "kesh", delayed=Table(until=None, since=3))
    assert [one.id for one in system.checklist(late)] == ["delay.kesh"]


def test_more_than_three_links_is_extreme_range() -> None:
    system, battle = after("withdraw_at_the_goal_covers_ground", 1)  # Kesh in z1 of five zones in a row
    assert system.reach(battle, "kesh") == {
        "z1": Reach("short", 0),
        "z2": Reach("medium · Aim", 1),
        "z3": Reach("long · Aim", 2),
        "z4": Reach("extreme · Aim", 3),
        "z5": Reach("extreme · Aim", 3),
    }
    assert system.reach(battle, "volfer")["z1"].move  # Volfer, in z2, is up
    assert system.reach(battle, "volfer")["z3"].move
    assert not system.reach(battle, "volfer")["z4"].move


def test_unconnected_zone_hides_no_other() -> None:
    system, battle = after("a_weapon_lost_in_the_hold_is_replaced", 1)
    reach = system.reach(battle, "volfer")
    assert list(reach) == list(battle.zones)
    assert reach["island"] == Reach("no way", None)
    turned = battle.but(zones=Table(reversed(battle.zones.items())))
    assert list(system.reach(turned, "volfer")) == list(turned.zones)


def test_no_move_leads_to_the_current_zone() -> None:
    """Even where one may step away from a friend's side, within the zone."""
    system, battle = after("close_range_with_a_friend_is_left_by_a_move", 1)
    up = str(battle.active)
    here = str(battle.who(up).zone)
    assert system.check(battle, Command("move", up, Table(to=here))) == ()
    assert not system.reach(battle, up)[here].move


def test_combatant_beside_an_opponent_cannot_move() -> None:
    system, battle = after("drag_out_of_a_brawl", 1)
    up = str(battle.active)
    assert system.reach(battle, up)
    assert [zone for zone, one in system.reach(battle, up).items() if one.move] == []


def test_non_attacks_have_no_odds() -> None:
    system, battle = after("a_blow_from_afar_meets_no_riders_advantage", 1)
    assert system.features(battle, battle, Command("move", "volfer", Table(target="kesh"))) == {}
    assert system.features(battle, battle, Command("attack", "volfer", Table(target="nobody"))) == {}


def test_unresolved_attack_has_no_features() -> None:
    system, battle = after("a_blow_from_afar_meets_no_riders_advantage", 1)
    decisive = Command("attack", "volfer", Table(target="kesh", mode="decisive"))
    assert system.features(battle, battle, decisive) == {"hit": 0.0, "damage": 0.0, "out": 0.0}
    fallen = with_state(battle, "kesh", incapacitated=True)
    assert system.features(fallen, fallen, decisive)["out"] == 0.0
    assert system.features(battle, fallen, decisive)["out"] == 1.0
    low = battle.with_combatant(battle.who("kesh").but(tracks=battle.who("kesh").tracks.put("initiative", -1)))
    withering = Command("attack", "volfer", Table(target="kesh"))
    assert system.features(low, low, withering) == {"hit": 0.0, "Crash": 0.0, "gain": 0.0}
    assert system.features(battle, low, withering)["Crash"] == 1.0


def test_view_lists_states_and_weapons_in_hand() -> None:
    system, battle = after("a_blow_from_afar_meets_no_riders_advantage", 1)
    one = battle.who("volfer")
    state = with_state(
        battle,
        "volfer",
        crash_left=Table(round=1),
        self_crashed=Table(),
        crashed_by="kesh",
        off_hand="straight_sword",
        used_effects=Table(trick="turn"),
        prone=True,
        distracted=Table(opponent="kesh", amount=4),
    )
    held = state.with_combatant(state.who("volfer").but(ready=("straight_sword", "unarmed", "lost")))
    shown = system.view(held)["volfer"]
    assert shown["conditions"] == ["prone"]
    assert shown["ready"] == ["straight_sword"]
    assert (shown["progress"], shown["concealed_from"], shown["cover"], shown["shaped"]) == (0, [], "none", 0)
    low = battle.with_combatant(one.but(tracks=one.tracks.put("initiative", 0)))
    assert system.view(low)["volfer"]["conditions"] == ["crashed"]


def test_no_stepping_in_after_the_battle() -> None:
    system, battle = after("an_open_delay_comes_after_the_lifted", 2)
    assert system.view(battle.but(phase="over"))["may_step_in"] == []


def test_only_the_active_combatant_can_end_its_turn() -> None:
    system, battle = after("an_open_delay_comes_after_the_lifted", 2)
    view = system.view(battle)
    assert view["may_step_in"] == ["volfer"]
    assert "end_turn" not in view["volfer"]["can"]
    assert "full_defense" in view["volfer"]["can"]
    (up, *_) = view["up"]
    assert "end_turn" in view[up]["can"]
    waiting = [id for id in battle.combatants if id not in (*view["up"], "volfer")]
    assert all(view[id]["can"] == [] for id in waiting)


def test_sheet_value_counts_until_its_track_changes() -> None:
    system, battle = after("a_blow_from_afar_meets_no_riders_advantage", 1)
    assert str(system.number(battle, "volfer", "willpower")) == "5 = Willpower 5"  # the sheet's, as none is spent
    one = battle.who("volfer")
    spent = battle.with_combatant(one.but(tracks=one.tracks.put("willpower", 2)))
    assert system.number(spent, "volfer", "willpower").total == 2
    assert system.view(spent)["volfer"]["willpower"] == 2
    assert system.view(battle)["volfer"]["willpower"] == 5
