"""Public ids and names: made of what the players have seen, in the order in which they saw it.

The battle's own ids and numbers are secrets: `mistress_vey` says who it is, and Bandit 1 and Bandit 3 tell of a second.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from exgui.engine.battle import Combatant
from exgui.engine.record import Table

UNKNOWN = "Unknown"
"""The name of somebody whose name the players do not know."""
_NUMBER = re.compile(r"\b\d+\b")
_PLACE = "#"

Numbers = Table[str, tuple[str, int]]
"""By id: what somebody is called, with a # in place of each number, and their public number."""


def with_new(known: Table[str, str], letter: str, seen: Iterable[str]) -> Table[str, str]:
    """Public ids by real ones, with those that are seen for the first time. Nobody ever loses theirs."""
    for id in seen:
        if id not in known:
            known = known.put(id, f"{letter}{len(known) + 1}")
    return known


def numbered(known: Numbers, seen: Iterable[Combatant]) -> Numbers:
    """Everybody who is numbered and known by name, with a public number: that of their appearance among those who are
    called alike. Player characters are called as they are."""
    for one in seen:
        if not one.revealed or not _is_numbered(one):
            continue
        called = _NUMBER.sub(_PLACE, one.name)
        if one.id not in known or known[one.id][0] != called:
            highest = max((number for other, number in known.values() if other == called), default=0)
            known = known.put(one.id, (called, highest + 1))
    return known


def public_name(one: Combatant, numbers: Numbers) -> str:
    """What the players call somebody."""
    if not one.revealed:
        return UNKNOWN
    if not _is_numbered(one) or one.id not in numbers:
        return one.name
    called, number = numbers[one.id]
    return " ".join(called.replace(_PLACE, str(number), 1).replace(_PLACE, "").split())


def _is_numbered(one: Combatant) -> bool:
    return not one.player and _NUMBER.search(one.name) is not None
