"""The battlefield: zones, the links between them, paths, and the picture under them."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping

from exgui.engine.memo import remembered_by_identity
from exgui.engine.record import EMPTY, Record, Table, Value

BARRIERS = ("none", "obstacle", "wall")
"""The barriers of a link: none; an obstacle, crossed with a roll or by the storyteller's decision; a wall that no
one crosses.
"""
SHAPES = ("rectangle", "ellipse")
"""Basic shapes of a zone's outline."""
TERRAINS = ("plain", "forest", "water", "rock", "street", "building", "mud", "fire")
"""The terrain drawn in a zone. It has no rules: `difficult`, `cover` and `hazard` do."""
REVEALED_WHEN = ("entered", "never")
"""When a hidden zone is revealed to the players automatically: when a combatant they see enters it, or never."""


class Zone(Record):
    """One zone of the battlefield.

    Attributes:
        difficult: difficult terrain.
        size: yards across, for rulesets that measure.
        hazard: the ruleset's level of environmental damage, "none" for none.
        cover: levels of cover it offers, each with the difficulty of taking it.
        x, y, width, height: where it is drawn, in map units (one unit is a pixel at zoom 1).
        shape: one of `SHAPES`.
        terrain: one of `TERRAINS`.
        ground: its height, in words ("two yards above the street"), from the storyteller.
        hidden: the players do not know of it.
        reveal_when: one of `REVEALED_WHEN`.
        auto_reveal: False is an older form of `reveal_when` = "never", with the same effect.
        notes: the storyteller's own.
        fields: further fields that the ruleset defines.
    """

    id: str
    name: str = ""
    difficult: bool = False
    size: int = 20
    hazard: str = "none"
    cover: Table[str, int] = EMPTY
    x: float = 0.0
    y: float = 0.0
    width: float = 260.0
    height: float = 180.0
    hidden: bool = False
    auto_reveal: bool = True
    notes: str = ""
    fields: Table[str, Value] = EMPTY
    shape: str = "rectangle"
    terrain: str = "plain"
    ground: str = ""
    reveal_when: str = "entered"

    @property
    def shows_itself(self) -> bool:
        """Return whether the players learn of it when a combatant they see enters it."""
        return self.auto_reveal and self.reveal_when == "entered"


class Link(Record):
    """A link between two zones.

    Attributes:
        barrier: one of `BARRIERS`.
        difficulty: of crossing an obstacle; 0 if not given.
        name: the kind of barrier ("fence").
        hidden: the players do not know of it.
    """

    between: tuple[str, str]
    barrier: str = "none"
    difficulty: int = 0
    name: str = ""
    hidden: bool = False

    @property
    def obstacle(self) -> str:
        """Return the barrier as a sentence begins: "Fence (difficulty 3)", or "An obstacle"."""
        what = f"{self.name[:1].upper()}{self.name[1:]}" or "An obstacle"
        return f"{what} (difficulty {self.difficulty})" if self.difficulty else what

    def other(self, zone: str) -> str | None:
        """Return the zone at the other end, or None if the link does not touch `zone`."""
        a, b = self.between
        if zone == a:
            return b
        return a if zone == b else None


class MapPicture(Record):
    """A picture under the zones.

    Attributes:
        id: id of a picture of the campaign, or the name of a file beside it.
        x, y, width, height: its place, in map units; it is scaled to that size.
        dim: how much the map's background covers it, in percent: at 100 it is invisible.
        hidden: the players do not see it.
    """

    id: str
    x: float = 0.0
    y: float = 0.0
    width: float = 1200.0
    height: float = 800.0
    dim: int = 40
    hidden: bool = False


def neighbors(links: tuple[Link, ...], zone: str, through: tuple[str, ...] = ("none", "obstacle")) -> tuple[str, ...]:
    """Return the zones one link away, across a barrier among `through`, in the order of the links, each once."""
    return _joined(links, through).get(zone, ())


# Called for every zone on a path: with a lookup, a path costs as much as there are links, not as much for each zone.
@remembered_by_identity(100)
def _joined(links: tuple[Link, ...], through: tuple[str, ...]) -> dict[str, tuple[str, ...]]:
    found: dict[str, dict[str, None]] = {}
    for link in links:
        a, b = link.between
        if a != b and link.barrier in through:
            found.setdefault(a, {})[b] = None
            found.setdefault(b, {})[a] = None
    return {zone: tuple(others) for zone, others in found.items()}


def link_between(links: tuple[Link, ...], a: str, b: str) -> Link | None:
    """Return the link between two zones; of several the one with the least barrier."""
    best: Link | None = None
    for link in links:
        if a in link.between and link.other(a) == b:
            if best is None or BARRIERS.index(link.barrier) < BARRIERS.index(best.barrier):
                best = link
    return best


# Called for every pair of combatants after every step, while the links seldom change.
@remembered_by_identity(1_000)
def distances(
    links: tuple[Link, ...], start: str, through: tuple[str, ...] = ("none", "obstacle")
) -> Mapping[str, int]:
    """Return the number of links from `start` to every zone that can be reached from it, by the shortest path."""
    found = {start: 0}
    queue = deque((start,))
    while queue:
        zone = queue.popleft()
        for other in neighbors(links, zone, through):
            if other not in found:
                found[other] = found[zone] + 1
                queue.append(other)
    return found
