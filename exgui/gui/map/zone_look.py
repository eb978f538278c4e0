"""What a zone on the map shows and where it lies, as plain data: drawn by `zone_drawing`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from math import ceil, sqrt

from PySide6.QtCore import QRectF

from exgui.engine.record import Record
from exgui.engine.system import Reach
from exgui.engine.zones import Zone
from exgui.gui.map.layout import Ring
from exgui.play.public.records import PublicZone

_ELLIPSE_SIDE, _ELLIPSE_FOOT = 0.14, 0.14
"""Shares of an ellipse's width and height that are left free at each side and below, so that the corners of what is
left lie inside."""
_ELLIPSE_TOP = 0.09
"""Share of an ellipse's height above its heading."""
_INWARD = {"water": 32.0, "mud": 36.0, "forest": 28.0, "rock": 28.0, "fire": 28.0}
"""Terrains whose edge goes inward at the corners, and how far from the left edge their names begin."""

ACROSS, DOWN = 352.0, 280.0
"""From one zone to the next, in map units, where none is larger and no one has put them anywhere."""

_HAZARD, _COVER = " hazard", " cover"
"""Words that the icons of a hazard and of cover already express."""


class ZoneLook(Record):
    """All that a zone shows, tokens apart.

    Attributes:
        shape, terrain: as of a `Zone`.
        traits: what its heading says below the name, each an icon and a word.
        ground: the theme's token of its fill, where the terrain is plain.
        texture: "growth", "heat" or "": the pattern on that fill.
        pill: the range to it, in words; "" shows none.
        band: how far it is, 0 the nearest, None out of reach.
        lit: the acting combatant is in it.
        rough: it is being made larger or smaller: drawn without its texture, which takes longer than a frame.
        mark: "" or what a choice or a drag makes of it: "pickable", "open", "shut", "target", "dim".
        focused: the keyboard is on it.
        key: the number key that chooses it, 0 none.
        clear: it lies on a picture, which shows through plain ground.
    """

    id: str
    name: str
    width: float
    height: float
    shape: str = "rectangle"
    terrain: str = "plain"
    traits: tuple[tuple[str, str], ...] = ()
    ground: str = "zone"
    texture: str = ""
    pill: str = ""
    band: int | None = 0
    lit: bool = False
    hidden: bool = False
    outside: bool = False
    mark: str = ""
    focused: bool = False
    key: int = 0
    rings: tuple[Ring, ...] = ()
    rough: bool = False
    clear: bool = False


def ground_of(zone: Zone) -> tuple[str, str]:
    """Return the theme's token of a plain zone's fill, and the name of the pattern on it, "" for none."""
    harmful = zone.hazard not in ("", "none")
    ground = "hazard" if harmful else "difficult" if zone.difficult else "cover" if zone.cover else "zone"
    return ground, "heat" if harmful and not zone.difficult else "growth" if zone.difficult else ""


def traits_of(zone: Zone) -> tuple[tuple[str, str], ...]:
    """Return what there is to say of a zone's ground, each an icon and a word."""
    found: list[tuple[str, str]] = []
    if zone.difficult:
        found.append(("mdi6.grass", "difficult"))
    if zone.hazard not in ("", "none"):
        found.append(("mdi6.fire", f"{zone.hazard.replace('_', ' ')}{_HAZARD}"))
    if zone.cover:
        found.append(("mdi6.shield-half-full", f"{' or '.join(zone.cover)}{_COVER}"))
    if zone.hidden:
        found.append(("mdi6.eye-off", "hidden"))
    return tuple(found)


def shorter(traits: tuple[tuple[str, str], ...]) -> tuple[tuple[str, str], ...]:
    """Return a zone's traits without the words that icons express."""
    return tuple((icon, word.removesuffix(_HAZARD).removesuffix(_COVER)) for icon, word in traits)


def look_of(zone: Zone, reach: Reach | None = None, *, lit: bool = False, mark: str = "", key: int = 0) -> ZoneLook:
    ground, texture = ground_of(zone)
    return ZoneLook(
        id=zone.id,
        name=zone.name or zone.id.replace("_", " ").capitalize(),
        width=zone.width,
        height=zone.height,
        shape=zone.shape,
        terrain=zone.terrain,
        traits=traits_of(zone),
        ground=ground,
        texture=texture,
        pill=reach.label if reach is not None else "",
        band=reach.band if reach is not None else 0,
        lit=lit,
        hidden=zone.hidden,
        mark=mark,
        key=key,
    )


def heading_top(shape: str, height: float, terrain: str = "plain") -> float:
    """Map units from a zone's upper edge to its name."""
    if shape == "ellipse":
        return max(18.0, height * _ELLIPSE_TOP)
    return 22.0 if terrain in _INWARD else 18.0


def heading_left(terrain: str) -> float:
    """Map units from a zone's left edge to its name, where it is no ellipse."""
    return _INWARD.get(terrain, 20.0)


def standing_room(width: float, height: float, shape: str) -> QRectF:
    """Return the largest rectangle of a zone whose corners lie inside its outline: the room for tokens."""
    if shape != "ellipse":
        return QRectF(0, 0, width, height)
    side = width * _ELLIPSE_SIDE
    return QRectF(side, 0, width - 2 * side, height * (1 - _ELLIPSE_FOOT))


def default_places(zones: Iterable[Zone | PublicZone]) -> Mapping[str, tuple[float, float]]:
    """Return every zone's upper left corner: its own, or, where several lie on one point, a place in a row of its
    own."""
    known = tuple(zones)
    count = Counter((zone.x, zone.y) for zone in known)
    columns = ceil(sqrt(len(known) * 1.4)) or 1
    across = max([ACROSS, *(zone.width + 72 for zone in known)])
    down = max([DOWN, *(zone.height + 72 for zone in known)])
    out: dict[str, tuple[float, float]] = {}
    for index, zone in enumerate(known):
        row, column = divmod(index, columns)
        piled = count[zone.x, zone.y] > 1
        out[zone.id] = (zone.x + column * across, zone.y + row * down) if piled else (zone.x, zone.y)
    return out
