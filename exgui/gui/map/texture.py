"""The ground of a zone: a calm pattern for difficult terrain, drawn by rule and not by chance."""

from __future__ import annotations

from collections.abc import Iterator
from zlib import crc32

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen

_STEP = 34.0


def scatter(seed: str, width: float, height: float, clear: QRectF) -> Iterator[tuple[float, float, float]]:
    """Points on a shaken grid outside of `clear`, each with a number from 0 to 1; the same for the same seed."""
    number = crc32(seed.encode())
    rows, columns = int(height // _STEP) + 2, int(width // _STEP) + 2
    for row in range(rows):
        for column in range(columns):
            mixed = crc32(f"{number}.{row}.{column}".encode())
            dx, dy, size = (mixed & 255) / 255, (mixed >> 8 & 255) / 255, (mixed >> 16 & 255) / 255
            x = (column + (0.5 if row % 2 else 0.0) + (dx - 0.5) * 0.55) * _STEP
            y = (row + (dy - 0.5) * 0.5) * _STEP
            if not clear.contains(x, y):
                yield x, y, size


def paint_growth(painter: QPainter, box: QRectF, seed: str, ink: QColor, clear: QRectF) -> None:
    """Tufts of grass: three blades each, leaning a little."""
    path = QPainterPath()
    for x, y, size in scatter(seed, box.width(), box.height(), clear):
        tall = 6.0 + 5.0 * size
        lean = (size - 0.5) * 4
        foot = QPointF(x, y)
        for spread, share in ((-4.5, 0.72), (0.0, 1.0), (4.5, 0.68)):
            path.moveTo(foot)
            path.quadTo(QPointF(x + spread * 0.3, y - tall * share * 0.6), QPointF(x + spread + lean, y - tall * share))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(ink, 1.5, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
    painter.drawPath(path)


def paint_heat(painter: QPainter, box: QRectF, seed: str, ink: QColor, clear: QRectF) -> None:
    """Small plumes of heat, for ground that does harm."""
    path = QPainterPath()
    for x, y, size in scatter(seed, box.width(), box.height(), clear):
        if size < 0.2:
            continue
        for dx, tall in ((-4.0, 9.0), (0.0, 14.0), (4.0, 9.0)):
            path.moveTo(x + dx, y)
            path.cubicTo(x + dx + 3.4, y - tall * 0.4, x + dx - 3.4, y - tall * 0.6, x + dx, y - tall)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(ink, 1.5, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
    painter.drawPath(path)
