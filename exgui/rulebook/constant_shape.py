"""Compares the constants of house rules with those of their game: the numbers may be others, the form is the same.

The form is read off the game's own constant: a list of traits is a list of traits, a table whose entries are all
formulas has formulas in it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from exgui.rulebook.formula import Compiled, formula
from exgui.rulebook.formula_bounds import Unsafe, check_bounds
from exgui.rulebook.formula_pieces import FormulaError
from exgui.rulebook.unknown_words import unknown
from exgui.rulebook.validation import KeyPath, Problem, shown

NEEDED_BY_CODE = "is needed by the game's code: it can be changed, not taken away"
_KINDS: Mapping[type, str] = {
    bool: "true or false",
    int: "a whole number",
    str: "text",
    list: "a list",
    dict: "a table",
}


class ConstantShape:
    """Checks constants.

    Args:
        traits: the ids of the traits that there are.
        names: what a formula may name.
    """

    def __init__(self, traits: Sequence[str], names: Sequence[str]) -> None:
        self._traits, self._names = traits, names

    def check(self, value: Any, samples: Sequence[Any], path: KeyPath) -> Iterator[Problem]:
        """What is wrong with a constant, or with a part of one.

        Args:
            samples: what the game has there, and in the places beside it that mean the same.
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

    def _strange(self, compiled: Compiled) -> list[str]:
        return sorted(compiled.names - set(self._names))
