"""A map read from a file: proposed zones and links. Each can be merged with others or dropped before they become an
encounter.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from hashlib import sha256
from statistics import median
from typing import Any

from exgui.campaign.encounter_edits.zones import LARGEST_LENGTH, Box
from exgui.campaign.imports.rooms import Plan, Room
from exgui.engine.record import EMPTY, Record
from exgui.rulebook.new_names import free_id, slug
from exgui.rulebook.validation import LONGEST_NAME, LONGEST_NOTE
from exgui.sheets.stat_block.pasted import PastedLine, Verdict

USUAL_UNIT = 60.0
"""Map units to a square of the grid."""
SMALLEST_UNIT, LARGEST_UNIT = 40.0, 100.0
WANTED_SIDE = 180.0
"""Map units of the shorter side of a room of average size."""
MOST_ROOMS = 300
YARDS_PER_SQUARE = 5 / 3
"""A square of five feet."""
_MARGIN = 0.1
"""Squares that a zone leaves free along its walls."""


class ProposedZone(Record):
    """A proposed zone.

    Attributes:
        box: in map units.
        yards: across.
        more: further keys of the zone, as in an encounter.
    """

    id: str
    name: str
    box: Box
    yards: int = 20
    shape: str = "rectangle"
    terrain: str = "plain"
    notes: str = ""
    more: Mapping[str, Any] = EMPTY


class ProposedLink(Record):
    """A proposed link, with its barrier and the barrier's name."""

    between: tuple[str, str]
    barrier: str = "none"
    name: str = ""
    hidden: bool = False
    difficulty: int = 0


class FoundPicture(Record):
    """The picture of a map.

    Attributes:
        box: its place; None if it depends on the picture's size.
        kind: "png", "jpeg" …; "" while unknown.
    """

    content: bytes
    box: Box | None = None
    name: str = "Map"
    kind: str = ""

    @property
    def id(self) -> str:
        return sha256(self.content).hexdigest()


class MapProposal(Record):
    """A map.

    Attributes:
        lines: the contents of the file, each with what became of it.
        notes: of the encounter.
        unit: map units to a square of the grid.
        whole: an encounter of this app, which is imported as it is; empty for a map of another program.
    """

    title: str
    zones: tuple[ProposedZone, ...] = ()
    links: tuple[ProposedLink, ...] = ()
    picture: FoundPicture | None = None
    lines: tuple[PastedLine, ...] = ()
    notes: str = ""
    unit: float = USUAL_UNIT
    whole: Mapping[str, Any] = EMPTY

    def without(self, some: Collection[str]) -> MapProposal:
        """Return the proposal without some zones, and the links to them."""
        return self.but(
            zones=tuple(zone for zone in self.zones if zone.id not in some),
            links=tuple(link for link in self.links if not set(link.between) & set(some)),
        )

    def merged(self, some: Collection[str]) -> MapProposal:
        """Return the proposal with some zones as one zone around all of them, which has the name of the first and
        the links of all.
        """
        parts = [zone for zone in self.zones if zone.id in some]
        if len(parts) < 2:
            return self
        first = parts[0]
        left, top = min(one.box.x for one in parts), min(one.box.y for one in parts)
        right = max(one.box.x + one.box.width for one in parts)
        bottom = max(one.box.y + one.box.height for one in parts)
        whole = first.but(
            box=Box(left, top, right - left, bottom - top),
            yards=max(one.yards for one in parts),
            notes="\n".join(dict.fromkeys(one.notes for one in parts if one.notes)),
        )
        zones = tuple(whole if one is first else one for one in self.zones if one is first or one.id not in some)
        links: dict[frozenset[str], ProposedLink] = {}
        for link in self.links:
            a, b = (first.id if end in some else end for end in link.between)
            if a != b:
                before = links.get(key := frozenset((a, b)))
                if before is None or before.barrier != "none":
                    links[key] = link.but(between=(a, b))
        return self.but(zones=zones, links=tuple(links.values()))

    def encounter(self, ruleset: str) -> dict[str, Any]:
        if self.whole:
            return dict(self.whole)
        out: dict[str, Any] = {"title": one_line(self.title) or "Map", "ruleset": ruleset}
        if self.zones:
            out["zone"] = [_zone(zone) for zone in self.zones]
        if self.links:
            out["link"] = [_link(link) for link in self.links]
        if self.picture is not None and self.picture.box is not None:
            out["picture"] = {"id": self.picture.id, **self.picture.box.keys(), "dim": 20}
        if self.notes:
            out["notes"] = self.notes[:LONGEST_NOTE]
        return out


def _zone(zone: ProposedZone) -> dict[str, Any]:
    out: dict[str, Any] = {"id": zone.id, "name": one_line(zone.name), **zone.box.bounded().keys()}
    more = (
        ("size", max(1, min(1_000, zone.yards)), 20),
        ("shape", zone.shape, "rectangle"),
        ("terrain", zone.terrain, "plain"),
        ("notes", zone.notes[:LONGEST_NOTE], ""),
    )
    out.update((key, value) for key, value, usual in more if value != usual)
    out.update(zone.more)
    return out


def _link(link: ProposedLink) -> dict[str, Any]:
    out: dict[str, Any] = {"between": list(link.between)}
    if link.barrier != "none":
        out["barrier"] = link.barrier
        if link.name:
            out["name"] = one_line(link.name)
    if link.difficulty:
        out["difficulty"] = link.difficulty
    if link.hidden:
        out["hidden"] = True
    return out


def one_line(text: str) -> str:
    return "".join(sign for sign in " ".join(text.split()) if sign.isprintable())[:LONGEST_NAME]


def unit_for(width: float, height: float, sides: Sequence[float]) -> float:
    """Return the map units to a square, so that rooms have space for combatants and the whole map is not too large.

    Args:
        width, height: of the map in squares.
        sides: the shorter side of each room, in squares.
    """
    wanted = WANTED_SIDE / max(0.1, median(sides)) if sides else USUAL_UNIT
    return min(max(SMALLEST_UNIT, min(LARGEST_UNIT, wanted)), LARGEST_LENGTH / max(width, height, 1))


class Names:
    """Numbered names for each kind of zone, and ids for them."""

    def __init__(self) -> None:
        self._counts: dict[str, int] = {}
        self._taken: set[str] = set()

    def next(self, kind: str, alone: bool = False) -> tuple[str, str]:
        """Return an id and a name: "Room 3"; without a number if it is `alone`."""
        self._counts[kind] = count = self._counts.get(kind, 0) + 1
        name = kind if alone else f"{kind} {count}"
        id = free_id(slug(name) or "zone", self._taken)
        self._taken.add(id)
        return id, name


def zones_of(plan: Plan, unit: float) -> tuple[tuple[ProposedZone, ...], tuple[ProposedLink, ...]]:
    """Return the zones and links of rooms; of too many rooms only the largest."""
    largest = sorted(range(len(plan.rooms)), key=lambda n: -plan.rooms[n].area)[:MOST_ROOMS]
    names = Names()
    zones: dict[int, ProposedZone] = {}
    for n in sorted(largest):
        room = plan.rooms[n]
        kind = "Outside" if room.outside else "Passage" if room.passage else "Room"
        id, name = names.next(kind, room.outside)
        zones[n] = ProposedZone(id, name, box_of(room, unit), yards_across(max(room.width, room.height)))
    links = []
    for opening in plan.openings:
        a, b = opening.between
        if a in zones and b in zones:
            door = opening.door
            closed = door is not None and door.closed
            links.append(
                ProposedLink(
                    (zones[a].id, zones[b].id),
                    "obstacle" if closed else "none",
                    door.name if door is not None and closed else "",
                    door is not None and door.hidden,
                )
            )
    return tuple(zones.values()), tuple(links)


def box_of(room: Room, unit: float) -> Box:
    margin = _MARGIN * unit
    return Box(
        room.x * unit + margin,
        room.y * unit + margin,
        max(1.0, room.width * unit - 2 * margin),
        max(1.0, room.height * unit - 2 * margin),
    )


def yards_across(squares: float) -> int:
    return max(1, round(squares * YARDS_PER_SQUARE))


class Lines:
    """The contents of a file in numbered lines, each with what became of it."""

    def __init__(self) -> None:
        self._lines: list[PastedLine] = []

    def add(self, text: str, verdict: Verdict, *fields: str) -> None:
        self._lines.append(PastedLine(len(self._lines) + 1, text, verdict, fields))

    @property
    def all(self) -> tuple[PastedLine, ...]:
        return tuple(self._lines)


def list_zones(lines: Lines, plan: Plan, zones: Sequence[ProposedZone]) -> None:
    for zone in zones:
        lines.add(f"{zone.name}: enclosed by walls", "guessed", f"zones.{zone.id}")
    if left := len(plan.rooms) - len(zones):
        lines.add(f"{count(left, 'smaller room')} left out: {MOST_ROOMS} zones are the most", "kept")


def count(number: int, word: str, plural: str = "") -> str:
    return f"{number:,} {word if number == 1 else plural or f'{word}s'}"


def number_at(data: Any, *path: str) -> float | None:
    """Return a number at a path in a tree, None for none."""
    for step in path:
        data = data.get(step) if isinstance(data, Mapping) else None
    return float(data) if isinstance(data, (int, float)) and not isinstance(data, bool) else None
