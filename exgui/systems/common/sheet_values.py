"""`of_sheet`: memoization of what depends only on a combatant's sheet and the rules."""

from __future__ import annotations

from collections.abc import Callable
from operator import attrgetter
from typing import TypeVar, TypeVarTuple

from exgui.engine.battle import Battle, Combatant
from exgui.engine.memo import remembered_for

T = TypeVar("T")
Ts = TypeVarTuple("Ts")

MOST_REMEMBERED = 2_000
_parts = attrgetter("traits", "specialties", "gear", "ready", "kind", "fields")


def of_sheet(work: Callable[[Battle, Combatant, *Ts], T]) -> Callable[[Battle, Combatant, *Ts], T]:
    """Remember the results of a function for the same sheet.

    Formulas are most of an attack's work, and a fight seldom changes sheets. The function may read only the battle's
    rules and options, and only the combatant's traits, specialties, gear, ready gear, kind and the game's own fields.
    """

    def sheet(battle: Battle, one: Combatant, /, *more: *Ts) -> tuple[object, ...]:
        return (battle.rules, battle.options, *_parts(one), *more)

    return remembered_for(MOST_REMEMBERED, sheet)(work)
