"""Which mode of the keyboard is in force on the page of a battle."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from exgui.gui.battle_controller import BattleController
from exgui.gui.keyboard.binding import ModeName
from exgui.gui.keyboard.focused_field import writes
from exgui.gui.panel.dice_field import DiceField
from exgui.gui.panel.turn_panel import TurnPanel


def key_mode(controller: BattleController, panel: TurnPanel, focus: QWidget | None) -> ModeName:
    """Which mode is in force while the keys go to that widget."""
    if isinstance(focus, DiceField):
        return "fact" if panel.roll.asks_fact() else "dice"
    if writes(focus):
        return "writing"
    if panel.only_reads:
        return "reading"
    if controller.draft is not None:
        return "draft"
    return "asked" if controller.pending is not None else "idle"
