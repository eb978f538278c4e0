"""Where the keyboard is on the map, and how it walks: all stops in reading order, and the next one in a direction."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPointF

from exgui.gui.map.canvas import MapCanvas
from exgui.gui.map.picture import OUTSIDE
from exgui.gui.map.scene import MapScene


def stops_of(map: MapScene) -> list[tuple[str, str]]:
    """Return where Tab goes, as ("zone" or "token", id): every zone from the top, and after it the tokens in it."""
    out: list[tuple[str, str]] = []
    for item in sorted(map.zones.values(), key=lambda item: (item.id == OUTSIDE, item.pos().y(), item.pos().x())):
        if item.id != OUTSIDE:
            out.append(("zone", item.id))
        spots = {id: spot for id, spot in item.placing.spots.items() if id in map.tokens}
        out += [("token", id) for id in sorted(spots, key=lambda id: (round(spots[id].y), spots[id].x))]
    return out


def nearest(map: MapScene, kind: str, id: str, dx: int, dy: int) -> str | None:
    """Return the nearest of the same kind to the right (`dx` 1), left (-1), below (`dy` 1) or above (-1); None at the
    edge."""
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


class KeyboardCursor:
    """The keyboard's place on the map.

    Attributes:
        at: ("zone" or "token", its id), None for nowhere.
        walked: it came there by the keys, and not by a click.

    Args:
        tell: called whenever it is elsewhere, for screen readers.
        arrived: called when keys have brought it to a zone or token.
    """

    def __init__(self, view: MapCanvas, tell: Callable[[], object], arrived: Callable[[str, str], object]) -> None:
        self._view, self._tell, self._arrived = view, tell, arrived
        self.at: tuple[str, str] | None = None
        self.walked = False

    @property
    def chooses(self) -> bool:
        """It has come to something that can be chosen: Enter is for the map."""
        pickable = self._view.map.pickable
        return self.walked and self.at is not None and self.at[1] in (*pickable.keys, *pickable.refused)

    def put(self, kind: str, id: str, *, walked: bool) -> None:
        self.at, self.walked = (kind, id), walked
        self.show()
        self._tell()

    def clear(self) -> None:
        self.at = None
        self.show()

    def keep(self) -> None:
        """Clear it if what it was at is gone."""
        if self.at is not None:
            kind, id = self.at
            if id not in (self._view.map.zones if kind == "zone" else self._view.map.tokens):
                self.at = None
        self.show()

    def show(self) -> None:
        shown = self.at if self._view.hasFocus() else None
        for id, zone in self._view.map.zones.items():
            zone.set_focused(shown == ("zone", id))
        for id, token in self._view.map.tokens.items():
            token.set_focused(shown == ("token", id))

    def step(self, forward: bool) -> bool:
        """Go to the next stop; return False at the end, where the focus goes on to the next widget."""
        stops = stops_of(self._view.map)
        if self.at in stops:
            index = stops.index(self.at) + (1 if forward else -1)
        else:
            index = 0 if forward else len(stops) - 1
        if not 0 <= index < len(stops):
            return False
        self._walk_to(*stops[index])
        return True

    def walk(self, dx: int, dy: int) -> None:
        if self.at is None:
            self.step(True)
            return
        kind, id = self.at
        found = nearest(self._view.map, kind, id, dx, dy)
        if found is not None:
            self._walk_to(kind, found)

    def _walk_to(self, kind: str, id: str) -> None:
        self.put(kind, id, walked=True)
        self._arrived(kind, id)
