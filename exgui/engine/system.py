"""`System`: the protocol of a game. The window, the play, the scenarios and the odds know a game only through it.

What a game need not have is a protocol of its own, with a function beside it that works for every game: what people
wait for, who is named next, companions, what the players may know of everybody they see, hints for effects that are
declared, the strength of somebody who is many.
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
"""How badly somebody is hurt, as far as it can be seen."""
Purpose = Literal["attack", "avoid", "lessen", "endure", "retry"]
"""What an effect is for at the moment at which it is offered: an attack of one's own; not to be hit; to suffer less
should one be hit; to suffer less now that one is hit; to roll again what has failed."""


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
    """How far a zone is from a combatant.

    Attributes:
        label: the range in the game's word, with what an attack over it needs ("medium · Aim").
        band: 0 for the nearest; None where the zone cannot be reached at all.
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
        """Return the constants of the ruleset with a value of the right form that the game cannot work with: the path
        of each among the constants, and a message with what would be right."""

    def prepare(self, battle: Battle) -> Battle:
        """Return the battle with everything that the game adds to its combatants before the start (tracks, natural
        weapons)."""

    def check(self, battle: Battle, command: Command) -> tuple[Violation, ...]:
        """Return all rules that the command would break; empty when it is legal. Cheap, and without side effects."""

    def procedure(self, scene: Scene, command: Command) -> Steps:
        """Return the procedure that carries the command out."""

    def complete(self, battle: Battle, command: Command) -> Command:
        """Return the command with the parameters filled in that were left to their defaults."""

    def candidates(self, battle: Battle, command: Command, param: str) -> tuple[Candidate, ...]:
        """Return what could be given for a parameter, with the other parameters as they are in `command`."""

    def possible_steps(self, battle: Battle, who: str, action: str = "") -> Iterator[Command]:
        """Return the steps that a combatant could try now, likely ones first: complete commands, made one at a time.

        They are not checked: `check` says of each whether it is legal, so whoever needs one step need not check all.

        Args:
            action: id of the action in the actions table to try; "" for every action that is not ruled out whatever
                its target.
        """

    def actions(self, battle: Battle, who: str) -> Mapping[str, tuple[Violation, ...]]:
        """Return every action of the ruleset's table, each with the rules that forbid it now whatever is given for its
        parameters; no rules where some way to do it is legal."""

    def number(self, battle: Battle, who: str, name: str) -> Explained:
        """Return the present value ("parry") or track ("initiative"), with its parts.

        Raises:
            KeyError: the game knows no such number.
        """

    def figures(self, battle: Battle, who: str) -> tuple[Figure, ...]:
        """Return the numbers of one combatant that the panel shows."""

    def badges(self, battle: Battle, who: str) -> tuple[Badge, ...]:
        """Return the states that a combatant's token shows."""

    def reach(self, battle: Battle, who: str) -> Mapping[str, Reach]:
        """Return how far every zone is from a combatant, by zone id."""

    def timeline(self, battle: Battle) -> Timeline:
        """Return the time line: who acts when."""

    def standing(self, battle: Battle, who: str) -> bool:
        """Return whether a combatant can still fight."""

    def summary(self, battle: Battle, who: str) -> str:
        """Return what a combatant is doing and where they are, in a few words ("acts now · close to Kesh")."""

    def progress(self, battle: Battle, who: str) -> tuple[str, int, int] | None:
        """Return how far a combatant has come on the way into another zone: the zone's id, how much is covered, and how
        much there is in all; None for a combatant who is not on the way anywhere."""

    def features(self, before: Battle, after: Battle, command: Command) -> Mapping[str, float]:
        """Return the figures of an outcome that the odds count: 1 or 0 for what happens or not, a number for what is
        gained or lost; in the order in which the window shows them."""

    def checklist(self, battle: Battle) -> tuple[Reminder, ...]:
        """Return what is easily forgotten at the start of a round, as far as it applies now."""

    def view(self, battle: Battle) -> dict[str, Any]:
        """Return the battle as scenarios see it, without the log."""


@remembered(64)  # a dozen calls of the standard library each time, and some parts are asked for after every step
def implements(game: type, part: type) -> bool:
    """Return whether a game's class has all that an optional part of it asks for, a protocol such as `Reminding`."""
    return issubclass(game, part)


@runtime_checkable
class Previewing(Protocol):
    """A game that can also predict what a command would cost or bring. Optional."""

    def preview(self, battle: Battle, command: Command) -> tuple[Figure, ...]:
        """Return what a command would cost (time, penalties) or bring (healing), in the order in which it is shown;
        empty where that is not known. Cheap, and never raises for an incomplete command."""


@runtime_checkable
class Reminding(Protocol):
    """A game that can also list what ending a turn would leave undone. Optional."""

    def left_undone(self, battle: Battle, who: str) -> tuple[Violation, ...]:
        """Return what a combatant has begun in their turn and would leave undone by ending it now, each with its rule.
        None of it forbids ending the turn."""


def left_undone(system: System, battle: Battle, who: str) -> tuple[Violation, ...]:
    """Return what ending a turn would leave undone, in a game that lists it; else nothing."""
    return cast(Reminding, system).left_undone(battle, who) if implements(type(system), Reminding) else ()


def preview(system: System, battle: Battle, command: Command) -> tuple[Figure, ...]:
    """Return what a command would cost or bring; empty for a game that is not `Previewing`."""
    return cast(Previewing, system).preview(battle, command) if implements(type(system), Previewing) else ()


class Awaited(Record):
    """Something that is waited for.

    Attributes:
        who: ids of those who wait for it.
        event: what it is, in their words.
        before: the step by which it happens, and those who wait act before it.
        after: the same, and they act after it.
    """

    who: tuple[str, ...]
    event: str
    before: Command
    after: Command


@runtime_checkable
class Awaits(Protocol):
    """A game in which people wait for something. A game need not."""

    def awaited(self, battle: Battle) -> tuple[Awaited, ...]:
        """Return all that is waited for now and could happen."""


def awaited(system: System, battle: Battle) -> tuple[Awaited, ...]:
    """Return all that is waited for now, in a game where people wait for something; else nothing."""
    if battle.phase != "running" or not implements(type(system), Awaits):
        return ()
    return cast(Awaits, system).awaited(battle)


class Naming(Record):
    """A choice of who acts next that has to be made.

    Attributes:
        side: id of the side that names them, "" where it is the storyteller.
        title: whose choice it is, in a few words ("Heroes choose who acts").
        text: what is to be done, in a sentence.
        action: id of the action in the actions table that names somebody.
        command: that action's step, complete but for who is named.
        param: the parameter of it that says who.
    """

    side: str
    title: str
    text: str
    action: str
    command: Command
    param: str


@runtime_checkable
class NamesNext(Protocol):
    """A game in which people choose who acts next. Optional."""

    def naming(self, battle: Battle) -> Naming | None:
        """Return who has to name the next combatant, and how; None while a combatant is up, or where none can be
        named."""


def naming(system: System, battle: Battle) -> Naming | None:
    """Return the naming that is due, in a game where people choose who acts next; else None."""
    if battle.phase != "running" or battle.up or not implements(type(system), NamesNext):
        return None
    return cast(NamesNext, system).naming(battle)


class Companion(Record):
    """Something that has a token on the map and is not a combatant.

    Attributes:
        id: unique among the companions; stays the same as long as the companion does.
        icon: name of the icon on its token.
        zone: id of the zone it is in.
        text: the text shown on hover.
        carries: id of its rider, whose token is drawn together with its own; "" where it carries nobody.
        beside: id of the combatant next to whom it is drawn when it carries nobody; "" for nobody.
        badge: id of the rider's badge that its own token shows already, so that it is not shown twice.
        owner: id of the combatant with whom it is there and goes away; "" where it is there by itself.
        given: the value that stands for it in the parameter of a step; "" where there is none.
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
        """Return all companions in the present battle, in the order in which they are shown."""


def companions(system: System, battle: Battle) -> tuple[Companion, ...]:
    """Return the companions in a battle; none in a game that has no companions."""
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
    """A game that defines what can be seen of a combatant."""

    def health(self, battle: Battle, who: str) -> Health:
        """Return how badly a combatant is hurt."""

    def visible_states(self, battle: Battle, who: str) -> tuple[Badge, ...]:
        """Return the visible states of a combatant, each by its plain name: without numbers and names. The id of a
        badge that shows a condition is the condition's."""


def health(system: System, battle: Battle, who: str) -> Health | None:
    """Return how badly a combatant is hurt; None in a game that does not define it."""
    return cast(Disclosing, system).health(battle, who) if implements(type(system), Disclosing) else None


def visible_states(system: System, battle: Battle, who: str) -> tuple[Badge, ...]:
    """Return the visible states of a combatant; none in a game that does not define them."""
    return cast(Disclosing, system).visible_states(battle, who) if implements(type(system), Disclosing) else ()


class Price(Record):
    """What an effect costs of one kind of means.

    Attributes:
        kind: what is paid ("motes"); prices of the same kind are paid from the same means.
        once: the cost, whatever the amount declared.
        each: the cost besides for each one of the amount.
        left: how much there is to pay with.
        whole: how much there is at most, of which a share may be held back; 0 where nothing is.
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
        """Of the effects that may be declared now, those that are of use at this moment, in the order in which they are
        offered."""


def has_effects(system: System, battle: Battle, who: str) -> bool:
    """Return whether a combatant has effects that may be declared, in a game that knows."""
    return implements(type(system), Hinting) and cast(Hinting, system).has_effects(battle, who)


def declare_hints(system: System, battle: Battle, ask: Declare) -> tuple[DeclareHint, ...]:
    """Return the effects that are of use now, in a game that knows; else none."""
    return cast(Hinting, system).declare_hints(battle, ask) if implements(type(system), Hinting) else ()


class Strength(Record):
    """The strength of many who fight as one.

    Attributes:
        figures: how many figures the token shows, at least 1: more for a larger crowd, but no count of heads.
        size: how large they are, in the game's words ("Size 2").
        label: the game's word for what the bar shows ("Magnitude").
        now, full: how far the bar is filled.
        breaks: the game's word for that they break up ("Routed"), "" while they hold.
        icon: name of the icon beside that word.
        badge: id of the state that says the same, so that it is not shown twice.
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
        """How much of the bar is filled, 0 to 1."""
        return min(max(self.now / self.full, 0.0), 1.0) if self.full > 0 else 0.0

    @property
    def text(self) -> str:
        """All of it in words: "Size 2, Magnitude 7 of 11, routed"."""
        words = [self.size, f"{self.label} {self.now} of {self.full}", self.breaks.lower()]
        return ", ".join(word for word in words if word)


@runtime_checkable
class Massed(Protocol):
    """A game in which many can fight as one combatant."""

    def strength(self, battle: Battle, who: str) -> Strength | None:
        """Return the strength of a combatant who is many; None for a single fighter."""

    def represented_by(self, battle: Battle, who: str) -> str:
        """Return the id of the battle group this combatant is part of, so that they have no place of their own; "" for
        none."""


def strength(system: System, battle: Battle, who: str) -> Strength | None:
    """Return the strength of a combatant who is many, in a game that has these; else None."""
    massed = _massed(system)
    return massed.strength(battle, who) if massed is not None else None


def strengths(system: System, battle: Battle) -> dict[str, Strength]:
    """Return the strength of every combatant who is many, by id; empty in a game without them."""
    massed = _massed(system)
    if massed is None:
        return {}
    found = {id: massed.strength(battle, id) for id in battle.combatants}
    return {id: one for id, one in found.items() if one is not None}


def represented(system: System, battle: Battle) -> dict[str, str]:
    """Return the combatants who are part of another now, each with the id of that one, in a game in which many can
    fight as one."""
    massed = _massed(system)
    if massed is None:
        return {}
    found = {id: massed.represented_by(battle, id) for id in battle.combatants}
    return {id: whom for id, whom in found.items() if whom}


def represented_by(system: System, battle: Battle, who: str) -> str:
    """Return the id of the combatant this one is part of now, in a game in which many can fight as one; else ""."""
    massed = _massed(system)
    return massed.represented_by(battle, who) if massed is not None else ""


def _massed(system: System) -> Massed | None:
    return cast(Massed, system) if implements(type(system), Massed) else None
