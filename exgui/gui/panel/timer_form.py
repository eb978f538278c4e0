"""Timers: coming moments, set with a few words ("the bridge falls in 3 rounds"), listed, and removed."""

from __future__ import annotations

import re

from exgui.engine.asks import Command
from exgui.engine.battle import Timer
from exgui.engine.record import Record, Table, Value
from exgui.gui.battle_control.controller import BattleController
from exgui.gui.forms.fields import Problem, Text, Things
from exgui.gui.look.explained_text import number_text
from exgui.gui.panel.tool_card import FormCard, SetBefore, players_field

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
    """Return what is written before the moment, and the moment that the text ends with: "in 3 rounds", "round 5", "tick
    4", "round 5 tick 4", "next round", "in 6 ticks". A lone number counts in what the game counts in.

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
        raise Problem(f"This game counts {clock.tick_label}s without end; enter “{clock.tick_label} 12”.")
    if tick is not None and not clock.ticks:
        raise Problem(f"This game has no {clock.tick_label}s; enter “in 3 {clock.round_label}s”.")
    if any(value is not None and abs(value) > FARTHEST for value in (round, tick)):
        raise Problem("That is too far off.")
    if round is not None and round < clock.round:
        raise Problem(f"{clock.round_label.capitalize()} {round} is over.")
    return rest, Moment(round, tick)


def _number(text: str) -> int:
    return int(text.replace("\N{MINUS SIGN}", "-"))


def moment_words(timer: Timer, clock: Clock) -> str:
    """Return when a timer is due, in words: "round 5, tick 4"."""
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
        clock = clock_of(controller)
        example = f"in 3 {clock.round_label}s" if clock.rounds else f"{clock.tick_label} {(clock.tick or 0) + 12}"
        others = f" or {clock.tick_label} 4" if clock.rounds and clock.ticks else ""
        self._examples = f"{example}{others}"
        at = f"{clock.tick_label} {place}" if place is not None else None
        fields = (
            Text("label", "What happens", hint=f"the bridge falls {example}", longest=200),
            Text("when", "When", hint=self._examples, longest=80, default=at, note=self._due),
            players_field(False),
        )
        super().__init__(controller, "Timers", "Set the timer", fields)
        self.set_before = SetBefore("Set")
        self.set_before.unwanted.connect(self._remove)
        self.column.addWidget(self.set_before)
        self._fill()

    def command(self) -> Command:
        about, moment = self._understood()
        args: dict[str, Value] = {"label": about}
        if moment.round is not None:
            args["round"] = moment.round
        if moment.tick is not None:
            args["tick"] = moment.tick
        if self.read("known"):
            args["announced"] = True
        return Command(STEP, "", Table(args))

    def stays(self) -> bool:
        self._fill()
        return super().stays()

    def _understood(self) -> tuple[str, Moment]:
        """Return what happens and when; the moment may be written in either field.

        Raises:
            Problem: one of them is missing or makes no sense.
        """
        about, when = (str(self.read(key) or "") for key in ("label", "when"))
        key = "when" if when else "label"
        try:
            rest, moment = read_moment(when or about, clock_of(self.controller))
            if when and (rest or moment == Moment()):
                raise Problem(f"Enter when, for example {self._examples}.")
            about = about if when else rest
            if not about:
                key = "label"
                raise Problem("Describe what happens in a few words.")
            if moment == Moment():
                key = "when"
                raise Problem(f"Enter when, for example {self._examples}.")
        except Problem as problem:
            self.fault(key, str(problem))
            raise
        return about, moment

    def _due(self, things: Things) -> str:
        text = things[0]["when"] or things[0]["label"] or ""
        words = words_of_moment(text, clock_of(self.controller))
        return f"Goes off at {words}." if words else ""

    def _fill(self) -> None:
        clock = clock_of(self.controller)
        dot = " \N{MIDDLE DOT} "
        self.set_before.put(
            [
                (timer.id, timer.label, f"{timer.label}{dot}{moment_words(timer, clock)}")
                for timer in self.controller.battle.timers
            ]
        )

    def _remove(self, id: str) -> None:
        if self.first is not None:
            self.first.setFocus()
        self.controller.steps.dispatch(Command(STEP, "", Table(remove=id)))


def words_of_moment(text: str, clock: Clock) -> str:
    """Return the moment that a text ends with in words, "" if there is none."""
    try:
        _rest, moment = read_moment(text, clock)
    except Problem:
        return ""
    return moment_words(Timer("", "", moment.round, moment.tick), clock)
