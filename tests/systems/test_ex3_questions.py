"""The questions asked while a step of ex3 is resolved: every roll with the parts of its pool and its difficulty and the
rules behind the parts, every choice with its options.

A roll in the snapshot: `<roll>: <label> against <whom>: <parts of the pool>`, below it its difficulty; a part is
`label [what it is made of] amount (rule)`.
"""

from __future__ import annotations

from snapshots import Snapshots
from systems.played import questions_of

EXAMPLES = (
    "a_concealed_turn_of_a_flurry_has_three_dice_less",
    "a_guardian_may_use_an_effect",
    "a_modifier_sets_hardness_and_soak",
    "a_roll_that_no_rule_names",
    "a_savage_keeps_a_distract",
    "a_shift_outside_ones_own_turn_on_a_shared_tick",
    "a_specialty_counts_in_attack_and_parry",
    "a_stunt_adds_dice_and_successes",
    "a_weapon_lost_in_the_hold_is_replaced",
    "adjust_sets_tracks_values_and_places",
    "cover_is_shared_at_close_range",
    "damage_successes_may_be_automatic",
    "effect_a_defense_excellency_raises_evasion",
    "effect_a_modifier_given_by_hand_changes_the_die",
    "effect_a_soak_charm_lasts_for_the_scene",
    "effect_a_spell_in_a_flurry_has_three_dice_less",
    "effect_a_spell_is_shaped_and_released",
    "effect_an_effect_at_every_step_of_an_attack",
    "effect_an_effect_written_out_on_the_sheet",
    "effect_an_undodgeable_attack",
    "effect_dice_become_successes",
    "effect_ones_are_rolled_again_once",
    "effect_the_fallen_do_not_strike_back",
    "extra_dice_lift_decisive_damage_over_hardness",
    "a_camel_opposes_a_rush",
    "a_decisive_attack_lost_to_a_clash_costs_its_maker_nothing",
    "a_decisive_blow_through_a_defender_is_weaker",
    "a_gambit_of_the_storytellers_own",
    "a_mount_with_bonuses_of_its_own",
    "a_rider_flurries",
    "a_rider_holds_off_a_grapple_on_foot",
    "a_surprise_attack_takes_two_defense",
    "a_trained_mount_waits_for_its_rider",
    "an_attack_on_the_held_does_not_loosen_the_grip",
    "falling_back_stays_by_default",
    "speed_in_disengage_on_both_sides",
    "the_ward_is_the_default",
    "two_hands_are_worse_in_a_grapple",
    "whoever_climbs_on_reaches_the_rider",
    "withdraw_in_difficult_terrain",
    "fists_do_bashing_damage",
    "full_defense_costs_one_and_adds_two",
    "hiding_helped_and_hindered",
    "incapacitated_before_its_place_on_a_shared_tick",
    "minimum_damage_gets_through_any_soak",
    "of_several_strays_the_one_named_is_mounted",
    "prone_lowers_everything",
    "soak_is_stamina_and_armor",
    "successes_help_any_roll_of_an_action",
    "the_first_maneuver_may_be_decisive",
    "the_off_hand_stays_the_off_hand",
    "unblockable_and_undodgeable",
    "withdraw_counts_only_rolls_that_succeed",
    "withdrawing_goes_the_first_way_unless_told",
)


def test_questions_match_the_snapshot(snapshot: Snapshots) -> None:
    snapshot("ex3_questions", {example: questions_of(example) for example in EXAMPLES})
