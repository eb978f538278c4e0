"""A button whose text contains a name, shortened if it does not fit."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QFontMetricsF, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QPushButton, QSizePolicy, QStyle, QStyleOptionButton

from exgui.gui.look.elided import LONGEST, elided
from exgui.gui.safe_events import safe_events

LEAST = 60
"""Pixels that are left to the name at least; where there are fewer, the whole text is shortened."""
NARROWEST = 140
"""Pixels of the text that it has at least."""
WIDEST = 320
"""Pixels that the name has at most."""
SPARE = 2
"""Pixels more than its text needs, since widths of letters are no whole numbers."""


@safe_events
class ElidedButton(QPushButton):
    """A quiet one. Reads as a text before the name, the name, and a text after it."""

    def __init__(self) -> None:
        super().__init__()
        self._words = ("", "", "")
        self.setProperty("kind", "quiet")
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAutoDefault(False)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def put(self, before: str, name: str, after: str, tip: str) -> None:
        self._words = (before, name[:LONGEST].replace("\n", " "), after)
        whole = "".join(self._words)
        self.setAccessibleName(whole)
        self.setToolTip(f"{whole}\n{tip}")
        self._fit()
        self.updateGeometry()

    def sizeHint(self) -> QSize:
        return QSize(self._wide(WIDEST), super().sizeHint().height())

    def minimumSizeHint(self) -> QSize:
        return QSize(min(self._wide(LEAST), NARROWEST), super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def paintEvent(self, event: QPaintEvent) -> None:
        self._fit()  # the style may have changed the font
        super().paintEvent(event)

    def _fit(self) -> None:
        before, name, after = self._words
        metrics = QFontMetricsF(self.font())
        room = self.width() - self._wide(0) + SPARE
        if room >= min(LEAST, metrics.horizontalAdvance(name)):
            text = before + elided(metrics, name, room) + after
        else:
            text = elided(metrics, before + name + after, room + metrics.horizontalAdvance(before + after))
        if text != self.text():
            self.setText(text)

    def _wide(self, name: float) -> int:
        """Return the width if the name takes at most this many pixels."""
        metrics = QFontMetricsF(self.font())
        text = sum(metrics.horizontalAdvance(self._words[at]) for at in (0, 2))
        text += min(name, metrics.horizontalAdvance(self._words[1]))
        option = QStyleOptionButton()
        self.initStyleOption(option)
        inner = QSize(int(text) + SPARE, int(metrics.height()))
        return self.style().sizeFromContents(QStyle.ContentsType.CT_PushButton, option, inner, self).width()
