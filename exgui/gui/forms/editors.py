"""The editors of forms. Each shows a value, or that several things differ, and hands on what the user gives."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import (
    QAbstractButton,
    QHBoxLayout,
    QLabel,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from exgui.engine.record import Value
from exgui.gui.appearance import fix_size, theme_of
from exgui.gui.safe_events import safe_events
from exgui.gui.widgets.basics import label
from exgui.gui.widgets.field_line import FieldLine, NoteField
from exgui.gui.widgets.form_fields import WHOLE, ChipPick
from exgui.rulebook.validation import LONGEST_NAME

MOST_LINES = 14
"""Notes that have more are scrolled."""
MIXED = "several"
"""Stands in an empty field where what is selected has different values."""
CAPTION, NARROW_CAPTION, WIDEST_CAPTION = 96, 52, 220
"""Pixels for the name of a field; of chips, which want the room; and of a switch, which leaves it."""


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
            self.take_back()
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
class Switch(QAbstractButton):
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
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
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
        theme = theme_of(self)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        on = self.isChecked()
        box = QRectF(2, 2, 38, 20)
        painter.setPen(QPen(theme.color("gold" if on or self.hasFocus() else "line"), 1.4))
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

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.click()
        else:
            super().keyPressEvent(event)


def heading(text: str) -> QLabel:
    out = label(text, "heading")
    out.setContentsMargins(0, 6, 0, 0)
    return out


def row(caption: str, *fields: QWidget, tip: str = "") -> QWidget:
    out = QWidget()
    line = QHBoxLayout(out)
    line.setContentsMargins(0, 0, 0, 0)
    line.setSpacing(8)
    name = label(caption, "body", wrap=len(caption) > 12 and not all(isinstance(one, Switch) for one in fields))
    name.setMinimumWidth(CAPTION)
    name.setToolTip(tip)
    name.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Preferred)
    if len(caption) > 12 and not all(isinstance(one, Switch) for one in fields):
        fix_size(name, width=CAPTION)
    line.addWidget(name)
    if any(isinstance(one, ChipPick) for one in fields):
        name.setMinimumWidth(NARROW_CAPTION)
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
    column = QVBoxLayout(out)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(3)
    if caption:
        column.addWidget(label(caption, "body"))
    for one in fields:
        column.addWidget(one)
    return out
