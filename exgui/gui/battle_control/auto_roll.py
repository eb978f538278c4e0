"""Auto-roll: who is rolled for by the app without being asked, and the answers it gives."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from exgui.engine.asks import Answer, Ask, Choice, Choose, Declare, Declared, Roll
from exgui.engine.record import EMPTY, Table
from exgui.gui.battle_control.state import BattleState, Update

MOST_IN_A_ROW = 200
"""Answers given in a row without anybody being asked; more means that a game asks without end."""


class AutoRoll:
    """Sides and combatants whose rolls the app makes, and whose choices take their default.

    Attributes:
        sides: sides that do so.
        ones: combatants who do so, or do not, whatever their side does.
    """

    def __init__(self, state: BattleState) -> None:
        self._state = state
        self.sides: frozenset[str] = frozenset()
        self.ones: Table[str, bool] = EMPTY

    def foes(self) -> tuple[str, ...]:
        """The sides without a player's character, in the order of the combatants."""
        combatants = self._state.battle.combatants.values()
        sides = dict.fromkeys(one.side for one in combatants)
        players = {one.side for one in combatants if one.player}
        return tuple(side for side in sides if side not in players) if players else ()

    def rolls_for(self, who: str) -> bool:
        """The app rolls for this one without being asked."""
        one = self._state.battle.combatants.get(who)
        return one is not None and bool(self.ones.get(who, one.side in self.sides))

    def set(self, sides: Iterable[str], ones: Mapping[str, bool] = EMPTY) -> None:
        """The app rolls for these sides and combatants from now on."""
        with self._state.one_update():
            self.sides, self.ones = frozenset(sides), Table(ones)
            self._state.note(Update(auto_roll=True))
            self.go_on()

    def set_one(self, who: str, on: bool) -> None:
        """The app rolls for this one or does not, whatever it does for their side."""
        self.set(self.sides, self.ones.put(who, on))

    def go_on(self) -> None:
        """Answers what those are asked for whom the app rolls. Not called after undoing, which would be undone at
        once."""
        play = self._state.play
        for _ in range(MOST_IN_A_ROW):
            pending = play.pending
            if not isinstance(pending, (Roll, Choose, Declare)) or not self.rolls_for(pending.by):
                return
            answer = play.app_dice(pending) if isinstance(pending, Roll) else default_answer(pending)
            if answer is None:
                return
            try:
                play.answer(answer, self)
            except Exception as error:
                self._state.apologise(error)
                return


def default_answer(pending: Ask | None) -> Answer | None:
    """The answer that is taken where nobody cares: the default of a choice, no declaration. None for a roll."""
    if isinstance(pending, Choose) and pending.default is not None:
        return Choice(pending.default)
    if isinstance(pending, Declare):
        return Declared()
    return None
