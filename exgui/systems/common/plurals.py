"""Words for sentences of several games."""

from __future__ import annotations


def several(count: int, one: str, more: str = "") -> str:
    """A count with its noun: "1 die", "2 dice", "0 rounds".

    Args:
        more: the plural where it is not `one` with an s.
    """
    return f"{count} {one if count == 1 else more or one + 's'}"
