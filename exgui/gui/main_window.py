"""The storyteller's window: tick bar, campaign, map, turn panel, log, and the keys that reach all of it."""

from __future__ import annotations

import json
from contextlib import suppress
from itertools import pairwise
from typing import TYPE_CHECKING

from PySide6.QtCore import QByteArray, QEvent, QRect, QSettings, QSize, Qt
from PySide6.QtGui import QAction, QCloseEvent, QKeySequence, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QAbstractButton, QHBoxLayout, QMenu, QSplitter, QVBoxLayout, QWidget

from exgui.gui import theme
from exgui.gui.actions import COMMANDS
from exgui.gui.doing import Doing
from exgui.gui.empty import EmptyState
from exgui.gui.frame import StatusLine, TopLine
from exgui.gui.keyboard import Keyboard
from exgui.gui.keymap import FIXED, Keymap
from exgui.gui.keys_page import KeysPage
from exgui.gui.overlay import KeyList, Palette
from exgui.gui.panel.odds import Source
from exgui.gui.panel.why_popover import WhyPopover
from exgui.gui.settling import lay_out_now
from exgui.gui.sidebar import FOLDED, NARROWEST, OPEN, Sidebar

if TYPE_CHECKING:
    from exgui.gui.battle_control.state import Update
    from exgui.gui.battle_controller import BattleController
    from exgui.play.play import Play

# What reads files and plays battles is imported where it is needed; the first picture of the window does not wait.

USUAL = QSize(1366, 768)
TITLE_BAR = 40
"""Height that a title bar may take, as long as the screen has not told."""
ROOMY = 1600
"""From this width on the campaign column is open and the panel wide, unless the user had it otherwise."""


class MainWindow(Doing):
    """One campaign, one battle at a time.

    Args:
        settings: where geometry and wishes are kept; None keeps nothing.
        source: who works out the odds; None for no odds.
    """

    def __init__(self, settings: QSettings | None = None, source: Source | None = None) -> None:
        super().__init__()
        self.settings = settings
        self.source = source
        self.campaign = None
        self.battle_id = None
        self.bridge = None
        self.desk = None
        self.keymap = Keymap(settings, self)
        self.setWindowTitle("exgui")
        self.setMinimumSize(960, 600)
        self.actions_by_id = {}
        self.gliding = self.flag("gliding", True)
        self._shaped = False
        self._restoring = False
        self._fitted = True
        self._build()
        self.why = WhyPopover(self)
        self.palette_ = Palette(self)
        self.keys_list = KeyList(self)
        self.keys_page = KeysPage(self, self.keymap)
        self._listed: tuple[str, int] | None = None
        self._make_actions()
        self.keymap.changed.connect(self._follow_keys)
        self._follow_keys()
        theme.notifier().changed.connect(self._on_theme)
        self._on_theme()
        self._restore()
        self.show_nothing()
        self.keyboard = Keyboard(self)

    # Campaigns and battles

    def show_play(self, play: Play, id: int | None = None) -> None:
        """Puts a battle on the desk."""
        from exgui.gui.battle_controller import BattleController
        from exgui.gui.desk import Desk

        self.clear_desk()
        self.battle_id = id
        bridge = BattleController(play, self)
        self.bridge = bridge
        bridge.message.connect(self.say)
        bridge.changed.connect(self._on_update)
        bridge.timer_wanted.connect(self.set_timer)
        desk = Desk(bridge, self.action_keys(), self.source)
        self.desk = desk
        desk.panel.set_command_keys(self.keymap.command_keys())
        desk.panel.why.connect(self._show_why_of)
        desk.panel.idle.connect(lambda: desk.map.setFocus(Qt.FocusReason.OtherFocusReason))
        desk.log.located.connect(lambda who: bridge.show(who))
        desk.log.amend_wanted.connect(self.amend_step)
        desk.map.opened.connect(self.open_combatant)
        desk.ticks.opened.connect(self.open_combatant)
        self._tick_slot.addWidget(desk.ticks)
        desk.add_switch(self._tick_slot, self.toggle_wheel)
        self._middle.insertWidget(1, desk.map)
        self._middle.setStretchFactor(1, 1)
        self._middle.addWidget(desk.outline)
        self._left.addWidget(desk.log)
        self._left.setStretchFactor(0, 1)
        self._outer.addWidget(desk.panel)
        self._outer.setStretchFactor(0, 1)
        self.empty.hide()
        for widget in desk.widgets:
            widget.show()
        self.show_gliding()
        if desk.counts_up and self.flag("wheel", False):
            desk.show_wheel(True, self.open_combatant)
        self._restore_autos(bridge)
        self.sidebar.show_campaign(self.campaign, id)
        self._order_tabs()
        self._shape()
        self._follow()
        bridge.changed.connect(lambda _update: lay_out_now())  # the last who hears it
        desk.map.setFocus(Qt.FocusReason.OtherFocusReason)
        desk.panel.focus_asked()
        if self.settings is not None and id is not None and self.campaign is not None:
            self.settings.setValue(f"battle/{self.campaign_key}", id)

    # Building

    def _build(self) -> None:
        central = QWidget()
        central.setProperty("surface", "background")
        central.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        column = QVBoxLayout(central)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        self.top = TopLine(self.slot)
        column.addWidget(self.top)
        ticks = QWidget()
        ticks.setProperty("surface", "panel")
        ticks.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._tick_slot = QHBoxLayout(ticks)
        self._tick_slot.setContentsMargins(0, 0, 0, 0)
        self._tick_slot.setSpacing(0)
        column.addWidget(ticks)
        self.sidebar = Sidebar()
        self.sidebar.battle_wanted.connect(self.open_battle)
        self.sidebar.encounter_wanted.connect(self.begin_encounter)
        self.sidebar.sheet_wanted.connect(self.open_sheet)
        self.sidebar.folded.connect(lambda _folded: self._share_middle())
        self._middle = QSplitter(Qt.Orientation.Horizontal)
        self._middle.addWidget(self.sidebar)
        self.empty = EmptyState()
        self._middle.addWidget(self.empty)
        self._left = QSplitter(Qt.Orientation.Vertical)
        self._left.addWidget(self._middle)
        self._outer = QSplitter(Qt.Orientation.Horizontal)
        self._outer.addWidget(self._left)
        for splitter in self._splitters():
            splitter.setChildrenCollapsible(False)
            splitter.setHandleWidth(1)
        column.addWidget(self._outer, 1)
        self.status = StatusLine()
        column.addWidget(self.status)
        self.setCentralWidget(central)

    def _splitters(self) -> tuple[QSplitter, ...]:
        """What can be dragged: campaign and map, these and the log, all that and the panel (which has the full
        height, since a resolution needs it more than the log needs the width)."""
        return self._middle, self._left, self._outer

    def _make_actions(self) -> None:
        menu = QMenu(self)
        headings: dict[str, QMenu] = {}
        for command in COMMANDS:
            if not command.slot:
                continue
            action = QAction(command.label, self)
            action.triggered.connect(self.slot(command))
            if command.id not in FIXED:
                self.addAction(action)
            self.actions_by_id[command.id] = action
            if command.menu:
                if command.group not in headings:
                    headings[command.group] = menu.addMenu(command.group)
                headings[command.group].addAction(action)
        for id in ("dark", "light", "follow", "autos", "auto_one", "gliding"):
            self.actions_by_id[id].setCheckable(True)
        self.show_gliding()
        self.top.menu_button.setMenu(menu)
        opened = QAction(self)
        opened.setShortcut(QKeySequence("F10"))
        opened.triggered.connect(self.top.menu_button.showMenu)
        self.addAction(opened)

    def _follow_keys(self) -> None:
        """Menus, the top line and the panel show the keys as they are."""
        keys = self.keymap.command_keys()
        for id, action in self.actions_by_id.items():
            if id not in FIXED:
                action.setShortcut(QKeySequence(keys[id]))
        self.top.show_keys(keys)
        if self.desk is not None:
            self.desk.panel.set_keys(self.action_keys())
            self.desk.panel.set_command_keys(keys)

    # Following the battle

    def _on_update(self, update: Update) -> None:
        if update.change is not None:
            self._follow()
        elif update.draft and self.bridge is not None:
            self.status.show_hints(self.bridge)
        if update.shown:
            self._hide_why()
        if update.auto_roll:
            self._autos_changed()

    def _follow(self) -> None:
        bridge = self.bridge
        if bridge is None:
            return
        battle = bridge.battle
        self.top.show_battle(bridge)
        self.setWindowTitle(f"{battle.title or 'Battle'} \N{EM DASH} exgui")
        self.setWindowModified(False)
        read_only = self.campaign is not None and self.campaign.read_only
        self.status.show_kept(kept=self.battle_id is not None, read_only=read_only)
        self.actions_by_id["undo"].setEnabled(bridge.play.can_undo())
        self.actions_by_id["redo"].setEnabled(bridge.play.can_redo())
        self.status.show_hints(bridge)
        self._show_autos()
        self._hide_why()
        stage = (battle.phase, battle.round)
        if self.campaign is not None and stage != self._listed:
            self._listed = stage
            self.sidebar.show_battles(self.campaign)

    def _autos_changed(self) -> None:
        self._show_autos()
        bridge, where = self.bridge, self._autos_key()
        if bridge is not None and where and not self._restoring:
            self.keep(where, json.dumps({"sides": sorted(bridge.auto_roll.sides), "ones": dict(bridge.auto_roll.ones)}))

    def _autos_key(self) -> str:
        """Where it is kept who rolls by itself in this battle; "" for nowhere."""
        if self.campaign is None or self.battle_id is None:
            return ""
        return f"autos_of/{self.campaign_key}/{self.battle_id}"

    def _restore_autos(self, bridge: BattleController) -> None:
        """Who rolled by itself when this battle was last on the desk, else the foes where that is wished."""
        where = self._autos_key()
        kept = self.settings.value(where) if self.settings is not None and where else None
        sides: tuple[str, ...] = bridge.auto_roll.foes() if self.flag("autos", False) else ()
        ones: dict[str, bool] = {}
        # What cannot be read, since someone wrote into the settings, is as if nothing had been kept.
        with suppress(ValueError, TypeError, KeyError, AttributeError):
            read = json.loads(str(kept)) if kept is not None else {}
            if read:
                sides, ones = (
                    tuple(str(side) for side in read["sides"]),
                    {str(who): bool(on) for who, on in read["ones"].items()},
                )
        if sides or ones:
            self._restoring = True
            try:
                bridge.auto_roll.set(sides, ones)
            finally:
                self._restoring = False

    def _show_autos(self) -> None:
        """The menu shows who rolls by itself."""
        bridge = self.bridge
        if bridge is not None:
            foes = set(bridge.auto_roll.foes())
            self.actions_by_id["autos"].setChecked(bool(foes) and foes <= bridge.auto_roll.sides)
            self.actions_by_id["auto_one"].setChecked(bridge.auto_roll.rolls_for(bridge.shown or ""))

    def show_gliding(self) -> None:
        """Has the map and the tick bar move their tokens as is wished, and the menu say so."""
        self.actions_by_id["gliding"].setChecked(self.gliding)
        if self.desk is not None:
            self.desk.set_gliding(self.gliding)

    def _hide_why(self) -> None:
        self.why.hide()

    def _show_why_of(self, numbers: object, near: object) -> None:
        if isinstance(numbers, list) and isinstance(near, QWidget):
            self.why.show_numbers(numbers, near)

    # Look and shape

    def _on_theme(self) -> None:
        self.top.dress()
        for id, name in (("dark", "dark"), ("light", "light"), ("follow", "system")):
            self.actions_by_id[id].setChecked(theme.wish() == name)
        for widget in self.findChildren(QAbstractButton):
            widget.update()

    def _shape(self) -> None:
        """How wide things are the first time, by the room there is."""
        roomy = self.width() >= ROOMY
        panel = 420 if roomy else theme.PANEL_WIDTH
        side = self._side_width()
        log = 190 if self.height() > 900 else 120
        sizes = (
            [side, max(200, self.width() - side - panel)],
            [max(200, self.height() - log), log],
            [max(400, self.width() - panel), panel],
        )
        for number, (splitter, parts) in enumerate(zip(self._splitters(), sizes, strict=True)):
            kept = self.settings.value(f"splitter{number}") if self.settings is not None else None
            if not (isinstance(kept, QByteArray) and splitter.restoreState(kept)):
                splitter.setSizes(parts)
        if self.sidebar.is_folded:
            self._share_middle()  # whatever it had when it was open

    def _side_width(self) -> int:
        """How wide the campaign column is when it is folded, or unfolded just now."""
        return FOLDED if self.sidebar.is_folded else max(NARROWEST, min(OPEN, self.width() // 5))

    def _share_middle(self) -> None:
        """What the campaign column gives up or takes goes to the map or comes from it."""
        sizes = self._middle.sizes()
        if len(sizes) > 1:
            side = self._side_width()
            self._middle.setSizes([side, max(200, sizes[0] + sizes[1] - side), *sizes[2:]])

    def _order_tabs(self) -> None:
        desk = self.desk
        if desk is None:
            return
        chain = [self.top.menu_button, self.sidebar, desk.ticks, desk.map, desk.panel, desk.log]
        for first, second in pairwise(chain):
            QWidget.setTabOrder(first, second)

    def show_empty(self) -> None:
        self.clear_desk()
        self.empty.show()
        if self.empty.first is not None:
            self.empty.first.setFocus(Qt.FocusReason.OtherFocusReason)
        self.top.show_battle(None)
        self.status.show_hints(None)
        self.setWindowTitle("exgui")

    def clear_desk(self) -> None:
        self._hide_why()
        if self.desk is not None:
            self._keep_shape()
            self.desk.close()
            self.desk = None
        if self.bridge is not None:
            self.bridge.close()
            self.bridge.deleteLater()
            self.bridge = None
        self.battle_id = None

    def _keep_shape(self) -> None:
        if self.settings is not None and self.desk is not None and self._shaped:
            for number, splitter in enumerate(self._splitters()):
                self.settings.setValue(f"splitter{number}", splitter.saveState())

    def _restore(self) -> None:
        geometry = self.settings.value("geometry") if self.settings is not None else None
        if not (isinstance(geometry, QByteArray) and self.restoreGeometry(geometry)):
            self.resize(USUAL)
        folded = self.settings.value("sidebar_folded") if self.settings is not None else None
        self._fold_by_room = folded is None
        if folded is not None:
            self.sidebar.set_folded(str(folded).lower() == "true")
        else:
            self.sidebar.set_folded(self.width() < ROOMY)

    def fit_screen(self) -> None:
        """Sees to it that the whole window is on the screen, title bar and all; where the screen is small it fills it.

        To be called before it is shown."""
        screen = self.screen()
        if screen is None:
            return
        room = screen.availableGeometry()
        self._fitted = False
        if room.width() <= USUAL.width() or room.height() < USUAL.height() + TITLE_BAR:
            self.resize(self.size().boundedTo(QSize(room.width(), room.height() - TITLE_BAR)))
            self.setWindowState(self.windowState() | Qt.WindowState.WindowMaximized)
            return
        self._put_within(room)

    def _put_within(self, room: QRect) -> None:
        """Makes the window smaller, and moves it, until its frame is within a part of the screen."""
        frame, inner = self.frameGeometry(), self.geometry()
        edge = QSize(frame.width() - inner.width(), max(frame.height() - inner.height(), 0))
        size = inner.size().boundedTo(room.size() - edge).expandedTo(self.minimumSize())
        if size != inner.size():
            self.resize(size)
        wanted = QRect(frame.topLeft(), size + edge)
        x = max(room.left(), min(wanted.left(), room.right() + 1 - wanted.width()))
        y = max(room.top(), min(wanted.top(), room.bottom() + 1 - wanted.height()))
        if (x, y) != (frame.left(), frame.top()):
            self.move(x, y)

    # Qt's events

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if not self._shaped:
            self._shaped = True
            self._shape()
            (self.desk.map if self.desk is not None else self.empty).setFocus(Qt.FocusReason.OtherFocusReason)
            if self.desk is not None:
                self.desk.panel.focus_asked()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.ActivationChange and not self._fitted and self.isVisible():
            # Only now has the window manager told how large its frame is.
            self._fitted = True
            screen = self.screen()
            if screen is not None and not self.windowState() & (
                Qt.WindowState.WindowMaximized | Qt.WindowState.WindowFullScreen
            ):
                self._put_within(screen.availableGeometry())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self._fold_by_room and not self._shaped:
            self.sidebar.set_folded(self.width() < ROOMY)
        if not self._shaped and self.desk is not None:
            self._shape()

    def closeEvent(self, event: QCloseEvent) -> None:
        if self.settings is not None:
            self.settings.setValue("geometry", self.saveGeometry())
        self.leave()
        self.keyboard.stop()
        super().closeEvent(event)
