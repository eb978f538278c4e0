"""Fields in which one writes or chooses; what is written is handed on when the field is left, at the latest after a
moment, and never lost. The mouse wheel changes none of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtCore import QSize, Qt, QTimer, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QWheelEvent
from PySide6.QtWidgets import QLineEdit, QPlainTextEdit, QPushButton, QSizePolicy, QWidget

from exgui.gui.safe_events import safe_events
from exgui.gui.widgets.basics import push, restyle

LATEST = 900
"""Milliseconds after which what is being written is handed on, field left or not."""


class _Writing:
    """What is being written in a field, until it is handed on: when the field is left, at the latest after a moment.

    Attributes:
        given: what was shown or handed on last.
        stay: stands for this stay in the field.
    """

    def __init__(self, field: QWidget, commit_fields: Callable[[], object]) -> None:
        self.given = ""
        self.stay = object()
        self.timer = QTimer(field, singleShot=True, interval=LATEST)
        self.timer.timeout.connect(commit_fields)

    def begin(self) -> None:
        if not self.timer.isActive():
            self.timer.start()

    def stop(self) -> None:
        self.timer.stop()

    def takes(self, text: str) -> bool:
        """Return whether a text differs from the last one given."""
        self.timer.stop()
        before, self.given = self.given, text
        return text != before

    def leave(self) -> None:
        self.stay = object()


@safe_events
class FieldLine(QLineEdit):
    """One line of text.

    Signals:
        written(str, object): its content now, and what stands for this stay in the field.
        left(): Enter or Escape: the keys may go elsewhere.
        list_requested(): Down was pressed: what may stand in it is to be listed.

    Args:
        name: for screen readers.
        hint: stands in it while it is empty.
    """

    written = Signal(str, object)
    left = Signal()
    list_requested = Signal()

    def __init__(self, name: str, parent: QWidget | None = None, *, hint: str = "") -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self.setPlaceholderText(hint)
        self._writing = _Writing(self, self.commit_fields)
        self.textEdited.connect(lambda _text: self._writing.begin())

    def put(self, text: str, error: str = "", tip: str = "") -> None:
        """Show a value; what is just being written is left alone."""
        self.wrong(error, tip)
        if self.hasFocus() and self.is_written:
            return
        self._writing.given = text
        if text != self.text():
            self.setText(text)
            if not self.hasFocus():
                self.setCursorPosition(0)

    def wrong(self, error: str, tip: str = "") -> None:
        """What is wrong with it, "" for nothing."""
        restyle(self, wrong="true" if error else "false")
        self.setToolTip(error or tip)
        self.setAccessibleDescription(error or tip)

    @property
    def is_written(self) -> bool:
        return self.text() != self._writing.given

    def commit_fields(self) -> None:
        if self._writing.takes(self.text()):
            self.written.emit(self.text(), self._writing.stay)

    def restore(self) -> None:
        self._writing.stop()
        self.setText(self._writing.given)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self._writing.leave()
        if event.reason() in (Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason):
            self.selectAll()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.commit_fields()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Escape):
            self.commit_fields()
            self._writing.leave()
            self.left.emit()
            return
        if event.key() == Qt.Key.Key_Down:
            self.commit_fields()
            self.list_requested.emit()
        super().keyPressEvent(event)


@safe_events
class NoteField(QPlainTextEdit):
    """Several lines of text, as high as they are.

    Signals:
        written(str, object): as of a `FieldLine`.

    Args:
        most_lines: from this many on it does not grow anymore, but is scrolled.
    """

    written = Signal(str, object)

    def __init__(self, name: str, hint: str = "", parent: QWidget | None = None, *, most_lines: int = 200) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self.setPlaceholderText(hint)
        self.setTabChangesFocus(True)
        self._most = most_lines
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._writing = _Writing(self, self.commit_fields)
        self.textChanged.connect(self._on_changed)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def put(self, text: str) -> None:
        """Show a value; what is just being written is left alone."""
        if self.hasFocus() and self.toPlainText() != self._writing.given:
            return
        self._writing.given = text
        if text != self.toPlainText():
            self.setPlainText(text)
        self._writing.stop()

    def commit_fields(self) -> None:
        text = self.toPlainText()
        if self._writing.takes(text):
            self.written.emit(text, self._writing.stay)

    def _lines(self) -> int:
        return int(self.document().size().height())

    def _on_changed(self) -> None:
        as_needed, off = Qt.ScrollBarPolicy.ScrollBarAsNeeded, Qt.ScrollBarPolicy.ScrollBarAlwaysOff
        self.setVerticalScrollBarPolicy(as_needed if self._lines() > self._most else off)
        self.updateGeometry()
        if self.hasFocus():
            self._writing.begin()

    def sizeHint(self) -> QSize:
        lines = max(3, min(self._most, self._lines()))
        return QSize(120, lines * self.fontMetrics().lineSpacing() + 20)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self._writing.leave()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.commit_fields()

    def wheelEvent(self, event: QWheelEvent) -> None:
        if self._lines() > self._most:
            super().wheelEvent(event)
        else:
            event.ignore()  # its parent scrolls


@safe_events
class ChoiceButton(QPushButton):
    """One of several words; Left and Right go from one to the next, a click or Enter opens the list.

    Signals:
        chosen(str): the id of another choice.
        list_requested(): the list is to be opened.
    """

    chosen = Signal(str)
    list_requested = Signal()

    def __init__(self, name: str, choices: Mapping[str, str]) -> None:
        super().__init__()
        self._name = name
        self.choices = dict(choices)
        self.value = ""
        self.setProperty("kind", "choice")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAutoDefault(False)
        self.clicked.connect(self.list_requested)

    def put(self, value: str, error: str = "", tip: str = "") -> None:
        """Show a choice; one that is not among them as it is written."""
        self.value = value
        text = self.choices.get(value, value) or "\N{EN DASH}"
        self.setText(f"{text} \N{BLACK DOWN-POINTING SMALL TRIANGLE}")
        self.setAccessibleName(f"{self._name} {text}")
        self.setToolTip(error or tip)
        restyle(self, wrong="true" if error else "false")

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = {Qt.Key.Key_Right: 1, Qt.Key.Key_Left: -1}.get(Qt.Key(event.key()), 0)
        if step and self.choices:
            ids = list(self.choices)
            at = ids.index(self.value) if self.value in ids else -step
            self.chosen.emit(ids[max(0, min(len(ids) - 1, at + step))])
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self.list_requested.emit()
        else:
            super().keyPressEvent(event)


def flag_button(name: str, tip: str = "") -> QPushButton:
    out = push(name, "chip", tip)
    out.setCheckable(True)
    out.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    return out
