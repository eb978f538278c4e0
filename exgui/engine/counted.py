"""A number with its noun. Apart from `sentences`, since the window's first picture needs it and no battle."""

from __future__ import annotations


def counted(number: int, one: str, many: str = "") -> str:
    """Return a number with its noun: "1 die", "12,000 dice"; `many` where it is not `one` with an s."""
    return f"{number:,} {one if number == 1 else many or f'{one}s'}"
