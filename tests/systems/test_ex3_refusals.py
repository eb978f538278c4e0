"""Refusals in ex3, word for word, with the rule behind each; `!` if no one can overrule it.

In the snapshot every sentence appears once, under the first example that has it.
"""

from __future__ import annotations

import pytest
from snapshots import Snapshots
from systems.played import first_refusals, refusals_of

from exgui.rulebook.reader import load

EXAMPLES = (
    "a_clash_answered_by_one_who_may_not",
    "a_counterattack_keeps_the_aim_and_has_its_own_weapon",
    "a_delay_is_until_a_number",
    "a_flurry_is_of_actions_that_there_are",
    "a_gambit_is_one_that_there_is",
    "a_maneuver_is_one_that_there_is",
    "a_move_is_to_a_zone_or_to_somebody",
    "a_rush_needs_somebody_else_to_follow",
    "a_stray_is_mounted_where_it_stands",
    "a_wall_gives_way_to_the_storyteller_only",
    "adjust_changes_sides",
    "adjust_sets_tracks_values_and_places",
    "after_a_shift_one_answers_only_that_one",
    "after_shift_only_the_crashed_one_may_be_attacked",
    "aim_is_the_action_of_a_turn",
    "an_attack_needs_a_target_a_kind_and_a_weapon",
    "an_obstacle_stops_feet_not_arrows",
    "an_untrained_mount_bolts",
    "bashing_beyond_the_track_turns_lethal",
    "close_range_cannot_be_entered_from_another_zone",
    "cover_and_place_at_the_storytellers_word",
    "cover_is_of_a_number",
    "cover_is_where_the_zone_has_it",
    "defend_other_is_a_simple_action",
    "disengage_names_those_who_are_there",
    "distract_is_for_an_ally",
    "effect_a_defense_excellency_raises_evasion",
    "effect_a_merit_gives_initiative_once",
    "effect_a_soak_charm_lasts_for_the_scene",
    "effect_a_spell_of_the_storytellers_word",
    "effect_blood_pays_until_there_is_no_more",
    "effect_committed_motes_do_not_come_back",
    "effect_nothing_perilous_in_crash",
    "effect_what_cannot_be_paid_is_refused",
    "a_clash_needs_a_legal_attack",
    "a_disarmed_weapon_is_out_of_reach_from_another_zone",
    "a_very_large_mount_is_out_of_reach",
    "bare_hands_do_not_reach_a_very_large_mounts_rider",
    "defend_other_needs_an_ally_at_close_range",
    "disarm_takes_the_parry_of_the_weapon",
    "distract_of_difficulty_five",
    "no_clash_on_different_ticks",
    "healing_names_its_levels",
    "no_battle_of_nobody",
    "no_break_for_a_self_crash_too_soon",
    "no_weapon_reaches_beyond_its_range",
    "nobody_is_grappled_twice",
    "nobody_mounts_what_is_not_there",
    "nobody_steps_in_on_the_tick_one_delayed_on",
    "nothing_is_done_before_the_start_or_after_the_end",
    "one_close_group_is_left_before_another_is_joined",
    "one_control_round_is_enough_for_a_savage",
    "ready_weapon_changes_parry",
    "ready_weapon_needs_a_weapon_that_is_not_ready_yet",
    "what_a_flurry_cannot_combine",
    "who_has_used_the_simple_action_does_not_clash",
    "who_is_not_on_the_field_does_nothing",
    "who_is_responsible_for_which_crash",
    "who_joins_before_the_start_rolls_with_all",
)


def test_refusals_are_sentences(snapshot: Snapshots) -> None:
    snapshot("ex3_refusals", first_refusals(EXAMPLES))


@pytest.mark.parametrize("example", EXAMPLES)
def test_every_refusal_names_a_rule_of_the_catalogue(example: str) -> None:
    rules = {one.rule for one in refusals_of(example)}
    assert rules <= {"", *load("ex3").catalogue}
