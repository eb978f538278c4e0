"""The line at the bottom: what the keys do now, or the last message with its offer; and whether everything is saved."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QTimer
from PySide6.QtGui import QFontMetricsF
from PySide6.QtWidgets import QFrame

from exgui.gui.announcements import announce
from exgui.gui.look.appearance import fix_size
from exgui.gui.look.elided import ElidedLabel, elided
from exgui.gui.pages.page import Page
from exgui.gui.widgets.basics import label, push, styled
from exgui.gui.widgets.layouts import hbox

Offer = tuple[str, Callable[[], object]]
"""A word behind a sentence, such as "Undo", and what a click on it does."""
MESSAGE_MS = 8000
"""Milliseconds for which a sentence stays."""


BETWEEN = "      "


class HintsLabel(ElidedLabel):
    """As many whole hints as there is room for."""

    def __init__(self) -> None:
        super().__init__("muted")

    def shortened(self, metrics: QFontMetricsF, text: str, room: float) -> str:
        hints = text.split(BETWEEN)
        while len(hints) > 1 and metrics.horizontalAdvance(BETWEEN.join(hints)) > room:
            hints.pop()
        return elided(metrics, BETWEEN.join(hints), room)


class StatusLine(QFrame):
    """What the keys do now, or for a while a sentence; and whether everything is saved."""

    def __init__(self) -> None:
        super().__init__()
        styled(self, surface="panel", edge="top", fills=True)
        fix_size(self, height=30)
        self._message = ElidedLabel("muted", "gold")
        self._message.hide()
        self.offer = push("", "link", do=self._take_offer)
        self.offer.hide()
        self._does: Callable[[], object] | None = None
        self._hints = HintsLabel()
        self.saved = label("", "muted")
        hbox(self._message, self.offer, 0, (self._hints, 1), self.saved, on=self, margins=(16, 0, 16, 0), spacing=16)
        self._timer = QTimer(self, singleShot=True, interval=MESSAGE_MS)
        self._timer.timeout.connect(self._clear)

    @property
    def message(self) -> str:
        """The message shown, "" for none."""
        return self._message.whole if self._message.isVisibleTo(self) else ""

    def show_message(self, text: str, offer: Offer | None = None) -> None:
        self.offer.setVisible(offer is not None)
        self._does = None
        if offer is not None:
            words, self._does = offer
            self.offer.setText(words)
            self.offer.setAccessibleName(f"{words}: {text}")
        self._message.put(text)
        self._message.show()
        announce(self, text)
        self._hints.hide()
        self._timer.start()

    def show_page(self, page: Page, hints: Sequence[str] | None = None) -> None:
        """Show a page's key hints, and whether its content is saved.

        Args:
            hints: what the keys do where they do not go to the page; None where they do.
        """
        text, tip = page.saved
        self.saved.setText(text)
        self.saved.setToolTip(tip)
        self._hints.put(BETWEEN.join(page.hints if hints is None else hints))

    def _take_offer(self) -> None:
        do = self._does
        self._clear()
        if do is not None:
            do()

    def _clear(self) -> None:
        self._timer.stop()
        self._does = None
        self.offer.hide()
        self._message.hide()
        self._hints.show()
