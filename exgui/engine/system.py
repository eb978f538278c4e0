"""`System`: the protocol of a game. The window, the play, the scenarios and the odds know a game only through it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Protocol, cast, runtime_checkable

from exgui.engine.asks import Command, Violation
from exgui.engine.battle import Battle
from exgui.engine.explained import Explained
from exgui.engine.memo import remembered
from exgui.engine.procedure import Scene, Steps
from exgui.engine.record import Record, Value
from exgui.engine.timeline import Timeline


class Candidate(Record):
    """One thing that could be given for a parameter of a command, and the rules it would break.

    Attributes:
        about: id of the combatant or zone that the value belongs to; a click on that one chooses the value.
        action: id of the action in the actions table that the value is a use of; the values of one action are shown
            together.
    """

    value: Value
    label: str
    violations: tuple[Violation, ...] = ()
    about: str = ""
    action: str = ""


class Reach(Record):
    """How far a zone is from somebody.

    Attributes:
        label: the range in the game's word, with what an attack over it needs ("medium · Aim").
        band: 0 for the nearest; None where the zone cannot be reached at all.
        move: one move leads there.
    """

    label: str
    band: int | None
    move: bool = False


class Badge(Record):
    """A state shown on a token: icon name, what it says on hover, and a short text (a count) or ""."""

    id: str
    icon: str
    text: str
    short: str = ""
    tone: str = "state"


class Figure(Record):
    """A number shown in the panel: a value, a track or a short word."""

    id: str
    label: str
    value: Explained
    text: str = ""
    tone: str = ""
    path: str = ""


class Reminder(Record):
    """Something not to be forgotten in this round.

    Attributes:
        id: the same for the same thing in the same round, so that it can be ticked off.
        who: whom it is about, "" for nobody.
        step: what would do it, None where there is nothing to do but to remember.
        fate: it decides what becomes of somebody, and is shown as soon as it is to be decided.
    """

    id: str
    text: str
    who: str = ""
    rule: str = ""
    step: Command | None = None
    fate: bool = False


class System(Protocol):
    """One game, bound to one ruleset.

    Attributes:
        options_read: ids of the options that the game's code asks for; any other one in a ruleset would change nothing.
        action_keys: which of `type` and `defense` of an action the game's code reads.
    """

    id: str
    rules: Any
    options_read: frozenset[str]
    action_keys: frozenset[str]

    def wrong_constants(self) -> Iterator[tuple[tuple[int | str, ...], str]]:
        """The constants of the ruleset with a value of the right form that the game cannot play by: the path of each
        among the constants, and a message that says what would be right."""

    def prepare(self, battle: Battle) -> Battle:
        """The battle with everything that the game adds to its combatants before the start (tracks, natural
        weapons)."""

    def check(self, battle: Battle, command: Command) -> tuple[Violation, ...]:
        """All rules that the command would break; empty when it is legal. Cheap, and without side effects."""

    def procedure(self, scene: Scene, command: Command) -> Steps:
        """The procedure that carries the command out."""

    def complete(self, battle: Battle, command: Command) -> Command:
        """The command with the parameters filled in that were left to their defaults."""

    def candidates(self, battle: Battle, command: Command, param: str) -> tuple[Candidate, ...]:
        """What could be given for a parameter, with the other parameters as they are in `command`."""

    def possible_steps(self, battle: Battle, who: str, action: str = "") -> Iterator[Command]:
        """The steps that somebody could try now, likely ones first: complete commands, made one at a time.

        They are not checked: `check` says of each whether it is legal, so whoever needs one step need not check all.

        Args:
            action: id of the action in the actions table to try; "" for every action that is not ruled out whatever
                its target.
        """

    def actions(self, battle: Battle, who: str) -> Mapping[str, tuple[Violation, ...]]:
        """Every action of the ruleset's table, each with the rules that forbid it now whatever is given for its
        parameters; no rules where some way to do it is legal."""

    def number(self, battle: Battle, who: str, name: str) -> Explained:
        """A value ("parry") or a track ("initiative") as it stands now, with its parts.

        Raises:
            KeyError: the game knows no such number.
        """

    def figures(self, battle: Battle, who: str) -> tuple[Figure, ...]:
        """The numbers of one combatant that the panel shows."""

    def badges(self, battle: Battle, who: str) -> tuple[Badge, ...]:
        """The states that somebody's token shows."""

    def reach(self, battle: Battle, who: str) -> Mapping[str, Reach]:
        """How far every zone is from somebody, by zone id."""

    def timeline(self, battle: Battle) -> Timeline:
        """The time line: who acts when."""

    def standing(self, battle: Battle, who: str) -> bool:
        """Whether somebody can still fight."""

    def summary(self, battle: Battle, who: str) -> str:
        """What somebody does and where they stand, in a few words ("acts now · close to Kesh")."""

    def progress(self, battle: Battle, who: str) -> tuple[str, int, int] | None:
        """How far somebody has come on the way into another zone: the zone's id, how much is covered, and how much
        there is in all; None for somebody who is not on the way anywhere."""

    def features(self, before: Battle, after: Battle, command: Command) -> Mapping[str, float]:
        """The figures of an outcome that the odds count: 1 or 0 for what happens or not, a number for what is gained or
        lost; in the order in which the window shows them."""

    def checklist(self, battle: Battle) -> tuple[Reminder, ...]:
        """What is easily forgotten at the start of a round, as far as it applies now."""

    def view(self, battle: Battle) -> dict[str, Any]:
        """The battle as scenarios see it, without the log."""


@remembered(64)  # a dozen calls of the standard library each time, and some parts are asked for after every step
def implements(game: type, part: type) -> bool:
    """Whether a game's class has all that an optional part of it asks for, a protocol such as `Reminding`."""
    return issubclass(game, part)


@runtime_checkable
class Previewing(Protocol):
    """A game that can also say what a command would cost or bring. Not every game can."""

    def preview(self, battle: Battle, command: Command) -> tuple[Figure, ...]:
        """What a command would cost (time, penalties) or bring (healing), in the order in which it is shown; empty
        where that is not known. Cheap, and never raises for an incomplete command."""


@runtime_checkable
class Reminding(Protocol):
    """A game that can also tell what would be left undone by ending a turn. A game need not."""

    def left_undone(self, battle: Battle, who: str) -> tuple[Violation, ...]:
        """What somebody has begun in their turn and would leave undone by ending it now, each with its rule. None of it
        forbids to end the turn."""


def left_undone(system: System, battle: Battle, who: str) -> tuple[Violation, ...]:
    """What ending a turn would leave undone, of a game that can say so; else nothing."""
    return cast(Reminding, system).left_undone(battle, who) if implements(type(system), Reminding) else ()


def preview(system: System, battle: Battle, command: Command) -> tuple[Figure, ...]:
    """What a command would cost or bring; empty for a game that is not `Previewing`."""
    return cast(Previewing, system).preview(battle, command) if implements(type(system), Previewing) else ()
