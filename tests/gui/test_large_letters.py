"""Large letters that are drawn once and copied look like those that Qt draws."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPointF
from PySide6.QtGui import QColor, QFont, QImage, QPainter
from PySide6.QtWidgets import QApplication

from exgui.gui.look.display_font import display_font
from exgui.gui.look.fonts import font as platform_font
from exgui.gui.tokens.large_letters import draw_text

TEXT = "Añjali hits for 7, AV fi — Ωж 漢"


def picture(font: QFont, ratio: float, ours: bool) -> QImage:
    image = QImage(2400, 160, QImage.Format.Format_RGB32)
    image.fill(QColor("#12141a"))
    image.setDevicePixelRatio(ratio)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.scale(4 / ratio, 4 / ratio)
    painter.setFont(font)
    painter.setPen(QColor("#e5b64f"))
    at = QPointF(10, 28)
    if ours:
        draw_text(painter, at, TEXT)
    else:
        painter.drawText(at, TEXT)
    painter.end()
    return image


def weight(image: QImage, left: int, right: int) -> int:
    """How much is drawn between two columns."""
    columns = range(left, right, 2)
    return sum(image.pixelColor(x, y).red() - 18 for x in columns for y in range(0, image.height(), 4))


@pytest.mark.parametrize("ratio", [1.0, 2.0])
@pytest.mark.parametrize("display", [False, True])
def test_letters_are_placed_as_qt_places_them(qapp: QApplication, ratio: float, display: bool) -> None:
    font = display_font(20, bold=True) if display else platform_font("body")
    font.setPixelSize(20)
    ours, theirs = picture(font, ratio, True), picture(font, ratio, False)
    for left in range(0, 1200, 120):
        there = weight(theirs, left, left + 120)
        assert abs(weight(ours, left, left + 120) - there) <= 0.08 * there + 400
    assert weight(ours, 0, 1200) > 10_000
