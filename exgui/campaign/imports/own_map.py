"""The zones and links that this app adds to a map in another program's format, so that they can be restored exactly
if the map has not been changed.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from hashlib import sha256
from typing import Any

from exgui.engine.zones import Link, Zone
from exgui.rulebook.encounter_shape import MOST_LINKS, MOST_ZONES

OWN = "exgui"
"""The key of our data in the map."""
_ZONE = (
    "id", "name", "x", "y", "width", "height", "shape", "terrain", "ground", "size", "difficult", "hidden", "hazard",
    "notes",
)  # fmt: skip
_LINK = ("between", "barrier", "difficulty", "name", "hidden")
_OF_OTHERS = ("resolution", "line_of_sight", "portals")


def own_map(zones: Iterable[Zone], links: Iterable[Link], origin: tuple[float, float]) -> dict[str, Any]:
    """Return zones and links as plain data.

    Args:
        origin: the map's origin, in map units; the zones' places are relative to it.
    """
    listed = []
    for zone in zones:
        one = {key: getattr(zone, key) for key in _ZONE}
        listed.append({**one, "x": round(zone.x - origin[0], 2), "y": round(zone.y - origin[1], 2)})
    joined = [{key: getattr(link, key) for key in _LINK} | {"between": list(link.between)} for link in links]
    return {"zones": listed, "links": joined}


def with_own(map: dict[str, Any], own: dict[str, Any]) -> dict[str, Any]:
    return {**map, OWN: {**own, "digest": digest_of(map)}}


def digest_of(map: Mapping[str, Any]) -> str:
    parts = {key: map.get(key) for key in _OF_OTHERS}
    return sha256(json.dumps(parts, sort_keys=True).encode("utf-8", "replace")).hexdigest()


def own_of(map: Mapping[str, Any]) -> tuple[list[dict[str, Any]], list[dict[str, Any]]] | None:
    """Return the zones and links of one of our maps if it has not changed; None for any other."""
    own = map.get(OWN)
    if not isinstance(own, Mapping) or own.get("digest") != digest_of(map):
        return None
    zones, links = own.get("zones"), own.get("links")
    if not isinstance(zones, list) or not isinstance(links, list):
        return None
    if not 0 < len(zones) <= MOST_ZONES or len(links) > MOST_LINKS:
        return None
    if not all(isinstance(one, dict) for one in (*zones, *links)):
        return None
    return zones, links
