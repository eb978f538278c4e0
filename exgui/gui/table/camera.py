"""Which part of the map the players see: everything, or the frame that the storyteller has set."""

from __future__ import annotations

from math import hypot

from exgui.engine.record import Record
from exgui.gui.map.zone_look import default_places
from exgui.play.public.records import PublicBattle

_MARGIN = 16.0
"""Units that stay free round everything."""
_LARGEST, _SMALLEST = 1.9, 0.02
"""Units to a map unit: so far it goes in where everything is shown, and so far out at all."""
_NEAREST = 6.0
_CLEAR = 0.47
"""So far from the middle, as a share of what is seen, the nearest zone begins at most."""
LEAST_FRAME = 60.0
"""A frame is no smaller than this many map units."""


class Area(Record):
    """A rectangle, in map units."""

    x: float
    y: float
    width: float
    height: float

    @property
    def centre(self) -> tuple[float, float]:
        return self.x + self.width / 2, self.y + self.height / 2

    def nearest(self, x: float, y: float) -> tuple[float, float]:
        """Return the point in it that is nearest to another."""
        return min(max(x, self.x), self.x + self.width), min(max(y, self.y), self.y + self.height)


class Camera(Record):
    """What is seen on a surface.

    Attributes:
        seen: the part of the map that fills the surface.
        scale: units to a map unit.
    """

    seen: Area
    scale: float

    def at(self, x: float, y: float) -> tuple[float, float]:
        return (x - self.seen.x) * self.scale, (y - self.seen.y) * self.scale


def boxes(battle: PublicBattle) -> dict[str, Area]:
    corners = default_places(battle.zones.values())
    return {id: Area(*corners[id], zone.width, zone.height) for id, zone in battle.zones.items()}


def contents(areas: dict[str, Area]) -> Area:
    if not areas:
        return Area(-200.0, -150.0, 400.0, 300.0)
    left, top = min(one.x for one in areas.values()), min(one.y for one in areas.values())
    right = max(one.x + one.width for one in areas.values())
    bottom = max(one.y + one.height for one in areas.values())
    return Area(left, top, right - left, bottom - top)


def camera(areas: dict[str, Area], frame: Area | None, width: float, height: float) -> Camera:
    """Return what is seen on a surface of this many units.

    Args:
        areas: of the zones that the players know.
        frame: what the storyteller wants to be seen, None for everything. One in which there is nothing is brought to
            the nearest zone: an empty screen tells no one anything.
    """
    whole = contents(areas)
    if frame is None:
        room_w, room_h = max(width - 2 * _MARGIN, 1.0), max(height - 2 * _MARGIN, 1.0)
        scale = min(room_w / max(whole.width, 1.0), room_h / max(whole.height, 1.0), _LARGEST)
        centre = whole.centre
    else:
        wide, high = max(frame.width, LEAST_FRAME), max(frame.height, LEAST_FRAME)
        scale = min(width / wide, height / high, _NEAREST)
        centre = frame.centre
        if not any(_is_in_sight(area, *centre, width / scale, height / scale) for area in areas.values()):
            x, y = centre
            centre = min(
                (area.nearest(x, y) for area in areas.values() or (whole,)), key=lambda at: hypot(at[0] - x, at[1] - y)
            )
    scale = max(scale, _SMALLEST)
    seen = Area(centre[0] - width / scale / 2, centre[1] - height / scale / 2, width / scale, height / scale)
    return Camera(seen, scale)


def _is_in_sight(area: Area, x: float, y: float, wide: float, high: float) -> bool:
    near_x, near_y = area.nearest(x, y)
    return abs(near_x - x) < wide * _CLEAR and abs(near_y - y) < high * _CLEAR
