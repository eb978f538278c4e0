"""The contents of a printed sheet, worked out by hand from the rules."""

from __future__ import annotations

from typing import Any

import pytest

from exgui.rulebook.reader import load
from exgui.rulebook.rules import Ruleset
from exgui.sheets.printout.making import printout_of
from exgui.sheets.printout.parts import Blank, Boxes, Grid, Number, Printout, Prose, Rating, Section

SWORDSWOMAN: dict[str, Any] = {
    "name": "Ilsa",
    "player": True,
    "traits": {
        "strength": 3,
        "dexterity": 4,
        "stamina": 2,
        "wits": 3,
        "awareness": 2,
        "melee": 4,
        "dodge": 3,
        "willpower": 6,
        "personal_motes": 13,
    },
    "specialties": {"melee": ["straight_sword"]},
    "weapons": ["straight_sword", "self_bow"],
    "armor": "buff_jacket",
    "notes": "Owes the ferryman.",
}
SPEARS: dict[str, Any] = {
    "name": "Spears",
    "kind": "quick_character",
    "traits": {"willpower": 3},
    "printed": {"join_battle": 4, "parry": 3, "evasion": 2, "soak": 5, "hardness": 0},
    "pools": {"senses": 4},
    "weapons": [{"name": "Spear", "dice": 7, "accuracy": 2, "damage": 11}],
}


@pytest.fixture(scope="module")
def ex3() -> Ruleset:
    return load("ex3")


def number(printout: Printout, label: str) -> Number:
    found = [
        item
        for block in printout.blocks
        if isinstance(block, Section)
        for item in block.items
        if isinstance(item, Number) and item.label == label
    ]
    assert len(found) == 1, label
    return found[0]


def block(printout: Printout, title: str) -> Any:
    return next(one for one in printout.blocks if one.title == title)


def test_pools_and_values_are_worked_out_with_their_parts(ex3: Ruleset) -> None:
    printout = printout_of(SWORDSWOMAN, ex3)
    assert number(printout, "Join Battle").text == "5"
    parry = number(printout, "Parry")  # (4 + 4 + 1) / 2 = 4½, up to 5, and 1 of the sword
    assert parry.text == "6"
    assert parry.explained is not None
    assert parry.explained.parts[-1].label == "Straight sword"
    assert number(printout, "Disengage").text == "7"
    assert not printout.short


def test_weapons_show_their_pools(ex3: Ruleset) -> None:
    grid = block(printout_of(SWORDSWOMAN, ex3), "Weapons")
    assert isinstance(grid, Grid)
    assert grid.columns[1:4] == ("Withering", "Decisive", "Damage")
    rows = {row[0]: row[1:4] for row in grid.rows}
    # Dexterity 4 + Melee 4 + specialty 1, and accuracy 2; damage: Strength 3 + 9.
    assert rows["Straight sword"] == ("11", "9", "12")
    # Dexterity 4 + Archery 0, by range -2 +4 +2 0 -2.
    assert rows["Self bow"][0] == "2/8/6/4/2"


def test_consumed_values_have_boxes(ex3: Ruleset) -> None:
    printout = printout_of(SWORDSWOMAN, ex3)
    advantages = block(printout, "Advantages").items
    assert Boxes("Willpower 6", (("", 6),)) in advantages
    assert Boxes("Personal motes 13", (("", 13),)) in advantages
    (health,) = block(printout, "Health").items
    assert health.groups == (("−0", 1), ("−1", 2), ("−2", 2), ("−4", 1), ("Incapacitated", 1))
    assert Blank("Initiative") in block(printout, "Combat").items


def test_existing_wounds_are_marked_worst_first(ex3: Ruleset) -> None:
    hurt = {**SWORDSWOMAN, "state": {"health": {"bashing": 2, "aggravated": 1}}}
    (health,) = block(printout_of(hurt, ex3), "Health").items
    assert health.filled == ("aggravated", "bashing", "bashing")


def test_specialties_are_beside_their_trait_and_notes_at_the_end(ex3: Ruleset) -> None:
    printout = printout_of(SWORDSWOMAN, ex3)
    assert Rating("Melee", 4, 5, "straight sword") in block(printout, "Abilities").items
    assert printout.blocks[-1] == Prose("Notes", "Owes the ferryman.")


def test_quick_character_has_all_its_printed_numbers(ex3: Ruleset) -> None:
    printout = printout_of(SPEARS, ex3)
    assert printout.short
    assert number(printout, "Soak").text == "5"
    assert number(printout, "Senses").text == "4"
    rows = block(printout, "Weapons").rows
    assert [row[:4] for row in rows] == [("Spear", "7", "5", "11")]  # no bare hands; 7 dice less accuracy 2
    assert not any(one.title == "Abilities" for one in printout.blocks)


def test_battle_group_has_magnitude_boxes_instead_of_health(ex3: Ruleset) -> None:
    printout = printout_of({**SPEARS, "group": {"size": 2, "drill": "average"}}, ex3)
    boxes = [item for item in block(printout, "Battle group").items if isinstance(item, Boxes)]
    assert boxes == [Boxes("Magnitude 9", (("", 9),))]
    assert not any(one.title == "Health" for one in printout.blocks)


def test_ex2_adds_accuracy_to_every_attack() -> None:
    sheet = {"name": "Guard", "traits": {"strength": 2, "dexterity": 3, "melee": 2}, "weapons": ["spear"]}
    grid = block(printout_of(sheet, load("ex2")), "Weapons")
    spear = load("ex2").tables["weapon"]["spear"]
    assert grid.columns[1] == "Attack"
    assert grid.rows[0][1] == str(3 + 2 + spear.get("accuracy"))


@pytest.mark.parametrize("game", ["ex3", "ex2", "reincarnated"])
def test_every_ready_made_opponent_can_be_printed(game: str) -> None:
    rules = load(game)
    for one in rules.opponents.values():
        assert printout_of({"name": one.name, **one.fields}, rules).name == one.name


def test_no_value_has_two_sets_of_boxes(ex3: Ruleset) -> None:
    for sheet in (SWORDSWOMAN, SPEARS):
        boxes = [
            item.label
            for one in printout_of(sheet, ex3).blocks
            if isinstance(one, Section)
            for item in one.items
            if isinstance(item, Boxes) and "illpower" in item.label
        ]
        assert len(boxes) == 1


def test_object_shows_its_structure_once_and_is_not_a_character() -> None:
    cart = printout_of({"name": "Cart", "kind": "object", "structure": 12, "armour": 1}, load("skirmish"))
    assert cart.detail.startswith("Thing ")
    [section] = cart.blocks
    assert isinstance(section, Section)
    structure, armour = section.items
    assert isinstance(structure, Boxes)
    assert structure.label == "Structure 12"
    assert structure.groups == (("", 12),)
    assert isinstance(armour, Number)
    assert (armour.label, armour.text) == ("Armour", "1")
