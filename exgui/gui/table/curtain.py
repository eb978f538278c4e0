"""What hides everything from the players: nothing, a picture, or a title; and a picture or text shown to them alone."""

from __future__ import annotations

from typing import Literal

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import (
    QAbstractTextDocumentLayout,
    QPainter,
    QPaintEvent,
    QPalette,
    QPen,
    QPixmap,
)
from PySide6.QtWidgets import QWidget

from exgui.engine.record import Record
from exgui.gui.look.painting import smooth_painter
from exgui.gui.look.safe_document import SafeDocument
from exgui.gui.look.theme import DARK, Theme
from exgui.gui.safe_events import safe_events
from exgui.gui.table.design import LEAST, Canvas, fitted, metrics, name_font
from exgui.gui.tokens.large_letters import draw_text


class Curtain(Record):
    """What hangs before the map.

    Attributes:
        kind: nothing at all; a title; a picture that fills the screen; a picture alone with its name below it; a text.
        title: of a campaign, of a picture or of a text.
        picture: which one, by the name that the pictures are asked for.
        text: in Markdown.
    """

    kind: Literal["blank", "title", "picture", "splash", "text"]
    title: str = ""
    picture: str = ""
    text: str = ""


_TEXT_TOP, _TEXT_EDGE, _TEXT_WIDTH = 110.0, 48.0, 760.0
_TEXT_GAP = 12
_TEXT_SIZES = (30, 26, 23, 20, 17, LEAST)


@safe_events
class CurtainView(QWidget):
    """The curtain, over everything else.

    Attributes:
        theme: in which it is painted.
    """

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.theme = DARK
        self.curtain: Curtain | None = None
        self._picture = QPixmap()
        self._scaled = QPixmap()
        self._canvas = Canvas(1.0, 1.0, 1.0)
        self.hide()

    def draw_before(self, curtain: Curtain | None, picture: QPixmap) -> None:
        """Hang a curtain before everything, or take it away.

        Args:
            picture: a null one where there is none: then its title is shown, or nothing.
        """
        self.curtain, self._picture, self._scaled = curtain, picture, QPixmap()
        self.setVisible(curtain is not None)
        self.update()

    def set_canvas(self, canvas: Canvas) -> None:
        self._canvas, self._scaled = canvas, QPixmap()

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = self.theme
        painter = smooth_painter(self, pictures=True)
        painter.fillRect(self.rect(), theme.color("background"))
        if self.curtain is not None:
            self._paint(painter, self.curtain)
        painter.end()

    def _paint(self, painter: QPainter, curtain: Curtain) -> None:
        theme = self.theme
        if curtain.kind == "blank":
            return
        if curtain.kind == "text":
            self._paint_text(painter, curtain)
            return
        if not self._picture.isNull() and curtain.kind in ("picture", "splash"):
            self._paint_picture(painter, splash=curtain.kind == "splash")
            if curtain.kind == "picture":
                return
        unit, canvas = self._canvas.unit, self._canvas
        painter.scale(unit, unit)
        if curtain.kind == "splash" and not self._picture.isNull():
            _write(painter, theme, curtain.title, 30, canvas, canvas.height - 34)
            return
        _write(painter, theme, curtain.title, 64, canvas, canvas.height / 2 + 12)
        if curtain.title:
            _flourish(painter, theme, canvas)

    def _paint_text(self, painter: QPainter, curtain: Curtain) -> None:
        """Paint the title, and the text below it in the largest letters that fit."""
        theme, canvas = self.theme, self._canvas
        painter.scale(canvas.unit, canvas.unit)
        _write(painter, theme, curtain.title, 40, canvas, _TEXT_TOP - 24)
        page = SafeDocument()
        page.setDocumentMargin(0)
        page.put(curtain.text, _TEXT_GAP)
        page.setTextWidth(min(canvas.width - 2 * _TEXT_EDGE, _TEXT_WIDTH))
        room = canvas.height - _TEXT_TOP - _TEXT_EDGE
        for size in _TEXT_SIZES:
            page.setDefaultFont(name_font(size))
            if page.size().height() <= room:
                break
        above = _TEXT_TOP + max(0.0, (room - page.size().height()) / 3)
        painter.translate((canvas.width - min(page.idealWidth(), page.textWidth())) / 2, above)
        context = QAbstractTextDocumentLayout.PaintContext()
        context.palette.setColor(QPalette.ColorRole.Text, theme.color("text"))
        context.clip = QRectF(0, 0, page.textWidth(), room)
        painter.setClipRect(context.clip)
        page.documentLayout().draw(painter, context)

    def _paint_picture(self, painter: QPainter, splash: bool) -> None:
        """Paint the picture over all of the screen, or the whole of it above its name."""
        theme = self.theme
        unit = self._canvas.unit
        room = QRectF(self.rect())
        if splash:
            room = room.adjusted(
                40 * unit, 28 * unit, -40 * unit, (-86 if self.curtain and self.curtain.title else -28) * unit
            )
        mode = Qt.AspectRatioMode.KeepAspectRatio if splash else Qt.AspectRatioMode.KeepAspectRatioByExpanding
        ratio = self.devicePixelRatioF()
        if self._scaled.isNull():
            size = QSizeF(self._picture.size()).scaled(room.size() * ratio, mode).toSize()
            self._scaled = self._picture.scaled(
                size.expandedTo(size / max(size.width(), 1)), mode, Qt.TransformationMode.SmoothTransformation
            )
            self._scaled.setDevicePixelRatio(ratio)
        wide, high = self._scaled.width() / ratio, self._scaled.height() / ratio
        at = QPointF(room.center().x() - wide / 2, room.center().y() - high / 2)
        painter.drawPixmap(at, self._scaled)
        if splash:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(theme.color("gold"), 2 * unit))
            painter.drawRect(QRectF(at.x(), at.y(), wide, high))


def _write(painter: QPainter, theme: Theme, text: str, size: int, canvas: Canvas, base: float) -> None:
    """Write a title in the middle, as large as fits, cut if even the least size is too large."""
    while size > LEAST and metrics(name_font(size, True)).horizontalAdvance(text) > canvas.width - 80:
        size -= 2
    font = name_font(size, True)
    shown = fitted(font, text, canvas.width - 80)
    painter.setFont(font)
    painter.setPen(theme.color("gold"))
    draw_text(painter, QPointF((canvas.width - metrics(font).horizontalAdvance(shown)) / 2, base), shown)


def _flourish(painter: QPainter, theme: Theme, canvas: Canvas) -> None:
    """Paint a line with a small sun on it, below a title."""
    x, y = canvas.width / 2, canvas.height / 2 + 52
    painter.setPen(QPen(theme.color("gold"), 1.4))
    painter.drawLine(QPointF(x - 150, y), QPointF(x - 18, y))
    painter.drawLine(QPointF(x + 18, y), QPointF(x + 150, y))
    painter.setBrush(theme.color("gold"))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.save()
    painter.translate(x, y)
    for turn in (0, 45):
        painter.save()
        painter.rotate(turn)
        painter.drawRect(QRectF(-5, -5, 10, 10))
        painter.restore()
    painter.restore()
