"""What to do next while it is nobody's turn, and who is there before a battle begins."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtWidgets import QVBoxLayout, QWidget

from exgui.gui.battle_controller import BattleController
from exgui.gui.panel.ready_card import ReadyCard
from exgui.gui.widgets.basics import label

READY = ("Ready to begin", "Drag tokens into their zones, click one to look it over. Space begins the battle.")
NOBODY_UP = ("Nobody is up", "Choose somebody on the map, or take the last step back with Ctrl+Z.")


class Guide(QWidget):
    """A title, a sentence, and while the battle is prepared who is in it.

    Attributes:
        ready: who is in it.
    """

    def __init__(self, controller: BattleController) -> None:
        super().__init__()
        self.controller = controller
        self._filled_for: tuple[object, ...] = ()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        self.title = label("", "title", wrap=True)
        self.text = label("", "body", "muted", wrap=True)
        self.ready = ReadyCard(controller)
        for widget in (self.title, self.text, self.ready):
            column.addWidget(widget)

    def fill(self, *, covered: bool) -> None:
        """Shows what to do next, unless a tool covers it."""
        battle = self.controller.battle
        show = battle.active is None and self.controller.pending is None and not covered and battle.phase != "over"
        self.setVisible(show)
        if show:
            title, text = READY if battle.phase == "prepared" else NOBODY_UP
            if (due := self.controller.naming) is not None:
                title, text = due.title, due.text
            self.title.setText(title)
            self.text.setText(text)
            self._fill_ready()

    def set_command_keys(self, keys: Mapping[str, str]) -> None:
        """The keys of the window's commands, by id, are these."""
        self.ready.keys = keys
        self._filled_for = ()

    def _fill_ready(self) -> None:
        """Who is there is shown while the battle has not begun and nobody is looked at."""
        battle = self.controller.battle
        filled_for = (battle.phase, tuple(battle.combatants.values()), self.controller.auto_roll.sides)
        shown = battle.phase == "prepared" and self.controller.shown not in battle.combatants
        self.ready.setVisible(shown)
        if shown and filled_for != self._filled_for:
            self._filled_for = filled_for
            self.ready.fill()
