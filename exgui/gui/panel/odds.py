"""The odds before a roll, as the forecast's worker process finds them; asked by a timer, so that the window never
waits.

Without a forecast there are no odds to show; odds that fail are reported with the errors.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Hashable, Sequence
from typing import TYPE_CHECKING, Any, Protocol

from PySide6.QtCore import QObject, QTimer, Signal

if TYPE_CHECKING:
    from exgui.engine.asks import Answer, Command
    from exgui.engine.battle import Battle
    from exgui.forecast.worker import Forecaster

log = logging.getLogger(__name__)

POLL_MS = 15

Shown = list[tuple[str, str]]
"""Pairs of what may happen and its chance or amount."""


class Source(Protocol):
    """Who works odds out: asked, then polled (`exgui.forecast.worker.Forecaster`, `LazySource`)."""

    def ask(self, id: Hashable, battle: Battle, command: Command, answers: Sequence[Answer] = ()) -> None:
        """Begin to work out the odds of a step; what was asked before is forgotten."""

    def poll(self) -> Any:
        """Return the answer, None while there is none."""

    def forget(self) -> None:
        """Cancel all questions."""


class OddsFailed(Exception):
    """The odds process reported a failure."""


class LazySource:
    """A source that is made when there is time for it (`load`). What is asked before then waits.

    Args:
        make: makes it. What it raises is raised by `load`, and then whenever odds are asked for.
    """

    def __init__(self, make: Callable[[], Forecaster]) -> None:
        self._make = make
        self._source: Forecaster | None = None
        self._has_time = False
        self._waiting: tuple[Hashable, Battle, Command, Sequence[Answer]] | None = None

    @property
    def busy(self) -> bool:
        return self._waiting is not None or (self._source is not None and self._source.busy)

    def load(self) -> None:
        """Make the source, if that is not done yet, and ask it what has waited for it."""
        self._has_time = True
        waiting, self._waiting = self._waiting, None
        source = self._made()
        if waiting is not None:
            source.ask(*waiting)

    def ask(self, id: Hashable, battle: Battle, command: Command, answers: Sequence[Answer] = ()) -> None:
        if self._has_time:
            self._made().ask(id, battle, command, answers)
        else:
            self._waiting = id, battle, command, answers

    def poll(self) -> Any:
        return self._source.poll() if self._source is not None else None

    def forget(self) -> None:
        self._waiting = None
        if self._source is not None:
            self._source.forget()

    def close(self) -> None:
        if self._source is not None:
            self._source.close()

    def _made(self) -> Forecaster:
        if self._source is None:
            self._source = self._make()
        return self._source


class Odds(QObject):
    """Asks for the open step's odds, and signals when they are ready.

    Signals:
        found(object): what to show, as `Shown`; empty while there is nothing.
    """

    found = Signal(object)

    def __init__(self, source: Source | None, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._source = source
        self._count = 0
        self._timer = QTimer(self, interval=POLL_MS)
        self._timer.timeout.connect(self._poll)

    @property
    def is_asked(self) -> bool:
        return self._source is not None

    def ask(self, battle: Battle, command: Command, answers: tuple[Answer, ...]) -> None:
        """Ask for the odds of a step as far as it has come; earlier questions are forgotten."""
        self._count += 1
        self.found.emit([])
        if self._source is None:
            return
        self._source.ask(self._count, battle, command, answers)
        self._timer.start()

    def forget(self) -> None:
        waiting = self._timer.isActive()
        self._timer.stop()
        self.found.emit([])
        if waiting and self._source is not None:
            self._source.forget()

    def _poll(self) -> None:
        forecast = self._source.poll() if self._source is not None else None
        if forecast is None:
            if not getattr(self._source, "busy", True):
                self._timer.stop()
            return
        if forecast.id != self._count:
            return
        self._timer.stop()
        if forecast.odds is not None:
            self.found.emit(shown(forecast.odds))
        elif forecast.error:
            log.error("no odds", exc_info=OddsFailed(forecast.error))


def shown(odds: Any) -> Shown:
    """Return odds as pairs of name and figure: the chance of an outcome, the mean of an amount. Only what the roll can
    still change is included; if nothing is open anymore, the roll has odds of its own (as for a Rise); what is
    certain is included only if no roll is left."""
    out: Shown = []
    open_ = [feature for feature in odds.features if len(feature.chances) > 1]
    for feature in open_ or (odds.features if odds.roll is None else ()):
        name = feature.name.replace("_", " ")
        values = {value for value, _chance in feature.chances}
        if values <= {0, 1}:
            out.append((name, percent(float(feature.mean))))
        elif abs(float(feature.mean)) >= 0.05:
            mean = float(feature.mean)
            out.append((name, f"{'+' if mean > 0 else chr(0x2212)}{abs(mean):.1f}"))
    if not out and odds.roll is not None:
        if odds.roll.met is not None:
            out.append(("success", percent(float(odds.roll.met))))
        if not odds.roll.low:
            out.append(("expected", f"{float(odds.roll.mean):.1f}"))
    return out


def percent(chance: float) -> str:
    """Return a chance in whole per cent; what is possible is never "0%", what is not certain never "100%"."""
    if chance <= 0:
        return "0%"
    if chance >= 1:
        return "100%"
    return f"{min(99, max(1, round(chance * 100)))}%"
