"""What follows from somebody's sheet and the rules alone is worked out once, until one of these changes."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TypeVar, TypeVarTuple

from exgui.engine.battle import Battle, Combatant

MOST_REMEMBERED = 2_000

T = TypeVar("T")
Ts = TypeVarTuple("Ts")


def of_sheet(work: Callable[[Battle, Combatant, *Ts], T]) -> Callable[[Battle, Combatant, *Ts], T]:
    """Remembers what a function gives for the same sheet.

    The function may read nothing of the battle but its rules and options, and nothing of the combatant but its traits,
    specialties, gear and what of it is ready. All of these are frozen, and an event that changes something else leaves
    them the same objects; so they are told apart by identity, which a fight from one attack to the next keeps.
    """
    known: dict[tuple[int, ...], tuple[tuple[object, ...], T]] = {}

    @wraps(work)
    def remembered(battle: Battle, one: Combatant, *args: *Ts) -> T:
        of = (battle.rules, battle.options, one.traits, one.specialties, one.gear, one.ready, *args)
        key = tuple(map(id, of))
        found = known.get(key)
        if found is None:
            if len(known) >= MOST_REMEMBERED:
                known.clear()
            # The objects are kept with it: as long as they are, no other has their identity.
            found = known[key] = (of, work(battle, one, *args))
        return found[1]

    return remembered
