"""How long it takes from a key until the window is painted anew.

The real window with the sample campaign on the disk, its odds in their own process, played by its keys as `exgui demo`
plays it: actions by their letters, targets by their numbers, R for the app's dice, Space for the next turn. Counted is
the time from the key until everything that it changed is painted (of a movement that glides, its first picture), with
waiting for the screen's next frame, which the offscreen screen has every 5 ms.

A key is a step when the battle's journal has an entry more after it; other keys choose what to do.
"""

from __future__ import annotations

from pathlib import Path
from time import perf_counter

from PySide6.QtCore import QEvent
from PySide6.QtTest import QTest

from exgui.campaign.sample import build_sample
from exgui.forecast.worker import Forecaster
from exgui.gui import demo
from exgui.gui.main_window import MainWindow
from exgui.gui.offscreen import offscreen_app

TURNS = 20
"""Turns of a battle, before another one is begun."""
PATIENCE = 0.25
"""Seconds after which a key is taken to have changed nothing that is seen."""


class _Watched(MainWindow):
    """Counts how often it was painted."""

    pictures = 0

    def event(self, event: QEvent) -> bool:
        done = bool(super().event(event))
        if event.type() == QEvent.Type.UpdateRequest:
            self.pictures += 1
        return done


def measure(
    folder: Path, steps: int, turns: int = TURNS, size: tuple[int, int] = (1920, 1080)
) -> tuple[list[float], list[float]]:
    """Milliseconds of so many steps, and of the other keys between them."""
    app = offscreen_app("dark")
    path = folder / "keys.exgui"
    build_sample(path)
    source = Forecaster()
    window = _Watched(None, source)
    window.resize(*size)
    window.show()
    window.session.open_path(path)
    stepped: list[float] = []
    other: list[float] = []

    def press(key: str) -> None:
        controller = window.page.controller
        assert controller is not None
        told: list[object] = []
        listening = controller.changed.connect(
            lambda update: told.append(update) if update.change is not None else None
        )
        before = window.pictures
        begun = perf_counter()
        hand(window, key)
        while perf_counter() - begun < PATIENCE:
            seen = window.pictures
            app.processEvents()
            if seen == window.pictures > before:  # painted, and nothing more to be painted at once
                break
        spent = (perf_counter() - begun) * 1000
        controller.changed.disconnect(listening)
        if window.pictures > before:
            (stepped if told else other).append(spent)

    hand, demo.press = demo.press, lambda _window, key: press(key)
    try:
        while len(stepped) < steps:
            assert window.session.campaign is not None
            window.session.begin_encounter(window.session.campaign.encounters()[0].id)
            QTest.qWait(50)
            had = len(stepped)
            demo.play_turns(window, turns)
            if len(stepped) == had:
                raise RuntimeError("the keys do nothing")
    finally:
        demo.press = hand
        window.close()
        window.deleteLater()
        source.close()
    return stepped, other
