"""Timers: moments to come, set with a few words ("the bridge falls in 3 rounds"), listed, and taken away."""

from __future__ import annotations

import re

from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout

from exgui.engine.asks import Command
from exgui.engine.battle import Battle, Timer
from exgui.engine.record import Record, Table, Value
from exgui.gui.battle_controller import BattleController
from exgui.gui.explained_text import number_text
from exgui.gui.panel.tool_card import FormCard
from exgui.gui.widgets.basics import EnterLine, clear, label, push
from exgui.gui.widgets.form_fields import Problem, players_pick

STEP = "timer"
FARTHEST = 100_000


class Clock(Record):
    """How time is counted here.

    Attributes:
        round_label, tick_label: the game's words, small.
        rounds: there are rounds that end.
        ticks: there is a number that a moment can be set at.
    """

    round: int
    tick: int | None
    round_label: str
    tick_label: str
    rounds: bool = True
    ticks: bool = True


def clock_of(controller: BattleController) -> Clock:
    rule, battle = controller.rules.timeline, controller.battle
    return Clock(
        battle.round,
        battle.tick,
        rule.round_label.lower(),
        rule.tick_label.lower(),
        rounds=rule.axis != "up",
        ticks=rule.axis in ("down", "up"),
    )


class Moment(Record):
    """When: a round, a tick, or both."""

    round: int | None = None
    tick: int | None = None


def read_moment(text: str, clock: Clock) -> tuple[str, Moment]:
    """What is written before the moment, and the moment that the text ends with: "in 3 rounds", "round 5", "tick 4",
    "round 5 tick 4", "next round", "in 6 ticks". A lone number counts in what the game counts in.

    Raises:
        Problem: the moment makes no sense here.
    """
    rest, round, tick = text.strip(), None, None
    rounds, ticks = re.escape(clock.round_label), re.escape(clock.tick_label)
    number = r"([+\N{MINUS SIGN}-]?\d{1,6})"
    while True:
        if found := re.search(rf"(?:^|\s|,)(?:at |on )?{ticks}\s*{number}\.?$", rest, re.IGNORECASE):
            tick = _number(found[1])
        elif found := re.search(rf"(?:^|\s|,)in {number}\s+{ticks}s?\.?$", rest, re.IGNORECASE):
            count = _number(found[1])
            now = clock.tick or 0
            tick = now + count if not clock.rounds else now - count
        elif found := re.search(rf"(?:^|\s|,)(?:at |on |in )?{rounds}\s*{number}\.?$", rest, re.IGNORECASE):
            round = _number(found[1])
        elif found := re.search(rf"(?:^|\s|,)in {number}\s+{rounds}s?\.?$", rest, re.IGNORECASE):
            round = clock.round + _number(found[1])
        elif found := re.search(rf"(?:^|\s|,)(?:in the |at the )?next {rounds}\.?$", rest, re.IGNORECASE):
            round = clock.round + 1
        elif not rest[1:].strip() and not rest.isdecimal():
            break
        elif round is None and tick is None and (found := re.fullmatch(rf"(?:in )?{number}", rest)):
            if clock.rounds:
                round = clock.round + _number(found[1])
            else:
                tick = (clock.tick or 0) + _number(found[1])
        else:
            break
        rest = rest[: found.start()].rstrip(" ,.;:")
    if round is not None and not clock.rounds:
        raise Problem(f"This game counts {clock.tick_label}s without end; say “{clock.tick_label} 12”.")
    if tick is not None and not clock.ticks:
        raise Problem(f"This game has no {clock.tick_label}s; say “in 3 {clock.round_label}s”.")
    if any(value is not None and abs(value) > FARTHEST for value in (round, tick)):
        raise Problem("That is too far off.")
    if round is not None and round < clock.round:
        raise Problem(f"{clock.round_label.capitalize()} {round} is over.")
    return rest, Moment(round, tick)


def _number(text: str) -> int:
    return int(text.replace("\N{MINUS SIGN}", "-"))


def moment_words(timer: Timer, clock: Clock) -> str:
    """When a timer is due, in words: "round 5, tick 4"."""
    words = []
    if timer.round is not None:
        words.append(f"{clock.round_label} {timer.round}")
    if timer.tick is not None:
        words.append(f"{clock.tick_label} {number_text(timer.tick)}")
    return ", ".join(words)


class TimerForm(FormCard):
    """Sets a timer, and lists those that are set.

    Args:
        place: the place on the time line at which it is to stand, None for none.
    """

    def __init__(self, controller: BattleController, place: int | None = None) -> None:
        super().__init__(controller, "Timers", "Set the timer")
        clock = clock_of(controller)
        self.about = EnterLine()
        self.about.setMaxLength(200)
        example = f"in 3 {clock.round_label}s" if clock.rounds else f"{clock.tick_label} {(clock.tick or 0) + 12}"
        self.about.setPlaceholderText(f"the bridge falls {example}")
        self.add("label", "What happens", self.about)
        self.when = EnterLine()
        self.when.setMaxLength(80)
        others = f" or {clock.tick_label} 4" if clock.rounds and clock.ticks else ""
        self._examples = f"{example}{others}"
        self.when.setPlaceholderText(self._examples)
        self.add("when", "When", self.when)
        self.known = players_pick(False)
        self.add("known", "Players", self.known)
        if place is not None:
            self.when.setText(f"{clock.tick_label} {place}")
        self.about.textChanged.connect(lambda _text: self._tell())
        self.when.textChanged.connect(lambda _text: self._tell())
        self._list = QVBoxLayout()
        self._list.setSpacing(2)
        self.column.addLayout(self._list)
        self.removers: dict[str, object] = {}
        self._fill()
        self._tell()

    def command(self) -> Command:
        about, moment = self.read("label", self._understood)
        args: dict[str, Value] = {"label": about}
        if moment.round is not None:
            args["round"] = moment.round
        if moment.tick is not None:
            args["tick"] = moment.tick
        if self.known.value:
            args["announced"] = True
        return Command(STEP, "", Table(args))

    def stays(self) -> bool:
        self._fill()
        return super().stays()

    def _understood(self) -> tuple[str, Moment]:
        clock = clock_of(self.controller)
        about, moment = self.about.text().strip(), Moment()
        if self.when.text().strip():
            try:
                rest, moment = read_moment(self.when.text(), clock)
            except Problem as problem:
                self.boxes["when"].fault(str(problem))
                raise
            if rest or moment == Moment():
                self.boxes["when"].fault(f"When is that? Say: {self._examples}.")
                raise Problem("When is that?")
        else:
            about, moment = read_moment(about, clock)
        if not about:
            raise Problem("A timer needs a few words on what happens.")
        if moment == Moment():
            self.boxes["when"].fault(f"When? Say: {self._examples}.")
            raise Problem("")
        return about, moment

    def _tell(self) -> None:
        clock = clock_of(self.controller)
        try:
            _rest, moment = read_moment(self.when.text() or self.about.text(), clock)
        except Problem:
            moment = Moment()
        words = moment_words(Timer("", "", moment.round, moment.tick), clock)
        self.boxes["when"].say(f"Speaks up at {words}." if words else "")

    def _fill(self) -> None:
        clear(self._list)
        self.removers = {}
        battle: Battle = self.controller.battle
        clock = clock_of(self.controller)
        if battle.timers:
            self._list.addWidget(label("Set", "heading"))
        for timer in battle.timers:
            row = QHBoxLayout()
            words = label(f"{timer.label} \N{MIDDLE DOT} {moment_words(timer, clock)}", "body", wrap=True)
            row.addWidget(words, 1)
            away = push("Remove", "quiet", f"Takes “{timer.label}” away", f"Remove {timer.label}")
            away.clicked.connect(lambda _checked=False, id=timer.id: self._remove(id))
            row.addWidget(away)
            self._list.addLayout(row)
            self.removers[timer.id] = away

    def _remove(self, id: str) -> None:
        self.about.setFocus()
        self.controller.steps.dispatch(Command(STEP, "", Table(remove=id)))
