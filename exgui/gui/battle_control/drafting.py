"""The command being put together: an action is picked, what it wants is asked for and given, then it is done; and what
is picked by a number key, on the map or on the tick bar."""

from __future__ import annotations

from exgui.engine.asks import Choice, Choose, Command, Option, Violation
from exgui.engine.record import Value
from exgui.gui.battle_control.draft import Draft, next_draft, number_keys, opening, settled
from exgui.gui.battle_control.queries import Queries
from exgui.gui.battle_control.refusal import Refusal, text_with_rules
from exgui.gui.battle_control.state import BattleState
from exgui.gui.battle_control.steps import BattleSteps


class Drafting:
    """Puts the one draft of the window together, and lets the storyteller allow what is refused."""

    def __init__(self, state: BattleState, queries: Queries, steps: BattleSteps) -> None:
        self._state = state
        self._queries = queries
        self._steps = steps
        state.after_change = self.ask_who_is_next

    @property
    def draft(self) -> Draft | None:
        return self._state.draft

    def cancel(self) -> None:
        self._state.drop()

    def ask_who_is_next(self) -> bool:
        """Ask who acts next. Return False if the game does not need to know."""
        state, due = self._state, self._state.naming
        action = state.rules.actions.get(due.action) if due is not None else None
        if due is None or action is None:
            return False
        param = next(one for one in action.params if one.id == due.param)
        found = self._queries.offers(due.command, param)
        state.put_draft(Draft(action, due.command, param, found, (param.id,) * len(found), offered_first=True))
        return True

    def propose(self, action_id: str, by: str | None = None, *, overrule: bool = False) -> bool:
        """Pick an action: it is done at once if nothing is missing, else the draft asks for what is."""
        who = by or self._state.shown
        action = self._state.rules.actions.get(action_id)
        if action is None or who is None:
            return False
        if self._state.pending is not None:
            self._state.show_message("Finish the open step first, or undo it with Ctrl+Z.")
            return False
        broken = self._queries.legal_actions(who).get(action_id, ())
        command = opening(action, who, overrule)
        if broken and not overrule:
            with self._state.one_update():
                self._state.put_draft(None)
                self._state.refuse(Refusal(action.label, broken, command, action_id))
            return False
        return self._continue(action_id, command)

    def give(self, param: str, value: Value, *, overrule: bool = False) -> bool:
        draft = self._state.draft
        if draft is None or param not in draft.asks:
            return False
        passed = tuple(id for id in draft.asks if id != param)
        command = draft.command.but(args=draft.command.args.put(param, value))
        picked = draft.candidate(value)
        allowed = overrule or command.overrule
        if picked is not None and picked.violations and not allowed:
            label = f"{draft.action.label}: {picked.label}"
            skipped = (*draft.skipped, *passed)
            self._state.refuse(Refusal(label, picked.violations, command, draft.action.id, skipped))
            return False
        return self._continue(draft.action.id, command.but(overrule=allowed), (*draft.skipped, *passed))

    def preset(self, param: str, value: Value) -> bool:
        """Set an argument that the draft does not ask for; None leaves it to the game again."""
        draft = self._state.draft
        if draft is None:
            return False
        args = draft.command.args.without(param)
        args = args if value is None else args.put(param, value)
        return self._continue(draft.action.id, draft.command.but(args=args), draft.skipped)

    def give_candidate(self, value: Value, *, overrule: bool = False) -> bool:
        """Give one of the draft's candidates; toggle it if several may be chosen."""
        draft = self._state.draft
        if draft is None:
            return False
        if draft.repeats:
            return self.add(value)
        if draft.several:
            self.toggle(value)
            return True
        return self.give(draft.belonging(value), value, overrule=overrule)

    def toggle(self, value: Value) -> None:
        """Take a value to those chosen for a parameter of several, or away."""
        draft = self._state.draft
        if draft is None:
            return
        chosen = tuple(one for one in draft.chosen if one != value)
        if len(chosen) == len(draft.chosen):
            chosen = (*chosen, value)
        self._state.put_draft(draft.but(chosen=chosen), self._state.refusal)

    def add(self, value: Value) -> bool:
        """Add a value to those chosen, even if it is chosen already. A final violation is only reported."""
        draft = self._state.draft
        if draft is None:
            return False
        picked = draft.candidate(value)
        if picked is not None and any(one.final for one in picked.violations):
            self._state.show_message(text_with_rules(picked.violations))
            return False
        self._choose((*draft.chosen, value))
        return True

    def open_group(self, action: str) -> bool:
        """List the uses of an action; give the only one. Return False if the draft has none."""
        draft = self._state.draft
        uses = draft.groups.get(action, ()) if draft is not None else ()
        if draft is None or not uses:
            return False
        if len(uses) == 1:
            return self.give_candidate(uses[0].value)
        self._state.put_draft(draft.but(opened=action, typed=""), self._state.refusal)
        return True

    def remove_last(self) -> bool:
        """Remove the last chosen value or the first of two typed digits. Return False if there is none."""
        draft = self._state.draft
        if draft is not None and draft.typed:
            self._state.put_draft(draft.but(typed=""), self._state.refusal)
            return True
        if draft is None or not draft.repeats or not draft.chosen:
            return False
        self._choose(draft.chosen[:-1])
        return True

    def pass_over(self) -> bool:
        """Take the default of what the draft asks for, or do without it; for a parameter of several, those chosen."""
        draft = self._state.draft
        if draft is None:
            return False
        if draft.several and draft.chosen:
            if draft.repeats and not self._may_be(draft):
                return False
            return self.give(draft.param.id, draft.gathered)
        if draft.default is not None:
            return self.give(draft.param.id, draft.default)
        if not draft.param.required:
            return self._continue(draft.action.id, draft.command, (*draft.skipped, *draft.asks))
        self._state.show_message(f"{draft.action.label} needs: {draft.param.label.lower()}.")
        return False

    def take_proposed(self) -> bool:
        """Give the likeliest or only legal candidate. Return False if there is none, or a refusal is open."""
        draft = self._state.draft
        if draft is None or draft.proposed is None or self._state.refusal is not None:
            return False
        return self.give_candidate(draft.proposed.value)

    def allow(self) -> bool:
        """Allow the last refused step, as an override."""
        refusal = self._state.refusal
        if refusal is None or refusal.command is None or not refusal.allowable:
            return False
        if refusal.reveals:
            return self._act(refusal, refusal.command)
        if refusal.suggested:
            with self._state.one_update():
                self._state.put_draft(None)
                return self._steps.dispatch(refusal.command, refusal.action, refusal.skipped)
        command = refusal.command if refusal.warns else refusal.command.but(overrule=True)
        if refusal.action:
            return self._continue(refusal.action, command, refusal.skipped)
        with self._state.one_update():
            self._state.put_draft(self._state.draft)
            return self._steps.dispatch(command)

    def fill_in(self, command: Command, label: str, why: str = "") -> bool:
        """Offer a whole step, to be done by the same key that allows one. It is not done by itself."""
        if self._state.pending is not None:
            self._state.show_message("Finish the open step first, or undo it with Ctrl+Z.")
            return False
        with self._state.one_update():
            self._state.put_draft(None)
            self._state.refuse(Refusal(label, (Violation("", why),) if why else (), command, suggested=True))
        return True

    def stay_hidden(self) -> bool:
        """Do what would have revealed a hidden combatant, who stays hidden. False where nothing would."""
        refusal = self._state.refusal
        if refusal is None or not refusal.reveals or refusal.command is None:
            return False
        self._act(refusal, refusal.command.but(stay_hidden=True))
        return True

    def _act(self, refusal: Refusal, command: Command) -> bool:
        with self._state.one_update():
            self._state.put_draft(None)
            return self._steps.dispatch(command, refusal.action, refusal.skipped, may_reveal=True)

    def _choose(self, chosen: tuple[Value, ...]) -> None:
        """Replace the chosen values; candidates keep their order, with their current violations."""
        before = self._state.draft
        assert before is not None
        draft = before.but(chosen=chosen)
        now = {one.value: one for one in self._queries.offers(draft.meant, draft.param)}
        candidates = tuple(now.get(one.value, one) for one in draft.candidates)
        # What was open stays so, also where nothing more of it is possible.
        self._state.put_draft(draft.but(candidates=candidates, opened=before.open_group, typed=""))

    def _may_be(self, draft: Draft) -> bool:
        """Return whether the chosen values are legal. If not, the draft stays, with the refusal."""
        command = draft.meant
        broken = () if command.overrule else self._queries.check(command)
        if any(one.final for one in broken):
            self._state.show_message(text_with_rules(broken))
        elif broken:
            self._state.refuse(Refusal(draft.action.label, broken, command, draft.action.id, draft.skipped))
        return not broken

    def _continue(self, action_id: str, command: Command, skipped: tuple[str, ...] = ()) -> bool:
        """Ask for the next missing argument, or do the step. A step that would be over at once is asked for optional
        arguments too."""
        state = self._state
        system, battle, action = state.system, state.battle, state.rules.actions[action_id]
        with state.one_update(), state.guarded():
            prepared, following = None, next_draft(system, battle, action, command, skipped)
            if following is None:
                prepared = state.play.prepare(settled(system, battle, action, command))
                if prepared.resolution is not None and prepared.resolution.finished:
                    following = next_draft(system, battle, action, command, skipped, mild=True)
            state.put_draft(following)
            if following is not None or prepared is None:
                return True
            return self._steps.dispatch(prepared, action_id, skipped)
        return False


def option_of(ask: Choose, id: str) -> Option | None:
    """Return the option that is, or is about, this combatant or zone; None if there is none."""
    for one in ask.options:
        if id in (one.value, one.about):
            return one
    return None


class Picking:
    """What a pick means: an argument of the draft, an answer to a choice, or a combatant to show."""

    def __init__(self, state: BattleState, steps: BattleSteps, drafting: Drafting) -> None:
        self._state = state
        self._steps = steps
        self._drafting = drafting

    def pick_number(self, number: int) -> bool:
        """Return what a digit means now: a candidate of the draft, or an option of the choice that is asked. A 0 begins
        a number of two digits, where there are such."""
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
                    self._state.show_message(f"Nothing has number {int(typed)}.")
                    return True
                return one is not None and self._drafting.give_candidate(one.value)
        pending = self._state.pending
        if isinstance(pending, Choose) and 1 <= number <= len(pending.options):
            return self._steps.answer(Choice(pending.options[number - 1].value))
        return False

    def pick(self, id: str) -> bool:
        """Handle a picked token: give it to the draft if that asks for a combatant, else show it. A draft of several
        values is kept."""
        if self._state.draft is not None and self._state.draft.param.type != "zone":
            one = self._state.draft.picked_by(id)
            if one is not None:
                return self._drafting.give_candidate(one.value)
            if self._state.draft.several:
                self._state.show_message(f"Nothing to add for {self._state.name(id)}; Escape cancels.")
                return False
        pending = self._state.pending
        option = option_of(pending, id) if isinstance(pending, Choose) else None
        if option is not None:
            return self._steps.answer(Choice(option.value))
        self._state.show(id)
        return False

    def pick_zone(self, id: str) -> bool:
        """Give a picked zone to the draft if it asks for one."""
        if self._state.draft is not None and self._state.draft.param.type != "combatant":
            one = self._state.draft.picked_by(id)
            if one is not None:
                return self._drafting.give_candidate(one.value)
        pending = self._state.pending
        if isinstance(pending, Choose) and any(option.value == id for option in pending.options):
            return self._steps.answer(Choice(id))
        return False
