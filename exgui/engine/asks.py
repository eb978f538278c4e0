"""Asks and answers: what a procedure asks while it runs, and how it can be answered.

A procedure is a generator that yields events and asks; its caller (the window, a scenario, the odds, a simulation)
answers the asks. Asks and answers are plain records, so that a step in progress can be written down as its command and
the answers given so far, and run again.
"""

from __future__ import annotations

from collections.abc import Collection

from msgspec.structs import force_setattr

from exgui.engine.dice import D10, Die
from exgui.engine.effects import Effect
from exgui.engine.explained import NOTHING, Explained
from exgui.engine.record import EMPTY, Record, Table, Tagged, Value, freeze


class Roll(Record):
    """The ask for a roll of dice.

    Attributes:
        by: id of the roller.
        name: the roll's name in the ruleset's catalogue ("attack").
        pool: number of dice; a total below 0 counts as 0.
        auto: automatic successes, fixed bonuses, external penalties: the engine adds them to the dice.
        difficulty: the successes needed, None if there is no such number (an opposed roll, damage).
        die: the kind of die.
        facts: what else about the dice matters ("ones", "maxima"), see `dice.facts_of`.
        least: all scores below this mean the same to the procedure (so the odds look at only one of them).
        memoryless: what follows depends on this roll only through its successes and facts, and on earlier rolls only
            through the present battle (so the odds go through each such case once).
        nth: number of earlier rolls of this name by the same combatant in the step.
        label: the name shown ("Attack").
        against: id of the opponent, "" for none.
        pass_at: the roll passes at this result or below; apart from that the result means nothing. None if it is not
            passed or failed in this way.
        rolled_for: ids of the combatants for whom it is rolled, if `by` is not one of them, or not the only one; a
            scenario may answer it under the name of any of them.
        adds_later: something may be added after it, and a note says then whether it was passed (`decides`, see
            `Noted`).
    """

    by: str
    name: str
    pool: Explained
    auto: Explained = NOTHING
    difficulty: Explained | None = None
    die: Die = D10
    facts: tuple[str, ...] = ()
    least: int | None = None
    nth: int = 0
    label: str = ""
    against: str = ""
    memoryless: bool = False
    pass_at: Explained | None = None
    rolled_for: tuple[str, ...] = ()
    adds_later: bool = False

    @property
    def dice(self) -> int:
        total = self.pool.total
        return total if total > 0 else 0

    @property
    def key(self) -> str:
        """Return `<combatant>.<roll name>`: the key under which scenarios answer it."""
        return f"{self.by}.{self.name}"


class Option(Record):
    """One option of a choice.

    Attributes:
        most: the largest amount that can be declared ("excellency:4"); 0 for an effect without an amount.
        about: id of the combatant it is about, if one question goes to several: picking their token chooses it.
    """

    value: Value
    label: str
    most: int = 0
    about: str = ""


class Choose(Record):
    """The ask for a choice of one option.

    Attributes:
        by: id of the combatant who chooses; "" if several may answer, each of whom some options are about.
        name: the choice's name, by which a command can answer it beforehand.
        default: the value used if no one is asked.
        stop: play stops and asks; otherwise the default is used, unless the command's `choose` has a value.
        secret: the choice is not shown before everyone has chosen: until the step asks something that is not secret, or
            ends.
        fate: it decides a combatant's fate: the storyteller is asked even if the app rolls for them.
    """

    by: str
    name: str
    prompt: str
    options: tuple[Option, ...]
    default: Value = None
    stop: bool = True
    secret: bool = False
    fate: bool = False


class Declare(Record):
    """The ask for the effects that a player declares.

    Attributes:
        moment: where in the resolution this is ("attack", "defense", "damage").
        effects: the player's effects that fit this moment and can be paid for.
    """

    by: str
    moment: str
    effects: tuple[Option, ...] = ()


class ForEach(Record):
    """The ask for the targets to continue with, if the rest of a step is done for each target separately.

    In a played battle the answer is all of them; the odds go through them one at a time.
    """

    targets: tuple[str, ...]
    name: str = "targets"


Ask = Roll | Choose | Declare | ForEach


class Fall(Tagged, tag="fall"):
    """The answer to a roll: the `faces` of the dice, or only their `score` (and the requested `facts`, in order).

    `by_app` is true for the app's dice, false for dice rolled at the table.
    """

    faces: tuple[int, ...] | None = None
    score: int | None = None
    facts: tuple[int, ...] = ()
    by_app: bool = False


class Choice(Tagged, tag="choice"):
    """The answer to a choice: the chosen option's value."""

    value: Value

    def __post_init__(self) -> None:
        force_setattr(self, "value", freeze(self.value))


class Declared(Tagged, tag="declared"):
    """The answer to a `Declare`: the ids of the declared effects; none ends the declaring.

    An effect declared in an amount has the amount after a colon ("excellency:4"); see `declared_id`.

    `by_app`: the app chose them, for a combatant for whom no one is asked.
    """

    effects: tuple[str, ...] = ()
    by_app: bool = False


def declared_id(text: str) -> str:
    """Return the effect's id in a declaration, without the amount: "excellency" of "excellency:4"."""
    return text.partition(":")[0]


class Each(Tagged, tag="each"):
    """The answer to a `ForEach`: the targets to continue with."""

    targets: tuple[str, ...]


class Modify(Tagged, tag="modify"):
    """The answer that adds a one-off modifier to a pending roll: the effect begins, and the roll is asked again."""

    who: str
    effect: Effect


Answer = Fall | Choice | Declared | Each | Modify


class Mod(Record):
    """A modifier that comes with a command, from a scenario or the window's modifier line.

    Attributes:
        to: `<combatant>.<roll or value>`; the roll or value may contain dots ("bandit.soak.lethal"), an id does not.
        set: None leaves the value as it is.
        double, reroll, target, turned: as in `effects.Modifier`.
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
        """Return the id of the combatant whose roll or value it changes."""
        return self.to.partition(".")[0]

    @property
    def on(self) -> str:
        """Return the name of the roll or value it changes."""
        return self.to.partition(".")[2]


class Command(Record):
    """An action of a combatant or the storyteller: one step of a battle.

    Attributes:
        do: the step's name ("attack", "end_turn").
        by: id of the acting combatant, "" if no combatant acts.
        args: its parameters.
        mods: modifiers in force during the step.
        choose: answers known beforehand, by the name of the choice.
        overrule: the storyteller allows it against the rules.
        tick: the tick of the step, for a combatant who steps in before the current turn.
        stay_hidden: it reveals no hidden combatant and no unknown name to the players.
        declares: ids of effects that will be declared, by the moment: their bearer is asked even if none fits.
    """

    do: str
    by: str = ""
    args: Table[str, Value] = EMPTY
    mods: tuple[Mod, ...] = ()
    overrule: bool = False
    tick: int | None = None
    choose: Table[str, Value] = EMPTY
    stay_hidden: bool = False
    declares: Table[str, tuple[str, ...]] = EMPTY

    def __post_init__(self) -> None:
        force_setattr(self, "args", freeze(self.args))
        if self.choose is not EMPTY:
            force_setattr(self, "choose", freeze(self.choose))

    def get(self, name: str, default: Value = None) -> Value:
        """Return one parameter, or `default` if it is missing."""
        return self.args.get(name, default)


def command(do: str, by: str = "", /, **args: Value) -> Command:
    """Return a command in short: `command("attack", "volfer", target="bandit")`."""
    return Command(do, by, freeze(args))


class Violation(Record):
    """A broken rule: its catalogue id and a sentence that says why.

    `final`: not even the storyteller can allow it, because it makes no sense (an unknown id, nothing to attack).
    """

    rule: str
    text: str
    final: bool = False

    def __str__(self) -> str:
        return f"{self.text} ({self.rule})" if self.rule else self.text


def hopeless(broken: Collection[Violation]) -> bool:
    """Return whether one of these can't be allowed even by the storyteller."""
    return bool(broken) and True in [violation.final for violation in broken]  # there are mostly none
