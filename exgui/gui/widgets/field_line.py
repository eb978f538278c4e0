"""Fields in which one writes or chooses; what is written is handed on when the field is left, at the latest after a
moment, and never lost. The mouse wheel changes none of them."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QSize, Qt, QTimer, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QWheelEvent
from PySide6.QtWidgets import QLineEdit, QPlainTextEdit, QPushButton, QSizePolicy, QWidget

from exgui.gui.panel.widgets import push, restyle
from exgui.gui.safe_events import safe_events

LATEST = 900
"""Milliseconds after which what is being written is handed on, field left or not."""


@safe_events
class FieldLine(QLineEdit):
    """One line of text.

    Signals:
        written(str, object): what stands in it now, and what stands for this stay in the field.
        left(): Enter or Escape: the keys may go elsewhere.
    """

    written = Signal(str, object)
    left = Signal()

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self._stay = object()
        self._given = ""
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(LATEST)
        self._timer.timeout.connect(self.hand_on)
        self.textEdited.connect(self._on_edited)

    def put(self, text: str, error: str = "", tip: str = "") -> None:
        """Shows what stands in the sheet; what is just being written is left alone."""
        restyle(self, wrong="true" if error else "false")
        self.setToolTip(error or tip)
        self.setAccessibleDescription(error or tip)
        if self.hasFocus() and self.text() != self._given:
            return
        self._given = text
        if text != self.text():
            self.setText(text)

    def hand_on(self) -> None:
        """Hands on what was written since."""
        self._timer.stop()
        if self.text() != self._given:
            self._given = self.text()
            self.written.emit(self._given, self._stay)

    def _on_edited(self) -> None:
        if not self._timer.isActive():
            self._timer.start()

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self._stay = object()
        if event.reason() in (Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason):
            self.selectAll()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.hand_on()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Escape):
            self.hand_on()
            self._stay = object()
            self.left.emit()
            return
        super().keyPressEvent(event)


@safe_events
class NoteField(QPlainTextEdit):
    """Several lines of text, as high as they are.

    Signals:
        written(str, object): as of a `FieldLine`.
    """

    written = Signal(str, object)

    def __init__(self, name: str, hint: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self.setPlaceholderText(hint)
        self.setTabChangesFocus(True)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._stay = object()
        self._given = ""
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(LATEST)
        self._timer.timeout.connect(self.hand_on)
        self.textChanged.connect(self._on_changed)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def put(self, text: str) -> None:
        """Shows what stands in the sheet; what is just being written is left alone."""
        if self.hasFocus() and self.toPlainText() != self._given:
            return
        self._given = text
        if text != self.toPlainText():
            self.setPlainText(text)
        self._timer.stop()

    def hand_on(self) -> None:
        """Hands on what was written since."""
        self._timer.stop()
        text = self.toPlainText()
        if text != self._given:
            self._given = text
            self.written.emit(text, self._stay)

    def _on_changed(self) -> None:
        self.updateGeometry()
        if self.hasFocus() and not self._timer.isActive():
            self._timer.start()

    def sizeHint(self) -> QSize:
        lines = max(3, min(200, int(self.document().size().height())))
        return QSize(200, lines * self.fontMetrics().lineSpacing() + 20)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self._stay = object()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.hand_on()

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()  # the page scrolls


@safe_events
class ChoiceButton(QPushButton):
    """One of several words; Left and Right go from one to the next, a click or Enter opens the list.

    Signals:
        chosen(str): the id of another choice.
        list_wanted(): the list is to be opened.
    """

    chosen = Signal(str)
    list_wanted = Signal()

    def __init__(self, name: str, choices: Mapping[str, str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._name = name
        self.choices = dict(choices)
        self.value = ""
        self.setProperty("kind", "choice")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAutoDefault(False)
        self.clicked.connect(self.list_wanted)

    def put(self, value: str, error: str = "", tip: str = "") -> None:
        """Shows a choice; one that is not among them as it is written."""
        self.value = value
        said = self.choices.get(value, value) or "\N{EN DASH}"
        self.setText(f"{said} \N{BLACK DOWN-POINTING SMALL TRIANGLE}")
        self.setAccessibleName(f"{self._name} {said}")
        self.setToolTip(error or tip)
        restyle(self, wrong="true" if error else "false")

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = {Qt.Key.Key_Right: 1, Qt.Key.Key_Left: -1}.get(Qt.Key(event.key()), 0)
        if step and self.choices:
            ids = list(self.choices)
            at = ids.index(self.value) if self.value in ids else -step
            self.chosen.emit(ids[max(0, min(len(ids) - 1, at + step))])
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self.list_wanted.emit()
        else:
            super().keyPressEvent(event)


def flag_button(name: str, tip: str = "") -> QPushButton:
    """A chip that is on or off."""
    out = push(name, "chip", tip)
    out.setCheckable(True)
    out.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    return out
