"""Sheets, encounters and battles go out as text and come in again."""

from pathlib import Path
from typing import Any

import pytest

from exgui.campaign import exchange
from exgui.campaign.campaign import Campaign
from exgui.campaign.errors import CampaignError
from exgui.engine.asks import Choice, Fall, command
from exgui.scenario.player import play_scenario
from exgui.scenario.reader import read

SHEET: dict[str, Any] = {
    "name": 'Ada "the Reed"',
    "notes": "Two lines,\nthe second with a \\ and a \t.",
    "traits": {"arm": 4},
    "specialties": {"arm": ["slate", "flint"]},
    "weapons": ["slate", {"id": "own", "name": "Own", "tags": ["heavy"]}],
    "player": True,
}


def test_a_sheet_comes_in_as_it_went_out(campaign: Campaign, tmp_path: Path) -> None:
    id = campaign.put_sheet(SHEET, "pebbles")
    exchange.export_sheet(campaign, id, tmp_path / "ada.toml")
    (again,) = exchange.import_sheets(campaign, tmp_path / "ada.toml")
    assert again != id
    assert campaign.sheet(again) == SHEET
    assert campaign.ruleset_of_sheet(again) == "pebbles"


def test_an_encounter_comes_in_as_it_went_out(campaign: Campaign, tmp_path: Path) -> None:
    exchange.export_encounter(campaign, "pond", tmp_path / "pond.toml")
    again = exchange.import_encounter(campaign, tmp_path / "pond.toml")
    assert again != "pond"
    assert campaign.encounter(again) == campaign.encounter("pond")


def test_an_exported_encounter_is_a_scenario_without_steps(campaign: Campaign, tmp_path: Path) -> None:
    exchange.export_encounter(campaign, "pond", tmp_path / "pond.toml")
    scenario = read(tmp_path / "pond.toml")
    assert scenario.steps == ()
    assert list(scenario.battle.combatants) == ["ada", "bo"]


def test_the_combatants_of_a_scenario_can_be_taken_as_sheets(campaign: Campaign, tmp_path: Path) -> None:
    exchange.export_encounter(campaign, "pond", tmp_path / "pond.toml")
    assert exchange.import_sheets(campaign, tmp_path / "pond.toml") == ("ada", "bo")
    assert campaign.sheet("ada") == {"name": "Ada", "side": "one", "traits": {"arm": 2}}


def test_an_exported_battle_plays_again_to_where_it_stood(campaign: Campaign, tmp_path: Path) -> None:
    play = campaign.begin_battle("pond")
    play.dispatch(command("throw", "ada", target="bo"))
    play.answer(Fall(faces=(7, 10)))
    play.answer(Choice("left"))
    exchange.export_battle(campaign, 1, tmp_path / "battle.toml")
    # 7 and 10 are three successes, and the left hand adds one
    assert read(tmp_path / "battle.toml").steps[0].command.do == "throw"
    assert play_scenario(read(tmp_path / "battle.toml")).play.battle.who("bo").track("hits") == 4
    play.dispatch(command("pass"))
    assert campaign.resume(1).battle.round == 1


def test_nothing_is_exported_over_another_file(campaign: Campaign, tmp_path: Path) -> None:
    (tmp_path / "there.toml").write_text("mine")
    with pytest.raises(CampaignError, match="a file of that name already"):
        exchange.export_encounter(campaign, "pond", tmp_path / "there.toml")
    assert (tmp_path / "there.toml").read_text() == "mine"


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"title = ", "it is no TOML"),
        (b"a = " + b"[" * 5000, "it is no TOML"),
        (b"\xff\xfe", "no text in UTF-8"),
        (b'title = "x"', "format: it says nothing"),
        (b'format = "exgui-sheet/1"\nruleset = "ex3"', "format: it says 'exgui-sheet/1'"),
        (b'format = "exgui-scenario/1"\ntitle = "x"', "ruleset"),
        (b'format = "exgui-scenario/1"\nruleset = "ex3"\nzone = 3', "zone"),
        (b'format = "exgui-scenario/1"\nruleset = "ex3"\n[options]\nday = 2020-01-01', "options.day: date cannot"),
    ],
)
def test_what_is_no_encounter_is_not_taken_in(campaign: Campaign, tmp_path: Path, content: bytes, said: str) -> None:
    path = tmp_path / "x.toml"
    path.write_bytes(content)
    with pytest.raises(CampaignError, match=said) as caught:
        exchange.import_encounter(campaign, path)
    assert str(caught.value).startswith(str(path))
    assert len(campaign.encounters()) == 1


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ('format = "exgui-sheet/1"', "ruleset"),
        ('format = "exgui-sheet/1"\nruleset = "ex3"', "combatant: there is none"),
        ('format = "exgui-sheet/1"\nruleset = "ex3"\ncombatant = [1]', "combatant"),
        ('format = "exgui-sheet/1"\nruleset = "ex3"\n[[combatant]]\nname = 3', "name"),
    ],
)
def test_what_is_no_sheet_is_not_taken_in(campaign: Campaign, tmp_path: Path, content: str, said: str) -> None:
    (tmp_path / "x.toml").write_text(content)
    with pytest.raises(CampaignError, match=said):
        exchange.import_sheets(campaign, tmp_path / "x.toml")
    assert campaign.sheets() == ()


def test_a_file_that_is_not_there_or_a_folder_gives_a_sentence(campaign: Campaign, tmp_path: Path) -> None:
    for path, said in ((tmp_path, "this is a folder or a device"), (tmp_path / "gone", "no such file")):
        with pytest.raises(CampaignError, match=said):
            exchange.import_sheets(campaign, path)
