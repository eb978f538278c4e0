"""Whenever the process dies, the campaign opens at the last finished step or answer, and continues from there."""

import os
import shutil
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from exgui.campaign.campaign import Campaign
from exgui.campaign.errors import CampaignError
from exgui.campaign.guard.stray_journal import open_as_copy
from exgui.campaign.journals import read_journal
from exgui.campaign.recover import recover
from exgui.engine.asks import Choice
from exgui.play.play import Play
from tests.campaign.pebble_game import MOVES, move, standing
from tests.campaign.test_untrusted import without_privileges

ROOT = Path(__file__).resolve().parents[2]


def copy_of(path: Path, into: Path) -> Path:
    """Copy the files that a process would leave if it died at this moment."""
    into.mkdir()
    for file in path.parent.glob(path.name + "*"):
        shutil.copy(file, into)
    return into / path.name


def open_copy(path: Path) -> Campaign:
    """Opens what a process left behind and someone took elsewhere: as it lies there, or, with a journal beside it,
    as a copy."""
    try:
        return Campaign.open(path)
    except CampaignError as error:
        if error.kind != "unfinished":
            raise
        return Campaign.open(open_as_copy(path)[0])


def finish(play: Play) -> None:
    """Answer the open step and play the next one."""
    if play.pending is not None:
        move(play, "roll" if play.pending.name == "throw" else Choice("left"))  # type: ignore[union-attr]
    if play.pending is not None:
        play.answer(Choice("left"))
    assert play.pending is None


def test_battle_interrupted_at_any_statement_resumes_at_the_last_move(path: Path, tmp_path: Path) -> None:
    """The file is copied before every statement that SQLite runs, as it then lies on the disk; each copy must open
    at the last move that had returned, or, if a move was in progress, at that one or the next."""
    left_behind: list[tuple[Path, int]] = []
    returned = 0

    def watch(_statement: str) -> None:
        left_behind.append((copy_of(path, tmp_path / f"at{len(left_behind)}"), returned))

    with Campaign.open(path) as campaign:
        play = campaign.begin_battle("pond")
        expected = [standing(play)]
        campaign._file.connection.set_trace_callback(watch)
        for what in MOVES:
            move(play, what)
            expected.append(standing(play))
            returned += 1
            play.write_snapshot()  # as the window does when nothing else is done
        watch("the end")
        campaign._file.connection.set_trace_callback(None)
    assert len(left_behind) > 4 * len(MOVES)
    assert not list(tmp_path.glob("pond.exgui-journal"))
    for copy, done in left_behind:
        with open_copy(copy) as campaign:
            play = campaign.resume(1)
            now = standing(play)
            assert now in expected[done : done + 2]
            for what in MOVES[expected.index(now, done) :]:
                move(play, what)
            assert standing(play) == expected[-1]
            finish(play)


def test_interrupted_beginning_leaves_a_whole_battle_or_none(path: Path, tmp_path: Path) -> None:
    left_behind: list[Path] = []
    with Campaign.open(path) as campaign:
        campaign._file.connection.set_trace_callback(
            lambda _statement: left_behind.append(copy_of(path, tmp_path / f"at{len(left_behind)}"))
        )
        campaign.begin_battle("pond")
        campaign._file.connection.set_trace_callback(None)
    numbers = []
    for copy in left_behind:
        with open_copy(copy) as campaign:
            numbers.append(len(campaign.battles()))
            if numbers[-1]:
                assert campaign.resume(1).battle.phase == "prepared"
    assert set(numbers) == {0, 1}
    assert numbers == sorted(numbers)


class Stumbling:
    """A connection that fails at its n-th statement, as a disk may."""

    def __init__(self, connection: Any, at: int, how: Callable[[], None]) -> None:
        self._connection = connection
        self.left = at
        self._how = how

    def execute(self, *arguments: Any) -> Any:
        self.left -= 1
        if self.left == 0:
            self._how()
        return self._connection.execute(*arguments)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._connection, name)


@pytest.mark.parametrize("kind", [OSError, KeyboardInterrupt])
def test_step_failing_at_any_statement_has_not_happened(path: Path, kind: type[BaseException]) -> None:
    def fail() -> None:
        raise kind("a disk came loose")

    failed = 0
    with Campaign.open(path) as campaign:
        play = campaign.begin_battle("pond")
        file = campaign._file
        real = file.connection
        for what in MOVES:
            for at in range(1, 6):
                before, changes = standing(play), []
                unsubscribe = play.subscribe(changes.append)
                stumbling = Stumbling(real, at, fail)
                file._connection = stumbling  # type: ignore[assignment]
                try:
                    move(play, what)
                except (CampaignError, KeyboardInterrupt):
                    failed += 1
                    assert standing(play) == before
                    assert changes == []
                    continue
                else:
                    break
                finally:
                    file._connection = real
                    unsubscribe()
            else:
                move(play, what)
            stored = list(read_journal(file, 1))
            again = Play.resume(play.system, stored)
            assert standing(again) == standing(play)
    assert failed > 2 * len(MOVES)


DIE = """
import os, signal, sys
from pathlib import Path
from exgui.campaign.campaign import Campaign
from tests.campaign.pebble_game import command
campaign = Campaign.open(sys.argv[1])
play = campaign.resume(1)
play.dispatch(command("pass"))
connection = campaign._file.connection
connection.execute("PRAGMA cache_size = 2")
connection.execute("PRAGMA cache_spill = 1")
with campaign._file.transaction():
    for number in range(2000):
        campaign._file.put("sheets", f"s{number}", number, "x" * 400, "pebbles", "{}")
    connection.execute("UPDATE journal SET entry = 'gone'")
    connection.execute("UPDATE encounters SET data = 'gone'")
    print("written", flush=True)
    os.kill(os.getpid(), signal.SIGKILL)
"""


def test_process_killed_while_writing_leaves_the_last_complete_step(path: Path, tmp_path: Path) -> None:
    with Campaign.open(path) as campaign:
        campaign.begin_battle("pond").dispatch(MOVES[0])  # type: ignore[arg-type]
    size = path.stat().st_size
    run = [sys.executable, "-c", DIE, str(path)]
    died = subprocess.run(run, cwd=ROOT, env={**os.environ, "PYTHONPATH": str(ROOT)}, capture_output=True, check=False)
    assert (died.returncode, died.stdout) == (-signal.SIGKILL, b"written\n"), died.stderr
    hot = path.with_name(path.name + "-journal")
    assert hot.read_bytes()[:8] == bytes.fromhex("d9d505f920a163d7")
    assert path.stat().st_size > 2 * size
    home = tmp_path / "home"
    home.mkdir()
    copy = copy_of(path, home / "copy")
    copy.chmod(0o444)
    with without_privileges(home):
        with pytest.raises(CampaignError, match=r"pond\.exgui-journal is beside it"):
            Campaign.open(copy)
        with open_copy(copy) as campaign:
            assert campaign.resume(1).battle.round == 2
    recover(path, tmp_path / "recovered.exgui")
    for opened in (tmp_path / "recovered.exgui", path):
        with Campaign.open(opened) as campaign:
            assert campaign.resume(1).battle.round == 2
            assert campaign.sheets() == ()
    with Campaign.open(path) as campaign:
        assert campaign.encounters()[0].name == "At the pond"
    assert not hot.exists()


def test_a_process_killed_between_steps_leaves_no_lock(path: Path) -> None:
    with Campaign.open(path) as campaign:
        campaign.begin_battle("pond").dispatch(MOVES[0])  # type: ignore[arg-type]
    text = DIE.replace("cache_size = 2", "cache_size = 2000").split("with campaign._file")[0]
    run = [sys.executable, "-c", text + "os.kill(os.getpid(), signal.SIGKILL)", str(path)]
    died = subprocess.run(run, cwd=ROOT, env={**os.environ, "PYTHONPATH": str(ROOT)}, capture_output=True, check=False)
    assert died.returncode == -signal.SIGKILL, died.stderr
    with Campaign.open(path) as campaign:
        assert campaign.resume(1).battle.round == 2


def test_step_stored_despite_a_disk_error_does_not_reappear(path: Path) -> None:
    """The disk may report a failure after the transaction is whole. The play goes on without that step, and so does the
    journal."""
    with Campaign.open(path) as campaign:
        play = campaign.begin_battle("pond")
        play.dispatch(MOVES[0])  # type: ignore[arg-type]
        left, file = standing(play), campaign._file
        real = file.connection

        class Liar(Stumbling):
            def execute(self, *arguments: Any) -> Any:
                cursor = self._connection.execute(*arguments)
                if arguments[0] == "COMMIT":
                    raise OSError("the disk did not answer")
                return cursor

        file._connection = Liar(real, 0, lambda: None)  # type: ignore[assignment]
        with pytest.raises(CampaignError):
            move(play, MOVES[1])
        file._connection = real
        assert standing(play) == left
        assert len(list(read_journal(file, 1))) > len(play.steps) * 2
        for what in MOVES[1:]:
            move(play, what)
        left = standing(play)
    with Campaign.open(path) as campaign:
        assert standing(campaign.resume(1)) == left


def test_file_is_reopened_if_even_undoing_fails(path: Path) -> None:
    class Stuck(Stumbling):
        def execute(self, *arguments: Any) -> Any:
            if arguments[0] in ("COMMIT", "ROLLBACK"):
                raise sqlite3.OperationalError("disk I/O error")
            return self._connection.execute(*arguments)

    with Campaign.open(path) as campaign:
        play = campaign.begin_battle("pond")
        play.dispatch(MOVES[0])  # type: ignore[arg-type]
        left, file = standing(play), campaign._file
        file._connection = Stuck(file.connection, 0, lambda: None)  # type: ignore[assignment]
        with pytest.raises(CampaignError):
            move(play, MOVES[1])
        assert standing(play) == left
        with pytest.raises(CampaignError, match="open in another exgui window"):
            Campaign.open(path)
        for what in MOVES[1:]:
            move(play, what)
        left = standing(play)
    with Campaign.open(path) as campaign:
        assert standing(campaign.resume(1)) == left


PLAY_ON = """
import sys
from exgui.campaign.campaign import Campaign
from exgui.campaign.journals import read_journal
from tests.campaign.pebble_game import MOVES, command, move
from exgui.engine.asks import Choice
campaign = Campaign.open(sys.argv[1])
play = campaign.resume(1)
while True:
    for what in MOVES:
        move(play, what)
        print(len(list(read_journal(campaign._file, 1))), flush=True)
    play.answer(Choice("left"))
"""


@pytest.mark.parametrize("lines", [1, 18, 47])
def test_work_of_a_killed_process_is_kept(path: Path, lines: int) -> None:
    with Campaign.open(path) as campaign:
        campaign.begin_battle("pond")
    run = [sys.executable, "-c", PLAY_ON, str(path)]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    with subprocess.Popen(run, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        output = [process.stdout.readline() for _ in range(lines)]
        process.kill()
        output += process.stdout.readlines()
    assert process.returncode == -signal.SIGKILL
    with Campaign.open(path) as campaign:
        entries = len(list(read_journal(campaign._file, 1)))
        play = campaign.resume(1)
        assert entries >= int([line for line in output if line.endswith("\n")][-1]) >= lines
        finish(play)
