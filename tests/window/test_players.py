"""The players' screen under a real window manager, with two monitors, one of which disappears and comes back."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from window.players import TV
from window.screen import missing, screen

from exgui.campaign.sample import build_sample

ROOT = Path(__file__).resolve().parents[2]
pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="Xvfb is a thing of Linux")


def play(env: dict[str, str], folder: Path) -> dict[str, Any]:
    for name, box, output in (("laptop", "1366/400x720/225+0+0", "screen"), (*TV, "none")):
        subprocess.run(["xrandr", "--setmonitor", name, box, output], env=env, check=True, capture_output=True)
    campaign = folder / "players.exgui"
    build_sample(campaign)
    paths = os.pathsep.join((str(ROOT), str(ROOT / "tests")))
    done = subprocess.run(
        [sys.executable, "-W", "error", str(ROOT / "tests" / "window" / "players.py"), str(campaign), str(folder)],
        env={**env, "PYTHONPATH": paths, "HOME": str(folder)},
        capture_output=True,
        text=True,
        timeout=1200,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    return dict(json.loads(done.stdout.splitlines()[-1]))


@pytest.mark.parametrize("scale", [None, "1;2"], ids=["same scale", "twice as fine"])
def test_players_screen_follows_the_second_monitor(tmp_path: Path, scale: str | None) -> None:
    assert not missing(), f"needed for this test: {', '.join(missing())}"
    with screen(1366 + 1280, 768) as env:
        env = {**env, "QT_SCREEN_SCALE_FACTORS": scale} if scale else env
        seen = play(env, tmp_path)
    assert sorted(seen["monitors"]) == ["laptop", "tv"]
    place = {"shown": True, "at": [1366, 0], "on": "tv", "keyboard": True, "framed": True}
    assert seen["open"] == {**place, "said": "The players’ screen is on tv."}
    assert seen["ratio"] == (2.0 if scale else 1.0)
    assert not seen["taken away"]["shown"]
    assert seen["taken away"]["keyboard"]
    assert not seen["taken away"]["framed"]
    assert seen["taken away"]["said"] == "tv was unplugged: the players see nothing until it is back."
    assert seen["back"] == {**place, "said": "The players’ screen is on tv again."}
    assert seen["left open"] == []
