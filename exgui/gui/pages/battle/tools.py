"""The storyteller's tools in the turn panel: amend, overrule, roll, timers, hazards, time, checklist, steps, sheets;
and what the command palette offers in a battle."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING

from exgui.engine.asks import Command
from exgui.gui.battle_control.controller import BattleController
from exgui.gui.battle_control.refusal import STEP_IS_OPEN, reasons_text
from exgui.gui.log.view import LogView
from exgui.gui.panel import hazard_form, overrule_form, roll_form, timer_form
from exgui.gui.panel.amend_card import AmendCard
from exgui.gui.panel.amend_preview import last_amendable
from exgui.gui.panel.hazard_form import HazardForm, RecentHazards
from exgui.gui.panel.overrule_form import OverruleForm, WoundForm
from exgui.gui.panel.roll_form import RollForm
from exgui.gui.panel.step_form import StepForm, reason_against, storyteller_steps
from exgui.gui.panel.time_form import TimeForm, time_step
from exgui.gui.panel.timer_form import TimerForm
from exgui.gui.panel.turn_panel import TurnPanel
from exgui.gui.window_command import OwnCommand, never

if TYPE_CHECKING:
    from exgui.gui.pages.battle.bring_in import BringIn
    from exgui.gui.pages.page_context import PageContext
    from exgui.gui.panel.sheet_card import SheetCard

ONLY_READ = ("sheet",)
"""Tools that change nothing, and are wanted most while something is asked."""
NO_STEP = "This game has no such action."


class BattleTools:
    """Opens the tools of one battle.

    Args:
        selected: what is selected on the map: ("zone" or "token", its id); None for nothing.
    """

    def __init__(
        self,
        context: PageContext,
        controller: BattleController,
        panel: TurnPanel,
        log: LogView,
        bring_in: BringIn,
        selected: Callable[[], tuple[str, str] | None],
    ) -> None:
        self._run, self._show_message = context.run, context.show_message
        self._sheet_card: SheetCard | None = None
        self._bring_in = bring_in
        self._selected = selected
        self._recent_hazards = RecentHazards(context.settings, controller.rules.system)
        self._controller, self._panel, self._log = controller, panel, log
        self._tools: dict[str, tuple[Callable[[], str | None], Callable[[], object]]] = {
            "amend": (self._why_not_amend, lambda: self.amend(self._step_to_amend())),
            "overrule": (
                lambda: self._why_not_step(overrule_form.STEP),
                lambda: panel.open_tool(OverruleForm(controller)),
            ),
            "roll": (lambda: self._why_not_step(roll_form.STEP), lambda: panel.open_tool(RollForm(controller))),
            "timers": (lambda: self._why_not_step(timer_form.STEP), lambda: self.set_timer(None)),
            "hazards": (lambda: self._why_not_step(hazard_form.STEP), self._open_hazards),
            "time": (self._why_not_time, self._let_time_pass),
            "checklist": (self._why_not_checklist, self._show_checklist),
            "awaited_before": (self._why_not_awaited, lambda: panel.awaited.happens(before=True)),
            "awaited_after": (self._why_not_awaited, lambda: panel.awaited.happens(before=False)),
            "step": (lambda: None, lambda: None),
            "sheet": (lambda: None, self.toggle_sheet),
            "bring_in": (bring_in.why_not, lambda: self.bring_in()),
        }

    def why_not(self, name: str) -> str | None:
        """Return why a tool cannot be opened now, None where it can."""
        if self._controller.pending is not None and name not in ONLY_READ:
            return STEP_IS_OPEN
        return self._tools[name][0]()

    def open(self, name: str) -> None:
        self._tools[name][1]()

    # Amending

    def amend(self, index: int | None) -> None:
        """Open the card that amends the step of that number, counted from 0."""
        if self._controller.pending is not None:
            self._show_message(STEP_IS_OPEN)
        elif index is None or not 0 <= index < len(self._controller.play.steps):
            self._show_message("That step is not finished yet.")
        else:
            self._panel.open_tool(AmendCard(self._controller, index))

    def _step_to_amend(self) -> int | None:
        """Return the step chosen in the log, else the last one in which something was rolled or chosen."""
        chosen = self._log.chosen_step()
        return chosen if chosen is not None else last_amendable(self._controller.play.steps)

    def _why_not_amend(self) -> str | None:
        return None if self._step_to_amend() is not None else "Nothing to amend yet."

    # Timers and time

    def set_timer(self, place: object) -> None:
        """Open the timers, a new one at a place of the time line (None: anywhere)."""
        reason = self.why_not("timers")
        if reason:
            self._show_message(reason)
        else:
            self._panel.open_tool(TimerForm(self._controller, place if isinstance(place, int) else None))

    def overrule(self, who: str, path: str) -> None:
        """Open the overrule card for a combatant and, if given, one of their values."""
        self._controller.show(who)
        self._panel.open_tool(OverruleForm(self._controller, path))

    def wound(self, who: str, *, heals: bool) -> None:
        self._controller.show(who)
        self._panel.open_tool(WoundForm(self._controller, who, heals=heals))

    def _open_hazards(self) -> None:
        kind, id = self._selected() or ("", "")
        self.hazard_in(id if kind == "zone" and id in self._controller.battle.zones else "")

    def hazard_in(self, zone: str) -> None:
        """Open the hazards with a new one, in a zone if given."""
        self._panel.open_tool(HazardForm(self._controller, self._recent_hazards, zone))

    def bring_in(self, zone: str | None = None) -> None:
        """Open the card that brings someone in: into this zone, else the selected one, else the active combatant's."""
        from exgui.gui.pages.battle.bring_in_card import BringInCard  # not above: the first picture does not wait

        kind, id = self._selected() or ("", "")
        zone = zone or (id if kind == "zone" else None)
        battle = self._controller.battle
        active = battle.combatants.get(battle.active or "")
        known = zone if zone in battle.zones else active.zone if active is not None else None
        if known is None and len(battle.zones) == 1:
            known = next(iter(battle.zones))
        self._panel.open_tool(BringInCard(self._bring_in, known))

    def zone_picked(self, zone: str) -> None:
        """Give a picked zone to the form that asks for one."""
        if isinstance(self._panel.tool, HazardForm) and zone in self._controller.battle.zones:
            self._panel.tool.show_zone(zone)

    def _why_not_time(self) -> str | None:
        if time_step(self._controller.rules) is None:
            return "This game has no step for passing time. For healing, see “Other steps”."
        return None if self._controller.battle.combatants else "No one in this battle is affected by time."

    def _let_time_pass(self) -> None:
        action = time_step(self._controller.rules)
        if action is not None:
            self._panel.open_tool(TimeForm(self._controller, action))

    def _why_not_awaited(self) -> str | None:
        return None if self._controller.awaited else "No one is waiting for anything."

    # The checklist

    def _why_not_checklist(self) -> str | None:
        return None if self._controller.queries.reminders() else "Nothing to remember this round."

    def _show_checklist(self) -> None:
        if not self._panel.checklist.call():
            self._show_message("Nothing to remember this round.")
            return
        self._panel.close_tool()
        self._panel.begin_checklist()

    # Steps

    def do_step(self, id: str) -> None:
        """Do one of the storyteller's steps at once where it wants nothing, else asks for what it wants."""
        action = self._controller.rules.actions.get(id)
        if self._controller.pending is not None:
            self._show_message(STEP_IS_OPEN)
        elif action is not None:
            form = StepForm(self._controller, action)
            if form.boxes:
                self._panel.open_tool(form)
            else:
                form.deleteLater()
                self._controller.steps.dispatch(Command(action.step or action.id, "", action.preset))

    def ask_for(self, command: Command) -> None:
        """Ask for the missing arguments of a storyteller's step, about whom it is first."""
        who = command.get("who")
        if who in self._controller.battle.combatants:
            self._controller.show(str(who))
        self.do_step(command.do)

    def _why_not_step(self, step: str) -> str | None:
        return None if step in self._controller.rules.actions else NO_STEP

    # Sheets

    @property
    def shows_sheet(self) -> bool:
        return self._sheet_card is not None and self._panel.tool is self._sheet_card

    def toggle_sheet(self) -> None:
        """Open the shown combatant's sheet, or close it."""
        if self.shows_sheet:
            self._panel.close_tool()
            self._panel.focus_asked()
        elif self._whose_sheet() is not None:
            from exgui.gui.panel.sheet_card import SheetCard  # reads sheets, for which the first picture does not wait

            card = self._sheet_card = SheetCard(self._controller, str(self._whose_sheet()))
            card.edit_requested.connect(lambda: self._run("edit_sheet"))
            self._panel.open_tool(card)

    @property
    def sheet_shown(self) -> str:
        """The campaign's sheet of the shown combatant; "" for none."""
        who = self._whose_sheet()
        if self._sheet_card is not None and self.shows_sheet:
            who = self._sheet_card.shown
        return self._controller.battle.combatants[who].sheet if who is not None else ""

    def _whose_sheet(self) -> str | None:
        """Return the picked combatant, else the one who is asked, else whose turn it is."""
        controller = self._controller
        asked = getattr(controller.pending, "by", "")
        picked = controller.shown if controller.shown != controller.battle.active else None
        return picked or (asked if asked in controller.battle.combatants else controller.shown)

    def open_combatant(self, who: str) -> None:
        """Show a combatant with their sheet, unless something is asked."""
        if self._controller.draft is None and self._controller.pending is None:
            self._controller.show(who)
            if not self.shows_sheet:
                self.toggle_sheet()

    def open_sheet(self, sheet: str) -> bool:
        """Show the first combatant made from a sheet of the campaign; return False if there is none."""
        for who in self._controller.battle.combatants.values():
            if who.sheet == sheet:
                self.open_combatant(who.id)
                return True
        return False


# The command palette


def commands(controller: BattleController, tools: BattleTools, keys: Mapping[str, str]) -> tuple[OwnCommand, ...]:
    """Return the shown combatant's actions, the storyteller's steps, and an entry to show each combatant.

    Args:
        keys: the letter of every action, by its id.
    """
    return (
        *_action_commands(controller, keys),
        *step_commands(controller, tools),
        *_combatant_commands(controller),
    )


def _action_commands(controller: BattleController, keys: Mapping[str, str]) -> tuple[OwnCommand, ...]:
    if controller.battle.phase != "running" or controller.pending is not None:
        return ()
    out = []
    for id, broken in controller.queries.legal_actions(controller.shown).items():
        action = controller.rules.actions.get(id)
        if action is None or action.hidden:
            continue
        reason = reasons_text(broken)
        out.append(
            OwnCommand(
                f"action/{id}",
                action.label,
                keys.get(id, ""),
                "Actions",
                partial(_begin_action, controller, id),
                never(reason),
                note=action.group,
                shows_refusal=True,
            )
        )
    return tuple(out)


def step_commands(controller: BattleController, tools: BattleTools) -> tuple[OwnCommand, ...]:
    if controller.pending is not None:
        return ()
    return tuple(
        OwnCommand(
            f"step/{action.id}",
            action.label,
            "",
            "Storyteller",
            partial(_do_step, tools, action.id),
            never(reason_against(controller, action)),
            note="storyteller",
        )
        for action in storyteller_steps(controller)
    )


def _combatant_commands(controller: BattleController) -> tuple[OwnCommand, ...]:
    return tuple(
        OwnCommand(
            f"show/{one.id}",
            f"Show {one.name}",
            "",
            "View",
            partial(_show, controller, one.id),
            note="combatant",
        )
        for one in controller.battle.combatants.values()
    )


def _begin_action(controller: BattleController, id: str, _needs: object) -> None:
    controller.drafting.propose(id)


def _do_step(tools: BattleTools, id: str, _needs: object) -> None:
    tools.do_step(id)


def _show(controller: BattleController, id: str, _needs: object) -> None:
    controller.show(id)
