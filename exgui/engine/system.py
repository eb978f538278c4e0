"""`System`: the protocol of a game. The window, the play, the scenarios and the odds know a game only through it.

Optional features of a game each have their own protocol, with a function beside it that works for every game: awaited
events, naming who acts next, companions, what players may see, hints for declared effects, the strength of battle
groups.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Literal, Protocol, cast, runtime_checkable

from exgui.engine.asks import Command, Declare, Violation
from exgui.engine.battle import Battle
from exgui.engine.explained import Explained
from exgui.engine.memo import remembered
from exgui.engine.procedure import Scene, Steps
from exgui.engine.record import Record, Value
from exgui.engine.timeline import Timeline

Band = Literal["unhurt", "hurt", "badly hurt", "down"]
"""How badly a combatant is hurt, as far as it can be seen."""
Purpose = Literal["attack", "avoid", "lessen", "endure", "retry"]
"""What an effect is for when it is offered: the bearer's own attack; not being hit; suffering less if hit; suffering
less once hit; rerolling a failure.
"""


class Candidate(Record):
    """A possible value of a command's parameter, and the rules it would break.

    Attributes:
        about: id of the combatant or zone the value belongs to; clicking it chooses the value.
        action: id of the action in the actions table that the value is a use of; the values of one action are shown
            together.
    """

    value: Value
    label: str
    violations: tuple[Violation, ...] = ()
    about: str = ""
    action: str = ""


class Reach(Record):
    """How far a zone is from a combatant.

    Attributes:
        label: the game's word for the range, with what an attack over it needs ("medium · Aim").
        band: 0 for the nearest; None if the zone can't be reached at all.
        move: one move leads there.
    """

    label: str
    band: int | None
    move: bool = False


class Badge(Record):
    """A state shown on a token: icon name, text on hover, and a short text (a count) or ""."""

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
    """Something not to forget this round.

    Attributes:
        id: the same for the same thing in the same round, so that it can be ticked off.
        who: id of the combatant it is about, "" for none.
        step: the step that does it, None if it is only a reminder.
        fate: it decides a combatant's fate, and is shown as soon as it is due.
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
        options_read: ids of the options that the game's code reads; any other option in a ruleset has no effect.
        action_keys: which of `type` and `defense` of an action the game's code reads.
    """

    id: str
    rules: Any
    options_read: frozenset[str]
    action_keys: frozenset[str]

    def wrong_constants(self) -> Iterator[tuple[tuple[int | str, ...], str]]:
        """Return the ruleset's constants whose value has the right form but can't be used by the game: the path of each
        among the constants, and a message that says what is allowed.
        """

    def prepare(self, battle: Battle) -> Battle:
        """Return the battle with what the game adds to its combatants before the start (tracks, natural weapons)."""

    def check(self, battle: Battle, command: Command) -> tuple[Violation, ...]:
        """Return all rules that the command would break; empty if it is legal. Cheap, and without side effects."""

    def procedure(self, scene: Scene, command: Command) -> Steps:
        """Return the procedure that carries out the command."""

    def complete(self, battle: Battle, command: Command) -> Command:
        """Return the command with defaults filled in for missing parameters."""

    def candidates(self, battle: Battle, command: Command, param: str) -> tuple[Candidate, ...]:
        """Return the possible values of a parameter, given the command's other parameters."""

    def possible_steps(self, battle: Battle, who: str, action: str = "") -> Iterator[Command]:
        """Return the steps a combatant could try, likely ones first: complete commands, made one at a time.

        They are not checked, so that a caller that needs one step need not check all; `check` says which are legal.

        Args:
            action: id of the action in the actions table to try; "" for every action that some target may allow.
        """

    def actions(self, battle: Battle, who: str) -> Mapping[str, tuple[Violation, ...]]:
        """Return every action of the ruleset's table with the rules that forbid it for all values of its parameters; no
        rules if some way to do it is legal.
        """

    def number(self, battle: Battle, who: str, name: str) -> Explained:
        """Return the present value ("parry") or track ("initiative"), with its parts.

        Raises:
            KeyError: the game has no number of this name.
        """

    def figures(self, battle: Battle, who: str) -> tuple[Figure, ...]:
        """Return the numbers of one combatant that the panel shows."""

    def badges(self, battle: Battle, who: str) -> tuple[Badge, ...]:
        """Return the states that a combatant's token shows."""

    def reach(self, battle: Battle, who: str) -> Mapping[str, Reach]:
        """Return how far every zone is from a combatant, by zone id."""

    def timeline(self, battle: Battle) -> Timeline:
        """Return the timeline: who acts when."""

    def standing(self, battle: Battle, who: str) -> bool:
        """Return whether a combatant can still fight."""

    def summary(self, battle: Battle, who: str) -> str:
        """Return what a combatant is doing and where they are, in a few words ("acts now · close to Kesh")."""

    def progress(self, battle: Battle, who: str) -> tuple[str, int, int] | None:
        """Return a combatant's progress toward another zone: the zone's id, the distance covered, and the whole
        distance; None if they are not on the way to one.
        """

    def features(self, before: Battle, after: Battle, command: Command) -> Mapping[str, float]:
        """Return the figures of an outcome that the odds count, in the order they are shown: 1 or 0 for what happens or
        not, a number for what is gained or lost.
        """

    def checklist(self, battle: Battle) -> tuple[Reminder, ...]:
        """Return the reminders for the start of this round."""

    def view(self, battle: Battle) -> dict[str, Any]:
        """Return the battle as scenarios see it, without the log."""


@remembered(64)  # a dozen calls of the standard library each time, and some parts are asked for after every step
def implements(game: type, part: type) -> bool:
    """Return whether a game's class has all methods of an optional protocol such as `Reminding`."""
    return issubclass(game, part)


@runtime_checkable
class Previewing(Protocol):
    """A game that predicts what a command would cost or bring. Optional."""

    def preview(self, battle: Battle, command: Command) -> tuple[Figure, ...]:
        """Return what a command would cost (time, penalties) or bring (healing), in the order shown; empty if unknown.
        Cheap, and never raises for an incomplete command.
        """


@runtime_checkable
class Reminding(Protocol):
    """A game that lists what ending a turn would leave undone. Optional."""

    def left_undone(self, battle: Battle, who: str) -> tuple[Violation, ...]:
        """Return what a combatant has begun this turn and would leave undone by ending it, each with its rule. None of
        it forbids ending the turn.
        """


def left_undone(system: System, battle: Battle, who: str) -> tuple[Violation, ...]:
    """Return what ending a turn would leave undone; empty for a game that is not `Reminding`."""
    return cast(Reminding, system).left_undone(battle, who) if implements(type(system), Reminding) else ()


def preview(system: System, battle: Battle, command: Command) -> tuple[Figure, ...]:
    """Return what a command would cost or bring; empty for a game that is not `Previewing`."""
    return cast(Previewing, system).preview(battle, command) if implements(type(system), Previewing) else ()


class Awaited(Record):
    """An event that combatants wait for.

    Attributes:
        who: ids of the combatants who wait for it.
        event: the event, in their words.
        before: the step that brings it about, if they act before it.
        after: the same, if they act after it.
    """

    who: tuple[str, ...]
    event: str
    before: Command
    after: Command


@runtime_checkable
class Awaits(Protocol):
    """A game in which combatants can wait for an event. Optional."""

    def awaited(self, battle: Battle) -> tuple[Awaited, ...]:
        """Return all awaited events that could happen."""


def awaited(system: System, battle: Battle) -> tuple[Awaited, ...]:
    """Return all awaited events; empty for a game that is not `Awaits`."""
    if battle.phase != "running" or not implements(type(system), Awaits):
        return ()
    return cast(Awaits, system).awaited(battle)


class Naming(Record):
    """A due choice of who acts next.

    Attributes:
        side: id of the side that chooses, "" for the storyteller.
        title: whose choice it is, in a few words ("Heroes choose who acts").
        text: what to do, in a sentence.
        action: id of the action in the actions table that names the next combatant.
        command: that action's step, complete except for the combatant.
        param: its parameter for the combatant.
    """

    side: str
    title: str
    text: str
    action: str
    command: Command
    param: str


@runtime_checkable
class NamesNext(Protocol):
    """A game in which players choose who acts next. Optional."""

    def naming(self, battle: Battle) -> Naming | None:
        """Return who has to name the next combatant, and how; None while a combatant is up, or if none can be named."""


def naming(system: System, battle: Battle) -> Naming | None:
    """Return the choice of who acts next that is due; None if there is none, or for a game that is not `NamesNext`."""
    if battle.phase != "running" or battle.up or not implements(type(system), NamesNext):
        return None
    return cast(NamesNext, system).naming(battle)


class Companion(Record):
    """Something that has a token on the map and is not a combatant.

    Attributes:
        id: unique among the companions; never changes.
        icon: name of the icon on its token.
        zone: id of the zone it is in.
        text: the text shown on hover.
        carries: id of its rider, whose token is drawn together with its own; "" if it carries no one.
        beside: id of the combatant next to whom it is drawn when it carries no one; "" for none.
        badge: id of the rider's badge that its token already shows, so that it is not shown twice.
        owner: id of the combatant with whom it comes and goes; "" if it has none.
        given: the value that means this companion in the parameter of a step; "" if there is none.
    """

    id: str
    name: str
    icon: str
    zone: str | None
    text: str = ""
    carries: str = ""
    beside: str = ""
    badge: str = ""
    given: str = ""
    owner: str = ""


@runtime_checkable
class Accompanied(Protocol):
    """A game that has companions."""

    def companions(self, battle: Battle) -> tuple[Companion, ...]:
        """Return all companions in the battle, in the order shown."""


def companions(system: System, battle: Battle) -> tuple[Companion, ...]:
    """Return the companions in a battle; none in a game without companions."""
    return cast(Accompanied, system).companions(battle) if implements(type(system), Accompanied) else ()


class Health(Record):
    """A combatant's health.

    Attributes:
        left, whole: how much of it is left, of how much.
    """

    band: Band
    left: int
    whole: int


@runtime_checkable
class Disclosing(Protocol):
    """A game that defines what players see of a combatant. Optional."""

    def health(self, battle: Battle, who: str) -> Health:
        """Return how badly a combatant is hurt."""

    def visible_states(self, battle: Battle, who: str) -> tuple[Badge, ...]:
        """Return the visible states of a combatant, each by its plain name: without numbers and names. The id of a
        badge that shows a condition is the condition's.
        """


def health(system: System, battle: Battle, who: str) -> Health | None:
    """Return how badly a combatant is hurt; None in a game that does not define it."""
    return cast(Disclosing, system).health(battle, who) if implements(type(system), Disclosing) else None


def visible_states(system: System, battle: Battle, who: str) -> tuple[Badge, ...]:
    """Return the visible states of a combatant; none in a game that does not define them."""
    return cast(Disclosing, system).visible_states(battle, who) if implements(type(system), Disclosing) else ()


class Price(Record):
    """The cost of an effect in one resource.

    Attributes:
        kind: the resource ("motes"); prices of the same kind are paid from the same pool.
        once: the cost, whatever the amount declared.
        each: the additional cost for each one of the amount.
        left: how much there is to pay with.
        whole: the maximum of the pool, of which a share may be held back; 0 if none can be.
        keep: how much must be left in any case.
    """

    kind: str
    once: int = 0
    each: int = 0
    left: int = 0
    whole: int = 0
    keep: int = 0

    def cost(self, amount: int) -> int:
        return self.once + self.each * amount


class DeclareHint(Record):
    """What one effect is for, and what it costs.

    Attributes:
        id: the value of its `Option`.
    """

    id: str
    purpose: Purpose
    prices: tuple[Price, ...] = ()


@runtime_checkable
class Hinting(Protocol):
    """A game that knows what its effects are for. Optional."""

    def has_effects(self, battle: Battle, who: str) -> bool:
        """Return whether a combatant has effects that may be declared at some time."""

    def declare_hints(self, battle: Battle, ask: Declare) -> tuple[DeclareHint, ...]:
        """Return the offered effects that are of use at this moment, in the order offered."""


def has_effects(system: System, battle: Battle, who: str) -> bool:
    """Return whether a combatant has effects that may be declared; False for a game that is not `Hinting`."""
    return implements(type(system), Hinting) and cast(Hinting, system).has_effects(battle, who)


def declare_hints(system: System, battle: Battle, ask: Declare) -> tuple[DeclareHint, ...]:
    """Return the offered effects that are of use at this moment; empty for a game that is not `Hinting`."""
    return cast(Hinting, system).declare_hints(battle, ask) if implements(type(system), Hinting) else ()


class Strength(Record):
    """The strength of a battle group.

    Attributes:
        figures: number of figures the token shows, at least 1: more for a larger group, but not a head count.
        size: how large the group is, in the game's words ("Size 2").
        label: the game's word for what the bar shows ("Magnitude").
        now, full: how far the bar is filled.
        breaks: the game's word for a broken group ("Routed"), "" while it holds.
        icon: name of the icon beside that word.
        badge: id of the badge with the same meaning, so that it is not shown twice.
    """

    figures: int
    size: str
    label: str
    now: int
    full: int
    breaks: str = ""
    icon: str = ""
    badge: str = ""

    @property
    def share(self) -> float:
        """Return how much of the bar is filled, 0 to 1."""
        return min(max(self.now / self.full, 0.0), 1.0) if self.full > 0 else 0.0

    @property
    def text(self) -> str:
        """Return the whole strength in words: "Size 2, Magnitude 7 of 11, routed"."""
        words = [self.size, f"{self.label} {self.now} of {self.full}", self.breaks.lower()]
        return ", ".join(word for word in words if word)


@runtime_checkable
class Massed(Protocol):
    """A game with battle groups: many who fight as one combatant. Optional."""

    def strength(self, battle: Battle, who: str) -> Strength | None:
        """Return the strength of a battle group; None for a single fighter."""

    def represented_by(self, battle: Battle, who: str) -> str:
        """Return the id of the battle group this combatant is part of, or "". A member of a group has no place of their
        own.
        """


def strength(system: System, battle: Battle, who: str) -> Strength | None:
    """Return the strength of a battle group; None for a single fighter, or for a game that is not `Massed`."""
    massed = _massed(system)
    return massed.strength(battle, who) if massed is not None else None


def strengths(system: System, battle: Battle) -> dict[str, Strength]:
    """Return the strength of every battle group, by id; empty for a game that is not `Massed`."""
    massed = _massed(system)
    if massed is None:
        return {}
    found = {id: massed.strength(battle, id) for id in battle.combatants}
    return {id: one for id, one in found.items() if one is not None}


def represented(system: System, battle: Battle) -> dict[str, str]:
    """Return the members of battle groups, each with the id of their group; empty for a game that is not `Massed`."""
    massed = _massed(system)
    if massed is None:
        return {}
    found = {id: massed.represented_by(battle, id) for id in battle.combatants}
    return {id: whom for id, whom in found.items() if whom}


def represented_by(system: System, battle: Battle, who: str) -> str:
    """Return the id of the battle group this combatant is part of; "" for none, or for a game that is not `Massed`."""
    massed = _massed(system)
    return massed.represented_by(battle, who) if massed is not None else ""


def _massed(system: System) -> Massed | None:
    return cast(Massed, system) if implements(type(system), Massed) else None
