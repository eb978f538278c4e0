"""Reads dungeons of watabou's One Page Dungeon: JSON with rectangles of squares, doors between them, and notes.

A door has its own square, which is one of the rectangles; `dir` is the side of it that one passes through.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from exgui.campaign.imports.maps import (
    Lines,
    MapProposal,
    Names,
    ProposedLink,
    ProposedZone,
    box_of,
    count,
    number_at,
    unit_for,
    yards_across,
)
from exgui.campaign.imports.rooms import Room
from exgui.campaign.imports.universal_vtt import NoMap
from exgui.engine.record import Record
from exgui.engine.zones import BARRIERS

MOST_RECTANGLES = 2_000
FARTHEST = 10_000
LARGEST = 500
_DOORS = {
    0: ("none", ""), 1: ("obstacle", "door"), 2: ("none", ""), 3: ("none", ""), 4: ("obstacle", "portcullis"),
    5: ("obstacle", "double door"), 6: ("obstacle", "secret door"), 7: ("wall", "barred door"), 8: ("none", ""),
    9: ("none", ""),
}  # fmt: skip
"""The barrier and name of each type of door."""
_SECRET = 6


class _Rectangle(Record):
    x: int
    y: int
    w: int
    h: int
    round: bool = False

    def squares(self) -> Iterator[tuple[int, int]]:
        return ((x, y) for x in range(self.x, self.x + self.w) for y in range(self.y, self.y + self.h))


def is_one_page_dungeon(data: Any) -> bool:
    return isinstance(data, Mapping) and isinstance(data.get("rects"), list) and isinstance(data.get("doors"), list)


def read_one_page_dungeon(data: Mapping[str, Any], title: str) -> MapProposal:
    """Return the proposed map.

    Raises:
        NoMap: none of its rectangles makes sense, or there are too many.
    """
    if len(data["rects"]) > MOST_RECTANGLES:
        raise NoMap(f"It is a dungeon of {len(data['rects']):,} rectangles; {MOST_RECTANGLES:,} can be read.")
    found = [one for one in map(_rectangle, data["rects"]) if one is not None]
    if not found:
        raise NoMap("This is a dungeon, but none of its rectangles (rects) has a readable position and size.")
    doors = [one for one in data["doors"] if isinstance(one, Mapping)]
    door_squares = {square for one in doors if (square := _square(one)) is not None}
    rooms = [one for one in found if not (one.w == one.h == 1 and (one.x, one.y) in door_squares)]
    left, top = min(one.x for one in found), min(one.y for one in found)
    width = max(one.x + one.w for one in found) - left
    height = max(one.y + one.h for one in found) - top
    unit = unit_for(width, height, [min(one.w, one.h) for one in rooms])
    lines, names = Lines(), Names()
    zones: list[ProposedZone] = []
    owners: dict[tuple[int, int], int] = {}
    water = {square for one in _listed(data, "water") if (square := _square(one)) is not None}
    for one in rooms:
        kind = "Passage" if min(one.w, one.h) == 1 else "Rotunda" if one.round else "Room"
        id, name = names.next(kind)
        wet = sum(square in water for square in one.squares())
        box = box_of(Room(one.x - left, one.y - top, one.w, one.h, one.w * one.h), unit)
        zones.append(
            ProposedZone(
                id,
                name,
                box,
                yards_across(max(one.w, one.h)),
                "ellipse" if one.round else "rectangle",
                "water" if 2 * wet > one.w * one.h else "plain",
            )
        )
        owners.update(dict.fromkeys(one.squares(), len(zones) - 1))
        lines.add(f"{name}: {one.w} x {one.h} squares", "understood", f"zones.{id}")
    links = _links(doors, zones, owners, lines)
    zones = _with_notes(data, zones, owners, lines)
    single = {zone.id for zone, one in zip(zones, rooms, strict=True) if one.w == one.h == 1 and not zone.notes}
    kept, links = _without_single_squares(zones, links, single)
    if gone := len(zones) - len(kept):
        lines.add(f"{count(gone, 'square')} of passage: a link instead of a zone", "guessed", "links")
    if pillars := _listed(data, "columns"):
        lines.add(f"Columns: {count(len(pillars), 'square')}, not drawn", "kept")
    story = data.get("story") if isinstance(data.get("story"), str) else ""
    if story:
        lines.add(story, "understood", "notes")
    named = data.get("title")
    return MapProposal(
        named if isinstance(named, str) and named.strip() else title,
        kept,
        links,
        None,
        lines.all,
        str(story),
        unit,
    )


def _listed(data: Mapping[str, Any], key: str) -> list[Any]:
    value = data.get(key)
    return value if isinstance(value, list) else []


def _square(value: Any) -> tuple[int, int] | None:
    x, y = number_at(value, "x"), number_at(value, "y")
    if x is None or y is None or not (abs(x) <= FARTHEST and abs(y) <= FARTHEST):
        return None
    return int(x // 1), int(y // 1)


def _rectangle(value: Any) -> _Rectangle | None:
    at, w, h = _square(value), number_at(value, "w"), number_at(value, "h")
    if at is None or w is None or h is None or not (1 <= w <= LARGEST and 1 <= h <= LARGEST):
        return None
    return _Rectangle(*at, int(w), int(h), value.get("rotunda") is True)


def _links(
    doors: list[Mapping[str, Any]], zones: list[ProposedZone], owners: Mapping[tuple[int, int], int], lines: Lines
) -> tuple[ProposedLink, ...]:
    found: dict[tuple[int, int], ProposedLink] = {}
    for door in doors:
        at, way = _square(door), door.get("dir")
        barrier, name = _DOORS.get(int(number_at(door, "type") or 0), ("none", ""))
        what = f"{(name or 'opening').capitalize()} at {at}" if at is not None else "A door without a position"
        pair = _sides(at, _square(way), owners)
        if pair is None:
            lines.add(f"{what}: leads to no other room", "kept")
            continue
        a, b = pair
        found.setdefault(
            (min(a, b), max(a, b)),
            ProposedLink((zones[a].id, zones[b].id), barrier, name, int(number_at(door, "type") or 0) == _SECRET),
        )
        lines.add(f"{what}: {zones[a].name} to {zones[b].name}", "understood", "links")
    for (x, y), owner in owners.items():
        for beside in ((x + 1, y), (x, y + 1)):
            other = owners.get(beside)
            if other is not None and other != owner:
                pair = (min(owner, other), max(owner, other))
                found.setdefault(pair, ProposedLink((zones[pair[0]].id, zones[pair[1]].id)))
    return tuple(found[pair] for pair in sorted(found))


def _without_single_squares(
    zones: list[ProposedZone], links: tuple[ProposedLink, ...], single: set[str]
) -> tuple[tuple[ProposedZone, ...], tuple[ProposedLink, ...]]:
    """Replace single squares between two other zones by a link between those two. Single squares at an end are
    dropped, unless nothing else is left.
    """
    joined = {frozenset(link.between): link for link in links}
    kept = list(zones)
    for zone in zones:
        around = [(key, link) for key, link in joined.items() if zone.id in key]
        if zone.id not in single or len(around) > 2 or len(kept) == 1:
            continue
        for key, _link in around:
            del joined[key]
        kept.remove(zone)
        if len(around) == 2:
            (first,), (second,) = (key - {zone.id} for key, _ in around)
            barred = max((link for _, link in around), key=lambda link: BARRIERS.index(link.barrier))
            joined.setdefault(frozenset((first, second)), barred.but(between=(first, second)))
    return tuple(kept), tuple(joined.values())


def _sides(
    at: tuple[int, int] | None, way: tuple[int, int] | None, owners: Mapping[tuple[int, int], int]
) -> tuple[int, int] | None:
    if at is None:
        return None
    ways = [way] if way is not None and way != (0, 0) else [(1, 0), (0, 1)]
    for dx, dy in ways:
        a, b = owners.get((at[0] - dx, at[1] - dy)), owners.get((at[0] + dx, at[1] + dy))
        own = owners.get(at)
        sides = [one for one in (a, own, b) if one is not None]
        if len(set(sides)) >= 2:
            return sides[0], sides[-1] if sides[-1] != sides[0] else sides[1]
    return None


def _with_notes(
    data: Mapping[str, Any], zones: list[ProposedZone], owners: Mapping[tuple[int, int], int], lines: Lines
) -> list[ProposedZone]:
    notes: dict[int, list[str]] = {}
    for one in _listed(data, "notes"):
        text = one.get("text") if isinstance(one, Mapping) else None
        if not isinstance(text, str) or not text.strip():
            continue
        ref = one.get("ref")
        numbered = f"{ref}. {text}" if isinstance(ref, (str, int)) and str(ref) else text
        square = _square(one.get("pos"))
        owner = owners.get(square) if square is not None else None
        if owner is None and square is not None:  # a note at a door is between two rooms
            near = [(square[0] + dx, square[1] + dy) for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))]
            owner = next((owners[one] for one in near if one in owners), None)
        if owner is None:
            lines.add(numbered, "kept")
            continue
        notes.setdefault(owner, []).append(numbered)
        lines.add(numbered, "understood", f"zones.{zones[owner].id}")
    return [zone.but(notes="\n".join(notes.get(n, ()))) for n, zone in enumerate(zones)]
