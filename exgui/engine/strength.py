"""How strong somebody still is who is many: how large they are, a bar of what keeps them together, and whether they
break.

A game need not have such combatants; one that does tells of them by `Massed`.
"""

from __future__ import annotations

from typing import Protocol, cast, runtime_checkable

from exgui.engine.battle import Battle
from exgui.engine.record import Record
from exgui.engine.system import System, implements


class Strength(Record):
    """The strength of many who fight as one.

    Attributes:
        figures: how many figures the token shows, at least 1: more for a larger crowd, but no count of heads.
        size: how large they are, in the game's words ("Size 2").
        label: the game's word for what the bar shows ("Magnitude").
        now, full: how far the bar is filled.
        breaks: the game's word for that they break up ("Routed"), "" while they hold.
        icon: name of the icon beside that word.
        badge: id of the state that says the same, so that it is not shown twice.
    """

    figures: int
    size: str
    label: str
    now: int
    full: int
    breaks: str = ""
    icon: str = ""
    badge: str = ""

    @property
    def share(self) -> float:
        """How much of the bar is filled, 0 to 1."""
        return min(max(self.now / self.full, 0.0), 1.0) if self.full > 0 else 0.0

    @property
    def text(self) -> str:
        """All of it in words: "Size 2, Magnitude 7 of 11, routed"."""
        words = [self.size, f"{self.label} {self.now} of {self.full}", self.breaks.lower()]
        return ", ".join(word for word in words if word)


@runtime_checkable
class Massed(Protocol):
    """A game in which many can fight as one combatant."""

    def strength(self, battle: Battle, who: str) -> Strength | None:
        """The strength of somebody who is many; None for a single fighter."""

    def represented_by(self, battle: Battle, who: str) -> str:
        """The id of the one who is many and whom somebody is part of now, so that they have no place of their own; ""
        for nobody."""


def strength(system: System, battle: Battle, who: str) -> Strength | None:
    """The strength of somebody who is many, of a game that has such; else None."""
    massed = _massed(system)
    return massed.strength(battle, who) if massed is not None else None


def strengths(system: System, battle: Battle) -> dict[str, Strength]:
    """The strength of everybody who is many, by id; empty in a game that has no such combatants."""
    massed = _massed(system)
    if massed is None:
        return {}
    found = {id: massed.strength(battle, id) for id in battle.combatants}
    return {id: one for id, one in found.items() if one is not None}


def represented(system: System, battle: Battle) -> dict[str, str]:
    """Those who are part of somebody now, by id, with the id of that one; of a game in which many can fight as one."""
    massed = _massed(system)
    if massed is None:
        return {}
    found = {id: massed.represented_by(battle, id) for id in battle.combatants}
    return {id: whom for id, whom in found.items() if whom}


def represented_by(system: System, battle: Battle, who: str) -> str:
    """Whom somebody is part of now, of a game in which many can fight as one; else ""."""
    massed = _massed(system)
    return massed.represented_by(battle, who) if massed is not None else ""


def _massed(system: System) -> Massed | None:
    return cast(Massed, system) if implements(type(system), Massed) else None
