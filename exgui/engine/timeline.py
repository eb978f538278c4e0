"""The timeline: who acts when, in a form that one tick bar can draw for every game."""

from __future__ import annotations

from typing import Literal

from exgui.engine.record import Record

Axis = Literal["down", "up", "sides", "pool"]
"""How time runs. down: counts down (Initiative); up: counts up (ticks); sides: sides take turns; pool: each
combatant is activated once a round.
"""

NOT_BEGUN = "Not begun"
"""The caption before a battle begins, in every game."""
MarkState = Literal["up", "coming", "acted", "delayed", "waiting", "out"]


class Mark(Record):
    """One combatant on the timeline.

    Attributes:
        place: their position on the axes `down` and `up`; None if they have none (waiting, or the axis has no numbers).
        state: up, coming, has acted, delayed, waiting to join, or out of the fight.
        lane: for `sides` and `pool`, the side's id.
        hidden: concealed from the players.
    """

    id: str
    place: int | None
    state: MarkState
    lane: str = ""
    hidden: bool = False


class Shade(Record):
    """A range of the axis with a meaning ("Crash": from 0 downward). None for no end on that side."""

    label: str
    low: int | None
    high: int | None
    tone: str = "danger"


class Flag(Record):
    """A marked moment on the timeline: a timer, reinforcements, a hazard.

    Attributes:
        kind: its kind, in a word.
    """

    id: str
    label: str
    place: int | None
    round: int | None = None
    kind: str = "timer"


class Timeline(Record):
    """The whole timeline, as the tick bar draws it.

    Attributes:
        now: the current tick, None before the battle starts, after its end, or if the axis has no numbers.
        caption: the present moment in words ("Round 3 · tick 9").
        marks: all combatants, next first.
        choosing: the lane of the side from which the next combatant has to be named, None if no one has to be.
        chooser: id of the combatant who chooses, "" if the whole side does, or the storyteller.
        for_hidden: a choice is due only because of a combatant whom the players do not see.
    """

    axis: Axis
    now: int | None
    caption: str
    marks: tuple[Mark, ...] = ()
    shaded: tuple[Shade, ...] = ()
    flags: tuple[Flag, ...] = ()
    choosing: str | None = None
    chooser: str = ""
    for_hidden: bool = False
