"""Entries of a campaign are removed and restored, copied, put into folders; a campaign is copied, and read while
another program has it open."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from exgui.campaign import user_folders
from exgui.campaign.campaign import Campaign
from exgui.campaign.encounter_edits.edit import encounter_data
from exgui.campaign.encounter_edits.people import add_people
from exgui.campaign.errors import CampaignError
from exgui.engine.asks import Command
from exgui.rulebook.new_names import next_name
from tests.bench.attacks import app_answers
from tests.campaign.other_window import open_elsewhere

ENCOUNTER = {
    "title": "Mill",
    "ruleset": "ex3",
    "zone": [{"id": "yard"}],
    "combatant": [{"id": "volfer", "name": "Volfer", "side": "heroes", "zone": "yard", "traits": {"dexterity": 3}}],
}

BEGIN = Command("start")


@pytest.fixture
def campaign(tmp_path: Path) -> Iterator[Campaign]:
    with Campaign.create(tmp_path / "pond.exgui") as made:
        for name in ("Kesh", "Dun", "Bandit"):
            made.put_sheet({"name": name}, "ex3")
        made.put_encounter(ENCOUNTER)
        yield made


def names(campaign: Campaign) -> list[str]:
    return [one.name for one in campaign.sheets()]


def spoil(campaign: Campaign, sheet: str) -> None:
    """Someone else altered the row of a sheet."""
    with campaign._file.transaction() as connection:
        connection.execute("UPDATE sheets SET data = '{}' WHERE id = ?", (sheet,))
    campaign._forget_lists()


def test_removed_sheet_returns_to_its_place(campaign: Campaign) -> None:
    before = campaign.sheets()
    taken = campaign.take_out("sheets", "dun")
    assert names(campaign) == ["Kesh", "Bandit"]
    assert campaign.put_back(taken) == "dun"
    assert campaign.sheets() == before


def test_restored_sheet_gets_a_new_id_if_its_own_is_taken(campaign: Campaign) -> None:
    taken = campaign.take_out("sheets", "dun")
    campaign.put_sheet({"name": "Dun"}, "ex3")
    assert campaign.put_back(taken) == "dun_2"
    assert [one.id for one in campaign.sheets()] == ["kesh", "dun_2", "bandit", "dun"]
    assert campaign.sheet("dun_2") == {"name": "Dun"}


def test_damaged_entry_is_restored_unchanged(campaign: Campaign) -> None:
    spoil(campaign, "dun")
    taken = campaign.take_out("sheets", "dun")
    campaign.put_back(taken)
    assert [one.damaged for one in campaign.sheets()] == [False, True, False]
    campaign.take_out("sheets", "dun")
    campaign.put_sheet({"name": "Dun"}, "ex3")
    with pytest.raises(CampaignError, match="was altered"):
        campaign.put_back(taken)
    with pytest.raises(CampaignError, match="no sheet 'nobody'"):
        campaign.take_out("sheets", "nobody")


def test_restored_battle_has_its_journal_and_rules(campaign: Campaign) -> None:
    play = campaign.begin_battle("mill")
    play.dispatch(BEGIN)
    asked, listed = play.pending, campaign.battles()
    assert asked is not None
    taken = campaign.take_out("battles", 1)
    assert campaign.battles() == ()
    with pytest.raises(CampaignError, match="reopened"):
        play.answer(app_answers(1, 1, play.pending))
    assert campaign.put_back(taken) == 1
    assert campaign.battles() == listed
    assert campaign.resume(1).pending == asked
    campaign.take_out("battles", 1)
    campaign.begin_battle("mill")
    assert campaign.put_back(taken) == 2
    assert campaign.resume(2).pending == asked


def test_copied_battle_is_independent(campaign: Campaign) -> None:
    play = campaign.begin_battle("mill")
    copy = campaign.duplicate("battles", 1)
    other = campaign.resume(copy)
    assert other.battle == play.battle
    other.dispatch(BEGIN)
    assert (campaign.resume(1).pending, other.pending is None) == (None, False)
    assert [one.title for one in campaign.battles()] == ["Mill", "Mill 2"]


def test_copies_have_the_next_free_name(campaign: Campaign) -> None:
    assert campaign.duplicate("sheets", "bandit") == "bandit_2"
    assert campaign.duplicate("sheets", "bandit_2") == "bandit_3"
    assert names(campaign)[-2:] == ["Bandit 2", "Bandit 3"]
    campaign.duplicate("encounters", "mill")
    assert [one.name for one in campaign.encounters()] == ["Mill", "Mill 2"]
    assert next_name("Guard 9", {"Guard 9", "Guard 10"}) == "Guard 11"
    assert next_name("9", {"9"}) == "9 2"
    assert len(next_name("x" * 500, {"x" * 500})) < 500


def test_folders_are_created_renamed_and_deleted(campaign: Campaign) -> None:
    campaign.folders.make("sheets", " Riverside ")
    campaign.folders.put("sheets", "dun", "Bandits")
    campaign.folders.put("encounters", "mill", "Act one")
    assert campaign.folders.all("sheets") == ("Bandits", "Riverside")
    assert campaign.folders.all("encounters") == ("Act one",)
    assert [one.folder for one in campaign.sheets()] == ["", "Bandits", ""]
    campaign.folders.rename("sheets", "Bandits", "Riverside")
    assert campaign.folders.all("sheets") == ("Riverside",)
    assert campaign.sheets()[1].folder == "Riverside"
    campaign.folders.delete("sheets", "Riverside")
    assert campaign.folders.all("sheets") == ()
    assert campaign.sheet("dun") == {"name": "Dun"}
    for wrong in ("", "x" * 201, "two\nlines"):
        with pytest.raises(CampaignError):
            campaign.folders.make("sheets", wrong)


def test_folder_is_not_copied_into_a_battle(campaign: Campaign) -> None:
    campaign.folders.put("sheets", "dun", "Bandits")
    campaign.folders.put("encounters", "mill", "Act one")
    campaign.set_player("dun", True)
    campaign.put_encounter(
        add_people(encounter_data(campaign.encounter("mill")), campaign.sheet("dun"), zone="yard").data, "mill"
    )
    dun = campaign.encounter("mill")["combatant"][1]
    assert (dun["side"], dun["player"]) == ("heroes", True)
    assert "folder" not in dun
    assert campaign.begin_battle("mill").battle.title == "Mill"
    campaign.set_player("dun", False)
    assert not campaign.sheets()[1].player


def test_copied_campaign_can_be_opened(campaign: Campaign, tmp_path: Path) -> None:
    into = campaign.save_copy(tmp_path / "copy.exgui")
    with Campaign.open(into) as copy:
        assert copy.sheets() == campaign.sheets()
        copy.put_sheet({"name": "Only there"}, "ex3")
    with pytest.raises(CampaignError, match="copy"):
        campaign.save_copy(into)
    assert names(campaign) == ["Kesh", "Dun", "Bandit"]
    assert not list(tmp_path.glob(".copy*"))


def test_campaign_open_in_another_window_can_be_read(campaign: Campaign, tmp_path: Path) -> None:
    with pytest.raises(CampaignError) as here:
        Campaign.open_to_read(campaign.path)
    assert here.value.kind == "locked"
    campaign.close()
    with open_elsewhere(campaign.path):
        with pytest.raises(CampaignError):
            Campaign.open(campaign.path)
        with Campaign.open_to_read(campaign.path) as copy:
            assert copy.read_only
            assert (copy.source, copy.title) == (campaign.path, "pond")
            assert names(copy) == ["Kesh", "Dun", "Bandit"]
            place = copy.path.parent
            assert place != tmp_path
            with pytest.raises(CampaignError):
                copy.put_sheet({"name": "Nobody"}, "ex3")
        assert not place.exists()


def test_foreign_file_is_not_read(tmp_path: Path) -> None:
    (tmp_path / "notes.exgui").write_text("not a campaign at all, and longer than a head " * 9)
    with pytest.raises(CampaignError):
        Campaign.open_to_read(tmp_path / "notes.exgui")
    sqlite3.connect(tmp_path / "other.exgui").close()


def test_recent_campaigns_are_remembered(tmp_path: Path) -> None:
    paths = [tmp_path / f"{number}.exgui" for number in range(12)]
    for path in paths:
        path.touch()
        user_folders.remember(path)
    user_folders.remember(paths[3])
    assert user_folders.recent()[:3] == (paths[3], paths[11], paths[10])
    assert len(user_folders.recent()) == user_folders.MOST_RECENT
    assert user_folders.last_opened() == paths[3]
    paths[11].unlink()
    assert paths[11] not in user_folders.recent()
