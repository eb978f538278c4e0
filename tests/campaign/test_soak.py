"""The soak itself, in short: it runs, counts, and reports what was lost."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from itertools import count
from pathlib import Path
from random import Random

import pytest
from systems.fights_ex2 import EX2

from exgui.campaign import storage
from exgui.campaign.campaign import Campaign
from exgui.campaign.errors import CampaignError
from exgui.campaign.journals import BattleStore
from exgui.campaign.sample import build_sample
from exgui.campaign.storage import CampaignFile
from exgui.play.journal import Entry
from exgui.rulebook.shelf import own_folder
from tests.campaign.soak import killing, kills, odds, pictures, power_cuts, random_steps, spoilt_files
from tests.campaign.soak.killing import ChildFailed, KilledEarly, Say, run_and_kill
from tests.campaign.soak.tally import Tally, apart
from tests.campaign.test_killed import ROOT


@pytest.fixture(autouse=True)
def no_house_rules_are_left() -> Iterator[None]:
    """What a soak prepares must not be found by tests that come later in the same process."""
    yield
    shutil.rmtree(own_folder(), ignore_errors=True)


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    path = os.pathsep.join((str(ROOT), str(ROOT / "tests")))
    command = [sys.executable, "-m", "tests.campaign.soak", *arguments]
    return subprocess.run(
        command, cwd=ROOT, env={**os.environ, "PYTHONPATH": path}, capture_output=True, text=True, check=False
    )


def test_short_soak_loses_nothing_and_reports_it() -> None:
    numbers = "--kills 7 --cuts 2 --files 8 --steps 60 --odds 0 --sleeps 2 --asleep 0.1 --pictures 1 --seed 3"
    done = run(*numbers.split())
    assert done.returncode == 0, done.stdout + done.stderr
    assert "programs killed: 7 tries, 7 survived, 0 lost" in done.stdout
    for kind in ("playing", "preparing", "drawing", "typing in a sheet", "opening", "backing up", "making the sample"):
        assert f"killed while {kind}" in done.stdout
    assert "power cut: 20 tries, 20 survived, 0 lost" in done.stdout
    assert "files spoilt: 8 tries, 8 survived, 0 lost" in done.stdout
    assert "random steps: 60 tries, 60 survived, 0 lost" in done.stdout
    assert "programs put to sleep: 2 tries, 2 survived, 0 lost" in done.stdout
    games = len(pictures.GAMES)
    assert f"screen compared: {games} tries, {games} survived, 0 lost" in done.stdout
    assert f"Together: {97 + games} tries, {97 + games} survived, 0 lost" in done.stdout


def test_a_part_can_be_left_out() -> None:
    done = run(
        "--kills", "0", "--files", "0", "--steps", "5", "--odds", "0", "--sleeps", "0", "--pictures", "0", "--cuts", "0"
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "killed" not in done.stdout
    assert "sleep" not in done.stdout


def test_wrong_odds_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    def compare(game: object, seed: int) -> None:
        assert game is EX2, "half are wrong"

    monkeypatch.setattr(odds, "compare_much", compare)
    tally = odds.compare_odds(2, Random(1))
    assert (tally.tries, len(tally.lost)) == (4, 2)


def test_errors_in_a_try_are_counted(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(random_steps, "_battle", lambda _seed, _steps: 1 / 0)
    assert len(random_steps.play_random_steps(250, Random(1)).lost) == 3

    def deletes(*_arguments: object) -> tuple[str, dict[str, int]]:
        (tmp_path / "thesis.txt").unlink()
        return "opened", {}

    monkeypatch.setattr(spoilt_files, "_try", deletes)
    tally = spoilt_files.spoil_files(2, tmp_path, Random(1))
    assert "deleted or written to" in tally.lost[1]


def test_hanging_or_dying_try_counts_as_lost() -> None:
    def hang() -> None:
        while True:
            pass

    assert apart(hang, 1)["lost"] == "took longer than 1 s"
    assert apart(lambda: os.kill(os.getpid(), 9))["lost"] == "died of signal 9"
    assert "ZeroDivisionError" in apart(lambda: 1 / 0)["lost"]
    assert apart(lambda: 3) == {"gave": 3}


def test_summary_lists_tries_survivals_and_losses() -> None:
    tally = Tally("things tried")
    tally.survived("well")
    tally.failed("gone")
    assert tally.summary().splitlines()[0] == "things tried: 2 tries, 1 survived, 1 lost"


# Faults that were put in: a soak that does not find them is worth nothing.


class Fault:
    """Breaks what keeps a campaign whole, in this process and those that it starts."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._patch = monkeypatch

    def skip_some_entries(self) -> None:
        honest = BattleStore.append

        def append(store: BattleStore, entries: Sequence[Entry]) -> None:
            if store._next % 4 == 3:
                store._next += len(entries)
            else:
                honest(store, entries)

        self._patch.setattr(BattleStore, "append", append)

    def skip_some_saves(self) -> None:
        calls = count()
        honest = CampaignFile.put

        def put(file: CampaignFile, table: str, *values: object) -> None:
            if table not in ("pictures", "sheets") or next(calls) % 2:
                honest(file, table, *values)

        self._patch.setattr(CampaignFile, "put", put)

    def raise_at_a_save(self) -> None:
        calls = count()
        honest = BattleStore.append

        def append(store: BattleStore, entries: Sequence[Entry]) -> None:
            if next(calls) == 5:
                raise RuntimeError("the disk came loose")
            honest(store, entries)

        self._patch.setattr(BattleStore, "append", append)

    def set_pragma(self, *pragmas: str) -> None:
        honest = storage._connect

        def connect(path: Path, writable: bool) -> sqlite3.Connection:
            connection = honest(path, writable)
            for pragma in pragmas:
                connection.execute(f"PRAGMA {pragma}")
            return connection

        self._patch.setattr(storage, "_connect", connect)


@pytest.fixture
def fault(monkeypatch: pytest.MonkeyPatch) -> Fault:
    return Fault(monkeypatch)


@pytest.fixture
def only(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Leaves only some programs to be killed or cut off."""

    def leave(*names: str) -> None:
        for programs in (kills.PROGRAMS, power_cuts.PROGRAMS):
            for name in [one for one in programs if one not in names]:
                monkeypatch.delitem(programs, name)

    return leave


def test_unwritten_journal_entry_counts_as_lost(fault: Fault, only: Callable[..., None], tmp_path: Path) -> None:
    only("playing")
    fault.skip_some_entries()
    tally = kills.kill_programs(3, tmp_path, Random(1))
    assert any("playing" in one for one in tally.lost)


def test_failing_save_counts_as_lost(fault: Fault, only: Callable[..., None], tmp_path: Path) -> None:
    only("playing")
    fault.raise_at_a_save()
    tally = kills.kill_programs(3, tmp_path, Random(1))
    assert any("the disk came loose" in one for one in tally.lost)


def test_unwritten_row_counts_as_lost(
    fault: Fault, only: Callable[..., None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    only("preparing")
    build_sample(tmp_path / "killed.exgui")
    fault.skip_some_saves()
    with monkeypatch.context() as patch:
        patch.setattr(kills, "build_sample", lambda _path: None)
        patch.setattr(kills, "_restore", lambda _path: None)
        (lost,) = kills.kill_programs(1, tmp_path, Random(1)).lost
    assert "reads as if it had not been" in lost or "there is no picture" in lost


@pytest.mark.parametrize("pragma", ["synchronous = OFF", "journal_mode = OFF"])
def test_power_cut_without_sync_or_journal_counts_as_lost(
    fault: Fault, only: Callable[..., None], tmp_path: Path, pragma: str
) -> None:
    only("playing")
    fault.set_pragma(pragma)
    assert power_cuts.cut_power(2, tmp_path, Random(1)).lost


def test_early_kill_is_retried_and_counted_separately(
    monkeypatch: pytest.MonkeyPatch, only: Callable[..., None], tmp_path: Path
) -> None:
    only("opening and closing")
    monkeypatch.setattr(kills, "SAMPLE", "opening and closing")
    monkeypatch.setattr(kills, "_kill_while_making_the_sample", early := Early())
    tally = kills.kill_programs(2, tmp_path, Random(1))
    assert early.calls == 4
    assert (tally.tries, tally.lost) == (2, [])
    assert tally.counts["kills that came too early, and were done again later"] == 2


class Early:
    """A kill that comes too early twice."""

    calls = 0

    def __call__(self, _path: Path, _rng: Random, tally: Tally) -> None:
        self.calls += 1
        if self.calls <= 2:
            raise KilledEarly
        tally.survived("killed")


def test_idle_program_counts_as_lost(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def never(*_arguments: object) -> None:
        raise KilledEarly

    monkeypatch.setattr(kills, "_kill", never)
    monkeypatch.setattr(kills, "_kill_while_making_the_sample", never)
    tally = kills.kill_programs(2, tmp_path, Random(1))
    assert tally.tries == 1
    assert tally.lost


def test_kill_waits_for_requests_and_returns_acknowledgments() -> None:
    def act(say: Say) -> None:
        for number in count():
            say({"number": number})

    records = run_and_kill(act, 50, Random(1))
    assert [one["number"] for one in records] == list(range(len(records)))
    assert len(records) >= 50
    with pytest.raises(ChildFailed, match="ended by itself"):
        run_and_kill(lambda say: say({}), 1, Random(1), delay=5)


def test_too_slow_program_counts_as_killed_early(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(killing, "LONGEST_WAIT", 0.05)
    with pytest.raises(KilledEarly):
        run_and_kill(lambda _say: time.sleep(60), 1, Random(1))


def test_unreadable_list_counts_as_lost(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def unreadable(_campaign: Campaign) -> None:
        raise CampaignError("gift.exgui", "it is damaged", "damaged")

    monkeypatch.setattr(Campaign, "sheets", unreadable)
    tally = spoilt_files.spoil_files(6, tmp_path, Random(1))
    assert any("a list of a campaign that was opened cannot be read" in one for one in tally.lost)
