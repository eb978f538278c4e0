"""The bar in the head of the panel for somebody who is many: how large they are, how much of them is left."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from exgui.engine.system import Strength
from exgui.gui import fonts
from exgui.gui.appearance import theme_of
from exgui.gui.elided import elided
from exgui.gui.icons import pixmap
from exgui.gui.safe_events import safe_events
from exgui.gui.strength_drawing import bar_tone, paint_text, paint_track

HEIGHT = 20
ICON = 14


@safe_events
class StrengthBar(QWidget):
    """One bar with its words; hidden while a single fighter is shown."""

    def __init__(self) -> None:
        super().__init__()
        self.strength: Strength | None = None
        self.setFixedHeight(fonts.px(HEIGHT) + 4)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.hide()

    def put(self, strength: Strength | None) -> None:
        """What it shows; None for nothing."""
        self.strength = strength
        self.setVisible(strength is not None)
        text = strength.text if strength is not None else ""
        self.setToolTip(text)
        self.setAccessibleName(text)
        self.update()

    @property
    def words(self) -> str:
        """What is written on it."""
        one = self.strength
        if one is None:
            return ""
        words = (one.breaks, one.size, f"{one.label} {one.now}/{one.full}")
        return " \N{MIDDLE DOT} ".join(word for word in words if word)

    def sizeHint(self) -> QSize:
        return QSize(160, fonts.px(HEIGHT) + 4)

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme = theme_of(self)
        one = self.strength
        if one is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = QRectF(0.5, 3.5, self.width() - 1, fonts.px(HEIGHT) - 1)
        paint_track(painter, theme, box, one, theme.color(bar_tone(one)))
        font = fonts.font("small")
        metrics = QFontMetricsF(font)
        mark = ICON + 5 if one.icon else 0
        text = elided(metrics, self.words, box.width() - 20 - mark)
        wide = metrics.horizontalAdvance(text) + mark
        left = box.center().x() - wide / 2
        if one.icon:
            picture = pixmap(theme, one.icon, "red", ICON, self.devicePixelRatioF())
            painter.drawPixmap(round(left), round(box.center().y() - ICON / 2), picture)
        paint_text(painter, theme, font, box.center().x() + mark / 2, box.center().y(), text)
        painter.end()
