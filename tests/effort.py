"""Work measured by other work, so that a slow or busy machine does not matter."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from time import thread_time

FREEZE = 40
"""Units of work that a user notices: 0.2 to 0.3 seconds on an ordinary laptop."""


def unit() -> float:
    """Return the processor time that a fixed piece of work takes at the moment, in seconds, by doing a tenth of it."""
    began = thread_time()
    sum(number * number for number in range(10_000))
    return (thread_time() - began) * 10


@contextmanager
def no_more_than(units: float, what: str) -> Iterator[None]:
    """Fail where something takes more work than this, without looking for garbage that other tests left."""
    gc.disable()
    try:
        before = unit()
        began = thread_time()
        yield
        spent = thread_time() - began
        after = unit()
    finally:
        gc.enable()
    assert spent < units * max(before, after), f"{what}: {spent * 1000:.0f} ms"
