"""Builds prepared battles from plain data: scenario files and encounters.

Everything is checked against the ruleset; `encounter_shape` describes the keys that every game knows. All problems are
found at once, each with its path and the nearest known word. Lists count from 1: `combatant[2].traits.melee`.
`setup_data` writes what is read here.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import ceil, sqrt
from operator import is_
from typing import Any

from exgui.engine.battle import Battle, Combatant, Timer
from exgui.engine.memo import remembered_by_identity
from exgui.engine.record import EMPTY, Record, Table, Value
from exgui.engine.zones import Link, Zone
from exgui.rulebook.combatant_setup import AS_WRITTEN, read_combatant
from exgui.rulebook.encounter_shape import (
    HOUSE_RULES,
    LISTS,
    OBJECT,
    TOP,
    ZONE,
    Written,
    WrittenEncounter,
    ids_of,
    read_encounter,
    read_written,
    unknown_ids,
)
from exgui.rulebook.items import read_fields
from exgui.rulebook.rules import Ruleset
from exgui.rulebook.shelf import why_unusable
from exgui.rulebook.unknown_words import unknown, words
from exgui.rulebook.validation import (
    Place,
    Problem,
    Problems,
    SetupError,
    flag,
    known_keys,
    line,
    number,
    one_of,
    table,
    table_of,
)

GAP = 60.0
"""Map units between neighboring zones, enough to see the link."""

Cell = tuple[int, int]
"""Column and row of the grid, each 0 or more."""


def laid_out(zones: Sequence[Zone], links: Sequence[Link], placed: Mapping[str, bool]) -> list[Zone]:
    """Return the zones, with a place for each that has none according to `placed`. New places never overlap another
    zone; the other zones stay.

    Breadth first along the links: each zone comes into the free cell nearest to the one it was reached from. Each
    connected group begins in a new row; zones without links fill the rows below.
    """
    if all(placed[zone.id] for zone in zones):
        return list(zones)
    wide = max(zone.width for zone in zones) + GAP
    high = max(zone.height for zone in zones) + GAP
    near: dict[str, list[str]] = {zone.id: [] for zone in zones}
    for link in links:
        a, b = link.between
        near[a].append(b)
        near[b].append(a)
    grid = _Grid(max(4, ceil(1.5 * sqrt(len(zones)))))
    queue: deque[str] = deque()
    for zone in zones:
        if placed[zone.id]:
            grid.block(zone, wide, high)
            queue.append(zone.id)
    linked = [zone.id for zone in zones if near[zone.id]]
    for start in [None, *linked]:
        if start is not None and start not in grid.cells:
            grid.begin(start)
            queue.append(start)
        while queue:
            here = queue.popleft()
            for other in near[here]:
                if other not in grid.cells:
                    grid.put(other, here)
                    queue.append(other)
    grid.fill(zone.id for zone in zones if zone.id not in grid.cells)
    return [
        zone if placed[zone.id] else zone.but(x=grid.cells[zone.id][0] * wide, y=grid.cells[zone.id][1] * high)
        for zone in zones
    ]


class _Grid:
    """The grid: the taken cells, and the zone in each."""

    def __init__(self, columns: int) -> None:
        self.columns = columns
        self.cells: dict[str, Cell] = {}
        self.taken: set[Cell] = set()
        self.bottom = 0
        """The first row below all zones."""

    def block(self, zone: Zone, wide: float, high: float) -> None:
        """Keep the cells on and near a placed zone free."""
        first = self._cell(zone.x - GAP, zone.y - GAP, wide, high)
        last = self._cell(zone.x + zone.width + GAP, zone.y + zone.height + GAP, wide, high)
        for column in range(max(first[0], 0), min(last[0], self.columns - 1) + 1):
            for row in range(max(first[1], 0), last[1] + 1):
                self._take((column, row))
        column, row = self._cell(zone.x, zone.y, wide, high)
        # A zone far off is treated as if at the edge of the grid, and so are its neighbors.
        self.cells[zone.id] = min(max(column, 0), self.columns - 1), min(max(row, 0), self.columns)

    def begin(self, id: str) -> None:
        """Put a zone at the beginning of a new row."""
        self.cells[id] = 0, self.bottom
        self._take(self.cells[id])

    def put(self, id: str, beside: str) -> None:
        """Put a zone into the free cell nearest to another zone."""
        self.cells[id] = next(cell for cell in self._around(self.cells[beside]) if cell not in self.taken)
        self._take(self.cells[id])

    def fill(self, ids: Iterator[str]) -> None:
        """Put zones row after row below all others."""
        start = self.bottom
        for n, id in enumerate(ids):
            self.cells[id] = n % self.columns, start + n // self.columns
            self._take(self.cells[id])

    def _take(self, cell: Cell) -> None:
        self.taken.add(cell)
        self.bottom = max(self.bottom, cell[1] + 1)

    @staticmethod
    def _cell(x: float, y: float, wide: float, high: float) -> Cell:
        return int(x // wide), int(y // high)

    def _around(self, cell: Cell) -> Iterator[Cell]:
        """Yield the cells around one, ring by ring; in each ring the nearest first, beside before below before
        above.
        """
        column, row = cell
        reach = 0
        while True:
            reach += 1
            edge = range(-reach, reach + 1)
            ring = {(x, y) for x in edge for y in (-reach, reach)} | {(x, y) for y in edge for x in (-reach, reach)}
            for x, y in sorted(ring, key=lambda one: (abs(one[0]) + abs(one[1]), one[1] != 0, -one[0], -one[1])):
                if 0 <= column + x < self.columns and row + y >= 0:
                    yield column + x, row + y


__all__ = ["EncounterReader", "SetupError", "battle_from"]

MOST_NAMED = 4
"""The most names that the timer of an arrival lists."""
ELSEWHERE = ("format", "ruleset", "rules", "step", HOUSE_RULES)
"""Keys of a scenario file that are not about the battlefield and are ignored here."""
NO_RULES = Ruleset("", "", "", (), "")
"""Replaces a missing ruleset: it has no traits and no weapons."""


class Read(Record):
    """The result of reading an encounter.

    Attributes:
        battle: as far as the data can be read; the rest is left out or has its default. Combatants have no numbers, and
            no timer brings anyone in.
        problems: everything that keeps it from being played.
    """

    battle: Battle
    problems: tuple[Problem, ...]


def battle_from(ruleset: Ruleset, data: Mapping[str, Any], where: str = "") -> Battle:
    """Return a prepared battle from plain data: title, options, picture, zone, link, combatant, close, seed, as in a
    scenario file.

    Zones without a place get one, so that the map can be drawn; combatants without a number are numbered in order.

    Raises:
        SetupError: something in it is wrong; it has all problems.
    """
    problems = Problems(where)
    written = _read_written(ruleset, data, problems)
    battle = EncounterReader(ruleset).battle_of(written, problems)
    problems.raise_any()
    return battle.but(combatants=_numbered(battle.combatants), timers=arrivals(ruleset, written.combatants))


class EncounterReader:
    """A reader for one encounter that is read repeatedly as it changes, mistakes included.

    Data objects that are the same as last time become the same objects in the battle, and are not checked again, so
    that the map is updated at once when one zone among hundreds is edited.

    Args:
        ruleset: None if it is missing.
    """

    def __init__(self, ruleset: Ruleset | None) -> None:
        self._missing = ruleset is None
        self.rules = ruleset if ruleset is not None else NO_RULES
        self._last = Battle(ruleset=self.rules.id, rules=self.rules)

    def read(self, data: Mapping[str, Any]) -> Read:
        """Return the battle and its problems; if the ruleset is missing, that is the only problem."""
        problems = Problems(patient=True)
        battle = self.battle_of(_read_written(self.rules, data, problems), problems)
        if self._missing:
            message = f"{why_unusable(str(data.get('ruleset', '')))} Choose another one."
            return Read(battle, (Problem((), message),))
        return Read(battle, problems.found)

    def battle_of(self, written: WrittenEncounter, problems: Problems) -> Battle:
        """Return the battle as far as it can be made; problems are added to `problems`."""
        rules, last = self.rules, self._last
        given = written.given
        options = problems.read(EMPTY, _read_options, rules, given["options"], Place().key("options"))
        zones = _all_made("zone", rules, written, problems)
        people = _all_made("combatant", rules, written, problems)
        problems.extend(_across(written, people))
        whole_zones = [one.record for one in zones if one.record is not None]
        known = {zone.id for zone in whole_zones}
        links = [one.record for one in _all_made("link", rules, written, problems) if one.record is not None]
        links = [link for link in links if known.issuperset(link.between)]
        fighters = [one.record for one in people if one.record is not None]
        there = {one.id: one.zone for one in fighters}
        placed = {one.given["id"]: "x" in one.data and "y" in one.data for one in written.zones}
        close = _close_groups(written.close, there)
        self._last = last.but(
            title=given["title"],
            options=Table({**rules.option_defaults(), **options}),
            zones=_as_before(last.zones, laid_out(whole_zones, links, placed)),
            links=last.links if _same(last.links, links) else tuple(links),
            combatants=_as_before(last.combatants, fighters),
            close=last.close if close == last.close else close,
            picture=given["picture"],
            seed=given["seed"],
        )
        return self._last


def _read_written(rules: Ruleset, data: Mapping[str, Any], problems: Problems) -> WrittenEncounter:
    with problems:
        lists = [name for name in LISTS if name != OBJECT or rules.constants.get("objects")]
        known_keys(table(data, Place()), (*TOP, *lists, *ELSEWHERE), Place(), "key", "a scenario")
    return read_encounter(data, Place(), problems)


class _Made(Record):
    """The result of reading one entry of an encounter under a ruleset: None if it has no id.

    Attributes:
        problems: with their paths below the entry, except those that every game finds.
        names: ids that its states name, each with the id of the state.
    """

    record: Any
    problems: tuple[Problem, ...]
    names: tuple[tuple[str, str], ...] = ()


def _zone_alone(rules: Ruleset, written: Written) -> _Made:
    problems = Problems(patient=True)
    zone = read_zone(rules, written, problems)
    return _Made(zone if written.given["id"] else None, problems.found)


def _combatant_alone(rules: Ruleset, written: Written) -> _Made:
    given, place, problems = written.given, written.place, Problems()
    try:
        one = read_combatant(rules, written, problems)
        with problems:
            if not written.data.get("side", ""):
                place.key("side").refuse('is missing: name the side they fight on, such as side = "heroes"')
        with problems:
            if given["kind"] == OBJECT and not rules.constants.get("objects"):
                place.key("kind").refuse(f"{rules.name} has no things that can be attacked: make it a character")
    except SetupError as error:
        return _too_wrong(rules, written).but(problems=error.problems)
    named = []
    for id, held in one.conditions.items():
        type = rules.conditions[id].type
        named += [(id, other) for other in ((held,) if type == "id" else held if type == "ids" else ())]
    return _Made(one if given["id"] else None, problems.found, tuple(named))


def _too_wrong(_rules: Ruleset, written: Written) -> _Made:
    """Return a combatant read from the keys that every game knows, if no more problems are looked for."""
    id, name = written.given["id"], written.given["name"]
    known = {key: written.given[key] for key in AS_WRITTEN}
    return _Made(Combatant(id=id, name=name or words(id), **known) if id else None, ())


def _link_alone(_rules: Ruleset, written: Written) -> _Made:
    return _Made(Link(**written.given) if written.given["between"] else None, ())


_ALONE = {"zone": _zone_alone, "link": _link_alone, "combatant": _combatant_alone, "too many mistakes": _too_wrong}


def _made(kind: str, rules: Ruleset, written: Written) -> _Made:
    return _ALONE[kind](rules, written)


_remembered = remembered_by_identity(16_000)(_made)
"""For encounters that are read after each edit, when nearly all entries are the same objects as before."""


def _all_made(kind: str, rules: Ruleset, written: WrittenEncounter, problems: Problems) -> list[_Made]:
    """Return the results for the entries of one kind; their problems are added to `problems`."""
    found: list[_Made] = []
    full = problems.full
    for one in {"zone": written.zones, "link": written.links, "combatant": written.combatants}[kind]:
        how = "too many mistakes" if full and kind == "combatant" else kind
        made = (_remembered if type(one.data) is Table else _made)(how, rules, one)
        if made.problems:
            problems.extend(written.within(kind, len(found), problem) for problem in made.problems)
            full = problems.full
        found.append(made)
    return found


def _same(last: Iterable[Any], now: list[Any]) -> bool:
    """Return whether both have the same objects in the same order."""
    last = tuple(last)
    return len(last) == len(now) and all(map(is_, last, now))


def _as_before(last: Table[str, Any], items: list[Any]) -> Table[str, Any]:
    """Return the items by id: the previous table if all of them are the same objects in the same order."""
    return last if _same(last.values(), items) else Table((one.id, one) for one in items)


def _close_groups(written: Iterable[Written], there: Mapping[str, str | None]) -> tuple[tuple[str, ...], ...]:
    """Return the groups, without members who are not in the battle or in another zone, each in the order of the
    combatants.
    """
    groups = []
    for one in written:
        members = set(one.given["members"] or ()).intersection(there)
        if len(members) > 1 and len({there[id] for id in members}) == 1:
            groups.append(tuple(id for id in there if id in members))
    return tuple(groups)


def _across(written: WrittenEncounter, people: list[_Made]) -> Iterator[Problem]:
    """Yield problems between entries: a number used twice, missing zones and combatants, close groups."""
    ids, zones = ids_of(written.combatants), ids_of(written.zones)
    numbers: dict[int, str] = {}
    for index, (one, made) in enumerate(zip(written.combatants, people, strict=True)):
        number, zone = one.given["number"], one.given["zone"]
        if number and number in numbers:
            message = f"{number} is already the number of {numbers[number]!r}"
            yield written.within("combatant", index, Problem(("number",), message))
        numbers[number] = one.given["id"]
        if zones is not None and zone is not None and zone not in zones:
            yield written.within("combatant", index, Problem(("zone",), unknown(zone, zones, "zone")))
        if ids is None or zones is None:
            continue
        for state, other in made.names:
            if other not in ids and other not in zones:
                problem = Problem(("state", state), unknown(other, ids, "combatant"))
                yield written.within("combatant", index, problem)
    if ids is None:
        return
    there = {one.given["id"]: one.given["zone"] for one in written.combatants}
    grouped: set[str] = set()
    for index, one in enumerate(written.close):
        for problem in _wrong_group(one.given["members"], ids, there, grouped):
            yield written.within("close", index, Problem(("members", *problem.path), problem.message))


def _wrong_group(
    members: tuple[str, ...] | None, ids: Mapping[str, None], there: Mapping[str, str | None], grouped: set[str]
) -> Iterator[Problem]:
    """Yield the problems of a close group.

    Args:
        grouped: ids that are in a group already; its members are added.
    """
    if members is None:
        return
    yield from unknown_ids(members, ids, "combatant")
    for n, id in enumerate(members, 1):
        if id in grouped:
            yield Problem((n,), f"{id!r} is named twice: everyone can be in only one group")
        grouped.add(id)
    if len(members) < 2:
        yield Problem((), "must name two combatants or more")
    known = [id for id in members if id in there]
    apart = next((id for id in known if there[id] != there[known[0]]), None)
    if apart is not None:
        message = f"{known[0]!r} and {apart!r} are not in the same zone, so they can’t be at close range"
        yield Problem((), message)


def arrivals(rules: Ruleset, combatants: Iterable[Written]) -> tuple[Timer, ...]:
    """Return a timer with the names for every moment at which combatants come in."""
    by_moment: dict[int, dict[str, str]] = {}
    for one in combatants:
        if one.given["arrives"]:
            id = one.given["id"] or ""
            by_moment.setdefault(one.given["arrives"], {})[id] = one.given["name"] or words(id)
    endless = rules.timeline.axis == "up"
    return tuple(
        Timer(
            f"arrival_{moment}",
            f"{_listed(list(names.values()))} {'arrives' if len(names) == 1 else 'arrive'}",
            round=None if endless else moment,
            tick=moment if endless else None,
            who=tuple(names),
        )
        for moment, names in sorted(by_moment.items())
    )


def _listed(names: list[str]) -> str:
    """Return names listed in a sentence; only the first of many."""
    if len(names) > MOST_NAMED:
        return f"{', '.join(names[:MOST_NAMED])} and {len(names) - MOST_NAMED} more"
    return " and ".join(part for part in (", ".join(names[:-1]), names[-1]) if part)


def _read_options(rules: Ruleset, value: object, place: Place) -> Table[str, Value]:
    def setting(id: str, given: object, at: Place) -> Value:
        option = rules.options.get(id)
        if option is None:
            at.refuse(unknown(id, rules.options, "option"))
        if option.choices:
            return one_of(given, option.choices, at)
        if isinstance(option.default, bool):
            return flag(given, at)
        if isinstance(option.default, int):
            return number(given, at, option.minimum, option.maximum)
        return line(given, at)

    return table_of(setting, value, place)


def zone_from(rules: Ruleset, data: Mapping[str, Any]) -> Zone:
    """Return a zone from its table, which has the fields of a scenario's `[[zone]]`.

    Raises:
        SetupError: something in it is wrong; it has all problems.
    """
    problems = Problems()
    zone = read_zone(rules, read_written(ZONE, data, Place(""), problems), problems)
    problems.raise_any()
    return zone


def read_zone(rules: Ruleset, written: Written, problems: Problems) -> Zone:
    """Return a zone from its table, under this ruleset. Problems are added to `problems`."""
    data, given, place = written.data, written.given, written.place
    own = rules.fields.get("zone", EMPTY)
    with problems:
        known_keys(data, (*ZONE, *own), place)
    with problems:
        if ("x" in data) != ("y" in data):
            place.key("x" if "y" in data else "y").refuse("is missing: give both x and y, or neither")
    with problems:
        if "hazards" in rules.constants:
            one_of(given["hazard"], ("none", *rules.constants["hazards"]), place.key("hazard"))
    with problems:
        _check_size(rules, given["size"], place.key("size"))
    fields = {key: data[key] for key in own if key in data}
    return Zone(
        **{
            **given,
            "name": given["name"] or words(given["id"] or ""),
            "cover": problems.read(EMPTY, _read_cover, rules, given["cover"], place.key("cover")),
            "fields": problems.read(EMPTY, read_fields, own, fields, place),
        }
    )


def _read_cover(rules: Ruleset, value: object, place: Place) -> Table[str, int]:
    """Return the difficulty of each level of cover in a zone; the ruleset lists the levels."""
    levels = rules.constants.get("cover_levels")

    def difficulty(level: str, one: object, at: Place) -> int:
        if levels is not None and level not in levels:
            at.refuse(unknown(level, levels))
        return number(one, at, 0, 100)

    return table_of(difficulty, value, place)


def _check_size(rules: Ruleset, size: int, place: Place) -> None:
    """Reject a zone smaller than the ruleset's constant `smallest_zone` (default 1 yard), citing its `zone_rule`."""
    least = max(1, int(rules.constants.get("smallest_zone", 1)))
    if size < least:
        rule = rules.constants.get("zone_rule", "")
        place.refuse(f"must be {least} or more yards across, not {size}{f' ({rule})' if rule else ''}")


def _numbered(combatants: Mapping[str, Combatant]) -> Table[str, Combatant]:
    """Return the combatants; those without a number get the lowest free ones."""
    found = dict(combatants)
    taken = {one.number for one in found.values()}
    free = 0
    for id, one in found.items():
        if not one.number:
            free += 1
            while free in taken:
                free += 1
            found[id] = one.but(number=free)
    return Table(found)
