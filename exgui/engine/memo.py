"""Memoization: decorators that remember a function's results. A comment beside each use says why it is needed.

A result may be remembered only if it depends on nothing but the arguments (or objects) it is remembered by, and only
where the benchmarks show a gain (`packaging/dev.py bench`). Nothing stored in a battle may come from here: what is
written down must never depend on earlier questions.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, wraps
from typing import ParamSpec, TypeVar, cast

P = ParamSpec("P")
T = TypeVar("T")


def remembered(most: int) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """Remember the results of a function by the values of its arguments, which must be hashable.

    Equal arguments of different types are kept apart (`1` and `True`), though not inside a tuple.

    Args:
        most: the most results kept; the least recently used one goes first.
    """

    return cast(Callable[[Callable[P, T]], Callable[P, T]], lru_cache(maxsize=most, typed=True))


def remembered_by_identity(most: int) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """Remember the results of a function by the identity of its arguments, not by their values.

    For parts of a battle: they are frozen, an event keeps the unchanged parts as the same objects, and hashing or
    comparing them would take longer than most results computed from them. For an equal object that is not the same, the
    result is only computed once more.

    Args:
        most: the most results kept; beyond it all are forgotten.
    """

    return cast(Callable[[Callable[P, T]], Callable[P, T]], remembered_for(most, None))


def remembered_for(most: int, of: Callable[P, tuple[object, ...]] | None) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """Like `remembered_by_identity`, but by chosen objects on which the result depends.

    Args:
        of: returns these objects, given the arguments; None for the arguments themselves.
    """

    def decorate(work: Callable[P, T]) -> Callable[P, T]:
        # The objects are kept with the result: while they live, no others can have their identity.
        known: dict[tuple[int, ...], tuple[tuple[object, ...], T]] = {}

        @wraps(work)
        def found(*args: P.args, **more: P.kwargs) -> T:
            objects = of(*args, **more) if of is not None else (*args, *more.values()) if more else args
            key = tuple(map(id, objects))
            if key in known:
                return known[key][1]
            if len(known) >= most:
                known.clear()
            result = work(*args, **more)
            known[key] = objects, result
            return result

        return found

    return decorate
