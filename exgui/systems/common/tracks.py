"""Setting a track of somebody."""

from __future__ import annotations

from exgui.engine.battle import Combatant
from exgui.engine.events import Event, TrackChanged


def set_track(one: Combatant, track: str, value: int, rule: str) -> list[Event]:
    """The event that sets a track; none where it has that value already."""
    by = value - one.track(track)
    return [TrackChanged(one.id, track, value, by, rule)] if by else []
