"""A sheet as a Foundry actor: imported again it is the same, and changes made in Foundry count."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from exgui.rulebook.encounter_shape import read_sheet
from exgui.rulebook.reader import load
from exgui.rulebook.validation import Place
from exgui.sheets.stat_block.foundry_export import foundry_actor, foundry_text
from exgui.sheets.stat_block.reading import read_stat_blocks
from exgui.sheets.stat_block.to_sheet import sheet_data

RULES = load("ex3")
ABILITIES = (
    "archery",
    "athletics",
    "awareness",
    "craft",
    "dodge",
    "integrity",
    "martial_arts",
    "melee",
    "resistance",
    "war",
)
ATTRIBUTES = (
    "strength", "dexterity", "stamina", "charisma", "manipulation", "appearance", "perception", "intelligence", "wits",
)  # fmt: skip


def spaced_once(text: str) -> str:
    return " ".join(text.split())


words = st.text("abcdefghij äß'-<&\"", min_size=1, max_size=12).map(str.strip).filter(bool)
dots = st.integers(1, 5)
traits = st.fixed_dictionaries(dict.fromkeys(ATTRIBUTES, dots)).flatmap(
    lambda attributes: st.dictionaries(st.sampled_from(ABILITIES), dots).map(lambda more: {**attributes, **more})
)
weapons = st.lists(
    st.sampled_from(("straight_sword", "self_bow", "daiklave"))
    | st.fixed_dictionaries(
        {"name": words, "accuracy": st.integers(0, 5), "damage": st.integers(1, 14), "minimum": st.integers(1, 5),
         "ability": st.sampled_from(("melee", "brawl"))}
    ),
    max_size=3,
)  # fmt: skip
effects = st.lists(
    st.fixed_dictionaries(
        {"name": words, "when": st.just("reflexive"), "cost": st.just({"motes": 3}), "duration": st.just("instant")}
    ),
    max_size=2,
)
full = st.fixed_dictionaries(
    {"name": words, "traits": traits},
    optional={
        "notes": words,
        "weapons": weapons,
        "effects": effects,
        "specialties": st.dictionaries(
            st.sampled_from(ABILITIES), st.lists(words, min_size=1, max_size=2, unique_by=spaced_once)
        ),
        "armor": st.just("lamellar"),
        "health_levels": st.just([0, -1, -1, -2, -2, -4]),
        "player": st.booleans(),
        "folder": words,
    },
)
quick = st.fixed_dictionaries(
    {
        "name": words,
        "kind": st.just("quick_character"),
        "printed": st.dictionaries(st.sampled_from(("parry", "soak")), dots),
    },
    optional={
        "pools": st.dictionaries(st.sampled_from(("senses", "combat_movement")), dots),
        "group": st.fixed_dictionaries(
            {"size": dots, "drill": st.sampled_from(("poor", "elite")), "might": st.integers(0, 3)}
        ),
    },
)


def back(actor: dict[str, Any]) -> dict[str, Any]:
    (found,) = read_stat_blocks(json.dumps(actor), RULES)
    return sheet_data(found, RULES)


@settings(max_examples=60, deadline=None)
@given(full | quick)
def test_exported_actor_survives_a_round_trip(sheet: dict[str, Any]) -> None:
    (found,) = read_stat_blocks(foundry_text(sheet, "ex3", RULES), RULES)
    assert sheet_data(found, RULES) == sheet


@settings(max_examples=60, deadline=None)
@given(full)
def test_fields_alone_hold_traits_gear_and_health(sheet: dict[str, Any]) -> None:
    actor = foundry_actor(sheet, "ex3", RULES)
    del actor["flags"]
    found = back(actor)
    assert found["name"] == spaced_once(sheet["name"])
    assert found["traits"] == sheet["traits"]
    assert found.get("health_levels") == sheet.get("health_levels")
    specialties = {ability: list(map(spaced_once, some)) for ability, some in sheet.get("specialties", {}).items()}
    assert found.get("specialties", {}) == specialties
    assert len(found.get("weapons", ())) == len(sheet.get("weapons", ()))
    assert len(found.get("effects", ())) == len(sheet.get("effects", ()))
    read_sheet(found, Place())


def test_changes_made_in_foundry_count() -> None:
    sheet = {"name": "Heron", "traits": dict.fromkeys(ATTRIBUTES, 2), "folder": "River"}
    actor = foundry_actor(sheet, "ex3", RULES)
    actor["system"]["attributes"]["strength"]["value"] = 5
    found = back(actor)
    assert found["traits"]["strength"] == 5
    assert "folder" not in found


def test_embedded_sheet_is_ignored_under_other_rules() -> None:
    actor = foundry_actor({"name": "Heron", "traits": dict.fromkeys(ATTRIBUTES, 2)}, "ex3", RULES)
    (found,) = read_stat_blocks(json.dumps(actor), load("ex2"))
    assert found.data is None


def test_battle_group_has_foundry_fields() -> None:
    group = {"size": 3, "drill": "elite", "might": 1, "health_levels": 7}
    sheet = {"name": "Watch", "kind": "quick_character", "printed": {"parry": 4, "join_battle": 5}, "group": group}
    actor = foundry_actor(sheet, "ex3", RULES)
    system = actor["system"]
    assert (actor["type"], system["battlegroup"], system["size"]["value"], system["drill"]["value"]) == (
        "npc",
        True,
        3,
        "2",
    )
    assert (system["parry"]["value"], system["pools"]["joinbattle"]["value"]) == (4, 5)
    del actor["flags"]
    assert back(actor)["group"] == group
