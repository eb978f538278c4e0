"""The players' screen on two monitors, one of which disappears and comes back: run under Xvfb."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from time import monotonic
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from exgui.gui.application import application
from exgui.gui.look.appearance import appearance
from exgui.gui.main_window import MainWindow
from exgui.gui.window import status_line

TV = ("tv", "1280/400x720/225+1366+0")


def main(campaign: Path, folder: Path) -> dict[str, Any]:
    app = application()
    appearance().choose("dark")
    status_line.MESSAGE_MS = 600_000  # a busy machine may look at a sentence late
    window = MainWindow()
    window.setGeometry(40, 40, 1200, 660)
    window.show()
    assert QTest.qWaitForWindowActive(window)
    window.session.open_path(campaign)
    window.session.begin_first()
    seen: dict[str, Any] = {"monitors": [one.name() for one in app.screens()]}
    QTest.keyClick(window, Qt.Key.Key_F11)
    table = window.table.window
    assert table is not None
    wait(lambda: table.monitor == "tv" and table.frame.isVisible())
    seen["open"] = settled(window, shown=True)
    seen["ratio"] = table.frame.devicePixelRatioF()
    table.frame.grab().save(str(folder / "players.png"))
    # A real key: the keyboard is still the storyteller's, and the battle begins.
    subprocess.run(["xdotool", "key", "space"], check=True)
    wait(lambda: window.session.play is not None and window.session.play.pending is not None)
    monitor("--delmonitor", TV[0])
    wait(lambda: len(app.screens()) == 1 and not table.is_shown)
    seen["taken away"] = settled(window, shown=False)
    monitor("--setmonitor", *TV, "none")
    wait(lambda: table.monitor == "tv" and table.frame.screen().name() == "tv" and table.frame.isVisible())
    seen["back"] = settled(window, shown=True)
    window.close()
    seen["left open"] = [type(one).__name__ for one in app.topLevelWidgets() if one.isVisible()]
    return seen


def settled(window: MainWindow, *, shown: bool) -> dict[str, Any]:
    """Where it is once the window manager has placed it, or after a minute."""
    end = monotonic() + 60
    while monotonic() < end:
        now = where(window)
        if now["keyboard"] and now["shown"] is now["framed"] is shown and (not shown or now["at"] == [1366, 0]):
            break
        QTest.qWait(20)
    return now


def where(window: MainWindow) -> dict[str, Any]:
    """Where the players' screen is, and which window has the focus."""
    table = window.table.window
    assert table is not None
    box = table.frame.geometry()
    return {
        "shown": table.is_shown,
        "at": [box.x(), box.y()],
        "on": table.frame.screen().name(),
        "keyboard": active_window(window),
        "framed": window.page.map.map.seen.isVisible(),
        "said": window.message,
    }


def active_window(window: MainWindow) -> bool:
    return QApplication.activeWindow() is window


def monitor(*args: str) -> None:
    subprocess.run(["xrandr", *args], check=True, capture_output=True)


def wait(until: Any, seconds: float = 60) -> None:
    end = monotonic() + seconds
    while not until():
        QTest.qWait(20)
        if monotonic() > end:
            raise TimeoutError("it does not come about")


if __name__ == "__main__":
    print(json.dumps(main(Path(sys.argv[1]), Path(sys.argv[2]))))
