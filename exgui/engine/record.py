"""Frozen records and tables: the material of which a battle is made.

A changed record is a new one that shares every unchanged part, so observers compare with `is`, and an earlier battle
costs nothing to keep.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import MISSING, fields
from typing import Any, NoReturn, Self, TypeVar, get_args

K = TypeVar("K")
V = TypeVar("V")

Value = Any
"""What a condition, an option or a parameter may hold: bool, int, str, None, or a tuple or `Table` of these."""


_new = object.__new__


class Record:
    """Base of the frozen dataclasses of a battle."""

    def __init_subclass__(cls) -> None:
        """Gives the class an `__init__` of its own, which `dataclass` then leaves alone (see `_quick_init`)."""
        super().__init_subclass__()

        def first(self: Record, *args: Any, **more: Any) -> None:
            cls.__init__ = _quick_init(cls)  # type: ignore[method-assign]
            cls.__init__(self, *args, **more)

        if "__init__" not in cls.__dict__:
            cls.__init__ = first  # type: ignore[method-assign, assignment]

    def but(self, **changes: Any) -> Self:
        """This record with some fields changed.

        Copies the instance's `__dict__`, which is two to three times faster than `dataclasses.replace`;
        `__post_init__` does not run again.

        Raises:
            TypeError: a name that is no field of this record.
        """
        old = self.__dict__
        new = _new(self.__class__)
        fields = new.__dict__  # past the frozen class
        fields.update(old)
        fields.update(changes)
        if len(fields) != len(old):
            unknown = ", ".join(sorted(changes.keys() - old.keys()))
            raise TypeError(f"{type(self).__name__} has no field {unknown}")
        return new

    def having(self, field: str, value: Any) -> Self:
        """`but` for a single field that this record is known to have; in half the time."""
        new = _new(self.__class__)
        fields = new.__dict__
        fields.update(self.__dict__)
        fields[field] = value
        return new


_MISSING = object()
_fill = Record.__dict__["__dict__"].__set__  # past the frozen class, and nothing to be looked up


def _quick_init(cls: type[Any]) -> Callable[..., None]:
    """An `__init__` that puts all fields into the new record at once.

    That of a frozen dataclass sets each field by a call of its own, past its frozen `__setattr__`, which takes twice as
    long; a battle is made of new records. Made when the first record of a class is, since only then its fields are
    known.
    """
    known: dict[str, Any] = {"_fill": _fill, "_missing": _MISSING}
    params, made = [], []
    for field in fields(cls):
        default = ""
        if field.default is not MISSING:
            known[f"_default_{field.name}"], default = field.default, f"=_default_{field.name}"
        elif field.default_factory is not MISSING:
            known[f"_make_{field.name}"], default = field.default_factory, "=_missing"
            made.append(f"    if {field.name} is _missing: {field.name} = _make_{field.name}()")
        params.append(field.name + default)
    entries = ", ".join(f"{field.name!r}: {field.name}" for field in fields(cls))
    after = ["    self.__post_init__()"] if hasattr(cls, "__post_init__") else []
    lines = [f"def __init__(self, {', '.join(params)}):", *made, f"    _fill(self, {{{entries}}})", *after]
    exec("\n".join(lines), known)  # as dataclass itself does; the names are those of fields
    init: Callable[..., None] = known["__init__"]
    init.__qualname__ = f"{cls.__qualname__}.__init__"
    return init


class Table(dict[K, V]):
    """A mapping that cannot be changed; `put` and `without` give changed copies. Keeps the order of insertion."""

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

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: Any) -> dict[str, Any]:
        """How pydantic reads a table, where data comes in: as a dict that is then frozen. (A schema is a plain dict;
        pydantic itself is not needed here.)"""
        key, value = get_args(source) or (Any, Any)
        inner = handler.generate_schema(dict[key, value])  # type: ignore[valid-type]
        return {"type": "function-after", "function": {"type": "no-info", "function": freeze}, "schema": inner}

    def put(self, key: K, value: V) -> Table[K, V]:
        """This table with one entry added or changed."""
        new = Table(self)
        dict.__setitem__(new, key, value)
        return new

    def without(self, *keys: K) -> Table[K, V]:
        """This table less some entries; keys that are not there are no error."""
        new = Table(self)
        for key in keys:
            dict.pop(new, key, None)
        return new


_PLAIN = frozenset((bool, int, float, str, type(None)))


def freeze(value: Any) -> Any:
    """The same value with every list made a tuple and every dict a `Table`, at any depth."""
    # Most are frozen already, and every event asks.
    kind = type(value)
    if kind in _PLAIN:
        return value
    if (kind is Table and _PLAIN.issuperset(map(type, value.values()))) or (
        kind is tuple and _PLAIN.issuperset(map(type, value))
    ):
        return value
    if isinstance(value, Mapping):
        return Table((key, freeze(item)) for key, item in value.items())
    if isinstance(value, (list, tuple)):
        return tuple(freeze(item) for item in value)
    if isinstance(value, (set, frozenset)):
        return tuple(sorted((freeze(item) for item in value), key=repr))
    return value


def index_by_id(items: Iterable[Any]) -> Table[str, Any]:
    """A table of records by their `id`."""
    return Table((item.id, item) for item in items)


EMPTY: Table[Any, Any] = Table()
"""The one empty table."""
