"""How a token shows that it is many: a crowd of figures in its lower half, and a bar of what keeps them together."""

from __future__ import annotations

from collections.abc import Iterator
from math import sqrt

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPainterPath, QPen

from exgui.engine.system import Strength
from exgui.gui.look import fonts
from exgui.gui.look.icons import paint_icon
from exgui.gui.look.painting import faded
from exgui.gui.look.theme import Theme
from exgui.gui.tokens.large_letters import draw_mark

BAR_TOP, BAR_BOTTOM = 0.64, 1.16
"""From where to where the bar reaches below a token's centre, in radii."""
FILL = 0.42
"""How strongly the bar is filled: a text upon it is read in both looks."""
SMALLEST_WITH_TEXT = 16.0
"""Radius below which the bar has no number."""
_ROWS = ((2, (2,)), (3, (1, 2)), (5, (2, 3)), (8, (3, 5)), (12, (3, 4, 5)))
_MOST = (4, 5, 7)
"""Figures per row, hindmost first, for up to this many of them; and for more."""
_NEAR_FULL, _HALF = 0.67, 0.34
"""Shares of the bar above which it is of the color for well, and for worse."""


def figure_places(figures: int, radius: float) -> Iterator[tuple[QPointF, float]]:
    """Yield the middle of each figure's head from the token's center, and its radius, hindmost first."""
    rows = next((rows for most, rows in _ROWS if figures <= most), _MOST)
    head = radius * {2: 0.23, 3: 0.2, 5: 0.15}.get(max(rows), 0.125)
    gap = head * 2.3
    front = radius * 0.3
    for index, count in enumerate(rows):
        y = front - (len(rows) - 1 - index) * head * 2.0
        for number in range(count):
            yield QPointF((number - (count - 1) / 2) * gap, y), head


def paint_figures(painter: QPainter, figures: int, radius: float, tone: QColor, ground: QColor) -> None:
    """Paint a crowd, each figure before the ones behind it.

    Args:
        tone: of the figures.
        ground: of the line that parts them.
    """
    inside = QPainterPath()
    inside.addEllipse(QPointF(), radius * 0.9, radius * 0.9)
    painter.save()
    painter.setClipPath(inside, Qt.ClipOperation.IntersectClip)
    painter.setPen(QPen(ground, max(0.7, radius * 0.035)))
    painter.setBrush(tone)
    for at, head in figure_places(figures, radius):
        body = QPainterPath()
        body.addRoundedRect(
            QRectF(at.x() - head * 1.45, at.y() + head * 0.95, head * 2.9, radius), head * 1.3, head * 1.3
        )
        painter.drawPath(body)
        painter.drawEllipse(at, head, head)
    painter.restore()


def bar_tone(strength: Strength) -> str:
    """Return the theme's token for the bar: how it fares, besides its length and number."""
    if strength.breaks or strength.share <= _HALF:
        return "red"
    return "jade" if strength.share > _NEAR_FULL else "gold"


def paint_bar(
    painter: QPainter, theme: Theme, strength: Strength, radius: float, density: float, *, quiet: bool
) -> None:
    """Paint the bar across the lower edge of a token, with its number; or icon and word for a rout.

    Args:
        density: device pixels to a unit, for a sharp icon.
        quiet: they are out of the fight.
    """
    if not strength.full and not strength.breaks:
        return  # how strong they are is not to be seen
    top, high = BAR_TOP * radius, (BAR_BOTTOM - BAR_TOP) * radius
    if radius < SMALLEST_WITH_TEXT:
        top, high = radius * 0.8, radius * 0.3
    font = fonts.font("small")
    font.setWeight(QFont.Weight.Bold)
    font.setPixelSize(max(4, round(high * 0.82)))
    text = strength.breaks or f"{strength.now}/{strength.full}"
    tone = theme.color("muted" if quiet else bar_tone(strength))
    if radius < SMALLEST_WITH_TEXT:
        paint_track(painter, theme, QRectF(-radius * 0.85, top, radius * 1.7, high), strength, tone)
        return
    if not strength.breaks:
        box = QRectF(-radius * 0.88, top, radius * 1.76, high)
        paint_track(painter, theme, box, strength, tone)
        at = box.center()
        paint_text(painter, theme, font, at.x(), at.y(), text)
        return
    mark = high * 0.86
    wide = QFontMetricsF(font).horizontalAdvance(text) + mark + high * 0.9
    box = QRectF(-wide / 2, top, wide, high)
    painter.setPen(QPen(theme.color("zone"), max(0.7, radius * 0.04)))
    painter.setBrush(tone)
    painter.drawRoundedRect(box, high / 2, high / 2)
    ink = "background" if quiet else "on_tone"
    left = box.left() + high * 0.3
    paint_icon(painter, theme, strength.icon, ink, QRectF(left, box.center().y() - mark / 2, mark, mark), density)
    metrics = QFontMetricsF(font)
    painter.setFont(font)
    painter.setPen(theme.color(ink))
    draw_mark(painter, QPointF(left + mark + high * 0.12, box.center().y() + metrics.capHeight() / 2), text)


def paint_track(painter: QPainter, theme: Theme, box: QRectF, strength: Strength, tone: QColor) -> None:
    corner = box.height() / 2
    whole = QPainterPath()
    whole.addRoundedRect(box, corner, corner)
    painter.fillPath(whole, theme.color("raised"))
    if strength.share:
        filled = QPainterPath()
        filled.addRect(QRectF(box.left(), box.top(), box.width() * strength.share, box.height()))
        shade = faded(tone, FILL)
        painter.fillPath(whole & filled, shade)
    painter.setPen(QPen(tone, max(0.8, sqrt(box.height()) * 0.3)))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawPath(whole)


def paint_text(painter: QPainter, theme: Theme, font: QFont, x: float, y: float, text: str) -> None:
    metrics = QFontMetricsF(font)
    painter.setFont(font)
    painter.setPen(theme.color("text"))
    draw_mark(painter, QPointF(x - metrics.horizontalAdvance(text) / 2, y + metrics.capHeight() / 2), text)
