"""What is picked by a number key, on the map or on the tick bar."""

from __future__ import annotations

from exgui.engine.asks import Choice, Choose, Option
from exgui.gui.battle_control.draft import number_keys
from exgui.gui.battle_control.drafting import Drafting
from exgui.gui.battle_control.state import BattleState
from exgui.gui.battle_control.steps import BattleSteps


def option_of(ask: Choose, id: str) -> Option | None:
    """The option that is somebody or a zone, or is about them; None where none is."""
    for one in ask.options:
        if id in (one.value, one.about):
            return one
    return None


class Picking:
    """What a pick means now: something for the draft, the answer to a choice, or somebody to be shown."""

    def __init__(self, state: BattleState, steps: BattleSteps, drafting: Drafting) -> None:
        self._state = state
        self._steps = steps
        self._drafting = drafting

    def pick_number(self, number: int) -> bool:
        """What a digit means now: a candidate of the draft, or an option of the choice that is asked. A 0 begins a
        number of two digits, where there are such."""
        draft = self._state.draft
        if draft is not None:
            keys = number_keys(draft, self._state.battle)
            typed = f"{draft.typed}{number}"
            if typed[0] == "0" and len(typed) < 3:
                if max(keys, default=0) < 10:
                    return False
                self._state.put_draft(draft.but(typed=typed), self._state.refusal)
                return True
            one = keys.get(int(typed))
            with self._state.one_update():
                if draft.typed:
                    self._state.put_draft(draft.but(typed=""), self._state.refusal)
                if one is None and draft.typed:
                    self._state.say(f"Nothing has the number {int(typed)} here.")
                    return True
                return one is not None and self._drafting.give_candidate(one.value)
        pending = self._state.pending
        if isinstance(pending, Choose) and 1 <= number <= len(pending.options):
            return self._steps.answer(Choice(pending.options[number - 1].value))
        return False

    def pick(self, id: str) -> bool:
        """A token was picked on the map or the tick bar: given to the draft if it asks for somebody, else shown. What
        is put together of several is not dropped for that."""
        if self._state.draft is not None and self._state.draft.param.type != "zone":
            one = self._state.draft.picked_by(id)
            if one is not None:
                return self._drafting.give_candidate(one.value)
            if self._state.draft.several:
                self._state.say(f"Nothing that could be added is about {self._state.name(id)}; Escape cancels.")
                return False
        pending = self._state.pending
        option = option_of(pending, id) if isinstance(pending, Choose) else None
        if option is not None:
            return self._steps.answer(Choice(option.value))
        self._state.show(id)
        return False

    def pick_zone(self, id: str) -> bool:
        """A zone was picked on the map: given to the draft if it asks for one."""
        if self._state.draft is not None and self._state.draft.param.type != "combatant":
            one = self._state.draft.picked_by(id)
            if one is not None:
                return self._drafting.give_candidate(one.value)
        pending = self._state.pending
        if isinstance(pending, Choose) and any(option.value == id for option in pending.options):
            return self._steps.answer(Choice(id))
        return False
