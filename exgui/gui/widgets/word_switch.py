"""A switch of a few words side by side, one of which holds."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QPushButton

from exgui.gui.safe_events import safe_events
from exgui.gui.widgets.basics import styled
from exgui.gui.widgets.layouts import hbox


@safe_events
class Segments(QFrame):
    """The switch. Left and Right go from one to the next.

    Signals:
        chosen(str): the id of another one.
    """

    chosen = Signal(str)

    def __init__(self, name: str, choices: Mapping[str, str]) -> None:
        super().__init__()
        self.setProperty("role", "segments")
        self.setAccessibleName(name)
        row = hbox(on=self, margins=1, spacing=0)
        self.value = ""
        self.buttons: dict[str, QPushButton] = {}
        for id, text in choices.items():
            button = styled(QPushButton(text), kind="segment")
            button.setCheckable(True)
            button.setAutoDefault(False)
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            button.setAccessibleName(f"{name}: {text}")
            button.clicked.connect(lambda _checked=False, id=id: self._choose(id))
            row.addWidget(button)
            self.buttons[id] = button

    def put(self, value: str, why_not: Mapping[str, str]) -> None:
        """Show which one holds.

        Args:
            why_not: why some cannot be chosen.
        """
        self.value = value
        for id, button in self.buttons.items():
            button.setChecked(id == value)
            button.setEnabled(id == value or id not in why_not)
            button.setToolTip(why_not.get(id, ""))

    def _choose(self, id: str) -> None:
        for other, button in self.buttons.items():
            button.setChecked(other == self.value)
        if id != self.value:
            self.chosen.emit(id)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = {Qt.Key.Key_Right: 1, Qt.Key.Key_Left: -1}.get(Qt.Key(event.key()), 0)
        open_ones = [id for id, button in self.buttons.items() if button.isEnabled()]
        if step and self.value in open_ones:
            id = open_ones[max(0, min(len(open_ones) - 1, open_ones.index(self.value) + step))]
            self.buttons[id].setFocus(Qt.FocusReason.TabFocusReason)
            self._choose(id)
        else:
            super().keyPressEvent(event)
