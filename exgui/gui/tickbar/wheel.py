"""The battle wheel: time that only counts up, as seven spokes for this number and the next six.

A number keeps its spoke for as long as it is to come; whoever has acted jumps ahead round the wheel. Those who come
later than the wheel reaches stand beside its rim, in words.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import cos, pi, sin

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QFont,
    QFontMetricsF,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from exgui.engine.timeline import Timeline
from exgui.gui import theme, tokens
from exgui.gui.tickbar.bar import TickBar
from exgui.gui.tickbar.words import STATES, describe, mark_words

SPOKES = 7
HEIGHT = 252
RIM = 104.0
RADIUS = 13.0
ON_SPOKE = (88.0, 61.0, 35.0)
"""Distances from the middle of those on one spoke; more of them are counted."""

_LINE = 20.0
_BESIDE = 44.0


@dataclass(frozen=True)
class Wheel:
    """Who stands where.

    Attributes:
        first: the number of the spoke that is now.
        spokes: for each of the seven numbers from `first` on, who acts then.
        later: numbers beyond the wheel, rising, each with those who act then.
        beside: a state in words, with those who have no number or act no more.
    """

    first: int
    spokes: tuple[tuple[str, ...], ...]
    later: tuple[tuple[int, tuple[str, ...]], ...] = ()
    beside: tuple[tuple[str, tuple[str, ...]], ...] = ()


def wheel_of(timeline: Timeline) -> Wheel:
    """The wheel of a timeline that counts up; before anything has begun it starts at 0. Whoever is late stands on the
    spoke that is now."""
    first = timeline.now if timeline.now is not None else 0
    spokes: list[list[str]] = [[] for _ in range(SPOKES)]
    later: dict[int, list[str]] = {}
    beside: dict[str, list[str]] = {}
    for mark in timeline.marks:
        if mark.place is None or mark.state in ("waiting", "out"):
            beside.setdefault(STATES[mark.state], []).append(mark.id)
        elif mark.place - first < SPOKES:
            spokes[max(mark.place - first, 0)].append(mark.id)
        else:
            later.setdefault(mark.place, []).append(mark.id)
    return Wheel(
        first,
        tuple(tuple(ids) for ids in spokes),
        tuple((place, tuple(later[place])) for place in sorted(later)),
        tuple((word, tuple(ids)) for word, ids in beside.items()),
    )


def angle_of(number: int) -> float:
    """Where a number's spoke points, in radians clockwise from above."""
    return 2 * pi * (number % SPOKES) / SPOKES


def point_on(number: int, distance: float) -> QPointF:
    """A point of a number's spoke, from the middle of the wheel."""
    angle = angle_of(number)
    return QPointF(sin(angle) * distance, -cos(angle) * distance)


@dataclass
class _Placed:
    """Where the tokens lie, and what is counted on a spoke, from the middle of the wheel."""

    at: dict[str, QPointF] = field(default_factory=dict)
    more: dict[int, int] = field(default_factory=dict)


def place(wheel: Wheel) -> _Placed:
    """Tokens along their spokes, the first outermost."""
    out = _Placed()
    for index, ids in enumerate(wheel.spokes):
        number = wheel.first + index
        for id, distance in zip(ids, ON_SPOKE, strict=False):
            out.at[id] = point_on(number, distance)
        if len(ids) > len(ON_SPOKE):
            out.more[number] = len(ids) - len(ON_SPOKE)
    return out


class BattleWheel(QWidget):
    """The wheel as a widget. It shows what a tick bar would show, with that bar's tokens.

    Signals:
        picked(str): a combatant was clicked, or walked to by the keyboard.
        opened(str): one was double-clicked, or Enter was pressed upon it.
    """

    picked = Signal(str)
    opened = Signal(str)

    def __init__(self, bar: TickBar, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.bar = bar
        self.bridge = bar.bridge
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName("Battle wheel")
        self.wheel = wheel_of(bar.timeline)
        self._placed = place(self.wheel)
        self._cursor: str | None = None
        self.bridge.changed.connect(lambda _change: self.refresh())
        self.bridge.draft_changed.connect(self.update)
        theme.notifier().changed.connect(self.update)
        self.refresh()

    def sizeHint(self) -> QSize:
        return QSize(900, HEIGHT)

    def minimumSizeHint(self) -> QSize:
        return QSize(320, HEIGHT)

    def refresh(self) -> None:
        """Shows the bar's timeline as it is. The bar hears of a change first."""
        timeline = self.bar.timeline
        known = self.bridge.battle.combatants
        self.wheel = wheel_of(timeline.but(marks=tuple(mark for mark in timeline.marks if mark.id in known)))
        self._placed = place(self.wheel)
        if self._cursor not in self.order():
            self._cursor = None
        self.setAccessibleDescription(describe(timeline, self.bridge.name, lambda side: side))
        self.update()

    def order(self) -> list[str]:
        """Everyone whose token is on the wheel, next first."""
        return [id for ids in self.wheel.spokes for id in ids if id in self._placed.at]

    @property
    def middle(self) -> QPointF:
        """The wheel's middle in the widget."""
        return QPointF(self.width() / 2, HEIGHT / 2)

    def at(self, id: str) -> QPointF:
        """Where a token's middle is in the widget."""
        return self.middle + self._placed.at[id]

    def token_at(self, at: QPointF) -> str | None:
        """Whose token lies at a point of the widget."""
        for id, place_ in self._placed.at.items():
            gap = self.middle + place_ - at
            if gap.x() ** 2 + gap.y() ** 2 <= (RADIUS + 2) ** 2:
                return id
        return None

    def lines(self) -> tuple[str, ...]:
        """What is written beside the rim: those who come later, and those who stand aside."""
        tick = self.bridge.rules.timeline.tick_label
        later = (f"{tick} {number}: {self._names(ids)}" for number, ids in self.wheel.later)
        beside = (f"{word}: {self._names(ids)}" for word, ids in self.wheel.beside)
        return (*later, *beside)

    def _names(self, ids: tuple[str, ...]) -> str:
        return ", ".join(self.bridge.name(id) for id in ids)

    # Painting

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
        painter.fillRect(self.rect(), theme.color("panel"))
        painter.setPen(QPen(theme.color("line"), 1))
        painter.drawLine(QPointF(0, HEIGHT - 0.5), QPointF(self.width(), HEIGHT - 0.5))
        self._paint_rim(painter)
        ratio = self.devicePixelRatioF()
        for id in self._placed.at:
            look = self.bar.looks.get(id)
            if look is None:
                continue
            image = tokens.picture(look, RADIUS, 0.0, 1.0, ratio)
            at = self.at(id)
            painter.drawPixmap(QPointF(at.x() - image.width() / ratio / 2, at.y() - tokens.RISE * RADIUS), image)
        if self._cursor is not None and self.hasFocus():
            painter.setPen(QPen(theme.color("text"), 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawEllipse(self.at(self._cursor), RADIUS * 1.35, RADIUS * 1.35)
        self._paint_words(painter)
        painter.end()

    def _paint_rim(self, painter: QPainter) -> None:
        middle, running = self.middle, self.bar.timeline.now is not None
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawEllipse(middle, RIM, RIM)
        for index in range(SPOKES):
            number = self.wheel.first + index
            now = index == 0 and running
            ink: QColor = theme.color("gold" if now else "line")
            painter.setPen(QPen(ink, 3 if now else 1.2))
            painter.drawLine(middle + point_on(number, 14), middle + point_on(number, RIM))
            font = theme.font("figure" if now else "body")
            painter.setFont(font)
            painter.setPen(theme.color("gold" if now else "text" if self.wheel.spokes[index] else "muted"))
            where = middle + point_on(number, RIM + 11)
            painter.drawText(QRectF(where.x() - 24, where.y() - 12, 48, 24), Qt.AlignmentFlag.AlignCenter, str(number))
            more = self._placed.more.get(number)
            if more is not None:
                self._paint_count(painter, middle + point_on(number, 14), more)
        painter.setPen(QPen(theme.color("line"), 1.2))
        painter.setBrush(theme.color("raised"))
        painter.drawEllipse(middle, 5.0, 5.0)

    def _paint_count(self, painter: QPainter, at: QPointF, more: int) -> None:
        font = theme.font("small")
        font.setWeight(QFont.Weight.Bold)
        painter.setFont(font)
        painter.setPen(theme.color("text"))
        painter.drawText(QRectF(at.x() - 20, at.y() - 9, 40, 18), Qt.AlignmentFlag.AlignCenter, f"+{more}")

    def _paint_words(self, painter: QPainter) -> None:
        middle = self.middle.x()
        left = QRectF(16, 14, middle - RIM - _BESIDE - 16, _LINE)
        right = QRectF(middle + RIM + _BESIDE, 14, middle - RIM - _BESIDE - 16, _LINE)
        now = self._names(self.wheel.spokes[0]) if self.bar.timeline.now is not None else ""
        self._write(painter, left, (self.bar.timeline.caption, *((f"Now: {now}",) if now else ())))
        self._write(painter, right, self.lines())

    def _write(self, painter: QPainter, box: QRectF, lines: tuple[str, ...]) -> None:
        """Lines below each other, each cut where it is too long; those that find no room are counted."""
        if box.width() < 40:
            return
        room = int((HEIGHT - 28) / _LINE)
        if len(lines) > room:
            lines = (*lines[: room - 1], f"and {len(lines) - room + 1} more")
        for index, line in enumerate(lines):
            font = theme.font("body")
            painter.setFont(font)
            painter.setPen(theme.color("text"))
            text = QFontMetricsF(font).elidedText(line, Qt.TextElideMode.ElideRight, box.width())
            painter.drawText(box.translated(0, index * _LINE), Qt.AlignmentFlag.AlignVCenter, text)

    # The mouse and the keyboard

    def mousePressEvent(self, event: QMouseEvent) -> None:
        id = self.token_at(event.position()) if event.button() == Qt.MouseButton.LeftButton else None
        if id is None:
            event.ignore()
            return
        self._cursor = id
        self.update()
        self.picked.emit(id)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        id = self.token_at(event.position())
        if id is not None:
            self.opened.emit(id)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, order = event.key(), self.order()
        if key in (Qt.Key.Key_Left, Qt.Key.Key_Right) and order:
            by = 1 if key == Qt.Key.Key_Right else -1
            here = order.index(self._cursor) + by if self._cursor in order else 0
            self._cursor = order[here % len(order)]
            self.update()
            if self.bridge.draft is None and self.bridge.pending is None:
                self.picked.emit(self._cursor)
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self._cursor is not None:
            candidate = self.bridge.draft.picked_by(self._cursor) if self.bridge.draft is not None else None
            (self.opened if candidate is None else self.picked).emit(self._cursor)
        else:
            event.ignore()  # the window's keys

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.update()

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            id = self.token_at(QPointF(event.pos()))
            mark = next((mark for mark in self.bar.timeline.marks if mark.id == id), None)
            if mark is None:
                QToolTip.hideText()
            else:
                words = mark_words(mark, self.bridge.name, self.bridge.rules.timeline.tick_label)
                QToolTip.showText(event.globalPos(), words, self)
            return True
        return super().event(event)
