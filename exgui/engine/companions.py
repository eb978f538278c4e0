"""Companions: what stands on the map without being a combatant, such as a mount, ridden or not.

A game need not have any; one that has them implements `Accompanied`.
"""

from __future__ import annotations

from typing import Protocol, cast, runtime_checkable

from exgui.engine.battle import Battle
from exgui.engine.record import Record
from exgui.engine.system import System, implements


class Companion(Record):
    """Something that has a token on the map and is no combatant.

    Attributes:
        id: unique among the companions; stays the same as long as the companion does.
        icon: name of the icon on its token.
        zone: id of the zone it is in.
        text: the text shown on hover.
        carries: id of its rider, whose token is drawn together with its own; "" where it carries nobody.
        beside: id of the combatant next to whom it is drawn when it carries nobody; "" for nobody.
        badge: id of the rider's badge that its own token shows already, so that it is not shown twice.
        owner: id of the combatant with whom it is there and goes away; "" where it is there by itself.
        given: the value that stands for it in the parameter of a step; "" where there is none.
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
    owner: str = ""


@runtime_checkable
class Accompanied(Protocol):
    """A game that has companions."""

    def companions(self, battle: Battle) -> tuple[Companion, ...]:
        """All companions in the battle as it stands, in the order in which they are shown."""


def companions(system: System, battle: Battle) -> tuple[Companion, ...]:
    """The companions in a battle; none in a game that has no companions."""
    return cast(Accompanied, system).companions(battle) if implements(type(system), Accompanied) else ()
