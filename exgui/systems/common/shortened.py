"""Values from outside, short enough for a sentence."""

from __future__ import annotations

from exgui.engine.record import Value

LONGEST = 40


def shortened(value: Value) -> str:
    """Return a value from outside, short enough for a sentence; text has no quotes."""
    text = value if isinstance(value, str) else "a list" if isinstance(value, tuple) else repr(value)
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"
