"""Exact odds: a command's procedure run for every possible result of every roll, each weighted exactly.

The exhaustive driver of `exgui.engine.procedure`. A generator cannot be copied, so each branch runs the procedure again
from its start; that is quick because a branch shares everything up to the roll at which it parts from the others: the
results of the rolls (no pool is computed twice) and the battle after each event. At a memoryless roll (see `Roll`),
branches that have led to equal battles merge: the rest is explored once for each number of successes, and not once for
each way to it. Chances are counted in whole numbers, since an outcome of n dice is a number of the sides^n equally
likely falls; fractions appear only at the end.

Only rolls branch: choices take their default (or the answer given beforehand), and no effects are declared but those
given.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Hashable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import lcm
from typing import cast

from exgui.engine.asks import Answer, Ask, Choice, Choose, Command, Declare, Each, Fall, ForEach, Roll
from exgui.engine.battle import Battle
from exgui.engine.dice import MOST_SPREAD, Die, distribution
from exgui.engine.events import EffectBegan, Event
from exgui.engine.evolve import evolve
from exgui.engine.memo import remembered
from exgui.engine.procedure import LONGEST_STEP, BadAnswer, mod_effects, step_effects
from exgui.engine.system import System
from exgui.forecast.branch import Branch, BranchScene, Choices, Decided, Defaults, Undecided, default_of
from exgui.forecast.odds_records import Feature, Odds, RollOdds

MOST_RUNS = 6_000
"""Runs of the procedure after which the odds stop: about a fifth of a second."""
MOST_POINTS = 200
"""Rolls and other asks in one run; a step with more counts as endless."""
_ASKS = frozenset((Roll, Choose, Declare, ForEach))
Features = tuple[tuple[str, float], ...]
"""The features of one outcome."""
Combinations = dict[Features, int]
"""How often each combination of features comes up among a number of equally likely falls."""
WhatFollows = dict[tuple[int, tuple[int, ...]], tuple[int, Combinations]]
"""By successes and facts of a roll, its consequences: the number of equally likely falls, and their results."""
Place = tuple[str, str, tuple[tuple[str, int], ...], Hashable]
"""The place of a roll in a procedure: its key, its target, how often each roll has come up, and how far the choices are
used up."""
NOTHING_NEGLIGIBLE = Fraction(0)
Outcomes = list[tuple[int, tuple[int, ...], int]]


class TooMany(Exception):
    """More outcomes than can be explored in acceptable time."""


class Stopped(Exception):
    """These odds are no longer wanted."""


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
    """Return the odds of a command; in the middle of the step those of its open part.

    Args:
        battle: before the step.
        answers: those given so far in the step.
        negligible: the best and the worst results of a roll that together are less likely than this count as the next
            result; no chance is wrong by more than twice this for each roll, and large pools take a third of the time.
        stop: called regularly: whether the odds are no longer wanted.
        merge: branches merge at a memoryless roll; without it, the result is the same but slower, which is used for
            testing.
        asides: also explore what changes none of the features; with it, the result is the same but slower.
        choices: answers to asks without dice that are not answered yet; without them, defaults are taken and no effects
            are declared.

    Raises:
        BadAnswer: an answer given does not fit.
        Stopped: `stop` returned true.
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
class _Search:
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
        """Return the features, those of one of several targets if there are several."""
        self.chosen = target
        self._met.clear()
        self._begin()
        start = Branch(self.choices.copy(), [], [], [], {})
        whole, combinations = self._explore(start, len(self.answers) == 0)
        return _marginals(whole, combinations)

    def first_roll(self) -> RollOdds | None:
        """Return the odds of the first roll that is not decided."""
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
        """Set the start to the battle with the command's modifiers in force."""
        battle = self.battle
        for who, effect in mod_effects(self.command):
            battle = evolve(battle, EffectBegan(who, effect))
        self._start = battle

    def _explore(self, branch: Branch, fresh: bool) -> tuple[int, Combinations]:
        """Return all results from a branch on: the number of equally likely falls, and how many of them lead to which
        features."""
        self.runs += 1
        if self.runs > self.most_runs:
            raise TooMany
        if self.stop is not None and self.runs % 64 == 0 and self.stop():
            raise Stopped
        given = list(self.answers) if not fresh else []
        try:
            after = self._run(branch, given)
        except Undecided as undecided:
            return self._at_roll(branch, undecided)
        return 1, {self._features(after): 1}

    def _at_roll(self, branch: Branch, undecided: Undecided) -> tuple[int, Combinations]:
        """Return all results from an undecided roll on, with each of its distinct results explored."""
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

    def _what_follows(self, undecided: Undecided) -> WhatFollows:
        """Return the results found so far after a memoryless roll at this place in the procedure and in this battle."""
        roll, scene = undecided.roll, undecided.scene
        met = self._met.setdefault((roll.key, roll.against, scene.rolls_so_far(), scene.branch.choices.state()), [])
        for battle, followed in met:
            if battle == scene.battle:
                return followed
        met.append((scene.battle, {}))
        return met[-1][1]

    def _run(self, branch: Branch, given: list[Answer]) -> Battle:
        """Run the procedure along a branch and return the battle after it.

        Raises:
            Undecided: it came to an undecided roll.
        """
        assert self._start is not None
        scene = BranchScene(self._start, branch, None if self.asides else self._open_from)
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
        except Undecided:
            running.close()
            raise
        after = scene.battle
        for ended in step_effects(after):
            after = evolve(after, ended)
        return after

    def _reply(self, ask: Ask, scene: BranchScene, given: list[Answer]) -> Answer:
        """Return the answer to an ask: as decided before, as given, or by the choices made beforehand.

        Raises:
            Undecided: it is a roll, and nothing answers it.
        """
        if isinstance(ask, Roll) and scene.asked is ask:
            if given:
                return given.pop(0)
            raise Undecided(ask, False, scene)
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
            answer = Choice(default_of(ask))
        elif given:
            answer = given.pop(0)
        elif isinstance(ask, Roll):
            raise Undecided(ask, True, scene)
        else:
            answer = scene.branch.choices.answer(ask)
        scene.decide(Decided(answer=answer))
        return answer

    def _each(self, ask: ForEach) -> Each:
        if not self.targets:
            self.targets = ask.targets
        wanted = self.chosen if self.chosen is not None else self.targets[0]
        return Each((wanted,) if wanted in ask.targets else ())

    def _features(self, after: Battle) -> Features:
        """Return the features of one outcome, for the target whose odds are wanted."""
        command = self.command
        wanted = self.chosen if self.chosen is not None else self.targets[0] if self.targets else None
        if wanted is not None and command.get("target") != wanted:
            command = command.but(args=command.args.put("target", wanted))
        return tuple(self.system.features(self.battle, after, command).items())


def _marginals(whole: int, combinations: Combinations) -> tuple[Feature, ...]:
    """Return each feature by itself. One that an outcome does not have is 0 in it."""
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
    """Return the number of equally likely falls, and every distinct outcome: score, facts, falls.

    Scores below `least` all count as the highest of them; those up to `pass_at` all count as the lowest of them, and so
    do those above it; for negligible tails see `odds`.
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


def _without_negligible(outcomes: Outcomes, whole: int, negligible: Fraction) -> Outcomes:
    """Return the outcomes, with the first ones that are negligible together counted as the one after them."""
    together = 0
    for index, (score, seen, weight) in enumerate(outcomes):
        if Fraction(together + weight, whole) >= negligible:
            return [(score, seen, together + weight), *outcomes[index + 1 :]]
        together += weight
    return outcomes
