"""Fields of the small forms: values as chips, and what is wrong with a field beside it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from exgui.engine.record import Value
from exgui.gui import fonts
from exgui.gui.appearance import theme_of
from exgui.gui.elided import elided
from exgui.gui.safe_events import safe_events
from exgui.gui.theme import PANEL_WIDTH
from exgui.gui.widgets.basics import EnterLine, clear, label, push, restyle
from exgui.gui.widgets.finder import Pick
from exgui.gui.widgets.flow_layout import FlowLayout

CHIP_ROOM = PANEL_WIDTH - 110
"""Pixels that the text of a chip takes at most; what is longer is told on hover."""
LARGEST = 100_000
WHOLE = re.compile(r"[+-]?\d{1,9}")


class Problem(ValueError):
    """What was given cannot be understood; the message is a sentence for the one who typed it."""


def whole(text: str, what: str, low: int | None = None, high: int | None = None) -> int:
    """A whole number.

    Raises:
        Problem: it is none, or out of range.
    """
    plain = text.strip().replace("\N{MINUS SIGN}", "-")
    if WHOLE.fullmatch(plain) is None:
        shown = text.strip()[:24]
        raise Problem(f"{what} is a whole number, not “{shown}”." if shown else f"{what} needs a whole number.")
    number = int(plain)
    low = -LARGEST if low is None else low
    high = LARGEST if high is None else high
    if not low <= number <= high:
        raise Problem(f"{what} is {low} to {high}, not {number}.")
    return number


class FieldBox(QWidget):
    """A field with its name above it, and what is wrong with it below."""

    def __init__(self, name: str, field: QWidget, note: str = "") -> None:
        super().__init__()
        self.field = field
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(2)
        self.caption = label(name, "muted", wrap=True)
        column.addWidget(self.caption)
        column.addWidget(field)
        self.wrong = label("", "small", "red", wrap=True)
        self.note = label(note, "small", wrap=True)
        column.addWidget(self.note)
        column.addWidget(self.wrong)
        self.note.setVisible(bool(note))
        self.wrong.hide()

    def add(self, more: QWidget) -> None:
        column = self.layout()
        assert column is not None
        column.addWidget(more)

    def fault(self, text: str) -> None:
        """What is wrong with it, "" for nothing."""
        self.wrong.setText(text)
        self.wrong.setVisible(bool(text))
        if isinstance(self.field, EnterLine):
            restyle(self.field, wrong="true" if text else "false")

    def say(self, text: str) -> None:
        """A remark beside it, "" for none."""
        self.note.setText(text)
        self.note.setVisible(bool(text))


@safe_events
class ChipPick(QWidget):
    """One or several of some values, as chips: a click, the arrow keys, or a combatant's number.

    Signals:
        changed(object): the user chose another value.
        entered(): Enter was pressed.
    """

    changed = Signal(object)
    entered = Signal()

    def __init__(
        self,
        name: str,
        options: Sequence[Pick],
        value: Value = None,
        *,
        numbers: Mapping[int, Value] | None = None,
        several: bool = False,
        optional: bool = False,
    ) -> None:
        super().__init__()
        self.several, self.optional = several, optional
        self._numbers = dict(numbers or {})
        self._cursor = 0
        self.chosen: tuple[Value, ...] = ()
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setProperty("takes_keys", True)
        self.setAccessibleName(name)
        FlowLayout(self, 4).setContentsMargins(2, 3, 2, 3)
        self.chips: list[QPushButton] = []
        self.options: tuple[Pick, ...] = ()
        self.offer(options)
        if value is not None:
            self.put(value)

    def offer(self, options: Sequence[Pick]) -> None:
        """Offer other values; nothing is chosen then."""
        if tuple(options) == self.options:
            return
        flow = self.layout()
        assert flow is not None
        clear(flow)
        self.options, self.chips, self.chosen, self._cursor = tuple(options), [], (), 0
        keyed = {given: number for number, given in self._numbers.items()}
        metrics = QFontMetricsF(fonts.font("muted"))
        for index, option in enumerate(self.options):
            number = keyed.get(option.value)
            shown = elided(metrics, option.label, CHIP_ROOM)
            chip = push(shown, "chip", option.note or (option.label if shown != option.label else ""), option.label)
            if number is not None:
                chip.setToolTip(f"{option.label}: key {number}")
            chip.setCheckable(True)
            chip.setFocusPolicy(Qt.FocusPolicy.NoFocus)
            chip.clicked.connect(lambda _checked=False, index=index: self.pick(index))
            flow.addWidget(chip)
            self.chips.append(chip)
            if self.isVisible():
                chip.show()

    @property
    def value(self) -> Value:
        """The chosen value, None for none; of several, the tuple of them."""
        return self.chosen if self.several else (self.chosen[0] if self.chosen else None)

    def put(self, value: Value) -> None:
        """Chooses a value (of several: these values) without telling."""
        wanted = value if self.several and isinstance(value, tuple) else (value,)
        self.chosen = tuple(option.value for option in self.options if option.value in wanted)
        self._cursor = next((n for n, one in enumerate(self.options) if one.value in self.chosen), self._cursor)
        self._show()

    def show_value(self, value: Value, mixed: bool = False) -> None:
        """The same, but nothing if several things differ."""
        self.clear() if mixed or value is None else self.put(value)

    def clear(self) -> None:
        self.chosen = ()
        self._show()

    def pick(self, index: int) -> None:
        """Chooses the option of that place, or, where none need be chosen, takes the choice back."""
        if not 0 <= index < len(self.options):
            return
        value, self._cursor = self.options[index].value, index
        if self.several:
            kept = tuple(one for one in self.chosen if one != value)
            self.chosen = kept if len(kept) < len(self.chosen) else (*self.chosen, value)
        else:
            self.chosen = () if self.optional and self.chosen == (value,) else (value,)
        self._show()
        self.changed.emit(self.value)

    def _show(self) -> None:
        for option, chip in zip(self.options, self.chips, strict=True):
            chip.setChecked(option.value in self.chosen)
        words = [option.label for option in self.options if option.value in self.chosen]
        self.setAccessibleDescription(", ".join(words) or "nothing chosen")
        self.update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, text = event.key(), event.text()
        steps = {Qt.Key.Key_Left: -1, Qt.Key.Key_Up: -1, Qt.Key.Key_Right: 1, Qt.Key.Key_Down: 1}
        if key in steps and self.options:
            at = (self._cursor + steps[Qt.Key(key)]) % len(self.options)
            if self.several or (self.optional and not self.chosen):
                self._cursor = at
                self.update()
            else:
                self.pick(at)
        elif key == Qt.Key.Key_Space:
            self.pick(self._cursor)
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.entered.emit()
        elif text.isdecimal():
            value = self._numbers.get(int(text)) if self._numbers else None
            self.pick(next((n for n, one in enumerate(self.options) if one.value == value), -1))
        elif text.isalpha():
            self._find(text)
        else:
            super().keyPressEvent(event)

    def _find(self, text: str) -> None:
        order = [(self._cursor + 1 + number) % len(self.options) for number in range(len(self.options))]
        found = next((n for n in order if self.options[n].label.casefold().startswith(text.casefold())), None)
        if found is None:
            return
        if self.several:
            self._cursor = found
            self.update()
        elif self.options[found].value not in self.chosen:
            self.pick(found)

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme = theme_of(self)
        if not self.hasFocus():
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(theme.color("gold"), 1))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 6, 6)
        if 0 <= self._cursor < len(self.chips) and (self.several or self.optional):
            box = QRectF(self.chips[self._cursor].geometry()).adjusted(-1.5, -1.5, 1.5, 1.5)
            painter.drawRoundedRect(box, 12, 12)
        painter.end()


def players_pick(known: bool) -> ChipPick:
    """Whether the players come to know of something: True or False.

    Args:
        known: what is chosen at first.
    """
    return ChipPick("Players", (Pick(True, "know of it"), Pick(False, "do not know")), known)
