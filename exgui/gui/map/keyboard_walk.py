"""Where the keyboard goes on the map: all stops in reading order, and the next one in a direction."""

from __future__ import annotations

from PySide6.QtCore import QPointF

from exgui.gui.map.scene import OUTSIDE, MapScene


def stops_of(map: MapScene) -> list[tuple[str, str]]:
    """Where Tab goes, as ("zone" or "token", id): every zone from the top, and after it the tokens in it."""
    out: list[tuple[str, str]] = []
    for item in sorted(map.zones.values(), key=lambda item: (item.id == OUTSIDE, item.pos().y(), item.pos().x())):
        if item.id != OUTSIDE:
            out.append(("zone", item.id))
        spots = {id: spot for id, spot in item.placing.spots.items() if id in map.tokens}
        out += [("token", id) for id in sorted(spots, key=lambda id: (round(spots[id].y), spots[id].x))]
    return out


def nearest(map: MapScene, kind: str, id: str, dx: int, dy: int) -> str | None:
    """The nearest of the same kind to the right (`dx` 1), left (-1), below (`dy` 1) or above (-1); None at the edge."""
    start = _middle(map, kind, id)
    best: tuple[float, str] | None = None
    shown = [id for id, token in map.tokens.items() if token.isVisible()]
    for other in map.zones if kind == "zone" else shown:
        if other in (id, OUTSIDE):
            continue
        way = _middle(map, kind, other) - start
        along = way.x() * dx + way.y() * dy
        aside = abs(way.x() * dy) + abs(way.y() * dx)
        if along > 1 and aside <= along * 2.5:
            cost = along + aside * 2
            if best is None or cost < best[0]:
                best = cost, other
    return best[1] if best is not None else None


def _middle(map: MapScene, kind: str, id: str) -> QPointF:
    return map.zones[id].box.center() if kind == "zone" else map.tokens[id].scenePos()
