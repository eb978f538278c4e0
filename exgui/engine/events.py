"""What happens in a battle: few and general events, each carrying the values after and naming its rule.

They are all that a procedure results in. `evolve` applies them; the journal keeps them; the log is made of them.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from exgui.engine.battle import Combatant, Hazard, Timer
from exgui.engine.effects import Effect
from exgui.engine.explained import Explained, Part
from exgui.engine.record import EMPTY, Record, Table, Value, freeze
from exgui.engine.zones import Link, Zone


@dataclass(frozen=True)
class TrackChanged(Record):
    """A track stands at `value` now; `by` is the difference."""

    who: str
    track: str
    value: int
    by: int = 0
    rule: str = ""
    kind: Literal["track"] = "track"


@dataclass(frozen=True)
class ConditionBegan(Record):
    """A condition holds from now on, or holds with another value."""

    who: str
    condition: str
    value: Value = True
    rule: str = ""
    kind: Literal["condition_began"] = "condition_began"

    def __post_init__(self) -> None:
        object.__setattr__(self, "value", freeze(self.value))


@dataclass(frozen=True)
class ConditionEnded(Record):
    """A condition holds no longer."""

    who: str
    condition: str
    rule: str = ""
    kind: Literal["condition_ended"] = "condition_ended"


@dataclass(frozen=True)
class EffectBegan(Record):
    """An effect is in force on someone; one of the same id is replaced."""

    who: str
    effect: Effect
    rule: str = ""
    kind: Literal["effect_began"] = "effect_began"


@dataclass(frozen=True)
class EffectEnded(Record):
    """An effect is over."""

    who: str
    effect: str
    rule: str = ""
    kind: Literal["effect_ended"] = "effect_ended"


@dataclass(frozen=True)
class Moved(Record):
    """Someone is in `zone` now (None: off the field)."""

    who: str
    zone: str | None
    rule: str = ""
    kind: Literal["moved"] = "moved"


@dataclass(frozen=True)
class CloseChanged(Record):
    """These are the groups at close range now, all of them."""

    groups: tuple[tuple[str, ...], ...]
    rule: str = ""
    kind: Literal["close"] = "close"


@dataclass(frozen=True)
class ClockSet(Record):
    """The clock shows this now, and these are up.

    `fresh` begins a round: nobody has acted.
    """

    round: int
    tick: int | None
    up: tuple[str, ...]
    phase: str = "running"
    fresh: bool = False
    kind: Literal["clock"] = "clock"


@dataclass(frozen=True)
class TurnBegan(Record):
    """Someone's turn begins. What it was like just before is kept until the turn ends."""

    who: str
    kind: Literal["turn_began"] = "turn_began"


@dataclass(frozen=True)
class TurnFact(Record):
    """A fact of a turn under way (an action used, movement taken).

    Attributes:
        also: further facts, which come with it.
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


@dataclass(frozen=True)
class TurnEnded(Record):
    """Someone's turn is over; `acted` says whether that was its turn of the round."""

    who: str
    acted: bool = True
    kind: Literal["turn_ended"] = "turn_ended"


@dataclass(frozen=True)
class TurnRecalled(Record):
    """A turn that had begun, and in which nothing was done, has not begun: its bearer is as it was before."""

    who: str
    kind: Literal["turn_recalled"] = "turn_recalled"


@dataclass(frozen=True)
class ActedSet(Record):
    """Whether someone has acted in this round, said outright."""

    who: str
    acted: bool
    kind: Literal["acted"] = "acted"


@dataclass(frozen=True)
class FactSet(Record):
    """The game remembers something of the battle (None: forgets it)."""

    name: str
    value: Value
    kind: Literal["fact"] = "fact"

    def __post_init__(self) -> None:
        object.__setattr__(self, "value", freeze(self.value))


@dataclass(frozen=True)
class CombatantSet(Record):
    """A combatant stands as given: it joined, or the storyteller changed what no track or condition says."""

    combatant: Combatant
    kind: Literal["combatant"] = "combatant"


@dataclass(frozen=True)
class CombatantGone(Record):
    """A combatant is no longer part of the battle at all."""

    who: str
    kind: Literal["combatant_gone"] = "combatant_gone"


@dataclass(frozen=True)
class ReadySet(Record):
    """These things are in somebody's hands now."""

    who: str
    ready: tuple[str, ...]
    rule: str = ""
    kind: Literal["ready"] = "ready"


@dataclass(frozen=True)
class ZoneSet(Record):
    """A zone is as given (moved on the map, its terrain changed)."""

    zone: Zone
    kind: Literal["zone"] = "zone"


@dataclass(frozen=True)
class LinksSet(Record):
    """These are the links now, all of them."""

    links: tuple[Link, ...]
    kind: Literal["links"] = "links"


@dataclass(frozen=True)
class TimersSet(Record):
    """These are the timers now, all of them."""

    timers: tuple[Timer, ...]
    kind: Literal["timers"] = "timers"


@dataclass(frozen=True)
class HazardsSet(Record):
    """These are the hazards now, all of them."""

    hazards: tuple[Hazard, ...]
    kind: Literal["hazards"] = "hazards"


@dataclass(frozen=True)
class Rolled(Record):
    """Dice fell. Changes nothing by itself.

    Attributes:
        faces: as they fell, None where only the result is known.
        score: what the dice were worth; `total` has the automatic successes in.
        difficulty: what was to be reached, None where there is no such number.
        by_app: thrown by the app, not on the table.
        scores: what each face of the die is worth, that of the 1 first; empty where that is not known.
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
    kind: Literal["rolled"] = "rolled"


@dataclass(frozen=True)
class Noted(Record):
    """A sentence for the log. `who` it is about, `rule` it rests on."""

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
    | LinksSet
    | TimersSet
    | HazardsSet
    | Rolled
    | Noted
)
