"""House rules change how battles go: what their examples show does not happen by the rules of what they extend."""

from pathlib import Path

import pytest
from examples import example_files

from exgui.play.play import Play
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


def passes(text: str) -> bool:
    try:
        return play_scenario(read_text(text)).passed
    except Malformed:
        return False  # it names what only the house rules have


def test_two_sets_of_house_rules_come_with_the_app() -> None:
    assert EXTENDING == {"ex3_original_text": "ex3", "house_rules_template": "ex3"}


@pytest.mark.parametrize(("id", "file"), EXAMPLES.values(), ids=EXAMPLES)
def test_an_example_of_house_rules_fails_by_the_rules_they_extend(id: str, file: Path) -> None:
    text = file.read_text("utf-8")
    named = f'ruleset = "{id}"'
    assert text.count(named) == 1
    assert passes(text)
    assert not passes(text.replace(named, f'ruleset = "{EXTENDING[id]}"'))


@pytest.mark.parametrize("id", EXTENDING)
def test_every_switch_that_house_rules_turn_is_shown_by_an_example(id: str) -> None:
    ours, parent = load(id).options, load(EXTENDING[id]).options
    turned = {option for option in ours if option not in parent or ours[option].default != parent[option].default}
    rules = {rule for file in example_files(id) for rule in read_text(file.read_text("utf-8")).rules}
    assert turned
    assert {ours[option].rule for option in turned} <= rules


def test_a_folder_anywhere_is_named_by_its_path(tmp_path: Path) -> None:
    (tmp_path / "ours").mkdir()
    (tmp_path / "ours" / "ruleset.toml").write_text(
        'extends = "ex3"\n[options.off_hand_penalty]\ndefault = 0\n', "utf-8"
    )
    file = next(file for file in example_files("house_rules_template") if file.stem == "the_off_hand_costs_nothing")
    named = 'ruleset = "house_rules_template"'
    assert passes(file.read_text("utf-8").replace(named, f'ruleset = "{(tmp_path / "ours").as_posix()}"'))


def test_an_exported_battle_keeps_its_switches_when_the_house_rules_change(tmp_path: Path) -> None:
    def write(penalty: int) -> None:
        (tmp_path / "ruleset.toml").write_text(f'extends = "ex3"\n[options]\noff_hand_penalty.default = {penalty}\n')

    write(0)
    rules = load(tmp_path)
    battle = battle_from(rules, {"zone": [{"id": "yard"}], "combatant": [{"id": "ann", "side": "a", "zone": "yard"}]})
    text = export(Play(system_for(rules), battle), ruleset=tmp_path.as_posix())
    write(9)
    assert load(tmp_path).options["off_hand_penalty"].default == 9
    assert read_text(text).battle.options["off_hand_penalty"] == 0
