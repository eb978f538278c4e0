"""Where zones lie that nobody has put anywhere yet: side by side in rows, by their order. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from math import ceil, sqrt
from typing import Protocol

ACROSS, DOWN = 352.0, 280.0
"""From one zone to the next, in map units, where none is larger."""


class Placed(Protocol):
    """Whatever lies on the map as a zone does: with an id, its upper left corner, and its size."""

    @property
    def id(self) -> str: ...

    @property
    def x(self) -> float: ...

    @property
    def y(self) -> float: ...

    @property
    def width(self) -> float: ...

    @property
    def height(self) -> float: ...


def default_places(zones: Iterable[Placed]) -> Mapping[str, tuple[float, float]]:
    """Every zone's upper left corner: its own, or, where several lie on one point, a place in a row of its own."""
    known = tuple(zones)
    count = Counter((zone.x, zone.y) for zone in known)
    columns = ceil(sqrt(len(known) * 1.4)) or 1
    across = max([ACROSS, *(zone.width + 72 for zone in known)])
    down = max([DOWN, *(zone.height + 72 for zone in known)])
    out: dict[str, tuple[float, float]] = {}
    for index, zone in enumerate(known):
        row, column = divmod(index, columns)
        piled = count[zone.x, zone.y] > 1
        out[zone.id] = (zone.x + column * across, zone.y + row * down) if piled else (zone.x, zone.y)
    return out
