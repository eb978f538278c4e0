"""Remembering what has been worked out: the one place where that is done, so that each use can say why beside it.

A value may be remembered only if it follows from what it is remembered by and from nothing else, and only where the
benchmarks show what that brings (`packaging/dev.py bench`). Nothing that is stored in a battle is made here: what is
written down may never depend on what somebody asked before.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, wraps
from typing import ParamSpec, TypeVar, cast

P = ParamSpec("P")
T = TypeVar("T")


def remembered(most: int) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """Remembers what a function gives, by the values of its arguments, which must have a hash.

    Arguments that are equal and of different types are told apart (`1` from `True`), though not inside a tuple.

    Args:
        most: results kept; the one longest unused goes first.
    """

    return cast(Callable[[Callable[P, T]], Callable[P, T]], lru_cache(maxsize=most, typed=True))


def remembered_by_identity(most: int) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """Remembers what a function gives, by which objects it is given, whatever they hold.

    For parts of a battle: they are frozen, an event leaves what it does not change the same object, and to hash or
    compare them would take longer than most of what is worked out from them. An equal object that is not the same is
    only worked out once more.

    Args:
        most: results kept; then all are forgotten.
    """

    def given(*args: object, **more: object) -> tuple[object, ...]:
        return (*args, *more.values())

    return cast(Callable[[Callable[P, T]], Callable[P, T]], remembered_for(most, given))


def remembered_for(most: int, of: Callable[P, tuple[object, ...]]) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """As `remembered_by_identity`, by the objects from which the result follows.

    Args:
        of: these objects, from the arguments.
    """

    def decorate(work: Callable[P, T]) -> Callable[P, T]:
        # The objects are kept with the result: as long as they are, no others have their identity.
        known: dict[tuple[int, ...], tuple[tuple[object, ...], T]] = {}

        @wraps(work)
        def found(*args: P.args, **more: P.kwargs) -> T:
            objects = of(*args, **more)
            key = tuple(map(id, objects))
            entry = known.get(key)
            if entry is None:
                if len(known) >= most:
                    known.clear()
                entry = known[key] = (objects, work(*args, **more))
            return entry[1]

        return found

    return decorate
