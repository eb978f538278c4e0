"""Reads a scenario file: its text becomes a battle to begin with and a list of checked steps.

Whatever is wrong with the file is found here, before anything is played, and told in one line (`Malformed`). What the
steps lead to is the affair of `player`.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from exgui.engine.asks import Command, Mod
from exgui.engine.battle import Battle
from exgui.engine.record import EMPTY, Record, Table, Value, freeze
from exgui.engine.system import System
from exgui.rulebook.catalogue import unknown_rule
from exgui.rulebook.hints import unknown
from exgui.rulebook.rules import Param, Ruleset
from exgui.scenario.dice import Given
from exgui.scenario.source import Path_, Source, open_source, parse, path_of, plain
from exgui.scenario.vocabulary import STEP_KEYS, TRAVEL, modifiable, params_of, steps_of
from exgui.systems import UnknownSystem, system_for

FORMAT = "exgui-scenario/1"
OWN_KEYS = ("format", "title", "ruleset", "rules", "seed", "step")
"""What of a scenario is no part of the set-up of its battle."""
SETUP_KEYS = ("options", "zone", "link", "combatant", "close", "object")
MOST_STEPS = 5_000


@dataclass(frozen=True)
class StepGiven(Record):
    """One step as the file gives it.

    Attributes:
        number: 1 for the first.
        refused: ids of rules, one of which must refuse it; empty for any rule; None where it must not be refused.
        choose: answers to choices, by name.
        expect: paths of the view and what must stand there.
    """

    number: int
    command: Command
    rolls: tuple[Given, ...] = ()
    choose: Table[str, Value] = EMPTY
    expect: Table[str, Value] = EMPTY
    refused: tuple[str, ...] | None = None


@dataclass(frozen=True)
class Scenario(Record):
    """A scenario, read and checked.

    Attributes:
        name: the file as it was named by whoever asked.
        rules: the catalogue ids that it shows.
        seed: from which unanswered rolls are drawn; None where every roll must be answered.
        battle: as it is set up and made ready by the game.
    """

    name: str
    title: str
    ruleset: Ruleset
    system: System
    battle: Battle
    steps: tuple[StepGiven, ...]
    rules: tuple[str, ...] = ()
    seed: int | None = None


def read(file: Path | str) -> Scenario:
    """A scenario from its file.

    Raises:
        Malformed: it is none; the message is one line.
    """
    return from_source(open_source(file))


def read_text(text: str, name: str = "scenario", folder: Path | None = None) -> Scenario:
    """A scenario from its text; `folder` is where paths in it start.

    Raises:
        Malformed: it is none; the message is one line.
    """
    return from_source(parse(text, name, folder))


def from_source(source: Source) -> Scenario:
    """A scenario from its tree.

    Raises:
        Malformed: it is none; the message is one line.
    """
    data = source.data
    found = data.get("format")
    if found != FORMAT:
        if found is None:
            raise source.error((), f'this is no scenario: it must say format = "{FORMAT}" at the top')
        raise source.error(("format",), f'{plain(found)} is no format this app reads; it must be "{FORMAT}"')
    title = _text(source, data, "title")
    where = _text(source, data, "ruleset", required=True)
    ruleset = _ruleset(source, where)
    known = (*OWN_KEYS, *SETUP_KEYS, *_further_keys(ruleset))
    for key in data:
        if key not in known:
            raise source.error((key,), unknown(key, known, "key of a scenario"))
    rules = _ids(source, data.get("rules", []), ("rules",))
    for index, id in enumerate(rules):
        _check_rule(source, ruleset, id, ("rules", index))
    seed = data.get("seed")
    if seed is not None and (not isinstance(seed, int) or isinstance(seed, bool)):
        raise source.error(("seed",), f"must be a whole number, not {plain(seed)}")
    system = _system(source, ruleset)
    battle = _battle(source, system, title, seed)
    given = _tables(source, data.get("step", []), ("step",))
    if len(given) > MOST_STEPS:
        raise source.error(("step",), f"{len(given)} steps; a scenario has at most {MOST_STEPS}")
    reading = _Steps(source, ruleset, system, battle)
    steps = tuple(reading.step(index, table) for index, table in enumerate(given))
    return Scenario(source.name, title, ruleset, system, battle, steps, rules, seed)


def _check_rule(source: Source, ruleset: Ruleset, id: str, at: Path_) -> None:
    """Refuses a rule that is not in the ruleset's catalogue, where it has one."""
    if ruleset.catalogue and id not in ruleset.catalogue:
        raise source.error(at, unknown_rule(id, ruleset.catalogue))


def _further_keys(ruleset: Ruleset) -> tuple[str, ...]:
    """Keys at the top of a scenario that only this ruleset knows, where its constants name any."""
    more = ruleset.constants.get("scenario_keys", ())
    return tuple(str(key) for key in more) if isinstance(more, (tuple, list)) else ()


def _text(source: Source, data: dict[str, Any], key: str, required: bool = False) -> str:
    value = data.get(key, "")
    if not isinstance(value, str):
        raise source.error((key,), f"must be text in quotes, not {plain(value)}")
    if required and not value:
        raise source.error((key,) if key in data else (), f'{key} is missing, as in {key} = "ex3"')
    return value


def _tables(source: Source, value: Any, path: Path_) -> list[dict[str, Any]]:
    if not isinstance(value, list) or any(not isinstance(item, dict) for item in value):
        raise source.error(path, f"must be a list of tables ([[{path[-1]}]]), not {plain(value)}")
    return value


def _ids(source: Source, value: Any, path: Path_) -> tuple[str, ...]:
    if isinstance(value, list) and all(isinstance(item, str) for item in value):
        return tuple(value)
    raise source.error(path, f"must be a list of texts, not {plain(value)}")


def _ruleset(source: Source, where: str) -> Ruleset:
    """The ruleset of that id, or in that folder, seen from the scenario's folder or from where the app was started."""
    from exgui.rulebook.reader import RulesetError, available, load

    try:
        beside = source.folder / where
        return load(beside if where not in available() and beside.is_dir() else where)
    except RulesetError as error:
        raise source.error(("ruleset",), str(error)) from None
    except (OSError, ValueError) as error:
        raise source.error(("ruleset",), f"{plain(where)} is no ruleset: {error}") from None


def _system(source: Source, ruleset: Ruleset) -> System:
    try:
        return system_for(ruleset)
    except UnknownSystem as error:
        raise source.error(("ruleset",), str(error)) from None


def _battle(source: Source, system: System, title: str, seed: int | None) -> Battle:
    from exgui.rulebook.setup import battle_from
    from exgui.rulebook.validation import SetupError

    data = {key: value for key, value in source.data.items() if key not in OWN_KEYS}
    try:
        battle = battle_from(system.rules, data, source.name)
    except SetupError as error:
        raise source.error(path_of(error.key), error.message) from None
    return system.prepare(battle.but(title=title, seed=seed or 0))


class _Steps:
    """Reads steps, knowing what they may name."""

    def __init__(self, source: Source, ruleset: Ruleset, system: System, battle: Battle) -> None:
        self.source = source
        self.system = system
        self.battle = battle
        self.ruleset = ruleset
        self.ids = tuple(battle.combatants)
        self.rollers = {*self.ids, *(one.side for one in battle.combatants.values())}
        self.zones = tuple(battle.zones)
        self.names = steps_of(ruleset)
        self.modifiable = modifiable(ruleset)

    def step(self, index: int, table: dict[str, Any]) -> StepGiven:
        """One `[[step]]`."""
        path: Path_ = ("step", index)
        do = table.get("do")
        if not isinstance(do, str):
            said = "do is missing" if do is None else f"do must be the name of a step, not {plain(do)}"
            raise self.source.error(path, said + ', as in do = "start"')
        if do not in self.names:
            raise self.source.error((*path, "do"), unknown(do, self.names, "step"))
        refused = self._refused(table.get("refused"), (*path, "refused"))
        by = table.get("by", "")
        self._combatant(by, (*path, "by"), lenient=refused is not None)
        overrule = table.get("overrule", False)
        if not isinstance(overrule, bool):
            raise self.source.error((*path, "overrule"), f"must be true or false, not {plain(overrule)}")
        tick = table.get("tick")
        if tick is not None and (not isinstance(tick, int) or isinstance(tick, bool)):
            raise self.source.error((*path, "tick"), f"must be a whole number, not {plain(tick)}")
        args = self._args(do, table, path, lenient=refused is not None)
        choose = self._choose(table.get("choose", {}), (*path, "choose"))
        mods = self._mods(table.get("mods", []), (*path, "mods"))
        rolls = self._rolls(table.get("rolls", []), (*path, "rolls"))
        if do in TRAVEL and (rolls or mods or choose or args):
            raise self.source.error(path, f"{do} moves along the history: it has no rolls, mods, choose or parameters")
        expect = self._expect(table.get("expect", {}), (*path, "expect"))
        beforehand = Table((key, value) for key, value in choose.items() if not isinstance(value, tuple))
        command = Command(do, by, Table(args), mods, overrule, tick, beforehand)
        return StepGiven(index + 1, command, rolls, choose, expect, refused)

    def _args(self, do: str, table: dict[str, Any], path: Path_, lenient: bool) -> dict[str, Value]:
        """The parameters: known names, and values of the right type."""
        known = params_of(self.ruleset, do)
        args: dict[str, Value] = {}
        for key, value in table.items():
            if key in STEP_KEYS:
                continue
            at = (*path, key)
            if key not in known:
                if do == "heal" and not any(known.values()):
                    args[key] = freeze(value)  # the ruleset says nothing of the times it knows: the game will
                    continue
                raise self.source.error(at, unknown(key, (*known, *STEP_KEYS), f"parameter of {do}"))
            param = known[key]
            if param is not None and not lenient:
                self._typed(param, value, at)
            elif key == "who":
                self._combatant(value, at, lenient)
            if param is not None:
                self._inside(param, value, at, lenient)
            args[key] = freeze(value)
        return args

    def _inside(self, param: Param, value: Any, at: Path_, lenient: bool) -> None:
        """Refuses what is written within a parameter and known to nobody: steps within a step, keys of a table."""
        if isinstance(value, dict) and param.keys and not lenient:
            for key in value:
                if key not in param.keys:
                    what = f"key of {param.id.replace('_', ' ')}"
                    raise self.source.error((*at, key), unknown(key, param.keys, what))
        if not isinstance(value, list):
            return
        for index, part in enumerate(value):
            do = part.get("do") if isinstance(part, dict) else None
            if isinstance(do, str):
                self._part(do, part, (*at, index), lenient)

    def _part(self, do: str, part: dict[str, Any], at: Path_, lenient: bool) -> None:
        """A step within another: it has parameters, and nothing else that a step may have."""
        if do not in self.names:
            if lenient:
                return
            raise self.source.error((*at, "do"), unknown(do, self.names, "step"))
        known = params_of(self.ruleset, do)
        for key in part:
            if key != "do" and key not in known:
                raise self.source.error((*at, key), unknown(key, known, f"parameter of {do}"))
        self._args(do, part, at, lenient)

    def _typed(self, param: Param, value: Any, at: Path_) -> None:
        """Refuses a value that this parameter can never take."""
        kind = param.type
        if kind == "combatant":
            self._combatant(value, at)
        elif kind == "zone":
            if not isinstance(value, str) or value not in self.zones:
                raise self.source.error(at, unknown(str(value), self.zones, "zone"))
        elif kind == "number":
            if not isinstance(value, int) or isinstance(value, bool):
                raise self.source.error(at, f"must be a whole number, not {plain(value)}")
            if param.minimum is not None and value < param.minimum:
                raise self.source.error(at, f"must be at least {param.minimum}, not {value}")
            if param.maximum is not None and value > param.maximum:
                raise self.source.error(at, f"must be at most {param.maximum}, not {value}")
        elif kind == "flag":
            if not isinstance(value, bool):
                raise self.source.error(at, f"must be true or false, not {plain(value)}")
        elif kind in ("text", "weapon"):
            if not isinstance(value, str):
                raise self.source.error(at, f"must be text in quotes, not {plain(value)}")
        elif kind == "choice" and param.choices:
            if not isinstance(value, str):
                raise self.source.error(at, f"must be one of {', '.join(param.choices)}, not {plain(value)}")
            if value not in param.choices:
                raise self.source.error(at, unknown(value, param.choices, param.id.replace("_", " ")))

    def _combatant(self, value: Any, at: Path_, lenient: bool = False) -> None:
        if not isinstance(value, str):
            raise self.source.error(at, f"must be the id of a combatant, not {plain(value)}")
        if value and value not in self.ids and not lenient:
            raise self.source.error(at, unknown(value, self.ids, "combatant"))

    def _refused(self, value: Any, at: Path_) -> tuple[str, ...] | None:
        if value is None or value is False:
            return None
        if value is True:
            return ()
        if isinstance(value, str) and value:
            _check_rule(self.source, self.ruleset, value, at)
            return (value,)
        if isinstance(value, list) and value and all(isinstance(item, str) for item in value):
            for index, id in enumerate(value):
                _check_rule(self.source, self.ruleset, id, (*at, index))
            return tuple(value)
        raise self.source.error(at, f"must be a rule's id, a list of such, or true, not {plain(value)}")

    def _choose(self, value: Any, at: Path_) -> Table[str, Value]:
        if not isinstance(value, dict):
            raise self.source.error(at, f'must be a table, as in choose = {{ defense = "parry" }}, not {plain(value)}')
        choose: Table[str, Value] = freeze(value)
        return choose

    def _expect(self, value: Any, at: Path_) -> Table[str, Value]:
        if not isinstance(value, dict):
            raise self.source.error(
                at, f'must be a table, as in expect = {{ "bandit.crashed" = true }}, not {plain(value)}'
            )
        for key, wanted in value.items():
            if key.endswith("?") and not isinstance(wanted, bool):
                raise self.source.error((*at, key), f"asks whether that exists: true or false, not {plain(wanted)}")
            if not key.strip("?. "):
                raise self.source.error((*at, key), "names nothing; a path is like bandit.initiative")
        expect: Table[str, Value] = freeze(value)
        return expect

    def _mods(self, value: Any, at: Path_) -> tuple[Mod, ...]:
        return tuple(self._mod(item, (*at, index)) for index, item in enumerate(_tables(self.source, value, at)))

    def _mod(self, item: dict[str, Any], at: Path_) -> Mod:
        known = ("to", "dice", "successes", "bonus", "set", "double", "reroll", "target", "turned", "label")
        for key, value in item.items():
            if key not in known:
                raise self.source.error((*at, key), unknown(key, known, "key of a modifier"))
            if key == "reroll":
                if not isinstance(value, list) or not all(isinstance(one, int) and one > 0 for one in value):
                    raise self.source.error((*at, key), f"must be a list of faces, such as [1], not {plain(value)}")
                continue
            wanted = str if key in ("to", "label") else int
            if not isinstance(value, wanted) or isinstance(value, bool):
                kind = "text in quotes" if wanted is str else "a whole number"
                raise self.source.error((*at, key), f"must be {kind}, not {plain(value)}")
        to = item.get("to")
        if not to:
            raise self.source.error(at, 'to is missing, as in { to = "volfer.attack", dice = 2 }')
        if not any(key in item for key in known[1:-1]):
            raise self.source.error(at, "changes nothing; give dice, successes, bonus or set")
        who, dot, on = to.partition(".")
        if not dot:
            raise self.source.error((*at, "to"), f"{plain(to)} must be like volfer.attack: who, and what is changed")
        self._combatant(who, (*at, "to"))
        if on not in self.modifiable and not self._is_number(who, on):
            raise self.source.error((*at, "to"), unknown(on, self.modifiable, "roll or value"))
        return Mod(
            to,
            item.get("dice", 0),
            item.get("successes", 0),
            item.get("bonus", 0),
            item.get("set"),
            item.get("label", "modifier"),
            item.get("double"),
            tuple(item.get("reroll", ())),
            item.get("target"),
            item.get("turned", 0),
        )

    def _is_number(self, who: str, name: str) -> bool:
        """Whether the game knows such a number, though its data does not."""
        try:
            self.system.number(self.battle, who, name)
        except (KeyError, ValueError):
            return False
        return True

    def _rolls(self, value: Any, at: Path_) -> tuple[Given, ...]:
        return tuple(self._roll(item, (*at, index)) for index, item in enumerate(_tables(self.source, value, at)))

    def _roll(self, item: dict[str, Any], at: Path_) -> Given:
        known = ("of", "faces", "successes", "total", "ones", "maxima")
        for key in item:
            if key not in known:
                raise self.source.error((*at, key), unknown(key, known, "key of a roll"))
        of = item.get("of")
        if not isinstance(of, str) or not of:
            raise self.source.error(at, 'of is missing, as in { of = "volfer.attack", successes = 4 }')
        who, dot, _name = of.rpartition(".")
        if not dot:
            raise self.source.error((*at, "of"), f"{plain(of)} must be like volfer.attack: who, and which roll")
        if who not in self.rollers:
            raise self.source.error((*at, "of"), unknown(who, self.ids, "combatant"))
        results = [key for key in ("faces", "successes", "total") if key in item]
        if len(results) != 1:
            said = "gives no result" if not results else f"gives {' and '.join(results)}"
            raise self.source.error(at, f"{said}; give one of faces, successes or total")
        key = results[0]
        if key == "faces":
            faces = item["faces"]
            if not isinstance(faces, list):
                raise self.source.error((*at, key), f"must be the dice as rolled, as in [7, 10, 2], not {plain(faces)}")
            for index, face in enumerate(faces):
                if not isinstance(face, int) or isinstance(face, bool) or face < 1:
                    raise self.source.error((*at, key, index), f"{plain(face)} is no face of a die")
            return Given(of, tuple(faces), None, "", (), (*at, key))
        number = item[key]
        if not isinstance(number, int) or isinstance(number, bool):
            raise self.source.error((*at, key), f"must be a whole number, not {plain(number)}")
        return Given(of, None, number, key, self._facts(item, at), (*at, key))

    def _facts(self, item: dict[str, Any], at: Path_) -> tuple[tuple[str, int], ...]:
        facts = []
        for key in ("ones", "maxima"):
            if key in item:
                value: Any = item[key]
                if not isinstance(value, int) or value < 0:
                    raise self.source.error((*at, key), f"must be how many there were, not {plain(value)}")
                facts.append((key, int(value)))
        return tuple(facts)
