"""Which part of the map the players see: everything, or the frame that the storyteller has set."""

from __future__ import annotations

from exgui.engine.frozen import frozen
from exgui.engine.record import Record
from exgui.gui.map.default_places import default_places
from exgui.play.public.records import PublicBattle

_MARGIN = 16.0
"""Units that stay free round everything."""
_LARGEST, _SMALLEST = 1.9, 0.02
"""Units to a map unit: so far it goes in where everything is shown, and so far out at all."""
_NEAREST = 6.0
LEAST_FRAME = 60.0
"""A frame is no smaller than so many map units."""


@frozen
class Area(Record):
    """A rectangle, in map units."""

    x: float
    y: float
    width: float
    height: float

    @property
    def centre(self) -> tuple[float, float]:
        return self.x + self.width / 2, self.y + self.height / 2


@frozen
class Camera(Record):
    """What is seen on a surface.

    Attributes:
        seen: the part of the map that fills the surface.
        scale: units to a map unit.
    """

    seen: Area
    scale: float

    def at(self, x: float, y: float) -> tuple[float, float]:
        """Where a point of the map is on the surface, in units."""
        return (x - self.seen.x) * self.scale, (y - self.seen.y) * self.scale


def boxes(battle: PublicBattle) -> dict[str, Area]:
    """Where each zone lies that the players see, by its public id."""
    corners = default_places(battle.zones.values())
    return {id: Area(*corners[id], zone.width, zone.height) for id, zone in battle.zones.items()}


def contents(areas: dict[str, Area]) -> Area:
    """All that there is on the map."""
    if not areas:
        return Area(-200.0, -150.0, 400.0, 300.0)
    left, top = min(one.x for one in areas.values()), min(one.y for one in areas.values())
    right = max(one.x + one.width for one in areas.values())
    bottom = max(one.y + one.height for one in areas.values())
    return Area(left, top, right - left, bottom - top)


def camera(whole: Area, frame: Area | None, width: float, height: float) -> Camera:
    """What is seen on a surface of so many units.

    Args:
        whole: all that there is.
        frame: what the storyteller wants to be seen, None for everything. One that has left the map is brought back to
            its edge: an empty screen tells nobody anything.
    """
    if frame is None:
        room_w, room_h = max(width - 2 * _MARGIN, 1.0), max(height - 2 * _MARGIN, 1.0)
        scale = min(room_w / max(whole.width, 1.0), room_h / max(whole.height, 1.0), _LARGEST)
        centre = whole.centre
    else:
        wide, high = max(frame.width, LEAST_FRAME), max(frame.height, LEAST_FRAME)
        scale = min(width / wide, height / high, _NEAREST)
        x, y = frame.centre
        centre = (
            min(max(x, whole.x), whole.x + whole.width),
            min(max(y, whole.y), whole.y + whole.height),
        )
    scale = max(scale, _SMALLEST)
    seen = Area(centre[0] - width / scale / 2, centre[1] - height / scale / 2, width / scale, height / scale)
    return Camera(seen, scale)
