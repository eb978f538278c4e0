"""A sheet of another kind keeps what fits and reports what does not. Numbers are worked out by hand."""

from __future__ import annotations

from typing import Any

import pytest

from exgui.rulebook.combatant_setup import combatant_from
from exgui.rulebook.reader import load
from exgui.rulebook.validation import SetupError
from exgui.sheets.kinds import NotPossible, kind_of, to_full, to_group, to_quick, to_single

VOLFER: dict[str, Any] = {
    "name": "Volfer",
    "traits": {
        "strength": 3,
        "dexterity": 4,
        "stamina": 3,
        "wits": 3,
        "melee": 4,
        "archery": 2,
        "dodge": 3,
        "awareness": 2,
        "willpower": 6,
    },
    "specialties": {"melee": ["straight_sword"]},
    "weapons": ["straight_sword", "self_bow"],
    "armor": "breastplate",
    "state": {"health": {"lethal": 2}},
    "notes": "Left-handed.",
}
GUARD: dict[str, Any] = {
    "name": "Guard",
    "kind": "quick_character",
    "traits": {"willpower": 4},
    "printed": {"join_battle": 6, "parry": 4, "soak": 5},
    "pools": {"senses": 5},
    "weapons": [{"name": "Spear", "dice": 9, "accuracy": 2, "damage": 12}, {"name": "Hook", "dice": 7, "damage": 9}],
}


def checked(sheet: Any, ruleset: str = "ex3") -> Any:
    """The sheet, which the rules accept."""
    combatant_from(load(ruleset), {**sheet, "id": "somebody"}, "")
    return sheet


def test_full_character_becomes_quick_with_derived_numbers() -> None:
    changed = to_quick(VOLFER, load("ex3"))
    data = checked(changed.data)
    assert kind_of(VOLFER) == "full"
    assert kind_of(data) == "quick"
    # Breastplate: soak 5, mobility -1. Parry (4 + 4 + 1) / 2 = 4.5, up, + 1 = 6; Evasion (4 + 3) / 2 = 3.5, up, - 1.
    assert data["printed"] == {
        "join_battle": 5,
        "parry": 6,
        "evasion": 3,
        "soak": 8,
        "hardness": 0,
        "resolve": 1,
        "guile": 0,
    }
    sword, bow = data["weapons"]
    assert (sword["dice"], sword["damage"]) == (4 + 4 + 1 + 2, 3 + 9)
    assert bow["dice"] == 4 + 2 + 4
    assert data["pools"]["senses"] == 5
    assert data["pools"]["disengage"] == 7
    assert data["traits"] == {"strength": 3, "willpower": 6}  # a throw asks for Strength
    assert any("Melee 4" in line for line in changed.left)
    assert "Specialty in Melee: straight_sword." in changed.left
    assert data["notes"].startswith("Left-handed.\n")
    assert all(line in data["notes"] for line in changed.left)
    assert data["state"] == VOLFER["state"]


def test_traits_stay_if_effects_need_them() -> None:
    changed = to_quick({**VOLFER, "effects": ["melee_excellency"]}, load("ex3"))
    assert checked(changed.data)["traits"] == VOLFER["traits"]
    assert changed.left == ()


def test_quick_character_becomes_full_with_its_values() -> None:
    changed = to_full(GUARD, load("ex3"))
    data = checked(changed.data)
    assert kind_of(data) == "full"
    assert data["traits"] == {"willpower": 4}
    assert data["weapons"][0] == "spear"
    hook = data["weapons"][1]
    assert (hook["name"], hook["damage"], hook.get("dice", 0)) == (
        "Hook",
        9 - 1,
        0,
    )  # less Strength 1
    assert not {"printed", "pools"} & set(data)
    assert changed.left == (
        "As printed: Join Battle 6, Parry 4, Soak 5.",
        "Pools as printed: Senses 5.",
        "Spear as printed: 9 dice, damage 12.",
        "Hook as printed: 7 dice, damage 9.",
    )
    assert data["notes"] == "\n".join(changed.left)


@pytest.mark.parametrize("sheet", [VOLFER, GUARD], ids=["full", "quick"])
def test_battle_group_is_made_from_full_or_quick(sheet: dict[str, Any]) -> None:
    changed = to_group(sheet, load("ex3"), size=3, drill="elite")
    data = checked(changed.data)
    assert kind_of(data) == "group"
    will = sheet["traits"]["willpower"]
    assert data["group"] == {"size": 3, "drill": "elite", "health_levels": 7, "willpower": will}
    assert data.get("printed") == sheet.get("printed")
    assert "state" not in data
    assert bool(changed.left) == ("state" in sheet)


def test_single_fighter_equals_the_groups_source() -> None:
    rules = load("ex3")
    group = to_group(GUARD, rules, size=2).data
    back = to_single(group, rules)
    assert {**checked(back.data), "notes": ""} == {**GUARD, "notes": ""}
    assert back.left == ("As a battle group: Health levels 7, Willpower 4, Size 2.",)


def test_printed_size_bonus_is_removed_for_one_fighter() -> None:
    rules = load("ex3")
    group = to_group(GUARD, rules, size=2, includes_size=True).data
    with pytest.raises(NotPossible, match="Size, Drill and Might"):
        to_single(group, rules)


def test_invalid_group_field_is_refused() -> None:
    with pytest.raises(SetupError, match="drill"):
        to_group(GUARD, load("ex3"), drill="splendid")


def test_sheet_of_the_requested_kind_is_unchanged() -> None:
    rules = load("ex3")
    assert to_quick(GUARD, rules).data is GUARD
    assert to_full(VOLFER, rules).data is VOLFER
    assert to_single(VOLFER, rules).data is VOLFER


def test_second_edition_has_no_battle_groups() -> None:
    rules = load("ex2")
    sheet = {
        "name": "Kesh",
        "traits": {"strength": 3, "dexterity": 3, "stamina": 2, "wits": 2, "melee": 3, "dodge": 2, "awareness": 1},
        "weapons": ["straight_sword"],
    }
    data = checked(to_quick(sheet, rules).data, "ex2")
    sword = rules.item("weapon", "straight_sword")
    assert data["printed"]["pdv"] == (3 + 3 + sword.get("defense")) // 2
    assert data["printed"]["ddv"] == 2  # (3 + 2 + 0) / 2, down
    assert data["printed"]["soak_bashing"] == 2
    assert data["weapons"][0]["dice"] == 3 + 3 + sword.get("accuracy")
    assert data["weapons"][0]["damage"] == 3 + sword.get("damage")
    assert data["pools"]["knockdown"] == 3
    with pytest.raises(NotPossible, match="no battle groups"):
        to_group(sheet, rules)


def test_game_without_printed_numbers_has_no_quick_characters() -> None:
    with pytest.raises(NotPossible, match="no quick characters"):
        to_quick({"name": "Raider"}, load("skirmish"))
