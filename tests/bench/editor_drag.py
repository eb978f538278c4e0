"""How long a frame takes while a battlefield is drawn: a zone dragged with the mouse, resized, the map zoomed.

`python -m tests.bench.editor_drag` prints the numbers. 60 zones of all terrains, 120 links, 500 combatants.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from time import perf_counter, sleep

from PySide6.QtCore import QEvent, QPoint, QPointF, QSize, Qt
from PySide6.QtGui import QMouseEvent, QPaintEvent
from PySide6.QtWidgets import QApplication

from exgui.engine.record import Table
from exgui.engine.zones import TERRAINS
from exgui.gui.map.editor.battlefield import Battlefield
from exgui.gui.map.editor.selection import only
from exgui.gui.map.editor.view import EditorView
from exgui.gui.pages.encounter.document import PreparedGame
from exgui.gui.tokens.drawing import TokenPictures
from tests.bench.map_drag import COLUMNS, HD, TOKENS, UHD, ZONES, large_battle, percentile

CARRIED = f"z{ZONES // 2 + COLUMNS // 2}"


class _Watched(EditorView):
    painted = False

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        self.painted = True


def editor(size: QSize, tokens: int = TOKENS) -> _Watched:
    """The whole map visible, in every terrain, with this many tokens; the zone with 20 of them selected."""
    app = QApplication.instance() or QApplication([])
    battle = large_battle(tokens)
    zones = (zone.but(terrain=TERRAINS[n % len(TERRAINS)]) for n, zone in enumerate(battle.zones.values()))
    field: Battlefield = None  # type: ignore[assignment]  # nothing is let go
    view = _Watched(field, TokenPictures())
    view.resize(size)
    view.show()
    view.show_battle(battle.but(zones=Table((zone.id, zone) for zone in zones)), PreparedGame(None))  # type: ignore[arg-type]
    view.fit()
    view.hand.selection.put(only("zone", CARRIED))
    app.processEvents()
    return view


def _frames(view: _Watched, act: Callable[[int], object], frames: int) -> list[float]:
    """Milliseconds for each frame: what is done and the painting of it."""
    app = QApplication.instance()
    assert app is not None
    spent_on = []
    for frame in range(frames):
        view.painted = False
        began = perf_counter()
        act(frame)
        spent = perf_counter() - began
        waited = 0
        while not view.painted and waited < 50:  # waiting for the screen's next frame is no work, and is not counted
            sleep(0.001)
            waited += 1
            began = perf_counter()
            app.processEvents()
            spent += perf_counter() - began
        spent_on.append(spent * 1000)
    return spent_on


def _mouse(view: _Watched, kind: QEvent.Type, at: QPoint) -> None:
    here = QPointF(at)
    left = Qt.MouseButton.LeftButton
    button = Qt.MouseButton.NoButton if kind == QEvent.Type.MouseMove else left
    event = QMouseEvent(kind, here, view.viewport().mapToGlobal(here), button, left, Qt.KeyboardModifier.NoModifier)
    QApplication.sendEvent(view.viewport(), event)


def measure(size: QSize, frames: int = 240, corner: bool = False, tokens: int = TOKENS) -> list[float]:
    """Milliseconds for each frame of a drag with the mouse, neighbors and guide lines included.

    Args:
        corner: its corner is dragged; else the whole zone.
        tokens: combatants on the map.
    """
    view = editor(size, tokens)
    box = view.map.zones[CARRIED].box
    start = view.mapFromScene(box.bottomRight() if corner else box.topLeft() + QPointF(8, 8))
    if not corner:
        start = view.mapFromScene(QPointF(box.center().x(), box.top() + 14))
    _mouse(view, QEvent.Type.MouseButtonPress, start)
    reach = (60, 40) if corner else (240, 120)

    def move(frame: int) -> None:
        by = QPoint((frame * 5) % reach[0] + 6, (frame * 3) % reach[1])
        _mouse(view, QEvent.Type.MouseMove, start + by)

    found = _frames(view, move, frames)
    assert view.mouse.moving
    view.mouse.cancel()
    view.close()
    view.deleteLater()
    return found


def measure_zoom(size: QSize, frames: int = 60, tokens: int = TOKENS) -> list[float]:
    """Milliseconds for each frame of zooming in and out with the mouse wheel, as far as every notch again."""
    view = editor(size, tokens)
    for step in range(12):  # every picture of every notch is drawn once before
        view.zoom_by(1.15 if step < 6 else 1 / 1.15)
        QApplication.processEvents()
    found = _frames(view, lambda frame: view.zoom_by(1.15 if frame % 12 < 6 else 1 / 1.15), frames)
    view.close()
    view.deleteLater()
    return found


def measure_pan(size: QSize, frames: int = 60, tokens: int = TOKENS) -> list[float]:
    """Milliseconds for each frame of moving the map about in its window, at a zoom at which not all of it is seen."""
    view = editor(size, tokens)
    view.zoom_by(1.5 / view.zoom)
    for _turn in range(400):  # what is in sight is drawn aside before
        QApplication.processEvents()
        if not view.zooming.picture.is_shown:
            break
        sleep(0.005)
    found = _frames(
        view, lambda frame: view.pan(QPoint(9 if frame % 40 < 20 else -9, 4 if frame % 30 < 15 else -4)), frames
    )
    view.close()
    view.deleteLater()
    return found


if __name__ == "__main__":
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    for size, budget in ((HD, 8), (UHD, 16)):
        for what, times in (
            ("drag", measure(size)),
            ("resize", measure(size, corner=True)),
            ("zoom", measure_zoom(size)),
            ("pan", measure_pan(size)),
        ):
            print(
                f"{what} {size.width()}x{size.height()}: median {percentile(times, 0.5):.1f} ms, "
                f"p95 {percentile(times, 0.95):.1f} ms (budget {20 if what in ('zoom', 'pan') else budget} ms)",
                file=sys.stdout,
            )
