"""Who acts when, along the upper edge of the players' screen: the tick bar's own layout, of what they may know."""

from __future__ import annotations

from collections.abc import Mapping
from math import ceil

from PySide6.QtCore import QPointF, QRect, QRectF, QSizeF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from exgui.engine.timeline import Flag, Mark, Timeline
from exgui.gui.look.theme import DARK, Theme
from exgui.gui.map.of_public_battle import people_of, sides
from exgui.gui.safe_events import safe_events
from exgui.gui.table import movement
from exgui.gui.table.design import LEAST, Canvas, called_or_cut, metrics, name_font, text_font
from exgui.gui.table.movement import Movement
from exgui.gui.table.number import paint_number
from exgui.gui.table.whole_pixels import draw_unscaled
from exgui.gui.tick_bar.layout import HEIGHT, Arrangement, Place, Stack, arrange
from exgui.gui.tick_bar.paint import Background, heading_font
from exgui.gui.tokens import token_look
from exgui.gui.tokens.drawing import TokenPictures
from exgui.gui.tokens.large_letters import draw_text
from exgui.gui.tokens.token_look import Look
from exgui.play.public.records import PublicBattle

GROWN = 1.12
"""Units to one of the tick bar's lengths, so that its smallest text has `LEAST` units."""
STRIP = HEIGHT * GROWN
"""Height of the strip, in units."""

_LEAST = ceil(LEAST / GROWN)
"""Size of the letters on a token at least, in the tick bar's lengths."""

_HINTS = QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform


def public_timeline(battle: PublicBattle) -> Timeline:
    """Return the time line as the players may see it. If anyone's place is secret, all are listed in order without
    numbers: the others' numbers would give it away."""
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
        # The players' own side first, and each lane in its place, the acting combatant.
        lanes = list(battle.sides)
        people.sort(key=lambda one: (not one.own, lanes.index(one.side) if battle.phase == "running" else 0))
    marks = tuple(
        Mark(one.id, None if secret else one.place, one.state, one.side if by_sides else "") for one in people
    )
    if not numbered and battle.axis in ("down", "up"):
        return Timeline("pool", None, battle.caption, marks, (), flags)
    now = None if battle.phase == "over" else battle.tick  # no frame round a moment that will not pass
    return Timeline(
        battle.axis, now, battle.caption, marks, battle.shaded, flags, battle.choosing or None, battle.chooser
    )


@safe_events
class TimeStrip(QWidget):
    """The time line.

    Attributes:
        animated: tokens glide along it.
        theme: in which it is painted.
    """

    def __init__(self, pictures: TokenPictures, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.animated = True
        self.theme = DARK
        self.shown = Arrangement(0.0)
        self.timeline = Timeline("down", None, "")
        self._pictures = pictures
        self._canvas = Canvas(1.0, 1.0, 1.0)
        self._looks: dict[str, Look] = {}
        self._lanes: dict[str, tuple[str, str]] = {}
        self._background = Background()
        self._from: dict[str, QPointF] = {}
        self._movement = Movement(self, self._repaint_moving, self._moved)

    @property
    def moves(self) -> bool:
        return self._movement.runs

    def show_battle(self, battle: PublicBattle, canvas: Canvas, moves: bool = True) -> None:
        """Show a battle; `canvas` is that of the strip at the size it has."""
        timeline = public_timeline(battle)
        everyone = people_of(battle, _LEAST)
        if (timeline, everyone, canvas) == (self.timeline, self._looks, self._canvas):
            return
        before = {id: self._at(id) for id in self.shown.places}
        resized = canvas != self._canvas
        self._movement.end()
        was = (self._ground_parts(), dict(self.shown.places), self._looks)
        self.timeline, self._looks, self._canvas = timeline, everyone, canvas
        self._lanes = {
            side: (battle.sides[side].name, token_look.SIDE_TONES[min(index, len(token_look.SIDE_TONES) - 1)])
            for side, index in sides(battle).items()
        }
        letters = metrics(name_font(LEAST))
        names = {id: letters.horizontalAdvance(look.name) + 1 for id, look in everyone.items()}
        shown = arrange(timeline, canvas.width / GROWN, QFontMetricsF(heading_font()).horizontalAdvance, names)
        self.shown = shown
        self._update_changed(*was)
        goals = {id: QPointF(place.x, place.y) for id, place in shown.places.items()}
        self._from = {id: at for id, at in before.items() if id in goals and at != goals[id]}
        if self._from and moves and self.animated and not resized and self.isVisible():
            self._movement.begin(movement.GLIDE)

    def finish(self) -> None:
        self._movement.end()

    # What has changed

    def _ground_parts(self) -> object:
        line, arranged = self.timeline, self.shown.but(places={})
        return arranged, line.now, line.choosing, line.chooser, self._marked(), self._lanes, self._canvas

    def _marked(self) -> frozenset[int]:
        people = self.timeline.marks
        return frozenset(
            mark.place for mark in people if mark.place is not None and mark.state not in ("waiting", "out")
        )

    def _update_changed(self, ground: object, places: Mapping[str, Place], looks: Mapping[str, Look]) -> None:
        """Repaint only what changed."""
        if ground != self._ground_parts():
            self.update()
            return
        now = self.shown.places
        for id in {*places, *now}:
            if (places.get(id), looks.get(id)) != (now.get(id), self._looks.get(id)):
                for place in (places.get(id), now.get(id)):
                    if place is not None:
                        self.update(self._pixels(place, QPointF(place.x, place.y)))

    def _pixels(self, place: Place, at: QPointF) -> QRect:
        """Return the area a combatant's token covers, in pixels."""
        grown = self._canvas.unit * GROWN
        wide, high = max(1.7 * place.radius, place.name / 2 + 4), 1.7 * place.radius
        box = QRectF(at.x() - wide, at.y() - high, 2 * wide, 2 * high + 12)
        return QRectF(box.x() * grown, box.y() * grown, box.width() * grown, box.height() * grown).toAlignedRect()

    def _repaint_moving(self) -> None:
        for id, start in self._from.items():
            place = self.shown.places[id]
            self.update(self._pixels(place, start).united(self._pixels(place, QPointF(place.x, place.y))))

    def _lane(self, side: str) -> tuple[str, str]:
        return self._lanes.get(side, ("In this order", "muted"))

    def _moved(self) -> None:
        self._repaint_moving()
        self._from = {}

    def _at(self, id: str) -> QPointF:
        place = self.shown.places[id]
        goal, start = QPointF(place.x, place.y), self._from.get(id)
        if start is None or not self._movement.runs:
            return goal
        return start + (goal - start) * self._movement.share(movement.GLIDE)

    # Painting

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = self.theme
        painter = QPainter(self)
        painter.setRenderHints(_HINTS)
        grown = self._canvas.unit * GROWN
        size = QSizeF(self.size())
        self._background.draw(painter, theme, size, grown, self.shown, self.timeline, self._lane, self._marked(), None)
        painter.scale(grown, grown)
        by_layer = sorted(self.shown.places.items(), key=lambda one: one[1].layer)
        painted = [id for id, place in by_layer if event.region().intersects(self._pixels(place, self._at(id)))]
        for id in painted:
            self._paint_token(painter, id, grown)
        for id in painted:  # no token lies upon the number of another
            paint_number(painter, theme, self._pictures, self._looks[id], self._at(id), self.shown.places[id].radius)
        for stack in self.shown.stacks:
            _paint_count(painter, theme, stack)
        painter.end()

    def _paint_token(self, painter: QPainter, id: str, grown: float) -> None:
        theme = self.theme
        at, radius, ratio = self._at(id), self.shown.places[id].radius, self.devicePixelRatioF()
        image = self._pictures.picture(theme, self._looks[id].but(name=""), radius, 0.0, grown, ratio)
        draw_unscaled(painter, at - QPointF(0, token_look.RISE * radius), image, centred=True)
        if self.shown.places[id].name:
            look, font = self._looks[id], name_font(LEAST)
            name = called_or_cut(font, look.name, self.shown.places[id].name)
            painter.setFont(font)
            painter.setPen(theme.color("muted" if look.down or look.acted else "text"))
            wide = metrics(font).horizontalAdvance(name)
            draw_text(painter, QPointF(at.x() - wide / 2, at.y() + radius * 1.2 + 13), name)


def _paint_count(painter: QPainter, theme: Theme, stack: Stack) -> None:
    font, text = text_font(LEAST, True), f"+{stack.count}"
    width = metrics(font).horizontalAdvance(text) + 10
    box = QRectF(stack.x - width / 2, stack.y - 9, width, 18)
    painter.setPen(QPen(theme.color("line"), 1))
    painter.setBrush(theme.color("raised"))
    painter.drawRoundedRect(box, 9, 9)
    painter.setFont(font)
    painter.setPen(theme.color("text"))
    base = box.center().y() + metrics(font).capHeight() / 2
    draw_text(painter, QPointF(box.center().x() - (width - 10) / 2, base), text)
