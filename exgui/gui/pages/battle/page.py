"""The page of a battle: its tick bar, map, turn panel and log, made together and let go together; what it says of the
battle in the top and status line, and what Ctrl+Z takes back."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QPixmap, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QSplitter, QVBoxLayout, QWidget

from exgui.engine.asks import Choose, Declare, Roll
from exgui.gui.battle_controller import BattleController
from exgui.gui.campaign_column.known_people import KnownPeople
from exgui.gui.keyboard.keymap import Keymap
from exgui.gui.log.view import LogView
from exgui.gui.map.view import MapView
from exgui.gui.pages.battle import battle_commands
from exgui.gui.pages.battle.auto_roll import AutoRoll
from exgui.gui.pages.battle.bring_in import BringIn, DropOnMap
from exgui.gui.pages.battle.bring_in_tool import BringInTool
from exgui.gui.pages.battle.editing_keys import editing_hints, editing_keys
from exgui.gui.pages.battle.keys import TABLE, key_groups, key_mode
from exgui.gui.pages.battle.menus.menu_actions import MenuActions
from exgui.gui.pages.battle.menus.menus import BattleMenus, OutlineMenu, PanelMenu, TickMenu
from exgui.gui.pages.battle.part_sizes import SharedRoom, WholeMapButton
from exgui.gui.pages.battle.tools import BattleTools
from exgui.gui.pages.page import Heading, UndoTarget
from exgui.gui.panel.batched_layout import lay_out_now
from exgui.gui.panel.odds import Source
from exgui.gui.panel.turn_panel import TurnPanel
from exgui.gui.panel.typed_modifier import stunts
from exgui.gui.safe_events import safe_events
from exgui.gui.settings import Settings
from exgui.gui.text_outline import OutlineView
from exgui.gui.tick_bar.bar import TickBar
from exgui.gui.tokens import TokenPictures
from exgui.gui.widgets.basics import push, rule
from exgui.gui.widgets.why_popover import WhyPopover
from exgui.gui.window_command import KeyGroups, ModeName, OwnCommand
from exgui.play.play import Play

if TYPE_CHECKING:
    from exgui.gui.battle_control.state import Update
    from exgui.gui.pages.battle.map_editing.mode import MapEditing
    from exgui.gui.tick_bar.wheel import BattleWheel, WheelColumn


SAVED = {
    "saved": "Every step is on the disk before it is shown.",
    "read only": "The file can only be read.",
    "not saved": "This battle is not written down.",
}


@safe_events
class BattlePage(QWidget):
    """One battle.

    Signals:
        changed(): the heading, the hints or what can be done are others.
        staged(): the battle has begun or ended, or another round has.
        rule_wanted(str): the rule of that id is to be shown.

    Args:
        name: under which its auto-rolls are remembered in the settings; "" for nowhere.
        saved: whether its steps are written down: one of the keys of `SAVED`.
        source: who works out the odds; None for no odds.
        portraits: gives the portrait of a name, square; a null picture where there is none.
        why: shows the parts of numbers, over the whole window.
        say: shows a sentence in the status line.
        run: does a command of the window, by its id.
        content: gives the bytes of a picture by its id or file name, None where there is none.
        people: who can be brought in; None for the ready-made opponents alone.
    """

    changed = Signal()
    staged = Signal()
    rule_wanted = Signal(str)
    kind = "battle"
    subject = ""

    def __init__(
        self,
        play: Play,
        name: str,
        saved: str,
        keymap: Keymap,
        settings: Settings,
        source: Source | None,
        portraits: Callable[[str], QPixmap],
        why: WhyPopover,
        say: Callable[[str], None],
        run: Callable[[str], None],
        parent: QWidget | None = None,
        content: Callable[[str], bytes | None] = lambda _id: None,
        people: KnownPeople | None = None,
    ) -> None:
        super().__init__(parent)
        self.controller: BattleController = BattleController(play, self)
        self.keymap, self.settings, self.why = keymap, settings, why
        self.say, self._saved = say, saved
        self._title = ""
        self._stage = (play.battle.phase, play.battle.round)
        pictures = TokenPictures(portraits)
        # Places before what stands in them: at each move of a widget to another Qt goes through all that is inside it.
        self._top = QWidget(self)
        self._top.setProperty("surface", "panel")
        self._top.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.room = SharedRoom(self, settings)
        self.map = MapView(self.controller, pictures, self.room.middle, content)
        self.editing: MapEditing | None = None
        """The mode in which the map is edited; None as long as nobody has wanted it."""
        bring_in = BringIn(self.controller, people or KnownPeople(), say)
        self._make_editing = partial(self._made_editing, pictures, content, say, bring_in)
        self.ticks = TickBar(self.controller, pictures, self._top)
        WholeMapButton(self.map)
        self.outline = OutlineView(self.controller, self.room.middle)
        self.outline.hide()
        self.log = LogView(self.controller, self.room.left)
        self.log.setMinimumHeight(64)
        keys = keymap.action_keys(self.controller.rules)
        self.panel = TurnPanel(self.controller, keys, source, pictures, self.room.outer)
        self.panel.setMinimumWidth(280)
        self.wheel: BattleWheel | None = None
        self.wheel_column: WheelColumn | None = None
        self._run = run
        self.switch: QPushButton | None = None
        DropOnMap(self.map, bring_in)
        self.tools: BattleTools = BattleTools(
            self.controller,
            self.panel,
            self.log,
            settings,
            lambda: self.map.keyboard.at,
            say,
            run,
            BringInTool(bring_in, self.panel.open_tool),
        )
        self.auto_roll: AutoRoll = AutoRoll(self.controller, settings, name)
        self._undo = BattleUndo(self.controller)
        actions = MenuActions(
            self.controller, self.tools, self.action_keys, keymap.command_keys, self.editing_mode, run
        )
        self.menus: BattleMenus = BattleMenus(self, actions)
        TickMenu(self.ticks, self.ticks, self.ticks.input, self.menus)
        PanelMenu(self.panel, self.menus)
        self.log.more_about = lambda who: self.menus.entries("token", who)
        for tree in (self.outline.map_tree, self.outline.tick_tree):
            OutlineMenu(tree, self.menus)
        self._lay_out()
        self._connect(say)
        self._follow_keys()
        self.set_animated(settings.flag("animate_tokens", True))
        if self.counts_up and settings.flag("wheel", False):
            self.toggle_wheel()
        self.auto_roll.restore(by_default=settings.flag("auto_roll_foes", False))

    # What the window knows of a page

    @property
    def widget(self) -> QWidget:
        return self

    @property
    def column_place(self) -> QSplitter:
        """Where the campaign column stands: beside the map, above the log."""
        return self.room.middle

    @property
    def heading(self) -> Heading:
        told = heading(self.controller)
        return told.but(title=self._title) if self._title else told

    def show_title(self, title: str) -> None:
        """It is listed under another title than it began with; "" for that."""
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
        """The actions of the one who is shown, the storyteller's steps, and everybody to be shown."""
        return battle_commands.commands(self.controller, self.tools, self.action_keys())

    def step_commands(self) -> Sequence[OwnCommand]:
        return battle_commands.step_commands(self.controller, self.tools)

    def own_keys(self) -> KeyGroups:
        """The letters of the actions, and the keys whose meaning depends on what is asked."""
        return key_groups(self.controller, self.action_keys())

    def action_keys(self) -> dict[str, str]:
        """The letter of every action of the battle's game, by its id."""
        return self.keymap.action_keys(self.controller.rules)

    def key_mode(self, focus: QWidget | None) -> ModeName:
        return "page" if self.edits_map else key_mode(self.controller, self.panel, focus)

    def keys_in(self, mode: ModeName, focus: QWidget | None) -> Mapping[str, OwnCommand]:
        """The keys of its mode. While the map is edited, Escape leads from a field to the map, and from there back to
        the game."""
        return editing_keys(self.editing, focus) if self.edits_map else TABLE[mode]

    def take_keys(self) -> None:
        """Puts the keys where something is to be typed, else on the map."""
        if self.editing is not None and self.editing.active:
            self.editing.take_keys()
            return
        self.map.setFocus(Qt.FocusReason.OtherFocusReason)
        self.panel.focus_asked()

    def close_page(self) -> None:
        """Remembers how its parts share the room, and follows the battle no longer."""
        self.why.hide()
        if self.editing is not None:
            self.editing.close()
        self.room.save()
        self.controller.close()

    def shape(self, column: int) -> None:
        """Shares the room as it was left by hand, else by the size of the window."""
        self.room.shape(column)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """In another window the panel and the log have another share, unless somebody has moved their edge."""
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
        """Shows the wheel beside the map in the place of the tick bar, or the bar again. True when it is shown now."""
        from exgui.gui.tick_bar.wheel import WheelColumn  # not above: most games have none

        if self.wheel_column is None:
            self.wheel_column = WheelColumn(self.ticks, self._run)
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
        """Begins to edit the map, or goes back to the game."""
        editing = self.editing_mode()
        if editing.active:
            editing.leave()
        else:
            editing.begin()

    def editing_mode(self) -> MapEditing:
        if self.editing is None:
            self.editing = self._make_editing()
        return self.editing

    def set_animated(self, on: bool) -> None:
        """Lets tokens glide to where they go, or jump; the wheel does as the bar."""
        self.map.animated = self.map.map.animated = self.ticks.animated = on

    def toggle_outline(self) -> None:
        self.outline.setVisible(not self.outline.isVisible())
        reason = Qt.FocusReason.ShortcutFocusReason
        (self.outline.map_tree if self.outline.isVisible() else self.map).setFocus(reason)

    def show_why(self, *places: QWidget | None) -> None:
        """Shows the parts of the number that the first of some widgets shows, else the rule of the line of the log that
        was picked, or of a refusal, else the parts of all numbers that are shown; puts them away where they are shown
        already."""
        if self.why.isVisible():
            self.why.hide()
            return
        for widget in places:
            numbers = self.panel.why_of(widget)
            if numbers and widget is not None:
                self.why.show_numbers(numbers, widget)
                return
        if rule := self.log.rule or self._rule_of_refusal():
            self.rule_wanted.emit(rule)
            return
        numbers = self.panel.numbers()
        if numbers:
            beside = self.panel.roll.title if self.panel.roll.pending is not None else self.panel.figures
            self.why.show_numbers(numbers, beside)

    # Inside

    def _made_editing(
        self,
        pictures: TokenPictures,
        content: Callable[[str], bytes | None],
        say: Callable[[str], None],
        bring_in: BringIn,
    ) -> MapEditing:
        from exgui.gui.pages.battle.map_editing.mode import MapEditing  # not above: most fights need none

        made = MapEditing(self.controller, self.map, self.panel, pictures, content, say)
        made.changed.connect(self.changed)
        made.menu_wanted.connect(self.menus.open_selected)
        made.view.accepts, made.view.dropped = bring_in.accepts, bring_in.drop
        made.opened.connect(self.tools.open_combatant)
        return made

    def _rule_of_refusal(self) -> str:
        refusal = self.controller.refusal
        return next((one.rule for one in refusal.violations if one.rule), "") if refusal is not None else ""

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        row = QHBoxLayout(self._top)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(self.ticks)
        if self.counts_up:
            row.addWidget(self._with_switch())
        column.addWidget(self._top)
        self.room.keep_parts()
        column.addWidget(self.room.outer, 1)

    def _with_switch(self) -> QWidget:
        """What stands beside the tick bar: the switch to the wheel."""
        self.switch = push("Wheel", "quiet", "The tick bar as a wheel beside the map", "Show the wheel")
        self.switch.clicked.connect(lambda: self._run("wheel"))
        beside = QWidget()
        column = QVBoxLayout(beside)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.switch)
        column.addStretch(1)
        column.addWidget(rule())
        return beside

    def _connect(self, say: Callable[[str], None]) -> None:
        controller = self.controller
        for widget in (self.map, self.ticks, self.outline):
            widget.picked.connect(controller.picking.pick)
        for place in (self.map, self.outline):
            place.zone_picked.connect(controller.picking.pick_zone)
        self.map.zone_picked.connect(self.tools.zone_picked)
        self.map.opened.connect(self.tools.open_combatant)
        self.map.menu_wanted.connect(self.menus.open)
        self.ticks.opened.connect(self.tools.open_combatant)
        self.ticks.input.beyond = self.map.carry
        self.panel.why.connect(self._show_why_of)
        self.panel.rule_wanted.connect(self.rule_wanted)
        self.panel.after_fight.summary_wanted.connect(lambda: self._run("summary"))
        self.panel.after_fight.form_wanted.connect(self.tools.ask_for)
        self.panel.checklist.form_wanted.connect(self.tools.ask_for)
        self.panel.covered.connect(self.changed)
        self.log.rule_wanted.connect(self.rule_wanted)
        self.panel.idle.connect(lambda: self.map.setFocus(Qt.FocusReason.OtherFocusReason))
        self.log.located.connect(lambda who: controller.show(who))
        self.log.amend_wanted.connect(self.tools.amend)
        self.keymap.changed.connect(self._follow_keys)
        controller.message.connect(say)
        controller.changed.connect(self._on_update)
        controller.timer_wanted.connect(self.tools.set_timer)

    def _on_update(self, update: Update) -> None:
        if update.change is not None or update.shown:
            self.why.hide()
        if update.auto_roll:
            self.auto_roll.save()
        self.changed.emit()
        stage = (self.controller.battle.phase, self.controller.battle.round)
        if stage != self._stage:
            self._stage = stage
            self.staged.emit()
        lay_out_now()  # the page is the last of its parts to hear of an update

    def _follow_keys(self) -> None:
        self.panel.set_command_keys(self.keymap.command_keys())
        self.panel.set_keys(self.action_keys())

    def _show_why_of(self, numbers: object, near: object) -> None:
        if isinstance(numbers, list) and isinstance(near, QWidget):
            self.why.show_numbers(numbers, near)


class BattleUndo:
    """The undo target of one battle."""

    def __init__(self, controller: BattleController) -> None:
        self._controller = controller

    def can_undo(self) -> bool:
        """A command is being put together or was refused, or a step was done."""
        controller = self._controller
        return controller.draft is not None or controller.refusal is not None or controller.play.can_undo()

    def can_redo(self) -> bool:
        """A step was taken back, and nothing new was done since."""
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
    try:
        now = controller.queries.timeline().caption
    except Exception:
        now = f"Round {battle.round}"
    before = "not begun" if controller.pending is None else "beginning"
    now = {"prepared": before, "over": "over"}.get(battle.phase, now)
    return Heading(battle.title or "Battle", rules_caption(controller), now)


def hints(controller: BattleController, *, covered: bool = False) -> tuple[str, ...]:
    """Who declares nothing more in this turn, and the keys that matter most now.

    Args:
        covered: a sheet covers what is asked.
    """
    silent = ", ".join(controller.name(who) for who in controller.nothing_more.all)
    return (*((f"Nothing more this turn: {silent}",) if silent else ()), *_keys(controller, covered))


def _keys(controller: BattleController, covered: bool) -> tuple[str, ...]:
    back = "Esc takes it back" if controller.steps.is_fresh else "Ctrl+Z take back"
    if controller.refusal is not None and controller.refusal.warns:
        return f"Space: {controller.refusal.label.lower()} anyway", "? the rule", "Esc cancels"
    if controller.refusal is not None and controller.refusal.reveals:
        return f"Space: {controller.refusal.reveals.lower()}", "Shift+Enter reveals", "Esc cancels"
    if controller.refusal is not None:
        return "Shift+Enter allows it", "? the rule", "Esc cancels"
    if covered:
        return "Esc goes back to what is asked", "PgDn scrolls"
    if controller.draft is not None and controller.draft.param.type in ("number", "text"):
        return "Enter goes on", "Esc cancel"
    if controller.draft is not None:
        return "1\N{EN DASH}9 choose", "\N{UPWARDS ARROW}\N{DOWNWARDS ARROW} Enter", "Esc cancel"
    if isinstance(controller.pending, Choose):
        return "1\N{EN DASH}9 choose", "Enter takes the marked one", back
    if isinstance(controller.pending, Declare):
        return "1\N{EN DASH}9 choose", "Enter goes on", "N nothing more this turn", back
    if controller.pending is not None:
        ready = stunts(controller.rules)[0].label.rstrip(" 1")  # "stunt" of "stunt 1", but "+1" of "+1"
        ready = ready if ready[-1:].isalpha() else stunts(controller.rules)[0].label
        return "Enter accept", "R the app rolls", f"S {ready}, again for more", "+ modifier", "? why", back
    if controller.battle.phase == "prepared":
        return "Space begins the battle", "Drag tokens into their zones"
    if controller.battle.phase == "over":
        return "The battle is over", "Ctrl+Z takes the last step back"
    return "Space next turn", "a letter acts", "? why", "Ctrl or Alt drag: storyteller's word"


def rules_caption(controller: BattleController) -> str:
    """The ruleset's name, and how many of its switches stand otherwise than it has them."""
    rules = controller.rules
    options = controller.battle.options
    changed = sum(1 for id, value in options.items() if id in rules.options and rules.options[id].default != value)
    return f"{rules.name} · house rules: {changed}" if changed else rules.name
