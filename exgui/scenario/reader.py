"""Reads a scenario file: its text becomes a prepared battle and a list of checked steps.

Every problem of the file is found before anything is played, and reported in one line (`Malformed`): the first problem,
and the number of others. `player` plays the steps.
"""

from __future__ import annotations

from functools import partial
from pathlib import Path

from exgui.engine.battle import Battle
from exgui.engine.record import Record
from exgui.engine.system import System
from exgui.rulebook.carried_rules import carried_rules
from exgui.rulebook.encounter_shape import HOUSE_RULES, RULESET
from exgui.rulebook.reader import RulesetError, load
from exgui.rulebook.rules import Ruleset
from exgui.rulebook.setup import battle_from
from exgui.rulebook.shelf import available
from exgui.rulebook.validation import Place, Problems, SetupError, each, list_of
from exgui.scenario.source import Source, as_written, open_source, parse
from exgui.scenario.steps import StepGiven, StepReader, rule_id
from exgui.systems import UnknownSystem, system_for

FORMAT = "exgui-scenario/1"
OWN_KEYS = ("format", "title", "ruleset", "rules", "seed", "step", HOUSE_RULES)
"""Keys of a scenario that are not about the set-up of its battle."""
MOST_STEPS = 5_000


class Scenario(Record):
    """A scenario, read and checked.

    Attributes:
        name: the file as the caller named it.
        rules: the catalogue ids that it demonstrates.
        seed: the seed of unanswered rolls; None if every roll must be answered.
        battle: the battle at its start, prepared by the game.
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
    """Return the scenario in a file.

    Raises:
        Malformed: it is not a scenario; the message is one line.
    """
    return from_source(open_source(file))


def read_text(text: str, name: str = "scenario", folder: Path | None = None) -> Scenario:
    """Return the scenario in a text; `folder` is where paths in it start.

    Raises:
        Malformed: it is not a scenario; the message is one line.
    """
    return from_source(parse(text, name, folder))


def from_source(source: Source) -> Scenario:
    """Return the scenario in a parsed file.

    Raises:
        Malformed: it is not a scenario; the message is one line.
    """
    data, root = source.data, Place()
    check_format(source, FORMAT)
    try:
        where = RULESET.value(data, "ruleset", root)
        ruleset = _ruleset(source, where)
        system = _system(source, ruleset)
        problems = Problems()
        known_rule = partial(rule_id, ruleset)
        rules = problems.read((), list_of, known_rule, data.get("rules", ()), root.key("rules"))
        battle = Battle()
        with problems:
            battle = system.prepare(battle_from(ruleset, data))
        problems.raise_any()  # without combatants everything in the steps would be wrong
        reader = StepReader(ruleset, system, battle)
        steps: list[StepGiven] = []
        for number, (one, at) in enumerate(each(data.get("step", ()), root.key("step"), MOST_STEPS), 1):
            with problems:
                steps.append(reader.step(number, one, at))
        problems.raise_any()
    except SetupError as error:
        raise source.wrong(error) from None
    return Scenario(source.name, battle.title, ruleset, system, battle, tuple(steps), rules, data.get("seed"))


def check_format(source: Source, *formats: str) -> str:
    """Return the format that a file claims to have.

    Raises:
        Malformed: the format is unknown.
    """
    found = source.data.get("format")
    wanted = " or ".join(f'"{format}"' for format in formats)
    if found is None:
        raise source.error((), f"this is not an exgui file: it must have format = {wanted} at the top")
    if found not in formats:
        raise source.error(("format",), f"{as_written(found)} cannot be read here; it must be {wanted}")
    return str(found)


def _ruleset(source: Source, where: str) -> Ruleset:
    """Return the house rules in the file; else the ruleset of that id, or in that folder, relative to the scenario's
    folder or to the current one.
    """
    try:
        carried = carried_rules(source.data)
        if carried is not None:
            return carried
        own = source.folder.parent  # of an example, the ruleset it belongs to
        if own.name == where and source.folder.name == "examples" and (own / "ruleset.toml").is_file():
            return load(own)
        beside = source.folder / where
        return load(beside if beside.is_dir() and where not in available() else where)
    except RulesetError as error:
        raise source.error(("ruleset",), str(error)) from None
    except (OSError, ValueError) as error:
        raise source.error(("ruleset",), f"{as_written(where)} is not a ruleset: {error}") from None


def _system(source: Source, ruleset: Ruleset) -> System:
    try:
        return system_for(ruleset)
    except UnknownSystem as error:
        raise source.error(("ruleset",), str(error)) from None
