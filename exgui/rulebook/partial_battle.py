"""A battle from an encounter's data as far as it can be read: for whoever prepares it, while it may still have
mistakes, or while its ruleset is missing.

What is the same object in the data as the last time becomes the same object in the battle, so that a map follows an
edit of one zone among hundreds in no time. All that is wrong is found by `problems_of`, which takes longer.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from exgui.engine.battle import Battle, Combatant
from exgui.engine.record import EMPTY, Record, Table, freeze
from exgui.engine.zones import Link, MapPicture, Zone
from exgui.rulebook.combatant_setup import read_combatant
from exgui.rulebook.encounter_shape import COMBATANT, LINK, TOP, ZONE, read_written
from exgui.rulebook.rules import Ruleset
from exgui.rulebook.setup import battle_from, read_zone
from exgui.rulebook.shelf import why_unusable
from exgui.rulebook.validation import Place, Problem, Problems, SetupError
from exgui.rulebook.zone_layout import laid_out

NO_RULES = Ruleset("", "", "", (), "")
"""Stands for a ruleset that is missing: it knows no traits and no weapons."""


class PartialReader:
    """Reads one encounter again and again as it changes.

    Args:
        ruleset: None for one that is missing.
    """

    def __init__(self, ruleset: Ruleset | None) -> None:
        self.rules = ruleset if ruleset is not None else NO_RULES
        self._read: dict[int, tuple[object, Any]] = {}
        self._last = Battle(ruleset=self.rules.id, rules=self.rules)

    def read(self, data: Mapping[str, Any]) -> Battle:
        """The battle as far as the data can be read; what cannot be is left out, or as nothing said of it."""
        kept: dict[int, tuple[object, Any]] = {}

        def remembered(one: Any, read: Any) -> Any:
            known = self._read.get(id(one))
            if known is None or known[0] is not one:
                known = (one, read(one))
            kept[id(one)] = known
            return known[1]

        zones: list[Zone] = [z for z in (remembered(one, self._zone) for one in _tables(data, "zone")) if z is not None]
        placed = {str(one.get("id")): "x" in one and "y" in one for one in _tables(data, "zone")}
        known = {zone.id for zone in zones}
        links: list[Link] = [
            link
            for link in (remembered(one, _link) for one in _tables(data, "link"))
            if link is not None and known.issuperset(link.between) and link.between[0] != link.between[1]
        ]
        people: list[Combatant] = [
            one for one in (remembered(one, self._combatant) for one in _tables(data, "combatant")) if one is not None
        ]
        self._read = kept
        last = self._last
        there = {one.id: one.zone for one in people}
        battle = last.but(
            title=str(data.get("title", "")),
            zones=_as_before(last.zones, laid_out(zones, links, placed)),
            links=_tuple_as_before(last.links, links),
            combatants=_as_before(last.combatants, people),
            close=_close_groups(data, there, last.close),
            picture=_picture(data),
        )
        self._last = battle
        return battle

    def _zone(self, one: Mapping[str, Any]) -> Zone | None:
        written = read_written(ZONE, one, Place(), Problems())
        if not written.given["id"]:
            return None
        return read_zone(self.rules, written, Problems())

    def _combatant(self, one: Mapping[str, Any]) -> Combatant | None:
        written = read_written(COMBATANT, one, Place(), Problems())
        if not written.given["id"]:
            return None
        try:
            return read_combatant(self.rules, written, Problems())
        except SetupError:  # too much is wrong
            return Combatant(written.given["id"], written.given["name"] or "", written.given["side"] or "")


def _tables(data: Mapping[str, Any], key: str) -> tuple[Mapping[str, Any], ...]:
    found = data.get(key, ())
    return tuple(one for one in found if isinstance(one, Mapping)) if isinstance(found, (list, tuple)) else ()


def _link(one: Mapping[str, Any]) -> Link | None:
    given = read_written(LINK, one, Place(), Problems()).given
    return Link(**{key: freeze(value) for key, value in given.items()}) if given["between"] else None


def _picture(data: Mapping[str, Any]) -> MapPicture | None:
    try:
        found: MapPicture | None = TOP["picture"].value(data, "picture", Place())
    except SetupError:
        return None
    return found


def _as_before(last: Table[str, Any], items: list[Any]) -> Table[str, Any]:
    """The items by id: the table from before where all of them are the same objects in the same order."""
    if len(last) == len(items) and all(a is b for a, b in zip(last.values(), items, strict=True)):
        return last
    return Table((one.id, one) for one in items)


def _tuple_as_before(last: tuple[Any, ...], items: list[Any]) -> tuple[Any, ...]:
    if len(last) == len(items) and all(a is b for a, b in zip(last, items, strict=True)):
        return last
    return tuple(items)


def _close_groups(
    data: Mapping[str, Any], there: Mapping[str, str | None], last: tuple[tuple[str, ...], ...]
) -> tuple[tuple[str, ...], ...]:
    groups = []
    for one in _tables(data, "close"):
        members = tuple(id for id in one.get("members", ()) if id in there)
        if len(members) > 1 and len({there[id] for id in members}) == 1:
            groups.append(tuple(id for id in there if id in members))
    found = tuple(groups)
    return last if found == last else found


class Wrong(Record):
    """Something that is wrong with an encounter.

    Attributes:
        kind, id: what it concerns: "zone" or "combatant" with its id, "link" with the ids of its zones joined by a
            space; "" for the whole.
        key: the path of the field below that ("traits.melee").
    """

    kind: str
    id: str
    key: str
    message: str

    @property
    def sentence(self) -> str:
        """What is wrong, with the field's name."""
        field = self.key.replace("_", " ").replace(".", ", ")
        return f"{field[:1].upper()}{field[1:]} {self.message}" if field else self.message


def problems_of(ruleset: Ruleset | None, data: Mapping[str, Any]) -> tuple[Wrong, ...]:
    """All that keeps an encounter from being played, each with what it concerns."""
    if ruleset is None:
        return (Wrong("", "", "", f"{why_unusable(str(data.get('ruleset', '')))} Choose another one."),)
    try:
        battle_from(ruleset, data)
    except SetupError as error:
        return tuple(_concerned(data, problem) for problem in error.problems)
    return ()


def _concerned(data: Mapping[str, Any], problem: Problem) -> Wrong:
    head, _, rest = problem.key.partition(".")
    kind, bracket, number = head.partition("[")
    listed = data.get(kind, EMPTY) if bracket else ()
    if not bracket or not number.rstrip("]").isdecimal() or not isinstance(listed, (list, tuple)):
        return Wrong("", "", problem.key, problem.message)
    one = listed[int(number.rstrip("]")) - 1]
    if not isinstance(one, Mapping):
        return Wrong("", "", problem.key, problem.message)
    id = " ".join(map(str, one.get("between", one.get("members", ())))) if kind in ("link", "close") else one.get("id")
    return Wrong(kind, str(id), rest, problem.message)
