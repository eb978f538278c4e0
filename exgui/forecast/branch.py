"""Branches of a procedure: the work that a run shares with the one it parts from at a roll, so that no pool is computed
and no event applied twice; and answers to asks without dice, given beforehand or by default."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar, cast

from exgui.engine.asks import (
    Answer,
    Choice,
    Choose,
    Declare,
    Declared,
    Fall,
    Modify,
    Option,
    Roll,
)
from exgui.engine.battle import Battle
from exgui.engine.events import Event
from exgui.engine.procedure import (
    BadAnswer,
    Procedure,
    Result,
    Scene,
    Steps,
    settle,
)
from exgui.engine.record import Value

T = TypeVar("T")


@dataclass
class Decided:
    """One point of a run that is already decided: the result of a roll, or the answer to another ask.

    `events` are those of modifiers given while the roll was pending.
    """

    result: Result | None = None
    answer: Answer | None = None
    events: tuple[Event, ...] = ()


class Undecided(Exception):
    """The stop of a run at a roll that is not decided.

    Attributes:
        direct: the procedure asked for it without the help of a scene.
    """

    def __init__(self, roll: Roll, direct: bool, scene: BranchScene) -> None:
        self.roll = roll
        self.direct = direct
        self.scene = scene

    def decided(self, fall: Fall) -> Decided:
        """Return the point at which this run parts from one that goes on with this fall of the dice. A scene gives the
        modifiers for the roll again, since it takes the result without asking for the roll."""
        if self.direct:
            return Decided(answer=fall)
        return Decided(result_of(self.roll, fall), events=tuple(self.scene.modified))


@dataclass
class BranchPlace:
    """The place that a run has reached: the number of decided points, events, computed values and parts, and how often
    each roll has come up."""

    points: int = 0
    events: int = 0
    values: int = 0
    parts: int = 0
    rolls: tuple[tuple[str, int], ...] = ()


Ended = tuple[BranchPlace, Battle, Any]
"""The end of a part of a procedure: its place, the battle at that point, and the part's result."""


class Choices(Protocol):
    """Answers, decided beforehand, to asks without dice. They may be used up as the step asks, and so are copied where
    outcomes part."""

    def answer(self, ask: Choose | Declare) -> Answer:
        """Return the answer to the next ask."""

    def copy(self) -> Choices:
        """Return a copy that is used up separately."""

    def state(self) -> Hashable:
        """Return how far the answers are used up."""


class Defaults:
    """Answers if nothing was decided: choices take their default, and no effects are declared."""

    def answer(self, ask: Choose | Declare) -> Answer:
        return Choice(default_of(ask)) if isinstance(ask, Choose) else Declared()

    def copy(self) -> Defaults:
        return self

    def state(self) -> Hashable:
        """Return a constant: these are never used up."""
        return ()


def default_of(ask: Choose) -> Value:
    values = [option.value for option in ask.options]
    return ask.default if ask.default in values or not values else values[0]


class Branch:
    """The work that runs share with the one they part from: decided points, battles after events, computed values, the
    parts that have ended, by the order in which they begin, and how far the choices are used up."""

    __slots__ = ("battles", "choices", "ended", "points", "worked_out")

    def __init__(
        self,
        choices: Choices,
        points: list[Decided],
        battles: list[Battle],
        worked_out: list[Any],
        ended: dict[int, Ended],
    ) -> None:
        self.choices = choices
        self.points = points
        self.battles = battles
        self.worked_out = worked_out
        self.ended = ended

    def fork(self, point: Decided) -> Branch:
        """Return a separate branch that goes on from the present place with `point`."""
        battles, values = self.battles.copy(), self.worked_out.copy()
        return Branch(self.choices.copy(), [*self.points, point], battles, values, self.ended.copy())


class BranchScene(Scene):
    """A scene that does not ask for rolls that are decided."""

    def __init__(self, battle: Battle, branch: Branch, open_from: int | None) -> None:
        """Run a battle along a branch.

        Args:
            open_from: the number of points before the first undecided one; None if that is not known yet, or nothing is
                to be left out.
        """
        super().__init__(battle)
        self.branch = branch
        self.open_from = open_from
        self.position = 0
        self.events = 0
        self.values = 0
        self.parts = 0
        self.asked: Roll | None = None
        self.modified: list[Event] = []
        """The modifiers given for the roll that is asked for."""

    def next_point(self) -> Decided | None:
        """Return the next decided point; None if the branch comes to something undecided."""
        points = self.branch.points
        if self.position < len(points):
            self.position += 1
            return points[self.position - 1]
        return None

    def rolls_so_far(self) -> tuple[tuple[str, int], ...]:
        return tuple(self._rolls.items())

    def decide(self, point: Decided) -> None:
        self.branch.points.append(point)
        self.position += 1

    def work_out(self, of: Callable[[Battle], T]) -> T:
        """Do as `Scene.work_out`, once for all runs that follow."""
        found = self.branch.worked_out
        self.values += 1
        if self.values > len(found):
            found.append(of(self.battle))
        value: T = found[self.values - 1]
        return value

    def part(self, of: Callable[[], Procedure[T]]) -> Procedure[T]:
        """Do as `Scene.part`, once for all runs that follow."""
        nth = self.parts
        self.parts += 1
        ended = self.branch.ended.get(nth)
        if ended is not None:
            place, self.battle, value = ended
            self.position, self.events, self.values, self.parts = place.points, place.events, place.values, place.parts
            self._rolls = defaultdict(int, place.rolls)
            return cast(T, value)
        value = yield from of()
        place = BranchPlace(self.position, self.events, self.values, self.parts, self.rolls_so_far())
        self.branch.ended[nth] = place, self.battle, value
        return value

    def aside(self, of: Callable[[], Steps]) -> Steps:
        """Do as `Scene.aside`: left out after the first undecided roll."""
        if self.open_from is None or self.position <= self.open_from:
            yield from of()

    def choose(
        self,
        by: str,
        name: str,
        prompt: str,
        options: Iterable[Option],
        default: Value = None,
        *,
        stop: bool = True,
        secret: bool = False,
        fate: bool = False,
    ) -> Procedure[Value]:
        """Do as `Scene.choose`; an answer that was decided has been checked already."""
        choices = tuple(options)
        if len(choices) > 1:
            known = self.next_point()
            if known is not None and isinstance(known.answer, Choice):
                return known.answer.value
            self.position -= known is not None
        return (yield from super().choose(by, name, prompt, choices, default, stop=stop, secret=secret, fate=fate))

    def settle_roll(self, key: str, ask_now: Callable[[], Roll]) -> Procedure[Result]:
        """Do as `Scene.settle_roll`, without an event for the dice, which does not change the battle."""
        known = self.next_point()
        if known is not None:
            yield from known.events
            if known.result is None:
                raise BadAnswer(f"{key} needs a roll")
            return known.result
        self.modified = []
        while True:
            ask = ask_now()
            if ask.dice == 0:
                fall = Fall((), 0, (0,) * len(ask.facts))
                break
            self.asked = ask
            answer = yield ask
            self.asked = None
            if isinstance(answer, Modify):
                event = self._modified(answer)
                self.modified.append(event)
                yield event
                continue
            fall = settle(ask, answer)
            break
        result = result_of(ask, fall)
        self.decide(Decided(result, events=tuple(self.modified)))
        return result


def result_of(roll: Roll, fall: Fall) -> Result:
    score = fall.score or 0
    goal = roll.difficulty.total if roll.difficulty is not None else None
    return Result(score + roll.auto.total, roll.dice, goal, fall.faces, fall.facts, score)
