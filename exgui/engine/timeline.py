"""The time line: who acts when, in a form that one tick bar can draw for every game."""

from __future__ import annotations

from typing import Literal

from exgui.engine.record import Record

Axis = Literal["down", "up", "sides", "pool"]
"""How time runs. down: counts down (Initiative); up: counts up (ticks); sides: sides take turns; pool: each combatant
is activated once a round."""

NOT_BEGUN = "Not begun"
"""The caption before a battle begins, in every game."""
MarkState = Literal["up", "coming", "acted", "delayed", "waiting", "out"]


class Mark(Record):
    """One combatant on the time line.

    Attributes:
        place: where they stand on the axes `down` and `up`; None where they have no place (waiting, or the axis has no
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


class Shade(Record):
    """A stretch of the axis with a meaning of its own ("Crash": from 0 downward). None for no end on that side."""

    label: str
    low: int | None
    high: int | None
    tone: str = "danger"


class Flag(Record):
    """A marked moment on the time line: a timer, reinforcements, a hazard.

    Attributes:
        kind: what it is, in a word.
    """

    id: str
    label: str
    place: int | None
    round: int | None = None
    kind: str = "timer"


class Timeline(Record):
    """The whole time line, as the tick bar draws it.

    Attributes:
        now: the tick that is played, None before the battle starts, after its end, or where the axis has no numbers.
        caption: the present moment in words ("Round 3 · tick 9").
        marks: all combatants, next first.
        choosing: the lane of the side of which somebody has to be named to act next, None where nobody has to.
        chooser: id of the one person who says it, "" where the side as a whole does, or the storyteller.
        for_hidden: it has to say so only because of somebody whom the players do not see.
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
