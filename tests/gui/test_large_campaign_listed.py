"""The campaign column of the largest possible campaign: nothing freezes, and everything can be reached."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from exgui.campaign.campaign import Campaign
from exgui.campaign.errors import CampaignError
from exgui.gui.campaign_column.column import CampaignColumn
from exgui.gui.main_window import MainWindow
from exgui.gui.session.opening import open_campaign
from tests.effort import FREEZE, no_more_than
from tests.gui.columns import entries, place_of, rows

ZONES = [{"id": f"z{number}"} for number in range(6)]
NOTES = "Met at the teahouse, owes the ferryman. " * 40


def make(path: Path, sheets: int, encounters: int) -> Path:
    traits = dict.fromkeys(("strength", "dexterity", "stamina", "wits", "melee", "dodge"), 3)
    fighters = [{"id": f"c{n}", "name": f"Somebody {n}", "zone": f"z{n % 6}", "traits": traits} for n in range(12)]
    with Campaign.create(path) as campaign, campaign._file.transaction():
        for number in range(sheets):
            campaign.put_sheet({"name": f"Somebody {number}", "traits": traits, "notes": NOTES}, "ex3")
        for number in range(encounters):
            encounter = {"title": f"Fight {number}", "ruleset": "ex3", "zone": ZONES, "combatant": fighters}
            campaign.put_encounter(encounter)
    return path


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The campaign of a storyteller who has played for years."""
    return make(tmp_path_factory.mktemp("evening") / "evening.exgui", 200, 60)


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A campaign made to freeze the window."""
    return make(tmp_path_factory.mktemp("hostile") / "hostile.exgui", 1_000, 300)


@pytest.fixture
def column(window: MainWindow) -> CampaignColumn:
    window.column.set_folded(False)
    return window.column


def show(column: CampaignColumn, campaign: Campaign) -> None:
    """List a campaign, and paint it."""
    column.show_campaign(campaign)
    QApplication.processEvents()


@pytest.mark.parametrize("name", ["evening", "hostile"])
def test_listing_does_not_freeze_the_window(name: str, column: CampaignColumn, request: pytest.FixtureRequest) -> None:
    opened = open_campaign(request.getfixturevalue(name), "", None)
    with opened.campaign as campaign:
        for _warm in range(2):
            column.show_campaign(None)
            show(column, campaign)
        column.show_campaign(None)
        QApplication.processEvents()
        with no_more_than(FREEZE, "listing"):
            show(column, campaign)


@pytest.mark.parametrize(("name", "count"), [("evening", 260), ("hostile", 1_300)])
def test_every_entry_is_listed_and_reachable(
    name: str, count: int, column: CampaignColumn, request: pytest.FixtureRequest
) -> None:
    with Campaign.open(request.getfixturevalue(name)) as campaign:
        column.show_campaign(campaign)
        assert len([one for one in rows(column) if one.entry is not None and one.entry.kind != "opponent"]) == count
        last = campaign.sheets()[-1].id
        assert column.tree.viewport().rect().contains(place_of(column, column.model.find("sheet", last)))


@pytest.mark.parametrize("name", ["evening", "hostile"])
def test_search_keeps_up_with_typing(name: str, column: CampaignColumn, request: pytest.FixtureRequest) -> None:
    with Campaign.open(request.getfixturevalue(name)) as campaign:
        column.show_campaign(campaign)
        column.begin_search()
        for letter in "somebody 19":
            with no_more_than(FREEZE, letter):
                QTest.keyClicks(column.search, letter)
                QApplication.processEvents()
    assert ("sheet", "somebody_19") in entries(column)
    assert ("sheet", "somebody_20") not in entries(column)


def change_and_undo(campaign: Campaign) -> None:
    with campaign._file.transaction():
        campaign.put_sheet({"name": "Dun"}, "ex3")
        assert [one.name for one in campaign.sheets()] == ["Kesh", "Dun"]
        raise CampaignError(campaign.path, "enough")


def test_list_follows_additions_deletions_and_undo(tmp_path: Path) -> None:
    with Campaign.create(tmp_path / "pond.exgui") as campaign:
        first = campaign.put_sheet({"name": "Kesh"}, "ex3")
        assert campaign.sheets() is campaign.sheets(), "not read again while nothing has changed"
        with pytest.raises(CampaignError, match="enough"):
            change_and_undo(campaign)
        assert [one.name for one in campaign.sheets()] == ["Kesh"]
        campaign.put_sheet({"name": "Kesh the Elder"}, "ex3", first)
        assert [one.name for one in campaign.sheets()] == ["Kesh the Elder"]
        campaign.take_out("sheets", first)
        assert campaign.sheets() == ()
