"""`exgui import`: its output, what it puts into a campaign, and that an unreadable file changes nothing."""

from __future__ import annotations

import json
from base64 import b64encode
from pathlib import Path
from typing import Any

import pytest
from campaign.imports.samples import DUNGEON, HALL_AND_CELL, png, portal, universal_vtt

from exgui.campaign.campaign import Campaign
from exgui.campaign.exchange import put_all
from exgui.campaign.imports.into_campaign import contents_of
from exgui.campaign.imports.reading import read_file
from exgui.cli import main
from exgui.gui.paste.read_files import read_in_process

BLOCKS = Path(__file__).parents[2] / "sheets" / "blocks"
GROUPS = BLOCKS / "atemi_quick_and_group.json"


@pytest.fixture
def campaign(tmp_path: Path) -> Path:
    path = tmp_path / "river.exgui"
    Campaign.create(path).close()
    return path


def written(path: Path, data: Any) -> str:
    path.write_bytes(data if isinstance(data, bytes) else json.dumps(data).encode())
    return str(path)


def names(path: Path) -> tuple[list[str], list[str]]:
    with Campaign.open(path) as found:
        return [one.name for one in found.sheets()], [one.name for one in found.encounters()]


def test_each_line_is_printed_with_its_verdict(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    dungeon = written(tmp_path / "dungeon.txt", DUNGEON)
    assert main(["import", str(GROUPS), dungeon, "--ruleset", "ex3", "--json"]) == 0
    people, map = json.loads(capsys.readouterr().out)
    assert (people["file"], people["kind"], people["ruleset"]) == (GROUPS.name, "characters", "ex3")
    assert [sheet["name"] for sheet in people["sheets"]] == ["Reed Stalker", "Canal Watch"]
    assert {"text": '"essence": 2,', "verdict": "understood"} in [
        {"text": line["text"].strip(), "verdict": line["verdict"]} for line in people["sheets"][0]["lines"]
    ]
    assert (map["source"], len(map["map"]["zones"])) == ("One Page Dungeon", 3)
    assert map["map"]["links"][1]["name"] == "secret door"


def test_characters_and_a_map_with_its_picture_go_into_a_campaign(
    campaign: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    map = written(tmp_path / "cells.uvtt", universal_vtt(HALL_AND_CELL, [portal(7, 3, 7, 4)]))
    picture = written(tmp_path / "meadow.png", png(700, 350))
    assert main(["import", str(GROUPS), map, picture, "--ruleset", "ex3", "--into", str(campaign)]) == 0
    assert "Encounters: cells, meadow." in capsys.readouterr().out
    assert names(campaign) == (["Reed Stalker", "Canal Watch"], ["cells", "meadow"])
    with Campaign.open(campaign) as found:
        cells, meadow = (found.encounter(one.id) for one in found.encounters())
        assert found.pictures.content(cells["picture"]["id"]) == png(200, 120)
        assert (meadow["picture"]["width"], meadow["picture"]["height"]) == (600, 300)  # ten squares of 60 by five
        assert cells["link"] == [{"between": ["room_1", "room_2"], "barrier": "obstacle", "name": "door"}]


@pytest.mark.parametrize(("same", "count"), [("both", 4), ("skip", 2), ("replace", 2)])
def test_existing_entries_are_kept_replaced_or_skipped(campaign: Path, same: str, count: int) -> None:
    with Campaign.open(campaign) as open_one:
        put_all(open_one, [contents_of(open_one, read_file(GROUPS, ["ex3"]), "ex3")])
    assert main(["import", str(GROUPS), "--into", str(campaign), "--same", same]) == 0
    assert len(names(campaign)[0]) == count


def test_unreadable_file_leaves_the_campaign_unchanged(
    campaign: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    broken = written(tmp_path / "broken.json", GROUPS.read_bytes()[:-30])
    assert main(["import", str(GROUPS), broken, str(tmp_path / "gone.txt"), "--into", str(campaign)]) == 2
    output = capsys.readouterr().err
    assert "broken.json: It begins like JSON, but its end is missing (line " in output
    assert "kept as text" not in output
    assert "gone.txt: There is no such file.\n" in output
    assert "Nothing was imported." in output
    assert names(campaign) == ([], [])


def test_picture_with_a_false_size_is_left_out(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    liar = bytearray(png(3, 3))
    liar[16:24] = (60_000).to_bytes(4, "big") * 2
    map = written(tmp_path / "map.dd2vtt", universal_vtt(HALL_AND_CELL, image=b64encode(bytes(liar)).decode()))
    assert main(["import", map, "--json"]) == 0
    (found,) = json.loads(capsys.readouterr().out)
    assert found["map"]["picture"] is None
    assert found["map"]["lines"][-1]["text"].startswith("The picture was left out. ")
    assert main(["import", written(tmp_path / "liar.png", bytes(liar))]) == 2
    assert "liar.png: The picture" in capsys.readouterr().err


def test_own_encounter_is_imported_unchanged(campaign: Path, tmp_path: Path) -> None:
    text = 'format = "exgui-scenario/1"\ntitle = "Ford"\nruleset = "ex3"\n[[zone]]\nid = "ford"\n'
    assert main(["import", written(tmp_path / "ford.toml", text.encode()), "--into", str(campaign)]) == 0
    assert names(campaign) == ([], ["Ford"])


def test_unknown_rules_and_campaigns_are_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["import", str(GROUPS), "--ruleset", "ex9"]) == 2
    assert "ex9" in capsys.readouterr().err
    assert main(["import", str(GROUPS), "--into", str(tmp_path / "none.exgui")]) == 2
    assert "none.exgui" in capsys.readouterr().err


def test_slow_file_is_skipped_and_the_next_is_read(tmp_path: Path) -> None:
    slow, next_one = list(read_in_process([GROUPS, tmp_path / "gone.txt"], ["ex3"], seconds=0.0))
    assert (slow.name, slow.kind) == (GROUPS.name, "unreadable")
    assert "took longer than" in slow.trouble
    assert next_one.name == "gone.txt"


def test_files_are_read_with_house_rules_that_only_the_campaign_has(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "here" / "exgui" / "rulesets" / "coast"
    folder.mkdir(parents=True)
    (folder / "ruleset.toml").write_text('extends = "ex3"\nname = "Coast"\n', "utf-8")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "here"))
    path = tmp_path / "coast.exgui"
    with Campaign.create(path) as campaign:
        campaign.put_sheet({"name": "Ilsa"}, "coast")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "there"))
    text = 'format = "exgui-sheet/1"\nruleset = "coast"\n[[combatant]]\nname = "Reed"\n'
    own = written(tmp_path / "reed.toml", text.encode())
    assert main(["import", own, str(GROUPS), "--into", str(path)]) == 0
    with Campaign.open(path) as campaign:
        found = {one.name: one.ruleset for one in campaign.sheets()}
    assert found == dict.fromkeys(("Ilsa", "Reed", "Reed Stalker", "Canal Watch"), "coast")
    assert main(["import", own]) == 2
