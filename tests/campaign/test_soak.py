"""The soak itself, in short: it runs, counts, and says what was lost."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest
from systems.fights_ex2 import EX2

from tests.campaign.soak import odds, pictures, random_steps, spoilt_files
from tests.campaign.soak.tally import Tally, apart
from tests.campaign.test_killed import ROOT


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    path = os.pathsep.join((str(ROOT), str(ROOT / "tests")))
    command = [sys.executable, "-m", "tests.campaign.soak", *arguments]
    return subprocess.run(
        command, cwd=ROOT, env={**os.environ, "PYTHONPATH": path}, capture_output=True, text=True, check=False
    )


def test_a_short_soak_loses_nothing_and_says_so() -> None:
    numbers = "--kills 4 --files 8 --steps 60 --odds 0 --sleeps 2 --asleep 0.1 --pictures 1 --seed 3"
    done = run(*numbers.split())
    assert done.returncode == 0, done.stdout + done.stderr
    assert "programs killed: 4 tries, 4 survived, 0 lost" in done.stdout
    assert "files spoilt: 8 tries, 8 survived, 0 lost" in done.stdout
    assert "random steps: 60 tries, 60 survived, 0 lost" in done.stdout
    assert "programs put to sleep: 2 tries, 2 survived, 0 lost" in done.stdout
    games = len(pictures.GAMES)
    assert f"screen compared: {games} tries, {games} survived, 0 lost" in done.stdout
    assert f"Together: {74 + games} tries, {74 + games} survived, 0 lost" in done.stdout


def test_a_part_can_be_left_out() -> None:
    done = run("--kills", "0", "--files", "0", "--steps", "5", "--odds", "0", "--sleeps", "0", "--pictures", "0")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "killed" not in done.stdout
    assert "sleep" not in done.stdout


def test_odds_that_are_wrong_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    def compare(game: object, seed: int) -> None:
        assert game is EX2, "half are wrong"

    monkeypatch.setattr(odds, "compare_much", compare)
    tally = odds.compare_odds(2, Random(1))
    assert (tally.tries, len(tally.lost)) == (4, 2)


def test_what_goes_wrong_in_a_try_is_counted(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(random_steps, "_battle", lambda _seed, _steps: 1 / 0)
    assert len(random_steps.play_random_steps(250, Random(1)).lost) == 3

    def deletes(*_arguments: object) -> tuple[str, dict[str, int]]:
        (tmp_path / "thesis.txt").unlink()
        return "opened", {}

    monkeypatch.setattr(spoilt_files, "_try", deletes)
    tally = spoilt_files.spoil_files(2, tmp_path, Random(1))
    assert "deleted or written to" in tally.lost[1]


def test_a_try_that_hangs_or_dies_is_a_loss_and_not_the_end() -> None:
    def hang() -> None:
        while True:
            pass

    assert apart(hang, 1)["lost"] == "took longer than 1 s"
    assert apart(lambda: os.kill(os.getpid(), 9))["lost"] == "died of signal 9"
    assert "ZeroDivisionError" in apart(lambda: 1 / 0)["lost"]
    assert apart(lambda: 3) == {"gave": 3}


def test_the_summary_has_tries_survived_and_lost() -> None:
    tally = Tally("things tried")
    tally.survived("well")
    tally.failed("gone")
    assert tally.summary().splitlines()[0] == "things tried: 2 tries, 1 survived, 1 lost"
