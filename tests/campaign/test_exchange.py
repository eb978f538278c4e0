"""Sheets, encounters and battles are exported as text and imported again."""

from pathlib import Path
from typing import Any

import pytest

from exgui.campaign import exchange
from exgui.campaign.campaign import Campaign
from exgui.campaign.errors import CampaignError
from exgui.campaign.imports.into_campaign import contents_of
from exgui.campaign.imports.reading import read_file
from exgui.campaign.rulesets import find
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


def test_exported_sheet_can_be_imported_unchanged(campaign: Campaign, tmp_path: Path) -> None:
    rules = str(campaign.encounter("pond")["ruleset"])
    id = campaign.put_sheet(SHEET, rules)
    exchange.export_sheet(campaign, id, tmp_path / "ada.toml")
    (again,) = exchange.import_sheets(campaign, tmp_path / "ada.toml")
    assert again != id
    assert campaign.sheet(again) == SHEET
    assert campaign.ruleset_of_sheet(again) == rules


def test_exported_encounter_can_be_imported_unchanged(campaign: Campaign, tmp_path: Path) -> None:
    exchange.export_encounter(campaign, "pond", tmp_path / "pond.toml")
    again = exchange.import_encounter(campaign, tmp_path / "pond.toml")
    assert again != "pond"
    assert campaign.encounter(again) == campaign.encounter("pond")


def test_exported_encounter_contains_all_sheets(campaign: Campaign, tmp_path: Path) -> None:
    pond = campaign.encounter("pond")
    sheet = campaign.put_sheet(SHEET, str(pond["ruleset"]))
    bare = {"id": "guest", "sheet": sheet, "zone": pond["zone"][0]["id"]}
    id = campaign.put_encounter({**pond, "title": "Guests", "combatant": [*pond["combatant"], bare]})
    exchange.export_encounter(campaign, id, tmp_path / "guests.toml")
    with Campaign.create(tmp_path / "other.exgui") as other:
        again = other.encounter(exchange.import_encounter(other, tmp_path / "guests.toml"))
    guest = again["combatant"][-1]
    assert {key: guest[key] for key in SHEET} == SHEET


def test_sheet_survives_export_as_an_actor(tmp_path: Path) -> None:
    sheet = {"name": "Heron", "traits": {"strength": 3, "dexterity": 2, "stamina": 2}, "folder": "River"}
    with Campaign.create(tmp_path / "river.exgui") as river:
        exchange.export_sheet(river, river.put_sheet(sheet, "ex3"), tmp_path / "heron.json")
        found = read_file(tmp_path / "heron.json", ["ex3"])
        exchange.put_all(river, [contents_of(river, found, "ex3")])
        assert [river.sheet(one.id) for one in river.sheets()] == [sheet, sheet]


def test_an_exported_encounter_is_a_scenario_without_steps(campaign: Campaign, tmp_path: Path) -> None:
    exchange.export_encounter(campaign, "pond", tmp_path / "pond.toml")
    scenario = read(tmp_path / "pond.toml")
    assert scenario.steps == ()
    assert list(scenario.battle.combatants) == ["ada", "bo"]


def test_combatants_of_a_scenario_can_be_imported_as_sheets(campaign: Campaign, tmp_path: Path) -> None:
    exchange.export_encounter(campaign, "pond", tmp_path / "pond.toml")
    assert exchange.import_sheets(campaign, tmp_path / "pond.toml") == ("ada", "bo")
    assert campaign.sheet("ada") == {"name": "Ada", "side": "one", "traits": {"arm": 2}}


def test_exported_battle_replays_to_its_current_state(campaign: Campaign, tmp_path: Path) -> None:
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


def test_battle_with_six_hundred_zones_is_imported(campaign: Campaign, tmp_path: Path) -> None:
    zones = "".join(f'[[zone]]\nid = "z{n}"\n' for n in range(600))
    people = "".join(f'[[combatant]]\nid = "f{n}"\nside = "one"\nzone = "z{n}"\n' for n in range(600))
    (tmp_path / "large.toml").write_text(f'format = "exgui-scenario/1"\nruleset = "ex3"\n{zones}{people}')
    id = exchange.import_encounter(campaign, tmp_path / "large.toml")
    assert len(campaign.encounter(id)["zone"]) == 600
    assert len(read(tmp_path / "large.toml").battle.zones) == 600


def test_secrets_and_notes_survive_export_and_import(campaign: Campaign, tmp_path: Path) -> None:
    text = """format = "exgui-scenario/1"
title = "Ambush"
ruleset = "ex3"

[[zone]]
id = "gate"
hidden = true
notes = "Trapped."

[[combatant]]
id = "bandit"
side = "foes"
zone = "gate"
hidden = true
revealed = false
notes = "Flees when hurt."
"""
    (tmp_path / "in.toml").write_text(text)
    id = exchange.import_encounter(campaign, tmp_path / "in.toml")
    exchange.export_encounter(campaign, id, tmp_path / "out.toml")
    battle = read(tmp_path / "out.toml").battle
    assert (battle.zones["gate"].hidden, battle.zones["gate"].notes) == (True, "Trapped.")
    bandit = battle.who("bandit")
    assert (bandit.hidden, bandit.revealed, bandit.notes) == (True, False, "Flees when hurt.")
    play = campaign.begin_battle(id)
    play.dispatch(command("start"))
    exchange.export_battle(campaign, 1, tmp_path / "battle.toml")
    assert read(tmp_path / "battle.toml").battle.zones["gate"].notes == "Trapped."
    (sheet,) = exchange.read_sheets(text, "in.toml")[1]
    assert (sheet["hidden"], sheet["revealed"], sheet["notes"]) == (True, False, "Flees when hurt.")


def test_problems_of_encounters_and_sheets_name_their_keys(campaign: Campaign, tmp_path: Path) -> None:
    text = """format = "exgui-scenario/1"
ruleset = "ex3"
title = 3

[[zone]]
id = "the gate"

[[combatant]]
id = "bandit"
player = "yes"
number = -1
"""
    (tmp_path / "x.toml").write_text(text)
    with pytest.raises(CampaignError, match=r"line 3: title: must be text, not 3 \(and 3 more problems\)") as caught:
        exchange.import_encounter(campaign, tmp_path / "x.toml")
    assert [problem.key for problem in caught.value.problems] == [
        "title",
        "zone[1].id",
        "combatant[1].player",
        "combatant[1].number",
    ]
    with pytest.raises(CampaignError, match=r"line 10: combatant\[1\].player: must be true or false") as caught:
        exchange.read_sheets(text, "x.toml")
    assert [problem.key for problem in caught.value.problems] == ["combatant[1].player", "combatant[1].number"]
    with pytest.raises(CampaignError) as caught:
        campaign.put_sheet({"name": "Ada", "player": 1, "notes": [], "traits": 3}, "pebbles")
    assert {problem.key for problem in caught.value.problems} == {"player", "notes", "traits"}


def test_export_overwrites_no_file(campaign: Campaign, tmp_path: Path) -> None:
    (tmp_path / "there.toml").write_text("mine")
    with pytest.raises(CampaignError, match="a file with that name already"):
        exchange.export_encounter(campaign, "pond", tmp_path / "there.toml")
    assert (tmp_path / "there.toml").read_text() == "mine"


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"title = ", "line 1: is not valid TOML: invalid value"),
        (b"a = " + b"[" * 5000, "is nested too deep"),
        (b"\xff\xfe", "not UTF-8 text"),
        (b'title = "x"', "it must have format = "),
        (b'format = "exgui-sheet/1"\nruleset = "ex3"', 'line 1: format: "exgui-sheet/1" cannot be read here'),
        (b'format = "exgui-scenario/1"\ntitle = "x"', "ruleset"),
        (b'format = "exgui-scenario/1"\nruleset = "ex3"\nzone = 3', "zone"),
        (
            b'format = "exgui-scenario/1"\nruleset = "ex3"\n[options]\nday = 2020-01-01',
            "options.day: is a date or a time",
        ),
    ],
)
def test_invalid_encounter_is_not_imported(campaign: Campaign, tmp_path: Path, content: bytes, message: str) -> None:
    path = tmp_path / "x.toml"
    path.write_bytes(content)
    with pytest.raises(CampaignError, match=message) as caught:
        exchange.import_encounter(campaign, path)
    assert str(caught.value).startswith(str(path))
    assert len(campaign.encounters()) == 1


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ('format = "exgui-sheet/1"', "ruleset"),
        ('format = "exgui-sheet/1"\nruleset = "ex3"', "combatant: there is none"),
        ('format = "exgui-sheet/1"\nruleset = "ex3"\ncombatant = [1]', "combatant"),
        ('format = "exgui-sheet/1"\nruleset = "ex3"\n[[combatant]]\nname = 3', "name"),
    ],
)
def test_invalid_sheet_is_not_imported(campaign: Campaign, tmp_path: Path, content: str, message: str) -> None:
    (tmp_path / "x.toml").write_text(content)
    with pytest.raises(CampaignError, match=message):
        exchange.import_sheets(campaign, tmp_path / "x.toml")
    assert campaign.sheets() == ()


def test_missing_file_or_folder_is_reported(campaign: Campaign, tmp_path: Path) -> None:
    for path, message in ((tmp_path, "this is a folder or a device"), (tmp_path / "gone", "no such file")):
        with pytest.raises(CampaignError, match=message):
            exchange.import_sheets(campaign, path)


@pytest.fixture
def coast(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of house rules on this computer, in which knives are better."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "here"))
    folder = tmp_path / "here" / "exgui" / "rulesets" / "coast"
    folder.mkdir(parents=True)
    (folder / "ruleset.toml").write_text('extends = "ex3"\nname = "Coast"\n', "utf-8")
    (folder / "weapons.toml").write_text("[knife]\ndamage = 8\n", "utf-8")
    return folder


def exported(campaign: Campaign, folder: Path) -> tuple[Path, Path]:
    """A sheet and an encounter by the rules of the coast, as text."""
    sheet = campaign.put_sheet({"name": "Ilsa", "weapons": ["knife"]}, "coast")
    encounter = campaign.put_encounter({"title": "Quay", "ruleset": "coast", "zone": [{"id": "quay"}]})
    exchange.export_sheet(campaign, sheet, folder / "ilsa.toml")
    exchange.export_encounter(campaign, encounter, folder / "quay.toml")
    return folder / "ilsa.toml", folder / "quay.toml"


def knife(where: str) -> object:
    return find(where).tables["weapon"]["knife"].get("damage")


def test_text_carries_its_house_rules_to_another_computer(
    campaign: Campaign, coast: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = exported(campaign, tmp_path)
    campaign.close()
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "there"))
    with Campaign.create(tmp_path / "there.exgui") as there:
        for file in files:
            exchange.import_text(there, file)
        assert there.ruleset_of_sheet("ilsa") == there.encounter("quay")["ruleset"] == "coast"
        assert knife("coast") == 8
        assert find("coast").name == "Coast"
        assert list(there.house_rules.copies()) == ["coast"]
    with Campaign.open(tmp_path / "there.exgui") as there:
        assert knife(there.ruleset_of_sheet("ilsa")) == 8


def test_imported_house_rules_coexist_with_others_of_their_id(campaign: Campaign, coast: Path, tmp_path: Path) -> None:
    file = exported(campaign, tmp_path)[1]
    assert campaign.encounter(exchange.import_encounter(campaign, file))["ruleset"] == "coast"
    (coast / "weapons.toml").write_text("[knife]\ndamage = 9\n", "utf-8")
    for _ in range(2):
        imported = exchange.import_text(campaign, file)
        assert campaign.encounter(imported.encounter)["ruleset"] == "coast_2"
    assert (knife("coast"), knife("coast_2")) == (9, 8)
    assert find("coast_2").name == "Coast (2)"


def test_text_under_missing_house_rules_is_refused(campaign: Campaign, coast: Path, tmp_path: Path) -> None:
    encounter = exported(campaign, tmp_path)[1]
    encounter.write_text(encounter.read_text("utf-8").replace('ruleset = "coast"', 'ruleset = "hills"'), "utf-8")
    bare = tmp_path / "bare.toml"
    bare.write_text('format = "exgui-scenario/1"\nruleset = "hills"\n', "utf-8")
    with pytest.raises(CampaignError, match=r"Put the folder hills into .*rulesets, and import it again"):
        exchange.import_text(campaign, bare)
    with pytest.raises(CampaignError, match=r'house_rules: id: is "coast": must be what the text names at its top'):
        exchange.import_text(campaign, encounter)


def test_invalid_house_rules_in_a_text_are_named(campaign: Campaign, coast: Path, tmp_path: Path) -> None:
    file = exported(campaign, tmp_path)[0]
    file.write_text(file.read_text("utf-8").replace("damage = 8", "damge = 8"), "utf-8")
    with pytest.raises(CampaignError, match=r"the house rules in it cannot be used: coast/weapons.toml: knife.damge"):
        exchange.import_text(campaign, file)
