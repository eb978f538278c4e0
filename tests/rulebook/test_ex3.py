"""The data of ex3: names that its code relies on, and numbers checked by hand."""

import pytest

from exgui.icon_family import icon_letters
from exgui.rulebook.combatant_setup import combatant_from
from exgui.rulebook.formula_pieces import Lookup
from exgui.rulebook.reader import load
from exgui.rulebook.rules import Ruleset
from exgui.rulebook.setup import battle_from

RULES = load("ex3")

ABILITIES = """archery athletics awareness brawl bureaucracy craft dodge integrity investigation larceny linguistics
lore martial_arts medicine melee occult performance presence resistance ride sail socialize stealth survival
thrown war"""

CONDITIONS = {
    "flag": "prone left gone_to_ground dissolved routed incapacitated restrained",
    "id": "aiming crashed_by grappling grappled_by held_at_bay_by defending rushing climbed in_group",
    "ids": "concealed_from retreats",
    "text": "cover mount off_hand",
    "data": "delayed progress self_crashed crash_left distracted going_to_ground holding_at_bay shaping used_effects",
}

# Accuracy at close range, damage, Defense, minimum damage
CLOSE_COMBAT = {"light": (4, 7, 0, 1), "medium": (2, 9, 1, 1), "heavy": (0, 11, -1, 1)}
ARTIFACT = {"light": (5, 10, 0, 3), "medium": (3, 12, 1, 4), "heavy": (1, 14, 0, 5)}
BY_RANGE = {"archery": (-2, 4, 2, 0, -2), "thrown": (4, 3, 2, -1, -3)}


def test_new_sheets_start_with_these_traits() -> None:
    groups: dict[str, list[str]] = {}
    for trait in RULES.traits.values():
        groups.setdefault(trait.group, []).append(trait.id)
    assert len(groups["attributes"]) == 9
    assert groups["abilities"] == ABILITIES.split()
    assert {RULES.trait_default(id) for id in groups["attributes"]} == {1}
    assert {RULES.trait_default(id) for id in groups["abilities"]} == {0}
    assert [RULES.trait_default(id) for id in ("essence", "willpower", "base_initiative")] == [1, 5, 3]


def test_every_trait_is_on_the_sheet_once() -> None:
    shown = [id for block in RULES.sheet if block.kind == "traits" for id in block.items]
    assert sorted(shown) == sorted(RULES.traits)


@pytest.mark.parametrize("type", list(CONDITIONS))
def test_conditions_have_the_expected_types(type: str) -> None:
    assert {id for id, one in RULES.conditions.items() if one.type == type} == set(CONDITIONS[type].split())


def test_conditions_have_texts_and_existing_icons() -> None:
    known = icon_letters()
    for condition in RULES.conditions.values():
        assert condition.help.endswith(".")
        family, dot, icon = condition.icon.partition(".")
        assert (family, dot, icon) == ("", "", "") or (family == "mdi6" and icon in known)


def test_every_entry_names_its_rule() -> None:
    tables = (RULES.actions, RULES.conditions, RULES.values, RULES.rolls, RULES.tracks, RULES.options)
    for table in tables:
        for one in table.values():
            assert one.rule in RULES.catalogue, one.id


def test_keys_of_shown_actions_differ_across_all_groups() -> None:
    keys = [action.key for action in RULES.actions.values() if action.key]
    assert sorted(keys) == sorted(set(keys))
    assert RULES.actions["attack"].key == "A"


@pytest.mark.parametrize("weapon", [id for id, item in RULES.tables["weapon"].items() if item.get("minimum") == 1])
def test_mundane_weapons_follow_their_weight(weapon: str) -> None:
    check_weapon(RULES, weapon, CLOSE_COMBAT, 0)


@pytest.mark.parametrize("weapon", [id for id, item in RULES.tables["weapon"].items() if item.get("minimum") > 1])
def test_artifact_weapons_follow_their_weight(weapon: str) -> None:
    check_weapon(RULES, weapon, ARTIFACT, 1)


def check_weapon(rules: Ruleset, id: str, table: dict[str, tuple[int, int, int, int]], better: int) -> None:
    item = rules.item("weapon", id)
    accuracy, damage, defense, minimum = table[item.get("category")]
    assert (item.get("damage"), item.get("minimum")) == (damage, minimum)
    if item.get("ability") in BY_RANGE:
        assert item.get("accuracy") == tuple(one + better for one in BY_RANGE[item.get("ability")])
        assert item.get("defense") == 0
        assert item.get("range") != "close"
    else:
        assert item.get("accuracy") == (accuracy,) * 5
        assert item.get("defense") == defense
        assert item.get("range") == "close"


def test_armor_is_one_of_six_kinds() -> None:
    mundane = {(3, 0, 0), (5, 0, -1), (7, 0, -2)}
    artifact = {(5, 4, 0), (8, 7, -1), (11, 10, -2)}
    found = {(item.get("soak"), item.get("hardness"), item.get("mobility")) for item in RULES.tables["armor"].values()}
    assert found == mundane | artifact


def test_mount_speeds_match_the_catalogue() -> None:
    speeds = {id: item.get("speed") for id, item in RULES.tables["mount"].items()}
    assert speeds == {
        "austrech": 2,
        "camel": 3,
        "horse": 4,
        "warhorse": 4,
        "mammoth": 1,
        "simhata": 4,
        "tyrant_lizard": 2,
        "yeddim": 1,
    }


def test_fists_are_a_light_natural_bashing_weapon() -> None:
    unarmed = RULES.item("weapon", "unarmed")
    assert (unarmed.get("category"), unarmed.get("damage_type"), unarmed.get("ability")) == (
        "light",
        "bashing",
        "brawl",
    )
    assert "natural" in unarmed.get("tags")


def volfer() -> Lookup:
    one = combatant_from(
        RULES,
        {
            "id": "volfer",
            "traits": {"strength": 3, "dexterity": 4, "stamina": 3, "wits": 3, "melee": 4, "dodge": 3, "awareness": 2},
            "weapons": ["straight_sword"],
            "armor": "buff_jacket",
        },
        "",
    )
    sword, jacket = one.gear["straight_sword"], one.gear["buff_jacket"]

    def lookup(name: str) -> tuple[str, int]:
        if name in ("ability", "specialty"):
            return {"ability": ("Melee", 4), "specialty": ("specialty", 1)}[name]
        kind, dot, field = name.partition(".")
        if dot:
            item = {"weapon": sword, "armor": jacket}[kind]
            return item.name, item.get(field)
        return RULES.label(name), one.traits.get(name, RULES.trait_default(name))

    return lookup


@pytest.mark.parametrize(
    ("value", "rounding", "total"),
    [
        ("parry", "up", 6),  # (4 + 4 + 1) / 2 = 4.5, up 5, and the sword's 1
        ("parry", "down", 5),
        ("evasion", "up", 4),  # (4 + 3 + 1) / 2
        ("soak", "down", 6),  # Stamina 3, jacket 3
        ("hardness", "down", 0),
        ("join_battle", "down", 5),
        ("resolve", "down", 1),  # (3 + 0) / 2
    ],
)
def test_derived_values_of_the_example_hero(value: str, rounding: str, total: int) -> None:
    assert RULES.values[value].formula.explain(volfer(), rounding).total == total


@pytest.mark.parametrize(
    ("roll", "total"),
    [("attack", 9), ("damage", 12), ("join_battle", 5), ("rush", 4), ("disengage", 7), ("control", 7), ("rout", 5)],
)
def test_pools_of_the_example_hero(roll: str, total: int) -> None:
    formula = RULES.rolls[roll].formula
    assert formula is not None
    assert formula.explain(volfer()).total == total


def test_defense_rounding_follows_the_option() -> None:
    assert RULES.values["parry"].rounding == RULES.values["evasion"].rounding == "round_defense"
    assert RULES.option_defaults() == {
        "round_defense": "up",
        "late_join_bonus": 3,
        "shift_includes_break": True,
        "difficult_terrain": "enter",
        "flurry_damage": False,
        "gain_from_groups": True,
        "rout_drill_bonus": "defense",
        "order_on_a_tick": "join_battle",
        "concealment_against": "side",
        "off_hand_penalty": 1,
        "clash_declarations": "alternating",
        "failed_rout": "next_turn",
    }


def test_opponents_can_be_loaded() -> None:
    assert len(RULES.opponents) >= 15
    tables = [{"id": id, **opponent.fields} for id, opponent in RULES.opponents.items()]
    battle = battle_from(RULES, {"combatant": tables})
    for one in battle.combatants.values():
        assert one.side == "foes"
        assert any(item.kind == "weapon" for item in one.gear.values())
        if one.kind == "quick_character":
            assert set(one.fields["printed"]) == set(RULES.fields["combatant"]["printed"].choices)
            assert all(item.get("dice") for item in one.gear.values() if item.kind == "weapon")
        else:
            assert any(item.kind == "armor" for item in one.gear.values())
            assert len(one.traits) >= 10
        assert RULES.opponents[one.id].text
