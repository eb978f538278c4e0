"""A list of backups to restore from; files that take long to open, which can be canceled."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from datetime import date
from pathlib import Path
from threading import Event

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QAbstractButton
from pytestqt.qtbot import QtBot

from exgui.campaign import backup, user_folders
from exgui.campaign.backup import Contents, back_up
from exgui.campaign.campaign import Campaign
from exgui.campaign.errors import cancelled_opening
from exgui.campaign.storage import CampaignFile
from exgui.gui.backup_list import BackupList, contents_in_words
from exgui.gui.main_window import MainWindow
from exgui.gui.session import opening
from tests.gui.conftest import Hands
from tests.gui.sample import sample_campaign


@pytest.fixture
def sample(tmp_path: Path) -> Path:
    path = tmp_path / "sample.exgui"
    sample_campaign(path)
    return path


def make_backups(path: Path, *days: date) -> None:
    """Backups of these days, each of a campaign whose notes name its day."""
    for day in days:
        with Campaign.open(path) as campaign:
            campaign.notes.write(f"As on {day}")
            assert back_up(campaign._file, day) is not None


MAY, JUNE = date(2026, 5, 3), date(2026, 6, 12)


def shown(window: MainWindow) -> BackupList:
    listed = window.findChild(BackupList)
    assert isinstance(listed, BackupList)
    assert listed.isVisible()
    return listed


def offers(window: MainWindow) -> dict[str, QAbstractButton]:
    return {one.text(): one for one in window.welcome.notice.findChildren(QAbstractButton) if one.isVisible()}


def test_backups_are_listed_by_day_with_their_content(window: MainWindow, sample: Path) -> None:
    make_backups(sample, MAY, JUNE)
    window.session.open_path(sample)
    window.run("restore_backup")
    rows = shown(window).rows
    assert [row.text() for row in rows] == ["June 12, 2026", "May 3, 2026"]
    with Campaign.open(backup.backups(sample)[0].file) as campaign:
        counts = f"0 battles, {len(campaign.encounters())} encounters, {len(campaign.sheets())} sheets, "
    assert rows[0].note.startswith(counts)
    assert rows[0].note.endswith(" KB")


def test_backup_is_restored_beside_the_campaign_and_opened(window: MainWindow, sample: Path) -> None:
    make_backups(sample, MAY, JUNE)
    window.session.open_path(sample)
    window.run("restore_backup")
    Hands(window).press("Down", "Enter")
    assert not window.findChild(BackupList).isVisible()
    campaign = window.session.campaign
    assert campaign is not None
    assert (campaign.path.name, campaign.notes.text()) == ("sample of 2026-05-03.exgui", "As on 2026-05-03")
    assert window.message == (
        "This is the backup of May 3, 2026, saved as sample of 2026-05-03.exgui. sample.exgui is unchanged."
    )
    assert user_folders.last_opened() == campaign.path
    with Campaign.open(sample) as before:
        assert before.notes.text() == "As on 2026-06-12"


def test_escape_returns_to_the_battle(hands: Hands, sample: Path) -> None:
    make_backups(sample, MAY)
    hands.window.session.open_path(sample)
    hands.window.session.begin_first()
    hands.press("Escape")
    step = hands.play.step_number
    hands.window.run("restore_backup")
    hands.press("Escape")
    assert not hands.window.findChild(BackupList).isVisible()
    assert hands.play.step_number == step


def test_keys_pressed_in_the_list_do_not_reach_the_battle(hands: Hands, sample: Path) -> None:
    hands.window.session.open_path(sample)
    hands.window.session.begin_first()
    step = hands.play.step_number
    hands.window.run("restore_backup")
    assert shown(hands.window).rows == []
    hands.press("A", "1")
    assert (hands.play.step_number, hands.play.pending) == (step, None)
    hands.press("Enter")  # Close
    assert not hands.window.findChild(BackupList).isVisible()


def test_unopenable_campaign_offers_all_backups(window: MainWindow, sample: Path) -> None:
    days = [date(2026, 1, day) for day in range(1, 6)]
    make_backups(sample, *days)
    sample.write_bytes(sample.read_bytes()[:8192])
    assert not window.session.open_path(sample)
    offers(window)["Restore a backup\N{HORIZONTAL ELLIPSIS}"].click()
    assert [row.text() for row in shown(window).rows] == [f"January {day}, 2026" for day in (5, 4, 3, 2, 1)]
    shown(window).rows[0].click()
    assert window.session.campaign is not None
    assert window.session.campaign.notes.text() == "As on 2026-01-05"
    assert sample.stat().st_size == 8192


def test_missing_campaign_is_restored_in_its_place(window: MainWindow, sample: Path) -> None:
    make_backups(sample, MAY)
    sample.unlink()
    assert not window.session.open_path(sample)
    offers(window)["Restore a backup\N{HORIZONTAL ELLIPSIS}"].click()
    shown(window).rows[0].click()
    assert window.session.campaign is not None
    assert window.session.campaign.path == sample
    assert window.message == "This is the backup of May 3, 2026, saved as sample.exgui."


def test_damaged_backup_leaves_the_campaign_open(window: MainWindow, sample: Path) -> None:
    make_backups(sample, MAY, JUNE)
    newest = backup.backups(sample)[0].file
    newest.write_bytes(newest.read_bytes()[:5000])
    window.session.open_path(sample)
    window.run("restore_backup")
    row = shown(window).rows[0]
    assert (row.off, row.note) == (True, "can’t be read")
    row.click()
    assert window.message.startswith("This backup can’t be restored: ")
    assert window.session.campaign is not None
    assert window.session.campaign.path == sample


def test_backup_contents_are_described_in_words() -> None:
    assert contents_in_words(Contents(5 << 20, 1, 2_000, 0)) == "1 battle, 2,000 encounters, 0 sheets, 5 MB"
    assert contents_in_words(Contents(1025, 0, 1, 1)) == "0 battles, 1 encounter, 1 sheet, 2 KB"


# Slow files


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> Event:
    """Campaigns open only when this is set; asked now and then whether to give up."""
    go_on = Event()
    monkeypatch.setattr(opening, "PATIENCE", 0)
    monkeypatch.setattr(opening, "FIRST_PATIENCE", 0)
    honest = CampaignFile.open.__func__  # type: ignore[attr-defined]

    def open_slowly(
        cls: type[CampaignFile], path: Path, cancelled: Callable[[], bool] | None = None, scratch: bool = False
    ) -> CampaignFile:
        while not go_on.wait(0.005):
            if cancelled is not None and cancelled():
                raise cancelled_opening(path)
        return honest(cls, path, cancelled, scratch)

    monkeypatch.setattr(CampaignFile, "open", classmethod(open_slowly))
    return go_on


def test_slow_file_shows_a_notice_while_the_window_goes_on(
    qtbot: QtBot, window: MainWindow, sample: Path, slow: Event
) -> None:
    window.session.open_and_remember(sample)
    assert window.welcome.notice.title.text() == "Opening the campaign\N{HORIZONTAL ELLIPSIS}"
    assert "sample.exgui" in window.welcome.notice.text.text()
    beats: list[float] = []
    timer = QTimer()
    timer.timeout.connect(lambda: beats.append(time.monotonic()))
    timer.start(5)
    qtbot.waitUntil(lambda: len(beats) > 10)
    assert window.session.campaign is None
    slow.set()
    qtbot.waitUntil(lambda: window.session.campaign is not None)
    assert window.welcome.notice.title.text() == "No battle is running"
    assert user_folders.last_opened() == sample


def test_cancel_stops_opening_and_releases_the_file(
    qtbot: QtBot, window: MainWindow, sample: Path, slow: Event
) -> None:
    before = sample.read_bytes()
    window.session.open_and_remember(sample)
    offers(window)["Cancel"].click()
    assert window.welcome.notice.title.text() == "No campaign is open"
    assert window.message == "Opening canceled. Nothing was changed."
    qtbot.wait(30)
    slow.set()
    qtbot.wait(30)
    assert window.session.campaign is None
    assert sample.read_bytes() == before
    Campaign.open(sample).close()


def test_file_opened_during_cancellation_is_closed(qtbot: QtBot, window: MainWindow, sample: Path, slow: Event) -> None:
    window.session.open_and_remember(sample)
    job = window.session._opening._job
    assert job is not None
    slow.set()
    job._thread.join()  # it is open; the window has not heard of it yet
    offers(window)["Cancel"].click()
    qtbot.wait(20)
    assert window.session.campaign is None
    Campaign.open(sample).close()


def test_opening_a_second_campaign_cancels_the_first(
    qtbot: QtBot, window: MainWindow, sample: Path, tmp_path: Path, slow: Event
) -> None:
    window.session.open_and_remember(sample)
    other = tmp_path / "other.exgui"
    slow.set()
    with suppress(FileExistsError):
        sample_campaign(other)
    window.session.open_and_remember(other)
    qtbot.waitUntil(lambda: window.session.campaign is not None)
    qtbot.wait(20)
    assert window.session.campaign is not None
    assert window.session.campaign.path == other
    Campaign.open(sample).close()


def test_closing_the_window_cancels_opening(qtbot: QtBot, sample: Path, slow: Event) -> None:
    window = MainWindow()
    qtbot.addWidget(window)
    window.session.open_and_remember(sample)
    job = window.session._opening._job
    assert job is not None
    window.close()
    assert not job._thread.is_alive()
    slow.set()
    Campaign.open(sample).close()


def test_battle_opened_in_another_thread_continues_here(
    qtbot: QtBot, window: MainWindow, sample: Path, slow: Event
) -> None:
    slow.set()
    window.session.open_path(sample)
    window.session.begin_first()
    number = window.session.battle_id
    window.session.open_and_remember(sample)
    qtbot.waitUntil(lambda: window.session.play is not None)
    assert window.session.battle_id == number
    hands = Hands(window)
    hands.press(" ", "Shift+R")
    assert hands.play.step_number == 1
    assert window.session.saved == "saved"


def test_unexpected_error_while_opening_ends_the_wait(
    window: MainWindow, sample: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Campaign, "battles", lambda _self: 1 // 0)
    with pytest.raises(ZeroDivisionError):
        window.session.open_and_remember(sample)
    assert window.welcome.notice.title.text() == "No campaign is open"
    monkeypatch.undo()
    Campaign.open(sample).close()
