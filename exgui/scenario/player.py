"""Plays a scenario through `Play`, as the window would, and compares the result with its expectations."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from exgui.engine.asks import Answer, Ask, Choose, Declare, Each, ForEach, Roll
from exgui.engine.procedure import BadAnswer
from exgui.play.play import Play, Refused
from exgui.play.public import PublicView, public_data
from exgui.rulebook.validation import dotted
from exgui.scenario.choices import GivenChoices
from exgui.scenario.dice import GivenDice, NoSuchFace, WrongDice, not_answered, not_asked_for
from exgui.scenario.expect import Failure, check
from exgui.scenario.reader import Scenario
from exgui.scenario.source import Malformed
from exgui.scenario.steps import StepGiven

MOST_ANSWERS = 300
"""The most answers of one step; a step that asks more often is taken to be endless."""


class CannotGoOn(Exception):
    """A step could not be finished; the steps after it would be meaningless."""


class Unanswered(CannotGoOn):
    """A roll for which the scenario has no dice."""


@dataclass
class Played:
    """A scenario that was played.

    Attributes:
        play: the battle with its whole history.
        failures: all differences from the scenario's expectations, in the order of the steps.
        stopped: a step could not be finished; the steps after it were not played.
    """

    scenario: Scenario
    play: Play
    failures: list[Failure] = field(default_factory=list)
    stopped: bool = False

    @property
    def passed(self) -> bool:
        return not self.failures

    @property
    def view(self) -> dict[str, Any]:
        return view_of(self.play)


Watcher = Callable[[StepGiven, Play], None]
"""Called with each step after it was played."""


def play_scenario(scenario: Scenario, watch: Watcher | None = None) -> Played:
    """Play a scenario from its set-up to its last step.

    Raises:
        Malformed: the file has a die face that the rolled dice do not have, which shows only in play.
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
        self.dice = GivenDice(given.rolls)
        self.asked: list[str] = []
        self.choices = GivenChoices(given.choose)

    def run(self) -> None:
        """Play the step.

        Raises:
            CannotGoOn: it was refused, or an answer does not fit or is missing.
            Malformed: a die shows a face it does not have.
        """
        before = self.play.battle
        try:
            self.play.dispatch(self.given.command)
        except Refused as refused:
            self._check_refusal(refused)
            if self.play.battle is not before:
                raise CannotGoOn("the step was refused, but the state has changed") from None
            return
        except BadAnswer as error:
            raise CannotGoOn(f"choose: {error}") from None
        if self.given.refused is not None:
            self._was_legal(" or ".join(self.given.refused) or "any rule")
            return
        self._answer_what_is_asked()
        if self.dice.left:
            first = self.dice.left[0]
            raise CannotGoOn(f"{dotted(first.path[2:-1])}: {not_asked_for(first, self.asked)}")

    def _check_refusal(self, refused: Refused) -> None:
        broken = "; ".join(str(violation) for violation in refused.violations) or "no reason was given"
        wanted = self.given.refused
        if wanted is None:
            raise CannotGoOn(f"the step {self.given.command.do} was refused: {broken}") from None
        if wanted and not any(violation.rule in wanted for violation in refused.violations):
            self.failures.append(
                Failure(self.given.number, f"refused: expected {' or '.join(wanted)}, actual: {broken}")
            )

    def _was_legal(self, rules: str) -> None:
        """Report a step that these rules should have forbidden, and any problems of its answers."""
        text = f"refused: expected to be refused by {rules}, actual: it was legal"
        try:
            self._answer_what_is_asked()
        except Unanswered:
            pass
        except CannotGoOn as error:
            text += f", but {error}"
        self.failures.append(Failure(self.given.number, text))
        self._undo_step()

    def _undo_step(self) -> None:
        """Undo a step that should have been refused, so that the rest of the scenario still makes sense."""
        for _ in range(MOST_ANSWERS):
            self.play.undo()
            if self.play.open_step is None:
                return

    def _answer_what_is_asked(self) -> None:
        for _ in range(MOST_ANSWERS):
            ask = self.play.pending
            if ask is None:
                return
            try:
                self.play.answer(self._answer(ask))
            except NoSuchFace as error:
                raise Malformed(self.name, str(error), path=error.path) from None
            except WrongDice as error:
                if not error.path:
                    raise Unanswered(str(error)) from None
                raise CannotGoOn(f"{dotted(error.path[2:])}: {error}") from None
            except BadAnswer as error:
                raise CannotGoOn(str(error)) from None
        raise CannotGoOn(f"the step asks more than {MOST_ANSWERS} times and never ends")

    def _answer(self, ask: Ask) -> Answer:
        if isinstance(ask, Roll):
            return self._roll(ask)
        if isinstance(ask, (Choose, Declare)):
            return self.choices.answer(ask)
        if isinstance(ask, ForEach):
            return Each(ask.targets)
        raise CannotGoOn(f"the step asks something that a scenario can’t answer ({type(ask).__name__})")

    def _roll(self, roll: Roll) -> Answer:
        self.asked.append(roll.key)
        fall = self.dice.take(roll)
        if fall is not None:
            return fall
        if not self.seeded:
            raise WrongDice(not_answered(roll))
        return self.play.app_dice(roll)


def view_of(play: Play, log: bool = True) -> dict[str, Any]:
    """Return the view of a battle: the game's own, and `log`, its sentences, each with the combatants it is about.

    Without the log, the history need not be read.
    """
    view = dict(play.system.view(play.battle))
    if not log:
        return view
    view["log"] = [
        {"who": note.who, "text": note.text, "rule": note.rule} for line in play.log() for note in line.notes
    ]
    return view


def public_view_of(play: Play) -> dict[str, Any]:
    return public_data(PublicView(play).battle())


def as_json(view: Mapping[str, Any]) -> str:
    """Return the view as JSON, in its own order."""
    return json.dumps(view, ensure_ascii=False, indent=2, default=_plain)


def _plain(value: Any) -> Any:
    return sorted(value, key=repr) if isinstance(value, (set, frozenset)) else str(value)
