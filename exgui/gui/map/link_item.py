"""One link on the map: a line between two zones, what bars it, and how far somebody has come along it."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen, QPixmap
from PySide6.QtWidgets import QGraphicsRectItem, QStyleOptionGraphicsItem, QWidget

from exgui.engine.record import Record
from exgui.engine.zones import Link
from exgui.gui import theme
from exgui.gui.map.geometry import edge_line
from exgui.gui.safe_events import safe_events
from exgui.gui.tokens import Look, TokenPictures, paint

_SPARE = 13.0
_GHOST = 11.0

TRAIL = "trail"
"""The barrier of a line that is no link: somebody is on a way that no single link shows."""


@dataclass(frozen=True)
class Way(Record):
    """Somebody on the way along a link: `done` of `total`, starting in zone `start`."""

    look: Look
    who: str
    start: str
    goal: str
    done: int
    total: int

    @property
    def share(self) -> float:
        return min(max(self.done / self.total, 0.0), 1.0) if self.total else 0.0


@safe_events
class LinkItem(QGraphicsRectItem):
    """The line between two zones. It lies below them and follows them by `follow`."""

    def __init__(self, link: Link, pictures: TokenPictures, shift: float = 0.0) -> None:
        super().__init__()
        self.setPen(QPen(Qt.PenStyle.NoPen))
        self.setZValue(0)
        self.link = link
        self.line: QLineF | None = None
        self.ways: tuple[Way, ...] = ()
        self.dim = False
        self._shift = shift
        self._pictures = pictures

    def follow(self, a: QRectF, b: QRectF) -> None:
        """Lies between the two zones' rectangles as they are now."""
        self.line = edge_line(a, b, self._shift)
        if self.line is None:
            self.setRect(QRectF())
            return
        box = QRectF(self.line.p1(), self.line.p2()).normalized()
        self.setRect(box.adjusted(-_SPARE, -_SPARE, _SPARE, _SPARE))
        self.update()

    def set_ways(self, ways: tuple[Way, ...]) -> None:
        if ways != self.ways:
            self.ways = ways
            self.update()

    def set_dim(self, dim: bool) -> None:
        if dim is not self.dim:
            self.dim = dim
            self.update()

    def near(self, at: QPointF) -> bool:
        """A point of the map lies on the line."""
        if self.line is None or not self.rect().contains(at):
            return False
        length = self.line.length()
        ux, uy = self.line.dx() / length, self.line.dy() / length
        px, py = at.x() - self.line.x1(), at.y() - self.line.y1()
        along, off = px * ux + py * uy, abs(px * uy - py * ux)
        return -4 <= along <= length + 4 and off <= 9

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        line = self.line
        if line is None:
            return
        if self.dim:
            painter.setOpacity(0.4)
        paint_link(painter, line, self.link.barrier)
        for way in self.ways:
            onward = line if way.start == self.link.between[0] else QLineF(line.p2(), line.p1())
            _way(painter, onward, way, self._pictures.portrait(way.look.portrait))


def paint_link(painter: QPainter, line: QLineF, barrier: str) -> None:
    """The line itself, with what bars it: one of `BARRIERS`, or `TRAIL`."""
    ink = theme.color("link")
    painter.setBrush(Qt.BrushStyle.NoBrush)
    if barrier == "none":
        painter.setPen(QPen(ink, 4.0, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap))
        painter.drawLine(line)
    elif barrier == "obstacle":
        _dotted(painter, line, 4.6)
        _hurdle(painter, line)
    elif barrier == "wall":
        _wall(painter, line)
    elif barrier == TRAIL:
        painter.setPen(QPen(ink, 1.8, Qt.PenStyle.DashLine))
        painter.drawLine(line)


def _dotted(painter: QPainter, line: QLineF, width: float) -> None:
    pen = QPen(theme.color("link"), width, Qt.PenStyle.CustomDashLine, Qt.PenCapStyle.RoundCap)
    pen.setDashPattern([0.05, 2.1])
    painter.setPen(pen)
    painter.drawLine(line)


def _turned(painter: QPainter, line: QLineF) -> None:
    painter.translate(line.center())
    painter.rotate(-line.angle())


def _hurdle(painter: QPainter, line: QLineF) -> None:
    """A small gate across the middle: it can be crossed, with an effort."""
    painter.save()
    _turned(painter, line)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.color("background"))
    painter.drawRoundedRect(QRectF(-9, -11, 18, 22), 5, 5)
    painter.setPen(QPen(theme.color("muted"), 2.4, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
    painter.drawLine(QPointF(-3.5, -8), QPointF(-3.5, 8))
    painter.drawLine(QPointF(3.5, -8), QPointF(3.5, 8))
    painter.restore()


def _wall(painter: QPainter, line: QLineF) -> None:
    """A double line with a solid block: no way through."""
    painter.save()
    _turned(painter, line)
    half = line.length() / 2
    painter.setPen(QPen(theme.color("link"), 1.8))
    for side in (-4.0, 4.0):
        painter.drawLine(QPointF(-half, side), QPointF(half, side))
    wide = min(7.0, half)
    painter.setPen(QPen(theme.color("background"), 2.0))
    painter.setBrush(theme.color("muted"))
    painter.drawRoundedRect(QRectF(-wide, -12, 2 * wide, 24), 3, 3)
    painter.restore()


def _way(painter: QPainter, line: QLineF, way: Way, face: QPixmap) -> None:
    """The part of the line that somebody has covered, a dot for every part of the way, and a small likeness."""
    tone = theme.color(way.look.tone)
    here = line.pointAt(way.share)
    painter.setPen(QPen(tone, 5.0, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
    painter.drawLine(line.p1(), here)
    if way.total <= 12:
        for step in range(1, way.total):
            done = step <= way.done
            painter.setPen(QPen(tone, 1.6))
            painter.setBrush(tone if done else theme.color("background"))
            painter.drawEllipse(line.pointAt(step / way.total), 4.0, 4.0)
    painter.save()
    painter.translate(here)
    quiet = way.look.but(badges=(), number=0, active=False, up=False, acted=False, pickable=False)
    paint(painter, quiet, face, _GHOST, 2.0)
    painter.restore()
