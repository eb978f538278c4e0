"""The whole report of simulated fights, laid over the window: who falls, what is left, how many would be even, and
three fights to read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QFrame, QScrollArea, QWidget

from exgui.engine.battle import Battle
from exgui.engine.record import Record, Value
from exgui.gui.fights import words
from exgui.gui.fights.card import Histogram, WinBar
from exgui.gui.fights.run import SEED, FightsRun
from exgui.gui.forms.editors import ChipPick
from exgui.gui.look import fonts
from exgui.gui.safe_events import safe_events
from exgui.gui.tokens.token_look import SIDE_TONES
from exgui.gui.widgets.basics import clear, label, push, show_new, styled
from exgui.gui.widgets.finder import Pick
from exgui.gui.widgets.layouts import fill_box, gridbox, hbox, vbox
from exgui.gui.widgets.overlay import Overlay
from exgui.simulate.counts import kinds
from exgui.simulate.even import Even
from exgui.simulate.fight import Fight
from exgui.simulate.results import Tally, length, unit
from exgui.simulate.simulation import CannotSimulate
from exgui.simulate.work import Workers, WorkLost
from exgui.systems.common.tracks import track_name

WIDTH, HEIGHT = 780, 640
MOST_PEOPLE = 24
"""The number of combatants shown; a larger battle names how many more there are."""
POLL_MS = 100


class Choices(Record):
    """What can be chosen in a report besides reading it.

    Attributes:
        picks: the values, each with its words.
        value: returns the one that is chosen.
        choose: takes another one.
    """

    name: str
    picks: Sequence[Pick]
    value: Callable[[], Value]
    choose: Callable[[Value], object]


@safe_events
class FightsReport(Overlay):
    """Shows a run's fights as they are fought.

    Signals:
        closed(): it is put away.

    Args:
        workers: who fight for *Even with*.
        read: opens one fight as a battle, by its number.
    """

    closed = Signal()

    def __init__(
        self,
        window: QWidget,
        run: FightsRun,
        workers: Workers,
        read: Callable[[Fight, int, str], object],
        title: str = "How hard is it?",
        choices: Sequence[Choices] = (),
    ) -> None:
        super().__init__(window, title)
        self._run, self._workers, self._read, self._choices = run, workers, read, tuple(choices)
        self._shown: tuple[tuple[str, ...], tuple[str, ...]] | None = None
        self._even: Even | None = None
        self._rows: dict[str, tuple[QWidget, ...]] = {}
        self._lay_out(title)
        self._timer = QTimer(self, interval=POLL_MS)
        self._timer.timeout.connect(self._poll_even)
        run.changed.connect(self._fill)

    def open(self) -> None:
        """Show the report; afterwards the focus goes back."""
        self.remember_keys()
        self.fit(fonts.px(WIDTH), fonts.px(HEIGHT))
        for choices, picker in zip(self._choices, self._pickers, strict=True):
            picker.put(choices.value())
        self._fill()
        self.present(in_middle=True)
        self.close_button.setFocus(Qt.FocusReason.PopupFocusReason)

    def close_overlay(self) -> None:
        self._stop_even()
        super().close_overlay()
        self.closed.emit()

    def _lay_out(self, title: str) -> None:
        self.count = label("", "small")
        head = hbox(label(title, "title"), 1, self.count)
        self.verdict = label("", "strong", wrap=True)
        self.bar = WinBar()
        self.shares = label("", "muted", wrap=True)
        column = vbox(head, self.verdict, self.bar, self.shares, on=self, margins=(20, 16, 20, 16), spacing=10)
        scroll = styled(QScrollArea(), surface="clear")
        scroll.setWidgetResizable(True)
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        inside = styled(QWidget(), surface="raised")
        self._grid = gridbox(across=16, down=4)
        self.rounds_heading = label("", "heading")
        self.rounds = Histogram(tone="blue")
        self.rounds_words = label("", "small")
        body = vbox(
            self._grid,
            self.rounds_heading,
            hbox((self.rounds, 1), self.rounds_words),
            on=inside,
            margins=(0, 0, 8, 0),
            spacing=8,
        )
        self._pickers: list[ChipPick] = []
        for choices in self._choices:
            body.addWidget(label(choices.name, "heading"))
            picker = ChipPick(choices.name, choices.picks, choices.value())
            picker.changed.connect(choices.choose)
            self._pickers.append(picker)
            body.addWidget(picker)
        self._even_heading = label("Even with …", "heading")
        body.addWidget(self._even_heading)
        self.even_pick = ChipPick("Even with", ())
        self.even_pick.changed.connect(self._find_even)
        body.addWidget(self.even_pick)
        self.even_words = label("", "muted", "text", wrap=True)
        fill_box(body, self.even_words, 1)
        scroll.setWidget(inside)
        column.addWidget(scroll, 1)
        foot = hbox(label("Read a fight:", "small"))
        self.reads: dict[str, QWidget] = {}
        for name, tip in (
            ("typical", "One that went as most do"),
            ("best", "The one that went best for the party"),
            ("worst", "The one that went worst for the party"),
        ):
            button = push(
                f"{name.capitalize()} …",
                "",
                f"{tip}; opens as a battle with its log",
                do=lambda _on=False, name=name: self._open_fight(name),
            )
            self.reads[name] = button
            foot.addWidget(button)
        foot.addStretch(1)
        self.close_button = push("Close", "", "Escape", do=self.close_overlay)
        foot.addWidget(self.close_button)
        column.addLayout(foot)

    def _fill(self) -> None:
        run, fought = self._run, self._run.fought
        for button in self.reads.values():
            button.setEnabled(fought is not None)
        if fought is None:
            self.verdict.setText(run.progress)
            return
        battle, tally = fought
        self.verdict.setText(words.verdict(battle, tally))
        self.bar.put(battle, tally)
        self.shares.setText(words.shares(battle, tally))
        self.count.setText(run.progress)
        self.rounds.name = unit(battle).capitalize()
        self.rounds_heading.setText(self.rounds.name)
        self.rounds.put(tally.rounds)
        self.rounds_words.setText(length(tally, battle))
        if self._shown != (tally.people, tally.tracks):
            self._shown = tally.people, tally.tracks
            self._make_rows(battle, tally)
        for id, (falls, *lefts) in self._rows.items():
            falls.setText(words.percent(tally.falls(id)))  # type: ignore[attr-defined]
            for track, histogram in zip(tally.tracks, lefts, strict=True):
                if isinstance(histogram, Histogram):
                    histogram.put(tally.left[id][track])

    def _make_rows(self, battle: Battle, tally: Tally) -> None:
        clear(self._grid)
        self._rows.clear()
        rules = battle.rules
        people = sorted(tally.people, key=lambda id: tally.sides.index(battle.combatants[id].side))
        people = people[:MOST_PEOPLE]
        some = [track for track in tally.tracks if any(_has(battle, id, track) for id in people)]
        for at, text in enumerate(("", "Falls", *(_track(rules, track) for track in some))):
            self._grid.addWidget(label(text, "heading"), 0, at)
        for line, id in enumerate(people, 1):
            one = battle.combatants[id]
            tone = SIDE_TONES[min(tally.sides.index(one.side), len(SIDE_TONES) - 1)]
            falls = label("", "body")
            self._grid.addWidget(label(one.name, "body", tone), line, 0)
            self._grid.addWidget(falls, line, 1)
            cells: list[QWidget] = []
            for track in tally.tracks:
                cell = Histogram(f"{one.name}, {_track(rules, track)} left", tone) if track in some else QWidget()
                if track in some and _has(battle, id, track):
                    self._grid.addWidget(cell, line, 2 + some.index(track))
                cells.append(cell)
            self._rows[id] = (falls, *cells)
        if len(tally.people) > MOST_PEOPLE:
            more = label(f"and {len(tally.people) - MOST_PEOPLE} more", "small")
            self._grid.addWidget(more, len(people) + 1, 0)
        foes = [group for group in kinds(battle) if battle.combatants[group[0]].side != tally.sides[0]]
        self.even_pick.offer([Pick(group[0], _kind_name(battle, group)) for group in foes])
        self._even_heading.setVisible(bool(foes))
        show_new(self)

    # Even with …

    def _find_even(self, who: str) -> None:
        self._stop_even()
        question, tally = self._run.question, self._run.tally
        if question is None or tally is None:
            return
        try:
            self._even = Even(self._workers, question.system, question.battle, who, question.plan, seed=SEED)
        except CannotSimulate as error:
            self.even_words.setText(f"{error}.")
            return
        self.even_words.setText("Trying how many …")
        self._timer.start()

    def _poll_even(self) -> None:
        assert self._even is not None
        try:
            self._even.poll()
        except (WorkLost, CannotSimulate) as error:
            self.even_words.setText(f"{error}.")
            self._stop_even()
            return
        picked = next((one.label for one in self.even_pick.options if one.value == self._even.who), "")
        text = words.even(self._even.shares, picked)
        self.even_words.setText(text if self._even.done else f"{text} (still looking)" if text else "Trying how many …")
        if self._even.done:
            self._stop_even()

    def _stop_even(self) -> None:
        self._timer.stop()
        if self._even is not None:
            self._even.cancel()
            self._even = None

    def _open_fight(self, which: str) -> None:
        simulation = self._run.simulation
        number = getattr(simulation.tally, which) if simulation is not None else None
        if simulation is None or number is None:
            return
        self.close_overlay()
        self._read(simulation.fight, number, which)


def _has(battle: Battle, who: str, track: str) -> bool:
    return track == "health" or track in battle.combatants[who].tracks


def _track(rules: object, track: str) -> str:
    return "Health left" if track == "health" else f"{track_name(rules, track)}"  # type: ignore[arg-type]


def _kind_name(battle: Battle, group: Sequence[str]) -> str:
    names = Counter(battle.combatants[id].name.rstrip("0123456789").rstrip() for id in group)
    return next(iter(names))
