"""One link on the map: a line between two zones, what bars it and what that is called, and how far somebody has come
along it."""

from __future__ import annotations

from PySide6.QtCore import QLineF, QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPen, QPixmap
from PySide6.QtWidgets import QGraphicsRectItem, QStyleOptionGraphicsItem, QWidget

from exgui.engine.record import Record
from exgui.engine.zones import Link
from exgui.gui import fonts
from exgui.gui.appearance import theme_of
from exgui.gui.elided import elided
from exgui.gui.map.geometry import edge_line
from exgui.gui.safe_events import safe_events
from exgui.gui.theme import Theme
from exgui.gui.token_look import Look
from exgui.gui.tokens import TokenPictures, paint

_SPARE = 13.0
_GHOST = 11.0
_UNDER = 14.0
"""How far a line goes on under the zones, whose edges may lie that much further in."""
LABEL_HEIGHT = 19.0
_LONGEST_LABEL = 120.0
"""Map units; a longer label is cut short."""

_SMALLEST_READ = 0.5
"""Labels are left out where the map is shown smaller than this."""

TRAIL = "trail"
"""The barrier of a line that is no link: somebody is on a way that no single link shows."""


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
        self.label = LinkLabel()
        self.ways: tuple[Way, ...] = ()
        self.dim = False
        self._shift = shift
        self._pictures = pictures

    def follow(self, a: QRectF, b: QRectF, is_round: tuple[bool, bool] = (False, False)) -> None:
        """Lies between the two zones' rectangles as they are now, each with an ellipse in it or not."""
        self.line = edge_line(a, b, self._shift, is_round)
        self.label.follow(self.link, self.line)
        if self.line is None:
            self.setRect(QRectF())
            return
        box = QRectF(self.line.p1(), self.line.p2()).normalized()
        self.setRect(box.adjusted(-_SPARE, -_SPARE, _SPARE, _SPARE))
        self.update()

    def set_link(self, link: Link) -> None:
        """Shows another link between the same two zones."""
        self.link = link
        self.label.follow(link, self.line)
        self.update()

    def set_ways(self, ways: tuple[Way, ...]) -> None:
        if ways != self.ways:
            self.ways = ways
            self.update()

    def set_dim(self, dim: bool) -> None:
        if dim is not self.dim:
            self.dim = dim
            self.label.setOpacity(0.4 if dim else 1.0)
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
        theme = theme_of(self)
        line = self.line
        if line is None:
            return
        if self.dim:
            painter.setOpacity(0.4)
        paint_link(painter, theme, line, self.link.barrier, hidden=self.link.hidden)
        for way in self.ways:
            onward = line if way.start == self.link.between[0] else QLineF(line.p2(), line.p1())
            _way(painter, theme, onward, way, self._pictures.portrait(way.look.portrait))


def paint_link(painter: QPainter, theme: Theme, line: QLineF, barrier: str, *, hidden: bool = False) -> None:
    """The line itself, with what bars it: one of `BARRIERS`, or `TRAIL`. It goes on a little under the zones, which
    are to be drawn afterwards.

    Args:
        hidden: the players do not know of it.
    """
    ink = theme.color("violet" if hidden else "link")
    painter.setBrush(Qt.BrushStyle.NoBrush)
    whole = _onward(line)
    if barrier == "none":
        style = Qt.PenStyle.DashLine if hidden else Qt.PenStyle.SolidLine
        painter.setPen(QPen(ink, 4.0, style, Qt.PenCapStyle.FlatCap))
        painter.drawLine(whole)
    elif barrier == "obstacle":
        pen = QPen(ink, 4.6, Qt.PenStyle.CustomDashLine, Qt.PenCapStyle.RoundCap)
        pen.setDashPattern([0.05, 2.1])
        painter.setPen(pen)
        painter.drawLine(whole)
        _hurdle(painter, theme, line)
    elif barrier == "wall":
        _wall(painter, theme, whole, ink)
    elif barrier == TRAIL:
        painter.setPen(QPen(ink, 1.8, Qt.PenStyle.DashLine))
        painter.drawLine(line)


@safe_events
class LinkLabel(QGraphicsRectItem):
    """What stands between two zones, in words, beside the middle of their link and above the zones."""

    def __init__(self) -> None:
        super().__init__()
        self.setPen(QPen(Qt.PenStyle.NoPen))
        self.setZValue(3)
        self.text = ""
        self.setVisible(False)

    def follow(self, link: Link, line: QLineF | None) -> None:
        """Stands where the link lies now; it is not shown where there is nothing to say."""
        if line is None:
            self.setVisible(False)
            return
        box, self.text = label_box(link, line)
        self.setVisible(bool(self.text))
        self.setRect(box)
        self.update()

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        theme = theme_of(self)
        if painter.worldTransform().m11() >= _SMALLEST_READ:
            paint_label(painter, theme, self.rect(), self.text)


def label_box(link: Link, line: QLineF) -> tuple[QRectF, str]:
    """Where the label of a link stands that lies so, and what of it fits; "" where there is nothing to say."""
    metrics = QFontMetricsF(fonts.font("small"))
    text = elided(metrics, barrier_label(link.barrier, link.name, link.difficulty), _LONGEST_LABEL)
    wide = metrics.horizontalAdvance(text) + 14
    upright = abs(line.dy()) > abs(line.dx())
    shift = QPointF(16, -LABEL_HEIGHT / 2) if upright else QPointF(-wide / 2, 16)
    return QRectF(line.center() + shift, QSizeF(wide, LABEL_HEIGHT)), text


def paint_label(painter: QPainter, theme: Theme, box: QRectF, text: str) -> None:
    """What stands between two zones, in words."""
    painter.setPen(QPen(theme.color("line"), 1.0))
    painter.setBrush(theme.color("panel"))
    painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), LABEL_HEIGHT / 2, LABEL_HEIGHT / 2)
    painter.setFont(fonts.font("small"))
    painter.setPen(theme.color("text"))
    painter.drawText(box, Qt.AlignmentFlag.AlignCenter, text)


def barrier_label(barrier: str, name: str, difficulty: int) -> str:
    """What bars a link, in few words: "fence · 3", 3 being the difficulty; "" for what has no name and no number."""
    if barrier == "none":
        return ""
    hard = difficulty if barrier == "obstacle" else 0
    if name and hard:
        return f"{name} · {hard}"
    return name or (f"difficulty {hard}" if hard else "")


def _onward(line: QLineF) -> QLineF:
    """The line with what of it lies under the zones."""
    more = line.unitVector()
    by = QPointF(more.dx(), more.dy()) * _UNDER
    return QLineF(line.p1() - by, line.p2() + by)


def _turned(painter: QPainter, line: QLineF) -> None:
    painter.translate(line.center())
    painter.rotate(-line.angle())


def _hurdle(painter: QPainter, theme: Theme, line: QLineF) -> None:
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


def _wall(painter: QPainter, theme: Theme, line: QLineF, ink: QColor) -> None:
    """A double line with a solid block: no way through."""
    painter.save()
    _turned(painter, line)
    half = line.length() / 2
    painter.setPen(QPen(ink, 1.8))
    for side in (-4.0, 4.0):
        painter.drawLine(QPointF(-half, side), QPointF(half, side))
    wide = min(7.0, half)
    painter.setPen(QPen(theme.color("background"), 2.0))
    painter.setBrush(theme.color("muted"))
    painter.drawRoundedRect(QRectF(-wide, -12, 2 * wide, 24), 3, 3)
    painter.restore()


def _way(painter: QPainter, theme: Theme, line: QLineF, way: Way, face: QPixmap) -> None:
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
    paint(painter, theme, quiet, face, _GHOST, 2.0)
    painter.restore()
