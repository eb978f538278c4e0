"""The dice of a simulated fight: each is a pure function of the seed, the fight's number, who acts and for which time,
who rolls, and which roll it is.

So every fight has its own dice, on whatever machine and in whatever order it is played; and in two battles that differ
by one fighter all others throw the same dice for the same blows, so that their outcomes can be compared (common dice).
"""

from __future__ import annotations

from hashlib import blake2b

from exgui.engine.asks import Fall, Roll
from exgui.engine.dice import keyed_faces


def fight_seed(seed: int, number: int) -> int:
    """Return the seed of one fight, 0 to 2**48 - 1."""
    return int.from_bytes(blake2b(f"{seed}/{number}".encode(), digest_size=6).digest())


class FightDice:
    """The dice of one fight. `begin` names the combatant in whose step they are thrown."""

    __slots__ = ("_by", "_step", "_steps", "seed")

    def __init__(self, seed: int, number: int) -> None:
        self.seed = fight_seed(seed, number)
        self._by = ""
        self._steps: dict[str, int] = {}
        self._step = 0

    def begin(self, by: str) -> None:
        self._step = self._steps.get(by, 0) + 1
        self._by = by
        self._steps[by] = self._step

    def lot(self, who: str, when: str) -> bytes:
        """Return the lot of a combatant: the lowest goes first if the rules leave the order open."""
        return blake2b(f"{self.seed}/{when}/{who}".encode(), digest_size=8).digest()

    def fall(self, roll: Roll) -> Fall:
        who = f"{self._by}>{roll.by}"
        return Fall(keyed_faces(self.seed, self._step, who, roll.name, roll.nth, roll.dice, roll.die), None, (), True)
