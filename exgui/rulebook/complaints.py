"""Gathers everything wrong with a ruleset's content while the ruleset is built, not only the first problem.

A part that does not fit its model is reported and mended, so that the rest can still be checked; problems that only
follow from a reported one are not reported again.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from copy import deepcopy
from typing import Any, Literal, TypeVar, get_args, get_origin

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from exgui.rulebook import schema
from exgui.rulebook.formula import Formula, formula
from exgui.rulebook.formula_pieces import FormulaError
from exgui.rulebook.unknown_words import nearest, quoted, unknown
from exgui.rulebook.validation import KeyPath, Problem, dotted, shown

MOST_HINTS = 100
"""After this number of complaints, no more suggestions are made: looking for one takes long."""
MOST_MENDINGS = 4
"""The most rounds of mending: each may uncover problems one level deeper."""

M = TypeVar("M", bound=BaseModel)


class Unreadable(Exception):
    """Raised for content that cannot be mended, after reporting it."""


class Complaints:
    """Gathers complaints.

    Attributes:
        found: the complaints so far.
    """

    def __init__(self) -> None:
        self.found: list[Problem] = []
        self._mended: set[KeyPath] = set()

    def say(self, message: str, *path: int | str) -> None:
        """Report a problem at a path, unless the content there, or a part that contains it, was mended after a
        report.
        """
        if not any(path[:length] in self._mended for length in range(1, len(path) + 1)):
            self.found.append(Problem(path, message))

    def take(self, problems: Iterable[Problem], *path: int | str) -> None:
        """Report all problems found in the part of the content at a path."""
        for problem in problems:
            self.say(problem.message, *path, *problem.path)

    def hints(self, names: list[str]) -> list[str]:
        """Return the names to suggest from: few, after many complaints."""
        return names if len(self.found) < MOST_HINTS else names[:12]

    def known(self, word: str, names: Iterable[str], what: str, *path: int | str, owner: str = "") -> None:
        """Report a word that is not known; for `what` and `owner` see `unknown`."""
        if word not in (names := list(names)):
            self.say(unknown(word, self.hints(names), what, owner), *path)

    def formula(self, text: str, names: frozenset[str], values: Mapping[str, str], *path: str) -> Formula:
        """Return the compiled formula; 0, after a report, if it cannot be read. Report unknown names.

        Args:
            values: the formulas of values whose names can't be used in a formula, "" if a trait only states it.
        """
        try:
            compiled = formula(text)
        except FormulaError as error:
            self.say(str(error), *path)
            return formula("0")
        for name in sorted(compiled.names - names):
            message = unknown(name, self.hints(sorted(names)), "name")
            if name in values:
                way = _circle(name, path[2], values) if path[1] == "values" else ()
                around = f" and refers back to itself ({' -> '.join((path[2], *way))})" if way else ""
                what = "has a formula, too" if values[name] else "has a value"
                made_of = "use only traits and fields of things"
                message = f"{quoted(name)} {what}{around}: {made_of}"
            self.say(f"the formula {text!r}: {message}", *path)
        return compiled

    def read(self, model: type[M], data: Any, *path: str) -> M:
        """Read data through a model, mending what does not fit. A model with a single field represents a whole file.

        Raises:
            Unreadable: the data cannot be mended.
        """
        skipped = path[-1] if len(model.model_fields) == 1 else None
        tree = {skipped: data} if skipped else data
        for round in range(MOST_MENDINGS):
            try:
                return model.model_validate(tree)
            except ValidationError as error:
                found = error.errors(include_url=False)
            if round == 0:
                self._complain(model, found, data, skipped, path)
                tree = deepcopy(tree)
            _mend(model, tree, found)
        raise Unreadable

    def _complain(
        self, model: type[BaseModel], found: list[ErrorDetails], data: Any, skipped: str | None, path: tuple[str, ...]
    ) -> None:
        mended: set[KeyPath] = set()
        known = set(self.found)
        # A misspelled key is the reason that the right one is missing.
        for one in sorted(found, key=lambda one: one["type"] != "extra_forbidden"):
            steps = tuple(step + 1 if isinstance(step, int) else step for step in _steps_of(one))
            message = _message(model, steps, one, data, skipped)
            if one["loc"] != _steps_of(one):
                message = f"must be true or false, a whole number or a text, not {shown(one['input'])}"
            complaint = Problem((*path, *(steps[1:] if skipped else steps)), message)
            if complaint not in known:
                known.add(complaint)
                self.found.append(complaint)
            mended.add(complaint.path)
        self._mended |= mended


def _circle(start: str, goal: str, formulas: Mapping[str, str]) -> tuple[str, ...]:
    """Return the shortest path from one value to another by the names in their formulas, including both; empty for
    none.
    """
    ways: list[tuple[str, ...]] = [(start,)]
    seen = {start}
    for way in ways:
        if way[-1] == goal:
            return way
        with suppress(FormulaError):
            for name in sorted((formula(formulas[way[-1]]).names & formulas.keys()) - seen):
                seen.add(name)
                ways.append((*way, name))
    return ()


_UNION = ("bool", "int", "str")
"""Types that pydantic adds to the path of an option's default: the type of value it tried."""
_MUST_BE = {
    "int_type": "a whole number",
    "bool_type": "true or false",
    "string_type": "text",
    "list_type": "a list",
    "dict_type": "a table",
}

_BOUNDS = {
    "less_than_equal": "must be at most {le}, not {given}",
    "greater_than_equal": "must be at least {ge}, not {given}",
    "string_too_short": "must not be empty",
    "string_too_long": "may have at most {max_length} characters",
    "too_long": "may have at most {max_length} entries",
    "string_pattern_mismatch": 'must be the name of an icon, such as "mdi6.shield", not {given}',
}


def _steps_of(error: ErrorDetails) -> tuple[int | str, ...]:
    """Return the path of an error in the data, lists counting from 0."""
    steps = error["loc"]
    return steps[:-1] if steps[-2:-1] == ("default",) and steps[-1] in _UNION else steps


def _message(model: type[BaseModel], steps: KeyPath, error: ErrorDetails, data: Any, skipped: str | None) -> str:
    kind, last = error["type"], str(steps[-1]) if steps else ""
    context = error.get("ctx", {})
    if kind == "extra_forbidden":
        return unknown(last, schema.known_keys(model, steps[:-1]))
    if kind == "missing" and model is schema.RulesetModel and steps == ("system",):
        return 'is missing: house rules must say what they build on, such as extends = "ex3"'
    if kind == "missing":
        return f"is missing{_near(data, steps[1:-1] if skipped else steps[:-1])}"
    if kind == "literal_error":
        given = str(error["input"])
        known = [word.strip(" '") for word in str(context["expected"]).replace(" or ", ",").split(",")]
        return unknown(given, [word for word in known if word])
    if kind in ("model_type", "model_attributes_type"):
        place = steps[1:] if skipped else steps
        heading = "" if any(isinstance(step, int) for step in place) else f": write its keys under [{dotted(place)}]"
        return f"must be a table, not {shown(error['input'])}{heading}"
    if kind in _MUST_BE:
        return f"must be {_MUST_BE[kind]}, not {shown(error['input'])}"
    if kind in _BOUNDS:
        return _BOUNDS[kind].format(given=shown(error["input"]), **context)
    message = str(error["msg"])
    return f"{message[:1].lower()}{message[1:]}"


def _near(data: Any, entry: KeyPath) -> str:
    """Return a hint for an incomplete entry that looks like a misspelled one ("dexterty" beside "dexterity")."""
    for step in entry[:-1]:
        data = data.get(step, {}) if isinstance(data, dict) else {}
    if not entry or not isinstance(data, dict):
        return ""
    near = nearest(str(entry[-1]), [key for key in data if key != entry[-1]])
    return f" (or is {entry[-1]} meant to be {near}?)" if near else ""


def _mend(model: type[BaseModel], tree: Any, found: list[ErrorDetails]) -> None:
    """Mend what does not fit: leave it out if that is allowed, else put a simple value of its type there."""
    # From the end, so that a list's entries keep their places until it is their turn.
    for one in sorted(found, key=lambda one: [str(step).zfill(6) for step in one["loc"]], reverse=True):
        steps = _steps_of(one)
        holder = tree
        for step in steps[:-1]:
            holder = _below(holder, step)
        if not steps or not isinstance(holder, (dict, list)):
            continue
        last: Any = steps[-1]
        if isinstance(holder, dict) and _may_be_left_out(schema.type_at(model, steps[:-1]), last):
            holder.pop(last, None)
        elif isinstance(holder, dict) or (isinstance(last, int) and last < len(holder)):
            holder[last] = _stand_in(schema.type_at(model, steps))


def _may_be_left_out(kind: Any, key: str) -> bool:
    if not (isinstance(kind, type) and issubclass(kind, BaseModel)):
        return False
    field = kind.model_fields.get(key)
    return field is None or not field.is_required()


def _below(holder: Any, step: int | str) -> Any:
    if isinstance(holder, dict):
        return holder.get(step)
    return holder[step] if isinstance(holder, list) and isinstance(step, int) and step < len(holder) else None


def _stand_in(kind: Any) -> Any:
    origin, arguments = get_origin(kind), get_args(kind)
    if origin is Literal:
        return arguments[0]
    if origin in (dict, list):
        return origin()
    if isinstance(kind, type) and issubclass(kind, BaseModel):
        return {}
    return {int: 0, bool: False, str: "-"}.get(kind)
