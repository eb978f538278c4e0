"""The main job in a real window under a real window manager: two programs one after the other, as on two evenings."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from window.screen import missing, screen

from exgui.campaign.sample import build_sample

ROOT = Path(__file__).resolve().parents[2]
pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="Xvfb is a thing of Linux")


def sit_down(part: str, campaign: Path, env: dict[str, str], pictures: Path) -> dict[str, Any]:
    """Run one half of the evening as its own program; return what it reports."""
    paths = os.pathsep.join((str(ROOT), str(ROOT / "tests")))
    done = subprocess.run(
        [
            sys.executable,
            "-W",
            "error",
            str(ROOT / "tests" / "window" / "evening.py"),
            part,
            str(campaign),
            str(pictures),
        ],
        env={**env, "PYTHONPATH": paths},
        capture_output=True,
        text=True,
        timeout=1200,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    return dict(json.loads(done.stdout.splitlines()[-1]))


def test_battle_is_left_inside_an_attack_and_finished_later(tmp_path: Path) -> None:
    assert not missing(), f"needed for this test: {', '.join(missing())}"
    campaign = tmp_path / "evening.exgui"
    build_sample(campaign)
    with screen() as env:
        home = {**env, "HOME": str(tmp_path)}
        first = sit_down("begin", campaign, home, tmp_path)
        assert first["joined"] == first["dice"] + 3  # every die showed 7, one success each, and three for joining
        assert first["zone moved"]
        assert first["zone back"]
        assert first["walked"]
        second = sit_down("finish", campaign, home, tmp_path)
    assert second["opened at"] == first["stopped at"]
    assert len(second["standing"]) < 2
    assert second["rounds"] >= 2


def test_two_exalted_duel_with_effects(tmp_path: Path) -> None:
    campaign = tmp_path / "duel.exgui"
    build_sample(campaign)
    with screen() as env:
        seen = sit_down("duel", campaign, {**env, "HOME": str(tmp_path)}, tmp_path)
    assert len(seen["standing"]) == 1
    assert set(seen["declared"]) == {"dawn", "night"}
    assert seen["motes"]["dawn"] < 16 + 38
    assert seen["motes"]["night"] < 15 + 36


def test_fight_on_ticks_is_played_on_line_and_wheel(tmp_path: Path) -> None:
    campaign = tmp_path / "ferry.exgui"
    build_sample(campaign)
    with screen() as env:
        seen = sit_down("ferry", campaign, {**env, "HOME": str(tmp_path)}, tmp_path)
    assert seen["attacks"] >= 4
    assert seen["tick"] > 10
    assert seen["wheel"] == [False] * 12 + [True] * 12
