"""What stands on the map without being a combatant: a beast that somebody rides, or that waits for a rider.

A game need not have any; one that does tells of them by `Accompanied`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from exgui.engine.battle import Battle
from exgui.engine.record import Record
from exgui.engine.system import System


@dataclass(frozen=True)
class Companion(Record):
    """Something with a token that is no combatant's own.

    Attributes:
        id: its own among the companions, and the same for as long as it is the same thing.
        icon: name of the icon on its token.
        zone: where it stands.
        text: what it says on hover.
        carries: whose token and its are one pair; "" where it carries nobody.
        beside: next to whom it stands when it carries nobody; "" for nobody.
        badge: id of the state of whom it carries that its own token shows, so that none is shown twice.
        given: what a step that is about it is given for it; "" where there is none.
    """

    id: str
    name: str
    icon: str
    zone: str | None
    text: str = ""
    carries: str = ""
    beside: str = ""
    badge: str = ""
    given: str = ""


@runtime_checkable
class Accompanied(Protocol):
    """A game that has companions."""

    def companions(self, battle: Battle) -> tuple[Companion, ...]:
        """All of them as the battle stands, in the order in which they are shown."""


def companions(system: System, battle: Battle) -> tuple[Companion, ...]:
    """The companions of a game that has them; else none."""
    return system.companions(battle) if isinstance(system, Accompanied) else ()
