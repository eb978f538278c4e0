"""What is asked while a step of ex3 is resolved: every roll with what its pool and its difficulty are made of and the
rules behind the parts, every choice with its options."""

from __future__ import annotations

import pytest
from systems.played import asked_in, question

QUESTIONS: dict[str, list[str]] = {
    "a_concealed_turn_of_a_flurry_has_three_dice_less": [
        "volfer.take_cover: Take cover: Dexterity 3, Dodge 2, flurry -3 (ex3-20); difficulty Take cover 1 (ex3-34)",
        "volfer.concealment: Concealment: Dexterity 3, Stealth 4, flurry -3 (ex3-20), in combat -3 (ex3-18)",
        "kesh.oppose: Awareness against volfer: Wits 2, Awareness 1",
    ],
    "a_guardian_may_use_an_effect": [
        "volfer at attacked: Wall of steel",
        "kesh.attack: Withering attack against reed: Dexterity 2, Melee 2, accuracy 2 (ex3-44); "
        "difficulty (Dexterity 3 + Melee 3) / 2 [Dexterity 3, Melee 3] 3, Straight sword 1, "
        "Wall of steel 2 (ex3-85)",
    ],
    "a_modifier_sets_hardness_and_soak": [
        "volfer.damage: Withering damage against kesh: Strength 3, Straight sword 9, "
        "Kesh's soak [Stamina 2, stone skin 3] -5 (ex3-60)",
    ],
    "a_roll_that_no_rule_names": [
        "volfer.free: Roll: Wits 3, Awareness 2; difficulty 2",
        "volfer.free: Roll: dice 4; difficulty 1",
    ],
    "a_savage_keeps_a_distract": [
        "volfer.attack: Distract against kesh: Dexterity 3, Melee 3; "
        "difficulty (Dexterity 2 + Melee 2) / 2 [Dexterity 2, Melee 2] 2, Straight sword 1, "
        "grapple -2 (ex3-40)",
        "volfer.damage: Distract against kesh: Initiative 10 (ex3-48); difficulty Distract 3 (ex3-37)",
        "brok.attack: Withering attack against kesh: Dexterity 3, Brawl 3, accuracy 4 (ex3-44); "
        "difficulty held fast 0 (ex3-40)",
        "brok.damage: Withering damage against kesh: Strength 4, Unarmed 7, Kesh's soak [Stamina 2] -2 (ex3-60)",
    ],
    "a_shift_outside_ones_own_turn_on_a_shared_tick": [
        "volfer.join_battle: Join Battle: Wits 3, Awareness 2; automatic Join Battle 3 (ex3-04), dazed -8",
    ],
    "a_specialty_counts_in_attack_and_parry": [
        "volfer.attack: Decisive attack against kesh: Dexterity 3, Melee 3, specialty 1; "
        "difficulty (Dexterity 2 + Melee 2) / 2 [Dexterity 2, Melee 2] 2, Straight sword 1",
    ],
    "a_stunt_adds_dice_and_successes": [
        "volfer.attack: Withering attack against kesh: Dexterity 3, Melee 3, accuracy 2 (ex3-44), "
        "stunt 2; automatic stunt 1; difficulty (Dexterity 2 + Melee 2) / 2 [Dexterity 2, Melee 2] 2, "
        "Straight sword 1, on the stairs 1",
    ],
    "a_weapon_lost_in_the_hold_is_replaced": [
        "orin.attack: Disarm against volfer: Dexterity 2, Melee 2; "
        "difficulty (Dexterity 3 + Melee 3) / 2 [Dexterity 3, Melee 3] 3, Straight sword 1",
        "orin.damage: Disarm against volfer: Initiative 9 (ex3-48); difficulty Disarm 3 (ex3-37)",
        "volfer.join_battle: Join Battle: Wits 3, Awareness 2; automatic Join Battle 3 (ex3-04)",
        "kesh.join_battle: Join Battle: Wits 2, Awareness 1, held at bay -2 (ex3-43); automatic Join Battle 3 (ex3-04)",
        "volfer.attack: Decisive attack against kesh: Dexterity 3, Melee 3; difficulty ambushed 0 (ex3-43)",
        "volfer.damage: Decisive damage against kesh: Initiative 10 (ex3-48)",
    ],
    "adjust_sets_tracks_values_and_places": [
        "volfer.attack: Withering attack against kesh: Dexterity 3, Thrown 3, accuracy 3 (ex3-44), "
        "aim 3 (ex3-24); difficulty (Dexterity 2 + Melee 2) / 2 [Dexterity 2, Melee 2] 2, "
        "Straight sword 1, the storyteller's word 4",
    ],
    "cover_is_shared_at_close_range": [
        "volfer.attack: Withering attack against kesh: Dexterity 3, Melee 3, accuracy 2 (ex3-44); "
        "difficulty (Dexterity 2 + Melee 2) / 2 [Dexterity 2, Melee 2] 2, Straight sword 1, "
        "cover 2 (ex3-34)",
        "kesh.attack: Withering attack against volfer: Dexterity 2, Melee 2, accuracy 2 (ex3-44); "
        "difficulty (Dexterity 3 + Melee 3) / 2 [Dexterity 3, Melee 3] 3, Straight sword 1, Kesh's cover, "
        "shared 2 (ex3-34)",
    ],
    "damage_successes_may_be_automatic": [
        "volfer.damage: Withering damage against kesh: Strength 3, Straight sword 9, "
        "threshold 1 (ex3-47), Kesh's soak [Stamina 2] -2 (ex3-60); automatic a Charm 1",
    ],
    "effect_a_defense_excellency_raises_evasion": [
        "volfer.attack: Withering attack against bandit: Dexterity 4, Melee 4, accuracy 2 (ex3-44); "
        "difficulty (Dexterity 3 + Dodge 2) / 2 [Dexterity 3, Dodge 2] 3, Dodge Excellency 2 (ex3-85)",
    ],
    "effect_a_modifier_given_by_hand_changes_the_die": [
        "volfer.attack: Withering attack against bandit: Dexterity 4, Melee 4, accuracy 2 (ex3-44), "
        "the storyteller's gift -1; automatic the storyteller's gift 1; "
        "difficulty (Dexterity 3 + Melee 3) / 2 [Dexterity 3, Melee 3] 3, Straight sword 1",
    ],
    "effect_a_soak_charm_lasts_for_the_scene": [
        "bandit.damage: Withering damage against volfer: Strength 2, Straight sword 9, "
        "Volfer's soak [Stamina 3, Iron Skin 4 (ex3-85)] -7 (ex3-60)",
    ],
    "effect_a_spell_in_a_flurry_has_three_dice_less": [
        "volfer.damage: Withering damage against bandit: Strength 3, Sparks 8, Bandit's soak [Stamina 2] -2 (ex3-60)",
    ],
    "effect_a_spell_is_shaped_and_released": [
        "volfer.damage: Withering damage against bandit: Strength 3, Storm of Sparks 12, "
        "Bandit's soak [Stamina 2, Buff jacket 3] -5 (ex3-60)",
    ],
    "effect_an_effect_at_every_step_of_an_attack": [
        "volfer at attack: Melee Excellency, 1 to 8 (1 mote each), No Wasted Motion (2 motes)",
        "bandit at attacked: Parry Excellency, 1 to 3 (2 motes each), Answering Blade (3 motes), "
        "Turned Aside (2 motes)",
        "volfer.attack: Withering attack against bandit: Dexterity 4, Melee 4, accuracy 2 (ex3-44), "
        "Melee Excellency 2 (ex3-85); difficulty (Dexterity 3 + Melee 3) / 2 [Dexterity 3, Melee 3] 3, "
        "Straight sword 1, Parry Excellency 1 (ex3-85)",
        "volfer at damage: Heavy Hand (2 motes)",
        "bandit at damaged: Roll With It (3 motes)",
        "volfer.damage: Withering damage against bandit: Strength 3, Straight sword 9, "
        "Heavy Hand 3 (ex3-85), Bandit's soak [Stamina 2, Buff jacket 3, "
        "Roll With It 3 (ex3-85)] -8 (ex3-60)",
        "bandit.attack: Withering attack against volfer: Dexterity 3, Melee 3, accuracy 2 (ex3-44); "
        "difficulty (Dexterity 4 + Melee 4) / 2 [Dexterity 4, Melee 4] 4, Straight sword 1, "
        "Turned Aside -1 (ex3-85)",
    ],
    "effect_an_effect_written_out_on_the_sheet": [
        "volfer.attack: Withering attack against bandit: Dexterity 4, Melee 4, accuracy 2 (ex3-44); "
        "difficulty (Dexterity 3 + Melee 3) / 2 [Dexterity 3, Melee 3] 3, Straight sword 1, "
        "Feint of Dust -2 (ex3-85)",
    ],
    "effect_an_undodgeable_attack": [
        "volfer.attack: Withering attack against bandit: Dexterity 4, Melee 4, accuracy 2 (ex3-44); "
        "difficulty (Dexterity 3 + Melee 1) / 2 [Dexterity 3, Melee 1] 2, Straight sword 1",
    ],
    "effect_dice_become_successes": [
        "volfer.attack: Withering attack against bandit: Dexterity 4, Melee 4, accuracy 2 (ex3-44), "
        "Sure Hand -2 (ex3-85); automatic Sure Hand 2 (ex3-85); "
        "difficulty (Dexterity 3 + Melee 3) / 2 [Dexterity 3, Melee 3] 3, Straight sword 1",
    ],
    "effect_ones_are_rolled_again_once": [
        "volfer.attack: Withering attack against bandit: Dexterity 4, Melee 4, accuracy 2 (ex3-44); "
        "difficulty (Dexterity 3 + Melee 3) / 2 [Dexterity 3, Melee 3] 3, Straight sword 1, "
        "Other action -1 (ex3-36)",
    ],
    "effect_the_fallen_do_not_strike_back": [
        "bandit at attacked: Answering Blade (3 motes)",
    ],
    "extra_dice_lift_decisive_damage_over_hardness": [
        "volfer.damage: Decisive damage against kesh: Initiative 4 (ex3-48), a Charm 1",
    ],
    "fine_a_camel_opposes_a_rush": [
        "rana.oppose: Opposing against kesh: Dexterity 3, Athletics 2, Camel's speed 3 (ex3-64)",
    ],
    "fine_a_decisive_attack_lost_to_a_clash_costs_its_maker_nothing": [
        "volfer.attack: Clash, decisive against kesh: Dexterity 3, Melee 3",
        "kesh.attack: Clash, withering against volfer: Dexterity 2, Melee 2, accuracy 2 (ex3-44)",
        "kesh.damage: Withering damage against volfer: Strength 2, Straight sword 9, "
        "threshold 1 (ex3-47), Volfer's soak [Stamina 3] -3 (ex3-60); automatic bonus 3 (ex3-55)",
    ],
    "fine_a_decisive_blow_through_a_defender_is_weaker": [
        "kesh.attack: Decisive attack against mara: Dexterity 2, Melee 2; "
        "difficulty (Dexterity 3 + Melee 5) / 2 [Dexterity 3, Melee 5] 4, Straight sword 1",
        "kesh.damage: Decisive damage against mara: Initiative 10 (ex3-48), Volfer in the way -2 (ex3-26)",
    ],
    "fine_a_gambit_of_the_storytellers_own": [
        "volfer.attack: Gambit against kesh: Dexterity 3, Melee 3; "
        "difficulty (Dexterity 2 + Melee 2) / 2 [Dexterity 2, Melee 2] 2, Straight sword 1",
        "volfer.damage: Gambit against kesh: Initiative 9 (ex3-48); difficulty Gambit 6 (ex3-37)",
    ],
    "fine_a_mount_with_bonuses_of_its_own": [
        "rana.attack: Withering attack against kesh: Dexterity 3, Melee 3, accuracy 2 (ex3-44), "
        "from War ox 3 (ex3-65); difficulty (Dexterity 2 + Melee 2) / 2 [Dexterity 2, Melee 2] 2, "
        "Straight sword 1",
        "kesh.attack: Withering attack against rana: Dexterity 2, Melee 2, accuracy 2 (ex3-44); "
        "difficulty (Dexterity 3 + Melee 3) / 2 [Dexterity 3, Melee 3] 3, Straight sword 1, "
        "on War ox 2 (ex3-66)",
    ],
    "fine_a_rider_flurries": [
        "rana.rush: Rush against kesh: Dexterity 3, Athletics 2, flurry -3 (ex3-20), Horse's speed 4 (ex3-64)",
        "rana.attack: Withering attack against kesh: Dexterity 3, Thrown 2, accuracy 3 (ex3-44), "
        "from Horse 1 (ex3-65), flurry -3 (ex3-20); difficulty (Dexterity 2 + Melee 2) / 2 [Dexterity 2, "
        "Melee 2] 2, Straight sword 1",
    ],
    "fine_a_rider_holds_off_a_grapple_on_foot": [
        "brok.attack: Grapple against rana: Dexterity 3, Brawl 3; "
        "difficulty (Dexterity 3 + Melee 3) / 2 [Dexterity 3, Melee 3] 3, Straight sword 1, "
        "on Horse 1 (ex3-66)",
    ],
    "fine_a_surprise_attack_takes_two_defense": [
        "sable.attack: Withering attack against kesh: Dexterity 3, Melee 3, accuracy 4 (ex3-44); "
        "difficulty (Dexterity 2 + Melee 2) / 2 [Dexterity 2, Melee 2] 2, Straight sword 1, "
        "surprised -2 (ex3-43)",
        "sable.damage: Withering damage against kesh: Strength 2, Knife 7, Kesh's soak [Stamina 2] -2 (ex3-60)",
    ],
    "fine_a_trained_mount_waits_for_its_rider": [
        "kesh.attack: Unhorse against rana: Dexterity 2, Melee 2; "
        "difficulty (Dexterity 3 + Melee 3) / 2 [Dexterity 3, Melee 3] 3, Straight sword 1, "
        "on Warhorse 1 (ex3-66)",
        "kesh.damage: Unhorse against rana: Initiative 8 (ex3-48); difficulty Unhorse 4 (ex3-37)",
        "rana.rise: Rise: Dexterity 3, Dodge 2, flurry -3 (ex3-20); difficulty Rise 2 (ex3-32)",
    ],
    "fine_an_attack_on_the_held_does_not_loosen_the_grip": [
        "brok.attack: Grapple against kesh: Dexterity 3, Brawl 3; "
        "difficulty (Dexterity 2 + Melee 2) / 2 [Dexterity 2, Melee 2] 2, Straight sword 1",
        "brok.damage: Grapple against kesh: Initiative 10 (ex3-48); difficulty Grapple 2 (ex3-37)",
        "brok.control: Control against kesh: Strength 4, Brawl 3",
        "kesh.oppose: Opposing against brok: Strength 2",
        "brok.maneuver: Which maneuver? none: none, restrain: Restrain, savage: Savage, savage decisive: "
        "Savage, decisive, throw: Throw, throw decisive: Throw, decisive; default none",
        "mara.attack: Withering attack against kesh: Dexterity 3, Archery 3, accuracy 4 (ex3-44); "
        "difficulty (Dexterity 2 + Melee 2) / 2 [Dexterity 2, Melee 2] 2, Straight sword 1, "
        "onslaught -1 (ex3-45), grapple -2 (ex3-40)",
        "mara.damage: Withering damage against kesh: Strength 2, Long bow 9, Kesh's soak [Stamina 2] -2 (ex3-60)",
    ],
    "fine_falling_back_stays_by_default": [
        "volfer.disengage: Disengage: Dexterity 3, Dodge 2",
        "kesh.oppose: Opposing against volfer: Dexterity 2, Athletics 1",
        "volfer.flee_to: Where does Volfer fall back to? stay: stays, yard: Yard, road: Road; default stay",
    ],
    "fine_speed_in_disengage_on_both_sides": [
        "rana.disengage: Disengage: Dexterity 3, Dodge 2, Austrech's speed 2 (ex3-64)",
        "kesh.oppose: Opposing against rana: Dexterity 2, Athletics 1, Simhata's speed 4 (ex3-64)",
    ],
    "fine_the_ward_is_the_default": [
        "kesh.apply_to: Whom does the attack strike? ward: Mara, defender: Volfer; default ward",
    ],
    "fine_two_hands_are_worse_in_a_grapple": [
        "brok.attack: Grapple against kesh: Dexterity 3, Brawl 3; "
        "difficulty (Dexterity 2 + Dodge 1) / 2 [Dexterity 2, Dodge 1] 2",
        "kesh.attack: Decisive attack against brok: Dexterity 2, Melee 2, grappled -3 (ex3-40); "
        "difficulty (Dexterity 3 + Brawl 3) / 2 [Dexterity 3, Brawl 3] 3, grapple -2 (ex3-40)",
    ],
    "fine_whoever_climbs_on_reaches_the_rider": [
        "kesh.attack: Withering attack against rana: Dexterity 2, Melee 2, accuracy 2 (ex3-44); "
        "difficulty (Dexterity 3 + Melee 3) / 2 [Dexterity 3, Melee 3] 3, Straight sword 1, "
        "on Elephant 1 (ex3-66)",
    ],
    "fine_withdraw_in_difficult_terrain": [
        "volfer.withdraw: Withdraw: Dexterity 5, Athletics 5, difficult terrain -3 (ex3-16); difficulty 1",
    ],
    "fists_do_bashing_damage": [
        "dak.attack: Decisive attack against kesh: Dexterity 2, Martial Arts 3; "
        "difficulty (Dexterity 2 + Melee 2) / 2 [Dexterity 2, Melee 2] 2, Straight sword 1",
    ],
    "full_defense_costs_one_and_adds_two": [
        "kesh.attack: Withering attack against volfer: Dexterity 2, Melee 2, accuracy 2 (ex3-44); "
        "difficulty (Dexterity 3 + Melee 3) / 2 [Dexterity 3, Melee 3] 3, Straight sword 1, "
        "Full defense 2 (ex3-28)",
    ],
    "hiding_helped_and_hindered": [
        "orin.oppose: Awareness against volfer: Wits 2, Awareness 2; automatic dogs 1",
    ],
    "incapacitated_before_its_place_on_a_shared_tick": [
        "kesh.clash: Does Kesh clash? no: no, withering: withering attack, decisive: decisive attack, "
        "disarm: Disarm, grapple: Grapple; default no",
        "volfer.attack: Decisive attack against kesh: Dexterity 3, Melee 3; "
        "difficulty (Dexterity 2 + Melee 2) / 2 [Dexterity 2, Melee 2] 2, Straight sword 1, "
        "wounds -4 (ex3-63), never below 0 1 (ex3-59)",
    ],
    "minimum_damage_gets_through_any_soak": [
        "kesh.damage: Withering damage against volfer: Strength 2, Straight sword 9, "
        "Volfer's soak [Stamina 3, Orichalcum plate 11] -14 (ex3-60), "
        "at least the weapon's minimum 4 (ex3-47)",
        "orin.damage: Withering damage against volfer: Strength 2, Old blade 9, before soak 2, "
        "Volfer's soak [Stamina 3, Orichalcum plate 11] -14 (ex3-60), "
        "at least the weapon's minimum 5 (ex3-47), after soak 2",
    ],
    "of_several_strays_the_one_named_is_mounted": [
        "volfer.attack: Unhorse against brok: Dexterity 3, Melee 3; "
        "difficulty (Dexterity 3 + Brawl 2) / 2 [Dexterity 3, Brawl 2] 3",
    ],
    "prone_lowers_everything": [
        "volfer.attack: Withering attack against mara: Dexterity 3, Melee 3, accuracy 2 (ex3-44), "
        "prone -3 (ex3-62); difficulty (Dexterity 3 + Dodge 3) / 2 [Dexterity 3, Dodge 3] 3",
    ],
    "soak_is_stamina_and_armor": [
        "kesh.damage: Withering damage against volfer: Strength 2, Straight sword 9, "
        "Volfer's soak [Stamina 3, Breastplate 5] -8 (ex3-60)",
    ],
    "successes_help_any_roll_of_an_action": [
        "volfer.rise: Rise: Dexterity 3, Dodge 2; automatic a hand up 2; difficulty Rise 2 (ex3-32)",
    ],
    "the_first_maneuver_may_be_decisive": [
        "brok.damage: Decisive damage against kesh: Initiative 7 (ex3-48), throw 1 (ex3-40)",
    ],
    "the_off_hand_stays_the_off_hand": [
        "volfer.attack: Withering attack against kesh: Dexterity 3, Melee 3, accuracy 4 (ex3-44), "
        "off hand -1 (ex3-31); difficulty (Dexterity 2 + Melee 2) / 2 [Dexterity 2, Melee 2] 2, "
        "Straight sword 1",
    ],
    "unblockable_and_undodgeable": [
        "kesh.attack: Withering attack against volfer: Dexterity 2, Melee 2, accuracy 2 (ex3-44); "
        "difficulty (Dexterity 3 + Dodge 2) / 2 [Dexterity 3, Dodge 2] 3",
        "kesh.damage: Withering damage against volfer: Strength 2, Flail 9, Volfer's soak [Stamina 3] -3 (ex3-60)",
        "orin.damage: Withering damage against mara: Strength 2, Net 9, Mara's soak [Stamina 2] -2 (ex3-60)",
    ],
    "withdraw_counts_only_rolls_that_succeed": [
        "volfer.withdraw: Withdraw: Dexterity 3, Athletics 2; automatic mud -3; difficulty 1",
    ],
    "withdrawing_goes_the_first_way_unless_told": [
        "volfer.flee_to: Where does Volfer withdraw to? hill: Hill, wood: Wood; default hill",
    ],
}
"""Questions of each example: `<roll>: <label> against <whom>: <parts of the pool>; difficulty <its parts>`; a part is
`label [what it is made of] amount (rule)`."""


@pytest.mark.parametrize("example", QUESTIONS)
def test_it_is_asked_so(example: str, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = [question(ask) for ask in asked_in(example, monkeypatch)]
    assert [wanted for wanted in QUESTIONS[example] if wanted not in asked] == []
