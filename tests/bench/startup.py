"""How long it takes from the command until the window is shown.

Measured over whole processes: from just before the program is started until its window has painted itself and the
picture is on the (offscreen) screen, with everything the program reads in the system's cache. A campaign with a battle
of a few turns is opened, as on any evening but the first.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic

ROOT = Path(__file__).resolve().parents[2]
PROBE = Path(__file__).with_name("first_paint.py")


def measure(times: int, campaign: Path, warm_up: int = 2) -> tuple[list[float], list[float]]:
    """Milliseconds to the first picture of the window, and to the first that shows the battle, for this many starts.

    Args:
        warm_up: starts before these that are not measured.
    """
    window: list[float] = []
    battle: list[float] = []
    with TemporaryDirectory(prefix="exgui-bench-") as folder:
        environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
        environment.pop("PYTHONDONTWRITEBYTECODE", None)  # a program that is used has its modules compiled
        for name in ("CONFIG", "DATA", "STATE", "CACHE"):
            environment[f"XDG_{name}_HOME"] = folder
        own = Path(shutil.copy(campaign, folder))
        for number in range(-warm_up, times):
            begun = monotonic()
            process = subprocess.run(
                [sys.executable, str(PROBE), str(own)],
                env=environment, cwd=ROOT, stdout=subprocess.PIPE, check=True, text=True, timeout=60,
            )  # fmt: skip
            first, second = (float(word) for word in process.stdout.split())
            if number >= 0:
                window.append((first - begun) * 1000)
                battle.append((second - begun) * 1000)
    return window, battle
