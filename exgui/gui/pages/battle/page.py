"""The page of a battle: tick bar, map, turn panel and log; its hints in the top and status lines, and what Ctrl+Z
undoes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QPushButton, QSplitter, QWidget

from exgui.engine.asks import Choose, Declare, Roll
from exgui.gui.battle_control.controller import BattleController
from exgui.gui.battle_control.remembered_auto_roll import RememberedAutoRoll
from exgui.gui.battle_control.state import label_of
from exgui.gui.campaign_column.known_people import KnownPeople
from exgui.gui.log.text_outline import OutlineView
from exgui.gui.log.view import LogView
from exgui.gui.look.motion import glides, motion
from exgui.gui.map.view import MapView
from exgui.gui.pages.battle.beside import BesideStrip, Comparison, show_branch
from exgui.gui.pages.battle.bring_in import BringIn, DropOnMap
from exgui.gui.pages.battle.key_modes import editing_hints, editing_keys, key_groups, key_mode
from exgui.gui.pages.battle.menus.menu_actions import MenuActions
from exgui.gui.pages.battle.menus.menus import BattleMenus, OutlineMenu, PanelMenu, TickMenu
from exgui.gui.pages.battle.part_sizes import SharedRoom, WholeMapButton
from exgui.gui.pages.battle.tools import BattleTools, commands, step_commands
from exgui.gui.pages.page import Heading, UndoTarget
from exgui.gui.panel.turn_panel import TurnPanel
from exgui.gui.panel.typed_modifier import stunts
from exgui.gui.safe_events import safe_events
from exgui.gui.tick_bar.bar import TickBar
from exgui.gui.tokens.drawing import TokenPictures
from exgui.gui.widgets.basics import push, rule, styled
from exgui.gui.widgets.batched_layout import lay_out_now
from exgui.gui.widgets.layouts import hbox, vbox
from exgui.gui.window_command import KeyGroups, ModeName, OwnCommand, by_name
from exgui.play.play import Play

if TYPE_CHECKING:
    from exgui.gui.battle_control.state import Update
    from exgui.gui.pages.battle.map_editing.mode import MapEditing
    from exgui.gui.pages.battle.outlook import Outlook
    from exgui.gui.pages.page_context import PageContext
    from exgui.gui.tick_bar.wheel import BattleWheel, WheelColumn


SAVED = {
    "saved": "Every step is saved before it is shown.",
    "read-only": "The file is read-only.",
    "not saved": "This battle is not saved.",
}


@safe_events
class BattlePage(QWidget):
    """One battle.

    Signals:
        changed(): the heading, the hints or the possible commands are different.
        staged(): the battle has begun or ended, or another round has.
        rule_requested(str): the rule with this id should be shown.

    Args:
        context: its session has just opened this battle.
        keys: what the keys do in each of its modes.
    """

    changed = Signal()
    staged = Signal()
    rule_requested = Signal(str)
    kind = "battle"
    subject = ""

    def __init__(self, context: PageContext, play: Play, keys: Sequence[OwnCommand]) -> None:
        super().__init__(context.pages)
        self._keys = keys
        self.context = context
        self.controller: BattleController = BattleController(play, self)
        settings, session = context.settings, context.session
        self._saved = session.saved
        self._title = ""
        self._stage = (play.battle.phase, play.battle.round)
        self._pictures = pictures = TokenPictures(session.portrait)
        # Places before what stands in them: at each move of a widget to another Qt goes through all that is inside it.
        self._top = styled(QWidget(self), surface="panel", fills=True)
        self.room = SharedRoom(self, settings)
        self.map = MapView(self.controller, pictures, self.room.middle, session.picture_content)
        self.editing: MapEditing | None = None
        """The map's editing mode; None until it is first used."""
        self.outlook: Outlook | None = None
        self._bring_in = BringIn(self.controller, KnownPeople(session), context.show_message)
        self.ticks = TickBar(self.controller, pictures, self._top)
        WholeMapButton(self.map)
        self.outline = OutlineView(self.controller, self.room.middle)
        self.outline.hide()
        self.log = LogView(self.controller, self.room.left)
        self.log.setMinimumHeight(64)
        self.panel = TurnPanel(self.controller, self.action_keys(), context.odds, pictures, self.room.outer)
        self.panel.setMinimumWidth(280)
        self.wheel: BattleWheel | None = None
        self.wheel_column: WheelColumn | None = None
        self.switch: QPushButton | None = None
        DropOnMap(self.map, self._bring_in)
        self.tools: BattleTools = BattleTools(
            context, self.controller, self.panel, self.log, self._bring_in, lambda: self.map.keyboard.at
        )
        name = f"{session.campaign_key}/{session.battle_id}" if session.battle_id is not None else ""
        self.auto_roll: RememberedAutoRoll = RememberedAutoRoll(self.controller, settings, name)
        self._undo = BattleUndo(self.controller)
        self.menus: BattleMenus = BattleMenus(
            self, MenuActions(context, self.controller, self.tools, self.editing_mode)
        )
        TickMenu(self.ticks, self.ticks, self.ticks.input, self.menus)
        PanelMenu(self.panel, self.menus)
        self.log.more_about = lambda who: self.menus.entries("token", who)
        for tree in (self.outline.map_tree, self.outline.tick_tree):
            OutlineMenu(tree, self.menus)
        self._lay_out()
        self._connect()
        self._follow_keys()
        self.set_animated(glides(settings))
        motion().changed.connect(self._follow_motion)
        if self.counts_up and settings.flag("wheel", False):
            self.toggle_wheel()
        self.auto_roll.restore(by_default=settings.flag("auto_roll_foes", False))

    # What the window knows of a page

    @property
    def widget(self) -> QWidget:
        return self

    @property
    def column_place(self) -> QSplitter:
        """The campaign column's place: beside the map, above the log."""
        return self.room.middle

    @property
    def heading(self) -> Heading:
        found = heading(self.controller)
        return found.but(title=self._title) if self._title else found

    def show_title(self, title: str) -> None:
        """Show the battle's title in the list, "" for its original one."""
        if title != self._title:
            self._title = title
            self.changed.emit()

    @property
    def hints(self) -> tuple[str, ...]:
        if self.edits_map:
            return editing_hints(self.editing)
        return hints(self.controller, covered=self.panel.only_reads)

    @property
    def saved(self) -> tuple[str, str]:
        return self._saved, SAVED[self._saved]

    @property
    def undo_target(self) -> UndoTarget | None:
        return self._undo

    @property
    def tab_order(self) -> Sequence[QWidget]:
        return self.ticks, self.map, self.panel, self.log

    def commands(self) -> Sequence[OwnCommand]:
        """Return the shown combatant's actions, the storyteller's steps, and an entry to show each combatant."""
        return commands(self.controller, self.tools, self.action_keys())

    def step_commands(self) -> Sequence[OwnCommand]:
        return step_commands(self.controller, self.tools)

    def own_keys(self) -> KeyGroups:
        """Return the letters of the actions, and the keys whose meaning depends on what is asked; or those of the map
        that is edited."""
        if self.editing is not None and self.editing.active:
            return self.editing.view.keys.listed()
        return key_groups(self.controller, self.action_keys(), self._keys)

    def action_keys(self) -> dict[str, str]:
        """Return the letter of every action of the battle's game, by its id."""
        return self.context.keymap.action_keys(self.controller.rules)

    def key_mode(self, focus: QWidget | None) -> ModeName:
        return "page" if self.edits_map else key_mode(self.controller, self.panel, focus)

    def keys_in(self, mode: ModeName, focus: QWidget | None) -> Mapping[str, OwnCommand]:
        """Return the keys of its mode. While the map is edited, Escape leads from a field to the map, and from there
        back to the game."""
        return editing_keys(self.editing, focus) if self.edits_map else by_name(self._keys, mode)

    def take_keys(self) -> None:
        """Put the keys where something is to be typed, else on the map."""
        if self.editing is not None and self.editing.active:
            self.editing.take_keys()
            return
        self.map.setFocus(Qt.FocusReason.OtherFocusReason)
        self.panel.focus_asked()

    def close_page(self) -> None:
        """Remember how its parts share the room, and follow the battle no longer."""
        self.context.why.hide()
        if self.outlook is not None:
            self.outlook.close()
        if self.editing is not None:
            self.editing.close()
        self.room.save()
        self.controller.close()

    def shape(self, column: int) -> None:
        """Share the room as it was left by hand, else by the size of the window."""
        self.room.shape(column)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Share the new size between panel and log, unless the user moved their edge."""
        super().resizeEvent(event)
        self.room.share()

    # What is asked of a battle's page alone

    @property
    def asks_roll(self) -> bool:
        return isinstance(self.controller.pending, Roll)

    @property
    def counts_up(self) -> bool:
        """Time only counts up, so that it can be shown as a wheel."""
        return self.ticks.timeline.axis == "up"

    def toggle_wheel(self) -> bool:
        """Show the wheel beside the map in the place of the tick bar, or the bar again. True when it is shown now."""
        from exgui.gui.tick_bar.wheel import WheelColumn  # not above: most games have none

        if self.wheel_column is None:
            self.wheel_column = WheelColumn(self.ticks, self.context.run)
            self.wheel_column.hide()
            self.wheel = wheel = self.wheel_column.wheel
            wheel.picked.connect(self.controller.picking.pick)
            wheel.opened.connect(self.tools.open_combatant)
            wheel.input.beyond = self.map.carry
            TickMenu(wheel, wheel, wheel.input, self.menus)
            self.room.middle.insertWidget(self.room.middle.indexOf(self.map) + 1, self.wheel_column)
            QWidget.setTabOrder(self.ticks, wheel)
        assert self.wheel is not None
        on = self.wheel_column.isHidden()
        held = self.ticks.hasFocus() or self.wheel.hasFocus()
        self.wheel_column.setVisible(on)
        self.ticks.setVisible(not on)
        self._top.setVisible(not on)
        if held:
            (self.wheel if on else self.ticks).setFocus(Qt.FocusReason.OtherFocusReason)
        return on

    @property
    def edits_map(self) -> bool:
        """The map is being edited: gestures change it and do not play."""
        return self.editing is not None and self.editing.active

    def toggle_editing(self) -> None:
        """Begin to edit the map, or go back to the game."""
        editing = self.editing_mode()
        if editing.active:
            editing.leave()
        else:
            editing.begin()

    def editing_mode(self) -> MapEditing:
        if self.editing is None:
            from exgui.gui.pages.battle.map_editing.mode import MapEditing  # not above: most fights need none

            content, show_message = self.context.session.picture_content, self.context.show_message
            made = MapEditing(self.controller, self.map, self.panel, self._pictures, content, show_message)
            made.changed.connect(self.changed)
            made.menu_requested.connect(self.menus.open_selected)
            made.view.accepts, made.view.dropped = self._bring_in.accepts, self._bring_in.drop
            made.opened.connect(self.tools.open_combatant)
            self.editing = made
        return self.editing

    def show_options(self) -> None:
        """List everything that the active combatant could do, with odds."""
        if self.context.workers is not None and (who := self.controller.battle.active) is not None:
            from exgui.gui.fights.options import OptionsList  # not above: most fights need none

            OptionsList(self.context.window, self.controller, self.context.workers(), who).open()

    def suggest(self) -> None:
        """Fill in what the active combatant's policy would do; it is not done by itself."""
        battle = self.controller.battle
        who = battle.active
        if who is None:
            return
        from exgui.gui.pages.battle.outlook import fitting, prepared_plan
        from exgui.simulate.suggest import done_in_turn, suggestion

        plan, done = fitting(prepared_plan(self.context), battle), done_in_turn(self.controller.play)
        move = suggestion(self.controller.system, battle, who, plan, done)
        label = label_of(self.controller.rules, move.command)
        if (target := move.command.get("target")) is not None:
            label = f"{label}: {self.controller.name(str(target))}"
        self.controller.drafting.fill_in(move.command, label, move.why)

    def show_outlook(self) -> None:
        """Show how the battle ends in simulated fights, from this moment on."""
        if self.outlook is None and self.context.workers is not None:
            from exgui.gui.pages.battle.outlook import Outlook  # not above: most fights need none

            self.outlook = Outlook(self.context, self.controller, self.context.workers())
        if self.outlook is not None:
            self.outlook.show_report()

    def set_animated(self, on: bool) -> None:
        """Let tokens glide to where they go, or jump; the wheel does as the bar."""
        self.map.animated = self.map.map.animated = self.ticks.animated = on

    def _follow_motion(self) -> None:
        self.set_animated(glides(self.context.settings))

    def toggle_outline(self) -> None:
        self.outline.setVisible(not self.outline.isVisible())
        reason = Qt.FocusReason.ShortcutFocusReason
        (self.outline.map_tree if self.outline.isVisible() else self.map).setFocus(reason)

    def show_why(self, *places: QWidget | None) -> None:
        """Show the parts of the number that the first of some widgets shows, else the rule of the line of the log that
        was picked, or of a refusal, else the parts of all numbers that are shown; put them away where they are shown
        already."""
        if self.context.why.isVisible():
            self.context.why.hide()
            return
        for widget in places:
            numbers = self.panel.why_of(widget)
            if numbers and widget is not None:
                self.context.why.show_numbers(numbers, widget)
                return
        if rule := self.log.rule or self._rule_of_refusal():
            self.rule_requested.emit(rule)
            return
        numbers = self.panel.numbers()
        if numbers:
            beside = self.panel.roll.title if self.panel.roll.pending is not None else self.panel.figures
            self.context.why.show_numbers(numbers, beside)

    # Inside

    def _rule_of_refusal(self) -> str:
        refusal = self.controller.refusal
        return next((one.rule for one in refusal.violations if one.rule), "") if refusal is not None else ""

    def _lay_out(self) -> None:
        column = vbox(on=self, margins=0, spacing=0)
        row = hbox(self.ticks, on=self._top, margins=0, spacing=0)
        if self.counts_up:
            row.addWidget(self._with_switch())
        if (beside := self.context.session.beside) is not None:
            column.addWidget(BesideStrip(self.context.session, beside, self._compare))
        column.addWidget(self._top)
        self.room.keep_parts()
        column.addWidget(self.room.outer, 1)

    def _compare(self) -> None:
        Comparison(self.context.window).open(self.context.session)

    def _with_switch(self) -> QWidget:
        """Return the tick bar with the button that switches to the wheel."""
        self.switch = push(
            "Wheel",
            "quiet",
            "The tick bar as a wheel beside the map",
            "Show the wheel",
            do=lambda: self.context.run("wheel"),
        )
        beside = QWidget()
        vbox(self.switch, 1, rule(), on=beside, margins=0)
        return beside

    def _connect(self) -> None:
        controller = self.controller
        for widget in (self.map, self.ticks, self.outline):
            widget.picked.connect(controller.picking.pick)
        for place in (self.map, self.outline):
            place.zone_picked.connect(controller.picking.pick_zone)
        self.map.zone_picked.connect(self.tools.zone_picked)
        self.map.opened.connect(self.tools.open_combatant)
        self.map.menu_requested.connect(self.menus.open)
        self.ticks.opened.connect(self.tools.open_combatant)
        self.ticks.input.beyond = self.map.carry
        self.panel.rule_requested.connect(self.rule_requested)
        self.panel.after_fight.summary_requested.connect(lambda: self.context.run("summary"))
        self.panel.after_fight.form_requested.connect(self.tools.ask_for)
        self.panel.checklist.form_requested.connect(self.tools.ask_for)
        self.panel.covered.connect(self.changed)
        self.log.rule_requested.connect(self.rule_requested)
        self.panel.idle.connect(lambda: self.map.setFocus(Qt.FocusReason.OtherFocusReason))
        self.log.located.connect(lambda who: controller.show(who))
        self.log.amend_requested.connect(self.tools.amend)
        self.log.branch_requested.connect(lambda step: show_branch(self.context.session, step))
        self.context.keymap.changed.connect(self._follow_keys)
        controller.message.connect(self.context.show_message)
        controller.changed.connect(self._on_update)
        controller.timer_requested.connect(self.tools.set_timer)

    def _on_update(self, update: Update) -> None:
        if update.change is not None or update.shown:
            self.context.why.hide()
        if update.auto_roll:
            self.auto_roll.save()
        self.changed.emit()
        stage = (self.controller.battle.phase, self.controller.battle.round)
        if stage != self._stage:
            self._stage = stage
            self.staged.emit()
        lay_out_now()  # the page is the last of its parts to hear of an update

    def _follow_keys(self) -> None:
        self.panel.set_command_keys(self.context.keymap.command_keys())
        self.panel.set_keys(self.action_keys())


class BattleUndo:
    def __init__(self, controller: BattleController) -> None:
        self._controller = controller

    def can_undo(self) -> bool:
        """Return whether a command is being put together or was refused, or a step was done."""
        controller = self._controller
        return controller.draft is not None or controller.refusal is not None or controller.play.can_undo()

    def can_redo(self) -> bool:
        """Return whether a step was undone and nothing done since."""
        return self._controller.play.can_redo()

    def undo(self) -> str:
        """Undo the last answer or step, or drop a command that is not complete yet. The log shows which."""
        self._controller.steps.undo()
        return ""

    def redo(self) -> str:
        self._controller.steps.redo()
        return ""


def heading(controller: BattleController) -> Heading:
    battle = controller.battle
    before = "not begun" if controller.pending is None else "beginning"
    now = {"prepared": before, "over": "over"}.get(battle.phase) or controller.queries.timeline().caption
    return Heading(battle.title or "Battle", rules_caption(controller), now)


def hints(controller: BattleController, *, covered: bool = False) -> tuple[str, ...]:
    """Return who declares nothing more in this turn, and the keys that matter most now.

    Args:
        covered: a sheet covers what is asked.
    """
    silent = ", ".join(controller.name(who) for who in controller.nothing_more.all)
    return (*((f"Nothing more this turn: {silent}",) if silent else ()), *_keys(controller, covered))


def _keys(controller: BattleController, covered: bool) -> tuple[str, ...]:
    back = "Esc undo" if controller.steps.is_fresh else "Ctrl+Z undo"
    if controller.refusal is not None and controller.refusal.warns:
        return f"Space: {controller.refusal.label.lower()} anyway", "? the rule", "Esc cancels"
    if controller.refusal is not None and controller.refusal.suggested:
        return "Shift+Enter does it", "Esc cancels"
    if controller.refusal is not None and controller.refusal.reveals:
        return f"Space: {controller.refusal.reveals.lower()}", "Shift+Enter reveals", "Esc cancels"
    if controller.refusal is not None:
        return "Shift+Enter allows it", "? the rule", "Esc cancels"
    if covered:
        return "Esc back to the question", "PgDn scrolls"
    if controller.draft is not None and controller.draft.param.type in ("number", "text"):
        return "Enter continues", "Esc cancel"
    if controller.draft is not None:
        return "1\N{EN DASH}9 choose", "\N{UPWARDS ARROW}\N{DOWNWARDS ARROW} Enter", "Esc cancel"
    if isinstance(controller.pending, Choose):
        return "1\N{EN DASH}9 choose", "Enter picks the marked one", back
    if isinstance(controller.pending, Declare):
        return "1\N{EN DASH}9 choose", "Enter continues", "N nothing more this turn", back
    if controller.pending is not None:
        ready = stunts(controller.rules)[0].label.rstrip(" 1")  # "stunt" of "stunt 1", but "+1" of "+1"
        ready = ready if ready[-1:].isalpha() else stunts(controller.rules)[0].label
        return "Enter accept", "R the app rolls", f"S {ready}, again for more", "+ modifier", "? why", back
    if controller.battle.phase == "prepared":
        return "Space begins the battle", "Drag tokens into their zones"
    if controller.battle.phase == "over":
        return "The battle is over", "Ctrl+Z undoes the last step"
    return "Space next turn", "letter keys: actions", "? why", "Ctrl- or Alt-drag: override"


def rules_caption(controller: BattleController) -> str:
    """Return the ruleset's name, and how many of its switches are changed."""
    rules = controller.rules
    options = controller.battle.options
    changed = sum(1 for id, value in options.items() if id in rules.options and rules.options[id].default != value)
    return f"{rules.name} · house rules: {changed}" if changed else rules.name
