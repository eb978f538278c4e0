"""Only one program at a time has a campaign open, whatever else reads the file; and changes to its file by others are
noticed."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest

from exgui.campaign import schema, user_folders
from exgui.campaign.campaign import Campaign
from exgui.campaign.errors import CampaignError
from exgui.campaign.exchange import import_text
from exgui.campaign.guard import lock
from exgui.campaign.guard.lock import lock_file
from exgui.campaign.guard.open_in_process import read_other_file
from exgui.engine.asks import command
from tests.campaign.pebble_game import MOVES, move, standing
from tests.campaign.test_killed import ROOT
from tests.campaign.test_untrusted import OPEN_IT


def run(program: str, path: Path) -> subprocess.Popen[str]:
    """Another process, with a user's folders as this one has them."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.Popen(
        [sys.executable, "-c", program, str(path)], cwd=ROOT, env=environment, text=True, stdout=subprocess.PIPE
    )


def output_of(program: str, path: Path) -> str:
    """Everything that another process prints."""
    with run(program, path) as process:
        return process.communicate()[0].strip()


def opened_elsewhere(path: Path) -> str:
    """The result of opening the campaign in another process: "opened", or the kind of error."""
    return output_of(OPEN_IT, path)


def test_open_campaign_cannot_be_read_as_something_else_and_stays_locked(path: Path) -> None:
    with Campaign.open(path) as campaign:
        with pytest.raises(CampaignError, match="the open campaign itself"):
            import_text(campaign, path)
        with pytest.raises(CampaignError, match="the open campaign itself"):
            read_other_file(path, 1 << 30)
        assert opened_elsewhere(path) == "locked"


def test_lock_survives_closing_another_handle(path: Path) -> None:
    """Closing any handle on the campaign drops the lock that SQLite has on it; that on the lock file stays, even if a
    file dialog reads that file."""
    with Campaign.open(path) as campaign:
        path.read_bytes()
        lock_file(path).read_bytes()
        assert opened_elsewhere(path) == "locked"
        campaign.notes.write("Mine")
    assert not lock_file(path).exists()
    assert opened_elsewhere(path) == "opened"


def test_stale_lock_is_taken_over(path: Path) -> None:
    lock_file(path).write_text("elsewhere 1\n")
    with Campaign.open(path) as campaign:
        campaign.notes.write("Mine")
    assert not lock_file(path).exists()


@pytest.mark.parametrize("link", ["symbolic", "hard", "pipe", "folder"])
def test_foreign_file_in_place_of_the_lock_is_not_written(path: Path, tmp_path: Path, link: str) -> None:
    victim = tmp_path / "thesis.txt"
    victim.write_text("ten years of work")
    place = lock_file(path)
    {
        "symbolic": lambda: place.symlink_to(victim),
        "hard": lambda: place.hardlink_to(victim),
        "pipe": lambda: os.mkfifo(place),
        "folder": place.mkdir,
    }[link]()
    with pytest.raises(CampaignError, match="other than a lock is at"):
        Campaign.open(path)
    assert victim.read_text() == "ten years of work"


STOPPED = """
import os, signal, sys
from exgui.campaign.campaign import Campaign
from tests.campaign.pebble_game import command
campaign = Campaign.open(sys.argv[1])
play = campaign.begin_battle("pond")
file = campaign._file
with file.transaction():
    file.put("meta", "title", "After the sleep")
    print("in the middle", flush=True)
    os.kill(os.getpid(), signal.SIGSTOP)
play.dispatch(command("start"))
campaign.close()
print("done", flush=True)
"""


def test_program_suspended_in_a_transaction_continues_on_waking(path: Path) -> None:
    with run(STOPPED, path) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "in the middle\n"
        time.sleep(1.5)
        with pytest.raises(CampaignError, match="open in another exgui window"):
            Campaign.open(path)
        process.send_signal(signal.SIGCONT)
        assert process.stdout.readline() == "done\n"
    assert process.returncode == 0
    with Campaign.open(path) as campaign:
        assert campaign.title == "After the sleep"
        assert campaign.resume(1).battle.round == 1


def test_program_killed_while_suspended_leaves_the_last_complete_step(path: Path) -> None:
    with run(STOPPED, path) as process:
        assert process.stdout is not None
        process.stdout.readline()
        process.kill()
    with Campaign.open(path) as campaign:
        assert campaign.title == "The pond"
        assert campaign.resume(1).battle.round == 0


def test_foreign_changes_to_the_open_file_are_noticed_without_loss(path: Path, tmp_path: Path) -> None:
    with Campaign.open(path) as campaign:
        play = campaign.begin_battle("pond")
        for what in MOVES:
            move(play, what)
        left = standing(play)
        content = path.read_bytes()
        path.write_bytes(content)
        os.utime(path, ns=(1, 1))
        foreign = path.read_bytes()
        for _ in range(2):
            with pytest.raises(CampaignError, match="another program changed the file") as caught:
                play.undo()
            assert caught.value.kind == "changed"
        assert standing(play) == left
        assert path.read_bytes() == foreign
        saved = tmp_path / "pond saved.exgui"
        assert str(saved) in str(caught.value)
    assert sorted(one.name for one in tmp_path.glob("*.exgui")) == ["pond saved.exgui", "pond.exgui"]
    with Campaign.open(saved) as campaign:
        play = campaign.resume(1)
        assert standing(play)[:3] == left[:3]
        assert campaign.title == "The pond"
        assert campaign.encounters()[0].name == "At the pond"


def test_campaign_overwritten_by_another_program_is_saved_from_memory(path: Path, tmp_path: Path) -> None:
    with Campaign.open(path) as campaign:
        play = campaign.begin_battle("pond")
        play.dispatch(command("start"))
        path.write_bytes(b"x" * 100_000)
        with pytest.raises(CampaignError, match="another program changed"):
            play.dispatch(command("pass"))
    with Campaign.open(tmp_path / "pond saved.exgui") as campaign:
        assert campaign.resume(1).battle.round == 1


def test_if_the_folder_is_lost_memory_is_saved_among_the_users_campaigns(
    tmp_path: Path, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    share = tmp_path / "share"
    share.mkdir()
    there = Path(shutil.copy(path, share))
    with Campaign.open(there) as campaign:
        play = campaign.begin_battle("pond")
        play.dispatch(command("start"))
        share.rename(tmp_path / "gone")
        with pytest.raises(CampaignError, match="moved, deleted or replaced") as caught:
            play.dispatch(command("pass"))
        saved = user_folders.data_folder() / "pond saved.exgui"
        assert str(saved) in str(caught.value)
        (tmp_path / "gone").rename(share)
        play.dispatch(command("pass"))
        left = standing(play)
    with Campaign.open(saved) as campaign:
        assert campaign.resume(1).battle.round == 1
    with Campaign.open(there) as campaign:
        assert standing(campaign.resume(1)) == left


NEWER = """
import sys
from exgui.campaign import schema
schema.STEPS = [*schema.STEPS, ("CREATE TABLE weather (day INTEGER PRIMARY KEY NOT NULL, seal INTEGER NOT NULL)",)]
"""


def test_newer_and_older_program_respect_each_others_locks(path: Path) -> None:
    with Campaign.open(path) as campaign:
        play = campaign.begin_battle("pond")
        assert output_of(NEWER + OPEN_IT, path) == "locked"
        play.dispatch(command("start"))
        assert campaign._file.rows("PRAGMA user_version") == [(schema.newest(),)]
    assert output_of(NEWER + OPEN_IT, path) == "opened"
    before = path.read_bytes()
    with pytest.raises(CampaignError, match="Install a newer exgui"):
        Campaign.open(path)
    assert path.read_bytes() == before
    assert len(list(path.parent.glob("*backup*"))) == 1


def test_setting_the_clock_back_changes_nothing(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    os.utime(path, (4_000_000_000, 4_000_000_000))
    with Campaign.open(path) as campaign:
        play = campaign.begin_battle("pond")
        play.dispatch(command("start"))
        left = standing(play)
    with Campaign.open(path) as campaign:
        assert standing(campaign.resume(1)) == left


def test_a_user_without_a_home_folder_can_play(path: Path) -> None:
    bare = {"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT), "HOME": "/proc/nobody"}
    script = (
        "import sys\nfrom exgui.campaign.campaign import Campaign\nimport tests.campaign.pebble_game\n"
        "with Campaign.open(sys.argv[1]) as campaign:\n    campaign.begin_battle('pond')\nprint('played')\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, str(path)], cwd=ROOT, env=bare, capture_output=True, text=True, check=False
    )
    assert (done.stdout, done.stderr) == ("played\n", "")


def test_file_opened_by_another_users_sqlite_is_locked(path: Path) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("BEGIN EXCLUSIVE")
        with pytest.raises(CampaignError) as caught:
            Campaign.open(path)
        assert caught.value.kind in ("locked", "unfinished")
        connection.execute("ROLLBACK")
    assert not lock_file(path).exists()


class TestWithoutLocksOfTheSystem:
    """A network folder without locks: the content of the lock file decides."""

    @pytest.fixture(autouse=True)
    def no_locks(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def refuse(_handle: int) -> None:
            raise OSError(95, "Operation not supported")

        monkeypatch.setattr(lock, "_ask_system", refuse)

    def test_lock_of_a_running_program_is_respected(self, path: Path) -> None:
        lock_file(path).write_text(f"{socket.gethostname()} {os.getppid()}\n")
        with pytest.raises(CampaignError, match="open in another exgui window"):
            Campaign.open(path)

    def test_lock_of_a_dead_program_is_taken_over(self, path: Path) -> None:
        with run("print(1)", path) as process:
            process.communicate()
        lock_file(path).write_text(f"{socket.gethostname()} {process.pid}\n")
        with Campaign.open(path) as campaign:
            assert campaign.title == "The pond"

    def test_the_lock_of_another_computer_is_named(self, path: Path) -> None:
        lock_file(path).write_text("laptop-of-ada 12\n")
        with pytest.raises(CampaignError, match="the campaign is open on the computer laptop-of-ada") as caught:
            Campaign.open(path)
        assert caught.value.kind == "locked"
        assert str(lock_file(path)) in str(caught.value)

    @pytest.mark.parametrize("text", ["", "x", "a b c", "a -1", "a " + "9" * 400])
    def test_lock_without_an_owner_is_taken_over(self, path: Path, text: str) -> None:
        lock_file(path).write_text(text.replace("a ", f"{socket.gethostname()} ", 1) if "9" in text else text)
        if "9" in text:
            with pytest.raises(CampaignError):
                Campaign.open(path)
        else:
            Campaign.open(path).close()
