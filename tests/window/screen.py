"""A screen of its own for a test: Xvfb with openbox, and a hand that types and drags on it through xdotool."""

from __future__ import annotations

import os
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager

NEEDED = ("Xvfb", "openbox", "xdotool")


def missing() -> list[str]:
    """The programs that are not installed."""
    return [name for name in NEEDED if shutil.which(name) is None]


@contextmanager
def screen(width: int = 1366, height: int = 768) -> Iterator[dict[str, str]]:
    """The environment in which programs show on a new screen with a window manager."""
    read, write = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(write), "-screen", "0", f"{width}x{height}x24", "-nolisten", "tcp", "-noreset"],
        pass_fds=(write,),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    os.close(write)
    # Without -noreset the server would start over, and take the window manager with it, when the first client of all
    # (the one that asks whether the manager is there) leaves.
    with os.fdopen(read) as number:
        display = f":{number.readline().strip()}"
    env = {**os.environ, "DISPLAY": display, "QT_QPA_PLATFORM": "xcb"}
    env.pop("WAYLAND_DISPLAY", None)
    manager = subprocess.Popen(["openbox"], env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        wait_for_manager(env)
        yield env
    finally:
        for program in (manager, server):
            program.terminate()
            program.wait(10)


def wait_for_manager(env: dict[str, str], seconds: float = 60) -> None:
    """Until the window manager answers; without it, menus and dialogs get no focus."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        done = subprocess.run(["xdotool", "get_num_desktops"], env=env, capture_output=True, check=False)
        if done.returncode == 0:
            return
        time.sleep(0.05)
    raise RuntimeError("the window manager did not come up")
