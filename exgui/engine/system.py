"""`System`: the protocol of a game. The window, the play, the scenarios and the odds know a game only through it.

What a game need not have comes with an answer for games without it: costs shown ahead, awaited events, naming who acts
next, companions, what players may see, hints for declared effects, the strength of battle groups.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Literal, Protocol

from exgui.engine.asks import Command, Declare, Violation
from exgui.engine.battle import Battle
from exgui.engine.explained import Explained
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


class Health(Record):
    """A combatant's health.

    Attributes:
        left, whole: how much of it is left, of how much.
    """

    band: Band
    left: int
    whole: int


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

    # What a game need not have

    def preview(self, battle: Battle, command: Command) -> tuple[Figure, ...]:
        """Return what a command would cost (time, penalties) or bring (healing), in the order shown; empty if unknown.
        Cheap, and never raises for an incomplete command.
        """
        return ()

    def left_undone(self, battle: Battle, who: str) -> tuple[Violation, ...]:
        """Return what a combatant has begun this turn and would leave undone by ending it, each with its rule. None of
        it forbids ending the turn.
        """
        return ()

    def awaited(self, battle: Battle) -> tuple[Awaited, ...]:
        """Return the events that combatants wait for and that could happen."""
        return ()

    def naming(self, battle: Battle) -> Naming | None:
        """Return who has to name the next combatant, and how; None while a combatant is up, or if none can be named."""
        return None

    def companions(self, battle: Battle) -> tuple[Companion, ...]:
        """Return all companions in the battle, in the order shown."""
        return ()

    def health(self, battle: Battle, who: str) -> Health | None:
        """Return how badly a combatant is hurt; None in a game that does not define it."""
        return None

    def visible_states(self, battle: Battle, who: str) -> tuple[Badge, ...]:
        """Return the states of a combatant that players see, each by its plain name: without numbers and names. The id
        of a badge that shows a condition is the condition's.
        """
        return ()

    def has_effects(self, battle: Battle, who: str) -> bool:
        """Return whether a combatant has effects that may be declared at some time."""
        return False

    def declare_hints(self, battle: Battle, ask: Declare) -> tuple[DeclareHint, ...]:
        """Return the offered effects that are of use at this moment, in the order offered."""
        return ()

    def strength(self, battle: Battle, who: str) -> Strength | None:
        """Return the strength of a battle group: many who fight as one combatant; None for a single fighter."""
        return None

    def represented_by(self, battle: Battle, who: str) -> str:
        """Return the id of the battle group this combatant is part of, or "". A member of a group has no place of their
        own.
        """
        return ""


def strengths(system: System, battle: Battle) -> dict[str, Strength]:
    """Return the strength of every battle group, by id."""
    found = {id: system.strength(battle, id) for id in battle.combatants}
    return {id: one for id, one in found.items() if one is not None}


def represented(system: System, battle: Battle) -> dict[str, str]:
    """Return the members of battle groups, each with the id of their group."""
    found = {id: system.represented_by(battle, id) for id in battle.combatants}
    return {id: whom for id, whom in found.items() if whom}
