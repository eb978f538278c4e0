"""Finds what house rules leave out, or write in another form, that the code of their game reads.

The code needs what the game's own ruleset has. Numbers and words may differ, but a number stays a number, a list a
list, and a state keeps its type.

`departures` finds everything; `ConstantShape` compares constants with the game's, whose form they keep (a list of
traits, a table of formulas); `check_bounds` finds formulas that fail for some numbers: they may divide by 0, or exceed
every game's numbers.
"""

from __future__ import annotations

import ast
import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from exgui.rulebook.formula import Formula, formula
from exgui.rulebook.formula_pieces import FormulaError
from exgui.rulebook.unknown_words import unknown
from exgui.rulebook.validation import KeyPath, Problem, shown

NEEDED: tuple[tuple[str, ...], ...] = (
    ("ruleset", "options", "*"),
    ("ruleset", "values", "*"),
    ("ruleset", "rolls", "*"),
    ("ruleset", "rolls", "*", "formula"),
    ("ruleset", "tracks", "*"),
    ("ruleset", "fields", "*"),
    ("ruleset", "fields", "*", "*"),
    ("ruleset", "constants", "*"),
    ("conditions", "*"),
    ("actions", "*", "params", "*"),
)
"""The entries that the code names, which must not be missing or empty; "*" is any key."""
SAME: Mapping[tuple[str, ...], Any] = {
    ("ruleset", "timeline", "axis"): None,
    ("ruleset", "timeline", "place"): "",
    ("ruleset", "fields", "*", "*", "type"): "int",
    ("ruleset", "fields", "*", "*", "length"): 0,
    ("conditions", "*", "type"): "flag",
    ("actions", "*", "step"): "",
    ("actions", "*", "params", "*", "type"): None,
    ("actions", "*", "params", "*", "repeat"): False,
}
"""Entries that must stay as in the game, with the meaning of leaving them out."""
WORDS_KEPT = (
    ("ruleset", "several"),
    ("ruleset", "combatant_fields"),
    ("ruleset", "provided", "names"),
    ("ruleset", "provided", "values"),
)
"""Lists that must have every word the game has in them."""
LARGEST_AT_FIVE = 1_000
"""The highest value or roll allowed for a combatant of whom every number is 5."""
OPTIONAL = (
    *("attack_columns", "boxes", "combat_abilities", "cover_levels", "hazards", "health_levels", "modifiable"),
    *("no_specialties", "objects", "printed_pools", "quick_pools", "quick_traits", "rolled_for", "stunts"),
    "usual_accuracy",
)
"""Optional constants, which the app reads for every game."""
_OPTION_KINDS = {bool: "true or false", int: "a whole number", str: "text"}
NEEDED_BY_CODE = "is needed by the game’s code: it can be changed, but not removed"
_KINDS: Mapping[type, str] = {
    bool: "true or false",
    int: "a whole number",
    str: "text",
    list: "a list",
    dict: "a table",
}
LARGEST_NAME = 1_000
"""The assumed bound of every name's value, positive or negative."""
LARGEST_TOTAL = 10**12
Bounds = tuple[float, float]
"""The lowest and highest possible value."""


def departures(content: Mapping[str, Any], game: Mapping[str, Any]) -> Iterator[Problem]:
    """Yield what the game's code can't read in a ruleset's content.

    Args:
        game: the content of the game's own ruleset.
    """
    for pattern in NEEDED:
        for path, theirs in _places(game, pattern):
            above = _at(content, path[:-1])
            if isinstance(above, dict) and (path[-1] not in above or (theirs and above[path[-1]] == "")):
                yield Problem(path, NEEDED_BY_CODE)
    for pattern, usual in SAME.items():
        for path, theirs in _places(game, pattern, usual):
            above = _at(content, path[:-1])
            if isinstance(above, dict) and above.get(path[-1], usual) != theirs:
                as_there = shown(theirs) if theirs != "" else "as it is"
                yield Problem(path, f"must stay {as_there}: the game’s code reads nothing else")
    for path in WORDS_KEPT:
        given = _at(content, path)
        for word in _at(game, path) or ():
            if isinstance(given, list) and word not in given:
                yield Problem(path, f"must have {shown(word)} in it: the game’s code needs that")
    for path, theirs in _places(game, ("ruleset", "fields", "*", "*", "choices")):
        yield from _choices(_at(content, path), theirs, path, _text(_at(game, path[:-1]), "type", "int"))
    yield from _options(content, game)
    yield from _actions(content, game)
    yield from _formulas(content)
    yield from _constants(content, game)


def _at(content: Any, path: Sequence[str]) -> Any:
    for step in path:
        content = content.get(step) if isinstance(content, dict) else None
    return content


def _table(content: Any, *path: str) -> Mapping[str, Any]:
    found = _at(content, path)
    return found if isinstance(found, dict) else {}


def _places(
    content: Any, pattern: Sequence[str], usual: Any = None, above: tuple[str, ...] = ()
) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Yield every path that a pattern matches, with its value. A last key missing in the content has the value
    `usual`, and is left out if that is None.
    """
    first, *rest = pattern
    if not isinstance(content, dict):
        return
    for key in content if first == "*" else (first,):
        if rest:
            yield from _places(content.get(key), rest, usual, (*above, key))
        elif key in content or usual is not None:
            yield (*above, key), content.get(key, usual)


def _choices(ours: Any, theirs: Any, path: tuple[str, ...], kind: str) -> Iterator[Problem]:
    """Find unknown words in a field that must be one of the game's words; tags may have more."""
    if kind != "text" or not theirs or not isinstance(ours, list):
        return
    if not ours:
        yield Problem(path, "must not be empty")
    for n, word in enumerate(ours, 1):
        if isinstance(word, str) and word not in theirs:
            yield Problem((*path, n), unknown(word, theirs, "choice", "the game"))


def _options(content: Mapping[str, Any], game: Mapping[str, Any]) -> Iterator[Problem]:
    """Find options with values that the code which reads them does not expect."""
    for id, theirs in _table(game, "ruleset", "options").items():
        path = ("ruleset", "options", id)
        ours, before = _table(content, *path), _at(theirs, ("default",))
        kind, given = type(before), ours.get("default", before)
        choices = _table(theirs, "choices")
        if type(given) is not kind and kind in _OPTION_KINDS and not choices:
            yield Problem(
                (*path, "default"), f"must be {_OPTION_KINDS[kind]}, such as {shown(before)}, not {shown(given)}"
            )
        elif kind is int:
            low, high = (_at(theirs, (key,)) for key in ("minimum", "maximum"))
            low, high = 0 if low is None else low, 100 if high is None else high
            if not low <= given <= high:
                yield Problem((*path, "default"), f"must be from {low} to {high}, not {given}")
        for word in _table(ours, "choices"):
            if word not in choices:
                none = "has no choices in the game: its code reads no words here"
                message = unknown(word, choices, "choice", "the game") if choices else none
                yield Problem((*path, "choices", *((word,) if choices else ())), message)


def _actions(content: Mapping[str, Any], game: Mapping[str, Any]) -> Iterator[Problem]:
    """Find actions that no code plays, and words in them that the code does not know."""
    ours, theirs = _table(content, "actions"), _table(game, "actions")
    steps = {_text(one, "step", id) for id, one in theirs.items()}
    keywords = {word for one in theirs.values() for word in _at(one, ("keywords",)) or ()}
    types = {_text(one, "type", "simple") for one in theirs.values()}
    shape = ConstantShape((), ())
    presets = _preset_words(theirs)
    missed: dict[str, list[str]] = {}
    for id, one in ours.items():
        step, type_, words = _text(one, "step", id), _text(one, "type", "simple"), _at(one, ("keywords",))
        if step not in steps:
            where = ("actions", id) if step == id else ("actions", id, "step")
            yield Problem(where, f"no code plays it: {unknown(step, sorted(steps), 'step', 'the game')}")
        if step in theirs and step not in ours:
            missed.setdefault(step, []).append(id)
        if type_ not in types:
            yield Problem(("actions", id, "type"), unknown(type_, sorted(types), "type of action", "the game"))
        for n, word in enumerate(words if isinstance(words, list) else (), 1):
            if isinstance(word, str) and word not in keywords:
                yield Problem(("actions", id, "keywords", n), unknown(word, sorted(keywords), "keyword", "the game"))
        for key in ("preset", "fields"):
            same = _table(theirs, id, key)
            yield from shape.check(_table(one, key), [same], ("actions", id, key))
        known = presets.get(step, {})
        for key, word in _table(one, "preset").items():
            if isinstance(word, str) and word not in known.get(key, (word,)):
                path = ("actions", id, "preset", key)
                yield Problem(path, f"no code plays it: {unknown(word, sorted(known[key]), key, 'the game')}")
    for step, users in missed.items():
        yield Problem(
            ("actions", step), f"is the step of {', '.join(users)}: hide it (hidden = true), or remove those too"
        )


def _preset_words(actions: Mapping[str, Any]) -> dict[str, dict[str, set[str]]]:
    """Return the words for each step's parameters that the game's actions set or offer as choices."""
    found: dict[str, dict[str, set[str]]] = {}
    for id, one in actions.items():
        words = found.setdefault(_text(one, "step", id), {})
        for key, word in _table(one, "preset").items():
            if isinstance(word, str):
                words.setdefault(key, set()).add(word)
    for id, one in actions.items():
        words = found[_text(one, "step", id)]
        for key in words:
            words[key] |= set(_table(one, "params", key, "choices"))
    return found


def _text(entry: Any, key: str, usual: str) -> str:
    found = _at(entry, (key,))
    return found if isinstance(found, str) and found else usual


def _formulas(content: Mapping[str, Any]) -> Iterator[Problem]:
    for table in ("values", "rolls"):
        for id, one in _table(content, "ruleset", table).items():
            text = one.get("formula") if isinstance(one, dict) else None
            if not isinstance(text, str):
                continue
            try:
                check_bounds(text)
                total = formula(text).total(lambda name: (name, 5))
            except Unsafe as error:
                yield Problem(("ruleset", table, id, "formula"), str(error))
            except FormulaError:
                continue  # already reported
            else:
                if abs(total) > LARGEST_AT_FIVE:
                    message = (
                        f"the formula {text!r} gives {total} where every number is 5: nothing in a game is that large"
                    )
                    yield Problem(("ruleset", table, id, "formula"), message)


def _constants(content: Mapping[str, Any], game: Mapping[str, Any]) -> Iterator[Problem]:
    fields = _table(content, "ruleset", "fields")
    numbers = (f"{kind}.{id}" for kind in fields for id in _table(fields, kind))
    traits = list(_table(content, "ruleset", "traits"))
    provided = _at(content, ("ruleset", "provided", "names"))
    values = _table(content, "ruleset", "values")
    named = (id for id in traits if id not in values and _at(content, ("ruleset", "traits", id, "group")) != "stated")
    shape = ConstantShape(traits, [*named, *(provided if isinstance(provided, list) else ()), *numbers])
    ours = _table(content, "ruleset", "constants")
    theirs = _table(game, "ruleset", "constants")
    for id in ours:
        if id not in theirs and id not in OPTIONAL:
            message = unknown(id, [*theirs, *OPTIONAL], "constant", "the game")
            yield Problem(("ruleset", "constants", id), f"no code reads it: {message}")
    for id, sample in theirs.items():
        if id in ours:
            yield from shape.check(ours[id], [sample], ("ruleset", "constants", id))


class ConstantShape:
    """Checks constants.

    Args:
        traits: the ids of the existing traits.
        names: the names that a formula may use.
    """

    def __init__(self, traits: Sequence[str], names: Sequence[str]) -> None:
        self._traits, self._names = traits, names

    def check(self, value: Any, samples: Sequence[Any], path: KeyPath) -> Iterator[Problem]:
        """Yield what is wrong with a constant, or with a part of one.

        Args:
            samples: the game's values at this place, and at other places with the same meaning.
        """
        kinds = {type(one) for one in samples}
        if len(kinds) != 1:
            return
        kind = kinds.pop()
        if type(value) is not kind:
            such = f", such as {shown(samples[0])}" if kind in (bool, int, str) else ""
            yield Problem(path, f"must be {_KINDS[kind]}{such}, not {shown(value)}")
        elif kind is int and all(one >= 0 for one in samples) and value < 0:
            yield Problem(path, f"must not be below 0, but is {value}")
        elif kind is int and all(one <= 0 for one in samples) and value > 0:
            yield Problem(path, f"must not be above 0, but is {value}")
        elif kind is list:
            yield from self._list(value, samples, path)
        elif kind is dict:
            yield from self._table(value, samples, path)
        elif kind is str:
            yield from self._text(value, samples, path)

    def _list(self, value: list[Any], samples: Sequence[list[Any]], path: KeyPath) -> Iterator[Problem]:
        items = [item for sample in samples for item in sample]
        if not value and all(samples):
            yield Problem(path, "must not be empty")
        for n, one in enumerate(value, 1):
            yield from self.check(one, items, (*path, n))

    def _table(self, value: dict[str, Any], samples: Sequence[dict[str, Any]], path: KeyPath) -> Iterator[Problem]:
        entries = [one for sample in samples for one in sample.values()]
        alike = len({type(one) for one in entries}) == 1 and len(entries) > 1
        for key in samples[0]:
            if key not in value and all(key in sample for sample in samples):
                yield Problem((*path, key), NEEDED_BY_CODE)
        for key, one in value.items():
            same = entries if alike else [sample[key] for sample in samples if key in sample]
            yield from self.check(one, same, (*path, key))

    def _text(self, value: str, samples: Sequence[str], path: KeyPath) -> Iterator[Problem]:
        if all(one in self._traits for one in samples):
            if value not in self._traits:
                yield Problem(path, unknown(value, self._traits, "trait"))
            return
        if not all(self._is_formula(one) for one in samples):
            return
        try:
            compiled = formula(value)
            check_bounds(compiled.text)
        except (FormulaError, Unsafe) as error:
            yield Problem(path, str(error))
            return
        for name in self._strange(compiled):
            yield Problem(path, f"the formula {value!r}: {unknown(name, self._names, 'name')}")

    def _is_formula(self, text: str) -> bool:
        try:
            return not self._strange(formula(text))
        except FormulaError:
            return False

    def _strange(self, compiled: Formula) -> list[str]:
        return sorted(compiled.names - set(self._names))


class Unsafe(ValueError):
    """A formula that may fail in play; the message has the reason, and what to write instead."""


def check_bounds(text: str) -> None:
    """Reject a formula that may fail in play for any values of its names.

    Args:
        text: a formula; one that `formula` rejects is ignored.

    Raises:
        Unsafe: it may divide by 0, or becomes too large.
    """
    line = " ".join(text.split())
    try:
        tree = ast.parse(line, mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return  # `formula` reports it
    _bounds(tree, line)


def _bounds(tree: ast.expr, text: str) -> Bounds:
    match tree:
        case ast.Constant(value=int(number)):
            return number, number
        case ast.UnaryOp(operand=inner):
            low, high = _bounds(inner, text)
            return -high, -low
        case ast.BinOp(left=left, op=operator, right=right):
            return _limited(_joined(operator, _bounds(left, text), _bounds(right, text), right, text), text)
        case ast.Call(func=ast.Name(id=word), args=args):
            pick = min if word == "min" else max
            found = [_bounds(one, text) for one in args]
            return pick(low for low, _high in found), pick(high for _low, high in found)
        case ast.Compare(left=left, comparators=others):
            for one in (left, *others):
                _bounds(one, text)
            return 0, 1
        case ast.IfExp(test=test, body=yes, orelse=no):
            _bounds(test, text)
            found = [_bounds(yes, text), _bounds(no, text)]
            return min(low for low, _high in found), max(high for _low, high in found)
    return -LARGEST_NAME, LARGEST_NAME


def _joined(operator: ast.operator, left: Bounds, right: Bounds, divisor: ast.expr, text: str) -> Bounds:
    if isinstance(operator, ast.Add):
        return left[0] + right[0], left[1] + right[1]
    if isinstance(operator, ast.Sub):
        return left[0] - right[1], left[1] - right[0]
    if isinstance(operator, ast.Mult):
        ends = [a * b for a in left for b in right]
        return min(ends), max(ends)
    if right[0] <= 0 <= right[1]:
        piece = (ast.get_source_segment(text, divisor) or "")[:60]
        raise Unsafe(f"the formula {text!r} divides by {piece}, which can be 0: write, for example, max(1, {piece})")
    ends = [a / b for a in left for b in right]
    return math.floor(min(ends)), math.ceil(max(ends))


def _limited(bounds: Bounds, text: str) -> Bounds:
    if max(map(abs, bounds)) > LARGEST_TOTAL:
        raise Unsafe(f"the formula {text!r} can reach a number beyond {LARGEST_TOTAL}: nothing in a game is that large")
    return bounds
