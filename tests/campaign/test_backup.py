"""Backups: five, at most one a day, only of intact campaigns that have changed; restored beside the campaign, by
date."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from datetime import date, timedelta
from pathlib import Path

import pytest

from exgui.campaign.backup import back_up, backups, restore
from exgui.campaign.campaign import Campaign
from exgui.campaign.errors import CampaignError
from exgui.engine.asks import command
from tests.campaign.pebble_game import MOVES, move, standing

MONDAY = date(2026, 3, 2)


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A user without backups."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    return tmp_path / "data"


def after(days: int) -> date:
    return MONDAY + timedelta(days=days)


def test_backup_holds_the_whole_campaign(path: Path) -> None:
    with Campaign.open(path) as campaign:
        play = campaign.begin_battle("pond")
        for what in MOVES:
            move(play, what)
        left = standing(play)
        assert campaign.back_up() is not None
        play.undo()
    (backup,) = backups(path)
    assert backup.day == date.today()
    copy = restore(path, backup)
    assert copy.name == f"pond of {backup.day.isoformat()}.exgui"
    with Campaign.open(copy) as campaign:
        assert standing(campaign.resume(1)) == left


def test_one_a_day_and_only_when_something_changed(path: Path) -> None:
    with Campaign.open(path) as campaign:
        assert back_up(campaign._file, MONDAY) is not None
        campaign.notes.write("On Monday")
        assert back_up(campaign._file, MONDAY) is None
        assert back_up(campaign._file, after(1)) is not None
    with Campaign.open(path) as campaign:  # opened again, and nothing done
        assert back_up(campaign._file, after(2)) is None
        campaign.notes.write("On Wednesday")
        assert back_up(campaign._file, after(2)) is not None
    assert [one.day for one in backups(path)] == [after(2), after(1), MONDAY]


def test_oldest_of_six_backups_is_removed(path: Path) -> None:
    with Campaign.open(path) as campaign:
        for day in range(8):
            campaign.notes.write(f"Day {day}")
            back_up(campaign._file, after(day))
    assert [one.day for one in backups(path)] == [after(day) for day in (7, 6, 5, 4, 3)]


def test_newest_backup_survives_a_clock_set_back(path: Path) -> None:
    with Campaign.open(path) as campaign:
        for number, day in enumerate((900, 901, 902, 903, 904, 0, 1)):
            campaign.notes.write(f"Number {number}")
            back_up(campaign._file, after(day))
    assert [one.day for one in backups(path)] == [after(day) for day in (1, 0, 904, 903, 902)]


def test_damaged_campaign_never_replaces_a_good_backup(path: Path) -> None:
    with Campaign.open(path) as campaign:
        for day in range(5):
            campaign.notes.write(f"Day {day}")
            back_up(campaign._file, after(day))
        before = backups(path)
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("UPDATE encounters SET data = replace(data, 'Ada', 'Eve')")
    with Campaign.open(path) as campaign:
        campaign.notes.write("Day 6")
        assert back_up(campaign._file, after(6)) is None
    path.write_bytes(b"x" * 10_000)
    with pytest.raises(CampaignError):
        Campaign.open(path)
    assert backups(path) == before


def test_backup_replaces_a_missing_campaign(path: Path) -> None:
    with Campaign.open(path) as campaign:
        campaign.back_up()
    path.unlink()
    assert restore(path, backups(path)[0]) == path
    with Campaign.open(path) as campaign:
        assert campaign.title == "The pond"


def test_restoring_overwrites_nothing(path: Path) -> None:
    with Campaign.open(path) as campaign:
        back_up(campaign._file, MONDAY)
        before = path.read_bytes()
        (backup,) = backups(path)
        assert [restore(path, backup).name for _ in range(2)] == [
            "pond of 2026-03-02.exgui",
            "pond of 2026-03-02 2.exgui",
        ]
        assert path.read_bytes() == before


def test_a_damaged_backup_is_not_restored(path: Path) -> None:
    with Campaign.open(path) as campaign:
        campaign.back_up()
    (backup,) = backups(path)
    backup.file.write_bytes(backup.file.read_bytes()[:5000])
    with pytest.raises(CampaignError):
        restore(path, backup)


def test_backup_is_made_in_slices_during_a_battle(path: Path) -> None:
    with Campaign.open(path) as campaign:
        play = campaign.begin_battle("pond")
        for number in range(40):
            campaign.pictures.put(bytes([number]) * 100_000, "p", "image/png")
        slices: list[tuple[int, int]] = []
        back_up(campaign._file, MONDAY, lambda left, pages: slices.append((left, pages)))
        assert len(slices) > 3
        assert slices[-1][0] == 0
        play.dispatch(command("start"))
    assert len(list(backups(path)[0].file.parent.iterdir())) == 1


def test_unwritable_folder_keeps_existing_backups(path: Path, home: Path) -> None:
    with Campaign.open(path) as campaign:
        back_up(campaign._file, MONDAY)
        before = backups(path)
        campaign.notes.write("Tuesday")
        folder = before[0].file.parent
        (home / "exgui" / "backups").rename(home / "elsewhere")
        (home / "exgui" / "backups").write_text("in the way")
        with pytest.raises(CampaignError):
            back_up(campaign._file, after(1))
        (home / "exgui" / "backups").unlink()
        (home / "elsewhere").rename(home / "exgui" / "backups")
        assert backups(path) == before
        assert [one.name for one in folder.iterdir()] == ["0001 2026-03-02.exgui"]


def test_unknown_files_among_backups_are_left_alone(path: Path) -> None:
    with Campaign.open(path) as campaign:
        back_up(campaign._file, MONDAY)
        folder = backups(path)[0].file.parent
        for name in ("notes.txt", "0009 2026-99-99.exgui", "x 2026-03-02.exgui"):
            (folder / name).touch()
        for day in range(1, 8):
            campaign.notes.write(f"Day {day}")
            back_up(campaign._file, after(day))
    assert len(list(folder.iterdir())) == 5 + 3
