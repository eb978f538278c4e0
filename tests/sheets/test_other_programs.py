"""Characters of other programs beyond what `blocks` shows: how they become sheets, and files with many or none."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from exgui.rulebook.reader import load
from exgui.sheets.stat_block.charm_effects import read_cost
from exgui.sheets.stat_block.pasted import PastedSheet
from exgui.sheets.stat_block.reading import MOST_READ, read_stat_blocks
from exgui.sheets.stat_block.to_sheet import sheet_data

BLOCKS = Path(__file__).with_name("blocks")


def read(text: str) -> tuple[PastedSheet, ...]:
    return read_stat_blocks(text, load("ex3"))


def sample(name: str) -> Any:
    return json.loads((BLOCKS / f"{name}.json").read_text("utf-8"))


def test_atemi_character_becomes_a_sheet_with_its_gear_and_charms() -> None:
    (found,) = read((BLOCKS / "atemi_character.json").read_text("utf-8"))
    sheet = sheet_data(found, load("ex3"))
    hook, bow = sheet["weapons"]
    assert hook == {
        "name": "Boathook", "accuracy": 3, "damage": 9, "damage_type": "lethal", "minimum": 2, "defense": 1,
        "ability": "melee", "tags": ["two_handed"],
    }  # fmt: skip
    assert bow["accuracy"] == [-1, 5, 3, 1, -1]
    assert (bow["damage"], bow["minimum"], bow["range"], bow["ability"]) == (12, 4, "long", "archery")
    assert sheet["armor"] == {"name": "Scale shirt", "soak": 6, "hardness": 0, "mobility": -1}
    assert sheet["specialties"] == {"melee": ["On deck"]}
    assert sheet["effects"] == [
        {
            "name": "Oar Finds Its Mark", "cost": {"motes": 3}, "duration": "instant", "when": "attack",
            "ability": "melee", "keywords": ["decisive_only"],
        }
    ]  # fmt: skip


def test_atemi_keys_in_either_style_mean_the_same() -> None:
    camel = sample("atemi_character")
    snake = {"name": camel["name"], "attr_strength": 3, "health_level_0s": 1, "motes_personal_total": 16}
    (found,) = read(json.dumps(snake))
    assert (found.traits, found.health_levels) == ({"strength": 3, "personal_motes": 16}, (0,))


@pytest.mark.parametrize(
    ("text", "cost"),
    [
        ("3m", {"motes": 3}),
        ("5m, 1wp", {"motes": 5, "willpower": 1}),
        ("2i; 1lhl", {"initiative": 2, "lethal": 1}),
        ("\N{EM DASH}", {}),
        ("1m per die", None),
        ("3m or 5m", None),
        ("3m, 2m", None),
        ("999m", None),
    ],
)
def test_cost_is_read_only_if_unambiguous(text: str, cost: dict[str, int] | None) -> None:
    assert read_cost(text) == cost


def test_foundry_charm_becomes_an_effect_if_its_timing_is_clear() -> None:
    def charm(name: str, **more: Any) -> dict[str, Any]:
        return {"type": "charm", "name": name, "system": {"duration": "Instant", **more}}

    actor = {
        "name": "Heron",
        "type": "character",
        "system": {"attributes": {key: {"value": 3} for key in ("strength", "dexterity", "stamina")}},
        "items": [
            charm("Flow", type="Reflexive", cost={"motes": 4, "willpower": 1}, keywords="Perilous"),
            charm("Always", type="Permanent", cost={"motes": 0}),
            charm("Odd", type="Simple", cost={"motes": 3}, duration="Until the tide turns"),
        ],
    }
    (found,) = read(json.dumps(actor))
    assert list(found.effects) == [
        {"name": "Flow", "cost": {"motes": 4, "willpower": 1}, "duration": "instant", "when": "reflexive",
         "keywords": ["perilous"]}
    ]  # fmt: skip
    assert all(name in found.notes for name in ("Flow", "Always", "Odd"))


def test_foundry_battle_group_without_magnitude_has_that_of_one_fighter_and_size() -> None:
    system = {"battlegroup": True, "size": {"value": 2}, "drill": {"value": "2"}, "might": {"value": 0}}
    group = {
        "name": "Rowers",
        "type": "npc",
        "items": [],
        "system": {**system, "health": {"levels": {"zero": {"value": 7}}}},
    }
    (found,) = read(json.dumps(group))
    assert found.group == {"size": 2, "drill": "elite", "might": 0, "health_levels": 7, "magnitude": 9}


def test_a_compendium_with_one_actor_on_each_line_is_read() -> None:
    lines = [
        json.dumps({"name": name, "type": "npc", "items": [], "system": {"evasion": {"value": dv}}})
        for name, dv in (("Wasp", 5), ("Ox", 1))
    ]
    wasp, ox = read("\n".join(lines) + "\n")
    assert [(one.name, one.values["evasion"], one.lines[0].number) for one in (wasp, ox)] == [
        ("Wasp", 5, 1),
        ("Ox", 1, 2),
    ]


def test_characters_of_both_programs_in_lists_of_lists_are_found() -> None:
    foundry = {"name": "Wasp", "type": "npc", "items": [], "system": {"evasion": {"value": 5}}}
    atemi = {"name": "Heron", "attrStrength": 2}
    found = read(json.dumps({"world": {"actors": [foundry]}, "sheets": [atemi]}))
    assert [one.name for one in found] == ["Wasp", "Heron"]


def crowd(count: int, padding: int) -> str:
    one = {
        "type": "npc",
        "system": {"evasion": {"value": 4}, "biography": "x" * padding, "settings": {"rolls": [0] * 50}},
        "items": [{"type": "weapon", "name": "Oar", "system": {"witheringaccuracy": 7, "witheringdamage": 9}}],
        "flags": {"core": {"sourceId": "a"}},
    }
    return json.dumps([{"name": f"Guest {n}", **one} for n in range(count)], indent=1)


def test_long_file_is_read_value_by_value() -> None:
    found = read(crowd(300, 3_000))
    assert [found[0].name, found[-1].name, len(found)] == ["Guest 0", "Guest 299", 300]
    last = found[-1]
    assert (last.values["evasion"], last.attacks[0].dice, last.attacks[0].damage) == (4, 7, 9)
    texts = {line.text: line.verdict for line in last.lines}
    assert texts["system.evasion.value: 4"] == "understood"
    assert not any(text.startswith(("flags", "system.settings")) for text in texts)
    numbers = [line.number for one in found for line in one.lines]
    assert numbers == list(range(1, len(numbers) + 1))


@pytest.mark.parametrize(
    "text",
    [
        crowd(300, 5_000)[:-5],
        "[" * 100_000,
        '{"a":' * 100_000,
        '[{"a": 1}, ' + '"\\ud800' * 200_000 + '"]',
        json.dumps([{"name": "x" * MOST_READ}]),
    ],
    ids=["truncated", "nested lists", "nested objects", "half signs", "nobody in it"],
)
def test_broken_json_is_kept_as_text_with_a_sentence(text: str) -> None:
    (found,) = read(text)
    assert found.kind == "quick"
    assert not found.values
    assert found.remark.endswith(".")
    assert found.lines


def test_absurd_numbers_stay_in_the_notes() -> None:
    huge = "9" * 5_000
    text = f'{{"name": "Heron", "attrStrength": {huge}, "attrDexterity": 3, "essence": 1e400}}'
    (found,) = read(text)
    assert found.traits == {"dexterity": 3}
    assert huge in found.notes
