"""A number with its noun. Separate from `sentences`, since the window's first screen needs it before any battle."""

from __future__ import annotations


def counted(number: int, one: str, many: str = "") -> str:
    """Return a number with its noun: "1 die", "12,000 dice"; `many` if the plural is not `one` with an s."""
    return f"{number:,} {one if number == 1 else many or f'{one}s'}"
