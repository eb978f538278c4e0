"""What stands where a battle would: what to do next, or what went wrong and what to do about it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtGui import QFontMetricsF
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from exgui.engine.record import Record
from exgui.gui import theme
from exgui.gui.elided import elided
from exgui.gui.icons import pixmap
from exgui.gui.panel.widgets import clear, label, push

TEXT_WIDTH = 560


@dataclass(frozen=True)
class Offer(Record):
    """Something that can be done about it: the button's words, and what it does."""

    label: str
    do: Callable[[], object]
    primary: bool = False


class EmptyState(QWidget):
    """A picture, a sentence and its buttons, in the middle of the window.

    Attributes:
        first: the button that matters most, to which the keys should go.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("surface", "background")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.first: QPushButton | None = None
        self._icon = "sword-cross"
        self._token = "muted"
        column = QVBoxLayout(self)
        column.setContentsMargins(48, 32, 48, 32)
        column.setSpacing(12)
        column.addStretch(1)
        self._picture = QLabel()
        self._picture.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        column.addWidget(self._picture)
        self.title = label("", "title")
        self.title.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        column.addWidget(self.title)
        self.text = label("", "body", "muted")
        self.text.setWordWrap(True)
        self.text.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        self.text.setFixedWidth(TEXT_WIDTH)
        self.text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.text.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        column.addWidget(self.text, 0, Qt.AlignmentFlag.AlignHCenter)
        self._buttons = QHBoxLayout()
        self._buttons.setSpacing(8)
        column.addLayout(self._buttons)
        column.addStretch(2)
        theme.notifier().changed.connect(self._on_theme)

    def put(self, title: str, text: str, offers: Sequence[Offer] = (), *, trouble: bool = False) -> None:
        """Shows a sentence and what can be done."""
        self._icon, self._token = ("alert-circle-outline", "red") if trouble else ("sword-cross", "muted")
        self.title.setText(title)
        self.text.setText(text)
        self.text.setMinimumHeight(self.text.heightForWidth(TEXT_WIDTH))
        self.setAccessibleName(title)
        self.setAccessibleDescription(text)
        clear(self._buttons)
        self.first = None
        metrics = QFontMetricsF(theme.font("strong"))
        stacked = sum(metrics.horizontalAdvance(offer.label[:200]) + 40 for offer in offers) > TEXT_WIDTH
        self._buttons.setDirection(QBoxLayout.Direction.TopToBottom if stacked else QBoxLayout.Direction.LeftToRight)
        self._buttons.addStretch(0 if stacked else 1)
        for offer in offers:
            shown = elided(metrics, offer.label, TEXT_WIDTH - 40)
            button = push(shown, "primary" if offer.primary else "", "" if shown == offer.label else offer.label)
            button.setAccessibleName(offer.label)
            button.clicked.connect(lambda _checked=False, do=offer.do: do())
            self._buttons.addWidget(button, 0, Qt.AlignmentFlag.AlignHCenter if stacked else Qt.AlignmentFlag(0))
            button.show()
            self.first = self.first or button
        self._buttons.addStretch(0 if stacked else 1)
        self._on_theme()

    def _on_theme(self) -> None:
        self._picture.setPixmap(pixmap(self._icon, self._token, 48, self.devicePixelRatioF()))
