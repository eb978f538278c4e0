"""The log of ex2: its sentences for these examples, word for word and with the rules behind them.

The numbers are worked out in the examples themselves.
"""

from __future__ import annotations

import pytest
from snapshots import Snapshots
from systems.duel_ex2 import SYSTEM, fight
from systems.played import log_of

from exgui.engine.asks import Command, Fall, command
from exgui.engine.battle import Battle
from exgui.engine.events import ConditionBegan, Noted
from exgui.engine.record import Table
from exgui.play.play import Play
from exgui.rulebook.reader import load
from exgui.rulebook.setup import battle_from

EXAMPLES = (
    "a_clinch_is_renewed_on_ones_next_tick",
    "a_clinch_may_use_strength",
    "a_clinch_needs_close_combat",
    "a_clinch_not_renewed_is_over",
    "a_counterattack_comes_before_the_damage",
    "a_coup_de_grace_maims_instead_of_killing",
    "a_dash_covers_three_ticks_and_parries_nothing",
    "a_dash_of_one_tick",
    "a_disarm_may_be_held",
    "a_disarmed_weapon_flies_and_is_fetched",
    "a_fierce_blow_with_a_club_adds_four",
    "a_flurry_is_as_slow_as_its_slowest",
    "a_move_covers_dexterity_yards_a_tick",
    "a_step_is_taken_back_whole",
    "a_sweep_stuns_even_who_stands",
    "a_weapon_without_speed_is_readied_in_five",
    "active_takes_twice_as_long",
    "aggravated_is_soaked_by_armour_alone",
    "an_active_mortal_never_heals_grave_wounds",
    "an_aim_broken_off_to_lead_costs_two_dice",
    "an_obstacle_is_climbed_with_a_roll",
    "an_overruled_attack_goes_beyond_range",
    "bashing_beyond_the_track_turns_lethal",
    "bashing_heals_in_hours",
    "break_hold_throws_prone",
    "break_hold_throws_yards_away",
    "coordinating_too_many_fails",
    "inactive_has_no_dv",
    "join_war_is_rolled_with_war",
    "knockdown_when_raw_damage_is_high",
    "lethal_heals_by_its_level",
    "mortals_heal_slowly",
    "ready_weapon_takes_the_weapons_speed",
    "shields_and_cover_against_arrows",
    "stun_when_a_blow_goes_beyond_stamina",
    "swimming_in_armour",
    "tens_count_twice",
    "the_first_excellency_adds_dice",
    "the_incapacitated_heal_as_at_minus_four",
    "the_rest_of_a_flurry_spares_the_fallen",
    "the_rightmost_level_heals_first",
    "time_passes_for_several",
    "turning_elsewhere_loses_the_way_made",
    "what_a_flurry_makes_impossible_is_left_out",
    "who_fell_before_may_be_struck_by_a_flurry",
    "who_is_seized_while_up_still_acts",
    "who_is_up_may_be_put_off",
    "who_wins_the_renewal_controls",
    "within_a_zone_distance_is_free",
)


def test_log_matches_the_snapshot(snapshot: Snapshots) -> None:
    snapshot("ex2_log", {example: log_of(f"ex2/{example}") for example in EXAMPLES})


def lost(**weapons: int) -> Battle:
    """Vey, whose weapons lie on the ground."""
    battle = fight(vey={"ready": []})
    return battle.with_combatant(battle.who("vey").but(conditions=Table(disarmed=Table(weapons))))


FALLEN = {"state": {"next_tick": 4, "health": {"lethal": 7}}}
LAST_LEVEL = {"state": {"next_tick": 0, "health": {"lethal": 6}}}
BLOW = {"do": "attack", "target": "kesh", "weapon": "straight_sword", "counter": {"by": "kesh"}}
TOLD: list[tuple[Battle, Command, tuple[int, ...], str]] = [
    # what stands on the field, the step, the successes of its rolls, a sentence of it
    (
        fight(kesh=FALLEN),
        command("attack", "vey", target="kesh", counter={"by": "kesh"}),
        (0,),
        "Kesh can’t counterattack: Kesh can’t act. (ex2-10)",
    ),
    (
        # Vey misses, Kesh's counter hits with 9 and takes the last level.
        fight(vey=LAST_LEVEL, options={"simultaneous": False}),
        command("flurry", "vey", actions=[BLOW, BLOW]),
        (0, 9, 7),
        "Vey can’t go on. (ex2-23)",
    ),
    # Move 4, three ticks of it
    (fight(), command("climb", "vey"), (1,), "Vey climbs 12 yards. (ex2-22)"),
    (
        lost(straight_sword=2),
        command("fetch", "vey"),
        (0,),
        "Vey fails to pick up the straight sword. (ex2-15)",
    ),
    (
        fight(),
        command("place", who="vey", close_to="thug"),
        (),
        "The storyteller moves Vey into close combat with Thug.",
    ),
]


def played(battle: Battle, step: Command, falls: tuple[int, ...] = ()) -> Play:
    """One step, its rolls with these successes."""
    play = Play.begin(SYSTEM, battle)
    play.dispatch(step)
    for score in falls:
        play.answer(Fall(score=score))
    assert play.pending is None
    return play


def notes(play: Play) -> list[Noted]:
    return [event for line in play.log() for event in line.events if isinstance(event, Noted)]


@pytest.mark.parametrize(("battle", "step", "falls", "sentence"), TOLD, ids=lambda one: str(one)[:40])
def test_log_of_cases_without_examples(battle: Battle, step: Command, falls: tuple[int, ...], sentence: str) -> None:
    logged = [f"{note.text} ({note.rule})" if note.rule else note.text for note in notes(played(battle, step, falls))]
    assert sentence in logged


def test_dropped_weapon_keeps_its_rule() -> None:
    play = played(lost(straight_sword=2, throwing_knife=1), command("fetch", "vey"), (1,))
    began = [event for line in play.log() for event in line.events if isinstance(event, ConditionBegan)]
    assert began == [ConditionBegan("vey", "disarmed", Table(throwing_knife=1), "ex2-15")]


def test_start_has_no_subject_and_joining_has_the_latecomer() -> None:
    people = [
        {"id": "vey", "side": "heroes", "zone": "yard", "state": {"next_tick": 0}},
        {"id": "late", "side": "foes", "zone": "yard", "state": {"waiting": True}},
    ]
    battle = battle_from(load("ex2"), {"zone": [{"id": "yard"}], "combatant": people}, "test")
    (joined,) = notes(played(SYSTEM.prepare(battle), command("join", "late")))
    assert (joined.text, joined.who, joined.rule) == ("Late is ready to join battle.", "late", "ex2-03")
    (began,) = notes(played(SYSTEM.prepare(battle), command("start")))
    assert (began.text, began.who) == ("The battle begins. The reaction count is 0.", "")
