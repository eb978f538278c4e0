"""What a token shows, and where on it; the same on every map and time line. Sides differ by color and by the pattern of
their ring, so that no meaning hangs on color alone. Pixmaps that are drawn once are kept as long as there is room."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from math import cos, radians, sin
from typing import Protocol

from PySide6.QtCore import QPointF
from PySide6.QtGui import QPixmap

from exgui.engine.battle import Battle, Combatant
from exgui.engine.record import Record
from exgui.engine.system import Badge, Strength

SIDE_TONES = ("jade", "red", "blue", "violet", "muted")
SIDE_PATTERNS = ("solid", "double", "dashed", "dotted", "dashdot")
MOST_BADGES = 4


class Look(Record):
    """All that a token shows.

    Attributes:
        initial: the letters on it, where it has no portrait.
        side: index of its side, 0 the players' own.
        icon: the icon on it instead of letters, "" for none.
        joined: it is behind another token, which covers its lower right.
        number: by which the keyboard chooses it; 0 shows none.
        active: the acting combatant.
        up: its turn is now, though another of the same moment goes first.
        acted: has had its turn.
        down: cannot fight on.
        faint: waiting to join, or not to be seen by the players.
        hidden: the players do not know that they are there.
        pickable: may be chosen now for what is being put together.
        badges: its states.
        strength: how many it is and how strong, where it is not a single fighter.
        least: its letters are no smaller; what does not fit then is left out. 0 for letters that shrink with it.
    """

    name: str
    initial: str
    side: int = 0
    icon: str = ""
    joined: bool = False
    number: int = 0
    portrait: str = ""
    active: bool = False
    up: bool = False
    acted: bool = False
    down: bool = False
    faint: bool = False
    hidden: bool = False
    pickable: bool = False
    badges: tuple[Badge, ...] = ()
    strength: Strength | None = None
    least: int = 0

    @property
    def tone(self) -> str:
        return SIDE_TONES[min(self.side, len(SIDE_TONES) - 1)]

    @property
    def pattern(self) -> str:
        return SIDE_PATTERNS[min(self.side, len(SIDE_PATTERNS) - 1)]


def sides(battle: Battle) -> Mapping[str, int]:
    """Return every side's index: the players' own is 0, the others follow in the order of their combatants."""
    everyone = battle.combatants.values()
    order = dict.fromkeys([one.side for one in everyone if one.player])
    order.update(dict.fromkeys([one.side for one in everyone]))
    return {side: index for index, side in enumerate(order)}


class Named(Protocol):
    @property
    def id(self) -> str: ...

    @property
    def name(self) -> str: ...


def initials(combatants: Iterable[Named]) -> Mapping[str, str]:
    """Return everyone's initials: the first letter of the name, with the number it ends in ("Bandit 2" is "B2");
    duplicates get a second letter."""
    return _initials(tuple([(one.id, one.name) for one in combatants]))


@lru_cache(maxsize=16)  # map, tick bar and panel ask after every step, and names rarely change
def _initials(named: tuple[tuple[str, str], ...]) -> Mapping[str, str]:
    found: dict[str, str] = {}
    taken: dict[str, list[str]] = {}
    names = {id: name.split() or [id] for id, name in named}
    for id, words in names.items():
        number = words[-1] if len(words) > 1 and words[-1].isdigit() and len(words[-1]) < 3 else ""
        found[id] = words[0][0].upper() + number
        taken.setdefault(found[id], []).append(id)
    for ids in taken.values():
        if len(ids) > 1:
            for id in ids:
                words = names[id]
                second = words[1][0].upper() if len(words) > 1 and words[1][0].isalpha() else words[0][1:2]
                found[id] += second
    return found


def look_of(
    battle: Battle,
    one: Combatant,
    badges: tuple[Badge, ...],
    initial: str,
    side: int,
    *,
    standing: bool = True,
    pickable: bool = False,
    strength: Strength | None = None,
) -> Look:
    """Return a combatant's current look.

    Args:
        badges: their states.
        standing: they can fight on.
        strength: how strong they still are, where they are many.
    """
    badges = without_badge_of_bar(badges, strength)
    if one.hidden:
        badges = (*badges, Badge("hidden", "mdi6.eye-off", "Hidden from the players", tone="hidden"))
    elif not one.revealed:
        badges = (*badges, Badge("unnamed", "mdi6.help", "The players do not know the name", tone="hidden"))
    return Look(
        name=one.name or one.id,
        initial=initial,
        side=side,
        number=one.number,
        portrait=one.portrait,
        active=battle.active == one.id,
        up=one.id in battle.up,
        acted=one.acted,
        down=not one.waiting and not standing,
        faint=one.waiting or one.hidden,
        hidden=one.hidden,
        pickable=pickable,
        badges=badges,
        strength=strength,
    )


def without_badge_of_bar(badges: tuple[Badge, ...], strength: Strength | None) -> tuple[Badge, ...]:
    if strength is None or not strength.breaks:
        return badges
    return tuple(badge for badge in badges if badge.id != strength.badge)


RISE, REACH = 1.34, 1.45
"""How far above the centre, and to either side, a token's picture goes, in radii."""
BADGE = 0.38
"""The radius of a badge."""
_NUMBER_AT, _NUMBER_OUT = 144.0, 1.1
_NUMBER_AT_MANY = 178.0
"""The bar of a group takes the number's usual place."""


def badge_places(count: int, radius: float, *, many: bool = False) -> list[QPointF]:
    """Return centers of the badges from the token's center; one more than `MOST_BADGES` for a final "+n". A group has
    its letters above, so that its badges begin further down."""
    shown = count if count <= MOST_BADGES else MOST_BADGES + 1
    first = (-24.0 if many else -45.0) - 20.0 * (shown - 1)
    return [_around(first + 40.0 * index, radius) for index in range(shown)]


def number_place(look: Look, radius: float) -> QPointF:
    """Return the center of the number of one of several with a name, from the token's center."""
    angle = _NUMBER_AT if look.strength is None else _NUMBER_AT_MANY
    return _around(angle, radius * _NUMBER_OUT)


def _around(angle: float, radius: float) -> QPointF:
    return QPointF(cos(radians(angle)) * radius, sin(radians(angle)) * radius)


def part_at(look: Look, at: QPointF, radius: float) -> Badge | str | None:
    """Return what of a token lies at a point from its centre: a badge, "more" for the "+n", "number", "token", or
    nothing."""
    places = badge_places(len(look.badges), radius, many=look.strength is not None)
    for index, place in enumerate(places):
        if _near(at, place, BADGE * radius + 1):
            return look.badges[index] if index < MOST_BADGES else "more"
    if look.number and _near(at, number_place(look, radius), BADGE * radius + 1):
        return "number"
    return "token" if _near(at, QPointF(), radius + 3) else None


def _near(a: QPointF, b: QPointF, distance: float) -> bool:
    dx, dy = a.x() - b.x(), a.y() - b.y()
    return dx * dx + dy * dy <= distance * distance


class PixmapCache:
    """Pixmaps by key, the longest unused forgotten when they weigh more than `limit` bytes."""

    def __init__(self, limit: int = 96 << 20) -> None:
        self._kept: OrderedDict[object, QPixmap] = OrderedDict()
        self._weight = 0
        self._limit = limit

    def get(self, key: object, draw: Callable[[], QPixmap]) -> QPixmap:
        """Return the picture of that key, drawn if there is none yet."""
        found = self._kept.get(key)
        if found is not None:
            self._kept.move_to_end(key)
            return found
        found = self._kept[key] = draw()
        self._weight += found.width() * found.height() * 4
        while self._weight > self._limit and len(self._kept) > 1:
            _old, gone = self._kept.popitem(last=False)
            self._weight -= gone.width() * gone.height() * 4
        return found

    def clear(self) -> None:
        self._kept.clear()
        self._weight = 0


# --- pictures, drawn once --------------------------------------------------------------------------------------------
