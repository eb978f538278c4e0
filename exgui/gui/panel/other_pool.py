"""Other dice for the step that is open: a row, and in its place, once it is clicked, a line in which traits or a number
of dice are written."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from exgui.gui.panel.roll_form import read_pool
from exgui.gui.widgets.basics import label
from exgui.gui.widgets.finder import Pick, SuggestLine
from exgui.gui.widgets.form_fields import Problem
from exgui.gui.widgets.row import Row
from exgui.rulebook.rules import Ruleset


class OtherPool(QWidget):
    """One pool that could be another.

    Signals:
        given(object): a number of dice, or the ids of traits.
        left(): Escape was pressed in the line.
    """

    given = Signal(object)
    left = Signal()

    def __init__(self, name: str, key: str, rules: Ruleset) -> None:
        super().__init__()
        traits = [Pick(id, trait.label) for id, trait in rules.traits.items()]
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(2)
        self.row = Row(f"Other {name.lower()} \N{HORIZONTAL ELLIPSIS}", key)
        self.row.tone = "muted"
        self.row.setToolTip(f"{name}: any traits that fit what is described, or a number")
        self.row.clicked.connect(self.write)
        self.line = SuggestLine(name, traits, "traits, or a number", parted=True)
        self.line.entered.connect(lambda _text: self._enter())
        self.line.left.connect(self._leave)
        self.line.hide()
        self._fault = label("", "small", "red", wrap=True)
        self._fault.hide()
        for widget in (self.row, self.line, self._fault):
            column.addWidget(widget)

    def write(self) -> None:
        """The keys go to the line."""
        self.row.hide()
        self.line.show()
        self.line.setFocus(Qt.FocusReason.OtherFocusReason)

    def _enter(self) -> None:
        try:
            pool = read_pool(self.line)
        except Problem as problem:
            self._fault.setText(str(problem))
            self._fault.show()
            return
        self.given.emit(pool)

    def _leave(self) -> None:
        self.line.clear()
        self.line.hide()
        self._fault.hide()
        self.row.show()
        self.left.emit()
