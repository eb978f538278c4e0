"""Reads the steps of a scenario: each `[[step]]` becomes a command, its dice, its choices and its expectations.

Every problem of a step is found, each with its key path (`step[4].rolls[1].faces`; lists count from 1).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

from exgui.engine.asks import Command, Mod, declared_id
from exgui.engine.battle import Battle
from exgui.engine.record import EMPTY, Record, Table, Value, freeze
from exgui.engine.system import System
from exgui.rulebook.catalogue import unknown_rule
from exgui.rulebook.rules import Param, Ruleset
from exgui.rulebook.unknown_words import unknown
from exgui.rulebook.validation import (
    Place,
    Problems,
    flag,
    ident,
    known_keys,
    line,
    list_of,
    number,
    one_of,
    shown,
    table,
    text,
)
from exgui.scenario.dice import GivenRoll

STEPS: dict[str, tuple[str, ...]] = {
    "start": (),
    "join": (),
    "end_turn": (),
    "adjust": ("who", "set"),
    "change_sheet": ("who", "sheet", "without", "things", "gone", "taken", "put_away", "tracks"),
    "cover": ("who", "level"),
    "place": ("who", "zone"),
    "roll": ("pool", "difficulty"),
    "heal": ("who",),
    "end": (),
    "undo": (),
    "redo": (),
}
"""The steps that every game has, and their parameters besides `by`. A ruleset's table of actions may add to them."""

STEP_KEYS = ("do", "by", "rolls", "mods", "choose", "expect", "refused", "overrule", "tick", "stay_hidden")
"""Keys that every step may have."""

TRAVEL = ("undo", "redo")
"""Steps that move along the history: nothing is rolled or chosen in them."""
MOD_NUMBERS = ("dice", "successes", "bonus", "set", "double", "target", "turned")
MOD_KEYS = ("to", *MOD_NUMBERS, "reroll", "label")
RESULTS = ("faces", "successes", "total")
FACTS = ("ones", "maxima")
ROLL_KEYS = ("of", *RESULTS, *FACTS)


class StepGiven(Record):
    """One step as written in the file.

    Attributes:
        number: 1 for the first.
        refused: ids of rules, one of which must forbid it; empty for any rule; None if it must be legal.
        choose: answers to choices, by name.
        expect: paths of the view and their expected values.
    """

    number: int
    command: Command
    rolls: tuple[GivenRoll, ...] = ()
    choose: Table[str, Value] = EMPTY
    expect: Table[str, Value] = EMPTY
    refused: tuple[str, ...] | None = None


class StepReader:
    """Reads steps, with the names that are known in this battle.

    Attributes:
        people: ids of all combatants so far, including those whom steps brought in.
        zones: ids of all zones so far.
        names_are_open: a step brought in a combatant without giving an id, so that any name may be theirs.
    """

    def __init__(self, ruleset: Ruleset, system: System, battle: Battle) -> None:
        self.ruleset = ruleset
        self.system = system
        self.battle = battle
        self.people = list(battle.combatants)
        self.zones = list(battle.zones)
        self.names_are_open = False
        self.rollers = {*battle.combatants, *(one.side for one in battle.combatants.values())}
        for field in ruleset.constants.get("rolled_for", ()):
            self.rollers |= {str(one.fields[field]) for one in battle.combatants.values() if one.fields.get(field)}
        self.names = steps_of(ruleset)
        self.modifiable = modifiable(ruleset)

    def step(self, index: int, value: object, place: Place) -> StepGiven:
        """Return one `[[step]]`.

        Raises:
            SetupError: something in it is wrong; it has all problems.
        """
        data = table(value, place)
        if "do" not in data:
            place.key("do").refuse('is missing, as in do = "start"')
        do = one_of(data["do"], self.names, place.key("do"), "step")
        problems = Problems()
        refused = problems.read((), self._refused, data.get("refused"), place.key("refused"))
        lenient = refused is not None
        by = problems.read("", self._combatant, data.get("by", ""), place.key("by"), lenient)
        overrule = problems.read(False, flag, data.get("overrule", False), place.key("overrule"))
        unseen = problems.read(False, flag, data.get("stay_hidden", False), place.key("stay_hidden"))
        tick = problems.read(0, number, data["tick"], place.key("tick")) if "tick" in data else None
        known = (*STEP_KEYS, *self._params(do, data))
        with problems:
            if "declare" in data and "declare" not in known and (moments := self._moments()):
                how = f'write choose = {{ {moments[0]} = ["its_id"] }}, by the moment'
                place.key("declare").refuse(f"is not how {self.ruleset.name} declares effects: {how}")
            known_keys(data, known, place, "parameter", do)
        args = self._args(do, data, place, lenient, problems)
        choose = problems.read(EMPTY, _choose, data.get("choose", EMPTY), place.key("choose"))
        mods = problems.read((), list_of, self._mod, data.get("mods", ()), place.key("mods"))
        rolls = problems.read((), list_of, self._roll, data.get("rolls", ()), place.key("rolls"))
        expect = problems.read(EMPTY, _expect, data.get("expect", EMPTY), place.key("expect"))
        with problems:
            if do in TRAVEL and (rolls or mods or choose or args):
                place.refuse(f"{do} moves through the history: it takes no rolls, mods, choose or parameters")
        problems.raise_any()
        beforehand = Table((key, one) for key, one in choose.items() if not isinstance(one, tuple))
        declares = Table((key, _effects_in(one)) for key, one in choose.items() if isinstance(one, tuple))
        step, preset = played_as(self.ruleset, do)
        command = Command(step, by, Table({**preset, **args}), mods, overrule, tick, beforehand, unseen, declares)
        return StepGiven(index, command, rolls, choose, expect, refused)

    def _moments(self) -> tuple[str, ...]:
        when = self.ruleset.fields.get("effect", EMPTY).get("when")
        return when.choices if when is not None else ()

    def _params(self, do: str, data: Mapping[str, Any]) -> Mapping[str, Param | None]:
        """Return the parameters that a step may have. If the ruleset has no times for `heal`, any are allowed, and
        the game decides.
        """
        known = params_of(self.ruleset, do)
        if do == "heal" and not any(known.values()):
            return {**dict.fromkeys(data), **known}
        return known

    def _args(
        self, do: str, data: Mapping[str, Any], place: Place, lenient: bool, problems: Problems
    ) -> dict[str, Value]:
        """Return the known parameters of a step, each with a valid value.

        Args:
            lenient: the step is to be refused, so that it may name missing things.
        """
        args: dict[str, Value] = {}
        known = self._params(do, data)
        for key, param in known.items():
            if key not in data or key in STEP_KEYS:
                continue
            value, at = data[key], place.key(key)
            with problems:
                if param is not None and not lenient:
                    self._fitting(param, value, at)
                elif key == "who" and (param is None or param.type == "combatant"):
                    self._combatant(value, at, lenient)
                if param is not None:
                    self._check_inside(param, value, at, lenient)
                args[key] = freeze(value)
        if any(param is not None and param.type == "new" and key not in data for key, param in known.items()):
            self.names_are_open = True
        return args

    def _check_inside(self, param: Param, value: object, place: Place, lenient: bool) -> None:
        """Reject unknown keys within a parameter: steps within a step, keys of a table."""
        if isinstance(value, Mapping) and param.keys and not lenient:
            known_keys(value, param.keys, place, "key", param.id.replace("_", " "))
        if isinstance(value, (list, tuple)):
            list_of(lambda part, at: self._check_part(part, at, lenient), value, place)

    def _check_part(self, part: object, place: Place, lenient: bool) -> None:
        """Check a step within another: it has parameters, a storyteller's step also the combatant it is about, and
        no other keys of a step.
        """
        if not isinstance(part, Mapping) or not isinstance(part.get("do"), str):
            return
        do = part["do"]
        if do not in self.names:
            if lenient:
                return
            place.key("do").refuse(unknown(do, self.names, "step"))
        problems = Problems()
        action = self.ruleset.actions.get(do)
        about = ("by",) if lenient or (action is not None and action.hidden) else ()
        with problems:
            known_keys(part, ("do", *about, *params_of(self.ruleset, do)), place, "parameter", do)
            if about:
                self._combatant(part.get("by", ""), place.key("by"), lenient)
        self._args(do, part, place, lenient, problems)
        problems.raise_any()

    def _fitting(self, param: Param, value: object, place: Place) -> None:
        """Reject a value that this parameter can never have."""
        match param.type:
            case "combatant":
                self._combatant(value, place)
            case "combatants":
                for id in (value,) if isinstance(value, str) else list_of(text, value, place):
                    self._combatant(id, place)
            case "new":
                for id in (value,) if isinstance(value, str) else list_of(text, value, place):
                    self._newcomer(id, place)
            case "new_zone":
                self.zones.append(ident(value, place))
            case "zone":
                one_of(value, self.zones, place, "zone")
            case "number":
                number(value, place, param.minimum, param.maximum)
            case "flag":
                flag(value, place)
            case "text" | "weapon":
                text(value, place)
            case "choice" if param.choices:
                one_of(value, param.choices, place, param.id.replace("_", " "))

    def _newcomer(self, id: str, place: Place) -> None:
        """Check the id of a combatant whom a step brings into the battle; later steps may name them."""
        if id in self.people:
            place.refuse(f"there is already a combatant called {id}")
        self.people.append(id)
        self.rollers.add(id)

    def _combatant(self, value: object, place: Place, lenient: bool = False) -> str:
        """Return the id of a combatant, "" for none."""
        id = text(value, place)
        return id if lenient or not id or self.names_are_open else one_of(id, self.people, place, "combatant")

    def _refused(self, value: object, place: Place) -> tuple[str, ...] | None:
        """Return the rules, one of which must forbid the step; empty for any; None if it must be legal."""
        if value is None or value is False:
            return None
        if value is True:
            return ()
        if isinstance(value, str) and value:
            return (rule_id(self.ruleset, value, place),)
        if isinstance(value, (list, tuple)) and value:
            return list_of(partial(rule_id, self.ruleset), value, place)
        place.refuse(f"must be a rule’s id, a list of them, or true, not {shown(value)}")

    def _mod(self, value: object, place: Place) -> Mod:
        """Return one entry of `mods`."""
        item = table(value, place)
        problems = Problems()
        with problems:
            known_keys(item, MOD_KEYS, place, "key", "a modifier")
        numbers = {}
        for key in MOD_NUMBERS:
            if key in item:
                with problems:
                    numbers[key] = number(item[key], place.key(key))
        with problems:
            if not any(key in item for key in (*MOD_NUMBERS, "reroll")):
                place.refuse("changes nothing: give dice, successes, bonus or set")
        reroll = problems.read((), list_of, _face, item.get("reroll", ()), place.key("reroll"))
        label = problems.read("", text, item.get("label", "modifier"), place.key("label"))
        to = problems.read("", self._changed, item.get("to", ""), place.key("to"))
        problems.raise_any()
        return Mod(to, label=label, reroll=reroll, **numbers)

    def _changed(self, value: object, place: Place) -> str:
        """Return the roll or value that a modifier changes: `volfer.attack`."""
        to = text(value, place)
        who, dot, on = to.partition(".")
        if not dot:
            if not to:
                place.refuse('is missing, as in to = "volfer.attack"')
            place.refuse(f"{shown(to)} must be like volfer.attack: a combatant and what changes")
        self._combatant(who, place)
        if on not in self.modifiable and not self._is_number(who, on):
            place.refuse(unknown(on, self.modifiable, "roll or value"))
        return to

    def _is_number(self, who: str, name: str) -> bool:
        """Return whether the game has a number of this name that its data does not list."""
        try:
            self.system.number(self.battle, who, name)
        except (KeyError, ValueError):
            return False
        return True

    def _roll(self, value: object, place: Place) -> GivenRoll:
        """Return one entry of `rolls`."""
        item = table(value, place)
        problems = Problems()
        with problems:
            known_keys(item, ROLL_KEYS, place, "key", "a roll")
        of = problems.read("", self._rolled, item.get("of", ""), place.key("of"))
        facts = []
        for key in FACTS:
            if key in item:
                with problems:
                    facts.append((key, number(item[key], place.key(key), 0)))
        given = [key for key in RESULTS if key in item]
        with problems:
            if len(given) != 1:
                text = f"gives {' and '.join(given)}" if given else "gives no result"
                place.refuse(f"{text}: give one of faces, successes or total")
            kind, at = given[0], place.key(given[0])
            if kind == "faces":
                faces = list_of(_face, item[kind], at)
                problems.raise_any()
                return GivenRoll(of, faces=faces, path=at.path)
            score = number(item[kind], at)
            problems.raise_any()
            return GivenRoll(of, score=score, unit=kind, facts=tuple(facts), path=at.path)
        problems.raise_any()
        raise AssertionError("needs a result")

    def _rolled(self, value: object, place: Place) -> str:
        """Return the roll that is answered: `volfer.attack`."""
        of = text(value, place)
        who, dot, _name = of.rpartition(".")
        if not dot:
            if not of:
                place.refuse('is missing, as in of = "volfer.attack"')
            place.refuse(f"{shown(of)} must be like volfer.attack: a combatant and a roll")
        if who not in self.rollers and not self.names_are_open:
            place.refuse(unknown(who, self.people, "combatant"))
        return of


def rule_id(ruleset: Ruleset, value: object, place: Place) -> str:
    """Return the id of a rule, from the ruleset's catalogue if it has one."""
    id = line(value, place)
    if ruleset.catalogue and id not in ruleset.catalogue:
        place.refuse(unknown_rule(id, ruleset.catalogue))
    return id


def _face(value: object, place: Place) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or value < 1:
        place.refuse(f"{shown(value)} is not a face of a die")
    return number(value, place)


def _choose(value: object, place: Place) -> Table[str, Value]:
    choose: Table[str, Value] = freeze(table(value, place))
    return choose


def _effects_in(value: Value) -> tuple[str, ...]:
    """Return ids of the effects in a list, or a list of lists, of declarations."""
    if isinstance(value, tuple):
        return tuple(id for one in value for id in _effects_in(one))
    return (declared_id(value),) if isinstance(value, str) else ()


def _expect(value: object, place: Place) -> Table[str, Value]:
    given = table(value, place)
    problems = Problems()
    for path, wanted in given.items():
        with problems:
            if path.endswith("?") and not isinstance(wanted, bool):
                place.key(path).refuse(f"asks whether it exists: true or false, not {shown(wanted)}")
            if not path.strip("?. "):
                place.key(path).refuse("is empty: a path is like bandit.initiative")
    problems.raise_any()
    expect: Table[str, Value] = freeze(given)
    return expect


def steps_of(ruleset: Ruleset) -> tuple[str, ...]:
    names = dict.fromkeys(STEPS)
    for action in ruleset.actions.values():
        names[action.id] = None
        names[action.step or action.id] = None
    return tuple(names)


def played_as(ruleset: Ruleset, do: str) -> tuple[str, Mapping[str, Value]]:
    """Return the step by which a step is played, and the parameters that this adds: an action of the table may be a
    different step with some of its parameters set.
    """
    action = ruleset.actions.get(do)
    if action is None or not action.step or any(do == (one.step or one.id) for one in ruleset.actions.values()):
        return do, {}
    return action.step, action.preset


def params_of(ruleset: Ruleset, do: str) -> dict[str, Param | None]:
    """Return the parameters of a step by name; None if its type is unknown. Empty for a step without any."""
    known: dict[str, Param | None] = dict.fromkeys(STEPS.get(do, ()))
    for action in ruleset.actions.values():
        if do in (action.id, action.step):
            for key in action.preset:
                known.setdefault(key, None)
            for param in action.params:
                if param.id in known and known[param.id] is not None and known[param.id] != param:
                    known[param.id] = None
                else:
                    known[param.id] = param
    return known


def modifiable(ruleset: Ruleset) -> tuple[str, ...]:
    """Return everything that a modifier may change: rolls, values and tracks, and others that the ruleset names."""
    return tuple(dict.fromkeys(_modifiable(ruleset)))


def _modifiable(ruleset: Ruleset) -> Iterator[str]:
    yield from ruleset.rolls
    yield from ruleset.values
    yield from ruleset.tracks
    more = ruleset.constants.get("modifiable", ())
    if isinstance(more, (tuple, list)):
        yield from (str(name) for name in more)
