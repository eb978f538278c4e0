"""Edits of a sheet: valid input goes where it belongs, invalid input is kept as typed, and the sheet can be played."""

from __future__ import annotations

from collections.abc import Callable
from cProfile import Profile
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from exgui.campaign.stored_text import check_sheet
from exgui.engine.explained import Explained
from exgui.rulebook.reader import load
from exgui.rulebook.rules import Ruleset
from exgui.sheets import editing
from exgui.sheets.layout import Node, find, tree_of, used_first
from exgui.sheets.worked_out import WorkedOut

RULES = load("ex3")
VOLFER: dict[str, Any] = {
    "name": "Volfer",
    "traits": {"strength": 3, "dexterity": 4, "stamina": 3, "wits": 3, "melee": 4, "dodge": 3, "awareness": 2},
    "weapons": ["straight_sword"],
}
WHOLE: dict[str, Any] = {
    **VOLFER,
    "specialties": {"melee": ["straight sword"]},
    "weapons": ["straight_sword", {"name": "Sling", "ability": "thrown", "accuracy": 3, "damage": 7}],
    "armor": next(iter(RULES.tables["armor"])),
    "effects": list(RULES.tables["effect"])[:6],
    "printed": {"soak": 7},
    "state": {"health": {"lethal": 1}},
}


def typed(sheet: editing.Sheet, *edits: tuple[editing.Path, str], rules: Ruleset = RULES) -> editing.Sheet:
    for path, text in edits:
        sheet = editing.typed(sheet, rules, path, text)
    return sheet


def number(sheet: editing.Sheet, id: str) -> Explained:
    return next(one for one in WorkedOut.of(sheet, RULES).values if one.id == id).number


def node(sheet: editing.Sheet, id: str) -> Node:
    found = find(tree_of(sheet, RULES), id)
    assert found is not None
    return found


def test_invalid_text_is_kept_beside_the_last_valid_value() -> None:
    sheet = typed(VOLFER, (("traits", "strength"), "five"))
    assert sheet["traits"]["strength"] == 3
    assert sheet["draft"] == {"traits.strength": "five"}
    shown = node(sheet, "traits.strength")
    assert (shown.value, shown.text, shown.error) == (3, "five", "must be a whole number, not “five”")
    assert number(sheet, "parry").total == 5  # (4 + 4) / 2 + 1
    assert check_sheet(sheet) == sheet


def test_valid_text_replaces_an_invalid_one() -> None:
    sheet = typed(VOLFER, (("traits", "strength"), "five"), (("traits", "strength"), "5"))
    assert sheet["traits"]["strength"] == 5
    assert "draft" not in sheet


def test_text_made_valid_by_another_field_is_applied() -> None:
    sheet, at = editing.add_item(VOLFER, RULES, "effect", {"name": "Iron stance"})
    sheet = typed(sheet, ((*at, "defense"), "2"))
    assert "defense" not in sheet["effects"][0]
    assert 'requires when = "action"' in editing.errors_of(sheet, RULES)["effects[1].defense"]
    sheet = typed(sheet, ((*at, "when"), "action"))
    assert sheet["effects"] == [{"name": "Iron stance", "when": "action", "defense": 2}]
    assert not editing.errors_of(sheet, RULES)


def test_changed_table_item_is_written_out_and_collapses_when_restored() -> None:
    sheet = typed(VOLFER, (("weapons", 0, "damage"), "12"))
    assert sheet["weapons"][0]["damage"] == 12
    assert node(sheet, "weapons[1]").more["own"]
    assert typed(sheet, (("weapons", 0, "damage"), "9"))["weapons"] == ["straight_sword"]


def test_drafts_move_up_with_their_lines() -> None:
    sheet, _ = editing.add_item(VOLFER, RULES, "weapon", "knife")
    sheet = typed(sheet, (("weapons", 0, "damage"), "lots"), (("weapons", 1, "accuracy"), "some"))
    sheet = editing.remove_item(sheet, RULES, ("weapons", 0))
    assert sheet["weapons"] == ["knife"]
    assert sheet["draft"] == {"weapons[1].accuracy": "some"}


def test_weapon_can_be_put_away_and_readied_again() -> None:
    sheet = editing.toggle_ready(VOLFER, RULES, "straight_sword")
    assert sheet["ready"] == []
    assert number(sheet, "parry").total == 2  # bare hands: 4 / 2
    sheet, _ = editing.add_item(sheet, RULES, "weapon", "knife")
    assert sheet["ready"] == ["knife"]
    assert "ready" not in editing.toggle_ready(sheet, RULES, "straight_sword")
    assert editing.remove_item(sheet, RULES, ("weapons", 1))["ready"] == []


def test_hand_set_value_shows_the_rules_value_and_its_parts() -> None:
    sheet = typed(VOLFER, (("printed", "parry"), "7"))
    worked = WorkedOut.of(sheet, RULES)
    parry = next(one for one in worked.values if one.id == "parry")
    assert parry.by_hand
    assert parry.number.total == 7
    assert parry.number.parts[0].label == "set by hand"
    assert parry.by_rules is not None
    assert parry.by_rules.total == 5
    assert worked.sources_of("parry") == {"traits.dexterity", "traits.melee", "weapons[1]"}
    assert worked.values_from("traits.dexterity") == {"parry", "evasion"}
    back = editing.put(sheet, RULES, ("printed", "parry"), None)
    assert back == VOLFER


def test_errors_of_a_foreign_sheet_leave_other_numbers_intact() -> None:
    odd = {**VOLFER, "traits": {**VOLFER["traits"], "melee": 99_999, "charm": 3}, "weapons": ["no such thing", "knife"]}
    errors = editing.errors_of(odd, RULES)
    assert set(errors) == {"traits.melee", "traits.charm", "weapons[1]"}
    assert number(odd, "join_battle").total == 5
    assert node(odd, "weapons[1]").error
    assert node(odd, "traits.melee").error


def test_specialties_and_dots_can_be_edited() -> None:
    sheet = editing.add_specialty(VOLFER, RULES, "melee", " straight  sword ")
    assert number(sheet, "parry").total == 6  # (4 + 4 + 1) / 2 = 4.5, rounded up, + 1
    assert [one.label for one in node(sheet, "block:specialties").children] == ["Melee: straight sword"]
    assert editing.remove_specialty(sheet, "melee", "straight sword") == VOLFER
    assert "wits" not in editing.with_trait(VOLFER, RULES, "wits", 1)["traits"]
    used, others = used_first(node(VOLFER, "block:abilities").children)
    assert [one.label for one in used] == ["Awareness", "Dodge", "Melee"]
    assert len(others) == 23


@pytest.mark.parametrize(
    ("field", "text", "value"),
    [
        ("cost", "3 motes, willpower 1", {"motes": 3, "willpower": 1}),
        ("modifiers", "attack +2 dice; defense +1", ["attack +2 dice", "defense +1"]),
        ("ability", "Martial Arts", "martial_arts"),
    ],
)
def test_fields_are_typed_as_people_write_them(field: str, text: str, value: object) -> None:
    sheet, at = editing.add_item(VOLFER, RULES, "effect", {"name": "Iron stance"})
    assert typed(sheet, ((*at, field), text))["effects"][0][field] == value


FIELDS: list[editing.Path] = [
    ("name",),
    ("traits", "strength"),
    ("traits", "dexterity"),
    ("weapons", 0, "accuracy"),
    ("weapons", 0, "tags"),
    ("weapons", 0, "name"),
    ("health_levels",),
    ("state", "health", "lethal"),
    ("printed", "soak"),
    ("pools", "senses"),
    ("notes",),
]


@given(st.lists(st.tuples(st.sampled_from(FIELDS), st.text(max_size=20)), max_size=6))
def test_typed_text_is_never_lost_and_sheets_survive_a_round_trip(edits: list[tuple[editing.Path, str]]) -> None:
    sheet = typed(VOLFER, *edits)
    check_sheet(sheet)
    kept = editing.drafts(sheet)
    assert set(editing.errors_of(sheet, RULES)) == set(kept)
    reading = WorkedOut.of(sheet, RULES).reading
    assert reading.combatant is not None
    assert not reading.problems


@settings(max_examples=40)
@given(st.lists(st.tuples(st.sampled_from(FIELDS), st.text(max_size=20) | st.integers(-1, 12).map(str)), max_size=6))
def test_sheet_edited_step_by_step_equals_the_sheet_read_whole(edits: list[tuple[editing.Path, str]]) -> None:
    sheet: editing.Sheet = WHOLE
    worked = WorkedOut.of(sheet, RULES)
    tree = tree_of(sheet, RULES, worked)
    for path, text in edits:
        sheet = editing.typed(sheet, RULES, path, text)
        worked = worked.edited(sheet)
        tree = tree_of(sheet, RULES, worked, tree)
        whole = WorkedOut.of(sheet, RULES)
        assert tree == tree_of(sheet, RULES, whole)
        assert (worked.combatant, worked.unhurt, worked.values) == (whole.combatant, whole.unhurt, whole.values)


def test_changed_dot_takes_less_than_a_third_of_the_calls_of_the_whole_sheet() -> None:
    before = WorkedOut.of(WHOLE, RULES)
    tree = tree_of(WHOLE, RULES, before)
    after = editing.with_trait(WHOLE, RULES, "dexterity", 5)
    again = calls(lambda: tree_of(after, RULES, before.edited(after), tree))
    assert again * 3 < calls(lambda: tree_of(after, RULES))


def calls(work: Callable[[], object]) -> int:
    profile = Profile()
    profile.runcall(work)
    return sum(one.callcount for one in profile.getstats())


def test_problem_appears_at_its_field() -> None:
    odd = {**VOLFER, "effects": [{"name": "Iron stance", "modifiers": ["attack +2 dice", "blorg"]}]}
    assert set(editing.errors_of(odd, RULES)) == {"effects[1].modifiers"}
    assert "blorg" in node(odd, "effects[1].modifiers").error


def test_a_weapon_beyond_two_hands_is_not_in_hand() -> None:
    blade = {"name": "Kesh", "weapons": ["great_sword"]}
    sheet, _ = editing.add_item(blade, RULES, "weapon", "self_bow")
    assert sheet == {"name": "Kesh", "weapons": ["great_sword", "self_bow"], "ready": ["great_sword"]}
    first, _ = editing.add_item({"name": "Kesh", "weapons": ["knife"]}, RULES, "weapon", "short_sword")
    assert "ready" not in first


def test_edit_leaves_untouched_blocks_unchanged() -> None:
    sheet: dict[str, Any] = {"name": "Volfer", "traits": {"wits": 2, "melee": 3}, "weapons": ["knife"], "notes": "Lame"}
    before = tree_of(sheet, RULES)
    after = tree_of(editing.with_trait(sheet, RULES, "wits", 4), RULES, None, before)
    same = {one.id for one, other in zip(before.children, after.children, strict=True) if one is other}
    assert "block:abilities" in same
    assert "block:battle" in same
    knife = find(after, "weapons[1]")
    assert knife is not None
    assert knife is find(before, "weapons[1]")
    changed = {one.id for one, other in zip(before.children, after.children, strict=True) if one != other}
    assert changed == {"block:mental", "block:combat"}  # Wits, and Join Battle and Resolve, which come from it
