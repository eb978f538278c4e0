"""Paths of fields in a sheet's plain data: `("weapons", 0, "damage")`, written `weapons[1].damage` as in messages.

The data is never changed in place: every function gives a new sheet that shares what is unchanged.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from exgui.rulebook import validation

Path = tuple[str | int, ...]
"""Keys of tables, and indexes of lists from 0."""


def path_text(path: Path) -> str:
    """Return a path as messages write it; lists count from 1."""
    return validation.dotted(path, 0)


def path_of(text: str) -> Path:
    """Return the path that `path_text` wrote."""
    return of_problem(validation.path_of(text))


def of_problem(path: validation.KeyPath) -> Path:
    """Return the path of a problem in the form used here: with indexes of lists from 0."""
    return tuple(step - 1 if isinstance(step, int) else step for step in path)


def value_at(data: Any, path: Path, default: Any = None) -> Any:
    """Return the value at a path; the default if there is none."""
    for step in path:
        if isinstance(step, int):
            if not isinstance(data, Sequence) or isinstance(data, str) or not 0 <= step < len(data):
                return default
            data = data[step]
        elif isinstance(data, Mapping) and step in data:
            data = data[step]
        else:
            return default
    return data


def with_value(data: Any, path: Path, value: Any) -> Any:
    """Return the data with a value at a path; missing tables on the way are created. An index one past the end of a
    list adds to it."""
    if not path:
        return value
    step, rest = path[0], path[1:]
    if isinstance(step, int):
        items = list(data) if isinstance(data, Sequence) and not isinstance(data, str) else []
        if step >= len(items):
            return [*items, with_value(None, rest, value)]
        items[step] = with_value(items[step], rest, value)
        return items
    table = dict(data) if isinstance(data, Mapping) else {}
    table[step] = with_value(table.get(step), rest, value)
    return table


def without(data: Any, path: Path) -> Any:
    """Return the data without the value at a path. Tables and lists that this leaves empty are removed too, but not the
    entries of a list."""
    step, rest = path[0], path[1:]
    if isinstance(step, int):
        if not isinstance(data, Sequence) or isinstance(data, str) or step >= len(data):
            return data
        if not rest:
            return [one for index, one in enumerate(data) if index != step]
        return [without(one, rest) if index == step else one for index, one in enumerate(data)]
    if not isinstance(data, Mapping) or step not in data:
        return data
    if rest:
        left = without(data[step], rest)
        if left not in ({}, []):
            return {**data, step: left}
    return {key: one for key, one in data.items() if key != step}


def sort_key(path: Path) -> tuple[str, ...]:
    """Return a key that sorts paths so that later entries of a list come after earlier ones."""
    return tuple(f"{step:06}" if isinstance(step, int) else step for step in path)
