"""Fields of the property panel: what is written is handed on when the field is left, at the latest after a moment."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QPainter, QPaintEvent, QPen, QWheelEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from exgui.gui import theme
from exgui.gui.panel.fields import WHOLE, ChipPick
from exgui.gui.panel.widgets import label, restyle
from exgui.gui.safe_events import safe_events
from exgui.rulebook.validation import LONGEST_NAME, LONGEST_NOTE

LATEST = 900
"""Milliseconds after which what is being written is handed on, field left or not."""
MIXED = "several"
"""Stands in an empty field where what is selected has different values."""
CAPTION, NARROW_CAPTION, WIDEST_CAPTION = 96, 52, 220
"""Pixels for the name of a field; of chips, which want the room; and of a switch, which leaves it."""


@safe_events
class Line(QLineEdit):
    """One line of text.

    Signals:
        written(str): what stands in it now.
        left(): Enter or Escape: the keys may go elsewhere.
    """

    written = Signal(str)
    left = Signal()

    def __init__(self, name: str, hint: str = "") -> None:
        super().__init__()
        self.setAccessibleName(name)
        self.setPlaceholderText(hint)
        self._hint = hint
        self.setMaxLength(LONGEST_NAME)
        self._given = ""
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(LATEST)
        self._timer.timeout.connect(self.hand_on)
        self.textEdited.connect(self._on_edited)
        self.editingFinished.connect(self.hand_on)

    def put(self, text: str, mixed: bool = False) -> None:
        """Shows a value; what is just being written is left alone."""
        self.setPlaceholderText(MIXED if mixed else self._hint)
        if self.hasFocus() and self.text() != self._given:
            return
        self._given = text
        if text != self.text():
            self.setText(text)
            self.setCursorPosition(0)

    def wrong(self, text: str) -> None:
        """What is wrong with it, "" for nothing."""
        restyle(self, wrong="true" if text else "false")
        self.setToolTip(text)
        self.setAccessibleDescription(text)

    @property
    def is_written(self) -> bool:
        """Something was written that is not handed on yet."""
        return self.text() != self._given

    def hand_on(self) -> None:
        """Hands on what was written since."""
        self._timer.stop()
        if self.text() != self._given:
            self._given = self.text()
            self.written.emit(self._given)

    def _on_edited(self) -> None:
        if not self._timer.isActive():
            self._timer.start()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.hand_on()
            self.left.emit()
        elif event.key() == Qt.Key.Key_Escape:
            self.setText(self._given)
            self.left.emit()
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        if event.reason() in (Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason):
            self.selectAll()


@safe_events
class NumberLine(Line):
    """A whole number, or nothing. Up and Down change it by one.

    Signals:
        counted(object): the number now, None for none.
    """

    counted = Signal(object)

    def __init__(self, name: str, low: int, high: int, hint: str = "") -> None:
        super().__init__(name, hint)
        self.low, self.high = low, high
        self.setMaxLength(9)
        self.written.connect(self._on_written)

    def show_number(self, value: int | None, mixed: bool = False) -> None:
        """Shows a number."""
        self.wrong("")
        self.put("" if value is None or mixed else str(value).replace("-", "\N{MINUS SIGN}"), mixed)

    def _on_written(self, text: str) -> None:
        plain = text.strip().replace("\N{MINUS SIGN}", "-")
        if not plain:
            self.wrong("")
            self.counted.emit(None)
        elif WHOLE.fullmatch(plain) is None or not self.low <= int(plain) <= self.high:
            self.wrong(f"A whole number from {self.low:,} to {self.high:,}.")
        else:
            self.wrong("")
            self.counted.emit(int(plain))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = {Qt.Key.Key_Up: 1, Qt.Key.Key_Down: -1}.get(Qt.Key(event.key()), 0)
        plain = (self.text() or self.placeholderText()).strip().replace("\N{MINUS SIGN}", "-")
        if step and WHOLE.fullmatch(plain or "0"):
            self.setText(str(min(max(int(plain or 0) + step, self.low), self.high)))
            self.hand_on()
        else:
            super().keyPressEvent(event)


@safe_events
class Notes(QPlainTextEdit):
    """Several lines of text.

    Signals:
        written(str): what stands in it now.
    """

    written = Signal(str)

    def __init__(self, name: str, hint: str = "") -> None:
        super().__init__()
        self.setAccessibleName(name)
        self.setPlaceholderText(hint)
        self.setTabChangesFocus(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._given = ""
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(LATEST)
        self._timer.timeout.connect(self.hand_on)
        self.textChanged.connect(self._on_changed)

    def put(self, text: str) -> None:
        """Shows a value; what is just being written is left alone."""
        if self.hasFocus() and self.toPlainText() != self._given:
            return
        self._given = text
        if text != self.toPlainText():
            self.setPlainText(text)
        self._timer.stop()

    def hand_on(self) -> None:
        """Hands on what was written since."""
        self._timer.stop()
        text = self.toPlainText()[:LONGEST_NOTE]
        if text != self._given:
            self._given = text
            self.written.emit(text)

    def _on_changed(self) -> None:
        self.updateGeometry()
        if self.hasFocus() and not self._timer.isActive():
            self._timer.start()

    def sizeHint(self) -> QSize:
        lines = max(3, min(14, int(self.document().size().height())))
        return QSize(120, lines * self.fontMetrics().lineSpacing() + 20)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.hand_on()

    def wheelEvent(self, event: QWheelEvent) -> None:
        if self.document().size().height() > 14:
            super().wheelEvent(event)
        else:
            event.ignore()  # the panel scrolls


@safe_events
class Switch(QAbstractButton):
    """On or off; neither where what is selected differs."""

    def __init__(self, name: str, tip: str = "") -> None:
        super().__init__()
        self.setCheckable(True)
        self.setAccessibleName(name)
        self.setToolTip(tip)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setFixedSize(42, 24)
        self.mixed = False

    def show_state(self, on: bool, mixed: bool = False) -> None:
        """Shows whether it is on, without telling."""
        self.mixed = mixed
        blocked = self.blockSignals(True)
        self.setChecked(on and not mixed)
        self.blockSignals(blocked)
        self.setAccessibleDescription("differs" if mixed else "on" if on else "off")
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
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
    """The heading of a group of fields."""
    out = label(text, "heading")
    out.setContentsMargins(0, 6, 0, 0)
    return out


def row(caption: str, *fields: QWidget, tip: str = "") -> QWidget:
    """A caption with its fields beside it."""
    out = QWidget()
    line = QHBoxLayout(out)
    line.setContentsMargins(0, 0, 0, 0)
    line.setSpacing(8)
    name = label(caption, "body", wrap=len(caption) > 12 and not all(isinstance(one, Switch) for one in fields))
    name.setMinimumWidth(CAPTION)
    name.setToolTip(tip)
    name.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Preferred)
    if len(caption) > 12 and not all(isinstance(one, Switch) for one in fields):
        name.setFixedWidth(CAPTION)
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
    """A caption with its fields below it."""
    out = QWidget()
    column = QVBoxLayout(out)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(3)
    if caption:
        column.addWidget(label(caption, "body"))
    for one in fields:
        column.addWidget(one)
    return out


def shared(values: Sequence[object]) -> tuple[object, bool]:
    """The value that all have, and whether they differ."""
    first = values[0] if values else None
    return first, any(value != first for value in values)
