"""Plays a scenario through `Play`, as the window would, and compares what comes of it with what it expects."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from exgui.engine.asks import Answer, Ask, Choice, Choose, Declare, Declared, Each, ForEach, Roll, declared_id
from exgui.engine.procedure import BadAnswer
from exgui.engine.record import Value
from exgui.play.play import Play, Refused
from exgui.scenario.dice import NoSuchFace, Tray, WrongDice, unanswered, unasked
from exgui.scenario.expect import Failure, check, same
from exgui.scenario.reader import Scenario
from exgui.scenario.source import Malformed, as_written
from exgui.scenario.steps import StepGiven
from exgui.scenario.view import view_of

MOST_ANSWERS = 300
"""A step that asks more often than this does not come to an end."""


class CannotGoOn(Exception):
    """A step could not be played to its end; what comes after it would mean nothing."""


@dataclass
class Played:
    """A scenario that was played.

    Attributes:
        play: the battle with its whole history.
        failures: everything that is not as the scenario says, in the order of the steps.
        stopped: some step could not be played to its end; the steps after it were not played.
    """

    scenario: Scenario
    play: Play
    failures: list[Failure] = field(default_factory=list)
    stopped: bool = False

    @property
    def passed(self) -> bool:
        """Everything is as the scenario says."""
        return not self.failures

    @property
    def view(self) -> dict[str, Any]:
        """The final view."""
        return view_of(self.play)


Watcher = Callable[[StepGiven, Play], None]
"""Is told of each step after it was played."""


def play_scenario(scenario: Scenario, watch: Watcher | None = None) -> Played:
    """Plays a scenario from its set-up to its last step.

    Raises:
        Malformed: only now, when it is known which dice are rolled, it is seen that there are none like that.
    """
    system = scenario.system
    play = Play.begin(system, scenario.battle)
    played = Played(scenario, play)
    for given in scenario.steps:
        try:
            _Step(played, given).run()
        except CannotGoOn as error:
            played.failures.append(Failure(given.number, str(error)))
            played.stopped = True
            break
        if given.expect:
            view = view_of(play, log=any(path.startswith("log") for path in given.expect))
            found = check(given.expect, view, system, play.battle)
            played.failures.extend(Failure(given.number, text) for text in found)
        if watch is not None:
            watch(given, play)
    return played


class _Step:
    """One step being played: its answers, and which of them are used."""

    def __init__(self, played: Played, given: StepGiven) -> None:
        self.play = played.play
        self.failures = played.failures
        self.name = played.scenario.name
        self.seeded = played.scenario.seed is not None
        self.given = given
        self.tray = Tray(given.rolls)
        self.asked: list[str] = []
        self.choices: dict[str, list[Value]] = {}
        self.declared: list[str] = _words(given.choose.get("declare"))

    def run(self) -> None:
        """Plays the step.

        Raises:
            CannotGoOn: it was refused, or an answer does not fit or is missing.
            Malformed: a die shows what it has no face for.
        """
        before = self.play.battle
        try:
            self.play.dispatch(self.given.command)
        except Refused as refused:
            self._was_refused(refused)
            if self.play.battle is not before:
                raise CannotGoOn("the step was refused, and yet the state has changed") from None
            return
        except BadAnswer as error:
            raise CannotGoOn(f"choose: {error}") from None
        if self.given.refused is not None:
            rules = " or ".join(self.given.refused) or "any rule"
            self.failures.append(
                Failure(self.given.number, f"refused: expected to be refused by {rules}, actual: it was legal")
            )
            self._take_back()
            return
        self._answer_all()
        if self.tray.left:
            first = self.tray.left[0]
            raise CannotGoOn(f"{_within_step(first.key.rpartition('.')[0])}: {unasked(first, self.asked)}")

    def _was_refused(self, refused: Refused) -> None:
        broken = "; ".join(str(violation) for violation in refused.violations) or "no reason was given"
        wanted = self.given.refused
        if wanted is None:
            raise CannotGoOn(f"the step {self.given.command.do} was refused: {broken}") from None
        if wanted and not any(violation.rule in wanted for violation in refused.violations):
            self.failures.append(
                Failure(self.given.number, f"refused: expected {' or '.join(wanted)}, actual: {broken}")
            )

    def _take_back(self) -> None:
        """A step that should have been refused is undone, so that the rest of the scenario still means something."""
        for _ in range(MOST_ANSWERS):
            self.play.undo()
            if self.play.open_step is None:
                return

    def _answer_all(self) -> None:
        for _ in range(MOST_ANSWERS):
            ask = self.play.pending
            if ask is None:
                return
            try:
                self.play.answer(self._answer(ask))
            except NoSuchFace as error:
                raise Malformed(self.name, str(error), key=error.key) from None
            except WrongDice as error:
                raise CannotGoOn(f"{_within_step(error.key)}: {error}" if error.key else str(error)) from None
            except BadAnswer as error:
                raise CannotGoOn(str(error)) from None
        raise CannotGoOn(f"the step asks more than {MOST_ANSWERS} times; it does not come to an end")

    def _answer(self, ask: Ask) -> Answer:
        if isinstance(ask, Roll):
            return self._roll(ask)
        if isinstance(ask, Choose):
            return Choice(self._choice(ask))
        if isinstance(ask, Declare):
            return Declared(self._declare(ask))
        if isinstance(ask, ForEach):
            return Each(ask.targets)
        raise CannotGoOn(f"the step asks something that no scenario can answer ({type(ask).__name__})")

    def _roll(self, roll: Roll) -> Answer:
        self.asked.append(roll.key)
        fall = self.tray.take(roll)
        if fall is not None:
            return fall
        if not self.seeded:
            raise WrongDice(unanswered(roll))
        return self.play.app_dice(roll)

    def _choice(self, ask: Choose) -> Value:
        values = [option.value for option in ask.options]
        for name in (f"{ask.by}.{ask.name}", ask.name):
            if name in self.given.choose:
                return self._chosen(name, ask, values)
        if any(same(ask.default, value) for value in values):
            return ask.default
        return values[0] if values else ask.default

    def _chosen(self, name: str, ask: Choose, values: list[Value]) -> Value:
        """The scenario's answer; a list answers one question after the other, its last for all that follow."""
        wanted = self.given.choose[name]
        found = next((value for value in values if same(wanted, value, True)), None)
        if found is None and isinstance(wanted, tuple) and wanted:
            queue = self.choices.setdefault(name, list(wanted))
            wanted = queue.pop(0) if len(queue) > 1 else queue[0]
            found = next((value for value in values if same(wanted, value, True)), None)
        if found is None:
            options = ", ".join(as_written(value) for value in values)
            raise BadAnswer(f"choose.{name}: {as_written(wanted)} cannot be chosen; one of {options} can")
        return found

    def _declare(self, ask: Declare) -> tuple[str, ...]:
        fitting = [str(option.value) for option in ask.effects]
        here = self._at_moment(f"{ask.by}.{ask.moment}") or self._at_moment(ask.moment)
        now = [id for id in dict.fromkeys((*here, *self.declared)) if declared_id(id) in fitting]
        for id in here:
            if declared_id(id) not in fitting:
                raise BadAnswer(
                    f"choose.{ask.moment}: {id} cannot be declared now; {', '.join(fitting) or 'nothing'} can"
                )
        self.declared = [id for id in self.declared if id not in now]
        return tuple(now)

    def _at_moment(self, moment: str) -> list[str]:
        """What is declared at this moment by name. A choice may have the same name: a single word is no declaration.
        A list of lists is for several moments of that name, one after the other."""
        value = self.given.choose.get(moment)
        if not isinstance(value, tuple):
            return []
        if moment not in self.choices:
            several = bool(value) and all(isinstance(one, tuple) for one in value)
            self.choices[moment] = list(value) if several else [value]
        left = self.choices[moment]
        return _words(left.pop(0)) if left else []


def _words(value: Value) -> list[str]:
    if isinstance(value, str):
        return [value]
    return [item for item in value if isinstance(item, str)] if isinstance(value, tuple) else []


def _within_step(key: str) -> str:
    """A key path as seen from its step: `rolls[1].faces`."""
    return key.partition(".")[2] if key.startswith("step[") else key
