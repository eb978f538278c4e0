"""The cost of a long battle: the time of a step in the window after many steps, and the memory that the program takes.

The earlier steps are played without a window and without a disk; then the window opens and plays on, painting each
step. `python tests/bench/long_battle.py STEPS` prints the megabytes of a program of its own.
"""

from __future__ import annotations

import os
import subprocess
import sys
from functools import cache
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time

ROOT = Path(__file__).resolve().parents[2]
sys.path[0] = str(ROOT)  # where `exgui` and `tests` are found when this is run as a program

from PySide6.QtCore import QEvent  # noqa: E402

from exgui.campaign.campaign import Campaign  # noqa: E402
from exgui.campaign.sample import build_sample  # noqa: E402
from exgui.gui.main_window import MainWindow  # noqa: E402
from exgui.gui.offscreen import offscreen_app  # noqa: E402
from exgui.play.play import Play  # noqa: E402
from tests.bench.journal import play_on  # noqa: E402

SIZE = (1366, 768)
SEEN = 100
"""Of the steps in whose memory is measured, so many are played in the window."""


@cache
def long_battle(steps: int) -> Play:
    """The sample battle after this many steps."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "long.exgui"
        build_sample(path)
        with Campaign.open(path) as campaign:
            begun = campaign.begin_battle(campaign.encounters()[0].id)
            play = Play.begin(begun.system, begun.battle)
    play_to(play, steps)
    return play


def play_to(play: Play, steps: int) -> None:
    """Plays on until this many steps are finished and none is open."""
    for tries in count():
        if play.step_number >= steps and play.pending is None:
            return
        if play.battle.phase == "over" or tries > 20 * (steps + 20):
            raise RuntimeError(f"the battle ended after {play.step_number} steps")
        play_on(play)


def measure(before: int, steps: int) -> list[float]:
    """Milliseconds of the processor of this many commands and answers in the window, each of them painted."""
    app = offscreen_app("dark")
    play = long_battle(before)
    window = MainWindow()
    window.resize(*SIZE)
    window.show()
    window.session.show_play(play)
    app.processEvents()
    spent = []
    for _ in range(steps):
        begun = process_time()
        play_on(play)
        app.processEvents()
        app.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)  # as the app's own loop does
        spent.append((process_time() - begun) * 1000)
    window.close()
    window.deleteLater()
    app.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    play.go_back_to(before)
    return spent


def memory(steps: int) -> list[float]:
    """Megabytes used by a program that has played this many steps."""
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
    process = subprocess.run(
        [sys.executable, __file__, str(steps)], env=environment, stdout=subprocess.PIPE, check=True, text=True
    )
    return [float(process.stdout)]


def main(steps: int) -> None:
    """Plays, and prints the megabytes."""
    seen = min(SEEN, steps // 10)
    long_battle(steps - seen)
    measure(steps - seen, seen)
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    print(pages * os.sysconf("SC_PAGE_SIZE") / 1e6)


if __name__ == "__main__":
    main(int(sys.argv[1]))
