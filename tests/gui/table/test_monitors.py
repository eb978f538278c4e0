"""The monitor that the players' screen goes to, and its behavior when monitors come and go."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from exgui.gui.table.window import Monitor, choose

ROOT = Path(__file__).resolve().parents[3]
LAPTOP = Monitor("laptop", (0, 0, 1366, 768))
TV = Monitor("tv", (1366, 0, 1920, 1080))
SIDE = Monitor("side", (-1280, 0, 1280, 1024))
MIRROR = Monitor("mirror", (0, 0, 1920, 1080))


@pytest.mark.parametrize(
    ("there", "own", "saved", "found"),
    [
        ([LAPTOP], "laptop", "", None),
        ([LAPTOP], "laptop", "tv", None),
        ([LAPTOP, TV], "laptop", "", TV),
        ([TV, LAPTOP], "laptop", "laptop", TV),
        ([LAPTOP, SIDE, TV], "laptop", "tv", TV),
        ([LAPTOP, SIDE, TV], "laptop", "gone", SIDE),
        ([LAPTOP, TV], "tv", "tv", LAPTOP),
        ([LAPTOP, MIRROR], "laptop", "mirror", None),
        ([LAPTOP, TV], "unheard of", "", TV),
        ([], "laptop", "tv", None),
    ],
)
def test_players_screen_opens_on_the_other_monitor(there, own, saved, found):
    assert choose(there, own, saved) == found


TWO_SCREENS = """
import json, sys
from pathlib import Path
from PySide6.QtCore import QRect
from PySide6.QtWidgets import QApplication, QWidget
from exgui.gui.table.window import TableWindow
from PySide6.QtGui import QPixmap

app = QApplication(["exgui"])
main = QWidget()
main.setGeometry(50, 50, 800, 600)
main.show()
app.processEvents()
table = TableWindow(main, lambda _name: QPixmap(), lambda _name: None)
table.open()
app.processEvents()
seen = {"filled": table.monitor, "box": table.frame.geometry().getRect(), "screen": table.frame.screen().name()}
tv = next(one for one in app.screens() if one.name() == "tv")
laptop = next(one for one in app.screens() if one.name() == "laptop")
app.screenRemoved.emit(tv)
seen["unplugged"] = [table.is_shown, table.is_open]
app.screenRemoved.emit(laptop)
app.screenAdded.emit(tv)
app.processEvents()
seen["plugged in"] = [table.monitor, table.frame.geometry().getRect()]
tv.geometryChanged.emit(QRect(1366, 0, 1920, 1080))
seen["resolution"] = table.monitor
table.close()
seen["closed"] = [table.is_shown, table.is_open]
main.move(1500, 100)
app.processEvents()
table.open()
seen["storyteller on the tv"] = [main.screen().name(), table.monitor]
table.destroy()
print(json.dumps(seen))
"""


def test_players_screen_fills_the_second_monitor_and_follows_unplugging(tmp_path: Path) -> None:
    screens = [
        {"name": "laptop", "x": 0, "y": 0, "width": 1366, "height": 768, "logicalDpi": 96, "dpr": 1},
        {"name": "tv", "x": 1366, "y": 0, "width": 1920, "height": 1080, "logicalDpi": 96, "dpr": 1},
    ]
    config = tmp_path / "screens.json"
    config.write_text(json.dumps({"screens": screens}))
    env = {**os.environ, "QT_QPA_PLATFORM": f"offscreen:configfile={config}", "PYTHONPATH": str(ROOT)}
    env.pop("DBUS_SESSION_BUS_ADDRESS", None)
    env["XDG_RUNTIME_DIR"] = str(tmp_path)
    done = subprocess.run(
        [sys.executable, "-c", TWO_SCREENS], env=env, capture_output=True, text=True, timeout=1200, check=False
    )
    assert done.returncode == 0, done.stderr[-2000:]
    seen = json.loads(done.stdout.splitlines()[-1])
    assert seen["filled"] == seen["screen"] == "tv"
    assert seen["box"] == [1366, 0, 1920, 1080]
    assert seen["unplugged"] == [False, True]
    assert seen["plugged in"] == ["tv", [1366, 0, 1920, 1080]]
    assert seen["resolution"] == "tv"
    assert seen["closed"] == [False, False]
    assert seen["storyteller on the tv"] == ["tv", "laptop"]
