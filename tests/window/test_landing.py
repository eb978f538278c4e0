"""A fight on ticks by hand on a screen of its own: flurry, line, wheel, and time that passes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

from window.screen import missing, screen

from exgui.campaign.sample import build_sample

ROOT = Path(__file__).resolve().parents[2]


def test_flurry_line_wheel_and_rest_work_by_hand(tmp_path: Path) -> None:
    assert not missing(), f"needed for this test: {', '.join(missing())}"
    campaign = tmp_path / "landing.exgui"
    build_sample(campaign)
    paths = os.pathsep.join((str(ROOT), str(ROOT / "tests")))
    program = str(ROOT / "tests" / "window" / "landing.py")
    with screen() as env:
        done = subprocess.run(
            [sys.executable, "-W", "error", program, str(campaign), str(tmp_path)],
            env={**env, "PYTHONPATH": paths, "HOME": str(tmp_path)},
            capture_output=True,
            text=True,
            timeout=1200,
            check=False,
        )
    assert done.returncode == 0, done.stderr[-3000:]
    seen = json.loads(done.stdout.splitlines()[-1])
    before, after = seen["line"]
    assert after == before + 2
    before, after, last = seen["wheel"]
    assert before < after == last
    # Two attacks: two dice less and three, each a DV penalty of 1.
    assert seen["flurry"]["actions"] == ["attack", "attack"]
    assert seen["flurry"]["cost"][1:] == ["DV penalty -2", "Attack dice -2", "Attack dice -3"]
    assert seen["flurry"]["penalty"] == -2
    # Two levels of lethal damage, at -1 and at -0: a mortal's take eight days of rest.
    assert seen["rest"] == {"texts": ["Mirelle Ashwind heals 2 lethal"], "left": 0, "open": None}
