"""Asks, once for a sheet, whether its edits go to the battle in which they fight."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QWidget

from exgui.gui.widgets.basics import label, push


class BattleQuestion(QFrame):
    """The question, between the heading and the sheet; nothing waits for its answer.

    Signals:
        answered(bool): edits go to the battle, or stay on the sheet.
    """

    answered = Signal(bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "card")
        self.setProperty("tone", "now")
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 8, 12, 8)
        row.setSpacing(8)
        self._text = label("", "body", wrap=True)
        row.addWidget(self._text, 1)
        self.yes = push("&Yes, there too", "primary", "Alt+Y")
        self.no = push("&No, only here", "", "Alt+N")
        for button, wanted in ((self.yes, True), (self.no, False)):
            button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
            button.clicked.connect(lambda _checked=False, wanted=wanted: self.answered.emit(wanted))
            row.addWidget(button)
        self.hide()

    def ask(self, name: str, battle: str, *, on: bool) -> None:
        """Asks, or asks no longer."""
        self._text.setText(f"{name} fights in {battle}. Do changes of this sheet go there, each as a step of its log?")
        self.setAccessibleName(self._text.text())
        self.setVisible(on)
