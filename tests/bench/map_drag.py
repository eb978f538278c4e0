"""How long a frame takes while a zone with 20 tokens is dragged over a large map.

`python -m tests.bench.map_drag` prints the numbers; the budget is 8 ms at 1920x1080 and 16 ms at 3840x2160 (95th
percentile).
"""

from __future__ import annotations

import os
import sys
from functools import cache
from time import perf_counter, sleep

from PySide6.QtCore import QBuffer, QIODevice, QPointF, QSize
from PySide6.QtGui import QColor, QImage, QPaintEvent
from PySide6.QtWidgets import QApplication

from exgui.engine.battle import Battle
from exgui.engine.record import index_by_id
from exgui.engine.zones import SHAPES, TERRAINS, Link, MapPicture, Zone
from exgui.gui.map.view import MapView
from exgui.gui.table.screen import TableScreen
from exgui.play.public import PublicView
from tests.gui.small_game import bridge_for, someone

ZONES, LINKS, TOKENS, CARRIED = 60, 120, 500, 20
COLUMNS = 10

UNDER = MapPicture("moor", -100.0, -100.0, 3_600.0, 1_700.0)
HD, UHD = QSize(1920, 1080), QSize(3840, 2160)


def large_battle(tokens: int = TOKENS) -> Battle:
    """60 zones of every terrain in rows of ten, 120 links, a picture under them, by default 500 combatants, 20 of them
    in the zone that is dragged."""
    zones = [
        Zone(
            f"z{i}",
            f"Zone {i}",
            difficult=i % 4 == 0,
            x=(i % COLUMNS) * 340,
            y=(i // COLUMNS) * 260,
            width=272,
            terrain=TERRAINS[i % len(TERRAINS)],
            shape=SHAPES[i % 3 == 1],
        )
        for i in range(ZONES)
    ]
    near = [(i, i + 1) for i in range(ZONES - 1) if (i + 1) % COLUMNS] + [
        (i, i + COLUMNS) for i in range(ZONES - COLUMNS)
    ]
    across = [(i, i + COLUMNS + 1) for i in range(ZONES - COLUMNS - 1) if (i + 1) % COLUMNS]
    links = tuple(Link((f"z{a}", f"z{b}"), ("none", "none", "obstacle")[a % 3]) for a, b in (near + across)[:LINKS])
    carried = ZONES // 2 + COLUMNS // 2
    others = [i for i in range(ZONES) if i != carried]
    people = []
    for i in range(tokens):
        zone = carried if i < CARRIED else others[i % len(others)]
        side = "own" if i % 2 else "foe"
        people.append(someone(f"c{i}", f"Fighter {i}", side, f"z{zone}", i % 20, player=i % 2 == 1, guarded=True))
    return Battle(
        zones=index_by_id(zones),
        links=links,
        combatants=index_by_id(people),
        picture=UNDER,
        phase="running",
        up=("c1",),
    )


@cache
def picture(_id: str) -> bytes:
    """The background picture: three million pixels."""
    image = QImage(2048, 1536, QImage.Format.Format_RGB32)
    image.fill(QColor("#46553a"))
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")  # type: ignore[call-overload]
    return bytes(buffer.data().data())


def measure_drag(size: QSize, frames: int = 240, players: QSize | None = None, tokens: int = TOKENS) -> list[float]:
    """Milliseconds for each frame of a drag in a window of that size, the whole map visible: moving and painting.

    Args:
        players: size of the players' screen beside it, None for none.
        tokens: combatants on the map.
    """
    app = QApplication.instance() or QApplication([])
    painted: list[bool] = []

    class Watched(MapView):
        def paintEvent(self, event: QPaintEvent) -> None:
            super().paintEvent(event)
            painted.append(True)

    view = Watched(bridge_for(large_battle(tokens)), content=picture)
    view.resize(size)
    view.show()
    view.fit()
    screen = players_screen(view, players) if players is not None else None
    app.processEvents()
    carried = f"z{ZONES // 2 + COLUMNS // 2}"
    assert len(view.map.zones[carried].placing.spots) == CARRIED
    start = QPointF(view.map.zones[carried].pos())
    spent_on = []
    for frame in range(frames):
        goal = start + QPointF((frame % 120) * 4 - 200, ((frame * 7) % 160) - 80)
        painted.clear()
        began = perf_counter()
        view.map.drag_zone(carried, goal)
        spent = perf_counter() - began
        while not painted:  # waiting for the screen's next frame is no work, and is not counted
            sleep(0.001)
            began = perf_counter()
            app.processEvents()
            spent += perf_counter() - began
        spent_on.append(spent * 1000)
    view.close()
    view.deleteLater()
    if screen is not None:
        screen.close()
        screen.deleteLater()
    return spent_on


def players_screen(view: MapView, size: QSize) -> TableScreen:
    """The players' screen with the same battle."""
    screen = TableScreen()
    screen.resize(size)
    screen.show_battle(PublicView(view.controller.play).battle())
    screen.show()
    return screen


def percentile(values: list[float], share: float) -> float:
    """The value below which this share of the samples lies."""
    return sorted(values)[min(int(len(values) * share), len(values) - 1)]


if __name__ == "__main__":
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    for size, budget in ((HD, 8), (UHD, 16)):
        times = measure_drag(size)
        print(
            f"{size.width()}x{size.height()}: median {percentile(times, 0.5):.1f} ms, "
            f"p95 {percentile(times, 0.95):.1f} ms (budget {budget} ms)",
            file=sys.stdout,
        )
