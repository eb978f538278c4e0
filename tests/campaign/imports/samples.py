"""Maps of our own in the formats of other programs, handmade from their public descriptions."""

from __future__ import annotations

import struct
import zlib
from base64 import b64encode
from typing import Any

Line = list[tuple[float, float]]


def png(width: int, height: int, color: tuple[int, int, int] = (90, 60, 30)) -> bytes:
    """A picture of one color."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    row = b"\0" + bytes(color) * width
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", header)
        + chunk(b"IDAT", zlib.compress(row * height))
        + chunk(b"IEND", b"")
    )


def box(x: float, y: float, width: float, height: float) -> Line:
    return [(x, y), (x + width, y), (x + width, y + height), (x, y + height), (x, y)]


HALL_AND_CELL: list[Line] = [
    [(7, 3), (7, 1), (1, 1), (1, 7), (13, 7), (13, 1), (7, 1)],
    [(7, 4), (7, 7)],
]
"""Two rooms of six squares by six, side by side, with a gap of one square in the wall between them."""


def universal_vtt(walls: list[Line], doors: list[dict[str, Any]] | None = None, **more: Any) -> dict[str, Any]:
    def points(line: Line) -> list[dict[str, float]]:
        return [{"x": x, "y": y} for x, y in line]

    return {
        "format": 0.3,
        "resolution": {"map_origin": {"x": 0, "y": 0}, "map_size": {"x": 20, "y": 12}, "pixels_per_grid": 10},
        "line_of_sight": [points(line) for line in walls],
        "portals": doors or [],
        "environment": {"baked_lighting": True, "ambient_light": "ffffffff"},
        "lights": [{"position": {"x": 2, "y": 2}, "range": 5, "intensity": 1, "color": "ffeccd8b", "shadows": True}],
        "image": b64encode(png(200, 120)).decode(),
        **more,
    }


def portal(x1: float, y1: float, x2: float, y2: float, closed: bool = True) -> dict[str, Any]:
    return {
        "position": {"x": (x1 + x2) / 2, "y": (y1 + y2) / 2},
        "bounds": [{"x": x1, "y": y1}, {"x": x2, "y": y2}],
        "rotation": 1.570796,
        "closed": closed,
        "freestanding": False,
    }


DUNGEON: dict[str, Any] = {
    "version": "1.2.7",
    "title": "Cistern of the Quiet Heron",
    "story": "The water rose, and nobody came back for the lamps.",
    "rects": [
        {"x": -2, "y": 0, "w": 5, "h": 5},
        {"x": 3, "y": 2, "w": 1, "h": 1},
        {"x": 4, "y": 2, "w": 6, "h": 1},
        {"x": 10, "y": 2, "w": 1, "h": 1},
        {"x": 11, "y": 0, "w": 5, "h": 5, "rotunda": True},
        {"x": 0, "y": 5, "w": 1, "h": 1},
    ],
    "doors": [
        {"x": 3, "y": 2, "dir": {"x": 1, "y": 0}, "type": 1},
        {"x": 10, "y": 2, "dir": {"x": 1, "y": 0}, "type": 6},
        {"x": 0, "y": 5, "dir": {"x": 0, "y": 1}, "type": 3},
    ],
    "notes": [
        {"text": "A lamp that will not go out.", "ref": "1", "pos": {"x": 0.5, "y": 2.5}},
        {"text": "Far from everything.", "ref": "2", "pos": {"x": 900, "y": 900}},
    ],
    "columns": [{"x": 12, "y": 1}],
    "water": [{"x": x, "y": y} for x in range(11, 16) for y in range(4)],
}
"""A room, a passage behind a door, and a flooded rotunda behind a secret door; the way out leads to no other room."""

SCENE: dict[str, Any] = {
    "name": "Ferry house",
    "width": 1000,
    "height": 600,
    "padding": 0.1,
    "grid": {"type": 1, "size": 50, "distance": 5},
    "background": {"src": "maps/ferry.webp"},
    "walls": [
        # of a scene of 20 by 12 squares, with two squares of padding at each side
        *({"c": [a * 50 + 100, b * 50 + 100, c * 50 + 100, d * 50 + 100], "move": 20, "door": 0}
          for a, b, c, d in ((1, 1, 13, 1), (13, 1, 13, 7), (13, 7, 1, 7), (1, 7, 1, 1), (7, 1, 7, 3), (7, 4, 7, 7))),
        {"c": [450, 250, 450, 300], "move": 20, "door": 2, "ds": 0},
        {"c": [300, 100, 300, 500], "move": 0, "door": 0},
    ],
    "tokens": [{"name": "Ferryman"}, {"name": "Reed Stalker"}, {"name": "Reed Stalker"}, {"actorId": "x"}],
}  # fmt: skip
