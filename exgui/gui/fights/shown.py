"""Simulated fights of one page, and their report laid over the window."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from functools import partial

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from exgui.engine.battle import Battle
from exgui.engine.record import Value
from exgui.gui.fights.report import Choices, FightsReport
from exgui.gui.fights.run import FightsRun, Question
from exgui.gui.fights.words import how_side_fights, policy_picks
from exgui.simulate.fight import Fight
from exgui.simulate.policies import sides_of
from exgui.simulate.work import Workers


class ShownFights(ABC):
    """Base of what a page simulates.

    Args:
        owner: the run ends with it.
    """

    title = "How hard is it?"

    def __init__(self, window: QWidget, workers: Workers, owner: QObject) -> None:
        self._window, self._workers = window, workers
        self._run = FightsRun(workers, self.question, owner)
        self._report: FightsReport | None = None

    @abstractmethod
    def question(self) -> Question:
        """Return what is to be simulated.

        Raises:
            CannotSimulate: nothing can be; the message says why.
        """

    @abstractmethod
    def choices(self) -> Sequence[Choices]:
        """Return what can be chosen in the report."""

    @abstractmethod
    def read(self, fight: Fight, number: int, which: str) -> None:
        """Open one fight as a battle, by its number; `which` is "typical", "best" or "worst"."""

    def show_report(self) -> None:
        self._drop_report()  # other sides may fight by now
        self._report = FightsReport(self._window, self._run, self._workers, self.read, self.title, self.choices())
        self._report.open()

    def close(self) -> None:
        self._run.stop()
        self._drop_report()

    def _drop_report(self) -> None:
        if self._report is not None:
            self._report.close_overlay()
            self._report.deleteLater()
            self._report = None


def sides_to_choose(
    battle: Battle, chosen: Callable[[str], str], choose: Callable[[str, Value], object]
) -> Iterator[Choices]:
    """Yield the choice of each side's policy.

    Args:
        chosen, choose: return and take the policy of a side.
    """
    for side in sides_of(battle):
        yield Choices(how_side_fights(battle, side), policy_picks(), partial(chosen, side), partial(choose, side))
