"""Numbers that explain themselves: a total and its parts.

The window (`why`), the log, an error in a scenario and the odds all show the same parts.
"""

from __future__ import annotations

from exgui.engine.record import Record


class Part(Record):
    """One part of a number.

    Attributes:
        label: its name, as players say it ("Dexterity", "onslaught").
        amount: how much it adds; negative if it subtracts.
        rule: the catalogue id of its rule ("core-45"), or "".
        parts: the parts of this part, if a sum was halved or capped.
    """

    label: str
    amount: int
    rule: str = ""
    parts: tuple[Part, ...] = ()


class Explained(Record):
    """A number and its parts; a floor or a `set` that applied is one of the parts."""

    total: int
    parts: tuple[Part, ...] = ()

    def plus(self, label: str, amount: int, rule: str = "", parts: tuple[Part, ...] = ()) -> Explained:
        """Return this number with one more part; an amount of 0 changes nothing."""
        if amount == 0:
            return self
        part = Part(label, amount, rule, parts)
        return Explained(self.total + amount, (*self.parts, part))

    def plus_all(self, other: Explained) -> Explained:
        """Return the sum of two numbers, with the parts of both."""
        if other.total == 0 and not other.parts:
            return self
        return Explained(self.total + other.total, self.parts + other.parts)

    def at_least(self, floor: int, label: str, rule: str = "") -> Explained:
        """Return this number, raised to `floor` if it is lower."""
        return self if self.total >= floor else self.plus(label, floor - self.total, rule)

    def set_to(self, total: int, label: str, rule: str = "") -> Explained:
        """Return this number, set to `total`; a part with the difference names the cause."""
        if self.total == total:
            return Explained(total, (*self.parts, Part(label, 0, rule)))
        return self.plus(label, total - self.total, rule)

    def __str__(self) -> str:
        return f"{self.total} = {sentence(self.parts)}" if self.parts else str(self.total)


NOTHING = Explained(0)


def constant(label: str, amount: int, rule: str = "") -> Explained:
    return Explained(amount, (Part(label, amount, rule),))


def sentence(parts: tuple[Part, ...]) -> str:
    """Return the parts in one line: `Dexterity 4 + Melee 4 - wounds 1`."""
    out = ""
    for part in parts:
        sign = "-" if part.amount < 0 else "+"
        text = f"{part.label} {abs(part.amount)}"
        if not out:
            out = text if part.amount >= 0 else f"-{text}"
        else:
            out = f"{out} {sign} {text}"
    return out
