"""Reads scenes of Foundry VTT: walls and doors in pixels, the names of the tokens, and the background's place.

The picture itself is not in a scene's file; it has to be imported separately.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from exgui.campaign.imports.maps import Lines, MapProposal, count, list_zones, number_at, unit_for, zones_of
from exgui.campaign.imports.rooms import LARGEST_MAP, Door, Line, find_rooms
from exgui.campaign.imports.universal_vtt import MOST_WALLS, USUAL_PIXELS, NoMap

MOST_TOKENS = 500
_SECRET, _OPEN = 2, 1
"""Values of a door: its kind (`door`), and its state (`ds`)."""


def is_scene(data: Any) -> bool:
    return (
        isinstance(data, Mapping)
        and isinstance(data.get("walls"), list)
        and isinstance(data.get("tokens"), list)
        and number_at(data, "width") is not None
    )


def read_scene(data: Mapping[str, Any], title: str) -> MapProposal:
    """Return the proposed map.

    Raises:
        NoMap: its size is not valid for a map.
    """
    square = number_at(data, "grid", "size") or number_at(data, "grid") or USUAL_PIXELS
    width, height = (number_at(data, "width") or 0) / square, (number_at(data, "height") or 0) / square
    if not (0 < width <= LARGEST_MAP and 0 < height <= LARGEST_MAP):
        raise NoMap(f"This is a scene, but its size is not between 1 and {LARGEST_MAP:,.0f} squares.")
    lines = Lines()
    lines.add(f"Size: {width:g} x {height:g} squares of {square:g} pixels", "understood")
    padding = min(0.5, max(0.0, number_at(data, "padding") or 0.0))
    # The other program measures from the corner of the padding around the scene, which is whole squares.
    left, top = -(-width * padding // 1), -(-height * padding // 1)
    walls, doors = _walls(data["walls"], square, left, top)
    plan = find_rooms(width, height, walls[:MOST_WALLS], doors[:MOST_WALLS])
    unit = unit_for(width, height, [min(room.width, room.height) for room in plan.rooms])
    zones, links = zones_of(plan, unit)
    unread = plan.unread + max(0, len(walls) - MOST_WALLS)
    lines.add(f"Walls: {count(len(walls), 'line')}", "guessed" if unread else "understood", "zones")
    lines.add(f"Doors: {len(doors):,}", "understood", "links")
    list_zones(lines, plan, zones)
    source = data.get("background", {}).get("src") if isinstance(data.get("background"), Mapping) else data.get("img")
    if isinstance(source, str) and source:
        lines.add(f"Background: {source}, which is not in this file; import the picture as well", "kept")
    who = Counter(_names(data["tokens"]))
    names = [name if number == 1 else f"{name} ({number})" for name, number in who.items()]
    for one in names:
        lines.add(f"Token: {one}", "understood", "notes")
    named = data.get("name")
    notes = f"Who is there: {', '.join(names)}." if names else ""
    shown = named if isinstance(named, str) and named.strip() else title
    return MapProposal(shown, zones, links, None, lines.all, notes, unit)


def _walls(value: list[Any], square: float, left: float, top: float) -> tuple[list[Line], list[Door]]:
    walls: list[Line] = []
    doors: list[Door] = []
    for one in value:
        ends = one.get("c") if isinstance(one, Mapping) else None
        if not isinstance(ends, list) or len(ends) != 4:
            continue
        if not all(isinstance(end, (int, float)) and not isinstance(end, bool) for end in ends):
            continue
        x1, y1, x2, y2 = (float(end) / square for end in ends)
        line = ((x1 - left, y1 - top), (x2 - left, y2 - top))
        kind = number_at(one, "door") or 0
        if kind:
            secret = kind == _SECRET
            closed = number_at(one, "ds") != _OPEN
            doors.append(Door(line, closed, "secret door" if secret else "door", secret))
        elif one.get("move") != 0:
            walls.append(line)
    return walls, doors


def _names(tokens: list[Any]) -> Iterator[str]:
    for token in tokens[:MOST_TOKENS]:
        name = token.get("name") if isinstance(token, Mapping) else None
        if isinstance(name, str) and name.strip():
            yield " ".join(name.split())[:100]
