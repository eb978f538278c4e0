"""Tracks of a combatant: setting one, and which of them outlast a fight."""

from __future__ import annotations

from exgui.engine.battle import Combatant
from exgui.engine.events import Event, TrackChanged
from exgui.rulebook.rules import Ruleset
from exgui.rulebook.unknown_words import words


def set_track(one: Combatant, track: str, value: int, rule: str) -> list[Event]:
    """Return the event that sets a track; none if it already has that value."""
    by = value - one.track(track)
    return [TrackChanged(one.id, track, value, by, rule)] if by else []


def lasting_tracks(rules: Ruleset) -> tuple[str, ...]:
    """Return the tracks that outlast a fight: those on the ruleset's sheet, in its order."""
    heads = [item for block in rules.sheet for item in block.items if block.kind == "tracks"]
    found = (id for head in heads for id in rules.tracks if id == head or id.partition(".")[0] == head)
    return tuple(dict.fromkeys(found))


def track_name(rules: Ruleset, id: str) -> str:
    """Return a track's name for use without context: "Health: lethal", "Motes personal"."""
    head, dot, _below = id.partition(".")
    label = rules.tracks[id].label
    if dot:
        return f"{rules.label(head)}: {label.lower()}"
    plain = words(id)
    return plain if label.lower() in plain.lower() else label
