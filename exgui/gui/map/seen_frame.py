"""The frame on the storyteller's map: which part of it the players see. It is dragged by its edge or its label, and
made larger or smaller by its lower right corner."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPen
from PySide6.QtWidgets import QGraphicsRectItem, QStyleOptionGraphicsItem, QWidget

from exgui.gui.look import fonts
from exgui.gui.look.appearance import current_theme
from exgui.gui.safe_events import safe_events

LEAST = 120.0
"""It is made no narrower than this many map units."""
_GRIP = 9.0
"""Pixels to either side of its line in which it is taken hold of."""
_CORNER = 26.0


@safe_events
class SeenFrame(QGraphicsRectItem):
    """The frame. Its rectangle is in map units."""

    def __init__(self) -> None:
        super().__init__()
        self.setZValue(15)
        self.setVisible(False)
        self.covered = False
        self.hovered = False

    @property
    def text(self) -> str:
        return "The players see the curtain" if self.covered else "The players see this"

    def put(self, box: QRectF | None, covered: bool = False) -> None:
        """Show what they see; None where they see nothing of this map."""
        self.prepareGeometryChange()
        self.covered = covered
        self.setVisible(box is not None)
        if box is not None:
            self.setRect(box)
        self.update()

    def boundingRect(self) -> QRectF:
        return self.rect().adjusted(-40, -60, 40, 40)

    def part_at(self, at: QPointF, zoom: float) -> str:
        """Return what of it lies at a point of the map: "corner", "edge", or nothing."""
        if not self.isVisible():
            return ""
        box, grip = self.rect(), _GRIP / zoom
        corner = _CORNER / zoom
        if QRectF(box.right() - corner, box.bottom() - corner, corner + grip, corner + grip).contains(at):
            return "corner"
        if not box.adjusted(-grip, -grip, grip, grip).contains(at):
            return ""
        return "" if box.adjusted(grip, grip, -grip, -grip).contains(at) else "edge"

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        theme = current_theme()
        zoom = max(painter.worldTransform().m11(), 0.01)
        tone = theme.color("violet")
        box = self.rect()
        pen = QPen(tone, (2.4 if self.hovered else 1.6) / zoom, Qt.PenStyle.DashDotLine)
        painter.setPen(pen)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(box)
        reach = 16 / zoom
        painter.setPen(QPen(tone, 3.4 / zoom, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
        for x, y, dx, dy in (
            (box.left(), box.top(), 1, 1),
            (box.right(), box.top(), -1, 1),
            (box.left(), box.bottom(), 1, -1),
            (box.right(), box.bottom(), -1, -1),
        ):
            painter.drawLine(QPointF(x, y), QPointF(x + dx * reach, y))
            painter.drawLine(QPointF(x, y), QPointF(x, y + dy * reach))
        self._paint_label(painter, box, zoom, tone)

    def _paint_label(self, painter: QPainter, box: QRectF, zoom: float, tone: QColor) -> None:
        theme = current_theme()
        font = fonts.font("small")
        width = QFontMetricsF(font).horizontalAdvance(self.text) + 16
        painter.save()
        painter.translate(self._label_corner(box))
        painter.scale(1 / zoom, 1 / zoom)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(tone)
        plate = QRectF(10, -9, width, 18)
        painter.drawRoundedRect(plate, 9, 9)
        painter.setFont(font)
        painter.setPen(theme.color("on_tone"))
        painter.drawText(plate, Qt.AlignmentFlag.AlignCenter, self.text)
        painter.restore()

    def _label_corner(self, box: QRectF) -> QPointF:
        """Return where the label begins: the upper left corner, of what is in sight of the frame."""
        scene = self.scene()
        for view in scene.views() if scene is not None else ():
            sight = view.mapToScene(view.viewport().rect()).boundingRect()
            shown = box.intersected(sight)
            if not shown.isEmpty():
                lower = 12.0 / max(view.transform().m11(), 0.01) if shown.top() > box.top() else 0.0
                return shown.topLeft() + QPointF(0.0, lower)
        return box.topLeft()
