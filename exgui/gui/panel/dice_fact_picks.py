"""Facts of the dice that a number of successes does not tell: whether a 1 fell, how many showed the highest face."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from exgui.engine.asks import Roll
from exgui.gui.widgets.basics import clear, label
from exgui.gui.widgets.finder import Pick
from exgui.gui.widgets.form_fields import ChipPick


def question(name: str, roll: Roll) -> tuple[str, tuple[str, ...]]:
    """What is asked about a fact of a roll, and the answers, that of the value 0 first."""
    if name == "ones":
        return "Did any die show a 1?", ("no", "yes")
    return f"How many dice showed {roll.die.sides}?", tuple(str(number) for number in range(min(9, roll.dice) + 1))


class FactPicks(QWidget):
    """The facts that matter, each with its answers as chips.

    Signals:
        changed(): another answer was picked.
        entered(): Enter was pressed.
    """

    changed = Signal()
    entered = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.values: dict[str, int] = {}
        self.picks: dict[str, ChipPick] = {}
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(2)
        self.hide()

    def ask(self, wanted: tuple[str, ...], roll: Roll) -> None:
        """Asks for these facts; those that are asked for already stay as they are."""
        self.setVisible(bool(wanted))
        if tuple(self.picks) == wanted:
            return
        clear(self._column)
        self.picks = {}
        for name in wanted:
            asked, answers = question(name, roll)
            self._column.addWidget(label(asked, "muted", "gold", wrap=True))
            words = [Pick(number, text) for number, text in enumerate(answers)]
            pick = ChipPick(asked, words, self.values.setdefault(name, 0))
            pick.changed.connect(lambda value, name=name: self._picked(name, value))
            pick.entered.connect(self.entered)
            self._column.addWidget(pick)
            self.picks[name] = pick

    def _picked(self, name: str, value: object) -> None:
        if isinstance(value, int):
            self.values[name] = value
            self.changed.emit()
