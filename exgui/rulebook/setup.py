"""Builds prepared battles from plain data: scenario files and encounters.

Everything is checked against the ruleset, and the keys that every game knows as `encounter_shape` describes them. All
problems are raised in one `SetupError`, each with its path and the nearest known word. Lists count from 1:
`combatant[2].traits.melee`. `setup_data` writes what is read here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from exgui.engine.battle import Battle, Combatant, Timer
from exgui.engine.record import EMPTY, Table, Value
from exgui.engine.zones import Zone
from exgui.rulebook.combatant_setup import read_combatant
from exgui.rulebook.encounter_shape import (
    HOUSE_RULES,
    LISTS,
    OBJECT,
    TOP,
    ZONE,
    Written,
    ids_of,
    read_encounter,
    read_written,
    refer,
)
from exgui.rulebook.items import read_fields
from exgui.rulebook.rules import Ruleset
from exgui.rulebook.unknown_words import unknown, words
from exgui.rulebook.validation import (
    Place,
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
from exgui.rulebook.zone_layout import laid_out

__all__ = ["SetupError", "battle_from"]

MOST_NAMED = 4
"""The most people whom the timer of their arrival names."""
ELSEWHERE = ("format", "ruleset", "rules", "step", HOUSE_RULES)
"""Keys of a scenario file that are not about the battlefield and are ignored here."""


def battle_from(ruleset: Ruleset, data: Mapping[str, Any], where: str = "") -> Battle:
    """A prepared battle from plain data: title, options, picture, zone, link, combatant, close, seed, as a scenario
    file has them.

    Zones without a place get one, so that the map can be drawn; combatants without a number are numbered in order.

    Raises:
        SetupError: something in it is wrong; it holds all problems.
    """
    root, problems = Place(where), Problems()
    with problems:
        lists = [name for name in LISTS if name != OBJECT or ruleset.constants.get("objects")]
        known_keys(table(data, root), (*TOP, *lists, *ELSEWHERE), root, "key", "a scenario")
    written = read_encounter(data, root, problems)
    options = problems.read(EMPTY, _read_options, ruleset, written.given["options"], root.key("options"))
    zones = [read_zone(ruleset, one, problems) for one in written.zones]
    combatants = [read_combatant(ruleset, one, problems) for one in written.combatants]
    _check_sides_and_numbers(written.combatants, problems)
    _check_things(ruleset, written.combatants, problems)
    _check_references(ruleset, combatants, written.combatants, written.zones, problems)
    close = _read_close(written.close, written.combatants, problems)
    problems.raise_any()
    placed = {one.given["id"]: "x" in one.data for one in written.zones}
    return Battle(
        title=written.given["title"],
        ruleset=ruleset.id,
        rules=ruleset,
        options=Table({**ruleset.option_defaults(), **options}),
        zones=Table((zone.id, zone) for zone in laid_out(zones, written.links, placed)),
        links=written.links,
        combatants=_numbered(combatants),
        close=close,
        timers=arrivals(ruleset, written.combatants),
        seed=written.given["seed"],
        picture=written.given["picture"],
    )


def arrivals(rules: Ruleset, combatants: Iterable[Written]) -> tuple[Timer, ...]:
    """A timer for every moment at which somebody comes in, which names them."""
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
    """Some names in a sentence; of many the first ones."""
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


def zone_from(rules: Ruleset, data: Mapping[str, Any], where: str = "") -> Zone:
    """A zone from its table, which has the fields of a scenario's `[[zone]]`.

    Raises:
        SetupError: something in it is wrong; it holds all problems.
    """
    problems = Problems()
    zone = read_zone(rules, read_written(ZONE, data, Place(where), problems), problems)
    problems.raise_any()
    return zone


def read_zone(rules: Ruleset, written: Written, problems: Problems) -> Zone:
    """A zone from its table, by this ruleset. Problems go to `problems`."""
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
    """The difficulty of each level of cover in a zone; the ruleset lists the levels."""
    levels = rules.constants.get("cover_levels")

    def difficulty(level: str, one: object, at: Place) -> int:
        if levels is not None and level not in levels:
            at.refuse(unknown(level, levels))
        return number(one, at, 0, 100)

    return table_of(difficulty, value, place)


def _check_size(rules: Ruleset, size: int, place: Place) -> None:
    """Refuses a zone smaller than the ruleset's constant `smallest_zone` (1 yard where there is none), by its
    `zone_rule`."""
    least = max(1, int(rules.constants.get("smallest_zone", 1)))
    if size < least:
        rule = rules.constants.get("zone_rule", "")
        place.refuse(f"must be {least} or more yards across, not {size}{f' ({rule})' if rule else ''}")


def _check_sides_and_numbers(written: Iterable[Written], problems: Problems) -> None:
    """Refuses combatants without a side, and two with the same number."""
    numbers: dict[int, str] = {}
    for one in written:
        with problems:
            if not one.data.get("side", ""):
                one.place.key("side").refuse('is missing: say on which side they fight, such as side = "heroes"')
        number = one.given["number"]
        with problems:
            if number and number in numbers:
                one.place.key("number").refuse(f"{number} is the number of {numbers[number]!r} already")
        numbers[number] = one.given["id"]


def _check_things(rules: Ruleset, written: Iterable[Written], problems: Problems) -> None:
    """Refuses things in a game in which nothing can be fought but somebody."""
    for one in written:
        with problems:
            if one.given["kind"] == OBJECT and not rules.constants.get("objects"):
                one.place.key("kind").refuse(f"{rules.name} has no things that can be fought: make it a character")


def _check_references(
    rules: Ruleset,
    combatants: Iterable[Combatant],
    written: tuple[Written, ...],
    zones: tuple[Written, ...],
    problems: Problems,
) -> None:
    """Refuses unknown zones, and conditions that name an unknown combatant."""
    people, places = ids_of(written), ids_of(zones)
    for combatant, one in zip(combatants, written, strict=True):
        with problems:
            if places is not None and combatant.zone is not None and combatant.zone not in places:
                one.place.key("zone").refuse(unknown(combatant.zone, places, "zone"))
        if people is None or places is None:
            continue
        for id, held in combatant.conditions.items():
            condition = rules.conditions[id]
            named: Iterable[str] = (held,) if condition.type == "id" else held if condition.type == "ids" else ()
            for other in named:
                with problems:
                    if other not in people and other not in places:
                        one.place.key("state").key(id).refuse(unknown(other, people, "combatant"))


def _read_close(
    written: Iterable[Written], combatants: tuple[Written, ...], problems: Problems
) -> tuple[tuple[str, ...], ...]:
    """The close groups, each in the order of the combatants."""
    people = ids_of(combatants)
    zones = {one.given["id"]: one.given["zone"] for one in combatants}
    order = {id: n for n, id in enumerate(zones)}
    groups = []
    grouped: set[str] = set()
    for group in written:
        members, place = group.given["members"], group.place.key("members")
        if members is None or people is None:
            continue
        refer(members, people, place, "combatant", problems)
        with problems:
            for n, id in enumerate(members, 1):
                if id in grouped:
                    place.index(n).refuse(f"{id!r} is named twice: everybody is in one group at most")
                grouped.add(id)
            if len(members) < 2:
                place.refuse("must name two combatants or more")
            there = [id for id in members if id in zones]
            apart = next((id for id in there if zones[id] != zones[there[0]]), None)
            if apart is not None:
                place.refuse(
                    f"{there[0]!r} and {apart!r} are not in the same zone, so they cannot be close to one another"
                )
            groups.append(tuple(sorted(there, key=order.__getitem__)))
    return tuple(groups)


def _numbered(combatants: Iterable[Combatant]) -> Table[str, Combatant]:
    """The combatants by id; those without a number get the lowest that are free."""
    found = {one.id: one for one in combatants}
    taken = {one.number for one in found.values()}
    free = 0
    for id, one in found.items():
        if not one.number:
            free += 1
            while free in taken:
                free += 1
            found[id] = one.but(number=free)
    return Table(found)
