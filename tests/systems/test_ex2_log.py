"""The log of ex2, sentence by sentence: each example says what happened in these words, with this rule behind it.

The numbers are those that the examples work out; what counts here is that the reader is told them.
"""

from __future__ import annotations

import pytest
from systems.duel_ex2 import SYSTEM, fight
from systems.played import log_of

from exgui.engine.asks import Command, Fall, command
from exgui.engine.battle import Battle
from exgui.engine.events import ConditionBegan, Noted
from exgui.engine.record import Table
from exgui.play.play import Play
from exgui.rulebook.reader import load
from exgui.rulebook.setup import battle_from

LOG: dict[str, list[str]] = {
    "a_clinch_is_renewed_on_ones_next_tick": [
        "Tiso keeps Kesh in the clinch, 3 against 1. (ex2-40)",
        "Tiso hits Kesh with a crushing hold: raw damage 6, 4 dice, 1 bashing. (ex2-10)",
    ],
    "a_clinch_may_use_strength": [
        "Tiso misses Kesh with Unarmed: 3 against DV 3. (ex2-10)",
    ],
    "a_clinch_needs_close_combat": [
        "Tiso moves to engage Kesh. (ex2-50)",
    ],
    "a_clinch_not_renewed_is_over": [
        "Tiso: does something else (ex2-05)",
        "Tiso lets go of Kesh. (ex2-40)",
    ],
    "a_counterattack_comes_before_the_damage": [
        "Kesh counterattacks. (ex2-10)",
    ],
    "a_coup_de_grace_maims_instead_of_killing": [
        "Kesh is maimed for good instead of killed. (ex2-15)",
    ],
    "a_dash_covers_three_ticks_and_parries_nothing": [
        "Volfer dashes to Gate. (ex2-50)",
    ],
    "a_dash_of_one_tick": [
        "Volfer dashes 10 yards toward Gate: 10 of 20. (ex2-50)",
    ],
    "a_disarm_may_be_held": [
        "Kesh keeps hold of Straight sword. (ex2-15)",
    ],
    "a_disarmed_weapon_flies_and_is_fetched": [
        "Kesh's Straight sword flies 2 feet away. (ex2-15)",
        "Kesh has Straight sword again. (ex2-15)",
    ],
    "a_fierce_blow_with_a_club_adds_four": [
        "Volfer hits Kesh with Club: raw damage 15, 13 dice, 0 bashing. (ex2-10)",
    ],
    "a_flurry_is_as_slow_as_its_slowest": [
        "Volfer flurries: Dash, Attack, Other action. (ex2-23)",
        "Volfer dashes to engage Bandit. (ex2-50)",
        "Volfer misses Bandit with Straight sword: 0 against DV 1. (ex2-10)",
        "Volfer: does something else (ex2-05)",
    ],
    "a_move_covers_dexterity_yards_a_tick": [
        "Volfer jumps. (ex2-05)",
        "Volfer moves to Gate. (ex2-50)",
    ],
    "a_step_is_taken_back_whole": [
        "Volfer botches: DV -2 until the next action. (ex2-13)",
    ],
    "a_sweep_stuns_even_who_stands": [
        "Kesh is stunned. (ex2-15)",
    ],
    "a_weapon_without_speed_is_readied_in_five": [
        "Volfer readies Table leg. (ex2-05)",
    ],
    "active_takes_twice_as_long": [
        "5 hours pass, active: Volfer heals nothing. (ex2-60)",
        "1 hour passes, active: Volfer heals 1 bashing. (ex2-60)",
    ],
    "aggravated_is_soaked_by_armour_alone": [
        "Volfer hits Kesh with Burning blade: raw damage 7, 7 dice, 1 aggravated. (ex2-10)",
    ],
    "an_active_mortal_never_heals_grave_wounds": [
        "10000 hours pass, active: Bandit heals nothing (only rest would heal it). (ex2-60)",
        "2 weeks pass, at rest: Bandit heals 1 lethal. (ex2-60)",
        "4 weeks pass, active: Bandit heals 2 lethal. (ex2-60)",
        "2 days pass, active: Bandit heals 1 lethal. (ex2-60)",
    ],
    "an_aim_broken_off_to_lead_costs_two_dice": [
        "Volfer aims at Bandit. (ex2-21)",
        "Volfer coordinates an attack on Bandit: DV -0 on tick 6. (ex2-20)",
    ],
    "an_obstacle_is_climbed_with_a_roll": [
        "Volfer tries, and gets nowhere: 1 against 2. (ex2-22)",
        "Volfer climbs 12 yards toward Gate: 12 of 20. (ex2-50)",
    ],
    "an_overruled_attack_goes_beyond_range": [
        "The storyteller allows it: Straight sword is for close combat; Volfer is not engaged with Bandit. (ex2-50)",
    ],
    "bashing_beyond_the_track_turns_lethal": [
        "Volfer hits Kesh with Club: raw damage 11, 9 dice, 3 bashing; Kesh is incapacitated. (ex2-10)",
    ],
    "bashing_heals_in_hours": [
        "7 hours pass, at rest: Volfer heals 2 bashing. (ex2-60)",
        "11 hours pass, at rest: Bandit heals nothing. (ex2-60)",
        "1 hour passes, at rest: Bandit heals 1 bashing. (ex2-60)",
        "1 day passes, active: Bandit heals 1 bashing. (ex2-60)",
    ],
    "break_hold_throws_prone": [
        "Tiso throws Kesh. (ex2-40)",
        "Kesh falls prone. (ex2-40)",
    ],
    "break_hold_throws_yards_away": [
        "Kesh flies 4 yards. (ex2-40)",
    ],
    "coordinating_too_many_fails": [
        "Volfer fails to coordinate an attack on Bandit. (ex2-20)",
    ],
    "inactive_has_no_dv": [
        "Volfer does nothing. (ex2-05)",
    ],
    "join_war_is_rolled_with_war": [
        "Volfer joins battle with 2: tick 0. (ex2-03)",
        "Mara joins the battle and acts on tick 1. (ex2-03)",
    ],
    "knockdown_when_raw_damage_is_high": [
        "Volfer hits Kesh with Straight sword: raw damage 7, 3 dice, 0 lethal. (ex2-10)",
        "Kesh falls prone. (ex2-17)",
        "Volfer is on guard. (ex2-05)",
        "Kesh rises. (ex2-05)",
    ],
    "lethal_heals_by_its_level": [
        "1 hour passes, at rest: Volfer heals 1 lethal. (ex2-60)",
        "8 days pass, at rest: Volfer heals 2 lethal. (ex2-60)",
        "101 hours pass, at rest: Volfer heals 2 lethal. (ex2-60)",
    ],
    "mortals_heal_slowly": [
        "1 day passes, at rest: Bandit heals 1 lethal. (ex2-60)",
    ],
    "ready_weapon_takes_the_weapons_speed": [
        "Volfer readies Spear and puts Straight sword away. (ex2-05)",
    ],
    "shields_and_cover_against_arrows": [
        "Bandit is behind 75% cover. (ex2-14)",
    ],
    "stun_when_a_blow_goes_beyond_stamina": [
        "Kesh is stunned. (ex2-16)",
    ],
    "swimming_in_armour": [
        "Volfer swims 9 yards toward Gate: 9 of 20. (ex2-50)",
    ],
    "tens_count_twice": [
        "Volfer rolls 5 dice: 3 against 3: success. (ex2-01)",
    ],
    "the_first_excellency_adds_dice": [
        "Volfer uses First Excellency 3 for 3 motes. (ex2-12)",
    ],
    "the_incapacitated_heal_as_at_minus_four": [
        "1 week passes, at rest: Volfer heals 1 lethal. (ex2-60)",
    ],
    "the_rest_of_a_flurry_spares_the_fallen": [
        "Volfer hits Kesh with Straight sword: raw damage 7, 7 dice, 1 lethal; Kesh is incapacitated. (ex2-10)",
        "Volfer spares Kesh, who has fallen, the rest. (ex2-23)",
    ],
    "the_rightmost_level_heals_first": [
        "6 hours pass, at rest: Volfer heals 1 aggravated. (ex2-60)",
    ],
    "time_passes_for_several": [
        "6 hours pass, at rest: Volfer heals 2 bashing; Bandit heals nothing. (ex2-60)",
    ],
    "turning_elsewhere_loses_the_way_made": [
        "Volfer moves 4 yards toward Gate: 4 of 20. (ex2-50)",
        "Volfer moves 4 yards toward Well: 4 of 20. (ex2-50)",
        "Volfer moves to Well. (ex2-50)",
    ],
    "what_a_flurry_makes_impossible_is_left_out": [
        "Volfer leaves out Attack: Straight sword is for close combat; Volfer is not engaged with Kesh. (ex2-23)",
        "Volfer jumps. (ex2-05)",
        "Volfer misses Kesh with Straight sword: 0 against DV 3. (ex2-10)",
    ],
    "who_fell_before_may_be_struck_by_a_flurry": [
        "Volfer spares Kesh, who has fallen, the rest. (ex2-23)",
        "Volfer misses Dak with Straight sword: 0 against DV 0. (ex2-10)",
    ],
    "who_is_seized_while_up_still_acts": [
        "Kesh misses Tiso with Straight sword: 2 against DV 2. (ex2-10)",
    ],
    "who_is_up_may_be_put_off": [
        "Volfer puts Straight sword away. (ex2-05)",
        "The storyteller sets Volfer: Next action 6.",
    ],
    "who_wins_the_renewal_controls": [
        "The battle begins. The reaction count is 0. (ex2-03)",
        "Tiso has Kesh in a clinch. (ex2-40)",
        "Tiso holds Kesh fast. (ex2-40)",
        "Kesh is held and inactive. (ex2-40)",
        "Kesh turns the clinch around, 3 against 1, and holds Tiso. (ex2-40)",
        "Kesh throws Tiso. (ex2-40)",
        "Tiso falls prone. (ex2-40)",
    ],
    "within_a_zone_distance_is_free": [
        "Volfer moves to engage Bandit. (ex2-50)",
        "Volfer moves away from the fray. (ex2-50)",
    ],
}
"""Sentences of the log by example."""


@pytest.mark.parametrize("example", LOG)
def test_the_log_says_what_happened(example: str) -> None:
    said = log_of(f"ex2/{example}")
    assert [sentence for sentence in LOG[example] if sentence not in said] == []


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
        "Kesh cannot counterattack: Kesh cannot act. (ex2-10)",
    ),
    (
        # Vey misses, Kesh's counter hits with 9 and takes the last level.
        fight(vey=LAST_LEVEL, options={"simultaneous": False}),
        command("flurry", "vey", actions=[BLOW, BLOW]),
        (0, 9, 7),
        "Vey cannot go on. (ex2-23)",
    ),
    # Move 4, three ticks of it
    (fight(), command("climb", "vey"), (1,), "Vey climbs 12 yards. (ex2-22)"),
    (
        lost(straight_sword=2),
        command("fetch", "vey"),
        (0,),
        "Vey does not get hold of Straight sword. (ex2-15)",
    ),
    (fight(), command("place", who="vey", close_to="thug"), (), "The storyteller engages Vey with Thug."),
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
def test_the_log_says_what_no_example_comes_to(
    battle: Battle, step: Command, falls: tuple[int, ...], sentence: str
) -> None:
    said = [f"{note.text} ({note.rule})" if note.rule else note.text for note in notes(played(battle, step, falls))]
    assert sentence in said


def test_what_lies_on_the_ground_still_lies_there_by_its_rule() -> None:
    play = played(lost(straight_sword=2, throwing_knife=1), command("fetch", "vey"), (1,))
    began = [event for line in play.log() for event in line.events if isinstance(event, ConditionBegan)]
    assert began == [ConditionBegan("vey", "disarmed", Table(throwing_knife=1), "ex2-15")]


def test_the_beginning_is_about_nobody_and_joining_about_who_joins() -> None:
    people = [
        {"id": "vey", "side": "heroes", "zone": "yard", "state": {"next_tick": 0}},
        {"id": "late", "side": "foes", "zone": "yard", "state": {"waiting": True}},
    ]
    battle = battle_from(load("ex2"), {"zone": [{"id": "yard"}], "combatant": people}, "test")
    (joined,) = notes(played(SYSTEM.prepare(battle), command("join", "late")))
    assert (joined.text, joined.who, joined.rule) == ("Late is there.", "late", "ex2-03")
    (began,) = notes(played(SYSTEM.prepare(battle), command("start")))
    assert (began.text, began.who) == ("The battle begins. The reaction count is 0.", "")
