"""Digits to click, for whoever has only the mouse at hand: they write into a line as the keyboard would."""

from __future__ import annotations

from functools import partial

from PySide6.QtWidgets import QGridLayout, QLineEdit, QPushButton, QWidget

from exgui.gui.widgets.basics import push

_COLUMNS = 6
_NEXT, _BACK = "next die", "\N{ERASE TO THE LEFT}"


class NumberPad(QWidget):
    """The ten digits, one to part several numbers, and one that takes back.

    Args:
        line: what they write into, at its end.
    """

    def __init__(self, line: QLineEdit) -> None:
        super().__init__()
        self._line = line
        self.buttons: dict[str, QPushButton] = {}
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setSpacing(4)
        for place, text in enumerate((*"1234567890", _NEXT, _BACK)):
            name = {_NEXT: "Next die", _BACK: "Take the last away"}.get(text, text)
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
