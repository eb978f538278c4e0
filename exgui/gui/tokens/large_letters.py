"""Draws text whose letters are too large for Qt's cache: beyond 64 pixels Qt fills each letter's outline again each
time, which takes about 0.1 ms a letter; here each letter is drawn once and then copied."""

from __future__ import annotations

from functools import lru_cache, partial
from math import ceil, floor

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QGlyphRun,
    QPaintEngine,
    QPainter,
    QPainterPath,
    QPixmap,
    QRawFont,
    QTextLayout,
    QTransform,
)

from exgui.engine.record import Record
from exgui.gui.look.painting import smooth_painter
from exgui.gui.tokens.token_look import PixmapCache

KEPT_BY_QT = 64.0
"""Pixels of a font up to which Qt keeps its letters itself."""

_UPRIGHT = (
    QTransform.TransformationType.TxNone,
    QTransform.TransformationType.TxTranslate,
    QTransform.TransformationType.TxScale,
)

_pictures = PixmapCache(32 << 20)


class _Run(Record):
    """Letters of one font on a line: their numbers in it, and where each begins, from the beginning of the line."""

    font: QRawFont
    name: tuple[object, ...]
    letters: tuple[int, ...]
    places: tuple[QPointF, ...]


def draw_text(painter: QPainter, at: QPointF, text: str) -> None:
    """Draw like `QPainter.drawText` with a point, in the painter's font and pen color. Large letters are placed on
    whole pixels."""
    transform, engine, device = painter.worldTransform(), painter.paintEngine(), painter.device()
    ratio = device.devicePixelRatioF() if device is not None else 1.0
    zoom = transform.m11() * ratio
    if (
        painter.font().pixelSize() * zoom <= KEPT_BY_QT
        or transform.type() not in _UPRIGHT
        or engine is None
        or engine.type() != QPaintEngine.Type.Raster
    ):
        painter.drawText(at, text)
        return
    ink = painter.pen().color()
    drawn = round(zoom, 4), ink.rgba()
    painter.save()
    painter.resetTransform()
    for run in _runs(painter.font(), text):
        for letter, place in zip(run.letters, run.places, strict=True):
            box = _box(run.name, letter, run.font, zoom)
            if not box[2]:
                continue
            picture = _pictures.get((run.name, letter, *drawn), partial(_draw, run.font, letter, box, zoom, ink))
            picture.setDevicePixelRatio(ratio)
            pixel = transform.map(at + place) * ratio
            x, y = round(pixel.x()) + box[0], round(pixel.y()) + box[1]
            painter.drawPixmap(QPointF(x / ratio, y / ratio), picture)
    painter.restore()


def draw_mark(painter: QPainter, at: QPointF, text: str) -> None:
    """Draw like `draw_text`, for letters that belong to a drawing: in an SVG file they become paths, since another
    computer may lack the font."""
    engine = painter.paintEngine()
    if engine is None or engine.type() != QPaintEngine.Type.SVG:
        draw_text(painter, at, text)
        return
    path = QPainterPath()
    path.addText(at, painter.font(), text)
    painter.fillPath(path, painter.pen().color())


@lru_cache(maxsize=256)
def _runs(font: QFont, text: str) -> tuple[_Run, ...]:
    layout = QTextLayout(text, font)
    layout.beginLayout()
    line = layout.createLine()
    layout.endLayout()
    base = QPointF(0, line.ascent())
    found = []
    for run in layout.glyphRuns():
        raw = run.rawFont()
        name = (raw.familyName(), raw.styleName(), raw.weight(), raw.style(), raw.pixelSize())
        places = tuple(place - base for place in run.positions())
        found.append(_Run(raw, name, tuple(run.glyphIndexes()), places))
    return tuple(found)


_boxes: dict[tuple[object, ...], tuple[int, int, int, int]] = {}


def _box(name: tuple[object, ...], letter: int, font: QRawFont, zoom: float) -> tuple[int, int, int, int]:
    """Return what a letter's picture covers from the letter's origin, in device pixels: left, top, width, height; no
    width for a letter that draws nothing."""
    key = (name, letter, round(zoom, 4))
    if key not in _boxes:
        box = font.boundingRect(letter)
        left, top = floor(box.left() * zoom) - 2, floor(box.top() * zoom) - 2
        wide, high = ceil(box.right() * zoom) + 2 - left, ceil(box.bottom() * zoom) + 2 - top
        if len(_boxes) > 5_000:
            _boxes.clear()
        _boxes[key] = (left, top, 0 if box.isEmpty() else wide, high)
    return _boxes[key]


def _draw(font: QRawFont, letter: int, box: tuple[int, int, int, int], zoom: float, ink: QColor) -> QPixmap:
    """Return a letter whose origin lies on a whole pixel."""
    left, top, wide, high = box
    run = QGlyphRun()
    run.setRawFont(font)
    run.setGlyphIndexes([letter])
    run.setPositions([QPointF()])
    out = QPixmap(wide, high)
    out.fill(Qt.GlobalColor.transparent)
    painter = smooth_painter(out)
    painter.translate(-left, -top)
    painter.scale(zoom, zoom)
    painter.setPen(ink)
    painter.drawGlyphRun(QPointF(), run)
    painter.end()
    return out
