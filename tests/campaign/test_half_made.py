"""A file appears under its name only when it is complete; and a change reported as failed has not been made."""

from __future__ import annotations

import os
import resource
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from exgui.campaign.campaign import Campaign
from exgui.campaign.errors import CampaignError
from exgui.campaign.journals import read_journal
from exgui.campaign.sample import build_sample
from exgui.campaign.storage import CampaignFile
from tests.campaign.pebble_game import MOVES, move, standing
from tests.campaign.soak.kills import counts
from tests.campaign.test_killed import ROOT, Stumbling

MAKE_SAMPLE = """
import os, signal, sys
from pathlib import Path
from exgui.campaign.sample import build_sample
from exgui.campaign.storage import CampaignFile
put, left = CampaignFile.put, int(sys.argv[2])
def counting(self, *row):
    global left
    left -= 1
    if left < 0:
        os.kill(os.getpid(), signal.SIGKILL)
    put(self, *row)
CampaignFile.put = counting
build_sample(Path(sys.argv[1]))
"""


@pytest.mark.parametrize("rows", [0, 1, 3, 6, 7, 100])
def test_interrupted_sample_is_rebuilt(tmp_path: Path, rows: int) -> None:
    path = tmp_path / "Sample campaign.exgui"
    run = [sys.executable, "-c", MAKE_SAMPLE, str(path), str(rows)]
    done = subprocess.run(run, cwd=ROOT, env={**os.environ, "PYTHONPATH": str(ROOT)}, capture_output=True, check=False)
    assert done.returncode == (0 if rows == 100 else -signal.SIGKILL), done.stderr
    assert path.exists() == (rows == 100)
    if rows < 100:
        build_sample(path)
    with Campaign.open(path) as campaign:
        found = counts(campaign)
    build_sample(tmp_path / "whole.exgui")
    with Campaign.open(tmp_path / "whole.exgui") as campaign:
        assert found == counts(campaign)


def test_leftovers_of_an_old_attempt_are_removed(tmp_path: Path) -> None:
    old, new = (tmp_path / f".pond.exgui.new-{name}" for name in ("old", "new"))
    for one in (old, new):
        one.touch()
    os.utime(old, (time.time() - 200_000,) * 2)
    Campaign.create(tmp_path / "pond.exgui").close()
    assert (old.exists(), new.exists()) == (False, True)


def test_new_campaign_has_its_title_immediately(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever finds the file right after it got its name finds a whole campaign."""

    def killed(*_arguments: Any, **_more: Any) -> CampaignFile:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(CampaignFile, "open", killed)
        with pytest.raises(KeyboardInterrupt):
            Campaign.create(tmp_path / "new.exgui", "Hundred ponds")
    with Campaign.open(tmp_path / "new.exgui") as campaign:
        assert campaign.title == "Hundred ponds"


@pytest.mark.parametrize("room", [0, 5_000, 20_000])
def test_full_disk_is_reported_when_creating_a_campaign(tmp_path: Path, room: int) -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    for make in (lambda path: Campaign.create(path).close(), build_sample):
        resource.setrlimit(resource.RLIMIT_FSIZE, (room, hard))
        try:
            with pytest.raises(CampaignError) as caught:
                make(tmp_path / "new.exgui")
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        assert caught.value.kind in ("disk", "full"), caught.value
        assert list(tmp_path.iterdir()) == []


def test_lack_of_disk_space_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """SQLite reports "full" before there is a file of that name."""
    real = sqlite3.connect

    def small(*arguments: Any, **more: Any) -> sqlite3.Connection:
        connection = real(*arguments, **more)
        connection.execute("PRAGMA max_page_count = 3")
        return connection

    with monkeypatch.context() as patch:
        patch.setattr(sqlite3, "connect", lambda *a, **m: small(*a, **m) if ".new-" in str(a[0]) else real(*a, **m))
        with pytest.raises(CampaignError, match="the disk is full") as caught:
            Campaign.create(tmp_path / "new.exgui")
    assert caught.value.kind == "full"
    assert list(tmp_path.iterdir()) == []


class SaysNoAfterCommit(Stumbling):
    """A disk that writes the transaction, and then reports that it did not."""

    def execute(self, *arguments: Any) -> Any:
        cursor = self._connection.execute(*arguments)
        if arguments[0] == "COMMIT":
            raise sqlite3.OperationalError("disk I/O error")
        return cursor


def test_failed_step_is_absent_after_reopening(path: Path) -> None:
    with Campaign.open(path) as campaign:
        play = campaign.begin_battle("pond")
        move(play, MOVES[0])
        left, file = standing(play), campaign._file
        real = file.connection
        file._connection = SaysNoAfterCommit(real, 0, lambda: None)  # type: ignore[assignment]
        with pytest.raises(CampaignError):
            move(play, MOVES[1])
        assert standing(play) == left
        file._connection = real
    with Campaign.open(path) as campaign:
        assert standing(campaign.resume(1)) == left


def test_uncertain_save_is_reported_as_uncertain(path: Path) -> None:
    class Dead(Stumbling):
        """Writes one transaction, and nothing works afterwards."""

        dead = False

        def execute(self, *arguments: Any) -> Any:
            if self.dead:
                raise sqlite3.OperationalError("disk I/O error")
            cursor = self._connection.execute(*arguments)
            if arguments[0] == "COMMIT":
                self.dead = True
                raise sqlite3.OperationalError("disk I/O error")
            return cursor

    with Campaign.open(path) as campaign:
        play = campaign.begin_battle("pond")
        file = campaign._file
        real = file.connection
        file._connection = Dead(real, 0, lambda: None)  # type: ignore[assignment]
        with pytest.raises(CampaignError, match="no longer responds"):
            move(play, MOVES[0])
        file._connection = real


@pytest.mark.parametrize("nth", range(1, 9))
def test_failed_sync_leaves_the_file_as_reported(path: Path, nth: int) -> None:
    """A real failure of fsync, the n-th one of a step: whatever is reported as not done is not there afterwards."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, "-c", STEP_WITH_FAILING_SYNC, str(path), str(nth)],
        cwd=ROOT, env=environment, capture_output=True, text=True, check=True,
    )  # fmt: skip
    steps, answer = done.stdout.strip().split(" ", 1)
    with Campaign.open(path) as campaign:
        play = campaign.resume(1)
        # A step syncs the journal of SQLite twice, then the file, then the journal again.
        assert answer == ("disk" if nth <= 4 else "done")
        assert play.step_number == int(steps), done.stdout
        assert len(list(read_journal(campaign._file, 1))) >= 1


STEP_WITH_FAILING_SYNC = """
import os, sys
from tests.campaign.watched_disk import Watcher, watch
class Failing(Watcher):
    left = failed = 0
    def synced(self, path):
        self.left -= 1
        self.failed += self.left == 0
        return self.left != 0
disk = Failing()
watch(disk)
from exgui.campaign.campaign import Campaign
from exgui.campaign.errors import CampaignError
from tests.campaign.pebble_game import command
campaign = Campaign.open(sys.argv[1])
play = campaign.begin_battle("pond")
disk.left = int(sys.argv[2])
result = "done"
try:
    play.dispatch(command("start"))
except CampaignError as error:
    result = error.kind
assert (result == "disk") <= (disk.failed == 1), "no sync failed"
print(play.step_number, result, flush=True)
os._exit(0)
"""
