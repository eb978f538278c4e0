"""The log of ex3: what the reader is told of these examples, word for word and with the rules behind it.

The numbers are worked out in the examples themselves.
"""

from __future__ import annotations

from snapshots import Snapshots
from systems.played import log_of

EXAMPLES = (
    "a_break_bonus_lifts_one_who_waits",
    "a_concealed_turn_of_a_flurry_has_three_dice_less",
    "a_failed_disengage_may_reveal",
    "a_gambit_ignores_hardness_and_costs_its_difficulty",
    "a_guardian_may_use_an_effect",
    "a_reset_may_raise",
    "a_roll_that_no_rule_names",
    "a_shift_and_then_a_flurry",
    "a_weapon_lost_in_the_hold_is_replaced",
    "adjust_sets_anything",
    "aim_is_wasted_by_total_cover",
    "an_untrained_mount_bolts",
    "delay_after_letting_go_brings_no_round_back",
    "delay_out_of_the_reset_keeps_who_crashed_one",
    "effect_a_healing_charm_is_an_action",
    "effect_a_spell_is_shaped_and_released",
    "effect_a_spell_of_the_storytellers_word",
    "effect_an_effect_written_out_on_the_sheet",
    "effect_an_undodgeable_attack",
    "effect_blood_pays_until_there_is_no_more",
    "effect_committed_motes_do_not_come_back",
    "effect_nothing_perilous_in_crash",
    "effect_the_fallen_do_not_strike_back",
    "effect_what_is_spent_at_once_flares_together",
    "falling_back_may_be_followed",
    "a_clash_that_incapacitates",
    "a_concealment_tie_is_lost",
    "a_counterattack_follows_a_hit",
    "a_counterattack_needs_its_range",
    "a_decisive_counterattack_from_crash_does_not_come",
    "a_disarmed_weapon_is_picked_up_by_its_owner",
    "a_gambit_of_the_storytellers_own",
    "a_grapple_that_crashes_its_holder_is_lost",
    "a_rush_enters_difficult_terrain_at_once",
    "a_savage_that_incapacitates_ends_the_grapple",
    "an_escape_from_the_hold_is_answered",
    "distract_for_one_who_has_acted",
    "drag_off_leaves_cover_behind",
    "falling_back_to_a_zone_farther_away",
    "go_to_ground_in_three_turns",
    "restrain_takes_the_next_turn",
    "the_hostage_wins_the_join_battle",
    "take_total_cover",
    "who_left_the_field_is_no_target",
    "withdraw_at_the_goal_covers_ground",
    "found_while_going_to_ground_one_begins_anew",
    "healing_names_its_levels",
    "late_joiner_on_the_tick_goes_by_rating",
    "of_several_strays_the_one_named_is_mounted",
    "one_climbs_up_to_riders_only",
    "one_initiative_holds_and_none_does_not",
    "place_moves_without_the_rules",
    "ready_weapon_wants_a_weapon_that_is_not_yet_so",
    "rising_beside_an_opponent_can_fail",
    "stepping_out_of_close_range_is_one_move_anywhere",
    "take_cover_is_a_roll",
    "the_first_maneuver_may_be_decisive",
    "the_hold_over_one_strikes_with_what_is_in_hand",
    "the_order_puts_who_waits_last",
    "the_storytellers_mount_is_as_the_table_has_it",
    "who_has_used_the_simple_action_does_not_clash",
    "who_joins_before_the_start_rolls_with_all",
    "who_waits_outside_is_no_target",
    "withdrawing_as_far_away_leads_nowhere",
    "withdrawing_heeds_no_foe_whom_no_way_joins",
)


def test_the_log_says_what_happened(snapshot: Snapshots) -> None:
    snapshot("ex3_log", {example: log_of(example) for example in EXAMPLES})
