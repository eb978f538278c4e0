"""Events: what happens in a battle. They are few and general; each carries the new values and names its rule.

A procedure results in events and in nothing else. `evolve` applies them; the journal keeps them; the log is made of
them.
"""

from __future__ import annotations

from dataclasses import field
from typing import Literal

from exgui.engine.battle import Combatant, Hazard, Timer
from exgui.engine.effects import Effect
from exgui.engine.explained import Explained, Part
from exgui.engine.frozen import frozen
from exgui.engine.record import EMPTY, Record, Table, Value, freeze
from exgui.engine.zones import Link, MapPicture, Zone


@frozen
class TrackChanged(Record):
    """A track has a new value; `by` is the difference."""

    who: str
    track: str
    value: int
    by: int = 0
    rule: str = ""
    kind: Literal["track"] = "track"


@frozen
class ConditionBegan(Record):
    """A condition began, or has a new value."""

    who: str
    condition: str
    value: Value = True
    rule: str = ""
    kind: Literal["condition_began"] = "condition_began"

    def __post_init__(self) -> None:
        object.__setattr__(self, "value", freeze(self.value))


@frozen
class ConditionEnded(Record):
    """A condition ended."""

    who: str
    condition: str
    rule: str = ""
    kind: Literal["condition_ended"] = "condition_ended"


@frozen
class EffectBegan(Record):
    """An effect began; it replaces one of the same id."""

    who: str
    effect: Effect
    rule: str = ""
    kind: Literal["effect_began"] = "effect_began"


@frozen
class EffectEnded(Record):
    """An effect ended."""

    who: str
    effect: str
    rule: str = ""
    kind: Literal["effect_ended"] = "effect_ended"


@frozen
class Moved(Record):
    """Somebody is in another zone now (None: off the field)."""

    who: str
    zone: str | None
    rule: str = ""
    kind: Literal["moved"] = "moved"


@frozen
class CloseChanged(Record):
    """The groups at close range changed; these are all of them."""

    groups: tuple[tuple[str, ...], ...]
    rule: str = ""
    kind: Literal["close"] = "close"


@frozen
class ClockSet(Record):
    """The clock was set: the round, the tick, and whose turn it is (`up`).

    `fresh` begins a round: nobody has acted in it. `chooser` says who acts next, while nobody is up.
    """

    round: int
    tick: int | None
    up: tuple[str, ...]
    phase: str = "running"
    fresh: bool = False
    chooser: str = ""
    kind: Literal["clock"] = "clock"


@frozen
class TurnBegan(Record):
    """Somebody's turn began. What they were like just before is kept until it ends."""

    who: str
    kind: Literal["turn_began"] = "turn_began"


@frozen
class TurnFact(Record):
    """A fact of somebody's current turn was set (an action used, movement taken).

    Attributes:
        also: further facts that are set with it, as (name, value).
    """

    who: str
    name: str
    value: Value
    rule: str = ""
    also: tuple[tuple[str, Value], ...] = ()
    kind: Literal["turn_fact"] = "turn_fact"

    def __post_init__(self) -> None:
        object.__setattr__(self, "value", freeze(self.value))
        object.__setattr__(self, "also", freeze(self.also))


@frozen
class TurnEnded(Record):
    """Somebody's turn ended; `acted` says whether that was their turn of the round."""

    who: str
    acted: bool = True
    kind: Literal["turn_ended"] = "turn_ended"


@frozen
class TurnRecalled(Record):
    """A turn in which nothing was done was taken back: the combatant is as they were before it."""

    who: str
    kind: Literal["turn_recalled"] = "turn_recalled"


@frozen
class ActedSet(Record):
    """Whether somebody has acted in this round was set."""

    who: str
    acted: bool
    kind: Literal["acted"] = "acted"


@frozen
class FactSet(Record):
    """A fact that the game's code remembers of the battle was set (None: removed)."""

    name: str
    value: Value
    kind: Literal["fact"] = "fact"

    def __post_init__(self) -> None:
        object.__setattr__(self, "value", freeze(self.value))


@frozen
class CombatantSet(Record):
    """A combatant was set as a whole: they joined, or the storyteller changed what is no track or condition."""

    combatant: Combatant
    kind: Literal["combatant"] = "combatant"


@frozen
class CombatantGone(Record):
    """A combatant was removed from the battle."""

    who: str
    kind: Literal["combatant_gone"] = "combatant_gone"


@frozen
class ReadySet(Record):
    """What somebody has in hand changed; `ready` are the ids of all of it."""

    who: str
    ready: tuple[str, ...]
    rule: str = ""
    kind: Literal["ready"] = "ready"


@frozen
class ZoneSet(Record):
    """A zone was set as a whole (moved on the map, its terrain changed)."""

    zone: Zone
    kind: Literal["zone"] = "zone"


@frozen
class ZoneGone(Record):
    """A zone was removed from the battlefield, with its links. Nobody is in it any more."""

    zone: str
    kind: Literal["zone_gone"] = "zone_gone"


@frozen
class LinksSet(Record):
    """The links changed; these are all of them."""

    links: tuple[Link, ...]
    kind: Literal["links"] = "links"


@frozen
class PictureSet(Record):
    """Another picture lies under the zones, or the same one elsewhere; None for no picture."""

    picture: MapPicture | None
    kind: Literal["picture"] = "picture"


@frozen
class TimersSet(Record):
    """The timers changed; these are all of them."""

    timers: tuple[Timer, ...]
    kind: Literal["timers"] = "timers"


@frozen
class HazardsSet(Record):
    """The hazards changed; these are all of them."""

    hazards: tuple[Hazard, ...]
    kind: Literal["hazards"] = "hazards"


@frozen
class Rolled(Record):
    """Dice were rolled. Changes nothing in the battle by itself.

    Attributes:
        faces: as they fell, None where only the result is known.
        score: what the dice were worth; `total` includes the automatic successes.
        difficulty: the successes that were needed, None where there is no such number.
        by_app: rolled by the app, not at the table.
        scores: what each face of the die is worth, that of the 1 first; empty where that is not known.
        passed: None for a roll that cannot fail, such as damage.
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
    kind: Literal["rolled"] = "rolled"


@frozen
class Noted(Record):
    """A sentence for the log; `who` is whom it is about, `rule` the rule it follows from. `for_players` in its `data`
    is what the players are told instead, nothing where it is empty; `unseen` what they are told of the effect where
    they do not see from whom it comes."""

    text: str
    who: str = ""
    rule: str = ""
    data: Table[str, Value] = field(default=EMPTY)
    kind: Literal["noted"] = "noted"

    def __post_init__(self) -> None:
        object.__setattr__(self, "data", freeze(self.data))


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
