"""What is asked while a step of ex2 is resolved: every roll with what its pool and its difficulty are made of and the
rules behind the parts, every choice with its options."""

from __future__ import annotations

import pytest
from systems.played import asked_in, question

QUESTIONS: dict[str, list[str]] = {
    "a_charm_of_ones_own_helps_in_the_right_step": [
        "volfer at attack: Straight Line (3 motes)",
        "volfer at damage: Heavy Hand (2 motes)",
        "kesh at damaged: Iron Skin (5 motes)",
        "volfer.damage: Damage against kesh: Strength 3, Straight sword 3, successes left 1 (ex2-10), "
        "Heavy Hand 2 (ex2-12), Kesh's soak [Iron Skin 3 (ex2-12)] -3 (ex2-18)",
    ],
    "a_clinch_may_use_strength": [
        "tiso.grapple: Clinch against kesh: Strength 4, Martial Arts 3; "
        "difficulty Kesh's DV [(Dexterity 3 + Melee 3 + Straight sword 1) / 2 [Dexterity 3, Melee 3, "
        "Straight sword 1] 3] 3 (ex2-12), one left over 1 (ex2-02)",
    ],
    "a_coordinated_attack_is_led_by_who_breaks_off_a_guard": [
        "volfer.coordinate: Coordinate attack against bandit: Charisma 3, War 2; "
        "difficulty half the participants 0 (ex2-20)",
        "mara.attack: Attack against bandit: Dexterity 3, Melee 3, accuracy 2 (ex2-10); "
        "difficulty Bandit's DV [(Dexterity 2 + Melee 2 - Axe 1) / 2 [Dexterity 2, Melee 2, Axe -1] 1, "
        "coordinated by Volfer -1 (ex2-20)] 0 (ex2-12), one left over 1 (ex2-02)",
        "bandit.knockdown: Resist knockdown: highest of (Dexterity 2, Strength 2) [Dexterity 2] 2, "
        "highest of (Athletics 1, Resistance 1) [Athletics 1] 1; difficulty difficulty 2 (ex2-17)",
    ],
    "a_coup_de_grace_maims_instead_of_killing": [
        "volfer.attack: Attack, coup de grace against kesh: Dexterity 4, Melee 4, accuracy 2 (ex2-10); "
        "automatic coup de grace -1 (ex2-15); "
        "difficulty Kesh's DV [(Dexterity 3 + Melee 3 + Straight sword 1) / 2 [Dexterity 3, Melee 3, "
        "Straight sword 1] 3, wounds -2 (ex2-18)] 1 (ex2-12), one left over 1 (ex2-02)",
    ],
    "a_disarmed_weapon_flies_and_is_fetched": [
        "volfer.attack: Attack, disarm against kesh: Dexterity 4, Melee 4, accuracy 2 (ex2-10); "
        "automatic disarm -2 (ex2-15); "
        "difficulty Kesh's DV [(Dexterity 3 + Melee 3 + Straight sword 1) / 2 [Dexterity 3, Melee 3, "
        "Straight sword 1] 3] 3 (ex2-12), one left over 1 (ex2-02)",
        "kesh.disarm: Keep hold of Straight sword: Wits 1, Melee 3; difficulty net successes 3 (ex2-15)",
        "kesh.fetch: Fetch Straight sword: Dexterity 3, Melee 3; difficulty difficulty 1 (ex2-15)",
    ],
    "a_fierce_blow_with_a_club_adds_four": [
        "volfer.attack: Attack, fierce blow against kesh: Dexterity 4, Melee 4, accuracy 1 (ex2-10); "
        "automatic fierce blow -1 (ex2-15); "
        "difficulty Kesh's DV [(Dexterity 3 + Melee 3 + Straight sword 1) / 2 [Dexterity 3, Melee 3, "
        "Straight sword 1] 3] 3 (ex2-12), one left over 1 (ex2-02)",
        "volfer.damage: Damage against kesh: Strength 3, Club 7, successes left 1 (ex2-10), "
        "fierce blow 4 (ex2-15), Kesh's soak [Stamina 2] -2 (ex2-18)",
        "kesh.knockdown: Resist knockdown: highest of (Dexterity 3, Strength 3) [Dexterity 3] 3, "
        "highest of (Athletics 0, Resistance 1) [Resistance 1] 1; difficulty difficulty 2 (ex2-17)",
    ],
    "a_long_weapon_cancels_height": [
        "bandit.damage: Damage against volfer: Strength 2, Spear 4, successes left 1 (ex2-10), "
        "Volfer's soak [Stamina 3 / 2 [Stamina 3] 2] -2 (ex2-18)",
        "volfer.knockdown: Resist knockdown: highest of (Dexterity 4, Strength 3) [Dexterity 4] 4, "
        "highest of (Athletics 2, Resistance 2) [Athletics 2] 2; difficulty difficulty 2 (ex2-17)",
        "volfer.attack: Attack against bandit: Dexterity 4, Melee 4, accuracy 2 (ex2-10); "
        "difficulty Bandit's DV [(Dexterity 2 + Melee 2 + Spear 2) / 2 [Dexterity 2, Melee 2, Spear 2] 3, "
        "last action -1 (ex2-05)] 2 (ex2-12), one left over 1 (ex2-02)",
    ],
    "a_stunt_lets_a_dasher_parry": [
        "kesh.attack: Attack against volfer: Dexterity 3, Melee 3, accuracy 2 (ex2-10); "
        "difficulty Volfer's DV [(Dexterity 4 + Melee 4 + Straight sword 1) / 2 [Dexterity 4, Melee 4, "
        "Straight sword 1] 5, last action -2 (ex2-05), stunt 1] 4 (ex2-12), one left over 1 (ex2-02)",
    ],
    "a_sweep_checks_whatever_the_damage": [
        "volfer.attack: Attack, sweep against kesh: Dexterity 4, Melee 4, accuracy 2 (ex2-10); "
        "automatic sweep -1 (ex2-15); "
        "difficulty Kesh's DV [(Dexterity 3 + Melee 3 + Straight sword 1) / 2 [Dexterity 3, Melee 3, "
        "Straight sword 1] 3] 3 (ex2-12), one left over 1 (ex2-02)",
        "kesh.knockdown: Resist knockdown: highest of (Dexterity 3, Strength 3) [Dexterity 3] 3, "
        "highest of (Athletics 0, Resistance 3) [Resistance 3] 3; difficulty difficulty 2 (ex2-17)",
    ],
    "a_throw_within_range": [
        "mara.damage: Damage against kesh: Strength 2, Throwing knife 2, successes left 1 (ex2-10)",
    ],
    "aggravated_is_soaked_by_armour_alone": [
        "volfer.damage: Damage against kesh: Strength 3, Burning blade 3, successes left 1 (ex2-10)",
    ],
    "aim_run_to_its_end_gives_three": [
        "mara.attack: Attack against bandit: Dexterity 3, Archery 3, aim 3 (ex2-21); "
        "difficulty Bandit's DV [(Dexterity 2 + Melee 2 - Axe 1) / 2 [Dexterity 2, Melee 2, "
        "Axe -1] 1] 1 (ex2-12), one left over 1 (ex2-02)",
    ],
    "an_aim_broken_off_to_lead_costs_two_dice": [
        "volfer.coordinate: Coordinate attack against bandit: Charisma 3, War 2, broke off an aim -2 (ex2-21); "
        "difficulty half the participants 0 (ex2-20)",
    ],
    "an_excellency_is_for_one_attack": [
        "volfer at attack: First Excellency, 1 to 8 (1 mote each), Second Excellency, 1 to 4 (2 motes each)",
        "volfer.attack: Attack against kesh: Dexterity 4, Melee 4, accuracy 2 (ex2-10), "
        "First Excellency 2 (ex2-12), several actions -2 (ex2-23); "
        "difficulty Kesh's DV [(Dexterity 3 + Melee 3 + Straight sword 1) / 2 [Dexterity 3, Melee 3, "
        "Straight sword 1] 3] 3 (ex2-12), one left over 1 (ex2-02)",
        "volfer at rolled: Third Excellency (4 motes)",
        "volfer.attack: Attack against kesh: Dexterity 4, Melee 4, accuracy 2 (ex2-10), "
        "several actions -3 (ex2-23); "
        "difficulty Kesh's DV [(Dexterity 3 + Melee 3 + Straight sword 1) / 2 [Dexterity 3, Melee 3, "
        "Straight sword 1] 3, onslaught -1 (ex2-23)] 2 (ex2-12), one left over 1 (ex2-02)",
    ],
    "an_obstacle_is_climbed_with_a_roll": [
        "volfer.climb: Climb: Dexterity 4, Athletics 2; difficulty difficulty 2 (ex2-22)",
    ],
    "an_unseen_target_costs_two": [
        "volfer.attack: Attack against bandit: Dexterity 4, Melee 4, accuracy 2 (ex2-10); "
        "automatic no visibility -2 (ex2-11); "
        "difficulty Bandit's DV [(Dexterity 2 + Melee 2 - Axe 1) / 2 [Dexterity 2, Melee 2, "
        "Axe -1] 1] 1 (ex2-12), one left over 1 (ex2-02)",
    ],
    "at_least_essence_dice": [
        "volfer.damage: Damage against kesh: Strength 3, Straight sword 3, successes left 1 (ex2-10), "
        "Kesh's soak [Superheavy plate 12] -12 (ex2-18), at least Essence 7 (ex2-10)",
    ],
    "crush_deals_strength_and_what_is_left": [
        "tiso.damage: Damage against kesh: Strength 4 (ex2-40), successes left 2 (ex2-40), "
        "Kesh's soak [Stamina 2, Breastplate 4, piercing -2 (ex2-10)] -4 (ex2-18)",
    ],
    "excellencies_are_added_after_halving": [
        "volfer.attack: Attack against kesh: Dexterity 4, Melee 4, accuracy 2 (ex2-10); "
        "difficulty Kesh's DV [(Dexterity 3 + Melee 3 + Straight sword 1) / 2 [Dexterity 3, Melee 3, "
        "Straight sword 1] 3, 2nd Excellency 2] 5 (ex2-12), one left over 1 (ex2-02)",
    ],
    "external_penalties_take_successes": [
        "volfer.attack: Attack against bandit: Dexterity 4, Melee 4, accuracy 2 (ex2-10); "
        "automatic prone -1 (ex2-11), poor vision -1 (ex2-11); "
        "difficulty Bandit's DV [(Dexterity 2 + Melee 2 - Axe 1) / 2 [Dexterity 2, Melee 2, "
        "Axe -1] 1] 1 (ex2-12), one left over 1 (ex2-02)",
    ],
    "helpers_add_a_die_each": [
        "tiso.grapple: Clinch against kesh: Dexterity 3, Martial Arts 3, helpers 1 (ex2-40); "
        "difficulty Kesh's DV [(Dexterity 3 + Melee 3 + Straight sword 1) / 2 [Dexterity 3, Melee 3, "
        "Straight sword 1] 3] 3 (ex2-12), one left over 1 (ex2-02)",
    ],
    "internal_penalties_stop_at_essence": [
        "bandit.attack: Attack against kesh: Dexterity 2, Melee 2, accuracy 1 (ex2-10), distracted -2 (ex2-11), "
        "blind -4 (ex2-11), not below Essence 2 (ex2-02); "
        "difficulty Kesh's DV [(Dexterity 2 + Dodge 1 + Essence 3) / 2 [Dexterity 2, Dodge 1, "
        "Essence 3] 3] 3 (ex2-12), one left over 1 (ex2-02)",
        "kesh.attack: Attack against bandit: Dexterity 2, Melee 2, accuracy 1 (ex2-10), distracted -2 (ex2-11), "
        "blind -4 (ex2-11), not below Essence 4 (ex2-02); "
        "difficulty Bandit's DV [(Dexterity 2 + Melee 2 - Axe 1) / 2 [Dexterity 2, Melee 2, Axe -1] 1, "
        "last action -1 (ex2-05)] 0 (ex2-12), one left over 1 (ex2-02)",
    ],
    "join_war_is_rolled_with_war": [
        "volfer.join_battle: Join Battle: Wits 3, Awareness 2",
        "mara.join_battle: Join War: Wits 3, War 4",
    ],
    "modifiers_change_speed_and_soak": [
        "volfer.damage: Damage against kesh: Strength 3, Straight sword 3, successes left 1 (ex2-10), "
        "Kesh's soak [iron skin 3] -3 (ex2-18)",
    ],
    "mounted_without_ride_costs_a_success": [
        "volfer.attack: Attack against bandit: Dexterity 4, Melee 4, accuracy 2 (ex2-10); "
        "automatic mounted without Ride -1 (ex2-11); "
        "difficulty Bandit's DV [(Dexterity 2 + Melee 2 - Axe 1) / 2 [Dexterity 2, Melee 2, Axe -1] 1, "
        "stands lower -1 (ex2-13)] 0 (ex2-12), one left over 1 (ex2-02)",
    ],
    "off_hand_and_fatigue_take_dice": [
        "volfer.attack: Attack against bandit: Dexterity 4, Melee 4, accuracy 2 (ex2-10), fatigue -3 (ex2-11), "
        "off hand -1 (ex2-11); difficulty Bandit's DV [(Dexterity 2 + Melee 2 - Axe 1) / 2 [Dexterity 2, Melee 2, "
        "Axe -1] 1] 1 (ex2-12), one left over 1 (ex2-02)",
    ],
    "option_simultaneous_off_wounds_count_at_once": [
        "kesh.stun: Resist stunning: Stamina 2, Resistance 1, wounds -2 (ex2-18); "
        "difficulty damage beyond Stamina 2 (ex2-16)",
        "kesh.attack: Attack against volfer: Dexterity 3, Melee 3, accuracy 2 (ex2-10), stunned -2 (ex2-11), "
        "wounds -2 (ex2-18); automatic prone -1 (ex2-11); "
        "difficulty Volfer's DV [(Dexterity 4 + Melee 4 + Straight sword 1) / 2 [Dexterity 4, Melee 4, "
        "Straight sword 1] 5, last action -1 (ex2-05)] 4 (ex2-12), one left over 1 (ex2-02)",
    ],
    "overwhelming_leaves_more": [
        "volfer.damage: Damage against kesh: Strength 3, Sledge 12, successes left 1 (ex2-10), "
        "Kesh's soak [Stamina 2, Superheavy plate 14] -16 (ex2-18), at least Overwhelming 4 (ex2-10)",
    ],
    "piercing_halves_armour": [
        "mara.attack: Attack against kesh: Dexterity 3, Archery 3, accuracy 1 (ex2-10); "
        "difficulty Kesh's DV [(Dexterity 3 + Melee 3 + Straight sword 1) / 2 [Dexterity 3, Melee 3, "
        "Straight sword 1] 3] 3 (ex2-12), one left over 1 (ex2-02)",
        "mara.damage: Damage against kesh: Strength 2, Crossbow 5, successes left 1 (ex2-10), "
        "Kesh's soak [Breastplate 4, piercing -2 (ex2-10)] -2 (ex2-18)",
    ],
    "pulling_blows_deals_bashing": [
        "volfer.attack: Attack, pulling the blow against kesh: Dexterity 4, Melee 4, accuracy 2 (ex2-10); "
        "automatic pulling the blow -1 (ex2-15); "
        "difficulty Kesh's DV [(Dexterity 3 + Melee 3 + Straight sword 1) / 2 [Dexterity 3, Melee 3, "
        "Straight sword 1] 3] 3 (ex2-12), one left over 1 (ex2-02)",
    ],
    "shields_and_cover_against_arrows": [
        "mara.attack: Attack against bandit: Dexterity 3, Archery 3; "
        "difficulty Bandit's DV [(Dexterity 2 + Melee 2 - Axe 1) / 2 [Dexterity 2, Melee 2, Axe -1] 1, "
        "Tower shield 2 (ex2-14), 75% cover 3 (ex2-14)] 6 (ex2-12), one left over 1 (ex2-02)",
        "mara.damage: Damage against bandit: Strength 2, Self bow 2, successes left 1 (ex2-10)",
    ],
    "showing_off_costs_its_points": [
        "volfer.attack: Attack, showing off against kesh: Dexterity 4, Melee 4, accuracy 2 (ex2-10); "
        "automatic showing off -3 (ex2-15); "
        "difficulty Kesh's DV [(Dexterity 3 + Melee 3 + Straight sword 1) / 2 [Dexterity 3, Melee 3, "
        "Straight sword 1] 3] 3 (ex2-12), one left over 1 (ex2-02)",
    ],
    "standing_higher_adds_to_dv": [
        "volfer.attack: Attack against bandit: Dexterity 4, Melee 4, accuracy 2 (ex2-10); "
        "difficulty Bandit's DV [(Dexterity 2 + Melee 2 - Axe 1) / 2 [Dexterity 2, Melee 2, Axe -1] 1, "
        "stands lower -2 (ex2-13), never below 0 1 (ex2-12)] 0 (ex2-12), one left over 1 (ex2-02)",
        "bandit.attack: Attack against volfer: Dexterity 2, Melee 2, accuracy 1 (ex2-10); "
        "difficulty Volfer's DV [(Dexterity 4 + Melee 4 + Straight sword 1) / 2 [Dexterity 4, Melee 4, "
        "Straight sword 1] 5, last action -1 (ex2-05), stands higher 2 (ex2-13)] 6 (ex2-12), "
        "one left over 1 (ex2-02)",
    ],
    "swimming_in_armour": [
        "volfer.climb: Swim: Dexterity 4, Athletics 2, mobility -1 (ex2-11); automatic water -2 (ex2-11); "
        "difficulty difficulty 1 (ex2-22)",
    ],
    "tens_count_twice": [
        "volfer.free: Roll: Wits 3, Awareness 2; difficulty 3",
    ],
    "the_first_excellency_on_dv_is_rolled": [
        "kesh at attacked: First Melee Excellency, parrying, 1 to 6 (1 mote each)",
        "kesh.excellency: First Melee Excellency, parrying: First Melee Excellency, parrying 4 (ex2-12)",
        "volfer.attack: Attack against kesh: Dexterity 4, Melee 4, accuracy 2 (ex2-10); "
        "difficulty Kesh's DV [(Dexterity 3 + Melee 3 + Straight sword 1) / 2 [Dexterity 3, Melee 3, "
        "Straight sword 1] 4, First Melee Excellency, parrying 2 (ex2-12)] 6 (ex2-12), one left over 1 (ex2-02)",
    ],
    "the_second_excellency_adds_successes": [
        "volfer.attack: Attack against kesh: Dexterity 4, Melee 4, accuracy 2 (ex2-10); "
        "automatic Second Excellency 2 (ex2-12); "
        "difficulty Kesh's DV [(Dexterity 3 + Melee 3 + Straight sword 1) / 2 [Dexterity 3, Melee 3, "
        "Straight sword 1] 3] 3 (ex2-12), one left over 1 (ex2-02)",
    ],
    "the_second_excellency_on_dv_is_paid": [
        "kesh at attacked: Second Dodge Excellency, 1 to 2 (2 motes each)",
        "volfer.attack: Attack against kesh: Dexterity 4, Melee 4, accuracy 2 (ex2-10); "
        "difficulty Kesh's DV [(Dexterity 3 + Dodge 1) / 2 [Dexterity 3, Dodge 1] 2, "
        "Second Dodge Excellency 2 (ex2-12)] 4 (ex2-12), one left over 1 (ex2-02)",
    ],
    "the_storytellers_word_counts_at_once": [
        "volfer.attack: Attack against bandit: Dexterity 4, Melee 4, accuracy 2 (ex2-10), stunned -2 (ex2-11), "
        "wounds -2 (ex2-18); automatic prone -1 (ex2-11); "
        "difficulty Bandit's DV [Dexterity 2 / 2 [Dexterity 2] 1] 1 (ex2-12), one left over 1 (ex2-02)",
    ],
    "the_third_excellency_on_dv_is_half_the_ability": [
        "kesh at attacked: Third Melee Excellency, parrying (4 motes)",
        "volfer.attack: Attack against kesh: Dexterity 4, Melee 4, accuracy 2 (ex2-10); "
        "difficulty Kesh's DV [(Dexterity 3 + Melee 3 + Straight sword 1) / 2 [Dexterity 3, Melee 3, "
        "Straight sword 1] 4, Third Melee Excellency, parrying 2 (ex2-12)] 6 (ex2-12), one left over 1 (ex2-02)",
    ],
    "unblockable_and_undodgeable": [
        "volfer.attack: Attack against kesh: Dexterity 4, Melee 4, accuracy 2 (ex2-10); "
        "difficulty Kesh's DV [no DV applies 0 (ex2-05)] 0 (ex2-12), one left over 1 (ex2-02)",
    ],
    "up_to_three_times_the_range_costs_two": [
        "mara.attack: Attack against kesh: Dexterity 3, Thrown 3; "
        "automatic up to three times the range -2 (ex2-11); "
        "difficulty Kesh's DV [(Dexterity 3 + Melee 3 + Straight sword 1) / 2 [Dexterity 3, Melee 3, "
        "Straight sword 1] 3] 3 (ex2-12), one left over 1 (ex2-02)",
    ],
    "up_to_twice_the_range_costs_one": [
        "mara.attack: Attack against kesh: Dexterity 3, Thrown 3; automatic up to twice the range -1 (ex2-11); "
        "difficulty Kesh's DV [(Dexterity 3 + Melee 3 + Straight sword 1) / 2 [Dexterity 3, Melee 3, "
        "Straight sword 1] 3] 3 (ex2-12), one left over 1 (ex2-02)",
    ],
    "who_is_seized_while_up_still_acts": [
        "kesh.attack: Attack against tiso: Dexterity 3, Melee 3, accuracy 2 (ex2-10); "
        "difficulty Tiso's DV [(Dexterity 3 + Martial Arts 3) / 2 [Dexterity 3, Martial Arts 3] 3, "
        "last action -1 (ex2-05)] 2 (ex2-12), one left over 1 (ex2-02)",
    ],
    "who_wins_the_renewal_controls": [
        "tiso.grapple: Clinch against kesh: Dexterity 3, Martial Arts 3; "
        "difficulty Kesh's DV [(Dexterity 3 + Melee 3 + Straight sword 1) / 2 [Dexterity 3, Melee 3, "
        "Straight sword 1] 3] 3 (ex2-12), one left over 1 (ex2-02)",
        "tiso.grapple: Renew the clinch against kesh: Dexterity 3, Martial Arts 3",
        "kesh.oppose: Resist the clinch against tiso: highest of (Dexterity 3, Strength 3) [Dexterity 3] 3",
        "kesh.maneuver: What does Kesh do with the hold? hold: Hold, crush: Crush, break_hold: Break the hold, "
        "throwing prone, throw: Break the hold, throwing away; default hold",
    ],
}
"""Questions by example."""


@pytest.mark.parametrize("example", QUESTIONS)
def test_what_is_asked_says_what_it_is_made_of(example: str, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = [question(ask) for ask in asked_in(f"ex2/{example}", monkeypatch)]
    assert [line for line in QUESTIONS[example] if line not in asked] == []
