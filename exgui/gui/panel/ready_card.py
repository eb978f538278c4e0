"""Before a battle: who stands on which side, for whom the app rolls, who is not on the map yet, and what can still
be done."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QGridLayout, QHBoxLayout, QVBoxLayout, QWidget

from exgui.engine.battle import Combatant
from exgui.gui.battle_controller import BattleController
from exgui.gui.widgets.basics import clear, label, push, show_new
from exgui.rulebook.encounter_shape import OBJECT

MOST_NAMES = 12
LONGEST = 60
COMMANDS = (
    ("sheet", "the sheet of the one picked"),
    ("overrule", "set any number of anybody"),
    ("timers", "a timer, for what comes later"),
    ("palette", "every command by its name"),
    ("keys", "all keys"),
)
"""Commands of the window that are of use now, and what each is for."""


class ReadyCard(QWidget):
    """Stands in the turn panel while a battle has not begun.

    Attributes:
        keys: the key of each command of the window, by its id.
    """

    def __init__(self, controller: BattleController) -> None:
        super().__init__()
        self.controller = controller
        self.chips: dict[str, QWidget] = {}
        self.keys: Mapping[str, str] = {}
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 8, 0, 0)
        self._column.setSpacing(8)

    def fill(self) -> None:
        """Shows everybody as they are now."""
        clear(self._column)
        self.chips = {}
        everyone = self.controller.battle.combatants.values()
        for side in dict.fromkeys(one.side for one in everyone):
            self._side(side, [one for one in everyone if one.side == side])
        off = [one for one in everyone if one.zone is None and not one.waiting]
        if off:
            stands = "stands" if len(off) == 1 else "stand"
            self._column.addWidget(
                label(f"{_names(off)} {stands} in no zone yet: drag in from the edge.", "small", "gold", wrap=True)
            )
        self._column.addWidget(self._keys())
        show_new(self)

    def _side(self, side: str, members: list[Combatant]) -> None:
        card = QFrame()
        card.setProperty("role", "card")
        inner = QVBoxLayout(card)
        inner.setContentsMargins(12, 8, 12, 10)
        inner.setSpacing(4)
        top = QHBoxLayout()
        name = side.replace("_", " ").capitalize() or "No side"
        top.addWidget(label(f"{name} · {len(members)}"[:LONGEST], "strong"), 1)
        chip = push("auto-roll", "chip", "The app rolls for this side, and takes the default of every choice")
        chip.setAccessibleName(f"Auto-roll for {name}")
        chip.setCheckable(True)
        chip.setChecked(side in self.controller.auto_roll.sides)
        chip.clicked.connect(
            lambda _checked=False: self.controller.auto_roll.set(self.controller.auto_roll.sides ^ {side})
        )
        top.addWidget(chip)
        if all(one.kind == OBJECT for one in members):
            chip.hide()  # nothing is rolled for things
        self.chips[side] = chip
        inner.addLayout(top)
        inner.addWidget(label(_names(members), "muted", wrap=True))
        waiting = sum(one.waiting for one in members)
        if waiting:
            text = f"{waiting} of them {'waits' if waiting == 1 else 'wait'} to join later"
            inner.addWidget(label(text, "small", wrap=True))
        self._column.addWidget(card)

    def _keys(self) -> QWidget:
        out = QWidget()
        grid = QGridLayout(out)
        grid.setContentsMargins(0, 4, 0, 0)
        grid.setHorizontalSpacing(10)
        grid.setVerticalSpacing(4)
        grid.setColumnStretch(1, 1)
        for row, (id, what) in enumerate(one for one in COMMANDS if self.keys.get(one[0])):
            cap = label(self.keys[id].replace("+", " "), "keycap")
            grid.addWidget(cap, row, 0, Qt.AlignmentFlag.AlignLeft)
            grid.addWidget(label(what, "muted", wrap=True), row, 1)
        return out


def _names(members: list[Combatant]) -> str:
    names = [one.name if len(one.name) <= LONGEST else f"{one.name[:LONGEST]}…" for one in members]
    more = len(names) - MOST_NAMES
    return ", ".join(names[:MOST_NAMES]) + (f" and {more} more" if more > 0 else "")
