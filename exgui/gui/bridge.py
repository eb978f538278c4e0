"""`Bridge`: one battle under way as the window's widgets see it.

Wraps `exgui.play.Play` as one Qt signal, `changed`; what the storyteller does goes through here and never raises into
a Qt slot: what is refused, or cannot be understood or saved, becomes a sentence. Also holds the command being put
together (the `draft`), which combatant is shown, and who rolls by itself.
"""

from __future__ import annotations

from exgui.engine.asks import Choice, Choose, Command, Violation
from exgui.gui import gestures
from exgui.gui.draft import number_keys
from exgui.gui.drafting import Drafting


class Bridge(Drafting):
    """One battle, for widgets: beside what its parts do, what picking and dragging mean. Its signals are those of
    `BridgeBase`."""

    # What is picked by a key, on the map or on the tick bar

    def pick_number(self, number: int) -> bool:
        """What a digit means now: a candidate of the draft, or an option of the choice that is asked. A 0 begins a
        number of two digits, where there are such."""
        draft = self.draft
        if draft is not None:
            keys = number_keys(draft, self.battle)
            typed = f"{draft.typed}{number}"
            if typed[0] == "0" and len(typed) < 3:
                if max(keys, default=0) < 10:
                    return False
                self.draft = draft.but(typed=typed)
                self.draft_changed.emit()
                return True
            if draft.typed:
                self.draft = draft.but(typed="")
                self.draft_changed.emit()
            one = keys.get(int(typed))
            if one is None and draft.typed:
                self.spoke.emit(f"Nothing has the number {int(typed)} here.")
                return True
            return one is not None and self.give_candidate(one.value)
        pending = self.pending
        if isinstance(pending, Choose) and 1 <= number <= len(pending.options):
            return self.answer(Choice(pending.options[number - 1].value))
        return False

    def pick(self, id: str) -> bool:
        """A token was picked on the map or the tick bar: given to the draft if it asks for somebody, else shown. What
        is put together of several is not dropped for that."""
        if self.draft is not None and self.draft.param.type != "zone":
            one = self.draft.picked_by(id)
            if one is not None:
                return self.give_candidate(one.value)
            if self.draft.several:
                self.spoke.emit(f"Nothing that could be added is about {self.name(id)}; Escape leaves it.")
                return False
        pending = self.pending
        if isinstance(pending, Choose) and any(option.value == id for option in pending.options):
            return self.answer(Choice(id))
        self.show(id)
        return False

    def pick_zone(self, id: str) -> bool:
        """A zone was picked on the map: given to the draft if it asks for one."""
        if self.draft is not None and self.draft.param.type != "combatant":
            one = self.draft.picked_by(id)
            if one is not None:
                return self.give_candidate(one.value)
        pending = self.pending
        if isinstance(pending, Choose) and any(option.value == id for option in pending.options):
            return self.answer(Choice(id))
        return False

    # What is dragged

    def drag_command(
        self,
        who: str,
        *,
        zone: str | None = None,
        token: str | None = None,
        companion: str | None = None,
        force: bool = False,
    ) -> Command | None:
        """The step that dragging somebody to a zone, or onto somebody or a companion, means; None where the game has
        none for it."""
        if companion is not None:
            return gestures.companion_command(self.rules, self.system, self.battle, who, companion, force)
        return gestures.map_command(self.rules, self.battle, who, zone, token, force)

    def check_drag(
        self,
        who: str,
        *,
        zone: str | None = None,
        token: str | None = None,
        companion: str | None = None,
        force: bool = False,
    ) -> tuple[Violation, ...]:
        """The rules that a drag would break; empty when it is legal."""
        command = self.drag_command(who, zone=zone, token=token, companion=companion, force=force)
        return (gestures.NO_STEP,) if command is None else self.check(command)

    def drag(
        self,
        who: str,
        *,
        zone: str | None = None,
        token: str | None = None,
        companion: str | None = None,
        force: bool = False,
    ) -> tuple[Violation, ...]:
        """Does what dragging somebody to a zone or onto somebody means. Gives the rules that stand against it, or
        nothing.

        Args:
            force: the storyteller's word, past all rules.
        """
        self._drop()
        broken = self.check_drag(who, zone=zone, token=token, companion=companion, force=force)
        command = self.drag_command(who, zone=zone, token=token, companion=companion, force=force)
        if command is None:
            self._refuse("Move", broken, None)
        else:
            self.dispatch(command)
        return broken

    def delay_drag(self, who: str, place: int) -> tuple[Violation, ...]:
        """Does what dragging somebody to a place of the time line means: on its own turn the game's step for that, if
        it is legal; else the storyteller's word. Gives the rules that stand against it, or nothing."""
        self._drop()
        command = gestures.timeline_command(self.rules, self.battle, who, place)
        if command is None or self.pending is not None or self.check(command):
            command = gestures.placing(self.rules, who, place)
        if command is None:
            return (gestures.NO_STEP,)
        broken = self.check(command)
        self.dispatch(command)
        return broken
