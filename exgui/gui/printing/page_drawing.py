"""What is drawn on a page: words, lines, boxes and dots, black on white, in twentieths of a point.

A page is laid out once and drawn the same on a printer, in a PDF and on the screen.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Protocol

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontDatabase, QFontMetricsF, QImage, QPainter, QPen

from exgui.engine.record import Record
from exgui.gui.display_font import display_font

POINT = 20
"""Units in a point."""
UNITS_PER_INCH = 72 * POINT
BLACK, GREY = QColor(0, 0, 0), QColor(70, 70, 70)
NO_SUBSTITUTES = ("liga", "clig", "dlig", "calt", "locl", "lnum", "tnum")
"""What puts another sign in the place of a letter or a figure: in a PDF "office" would not be found, its ffi would be
one sign."""


class Type(Record):
    """A size and weight of the print.

    Attributes:
        points: of the font.
        display: in the face of names and titles.
    """

    points: float
    bold: bool = False
    grey: bool = False
    display: bool = False

    @property
    def font(self) -> QFont:
        """The font, in units."""
        return _font(self.points, self.bold, self.display)

    @property
    def line(self) -> float:
        """From one line to the next, in units."""
        return self.points * POINT * 1.28

    def width(self, text: str) -> float:
        """How wide a text is, in units."""
        return _width(self.points, self.bold, self.display, text)


@cache
def _font(points: float, bold: bool, display: bool) -> QFont:
    if display:
        font = QFont(display_font(points * POINT, bold=bold))
    else:
        font = QFontDatabase.systemFont(QFontDatabase.SystemFont.GeneralFont)
        font.setPixelSize(max(1, round(points * POINT)))
        font.setBold(bold)
    font.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    for name in NO_SUBSTITUTES:
        font.setFeature(QFont.Tag(name), 0)
    return font


@cache
def _metrics(points: float, bold: bool, display: bool) -> QFontMetricsF:
    return QFontMetricsF(_font(points, bold, display))


def _width(points: float, bold: bool, display: bool, text: str) -> float:
    return _metrics(points, bold, display).horizontalAdvance(text)


class Words(Record):
    """A text whose first letter stands at `x` on the base line `y`."""

    x: float
    y: float
    text: str
    type: Type

    def moved(self, x: float, y: float) -> Words:
        return Words(self.x + x, self.y + y, self.text, self.type)

    def paint(self, painter: QPainter) -> None:
        painter.setFont(self.type.font)
        painter.setPen(GREY if self.type.grey else BLACK)
        painter.drawText(QPointF(self.x, self.y), self.text)


class Rule(Record):
    """A level line of so many units' thickness."""

    x: float
    y: float
    width: float
    thick: float = 8

    def moved(self, x: float, y: float) -> Rule:
        return Rule(self.x + x, self.y + y, self.width, self.thick)

    def paint(self, painter: QPainter) -> None:
        painter.setPen(QPen(BLACK, self.thick))
        painter.drawLine(QPointF(self.x, self.y), QPointF(self.x + self.width, self.y))


class Box(Record):
    """A square to tick.

    Attributes:
        strokes: how it is ticked already: 0 not at all, 1 by a slanting line, 2 by a cross, 4 by a star.
    """

    x: float
    y: float
    size: float
    strokes: int = 0

    def moved(self, x: float, y: float) -> Box:
        return Box(self.x + x, self.y + y, self.size, self.strokes)

    def paint(self, painter: QPainter) -> None:
        painter.setPen(QPen(BLACK, 10))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        square = QRectF(self.x, self.y, self.size, self.size)
        painter.drawRect(square)
        middle = square.center()
        lines = (
            (square.bottomLeft(), square.topRight()),
            (square.topLeft(), square.bottomRight()),
            (QPointF(middle.x(), square.top()), QPointF(middle.x(), square.bottom())),
            (QPointF(square.left(), middle.y()), QPointF(square.right(), middle.y())),
        )
        painter.setPen(QPen(BLACK, 16))
        for start, end in lines[: self.strokes]:
            painter.drawLine(start, end)


class Dot(Record):
    """A dot of a trait, filled or not."""

    x: float
    y: float
    size: float
    filled: bool

    def moved(self, x: float, y: float) -> Dot:
        return Dot(self.x + x, self.y + y, self.size, self.filled)

    def paint(self, painter: QPainter) -> None:
        painter.setPen(QPen(BLACK, 9))
        painter.setBrush(BLACK if self.filled else Qt.BrushStyle.NoBrush)
        painter.drawEllipse(QRectF(self.x, self.y, self.size, self.size))


class Frame(Record):
    """A rounded frame, as around one of several characters on a page."""

    x: float
    y: float
    width: float
    height: float

    def moved(self, x: float, y: float) -> Frame:
        return Frame(self.x + x, self.y + y, self.width, self.height)

    def paint(self, painter: QPainter) -> None:
        painter.setPen(QPen(BLACK, 10))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(QRectF(self.x, self.y, self.width, self.height), 6 * POINT, 6 * POINT)


class Picture(Record, eq=False):
    """A picture in a square."""

    x: float
    y: float
    size: float
    image: QImage

    def moved(self, x: float, y: float) -> Picture:
        return Picture(self.x + x, self.y + y, self.size, self.image)

    def paint(self, painter: QPainter) -> None:
        side = min(self.image.width(), self.image.height())
        left, top = (self.image.width() - side) / 2, (self.image.height() - side) / 2
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.drawImage(QRectF(self.x, self.y, self.size, self.size), self.image, QRectF(left, top, side, side))


class Mark(Protocol):
    """Whatever is drawn on a page."""

    def moved(self, x: float, y: float) -> Mark:
        """The same, by so many units further right and down."""
        ...

    def paint(self, painter: QPainter) -> None:
        """Draws it, in units."""
        ...


def wrapped(text: str, type: Type, width: float) -> list[str]:
    """A text in lines that are no wider than `width`; a word that is wider is broken."""
    lines: list[str] = []
    for paragraph in text.splitlines() or [""]:
        line = ""
        for word in paragraph.split():
            longer = f"{line} {word}" if line else word
            if type.width(longer) <= width:
                line = longer
                continue
            if line:
                lines.append(line)
            while type.width(word) > width and len(word) > 1:
                cut = _fitting(word, type, width)
                lines.append(word[:cut])
                word = word[cut:]
            line = word
        lines.append(line)
    return lines


def _fitting(word: str, type: Type, width: float) -> int:
    """How many letters of a word fit, at least one."""
    low, high = 1, len(word)
    while low < high:
        middle = (low + high + 1) // 2
        if type.width(word[:middle]) <= width:
            low = middle
        else:
            high = middle - 1
    return low


def paint_all(marks: Iterable[Mark], painter: QPainter) -> None:
    """Draws marks, in units."""
    for mark in marks:
        mark.paint(painter)
