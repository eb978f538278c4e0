"""Auto-roll: who is rolled for by the app without being asked, how it uses their effects, and the answers it gives; and
who declares nothing more in the turn under way, and so is not asked either."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from exgui.engine.asks import Answer, Ask, Choice, Choose, Declare, Declared, Roll
from exgui.engine.record import EMPTY, Table
from exgui.engine.system import has_effects
from exgui.forecast.effect_uses import DEFAULT_USE, USES
from exgui.forecast.policies import declare_for
from exgui.gui.battle_control.state import BattleState, Update
from exgui.play.play import Change

MOST_IN_A_ROW = 200
"""Answers given in a row without anybody being asked; more means that a game asks without end."""
Turn = tuple[int, int | None, str | None]
"""Round, tick, and whose turn it is."""
Place = tuple[int, int]
"""How many steps are finished, and how many answers the open one has."""

USE_WORDS = {
    "never": "no effects are used",
    "sparing": "effects are used sparingly",
    "freely": "effects are used freely",
    "ask": "you are asked about effects",
}
"""By `policies.USES`, what a way to use effects means."""


class AutoRoll:
    """Sides and combatants whose rolls the app makes, whose choices take their default, and whose effects it uses by a
    policy.

    Attributes:
        sides: sides that do so.
        ones: combatants who do so, or do not, whatever their side does.
        uses: combatants whose effects are used otherwise than by default: how (one of `policies.USES`).
    """

    def __init__(self, state: BattleState, nothing_more: NothingMore) -> None:
        self._state = state
        self._nothing_more = nothing_more
        self.sides: frozenset[str] = frozenset()
        self.ones: Table[str, bool] = EMPTY
        self.uses: Table[str, str] = EMPTY

    def foes(self) -> tuple[str, ...]:
        """The sides without a player's character, in the order of the combatants."""
        combatants = self._state.battle.combatants.values()
        sides = dict.fromkeys(one.side for one in combatants)
        players = {one.side for one in combatants if one.player}
        return tuple(side for side in sides if side not in players) if players else ()

    def rolls_for(self, who: str) -> bool:
        one = self._state.battle.combatants.get(who)
        return one is not None and bool(self.ones.get(who, one.side in self.sides))

    def use_of(self, who: str) -> str:
        """How the effects of this one are used while the app rolls for them: one of `policies.USES`."""
        return self.uses.get(who, DEFAULT_USE)

    def has_effects(self, who: str) -> bool:
        return self._state.ask(lambda: has_effects(self._state.system, self._state.battle, who), False)

    def set(
        self, sides: Iterable[str], ones: Mapping[str, bool] = EMPTY, uses: Mapping[str, str] | None = None
    ) -> None:
        """The app rolls for these sides and combatants from now on.

        Args:
            uses: by combatant, how effects are used from now on; None leaves that as it is.
        """
        with self._state.one_update():
            self.sides, self.ones = frozenset(sides), Table(ones)
            if uses is not None:
                self.uses = Table((who, use) for who, use in uses.items() if use in USES)
            self._state.note(Update(auto_roll=True))
            self.go_on()

    def set_one(self, who: str, on: bool) -> None:
        self.set(self.sides, self.ones.put(who, on))

    def set_use(self, who: str, use: str) -> None:
        self.set(self.sides, self.ones, self.uses.put(who, use))

    def go_on(self) -> None:
        """Answers what those are asked for whom the app rolls, or who declare nothing more. Not called after undoing,
        which would be undone at once."""
        play = self._state.play
        for _ in range(MOST_IN_A_ROW):
            try:
                answer = self._answer(play.pending)
                if answer is None:
                    return
                play.answer(answer)
            except Exception as error:
                self._state.apologise(error)
                return

    def _answer(self, pending: Ask | None) -> Answer | None:
        """What the app answers by itself; None where it is asked."""
        play = self._state.play
        if isinstance(pending, Declare) and self._nothing_more.is_said_by(pending.by):
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
    """The answer that is taken where nobody cares: the default of a choice, no declaration. None for a roll."""
    if isinstance(pending, Choose) and pending.default is not None:
        return Choice(pending.default)
    if isinstance(pending, Declare):
        return Declared()
    return None


class NothingMore:
    """Those who have said that they declare nothing more: until the turn under way ends, be it theirs or another's, or
    until it is taken back."""

    def __init__(self, state: BattleState) -> None:
        self._state = state
        self._said: dict[str, tuple[Turn, Place]] = {}
        self._unsubscribe = state.play.subscribe(self._on_change)

    def close(self) -> None:
        self._unsubscribe()

    @property
    def all(self) -> tuple[str, ...]:
        return tuple(self._said)

    def is_said_by(self, who: str) -> bool:
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
