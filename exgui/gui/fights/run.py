"""Simulated fights while the window goes on: begun again when the battle changes, refined as long as someone looks."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer, Signal

from exgui.engine.battle import Battle
from exgui.engine.counted import counted
from exgui.engine.record import Record
from exgui.engine.system import System
from exgui.simulate.policies import NoSuchPolicy, Plan
from exgui.simulate.results import Tally
from exgui.simulate.simulation import CannotSimulate, Simulation
from exgui.simulate.work import Workers, WorkLost

FIGHTS = 2_000
SEED = 1
WAIT_MS, POLL_MS = 400, 100
"""Milliseconds after a change before the fights begin again, and between looks at what has been fought."""


class Question(Record):
    """What is simulated.

    Attributes:
        battle: prepared, or under way.
    """

    system: System
    battle: Battle
    plan: Plan


class FightsRun(QObject):
    """The fights of one question after the other.

    Signals:
        changed(): more fights have been fought, or none can be; `trouble` says why.

    Attributes:
        simulation: the fights under way or done; None before they begin.
        trouble: why there are none, as a sentence; "" if there are.

    Args:
        ask: returns what is to be simulated; raises `CannotSimulate` with the reason if nothing can be.
    """

    changed = Signal()

    def __init__(self, workers: Workers, ask: Callable[[], Question], parent: QObject) -> None:
        super().__init__(parent)
        self._workers, self._ask = workers, ask
        self.question: Question | None = None
        self.simulation: Simulation | None = None
        self.trouble = ""
        self._soon = QTimer(self, singleShot=True)
        self._soon.timeout.connect(self._begin)
        self._look = QTimer(self, interval=POLL_MS)
        self._look.timeout.connect(self._poll)

    @property
    def tally(self) -> Tally | None:
        """The fights so far; None before the first."""
        if self.simulation is None or not self.simulation.tally.fights:
            return None
        return self.simulation.tally

    @property
    def fought(self) -> tuple[Battle, Tally] | None:
        """What is simulated, and the fights so far; None before the first."""
        if self.question is None or self.tally is None:
            return None
        return self.question.battle, self.tally

    @property
    def progress(self) -> str:
        """How many fights there are so far, of how many; before the first, why there are none."""
        if self.simulation is None or self.tally is None:
            return self.trouble or "Simulating fights …"
        if self.simulation.done:
            return counted(self.tally.fights, "fight")
        return f"{self.tally.fights:,} of {self.simulation.fights:,} fights"

    @property
    def runs(self) -> bool:
        return self._soon.isActive() or self._look.isActive()

    def start(self) -> None:
        """Begin, as soon as the window has nothing else to do."""
        self._cancel()
        self._soon.start(0)

    def restart(self) -> None:
        """Begin again in a moment. To be called after every change."""
        self._cancel()
        self._soon.start(WAIT_MS)

    def stop(self) -> None:
        self._soon.stop()
        self._cancel()

    def _cancel(self) -> None:
        self._look.stop()
        if self.simulation is not None:
            self.simulation.cancel()

    def _begin(self) -> None:
        self.simulation, self.trouble = None, ""
        try:
            self.question = asked = self._ask()
            self.simulation = Simulation(
                self._workers, asked.system, asked.battle, asked.plan, fights=FIGHTS, seed=SEED
            )
        except (CannotSimulate, NoSuchPolicy) as error:
            self._fail(error)
            return
        self._look.start()
        self.changed.emit()

    def _poll(self) -> None:
        assert self.simulation is not None
        try:
            more = self.simulation.poll()
        except WorkLost as error:
            self.simulation = None
            self._fail(error)
            return
        done = self.simulation.done
        if done:
            self._look.stop()
        if more or done:
            self.changed.emit()

    def _fail(self, error: Exception) -> None:
        self._look.stop()
        text = str(error)
        self.trouble = f"{text[:1].upper()}{text[1:]}."
        self.changed.emit()
