"""The panel's last line: back to whose turn it is, on to the next turn, and dice that the app rolls."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QAbstractButton, QFrame, QHBoxLayout

from exgui.engine.asks import Roll
from exgui.gui.appearance import fix_size
from exgui.gui.battle_controller import BattleController
from exgui.gui.safe_events import safe_events
from exgui.gui.widgets.basics import label, push

EDGE, GAP = 16, 8


@safe_events
class Footer(QFrame):
    """The buttons that stand below everything in the panel.

    Args:
        auto_roll: the button with which the app rolls once; it stands beside `back`.
    """

    def __init__(self, controller: BattleController, auto_roll: QAbstractButton) -> None:
        super().__init__()
        self.controller = controller
        fix_size(self, height=49)
        self.setProperty("edge", "top")
        self.setProperty("surface", "panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        row = QHBoxLayout(self)
        row.setContentsMargins(EDGE, 8, EDGE, 8)
        row.setSpacing(GAP)
        self.back = push("", "quiet", "Shows the one whose turn it is (Escape)")
        self.back.clicked.connect(lambda: controller.show(None))
        self.next = push("End turn", "primary", "Space", "End turn")
        self.next.clicked.connect(lambda: controller.steps.end_turn())
        self.key = label("Space", "keycap")
        fix_size(self.key, height=22)
        self.roll_all = push("Roll all", "quiet", "The app rolls all of this step, up to a choice (Shift+R)")
        self.roll_all.clicked.connect(lambda: controller.steps.roll_all())
        # At the left, so that it is never where the turn is ended when the dice are rolled.
        row.addWidget(self.roll_all)
        row.addWidget(auto_roll)
        row.addStretch(1)
        row.addWidget(self.back)
        row.addWidget(self.key)
        row.addWidget(self.next)

    def fill(self, *, open_step: bool, covered: bool) -> None:
        """Shows what can be done now.

        Args:
            open_step: something is asked, or a command is being put together.
            covered: a tool that changes nothing lies over what is asked.
        """
        battle, due = self.controller.battle, self.controller.naming
        active = battle.active
        words = "Begin the battle" if battle.phase == "prepared" else "Name who is next" if due else "End turn"
        self.next.setText(words)
        self.next.setAccessibleName(words)
        able = battle.phase == "prepared" or (battle.phase == "running" and (active is not None or due is not None))
        self.next.setVisible(able and not open_step)
        refusal = self.controller.refusal
        self.key.setVisible(able and not open_step and not (refusal is not None and refusal.reveals))
        self.show_roll_all(covered=covered)
        away = active is not None and self.controller.shown != active and not open_step
        self.back.setVisible(away)
        if away:
            self._name_back()

    def show_roll_all(self, *, covered: bool) -> None:
        """Dice can be rolled by the app as long as they are asked for, and in sight."""
        self.roll_all.setVisible(isinstance(self.controller.pending, Roll) and not covered)

    def _name_back(self) -> None:
        """The way back names whose turn it is, where there is room for the whole name."""
        full = f"Back to {self.controller.name(self.controller.battle.active or '')}"
        self.back.setText(full)
        taken = (self.back, self.key, self.next)
        room = self.width() - EDGE * 2 - sum(one.sizeHint().width() for one in taken) - GAP * len(taken)
        if room < 0:
            self.back.setText("Back")
        self.back.setAccessibleName(full)
        self.back.setToolTip(f"{full}, whose turn it is (Escape)")

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if not self.back.isHidden():
            self._name_back()
