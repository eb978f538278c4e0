"""Dice as people write them: "d6", "2d6+1", "d4-1"."""

from __future__ import annotations

import re

from exgui.engine.record import Record

MOST = 100
"""The most dice, and the most sides of one."""
LARGEST_BONUS = 1_000
MANGLED_DASH = "\N{LATIN SMALL LETTER A WITH CIRCUMFLEX}\N{EURO SIGN}\N{LEFT DOUBLE QUOTATION MARK}"
"""An en dash in a text that was read in a wrong encoding on its way."""

_WRITTEN = re.compile(r"(\d{0,3})\s*d\s*(\d{1,3})\s*(?:([+\-\N{MINUS SIGN}\N{EN DASH}])\s*(\d{1,4}))?", re.IGNORECASE)


class WrittenDice(Record):
    """Some dice of one kind, and a fixed number added to what they show.

    Attributes:
        count: how many dice.
        sides: of each of them.
        plus: what is added, or taken off if it is below 0.
    """

    count: int
    sides: int
    plus: int = 0

    def __str__(self) -> str:
        sign = f"+{self.plus}" if self.plus > 0 else str(self.plus) if self.plus else ""
        return f"{self.count if self.count > 1 else ''}d{self.sides}{sign}"


def read_dice(text: str) -> WrittenDice | None:
    """The dice that a text means; None where it means none."""
    found = _WRITTEN.fullmatch(text.strip().replace(MANGLED_DASH, "-"))
    if found is None:
        return None
    count, sides = int(found[1] or 1), int(found[2])
    plus = int(found[4] or 0) * (1 if found[3] in (None, "+") else -1)
    if not (1 <= count <= MOST and 2 <= sides <= MOST and abs(plus) <= LARGEST_BONUS):
        return None
    return WrittenDice(count, sides, plus)
