"""A pasted sheet as a sheet of the campaign: accepted by the rules, and nothing of it lost."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from sheets.test_blocks import EXPECTED, source_of

from exgui.rulebook.combatant_setup import combatant_from
from exgui.rulebook.reader import load
from exgui.sheets.stat_block.pasted import as_plain
from exgui.sheets.stat_block.reading import read_stat_blocks
from exgui.sheets.stat_block.to_sheet import sheet_data


@pytest.mark.parametrize("path", EXPECTED, ids=lambda path: path.stem)
def test_every_block_becomes_a_valid_sheet(path: Path) -> None:
    rules = load(tomllib.loads(path.read_text("utf-8"))["ruleset"])
    for sheet in read_stat_blocks(source_of(path).read_text("utf-8"), rules):
        data = sheet_data(sheet, rules)
        combatant = combatant_from(rules, {**data, "id": "pasted"}, "")
        assert combatant.name == (sheet.name or "Pasted")
        assert sheet.notes in data.get("notes", "")


def test_full_sheet_keeps_traits_weapons_armor_and_specialties() -> None:
    text = (
        "Volfer\nStrength 3, Dexterity 4, Stamina 3, Wits 3; Melee 4\nSpecialties: Melee (spear)\n"
        "Health Levels: -0/-1/-2/-4/Incap\nArmour: breastplate\n"
        "Weapons: spear\n- Tooth (+2 accuracy, +9L, Defense +1)\n"
    )
    rules = load("ex3")
    (sheet,) = read_stat_blocks(text, rules)
    data = sheet_data(sheet, rules)
    assert data["traits"] == {"strength": 3, "dexterity": 4, "stamina": 3, "wits": 3, "melee": 4}
    assert data["specialties"] == {"melee": ["spear"]}
    assert data["armor"] == "breastplate"
    assert data["health_levels"] == [0, -1, -2, -4]
    assert data["weapons"][0] == "spear"
    tooth = data["weapons"][1]
    assert (tooth["name"], tooth["accuracy"], tooth["damage"], tooth["defense"]) == ("Tooth", 2, 9, 1)


@pytest.mark.parametrize("line", ["medium", "Medium armour", "Medium Armor", "medium (+1/-1)"])
def test_armor_is_named_by_weight_or_name_in_either_spelling(line: str) -> None:
    rules = load("reincarnated")
    (sheet,) = read_stat_blocks(f"Kesh\nStrength 3, Melee 2\nArmor: {line}\n", rules)
    assert as_plain(sheet)["armor"] == sheet_data(sheet, rules)["armor"] == "medium"


def test_quick_character_keeps_its_printed_numbers() -> None:
    rules = load("ex3")
    (sheet,) = read_stat_blocks(
        "Guard\nJoin Battle 6, Parry 4\nAttack (Axe): 7 dice (Damage 9L)\nSenses: 5 dice", rules
    )
    data = sheet_data(sheet, rules)
    assert data["kind"] == "quick_character"
    assert data["printed"] == {"join_battle": 6, "parry": 4}
    assert data["pools"] == {"senses": 5}
    (axe,) = data["weapons"]
    assert (axe["name"], axe["dice"], axe["damage"], axe["accuracy"]) == ("Axe", 7, 9, 2)
    assert "notes" not in data
    combatant_from(rules, {**data, "id": "guard"}, "guard")


def test_printed_shot_has_the_range_of_its_weapon() -> None:
    rules = load("ex3")
    (sheet,) = read_stat_blocks("Scout\nJoin Battle 5, Parry 2\nAttack (Short bow): 7 dice (Damage 10L)", rules)
    (bow,) = sheet_data(sheet, rules)["weapons"]
    like = rules.item("weapon", "self_bow")
    assert (bow["ability"], bow["range"], bow["dice"]) == ("archery", like.get("range"), 7)
    assert tuple(bow["accuracy"]) == like.get("accuracy")


def test_attack_without_damage_is_a_pool_and_decisive_pools_join_their_weapon() -> None:
    rules = load("ex3")
    text = (
        "Anvil\nJoin Battle 7, Parry 5\nAttack (Grapple): 6 dice\n"
        "Withering Attack (Goremaul): 12 dice, 17B damage, Overwhelming 5\nDecisive Attack (Goremaul): 9 dice\n"
    )
    (sheet,) = read_stat_blocks(text, rules)
    data = sheet_data(sheet, rules)
    (maul,) = data["weapons"]
    assert (maul["dice"], maul["decisive_dice"], maul["damage"], maul["minimum"]) == (12, 9, 17, 5)
    assert data["pools"] == {"grapple": 6}


def test_battle_group_keeps_its_printed_magnitude() -> None:
    rules = load("ex3")
    text = (
        "Levy\nEssence 1; Willpower 3; Join Battle 4\nParry 3, Evasion 2\nSoak/Hardness: 4/0\n"
        "Attack (Spear): 8 dice (Damage 11L)\nSize 2, Drill average, Might 0, Magnitude 10\n"
    )
    (sheet,) = read_stat_blocks(text, rules)
    data = sheet_data(sheet, rules)
    assert data["group"] == {"size": 2, "drill": "average", "might": 0, "health_levels": 8, "willpower": 3}
    assert data["printed"]["parry"] == 3
    assert "notes" not in data


def test_second_edition_defense_values_keep_their_names() -> None:
    rules = load("ex2")
    text = (
        "Recruit\nJoin Battle 3\nDodge DV 2, Parry DV 3\nSoak: 4L/6B, Hardness 2\n"
        "Attack (Spear): Speed 5, Accuracy 6, Damage 7L, Rate 2\n"
    )
    (sheet,) = read_stat_blocks(text, rules)
    data = sheet_data(sheet, rules)
    assert {key: data["printed"][key] for key in ("pdv", "ddv", "soak_lethal", "soak_bashing")} == {
        "pdv": 3,
        "ddv": 2,
        "soak_lethal": 4,
        "soak_bashing": 6,
    }
    (spear,) = data["weapons"]
    assert [spear[key] for key in ("dice", "damage", "speed", "rate", "long")] == [6, 7, 5, 2, True]


def test_attacks_become_weapons_with_their_printed_numbers() -> None:
    text = (
        "Brigand\nSTR 11, AGI 12, WIT 9\nHealth 5, Armour 1\nClub: d6 damage, bulk 2, fragile\nSword d8\n"
        "Hand gun d8, range close, loud, reload\nTree trunk (d10, bulk 5, two-handed, robust, direct damage)\n"
    )
    rules = load("skirmish")
    (sheet,) = read_stat_blocks(text, rules)
    assert sheet.notes == ""
    weapons = sheet_data(sheet, rules)["weapons"]
    assert weapons == [
        "club",  # as the ruleset has it
        {"name": "Sword", "damage": "d8"},  # not as the ruleset has it, which is d6
        {"name": "Hand gun", "damage": "d8", "range": "close", "properties": ["loud", "reload"]},
        {
            "name": "Tree trunk", "damage": "d10", "bulk": 5, "hands": 2, "durability": "robust",
            "properties": ["direct"],
        },
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("messages", "items", "armour"),
    [
        ("Health 6\nShield, leather", ["shield", "leather"], None),
        ("Health 6, Armour 2 (leather and shield)", ["leather", "shield"], None),  # 2 printed: 1 and 1
        ("Health 6, Armour 3 (leather)", ["leather"], 2),  # 3 printed, 1 of them worn
        ("Health 6, Armour 1 (leather)\nShield", ["leather", "shield"], None),  # what is printed is the leather
        ("Health 6, Armour 2", None, 2),
    ],
)
def test_worn_armor_is_not_counted_twice(messages: str, items: list[str] | None, armour: int | None) -> None:
    rules = load("skirmish")
    (sheet,) = read_stat_blocks(f"Toll Sergeant\nSTR 13, AGI 10, WIT 11\n{messages}\n", rules)
    data = sheet_data(sheet, rules)
    assert data.get("items") == items
    assert data["traits"].get("armour") == armour
