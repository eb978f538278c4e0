"""Entry of table dice: a field, digits to click, and facts of the dice that a count of successes leaves open. Letters
never type here; they stay keys of the window."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QLineEdit, QPushButton, QWidget

from exgui.engine.asks import Roll
from exgui.gui.forms.editors import ChipPick
from exgui.gui.safe_events import safe_events
from exgui.gui.widgets.basics import clear, label, push, styled
from exgui.gui.widgets.finder import Pick
from exgui.gui.widgets.layouts import gridbox, vbox

_COLUMNS = 6
_NEXT, _BACK = "next die", "\N{ERASE TO THE LEFT}"


@safe_events
class DiceField(QLineEdit):
    """Where the dice of the table are typed. Enter takes them, and so does a second space.

    Signals:
        taken(): the content is to be taken.
        modifier_begun(str): "+", "-" or "=" was typed: a modifier is meant.
    """

    taken = Signal()
    modifier_begun = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        styled(self, role="dice", letters_are_keys=True)
        self.setAccessibleName("Dice rolled at the table")
        self.setMaxLength(200)

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.ShortcutOverride and not self.text():
            if event.matches(QKeySequence.StandardKey.Undo) or event.matches(QKeySequence.StandardKey.Redo):
                event.ignore()
                return False
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, text = event.key(), event.text()
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.taken.emit()
        elif key == Qt.Key.Key_Space:
            if self.text().endswith(" "):
                self.taken.emit()
            elif self.text():
                self.insert(" ")
        elif text in ("+", "-", "="):
            self.modifier_begun.emit(text)
        elif (
            text
            and text.isprintable()
            and not (text.isdecimal() or text in ",;")
            and not event.modifiers() & (Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.MetaModifier)
        ) or (
            not self.text()
            and (event.matches(QKeySequence.StandardKey.Undo) or event.matches(QKeySequence.StandardKey.Redo))
        ):
            event.ignore()
        else:
            super().keyPressEvent(event)


class NumberPad(QWidget):
    """The ten digits, one key to separate numbers, and one to delete.

    Args:
        line: what they write into, at its end.
    """

    def __init__(self, line: QLineEdit) -> None:
        super().__init__()
        self._line = line
        self.buttons: dict[str, QPushButton] = {}
        grid = gridbox(on=self, margins=0, across=4, down=4)
        for place, text in enumerate((*"1234567890", _NEXT, _BACK)):
            name = {_NEXT: "Next die", _BACK: "Remove the last"}.get(text, text)
            button = self.buttons[name] = push("\N{OPEN BOX}" if text == _NEXT else text, tip=name, name=name)
            button.clicked.connect(partial(self._write, text))
            grid.addWidget(button, place // _COLUMNS, place % _COLUMNS)

    def _write(self, text: str, _checked: bool = False) -> None:
        line = self._line
        line.end(False)
        if text == _BACK:
            line.backspace()
        elif text != _NEXT:
            line.insert(text)
        elif line.text() and not line.text().endswith(" "):
            line.insert(" ")


def question(name: str, roll: Roll) -> tuple[str, tuple[str, ...]]:
    """Return what is asked about a fact of a roll, and the answers, that of the value 0 first."""
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
        self._column = vbox(on=self, margins=0, spacing=2)
        self.hide()

    def ask(self, wanted: tuple[str, ...], roll: Roll) -> None:
        """Ask for these facts; those that are asked for already stay as they are."""
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
