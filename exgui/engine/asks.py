"""What a procedure asks, and what it may be answered.

A procedure is a generator that yields events and asks; whoever drives it answers the asks: the window, a scenario, the
odds, a simulation. Asks and answers are plain records, so that a step in progress can be written down as its command
and the answers given so far, and run again.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Literal

from exgui.engine.dice import Die
from exgui.engine.effects import Effect
from exgui.engine.explained import NOTHING, Explained
from exgui.engine.record import EMPTY, Record, Table, Value, freeze


@dataclass(frozen=True)
class Roll(Record):
    """Dice are to fall.

    Attributes:
        by: who rolls.
        name: the roll's name in the ruleset's catalogue ("attack").
        pool: number of dice; a total below 0 counts as 0.
        auto: automatic successes, fixed bonuses, external penalties: applied by the engine to whatever the dice gave.
        difficulty: what is to be reached, None where there is no such number (an opposed roll, damage).
        die: which dice, and what they are worth.
        facts: what else of the dice matters ("ones", "maxima"), see `dice.facts_of`.
        least: scores below this all mean the same to the procedure (the odds then look at one of them only).
        memoryless: what follows depends on this roll only by its successes and facts, and on the rolls before it only
            by the battle as it stands now (the odds then go through it once for each of these).
        nth: how many rolls of this name by this one came before in the step.
        label: the name for people ("Attack").
        against: whom it is rolled against, "" for nobody.
    """

    by: str
    name: str
    pool: Explained
    auto: Explained = NOTHING
    difficulty: Explained | None = None
    die: Die = field(default_factory=lambda: Die(10, (0, 0, 0, 0, 0, 0, 1, 1, 1, 2)))
    facts: tuple[str, ...] = ()
    least: int | None = None
    nth: int = 0
    label: str = ""
    against: str = ""
    memoryless: bool = False

    @property
    def dice(self) -> int:
        """How many dice are to be rolled."""
        total = self.pool.total
        return total if total > 0 else 0

    @property
    def key(self) -> str:
        """`<combatant>.<roll name>`, by which scenarios answer it."""
        return f"{self.by}.{self.name}"


@dataclass(frozen=True)
class Option(Record):
    """One thing that can be chosen.

    Attributes:
        most: for an effect that can be declared in several measures, how many at most ("excellency:4"); 0 where there
            is nothing to measure.
    """

    value: Value
    label: str
    most: int = 0


@dataclass(frozen=True)
class Choose(Record):
    """Somebody chooses. `default` is taken where nobody cares.

    `stop`: play stops for it. Otherwise the default is taken unless the command's `choose` says else.
    """

    by: str
    name: str
    prompt: str
    options: tuple[Option, ...]
    default: Value = None
    stop: bool = True


@dataclass(frozen=True)
class Declare(Record):
    """Somebody may declare effects now.

    Attributes:
        moment: where in the resolution this is ("attack", "defense", "damage").
        effects: what it has that fits here and can be paid.
    """

    by: str
    moment: str
    effects: tuple[Option, ...] = ()


@dataclass(frozen=True)
class ForEach(Record):
    """What follows is done for each of these on its own, independently of the others.

    The answer is the tuple of those to do it for: all of them when playing, one at a time for the odds.
    """

    targets: tuple[str, ...]
    name: str = "targets"


Ask = Roll | Choose | Declare | ForEach


@dataclass(frozen=True)
class Fall(Record):
    """How the dice fell: `faces` as they lie, or only their `score` (and the `facts` that were asked for, in their
    order).

    `by_app` tells the app's dice from those of the table.
    """

    faces: tuple[int, ...] | None = None
    score: int | None = None
    facts: tuple[int, ...] = ()
    by_app: bool = False
    kind: Literal["fall"] = "fall"


@dataclass(frozen=True)
class Choice(Record):
    """The chosen option's value."""

    value: Value
    kind: Literal["choice"] = "choice"

    def __post_init__(self) -> None:
        object.__setattr__(self, "value", freeze(self.value))


@dataclass(frozen=True)
class Declared(Record):
    """The effects that were declared, by id; none ends the declaring.

    What can be declared in several measures has the measure after a colon ("excellency:4"); see `declared_id`.
    """

    effects: tuple[str, ...] = ()
    kind: Literal["declared"] = "declared"


def declared_id(text: str) -> str:
    """The id in what was declared, without what the game wants to know besides: "excellency" of "excellency:4"."""
    return text.partition(":")[0]


@dataclass(frozen=True)
class Each(Record):
    """For whom what follows is done."""

    targets: tuple[str, ...]
    kind: Literal["each"] = "each"


@dataclass(frozen=True)
class Modify(Record):
    """A one-off modifier given while a roll is pending: the effect begins, and the roll is asked for anew."""

    who: str
    effect: Effect
    kind: Literal["modify"] = "modify"


Answer = Fall | Choice | Declared | Each | Modify


@dataclass(frozen=True)
class Mod(Record):
    """A modifier that comes with a command, as scenarios and the window's modifier line give it.

    Attributes:
        to: `<combatant>.<roll or value>`; the latter may have dots of its own ("bandit.soak.lethal"), an id has none.
        set: None leaves the value as it is.
        double, reroll, target, turned: as those of `effects.Modifier`.
    """

    to: str
    dice: int = 0
    successes: int = 0
    bonus: int = 0
    set: int | None = None
    label: str = "modifier"
    double: int | None = None
    reroll: tuple[int, ...] = ()
    target: int | None = None
    turned: int = 0

    @property
    def who(self) -> str:
        """Whose roll or value it changes."""
        return self.to.partition(".")[0]

    @property
    def on(self) -> str:
        """Which roll or value."""
        return self.to.partition(".")[2]


@dataclass(frozen=True)
class Command(Record):
    """What somebody does: one step of a battle.

    Attributes:
        do: the step's name ("attack", "end_turn").
        by: who does it, "" where nobody in the battle does.
        args: its parameters.
        mods: modifiers in force from its beginning to its end.
        choose: answers known beforehand, by the name of the choice.
        overrule: the storyteller allows it against the rules.
        tick: the tick on which it is done, for one who steps in earlier than the turn now up.
    """

    do: str
    by: str = ""
    args: Table[str, Value] = EMPTY
    mods: tuple[Mod, ...] = ()
    overrule: bool = False
    tick: int | None = None
    choose: Table[str, Value] = EMPTY

    def __post_init__(self) -> None:
        object.__setattr__(self, "args", freeze(self.args))
        object.__setattr__(self, "choose", freeze(self.choose))

    def get(self, name: str, default: Value = None) -> Value:
        """One parameter."""
        return self.args.get(name, default)


def command(do: str, by: str = "", /, **args: Value) -> Command:
    """A command in short: `command("attack", "volfer", target="bandit")`."""
    return Command(do, by, freeze(args))


@dataclass(frozen=True)
class Violation(Record):
    """A broken rule: its catalogue id and a sentence that says why.

    `final`: not even the storyteller can allow it, because it makes no sense (nobody of that name, nothing to attack).
    """

    rule: str
    text: str
    final: bool = False

    def __str__(self) -> str:
        return f"{self.text} ({self.rule})" if self.rule else self.text


def hopeless(broken: Iterable[Violation]) -> bool:
    """Among these is something that not even the storyteller can allow."""
    return any(violation.final for violation in broken)
