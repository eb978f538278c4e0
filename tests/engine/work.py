"""Counting work instead of taking time: how many lines of Python something runs, the same on every machine."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any


class TooMuchWork(AssertionError):
    """More lines were run than were allowed; it was stopped there."""


def lines_run(do: Callable[[], object], most: int = 2_000_000) -> int:
    """How many lines `do` runs.

    Raises:
        TooMuchWork: they are more than `most`. No one waits for the end of what never ends.
    """
    count = 0

    def each(_frame: FrameType, event: str, _value: Any) -> Any:
        nonlocal count
        count += event == "line"
        if count > most:
            raise TooMuchWork(f"more than {most:,} lines")
        return each

    before = sys.gettrace()
    sys.settrace(each)
    try:
        do()
    finally:
        sys.settrace(before)
    return count
