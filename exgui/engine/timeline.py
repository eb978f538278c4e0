"""Who acts when, in a form that one tick bar can draw for every game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from exgui.engine.record import Record

Axis = Literal["down", "up", "sides", "pool"]
"""down: counts down (Initiative); up: counts up (ticks); sides: sides take turns; pool: activated or not."""

MarkState = Literal["up", "coming", "acted", "delayed", "waiting", "out"]


@dataclass(frozen=True)
class Mark(Record):
    """One combatant on the bar.

    Attributes:
        place: the number it stands at on the axes `down` and `up`; None where it has none (waiting, or the axis has no
        numbers).
        state: up now, coming, has acted, delayed, waiting to join, or out of the fight.
        lane: for `sides` and `pool`, the side's id.
        hidden: concealed from the players.
    """

    id: str
    place: int | None
    state: MarkState
    lane: str = ""
    hidden: bool = False


@dataclass(frozen=True)
class Shade(Record):
    """A stretch of the axis that means something ("Crash": from 0 downward). None is no end on that side."""

    label: str
    low: int | None
    high: int | None
    tone: str = "danger"


@dataclass(frozen=True)
class Flag(Record):
    """A moment that speaks up when it is due (a timer, reinforcements)."""

    id: str
    label: str
    place: int | None
    round: int | None = None


@dataclass(frozen=True)
class Timeline(Record):
    """What the tick bar draws.

    Attributes:
        now: the tick that is played, None before the battle starts, after its end, or where the axis has no numbers.
        caption: when it is, in words ("Round 3 · tick 9").
        marks: all combatants, next first.
    """

    axis: Axis
    now: int | None
    caption: str
    marks: tuple[Mark, ...] = ()
    shaded: tuple[Shade, ...] = ()
    flags: tuple[Flag, ...] = ()
