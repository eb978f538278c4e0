"""The editors of forms. Each shows a value, or that several things differ, and passes on the user's input."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QKeyEvent, QPaintEvent, QPen
from PySide6.QtWidgets import (
    QComboBox,
    QGroupBox,
    QLabel,
    QPushButton,
    QSizePolicy,
    QWidget,
)

from exgui.engine.record import Value
from exgui.gui.forms.fields import WHOLE
from exgui.gui.look import fonts
from exgui.gui.look.appearance import current_theme, fix_size
from exgui.gui.look.elided import elided
from exgui.gui.look.painting import smooth_painter
from exgui.gui.look.theme import PANEL_WIDTH
from exgui.gui.safe_events import safe_events
from exgui.gui.widgets.basics import EnterLine, PaintedButton, clear, label, push, restyle
from exgui.gui.widgets.field_line import FieldLine, NoteField
from exgui.gui.widgets.finder import Pick
from exgui.gui.widgets.flow_layout import FlowLayout
from exgui.gui.widgets.layouts import fill_box, hbox, vbox
from exgui.rulebook.validation import LONGEST_NAME

MOST_LINES = 14
"""Notes that have more are scrolled."""
MIXED = "several"
"""Stands in an empty field where what is selected has different values."""
CAPTION, NARROW_CAPTION, WIDEST_CAPTION = 96, 52, 220
"""Pixels for the name of a field; of chips, which want the room; and of a switch, which leaves it."""

CHIP_ROOM = PANEL_WIDTH - 110
"""Widest text of a chip, in pixels; a longer one is elided, with a tooltip."""


@safe_events
class Line(FieldLine):
    """A line of text; Escape drops what was written.

    Signals:
        changed(object): the text that was written.
    """

    changed = Signal(object)

    def __init__(self, name: str, hint: str = "") -> None:
        super().__init__(name, hint=hint)
        self._hint = hint
        self.setMaxLength(LONGEST_NAME)
        self.written.connect(lambda text, _stay: self.take(text))

    def take(self, text: str) -> None:
        self.changed.emit(text)

    def show_value(self, value: Value, mixed: bool = False) -> None:
        self.setPlaceholderText(MIXED if mixed else self._hint)
        self.put("" if mixed or value is None else str(value))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.restore()
        super().keyPressEvent(event)


@safe_events
class NumberLine(Line):
    """A whole number, or None. Up and Down change it by one."""

    def __init__(self, name: str, low: int, high: int, hint: str = "") -> None:
        super().__init__(name, hint)
        self.low, self.high = low, high
        self.setMaxLength(9)

    def show_value(self, value: Value, mixed: bool = False) -> None:
        is_number = isinstance(value, int) and not isinstance(value, bool)
        super().show_value(str(value).replace("-", "\N{MINUS SIGN}") if is_number else "", mixed)

    def take(self, text: str) -> None:
        plain = text.strip().replace("\N{MINUS SIGN}", "-")
        if not plain:
            self.wrong("")
            self.changed.emit(None)
        elif WHOLE.fullmatch(plain) is None or not self.low <= int(plain) <= self.high:
            self.wrong(f"A whole number from {self.low:,} to {self.high:,}.")
        else:
            self.wrong("")
            self.changed.emit(int(plain))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = {Qt.Key.Key_Up: 1, Qt.Key.Key_Down: -1}.get(Qt.Key(event.key()), 0)
        plain = (self.text() or self.placeholderText()).strip().replace("\N{MINUS SIGN}", "-")
        if step and WHOLE.fullmatch(plain or "0"):
            self.setText(str(min(max(int(plain or 0) + step, self.low), self.high)))
            self.commit_fields()
        else:
            super().keyPressEvent(event)


class NotesEditor(NoteField):
    """Several lines of text; it can't be edited where several things differ."""

    changed = Signal(object)

    def __init__(self, name: str, hint: str = "") -> None:
        super().__init__(name, hint, most_lines=MOST_LINES)
        self.written.connect(lambda text, _stay: self.changed.emit(text))

    def show_value(self, value: Value, mixed: bool = False) -> None:
        self.setEnabled(not mixed)
        self.put("" if mixed or value is None else str(value))


@safe_events
class Switch(PaintedButton):
    """On or off; neither if several things differ.

    Signals:
        changed(object): it was switched by the user.
    """

    changed = Signal(object)

    def __init__(self, name: str, tip: str = "") -> None:
        super().__init__()
        self.setCheckable(True)
        self.setAccessibleName(name)
        self.setToolTip(tip)
        self.setFixedSize(42, 24)
        self.mixed = False
        self.toggled.connect(lambda on: self.changed.emit(on))

    def show_value(self, value: Value, mixed: bool = False) -> None:
        on = bool(value)
        self.mixed = mixed
        blocked = self.blockSignals(True)
        self.setChecked(on and not mixed)
        self.blockSignals(blocked)
        self.setAccessibleDescription("differs" if mixed else "on" if on else "off")
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme = current_theme()
        painter = smooth_painter(self)
        on = self.isChecked()
        box = QRectF(2, 2, 38, 20)
        painter.setPen(QPen(theme.color("gold" if on or self.hasFocus() else "edge"), 1.4))
        painter.setBrush(theme.color("gold" if on else "raised"))
        painter.drawRoundedRect(box, 10, 10)
        if self.hasFocus():
            painter.setPen(QPen(theme.color("text"), 1.2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(box.adjusted(-1.4, -1.4, 1.4, 1.4), 11, 11)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.color("on_gold" if on else "muted"))
        middle = box.center().x() if self.mixed else box.right() - 10 if on else box.left() + 10
        painter.drawEllipse(QRectF(middle - 7, box.center().y() - 7, 14, 14))
        painter.end()


def _shortened(metrics: QFontMetricsF, label: str) -> str:
    """Return the text of a chip: of editions of a game, what tells them apart is after the comma."""
    after = label.partition(", ")[2]
    room = fonts.px(CHIP_ROOM)
    if after and metrics.horizontalAdvance(after) <= room < metrics.horizontalAdvance(label):
        return after
    return elided(metrics, label, room, by_comma=False)


@safe_events
class ChipPick(QGroupBox):
    """One or several of some values, as chips: a click, the arrow keys, or a combatant's number. A group box, so that
    screen readers hear of a group.

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
            shown = _shortened(metrics, option.label)
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
        """Choose a value (of several: these values) without telling."""
        wanted = value if self.several and isinstance(value, tuple) else (value,)
        self.chosen = tuple(option.value for option in self.options if option.value in wanted)
        self._cursor = next((n for n, one in enumerate(self.options) if one.value in self.chosen), self._cursor)
        self._show()

    def show_value(self, value: Value, mixed: bool = False) -> None:
        """Show what is chosen, nothing if several things differ; the cursor stays if that is shown already."""
        if mixed or (value is None and all(option.value is not None for option in self.options)):
            self.clear()
        elif not self.chosen or value != self.value:
            self.put(value)

    def clear(self) -> None:
        self.chosen = ()
        self._show()

    def pick(self, index: int) -> None:
        """Choose the option of that place, or, where none need be chosen, takes the choice back."""
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
        theme = current_theme()
        if not self.hasFocus():
            return
        painter = smooth_painter(self)
        painter.setPen(QPen(theme.color("gold"), 1))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 6, 6)
        if 0 <= self._cursor < len(self.chips) and (self.several or self.optional):
            box = QRectF(self.chips[self._cursor].geometry()).adjusted(-1.5, -1.5, 1.5, 1.5)
            painter.drawRoundedRect(box, 12, 12)
        painter.end()


class Dropdown(QComboBox):
    """One of some values, in a list that drops down; disabled while there are none."""

    changed = Signal(object)

    def __init__(self, name: str, hint: str = "") -> None:
        super().__init__()
        self.setAccessibleName(name)
        self.setPlaceholderText(hint)
        self.activated.connect(lambda _index: self.changed.emit(self.currentData()))

    def offer(self, options: Sequence[Pick]) -> None:
        self.clear()
        for option in options:
            self.addItem(option.label, option.value)
        self.setEnabled(bool(options))

    def show_value(self, value: Value, mixed: bool = False) -> None:
        """Show a value, or the first if it is none of them."""
        self.setCurrentIndex(-1 if mixed else max(self.findData(value), 0))


def heading(text: str) -> QLabel:
    out = label(text, "heading")
    out.setContentsMargins(0, 6, 0, 0)
    return out


def row(caption: str, *fields: QWidget, tip: str = "", width: int = 0) -> QWidget:
    """Fields beside their caption.

    Args:
        width: pixels of the caption; 0 for as many as it needs.
    """
    out = QWidget()
    line = hbox(on=out, margins=0, spacing=8)
    name = label(caption, "body", wrap=len(caption) > 12 and not all(isinstance(one, Switch) for one in fields))
    name.setMinimumWidth(CAPTION)
    name.setToolTip(tip)
    name.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Preferred)
    if len(caption) > 12 and not all(isinstance(one, Switch) for one in fields):
        fix_size(name, width=CAPTION)
    line.addWidget(name)
    if any(isinstance(one, ChipPick) for one in fields):
        name.setMinimumWidth(NARROW_CAPTION)
    if width:
        fix_size(name, width=width)
    narrow = all(isinstance(one, Switch) for one in fields)
    if narrow:
        name.setMaximumWidth(WIDEST_CAPTION)
    if narrow:
        line.addStretch(1)
    for one in fields:
        line.addWidget(one, 0 if narrow else 1)
    return out


def stacked(caption: str, *fields: QWidget) -> QWidget:
    out = QWidget()
    column = vbox(on=out, margins=0, spacing=3)
    if caption:
        column.addWidget(label(caption, "body"))
    fill_box(column, *fields)
    return out


class FieldBox(QWidget):
    """A field with its name above it, and what is wrong with it below."""

    def __init__(self, name: str, field: QWidget) -> None:
        super().__init__()
        self.field = field
        self.caption = label(name, "muted", wrap=True)
        column = vbox(self.caption, on=self, margins=0, spacing=2)
        self.caption.setVisible(bool(name))
        column.addWidget(field)
        self.wrong = label("", "small", "red", wrap=True)
        self.note = label("", "small", wrap=True)
        fill_box(column, self.note, self.wrong)
        self.note.hide()
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

    def set_remark(self, text: str) -> None:
        """A remark beside it, "" for none."""
        self.note.setText(text)
        self.note.setVisible(bool(text))
