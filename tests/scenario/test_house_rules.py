"""House rules change how battles go: the results in their examples do not happen under the rules they extend."""

import re
import shutil
import tomllib
from pathlib import Path

import pytest
from examples import example_files

from exgui.play.history import History
from exgui.play.play import Play
from exgui.rulebook.differences import same_rules
from exgui.rulebook.reader import load
from exgui.rulebook.setup import battle_from
from exgui.rulebook.shelf import installed
from exgui.scenario.export import export
from exgui.scenario.player import play_scenario
from exgui.scenario.reader import read_text
from exgui.scenario.source import Malformed
from exgui.systems import system_for

EXTENDING = {one.id: one.extends for one in installed() if one.extends}
EXAMPLES = {f"{id}/{file.stem}": (id, file) for id in EXTENDING for file in example_files(id)}


CARRIED = {file.stem: file for file in sorted((Path(__file__).parent / "house").glob("*.toml"))}


def passes(text: str) -> bool:
    try:
        return play_scenario(read_text(text)).passed
    except Malformed:
        return False  # it names what only the house rules have


def test_app_includes_two_sets_of_house_rules() -> None:
    assert EXTENDING == {"ex3_original_text": "ex3", "house_rules_template": "ex3"}


@pytest.mark.parametrize(("id", "file"), EXAMPLES.values(), ids=EXAMPLES)
def test_house_rule_examples_fail_under_the_base_rules(id: str, file: Path) -> None:
    text = file.read_text("utf-8")
    named = f'ruleset = "{id}"'
    assert text.count(named) == 1
    assert passes(text)
    assert not passes(text.replace(named, f'ruleset = "{EXTENDING[id]}"'))


@pytest.mark.parametrize("file", CARRIED.values(), ids=CARRIED)
def test_house_rules_in_a_text_apply(file: Path) -> None:
    text = file.read_text("utf-8")
    carried = tomllib.loads(text)["house_rules"]
    assert passes(text)
    without = re.sub(r"^\[house_rules.*?(?=^\[\[)", "", text, flags=re.MULTILINE | re.DOTALL)
    assert not passes(without.replace(f'ruleset = "{carried["id"]}"', f'ruleset = "{carried["extends"]}"'))


@pytest.mark.parametrize("id", EXTENDING)
def test_every_changed_option_has_an_example(id: str) -> None:
    ours, parent = load(id).options, load(EXTENDING[id]).options
    turned = {option for option in ours if option not in parent or ours[option].default != parent[option].default}
    rules = {rule for file in example_files(id) for rule in read_text(file.read_text("utf-8")).rules}
    assert turned
    assert {ours[option].rule for option in turned} <= rules


def test_any_folder_can_be_named_by_path(tmp_path: Path) -> None:
    (tmp_path / "ours").mkdir()
    (tmp_path / "ours" / "ruleset.toml").write_text(
        'extends = "ex3"\n[options.off_hand_penalty]\ndefault = 0\n', "utf-8"
    )
    file = next(file for file in example_files("house_rules_template") if file.stem == "the_off_hand_costs_nothing")
    named = 'ruleset = "house_rules_template"'
    assert passes(file.read_text("utf-8").replace(named, f'ruleset = "{(tmp_path / "ours").as_posix()}"'))


def test_exported_battle_carries_missing_house_rules(tmp_path: Path) -> None:
    folder = tmp_path / "coast"
    folder.mkdir()
    (folder / "ruleset.toml").write_text(
        'extends = "ex3_original_text"\nname = "Coast"\n[options.off_hand_penalty]\ndefault = 3\n'
        '[tracks."health.lethal"]\nlabel = "Cuts"\n'
    )
    (folder / "weapons.toml").write_text(
        '[gaff]\nname = "Gaff"\ndamage = 8\ntags = ["reaching"]\n[whip]\nremove = true\n'
    )
    rules = load(folder)
    battle = battle_from(rules, {"zone": [{"id": "yard"}], "combatant": [{"id": "ann", "side": "a", "zone": "yard"}]})
    text = export(Play(system_for(rules), History(battle)))
    assert str(tmp_path) not in text
    shutil.rmtree(folder)
    again = read_text(text)
    assert same_rules(again.ruleset, rules)
    assert again.ruleset.lineage == ("coast", "ex3_original_text", "ex3")
    assert again.battle.options["off_hand_penalty"] == 3


BROUGHT = '[house_rules]\nid = "x"\nextends = "ex3"\n'


@pytest.mark.parametrize(
    ("rules", "message"),
    [
        ('house_rules = "coast"', "house_rules: must be a table"),
        ('[house_rules]\nid = "../x"', "house_rules: id: must be the name of their folder"),
        ('[house_rules]\nid = "x"\nextends = "../y"', "house_rules: extends: must be a ruleset of the app (ex3, "),
        (f"{BROUGHT}weapons = 3", "x/weapons: must be a table, not 3"),
        (f"{BROUGHT}[house_rules.weapons.knife]\ndamge = 3", "x/weapons.toml: knife.damge"),
        (f'{BROUGHT}[house_rules.spells.fire]\nname = "F"', "has no file “spells.toml”"),
    ],
)
def test_unusable_house_rules_in_a_text_are_refused(rules: str, message: str) -> None:
    with pytest.raises(Malformed) as caught:
        read_text(f'format = "exgui-scenario/1"\nruleset = "x"\n{rules}\n')
    assert message in str(caught.value)
