"""The tick bar as a widget: one row that says who acts when, whatever the game's way of counting."""

from __future__ import annotations

from PySide6.QtCore import QEasingCurve, QEvent, QPointF, QRectF, QSize, Qt, QVariantAnimation, Signal
from PySide6.QtGui import (
    QAccessible,
    QAccessibleEvent,
    QFocusEvent,
    QFont,
    QFontMetricsF,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import QApplication, QSizePolicy, QToolTip, QWidget

from exgui.engine.asks import Command
from exgui.engine.record import Table
from exgui.engine.system import Badge
from exgui.engine.timeline import Mark, Timeline
from exgui.gui import theme, tokens
from exgui.gui.bridge import Bridge
from exgui.gui.gestures import timeline_command
from exgui.gui.map.gestures import FORCE
from exgui.gui.tickbar.arrange import AXIS, HEIGHT, Arrangement, Stack, arrange
from exgui.gui.tickbar.paint import heading_font, paint_ground
from exgui.gui.tickbar.words import describe, mark_words
from exgui.gui.tokens import Look, picture
from exgui.play.play import Change

_DELAYED = Badge("delayed", "mdi6.timer-sand", "Delays", tone="state")


class TickBar(QWidget):
    """Who acts when.

    Signals:
        picked(str): a combatant was clicked, or walked to by the keyboard.
        opened(str): one was double-clicked, or Enter was pressed upon it.

    Attributes:
        animated: tokens glide; set it to False to have them jump.
        locked: nothing can be dragged.
    """

    picked = Signal(str)
    zone_picked = Signal(str)
    opened = Signal(str)

    animated = True
    locked = False

    def __init__(self, bridge: Bridge, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.bridge = bridge
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setAccessibleName("Tick bar")
        self.timeline: Timeline = bridge.system.timeline(bridge.battle)
        self.shown = Arrangement(0.0)
        self.looks: dict[str, Look] = {}
        self._marks: dict[str, Mark] = {}
        self._sides: dict[str, int] = {}
        self._at: dict[str, QPointF] = {}
        self._from: dict[str, QPointF] = {}
        self._cursor: str | None = None
        self._pressed: tuple[str | None, QPointF] | None = None
        self._dragged: tuple[str, float] | None = None
        self._carried: int | None = None
        self._forced = False
        self._animation = QVariantAnimation(self)
        self._animation.setDuration(180)
        self._animation.setStartValue(0.0)
        self._animation.setEndValue(1.0)
        self._animation.setEasingCurve(QEasingCurve.Type.InOutCubic)
        self._animation.valueChanged.connect(self._glide)
        self._animation.finished.connect(self._arrive)
        bridge.changed.connect(self._on_change)
        bridge.draft_changed.connect(self._on_draft)
        theme.notifier().changed.connect(self._on_theme)
        self.refresh()

    # Size: the bar is laid out at its natural height, and drawn larger where it is given more.

    def sizeHint(self) -> QSize:
        return QSize(900, int(HEIGHT))

    def minimumSizeHint(self) -> QSize:
        return QSize(320, int(HEIGHT))

    @property
    def _grown(self) -> float:
        return max(self.height() / HEIGHT, 0.2)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange(False)

    # Following the bridge

    def _on_change(self, change: Change) -> None:
        if change.before is not change.after:
            self.refresh()

    def refresh(self) -> None:
        """Shows the bridge's battle as it is."""
        battle, system = self.bridge.battle, self.bridge.system
        self.timeline = system.timeline(battle)
        self._sides = dict(tokens.sides(battle))
        marks = [mark for mark in self.timeline.marks if mark.id in battle.combatants]
        if battle.phase == "prepared":
            marks.sort(key=lambda mark: self._sides[battle.combatants[mark.id].side])  # one's own side first
        self._marks = {mark.id: mark for mark in marks}
        letters = tokens.initials(battle.combatants.values())
        self.looks = {id: self._look(id, mark, letters[id]) for id, mark in self._marks.items()}
        if self._dragged is not None and self._dragged[0] not in self._marks:
            self._dragged = self._pressed = self._carried = None
        if self._cursor not in self._marks:
            self._cursor = None
        self._arrange(self.animated)
        text = describe(self.timeline, self.bridge.name, self._lane_name)
        if text != self.accessibleDescription():
            self.setAccessibleDescription(text)
            QAccessible.updateAccessibility(QAccessibleEvent(self, QAccessible.Event.DescriptionChanged))

    def _look(self, id: str, mark: Mark, initial: str) -> Look:
        battle = self.bridge.battle
        one = battle.combatants[id]
        return Look(
            name=one.name,
            initial=initial,
            side=self._sides[one.side],
            portrait=one.portrait,
            active=battle.active == id,
            up=mark.state == "up",
            acted=mark.state == "acted",
            down=mark.state == "out",
            faint=mark.state == "waiting" or mark.hidden,
            wanted=self._is_wanted(id),
            badges=self._badges(id, mark),
        )

    def _badges(self, id: str, mark: Mark) -> tuple[Badge, ...]:
        """Its states; that it delays is told by its mark, whether or not the game has a state for it."""
        found = tuple(self.bridge.system.badges(self.bridge.battle, id))
        if mark.state == "delayed" and all(badge.id != _DELAYED.id for badge in found):
            return (_DELAYED, *found)
        return found

    def _is_wanted(self, id: str) -> bool:
        draft = self.bridge.draft
        if draft is None:
            return False
        candidate = draft.picked_by(id)
        return candidate is not None and not candidate.violations

    def _on_draft(self) -> None:
        self.looks = {id: look.but(wanted=self._is_wanted(id)) for id, look in self.looks.items()}
        self.update()

    def _on_theme(self) -> None:
        self._arrange(False)
        self.update()

    def _arrange(self, animated: bool) -> None:
        metrics = QFontMetricsF(heading_font())
        timeline = self.timeline.but(marks=tuple(self._marks.values()))
        self.shown = arrange(timeline, self.width() / self._grown, metrics.horizontalAdvance)
        goals = {id: QPointF(place.x, place.y) for id, place in self.shown.places.items()}
        self._from = {id: self._at.get(id, goal) for id, goal in goals.items()}
        self._animation.stop()
        if animated and self.isVisible() and any(self._from[id] != goal for id, goal in goals.items()):
            self._at = dict(self._from)
            self._animation.start()
        else:
            self._at = goals
        self.update()

    def _glide(self, share: float) -> None:
        for id, place in self.shown.places.items():
            start = self._from.get(id)
            if start is not None:
                self._at[id] = start + (QPointF(place.x, place.y) - start) * share
        self.update()

    def _arrive(self) -> None:
        self._at = {id: QPointF(place.x, place.y) for id, place in self.shown.places.items()}
        self.update()

    def _lane_name(self, side: str) -> str:
        return str(self.bridge.rules.label(side)) if side else "Everyone"

    def _lane(self, side: str) -> tuple[str, str]:
        index = self._sides.get(side, 0)
        return self._lane_name(side), tokens.SIDE_TONES[min(index, len(tokens.SIDE_TONES) - 1)]

    # Painting

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
        grown = self._grown
        painter.scale(grown, grown)
        marked = frozenset(
            mark.place for mark in self._marks.values() if mark.place is not None and mark.state != "waiting"
        )
        picked = self._drop_number()
        paint_ground(painter, self.shown, self.timeline, self._lane, marked, picked)
        if not self._marks:
            painter.setFont(theme.font("body"))
            painter.setPen(theme.color("muted"))
            painter.drawText(
                QRectF(0, 0, self.shown.width, AXIS),
                Qt.AlignmentFlag.AlignCenter,
                "Nobody is in this battle yet. Add somebody from the campaign.",
            )
        order = sorted(self.shown.places, key=lambda id: self.shown.places[id].layer)
        for id in order:
            if self._dragged is None or self._dragged[0] != id:
                self._paint_token(painter, id, self._at[id], grown)
        for stack in self.shown.stacks:
            self._paint_count(painter, stack)
        if self._cursor is not None and self.hasFocus() and self._dragged is None:
            place = self.shown.places[self._cursor]
            painter.setPen(QPen(theme.color("text"), 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawEllipse(self._at[self._cursor], place.radius * 1.32, place.radius * 1.32)
        if self._dragged is not None:
            self._paint_dragged(painter, grown, picked)
        painter.end()

    def _paint_token(self, painter: QPainter, id: str, at: QPointF, grown: float) -> None:
        radius = self.shown.places[id].radius
        ratio = self.devicePixelRatioF()
        image = picture(self.looks[id], radius, self.shown.places[id].name, grown, ratio)
        painter.save()
        painter.resetTransform()
        left = at.x() * grown - image.width() / ratio / 2
        top = (at.y() - tokens.RISE * radius) * grown
        painter.drawPixmap(QPointF(round(left * ratio) / ratio, round(top * ratio) / ratio), image)
        painter.restore()

    def _paint_count(self, painter: QPainter, stack: Stack) -> None:
        font = theme.font("small")
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

    def _paint_dragged(self, painter: QPainter, grown: float, picked: int | None) -> None:
        assert self._dragged is not None
        id, x = self._dragged
        place = self.shown.places[id]
        scale = self.shown.scale
        if scale is not None and picked is not None:
            painter.setPen(QPen(theme.color("gold"), 1.6, Qt.PenStyle.DotLine))
            painter.drawLine(QPointF(scale.x(picked), place.y), QPointF(scale.x(picked), AXIS))
        self._paint_token(painter, id, QPointF(x, place.y), grown)
        if picked is None:
            return
        font = theme.font("figure")
        text = f"−{-picked}" if picked < 0 else str(picked)
        if picked != self._marks[id].place:
            text = f"{self.drop_word(id, picked)} {text}"
        width = QFontMetricsF(font).horizontalAdvance(text) + 18
        left = x + place.radius + 8
        if left + width > self.shown.width - 4:
            left = x - place.radius - 8 - width
        box = QRectF(left, place.y - 14, width, 28)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.color("gold"))
        painter.drawRoundedRect(box, 8, 8)
        painter.setFont(font)
        painter.setPen(theme.color("on_gold"))
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, text)

    # The mouse

    def _here(self, event: QMouseEvent) -> QPointF:
        return event.position() / self._grown

    def token_at(self, at: QPointF) -> str | None:
        """Who lies uppermost at a point (in the bar's natural size)."""
        found: tuple[int, str] | None = None
        for id, place in self.shown.places.items():
            gap = self._at[id] - at
            if gap.x() ** 2 + gap.y() ** 2 <= (place.radius + 3) ** 2 and (found is None or place.layer > found[0]):
                found = place.layer, id
        return found[1] if found is not None else None

    def _stack_at(self, at: QPointF) -> Stack | None:
        return next((s for s in self.shown.stacks if abs(s.x - at.x()) <= 13 and abs(s.y - at.y()) <= 10), None)

    @property
    def place_path(self) -> str:
        """The number that a drag along the axis sets, as the ruleset names it; "" where it names none."""
        return str(self.bridge.rules.timeline.place) if self.shown.scale is not None else ""

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() != Qt.MouseButton.LeftButton:
            event.ignore()
            return
        QToolTip.hideText()
        here = self._here(event)
        stack = self._stack_at(here)
        if stack is not None:
            # The number on a stack leafs through it, one at a click.
            at = (stack.ids.index(self._cursor) + 1 if self._cursor in stack.ids else -stack.count) % len(stack.ids)
            self._walk_to(stack.ids[at])
            return
        self._pressed = (self.token_at(here), here)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        here = self._here(event)
        if self._pressed is None:
            shape = Qt.CursorShape.PointingHandCursor if self.token_at(here) else Qt.CursorShape.ArrowCursor
            if self.cursor().shape() != shape:
                self.setCursor(shape)
            return
        id, began = self._pressed
        if id is None or self.locked or not self.place_path or self._marks[id].state == "out":
            return
        if self._dragged is None and abs(here.x() - began.x()) < QApplication.startDragDistance():
            return
        self._dragged = (id, here.x())
        self._forced = bool(event.modifiers() & FORCE)
        self.update()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        pressed, self._pressed = self._pressed, None
        number = self._drop_number()
        dragged, self._dragged = self._dragged, None
        self.update()
        if dragged is not None and number is not None:
            self._drop(*dragged, number, bool(event.modifiers() & FORCE))
        elif pressed is not None and pressed[0] is not None:
            self._cursor = pressed[0]
            self.picked.emit(pressed[0])

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        here = self._here(event)
        id = self.token_at(here)
        if id is not None:
            self.opened.emit(id)
        elif self.shown.scale is not None and self._stack_at(here) is None and not self.locked:
            inside = self.shown.scale.left <= here.x() <= self.shown.scale.right
            self.bridge.timer_wanted.emit(self.shown.scale.number_at(here.x()) if inside else None)

    def _drop(self, id: str, x: float, number: int, forced: bool) -> None:
        """A token was let go on a number: its own turn is put off, or the storyteller sets its place."""
        self._at[id] = QPointF(x, self.shown.places[id].y)
        if number != self._marks[id].place:
            if forced:
                path = self.place_path
                self.bridge.dispatch(Command("adjust", args=Table(who=id, set=Table({path: number}))))
            else:
                self.bridge.delay_drag(id, number)
        self._arrange(self.animated)

    def drop_word(self, id: str, number: int) -> str:
        """What letting a token go on a number would mean: the game's own step, by its name, or the storyteller's
        word."""
        command = None
        if not self._forced and self.bridge.pending is None:
            command = timeline_command(self.bridge.rules, self.bridge.battle, id, number)
        action = self.bridge.rules.actions.get(command.do) if command is not None else None
        if command is None or action is None or self.bridge.check(command):
            return "set to"
        return f"{action.label} to"

    def _drop_number(self) -> int | None:
        if self._carried is not None:
            return self._carried
        if self._dragged is None or self.shown.scale is None:
            return None
        return self.shown.scale.number_at(self._dragged[1])

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            text = self.words_at(QPointF(event.pos()) / self._grown)
            if text and self._dragged is None:
                QToolTip.showText(event.globalPos(), text, self)
            else:
                QToolTip.hideText()
            return True
        return super().event(event)

    def words_at(self, at: QPointF) -> str:
        """What a point of the bar has to say on hover."""
        tick = self.bridge.rules.timeline.tick_label
        stack = self._stack_at(at)
        if stack is not None:
            return "\n".join(
                mark_words(self._marks[id], self.bridge.name, tick).replace("\n", " · ") for id in stack.ids
            )
        id = self.token_at(at)
        if id is not None:
            states = [badge.text for badge in self.looks[id].badges]
            return "\n".join((mark_words(self._marks[id], self.bridge.name, tick), *states))
        for pennant in self.shown.pennants:
            if pennant.reach[0] <= at.x() <= pennant.reach[1] and at.y() < 26:
                when = f"\n{tick} {pennant.flag.place}" if pennant.flag.place is not None else ""
                return f"{pennant.flag.label}{when}"
        for section in self.shown.sections:
            if section.kind == "timers" and section.left <= at.x() <= section.right:
                return "\n".join(section.lines)
        return next((s.label for s in self.shown.stretches if s.left <= at.x() <= s.right and s.label), "")

    # The keyboard

    @property
    def cursor_at(self) -> str | None:
        """On whom the keyboard stands."""
        return self._cursor

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = event.key()
        order = self.shown.order()
        if key == Qt.Key.Key_Escape and (self._dragged is not None or self._pressed is not None):
            self._dragged = self._pressed = self._carried = None
            self.update()
        elif key in (Qt.Key.Key_Left, Qt.Key.Key_Right) and event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            self._carry(1 if key == Qt.Key.Key_Right else -1)
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.carries:
            assert self._dragged is not None
            assert self._carried is not None
            (id, x), number = self._dragged, self._carried
            self._dragged = self._carried = None
            self._drop(id, x, number, False)
        elif key in (Qt.Key.Key_Left, Qt.Key.Key_Right) and order:
            step = 1 if key == Qt.Key.Key_Right else -1
            if self._cursor in order:
                index = min(max(order.index(self._cursor) + step, 0), len(order) - 1)
            else:
                index = self._first(order)
            self._walk_to(order[index])
        elif key in (Qt.Key.Key_Home, Qt.Key.Key_End) and order:
            self._walk_to(order[0 if key == Qt.Key.Key_Home else -1])
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self._cursor is not None:
            if self._is_wanted(self._cursor):
                self.picked.emit(self._cursor)
            else:
                self.opened.emit(self._cursor)
        else:
            event.ignore()  # the window's keys

    @property
    def carries(self) -> bool:
        """The keyboard holds a token over another number: Enter puts it there, Escape leaves it where it was."""
        return self._carried is not None

    def _carry(self, by: int) -> None:
        """Takes the token under the keyboard a number to the right or left, not yet putting it there."""
        scale, id = self.shown.scale, self._cursor
        if scale is None or id is None or self.locked or not self.place_path or self._marks[id].state == "out":
            return
        start = self._carried if self._carried is not None else self._marks[id].place
        if start is None:
            start = self.timeline.now or 0
        self._carried = start + (-by if scale.falling else by)
        if scale.least is not None:
            self._carried = max(self._carried, scale.least)
        self._dragged = (id, min(max(scale.x(self._carried), scale.left), scale.right))
        self.update()

    def _first(self, order: list[str]) -> int:
        """Where walking begins: with the one whose turn it is."""
        active = self.bridge.battle.active
        return order.index(active) if active in order else 0

    def _walk_to(self, id: str) -> None:
        self._cursor = id
        self.update()
        if self.bridge.draft is None and self.bridge.pending is None:
            self.picked.emit(id)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        order = self.shown.order()
        if self._cursor is None and order and event.reason() != Qt.FocusReason.MouseFocusReason:
            self._cursor = order[self._first(order)]
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        if self._carried is not None:
            self._dragged = self._carried = None
        self.update()
