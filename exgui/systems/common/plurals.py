"""Parts of sentences: counts with their nouns, and shortened values from outside."""

from __future__ import annotations

from exgui.engine.record import Value

LONGEST = 40


def several(count: int, one: str, more: str = "") -> str:
    """Return a count with its noun: "1 die", "2 dice", "0 rounds".

    Args:
        more: the plural where it is not `one` with an s.
    """
    return f"{count} {one if count == 1 else more or one + 's'}"


def shortened(value: Value) -> str:
    """Return a value from outside, short enough for a sentence; a word stands without quotes."""
    text = value if isinstance(value, str) else "a list" if isinstance(value, tuple) else repr(value)
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"
