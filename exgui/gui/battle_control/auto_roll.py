"""Auto-roll: for whom the app rolls without asking, how it uses their effects, and which answers it gives; also who
declares nothing more this turn and is not asked either."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial

from exgui.engine.asks import Answer, Ask, Choice, Choose, Declare, Declared, Roll
from exgui.engine.record import EMPTY, Table
from exgui.forecast.effect_uses import DEFAULT_USE, USES
from exgui.forecast.policies import declare_for
from exgui.gui.battle_control.state import BattleState, Place, Update
from exgui.play.play import Change

MOST_IN_A_ROW = 2_000
"""Answers given in a row without asking anyone; more means that a game never stops asking."""
AT_ONCE = 12
"""Rolls of these before the window is painted: each is on the disk before the next, so a crowd takes seconds."""
Turn = tuple[int, int | None, str | None]
"""Round, tick, and whose turn it is."""

USE_WORDS = {
    "never": "no effects are used",
    "sparing": "effects are used sparingly",
    "freely": "effects are used freely",
    "ask": "effects are used when you say so",
}
"""By `policies.USES`, what a way to use effects means."""


class AutoRoll:
    """Sides and combatants whose rolls the app makes, whose choices take their default, and whose effects it uses by a
    policy.

    Attributes:
        sides: sides that do so.
        ones: combatants who do so, or do not, whatever their side does.
        uses: combatants whose effects are used differently from the default: how (one of `policies.USES`).
    """

    def __init__(self, state: BattleState, nothing_more: NothingMore) -> None:
        self._state = state
        self._nothing_more = nothing_more
        self.sides: frozenset[str] = frozenset()
        self.ones: Table[str, bool] = EMPTY
        self.uses: Table[str, str] = EMPTY

    def foes(self) -> tuple[str, ...]:
        """Return the sides without a player's character, in the order of the combatants."""
        combatants = self._state.battle.combatants.values()
        sides = dict.fromkeys(one.side for one in combatants)
        players = {one.side for one in combatants if one.player}
        return tuple(side for side in sides if side not in players) if players else ()

    def rolls_for(self, who: str) -> bool:
        one = self._state.battle.combatants.get(who)
        return one is not None and bool(self.ones.get(who, one.side in self.sides))

    def use_of(self, who: str) -> str:
        """Return how the effects of this one are used while the app rolls for them: one of `policies.USES`."""
        return self.uses.get(who, DEFAULT_USE)

    def has_effects(self, who: str) -> bool:
        return self._state.ask(lambda: self._state.system.has_effects(self._state.battle, who), False)

    def set(
        self, sides: Iterable[str], ones: Mapping[str, bool] = EMPTY, uses: Mapping[str, str] | None = None
    ) -> None:
        """Set which sides and combatants the app rolls for.

        Args:
            uses: by combatant, how effects are used from now on; None leaves that as it is.
        """
        with self._state.one_update():
            self.sides, self.ones = frozenset(sides), Table(ones)
            if uses is not None:
                self.uses = Table((who, use) for who, use in uses.items() if use in USES)
            self._state.note(Update(auto_roll=True))
            self.answer_all()

    def set_one(self, who: str, on: bool) -> None:
        self.set(self.sides, self.ones.put(who, on))

    def set_use(self, who: str, use: str) -> None:
        self.set(self.sides, self.ones, self.uses.put(who, use))

    def answer_all(self, most: int = MOST_IN_A_ROW) -> None:
        """Answer for everyone the app rolls for or who declares nothing more. Not called after an undo, which it would
        reverse."""
        play = self._state.play
        with self._state.one_update(), self._state.guarded():
            rolls = 0
            for done in range(most):
                if rolls == AT_ONCE:
                    self._state.do_next(partial(self.answer_all, most - done))
                    return
                rolls += isinstance(play.pending, Roll)
                answer = self._answer(play.pending)
                if answer is None:
                    return
                play.answer(answer)

    def _answer(self, pending: Ask | None) -> Answer | None:
        """Return what the app answers by itself; None where it is asked."""
        play = self._state.play
        if isinstance(pending, Declare) and self._nothing_more.is_declared_by(pending.by):
            return Declared()
        if not isinstance(pending, (Roll, Choose, Declare)) or not self.rolls_for(pending.by):
            return None
        if isinstance(pending, Choose) and pending.fate:
            return None
        if isinstance(pending, Roll):
            return play.app_dice(pending)
        step = play.open_step
        if isinstance(pending, Declare) and step is not None:
            use = self.use_of(pending.by)
            return declare_for(play.system, play.settled, step.command, step.answers, pending, use)
        return default_answer(pending)


def default_answer(pending: Ask | None) -> Answer | None:
    """Return the default answer: a choice's default, or no declaration; None for a roll."""
    if isinstance(pending, Choose) and pending.default is not None:
        return Choice(pending.default)
    if isinstance(pending, Declare):
        return Declared()
    return None


class NothingMore:
    """Combatants who declare nothing more until the current turn ends, or until that is undone."""

    def __init__(self, state: BattleState) -> None:
        self._state = state
        self._declared: dict[str, tuple[Turn, Place]] = {}
        self._unsubscribe = state.play.subscribe(self._on_change)

    def close(self) -> None:
        self._unsubscribe()

    @property
    def all(self) -> tuple[str, ...]:
        return tuple(self._declared)

    def is_declared_by(self, who: str) -> bool:
        return who in self._declared

    def declare(self) -> str | None:
        """Let the combatant who is asked declare nothing more this turn, from the next answer on. Return their id, or
        None if no one is asked."""
        pending = self._state.pending
        if not isinstance(pending, Declare):
            return None
        finished, answers = self._state.place
        self._declared[pending.by] = self._turn(), (finished, answers + 1)
        return pending.by

    def forget(self, who: str) -> None:
        self._declared.pop(who, None)

    def _turn(self) -> Turn:
        battle = self._state.battle
        return battle.round, battle.tick, battle.active

    def _on_change(self, _change: Change) -> None:
        if self._declared:
            turn, place = self._turn(), self._state.place
            self._declared = {
                who: found for who, found in self._declared.items() if found[0] == turn and place >= found[1]
            }
