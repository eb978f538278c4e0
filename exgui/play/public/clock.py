"""The clock that the players see, where ticks count up from the first who acts: from the first of those whom they see.

Somebody hidden who is faster than all of them would leave the first ticks empty. `lead` is by how many ticks the clock
is ahead of what the players see of it; None as long as that is not settled. It is settled when the battle begins, and
afterwards falls only where somebody comes into view on an earlier tick than the players have seen.
"""

from __future__ import annotations

import re

from exgui.engine.battle import Battle
from exgui.engine.events import Event
from exgui.engine.evolve import evolve
from exgui.engine.system import System
from exgui.engine.timeline import Timeline
from exgui.play.public.sight import is_seen

_MOMENT = re.compile(r"\b([Tt]icks?) (\d+)\b")


def counts_up(line: Timeline) -> bool:
    """The game has a clock that counts up without end."""
    return line.axis == "up"


def lead_at_start(system: System, before: Battle, after: Battle, events: tuple[Event, ...]) -> int | None:
    """By how many ticks those seen begin later than all, in the step that begins the battle; None where nobody whom the
    players see takes a place on the time line then."""
    placed = _places(system, before)
    last = before
    for event in events:
        now = evolve(last, event)
        if now.phase != "prepared":
            break
        last = now
    joined = {id: place for id, place in _places(system, last).items() if id not in placed}
    people = after.combatants
    seen = [place for id, place in joined.items() if id in people and is_seen(people[id])]
    return min(seen) - min(joined.values()) if seen else None


def _places(system: System, battle: Battle) -> dict[str, int]:
    return {mark.id: mark.place for mark in system.timeline(battle).marks if mark.place is not None}


def lead_at(lead: int | None, shown: Battle) -> int | None:
    """The lead after the players have been shown the clock: it never shows less than 0."""
    if shown.phase == "prepared" or shown.tick is None:
        return lead
    return shown.tick if lead is None else min(lead, shown.tick)


def on_clock(text: str, lead: int | None) -> str:
    """A text with its ticks as the players see them."""
    if not lead:
        return text
    return _MOMENT.sub(lambda found: f"{found[1]} {max(int(found[2]) - lead, 0)}", text)
