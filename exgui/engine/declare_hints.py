"""What a game tells of the effects that may be declared, so that they can be declared for somebody who is not asked."""

from __future__ import annotations

from typing import Literal, Protocol, cast, runtime_checkable

from exgui.engine.asks import Declare
from exgui.engine.battle import Battle
from exgui.engine.record import Record
from exgui.engine.system import System, implements

Purpose = Literal["attack", "avoid", "lessen", "endure", "retry"]
"""What an effect is for at the moment at which it is offered: an attack of one's own; not to be hit; to suffer less
should one be hit; to suffer less now that one is hit; to roll again what has failed."""


class Price(Record):
    """What an effect costs of one kind of means.

    Attributes:
        kind: what is paid ("motes"); prices of the same kind are paid from the same means.
        once: the cost, whatever the amount declared.
        each: the cost besides for each one of the amount.
        left: how much there is to pay with.
        whole: how much there is at most, of which a share may be held back; 0 where nothing is.
        keep: how much must be left in any case.
    """

    kind: str
    once: int = 0
    each: int = 0
    left: int = 0
    whole: int = 0
    keep: int = 0

    def cost(self, amount: int) -> int:
        """The cost of declaring this amount."""
        return self.once + self.each * amount


class DeclareHint(Record):
    """What one effect is for, and what it costs.

    Attributes:
        id: the value of its `Option`.
    """

    id: str
    purpose: Purpose
    prices: tuple[Price, ...] = ()


@runtime_checkable
class Hinting(Protocol):
    """A game that can tell what its effects are for. A game need not."""

    def has_effects(self, battle: Battle, who: str) -> bool:
        """Somebody has effects that may be declared at some time."""

    def declare_hints(self, battle: Battle, ask: Declare) -> tuple[DeclareHint, ...]:
        """Of the effects that may be declared now, those that are of use at this moment, in the order in which they are
        offered."""


def has_effects(system: System, battle: Battle, who: str) -> bool:
    """Somebody has effects that may be declared, in a game that can tell."""
    return implements(type(system), Hinting) and cast(Hinting, system).has_effects(battle, who)


def declare_hints(system: System, battle: Battle, ask: Declare) -> tuple[DeclareHint, ...]:
    """The effects that are of use now, in a game that can tell; else none."""
    return cast(Hinting, system).declare_hints(battle, ask) if implements(type(system), Hinting) else ()
