"""The tick bar widget: one row that shows who acts when, however the game counts."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, QSizeF, Qt, Signal
from PySide6.QtGui import (
    QFont,
    QFontMetricsF,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from exgui.engine.battle import Battle
from exgui.engine.system import Badge, Strength
from exgui.engine.timeline import Mark, Timeline
from exgui.gui.announcements import set_description
from exgui.gui.battle_control.controller import BattleController
from exgui.gui.battle_control.state import Update
from exgui.gui.look import fonts
from exgui.gui.look.appearance import appearance, current_theme
from exgui.gui.look.painting import smooth_painter
from exgui.gui.look.theme import Theme
from exgui.gui.safe_events import safe_events
from exgui.gui.tick_bar.descriptions import describe, mark_words
from exgui.gui.tick_bar.layout import AXIS, HEIGHT, Arrangement, Stack, arrange
from exgui.gui.tick_bar.paint import Background, heading_font, paint_drop_text
from exgui.gui.tick_bar.timeline_form import Gliding
from exgui.gui.tick_bar.timeline_input import TimelineInput
from exgui.gui.tokens import token_look
from exgui.gui.tokens.drawing import TokenPictures, name_needs
from exgui.gui.tokens.token_look import Look

_DELAYED = Badge("delayed", "mdi6.timer-sand", "Delays", tone="state")


@safe_events
class TickBar(QWidget):
    """Who acts when, as a line.

    Signals:
        picked(str), opened(str): as of its input.

    Attributes:
        animated: tokens glide; set it to False to have them jump.
        locked: nothing can be dragged.
        marks: everyone who is shown, by id.
    """

    picked = Signal(str)
    opened = Signal(str)

    animated = True
    locked = False

    def __init__(
        self, controller: BattleController, pictures: TokenPictures | None = None, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.controller = controller
        self.marks: dict[str, Mark] = {}
        self.gliding = Gliding(self, self)
        self.input = TimelineInput(self, self, self.gliding)
        self.input.picked.connect(self.picked)
        self.input.opened.connect(self.opened)
        self.pictures = pictures or TokenPictures()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName("Tick bar")
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.timeline: Timeline = controller.queries.timeline()
        self.shown = Arrangement(0.0)
        self._arranged: tuple[Timeline, float, dict[str, float]] | tuple[()] = ()
        self.looks: dict[str, Look] = {}
        self._background = Background()
        self._sides: dict[str, int] = {}
        controller.changed.connect(self._on_update)
        appearance().changed.connect(self._on_theme)
        self.refresh()

    # Size: the bar is laid out at its natural height, and drawn larger where it is given more.

    def sizeHint(self) -> QSize:
        return QSize(900, fonts.px(HEIGHT))

    def minimumSizeHint(self) -> QSize:
        return QSize(320, fonts.px(HEIGHT))

    @property
    def _grown(self) -> float:
        return max(self.height() / HEIGHT, 0.2)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange(False)

    # Following the controller

    def _on_update(self, update: Update) -> None:
        if update.change is not None and update.change.before is not update.change.after:
            self.refresh()
        elif update.draft:
            self._on_draft()

    def refresh(self) -> None:
        battle, before = self.controller.battle, self.timeline
        self.timeline = self.controller.queries.timeline()
        self._sides = dict(token_look.sides(battle))
        marks = [mark for mark in self.timeline.marks if mark.id in battle.combatants]
        if battle.phase == "prepared" or self.timeline.axis in ("sides", "pool"):
            # The players' own side first, and each lane in its place, the acting combatant.
            marks.sort(key=lambda mark: self._sides[battle.combatants[mark.id].side])
        self.marks = {mark.id: mark for mark in marks}
        letters = token_look.initials(battle.combatants.values())
        badges, many = self.controller.queries.badges(), self.controller.queries.strengths()
        pickable = self.input.pickable()
        self._put_looks(
            {
                id: self._look(battle, mark, letters[id], badges[id], many.get(id), id in pickable)
                for id, mark in self.marks.items()
            }
        )
        self.input.keep(list(self.marks))
        self._arrange(self.animated)
        if self.timeline != before or not self.accessibleDescription():
            set_description(
                self, describe(self.timeline, self.controller.name, self._lane_name, self.controller.queries.is_plural)
            )

    def _look(
        self,
        battle: Battle,
        mark: Mark,
        initial: str,
        badges: tuple[Badge, ...],
        strength: Strength | None,
        pickable: bool,
    ) -> Look:
        one = battle.combatants[mark.id]
        if mark.state == "delayed" and all(badge.icon != _DELAYED.icon for badge in badges):
            badges = (_DELAYED, *badges)  # whether or not the game has a state for it
        return Look(
            name=one.name,
            initial=initial,
            side=self._sides[one.side],
            portrait=one.portrait,
            active=battle.active == mark.id,
            up=mark.state == "up",
            acted=mark.state == "acted",
            down=mark.state == "out",
            faint=mark.state == "waiting" or mark.hidden,
            hidden=mark.hidden,
            pickable=pickable,
            badges=token_look.without_badge_of_bar(badges, strength),
            strength=strength,
        )

    def _put_looks(self, looks: dict[str, Look]) -> None:
        if looks != self.looks:
            self.looks = looks
            self.update()

    def _on_draft(self) -> None:
        pickable = self.input.pickable()
        self._put_looks({id: look.but(pickable=id in pickable) for id, look in self.looks.items()})

    def _on_theme(self) -> None:
        self._arranged = ()  # its fonts may be of another width
        self._arrange(False)

    def _arrange(self, animated: bool) -> None:
        timeline = self.timeline.but(marks=tuple(self.marks.values()))
        names = {id: name_needs(look.name) for id, look in self.looks.items()}
        asked = (timeline, self.width() / self._grown, names)
        if asked != self._arranged:
            self._arranged = asked
            self.shown = arrange(*asked[:2], QFontMetricsF(heading_font()).horizontalAdvance, names)
            self.gliding.go(animated)

    def _lane_name(self, side: str) -> str:
        return str(self.controller.rules.label(side)) if side else "Everyone"

    def _lane(self, side: str) -> tuple[str, str]:
        index = self._sides.get(side, 0)
        return self._lane_name(side), token_look.SIDE_TONES[min(index, len(token_look.SIDE_TONES) - 1)]

    # Painting

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = current_theme()
        painter = smooth_painter(self, pictures=True)
        grown = self._grown
        marked = frozenset(
            mark.place for mark in self.marks.values() if mark.place is not None and mark.state != "waiting"
        )
        picked = self.input.drop_number
        size = QSizeF(self.size())
        self._background.draw(painter, theme, size, grown, self.shown, self.timeline, self._lane, marked, picked)
        painter.scale(grown, grown)
        if not self.marks:
            painter.setFont(fonts.unscaled("body"))
            painter.setPen(theme.color("muted"))
            painter.drawText(
                QRectF(0, 0, self.shown.width, AXIS),
                Qt.AlignmentFlag.AlignCenter,
                "This battle is empty. Add combatants from the campaign.",
            )
        for id in self._on_top():
            if self.input.dragged is None or self.input.dragged[0] != id:
                self._paint_token(painter, theme, id, self.gliding.at[id], grown)
        for stack in self.shown.stacks:
            self._paint_count(painter, theme, stack)
        if self.input.cursor is not None and self.hasFocus() and self.input.dragged is None:
            place = self.shown.places[self.input.cursor]
            painter.setPen(QPen(theme.color("text"), 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawEllipse(self.gliding.at[self.input.cursor], place.radius * 1.32, place.radius * 1.32)
        if self.input.dragged is not None:
            self._paint_dragged(painter, theme, grown, picked)
        painter.end()

    def _on_top(self) -> list[str]:
        """Return the tokens to paint, the lowest first: of several at one point, which are counted, only the last."""
        order = sorted(self.shown.places, key=lambda id: self.shown.places[id].layer)
        points = {id: (self.gliding.at[id].x(), self.gliding.at[id].y()) for id in order}
        last = {points[id]: id for id in order}
        return [id for id in order if last[points[id]] == id]

    def _paint_token(self, painter: QPainter, theme: Theme, id: str, at: QPointF, grown: float) -> None:
        radius = self.shown.places[id].radius
        ratio = self.devicePixelRatioF()
        image = self.pictures.picture(theme, self.looks[id], radius, self.shown.places[id].name, grown, ratio)
        painter.save()
        painter.resetTransform()
        left = at.x() * grown - image.width() / ratio / 2
        top = (at.y() - token_look.RISE * radius) * grown
        painter.drawPixmap(QPointF(round(left * ratio) / ratio, round(top * ratio) / ratio), image)
        painter.restore()

    def _paint_count(self, painter: QPainter, theme: Theme, stack: Stack) -> None:
        font = fonts.unscaled("small")
        font.setWeight(QFont.Weight.Bold)
        text = f"+{stack.count}"
        width = QFontMetricsF(font).horizontalAdvance(text) + 10
        box = QRectF(stack.x - width / 2, stack.y - 9, width, 18)
        painter.setPen(QPen(theme.color("line"), 1))
        painter.setBrush(theme.color("raised"))
        painter.drawRoundedRect(box, 9, 9)
        painter.setFont(font)
        painter.setPen(theme.color("text"))
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, text)

    def _paint_dragged(self, painter: QPainter, theme: Theme, grown: float, picked: int | None) -> None:
        assert self.input.dragged is not None
        id, at = self.input.dragged
        x = at.x()
        place = self.shown.places[id]
        scale = self.shown.scale
        if scale is not None and picked is not None:
            painter.setPen(QPen(theme.color("gold"), 1.6, Qt.PenStyle.DotLine))
            painter.drawLine(QPointF(scale.x(picked), place.y), QPointF(scale.x(picked), AXIS))
        self._paint_token(painter, theme, id, QPointF(x, place.y), grown)
        if picked is None:
            return
        text = self.input.drop_text(id, picked)
        paint_drop_text(painter, theme, text, x, place.radius, place.y - 14, self.shown.width)

    # Where everything lies, for the mouse and the keys: see `TimelineForm`

    @property
    def chooses(self) -> bool:
        return self.input.chooses

    @property
    def glides(self) -> bool:
        return self.animated

    @property
    def fixed(self) -> bool:
        return self.locked

    def between(self, id: str, start: QPointF, goal: QPointF, share: float) -> QPointF:
        return start + (goal - start) * share

    def walked(self) -> None:
        """Do nothing: everyone is in sight."""

    def here(self, point: QPointF) -> QPointF:
        return point / self._grown

    def goals(self) -> dict[str, QPointF]:
        return {id: QPointF(place.x, place.y) for id, place in self.shown.places.items()}

    def order(self) -> list[str]:
        return self.shown.order()

    def number_at(self, at: QPointF) -> int | None:
        return self.shown.scale.number_at(at.x()) if self.shown.scale is not None else None

    def held_at(self, id: str, at: QPointF) -> QPointF:
        return QPointF(at.x(), self.shown.places[id].y)

    def held_place(self, id: str, number: int) -> QPointF:
        scale = self.shown.scale
        assert scale is not None
        return QPointF(min(max(scale.x(number), scale.left), scale.right), self.shown.places[id].y)

    def beside(self, number: int, by: int) -> int:
        scale = self.shown.scale
        assert scale is not None
        found = number + (-by if scale.falling else by)
        return found if scale.least is None else max(found, scale.least)

    def pile_at(self, at: QPointF) -> tuple[tuple[str, ...], int] | None:
        stack = self._stack_at(at)
        return (stack.ids, stack.count) if stack is not None else None

    def timed_at(self, at: QPointF) -> tuple[bool, int | None]:
        scale = self.shown.scale
        if scale is None:
            return False, None
        return True, scale.number_at(at.x()) if scale.left <= at.x() <= scale.right else None

    def token_at(self, at: QPointF) -> str | None:
        """Return who lies uppermost at a point (in the bar's natural size)."""
        found: tuple[int, str] | None = None
        for id, place in self.shown.places.items():
            gap = self.gliding.at[id] - at
            if gap.x() ** 2 + gap.y() ** 2 <= (place.radius + 3) ** 2 and (found is None or place.layer > found[0]):
                found = place.layer, id
        return found[1] if found is not None else None

    def _stack_at(self, at: QPointF) -> Stack | None:
        return next((s for s in self.shown.stacks if abs(s.x - at.x()) <= 13 and abs(s.y - at.y()) <= 10), None)

    @property
    def place_path(self) -> str:
        return str(self.controller.rules.timeline.place) if self.shown.scale is not None else ""

    def hover_text_of(self, id: str) -> str:
        tick = self.controller.rules.timeline.tick_label
        strength = self.looks[id].strength
        states = [strength.text] if strength is not None else []
        states += [badge.text for badge in self.looks[id].badges]
        return "\n".join((mark_words(self.marks[id], self.controller.name, tick), *states))

    def hover_text_at(self, at: QPointF) -> str:
        tick = self.controller.rules.timeline.tick_label
        stack = self._stack_at(at)
        if stack is not None:
            return "\n".join(
                mark_words(self.marks[id], self.controller.name, tick).replace("\n", " · ") for id in stack.ids
            )
        id = self.token_at(at)
        if id is not None:
            return self.hover_text_of(id)
        for pennant in self.shown.pennants:
            if pennant.reach[0] <= at.x() <= pennant.reach[1] and at.y() < 26:
                when = f"\n{tick} {pennant.flag.place}" if pennant.flag.place is not None else ""
                return f"{pennant.flag.label}{when}"
        for section in self.shown.sections:
            if section.kind == "timers" and section.left <= at.x() <= section.right:
                return "\n".join(section.lines)
        return next((s.label for s in self.shown.stretches if s.left <= at.x() <= s.right and s.label), "")
