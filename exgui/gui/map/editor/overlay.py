"""What is drawn over the map while it is edited: handles of what is selected, guide lines, a frame that is being
drawn. Sizes are pixels at every zoom."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPen
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from exgui.gui.look.appearance import current_theme
from exgui.gui.look.painting import faded
from exgui.gui.look.theme import RADIUS_ZONE
from exgui.gui.map.editor.snapping import Guide
from exgui.gui.safe_events import safe_events

HANDLE = 10.0
KNOB = 6.5
"""Half the width of a corner's handle is half of the first; the second is the radius of an edge's knob."""
REACH = 12.0
"""Pixels by which a handle may be missed."""
_SPARE = 24.0

CORNERS = ((-1, -1), (1, -1), (1, 1), (-1, 1))
EDGES = ((0, -1), (1, 0), (0, 1), (-1, 0))


def point_of(box: QRectF, at: tuple[int, int]) -> QPointF:
    """Return a corner of a box, or the middle of an edge: -1 for left or top, 0 for the middle, 1 for right or
    bottom."""
    return QPointF(
        box.center().x() + at[0] * box.width() / 2,
        box.center().y() + at[1] * box.height() / 2,
    )


@safe_events
class Overlay(QGraphicsItem):
    """Base of what lies above the map and takes no mouse; `box` is what it covers, in map units."""

    def __init__(self, z: float) -> None:
        super().__init__()
        self.setZValue(z)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
        self.zoom = 1.0
        self.box = QRectF()

    def cover(self, box: QRectF, zoom: float) -> None:
        self.prepareGeometryChange()
        self.box, self.zoom = box, max(zoom, 0.01)
        self.update()

    def boundingRect(self) -> QRectF:
        if self.box.isNull():
            return QRectF()
        spare = _SPARE / self.zoom
        return self.box.adjusted(-spare, -spare, spare, spare)


@safe_events
class Handles(Overlay):
    """Frames of the selected zones; where it is one, its corners and the knobs from which links are drawn."""

    def __init__(self) -> None:
        super().__init__(30)
        self.frames: tuple[QPainterPath, ...] = ()
        self.lines: tuple[QLineF, ...] = ()
        self.grips: QRectF | None = None
        self.knobs = True

    def show_on(
        self,
        frames: Sequence[QPainterPath],
        lines: Sequence[QLineF],
        grips: QRectF | None,
        zoom: float,
        knobs: bool = True,
    ) -> None:
        """Frame the outlines of zones, and links; `grips` is the box that can be resized."""
        self.frames = tuple(frames)
        self.lines, self.grips, self.knobs = tuple(lines), grips, knobs
        box = QRectF()
        for one in self.frames:
            box = box.united(one.boundingRect())
        for line in self.lines:
            box = box.united(QRectF(line.p1(), line.p2()).normalized().adjusted(-1, -1, 1, 1))
        if grips is not None:
            box = box.united(grips)
        self.cover(box, zoom)

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        theme = current_theme()
        gold = theme.color("gold")
        pixel = 1 / self.zoom
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        soft = faded(gold, 0.28)
        for line in self.lines:
            painter.setPen(QPen(soft, 12 * pixel, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
            painter.drawLine(line)
            painter.setPen(QPen(gold, 3 * pixel, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
            painter.drawLine(line)
        painter.setPen(QPen(gold, 2.4 * pixel))
        for outline in self.frames:
            painter.drawPath(outline)
        if self.grips is None:
            return
        painter.setPen(QPen(soft, 1.2 * pixel, Qt.PenStyle.DashLine))
        painter.drawRect(self.grips)
        half = HANDLE / 2 * pixel
        painter.setPen(QPen(theme.color("background"), 1.4 * pixel))
        painter.setBrush(gold)
        for at in CORNERS:
            middle = point_of(self.grips, at)
            painter.drawRoundedRect(
                QRectF(middle.x() - half, middle.y() - half, 2 * half, 2 * half), 2 * pixel, 2 * pixel
            )
        if self.knobs:
            for at in EDGES:
                painter.drawEllipse(point_of(self.grips, at), KNOB * pixel, KNOB * pixel)


@safe_events
class GuideLine(Overlay):
    """A line at which a neighbor caught the dragged zone. Each is an item of its own, so that only thin strips are
    repainted."""

    def __init__(self) -> None:
        super().__init__(29)
        self.guide: Guide | None = None

    def show_line(self, guide: Guide | None, zoom: float) -> None:
        if guide == self.guide and zoom == self.zoom:
            return
        self.guide = guide
        box = QRectF()
        if guide is not None:
            box = QRectF(QPointF(guide.x1, guide.y1), QPointF(guide.x2, guide.y2)).normalized().adjusted(-1, -1, 1, 1)
        self.cover(box, zoom)

    def boundingRect(self) -> QRectF:
        return self.box if self.box.isNull() else self.box.adjusted(*([-2 / self.zoom] * 2), *([2 / self.zoom] * 2))

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        theme = current_theme()
        if self.guide is not None:
            painter.setPen(QPen(theme.color("blue"), 1.2 / self.zoom, Qt.PenStyle.DashLine))
            painter.drawLine(QPointF(self.guide.x1, self.guide.y1), QPointF(self.guide.x2, self.guide.y2))


class Guides:
    """The lines at which neighbors caught what is dragged: one upright, one level at most."""

    def __init__(self) -> None:
        self.items = (GuideLine(), GuideLine())

    def show_lines(self, guides: Sequence[Guide], zoom: float) -> None:
        upright = next((one for one in guides if one.x1 == one.x2), None)
        level = next((one for one in guides if one.x1 != one.x2), None)
        for item, guide in zip(self.items, (upright, level), strict=True):
            item.show_line(guide, zoom)


@safe_events
class Sketch(Overlay):
    """What is being drawn: a zone, a link, or the rubber band."""

    def __init__(self) -> None:
        super().__init__(31)
        self.kind = ""
        self.line = QLineF()
        self.allowed = True

    def clear(self) -> None:
        if self.kind:
            self.kind = ""
            self.cover(QRectF(), self.zoom)

    def frame(self, kind: str, box: QRectF, zoom: float) -> None:
        """Show a frame: "rectangle", "ellipse" or "band"."""
        self.kind = kind
        self.cover(box, zoom)

    def link(self, line: QLineF, allowed: bool, zoom: float) -> None:
        """Show a link from one point to another, and whether it is `allowed`."""
        self.kind, self.line, self.allowed = "link", line, allowed
        self.cover(QRectF(line.p1(), line.p2()).normalized().adjusted(-30, -30, 30, 30), zoom)

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        theme = current_theme()
        pixel = 1 / self.zoom
        gold = theme.color("gold")
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self.kind == "link":
            shade = gold if self.allowed else theme.color("muted")
            painter.setPen(QPen(shade, 3 * pixel, Qt.PenStyle.DashLine, Qt.PenCapStyle.RoundCap))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawPath(_bow(self.line))
            painter.setBrush(shade)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.drawEllipse(self.line.p2(), 5 * pixel, 5 * pixel)
            return
        shade = theme.color("blue") if self.kind == "band" else gold
        fill = faded(shade, 0.1)
        painter.setBrush(fill)
        painter.setPen(QPen(shade, (1.2 if self.kind == "band" else 2.0) * pixel, Qt.PenStyle.DashLine))
        if self.kind == "ellipse":
            painter.drawEllipse(self.box)
        elif self.kind == "rectangle":
            corner = min(float(RADIUS_ZONE), self.box.width() / 2, self.box.height() / 2)
            painter.drawRoundedRect(self.box, corner, corner)
        elif self.kind == "band":
            painter.drawRect(self.box)


def _bow(line: QLineF) -> QPainterPath:
    path = QPainterPath(line.p1())
    aside = line.normalVector()
    aside.setLength(min(line.length() * 0.12, 24.0) or 0.001)
    middle = line.pointAt(0.5) + QPointF(aside.dx(), aside.dy())
    path.quadTo(middle, line.p2())
    return path
