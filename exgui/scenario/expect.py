"""Expectations after a step: paths of the view, and how their values are compared."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from exgui.engine.battle import Battle
from exgui.engine.record import Record
from exgui.engine.system import System
from exgui.rulebook.unknown_words import nearest
from exgui.scenario.source import as_written

ORDERED = ("up", "order")
"""Lists whose order counts; all others compare as sets."""


class Failure(Record):
    """A difference from the scenario's expectations.

    Attributes:
        step: number of the step, 1 for the first; 0 for none in particular.
        text: what is wrong, in a sentence or as "path: expected this, actual that".
    """

    step: int
    text: str

    def __str__(self) -> str:
        return f"step {self.step}: {self.text}" if self.step else self.text


class Missing(LookupError):
    """There is no value at a path. `at` is the missing part of it, `known` the existing names."""

    def __init__(self, at: str, known: Sequence[str]) -> None:
        super().__init__(at)
        self.at = at
        self.known = tuple(known)


def value_at(view: Any, path: str) -> Any:
    """Return the value at a path of the view.

    A number is an index into a list. A key that contains dots is found as well.

    Raises:
        Missing: there is no value.
    """
    if isinstance(view, Mapping):
        if path in view:
            return view[path]
        dot = path.find(".")
        while dot != -1:
            head, rest = path[:dot], path[dot + 1 :]
            if head in view:
                return value_at(view[head], rest)
            dot = path.find(".", dot + 1)
        raise Missing(path.partition(".")[0], [str(key) for key in view])
    if isinstance(view, (list, tuple)):
        head, _, rest = path.partition(".")
        if head.isdecimal() and len(head) < 7 and int(head) < len(view):
            return value_at(view[int(head)], rest) if rest else view[int(head)]
    raise Missing(path, ())


def exists(view: Any, path: str) -> bool:
    """Return whether there is a value at a path; a key without a value does not count."""
    try:
        return value_at(view, path) is not None
    except Missing:
        return False


def same(expected: Any, actual: Any, ordered: bool = False) -> bool:
    """Return whether a value is as expected. true is not 1. Lists are sets unless `ordered`.

    Keys missing in an expected table must be 0, false or empty.
    """
    if isinstance(expected, bool) or isinstance(actual, bool):
        return isinstance(expected, bool) and isinstance(actual, bool) and expected == actual
    if isinstance(expected, (int, float)):
        return isinstance(actual, (int, float)) and expected == actual
    if isinstance(expected, str):
        return isinstance(actual, str) and expected == actual
    if isinstance(expected, Mapping):
        if not isinstance(actual, Mapping):
            return False
        left_out = (value for key, value in actual.items() if key not in expected)
        return not any(left_out) and all(
            key in actual and same(value, actual[key], ordered) for key, value in expected.items()
        )
    if isinstance(expected, (list, tuple)):
        if not isinstance(actual, (list, tuple, set, frozenset)):
            return False
        if ordered:
            found = list(actual)
            return len(expected) == len(found) and all(map(same, expected, found))
        return all(any(same(one, other) for other in actual) for one in expected) and all(
            any(same(one, other) for one in expected) for other in actual
        )
    return bool(expected == actual)


def flatten(expect: Mapping[str, Any], view: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """Yield the expectations path by path. TOML reads an unquoted `bandit.initiative = 0` as a table in a table."""
    for path, value in expect.items():
        if isinstance(value, Mapping) and value and "." not in path and isinstance(view.get(path), Mapping):
            yield from ((f"{path}.{key}", item) for key, item in value.items())
        else:
            yield path, value


def check(expect: Mapping[str, Any], view: Mapping[str, Any], system: System, battle: Battle) -> Iterator[str]:
    for path, expected in flatten(expect, view):
        if path.endswith("?"):
            there = exists(view, path[:-1])
            if expected is not there:
                yield f"{path}: expected {as_written(expected)}, actual {as_written(there)}"
            continue
        try:
            actual = value_at(view, path)
        except Missing as missing:
            yield f"{path}: expected {as_written(expected)}, actual: nothing like it in the view{_hint(missing)}"
            continue
        if isinstance(expected, bool) and _is_condition(path, system, battle):
            actual = _holds(path, actual, view)
        if not same(expected, actual, path in ORDERED):
            yield f"{path}: expected {as_written(expected)}, actual {as_written(actual)}{_why(system, battle, path)}"


def _is_condition(path: str, system: System, battle: Battle) -> bool:
    who, _, name = path.partition(".")
    return who in battle.combatants and name in system.rules.conditions


def _holds(path: str, actual: Any, view: Mapping[str, Any]) -> bool:
    """Return whether a condition holds, in any form the view shows it: for example "kesh" or nothing for
    `grappled_by`.
    """
    who, _, name = path.partition(".")
    return actual if isinstance(actual, bool) else name in view[who].get("conditions", ())


def _hint(missing: Missing) -> str:
    near = nearest(missing.at, missing.known)
    return f" ({missing.at}: did you mean {near}?)" if near else ""


def _why(system: System, battle: Battle, path: str) -> str:
    """Return the parts of a number, if the game knows them."""
    who, _, name = path.partition(".")
    if not name or who not in battle.combatants:
        return ""
    try:
        number = system.number(battle, who, name)
    except (KeyError, ValueError):
        return ""
    return f" ({number})" if number.parts else ""
