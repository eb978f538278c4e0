"""Who acts when, along the upper edge of the players' screen: the tick bar's own layout, of what they may know."""

from __future__ import annotations

from math import ceil

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from exgui.engine.timeline import Flag, Mark, Timeline
from exgui.gui import theme, tokens
from exgui.gui.safe_events import safe_events
from exgui.gui.table import movement
from exgui.gui.table.design import LEAST, Canvas, fitted, metrics, name_font, text_font
from exgui.gui.table.movement import Movement
from exgui.gui.table.number import paint_number
from exgui.gui.table.tokens import looks, sides
from exgui.gui.tick_bar.background import Background
from exgui.gui.tick_bar.layout import HEIGHT, Arrangement, Stack, arrange
from exgui.gui.tick_bar.paint import heading_font
from exgui.gui.tokens import Look, TokenPictures
from exgui.play.public.records import PublicBattle

GROWN = 1.12
"""Units to one of the tick bar's lengths, so that its smallest text has `LEAST` units."""
STRIP = HEIGHT * GROWN
"""Height of the strip, in units."""

_LEAST = ceil(LEAST / GROWN)
"""Size of the letters on a token at least, in the tick bar's lengths."""

_HINTS = QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform


def public_timeline(battle: PublicBattle) -> Timeline:
    """The time line as the players may see it. Where the place of anybody is kept from them, all stand in their order
    and nobody has a number: the numbers of the others would tell between which it is."""
    people = [battle.combatants[id] for id in battle.order]
    kept = any(one.place is None and one.state in ("up", "coming", "acted") for one in people)
    secret = kept and any(one.place is not None for one in people)
    flags = tuple(
        Flag(f"n{number}", notice.label, None if secret else notice.tick, notice.round, notice.kind)
        for number, notice in enumerate(battle.notices)
        if notice.round is not None or notice.tick is not None
    )
    numbered = battle.axis in ("down", "up") and not secret
    by_sides = battle.axis in ("sides", "pool") or battle.phase != "running"
    if battle.phase == "prepared" or battle.axis in ("sides", "pool"):
        # The players' own side first, and each lane where it was, whoever acts.
        people.sort(key=lambda one: (not one.own, one.side if battle.phase == "running" else ""))
    marks = tuple(
        Mark(one.id, None if secret else one.place, one.state, one.side if by_sides else "") for one in people
    )
    if not numbered and battle.axis in ("down", "up"):
        return Timeline("pool", None, battle.caption, marks, (), flags)
    return Timeline(battle.axis, battle.tick, battle.caption, marks, battle.shaded, flags)


@safe_events
class TimeStrip(QWidget):
    """The time line.

    Attributes:
        animated: tokens glide along it.
        look: the theme it is painted in.
    """

    def __init__(self, pictures: TokenPictures, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.animated = True
        self.look = "dark"
        self.shown = Arrangement(0.0)
        self.timeline = Timeline("down", None, "")
        self._pictures = pictures
        self._canvas = Canvas(1.0, 1.0, 1.0)
        self._looks: dict[str, Look] = {}
        self._lanes: dict[str, tuple[str, str]] = {}
        self._background = Background()
        self._from: dict[str, QPointF] = {}
        self._movement = Movement(self, self.update, self._moved)

    @property
    def moves(self) -> bool:
        """Somebody glides."""
        return self._movement.runs

    def show_battle(self, battle: PublicBattle, canvas: Canvas, moves: bool = True) -> None:
        """Shows a battle; `canvas` is that of the strip at the size it has."""
        timeline = public_timeline(battle)
        everyone = {id: look.but(least=_LEAST) for id, look in looks(battle).items()}
        if (timeline, everyone, canvas) == (self.timeline, self._looks, self._canvas):
            return
        before = {id: self._at(id) for id in self.shown.places}
        resized = canvas != self._canvas
        self._movement.end()
        self.timeline, self._looks, self._canvas = timeline, everyone, canvas
        self._lanes = {side: self._lane_of(side, index) for side, index in sides(battle).items()}
        shown = arrange(timeline, canvas.width / GROWN, QFontMetricsF(heading_font()).horizontalAdvance)
        self.shown = shown
        self.update()
        goals = {id: QPointF(place.x, place.y) for id, place in shown.places.items()}
        self._from = {id: at for id, at in before.items() if id in goals and at != goals[id]}
        if self._from and moves and self.animated and not resized and self.isVisible():
            self._movement.begin(movement.GLIDE)

    def finish(self) -> None:
        """Everybody is where they belong, at once."""
        self._movement.end()

    def _lane_of(self, side: str, index: int) -> tuple[str, str]:
        tone = tokens.SIDE_TONES[min(index, len(tokens.SIDE_TONES) - 1)]
        return side.replace("_", " ").capitalize(), tone

    def _lane(self, side: str) -> tuple[str, str]:
        return self._lanes.get(side, ("In this order", "muted"))

    def _moved(self) -> None:
        self._from = {}
        self.update()

    def _at(self, id: str) -> QPointF:
        """Where somebody is shown now."""
        place = self.shown.places[id]
        goal, start = QPointF(place.x, place.y), self._from.get(id)
        if start is None or not self._movement.runs:
            return goal
        return start + (goal - start) * self._movement.share(movement.GLIDE)

    # Painting

    def paintEvent(self, event: QPaintEvent) -> None:
        with theme.painted_in(self.look):
            painter = QPainter(self)
            painter.setRenderHints(_HINTS)
            grown = self._canvas.unit * GROWN
            people = self.timeline.marks
            marked = frozenset(
                mark.place for mark in people if mark.place is not None and mark.state not in ("waiting", "out")
            )
            size = QSizeF(self.size())
            self._background.draw(painter, size, grown, self.shown, self.timeline, self._lane, marked, None)
            painter.scale(grown, grown)
            for id in sorted(self.shown.places, key=lambda id: self.shown.places[id].layer):
                self._paint_token(painter, id, grown)
            for stack in self.shown.stacks:
                _paint_count(painter, stack)
            painter.end()

    def _paint_token(self, painter: QPainter, id: str, grown: float) -> None:
        at, radius, ratio = self._at(id), self.shown.places[id].radius, self.devicePixelRatioF()
        image = self._pictures.picture(self._looks[id].but(name=""), radius, 0.0, grown, ratio)
        left = at.x() * grown - image.width() / ratio / 2
        top = (at.y() - tokens.RISE * radius) * grown
        painter.save()
        painter.resetTransform()
        painter.drawPixmap(QPointF(round(left * ratio) / ratio, round(top * ratio) / ratio), image)
        painter.restore()
        paint_number(painter, self._looks[id], at, radius)
        if self.shown.places[id].name:
            look, font = self._looks[id], name_font(LEAST)
            name = fitted(font, look.name, self.shown.places[id].name)
            painter.setFont(font)
            painter.setPen(theme.color("muted" if look.down or look.acted else "text"))
            wide = metrics(font).horizontalAdvance(name)
            painter.drawText(QPointF(at.x() - wide / 2, at.y() + radius * 1.2 + 13), name)


def _paint_count(painter: QPainter, stack: Stack) -> None:
    """How many more lie there."""
    font, text = text_font(LEAST, True), f"+{stack.count}"
    width = metrics(font).horizontalAdvance(text) + 10
    box = QRectF(stack.x - width / 2, stack.y - 9, width, 18)
    painter.setPen(QPen(theme.color("line"), 1))
    painter.setBrush(theme.color("raised"))
    painter.drawRoundedRect(box, 9, 9)
    painter.setFont(font)
    painter.setPen(theme.color("text"))
    painter.drawText(box, Qt.AlignmentFlag.AlignCenter, text)
