"""Work measured by other work, so that a slow or busy machine does not matter."""

from __future__ import annotations

import gc
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from time import thread_time

FREEZE = 40
"""Units of work that a user notices: 0.2 to 0.3 seconds on an ordinary laptop."""
_lately: deque[float] = deque(maxlen=50)


def unit() -> float:
    """Return the processor time that a fixed piece of work takes at present, in seconds: that of the slowest of the
    last times, since a processor may be twice as fast for some milliseconds. A tenth of the work is done.
    """
    began = thread_time()
    sum(number * number for number in range(10_000))
    _lately.append((thread_time() - began) * 10)
    return max(_lately)


@contextmanager
def no_more_than(units: float, what: str) -> Iterator[None]:
    """Fail where something takes more work than this, without looking for garbage that other tests left."""
    gc.disable()
    try:
        unit()
        began = thread_time()
        yield
        spent = thread_time() - began
    finally:
        gc.enable()
    assert spent < units * unit(), f"{what}: {spent * 1000:.0f} ms"
