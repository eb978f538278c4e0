"""*How hard is it?*: the short answer of simulated fights, beside an encounter or a battle."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QHideEvent, QPainter, QPaintEvent, QPen, QShowEvent
from PySide6.QtWidgets import QFrame, QSizePolicy, QWidget

from exgui.engine.battle import Battle
from exgui.gui.fights import words
from exgui.gui.fights.run import FightsRun
from exgui.gui.look import fonts
from exgui.gui.look.appearance import current_theme
from exgui.gui.look.painting import smooth_painter
from exgui.gui.look.theme import Theme
from exgui.gui.safe_events import safe_events
from exgui.gui.tokens.token_look import SIDE_TONES
from exgui.gui.widgets.basics import label, push
from exgui.gui.widgets.layouts import hbox, vbox
from exgui.simulate.results import NOBODY, Tally, length

BAR = 12
"""Height of the bar at a text size of 100 %."""


@safe_events
class WinBar(QWidget):
    """Who wins how often, as parts of a bar; the 95 % interval of the first side is a bracket on it."""

    def __init__(self) -> None:
        super().__init__()
        self._tally: Tally | None = None
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName("Who wins")

    def sizeHint(self) -> QSize:
        return QSize(120, fonts.px(BAR) + 6)

    def put(self, battle: Battle, tally: Tally) -> None:
        self._tally = tally
        self.setAccessibleDescription(words.shares(battle, tally))
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme = current_theme()
        painter = smooth_painter(self)
        bar = QRectF(0.5, 3.5, self.width() - 1, self.height() - 7)
        painter.setPen(QPen(theme.color("line"), 1))
        painter.setBrush(theme.color("panel"))
        painter.drawRoundedRect(bar, 4, 4)
        tally = self._tally
        if tally is None:
            return
        left = bar.left()
        painter.setPen(Qt.PenStyle.NoPen)
        for at, side in enumerate((*tally.sides, NOBODY)):
            width = bar.width() * tally.share(side)
            painter.setBrush(_color(theme, at if side != NOBODY else len(SIDE_TONES) - 1))
            painter.drawRect(QRectF(left, bar.top(), width, bar.height()))
            left += width
        low, high = tally.interval(tally.sides[0])
        painter.setPen(QPen(theme.color("text"), 2))
        for share in (low, high):
            x = bar.left() + bar.width() * share
            painter.drawLine(round(x), 0, round(x), self.height())


def _color(theme: Theme, at: int) -> QColor:
    return theme.color(SIDE_TONES[min(at, len(SIDE_TONES) - 1)])


LEAST_COLUMNS = 8


@safe_events
class Histogram(QWidget):
    """How often each of some numbers comes up, as columns.

    Args:
        tone: the token of its color.
    """

    def __init__(self, name: str = "", tone: str = "jade") -> None:
        super().__init__()
        self._counts: Mapping[int, int] = {}
        self._tone, self.name = tone, name
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        return QSize(96, fonts.px(24))

    def put(self, counts: Mapping[int, int]) -> None:
        self._counts = counts
        whole = sum(counts.values())
        if whole:
            number = sum(one * times for one, times in counts.items()) / whole
            text = f"{self.name}: from {min(counts)} to {max(counts)}, {number:.1f} on average"
            self.setToolTip(text)
            self.setAccessibleName(text)
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        if not self._counts:
            return
        theme = current_theme()
        painter = QPainter(self)
        first = min(0, *self._counts)
        last = max(*self._counts, first + LEAST_COLUMNS - 1)
        bins = min(last - first + 1, max(1, self.width() // 4))
        width = self.width() / bins
        floor = self.height() - 1
        painter.setPen(QPen(theme.color("line"), 1))
        painter.drawLine(0, floor, self.width(), floor)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.color(self._tone))
        heights = [0] * bins
        for number, times in self._counts.items():
            heights[min(bins - 1, (number - first) * bins // (last - first + 1))] += times
        most = max(heights)
        for at, times in enumerate(heights):
            high = floor * times / most
            painter.drawRect(QRectF(at * width + 0.5, floor - high, max(1.0, width - 1), high))


@safe_events
class HardnessCard(QFrame):
    """Shows what the fights of a run come to, and lets them run only while it is seen.

    Signals:
        more_requested(): the whole report is to be shown.
    """

    more_requested = Signal()

    def __init__(self, run: FightsRun, title: str = "How hard is it?") -> None:
        super().__init__()
        self.run = run
        run.setParent(self)  # it ends with the card, not before
        self.setProperty("role", "card")
        self.setAccessibleName(title)
        self.more = push(
            "More …",
            "link",
            "Who falls, what is left, how many would be even (H)",
            f"{title} More",
            do=self.more_requested,
        )
        head = hbox(label(title, "heading"), 1, self.more)
        self.bar = WinBar()
        self.verdict = label("", "muted", "text", wrap=True)
        self.detail = label("", "small", wrap=True)
        vbox(head, self.bar, self.verdict, self.detail, on=self, margins=(10, 8, 10, 8), spacing=4)
        run.changed.connect(self.fill)
        self.fill()

    def fill(self) -> None:
        run, fought = self.run, self.run.fought
        self.bar.setVisible(fought is not None)
        self.more.setEnabled(fought is not None)
        verdict, detail = run.trouble, "" if run.trouble else run.progress
        if fought is not None:
            battle, tally = fought
            self.bar.put(battle, tally)
            low, high = tally.interval(tally.sides[0])
            verdict = words.verdict(battle, tally)
            detail = f"±{round(50 * (high - low))} · {length(tally, battle)} · {run.progress}"
        for shown, text in ((self.verdict, verdict), (self.detail, detail)):
            shown.setText(text)
            shown.setVisible(bool(text))

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        simulation = self.run.simulation
        if simulation is None or not simulation.done or simulation.tally.fights < simulation.fights:
            self.run.start()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.run.stop()
