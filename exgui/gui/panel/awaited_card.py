"""What people wait for, each with buttons that say it happens."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from exgui.engine.asks import Command
from exgui.engine.system import Awaited
from exgui.gui.battle_controller import BattleController
from exgui.gui.widgets.basics import clear, label, push, show_new


class AwaitedCard(QFrame):
    """Stands in the panel for as long as somebody waits, in anybody's turn and between two."""

    def __init__(self, controller: BattleController, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "card")
        self.setAccessibleName("Waited for")
        self.controller = controller
        self._keys: Mapping[str, str] = {}
        self.buttons: list[QPushButton] = []
        self._told: tuple[Awaited, ...] = ()
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(12, 8, 12, 8)
        self._column.setSpacing(4)
        self.hide()

    def fill(self, *, free: bool) -> None:
        """Shows what is waited for now.

        Args:
            free: nothing is asked that has to be answered first.
        """
        found = self.controller.awaited if free else ()
        self.setVisible(bool(found))
        if found and found != self._told:
            self._told = found
            self._lay_out(found)

    def set_keys(self, keys: Mapping[str, str]) -> None:
        """The keys of the window's commands, by id, are these."""
        self._keys = keys
        if self._told:
            self._lay_out(self._told)

    def happens(self, *, before: bool) -> None:
        """What stands first happens: those who wait for it act before it, or after."""
        found = self.controller.awaited
        if found:
            self._do(found[0].before if before else found[0].after)

    def _lay_out(self, found: tuple[Awaited, ...]) -> None:
        clear(self._column)
        self.buttons = []
        for one in found:
            names = " and ".join(self.controller.name(id) for id in one.who)
            waits = f"{names} {'wait' if len(one.who) > 1 else 'waits'} until"
            self._column.addWidget(label(waits, "small", "muted", wrap=True))
            self._column.addWidget(label(one.event, "strong", wrap=True))
            for words, command, id in (
                ("before it", one.before, "awaited_before"),
                ("after it", one.after, "awaited_after"),
            ):
                row = QHBoxLayout()
                row.setSpacing(8)
                row.addWidget(self._button(f"They act {words}", command))
                row.addStretch(1)
                if one is found[0] and self._keys.get(id):
                    row.addWidget(label(self._keys[id].replace("+", " "), "keycap"))
                self._column.addLayout(row)
        show_new(self)

    def _button(self, words: str, command: Command) -> QPushButton:
        button = push(words, "chip", f"It happens. {words}")
        button.clicked.connect(lambda: self._do(command))
        self.buttons.append(button)
        return button

    def _do(self, command: Command) -> None:
        self.controller.drafting.cancel()
        self.controller.steps.dispatch(command)
