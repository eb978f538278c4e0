"""What stands against things in ex3, sentence by sentence: each example has it said in these words, with this rule."""

from __future__ import annotations

import re

import pytest
from systems.played import refusals_of

REFUSALS: dict[str, list[str]] = {
    "a_clash_answered_by_one_who_may_not": [
        "Kesh is restrained. (ex3-54)",
        "Knife is not ready. (ex3-54)",
        "A Clash is told as { mode, weapon }, or { gambit, weapon }. (ex3-54)!",
        "Orin has no weapon axe. (ex3-54)!",
    ],
    "a_counterattack_keeps_the_aim_and_has_its_own_weapon": [
        "There is nobody called nobody to counterattack. (ex3-44)!",
    ],
    "a_delay_is_until_a_number": [
        "Delay until which tick? True is no number. (ex3-05b)!",
        "Delay until which tick? noon is no number. (ex3-05b)!",
        "Tick 8 does not come after tick 8. (ex3-05b)",
    ],
    "a_flurry_is_of_actions_that_there_are": [
        "The battle has not started. (ex3-05)!",
        "There is no action juggle. (ex3-20)!",
        "The flurry is Attack and Other action; Aim is no part of what is left of it. (ex3-20)",
        "Volfer is in a flurry already. (ex3-20)",
    ],
    "a_gambit_is_one_that_there_is": [
        "There is no gambit juggle; there are disarm, distract, grapple, unhorse, special. (ex3-37)!",
        "The difficulty of Disarm is 3, not 2. (ex3-38)!",
        "Kesh has no knife ready. (ex3-38)!",
        "A gambit of the storyteller's own wants a difficulty. (ex3-84)!",
        "The difficulty of Disarm is 3, not True. (ex3-38)!",
        "The difficulty of Distract is 3 to 5, not 6. (ex3-39)!",
        "There is no ally called nobody. (ex3-39)!",
        "There is no ally called volfer. (ex3-39)!",
        "There is nobody called nobody. (ex3-39)!",
        "Distract for which ally? (ex3-39)!",
    ],
    "a_maneuver_is_one_that_there_is": [
        "Kesh is no ally. (ex3-26)",
        "That would be no ambush on Kesh. (ex3-43)",
        "Brok is in a grapple already. (ex3-40)",
        "Kesh does not ride. (ex3-41)",
        "Kesh is at close range. (ex3-35)",
        "Brok is not concealed from Kesh. (ex3-29)",
        "Brok is at close range with Kesh. (ex3-30)",
        "Brok is not prone. (ex3-32)",
        "Brok is in a grapple and cannot flurry. (ex3-40)",
        "A maneuver is one of restrain, savage, throw, not tickle. (ex3-40)!",
        "A savage is withering or decisive, not gentle. (ex3-40)!",
        "It is not Kesh's turn; it is Brok's. (ex3-05)",
        "A wall stands before Road. (ex3-14)",
        "Hill is not one link away. (ex3-14)",
        "There is no zone moon. (ex3-14)!",
        "Brok has used a maneuver on this turn. (ex3-40)",
        "Brok has no control round left. (ex3-40)",
        "Kesh is not at short range (close). (ex3-33)",
        "Brok's turn has begun; it is too late to delay. (ex3-05b)",
        "Brok has used the Simple action of this turn, Hold on. (ex3-20)",
        "Brok has moved in this turn and cannot aim. (ex3-24)",
        "Brok has used a Movement action in this turn. (ex3-22)",
        "Brok has used the Simple action of this turn. (ex3-20)",
        "Kesh is restrained: only Reflexive actions on this turn. (ex3-40)",
        "Brok has no weapon in hand that could be struck away. (ex3-38)",
        "Kesh holds nobody. (ex3-40)",
        "Kesh is not concealed from Brok, Volfer. (ex3-29)",
        "Straight sword is for close range; Kesh is at medium range. (ex3-42)",
        "Kesh is out of range of every ready weapon. (ex3-24)",
        "Volfer is at close range with no opponent. (ex3-27)",
    ],
    "a_move_is_to_a_zone_or_to_somebody": [
        "Move wants either a zone to go to or somebody to come close to. (ex3-30)!",
        "There is no zone moon. (ex3-14)!",
        "There is nobody called nobody to come close to. (ex3-15)!",
        "There is nobody called volfer to come close to. (ex3-15)!",
    ],
    "a_rush_wants_somebody_else": [
        "A Rush wants a target. (ex3-33)!",
        "There is nobody called nobody to rush. (ex3-33)!",
        "There is nobody called volfer to rush. (ex3-33)!",
    ],
    "a_stray_is_mounted_where_it_stands": [
        "Reed rides Warhorse. (ex3-67)",
    ],
    "a_wall_gives_way_to_the_storyteller_only": [
        "A wall stands before Gate. (ex3-14)",
        "No way leads from Volfer to Kesh. (ex3-13)",
    ],
    "adjust_changes_sides": [
        "Volfer must leave close range before going to another zone. (ex3-15)",
    ],
    "adjust_sets_tracks_values_and_places": [
        "Cover is one of none, light, heavy, total, not thick.!",
    ],
    "after_a_shift_one_answers_only_that_one": [
        "Volfer may attack another only. (ex3-54)",
    ],
    "after_shift_only_the_crashed_one_may_be_attacked": [
        "After the Shift only Kesh may be attacked in this turn. (ex3-11)",
    ],
    "aim_is_the_action_of_a_turn": [
        "Volfer is at close range with Kesh and Orin. (ex3-30)",
        "Aim wants a target. (ex3-24)!",
        "There is nobody called nobody to aim at. (ex3-24)!",
        "There is nobody called volfer to aim at. (ex3-24)!",
        "Reed is not on the battlefield. (ex3-24)!",
        "Kesh is in total cover. (ex3-24)",
        "Volfer has aimed in this turn and cannot move. (ex3-24)",
    ],
    "an_attack_wants_a_target_a_kind_and_a_weapon": [
        "An attack wants a target. (ex3-25)!",
        "There is nobody called nobody. (ex3-25)!",
        "Nobody attacks themself. (ex3-25)!",
        "Reed is not on the battlefield. (ex3-25)!",
        "An attack is withering or decisive, not gentle. (ex3-25)!",
        "Volfer has no weapon great_axe. (ex3-42)!",
    ],
    "an_obstacle_stops_feet_not_arrows": [
        "An obstacle on the way to Gate needs a roll or the storyteller's word. (ex3-14)",
    ],
    "an_untrained_mount_bolts": [
        "Kesh is prone and must rise first. (ex3-62)",
        "There is no horse to mount here. (ex3-67)",
    ],
    "bashing_beyond_the_track_turns_lethal": [
        "Kesh is incapacitated. (ex3-26)",
        "Kesh has fallen. (ex3-40)",
        "Kesh is incapacitated. (ex3-33)",
    ],
    "close_range_cannot_be_entered_from_another_zone": [
        "Kesh is in another zone. (ex3-15)",
    ],
    "cover_and_place_at_the_storytellers_word": [
        "Cover is one of none, light, heavy, total, not thick. (ex3-34)!",
    ],
    "cover_is_of_a_number": [
        "Yard offers no light cover; the storyteller may name a difficulty. (ex3-34)",
    ],
    "cover_is_where_the_zone_has_it": [
        "Cover is light, heavy or total, not thick. (ex3-34)!",
        "Yard offers no heavy cover; the storyteller may name a difficulty. (ex3-34)",
    ],
    "defend_other_is_a_simple_action": [
        "There is nobody called nobody to defend. (ex3-26)!",
    ],
    "disengage_names_those_who_are_there": [
        "Orin is no opponent at close range. (ex3-27)!",
    ],
    "distract_is_for_an_ally": [
        "Volfer has no ally. (ex3-39)",
    ],
    "effect_a_defense_excellency_raises_evasion": [
        "Dodge Excellency is used 1 to 2 times, not 3. (ex3-85)",
    ],
    "effect_a_merit_gives_initiative_once": [
        "Lightning Start is once in a scene, and Volfer has used it. (ex3-85)",
    ],
    "effect_a_soak_charm_lasts_for_the_scene": [
        "Iron Skin is not in force on Volfer. (ex3-86)!",
    ],
    "effect_a_spell_of_the_storytellers_word": [
        "Wall of Mist is not ready: Volfer has gathered 0 of 6. (ex3-87)",
        "Wall of Mist is ready: release it. (ex3-87)",
        "Wall of Mist is in force already. (ex3-85)",
    ],
    "effect_blood_pays_until_there_is_no_more": [
        "Blood for Power costs 1 health; that would be Volfer's end. (ex3-85)",
    ],
    "effect_committed_motes_do_not_come_back": [
        "Bandit has no motes. (ex3-86)!",
    ],
    "effect_nothing_perilous_in_crash": [
        "Volfer is in Crash: Reckless Blow is Perilous. (ex3-06)",
        "Reckless Blow costs 3 Initiative; Volfer has none to pay with. (ex3-85)",
    ],
    "effect_what_cannot_be_paid_is_refused": [
        "Melee Excellency costs 4 motes; Volfer has 3. (ex3-86)",
        "Melee Excellency costs 2 personal motes; Volfer has 1. (ex3-86)",
        "Parry Excellency costs 2 motes; Bandit has none. (ex3-86)",
        "Volfer has no effect keen_eye. (ex3-85)!",
    ],
    "fine_a_clash_needs_a_legal_attack": [
        "Mara is in Crash: nothing with the Perilous keyword. (ex3-06)",
        "Mara is in Crash: no Full Defense. (ex3-28)",
        "Mara is in Crash: no decisive attacks. (ex3-06)",
        "Volfer is in Crash. (ex3-39)",
        "Mara acts first on this tick. (ex3-05c)",
        "Straight sword is for close range; Mara is at short range. (ex3-54)",
        "Kesh is in Crash: no decisive attacks. (ex3-54)",
    ],
    "fine_a_disarmed_weapon_is_out_of_reach_from_another_zone": [
        "Mara must aim first: Kesh is at medium range. (ex3-42)",
        "Mara must aim first: Kesh is at medium range. (ex3-24)",
        "Mara has no weapon axe. (ex3-31)!",
    ],
    "fine_a_very_large_mount_is_out_of_reach": [
        "On Elephant, Rana is out of reach of Straight sword. (ex3-67)",
    ],
    "fine_bare_hands_do_not_reach_a_very_large_mounts_rider": [
        "On Elephant, Rana is out of reach of Unarmed. (ex3-67)",
    ],
    "fine_defend_other_wants_an_ally_at_close_range": [
        "Mara is not at close range. (ex3-26)",
        "There is nobody called volfer to defend. (ex3-26)!",
    ],
    "fine_disarm_takes_the_parry_of_the_weapon": [
        "Kesh has no weapon straight_sword. (ex3-42)!",
    ],
    "fine_distract_of_difficulty_five": [
        "Mara has the benefit of a Distract already. (ex3-39)",
    ],
    "fine_no_clash_on_different_ticks": [
        "Kesh does not act on this tick. (ex3-54)",
    ],
    "healing_names_its_levels": [
        "lethal is a number of levels, not -1. (ex3-63)!",
        "lethal is a number of levels, not True. (ex3-63)!",
    ],
    "no_battle_of_nobody": [
        "Nobody is there to fight; add combatants first. (ex3-04)!",
    ],
    "no_break_for_a_self_crash_too_soon": [
        "Volfer left Crash in this round or the one before. (ex3-09)",
    ],
    "no_weapon_reaches_beyond_its_range": [
        "Charmed dart reaches to medium range; Kesh is at long range. (ex3-42)",
    ],
    "nobody_is_grappled_twice": [
        "Orin is no ally on the battlefield. (ex3-39)",
        "Kesh is held in a grapple and cannot move. (ex3-40)",
    ],
    "nobody_mounts_what_is_not_there": [
        "Volfer rides already. (ex3-67)",
        "There is no straight_sword to mount here. (ex3-67)",
        "There is no camel to mount here. (ex3-67)",
        "Reed does not ride. (ex3-67)",
        "Volfer is not at close range. (ex3-67)",
    ],
    "nobody_steps_in_on_the_tick_one_delayed_on": [
        "Volfer may step in on ticks 9 to 7, not on 10. (ex3-05b)",
    ],
    "nothing_is_done_before_the_start_or_after_the_end": [
        "The battle is over. (ex3-05)!",
    ],
    "one_close_group_is_left_before_another_is_joined": [
        "Volfer is at close range with Reed already. (ex3-15)",
        "Volfer must leave close range first. (ex3-15)",
    ],
    "one_control_round_is_enough_for_a_savage": [
        "Restraining costs 2 control rounds; Brok has 1. (ex3-40)",
    ],
    "ready_weapon_changes_parry": [
        "Straight sword is not ready. (ex3-42)",
    ],
    "ready_weapon_wants_a_weapon_that_is_not_yet_so": [
        "Ready Weapon wants a weapon to ready or to put away. (ex3-31)!",
        "Volfer has no weapon great_axe. (ex3-31)!",
        "Straight sword is ready already. (ex3-31)",
        "Knife is not ready. (ex3-31)",
    ],
    "what_a_flurry_cannot_combine": [
        "A flurry is of two different actions. (ex3-20)",
        "Aim does not go in a flurry. (ex3-20)",
        "Full Defense goes in a flurry with social actions only. (ex3-28)",
    ],
    "who_has_used_the_simple_action_does_not_clash": [
        "Volfer has used the Simple action of this turn. (ex3-54)",
    ],
    "who_is_not_on_the_field_does_nothing": [
        "Hold at bay: nobody is in reach for that now. (ex3-43)",
        "Disarm: nobody is in reach for that now. (ex3-38)",
        "Grapple: nobody is in reach for that now. (ex3-40)",
        "No opponent knows of Kesh. (ex3-27a)",
        "Volfer is not on the battlefield. (ex3-05)",
    ],
    "who_is_responsible_for_which_crash": [
        "Volfer cannot be responsible to themself. (ex3-10)",
        "Nobody has crashed themself. (ex3-10)",
    ],
    "who_joins_before_the_start_rolls_with_all": [
        "The battle has started already. (ex3-04)!",
        "Reed is in the battle already. (ex3-04)!",
        "The battle is over. (ex3-04)!",
    ],
}
"""Sentences, each with its rule, by example; with ! at the end what not even the storyteller can allow."""


@pytest.mark.parametrize("example", REFUSALS)
def test_what_stands_against_it_is_said(example: str) -> None:
    said = {f"{one}{'!' if one.final else ''}" for one in refusals_of(example)}
    assert [sentence for sentence in REFUSALS[example] if sentence not in said] == []


@pytest.mark.parametrize("example", REFUSALS)
def test_every_refusal_names_a_rule_of_the_catalogue(example: str) -> None:
    rules = {one.rule for one in refusals_of(example)}
    assert {rule for rule in rules if not re.fullmatch(r"(ex3-\d\d[a-e]?)?", rule)} == set()
