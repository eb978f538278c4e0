"""The battle wheel: time that only counts up, as seven spokes for this number and the next six.

A number keeps its spoke until it is reached; a combatant who has acted jumps ahead around the wheel. Combatants who
act later than the wheel reaches are listed below it. Dragging a token to another spoke does what it does on the line.
The wheel has its own column on the page, so that the map and the actions keep their height.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from math import atan2, cos, hypot, pi, sin

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPainterPath, QPaintEvent, QPen
from PySide6.QtWidgets import QFrame, QSizePolicy, QWidget

from exgui.engine.record import Record
from exgui.engine.timeline import Flag, Mark, Timeline
from exgui.gui.announcements import set_description
from exgui.gui.battle_control.state import Update
from exgui.gui.look import fonts
from exgui.gui.look.appearance import current_theme
from exgui.gui.look.painting import faded, smooth_painter
from exgui.gui.look.theme import Theme
from exgui.gui.safe_events import safe_events
from exgui.gui.tick_bar.bar import TickBar
from exgui.gui.tick_bar.descriptions import STATES, describe
from exgui.gui.tick_bar.paint import paint_drop_text
from exgui.gui.tick_bar.timeline_form import Gliding
from exgui.gui.tick_bar.timeline_input import TimelineInput
from exgui.gui.tokens import token_look
from exgui.gui.widgets.basics import push, styled
from exgui.gui.widgets.layouts import hbox, vbox

SPOKES = 7
WIDTH, HEIGHT = 272, 252
"""Size of the wheel, without the text below it."""
RIM = 104.0
RADIUS = 13.0
ON_SPOKE = (88.0, 61.0, 35.0)
"""Distances of a spoke's tokens from the middle; further tokens are only counted."""
_LINE = 20.0
_HUB = 14.0
"""The distance from the middle at which spokes begin."""
_REACH = 40.0
"""How far beyond the rim a token can still be dropped on a spoke."""
_FLAG_ASIDE = 0.34
"""Radians from a spoke to the flags on it."""
COUNT = (61.0, -0.36)
"""Where a spoke shows the number of tokens it only counts: distance from the middle, radians from the spoke."""


class Wheel(Record):
    """Everyone's place on the wheel.

    Attributes:
        first: the number of the spoke that is now.
        spokes: the combatants who act on each of the seven numbers from `first` on.
        later: numbers beyond the wheel, in rising order, each with the combatants who act then.
        beside: combatants without a number or no longer acting, by their state in words.
        flags: moments on the wheel, by number; the others are under None, in order.
    """

    first: int
    spokes: tuple[tuple[str, ...], ...]
    later: tuple[tuple[int, tuple[str, ...]], ...] = ()
    beside: tuple[tuple[str, tuple[str, ...]], ...] = ()
    flags: dict[int | None, tuple[Flag, ...]] = field(default_factory=dict)


def wheel_of(timeline: Timeline) -> Wheel:
    """Return the wheel of a timeline that counts up; between ticks it starts with the first combatant. Latecomers are
    on the spoke for now."""
    first = timeline.now
    if first is None:
        places = (mark.place for mark in timeline.marks if mark.state not in ("waiting", "out"))
        first = min((place for place in places if place is not None), default=0)
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
    flags: dict[int | None, list[Flag]] = {}
    for flag in timeline.flags:
        on_wheel = flag.place is not None and first <= flag.place < first + SPOKES
        flags.setdefault(flag.place if on_wheel else None, []).append(flag)
    return Wheel(
        first,
        tuple(tuple(ids) for ids in spokes),
        tuple((place, tuple(later[place])) for place in sorted(later)),
        tuple((word, tuple(ids)) for word, ids in beside.items()),
        {number: tuple(found) for number, found in flags.items()},
    )


def angle_of(number: int) -> float:
    """Return where a number's spoke points, in radians clockwise from above."""
    return 2 * pi * (number % SPOKES) / SPOKES


def point_on(number: int, distance: float, aside: float = 0.0) -> QPointF:
    """Return a point of a number's spoke, from the middle of the wheel, `aside` radians clockwise."""
    angle = angle_of(number) + aside
    return QPointF(sin(angle) * distance, -cos(angle) * distance)


def number_near(first: int, point: QPointF) -> int | None:
    """Return the number of the spoke nearest to a point, from the middle of the wheel; None at the hub and far
    outside."""
    if not _HUB < hypot(point.x(), point.y()) < RIM + _REACH:
        return None
    spoke = round(atan2(point.x(), -point.y()) / (2 * pi) * SPOKES)
    return first + (spoke - first) % SPOKES


def on_the_way(start: QPointF, goal: QPointF, share: float, forward: bool) -> QPointF:
    """Return the position of something moving around the wheel between two points, clockwise if `forward`."""
    far = [hypot(point.x(), point.y()) for point in (start, goal)]
    turn = [atan2(point.x(), -point.y()) for point in (start, goal)]
    way = (turn[1] - turn[0]) % (2 * pi) if forward else -((turn[0] - turn[1]) % (2 * pi))
    angle, distance = turn[0] + way * share, far[0] + (far[1] - far[0]) * share
    return QPointF(sin(angle) * distance, -cos(angle) * distance)


@dataclass
class _Placed:
    """Positions of tokens, and of the counts on spokes, from the middle of the wheel."""

    at: dict[str, QPointF] = field(default_factory=dict)
    more: dict[int, int] = field(default_factory=dict)


def place(wheel: Wheel, front: str | None = None) -> _Placed:
    """Return tokens along their spokes, the first outermost; `front` is never merely counted."""
    out = _Placed()
    for index, ids in enumerate(wheel.spokes):
        number = wheel.first + index
        most = len(ON_SPOKE)
        if front in ids[most:]:
            ids = (*ids[: most - 1], str(front))
        for id, distance in zip(ids, ON_SPOKE, strict=False):
            out.at[id] = point_on(number, distance)
        if len(wheel.spokes[index]) > most:
            out.more[number] = len(wheel.spokes[index]) - most
    return out


@safe_events
class BattleWheel(QWidget):
    """The wheel as a widget. It shows what a tick bar would show, with the bar's tokens.

    Signals:
        picked(str), opened(str): see its input.

    Attributes:
        marks: all combatants shown, by id.
    """

    picked = Signal(str)
    opened = Signal(str)

    def __init__(self, bar: TickBar) -> None:
        super().__init__()
        self.bar = bar
        self.controller = bar.controller
        self.marks: dict[str, Mark] = {}
        self.gliding = Gliding(self, self)
        self.input = TimelineInput(self, self, self.gliding)
        self.input.picked.connect(self.picked)
        self.input.opened.connect(self.opened)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setAccessibleName("Battle wheel")
        self.wheel = wheel_of(bar.timeline)
        self._placed = place(self.wheel)
        self._before: dict[str, int] = {}
        self._forward: dict[str, bool] = {}
        self.controller.changed.connect(self._on_update)
        self.refresh()

    def sizeHint(self) -> QSize:
        return QSize(WIDTH, HEIGHT + 160)

    def minimumSizeHint(self) -> QSize:
        return QSize(WIDTH, HEIGHT)

    def _on_update(self, update: Update) -> None:
        if update.change is not None:
            self.refresh()
        elif update.draft:
            self.update()

    def refresh(self) -> None:
        """Show the bar's current timeline. The bar is updated first."""
        timeline = self.bar.timeline
        known = self.controller.battle.combatants
        self.marks = {mark.id: mark for mark in timeline.marks if mark.id in known}
        self.wheel = wheel_of(timeline.but(marks=tuple(self.marks.values())))
        self.input.keep(self.order())
        places = {id: mark.place for id, mark in self.marks.items() if mark.place is not None}
        for id, number in places.items():
            if number != self._before.get(id, number):
                self._forward[id] = number > self._before[id]
        self._before = places
        self._placed = place(self.wheel, self.input.cursor)
        set_description(
            self, describe(timeline, self.controller.name, lambda side: side, self.controller.queries.is_plural)
        )
        self.gliding.go(self.glides)

    @property
    def middle(self) -> QPointF:
        return QPointF(self.width() / 2, HEIGHT / 2)

    def at(self, id: str) -> QPointF:
        return self.middle + self._placed.at[id]

    def lines(self) -> tuple[str, ...]:
        """Return the text below it: later combatants, combatants set aside, and coming moments."""
        tick = self.controller.rules.timeline.tick_label
        later = (f"{tick} {number}: {self._names(ids)}" for number, ids in self.wheel.later)
        beside = (f"{word}: {self._names(ids)}" for word, ids in self.wheel.beside)
        return (*later, *beside, *self.moments())

    def moments(self) -> tuple[str, ...]:
        """Return the flags in words, flags on the wheel first."""
        tick = self.controller.rules.timeline.tick_label
        flags = [
            flag
            for number in sorted(self.wheel.flags, key=lambda n: (n is None, n))
            for flag in self.wheel.flags[number]
        ]
        return tuple(f"{tick} {flag.place}: {flag.label}" if flag.place is not None else flag.label for flag in flags)

    def _names(self, ids: tuple[str, ...]) -> str:
        return ", ".join(self.controller.name(id) for id in ids)

    # Where everything lies, for the mouse and the keys: see `TimelineForm`

    @property
    def chooses(self) -> bool:
        return self.input.chooses

    @property
    def glides(self) -> bool:
        return self.bar.animated

    @property
    def fixed(self) -> bool:
        return self.bar.locked

    def goals(self) -> dict[str, QPointF]:
        return self._placed.at

    def here(self, point: QPointF) -> QPointF:
        return point - self.middle

    def between(self, id: str, start: QPointF, goal: QPointF, share: float) -> QPointF:
        return on_the_way(start, goal, share, self._forward.get(id, True))

    def order(self) -> list[str]:
        """Return everyone on the wheel, next first."""
        return [id for ids in self.wheel.spokes for id in ids]

    def token_at(self, at: QPointF) -> str | None:
        for id, spot in self.gliding.at.items():
            if hypot(spot.x() - at.x(), spot.y() - at.y()) <= RADIUS + 2:
                return id
        return None

    def number_at(self, at: QPointF) -> int | None:
        return number_near(self.wheel.first, at)

    def held_at(self, id: str, at: QPointF) -> QPointF:
        return at

    @property
    def place_path(self) -> str:
        return str(self.controller.rules.timeline.place)

    def held_place(self, id: str, number: int) -> QPointF:
        return point_on(number, ON_SPOKE[0])

    def beside(self, number: int, by: int) -> int:
        """Return the next spoke: clockwise to the right. The wheel begins with now and ends six numbers later."""
        return min(max(number + by, self.wheel.first), self.wheel.first + SPOKES - 1)

    def pile_at(self, at: QPointF) -> tuple[tuple[str, ...], int] | None:
        for number, count in self._placed.more.items():
            spot = point_on(number, *COUNT)
            if hypot(spot.x() - at.x(), spot.y() - at.y()) <= 9:
                return self.wheel.spokes[number - self.wheel.first], count
        return None

    def timed_at(self, at: QPointF) -> tuple[bool, int | None]:
        number = self.number_at(at)
        return number is not None, number

    def walked(self) -> None:
        """Show a token that was only counted when the keyboard reaches it."""
        self._placed = place(self.wheel, self.input.cursor)
        self.gliding.go(False)

    def hover_text_at(self, at: QPointF) -> str:
        """Return a token's tooltip, as on the bar; for a spoke, who acts there and what is due."""
        id = self.token_at(at)
        if id is not None:
            return self.bar.hover_text_of(id)
        number = self.number_at(at)
        if number is None:
            return ""
        out = [f"{self.controller.rules.timeline.tick_label} {number}".capitalize()]
        out += [
            self.bar.hover_text_of(id).replace("\n", " \N{MIDDLE DOT} ")
            for id in self.wheel.spokes[number - self.wheel.first]
        ]
        out += [flag.label for flag in self.wheel.flags.get(number, ())]
        return "\n".join(out)

    # Painting

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = current_theme()
        painter = smooth_painter(self, pictures=True)
        painter.fillRect(self.rect(), theme.color("panel"))
        picked = self.input.drop_number
        self._paint_rim(painter, theme, picked)
        held = self.input.dragged[0] if self.input.dragged is not None else None
        for id, spot in self.gliding.at.items():
            if id != held:
                self._paint_token(painter, theme, id, self.middle + spot)
        if self.input.cursor in self.gliding.at and self.hasFocus() and held is None:
            painter.setPen(QPen(theme.color("text"), 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawEllipse(self.middle + self.gliding.at[str(self.input.cursor)], RADIUS * 1.35, RADIUS * 1.35)
        self._paint_words(painter, theme)
        if self.input.dragged is not None:
            self._paint_dragged(painter, theme, *self.input.dragged, picked)
        painter.end()

    def _paint_token(self, painter: QPainter, theme: Theme, id: str, at: QPointF) -> None:
        look = self.bar.looks.get(id)
        if look is None:
            return
        ratio = self.devicePixelRatioF()
        # So small a token has room for one state; the others are told on hover.
        image = self.bar.pictures.picture(theme, look.but(badges=look.badges[:1]), RADIUS, 0.0, 1.0, ratio)
        painter.drawPixmap(QPointF(at.x() - image.width() / ratio / 2, at.y() - token_look.RISE * RADIUS), image)

    def _paint_rim(self, painter: QPainter, theme: Theme, picked: int | None) -> None:
        middle, running = self.middle, self.bar.timeline.now is not None
        if running:
            self._paint_sector(painter, theme)
        painter.setPen(QPen(theme.color("line"), 1.2))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawEllipse(middle, RIM, RIM)
        for index in range(SPOKES):
            number = self.wheel.first + index
            now = index == 0 and running
            strong = now or number == picked
            ink: QColor = theme.color("gold" if strong else "line")
            style = Qt.PenStyle.DotLine if number == picked and not now else Qt.PenStyle.SolidLine
            painter.setPen(QPen(ink, 2.4 if strong else 1.2, style))
            painter.drawLine(middle + point_on(number, _HUB), middle + point_on(number, RIM))
            font = fonts.unscaled("figure" if now else "body")
            painter.setFont(font)
            painter.setPen(theme.color("gold" if strong else "text" if self.wheel.spokes[index] else "muted"))
            where = middle + point_on(number, RIM + 11)
            painter.drawText(QRectF(where.x() - 24, where.y() - 12, 48, 24), Qt.AlignmentFlag.AlignCenter, str(number))
            more = self._placed.more.get(number)
            if more is not None:
                self._paint_count(painter, theme, middle + point_on(number, *COUNT), more)
            if number in self.wheel.flags:
                self._paint_flag(painter, theme, middle + point_on(number, RIM, _FLAG_ASIDE))
        painter.setPen(QPen(theme.color("line"), 1.2))
        painter.setBrush(theme.color("raised"))
        painter.drawEllipse(middle, 5.0, 5.0)

    def _paint_sector(self, painter: QPainter, theme: Theme) -> None:
        ground = faded(theme.color("gold"), 0.10)
        wide = 360 / SPOKES
        start = 90 - angle_of(self.wheel.first) * 180 / pi - wide / 2
        rim = QRectF(self.middle.x() - RIM, self.middle.y() - RIM, 2 * RIM, 2 * RIM)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(ground)
        painter.drawPie(rim, round(start * 16), round(wide * 16))

    def _paint_flag(self, painter: QPainter, theme: Theme, foot: QPointF) -> None:
        painter.setPen(QPen(theme.color("violet"), 1.6))
        painter.drawLine(foot, foot + QPointF(0, -16))
        flag = QPainterPath(foot + QPointF(0, -16))
        flag.lineTo(foot + QPointF(10, -11.5))
        flag.lineTo(foot + QPointF(0, -7))
        painter.fillPath(flag, theme.color("violet"))

    def _paint_count(self, painter: QPainter, theme: Theme, at: QPointF, more: int) -> None:
        font = fonts.unscaled("small")
        font.setWeight(QFont.Weight.Bold)
        painter.setFont(font)
        painter.setPen(theme.color("text"))
        painter.drawText(QRectF(at.x() - 20, at.y() - 9, 40, 18), Qt.AlignmentFlag.AlignCenter, f"+{more}")

    def _paint_dragged(self, painter: QPainter, theme: Theme, id: str, at: QPointF, picked: int | None) -> None:
        """Paint the held token, and beside it what dropping it would do."""
        at = self.middle + at
        self._paint_token(painter, theme, id, at)
        if picked is None:
            return
        text = self.input.drop_text(id, picked)
        top = min(max(at.y() - 14, 4.0), HEIGHT - 32.0)
        paint_drop_text(painter, theme, text, at.x(), RADIUS, top, self.width())

    def _paint_words(self, painter: QPainter, theme: Theme) -> None:
        now = self._names(self.wheel.spokes[0]) if self.bar.timeline.now is not None else ""
        state = (self.bar.timeline.caption, *((f"Now: {now}",) if now else ()), *self.lines())
        self._write(painter, theme, QRectF(16, HEIGHT + 6, self.width() - 32, _LINE), state, len(self.moments()))

    def _write(self, painter: QPainter, theme: Theme, box: QRectF, lines: tuple[str, ...], moments: int = 0) -> None:
        """Write lines below each other, shortened if too long; lines without room are counted. The last `moments` lines
        are moments, each with its flag."""
        room = int((self.height() - box.top() - 6) / _LINE)
        if room < 1:
            return
        flagged = len(lines) - moments
        if len(lines) > room:
            lines = (*lines[: room - 1], f"and {len(lines) - room + 1} more")
        font = fonts.unscaled("body")
        for index, line in enumerate(lines):
            here = box.translated(0, index * _LINE)
            if flagged <= index and not (index == room - 1 and line.startswith("and ")):
                self._paint_flag(painter, theme, here.topLeft() + QPointF(2, 18))
                here.setLeft(here.left() + 17)
            painter.setFont(font)
            painter.setPen(theme.color("text"))
            text = QFontMetricsF(font).elidedText(line, Qt.TextElideMode.ElideRight, here.width())
            painter.drawText(here, Qt.AlignmentFlag.AlignVCenter, text)


class WheelColumn(QFrame):
    """The wheel, below a button that leads back to the line.

    Args:
        run: runs a command of the window by its id.
    """

    def __init__(self, bar: TickBar, run: Callable[[str], None]) -> None:
        super().__init__()
        styled(self, surface="panel", edge="left", fills=True)
        self.setFixedWidth(WIDTH + 1)
        self.line = push("Line", "quiet", "The tick bar as a line again", "Show the line", do=lambda: run("wheel"))
        top = hbox(1, self.line, margins=(8, 0, 8, 0))
        self.wheel = BattleWheel(bar)
        vbox(top, (self.wheel, 1), on=self, margins=(1, 4, 0, 0), spacing=0)
