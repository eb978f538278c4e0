"""Exact odds: a command's procedure run for every possible result of every roll, each weighted exactly.

The exhaustive driver of `exgui.engine.procedure`. A generator cannot be copied, so each branch runs the procedure again
from its start; what makes that quick is that a branch takes over everything up to the roll at which it parts from the
others: the results of the rolls (no pool is worked out twice) and the battle after each event. Where a roll is
memoryless (see `Roll`), branches that have led to equal battles meet again: what follows is gone through once for each
number of successes, and not once for each way there. Chances are counted in whole numbers, since an outcome of n dice
is so many of sides^n falls; fractions appear only at the end.

What no roll decides is not branched: choices take their default (or what was said beforehand), and nobody declares
anything that was not.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Hashable, Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import lcm
from typing import Any, Protocol, TypeVar, cast

from exgui.engine.asks import (
    Answer,
    Ask,
    Choice,
    Choose,
    Command,
    Declare,
    Declared,
    Each,
    Fall,
    ForEach,
    Modify,
    Option,
    Roll,
)
from exgui.engine.battle import Battle
from exgui.engine.dice import D10, MOST_SPREAD, Die, distribution
from exgui.engine.events import EffectBegan, Event
from exgui.engine.evolve import evolve
from exgui.engine.frozen import frozen
from exgui.engine.memo import remembered
from exgui.engine.procedure import (
    LONGEST_STEP,
    BadAnswer,
    Number,
    Procedure,
    Result,
    Scene,
    Steps,
    mod_effects,
    settle,
    step_effects,
)
from exgui.engine.record import Record, Value
from exgui.engine.system import System

MOST_RUNS = 6_000
"""Runs of the procedure after which the odds give up: a fifth of a second or so."""
NOTHING_NEGLIGIBLE = Fraction(0)
MOST_POINTS = 200
"""Rolls and other asks in one run; a step with more does not come to an end."""

_ASKS = frozenset((Roll, Choose, Declare, ForEach))
T = TypeVar("T")

Features = tuple[tuple[str, float], ...]
"""The features of one outcome."""
Combinations = dict[Features, int]
"""How often each combination of features comes up, of a number of equally likely falls."""
WhatFollows = dict[tuple[int, tuple[int, ...]], tuple[int, Combinations]]
"""By successes and facts of a roll, what follows it: the number of equally likely falls, and what they come to."""
Place = tuple[str, str, tuple[tuple[str, int], ...], Hashable]
"""Where in a procedure a roll is: its key, against whom, how often each roll has come up, and how far the choices are
used up."""


class Choices(Protocol):
    """Answers what asks for no dice, where somebody has said beforehand how. It may be used up as the step asks, and so
    is copied where outcomes part."""

    def answer(self, ask: Choose | Declare) -> Answer:
        """The answer to what is asked next."""

    def copy(self) -> Choices:
        """The same, to be used up by itself."""

    def state(self) -> Hashable:
        """How far it is used up."""


class Defaults:
    """What nobody has said: choices take their default, and nobody declares anything."""

    def answer(self, ask: Choose | Declare) -> Answer:
        """The default."""
        return Choice(_default(ask)) if isinstance(ask, Choose) else Declared()

    def copy(self) -> Defaults:
        """The same."""
        return self

    def state(self) -> Hashable:
        """Never used up."""
        return ()


class TooMany(Exception):
    """More outcomes than can be gone through in good time."""


class Stopped(Exception):
    """Nobody wants these odds any more."""


@frozen
class Feature(Record):
    """One feature of what may come.

    Attributes:
        chances: every value it may have with its probability, lowest value first. They sum to 1.
    """

    name: str
    chances: tuple[tuple[float, Fraction], ...]

    @property
    def mean(self) -> Fraction:
        """What it is on average; of a feature that is 1 or 0 its chance."""
        return sum((Fraction(value) * chance for value, chance in self.chances), Fraction(0))

    def at_least(self, value: float) -> Fraction:
        """The chance that it is `value` or more."""
        return sum((chance for found, chance in self.chances if found >= value), Fraction(0))


@frozen
class RollOdds(Record):
    """The odds of the roll that comes next, by itself.

    Attributes:
        met: the chance to reach its difficulty; None where it has none.
        mean: its successes (or total) on average, automatic ones in.
        spread: every result with its probability.
        low: it is met by a low result, so that its mean says nothing.
    """

    key: str
    label: str
    met: Fraction | None
    mean: Fraction
    spread: tuple[tuple[int, Fraction], ...]
    low: bool = False


@frozen
class Odds(Record):
    """What may come of a command.

    Attributes:
        features: those of the game, in its order.
        roll: the next roll by itself; None where nothing is rolled.
        targets: where several are concerned, the odds of each by itself; `features` are then those of the first.
        runs: how often the procedure was run.
        too_many: there were too many outcomes to go through; `features` is empty, `roll` may still be known.
    """

    features: tuple[Feature, ...] = ()
    roll: RollOdds | None = None
    targets: tuple[tuple[str, tuple[Feature, ...]], ...] = ()
    runs: int = 0
    too_many: bool = False

    def __getitem__(self, name: str) -> Feature:
        """A feature by its name. Raises KeyError."""
        for feature in self.features:
            if feature.name == name:
                return feature
        raise KeyError(name)


def odds(
    system: System,
    battle: Battle,
    command: Command,
    answers: Sequence[Answer] = (),
    *,
    negligible: Fraction = NOTHING_NEGLIGIBLE,
    most_runs: int = MOST_RUNS,
    stop: Callable[[], bool] | None = None,
    merge: bool = True,
    asides: bool = False,
    choices: Choices | None = None,
) -> Odds:
    """The odds of a command, in the middle of the step those of what is still open.

    Args:
        battle: as it is before the step.
        answers: those given so far in the step.
        negligible: the best and the worst results of a roll that together are less likely than this count as the next
            result; no chance is wrong by more than twice this for each roll, and large pools take a third of the time.
        stop: asked now and then whether somebody still wants to know.
        merge: branches meet again at a roll that is memoryless; without, the same comes out more slowly, which is how
            that can be tested.
        asides: what changes nothing of what is counted is gone through as well; with it, the same comes out more
            slowly.
        choices: answers what asks for no dice and is not answered yet; without, defaults are taken and nobody declares
            anything.

    Raises:
        BadAnswer: an answer given does not fit.
        Stopped: `stop` said so.
    """
    complete = system.complete(battle, command)
    search = _Search(system, battle, complete, tuple(answers), most_runs, stop, negligible, merge, asides)
    if choices is not None:
        search.choices = choices
    try:
        first = search.features()
        others = [(id, search.features(id)) for id in search.targets[1:]]
    except TooMany:
        return Odds((), search.first_roll(), (), search.runs, True)
    targets = ((search.targets[0], first), *others) if others else ()
    return Odds(first, search.first_roll(), targets, search.runs)


@dataclass
class _Decided:
    """One point of a run that is already decided: what a roll came to, or the answer to another ask.

    `events` are those of modifiers given while the roll was pending.
    """

    result: Result | None = None
    answer: Answer | None = None
    events: tuple[Event, ...] = ()


class _Undecided(Exception):
    """A run has come to a roll that is not decided.

    Attributes:
        direct: the procedure asked for it without the help of a scene.
    """

    def __init__(self, roll: Roll, direct: bool, scene: _BranchScene) -> None:
        self.roll = roll
        self.direct = direct
        self.scene = scene

    def decided(self, fall: Fall) -> _Decided:
        """The point at which this run and one that goes on with this fall of the dice part. A scene gives the modifiers
        that were given for the roll again, since it takes the result without asking for the roll."""
        if self.direct:
            return _Decided(answer=fall)
        return _Decided(result_of(self.roll, fall), events=tuple(self.scene.modified))


@dataclass
class _Place:
    """How far a run has come: so many decided points, events, values worked out and parts, and how often each roll has
    come up."""

    points: int = 0
    events: int = 0
    values: int = 0
    parts: int = 0
    rolls: tuple[tuple[str, int], ...] = ()


_Ended = tuple[_Place, Battle, Any]
"""A part of a procedure that has come to its end: where that is, the battle there, and what the part gives."""


class _Branch:
    """What runs take over from the one they part from: decided points, battles after events, what was worked out, the
    parts that have ended, by the order in which they begin, and how far the choices are used up."""

    __slots__ = ("battles", "choices", "ended", "points", "worked_out")

    def __init__(
        self,
        choices: Choices,
        points: list[_Decided],
        battles: list[Battle],
        worked_out: list[Any],
        ended: dict[int, _Ended],
    ) -> None:
        self.choices = choices
        self.points = points
        self.battles = battles
        self.worked_out = worked_out
        self.ended = ended

    def fork(self, point: _Decided) -> _Branch:
        """A branch of its own that goes on from here with `point`."""
        battles, values = self.battles.copy(), self.worked_out.copy()
        return _Branch(self.choices.copy(), [*self.points, point], battles, values, self.ended.copy())


class _BranchScene(Scene):
    """A scene in which rolls that are decided are not asked for."""

    def __init__(self, battle: Battle, branch: _Branch, open_from: int | None) -> None:
        """`open_from`: how many points lie before the first that nothing decides; None where that is not known yet, or
        nothing is to be left out."""
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

    def next_point(self) -> _Decided | None:
        """The next decided point; None where the branch comes to something undecided."""
        points = self.branch.points
        if self.position < len(points):
            self.position += 1
            return points[self.position - 1]
        return None

    def rolls_so_far(self) -> tuple[tuple[str, int], ...]:
        """How often each roll has come up in the step."""
        return tuple(self._rolls.items())

    def decide(self, point: _Decided) -> None:
        """Adds a point to the branch."""
        self.branch.points.append(point)
        self.position += 1

    def work_out(self, of: Callable[[Battle], T]) -> T:
        """As `Scene.work_out`, once for all that follows."""
        found = self.branch.worked_out
        self.values += 1
        if self.values > len(found):
            found.append(of(self.battle))
        value: T = found[self.values - 1]
        return value

    def part(self, of: Callable[[], Procedure[T]]) -> Procedure[T]:
        """As `Scene.part`, once for all that follows."""
        nth = self.parts
        self.parts += 1
        ended = self.branch.ended.get(nth)
        if ended is not None:
            place, self.battle, value = ended
            self.position, self.events, self.values, self.parts = place.points, place.events, place.values, place.parts
            self._rolls = dict(place.rolls)
            return cast(T, value)
        value = yield from of()
        place = _Place(self.position, self.events, self.values, self.parts, self.rolls_so_far())
        self.branch.ended[nth] = place, self.battle, value
        return value

    def aside(self, of: Callable[[], Steps]) -> Steps:
        """As `Scene.aside`: left out after the first roll that nothing decides."""
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
    ) -> Procedure[Value]:
        """As `Scene.choose`; what is decided was found to fit when it was."""
        choices = tuple(options)
        if len(choices) > 1:
            known = self.next_point()
            if known is not None and isinstance(known.answer, Choice):
                return known.answer.value
            self.position -= known is not None
        return (yield from super().choose(by, name, prompt, choices, default, stop=stop, secret=secret))

    def roll(
        self,
        by: str,
        name: str,
        pool: Number,
        *,
        auto: Number | None = None,
        difficulty: Number | None = None,
        die: Die | Callable[[Battle], Die] = D10,
        facts: tuple[str, ...] = (),
        threshold_only: bool = False,
        memoryless: bool = False,
        label: str = "",
        against: str = "",
        pass_at: Number | None = None,
        rolled_for: tuple[str, ...] = (),
    ) -> Procedure[Result]:
        """As `Scene.roll`, without an event for the dice, which changes no battle."""
        key = f"{by}.{name}"
        nth = self._rolls.get(key, 0)
        self._rolls[key] = nth + 1
        known = self.next_point()
        if known is not None:
            yield from known.events
            if known.result is None:
                raise BadAnswer(f"{key} needs a roll")
            return known.result
        self.modified = []
        while True:
            ask = self.roll_now(
                by,
                name,
                nth,
                pool,
                auto,
                difficulty,
                die,
                facts,
                threshold_only,
                memoryless,
                label,
                against,
                pass_at,
                rolled_for,
            )
            if ask.dice == 0:
                fall = Fall((), 0, (0,) * len(facts))
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
        self.decide(_Decided(result, events=tuple(self.modified)))
        return result


def result_of(roll: Roll, fall: Fall) -> Result:
    """What a roll comes to."""
    score = fall.score or 0
    goal = roll.difficulty.total if roll.difficulty is not None else None
    return Result(score + roll.auto.total, roll.dice, goal, fall.faces, fall.facts, score)


@dataclass
class _Search:
    """One search through all outcomes."""

    system: System
    battle: Battle
    command: Command
    answers: tuple[Answer, ...]
    most_runs: int
    stop: Callable[[], bool] | None
    negligible: Fraction = NOTHING_NEGLIGIBLE
    merge: bool = True
    asides: bool = False
    choices: Choices = field(default_factory=Defaults)
    runs: int = 0
    targets: tuple[str, ...] = ()
    chosen: str | None = None
    _first: Roll | None = None
    _open_from: int | None = None
    _start: Battle | None = None
    _met: dict[Place, list[tuple[Battle, WhatFollows]]] = field(default_factory=dict)

    def features(self, target: str | None = None) -> tuple[Feature, ...]:
        """The features, those of one of several targets if there are several."""
        self.chosen = target
        self._met.clear()
        self._begin()
        start = _Branch(self.choices.copy(), [], [], [], {})
        whole, combinations = self._explore(start, len(self.answers) == 0)
        return _marginals(whole, combinations)

    def first_roll(self) -> RollOdds | None:
        """The odds of the first roll that is not decided."""
        roll = self._first
        if roll is None or roll.dice > MOST_SPREAD:
            return None
        spread: dict[int, Fraction] = {}
        for (score, _), chance in distribution(roll.die, roll.dice):
            spread[score + roll.auto.total] = spread.get(score + roll.auto.total, Fraction(0)) + chance
        mean = sum((result * chance for result, chance in spread.items()), Fraction(0))
        met = None
        if roll.difficulty is not None:
            goal = roll.difficulty.total
            met = sum((chance for result, chance in spread.items() if result >= goal), Fraction(0))
        elif roll.pass_at is not None:
            limit = roll.pass_at.total
            met = sum((chance for result, chance in spread.items() if result <= limit), Fraction(0))
        return RollOdds(roll.key, roll.label, met, mean, tuple(sorted(spread.items())), roll.pass_at is not None)

    def _begin(self) -> None:
        """The battle with the command's modifiers in force."""
        battle = self.battle
        for who, effect in mod_effects(self.command):
            battle = evolve(battle, EffectBegan(who, effect))
        self._start = battle

    def _explore(self, branch: _Branch, fresh: bool) -> tuple[int, Combinations]:
        """All that may follow: the number of equally likely falls, and how many of them lead to which features."""
        self.runs += 1
        if self.runs > self.most_runs:
            raise TooMany
        if self.stop is not None and self.runs % 64 == 0 and self.stop():
            raise Stopped
        given = list(self.answers) if not fresh else []
        try:
            after = self._run(branch, given)
        except _Undecided as undecided:
            return self._at_roll(branch, undecided)
        return 1, {self._features(after): 1}

    def _at_roll(self, branch: _Branch, undecided: _Undecided) -> tuple[int, Combinations]:
        """What may follow an undecided roll: each result that means something of its own, gone through."""
        roll = undecided.roll
        if self._first is None:
            self._first, self._open_from = roll, len(branch.points)
        if roll.dice > MOST_SPREAD or len(branch.points) > MOST_POINTS:
            raise TooMany
        limit = roll.pass_at.total - roll.auto.total if roll.pass_at is not None else None
        whole, outcomes = weighted_outcomes(roll.die, roll.dice, roll.facts, roll.least, self.negligible, limit)
        found: list[tuple[int, int, Combinations]] = []
        common = 1
        followed = self._what_follows(undecided) if roll.memoryless and self.merge else {}
        for score, facts, weight in outcomes:
            known = followed.get((score + roll.auto.total, facts))
            if known is None:
                fall = Fall(None, score, facts)
                known = self._explore(branch.fork(undecided.decided(fall)), True)
                followed[score + roll.auto.total, facts] = known
            below, combinations = known
            found.append((weight, below, combinations))
            common = lcm(common, below)
        together: Combinations = {}
        for weight, below, combinations in found:
            factor = weight * (common // below)
            for features, count in combinations.items():
                together[features] = together.get(features, 0) + count * factor
        return whole * common, together

    def _what_follows(self, undecided: _Undecided) -> WhatFollows:
        """What has been found so far to follow a memoryless roll from this place in the procedure and this battle."""
        roll, scene = undecided.roll, undecided.scene
        met = self._met.setdefault((roll.key, roll.against, scene.rolls_so_far(), scene.branch.choices.state()), [])
        for battle, followed in met:
            if battle == scene.battle:
                return followed
        met.append((scene.battle, {}))
        return met[-1][1]

    def _run(self, branch: _Branch, given: list[Answer]) -> Battle:
        """Runs the procedure along a branch and gives the battle after it.

        Raises:
            _Undecided: it came to a roll that nothing decides.
        """
        assert self._start is not None
        scene = _BranchScene(self._start, branch, None if self.asides else self._open_from)
        running: Generator[Event | Ask, Answer | None, None] = self.system.procedure(scene, self.command)
        battles = branch.battles
        known = len(battles)
        reply: Answer | None = None
        try:
            while True:
                item = running.send(reply)
                reply = None
                if type(item) in _ASKS:
                    reply = self._reply(cast(Ask, item), scene, given)
                    continue
                if scene.events < known:
                    scene.battle = battles[scene.events]
                else:
                    scene.battle = evolve(scene.battle, cast(Event, item))
                    battles.append(scene.battle)
                    if scene.events > LONGEST_STEP:
                        raise TooMany
                scene.events += 1
        except StopIteration:
            pass
        except _Undecided:
            running.close()
            raise
        after = scene.battle
        for ended in step_effects(after):
            after = evolve(after, ended)
        return after

    def _reply(self, ask: Ask, scene: _BranchScene, given: list[Answer]) -> Answer:
        """The answer to an ask: as decided before, as given, or by the choices made beforehand.

        Raises:
            _Undecided: it is a roll, and nothing answers it.
        """
        if isinstance(ask, Roll) and scene.asked is ask:
            if given:
                return given.pop(0)
            raise _Undecided(ask, False, scene)
        point = scene.next_point()
        if point is not None:
            if point.answer is None:
                raise BadAnswer("the procedure asks differently when it is run again")
            return point.answer
        if isinstance(ask, ForEach):
            answer: Answer = self._each(ask)
        elif isinstance(ask, Choose) and ask.name in self.command.choose:
            answer = Choice(self.command.choose[ask.name])
        elif isinstance(ask, Choose) and not ask.stop:
            answer = Choice(_default(ask))
        elif given:
            answer = given.pop(0)
        elif isinstance(ask, Roll):
            raise _Undecided(ask, True, scene)
        else:
            answer = scene.branch.choices.answer(ask)
        scene.decide(_Decided(answer=answer))
        return answer

    def _each(self, ask: ForEach) -> Each:
        """The one target whose odds are looked for."""
        if not self.targets:
            self.targets = ask.targets
        wanted = self.chosen if self.chosen is not None else self.targets[0]
        return Each((wanted,) if wanted in ask.targets else ())

    def _features(self, after: Battle) -> Features:
        """The features of one outcome, for the target whose odds are looked for."""
        command = self.command
        wanted = self.chosen if self.chosen is not None else self.targets[0] if self.targets else None
        if wanted is not None and command.get("target") != wanted:
            command = command.but(args=command.args.put("target", wanted))
        return tuple(self.system.features(self.battle, after, command).items())


def _default(ask: Choose) -> Value:
    """What is taken where nobody chooses."""
    values = [option.value for option in ask.options]
    return ask.default if ask.default in values or not values else values[0]


def _marginals(whole: int, combinations: Combinations) -> tuple[Feature, ...]:
    """Each feature by itself. One that an outcome does not name is 0 there."""
    names = dict.fromkeys(name for features in combinations for name, _ in features)
    counts: dict[str, dict[float, int]] = {name: {} for name in names}
    for features, count in combinations.items():
        for name, value in features:
            seen = counts[name]
            seen[value] = seen.get(value, 0) + count
    out = []
    for name, seen in counts.items():
        rest = whole - sum(seen.values())
        if rest:
            seen[0] = seen.get(0, 0) + rest
        out.append(Feature(name, tuple((value, Fraction(seen[value], whole)) for value in sorted(seen))))
    return tuple(out)


@remembered(2048)
def weighted_outcomes(
    die: Die,
    count: int,
    facts: tuple[str, ...],
    least: int | None,
    negligible: Fraction = NOTHING_NEGLIGIBLE,
    pass_at: int | None = None,
) -> tuple[int, tuple[tuple[int, tuple[int, ...], int], ...]]:
    """The number of equally likely falls, and every outcome that means something of its own: score, facts, falls.

    Scores below `least` all count as the highest of them; those up to `pass_at` all count as the lowest of them,
    and so do those above it; of negligible tails see `odds`.
    """
    spread = distribution(die, count, facts)
    whole = lcm(*(chance.denominator for _, chance in spread))
    lows = [score for (score, _), _ in spread if least is not None and score < least]
    low = max(lows, default=0)
    merged: dict[tuple[int, tuple[int, ...]], int] = {}
    lowest: dict[bool, int] = {}
    for (score, seen), chance in spread:
        key = (low if least is not None and score < least else score, seen)
        if pass_at is not None:
            key = (lowest.setdefault(score <= pass_at, score), seen)
        merged[key] = merged.get(key, 0) + chance.numerator * (whole // chance.denominator)
    outcomes = [(score, seen, weight) for (score, seen), weight in merged.items()]
    if negligible and (die.explodes or not facts):
        outcomes = _without_negligible(outcomes, whole, negligible)
        outcomes = _without_negligible(outcomes[::-1], whole, negligible)[::-1]
    return whole, tuple(outcomes)


Outcomes = list[tuple[int, tuple[int, ...], int]]


def _without_negligible(outcomes: Outcomes, whole: int, negligible: Fraction) -> Outcomes:
    """The outcomes with as many of the first as are negligible together counted as the one after them."""
    together = 0
    for index, (score, seen, weight) in enumerate(outcomes):
        if Fraction(together + weight, whole) >= negligible:
            return [(score, seen, together + weight), *outcomes[index + 1 :]]
        together += weight
    return outcomes
