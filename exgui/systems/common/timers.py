"""Timers: reminders on the time line that the log reports when they are due."""

from __future__ import annotations

from exgui.engine.battle import Battle, Timer
from exgui.engine.events import Event, Noted, TimersSet
from exgui.engine.record import Table
from exgui.systems.common import sentences as say


def is_due(battle: Battle, timer: Timer, *, falling: bool) -> bool:
    """Return whether a timer is due: its round is past, or is the current one and the clock has reached its tick.

    Args:
        falling: whether ticks count down within a round; otherwise they count up without end.
    """
    if timer.round is not None:
        if battle.round != timer.round:
            return battle.round > timer.round
        if timer.tick is None:
            return True
    if timer.tick is None or battle.tick is None:
        return False
    return battle.tick <= timer.tick if falling else battle.tick >= timer.tick


def remove_due_timers(battle: Battle, *, falling: bool) -> list[Event]:
    due = [timer for timer in battle.timers if is_due(battle, timer, falling=falling)]
    if not due:
        return []
    out: list[Event] = [Noted(say.TIMER_NOW(label=timer.label), "", "", Table(timer=timer.id)) for timer in due]
    out.append(TimersSet(tuple(timer for timer in battle.timers if timer not in due)))
    return out
