"""Who declares nothing more in the turn under way, and so is not asked what they declare until it ends."""

from __future__ import annotations

from exgui.engine.asks import Declare
from exgui.gui.battle_control.state import BattleState
from exgui.play.play import Change

Turn = tuple[int, int | None, str | None]
"""Round, tick, and whose turn it is."""
Place = tuple[int, int]
"""How many steps are finished, and how many answers the open one has."""


class NothingMore:
    """Those who have said that they declare nothing more: until the turn under way ends, be it theirs or another's, or
    until it is taken back."""

    def __init__(self, state: BattleState) -> None:
        self._state = state
        self._said: dict[str, tuple[Turn, Place]] = {}
        self._unsubscribe = state.play.subscribe(self._on_change)

    def close(self) -> None:
        """Stops following the battle."""
        self._unsubscribe()

    @property
    def all(self) -> tuple[str, ...]:
        """Everybody who declares nothing more now."""
        return tuple(self._said)

    def is_said_by(self, who: str) -> bool:
        """This one declares nothing more now."""
        return who in self._said

    def say(self) -> str | None:
        """Whoever is asked what they declare now declares nothing more in this turn, beginning with the answer that is
        given next. Their id, or None where nobody is asked."""
        pending = self._state.pending
        if not isinstance(pending, Declare):
            return None
        finished, answers = self._place()
        self._said[pending.by] = self._turn(), (finished, answers + 1)
        return pending.by

    def take_back(self, who: str) -> None:
        """They may be asked again."""
        self._said.pop(who, None)

    def _turn(self) -> Turn:
        battle = self._state.battle
        return battle.round, battle.tick, battle.active

    def _place(self) -> Place:
        step = self._state.play.open_step
        return self._state.play.step_number, len(step.answers) if step is not None else 0

    def _on_change(self, _change: Change) -> None:
        if self._said:
            turn, place = self._turn(), self._place()
            self._said = {who: said for who, said in self._said.items() if said[0] == turn and place >= said[1]}
