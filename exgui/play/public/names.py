"""Public ids and names, made from what the players have seen, in the order in which they saw it.

The battle's own ids and numbers are secrets: `mistress_vey` reveals who it is, and Bandit 1 and Bandit 3 reveal that
there is a second.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from exgui.engine.battle import Combatant
from exgui.engine.memo import remembered_by_identity
from exgui.engine.record import Table

UNKNOWN = "Unknown"
"""The name of a combatant whose name the players do not know."""
_NUMBER = re.compile(r"\b\d+\b")
_PLACE = "\0"

Numbers = Table[str, tuple[str, int]]
"""By id: a combatant's name, with a mark in place of each number, and their public number."""


def with_new(known: Table[str, str], letter: str, seen: Iterable[str]) -> Table[str, str]:
    """Return public ids by real ones, with new ones for what is seen for the first time. A public id is never lost."""
    for id in seen:
        if id not in known:
            known = known.put(id, f"{letter}{len(known) + 1}")
    return known


def numbered(known: Numbers, seen: Iterable[Combatant]) -> Numbers:
    """Return everyone who is known by name, with a public number: the order of their appearance among combatants of the
    same name."""
    for one in seen:
        if not one.revealed:
            continue
        called = _called(one.name)
        if one.id not in known or known[one.id][0] != called:
            highest = max((number for other, number in known.values() if other == called), default=0)
            known = known.put(one.id, (called, highest + 1))
    return known


def public_name(one: Combatant, numbers: Numbers) -> str:
    """Return the players' name for a combatant: with a number only if they have seen another of the same name. Player
    characters keep their names."""
    if not one.revealed:
        return UNKNOWN
    if one.player or one.id not in numbers:
        return one.name
    called, number = numbers[one.id]
    digits = str(number) if number > 1 or called in _shared(numbers) else ""
    shown = called.replace(_PLACE, digits, 1).replace(_PLACE, "")
    return " ".join(shown.split()) or one.name


@remembered_by_identity(4)  # asked for everyone after every step
def _shared(numbers: Numbers) -> frozenset[str]:
    """Return the names that several combatants share."""
    return frozenset(called for called, number in numbers.values() if number > 1)


def _called(name: str) -> str:
    """Return a name with a mark in place of each number; one without numbers gets a mark at its end."""
    called = _NUMBER.sub(_PLACE, name)
    return called if _PLACE in called else f"{called} {_PLACE}"
