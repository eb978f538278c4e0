"""A game as a map needs it while a battle is being prepared: it may be missing, and what is prepared may be wrong."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import TypeVar

from exgui.engine.battle import Battle
from exgui.engine.record import Table
from exgui.engine.system import Badge, Companion, Reach, Strength, System, companions, represented_by, strength

T = TypeVar("T")


class PreparedGame:
    """What a map asks of a game before the battle: no one acts, so nothing is within reach.

    Args:
        system: None where the ruleset, or the code for its game, is missing.
    """

    def __init__(self, system: System | None) -> None:
        self._system = system

    def _asked(self, otherwise: T, ask: Callable[[System], T]) -> T:
        """Return the game's answer, or the other value if it fails, as for incomplete data."""
        if self._system is None:
            return otherwise
        try:
            return ask(self._system)
        except (LookupError, ValueError, TypeError, AttributeError):
            return otherwise

    def badges(self, battle: Battle, who: str) -> tuple[Badge, ...]:
        return self._asked((), lambda system: tuple(system.badges(battle, who)))

    def reach(self, battle: Battle, who: str) -> Mapping[str, Reach]:
        return {}

    def standing(self, battle: Battle, who: str) -> bool:
        return True

    def progress(self, battle: Battle, who: str) -> tuple[str, int, int] | None:
        return None

    def companions(self, battle: Battle) -> tuple[Companion, ...]:
        return self._asked((), lambda system: companions(system, battle))

    def strength(self, battle: Battle, who: str) -> Strength | None:
        now: Strength | None = self._asked(None, lambda system: strength(system, battle, who))
        if now is None:  # most people are not many, and no one need be prepared to know that
            return None
        otherwise: Strength | None = now
        return self._asked(otherwise, lambda system: strength(system, system.prepare(_alone(battle, who)), who))

    def counted(self, battle: Battle, who: str) -> Collection[str]:
        """Return the ids of a future combatant's figures: people have others than things."""
        nothing: Collection[str] = ()
        return self._asked(nothing, lambda system: tuple(system.prepare(_alone(battle, who)).who(who).tracks))

    def represented_by(self, battle: Battle, who: str) -> str:
        return self._asked("", lambda system: represented_by(system, battle, who))


def _alone(battle: Battle, who: str) -> Battle:
    return battle.but(combatants=Table({who: battle.combatants[who]}), close=())
