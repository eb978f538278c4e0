"""Icons of the one family, drawn from its font in the theme's colors."""

from __future__ import annotations

from functools import cache

from PySide6.QtCore import QPoint, QRect, QRectF, QSize, Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontDatabase,
    QFontMetricsF,
    QIcon,
    QIconEngine,
    QPaintEngine,
    QPainter,
    QPainterPath,
    QPixmap,
    QTransform,
)

from exgui.gui.look.theme import Theme
from exgui.gui.safe_events import safe_events
from exgui.icon_family import PREFIX, icon_font, icon_letters

FALLBACK = "circle-medium"
"""Shown for an icon that the family does not have (a ruleset's slip must not take the window down)."""
FILLS = 0.875
"""Share of an icon's height that its letter has: so a picture of 16 pixels takes the font in 14."""
PATH_SIZE = 256
"""Pixels of a letter that becomes a path: it is scaled, and hinting at a small size would show."""


@cache
def _family() -> str:
    number = QFontDatabase.addApplicationFont(str(icon_font()))
    return QFontDatabase.applicationFontFamilies(number)[0]


@safe_events
class _Engine(QIconEngine):
    """Draws one glyph of the font at any size."""

    def __init__(self, letter: str, shade: str, disabled: str) -> None:
        super().__init__()
        self.letter, self.shade, self.disabled = letter, QColor(shade), QColor(disabled)

    def paint(self, painter: QPainter, rect: QRect, mode: QIcon.Mode, state: QIcon.State) -> None:
        font = QFont(_family())
        font.setPixelSize(max(1, round(FILLS * rect.height())))
        painter.save()
        painter.setFont(font)
        painter.setPen(self.disabled if mode == QIcon.Mode.Disabled else self.shade)
        painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, self.letter)
        painter.restore()

    def pixmap(self, size: QSize, mode: QIcon.Mode, state: QIcon.State) -> QPixmap:
        out = QPixmap(size)
        out.fill(Qt.GlobalColor.transparent)
        painter = QPainter(out)
        self.paint(painter, QRect(QPoint(0, 0), size), mode, state)
        painter.end()
        return out


@cache
def _icon(name: str, shade: str, disabled: str) -> QIcon:
    letters = icon_letters()
    code = letters.get(name.removeprefix(PREFIX), letters[FALLBACK])
    return QIcon(_Engine(chr(int(code, 16)), shade, disabled))


def icon(theme: Theme, name: str, token: str = "text") -> QIcon:
    """Return an icon ("shield" or "mdi6.shield") in the color of a token. Ask again when the theme changes."""
    return _icon(name, theme.color(token).name(), theme.color("muted").name())


def paint_icon(painter: QPainter, theme: Theme, name: str, token: str, box: QRectF, density: float) -> None:
    """Draw an icon into a square: a path in an SVG file, elsewhere a picture.

    Args:
        density: device pixels to a unit of the painter.
    """
    engine = painter.paintEngine()
    if engine is None or engine.type() != QPaintEngine.Type.SVG:
        picture = pixmap(theme, name, token, max(4, round(box.height() * density)))
        painter.drawPixmap(box, picture, QRectF(picture.rect()))
        return
    letters = icon_letters()
    font = QFont(_family())
    font.setPixelSize(PATH_SIZE)
    letter = chr(int(letters.get(name.removeprefix(PREFIX), letters[FALLBACK]), 16))
    metrics = QFontMetricsF(font)
    path = QPainterPath()
    path.addText(-metrics.horizontalAdvance(letter) / 2, (metrics.ascent() - metrics.descent()) / 2, font, letter)
    share = FILLS * box.height() / PATH_SIZE
    painter.fillPath(
        QTransform().translate(box.center().x(), box.center().y()).scale(share, share).map(path), theme.color(token)
    )


def pixmap(theme: Theme, name: str, token: str = "text", size: int = 16, ratio: float = 1.0) -> QPixmap:
    """Return the same as a picture of `size` pixels, sharp on a screen of that device pixel ratio."""
    return icon(theme, name, token).pixmap(QSize(size, size), ratio)
