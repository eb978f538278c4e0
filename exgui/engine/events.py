"""Events: what happens in a battle. They are few and general; each carries the new values and names its rule.

A procedure results only in events. `evolve` applies them; the journal keeps them; the log is built from them.
"""

from __future__ import annotations

from msgspec.structs import force_setattr

from exgui.engine.battle import Combatant, Hazard, Timer
from exgui.engine.effects import Effect
from exgui.engine.explained import Explained, Part
from exgui.engine.record import EMPTY, PLAIN, Table, Tagged, Value, freeze
from exgui.engine.zones import Link, MapPicture, Zone


class TrackChanged(Tagged, tag="track"):
    """A track has a new value; `by` is the difference."""

    who: str
    track: str
    value: int
    by: int = 0
    rule: str = ""


class ConditionBegan(Tagged, tag="condition_began"):
    """A condition began, or has a new value."""

    who: str
    condition: str
    value: Value = True
    rule: str = ""

    def __post_init__(self) -> None:
        if type(self.value) not in PLAIN and (value := freeze(self.value)) is not self.value:
            force_setattr(self, "value", value)


class ConditionEnded(Tagged, tag="condition_ended"):
    who: str
    condition: str
    rule: str = ""


class EffectBegan(Tagged, tag="effect_began"):
    """An effect began; it replaces one of the same id."""

    who: str
    effect: Effect
    rule: str = ""


class EffectEnded(Tagged, tag="effect_ended"):
    who: str
    effect: str
    rule: str = ""


class Moved(Tagged, tag="moved"):
    """A combatant moved to a zone (None: off the field)."""

    who: str
    zone: str | None
    rule: str = ""


class CloseChanged(Tagged, tag="close"):
    """The groups at close range changed; these are all of them."""

    groups: tuple[tuple[str, ...], ...]
    rule: str = ""


class ClockSet(Tagged, tag="clock"):
    """The clock was set: the round, the tick, and whose turn it is (`up`).

    `fresh` begins a round: no one has acted in it. `chooser` chooses who acts next, while no one is up.
    """

    round: int
    tick: int | None
    up: tuple[str, ...]
    phase: str = "running"
    fresh: bool = False
    chooser: str = ""


class TurnBegan(Tagged, tag="turn_began"):
    """A combatant's turn began. Their state just before is kept until it ends."""

    who: str


class TurnFact(Tagged, tag="turn_fact"):
    """A fact of a combatant's current turn was set (an action used, movement taken).

    Attributes:
        also: further facts set with it, as (name, value).
    """

    who: str
    name: str
    value: Value
    rule: str = ""
    also: tuple[tuple[str, Value], ...] = ()

    def __post_init__(self) -> None:
        if type(self.value) not in PLAIN and (value := freeze(self.value)) is not self.value:
            force_setattr(self, "value", value)
        for _name, value in self.also or ():
            if type(value) not in PLAIN and not (type(value) is tuple and PLAIN.issuperset(map(type, value))):
                force_setattr(self, "also", freeze(self.also))
                break


class TurnEnded(Tagged, tag="turn_ended"):
    """A combatant's turn ended; `acted` is whether it was their turn of the round."""

    who: str
    acted: bool = True


class TurnRecalled(Tagged, tag="turn_recalled"):
    """A turn without an action was undone: the combatant is as they were before it."""

    who: str


class ActedSet(Tagged, tag="acted"):
    """`acted` was set: whether a combatant has acted this round."""

    who: str
    acted: bool


class FactSet(Tagged, tag="fact"):
    """A fact that the game's code remembers of the battle was set (None: removed)."""

    name: str
    value: Value

    def __post_init__(self) -> None:
        if type(self.value) not in PLAIN and (value := freeze(self.value)) is not self.value:
            force_setattr(self, "value", value)


class CombatantSet(Tagged, tag="combatant"):
    """A combatant was set as a whole: they joined, or the storyteller changed something other than a track or
    condition."""

    combatant: Combatant


class CombatantGone(Tagged, tag="combatant_gone"):
    """A combatant was removed from the battle."""

    who: str


class ReadySet(Tagged, tag="ready"):
    """What a combatant has in hand changed; `ready` has the ids of all of it."""

    who: str
    ready: tuple[str, ...]
    rule: str = ""


class ZoneSet(Tagged, tag="zone"):
    """A zone was set as a whole (moved on the map, its terrain changed)."""

    zone: Zone


class ZoneGone(Tagged, tag="zone_gone"):
    """A zone was removed from the battlefield, with its links. It is empty."""

    zone: str


class LinksSet(Tagged, tag="links"):
    """The links changed; these are all of them."""

    links: tuple[Link, ...]


class PictureSet(Tagged, tag="picture"):
    """The picture under the zones was replaced or moved; None for no picture."""

    picture: MapPicture | None


class TimersSet(Tagged, tag="timers"):
    """The timers changed; these are all of them."""

    timers: tuple[Timer, ...]


class HazardsSet(Tagged, tag="hazards"):
    """The hazards changed; these are all of them."""

    hazards: tuple[Hazard, ...]


class Rolled(Tagged, tag="rolled"):
    """Dice were rolled. Changes nothing in the battle by itself.

    Attributes:
        faces: the faces in order, None if only the result is known.
        score: the value of the dice; `total` includes the automatic successes.
        difficulty: the successes needed, None if there was no such number.
        by_app: rolled by the app, not at the table.
        scores: the value of each face of the die, that of the 1 first; empty if unknown.
        passed: None for a roll that cannot fail, such as damage, or to which something may still be added.
    """

    who: str
    roll: str
    pool: Explained
    faces: tuple[int, ...] | None
    score: int
    total: int
    difficulty: int | None = None
    by_app: bool = False
    extra: tuple[Part, ...] = ()
    unit: str = "successes"
    scores: tuple[int, ...] = ()
    passed: bool | None = None


class Noted(Tagged, tag="noted"):
    """A sentence for the log; `who` is its subject, `rule` the rule it follows from.

    In its `data`, `for_players` is what the players read instead (nothing if it is empty); `unseen` what they read of
    the effect if they do not see its source; `decides` names a roll of `who` whose result it decides, after anything
    added to the roll, and `passed` is that result.
    """

    text: str
    who: str = ""
    rule: str = ""
    data: Table[str, Value] = EMPTY

    def __post_init__(self) -> None:
        for name in self.data or ():  # no function call, since every attack comes here
            if type(self.data[name]) not in PLAIN or type(self.data) is not Table:
                force_setattr(self, "data", freeze(self.data))
                break


Event = (
    TrackChanged
    | ConditionBegan
    | ConditionEnded
    | EffectBegan
    | EffectEnded
    | Moved
    | CloseChanged
    | ClockSet
    | TurnBegan
    | TurnFact
    | TurnEnded
    | TurnRecalled
    | ActedSet
    | FactSet
    | CombatantSet
    | CombatantGone
    | ReadySet
    | ZoneSet
    | ZoneGone
    | LinksSet
    | PictureSet
    | TimersSet
    | HazardsSet
    | Rolled
    | Noted
)
