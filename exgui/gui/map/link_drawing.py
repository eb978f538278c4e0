"""How links are drawn: where a link meets the edges of the two zones it joins, its line with what bars it, and how far
someone has come along it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import count
from math import sqrt

from PySide6.QtCore import QLineF, QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPen, QPixmap

from exgui.engine.record import Record
from exgui.engine.zones import Link
from exgui.gui.look import fonts
from exgui.gui.look.elided import elided
from exgui.gui.look.theme import Theme
from exgui.gui.tokens.drawing import names_on_map, paint
from exgui.gui.tokens.token_look import Look

_SHARED = 44.0
"""Zones that face each other along at least this much are joined by a straight upright or level line."""

_CORNER = 26.0


_GHOST = 11.0
_UNDER = 14.0
"""How far a line goes on under the zones, whose edges may lie that much further in."""
LABEL_HEIGHT = 19.0
_LONGEST_LABEL = 120.0
"""Map units; a longer label is cut short."""

SMALLEST_READ = 0.5
"""Labels are left out where the map is shown smaller than this."""

ASIDE = 16.0
"""Map units between links that join the same zones."""

TRAIL = "trail"
"""The barrier of a line that shows a way without a single link."""


class Way(Record):
    """Someone on the way from one zone to another: `done` of `total`."""

    look: Look
    who: str
    start: str
    goal: str
    done: int
    total: int

    @property
    def share(self) -> float:
        return min(max(self.done / self.total, 0.0), 1.0) if self.total else 0.0


def numbered(links: Iterable[Link]) -> Iterator[tuple[Link, int]]:
    numbers: dict[frozenset[str], count[int]] = {}
    for link in links:
        yield link, next(numbers.setdefault(frozenset(link.between), count()))


def edge_line(a: QRectF, b: QRectF, shift: float = 0.0, is_round: tuple[bool, bool] = (False, False)) -> QLineF | None:
    """Return the line from the edge of one zone to the edge of the other; None where they overlap or touch.

    Args:
        shift: moves it sideways, where two zones are joined more than once.
        is_round: whether each of them is an ellipse in its rectangle.
    """
    left, right = max(a.left(), b.left()) + _CORNER, min(a.right(), b.right()) - _CORNER
    top, bottom = max(a.top(), b.top()) + _CORNER, min(a.bottom(), b.bottom()) - _CORNER
    if right - left >= _SHARED - _CORNER and (a.bottom() <= b.top() or b.bottom() <= a.top()):
        x = (left + right) / 2 + shift
        down = a.bottom() <= b.top()
        line = QLineF(x, _level(a, x, down, is_round[0]), x, _level(b, x, not down, is_round[1]))
        return line if line.length() > 1 else None
    if bottom - top >= _SHARED - _CORNER and (a.right() <= b.left() or b.right() <= a.left()):
        y = (top + bottom) / 2 + shift
        ahead = a.right() <= b.left()
        line = QLineF(_side(a, y, ahead, is_round[0]), y, _side(b, y, not ahead, is_round[1]), y)
        return line if line.length() > 1 else None
    if a.intersects(b):
        return None
    between = QLineF(a.center(), b.center())
    if shift:
        aside = between.normalVector()
        aside.setLength(shift)
        between.translate(aside.dx(), aside.dy())
    line = QLineF(
        _leaving(a, between.p1(), between.p2(), is_round[0]), _leaving(b, between.p2(), between.p1(), is_round[1])
    )
    return line if line.length() > 1 else None


def _level(box: QRectF, x: float, lower: bool, is_round: bool) -> float:
    if not is_round:
        return box.bottom() if lower else box.top()
    off = (x - box.center().x()) / (box.width() / 2)
    rise = box.height() / 2 * sqrt(max(1 - off * off, 0.0))
    return box.center().y() + (rise if lower else -rise)


def _side(box: QRectF, y: float, right: bool, is_round: bool) -> float:
    if not is_round:
        return box.right() if right else box.left()
    off = (y - box.center().y()) / (box.height() / 2)
    reach = box.width() / 2 * sqrt(max(1 - off * off, 0.0))
    return box.center().x() + (reach if right else -reach)


def _leaving(box: QRectF, inside: QPointF, outside: QPointF, is_round: bool) -> QPointF:
    """Return where the way from a point inside a zone to one outside crosses its rounded edge."""
    low, high = 0.0, 1.0
    dx, dy = outside.x() - inside.x(), outside.y() - inside.y()
    for _ in range(14):  # halving: within a ten-thousandth of the way
        middle = (low + high) / 2
        if _contains(box, inside.x() + dx * middle, inside.y() + dy * middle, is_round):
            low = middle
        else:
            high = middle
    return QPointF(inside.x() + dx * high, inside.y() + dy * high)


def _contains(box: QRectF, x: float, y: float, is_round: bool) -> bool:
    if is_round:
        across, down = (x - box.center().x()) / (box.width() / 2), (y - box.center().y()) / (box.height() / 2)
        return across * across + down * down <= 1.0
    corner = min(_CORNER, box.width() / 2, box.height() / 2)
    over_x = max(box.left() + corner - x, 0.0, x - box.right() + corner)
    over_y = max(box.top() + corner - y, 0.0, y - box.bottom() + corner)
    return over_x * over_x + over_y * over_y <= corner * corner


def paint_link(painter: QPainter, theme: Theme, line: QLineF, barrier: str, *, hidden: bool = False) -> None:
    """Paint the line with its barrier: one of `BARRIERS`, or `TRAIL`. It reaches a little under the zones, which are
    drawn afterwards.

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


def label_box(link: Link, line: QLineF) -> tuple[QRectF, str]:
    """Return the place of a link's label, and as much of its text as fits; "" for none."""
    metrics = QFontMetricsF(label_font())
    text = elided(metrics, barrier_label(link.barrier, link.name, link.difficulty), _LONGEST_LABEL)
    wide, high = metrics.horizontalAdvance(text) + 14, LABEL_HEIGHT * names_on_map() / 100
    upright = abs(line.dy()) > abs(line.dx())
    shift = QPointF(16, -high / 2) if upright else QPointF(-wide / 2, 16)
    return QRectF(line.center() + shift, QSizeF(wide, high)), text


def paint_label(painter: QPainter, theme: Theme, box: QRectF, text: str) -> None:
    painter.setPen(QPen(theme.color("line"), 1.0))
    painter.setBrush(theme.color("panel"))
    painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), box.height() / 2, box.height() / 2)
    painter.setFont(label_font())
    painter.setPen(theme.color("text"))
    painter.drawText(box, Qt.AlignmentFlag.AlignCenter, text)


def label_font() -> QFont:
    font = fonts.unscaled("small")
    font.setPixelSize(round(font.pixelSize() * names_on_map() / 100))
    return font


def barrier_label(barrier: str, name: str, difficulty: int) -> str:
    """Return what bars a link, in few words: "fence · 3", 3 being the difficulty; "" for what has no name and no
    number."""
    if barrier == "none":
        return ""
    hard = difficulty if barrier == "obstacle" else 0
    if name and hard:
        return f"{name} · {hard}"
    return name or (f"difficulty {hard}" if hard else "")


def _onward(line: QLineF) -> QLineF:
    more = line.unitVector()
    by = QPointF(more.dx(), more.dy()) * _UNDER
    return QLineF(line.p1() - by, line.p2() + by)


def _turned(painter: QPainter, line: QLineF) -> None:
    painter.translate(line.center())
    painter.rotate(-line.angle())


def _hurdle(painter: QPainter, theme: Theme, line: QLineF) -> None:
    """Paint a small gate across the middle: an obstacle."""
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
    """Paint a double line with a solid block: no way through."""
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


def paint_way(painter: QPainter, theme: Theme, line: QLineF, way: Way, face: QPixmap) -> None:
    """Paint the part of the way already covered, a dot per step, and a small likeness."""
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
