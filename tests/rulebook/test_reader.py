"""Rulesets: reading, inheriting, and the errors of a broken one."""

import json
import pickle
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from exgui.rulebook.reader import RulesetError, from_text, load
from exgui.rulebook.shelf import available

SMALL = """
name = "Coins"
system = "coins"
figures = ["luck"]

[timeline]
axis = "pool"

[groups]
body = "Body"

[traits]
strength = { group = "body", default = 1 }
dexterity = { group = "body", default = 1 }

[values]
guard = { label = "Guard", formula = "dexterity / 2 + weapon.weight" }

[tracks]
luck = { label = "Luck", minimum = 0 }

[fields.weapon]
weight = { minimum = 0, maximum = 9 }
"""
ACTIONS = """
[flip]
label = "Flip"
rule = "coin-1"
key = "F"

[flip.params]
target = { type = "combatant" }
"""
WEAPONS = """
[stick]
name = "Stick"
weight = 2
"""


@pytest.fixture
def write(tmp_path: Path) -> Callable[..., Path]:
    """Writes a ruleset's folder: file names with their texts."""

    def make(name: str, files: dict[str, str | bytes]) -> Path:
        folder = tmp_path / name
        for file, text in files.items():
            path = folder / file
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return folder

    return make


def small(**changed: str) -> dict[str, str | bytes]:
    return {"ruleset.toml": SMALL, "actions.toml": ACTIONS, "weapons.toml": WEAPONS} | changed


def test_own_folder_is_read_completely(write: Callable[..., Path]) -> None:
    rules = load(write("coins", small()))
    assert (rules.id, rules.system, rules.lineage) == ("coins", "coins", ("coins",))
    assert rules.traits["strength"].label == "Strength"
    assert rules.item("weapon", "stick").get("weight") == 2
    assert rules.actions["flip"].params[0].type == "combatant"
    assert rules.values["guard"].formula.names == {"dexterity", "weapon.weight"}


def test_house_rules_can_be_three_lines(write: Callable[..., Path]) -> None:
    house = load(write("house", {"ruleset.toml": 'extends = "ex3"\n[options]\nlate_join_bonus.default = 5\n'}))
    ex3 = load("ex3")
    assert house.lineage == ("house", "ex3")
    assert house.options["late_join_bonus"].default == 5
    assert house.options["late_join_bonus"].label == ex3.options["late_join_bonus"].label
    assert house.actions == ex3.actions
    assert house.digest != ex3.digest


def test_house_rule_can_change_a_field_and_add_a_weapon(write: Callable[..., Path]) -> None:
    weapons = '[knife]\ndamage = 8\n[fork]\nname = "Fork"\ndamage = 6\n'
    house = load(write("house", {"ruleset.toml": 'extends = "ex3"', "weapons.toml": weapons}))
    knife = house.item("weapon", "knife")
    assert (knife.get("damage"), knife.get("accuracy"), knife.name) == (8, (4, 4, 4, 4, 4), "Knife")
    assert house.item("weapon", "fork").get("damage") == 6
    assert load("ex3").item("weapon", "knife").get("damage") == 7


def test_inherited_entries_can_be_removed(write: Callable[..., Path]) -> None:
    house = load(write("house", {"ruleset.toml": 'extends = "ex3"', "actions.toml": "[aim]\nremove = true\n"}))
    assert "aim" not in house.actions
    assert "attack" in house.actions


def test_removed_entry_is_reported_where_it_is_used(write: Callable[..., Path]) -> None:
    house = {"ruleset.toml": 'extends = "ex3"', "weapons.toml": "[axe]\nremove = true\n"}
    with pytest.raises(RulesetError, match=r"opponents/bandit\.toml: weapons\[1\]: house has no weapon “axe”"):
        load(write("house", house))
    for text in ("remove = true\n", 'weapons = ["knife"]\nready = ["knife"]\n'):
        again = load(write("house", {**house, "opponents/bandit.toml": text}))
        assert "axe" not in again.tables["weapon"]


def test_rulesets_can_extend_neighboring_folders_in_a_chain(write: Callable[..., Path]) -> None:
    write("base", small())
    write("middle", {"ruleset.toml": 'extends = "base"\n[traits]\nstrength.default = 2\n'})
    top = load(write("top", {"ruleset.toml": 'extends = "middle"\n[traits]\nstrength.maximum = 5\n'}))
    assert (top.traits["strength"].default, top.traits["strength"].maximum) == (2, 5)
    assert top.lineage == ("top", "middle", "base")


def test_digest_ignores_line_order_and_spacing(write: Callable[..., Path]) -> None:
    first = load(write("one/coins", small()))
    lines = WEAPONS + '[stone]\nname = "Stone"\n'
    moved = '# stones first\n[stone]\nname   = "Stone"\n' + WEAPONS
    assert load(write("two/coins", small(**{"weapons.toml": lines}))).digest != first.digest
    assert (
        load(write("three/coins", small(**{"weapons.toml": moved}))).digest
        == load(write("four/coins", small(**{"weapons.toml": lines}))).digest
    )


def test_ruleset_is_reread_only_after_a_change(write: Callable[..., Path]) -> None:
    folder = write("coins", small())
    first = load(folder)
    assert load(str(folder)) is first
    write("coins", {"weapons.toml": WEAPONS.replace("2", "3")})
    assert load(folder).item("weapon", "stick").get("weight") == 3


def test_change_in_the_parent_reaches_the_child(write: Callable[..., Path]) -> None:
    write("base", small())
    child = write("child", {"ruleset.toml": 'extends = "base"'})
    assert load(child).item("weapon", "stick").get("weight") == 2
    write("base", {"weapons.toml": WEAPONS.replace("2", "3")})
    assert load(child).item("weapon", "stick").get("weight") == 3


def test_ruleset_is_rebuilt_from_the_text_kept_with_a_battle(write: Callable[..., Path]) -> None:
    rules = load(write("house", {"ruleset.toml": 'extends = "ex3"\n[options]\nlate_join_bonus.default = 5\n'}))
    again = from_text(rules.text)
    assert again == rules
    assert list(again.actions) == list(rules.actions)


@pytest.mark.parametrize("text", ["", "{}", "[1]", "null", '{"id": "x", "lineage": [], "content": {"ruleset": 1}}'])
def test_damaged_text_is_refused(text: str) -> None:
    with pytest.raises(RulesetError, match="damaged"):
        from_text(text)


def test_a_ruleset_can_be_sent_to_another_process() -> None:
    rules = load("ex3")
    assert pickle.loads(pickle.dumps(rules)) == rules


BROKEN: list[tuple[str, dict[str, str | bytes], str, str, str]] = [
    # what, files, file of the error, its key, a piece of its message
    ("unknown key", {"ruleset.toml": SMALL + "colour = 1\n"}, "ruleset.toml", "fields.weapon.colour", "table"),
    (
        "unknown field",
        {"ruleset.toml": SMALL.replace("default = 1 }", "defualt = 1 }", 1)},
        "ruleset.toml",
        "traits.strength.defualt",
        "Did you mean default?",
    ),
    (
        "key of wrong case",
        {"ruleset.toml": SMALL.replace("name =", "Name =")},
        "ruleset.toml",
        "Name",
        "Did you mean name?",
    ),
    ("missing key", {"ruleset.toml": SMALL.replace('axis = "pool"', "")}, "ruleset.toml", "timeline.axis", "missing"),
    (
        "wrong type",
        {"ruleset.toml": SMALL.replace("default = 1 }", 'default = "one" }', 1)},
        "ruleset.toml",
        "traits.strength.default",
        'must be a whole number, not "one"',
    ),
    (
        "a number where a text is wanted",
        {"ruleset.toml": SMALL.replace('"Coins"', "7")},
        "ruleset.toml",
        "name",
        "must be text, not 7",
    ),
    (
        "unknown word",
        {"ruleset.toml": SMALL.replace('"pool"', '"pol"')},
        "ruleset.toml",
        "timeline.axis",
        "Did you mean pool?",
    ),
    (
        "call in a formula",
        {"ruleset.toml": SMALL.replace("dexterity / 2", "open(dexterity)")},
        "ruleset.toml",
        "values.guard.formula",
        "a call is not allowed",
    ),
    (
        "unknown name in a formula",
        {"ruleset.toml": SMALL.replace("dexterity / 2", "dexterty / 2")},
        "ruleset.toml",
        "values.guard.formula",
        "Did you mean dexterity?",
    ),
    (
        "unknown field in a formula",
        {"ruleset.toml": SMALL.replace("weapon.weight", "weapon.wieght")},
        "ruleset.toml",
        "values.guard.formula",
        "Did you mean weapon.weight?",
    ),
    (
        "division by zero in a formula",
        {"ruleset.toml": SMALL.replace("dexterity / 2", "dexterity / 0")},
        "ruleset.toml",
        "values.guard.formula",
        "it always divides by zero",
    ),
    (
        "unknown rounding",
        {"ruleset.toml": SMALL.replace('weapon.weight"', 'weapon.weight", rounding = "dwon"')},
        "ruleset.toml",
        "values.guard.rounding",
        "Did you mean down?",
    ),
    (
        "group of traits that is not there",
        {"ruleset.toml": SMALL.replace('"body"', '"bodi"', 1)},
        "ruleset.toml",
        "traits.strength.group",
        "Did you mean body?",
    ),
    (
        "default out of bounds",
        {"ruleset.toml": SMALL.replace("default = 1 }", "default = 11 }", 1)},
        "ruleset.toml",
        "traits.strength.default",
        "from 0 to 10, not 11",
    ),
    (
        "unknown figure",
        {"ruleset.toml": SMALL.replace('["luck"]', '["lukc"]')},
        "ruleset.toml",
        "figures[1]",
        "Did you mean luck?",
    ),
    (
        "option's default is none of its choices",
        {
            "ruleset.toml": SMALL
            + '[options.side]\nlabel = "Side"\ndefault = "edge"\nchoices = { heads = "H", tails = "T" }\n'
        },
        "ruleset.toml",
        "options.side.default",
        "choose from heads, tails",
    ),
    (
        "option's default is a list",
        {"ruleset.toml": SMALL + '[options.side]\nlabel = "Side"\ndefault = [1]\n'},
        "ruleset.toml",
        "options.side.default",
        "true or false, a whole number or a text, not a list",
    ),
    (
        "sheet shows an unknown trait",
        {"ruleset.toml": SMALL + '[[sheet]]\nid = "all"\nitems = ["strength", "dexterty"]\n'},
        "ruleset.toml",
        "sheet[1].items[2]",
        "Did you mean dexterity?",
    ),
    (
        "gesture of an unknown action",
        {"ruleset.toml": SMALL + '[gestures]\ntoken = ["flop", "target"]\n'},
        "ruleset.toml",
        "gestures.token[1]",
        "Did you mean flip?",
    ),
    (
        "gesture of an unknown parameter",
        {"ruleset.toml": SMALL + '[gestures]\ntoken = ["flip", "tarjet"]\n'},
        "ruleset.toml",
        "gestures.token[2]",
        "Did you mean target?",
    ),
    (
        "unknown type of a parameter",
        {"actions.toml": ACTIONS.replace('"combatant"', '"combattant"')},
        "actions.toml",
        "flip.params.target.type",
        "Did you mean combatant?",
    ),
    (
        "one value given again",
        {"actions.toml": ACTIONS.replace('type = "combatant"', 'type = "combatant", repeat = true')},
        "actions.toml",
        "flip.params.target.repeat",
        "data or items",
    ),
    (
        "choice without choices",
        {"actions.toml": ACTIONS.replace('"combatant"', '"choice"')},
        "actions.toml",
        "flip.params.target.choices",
        "needs choices",
    ),
    (
        "unknown field of a weapon",
        {"weapons.toml": WEAPONS.replace("weight", "wieght")},
        "weapons.toml",
        "stick.wieght",
        "Did you mean weight?",
    ),
    (
        "weapon out of bounds",
        {"weapons.toml": WEAPONS.replace("2", "200")},
        "weapons.toml",
        "stick.weight",
        "from 0 to 9, not 200",
    ),
    ("a weapon that is no table", {"weapons.toml": "stick = 3\n"}, "weapons.toml", "stick", "must be a table"),
    ("a misspelt file", {"weapon.toml": WEAPONS}, "weapon.toml", "", "Did you mean weapons.toml?"),
    (
        "an opponent's trait",
        {"opponents/thief.toml": 'name = "Thief"\ntraits = { dexterty = 3 }\n'},
        "opponents/thief.toml",
        "traits.dexterty",
        "Did you mean dexterity?",
    ),
    (
        "an opponent's second weapon",
        {"opponents/thief.toml": 'name = "Thief"\nweapons = ["stick", "stik"]\n'},
        "opponents/thief.toml",
        "weapons[2]",
        "Did you mean stick?",
    ),
    (
        "a condition that is a track",
        {"conditions.toml": '[luck]\nlabel = "Lucky"\n'},
        "conditions.toml",
        "luck",
        "is also a track",
    ),
    ("bad TOML", {"actions.toml": "[flip\nlabel = 1"}, "actions.toml", "line 1, column 6", "is not valid TOML"),
    ("bad TOML at the end", {"actions.toml": 'label = "x'}, "actions.toml", "line 1", "is not valid TOML"),
    ("a date", {"ruleset.toml": SMALL.replace('"Coins"', "2024-01-01")}, "ruleset.toml", "name", "2024-01-01"),
    ("a fraction", {"weapons.toml": WEAPONS.replace("2", "2.5")}, "weapons.toml", "stick.weight", "whole number"),
    (
        "a huge number",
        {"weapons.toml": WEAPONS.replace("2", "9" * 5000)},
        "weapons.toml",
        "line 4",
        "a number or a key of more than 200 characters",
    ),
    ("deep nesting", {"weapons.toml": "a = " + "[" * 5000}, "weapons.toml", "", "too deep"),
    ("binary junk", {"weapons.toml": b"[stick]\nname = \xff\xfe\x00"}, "weapons.toml", "line 2", "UTF-8"),
    ("a zero byte", {"weapons.toml": b"[stick]\nname = \x00"}, "weapons.toml", "line 2, column 8", "is not valid TOML"),
    ("an unknown parent", {"ruleset.toml": 'extends = "ex4"'}, "ruleset.toml", "extends", "Did you mean ex3?"),
    ("a parent that is no text", {"ruleset.toml": "extends = 3"}, "ruleset.toml", "extends", "must be text"),
    ("its own parent", {"ruleset.toml": 'extends = "coins"'}, "ruleset.toml", "extends", "coins -> coins"),
    (
        "removing what is not there",
        {"ruleset.toml": SMALL + "[traits.strenght]\nremove = true\n"},
        "ruleset.toml",
        "traits.strenght",
        "cannot be removed",
    ),
]


@pytest.mark.parametrize(("files", "file", "key", "message"), [case[1:] for case in BROKEN], ids=[c[0] for c in BROKEN])
def test_broken_ruleset_is_reported_with_file_and_key(
    write: Callable[..., Path], files: dict[str, str], file: str, key: str, message: str
) -> None:
    with pytest.raises(RulesetError) as caught:
        load(write("coins", small(**files)))
    error = caught.value
    assert (error.file, error.key) == (f"coins/{file}", key)
    assert message in error.message
    assert str(error) == ": ".join(part for part in (error.file, error.key, error.message) if part)
    assert "\n" not in str(error)


def test_all_errors_are_found_together(write: Callable[..., Path]) -> None:
    text = SMALL.replace('["luck"]', '["lukc"]').replace("dexterity / 2", "dexterty / 2")
    with pytest.raises(RulesetError) as caught:
        load(write("coins", small(**{"ruleset.toml": text, "weapons.toml": WEAPONS.replace("2", "-1")})))
    assert {error.key for error in caught.value.all} == {"figures[1]", "values.guard.formula", "stick.weight"}


def test_inherited_error_names_the_parent_file(write: Callable[..., Path]) -> None:
    write("base", small(**{"weapons.toml": WEAPONS.replace("weight", "wieght")}))
    child = write("child", {"ruleset.toml": 'extends = "base"', "actions.toml": ""})
    with pytest.raises(RulesetError) as caught:
        load(child)
    assert (caught.value.file, caught.value.key) == ("base/weapons.toml", "stick.wieght")


def test_misspelled_trait_is_not_a_new_trait(write: Callable[..., Path]) -> None:
    folder = write("house", {"ruleset.toml": 'extends = "ex3"\n[traits]\ndexterty.default = 2\n'})
    with pytest.raises(RulesetError, match="meant to be dexterity") as caught:
        load(folder)
    assert (caught.value.file, caught.value.key) == ("house/ruleset.toml", "traits.dexterty.group")


@pytest.mark.parametrize(
    ("default", "must_be"),
    [('"a"', 'a whole number, such as 3, not "a"'), ("true", "a whole number, such as 3, not true")],
)
def test_house_rules_can_set_options_to_valid_values_only(
    write: Callable[..., Path], default: str, must_be: str
) -> None:
    folder = write("mine", {"ruleset.toml": f'extends = "ex3"\n[options.late_join_bonus]\ndefault = {default}\n'})
    with pytest.raises(RulesetError) as caught:
        load(folder)
    assert str(caught.value) == f"mine/ruleset.toml: options.late_join_bonus.default: must be {must_be}"


def test_circular_extension_is_reported(write: Callable[..., Path]) -> None:
    write("left", {"ruleset.toml": 'extends = "right"'})
    with pytest.raises(RulesetError, match="right -> left -> right"):
        load(write("right", {"ruleset.toml": 'extends = "left"'}))


def test_missing_ruleset_suggests_the_nearest(tmp_path: Path) -> None:
    with pytest.raises(RulesetError, match="Did you mean ex3"):
        load("ex33")
    with pytest.raises(RulesetError, match="is not a folder"):
        load(tmp_path / "nowhere")
    with pytest.raises(RulesetError, match="is not a folder"):
        load("bad\0name")


def test_empty_folder_is_not_a_ruleset(tmp_path: Path, write: Callable[..., Path]) -> None:
    with pytest.raises(RulesetError, match=r"ruleset\.toml: is missing"):
        load(tmp_path)
    with pytest.raises(RulesetError, match=r"is it Ruleset\.toml"):
        load(write("coins", {"Ruleset.toml": SMALL}))


def test_file_is_not_a_ruleset(write: Callable[..., Path]) -> None:
    with pytest.raises(RulesetError, match="is a file"):
        load(write("coins", small()) / "ruleset.toml")


def test_shipped_rulesets_are_listed() -> None:
    assert "ex3" in available()


SHIPPED = ("ex2", "ex3", "reincarnated", "skirmish")
JUNK = st.sampled_from([None, True, -1, 10**9, "", "x", "ex3-99", [], ["x", 1], {}, {"x": {}}, {"remove": True}])


@given(st.sampled_from(SHIPPED), st.randoms(use_true_random=False), JUNK, st.booleans())
@settings(max_examples=150, deadline=None)
def test_stored_ruleset_is_read_or_refused(id: str, random: Any, junk: Any, rename: bool) -> None:
    kept = json.loads(load(id).text)
    place: Any = kept["content"]
    for _ in range(random.randint(1, 6)):
        keys = list(place) if isinstance(place, dict) else range(len(place))
        key = random.choice(list(keys))
        if not isinstance(place[key], (dict, list)) or not place[key]:
            break
        holder, place = place, place[key]
    else:
        place = holder
    if rename and isinstance(place, dict):
        place["odd key"] = place.pop(key, junk)
    else:
        place[key] = junk
    with suppress(RulesetError):
        from_text(json.dumps(kept))


def test_new_house_trait_appears_in_its_group_on_the_sheet(tmp_path: Path) -> None:
    (tmp_path / "ruleset.toml").write_text(
        'extends = "ex3"\n[traits]\nsea_lore = { group = "abilities" }\ngrace = { group = "attributes" }\n', "utf-8"
    )
    blocks = {block.id: block.items for block in load(tmp_path).sheet}
    assert blocks["abilities"][-1] == "sea_lore"
    assert blocks["mental"][-1] == "grace"


def test_new_action_behaves_like_its_step(tmp_path: Path) -> None:
    (tmp_path / "ruleset.toml").write_text('extends = "skirmish"\n', "utf-8")
    (tmp_path / "actions.toml").write_text(
        '[trip]\nlabel = "Trip"\nstep = "shove"\n[sneer]\nlabel = "Sneer"\nstep = "trip"\n', "utf-8"
    )
    with pytest.raises(RulesetError, match="no step “trip”"):
        load(tmp_path)
    (tmp_path / "actions.toml").write_text('[trip]\nlabel = "Trip"\nstep = "shove"\nhelp = "A leg."\n', "utf-8")
    actions = load(tmp_path).actions
    trip, shove = actions["trip"], actions["shove"]
    assert (trip.label, trip.help, trip.key) == ("Trip", "A leg.", "")
    assert trip == shove.but(id="trip", label="Trip", help="A leg.", key="")
