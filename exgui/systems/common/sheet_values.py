"""What follows from somebody's sheet and the rules alone is worked out once, until one of these changes."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar, TypeVarTuple

from exgui.engine.battle import Battle, Combatant

MOST_REMEMBERED = 2_000
MOST_ALIKE = 30
"""Sheets with the very same traits and gear of which a number is remembered."""

T = TypeVar("T")
Ts = TypeVarTuple("Ts")


def of_sheet(work: Callable[[Battle, Combatant, *Ts], T]) -> Callable[[Battle, Combatant, *Ts], T]:
    """Remembers what a function gives for the same sheet.

    The function may read nothing of the battle but its rules and options, and nothing of the combatant but its traits,
    specialties, gear and what of it is ready. All of these are frozen, and an event that changes something else leaves
    them the same objects; so they are told apart by identity, which a fight from one attack to the next keeps.
    """
    # Found by two of them, which differ from one sheet to the next; few sheets differ in the others alone. The objects
    # are kept with what was worked out: as long as they are, no other has their identity.
    known: dict[tuple[int, int], list[tuple[Any, ...]]] = {}

    @wraps(work)
    def remembered(battle: Battle, one: Combatant, *args: *Ts) -> T:
        key = (id(one.traits), id(one.gear))
        alike = known.get(key)
        if alike is None:
            if len(known) >= MOST_REMEMBERED:
                known.clear()
            alike = known[key] = []
        for rules, options, specialties, ready, of, worth, _ in alike:
            if (
                ready is one.ready
                and rules is battle.rules
                and options is battle.options
                and specialties is one.specialties
                and of == args
            ):
                return worth  # type: ignore[no-any-return]
        if len(alike) >= MOST_ALIKE:
            alike.clear()
        worth = work(battle, one, *args)
        kept = (one.traits, one.gear)
        alike.append((battle.rules, battle.options, one.specialties, one.ready, args, worth, kept))
        return worth

    return remembered
