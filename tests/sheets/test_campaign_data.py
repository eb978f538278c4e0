"""A pasted sheet as a sheet of the campaign: accepted by the rules, and nothing of it lost."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from sheets.small_rules import rules_of
from sheets.test_blocks import EXPECTED, source_of

from exgui.rulebook.combatant_setup import combatant_from
from exgui.sheets.campaign_data import sheet_data
from exgui.sheets.stat_block.reading import read_stat_blocks


@pytest.mark.parametrize("path", EXPECTED, ids=lambda path: path.stem)
def test_every_block_makes_a_sheet_that_the_rules_accept(path: Path) -> None:
    rules = rules_of(tomllib.loads(path.read_text("utf-8"))["ruleset"])
    for sheet in read_stat_blocks(source_of(path).read_text("utf-8"), rules):
        data = sheet_data(sheet, rules)
        combatant = combatant_from(rules, {**data, "id": "pasted"}, "")
        assert combatant.name == (sheet.name or "Pasted")
        assert sheet.notes in data.get("notes", "")


def test_a_full_sheet_keeps_traits_weapons_armour_and_specialties() -> None:
    text = (
        "Volfer\nStrength 3, Dexterity 4, Stamina 3, Wits 3; Melee 4\nSpecialties: Melee (spear)\n"
        "Health Levels: -0/-1/-2/-4/Incap\nArmour: breastplate\n"
        "Weapons: spear\n- Tooth (+2 accuracy, +9L, Defense +1)\n"
    )
    rules = rules_of("ex3")
    (sheet,) = read_stat_blocks(text, rules)
    data = sheet_data(sheet, rules)
    assert data["traits"] == {"strength": 3, "dexterity": 4, "stamina": 3, "wits": 3, "melee": 4}
    assert data["specialties"] == {"melee": ["spear"]}
    assert data["armor"] == "breastplate"
    assert data["health_levels"] == [0, -1, -2, -4]
    assert data["weapons"][0] == "spear"
    tooth = data["weapons"][1]
    assert (tooth["name"], tooth["accuracy"], tooth["damage"], tooth["defense"]) == ("Tooth", 2, 9, 1)


def test_printed_numbers_of_a_quick_character_stand_in_its_notes() -> None:
    rules = rules_of("ex3")
    (sheet,) = read_stat_blocks(
        "Guard\nJoin Battle 6, Parry 4\nAttack (Axe): 7 dice (Damage 9L)\nSenses: 5 dice", rules
    )
    notes = sheet_data(sheet, rules)["notes"]
    assert "Join battle 6, Parry 4" in notes
    assert "Attack (Axe): 7 dice (damage 9L)" in notes
    assert "Senses: 5 dice" in notes
