"""One battle on the desk: its tick bar, map, panel and log, made together and let go together."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QBoxLayout, QPushButton, QVBoxLayout, QWidget

from exgui.gui.battle_controller import BattleController
from exgui.gui.log_view import LogView
from exgui.gui.map.view import MapView
from exgui.gui.outline import OutlineView
from exgui.gui.panel.odds import Source
from exgui.gui.panel.turn_panel import TurnPanel
from exgui.gui.panel.widgets import push, rule
from exgui.gui.tick_bar.bar import TickBar

if TYPE_CHECKING:
    from exgui.gui.tick_bar.wheel import BattleWheel


class Desk:
    """The widgets of one battle, joined to its bridge."""

    def __init__(self, bridge: BattleController, keys: Mapping[str, str], source: Source | None = None) -> None:
        self.map = MapView(bridge)
        self.ticks = TickBar(bridge)
        self.panel = TurnPanel(bridge, keys, source)
        self.panel.setMinimumWidth(280)
        self.log = LogView(bridge)
        self.log.setMinimumHeight(64)
        self.outline = OutlineView(bridge)
        self.outline.hide()
        self.wheel: BattleWheel | None = None
        self.switch: QPushButton | None = None
        self.beside: QWidget | None = None
        for widget in (self.map, self.ticks):
            for name, slot in (("picked", bridge.picking.pick), ("zone_picked", bridge.picking.pick_zone)):
                getattr(widget, name).connect(slot)
        self.outline.picked.connect(bridge.picking.pick)
        self.outline.zone_picked.connect(bridge.picking.pick_zone)

    @property
    def counts_up(self) -> bool:
        """Time only counts up, so that it can be shown as a wheel."""
        return self.ticks.timeline.axis == "up"

    def add_switch(self, slot: QBoxLayout, toggled: Callable[[], None]) -> None:
        """Puts the switch between line and wheel beside the tick bar, where time only counts up."""
        if self.counts_up:
            self.switch = push("Wheel", "quiet", "The tick bar as a wheel, or as a line", "Line or wheel")
            self.switch.clicked.connect(toggled)
            self.beside = QWidget()
            column = QVBoxLayout(self.beside)
            column.setContentsMargins(0, 0, 0, 0)
            column.addWidget(self.switch)
            column.addStretch(1)
            column.addWidget(rule())
            slot.addWidget(self.beside)

    def show_wheel(self, on: bool, opened: Callable[[str], None]) -> None:
        """Shows the wheel in the place of the tick bar, or the bar again.

        Args:
            opened: what opening somebody on the wheel does.
        """
        from exgui.gui.tick_bar.wheel import BattleWheel  # not above: most games have none

        if on and self.wheel is None:
            self.wheel = BattleWheel(self.ticks)
            self.wheel.picked.connect(self.ticks.controller.picking.pick)
            self.wheel.opened.connect(opened)
            slot = self.ticks.parentWidget()
            layout = slot.layout() if slot is not None else None
            if isinstance(layout, QBoxLayout):
                layout.insertWidget(0, self.wheel)
            QWidget.setTabOrder(self.ticks, self.wheel)
        if self.wheel is not None:
            held = self.ticks.hasFocus() or self.wheel.hasFocus()
            self.wheel.setVisible(on)
            self.ticks.setVisible(not on)
            if self.switch is not None:
                self.switch.setText("Line" if on else "Wheel")
            if held:
                (self.wheel if on else self.ticks).setFocus(Qt.FocusReason.OtherFocusReason)

    def set_gliding(self, on: bool) -> None:
        """Tokens glide to where they go, or jump; the wheel does as the bar."""
        self.map.animated = self.map.map.animated = self.ticks.animated = on

    def toggle_outline(self) -> None:
        """Shows the outline and gives it the keys, or takes it away."""
        self.outline.setVisible(not self.outline.isVisible())
        reason = Qt.FocusReason.ShortcutFocusReason
        (self.outline.map_tree if self.outline.isVisible() else self.map).setFocus(reason)

    @property
    def widgets(self) -> tuple[QWidget, ...]:
        """All of them, as Tab walks them."""
        return (self.ticks, self.map, self.panel, self.log)

    def close(self) -> None:
        """Takes them off the window."""
        for widget in (*self.widgets, self.outline, self.wheel, self.beside):
            if widget is None:
                continue
            widget.hide()
            widget.setParent(None)
            widget.deleteLater()
