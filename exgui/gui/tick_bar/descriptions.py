"""The tick bar in words: on hover, and as a whole for screen readers."""

from __future__ import annotations

from collections.abc import Callable

from exgui.engine.sentences import Noun, Sentence
from exgui.engine.timeline import Mark, Timeline

STATES = {
    "up": "acts now",
    "coming": "to act",
    "acted": "has acted",
    "delayed": "delays",
    "waiting": "waiting to join",
    "out": "out of the fight",
}

Name = Callable[[str], str]
CHOOSES = Sentence("{who} [chooses|choose] who is next")
CHOOSES_IN = Sentence("{who} [chooses|choose] who in {lane} is next")


def mark_words(mark: Mark, name: Name, tick: str) -> str:
    place = f"{tick} {mark.place} · " if mark.place is not None else ""
    return f"{name(mark.id)}\n{place}{STATES[mark.state]}"


def describe(timeline: Timeline, name: Name, lane: Name, is_plural: Callable[[str], bool]) -> str:
    """Return a time line in words.

    Args:
        name: the name of a combatant.
        lane: the name of a side.
        is_plural: whether a combatant's name takes a plural verb; that of a side does if it ends in s.
    """
    out = [timeline.caption] if timeline.caption else []
    now = [name(mark.id) for mark in timeline.marks if mark.state == "up"]
    if now:
        out.append(f"Now: {', '.join(now)}")
    if timeline.choosing is not None:
        side = lane(timeline.choosing)
        if timeline.chooser:
            one = Noun(name(timeline.chooser), proper=True, plural=is_plural(timeline.chooser))
            out.append(CHOOSES_IN(who=one, lane=side))
        else:
            out.append(CHOOSES(who=Noun(side, proper=True, plural=side.endswith("s"))))
    if timeline.axis in ("down", "up"):
        coming: dict[str, list[str]] = {}
        for mark in timeline.marks:
            if mark.state == "coming":
                coming.setdefault("no place yet" if mark.place is None else str(mark.place), []).append(name(mark.id))
        if coming:
            out.append("Then " + "; ".join(f"{place}: {', '.join(names)}" for place, names in coming.items()))
    else:
        for side in dict.fromkeys(mark.lane for mark in timeline.marks):
            names = [name(mark.id) for mark in timeline.marks if mark.lane == side and mark.state == "coming"]
            if names:
                out.append(f"{lane(side)} to act: {', '.join(names)}")
    for state, word in (("delayed", "Delaying"), ("acted", "Have acted"), ("waiting", "Waiting"), ("out", "Out")):
        names = [name(mark.id) for mark in timeline.marks if mark.state == state]
        if names:
            out.append(f"{word}: {', '.join(names)}")
    for flag in timeline.flags:
        when = f" at {flag.place}" if flag.place is not None else f" in round {flag.round}" if flag.round else ""
        out.append(f"{flag.kind.capitalize()}: {flag.label}{when}")
    return ". ".join(out) + ("." if out else "")
