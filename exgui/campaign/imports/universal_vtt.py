"""Reads maps in the Universal VTT format (.dd2vtt, .uvtt, .df2vtt): JSON with walls, doors and a picture in base64.

Lengths are in squares of the grid: `resolution` has the map's size, its origin, and the pixels to a square;
`line_of_sight` has the walls as lines of points, `portals` the doors. Lights are ignored, and so are the outlines of
objects that block sight (`objects_line_of_sight`): as walls they would make a room of every pillar.
"""

from __future__ import annotations

import binascii
from base64 import b64decode
from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Any

from exgui.campaign.encounter_edits.zones import Box
from exgui.campaign.imports.maps import (
    USUAL_UNIT,
    FoundPicture,
    Lines,
    MapProposal,
    ProposedLink,
    ProposedZone,
    count,
    list_zones,
    number_at,
    unit_for,
    zones_of,
)
from exgui.campaign.imports.own_map import own_of
from exgui.campaign.imports.rooms import LARGEST_MAP, Door, Line, Point, find_rooms
from exgui.rulebook.encounter_shape import ZONE, check_encounter
from exgui.rulebook.validation import Place, SetupError

MOST_WALLS = 20_000
USUAL_PIXELS = 70.0
_FURTHER = ("difficult", "hidden", "ground", "hazard")
"""Keys of our own zones that a proposal copies unchanged."""


class NoMap(ValueError):
    """A file that looks like a map and cannot be read as one; the message is a sentence."""


def is_universal_vtt(data: Any) -> bool:
    return (
        isinstance(data, Mapping)
        and isinstance(data.get("resolution"), Mapping)
        and any(key in data for key in ("line_of_sight", "portals", "image"))
    )


def read_universal_vtt(data: Mapping[str, Any], title: str) -> MapProposal:
    """Return the proposed map.

    Raises:
        NoMap: its size is not valid for a map.
    """
    width, height = number_at(data, "resolution", "map_size", "x"), number_at(data, "resolution", "map_size", "y")
    if width is None or height is None or not (0 < width <= LARGEST_MAP and 0 < height <= LARGEST_MAP):
        raise NoMap(
            f"This is a map, but its size (resolution, map_size) is not between 1 and {LARGEST_MAP:,.0f} squares."
        )
    origin = (
        number_at(data, "resolution", "map_origin", "x") or 0.0,
        number_at(data, "resolution", "map_origin", "y") or 0.0,
    )
    if (own := own_of(data)) is not None and (found := _of_ours(own, data, title, width, height)) is not None:
        return found
    lines = Lines()
    pixels = number_at(data, "resolution", "pixels_per_grid")
    lines.add(f"Size: {width:g} x {height:g} squares of {pixels or USUAL_PIXELS:g} pixels", "understood")
    walls = list(_walls(data.get("line_of_sight"), origin))
    doors = list(_doors(data.get("portals"), origin))
    plan = find_rooms(width, height, walls[:MOST_WALLS], doors[:MOST_WALLS])
    unit = unit_for(width, height, [min(room.width, room.height) for room in plan.rooms])
    zones, links = zones_of(plan, unit)
    unread = plan.unread + max(0, len(walls) - MOST_WALLS)
    lines.add(f"Walls: {count(len(walls), 'line')}", "guessed" if unread else "understood", "zones")
    if unread:
        lines.add(f"{unread:,} walls too many were ignored", "kept")
    lines.add(f"Doors: {len(doors):,}", "understood", "links")
    list_zones(lines, plan, zones)
    if not zones:
        lines.add("No walls enclose a space: draw the zones by hand", "kept")
    objects = data.get("objects_line_of_sight")
    if isinstance(objects, list) and objects:
        lines.add(f"Objects that block sight: {len(objects):,}, not used here", "kept")
    lights = data.get("lights")
    if isinstance(lights, list) and lights:
        lines.add(f"Lights: {len(lights):,}, not used here", "kept")
    picture = _picture(data.get("image"), Box(0.0, 0.0, width * unit, height * unit), lines)
    return MapProposal(title, zones, links, picture, lines.all, unit=unit)


def _of_ours(
    own: tuple[list[dict[str, Any]], list[dict[str, Any]]],
    data: Mapping[str, Any],
    title: str,
    width: float,
    height: float,
) -> MapProposal | None:
    """Return a map that this app wrote, as it was; None if its zones are not valid."""
    try:
        check_encounter({"ruleset": "ex3", "zone": own[0], "link": own[1]}, Place())
    except SetupError:
        return None
    lines = Lines()
    zones = []
    for one in own[0]:
        rest = {key: value for key, value in one.items() if key in _FURTHER and value != ZONE[key].default}
        zones.append(
            ProposedZone(
                one["id"],
                str(one.get("name") or one["id"]),
                Box(*(float(one.get(key, ZONE[key].default)) for key in ("x", "y", "width", "height"))),
                int(one.get("size", 20)),
                str(one.get("shape", "rectangle")),
                str(one.get("terrain", "plain")),
                str(one.get("notes", "")),
                rest,
            )
        )
        lines.add(f"{zones[-1].name}: drawn here", "understood", f"zones.{one['id']}")
    links = tuple(
        ProposedLink(
            (one["between"][0], one["between"][1]),
            str(one.get("barrier", "none")),
            str(one.get("name", "")),
            one.get("hidden") is True,
            int(one.get("difficulty", 0)),
        )
        for one in own[1]
    )
    lines.add(f"Links: {len(links):,}", "understood", "links")
    picture = _picture(data.get("image"), Box(0.0, 0.0, width * USUAL_UNIT, height * USUAL_UNIT), lines)
    return MapProposal(title, tuple(zones), links, picture, lines.all)


def _point(value: Any, origin: Point) -> Point | None:
    x, y = number_at(value, "x"), number_at(value, "y")
    return None if x is None or y is None else (x - origin[0], y - origin[1])


def _walls(value: Any, origin: Point) -> Iterator[Line]:
    for wall in value if isinstance(value, list) else ():
        points = [_point(one, origin) for one in wall] if isinstance(wall, list) else []
        for a, b in pairwise(points):
            if a is not None and b is not None:
                yield a, b


def _doors(value: Any, origin: Point) -> Iterator[Door]:
    for portal in value if isinstance(value, list) else ():
        bounds = portal.get("bounds") if isinstance(portal, Mapping) else None
        if not isinstance(bounds, list) or len(bounds) < 2:
            continue
        a, b = _point(bounds[0], origin), _point(bounds[-1], origin)
        if a is not None and b is not None:
            yield Door((a, b), portal.get("closed") is not False)


def _picture(value: Any, box: Box, lines: Lines) -> FoundPicture | None:
    if not isinstance(value, str) or not value:
        lines.add("It has no picture", "kept")
        return None
    start = value.find(",", 0, 100) + 1 if value.startswith("data:") else 0
    try:
        content = b64decode(value[start:] if start else value)
    except (binascii.Error, ValueError):
        lines.add("Its picture is damaged (not base64) and was left out", "kept")
        return None
    lines.add(f"Picture: {len(content):,} bytes", "understood", "picture")
    return FoundPicture(content, box)
