"""The head of a sheet: portrait, name, what sort of sheet it is, and the battles it fights in; and the question whether
its edits go there."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QSizePolicy, QWidget

from exgui.gui.look import fonts
from exgui.gui.look.elided import ElidedLabel
from exgui.gui.safe_events import safe_events
from exgui.gui.widgets.basics import label, push, styled
from exgui.gui.widgets.elided_button import ElidedButton
from exgui.gui.widgets.field_line import FieldLine, flag_button
from exgui.gui.widgets.layouts import fill_box, hbox, vbox
from exgui.gui.widgets.portrait_ring import PortraitRing
from exgui.gui.widgets.word_switch import Segments

NARROW = 480
"""Below this width the name has a line of its own, in pixels at a text size of 100 %."""
KINDS = {"full": "Full", "quick": "Quick", "group": "Group"}


@safe_events
class SheetHeading(QWidget):
    """The portrait and the name, which has a line of its own where there is little room."""

    def __init__(self, rules: str) -> None:
        super().__init__()
        self.portrait = PortraitRing()
        row = hbox(self.portrait, on=self, margins=0, spacing=14)
        self.name = FieldLine("Name")
        self.name.setProperty("role", "name")
        self.name.setPlaceholderText("Name")
        first = self._first = QHBoxLayout()
        first.setSpacing(14)
        first.addWidget(self.name, 1)
        self.kind = Segments("Kind of sheet", KINDS)
        self.kind.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        first.addWidget(self.kind)
        self.error = label("", "small", "red")
        self.error.setContentsMargins(8, 0, 0, 0)
        names = vbox(1, first, self.error, spacing=2)
        self.player: QPushButton = flag_button("Player’s character", "Played by a player")
        below = hbox(self.player, margins=(6, 0, 0, 0), spacing=8)
        self.rules = ElidedLabel("muted", least=10)
        self.rules.put(rules)
        fill_box(below, self.rules, 1)
        self.battles = ElidedButton()
        self.battles.hide()
        below.addWidget(self.battles)
        names.addLayout(below)
        self._third = hbox(1, margins=(6, 0, 0, 0))
        fill_box(names, self._third, 1)
        row.addLayout(names, 1)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        narrow = self.width() < fonts.px(NARROW)
        self.rules.setVisible(not narrow)  # the top line names them too
        row = self._third if narrow else self._first
        if row.indexOf(self.kind) < 0:
            row.insertWidget(0 if narrow else 1, self.kind)

    def put(self, name: str, error: str, *, player: bool, kind: str, why_not: Mapping[str, str]) -> None:
        self.name.put(name, error)
        self.error.setText(error)
        self.error.setVisible(bool(error))
        self.player.setChecked(player)
        self.kind.put(kind, why_not)
        # Of one kind alone there is nothing to choose.
        self.kind.setVisible(any(id not in why_not for id in KINDS if id != kind))


class BattleQuestion(QFrame):
    """The question, between the heading and the sheet; nothing waits for its answer.

    Signals:
        answered(bool): edits go to the battle, or stay on the sheet.
    """

    answered = Signal(bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        styled(self, role="card", tone="now")
        self._text = label("", "body", wrap=True)
        row = hbox((self._text, 1), on=self, margins=(12, 8, 12, 8), spacing=8)
        self.yes = push("&Yes, there too", "primary", "Alt+Y")
        self.no = push("&No, only here", "", "Alt+N")
        for button, wanted in ((self.yes, True), (self.no, False)):
            button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
            button.clicked.connect(lambda _checked=False, wanted=wanted: self.answered.emit(wanted))
            row.addWidget(button)
        self.hide()

    def ask(self, name: str, battle: str, *, on: bool) -> None:
        self._text.setText(
            f"{name} is fighting in {battle}. Apply changes to this sheet there too, as steps in the log?"
        )
        self.setAccessibleName(self._text.text())
        self.setVisible(on)
