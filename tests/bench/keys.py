"""How long it takes from a key until the window is painted again.

The real window with the sample campaign on the disk, its odds in their own process, played by its keys as `exgui demo`
plays it: actions by their letters, targets by their numbers, R for the app's dice, Space for the next turn. The
measured time runs from the key until everything that it changed is painted (for a gliding movement, its first picture),
including the wait for the screen's next frame, which the offscreen screen has every 5 ms.

With the players' screen beside it, the time runs until both windows are painted; for a movement, the first picture.

A key is a step when the battle's journal has one more entry after it; other keys choose what to do.
"""

from __future__ import annotations

from pathlib import Path
from time import perf_counter

from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtTest import QTest

from exgui.campaign.sample import build_sample
from exgui.forecast.worker import Forecaster
from exgui.gui.main_window import MainWindow
from exgui.gui.offscreen import offscreen_app
from exgui.gui.start import demo

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


class _PlayersScreen(QObject):
    """The players' screen of a window, and whether it shows its latest update."""

    def __init__(self, window: MainWindow, size: tuple[int, int]) -> None:
        super().__init__(window)
        self._painted, self._updates = True, window.table.battle
        window.table.open()
        table = window.table.window
        assert table is not None
        table.frame.resize(*size)
        self._screen = table.screen
        window.activateWindow()
        table.frame.installEventFilter(self)

    def begin(self) -> None:
        """A key is about to be pressed."""
        self._updates = self._screen.battle
        self._painted = False

    @property
    def is_painted(self) -> bool:
        """Return whether it shows the updates since the key was pressed, or none will come."""
        waits = any(timer.isActive() for timer in self.parent().table.findChildren(QTimer))
        return not waits and (self._painted or self._screen.battle == self._updates)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.UpdateRequest and self._screen.battle is not self._updates:
            self._painted = True
        return False


def measure(
    folder: Path,
    steps: int,
    turns: int = TURNS,
    size: tuple[int, int] = (1920, 1080),
    players: tuple[int, int] | None = None,
) -> tuple[list[float], list[float]]:
    """Milliseconds of this many steps, and of the other keys between them.

    Args:
        players: size of the players' screen, None where it is closed.
    """
    app = offscreen_app("dark")
    path = folder / "keys.exgui"
    build_sample(path)
    source = Forecaster()
    window = _Watched(None, source)
    window.resize(*size)
    window.show()
    window.session.open_path(path)
    screen = _PlayersScreen(window, players) if players is not None else None
    stepped: list[float] = []
    other: list[float] = []

    def press(key: str) -> None:
        controller = window.page.controller
        assert controller is not None
        messages: list[object] = []
        listening = controller.changed.connect(
            lambda update: messages.append(update) if update.change is not None else None
        )
        before = window.pictures
        if screen is not None:
            screen.begin()
        begun = perf_counter()
        hand(window, key)
        while perf_counter() - begun < PATIENCE:
            seen = window.pictures
            app.processEvents()
            painted = seen == window.pictures > before  # and nothing more to be painted at once
            if painted and (screen is None or screen.is_painted):
                break
        spent = (perf_counter() - begun) * 1000
        controller.changed.disconnect(listening)
        if window.pictures > before:
            (stepped if messages else other).append(spent)

    hand, demo.press = demo.press, lambda _window, key: press(key)
    try:
        while len(stepped) < steps:
            assert window.session.campaign is not None
            window.session.begin_encounter(window.session.campaign.encounters()[0].id)
            if screen is not None:
                window.table.show_here()
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
