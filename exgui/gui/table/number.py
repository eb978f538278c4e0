"""The number in a name whose portrait others share: Bandit 1 is not Bandit 2."""

from __future__ import annotations

from math import ceil

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen, QPixmap

from exgui.gui.look.painting import smooth_painter
from exgui.gui.look.theme import Theme
from exgui.gui.table.design import LEAST, metrics, text_font
from exgui.gui.table.whole_pixels import draw_unscaled
from exgui.gui.tokens.drawing import TokenPictures
from exgui.gui.tokens.large_letters import draw_text
from exgui.gui.tokens.token_look import Look, PixmapCache

_pictures = PixmapCache(2 << 20)


def paint_number(
    painter: QPainter, theme: Theme, pictures: TokenPictures, look: Look, at: QPointF, radius: float
) -> None:
    """Paint the number at the lower right of a token with a portrait; at the left for one that is out, whose right
    another token may cover. Without a picture the token's letters include the number.

    Args:
        at: the token's middle.
    """
    number = look.name.rpartition(" ")[2]
    if not number.isdigit() or len(number) > 2 or pictures.portrait(look.portrait).isNull():
        return
    tone = "muted" if look.acted or look.down else look.tone
    half = 8.0 + 4.0 * (len(number) - 1)
    device = painter.device()
    density = painter.worldTransform().m11() * (device.devicePixelRatioF() if device is not None else 1.0)
    key = (number, tone, round(density, 4), theme.name)
    picture = _pictures.get(key, lambda: _draw(theme, number, tone, half, density))
    across = -radius * 0.72 if look.down else radius * 0.72
    draw_unscaled(painter, at + QPointF(across - half - 1, radius * 0.72 - 9.0), picture)


def _draw(theme: Theme, number: str, tone: str, half: float, density: float) -> QPixmap:
    """Return a number on a patch of color, with one unit clear round it."""
    out = QPixmap(ceil((2 * half + 2) * density), ceil(18 * density))
    out.fill(Qt.GlobalColor.transparent)
    painter = smooth_painter(out)
    painter.scale(density, density)
    painter.setPen(QPen(theme.color("panel"), 1.4))
    painter.setBrush(theme.color(tone))
    painter.drawRoundedRect(QRectF(1, 1, 2 * half, 16), 8, 8)
    font = text_font(LEAST, True)
    painter.setFont(font)
    painter.setPen(theme.color("background" if tone == "muted" else "on_tone"))
    wide = metrics(font).horizontalAdvance(number)
    draw_text(painter, QPointF(1 + half - wide / 2, 9 + metrics(font).capHeight() / 2), number)
    painter.end()
    return out
