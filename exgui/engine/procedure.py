"""Procedures: generators that resolve a rule, yield events, and ask for what they cannot know (dice, choices).

A procedure is never stored while it runs. A step in progress is its command and the answers so far; `resolve` runs it
again from the start (microseconds) whenever its current ask is needed.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Generator, Iterable, Mapping
from typing import Any, TypeVar

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
    declared_id,
)
from exgui.engine.battle import Battle
from exgui.engine.dice import D10, MOST_DICE, Die, dice_count, facts_of, possible
from exgui.engine.effects import Effect, Modifier, modify_die, turn_dice
from exgui.engine.events import EffectBegan, EffectEnded, Event, Noted, Rolled
from exgui.engine.evolve import APPLY, FOR_THE_LOG, evolve
from exgui.engine.explained import NOTHING, Explained
from exgui.engine.record import EMPTY, Record, Value
from exgui.engine.sentences import Sentence

AUTO_ROLL = Sentence("Auto-roll chooses effects for {who}.")
T = TypeVar("T")
Procedure = Generator[Event | Ask, Answer | None, T]
Steps = Procedure[None]
"""A procedure that yields only events and returns nothing."""

LONGEST_STEP = 20_000
"""The most events and asks of one step; a procedure with more is taken to be an endless loop."""

Number = Callable[[Battle], Explained]
"""A number as a function of the battle, asked again after every event."""


class BadAnswer(ValueError):
    """An answer that does not fit what was asked; the message says why, in a sentence."""


class Result(Record):
    """The result of a roll, as the procedure that asked for it receives it.

    Attributes:
        successes: of the dice, plus automatic successes, less penalties; may be below 0.
        dice: number of dice rolled.
        difficulty: the successes needed, None if there was no such number.
        faces: the faces of the dice, if known.
        facts: the requested facts, in order.
    """

    successes: int
    dice: int
    difficulty: int | None
    faces: tuple[int, ...] | None
    facts: tuple[int, ...]
    score: int = 0

    @property
    def met(self) -> bool:
        """Return whether the difficulty was reached (True if there is none)."""
        return self.difficulty is None or self.successes >= self.difficulty

    @property
    def threshold(self) -> int:
        return self.successes - (self.difficulty or 0)


class Scene:
    """What a running procedure works with: the battle after the last event, and the asks.

    The asks below are generators: `result = yield from scene.roll(...)`.
    """

    def __init__(
        self, battle: Battle, take_defaults: bool = False, declares: Mapping[str, tuple[str, ...]] = EMPTY
    ) -> None:
        """Start with a battle.

        Args:
            take_defaults: choices that play does not stop for take their default without being asked (see `resolve`).
            declares: see `Command`.
        """
        self.battle = battle
        self.take_defaults = take_defaults
        self.declares = declares
        self._rolls: defaultdict[str, int] = defaultdict(int)

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
        adds_later: bool = False,
    ) -> Procedure[Result]:
        """Ask for a roll and return its result. A pool of 0 dice is not asked for: its result is the automatic
        successes.

        Numbers are functions of the battle, so that a modifier given while the roll is pending shows at once.

        Args:
            die: which dice, or a function of the battle that returns them.
            threshold_only: all results below the difficulty mean the same.
            memoryless: apart from the log, what follows depends on this roll only through its successes and facts, and
                on earlier rolls only through the present battle.
            pass_at: the roll passes at this number or below; nothing else about the result may matter.
            rolled_for, adds_later: see `Roll`.
        """
        key = f"{by}.{name}"
        nth = self._rolls[key]
        self._rolls[key] = nth + 1

        def ask_now() -> Roll:
            """Return the ask, with its numbers from the present battle. In every game the effects on the roller
            change the dice last.
            """
            battle = self.battle
            dice = pool(battle)
            bonus = auto(battle) if auto else NOTHING
            thrown = die(battle) if callable(die) else die
            if by in battle.combatants and (effects := battle.combatants[by].effects):
                dice, bonus = turn_dice(dice, bonus, effects, name)
                thrown = modify_die(thrown, effects, name)
            goal = difficulty(battle) if difficulty else None
            least = goal.total - bonus.total if threshold_only and goal is not None else None
            limit = pass_at(battle) if pass_at else None
            shown = label or name
            return Roll(
                by, name, dice, bonus, goal, thrown, facts, least, nth, shown, against, memoryless, limit, rolled_for,
                adds_later,
            )  # fmt: skip

        return self.settle_roll(key, ask_now)

    def settle_roll(self, key: str, ask_now: Callable[[], Roll]) -> Procedure[Result]:
        """Ask for a roll until it is answered, and return its result.

        Args:
            ask_now: returns the ask, with its numbers from the present battle.
        """
        while True:
            ask = ask_now()
            rolled = ask.dice
            if rolled > MOST_DICE:
                most = f"{MOST_DICE:,} are the most. Lower what it is made of."
                raise BadAnswer(f"{key}: a pool of {rolled:,} dice is too large; {most}")
            answer: Answer | None = (yield ask) if rolled else Fall(())
            if type(answer) is not Modify:
                break
            yield self._modified(answer)
        faces, score, seen, by_app = _settled(ask, rolled, answer)
        bonus, goal, thrown = ask.auto, ask.difficulty, ask.die
        total = score + bonus.total
        limit = goal.total if goal is not None else None
        passed = None
        if ask.pass_at is not None:
            passed = total <= ask.pass_at.total
        elif limit is not None and not ask.adds_later:
            passed = total >= limit
        parts, unit = bonus.parts, thrown.unit
        yield Rolled(ask.by, ask.name, ask.pool, faces, score, total, limit, by_app, parts, unit, thrown.scores, passed)
        return Result(total, rolled, limit, faces, seen, score)

    def work_out(self, of: Callable[[Battle], T]) -> T:
        """Return a value computed from the present battle alone. For slow values: the odds, which run a procedure up
        to the same roll again and again, compute it only once.
        """
        return of(self.battle)

    def part(self, of: Callable[[], Procedure[T]]) -> Procedure[T]:
        """Run a part of a procedure and return its result. The odds, which run a procedure again and again up to the
        point where outcomes differ, run a part only once if it ends before that point.

        It must change nothing but the battle, and depend only on the battle, the answers and what was settled before
        it.
        """
        return of()

    def aside(self, of: Callable[[], Steps]) -> Steps:
        """Run a part of a procedure that changes nothing the odds count: they skip it, unless it contains the ask
        they have reached.
        """
        return of()

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
        """Ask for a choice and return the chosen value. A single option is chosen without asking, the default if there
        are no options.

        Without `stop` play continues with the default. Secret choices are not shown before all have chosen. If `by` is
        "", the question goes to everyone whom one of the options is about.
        """
        choices = tuple(options)
        if len(choices) < 2:
            return choices[0].value if choices else default
        if self.take_defaults and not stop:
            return default
        while True:
            answer = yield Choose(by, name, prompt, choices, default, stop, secret, fate)
            if isinstance(answer, Modify):
                yield self._modified(answer)
                continue
            break
        if not isinstance(answer, Choice):
            raise BadAnswer(f"{name} needs a choice")
        for option in choices:
            if option.value == answer.value:
                return option.value
        allowed = ", ".join(str(option.value) for option in choices)
        raise BadAnswer(f"{name} must be one of {allowed}, not {answer.value}")

    def declare(self, by: str, moment: str, effects: Iterable[Option]) -> Procedure[tuple[str, ...]]:
        """Ask which effects are declared, and return their ids. Nothing is asked if none fits, unless the combatant
        is always asked or one of their effects is to be declared at this moment.
        """
        fitting = tuple(effects)
        if not fitting and not self.battle.who(by).asked:
            wanted = (*self.declares.get(moment, ()), *self.declares.get(f"{by}.{moment}", ()))
            if all(id not in self.battle.who(by).gear for id in wanted):
                return ()
        while True:
            answer = yield Declare(by, moment, fitting)
            if isinstance(answer, Modify):
                yield self._modified(answer)
                continue
            break
        if not isinstance(answer, Declared):
            raise BadAnswer(f"{moment} needs the declared effects, or none")
        known = {option.value for option in fitting}
        ids = [declared_id(text) for text in answer.effects]
        for id in ids:
            if id not in known:
                raise BadAnswer(f"{id} can’t be declared now")
        if len(set(ids)) < len(ids):
            raise BadAnswer(f"{moment}: an effect is declared twice")
        if answer.by_app and ids:
            yield Noted(AUTO_ROLL(who=self.battle.who(by)), by)
        return answer.effects

    def for_each(self, targets: Iterable[str]) -> Procedure[tuple[str, ...]]:
        """Ask which targets to continue with, and return them; a single target is not asked for."""
        all_of_them = tuple(targets)
        if not all_of_them[1:]:
            return all_of_them
        answer = yield ForEach(all_of_them)
        if not isinstance(answer, Each):
            raise BadAnswer("the answer needs the targets it is done for")
        for target in answer.targets:
            if target not in all_of_them:
                raise BadAnswer(f"{target} is not among {', '.join(all_of_them)}")
        return answer.targets

    def _modified(self, answer: Modify) -> Event:
        if answer.who not in self.battle.combatants:
            raise BadAnswer(f"no combatant has the id {answer.who!r}, so no modifier can be given")
        return EffectBegan(answer.who, answer.effect)


def settle(roll: Roll, answer: Answer | None) -> Fall:
    """Check the answer to a roll and complete it: score and facts are computed from the faces, if given.

    Facts missing beside a score count as 0.

    Raises:
        BadAnswer: not an answer to a roll, not as many dice as the pool has, a face that the die does not have, or a
            result or fact that those dice cannot give.
    """
    return Fall(*_settled(roll, roll.dice, answer))


def _settled(roll: Roll, dice: int, answer: Answer | None) -> tuple[tuple[int, ...] | None, int, tuple[int, ...], bool]:
    """Return the parts of the `Fall` that `settle` returns: faces, score, facts, and whether the app rolled.

    Args:
        dice: number of dice in the roll.
    """
    if type(answer) is not Fall:
        raise BadAnswer(f"{roll.key} needs a roll of {dice} dice")
    faces = answer.faces
    if faces is not None:
        score, seen = _worth(roll, dice, faces)
        return faces, score, seen, answer.by_app
    if answer.score is None:
        raise BadAnswer(f"{roll.key} needs faces or {roll.die.unit}")
    lowest = min(roll.die.scores) * dice
    highest = roll.die.highest * dice
    if answer.score < lowest or (answer.score > highest and not roll.die.explodes):
        raise BadAnswer(f"{roll.key}: {dice} dice give {lowest} to {highest} {roll.die.unit}, not {answer.score}")
    if answer.facts and len(answer.facts) != len(roll.facts):
        raise BadAnswer(f"{roll.key} needs {len(roll.facts)} facts of the dice, not {len(answer.facts)}")
    known = dict(zip(roll.facts, answer.facts, strict=True)) if answer.facts else {}
    if not possible(roll.die, dice, answer.score, known.get("ones"), known.get("maxima")):
        described = "".join(f" with {name} {number}" for name, number in known.items())
        if roll.die.explodes:
            described += f": whatever shows {roll.die.sides} is rolled again and added"
        raise BadAnswer(f"{roll.key}: {dice} dice can’t give {answer.score} {roll.die.unit}{described}")
    return None, answer.score, answer.facts or (0,) * len(roll.facts), answer.by_app


def _worth(roll: Roll, dice: int, faces: tuple[int, ...]) -> tuple[int, tuple[int, ...]]:
    """Return the score of the given faces, and the requested facts."""
    die = roll.die
    try:
        score = die.score(faces)
        if die.rerolls:
            faces = die.kept(faces, dice)
            score = die.score(faces)
    except KeyError as wrong:
        raise BadAnswer(f"{roll.key}: a {die.label} shows 1 to {die.sides}, not {wrong}") from None
    count = len(faces)
    if die.explodes:
        count -= faces.count(die.sides)
        if faces and faces[-1] == die.sides:
            raise BadAnswer(f"{roll.key}: the last die shows {die.sides} and is rolled again")
    if count != dice:
        again = f"; {roll.die.how}, each followed by its second throw" if roll.die.rerolls else ""
        raise BadAnswer(f"{roll.key}: {dice_count(count)} given, but the pool is {dice} ({roll.pool}){again}")
    return score, facts_of(die, faces, roll.facts) if roll.facts else ()


class Resolution(Record):
    """The state of a step: what it has done so far, and what it asks next.

    Attributes:
        battle: the battle after the last event.
        events: the events so far.
        pending: the open ask, None when the step is finished.
        asked: the asks that were answered, in order.
        marks: for each of them, the number of events before it.
    """

    battle: Battle
    events: tuple[Event, ...]
    pending: Ask | None
    asked: tuple[Ask, ...] = ()
    marks: tuple[int, ...] = ()

    @property
    def finished(self) -> bool:
        return self.pending is None


Driver = Callable[[Ask, Battle], Answer | None]
"""A function that answers each ask of a procedure; None leaves the ask open."""


def resolve(
    procedure: Callable[[Scene], Steps],
    battle: Battle,
    answers: Iterable[Answer] = (),
    mods: tuple[tuple[str, Effect], ...] = (),
    driver: Driver | None = None,
    take_defaults: bool = False,
    declares: Mapping[str, tuple[str, ...]] = EMPTY,
) -> Resolution:
    """Run a procedure from its start. What `driver` does not answer takes the next of `answers`; the first ask without
    an answer is pending.

    Modifiers are in force from the start to the end of the step; effects that last for the step end with it.

    Args:
        take_defaults: choices that play does not stop for take their default without being asked, for fights that run
            without people.
        declares: see `Command`.

    Raises:
        BadAnswer: an answer does not fit its ask.
    """
    scene = Scene(battle, take_defaults, declares)
    events: list[Event] = []
    asked: list[Ask] = []
    marks: list[int] = []
    given = iter(answers)
    for who, effect in mods:
        event: Event = EffectBegan(who, effect)
        scene.battle = evolve(scene.battle, event)
        events.append(event)
    running = procedure(scene)
    following, happened = running.send, events.append
    reply: Answer | None = None
    try:
        for _ in range(LONGEST_STEP + 1):  # the last round only finds the end
            item: Any = following(reply)
            kind = type(item)
            if kind in APPLY:
                if kind not in FOR_THE_LOG:
                    scene.battle = APPLY[kind](scene.battle, item)
                happened(item)
                reply = None
                continue
            reply = driver(item, scene.battle) if driver is not None else None
            if reply is None:
                reply = next(given, None)
            if reply is None:
                running.close()
                return Resolution(scene.battle, tuple(events), item, tuple(asked), tuple(marks))
            asked.append(item)
            marks.append(len(events))
        raise BadAnswer("the step never ends")
    except StopIteration:
        pass
    if next(given, None) is not None:
        raise BadAnswer("there are more answers than the step asks for")
    after = scene.battle
    for ended in step_effects(after):
        after = evolve(after, ended)
        events.append(ended)
    return Resolution(after, tuple(events), None, tuple(asked), tuple(marks))


def step_effects(battle: Battle) -> tuple[Event, ...]:
    """Return the events that end all effects that last for one step."""
    out: list[Event] = []
    for id in battle.combatants:
        one = battle.combatants[id]
        if one.effects:
            out += [EffectEnded(one.id, effect.id) for effect in one.effects if effect.until == "step"]
    return tuple(out)


def mod_effects(command: Command) -> tuple[tuple[str, Effect], ...]:
    """Return a command's modifiers as effects that last for the step, each with its bearer."""
    if not command.mods:
        return ()
    return tuple(
        (
            mod.who,
            Effect(
                f"mod.{index}",
                mod.label,
                (
                    Modifier(
                        mod.on,
                        mod.dice,
                        mod.successes,
                        mod.bonus,
                        mod.set,
                        mod.double,
                        mod.reroll,
                        mod.target,
                        mod.turned,
                    ),
                ),
                "step",
            ),
        )
        for index, mod in enumerate(command.mods)
    )
