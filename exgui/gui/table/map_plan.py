"""The map of the players' screen, laid out: places of all zones, links, tokens and words, in units. It depends only on
what the players may know, the camera and the size."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain

from PySide6.QtCore import QPointF, QRectF

from exgui.engine.record import EMPTY, Record, Table
from exgui.gui.map.layout import Placing, Ring, lit_rings, moved, placed
from exgui.gui.map.of_public_battle import looks_of
from exgui.gui.map.picture import ALONE, MapLooks, Picture, PlacedZone, lay_out
from exgui.gui.map.terrain.outline import CORNER
from exgui.gui.map.zone_drawing import Heading, in_two_lines, is_textured, traits_width
from exgui.gui.map.zone_look import ZoneLook, heading_top, shorter, standing_room
from exgui.gui.table.camera import Area, Camera, camera
from exgui.gui.table.chips import AFTER_NAME, GAP, HIGH, Chip, chips_of, in_rows, row_width, with_badges
from exgui.gui.table.design import LEAST, fitted, is_enough, metrics, name_font, short_name, text_font
from exgui.gui.table.name_list import MARK, Line, NameList, name_list
from exgui.gui.tokens.token_look import Look
from exgui.play.public.records import PublicBattle, PublicCombatant

SHARE_OF_LAYOUT = 1.12
"""Units to one of the layout's lengths, so that its names have `LEAST` units."""
_USUAL, _LARGEST = 1.1, 1.7
"""Units to a map unit above which tokens grow with the map, and how large they grow."""
NAME = 16
"""Size of a name, in units."""
ZONE_NAMES = (19, 17, 15, LEAST)
"""Sizes of a zone's name, in units: the first in which all of it fits."""
_HEADING, _TRAITS = 32.0, 21.0
_LEAST_ROOM = 37.0
"""Units of a zone's height that are kept for tokens below a second line of its name."""
INSET, _NARROW_INSET = 15.0, 5.0
"""Units from a zone's side to its name, and where the name would not fit otherwise."""
_WIDEST = 118.0
"""A row of chips is no wider than this, unless the name above it is."""
_LIST_SIDE, _LIST_BELOW = 12.0, 5.0
"""Units clear in a zone beside and below a list of names."""
_SMALL_IN_LIST = 15.0
"""Rather names that are cut than smaller tokens than this, where names have room below them."""
_LETTERED = 10.5
"""Smaller tokens with their name beside them have no letters, which would touch the ring, but a state's icon."""
_READABLE = 21.0 * SHARE_OF_LAYOUT
"""Tokens below this radius are rather without words than smaller."""


class ZonePlan(Record):
    """A zone.

    Attributes:
        box: (left, top, width, height).
        look: its ground and outline, in map units.
        heading: what of its name and traits fits.
        room: where tokens may stand: (left, top, width, height) within the zone.
    """

    id: str
    box: tuple[float, float, float, float]
    look: ZoneLook
    heading: Heading
    room: tuple[float, float, float, float]


class TokenPlan(Record):
    """A combatant's token.

    Attributes:
        x, y: its middle.
        name: what of the name fits below it.
        rows: the chips below the name; after a name at the right, those without a word as icons.
        carrier: the look of what carries them, None for nothing.
        plate: the zone whose ground is under the name, where it has a pattern.
        name_x: where the name begins that stands at the right; None for one below it.
        size: of the letters of the name.
    """

    id: str
    look: Look
    x: float
    y: float
    radius: float
    name: str = ""
    rows: tuple[tuple[Chip, ...], ...] = ()
    carrier: Look | None = None
    plate: ZoneLook | None = None
    name_x: float | None = None
    size: int = NAME

    @property
    def box(self) -> QRectF:
        if self.name_x is not None:
            reach = 2.0 * self.radius
            end = self.name_x + metrics(name_font(self.size, True)).horizontalAdvance(self.name) + 8
            end += sum(chip.width + GAP if chip.text else MARK for row in self.rows for chip in row)
            return QRectF(self.x - reach, self.y - reach, end - self.x + reach, 2 * reach)
        wide = max(2.0 * self.radius, metrics(name_font(NAME)).horizontalAdvance(self.name) / 2 + 6)
        wide = max([wide, *(row_width(row) / 2 + 4 for row in self.rows)])
        below = 1.5 * self.radius + 26 + len(self.rows) * (HIGH + GAP)
        return QRectF(self.x - wide, self.y - 1.7 * self.radius, 2 * wide, 1.7 * self.radius + below)


class MapPlan(Record):
    """The whole map.

    Attributes:
        map: links, ways, and what lies under them, in map units.
        rings: the outlines round those at close range.
        lit: the zone of the acting combatant, "" for none.
    """

    width: float
    height: float
    camera: Camera
    map: Picture
    zones: tuple[ZonePlan, ...] = ()
    tokens: Table[str, TokenPlan] = EMPTY
    rings: tuple[Ring, ...] = ()
    lit: str = ""

    @property
    def ground(self) -> tuple[object, ...]:
        """All that seldom changes: what lies below the tokens."""
        return self.width, self.height, self.camera, self.zones, self.map.links, self.map.underlay


def plan_map(battle: PublicBattle, frame: Area | None, width: float, height: float) -> MapPlan:
    looks = looks_of(battle)
    laid_out = lay_out(looks, people=False)
    areas = {zone.look.id: Area(zone.x, zone.y, zone.look.width, zone.look.height) for zone in laid_out.zones}
    seen = camera(areas, frame, width, height)
    zones = tuple(_zone(zone, battle.zones[zone.look.id].name, seen) for zone in laid_out.zones)
    inside = [_Inside(battle, looks, zone) for zone in zones]
    return MapPlan(
        width,
        height,
        seen,
        laid_out,
        zones,
        Table((id, token) for one in inside for id, token in one.tokens.items()),
        tuple(ring for one in inside for ring in one.rings),
        looks.lit,
    )


def _zone(zone: PlacedZone, name: str, seen: Camera) -> ZonePlan:
    look = zone.look.but(name=name)  # no id in place of a name
    left, top = seen.at(zone.x, zone.y)
    wide, high = look.width * seen.scale, look.height * seen.scale
    at = heading_top(look.shape, high) - 5.0
    inset = max(INSET, 0.62 * CORNER * seen.scale)
    inner = standing_room(wide, high, look.shape)
    if _zone_name_width(name, ZONE_NAMES[-1]) > inner.width() - 2 * inset:
        inset = _NARROW_INSET
    shown, size, traits, beside = _heading(look, inner.width() - 2 * inset, high - at)
    font, small = name_font(size, True), text_font()
    lines = shown.split("\n")
    below = at - 13.0 + (_HEADING if shown else 4.0) + (_TRAITS if traits and not beside else 0.0)
    below += (len(lines) - 1) * metrics(font).height()
    room = (inner.left(), below, inner.width(), inner.bottom() - below)
    middle = look.shape == "ellipse"

    def begin(width: float) -> float:
        return left + (wide - width) / 2 if middle else left + inset

    upper = top + at + metrics(font).capHeight() / 2
    name_at = QPointF(begin(max(_zone_name_width(line, size) for line in lines)), upper)
    width = traits_width(small, traits) if traits else 0.0
    traits_at = QPointF(left + wide - inset - width, upper) if beside else QPointF(begin(width), upper + 24.0)
    heading = Heading(shown, font, name_at, False, traits, small, traits_at)
    return ZonePlan(look.id, (left, top, wide, high), look, heading, room)


def _heading(zone: ZoneLook, room: float, high: float) -> tuple[str, int, tuple[tuple[str, str], ...], bool]:
    """Return what of a zone's name and traits fits into it, the size of the name, and whether the traits fit beside
    it."""
    if high < _HEADING - 5:
        return "", ZONE_NAMES[0], (), False
    size = next((one for one in ZONE_NAMES if _zone_name_width(zone.name, one) <= room), ZONE_NAMES[-1])
    name = fitted(name_font(size, True), zone.name, room)
    if name != zone.name and high >= _HEADING + _TRAITS + _LEAST_ROOM:
        name = in_two_lines(zone.name, metrics(name_font(size, True)).horizontalAdvance, room) or name
        return name, size, (), False
    traits, small = zone.traits, text_font()
    left = room - _zone_name_width(name, size) - 16
    if name and zone.shape != "ellipse" and traits_width(small, traits) <= left:
        return name, size, traits, True
    if not name or high < _HEADING + _TRAITS + _LEAST_ROOM + 20:
        return name, size, (), False
    while traits and traits_width(small, shorter(traits)) > room:
        traits = traits[:-1]
    return name, size, traits if traits_width(small, traits) <= room else shorter(traits), False


def _zone_name_width(name: str, size: int) -> float:
    return metrics(name_font(size, True)).horizontalAdvance(name)


class _Inside:
    """The combatants of one zone: their places and words."""

    def __init__(self, battle: PublicBattle, looks: MapLooks, zone: ZonePlan) -> None:
        self._looks, self._zone = looks, zone
        near = zone.box[2] / max(zone.look.width, 1.0) / _USUAL
        self._share = SHARE_OF_LAYOUT * min(max(near, 1.0), _LARGEST)
        self._everyone = looks.inside.get(zone.id, ())
        self._ids = tuple([id for id in self._everyone if id in looks.people])
        self._names = {id: looks.look(id).name for id in self._everyone}
        self._chips = {id: chips_of(battle.combatants[id]) for id in self._ids}
        self._states = {id: _states(battle.combatants[id], chips) for id, chips in self._chips.items()}
        self._placing, rows = self._best()
        self.tokens = {id: self._token(id, rows.get(id, ())) for id in self._placing.spots}
        self.rings = lit_rings(moved(self._placing, *self._corner, self._share), looks.active)
        found = self._completeness(self.tokens)
        if not all(found):
            listed = self._list()
            lines = {id: self._line(id, line) for id, line in listed.lines.items()} if listed is not None else {}
            small = any(line.radius < _SMALL_IN_LIST for line in lines.values())
            if listed is not None and self._completeness(lines) > found and not (small and all(found[:-1])):
                self.tokens = lines
                outlines = Placing({}, tuple(Ring(members, *box, corner=14.0) for members, box in listed.rings))
                self.rings = lit_rings(moved(outlines, *self._list_corner), looks.active)

    @property
    def _corner(self) -> tuple[float, float]:
        return self._zone.box[0] + self._zone.room[0], self._zone.box[1]

    def _best(self) -> tuple[Placing, Mapping[str, tuple[tuple[Chip, ...], ...]]]:
        """Place everyone with all their words; with fewer if there is no room."""
        chips = self._chips
        found, rows = self._place({})
        for count in (2, 1, 0):
            wanted = {id: in_rows(chips[id], max(_WIDEST, self._name_width(id)), count) for id in self._ids}
            if not count:
                wanted = {id: _only_health(found) for id, found in chips.items()}
            if not any(wanted.values()):
                break
            tried, rows_tried = self._place(wanted)
            spots = tried.spots.values()
            if spots and all(spot.room and spot.radius * self._share >= _READABLE * 0.7 for spot in spots):
                return tried, self._with_room(tried, rows_tried)
        return found, rows

    def _with_room(
        self, placing: Placing, rows: Mapping[str, tuple[tuple[Chip, ...], ...]]
    ) -> Mapping[str, tuple[tuple[Chip, ...], ...]]:
        """Return the rows that overlap no one else's: Health numbers before other states, then narrow rows before wide
        ones. The chips of the others are icons."""
        k = self._share
        kept: dict[str, tuple[tuple[Chip, ...], ...]] = {id: _only_health(chain.from_iterable(rows[id])) for id in rows}

        def half(found: Sequence[Sequence[Chip]]) -> float:
            return max(map(row_width, found), default=0.0) / 2

        def fits(id: str, found: Sequence[Sequence[Chip]]) -> bool:
            here = placing.spots[id]
            near = [other for other in kept if other != id and abs(placing.spots[other].y - here.y) * k < 2 * HIGH]
            reach = {other: half(kept[other]) + half(found) for other in near if kept[other]}
            return all(abs(placing.spots[other].x - here.x) * k >= least for other, least in reach.items())

        for id in sorted(rows, key=lambda id: half(rows[id])):
            kept[id] = rows[id] if fits(id, rows[id]) else kept[id] if fits(id, kept[id]) else ()
        return kept

    def _place(
        self, rows: Mapping[str, tuple[tuple[Chip, ...], ...]]
    ) -> tuple[Placing, Mapping[str, tuple[tuple[Chip, ...], ...]]]:
        k = self._share
        _left, top, wide, high = self._zone.room
        ids = self._everyone
        names = {id: max([self._name_width(id), *(row_width(row) + 8 for row in rows.get(id, ()))]) / k for id in ids}
        placing = placed(
            1.0,
            wide / k,
            (top + high) / k,
            top / k,
            ids,
            tuple(self._groups()),
            tuple(id for id in self._ids if self._looks.people[id].down),
            tuple(names.items()),
            tuple(id for id in self._ids if id in self._looks.carriers),
            tuple((one.id, one.beside) for one in self._looks.companions if one.id in ids and one.beside in self._ids),
            tuple((id, (len(found) * (HIGH + GAP)) / k) for id, found in rows.items() if found),
        )
        return placing, rows

    def _groups(self) -> list[tuple[str, ...]]:
        found = [tuple([id for id in group if id in self._ids]) for group in self._looks.close]
        return [group for group in found if len(group) > 1]

    def _name_width(self, id: str) -> float:
        return metrics(name_font(NAME, True)).horizontalAdvance(self._names[id][:200]) + 12

    def _list(self) -> NameList | None:
        """Put names beside tokens, where names below them have no room."""
        _left, _top, wide, high = self._zone.room
        names = tuple((id, self._names[id][:200]) for id in self._everyone)
        paired = any(id in self._looks.carriers for id in self._ids)
        room = wide - 2 * _LIST_SIDE, high - _LIST_BELOW
        least = MARK if any(self._states.values()) else 0.0
        numbers = tuple((id, self._number_width(id)) for id in self._ids)
        after = tuple((id, max(least, wide + MARK * (len(self._states[id]) - bool(wide)))) for id, wide in numbers)
        groups = tuple(self._groups())
        listed = name_list(*room, names, groups, paired, after, numbers)
        rows = listed.lines.values() if listed is not None else ()
        if any(wide for _id, wide in numbers) and all(row.high < HIGH + 1 for row in rows):
            # Rows too low for a chip: the number follows the name as part of it.
            named = tuple((id, " ".join([name, *self._health_of(id)])) for id, name in names)
            listed = name_list(*room, named, groups, paired) or listed
        return listed

    def _health_of(self, id: str) -> tuple[str, ...]:
        """Return their Health as a number, if there is one."""
        found = _only_health(self._states.get(id, ()))
        return tuple(chip.text for row in found for chip in row)

    def _number_width(self, id: str) -> float:
        """Return what their Health as a number takes after their name; 0 for no number."""
        return sum(AFTER_NAME + chip.width for chip in self._states[id] if chip.is_number)

    def _completeness(self, tokens: Mapping[str, TokenPlan]) -> tuple[bool, bool, bool, bool]:
        """Return whether everyone has a name; one by which people would call them; Health, where it is a number; all of
        their name."""
        names = [(token.name, self._names[id]) for id, token in tokens.items()]
        shown = {id: (token.name, *(chip.text for row in token.rows for chip in row)) for id, token in tokens.items()}
        health = all(text in " ".join(shown[id]) for id in self._ids for text in self._health_of(id))
        called = all(is_enough(*name) for name in names)
        return all(name for name, _whole in names), called, health, all(name == whole for name, whole in names)

    @property
    def _list_corner(self) -> tuple[float, float]:
        left, top, _wide, _high = self._zone.room
        return self._zone.box[0] + left + _LIST_SIDE, self._zone.box[1] + top

    def _line(self, id: str, line: Line) -> TokenPlan:
        left, top = self._list_corner
        token = self._token(id, ())
        known = self._states.get(id, ())
        states = _after_name(known, line)
        left_out = known[len(states) :]
        look = with_badges(token.look, left_out)
        if line.radius < _LETTERED and not look.portrait:
            look = look.but(initial="", icon=look.icon or "".join(chip.icon for chip in left_out[:1]))
        return token.but(
            look=look,
            x=left + line.x,
            y=top + line.y,
            radius=line.radius * (ALONE if id in self._looks.alone else 1.0),
            name=line.name,
            name_x=left + line.name_x,
            rows=(states,) if states else (),
            size=line.size,
        )

    def _token(self, id: str, rows: tuple[tuple[Chip, ...], ...]) -> TokenPlan:
        spot, k = self._placing.spots[id], self._share
        x, y = self._corner[0] + spot.x * k, self._corner[1] + spot.y * k
        name = short_name(name_font(NAME, True), self._names[id], spot.room * k) if spot.room else ""
        plate = self._zone.look if is_textured(self._zone.look) else None
        if id in self._looks.alone:
            return TokenPlan(id, self._looks.alone[id], x, y, spot.radius * k * ALONE, name, plate=plate)
        shown = set(chain.from_iterable(rows))
        left = tuple(chip for chip in self._states[id] if chip not in shown and not chip.is_number)
        look = with_badges(self._looks.people[id], left)
        return TokenPlan(id, look, x, y, spot.radius * k, name, rows, self._looks.carriers.get(id), plate)


def _states(one: PublicCombatant, chips: Sequence[Chip]) -> tuple[Chip, ...]:
    """Return a combatant's chips; being unhurt only as a number, since its icon alone would say nothing."""
    return tuple([chip for chip in chips if one.band != "unhurt" or chip.text != one.health or chip.is_number])


def _only_health(chips: Iterable[Chip]) -> tuple[tuple[Chip, ...], ...]:
    """Return the row with someone's Health as a number; none for none."""
    number = tuple(chip for chip in chips if chip.is_number)
    return (number,) if number else ()


def _after_name(known: Sequence[Chip], line: Line) -> tuple[Chip, ...]:
    """Return the states for which there is room after a name: with their words, else as icons alone, which have
    none."""
    found: list[Chip] = []
    room = line.room
    for number, chip in enumerate(known):
        later = 0.0 if chip.is_number else MARK * (len(known) - number - 1)
        if line.high >= HIGH + 1 and chip.width + AFTER_NAME + later <= room:
            found.append(chip)
            room -= chip.width + GAP
        elif room >= MARK:
            found.append(chip.but(text=""))
            room -= MARK
        else:
            break
    return tuple(found)
