"""What a game tells of somebody that the players may know of everybody they see: how badly hurt they are, and the
states that anybody could see.

A game need not tell; one that does implements `Disclosing`.
"""

from __future__ import annotations

from typing import Literal, Protocol, cast, runtime_checkable

from exgui.engine.battle import Battle
from exgui.engine.record import Record
from exgui.engine.system import Badge, System, implements

Band = Literal["unhurt", "hurt", "badly hurt", "down"]
"""How badly somebody is hurt, as far as it can be seen."""


class Health(Record):
    """Somebody's health.

    Attributes:
        left, whole: how much of it is left, of how much.
    """

    band: Band
    left: int
    whole: int


@runtime_checkable
class Disclosing(Protocol):
    """A game that tells what can be seen of somebody."""

    def health(self, battle: Battle, who: str) -> Health:
        """How badly somebody is hurt."""

    def visible_states(self, battle: Battle, who: str) -> tuple[Badge, ...]:
        """The states of somebody that anybody could see, each by its plain name: with no number and nobody's name. The
        id of a badge that shows a condition is the condition's."""


def health(system: System, battle: Battle, who: str) -> Health | None:
    """How badly somebody is hurt; None in a game that does not tell."""
    return cast(Disclosing, system).health(battle, who) if implements(type(system), Disclosing) else None


def visible_states(system: System, battle: Battle, who: str) -> tuple[Badge, ...]:
    """The states of somebody that anybody could see; none in a game that does not tell."""
    return cast(Disclosing, system).visible_states(battle, who) if implements(type(system), Disclosing) else ()
