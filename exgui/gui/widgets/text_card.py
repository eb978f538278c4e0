"""A text laid over the window, to be read: a title, a sentence, the text, and buttons below it. Escape closes it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QHBoxLayout, QPlainTextEdit, QPushButton, QWidget

from exgui.gui.safe_events import safe_events
from exgui.gui.widgets.basics import clear, label, push
from exgui.gui.widgets.layouts import vbox
from exgui.gui.widgets.overlay import Overlay

WIDTH, HEIGHT = 860, 560
Action = tuple[str, Callable[[], object]]
"""The words on a button, and what it does."""


@safe_events
class TextCard(Overlay):
    """Shows one text at a time.

    Attributes:
        text: the text that is shown, whole.
        buttons: those below it, by their words.
    """

    def __init__(self, window: QWidget, name: str) -> None:
        super().__init__(window, name)
        self.title = label("", "strong")
        self.explained = label("", "small", "muted", wrap=True)
        self.text = QPlainTextEdit()
        self.text.setReadOnly(True)
        self.text.setLineWrapMode(QPlainTextEdit.LineWrapMode.WidgetWidth)
        self.text.setTabChangesFocus(True)
        self.buttons: dict[str, QPushButton] = {}
        self._below = QHBoxLayout()
        vbox(self.title, self.explained, (self.text, 1), self._below, on=self, margins=16, spacing=8)

    def show_text(
        self, title: str, explained: str, text: str, left: Sequence[Action] = (), right: Sequence[Action] = ()
    ) -> None:
        """Show a text; afterwards the keys go back to where they were.

        Args:
            left: buttons below it at the left.
            right: buttons at the right, before *Close*.
        """
        self.remember_keys()
        self.title.setText(title)
        self.explained.setText(explained)
        self.setAccessibleName(title or self.accessibleName())
        self.text.setAccessibleName(self.accessibleName())
        self.text.setAccessibleDescription(explained)
        self.explained.setVisible(bool(explained))
        self.text.setPlainText(text)
        clear(self._below)
        self.buttons = {}
        for words, do in left:
            self._add(words, do)
        self._below.addStretch(1)
        for words, do in (*right, ("Close", self.close_overlay)):
            self._add(words, do)
        self.fit(WIDTH, HEIGHT)
        self.present()
        self.text.setFocus(Qt.FocusReason.PopupFocusReason)

    def copy(self) -> None:
        QApplication.clipboard().setText(self.text.toPlainText())

    def _add(self, words: str, do: Callable[[], object]) -> None:
        button = self.buttons[words] = push(words)
        button.clicked.connect(lambda: do())
        self._below.addWidget(button)
