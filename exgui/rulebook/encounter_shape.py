"""The format of an encounter: the keys of its zones, links, picture, combatants and close groups, their values, and the
number allowed. Scenarios, campaigns and opponents all use this one description.

It applies in every game, so even a sheet whose ruleset is missing can be checked. `setup` reads what only a ruleset
knows (traits, weapons, states, its own fields).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from exgui.engine.battle import NAME_IS, PRONOUNS
from exgui.engine.memo import remembered_by_identity
from exgui.engine.record import EMPTY, Record, Table
from exgui.engine.zones import BARRIERS, REVEALED_WHEN, SHAPES, TERRAINS, MapPicture
from exgui.rulebook.unknown_words import unknown
from exgui.rulebook.validation import (
    LONGEST_NOTE,
    Place,
    Problem,
    Problems,
    SetupError,
    entries,
    flag,
    ident,
    known_keys,
    line,
    measure,
    number,
    one_of,
    table,
    text,
    texts,
)

MOST_COMBATANTS = 2_000
MOST_ZONES = 1_000
MOST_LINKS = 5_000
MOST_GEAR = 100
LARGEST_SIZE = 100_000
"""The most yards across a zone."""
LARGEST_TRAIT = 1_000
"""The most dots of a trait, positive or negative."""
LATEST = 100_000
"""The latest round (or tick) at which a combatant comes in."""
FARTHEST = 1_000_000.0
"""The farthest from the middle of the map, in map units."""
HARDEST = 100
"""The largest difficulty of an obstacle."""
SET_BY_HAND = "set"
"""The key of a combatant's values that are set by hand and override the rules."""


class Key(Record):
    """The description of one key of a table.

    Attributes:
        check: returns the checked value, or rejects it.
        default: the value if the key is left out.
        missing: the advice if the key is missing but required; "" for an optional key.
    """

    check: Callable[[object, Place], Any]
    default: Any = None
    missing: str = ""

    def value(self, data: Mapping[str, Any], name: str, place: Place) -> Any:
        """Return the checked value under this key in the table at this place.

        Raises:
            SetupError: the value is wrong, or missing though required.
        """
        if name in data:
            return self.check(data[name], place.key(name))
        if self.missing:
            place.key(name).refuse(f"is missing: {self.missing}")
        return self.default


Keys = Mapping[str, Key]


_note = partial(text, longest=LONGEST_NOTE)
_token_number = partial(number, low=0, high=9_999)
_size = partial(number, low=-LARGEST_SIZE, high=LARGEST_SIZE)
_position = partial(measure, low=-FARTHEST, high=FARTHEST)
_length = partial(measure, low=20, high=20_000)
_gear = partial(entries, most=MOST_GEAR)
_moment = partial(number, low=0, high=LATEST)
_seed = partial(number, low=-(2**63), high=2**63 - 1)
_difficulty = partial(number, low=0, high=HARDEST)
_percent = partial(number, low=0, high=100)


def _barrier(value: object, place: Place) -> str:
    return one_of(value, BARRIERS, place, "barrier")


def _shape(value: object, place: Place) -> str:
    return one_of(value, SHAPES, place, "shape")


def _terrain(value: object, place: Place) -> str:
    return one_of(value, TERRAINS, place, "terrain")


def _reveal_when(value: object, place: Place) -> str:
    return one_of(value, REVEALED_WHEN, place)


def _picture_id(value: object, place: Place) -> str:
    id = line(value, place)
    if not id:
        place.refuse("is empty: name a picture in the campaign, or a file next to it")
    return id


def _picture(value: object, place: Place) -> MapPicture:
    problems = Problems()
    data = table(value, place)
    with problems:
        known_keys(data, PICTURE, place)
    given = read_keys(PICTURE, data, place, problems)
    problems.raise_any()
    return MapPicture(**given)


def _pronoun(value: object, place: Place) -> str:
    return one_of(value, PRONOUNS, place) if value != "" else ""


def _name_is(value: object, place: Place) -> str:
    return one_of(value, NAME_IS, place) if value != "" else ""


def _ends(value: object, place: Place) -> tuple[str, str]:
    ends = texts(value, place)
    if len(ends) != 2:
        place.refuse('must name two zones, such as between = ["yard", "gate"]')
    if ends[0] == ends[1]:
        place.refuse(f"joins {ends[0]!r} with itself: name two different zones")
    return ends[0], ends[1]


def _ruleset(value: object, place: Place) -> str:
    name = line(value, place)
    if not name:
        place.refuse('is empty: name a ruleset, such as ruleset = "ex3"')
    return name


ZONE: Keys = {
    "id": Key(ident, missing='give it a short name, such as id = "yard"'),
    "name": Key(line, ""),
    "difficult": Key(flag, False),
    "size": Key(_size, 20),
    "hazard": Key(line, "none"),
    "cover": Key(table, EMPTY),
    "x": Key(_position, 0.0),
    "y": Key(_position, 0.0),
    "width": Key(_length, 260.0),
    "height": Key(_length, 180.0),
    "shape": Key(_shape, "rectangle"),
    "terrain": Key(_terrain, "plain"),
    "ground": Key(_note, ""),
    "hidden": Key(flag, False),
    "reveal_when": Key(_reveal_when, "entered"),
    "auto_reveal": Key(flag, True),
    "notes": Key(_note, ""),
}
LINK: Keys = {
    "between": Key(_ends, missing='name two zones, such as between = ["yard", "gate"]'),
    "barrier": Key(_barrier, "none"),
    "difficulty": Key(_difficulty, 0),
    "name": Key(line, ""),
    "hidden": Key(flag, False),
}
PICTURE: Keys = {
    "id": Key(_picture_id, missing="name a picture in the campaign, or a file next to it"),
    "x": Key(_position, 0.0),
    "y": Key(_position, 0.0),
    "width": Key(_length, 1200.0),
    "height": Key(_length, 800.0),
    "dim": Key(_percent, 40),
    "hidden": Key(flag, False),
}
CLOSE: Keys = {"members": Key(texts, missing='name two combatants or more, such as members = ["volfer", "bandit"]')}
SHEET: Keys = {
    "name": Key(line, ""),
    "side": Key(line, ""),
    "kind": Key(ident, "character"),
    "nature": Key(line, ""),
    "player": Key(flag, False),
    "revealed": Key(flag, True),
    "auto_reveal": Key(flag, True),
    "asked": Key(flag, False),
    "portrait": Key(text, ""),
    "pronoun": Key(_pronoun, ""),
    "name_is": Key(_name_is, ""),
    "folder": Key(line, ""),
    "notes": Key(_note, ""),
    "traits": Key(table, EMPTY),
    "specialties": Key(table, EMPTY),
    "weapons": Key(_gear, ()),
    "ready": Key(texts, None),
    "state": Key(table, EMPTY),
    SET_BY_HAND: Key(table, EMPTY),
    "draft": Key(table, EMPTY),
}
"""The keys of a combatant that do not depend on a battle. `nature`: what they are in a word, such as "spirit", for
lists; no battle reads it. `draft` has the texts of fields, by their paths, that are not valid yet; no battle reads
them.
"""
COMBATANT: Keys = {
    "id": Key(ident, missing='give it a short name, such as id = "bandit"'),
    **SHEET,
    "zone": Key(ident, None),
    "number": Key(_token_number, 0),
    "hidden": Key(flag, False),
    "sheet": Key(text, ""),
    "arrives": Key(_moment, 0),
    "copied": Key(text, ""),
    "policy": Key(line, ""),
}
"""The keys of a combatant in an encounter. `arrives`: they come in later, at the start of that round, or at that
tick in a game that counts ticks without end; 0 for not set. `copied`: a digest of their sheet when it was copied, to
see whether it has changed since. `policy`: how they fight in simulations; "" for their side's policy.
"""
RULESET = Key(_ruleset, missing='name the ruleset, such as ruleset = "ex3"')
"""The key for the ruleset of an encounter, at its top."""
HOUSE_RULES = "house_rules"
"""The table at the top of a text with the house rules it carries (see `carried_rules`)."""
TOP: Keys = {
    "title": Key(line, ""),
    "folder": Key(line, ""),
    "options": Key(table, EMPTY),
    "seed": Key(_seed, 0),
    "picture": Key(_picture, None),
    "notes": Key(_note, ""),
    "policies": Key(table, EMPTY),
}
"""The keys at the top of an encounter, besides its lists. `policies`: by side, how it fights in simulations."""
LISTS = ("zone", "link", "combatant", "object", "close")
OBJECT = "object"
"""The kind of a combatant that is a thing, and the list in which things may be written separately, in games with
things that can be fought. A thing without a side is on the side of things.
"""
OBJECTS = "objects"


class Written(Record):
    """One table of an encounter: the original `data`, and the keys every game knows, checked and complete (`given`).

    Attributes:
        place: the top, for a table that was read by itself.
        problems: of a table that was read by itself; `too_large` has traits beyond any game's limit.
    """

    data: Mapping[str, Any]
    given: Mapping[str, Any]
    place: Place
    problems: tuple[Problem, ...] = ()
    too_large: tuple[Problem, ...] = ()


class WrittenEncounter(Record):
    """The parts of an encounter that every game knows. `given` has the values at its top."""

    given: Mapping[str, Any]
    zones: tuple[Written, ...]
    links: tuple[Written, ...]
    combatants: tuple[Written, ...]
    close: tuple[Written, ...]
    things: int = 0
    """The number of combatants, the last ones, that were written in the list of things."""

    def within(self, kind: str, index: int, problem: Problem) -> Problem:
        """Return a problem of one entry as a problem of the encounter.

        Args:
            kind: the list of entries.
            index: the entry's index in it, from 0.
        """
        one = {"zone": self.zones, "link": self.links, "combatant": self.combatants, "close": self.close}[kind][index]
        people = len(self.combatants) - self.things
        if kind == "combatant" and index >= people:
            return _within(one, OBJECT, index - people + 1, problem)
        return _within(one, kind, index + 1, problem)


def _within(one: Written, key: str, n: int, problem: Problem) -> Problem:
    named = one.given.get("between") or one.given.get("members") or (one.data.get("id", ""),)
    kind = "" if not one.data else "combatant" if key == OBJECT else key
    return Problem((key, n, *problem.path), problem.message, kind, " ".join(map(str, named)))


def read_keys(keys: Keys, data: Mapping[str, Any], place: Place, problems: Problems) -> dict[str, Any]:
    """Return the values of these keys, with defaults for missing ones. Other keys in the table are ignored."""
    found: dict[str, Any] = {}
    for name, key in keys.items():
        needed = name in data or key.missing  # most keys are left out, and a crowd has thousands of them
        found[name] = problems.read(key.default, key.value, data, name, place) if needed else key.default
    return found


def read_written(keys: Keys, value: object, place: Place, problems: Problems) -> Written:
    data: Mapping[str, Any] = EMPTY
    with problems:
        data = table(value, place)
    return Written(data, read_keys(keys, data, place, problems), place)


def read_sheet(data: Mapping[str, Any], place: Place) -> Written:
    """Read a sheet: the keys of a combatant that do not depend on a battle, and a name.

    Raises:
        SetupError: something in it is wrong.
    """
    problems = Problems()
    keys = {**COMBATANT, "id": Key(ident, ""), "name": Key(line, "", 'say who it is, such as name = "Volfer"')}
    written = read_written(keys, data, place, problems)
    _bound_traits(written, problems)
    problems.raise_any()
    return written


def _read_alone(keys: Keys, value: object) -> Written:
    problems, sizes = Problems(), Problems()
    try:
        written = read_written(keys, value, Place(), problems)
        if keys in (LINK, CLOSE):
            with problems:
                known_keys(written.data, keys, written.place)
        if keys is COMBATANT:
            _bound_traits(written, sizes)
    except SetupError as error:  # more than anyone would read
        data = value if isinstance(value, Mapping) else EMPTY
        nothing = {name: key.default for name, key in keys.items()}
        return Written(data, {**nothing, **_id_of(keys, data)}, Place(), error.problems)
    return Written(written.data, written.given, written.place, problems.found, sizes.found)


def _id_of(keys: Keys, data: Mapping[str, Any]) -> Mapping[str, str]:
    try:
        return {"id": ident(data.get("id"), Place())} if "id" in keys else {}
    except SetupError:
        return {}


_remembered = remembered_by_identity(8_000)(_read_alone)
"""For encounters that are read after each edit, when nearly all entries are the same objects as before."""


def read_alone(keys: Keys, value: object) -> Written:
    """Read one table of an encounter by itself, with its problems; a frozen table is read only the first time."""
    return _remembered(keys, value) if type(value) is Table else _read_alone(keys, value)


def read_encounter(data: Mapping[str, Any], place: Place, problems: Problems) -> WrittenEncounter:
    """Read the parts of an encounter that every game knows: each table by itself, no id twice, every link between
    two zones.
    """

    def tables(key: str, keys: Keys, most: int, defaults: Mapping[str, Any] = EMPTY) -> tuple[Written, ...]:
        listed: Sequence[Any] = problems.read((), entries, data.get(key, ()), place.key(key), most)
        if defaults:
            listed = [{**defaults, **one} if isinstance(one, Mapping) else one for one in listed]
        found: list[Written] = []
        for one in listed:
            written = read_alone(keys, one)
            found.append(written)
            if written.problems:
                problems.extend(_within(written, key, len(found), problem) for problem in written.problems)
                if problems.full:
                    break
        return tuple(found)

    given = read_keys(TOP, data, place, problems)
    zones = tables("zone", ZONE, MOST_ZONES)
    links = tables("link", LINK, MOST_LINKS)
    people = tables("combatant", COMBATANT, MOST_COMBATANTS)
    things = tables(OBJECT, COMBATANT, MOST_COMBATANTS, {"kind": OBJECT, "side": OBJECTS})
    close = tables("close", CLOSE, MOST_COMBATANTS)
    found = WrittenEncounter(given, zones, links, (*people, *things), close, len(things))
    problems.extend(_across(found))
    return found


def _across(found: WrittenEncounter) -> Iterator[Problem]:
    """Yield problems between entries: the same id twice, links to missing zones."""
    for kind, all in (("zone", found.zones), ("combatant", found.combatants)):
        seen: set[str] = set()
        for index, id in enumerate([one.given["id"] for one in all]):
            if id in seen:
                message = f"there is already a {kind} {id!r}: each needs its own id"
                yield found.within(kind, index, Problem(("id",), message))
            elif id is not None:
                seen.add(id)
    known = ids_of(found.zones)
    for index, one in enumerate(found.links):
        for problem in unknown_ids(one.given["between"], known, "zone"):
            yield found.within("link", index, Problem(("between", *problem.path), problem.message))


def ids_of(written: Iterable[Written]) -> Mapping[str, None] | None:
    """Return the ids of tables; None if one id cannot be read, so that not all are known."""
    ids = dict.fromkeys([one.given["id"] for one in written])
    return None if None in ids else ids


def unknown_ids(named: Iterable[str] | None, known: Mapping[str, Any] | None, what: str) -> Iterator[Problem]:
    """Yield a problem for every entry of a list that is not a known id; none where not all ids are known (None)."""
    if named is None or known is None:
        return
    for n, id in enumerate(named, 1):
        if id not in known:
            yield Problem((n,), unknown(id, known, what))


def with_things_in_order(data: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return an encounter with its things among the combatants, after the others, each with its kind and side, so
    that code which lists, moves or edits combatants also handles things.
    """
    things = data.get(OBJECT)
    if not things:
        return data
    everyone = [*data.get("combatant", ()), *({"kind": OBJECT, "side": OBJECTS, **one} for one in things)]
    return {**{key: value for key, value in data.items() if key != OBJECT}, "combatant": everyone}


def check_encounter(data: Mapping[str, Any], place: Place) -> None:
    """Check an encounter as far as possible without its ruleset, which it must name.

    Raises:
        SetupError: something in it is wrong.
    """
    problems = Problems()
    read_keys({"ruleset": RULESET}, table(data, place), place, problems)
    found = read_encounter(data, place, problems)
    for index, one in enumerate(found.combatants):
        if one.too_large:
            problems.extend(found.within("combatant", index, problem) for problem in one.too_large)
    problems.raise_any()


def _bound_traits(one: Written, problems: Problems) -> None:
    """Check how large traits are; only the ruleset knows which exist, and their minimum."""
    for id, dots in one.given["traits"].items():
        with problems:
            number(dots, one.place.key("traits").key(id), -LARGEST_TRAIT, LARGEST_TRAIT)
