"""Finds rooms among walls: areas enclosed by walls and doors, passages between them, and the openings that join them.

Walls are drawn into a grid of cells, several to a square of the map, so that they may cross, overlap or nearly touch.
Free connected cells are a region; a region is cut where it is narrow, as at an opening without a door. All lengths are
in squares of the map.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from math import ceil, hypot, isfinite, sqrt

from exgui.engine.record import Record

MOST_CELLS = 250_000
CELLS_PER_SQUARE = 4.0
MOST_STEPS = 4_000_000
"""The most cells that all walls together may pass through."""
LARGEST_MAP = 10_000.0
"""The most squares across."""
SMALLEST_ROOM = 2.0
"""The least area in squares; a smaller region is part of its neighbor."""
FARTHEST = 1_000_000.0
"""The most squares from the origin; anything farther is not a wall of the map."""
_EDGE = 2
"""Free cells around the map."""
_MIDDLE = 0.5
"""Part of a cell by which the grid is shifted, so that walls along squares run through the middle of cells."""
_REACH = 1.75
"""Squares on either side of a door within which a room must begin."""

Point = tuple[float, float]
Line = tuple[Point, Point]
Cancelled = Callable[[], bool]


class Door(Record):
    """A door: its place, and whether it is closed; `name` describes it."""

    line: Line
    closed: bool = True
    name: str = "door"
    hidden: bool = False


class Room(Record):
    """A room or a passage.

    Attributes:
        x, y, width, height: the largest rectangle in it.
        area: of the whole room.
        passage: a narrow part between rooms.
        outside: not enclosed by walls.
    """

    x: float
    y: float
    width: float
    height: float
    area: float
    passage: bool = False
    outside: bool = False


class Opening(Record):
    """An opening between two rooms, by their index. `door` is None if it has no door."""

    between: tuple[int, int]
    door: Door | None = None


class Plan(Record):
    """The result. `unread` is the number of walls beyond the limit."""

    rooms: tuple[Room, ...] = ()
    openings: tuple[Opening, ...] = ()
    unread: int = 0


def find_rooms(width: float, height: float, walls: Sequence[Line], doors: Sequence[Door]) -> Plan:
    """Return the rooms of a map of that size."""
    if not (0 < width <= LARGEST_MAP and 0 < height <= LARGEST_MAP):
        return Plan()
    grid = _Grid(width, height)
    unread = grid.block(walls)
    grid.block([door.line for door in doors])
    regions, outside = grid.regions()
    labels, passages = grid.divided(regions)
    rectangles = grid.rectangles(labels)
    areas = Counter(labels)
    grounds = {label: region for label, region in zip(labels, regions, strict=True) if label}
    opened = [(door, pair) for door in doors if (pair := grid.sides(door.line, labels)) is not None]
    led_out = {label for _, pair in opened for label in pair if grounds[label] == outside}
    enclosed = any(grounds[label] != outside for label in rectangles)
    largest = max(rectangles, key=lambda label: areas[label], default=0)

    def counts(label: int) -> bool:
        """Return whether a region is a room: the outside is one if a door leads there, or if nothing is enclosed."""
        return grounds[label] != outside or (label in led_out if enclosed else label == largest)

    def place(label: int) -> tuple[bool, float, float]:
        return grounds[label] == outside, rectangles[label][1], rectangles[label][0]

    kept = [label for label in sorted(rectangles, key=place) if counts(label)]
    numbers = {label: n for n, label in enumerate(kept)}
    rooms = tuple(
        Room(
            *rectangles[label],
            round(areas[label] / grid.scale**2, 2),
            label in passages,
            grounds[label] == outside,
        )
        for label in kept
    )
    found: dict[tuple[int, int], Opening] = {}
    for a, b in grid.touching(labels):
        if a in numbers and b in numbers:
            pair = _pair(numbers[a], numbers[b])
            found[pair] = Opening(pair)
    for door, (a, b) in opened:
        if a in numbers and b in numbers:
            found.setdefault(pair := _pair(numbers[a], numbers[b]), Opening(pair, door))
    return Plan(rooms, tuple(found[pair] for pair in sorted(found)), unread)


def _pair(a: int, b: int) -> tuple[int, int]:
    return (a, b) if a < b else (b, a)


class _Grid:
    """The cells of a map, including those at the edge.

    Attributes:
        scale: cells per square.
    """

    def __init__(self, width: float, height: float) -> None:
        self.scale = min(CELLS_PER_SQUARE, sqrt(MOST_CELLS / (width * height)))
        self.columns = ceil(width * self.scale) + 2 * _EDGE + 1
        self.rows = ceil(height * self.scale) + 2 * _EDGE + 1
        self.blocked = bytearray(self.columns * self.rows)
        self._steps = 0

    def block(self, lines: Iterable[Line]) -> int:
        """Draw lines; return the number not drawn because they are too many or make no sense."""
        missed = 0
        for line in lines:
            clipped = self._clipped(line)
            if clipped is None:
                continue
            if self._steps > MOST_STEPS:
                missed += 1
                continue
            for at in self._along(*clipped):
                self.blocked[at] = 1
                self._steps += 1
        return missed

    def _clipped(self, line: Line) -> tuple[float, float, float, float] | None:
        """Return the part of a line within the grid, in cells; None for none."""
        (x1, y1), (x2, y2) = line
        if not all(isfinite(one) and abs(one) <= FARTHEST for one in (x1, y1, x2, y2)):
            return None
        ax, ay, bx, by = (one * self.scale + _EDGE + _MIDDLE for one in (x1, y1, x2, y2))
        dx, dy = bx - ax, by - ay
        start, end = 0.0, 1.0
        for step, gap in (
            (-dx, ax), (dx, self.columns - 1e-6 - ax), (-dy, ay), (dy, self.rows - 1e-6 - ay),
        ):  # fmt: skip
            if step == 0:
                if gap < 0:
                    return None
            elif step < 0:
                start = max(start, gap / step)
            else:
                end = min(end, gap / step)
        if start > end:
            return None
        return ax + start * dx, ay + start * dy, ax + end * dx, ay + end * dy

    def _along(self, ax: float, ay: float, bx: float, by: float) -> Iterator[int]:
        """Yield every cell that a line passes through, each next to the one before."""
        x, y = min(int(ax), self.columns - 1), min(int(ay), self.rows - 1)
        last_x, last_y = min(int(bx), self.columns - 1), min(int(by), self.rows - 1)
        dx, dy = bx - ax, by - ay
        step_x, step_y = (1 if dx > 0 else -1), (1 if dy > 0 else -1)
        per_x, per_y = (abs(1 / dx) if dx else 1e30), (abs(1 / dy) if dy else 1e30)
        next_x = ((x + 1 - ax) if dx > 0 else (ax - x)) * per_x if dx else 1e30
        next_y = ((y + 1 - ay) if dy > 0 else (ay - y)) * per_y if dy else 1e30
        for _ in range(abs(last_x - x) + abs(last_y - y) + 1):
            if 0 <= x < self.columns and 0 <= y < self.rows:
                yield y * self.columns + x
            if x == last_x and y == last_y:
                return
            if (next_x < next_y and x != last_x) or y == last_y:
                next_x += per_x
                x += step_x
            else:
                next_y += per_y
                y += step_y

    def regions(self) -> tuple[list[int], int]:
        """Return the region of each cell, 0 for a wall; and the outside region."""
        labels = [0] * len(self.blocked)
        number = 0
        for start in range(len(labels)):
            if labels[start] or self.blocked[start]:
                continue
            number += 1
            self._flood(start, number, labels, lambda at: not self.blocked[at])
        return labels, labels[0]

    def _flood(self, start: int, number: int, labels: list[int], free: Callable[[int], bool]) -> int:
        """Label a cell and all cells that can be reached from it; return their number."""
        waiting = [start]
        labels[start] = number
        count = 0
        columns, cells = self.columns, len(labels)
        while waiting:
            at = waiting.pop()
            count += 1
            column = at % columns
            for other, there in (
                (at - 1, column > 0), (at + 1, column < columns - 1),
                (at - columns, at >= columns), (at + columns, at + columns < cells),
            ):  # fmt: skip
                if there and not labels[other] and free(other):
                    labels[other] = number
                    waiting.append(other)
        return count

    def divided(self, regions: Sequence[int]) -> tuple[list[int], set[int]]:
        """Cut regions where they are narrow. Return the label of each cell, and the labels of passages."""
        depth = self._depths()
        core = int(self.scale / 2) + 1
        labels = [0] * len(regions)
        number = 0
        for start, deep in enumerate(depth):
            if deep >= core and not labels[start]:
                number += 1
                self._flood(start, number, labels, lambda at: depth[at] >= core)
        rooms = number
        self._grow(labels, core - 1)
        for start, region in enumerate(regions):
            if region and not labels[start]:
                number += 1
                self._flood(start, number, labels, lambda at: bool(regions[at]))
        self._leave_out_edge(labels)
        passages = set(range(rooms + 1, number + 1))
        self._take_in_small(labels, passages)
        return labels, passages

    def _depths(self) -> list[int]:
        """Return how far each cell is from the nearest wall, diagonal steps included."""
        columns, rows, blocked = self.columns, self.rows, self.blocked
        far = columns + rows
        out = [0 if one else far for one in blocked]
        for way in (1, -1):
            ys = range(1, rows - 1) if way == 1 else range(rows - 2, 0, -1)
            for y in ys:
                row = y * columns
                xs = range(row + 1, row + columns - 1) if way == 1 else range(row + columns - 2, row, -1)
                before = -columns * way
                for at in xs:
                    if out[at]:
                        nearest = min(out[at - way], out[at + before - 1], out[at + before], out[at + before + 1]) + 1
                        if nearest < out[at]:
                            out[at] = nearest
        return out

    def _grow(self, labels: list[int], steps: int) -> None:
        edge = deque((at, 0) for at, label in enumerate(labels) if label)
        columns = self.columns
        around = (-1, 1, -columns, columns, -columns - 1, -columns + 1, columns - 1, columns + 1)
        while edge:
            at, taken = edge.popleft()
            if taken >= steps:
                continue
            for way in around:
                other = at + way
                if 0 <= other < len(labels) and not labels[other] and not self.blocked[other]:
                    labels[other] = labels[at]
                    edge.append((other, taken + 1))

    def _leave_out_edge(self, labels: list[int]) -> None:
        """Remove the labels of cells that are not on the map."""
        columns, rows = self.columns, self.rows
        for y in range(rows):
            inside = _EDGE <= y < rows - _EDGE - 1
            for x in range(columns) if not inside else (*range(_EDGE), *range(columns - _EDGE - 1, columns)):
                labels[y * columns + x] = 0

    def _take_in_small(self, labels: list[int], passages: set[int]) -> None:
        """Merge regions that are too small with the neighbor they touch most; remove those without one."""
        areas = Counter(labels)
        small = {label for label, count in areas.items() if label and count < SMALLEST_ROOM * self.scale**2}
        borders: dict[int, Counter[int]] = {label: Counter() for label in small}
        for (a, b), count in self._borders(labels).items():
            for one, other in ((a, b), (b, a)):
                if one in small and other not in small:
                    borders[one][other] += count
        goal = {label: around.most_common(1)[0][0] if around else 0 for label, around in borders.items()}
        if goal:
            for at, label in enumerate(labels):
                if label in goal:
                    labels[at] = goal[label]
        passages -= small

    def _borders(self, labels: Sequence[int]) -> Counter[tuple[int, int]]:
        found: Counter[tuple[int, int]] = Counter()
        for way in (1, self.columns):
            for a, b in zip(labels, labels[way:], strict=False):
                if a != b and a and b:
                    found[_pair(a, b)] += 1
        return found

    def touching(self, labels: Sequence[int]) -> list[tuple[int, int]]:
        return sorted(self._borders(labels))

    def sides(self, line: Line, labels: Sequence[int]) -> tuple[int, int] | None:
        """Return the labels on both sides of a door; None if they are the same, or one has none."""
        (x1, y1), (x2, y2) = line
        length = hypot(x2 - x1, y2 - y1)
        if not isfinite(length) or length == 0:
            return None
        across = (-(y2 - y1) / length, (x2 - x1) / length)
        middle = ((x1 + x2) / 2, (y1 + y2) / 2)
        found = [self._first(middle, (across[0] * way, across[1] * way), labels) for way in (1, -1)]
        return (found[0], found[1]) if all(found) and found[0] != found[1] else None

    def _first(self, start: Point, way: Point, labels: Sequence[int]) -> int:
        step = 0.5 / self.scale
        for n in range(1, int(_REACH / step) + 2):
            x = int((start[0] + way[0] * step * n) * self.scale + _EDGE + _MIDDLE)
            y = int((start[1] + way[1] * step * n) * self.scale + _EDGE + _MIDDLE)
            if 0 <= x < self.columns and 0 <= y < self.rows and (label := labels[y * self.columns + x]):
                return label
        return 0

    def rectangles(self, labels: Sequence[int]) -> dict[int, tuple[float, float, float, float]]:
        """Return the largest rectangle of each label, in squares."""
        best: dict[int, tuple[int, int, int, int, int]] = {}
        columns = self.columns
        heights = [0] * columns
        above: Sequence[int] = [0] * columns
        for y in range(self.rows):
            row = labels[y * columns : (y + 1) * columns]
            for x in range(columns):
                heights[x] = heights[x] + 1 if row[x] and row[x] == above[x] else int(bool(row[x]))
            above = row
            self._best_of_row(row, heights, y, best)
        return {label: self._in_squares(*found[1:]) for label, found in best.items()}

    def _in_squares(self, x: int, y: int, width: int, height: int) -> tuple[float, float, float, float]:
        left, top = (max(0.0, (one - _EDGE - _MIDDLE) / self.scale) for one in (x, y))
        return left, top, width / self.scale, height / self.scale

    def _best_of_row(
        self, row: Sequence[int], heights: Sequence[int], y: int, best: dict[int, tuple[int, int, int, int, int]]
    ) -> None:
        stack: list[tuple[int, int]] = []
        current = 0
        for x in range(len(row) + 1):
            label = row[x] if x < len(row) else 0
            height = heights[x] if label == current and label else 0
            start = x
            while stack and (stack[-1][1] >= height):
                start, high = stack.pop()
                area = high * (x - start)
                if area > best.get(current, (0,))[0]:
                    best[current] = (area, start, y - high + 1, x - start, high)
            if label != current:
                current, start = label, x
                height = heights[x] if label else 0
            if height:
                stack.append((start, height))
