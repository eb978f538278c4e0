"""Frozen records and tables, from which a battle is built.

A changed record is a new one that shares every unchanged part, so observers compare with `is`, and keeping an earlier
battle costs nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NoReturn, Self, TypeVar, dataclass_transform

import msgspec
from msgspec.structs import replace

K = TypeVar("K")
V = TypeVar("V")

Value = Any
"""The type of a value of a condition, an option or a parameter: bool, int, str, None, or a tuple or `Table` of
these.
"""


@dataclass_transform(frozen_default=True, field_specifiers=(msgspec.field,))
class Record(msgspec.Struct, frozen=True):
    """Base of everything that is made once and never changed.

    A field that is left out of comparisons needs a handwritten `__eq__` and `__hash__`. Class options (`eq=False`,
    `dict=True` for a `cached_property`) are those of `msgspec.Struct`.
    """

    def but(self, **changes: Any) -> Self:
        """Return this record with some fields changed; `__post_init__` runs again.

        Raises:
            TypeError: a name is not a field of this record.
        """
        return replace(self, **changes)


class Tagged(Record, tag_field="kind"):
    """A record that is stored with its `tag` as "kind", by which one of several kinds is read back."""


class Table(dict[K, V]):
    """A mapping that cannot be changed; `put` and `without` return changed copies. Keeps the order of insertion."""

    __slots__ = ()

    def _refuse(self, *_args: object, **_kwargs: object) -> NoReturn:
        raise TypeError("a Table cannot be changed; use put() or without()")

    __setitem__ = __delitem__ = _refuse
    clear = pop = popitem = setdefault = update = _refuse
    __ior__ = _refuse

    def __hash__(self) -> int:  # type: ignore[override]
        return hash(frozenset(self.items()))

    def __reduce__(self) -> tuple[type[Table[K, V]], tuple[dict[K, V]]]:
        return Table, (dict(self),)

    def __copy__(self) -> Table[K, V]:
        return self

    def __deepcopy__(self, _memo: object) -> Table[K, V]:
        return self

    def put(self, key: K, value: V) -> Table[K, V]:
        return Table({**self, key: value})

    def without(self, *keys: K) -> Table[K, V]:
        """Return this table without some entries; missing keys are ignored."""
        new = Table(self)
        for key in keys:
            dict.pop(new, key, None)
        return new


PLAIN = frozenset((bool, int, float, str, type(None)))
"""The types of values that cannot be changed anyway."""


def freeze(value: Any) -> Any:
    """Return the same value with every list made a tuple and every dict a `Table`, at any depth."""
    # Called for every event, and most values are frozen already.
    kind = type(value)
    if kind in PLAIN:
        return value
    if kind is tuple:
        return value if PLAIN.issuperset(map(type, value)) else tuple([freeze(item) for item in value])
    if kind is Table and PLAIN.issuperset(map(type, value.values())):
        return value
    if isinstance(value, Mapping):
        return Table((key, freeze(item)) for key, item in value.items())
    if isinstance(value, (list, tuple)):
        return tuple(freeze(item) for item in value)
    if isinstance(value, (set, frozenset)):
        return tuple(sorted((freeze(item) for item in value), key=repr))
    return value


def index_by_id(items: Iterable[Any]) -> Table[str, Any]:
    """Return a table of records by their `id`."""
    return Table((item.id, item) for item in items)


EMPTY: Table[Any, Any] = Table()
"""The one empty table."""
