"""Sheets of a game whose attacks are made of tags: turned into quick characters, printed, pasted, and their tags
counted."""

from __future__ import annotations

import pytest

from exgui.rulebook.combatant_setup import combatant_from
from exgui.rulebook.reader import load
from exgui.rulebook.validation import SetupError, thawed
from exgui.sheets.kinds import to_full, to_group, to_quick
from exgui.sheets.layout import find, tree_of
from exgui.sheets.printout.making import printout_of
from exgui.sheets.stat_block.reading import read_stat_blocks

RULES = load("reincarnated")
CAPTAIN = {"name": "Captain", **thawed(RULES.opponents["watch_captain"].fields)}


def with_weapon(**fields: object) -> dict[str, object]:
    return {"name": "Smith", "weapons": [{"id": "work", "name": "Work", **fields}]}


def test_quick_character_has_the_full_pool_and_damage_of_a_strike() -> None:
    # Dexterity or Strength 3 + Melee 4 + accuracy 2 = 9 dice; 3 + 1 = 4 damage. Block (3 + 4) / 2 = 4, and 1 of armour.
    quick = to_quick(CAPTAIN, RULES).data
    sword = quick["weapons"][0]
    assert (sword["dice"], sword["damage"]) == (9, 4)
    assert quick["printed"]["block"] == 5
    assert to_full(quick, RULES).data["weapons"] == ["sword", "hook"]


def test_group_bonus_is_not_printed_twice() -> None:
    # Health 10 + 2 x 3 = 16 of one fighter; Magnitude 3 adds 15 on top.
    band = to_group(CAPTAIN, RULES, magnitude=3).data
    assert to_quick(band, RULES).data["printed"]["max_health"] == 16


def test_printout_shows_strikes_and_damage() -> None:
    weapons = next(one for one in printout_of(CAPTAIN, RULES).blocks if getattr(one, "title", "") == "Weapons")
    assert weapons.columns[:3] == ("", "Strike", "Damage")
    assert weapons.rows[0][:3] == ("Sword", "9", "4")


@pytest.mark.parametrize(
    ("fields", "wrong"),
    [
        (
            {"tags": ["accurate_2", "damaging_2"]},
            "costs 4 points (accurate 2 for 2, damaging 2 for 2)",
        ),
        ({"tags": ["ranged", "ranged"]}, "has ranged 2 times: it can be there only once"),
        ({"tags": ["accurate_1", "accurate_2"]}, "accurate 1 and accurate 2, which are levels of the same tag"),
        ({"tags": ["ranged", "long_ranged"], "points": 4}, "ranged and long_ranged contradict each other"),
        ({"tags": ["unique_ability"]}, '"unique_ability" needs attribute'),
        ({"tags": ["natural"]}, '"natural" needs granted_by'),
        ({"ability": "performance"}, 'ability = "performance" needs "unique_ability"'),
        (
            {"ability": "brawl", "attribute": "wits", "tags": ["unique_ability"], "granted_by": "a style"},
            '"unique_ability" requires ability = "athletics" or "awareness" or',
        ),
    ],
)
def test_weapon_breaking_tag_rules_is_refused(fields: dict[str, object], wrong: str) -> None:
    with pytest.raises(SetupError, match=r"weapons\[1\]\.tags") as caught:
        combatant_from(RULES, {"id": "smith", **with_weapon(**fields)}, "")
    assert wrong in str(caught.value)
    node = find(tree_of(with_weapon(**fields), RULES), "weapons[1].tags")
    assert node is not None
    assert wrong in node.error


def test_editor_counts_tag_points() -> None:
    sheet = with_weapon(tags=["damaging_1", "natural"], granted_by="its body")
    node = find(tree_of(sheet, RULES), "weapons[1].tags")
    assert node is not None
    assert node.more["note"] == "3 of 3 points"


def test_pasted_block_keeps_its_stated_values() -> None:
    (sheet,) = read_stat_blocks("Captain Ro\nHealth: 18\nBlock 5, Evasion 3\nStrength 3, Melee 4", RULES)
    assert {key: sheet.traits[key] for key in ("health", "block", "evasion", "melee")} == {
        "health": 18,
        "block": 5,
        "evasion": 3,
        "melee": 4,
    }
