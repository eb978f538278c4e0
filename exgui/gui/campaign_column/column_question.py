"""A question that stands in the campaign column until it is answered; the window goes on meanwhile."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QPushButton, QVBoxLayout, QWidget

from exgui.gui.safe_events import safe_events
from exgui.gui.widgets.basics import clear, label, push, show_new


@safe_events
class QuestionCard(QFrame):
    """A sentence and its answers. Escape is the last of them, which does nothing."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "card")
        self.setProperty("tone", "now")
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 10, 12, 10)
        column.setSpacing(8)
        self.text = label("", "body", wrap=True)
        column.addWidget(self.text)
        self._answers = QVBoxLayout()
        self._answers.setSpacing(4)
        column.addLayout(self._answers)
        self.buttons: list[QPushButton] = []
        self.hide()

    def ask(self, text: str, answers: Sequence[tuple[str, Callable[[], object]]]) -> None:
        """Asks, in place of what was asked before.

        Args:
            answers: each as what its button says and what it does; the first matters most.
        """
        clear(self._answers)
        self.text.setText(text)
        self.setAccessibleName(text)
        self.buttons = []
        for number, (words, do) in enumerate(answers):
            button = push(words, "primary" if number == 0 else "")
            button.clicked.connect(lambda _checked=False, do=do: self._answer(do))
            self._answers.addWidget(button)
            self.buttons.append(button)
        self.show()
        show_new(self)
        self.buttons[0].setFocus(Qt.FocusReason.TabFocusReason)

    def dismiss(self) -> bool:
        """Takes the last answer. False where nothing is asked."""
        if self.isHidden() or not self.buttons:
            return False
        self.buttons[-1].click()
        return True

    def _answer(self, do: Callable[[], object]) -> None:
        self.hide()
        do()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        focused = next((number for number, button in enumerate(self.buttons) if button.hasFocus()), None)
        if event.key() in (Qt.Key.Key_Up, Qt.Key.Key_Down) and focused is not None:
            step = 1 if event.key() == Qt.Key.Key_Down else -1
            self.buttons[(focused + step) % len(self.buttons)].setFocus(Qt.FocusReason.TabFocusReason)
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and focused is not None:
            self.buttons[focused].click()
        else:
            super().keyPressEvent(event)
