"""The result of reading a sheet with a ruleset: the combatant, the mistakes, every derived value with its parts, and
the fields of the sheet that a value comes from.

The mistakes of a sheet are left out when it is read, so that everything else has its numbers all the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Any

from exgui.engine.battle import Battle, Combatant
from exgui.engine.explained import Explained
from exgui.engine.record import EMPTY, Record, Table
from exgui.engine.system import System
from exgui.engine.zones import Zone
from exgui.rulebook.combatant_setup import BY_THEMSELVES, combatant_from, gear_key, item_kinds, with_entries
from exgui.rulebook.encounter_shape import SET_BY_HAND
from exgui.rulebook.rules import Ruleset
from exgui.rulebook.validation import SetupError, thawed
from exgui.sheets.paths import Path, of_problem, path_text, sort_key, value_at, with_value, without
from exgui.systems import UnknownSystem, system_for

Sheet = Mapping[str, Any]
WHO = "sheet"
"""The id of the sheet's combatant in its own battle."""
PRINTED = "printed"
_MOST_PASSES = 20


class Reading(Record):
    """A sheet as a ruleset reads it.

    Attributes:
        data: the parts of the sheet that could be used.
        combatant: made from them; None if nothing could be used.
        problems: mistakes by the path of the field ("weapons[1].damage").
    """

    data: Sheet
    combatant: Combatant | None
    problems: Mapping[str, str]


class DerivedValue(Record):
    """A value that the rules derive from the sheet.

    Attributes:
        number: as it counts.
        path: its place on the sheet if it is set by hand.
        by_hand: it is set by hand, or printed.
        by_rules: what the rules would give; None if it is not set by hand.
    """

    id: str
    label: str
    rule: str
    number: Explained
    path: Path
    by_hand: bool = False
    by_rules: Explained | None = None


def read(sheet: Sheet, rules: Ruleset, known: Iterable[Reading] = ()) -> Reading:
    """Read a sheet, leaving out its mistakes.

    Args:
        known: readings of the sheet before an edit; parts that the edit does not touch are reused.
    """
    data = {key: value for key, value in sheet.items() if key not in ("draft", "zone", "number")}
    for before in known:
        reading = _read_again(data, rules, before)
        if reading is not None:
            return reading
    problems: dict[str, str] = {}
    for _ in range(_MOST_PASSES):
        try:
            return Reading(data, combatant_from(rules, {**data, "id": WHO}, ""), problems)
        except SetupError as error:
            kept = data
            for problem in sorted(error.problems, key=lambda one: sort_key(of_problem(one.path)), reverse=True):
                problems.setdefault(problem.key, problem.message)
                data = without(data, of_problem(problem.path)) if problem.path else data
            if data == kept:
                break
    return Reading(data, None, problems)


def _read_again(data: Sheet, rules: Ruleset, before: Reading) -> Reading | None:
    """Return the reading of a sheet in which only traits or specialties differ from one without mistakes; None if more
    differs, or if it has a mistake."""
    one = before.combatant
    if one is None or before.problems or data.keys() != before.data.keys():
        return None
    changed = [key for key, held in data.items() if before.data[key] is not held]
    if not all(key in BY_THEMSELVES and isinstance(data[key], Mapping) for key in changed):
        return None
    try:
        for key in changed:
            one = with_entries(rules, one, key, before.data[key], data[key])
    except SetupError:
        return None
    return Reading(data, one, {})


def override_path(rules: Ruleset, id: str) -> Path:
    """Return the place of a value that is set by hand on a sheet: among the printed numbers if the game has them, else
    among those that every game uses unchanged."""
    printed = rules.fields.get("combatant", EMPTY).get(PRINTED)
    return (PRINTED if printed is not None and id in printed.choices else SET_BY_HAND, id)


def sheet_of(one: Combatant, rules: Ruleset) -> Sheet:
    """Return a combatant's data in the form of a sheet, with their things by their ids."""
    sheet: dict[str, Any] = {"name": one.name, "player": one.player, "kind": one.kind, "notes": one.notes}
    sheet["traits"] = dict(one.traits)
    sheet["specialties"] = thawed(one.specialties)
    sheet.update({id: thawed(value) for id, value in one.fields.items()})
    state: dict[str, Any] = {}
    for id, value in one.tracks.items():
        state = dict(with_value(state, tuple(id.split(".")), value))
    sheet["state"] = state
    for item in one.gear.values():
        key = gear_key(rules, item.kind)
        sheet[key] = [*sheet.get(key, ()), item.id] if item.kind in rules.several else item.id
    return sheet


class WorkedOut(Record, dict=True):
    """A sheet with everything that its ruleset derives from it. Values are derived when they are first asked for.

    Attributes:
        who: the combatant's id in the battle.
        fight: the battle that they are in; None if they are alone.
        known: readings of the sheet before an edit.
    """

    sheet: Sheet
    rules: Ruleset
    system: System | None
    who: str = WHO
    fight: Battle | None = None
    known: tuple[Reading, ...] = ()

    @classmethod
    def of(cls, sheet: Sheet, rules: Ruleset) -> WorkedOut:
        try:
            return cls(sheet, rules, system_for(rules))
        except UnknownSystem:
            return cls(sheet, rules, None)

    @classmethod
    def in_battle(cls, system: System, battle: Battle, who: str) -> WorkedOut:
        """Return a combatant in a battle, with their numbers in it; the sheet is made from the combatant."""
        return cls(sheet_of(battle.who(who), battle.rules), battle.rules, system, who, battle)

    def edited(self, sheet: Sheet) -> WorkedOut:
        """Return the result for the sheet after an edit, reusing everything that the edit does not touch."""
        return WorkedOut(sheet, self.rules, self.system, known=(self.reading, self._fresh, self._ruled))

    @cached_property
    def reading(self) -> Reading:
        if self.fight is not None:
            return Reading(self.sheet, self.fight.who(self.who), {})
        return read(self.sheet, self.rules, self.known)

    @cached_property
    def battle(self) -> Battle | None:
        """Return the battle they are in, or one with only the sheet's combatant; None if they cannot be read."""
        if self.fight is not None:
            return self.fight
        one = self.reading.combatant
        return self._alone(one) if one is not None else None

    @property
    def combatant(self) -> Combatant | None:
        return self.battle.who(self.who) if self.battle is not None else None

    def number(self, id: str) -> Explained | None:
        """Return the present number of a value or track; None if it has no meaning for this combatant."""
        return self._number(self.battle, id) if self.battle is not None else None

    @cached_property
    def values(self) -> tuple[DerivedValue, ...]:
        """Return the values of the ruleset that have a meaning for this combatant, in its order."""
        if self.battle is None:
            return ()
        out = []
        for id, known in self.rules.values.items():
            number = self._number(self.battle, id)
            if number is None:
                continue
            path = override_path(self.rules, id)
            by_hand = value_at(self.reading.data, path) is not None
            by_rules = None
            if by_hand:
                by_rules = self._number(self._bare, id) if self._bare is not None else None
            out.append(DerivedValue(id, known.label, known.rule, number, path, by_hand, by_rules))
        return tuple(out)

    @cached_property
    def unhurt(self) -> Combatant | None:
        """Return the combatant as they would enter a battle without the state that the sheet gives them."""
        if self.fight is not None or self._fresh is self.reading:
            return self.combatant
        one = self._fresh.combatant
        return self._alone(one).who(WHO) if one is not None else None

    def sources_of(self, id: str) -> frozenset[str]:
        """Return the paths of the fields from which a value comes at present: those that change its parts.

        They are found by trying: one more dot of each trait, and each thing of the gear removed. That is right whatever
        the game's code does with a value.
        """
        return frozenset(path for path, other in self._trials if self._changes(id, other))

    def values_from(self, path: str) -> frozenset[str]:
        others = [other for at, other in self._trials if at == path]
        return frozenset(id for id in self.rules.values for other in others if self._changes(id, other))

    @cached_property
    def _trials(self) -> tuple[tuple[str, Combatant], ...]:
        """Return the combatant with each field changed, by its path; no values are set by hand."""
        battle = self._bare
        if battle is None:
            return ()
        one = battle.who(WHO)
        out = []
        for id, trait in self.rules.traits.items():
            dots = one.traits.get(id, trait.default)
            out.append((path_text(("traits", id)), one.but(traits=one.traits.put(id, dots + 1))))
        for id, path in self.gear_paths.items():
            if id in one.gear:
                ready = tuple(held for held in one.ready if held != id)
                out.append((path_text(path), one.but(gear=one.gear.without(id), ready=ready)))
        bare = {id: one.but(specialties=one.specialties.without(id)) for id in one.specialties}
        return (*out, *((path_text(("specialties", id)), other) for id, other in bare.items()))

    def _changes(self, id: str, other: Combatant) -> bool:
        battle = self._bare
        if battle is None:
            return False
        number = self._number(battle, id)
        return number is not None and self._number(battle.with_combatant(other), id) != number

    @cached_property
    def gear_paths(self) -> Mapping[str, Path]:
        """Return the path on the sheet of each thing of the combatant, by its id in their gear."""
        one = self.reading.combatant
        if one is None:
            return {}
        places: dict[str, list[Path]] = {}
        for kind in item_kinds(self.rules):
            key = gear_key(self.rules, kind)
            held = self.reading.data.get(key)
            if kind in self.rules.several:
                places[kind] = [(key, index) for index in range(len(held or ()))]
            elif held is not None:
                places[kind] = [(key,)]
        return {id: places[item.kind].pop(0) for id, item in one.gear.items() if places.get(item.kind)}

    def _alone(self, one: Combatant) -> Battle:
        zone = Zone("here", "Here")
        battle = Battle(
            ruleset=self.rules.id,
            rules=self.rules,
            options=self.rules.option_defaults(),
            zones=Table(here=zone),
            combatants=Table({WHO: one.but(side=one.side or "one", zone="here", waiting=False)}),
        )
        return self.system.prepare(battle) if self.system is not None else battle

    @cached_property
    def _bare(self) -> Battle | None:
        """Return the battle of the combatant without any value that is set by hand."""
        if self.fight is not None:
            return None
        if self._ruled is self.reading:
            return self.battle
        one = self._ruled.combatant
        return self._alone(one) if one is not None else None

    @cached_property
    def _fresh(self) -> Reading:
        """Return the sheet read without its state."""
        return self._read_without("state")

    @cached_property
    def _ruled(self) -> Reading:
        """Return the sheet read without its state and without any value that is set by hand."""
        return self._read_without("state", PRINTED, SET_BY_HAND)

    def _read_without(self, *keys: str) -> Reading:
        data = {key: value for key, value in self.reading.data.items() if key not in keys}
        return self.reading if len(data) == len(self.reading.data) else read(data, self.rules, self.known)

    def _number(self, battle: Battle, id: str) -> Explained | None:
        if self.system is None:
            return None
        for name in (id, id.replace("_", ".", 1)):
            try:
                return self.system.number(battle, self.who, name)
            except KeyError:
                continue
        return None
