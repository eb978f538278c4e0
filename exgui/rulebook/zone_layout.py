"""Lays out zones that have no place on the map: a tidy grid with linked zones side by side."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from math import ceil, sqrt

from exgui.engine.zones import Link, Zone

GAP = 60.0
"""Map units between neighboring zones, enough to see the link."""

Cell = tuple[int, int]
"""Column and row of the grid, each 0 or more."""


def laid_out(zones: Sequence[Zone], links: Sequence[Link], placed: Mapping[str, bool]) -> list[Zone]:
    """Return the zones, with a place for each that has none according to `placed`. New places never overlap another
    zone; the other zones stay.

    Breadth first along the links: each zone comes into the free cell nearest to the one it was reached from. Each
    connected group begins in a new row; zones without links fill the rows below.
    """
    if all(placed[zone.id] for zone in zones):
        return list(zones)
    wide = max(zone.width for zone in zones) + GAP
    high = max(zone.height for zone in zones) + GAP
    near: dict[str, list[str]] = {zone.id: [] for zone in zones}
    for link in links:
        a, b = link.between
        near[a].append(b)
        near[b].append(a)
    grid = _Grid(max(4, ceil(1.5 * sqrt(len(zones)))))
    queue: deque[str] = deque()
    for zone in zones:
        if placed[zone.id]:
            grid.block(zone, wide, high)
            queue.append(zone.id)
    linked = [zone.id for zone in zones if near[zone.id]]
    for start in [None, *linked]:
        if start is not None and start not in grid.cells:
            grid.begin(start)
            queue.append(start)
        while queue:
            here = queue.popleft()
            for other in near[here]:
                if other not in grid.cells:
                    grid.put(other, here)
                    queue.append(other)
    grid.fill(zone.id for zone in zones if zone.id not in grid.cells)
    return [
        zone if placed[zone.id] else zone.but(x=grid.cells[zone.id][0] * wide, y=grid.cells[zone.id][1] * high)
        for zone in zones
    ]


class _Grid:
    """The grid: the taken cells, and the zone in each."""

    def __init__(self, columns: int) -> None:
        self.columns = columns
        self.cells: dict[str, Cell] = {}
        self.taken: set[Cell] = set()
        self.bottom = 0
        """The first row below all zones."""

    def block(self, zone: Zone, wide: float, high: float) -> None:
        """Keep the cells on and near a placed zone free."""
        first = self._cell(zone.x - GAP, zone.y - GAP, wide, high)
        last = self._cell(zone.x + zone.width + GAP, zone.y + zone.height + GAP, wide, high)
        for column in range(max(first[0], 0), min(last[0], self.columns - 1) + 1):
            for row in range(max(first[1], 0), last[1] + 1):
                self._take((column, row))
        column, row = self._cell(zone.x, zone.y, wide, high)
        # A zone far off is treated as if at the edge of the grid, and so are its neighbors.
        self.cells[zone.id] = min(max(column, 0), self.columns - 1), min(max(row, 0), self.columns)

    def begin(self, id: str) -> None:
        """Put a zone at the beginning of a new row."""
        self.cells[id] = 0, self.bottom
        self._take(self.cells[id])

    def put(self, id: str, beside: str) -> None:
        """Put a zone into the free cell nearest to another zone."""
        self.cells[id] = next(cell for cell in self._around(self.cells[beside]) if cell not in self.taken)
        self._take(self.cells[id])

    def fill(self, ids: Iterator[str]) -> None:
        """Put zones row after row below all others."""
        start = self.bottom
        for n, id in enumerate(ids):
            self.cells[id] = n % self.columns, start + n // self.columns
            self._take(self.cells[id])

    def _take(self, cell: Cell) -> None:
        self.taken.add(cell)
        self.bottom = max(self.bottom, cell[1] + 1)

    @staticmethod
    def _cell(x: float, y: float, wide: float, high: float) -> Cell:
        return int(x // wide), int(y // high)

    def _around(self, cell: Cell) -> Iterator[Cell]:
        """Yield the cells around one, ring by ring; in each ring the nearest first, beside before below before
        above.
        """
        column, row = cell
        reach = 0
        while True:
            reach += 1
            edge = range(-reach, reach + 1)
            ring = {(x, y) for x in edge for y in (-reach, reach)} | {(x, y) for y in edge for x in (-reach, reach)}
            for x, y in sorted(ring, key=lambda one: (abs(one[0]) + abs(one[1]), one[1] != 0, -one[0], -one[1])):
                if 0 <= column + x < self.columns and row + y >= 0:
                    yield column + x, row + y
