"""The command being put together: an action is picked, what it wants is asked for and given, then it is done."""

from __future__ import annotations

from exgui.engine.asks import Command
from exgui.engine.record import Value
from exgui.gui.draft import Draft, next_draft, opening, ruled_words, settled
from exgui.gui.stepping import Stepping
from exgui.play.play import run_command


class Drafting(Stepping):
    """The part of the bridge that holds the one draft of the window, and lets the storyteller allow what is refused."""

    def propose(self, action_id: str, by: str | None = None, *, overrule: bool = False) -> bool:
        """Picks an action: it is done at once if nothing is missing, else the draft asks for what is."""
        who = by or self.shown
        action = self.rules.actions.get(action_id)
        if action is None or who is None:
            return False
        if self.pending is not None:
            self.spoke.emit("First finish the step that is open, or take it back with Ctrl+Z.")
            return False
        broken = self.legal_actions(who).get(action_id, ())
        command = opening(action, who, overrule)
        if broken and not overrule:
            self.draft = None
            self._refuse(action.label, broken, command, action_id)
            return False
        return self._continue(action_id, command)

    def give(self, param: str, value: Value, *, overrule: bool = False) -> bool:
        """Gives what the draft asks for."""
        draft = self.draft
        if draft is None or param not in draft.asks:
            return False
        passed = tuple(id for id in draft.asks if id != param)
        command = draft.command.but(args=draft.command.args.put(param, value))
        picked = draft.candidate(value)
        allowed = overrule or command.overrule
        if picked is not None and picked.violations and not allowed:
            label = f"{draft.action.label}: {picked.label}"
            self._refuse(label, picked.violations, command, draft.action.id, (*draft.skipped, *passed))
            return False
        return self._continue(draft.action.id, command.but(overrule=allowed), (*draft.skipped, *passed))

    def give_candidate(self, value: Value, *, overrule: bool = False) -> bool:
        """Gives one of the draft's candidates; of several that may be chosen, takes it to them or away."""
        draft = self.draft
        if draft is None:
            return False
        if draft.repeats:
            return self.add(value)
        if draft.several:
            self.toggle(value)
            return True
        return self.give(draft.belonging(value), value, overrule=overrule)

    def toggle(self, value: Value) -> None:
        """Takes a value to those chosen for a parameter of several, or away."""
        draft = self.draft
        if draft is None:
            return
        chosen = tuple(one for one in draft.chosen if one != value)
        if len(chosen) == len(draft.chosen):
            chosen = (*chosen, value)
        self.draft = draft.but(chosen=chosen)
        self.draft_changed.emit()

    def add(self, value: Value) -> bool:
        """Takes a value to those chosen, again if it is among them already. What no word could allow is only said."""
        draft = self.draft
        if draft is None:
            return False
        picked = draft.candidate(value)
        if picked is not None and any(one.final for one in picked.violations):
            self.spoke.emit(ruled_words(picked.violations))
            return False
        self._choose((*draft.chosen, value))
        return True

    def open_group(self, action: str) -> bool:
        """The uses of that action are listed; where it has but one, that is given. False where the draft has none."""
        draft = self.draft
        uses = draft.groups.get(action, ()) if draft is not None else ()
        if draft is None or not uses:
            return False
        if len(uses) == 1:
            return self.give_candidate(uses[0].value)
        self.draft = draft.but(opened=action, typed="")
        self.draft_changed.emit()
        return True

    def take_back_last(self) -> bool:
        """Takes away the last of those chosen, or a digit that was begun. False where there is none."""
        draft = self.draft
        if draft is not None and draft.typed:
            self.draft = draft.but(typed="")
            self.draft_changed.emit()
            return True
        if draft is None or not draft.repeats or not draft.chosen:
            return False
        self._choose(draft.chosen[:-1])
        return True

    def pass_over(self) -> bool:
        """Takes the default of what the draft asks for, or does without it; for a parameter of several, those
        chosen."""
        draft = self.draft
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
        self.spoke.emit(f"{draft.action.label} wants: {draft.param.label.lower()}.")
        return False

    def take_only(self) -> bool:
        """Gives the only thing that is possible for what the draft asks. False where there are several or none, or
        where a refusal waits for an answer."""
        draft = self.draft
        if draft is None or draft.only is None or self.refusal is not None:
            return False
        return self.give_candidate(draft.only.value)

    def allow(self) -> bool:
        """The storyteller allows what was refused last."""
        refusal = self.refusal
        if refusal is None or refusal.command is None or not refusal.allowable:
            return False
        command = refusal.command.but(overrule=True)
        self.refusal = None
        if refusal.action:
            return self._continue(refusal.action, command, refusal.skipped)
        return self.dispatch(command)

    # Inside

    def _choose(self, chosen: tuple[Value, ...]) -> None:
        """What is chosen is another: the candidates stay in their order, with what stands against each now."""
        assert self.draft is not None
        draft = self.draft.but(chosen=chosen)
        now = {one.value: one for one in self.offers(draft.meant, draft.param)}
        candidates = tuple(now.get(one.value, one) for one in draft.candidates)
        # What was open stays so, also where nothing more of it is possible.
        self.draft = draft.but(candidates=candidates, opened=self.draft.open_group, typed="")
        self.refusal = None
        self.draft_changed.emit()

    def _may_be(self, draft: Draft) -> bool:
        """Nothing stands against what was chosen. If something does, the draft stays, with the refusal."""
        command = draft.meant
        broken = () if command.overrule else self.check(command)
        if any(one.final for one in broken):
            self.spoke.emit(ruled_words(broken))
        elif broken:
            self._refuse(draft.action.label, broken, command, draft.action.id, draft.skipped)
        return not broken

    def _continue(self, action_id: str, command: Command, skipped: tuple[str, ...] = ()) -> bool:
        action = self.rules.actions[action_id]
        self.refusal = None
        try:
            following = next_draft(self.system, self.battle, action, command, skipped)
            ready = settled(self.system, self.battle, action, command) if following is None else command
            if following is None and self._done_at_once(ready):
                following = next_draft(self.system, self.battle, action, command, skipped, mild=True)
        except Exception as error:
            self._apologise(error)
            return False
        self.draft = following
        if following is not None:
            self.draft_changed.emit()
            return True
        return self._do(lambda: self.play.dispatch(ready, self), ready, action_id, skipped)

    def _done_at_once(self, command: Command) -> bool:
        """The step asks nothing before it is done, so that nothing could be changed in it any more."""
        complete = self.system.complete(self.battle, command)
        if not complete.overrule and self.system.check(self.battle, complete):
            return False
        return run_command(self.system, self.battle, complete).finished
