"""Why numbers are what they are: their parts in a small popover that stays until it is closed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, Qt, Signal
from PySide6.QtGui import QHideEvent, QMouseEvent, QShowEvent
from PySide6.QtWidgets import QApplication, QFrame, QWidget

from exgui.gui.look.explained_text import RuleLink, nested_parts, number_text, signed
from exgui.gui.safe_events import safe_events
from exgui.gui.widgets.basics import clear, label, push, show_new
from exgui.gui.widgets.layouts import gridbox, vbox

if TYPE_CHECKING:  # the window's first picture does not wait for the engine
    from collections.abc import Callable

    from exgui.engine.explained import Explained

MOST_QUESTIONS = 3


@safe_events
class WhyPopover(QFrame):
    """The parts of one or several numbers, laid over the window; it takes no keys away from it.

    Signals:
        rule_requested(str): the id of a rule was clicked.
        word_requested(str): a question was clicked; where the manual answers it.

    Attributes:
        explains: of a word, the question that the manual answers ("What is onslaught?") and where; None where it does
            not.
    """

    rule_requested = Signal(str)
    word_requested = Signal(str)

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self.setProperty("role", "popover")
        self.setAccessibleName("Why")
        self.setMinimumWidth(240)
        self._inner = vbox(on=self, margins=(14, 10, 14, 12), spacing=6)
        self.explains: Callable[[str], tuple[str, str] | None] = lambda _word: None
        self.hide()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        app = QApplication.instance()
        if app is not None:
            app.installEventFilter(self)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        app = QApplication.instance()
        if app is not None:
            app.removeEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Close on a press of the mouse anywhere else."""
        if isinstance(event, QMouseEvent) and isinstance(watched, QWidget):
            elsewhere = watched is not self and not self.isAncestorOf(watched)
            if elsewhere and event.type() == QEvent.Type.MouseButtonPress:
                self.hide()
        return False

    def mousePressEvent(self, event: QMouseEvent) -> None:
        event.accept()  # or it would go on to the window below, which is elsewhere

    def show_numbers(self, numbers: list[tuple[str, Explained]], near: QWidget, area: QRect | None = None) -> None:
        clear(self._inner)
        spoken = []
        for title, value in numbers:
            self._add(title, value)
            spoken.append(f"{title} {value}")
        for question, at in self._questions(numbers):
            link = push(question, "link", do=lambda _checked=False, at=at: self._read(at))
            link.setFocusPolicy(Qt.FocusPolicy.NoFocus)
            self._inner.addWidget(link, 0, Qt.AlignmentFlag.AlignLeft)
        self._inner.addWidget(label("Esc or ? closes", "small"))
        self.setAccessibleDescription("; ".join(spoken))
        show_new(self)
        self.adjustSize()
        self.move(self._beside(near, area or near.rect()))
        self.raise_()
        self.show()

    def _add(self, title: str, value: Explained) -> None:
        self._inner.addWidget(label(f"{title} {number_text(value.total)}", "strong"))
        if not value.parts:
            return
        grid = gridbox(across=16, down=2, stretches=0)
        for row, (depth, part) in enumerate(nested_parts(value.parts)):
            name = label(part.label, "muted", "text")
            name.setIndent(12 * depth if depth else -1)
            grid.addWidget(name, row, 0)
            amount = label(signed(part.amount), "muted", "gold" if part.amount >= 0 else "red")
            grid.addWidget(amount, row, 1, Qt.AlignmentFlag.AlignRight)
            if part.rule:
                link = RuleLink(part.rule)
                link.wanted.connect(self._go_to_rule)
                grid.addWidget(link, row, 2, Qt.AlignmentFlag.AlignRight)
        self._inner.addLayout(grid)

    def _questions(self, numbers: list[tuple[str, Explained]]) -> list[tuple[str, str]]:
        words = [
            word for title, value in numbers for word in (title, *(part.label for _, part in nested_parts(value.parts)))
        ]
        return list(dict.fromkeys(filter(None, map(self.explains, words))))[:MOST_QUESTIONS]

    def _read(self, at: str) -> None:
        self.hide()
        self.word_requested.emit(at)

    def _go_to_rule(self, id: str) -> None:
        self.hide()
        self.rule_requested.emit(id)

    def _beside(self, near: QWidget, area: QRect) -> QPoint:
        window = self.parentWidget()
        if window is None:
            return QPoint()
        corner = near.mapTo(window, area.bottomLeft() + QPoint(0, 7))
        column = near.parentWidget()
        if column is not None and corner.x() > window.width() // 2 and corner.x() - self.width() > 40:
            return QPoint(corner.x() - self.width() - 40, max(8, min(corner.y(), window.height() - self.height() - 40)))
        x = max(8, min(corner.x(), window.width() - self.width() - 8))
        y = corner.y()
        if y + self.height() > window.height() - 8:
            y = near.mapTo(window, area.topLeft()).y() - self.height() - 6
        return QPoint(x, max(8, y))
