"""What the window's commands do: the slots of the table in `actions`."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path

from PySide6.QtWidgets import QApplication, QFileDialog

from exgui.campaign.errors import CampaignError
from exgui.gui import theme
from exgui.gui.actions import COMMANDS, LISTED_KEYS, WindowCommand, plain_label
from exgui.gui.opening import file_dialog
from exgui.gui.overlay import Entry
from exgui.gui.texts import Texts


class Doing(Texts):
    """The part of the window that does what it is told."""

    def slot(self, command: WindowCommand) -> Callable[..., None]:
        """What a command of the table does."""
        method = getattr(self, command.slot)
        return lambda *_args: method()

    def end_turn(self) -> None:
        """The next turn."""
        if self.bridge is not None:
            self.bridge.steps.end_turn()

    def undo(self) -> None:
        """Takes back the last answer or step."""
        if self.bridge is not None:
            self.bridge.steps.undo()

    def redo(self) -> None:
        """Does again what was taken back."""
        if self.bridge is not None:
            self.bridge.steps.redo()

    def roll(self) -> None:
        """Lets the app roll."""
        if self.bridge is not None:
            self.bridge.steps.roll()

    def toggle_autos(self) -> None:
        """Sides without a player's character roll by themselves, or not."""
        bridge = self.bridge
        if bridge is None:
            return
        foes = bridge.auto_roll.foes()
        if not foes:
            self.say("There is no side without players' characters.")
            return
        on = not set(foes) <= bridge.auto_roll.sides
        bridge.auto_roll.set(foes if on else ())
        self.keep("autos", on)
        self.say("Foes roll by themselves now." if on else "Nobody rolls by itself any more.")

    def toggle_auto_one(self) -> None:
        """The one shown rolls by itself, or not."""
        bridge = self.bridge
        if bridge is None or bridge.shown is None:
            self.say("Choose somebody first.")
            return
        who = bridge.shown
        on = not bridge.auto_roll.rolls_for(who)
        bridge.auto_roll.set_one(who, on)
        self.say(f"{bridge.name(who)} rolls by itself now." if on else f"{bridge.name(who)} does not roll by itself.")

    # The storyteller's tools, laid into the panel

    def amend(self) -> None:
        """Amends the step chosen in the log, else the last one in which something was rolled or chosen."""
        from exgui.gui.amending import last_amendable

        if self.bridge is None or self.desk is None:
            return
        chosen = self.desk.log.chosen_step()
        index = chosen if chosen is not None else last_amendable(self.bridge.play.steps)
        if index is None:
            self.say("Nothing has happened yet that could be amended.")
            return
        self.amend_step(index)

    def amend_step(self, index: int) -> None:
        """Amends the step of that number."""
        from exgui.gui.panel.amend_card import AmendCard

        bridge = self.bridge
        if bridge is None or self.desk is None or not self._free_for("amending"):
            return
        if not 0 <= index < len(bridge.play.steps):
            self.say("That step is not finished yet.")
            return
        self.desk.panel.open_tool(AmendCard(bridge, index))

    def overrule(self) -> None:
        """Sets anything of anybody by the storyteller's word."""
        from exgui.gui.panel.overrule_form import STEP, OverruleForm

        if self.bridge is not None and self.desk is not None and self._has(STEP) and self._free_for("overruling"):
            self.desk.panel.open_tool(OverruleForm(self.bridge))

    def roll_any(self) -> None:
        """Rolls any pool of anybody."""
        from exgui.gui.panel.roll_form import STEP, RollForm

        if self.bridge is not None and self.desk is not None and self._has(STEP) and self._free_for("another roll"):
            self.desk.panel.open_tool(RollForm(self.bridge))

    def timers(self) -> None:
        """Sets a timer, or takes one away."""
        self.set_timer(None)

    def set_timer(self, place: object) -> None:
        """The timers, a new one at a place of the time line (None: anywhere)."""
        from exgui.gui.panel.timer_form import STEP, TimerForm

        if self.bridge is not None and self.desk is not None and self._has(STEP) and self._free_for("setting a timer"):
            self.desk.panel.open_tool(TimerForm(self.bridge, place if isinstance(place, int) else None))

    def let_time_pass(self) -> None:
        """Hours, days or weeks pass for whom one chooses, where the game has a step for that."""
        from exgui.gui.panel.time_form import TimeForm, time_step

        bridge, desk = self.bridge, self.desk
        if bridge is None or desk is None or not self._free_for("letting time pass"):
            return
        action = time_step(bridge.rules)
        if action is None:
            self.say("This game has no step for time that passes; “Other steps” has what it knows of healing.")
        elif not bridge.battle.combatants:
            self.say("Nobody is in this battle for whom time could pass.")
        else:
            desk.panel.open_tool(TimeForm(bridge, action))

    def show_checklist(self) -> None:
        """What is not to be forgotten in this round."""
        if self.desk is None:
            return
        checklist = self.desk.panel.checklist
        if not self._free_for("the checklist"):
            return
        if not checklist.call():
            self.say("There is nothing to remember in this round.")
            return
        self.desk.panel.close_tool()
        self.desk.panel.refresh()
        checklist.begin()

    def open_step(self, id: str) -> None:
        """One of the storyteller's steps: done at once where it wants nothing, else asked for."""
        from exgui.engine.asks import Command
        from exgui.gui.panel.step_form import StepForm

        bridge = self.bridge
        action = bridge.rules.actions.get(id) if bridge is not None else None
        if bridge is None or self.desk is None or action is None or not self._free_for(action.label.lower()):
            return
        form = StepForm(bridge, action)
        if form.boxes:
            self.desk.panel.open_tool(form)
        else:
            form.deleteLater()
            bridge.steps.dispatch(Command(action.step or action.id, "", action.preset))

    def show_sheet(self) -> None:
        """The sheet of the one shown; once more puts it away."""
        from exgui.gui.panel.sheet_card import SheetCard

        bridge, desk = self.bridge, self.desk
        if bridge is None or desk is None:
            return
        if isinstance(desk.panel.tool, SheetCard):
            desk.panel.close_tool()
        elif bridge.shown is None:
            self.say("Choose somebody first.")
        elif self._free_for("reading a sheet"):
            desk.panel.open_tool(SheetCard(bridge, bridge.shown))

    def open_combatant(self, who: str) -> None:
        """Shows somebody, sheet and all."""
        from exgui.gui.panel.sheet_card import SheetCard

        bridge, desk = self.bridge, self.desk
        if bridge is None or desk is None or bridge.draft is not None or bridge.pending is not None:
            return
        bridge.show(who)
        if not isinstance(desk.panel.tool, SheetCard):
            self.show_sheet()

    def _has(self, step: str) -> bool:
        """The game has a step; says so where it has not."""
        has = self.bridge is not None and step in self.bridge.rules.actions
        if not has:
            self.say("This game has no step for that.")
        return has

    def _free_for(self, what: str) -> bool:
        """No step is open; says so where one is."""
        if self.bridge is not None and self.bridge.pending is not None:
            self.say(f"Before {what}, finish the step that is open, or take it back with Ctrl+Z.")
            return False
        return True

    def show_active(self) -> None:
        """Shows the one whose turn it is."""
        if self.bridge is not None:
            self.bridge.show(None)

    def toggle_sidebar(self) -> None:
        """Folds the campaign column, or unfolds it."""
        self.sidebar.set_folded(not self.sidebar.is_folded)
        self.keep("sidebar_folded", self.sidebar.is_folded)

    def toggle_outline(self) -> None:
        """The map and the tick bar in words, or away with them."""
        if self.desk is not None:
            self.desk.toggle_outline()

    def toggle_wheel(self) -> None:
        """The tick bar as a wheel, or as a line again; where time only counts up."""
        if self.desk is None:
            return
        if not self.desk.counts_up:
            self.say("There is no battle wheel here: this game's time does not only count up.")
            return
        self.desk.show_wheel(self.desk.wheel is None or self.desk.wheel.isHidden(), self.open_combatant)
        self.keep("wheel", self.desk.wheel is not None and not self.desk.wheel.isHidden())

    def toggle_gliding(self) -> None:
        """Tokens glide to where they go, or jump there at once; on the map, the tick bar and the wheel."""
        self.gliding = not self.gliding
        self.keep("gliding", self.gliding)
        self.show_gliding()
        self.say("Tokens glide to where they go." if self.gliding else "Tokens jump to where they go.")

    def toggle_log_filter(self) -> None:
        """Only the one shown in the log, or everybody."""
        if self.desk is not None and self.bridge is not None:
            only = self.desk.log.model.only
            self.desk.log.filter(None if only is not None else self.bridge.shown)

    def search_log(self) -> None:
        """The keys go to the search of the log."""
        if self.desk is not None:
            self.desk.log.begin_search()

    def theme_dark(self) -> None:
        """The dark look."""
        self._dress("dark")

    def theme_light(self) -> None:
        """The light look."""
        self._dress("light")

    def theme_system(self) -> None:
        """The look of the system."""
        self._dress("system")

    def export_map(self) -> None:
        """Saves the map as a picture."""
        desk = self.desk
        if desk is None:
            self.say("There is no map to be saved.")
            return
        dialog = file_dialog(self, "Save the map", QFileDialog.AcceptMode.AcceptSave, "Pictures (*.png)", "png")
        dialog.fileSelected.connect(lambda path: self._map_saved(path))
        dialog.show()

    def show_keys(self) -> None:
        """The list of keys."""
        groups: list[tuple[str, list[tuple[str, str]]]] = []
        if self.bridge is not None:
            keys = self.action_keys()
            actions = self.bridge.rules.actions
            groups.append(("Actions", [(key, actions[id].label) for id, key in keys.items()]))
        groups.append(("While something is asked", list(LISTED_KEYS)))
        held = self.keymap.command_keys()
        for group in dict.fromkeys(one.group for one in COMMANDS):
            rows = [
                (held[one.id].replace("+", " "), plain_label(one))
                for one in COMMANDS
                if one.group == group and held[one.id]
            ]
            if rows:
                groups.append((group, rows))
        self.keys_list.open(groups)

    def show_palette(self) -> None:
        """Every command, found by typing."""
        entries: list[Entry] = []
        bridge = self.bridge
        if bridge is not None and bridge.battle.phase == "running" and bridge.pending is None:
            keys = self.action_keys()
            for id, broken in bridge.queries.legal_actions(bridge.shown).items():
                action = bridge.rules.actions.get(id)
                if action is None or action.hidden:
                    continue
                note = " ".join(one.text for one in broken) or action.group
                entries.append(
                    Entry(action.label, keys.get(id, ""), note, partial(bridge.drafting.propose, id), bool(broken))
                )
        if bridge is not None and bridge.pending is None:
            entries += self._step_entries()
        held = self.keymap.command_keys()
        entries += [
            Entry(plain_label(command), held[command.id], command.group, self.slot(command))
            for command in COMMANDS
            if command.id != "palette" and command.slot
        ]
        if self.campaign is not None:
            with suppress(CampaignError):
                entries += [
                    Entry(f"Begin {one.name}", "", "encounter", partial(self.begin_encounter, one.id))
                    for one in self.campaign.encounters()
                ]
        if bridge is not None:
            entries += [
                Entry(f"Show {who.name}", "", "combatant", partial(bridge.show, who.id))
                for who in bridge.battle.combatants.values()
            ]
        entries.sort(key=lambda entry: entry.off)
        self.palette_.open(entries, QApplication.focusWidget())

    def show_steps(self) -> None:
        """The storyteller's steps that have no key of their own."""
        if self.bridge is not None and self._free_for("another step"):
            self.palette_.open(self._step_entries(), QApplication.focusWidget())

    def _step_entries(self) -> list[Entry]:
        """The storyteller's steps of the actions table as lines of the palette."""
        from exgui.gui.panel.step_form import reason_against, storyteller_steps

        bridge = self.bridge
        if bridge is None:
            return []
        out = []
        for action in storyteller_steps(bridge):
            reason = reason_against(bridge, action)
            note = reason or "storyteller"
            out.append(Entry(action.label, "", note, partial(self.open_step, action.id), bool(reason)))
        return out

    def change_keys(self) -> None:
        """The page on which keys are changed."""
        self.keys_page.open(self.bridge.rules if self.bridge is not None else None, QApplication.focusWidget())

    def show_why(self) -> None:
        """The parts of the number under the keys or the pointer, else of all that are shown."""
        if self.why.isVisible():
            self.why.hide()
            return
        if self.desk is None:
            return
        panel = self.desk.panel
        focus = QApplication.focusWidget()
        under = QApplication.widgetAt(self.cursor().pos())
        for widget in (focus, under):
            numbers = panel.why_of(widget)
            if numbers and widget is not None:
                self.why.show_numbers(numbers, widget)
                return
        numbers = panel.numbers()
        if numbers:
            self.why.show_numbers(numbers, panel.roll.title if panel.roll.pending is not None else panel.figures)

    def _map_saved(self, path: str) -> None:
        from exgui.gui.map.export import export_png

        if self.desk is None:
            return
        try:
            export_png(self.desk.map, Path(path))
        except OSError as error:
            self.say(str(error))
            return
        self.say(f"The map is saved as {path}.")

    def open_sheet(self, id: str) -> None:
        """A sheet of the campaign, of someone who fights here."""
        if self.bridge is not None:
            for who in self.bridge.battle.combatants.values():
                if who.sheet == id:
                    self.open_combatant(who.id)
                    return
        self.say("Nobody in this battle was made from that sheet.")

    def _dress(self, name: str) -> None:
        app = QApplication.instance()
        if isinstance(app, QApplication):
            theme.apply(app, name)
            self.keep("theme", name)
