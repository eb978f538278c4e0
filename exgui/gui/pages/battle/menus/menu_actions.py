"""What the menus of a battle do: storyteller's steps, actions of the acting combatant, tools and modes of the page."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from exgui.engine.asks import Command, Violation
from exgui.engine.record import Table, Value
from exgui.gui.battle_control.controller import BattleController
from exgui.gui.battle_control.draft import opening
from exgui.gui.battle_control.refusal import STEP_IS_OPEN, reasons_text
from exgui.gui.menu_entries import MenuEntry
from exgui.gui.pages.battle.tools import BattleTools
from exgui.rulebook.rules import Action, Param

if TYPE_CHECKING:
    from exgui.gui.map.editor.selection import Selected
    from exgui.gui.pages.battle.map_editing.mode import MapEditing
    from exgui.gui.pages.page_context import PageContext


class MenuActions:
    """Makes menu entries, each with its current violations.

    Args:
        editing: gives the mode in which the map is edited.
    """

    def __init__(
        self, context: PageContext, controller: BattleController, tools: BattleTools, editing: Callable[[], MapEditing]
    ) -> None:
        self.controller, self.tools, self.run = controller, tools, context.run
        self._keymap, self._editing = context.keymap, editing

    @property
    def busy(self) -> str:
        """Why no step can be done now, "" where one can."""
        return STEP_IS_OPEN if self.controller.pending is not None else ""

    def key(self, command: str) -> str:
        return self._keymap.command_keys().get(command, "")

    def edit_map(self, selected: Selected) -> None:
        self._editing().begin(selected)

    def take_zone_away(self, zone: str) -> None:
        """Take a zone away; ask where those go who are in it."""
        self._editing().take_away(zone)

    def step(self, text: str, do: str, by: str = "", *, starts: bool = False, **args: Value) -> MenuEntry:
        command = Command(do, by, Table(args))
        reason = self.busy or reasons_text(self.controller.queries.check(command))
        return MenuEntry(text, partial(self.controller.steps.dispatch, command), reason=reason, starts=starts)

    def set(self, text: str, who: str, path: str, value: Value, *, on: bool | None = None) -> MenuEntry:
        return self.step(text, "adjust", who=who, set=Table({path: value})).but(on=on)

    def command(self, text: str, id: str, *, starts: bool = False) -> MenuEntry:
        return MenuEntry(text, partial(self.run, id), self.key(id), self.busy, starts=starts)

    def actions_on(self, kind: str, id: str) -> tuple[MenuEntry, ...]:
        """Return the acting combatant's actions that can target a combatant or a zone (kind "combatant" or "zone")."""
        controller = self.controller
        by = controller.battle.active
        if by is None or controller.battle.phase != "running":
            return ()
        out = []
        for name, broken in controller.queries.legal_actions(by).items():
            action = controller.rules.actions.get(name)
            param = _meant(action, kind) if action is not None and not action.hidden else None
            if action is None or param is None:
                continue
            # If more than the target is missing, only final violations count.
            more = any(one.required and one is not param and one.id not in action.preset for one in action.params)
            against = self._against(action, by, param, id) if broken or not more else ()
            do = partial(self._act, name, by, id, kind)
            out.append(self._action(name, do, against))
        return tuple(sorted(out, key=lambda entry: bool(entry.reason)))

    def own_actions(self, who: str) -> tuple[MenuEntry, ...]:
        """Return all of a combatant's actions, possible ones first."""
        controller = self.controller
        out = []
        for name, broken in controller.queries.legal_actions(who).items():
            action = controller.rules.actions.get(name)
            if action is not None and not action.hidden:
                out.append(self._action(name, partial(controller.drafting.propose, name, who), broken))
        return tuple(sorted(out, key=lambda entry: bool(entry.reason)))

    def _action(self, name: str, do: Callable[[], object], against: Sequence[Violation]) -> MenuEntry:
        """Return a line for an action; what is not impossible but breaks a rule can be picked, and then be allowed."""
        allowable = not self.busy and not any(one.final for one in against)
        reason = self.busy or reasons_text(against)
        label = self.controller.rules.actions[name].label
        return MenuEntry(label, do, self._keymap.action_keys(self.controller.rules).get(name, ""), reason, allowable)

    def _against(self, action: Action, by: str, param: Param, id: str) -> tuple[Violation, ...]:
        command = opening(action, by)
        command = command.but(args=command.args.put(param.id, id))
        return self.controller.queries.check(command)

    def _act(self, action: str, by: str, id: str, kind: str) -> None:
        controller = self.controller
        controller.show(by)
        if controller.drafting.propose(action, by) and controller.draft is not None:
            (controller.picking.pick_zone if kind == "zone" else controller.picking.pick)(id)


def _meant(action: Action, kind: str) -> Param | None:
    """Return the parameter by which an action targets a combatant or zone; None if it has none."""
    return next((p for p in action.params if p.type == kind and p.ask and p.id not in action.preset), None)
