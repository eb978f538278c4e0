"""Single lines: the fields each fills, and its verdict."""

from __future__ import annotations

import json
from typing import Any

import pytest

from exgui.rulebook.reader import load
from exgui.sheets.stat_block.pasted import PastedSheet
from exgui.sheets.stat_block.reading import read_stat_blocks


def read(text: str, ruleset: str = "ex3") -> PastedSheet:
    """The only sheet of a text."""
    (sheet,) = read_stat_blocks(text, load(ruleset))
    return sheet


HEALTH = [
    ("Health Levels: -0/-1x2/-2x2/-4/Incap.", (0, -1, -1, -2, -2, -4)),
    ("Health Levels: −0, −1, −1, −2, −2, −4, Incapacitated", (0, -1, -1, -2, -2, -4)),
    ("Health: 7 (-0/-1x2/-2x2/-4/Incap)", (0, -1, -1, -2, -2, -4)),
    ("Health -0 x1, -1 x2, -4 x1, I", (0, -1, -1, -4)),
    ("HL: 2x -0 / 3x -1 / -2 / Incap", (0, 0, -1, -1, -1, -2)),
    ("Health Levels: -0 [ ] -1 [ ][ ] -2 [ ][ ] -4 [ ] Incap [ ]", (0, -1, -1, -2, -2, -4)),
    ("Health Levels: 0/1/1/2/2/4/Incap", (0, -1, -1, -2, -2, -4)),
    ("Health Levels: -0/-1/-1/-2/-2/-4/Incap/Dying", (0, -1, -1, -2, -2, -4)),
]


@pytest.mark.parametrize(("line", "levels"), HEALTH)
def test_health_levels_are_the_penalties_before_incapacitated(line: str, levels: tuple[int, ...]) -> None:
    sheet = read(f"{line}\nParry 3")
    assert sheet.health_levels == levels
    assert sheet.values == {"parry": 3}


ATTACKS: list[tuple[str, str, dict[str, Any]]] = [
    (
        "ex3",
        "Attack (Spear): 9 dice (Damage 12L/Overwhelming 1)",
        {"name": "Spear", "dice": 9, "damage": 12, "minimum": 1},
    ),
    ("ex3", "Attack (Spear): 9 dice (Damage 12L, minimum 3)", {"name": "Spear", "dice": 9, "damage": 12, "minimum": 3}),
    ("ex3", "Attack (Spear): 9 dice (12L/2)", {"name": "Spear", "dice": 9, "damage": 12, "minimum": 2}),
    ("ex3", "Attack – Spear: 9 dice, damage 12L", {"name": "Spear", "dice": 9, "damage": 12}),
    (
        "ex3",
        "Attack: Spear 9 dice, 12L damage, Overwhelming 1",
        {"name": "Spear", "dice": 9, "damage": 12, "minimum": 1},
    ),
    ("ex3", "Spear attack: 9 dice (12L)", {"name": "Spear", "dice": 9, "damage": 12}),
    ("ex3", "Spear: 9 dice (Damage 12 lethal)", {"name": "Spear", "dice": 9, "damage": 12, "damage_type": "lethal"}),
    ("ex3", "Attack (Club): 7 dice (Damage 10B)", {"name": "Club", "dice": 7, "damage": 10, "damage_type": "bashing"}),
    (
        "ex2",
        "Spear: Speed 5, Accuracy 8, Damage 8L, Parry DV 4, Rate 2",
        {"name": "Spear", "dice": 8, "speed": 5, "rate": 2},
    ),
    ("ex2", "Spear (Spd 5, Acc 8, Dmg 8L/2, PDV 4, Rate 2)", {"dice": 8, "damage": 8, "minimum": 2, "defense": 4}),
    (
        "ex2",
        "Attacks: Spear: Speed 5, Accuracy 8,\nDamage 8L, Parry DV 4, Rate 2",
        {"name": "Spear", "damage": 8, "rate": 2},
    ),
    ("skirmish", "Claws d4–1", {"name": "Claws", "damage": "d4-1"}),
    ("skirmish", "Claws d4â€“1", {"name": "Claws", "damage": "d4-1"}),
    ("skirmish", "Attack: Long bow 2d6+1 (extreme, bulk 3)", {"damage": "2d6+1", "range": "extreme", "bulk": 3}),
]


@pytest.mark.parametrize(("ruleset", "line", "attack"), ATTACKS, ids=[line for _, line, _ in ATTACKS])
def test_attack_is_read_in_any_notation(ruleset: str, line: str, attack: dict[str, Any]) -> None:
    (found,) = read(f"Somebody\n{line}", ruleset).attacks
    assert {key: getattr(found, key) for key in attack} == attack


SOAK = [
    ("Soak 5B/3L/1A", {"soak_bashing": 5, "soak_lethal": 3, "soak_aggravated": 1}),
    ("Soak: 3L/5B", {"soak_lethal": 3, "soak_bashing": 5}),
    ("Soak: 5 bashing, 3 lethal", {"soak_bashing": 5, "soak_lethal": 3}),
    ("Soak: B 5, L 3, A 0", {"soak_bashing": 5, "soak_lethal": 3, "soak_aggravated": 0}),
    ("Bashing soak 5; lethal soak: 3", {"soak_bashing": 5, "soak_lethal": 3}),
    ("Soak 5/3/1", {"soak_bashing": 5, "soak_lethal": 3, "soak_aggravated": 1}),
]


@pytest.mark.parametrize(("line", "values"), SOAK)
def test_soak_is_read_by_type_of_damage(line: str, values: dict[str, int]) -> None:
    assert read(f"Somebody\n{line}\nWillpower 4", "ex2").values == values


VALUES = [
    ("ex3", "Soak/Hardness: 5/0", {"soak": 5, "hardness": 0}),
    ("ex3", "Evasion / Parry: 2 / 4", {"evasion": 2, "parry": 4}),
    ("ex3", "Parry 4 (Spear), 3 (unarmed)", {"parry": 4}),
    ("ex3", "Evasion – 2; Parry = 4", {"evasion": 2, "parry": 4}),
    ("ex3", "JB6, Parry:4", {"join_battle": 6, "parry": 4}),
    ("ex3", "Evasion 2 Parry 4 Soak 5", {"evasion": 2, "parry": 4, "soak": 5}),
    ("ex3", "Join Bat-\ntle: 6 dice", {"join_battle": 6}),
    ("ex2", "DV: Dodge 5, Parry 4", {"dodge_dv": 5, "parry_dv": 4}),
    ("ex2", "Dodge DV/Parry DV: 5/4", {"dodge_dv": 5, "parry_dv": 4}),
    ("ex2", "DDV 5, PDV 4, Hardness 2L/2B", {"dodge_dv": 5, "parry_dv": 4, "hardness": 2}),
]


@pytest.mark.parametrize(("ruleset", "line", "values"), VALUES)
def test_static_values_are_read_in_any_notation(ruleset: str, line: str, values: dict[str, int]) -> None:
    assert read(f"Somebody\n{line}", ruleset).values == values


@pytest.mark.parametrize(
    "line",
    [
        "The guard can Parry 4 arrows before breakfast",
        "Whoever sees Essence 3 beings flees",
        "Parry 4 arrows at once, and none of them hurts",
        "War 3 years ago took their brother",
    ],
)
def test_sentence_is_not_a_statement(line: str) -> None:
    sheet = read(f"Somebody\nJoin Battle 6, Soak 3\n{line}")
    assert sheet.values == {"join_battle": 6, "soak": 3}
    assert line in sheet.notes
    assert sheet.lines[-1].verdict == "kept"


def test_value_repeated_in_an_ability_makes_no_second_character() -> None:
    sheet = read("Bear\nJoin Battle 5; Parry 3; Soak 6\n\nThick Fat\nSoak 9 against cold.\n\nRearing\nParry 5")
    assert sheet.values == {"join_battle": 5, "parry": 3, "soak": 6}
    assert "Soak 9 against cold." in sheet.notes
    assert "Parry 5" in sheet.notes


def test_lines_name_the_fields_they_filled() -> None:
    sheet = read("Guard\nParry 4; Essence: 2\nAttack (Axe): 7 dice (Damage 9L)\nThey snore.")
    assert [line.number for line in sheet.lines] == [1, 2, 3, 4]
    assert [line.fields for line in sheet.lines] == [
        ("name",),
        ("values.parry", "traits.essence"),
        ("attacks.0",),
        ("notes",),
    ]


def test_named_ability_is_kept_in_the_notes_under_its_heading() -> None:
    sheet = read("# Imp\nParry 2, Soak 6\n\n### Burning Skin\nWhoever grapples it burns.\n\n### Merits\n- Wings 2")
    assert sheet.notes == "Burning Skin\nWhoever grapples it burns.\n\nMerits\n- Wings 2"


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("“The Heron”", "The Heron"),
        ("“The Heron", "The Heron"),
        ("Captain “Red Ox”", "Captain “Red Ox”"),
        ("“Red Ox” Harl", "“Red Ox” Harl"),
        ("**Harl “Red Ox”:**", "Harl “Red Ox”"),
    ],
)
def test_quotation_marks_within_a_name_are_kept(title: str, name: str) -> None:
    assert read(f"{title}\nParry 2, Soak 6").name == name
    assert read(f"Name: {title}\nParry 2, Soak 6").name == name


@pytest.mark.parametrize(
    ("title", "name", "more"),
    [
        ("Sky Reaver — Wood Aspect outcaste", "Sky Reaver", "Wood Aspect outcaste"),
        ("Grik (goblin-king, Essence 2):", "Grik", "goblin-king"),
    ],
)
def test_text_after_a_name_is_kept_in_the_notes(title: str, name: str, more: str) -> None:
    sheet = read(f"{title}\nParry 2, Soak 6")
    assert sheet.name == name
    assert more in sheet.notes


def test_name_is_read_from_a_table_of_labels() -> None:
    sheet = read("Trait\tValue\nName\tMarrow Hound\nParry\t2\nBite\t10 dice (14L/3)")
    assert sheet.name == "Marrow Hound"
    assert [attack.name for attack in sheet.attacks] == ["Bite"]


def test_decisive_attack_shares_the_withering_pool() -> None:
    bow = "Attack (Bow, withering): 12 dice (15L, min 4)\nAttack (Bow, decisive): 9 dice"
    sheet = read(f"Archer\n{bow}\nAttack (Knife): 11d withering (12L/3)")
    assert [(attack.name, attack.dice, attack.damage) for attack in sheet.attacks] == [
        ("Bow", 12, 15),
        ("Knife", 11, 12),
    ]
    assert sheet.pools == {"bow_decisive": 9}


def test_extras_keep_their_label() -> None:
    assert read("DOCK THUG (EXTRA)\nParry DV 2; Soak 1L/3B", "ex2").name == "DOCK THUG (EXTRA)"


def test_oversized_line_is_kept_with_a_sentence() -> None:
    sheet = read("Parry 4 " * 130_000)
    assert sheet.values == {}
    assert [line.verdict for line in sheet.lines] == ["kept"]
    assert sheet.remark.startswith("Its first line has more than 1,000,000 characters")


def test_actor_without_printed_numbers_gets_derived_ones() -> None:
    attributes = {"strength": 2, "dexterity": 4, "stamina": 3, "wits": 3}
    actor = {
        "name": "Guard",
        "type": "npc",
        "system": {"attributes": {id: {"value": dots} for id, dots in attributes.items()}},
        "items": [],
    }
    sheet = read(json.dumps(actor))
    assert sheet.kind == "quick"
    assert sheet.values["join_battle"] == 3  # Wits 3 + Awareness 0
    assert sheet.values["evasion"] == 2  # (Dexterity 4 + Dodge 0) / 2
    assert sheet.values["soak"] == 3


def test_armor_of_an_actor_is_kept_in_the_notes_with_its_numbers() -> None:
    armor = {"name": "Breastplate", "type": "armor", "system": {"soak": 5, "hardness": 4, "penalty": 1}}
    spare = {"name": "Old coat", "type": "armor", "system": {"soak": 3, "equipped": False}}
    actor = {"name": "Guard", "type": "npc", "system": {"parry": {"value": 4}}, "items": [armor, spare]}
    notes = read(json.dumps(actor)).notes
    assert "Breastplate: Soak 5, Hardness 4, mobility penalty 1" in notes
    assert "Old coat: Soak 3, Hardness 0, mobility penalty 0, not worn" in notes


def test_lines_of_actors_and_exports_name_their_fields() -> None:
    actor = {
        "name": "Guard",
        "system": {"parry": {"value": 4}, "abilities": {"melee": {"value": 3}}},
        "items": [{"name": "Spear", "type": "weapon", "system": {"witheringaccuracy": 9, "witheringdamage": 12}}],
    }
    fields = {field for line in read(json.dumps(actor, indent=1)).lines for field in line.fields}
    assert fields == {"name", "values.parry", "traits.melee", "attacks.0"}
    export = (
        'format = "exgui-sheet/1"\nruleset = "ex3"\n[[combatant]]\nname = "Guard"\ntraits = { melee = 3, wits = 2 }\n'
    )
    sheet = read(f"{export}[combatant.printed]\nparry = 4\n")
    filled = [("name",), ("traits.melee", "traits.wits"), (), ("values.parry",)]
    assert [line.fields for line in sheet.lines][3:] == filled


@pytest.mark.parametrize("text", ["Stadtwache\nKampf beitreten: 6 Würfel", "Стража ворот\nСила три"])
def test_foreign_text_is_named_by_its_title(text: str) -> None:
    sheet = read(text)
    assert sheet.name == text.splitlines()[0]
    assert {line.verdict for line in sheet.lines} == {"kept"}
    assert sheet.notes == text


@pytest.mark.parametrize(
    ("line", "values"),
    [
        ("Pary 3", {"parry": 3}),
        ("Paarry: 3", {"parry": 3}),
        ("Evasoin 3", {"evasion": 3}),
        ("Rezolve: 3", {"resolve": 3}),
        ("Soka 3", {}),
        ("Party 3", {}),
        ("Guild: 3", {}),
        ("Resolute 3", {}),
    ],
)
def test_label_is_recognized_with_one_letter_wrong(line: str, values: dict[str, int]) -> None:
    sheet = read(f"Wolf\nWillpower: 4\n{line}")
    assert sheet.values == values
    assert sheet.lines[-1].verdict == ("guessed" if values else "kept")
