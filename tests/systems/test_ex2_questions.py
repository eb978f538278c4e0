"""The questions asked while a step of ex2 is resolved: every roll with the parts of its pool and its difficulty and the
rules behind the parts, every choice with its options.

A roll in the snapshot: `<roll>: <label> against <whom>: <parts of the pool>`, below it its difficulty; a part is
`label [what it is made of] amount (rule)`.
"""

from __future__ import annotations

from snapshots import Snapshots
from systems.played import questions_of

EXAMPLES = (
    "a_charm_of_ones_own_helps_in_the_right_step",
    "a_clinch_may_use_strength",
    "a_coordinated_attack_is_led_by_who_breaks_off_a_guard",
    "a_coup_de_grace_maims_instead_of_killing",
    "a_disarmed_weapon_flies_and_is_fetched",
    "a_fierce_blow_with_a_club_adds_four",
    "a_long_weapon_cancels_height",
    "a_stunt_lets_a_dasher_parry",
    "a_sweep_checks_whatever_the_damage",
    "a_throw_within_range",
    "aggravated_is_soaked_by_armour_alone",
    "aim_run_to_its_end_gives_three",
    "an_aim_broken_off_to_lead_costs_two_dice",
    "an_excellency_is_for_one_attack",
    "an_obstacle_is_climbed_with_a_roll",
    "an_unseen_target_costs_two",
    "at_least_essence_dice",
    "crush_deals_strength_and_what_is_left",
    "excellencies_are_added_after_halving",
    "external_penalties_take_successes",
    "helpers_add_a_die_each",
    "internal_penalties_stop_at_essence",
    "join_war_is_rolled_with_war",
    "modifiers_change_speed_and_soak",
    "mounted_without_ride_costs_a_success",
    "off_hand_and_fatigue_take_dice",
    "option_simultaneous_off_wounds_count_at_once",
    "overwhelming_leaves_more",
    "piercing_halves_armour",
    "pulling_blows_deals_bashing",
    "shields_and_cover_against_arrows",
    "showing_off_costs_its_points",
    "standing_higher_adds_to_dv",
    "swimming_in_armour",
    "tens_count_twice",
    "the_first_excellency_on_dv_is_rolled",
    "the_second_excellency_adds_successes",
    "the_second_excellency_on_dv_is_paid",
    "the_storytellers_word_counts_at_once",
    "the_third_excellency_on_dv_is_half_the_ability",
    "unblockable_and_undodgeable",
    "up_to_three_times_the_range_costs_two",
    "up_to_twice_the_range_costs_one",
    "who_is_seized_while_up_still_acts",
    "who_wins_the_renewal_controls",
)


def test_questions_match_the_snapshot(snapshot: Snapshots) -> None:
    snapshot("ex2_questions", {example: questions_of(f"ex2/{example}") for example in EXAMPLES})
