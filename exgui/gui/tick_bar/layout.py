"""The layout of the tick bar: tokens, the frame around now, flags, shaded stretches, and tokens off the axis.

A pure function of the timeline and the width; what is written is measured by a function that is given.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from msgspec import field

from exgui.engine.record import Record
from exgui.engine.timeline import Flag, Mark, Timeline
from exgui.gui.tick_bar.scale import Scale, scale_for
from exgui.gui.tokens.name_rooms import shared

HEIGHT = 104.0
"""Of the bar at its natural size, in pixels."""

RADIUS = 17.0
MIDDLE = 49.0
"""Height of the tokens' centres."""
AXIS = 77.0
NUMBERS = 97.0
"""Height of the line, and the base line of the numbers below it."""
HEADING = 17.0
"""Base line of what is written along the upper edge."""

_MARGIN = 14.0
_SMALLEST_RADIUS = 12.5
_FLAG = 13.0
_SHORT = 36.0
"""A flag's text narrower than this is left to the hover."""

_NAMED = 72.0
"""Tokens in a lane with at least this much room have their names below them."""
_APART, _WIDEST = 6.0, 132.0
"""Pixels between two names, and how far apart tokens are at most, unless a name is longer."""
_INSET = 14.0
"""Pixels between the edges of a lane and the names in it."""

_TRAYS = ("unplaced", "delayed", "waiting", "out")
"""States shown off the axis, in this order."""

WORDS = {"unplaced": "to come", "delayed": "delayed", "waiting": "waiting", "out": "out"}

MOST = 6
"""How many stand side by side on one number; the others are counted."""

_ORDER = ("up", "coming", "delayed", "acted")

Measure = Callable[[str], float]


class Place(Record):
    """A token on the bar: centre and radius, which lies above which, and the width for its name below it (0 none)."""

    x: float
    y: float
    radius: float
    layer: int = 0
    name: float = 0.0


class Stack(Record):
    """More on one place than can be drawn: `count` of `ids` lie below, marked by a number at (x, y)."""

    ids: tuple[str, ...]
    count: int
    x: float
    y: float


class Pennant(Record):
    """A flag: its pole, its text if there is room, and the (left, right) of both together."""

    flag: Flag
    x: float
    text: str
    text_x: float
    reach: tuple[float, float]


class Stretch(Record):
    """A shaded stretch, and where its label ends."""

    left: float
    right: float
    label: str
    tone: str
    label_right: float


class Section(Record):
    """A part of the bar with a heading: a side's lane, or those beside the axis."""

    kind: str
    id: str
    left: float
    right: float
    lines: tuple[str, ...] = ()


class Arrangement(Record):
    """The whole layout. `frame` is (left, right) of the frame around now, `choosing` around those of whom one must be
    named next; None for none. `now_lane` is the lane whose heading says it acts now, if the frame has no room for the
    word above a name."""

    width: float
    scale: Scale | None = None
    places: dict[str, Place] = field(default_factory=dict)
    stacks: tuple[Stack, ...] = ()
    pennants: tuple[Pennant, ...] = ()
    stretches: tuple[Stretch, ...] = ()
    sections: tuple[Section, ...] = ()
    frame: tuple[float, float] | None = None
    choosing: tuple[float, float] | None = None
    now_lane: str = ""

    def order(self) -> list[str]:
        return sorted(self.places, key=lambda id: (round(self.places[id].x), self.places[id].layer))


def arrange(
    timeline: Timeline, width: float, measure: Measure, names: Mapping[str, float] | None = None
) -> Arrangement:
    """Place everything on a bar of that width. `measure` returns the width of a text along the upper edge; `names`
    holds the width of each name below its token, by id.

    Where no one has a number yet, because the battle has not begun, the sides are beside each other without an axis.
    """
    placed = timeline.now is not None or any(mark.place is not None for mark in timeline.marks)
    if timeline.axis in ("down", "up") and placed:
        return _on_axis(timeline, width, measure)
    return _in_lanes(timeline, width, measure, names or {})


def _tray_of(mark: Mark, numbered: bool) -> str:
    if mark.state in ("waiting", "out"):
        return mark.state
    if not numbered or mark.place is not None:
        return ""
    return "delayed" if mark.state == "delayed" else "unplaced"


def _trays(
    timeline: Timeline, numbered: bool, width: float, measure: Measure
) -> tuple[float, list[Section], dict[str, Place], list[Stack]]:
    """Place tokens without a place on the axis at its far end, by kind. Return where they begin."""
    sections: list[Section] = []
    places: dict[str, Place] = {}
    stacks: list[Stack] = []
    end = width
    for kind in reversed(_TRAYS):
        word = WORDS[kind]
        marks = [mark for mark in timeline.marks if _tray_of(mark, numbered) == kind]
        if not marks:
            continue
        radius = 14.0
        shown = marks[:4]
        wide = max(measure(word) + 26, (len(shown) - 1) * 19 + 2 * radius) + 24
        left = end - wide
        sections.append(Section("tray", kind, left, end))
        start = left + (wide - (len(shown) - 1) * 19) / 2
        for index, mark in enumerate(marks):
            index = min(index, 3)
            places[mark.id] = Place(start + index * 19, MIDDLE + 4, radius, index)
        if len(marks) > 4:
            ids = tuple(mark.id for mark in marks)
            stacks.append(Stack(ids, len(marks) - 4, start + 3 * 19 + 9, MIDDLE + 20))
        end = left
    timers = [flag for flag in timeline.flags if flag.place is None or not numbered]
    if timers:
        lines = [flag.label if flag.round is None else f"{flag.label} · round {flag.round}" for flag in timers]
        wide = min(max(measure(line) for line in lines), max(200.0, width * 0.2)) + 50
        sections.append(Section("timers", "", end - wide, end, tuple(lines)))
        end -= wide
    return end, sections, places, stacks


def _on_axis(timeline: Timeline, width: float, measure: Measure) -> Arrangement:
    end, sections, places, stacks = _trays(timeline, True, width, measure)
    marks = [mark for mark in timeline.marks if not _tray_of(mark, True)]
    known = [mark.place for mark in marks if mark.place is not None]
    known += [flag.place for flag in timeline.flags if flag.place is not None]
    if timeline.now is not None:
        known.append(timeline.now)
    for shade in timeline.shaded:
        # The edge of a stretch is shown when someone is near it.
        for edge in (shade.low, shade.high):
            if edge is not None and known and min(known) - 6 <= edge <= max(known) + 6:
                known.append(edge)
    by_place: dict[int, list[Mark]] = {}
    for mark in marks:
        by_place.setdefault(mark.place if mark.place is not None else 0, []).append(mark)
    widths = {
        number: 2 * _wish(len(here), RADIUS) + (22 if number == timeline.now else 10)
        for number, here in by_place.items()
        if len(here) > 1
    }
    # What counts up begins at nothing.
    least = 0 if timeline.axis == "up" else None
    scale = scale_for(known, _MARGIN, end - _MARGIN, timeline.axis == "down", widths, least)
    radius = max(_SMALLEST_RADIUS, min(RADIUS, scale.spacing * 0.5 - 2))
    frame = None
    xs = {number: scale.x(number) for number in by_place}
    wishes = {number: _wish(len(here), radius) for number, here in by_place.items()}
    for number, here in sorted(by_place.items()):
        here.sort(key=lambda mark: mark.state != "up")
        x = xs[number]
        room = max(scale.spacing * 0.85, scale.room(number) / 2 - (11 if number == timeline.now else 4))
        for other, there in xs.items():
            if other != number:
                # Half of the way to a neighbor, or all that it does not need itself.
                gap = abs(x - there)
                apart = 13 if other == timeline.now else 4  # the frame wants room too
                room = min(room, max(gap / 2, gap - wishes[other]) - apart)
        reach = _fan(here, x, room, radius, places, stacks)
        if number == timeline.now:
            frame = reach
    if timeline.now is not None:
        x = scale.x(timeline.now)
        half = max(measure("now") / 2 + 9, radius * 1.3 + 3, min(scale.spacing * 0.5, 34.0))
        left, right = frame if frame is not None else (x, x)
        frame = (max(2.0, min(left - 7, x - half)), min(end - 2, max(right + 7, x + half)))
    stretches = _stretches(timeline, scale, end, frame, measure)
    pennants = _pennants(timeline, scale, end, frame, stretches, measure)
    return Arrangement(width, scale, places, tuple(stacks), tuple(pennants), tuple(stretches), tuple(sections), frame)


def _wish(count: int, radius: float) -> float:
    """Return how far this many tokens on one place reach to either side."""
    return (min(count, MOST) - 1) * (radius + 2) + radius


def _fan(
    marks: Sequence[Mark], x: float, room: float, radius: float, places: dict[str, Place], stacks: list[Stack]
) -> tuple[float, float]:
    """Place the tokens of one number side by side within `room` to either side, or overlapping like cards; those that
    can't be told apart are counted. Return how far they reach."""
    fitting = 1 + int(2 * (room - radius) / (2 * radius))
    shown = min(len(marks), min(max(fitting, 3), MOST))
    step = 0.0
    if shown > 1:
        step = min(max(2 * (room - radius) / (shown - 1), 6.0), 2 * radius + 4)
    # Where there is little room to the side they also rise, so that the letters of each stay in sight.
    rise = 0.0 if step >= 11 else min(7.0, (11 - step) * 1.5)
    start = x - step * (shown - 1) / 2
    for index, mark in enumerate(marks):
        at = min(index, shown - 1)
        up = rise * (at - (shown - 1) / 2) * -1
        places[mark.id] = Place(start + step * at, MIDDLE + up, radius, shown - at)
    if len(marks) > shown:
        ids = tuple(mark.id for mark in marks)
        stacks.append(Stack(ids, len(marks) - shown, start + step * (shown - 1) + radius * 0.6, MIDDLE + radius * 0.95))
    reach = step * (shown - 1) / 2 + radius
    return x - reach, x + reach


def _stretches(
    timeline: Timeline, scale: Scale, end: float, frame: tuple[float, float] | None, measure: Measure
) -> list[Stretch]:
    found = []
    for shade in timeline.shaded:
        sides = []
        for edge, out in ((shade.low, -0.5), (shade.high, 0.5)):
            if edge is None:
                sides.append((0.0 if out > 0 else end) if scale.falling else (end if out > 0 else 0.0))
            else:
                sides.append(min(max(scale.x(edge + out), 0.0), end))
        left, right = min(sides), max(sides)
        if right - left < 3:
            continue
        label_right = right - 12
        width = measure(shade.label)
        if frame is not None and frame[0] < label_right + 4 and frame[1] > label_right - width - 4:
            label_right = frame[0] - 8
        label = shade.label if label_right - width >= left + 4 else ""
        found.append(Stretch(left, right, label, shade.tone, label_right))
    return found


def _pennants(
    timeline: Timeline,
    scale: Scale,
    end: float,
    frame: tuple[float, float] | None,
    stretches: Sequence[Stretch],
    measure: Measure,
) -> list[Pennant]:
    """Return the flags with a place. A text goes to the right of its pole, or to the left where there is more room.
    Rather than run into the frame, another flag or a label it is shortened."""
    flags = sorted(
        (flag for flag in timeline.flags if flag.place is not None), key=lambda flag: scale.x(flag.place or 0)
    )
    taken = [] if frame is None else [(frame[0] - 5, frame[1] + 5)]
    taken += [(s.label_right - measure(s.label) - 6, s.label_right + 4) for s in stretches if s.label]
    poles = []
    for flag in flags:
        x = scale.x(flag.place or 0)
        if frame is not None and frame[0] - 2 <= x <= frame[1] + 2:
            x = frame[1] + 3  # the pole is beside the frame, not under the word in it
        poles.append(x)
    tries = [_texts(flags, poles, taken, end, measure, lefts) for lefts in (False, True)]
    return max(tries, key=lambda found: sum(len(pennant.text) for pennant in found))


def _texts(
    flags: Sequence[Flag],
    poles: Sequence[float],
    taken: Sequence[tuple[float, float]],
    end: float,
    measure: Measure,
    lefts: bool,
) -> list[Pennant]:
    """Return the flags with their texts; `lefts` puts texts on the left if all of them fits there."""
    blocks = [*taken, *((x - 5, x + _FLAG + 4) for x in poles)]
    found: list[Pennant] = []
    for index, (flag, x) in enumerate(zip(flags, poles, strict=True)):
        others = [block for at, block in enumerate(blocks) if at != len(taken) + index]
        right = min([end - 8, *(a for a, b in others if b > x + 1)]) - (x + _FLAG + 5)
        left = (x - 6) - max([6.0, *(b for a, b in others if a < x - 1)])
        wanted = measure(flag.label)
        to_left = left >= wanted if lefts else wanted > right
        to_left = to_left and left > min(right, wanted - 1)
        room = left if to_left else right
        text = shorten(flag.label, room, measure) if room >= _SHORT else ""
        start = x - 6 - measure(text) if to_left else x + _FLAG + 5
        if text:
            blocks.append((start - 5, start + measure(text) + 5))
        pole = (x - 4, x + _FLAG)
        reach = (min(pole[0], start), max(pole[1], start + measure(text))) if text else pole
        found.append(Pennant(flag, x, text, start, reach))
    return found


def shorten(text: str, room: float, measure: Measure) -> str:
    """Return the text, cut with an ellipsis where it is wider than the room; "" where nothing of it fits."""
    if measure(text) <= room:
        return text
    for length in range(len(text) - 1, 1, -1):
        cut = text[:length].rstrip(" ,;:·") + "…"
        if measure(cut) <= room:
            return cut
    return ""


def _lane_widths(lanes: Sequence[Sequence[float]], end: float) -> list[float]:
    """Return the widths of lanes, in proportion to how many they hold; a lane whose names need more takes it from those
    with room to spare."""
    least = 92.0
    total = sum(map(len, lanes)) or 1
    spare = end - least * len(lanes)
    if spare <= 0:
        return [end / len(lanes) for _needs in lanes]
    usual = [least + spare * len(needs) / total for needs in lanes]
    needed = [max(least, sum(needs) + 2 * _INSET) for needs in lanes]
    if all(need <= wide for need, wide in zip(needed, usual, strict=True)) or sum(needed) > end:
        return usual
    return [need + (end - sum(needed)) * len(needs) / total for need, needs in zip(needed, lanes, strict=True)]


def _in_lanes(timeline: Timeline, width: float, measure: Measure, names: Mapping[str, float]) -> Arrangement:
    """Place the sides in lanes; combatants who have acted come last."""
    end, sections, places, stacks = _trays(timeline, False, width, measure)
    lanes: dict[str, list[Mark]] = {}
    for mark in timeline.marks:
        if not _tray_of(mark, False):
            lanes.setdefault(mark.lane, []).append(mark)
    left = 0.0
    choosing, now_lane, frame = None, "", None
    needs = {mark.id: names[mark.id] + _APART if mark.id in names else 0.0 for mark in timeline.marks}
    widths = _lane_widths([[needs[mark.id] for mark in marks] for marks in lanes.values()], end)
    for (lane, marks), wide in zip(lanes.items(), widths, strict=True):
        marks.sort(key=lambda mark: _ORDER.index(mark.state))
        sections.append(Section("lane", lane, left, left + wide))
        ups = sum(mark.state == "up" for mark in marks)
        # With names below them where all of the lane's have room for that.
        inner = wide - 2 * _INSET
        wanted = [needs[mark.id] for mark in marks]
        named = inner / len(marks) >= _NAMED or (all(wanted) and sum(wanted) <= inner)
        apart = 14.0 if not named and 0 < ups < len(marks) and frame is None else 0.0
        room = wide - 2 * (RADIUS + 16) - apart
        step = min(2 * RADIUS + 16, room / max(len(marks) - 1, 1))
        slots = shared(wanted, inner, _WIDEST) if named else [step] * len(marks)
        radius = max(_SMALLEST_RADIUS, min(RADIUS, min(slots) * 0.5 - 2)) if len(marks) > 1 else RADIUS
        start = left + (_INSET if named else RADIUS + 17 - step / 2)
        high = MIDDLE + (4 if named else 13)
        for index, (mark, slot) in enumerate(zip(marks, slots, strict=True)):
            shift = apart if index >= ups else 0.0
            x = start + slot / 2 + shift
            places[mark.id] = Place(x, high, radius, -index, slot - _APART if named else 0.0)
            start += slot
        up = [places[mark.id] for mark in marks if mark.state == "up"]
        if up and frame is None:
            frame = _round(up, radius + (14 if named else 10), 0.0)
            frame = (max(frame[0], left + 3), frame[1])
            now_lane = lane if named else ""
        coming = [places[mark.id] for mark in marks if mark.state == "coming"]
        if coming and lane == timeline.choosing:
            choosing = _round(coming, radius + 14, 4.0)
            choosing = (max(choosing[0], left + 3), min(choosing[1], left + wide - 3))
        left += wide
    return Arrangement(width, None, places, tuple(stacks), (), (), tuple(sections), frame, choosing, now_lane)


def _round(places: Sequence[Place], least: float, margin: float) -> tuple[float, float]:
    """Return (left, right) of a frame around these tokens and their names, with at least this margin in pixels."""
    halves = [max(least, place.name / 2 + margin) for place in places]
    return (
        min(place.x - half for place, half in zip(places, halves, strict=True)),
        max(place.x + half for place, half in zip(places, halves, strict=True)),
    )
