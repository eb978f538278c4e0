"""The log of ex3, sentence by sentence: each example says what happened in these words, with this rule behind it.

The numbers are those that the examples work out; what counts here is that the reader is told them.
"""

from __future__ import annotations

import pytest
from systems.played import log_of

LOG: dict[str, list[str]] = {
    "a_break_bonus_lifts_one_who_waits": [
        "Kesh takes Full Defense. (ex3-28)",
        "Kesh crashes by paying for it and loses 5 more: -5. (ex3-07)",
        "Volfer brought it about and gains 5. (ex3-10)",
    ],
    "a_concealed_turn_of_a_flurry_has_three_dice_less": [
        "Volfer takes light cover: 1 against 1. (ex3-34)",
        "Volfer stays hidden. (ex3-19)",
    ],
    "a_failed_disengage_may_reveal": [
        "Volfer does not get away. (ex3-27)",
        "Volfer is seen by Orin. (ex3-19)",
    ],
    "a_gambit_ignores_hardness_and_costs_its_difficulty": [
        "Volfer tries Disarm on Kesh: 2 against 3, it fails. (ex3-37)",
    ],
    "a_guardian_may_use_an_effect": [
        "Volfer defends Reed. (ex3-26)",
        "Volfer uses Wall of steel. (ex3-85)",
    ],
    "a_reset_may_raise": [
        "Volfer hits Kesh with Straight sword, decisive: 1 die, 0 lethal. Volfer is back to 3. (ex3-48)",
    ],
    "a_roll_that_no_rule_names": [
        "Volfer rolls 5 dice: 2 against 2: success. (ex3-01)",
        "Volfer rolls 4 dice: 0 against 1: failure. (ex3-01)",
    ],
    "a_shift_and_then_a_flurry": [
        "Volfer hits Kesh with Straight sword, withering 2: Kesh 2 → 0, Crash; Volfer -4 → -1. (ex3-47)",
        "Break: Volfer gains 5. (ex3-09)",
        "Shift: Volfer turns the fight, Initiative 8. (ex3-11)",
        "Volfer flurries: Attack and Other action. (ex3-20)",
        "Volfer: laughs (ex3-36)",
    ],
    "a_weapon_lost_in_the_hold_is_replaced": [
        "Volfer holds Kesh at bay for 1 round. (ex3-43)",
        "Volfer's Knife flies out of reach. (ex3-38)",
        "The storyteller puts Kesh in Island.",
        "The hold is over; Volfer is the quicker (5 against 4). (ex3-43)",
        "Volfer cannot strike at Kesh. (ex3-43)",
    ],
    "adjust_sets_anything": [
        "The storyteller sets Kesh: Initiative 9, Lethal 3, Prone yes.",
        "The storyteller sets Kesh: Prone no, Zone gate, Side heroes.",
    ],
    "aim_is_wasted_by_total_cover": [
        "Mara aims at Kesh. (ex3-24)",
        "Kesh is in total cover. (ex3-34)",
        "Mara's aim is wasted. (ex3-24)",
        "Kesh is out of cover. (ex3-34)",
    ],
    "an_untrained_mount_bolts": [
        "Horse bolts. (ex3-41)",
    ],
    "delay_after_letting_go_brings_no_round_back": [
        "Brok lets go of Kesh. (ex3-40)",
        "Brok delays to tick 3. (ex3-05b)",
    ],
    "delay_out_of_the_reset_keeps_who_crashed_one": [
        "Volfer has been in Crash for three turns and resets to 3. (ex3-08)",
    ],
    "effect_a_healing_charm_is_an_action": [
        "Volfer uses Second Wind for 5 motes, 1 Willpower. (ex3-85)",
        "Volfer's anima is glowing. (ex3-86)",
    ],
    "effect_a_spell_is_shaped_and_released": [
        "Volfer shapes Storm of Sparks: 5 of 8. (ex3-87)",
        "Volfer shapes Storm of Sparks: 8 of 8; it is ready. (ex3-87)",
        "Volfer uses Storm of Sparks for 1 Willpower: A swarm of burning sparks. (ex3-85)",
    ],
    "effect_a_spell_of_the_storytellers_word": [
        "Volfer uses Wall of Mist for 1 Willpower: Mist rises; the storyteller says what it hides. (ex3-85)",
    ],
    "effect_an_effect_written_out_on_the_sheet": [
        "Volfer uses Feint of Dust for 1 mote. (ex3-85)",
    ],
    "effect_an_undodgeable_attack": [
        "Volfer uses Nowhere to Run for 3 motes, 1 Initiative. (ex3-85)",
    ],
    "effect_blood_pays_until_there_is_no_more": [
        "Volfer uses Blood for Power for 1 lethal. (ex3-85)",
    ],
    "effect_committed_motes_do_not_come_back": [
        "Volfer uses Watchful Stance for 3 motes. (ex3-85)",
        "Volfer regains no motes. (ex3-86)",
        "Volfer lets Watchful Stance end; 3 motes free again. (ex3-86)",
        "Volfer regains 3 peripheral motes. (ex3-86)",
    ],
    "effect_nothing_perilous_in_crash": [
        "Volfer uses Reckless Blow for 3 Initiative. (ex3-85)",
    ],
    "effect_the_fallen_do_not_strike_back": [
        "Bandit cannot counterattack: Bandit is incapacitated. (ex3-44)",
    ],
    "effect_what_is_spent_at_once_flares_together": [
        "Volfer's anima is burning. (ex3-86)",
        "Volfer's anima is a bonfire. (ex3-86)",
    ],
    "falling_back_may_be_followed": [
        "Kesh closes with Volfer. (ex3-15)",
        "Volfer falls back from Kesh. (ex3-27)",
        "Orin follows Volfer to close range. (ex3-33)",
    ],
    "fine_a_clash_that_incapacitates": [
        "Volfer and Kesh clash, 1 against 0: Volfer wins. (ex3-54)",
    ],
    "fine_a_concealment_tie_is_lost": [
        "Sable finds nowhere to hide. (ex3-27a)",
        "Sable hides from Kesh. (ex3-27a)",
    ],
    "fine_a_counterattack_follows_a_hit": [
        "Volfer counterattacks. (ex3-44)",
    ],
    "fine_a_counterattack_needs_its_range": [
        "Volfer cannot counterattack: Straight sword is for close range; Mara is at short range. (ex3-44)",
    ],
    "fine_a_decisive_counterattack_from_crash_does_not_come": [
        "Volfer cannot counterattack: Volfer is in Crash: no decisive attacks. (ex3-44)",
    ],
    "fine_a_disarmed_weapon_is_picked_up_by_its_owner": [
        "Kesh's Straight sword flies out of reach. (ex3-38)",
        "Kesh readies Straight sword. (ex3-31)",
    ],
    "fine_a_gambit_of_the_storytellers_own": [
        "The gambit is done: the cloak over the eyes. What follows is the storyteller's. (ex3-84)",
    ],
    "fine_a_grapple_that_crashes_its_holder_is_lost": [
        "Brok is in Crash and cannot hold Kesh. (ex3-40)",
    ],
    "fine_a_rush_enters_difficult_terrain_at_once": [
        "Kesh makes for Marsh: 1 of 2 through difficult ground. (ex3-16)",
        "Volfer rushes Kesh: 2 against 1, will follow. (ex3-33)",
        "Kesh moves to Marsh. (ex3-30)",
        "Volfer follows Kesh. (ex3-33)",
    ],
    "fine_a_savage_that_incapacitates_ends_the_grapple": [
        "Brok savages Kesh. (ex3-40)",
        "Brok hits Kesh with Unarmed, decisive: 7 dice, 2 bashing; Kesh is incapacitated. Brok is back to 3. (ex3-48)",
        "Brok holds Kesh no longer. (ex3-40)",
    ],
    "fine_an_escape_from_the_hold_is_answered": [
        "Sable holds Kesh at bay for 2 rounds. (ex3-43)",
        "Kesh tries to escape. (ex3-43)",
        "Sable hits Kesh with Knife, decisive: 9 dice, 5 lethal. Sable is back to 3. (ex3-48)",
        "Kesh disengages. (ex3-27)",
    ],
    "fine_distract_for_one_who_has_acted": [
        "Mara gains 4 and must attack Kesh on the next turn. (ex3-39)",
        "Mara did not attack Kesh and loses 4. (ex3-39)",
    ],
    "fine_drag_off_leaves_cover_behind": [
        "Brok moves to Gate. (ex3-30)",
        "Brok drags Kesh along. (ex3-40)",
    ],
    "fine_falling_back_to_a_zone_farther_away": [
        "The storyteller puts Volfer in Gate.",
        "Volfer falls back to Road. (ex3-27)",
    ],
    "fine_go_to_ground_in_three_turns": [
        "Sable comes back into the fight at -10. (ex3-29)",
    ],
    "fine_restrain_takes_the_next_turn": [
        "Brok holds Kesh: 3 control rounds. (ex3-40)",
        "Brok restrains Kesh. (ex3-40)",
        "Brok holds on to Kesh. (ex3-40)",
        "Kesh escapes the grapple. (ex3-40)",
        "Kesh misses Brok with Straight sword: 0 against 3. (ex3-44)",
    ],
    "fine_the_hostage_wins_the_join_battle": [
        "The hold is over; Kesh is the quicker (4 against 4). (ex3-43)",
    ],
    "fine_take_total_cover": [
        "Volfer takes total cover: 4 against 4. (ex3-34)",
    ],
    "fine_who_left_the_field_is_no_target": [
        "Volfer leaves the battlefield. (ex3-35)",
    ],
    "fine_withdraw_at_the_goal_covers_ground": [
        "Volfer withdraws: 6 of 10. (ex3-35)",
        "Volfer withdraws to Z3. (ex3-35)",
    ],
    "found_while_going_to_ground_one_begins_anew": [
        "Volfer goes to ground, 1 of 3. (ex3-29)",
        "Volfer is found by Kesh. (ex3-29)",
        "Volfer has gone to ground and cannot be found. (ex3-29)",
    ],
    "healing_names_its_levels": [
        "Volfer heals. (ex3-63)",
    ],
    "late_joiner_on_the_tick_goes_by_rating": [
        "Mara joins the battle ahead of every opponent: 8. (ex3-04)",
    ],
    "of_several_strays_the_one_named_is_mounted": [
        "The battle begins. Round 1. (ex3-05)",
        "The storyteller allows it: Straight sword is for close range; Orin is at medium range. (ex3-42)",
        "Volfer tries Unhorse on Orin: 4 against 4, it succeeds. (ex3-37)",
        "Orin is thrown from the saddle. (ex3-41)",
        "Warhorse stays. (ex3-41)",
        "Round 2. (ex3-05)",
        "The storyteller puts Volfer close to Brok.",
        "Simhata stays. (ex3-41)",
        "Reed mounts Simhata. (ex3-67)",
    ],
    "one_climbs_up_to_riders_only": [
        "Kesh climbs up to Volfer. (ex3-67)",
    ],
    "one_initiative_holds_and_none_does_not": [
        "Brok is in Crash and loses the hold. (ex3-40)",
    ],
    "place_moves_without_the_rules": [
        "The storyteller puts Kesh in Cell.",
    ],
    "ready_weapon_wants_a_weapon_that_is_not_yet_so": [
        "Volfer readies Knife and puts Straight sword away. (ex3-31)",
    ],
    "rising_beside_an_opponent_can_fail": [
        "Volfer does not get up: 1 against 2. (ex3-32)",
        "Volfer rises. (ex3-32)",
    ],
    "stepping_out_of_close_range_is_one_move_anywhere": [
        "Volfer makes for Bog: 1 of 2 through difficult ground. (ex3-16)",
        "Volfer steps out of close range. (ex3-15)",
    ],
    "take_cover_is_a_roll": [
        "Volfer is in light cover. (ex3-34)",
        "Volfer finds no cover: 2 against 3. (ex3-34)",
        "Volfer takes heavy cover: 3 against 3. (ex3-34)",
    ],
    "the_first_maneuver_may_be_decisive": [
        "Brok holds Kesh: 1 control round. (ex3-40)",
        "Brok throws Kesh. (ex3-40)",
        "Brok hits Kesh with Unarmed, decisive: 8 dice, 1 bashing. Brok is back to 3. (ex3-48)",
        "Kesh is thrown down, and free. (ex3-40)",
    ],
    "the_hold_over_one_strikes_with_what_is_in_hand": [
        "Volfer puts Knife away. (ex3-31)",
    ],
    "the_order_puts_who_waits_last": [
        "Volfer delays and waits for the moment. (ex3-05b)",
    ],
    "the_storytellers_mount_is_as_the_table_has_it": [
        "Volfer cannot catch Kesh: 0 against 0. (ex3-33)",
        "Volfer dismounts. (ex3-67)",
        "Volfer mounts dragon. (ex3-67)",
    ],
    "who_has_used_the_simple_action_does_not_clash": [
        "Kesh and Volfer clash, 1 each: neither hits. (ex3-54)",
    ],
    "who_joins_before_the_start_rolls_with_all": [
        "Reed is there. (ex3-04)",
        "Reed joins battle: 4. (ex3-04)",
        "The battle is over.",
    ],
    "who_waits_outside_is_no_target": [
        "Orin joins the battle: 5. (ex3-04)",
    ],
    "withdrawing_as_far_away_leads_nowhere": [
        "Volfer has nowhere to withdraw to. (ex3-35)",
    ],
    "withdrawing_heeds_no_foe_whom_no_way_joins": [
        "Volfer withdraws to Road. (ex3-35)",
    ],
}
"""Sentences of the log by example."""


@pytest.mark.parametrize("example", LOG)
def test_the_log_says_what_happened(example: str) -> None:
    said = log_of(example)
    assert [sentence for sentence in LOG[example] if sentence not in said] == []
