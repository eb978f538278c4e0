"""Odds compared with the results they predict: steps of random battles, tried face by face or played again and again.

A `Question` is a step with the answers and modifiers given so far. The whole result is compared: not only the game's
features of it, but every number and every state of every combatant afterwards.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations_with_replacement, count
from math import factorial, prod, sqrt
from random import Random
from typing import Any

from systems.fights import Fights

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
    Mod,
    Modify,
    Roll,
)
from exgui.engine.battle import Battle
from exgui.engine.effects import Effect, Modifier
from exgui.engine.procedure import BadAnswer, Resolution
from exgui.engine.system import System
from exgui.forecast.odds import odds
from exgui.forecast.odds_records import Odds
from exgui.play.play import Play
from exgui.play.steps import answer_known, run_command

Chances = dict[str, dict[float, Fraction]]
"""By feature, every value that it may have with its chance."""
MOST_FALLS = 4_000
"""Ways the dice may fall that are gone through; with more a question is too large."""
MOST_DICE = 3
"""Dice of one roll, where every fall is gone through."""
TIMES = 20_000
"""So often a step is played."""
SIGMAS = 4


class TooLarge(Exception):
    """Too many results to go through."""


class Watched:
    """A game of which odds tell everything that may change: each track, state, zone and turn of everyone, besides the
    features that the game has."""

    def __init__(self, system: System) -> None:
        self._system = system

    def __getattr__(self, name: str) -> Any:
        return getattr(self._system, name)

    def features(self, before: Battle, after: Battle, command: Command) -> Mapping[str, float]:
        """All features as numbers."""
        out = dict(self._system.features(before, after, command))
        for one in after.combatants.values():
            out |= {f"{one.id}.{track}": value for track, value in one.tracks.items()}
            out |= {f"{one.id} is {name}": 1 for name in one.conditions}
            out |= {f"{one.id} in {one.zone}": 1, f"{one.id} has acted": int(one.acted)}
            out |= {f"{one.id} under {effect.id}": 1 for effect in one.effects}
        return out | {f"{id} is up": 1 for id in after.up}


@dataclass(frozen=True)
class Question:
    """A step whose odds are asked for: the battle before it, the command, the answers so far."""

    system: System
    battle: Battle
    command: Command
    answers: tuple[Answer, ...]

    def but(self, answer: Answer) -> Question:
        """Return the step with one more answer."""
        return Question(self.system, self.battle, self.command, (*self.answers, answer))

    @property
    def pending(self) -> Ask | None:
        """The next question after the answers so far."""
        return self.run(self.answers).pending

    def odds(self, watched: bool = True, **options: Any) -> Odds:
        """The odds of the step."""
        system: Any = Watched(self.system) if watched else self.system
        return odds(system, self.battle, self.command, self.answers, **options)

    def run(self, answers: tuple[Answer, ...], target: str | None = None) -> Resolution:
        """The step with these answers; what concerns several targets is done for one of them, or for all."""

        def known(ask: Ask, _battle: Battle) -> Answer | None:
            if isinstance(ask, ForEach) and target is not None:
                return Each((target,) if target in ask.targets else ())
            return answer_known(self.command, ask)

        return run_command(self.system, self.battle, self.command, answers, known)

    def features(self, after: Battle, target: str | None, watched: bool) -> Mapping[str, float]:
        """The outcome, for one target if there are several."""
        system: Any = Watched(self.system) if watched else self.system
        command = self.command
        if target is not None and command.get("target") != target:
            command = command.but(args=command.args.put("target", target))
        return dict(system.features(self.battle, after, command))


def a_question(fights: Fights, seed: int, small: bool) -> Question:
    """A legal step somewhere in a random battle, some of its asks answered, modifiers given with it and within it.

    Args:
        small: the rolls are of few dice, so that every fall of them can be gone through.
    """
    rng = Random(seed)
    play = Play.begin(fights.system, fights.a_battle(rng))
    for _ in fights.go_on(play, rng, rng.randint(1, 25)):
        pass
    battle = play.battle
    command = _a_step(fights, play, rng)
    mods = _few_dice(fights.system, battle, command, rng) if small else ()
    for _ in range(rng.choice((0, 0, 1, 2))):
        mods = (*mods, _a_mod(battle, rng, "attack"))
    question = Question(play.system, battle, command.but(mods=mods), ())
    for _ in range(rng.choice((0, 1, 2, 3, 4))):
        pending = question.pending
        if pending is None:
            break
        if rng.random() < 0.5:
            answer: Answer = _a_modify(battle, rng, pending, len(question.answers))
        else:
            answer = _an_answer(fights, pending, rng)
        try:
            further = question.but(answer)
            further.run(further.answers)
        except BadAnswer:  # effects that cannot be paid together
            continue
        question = further
    return question


def compare_much(fights: Fights, seed: int, falls: int = 10, times: int = TIMES) -> None:
    """Compares the odds of steps of random battles, always the same for the same seed: of some steps of few dice with
    every fall of them, and of one of any size with playing it this many times.

    Raises:
        AssertionError: odds that are wrong; the message holds the step.
    """
    for number in range(falls):
        compare_with_every_fall(a_question(fights, seed + number, small=True))
    tried = count(seed)
    while not compare_with_play(a_question(fights, next(tried), small=False), seed, times):
        pass


def _a_step(fights: Fights, play: Play, rng: Random) -> Command:
    """Something legal that someone may do, if possible something that asks for dice."""
    first = "attack" if rng.random() < 0.5 else ""
    for who in (*play.battle.up, *fights.may_step_in(play.battle)):
        attempts = fights.all_ways(play, who)
        rng.shuffle(attempts)
        attempts.sort(key=lambda attempt: attempt[0] != first)
        for _, command in attempts[:80]:
            prepared = play.prepare(command)
            if prepared.resolution is not None and prepared.resolution.pending is not None:
                return prepared.command
    return Command("end_turn", play.battle.up[0]) if play.battle.up else Command("end")


def _few_dice(system: System, battle: Battle, command: Command, rng: Random) -> tuple[Mod, ...]:
    """Return modifiers that leave few dice to every roll of the step, whoever rolls."""
    rolls = [roll for roll in system.rules.rolls if roll != "free"]
    given = {command.by, *(value for value in command.args.values() if isinstance(value, str))}
    concerned = [id for id in battle.combatants if id in given]
    return tuple(Mod(f"{id}.{roll}", set=rng.randint(1, 2)) for id in concerned for roll in rolls)


def _a_mod(battle: Battle, rng: Random, roll: str) -> Mod:
    """A modifier of a roll, or of a value that it meets."""
    who = rng.choice(list(battle.combatants))
    if rng.random() < 0.3:
        return Mod(f"{who}.{rng.choice(('defense', 'soak'))}", bonus=rng.randint(-2, 2), label="luck")
    changes: dict[str, Any] = rng.choice(
        (
            {"dice": rng.randint(-2, 2)},
            {"successes": rng.randint(-2, 2)},
            {"double": rng.randint(7, 9)},
            {"reroll": (rng.randint(1, 3),)},
            {"target": 6},
            {"turned": 1},
        )
    )
    return Mod(f"{who}.{rng.choice((roll, roll, 'damage'))}", label="stunt", **changes)


def _a_modify(battle: Battle, rng: Random, pending: Ask, number: int) -> Modify:
    """A modifier given while something is asked, more often than not of the roll that is pending."""
    mod = _a_mod(battle, rng, pending.name if isinstance(pending, Roll) else "attack")
    who = pending.by if isinstance(pending, Roll) and rng.random() < 0.7 else mod.who
    change = Modifier(
        mod.on, mod.dice, mod.successes, mod.bonus, mod.set, mod.double, mod.reroll, mod.target, mod.turned
    )
    return Modify(who, Effect(f"given.{number}", mod.label, (change,), "step"))


def _an_answer(fights: Fights, pending: Ask, rng: Random) -> Answer:
    """A valid answer."""
    if isinstance(pending, Roll):
        return Fall(_thrown(pending, rng))
    if isinstance(pending, Choose):
        return Choice(rng.choice(pending.options).value)
    assert isinstance(pending, Declare)
    return Declared(fights.declared(pending, rng))


def _thrown(roll: Roll, rng: Random) -> tuple[int, ...]:
    """The dice of a roll as they may fall: a face that is rolled again is followed by its second throw, the highest one
    of a die that explodes by another die."""
    faces: list[int] = []
    left = roll.dice
    while left:
        faces.append(rng.randint(1, roll.die.sides))
        if faces[-1] in roll.die.rerolls:
            faces.append(rng.randint(1, roll.die.sides))
        if not (roll.die.explodes and faces[-1] == roll.die.sides):
            left -= 1
    return tuple(faces)


def _every_fall(roll: Roll) -> Iterator[tuple[tuple[int, ...], Fraction]]:
    """Every fall of the dice of a roll with its chance; falls that differ in their order alone come once."""
    if roll.dice > MOST_DICE or roll.die.explodes:
        raise TooLarge
    sides = roll.die.sides
    throws = [((face,), Fraction(1, sides)) for face in range(1, sides + 1) if face not in roll.die.rerolls]
    throws += [((face, again), Fraction(1, sides**2)) for face in roll.die.rerolls for again in range(1, sides + 1)]
    for fallen in combinations_with_replacement(range(len(throws)), roll.dice):
        orders = factorial(roll.dice) // prod(factorial(fallen.count(index)) for index in set(fallen))
        faces = tuple(face for index in fallen for face in throws[index][0])
        yield faces, orders * prod((throws[index][1] for index in fallen), start=Fraction(1))


def _nobody_cares(pending: Ask) -> Answer:
    """The default answer, which the odds assume."""
    if isinstance(pending, Choose):
        values = [option.value for option in pending.options]
        return Choice(pending.default if pending.default in values else values[0])
    assert isinstance(pending, Declare)
    return Declared()


def brute_force(question: Question, target: str | None = None, most_falls: int = MOST_FALLS) -> Chances:
    """What may come of a step, gone through fall by fall.

    Raises:
        TooLarge: there are more than can be gone through.
    """
    waiting = [(question.answers, Fraction(1))]
    found: list[tuple[Mapping[str, float], Fraction]] = []
    runs = 0
    while waiting:
        answers, chance = waiting.pop()
        runs += 1
        if runs + len(waiting) > most_falls:
            raise TooLarge
        resolution = question.run(answers, target)
        pending = resolution.pending
        if pending is None:
            found.append((question.features(resolution.battle, target, watched=True), chance))
        elif isinstance(pending, Roll):
            waiting += [((*answers, Fall(faces)), chance * part) for faces, part in _every_fall(pending)]
        else:
            waiting.append(((*answers, _nobody_cares(pending)), chance))
    return _by_feature(found)


def _by_feature(found: list[tuple[Mapping[str, float], Fraction]]) -> Chances:
    """Each feature by itself; one that an outcome does not name is 0 there."""
    names = {name for features, _ in found for name in features}
    chances: Chances = {name: {} for name in names}
    for features, chance in found:
        for name in names:
            value = features.get(name, 0)
            chances[name][value] = chances[name].get(value, Fraction(0)) + chance
    return chances


def compare_with_every_fall(question: Question, most_falls: int = MOST_FALLS) -> bool:
    """Whether the exact odds of a step are those of all falls of its dice; False where there are too many of those.

    Raises:
        AssertionError: they are not.
    """
    try:
        every = brute_force(question, None, most_falls)
        odds_found = question.odds(asides=True)
        counted = question.odds(watched=False)
    except (TooLarge, BadAnswer):  # some falls leave no room for what was answered beforehand
        return False
    assert not odds_found.too_many
    for target, features in odds_found.targets or ((None, odds_found.features),):
        wanted = every if target is None else brute_force(question, target, most_falls)
        assert {feature.name: dict(feature.chances) for feature in features} == wanted, question
    # What the game counts comes out the same where the rest is left out.
    for target, features in counted.targets or ((None, counted.features),):
        wanted = every if target is None else brute_force(question, target, most_falls)
        assert all(dict(feature.chances) == wanted[feature.name] for feature in features), question
    return True


def compare_with_play(question: Question, seed: int, times: int = TIMES) -> bool:
    """Whether the exact odds of a step agree with playing it many times, within four standard deviations of the mean;
    False where there are no odds.

    Raises:
        AssertionError: they do not.
    """
    try:
        odds_found = question.odds(watched=False, most_runs=30_000)
    except BadAnswer:
        return False
    if odds_found.too_many or not any(len(feature.chances) > 1 for feature in odds_found.features):
        return False
    rng = Random(seed)
    sums = dict.fromkeys((feature.name for feature in odds_found.features), 0.0)
    target = odds_found.targets[0][0] if odds_found.targets else None
    for _ in range(times):
        resolution = question.run(question.answers, target)
        answers = question.answers
        while resolution.pending is not None:
            pending = resolution.pending
            answer = Fall(_thrown(pending, rng)) if isinstance(pending, Roll) else _nobody_cares(pending)
            answers = (*answers, answer)
            resolution = question.run(answers, target)
        for name, value in question.features(resolution.battle, target, watched=False).items():
            sums[name] += value
    for feature in odds_found.features:
        mean = float(feature.mean)
        variance = sum((value - mean) ** 2 * float(chance) for value, chance in feature.chances)
        apart = abs(sums[feature.name] / times - mean)
        assert apart <= SIGMAS * sqrt(variance / times) + 1e-9, f"{feature.name}: {apart} off {mean} of {question}"
    return True
