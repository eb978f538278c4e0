"""What every form of the tick bar does under the mouse and the keys: tokens are picked, opened, walked, dragged or
carried to another number, and glide to where they stand."""

from __future__ import annotations

from PySide6.QtCore import QEasingCurve, QEvent, QPointF, Qt, QVariantAnimation, Signal
from PySide6.QtGui import QAccessible, QAccessibleEvent, QFocusEvent, QHelpEvent, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QApplication, QToolTip, QWidget

from exgui.engine.asks import Command
from exgui.engine.record import Table
from exgui.engine.timeline import Mark
from exgui.gui.battle_control.drag_commands import timeline_command
from exgui.gui.battle_controller import BattleController
from exgui.gui.map.gestures import FORCE
from exgui.gui.safe_events import safe_events

GLIDE = 180
"""Milliseconds from one place to another."""


@safe_events
class TimelineInput(QWidget):
    """A form of the tick bar, without what it looks like. A form says where everything lies: `goals`, `token_at`,
    `order`, `number_at`, `spot_of`, `beside`.

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

    def __init__(self, controller: BattleController, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.controller = controller
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self._marks: dict[str, Mark] = {}
        self._at: dict[str, QPointF] = {}
        self._from: dict[str, QPointF] = {}
        self._cursor: str | None = None
        self._walked = False
        self._pressed: tuple[str | None, QPointF] | None = None
        self._dragged: tuple[str, QPointF] | None = None
        self._carried: int | None = None
        self._forced = False
        self._animation = QVariantAnimation(self)
        self._animation.setDuration(GLIDE)
        self._animation.setStartValue(0.0)
        self._animation.setEndValue(1.0)
        self._animation.setEasingCurve(QEasingCurve.Type.InOutCubic)
        self._animation.valueChanged.connect(self._glide)
        self._animation.finished.connect(self._arrive)

    # What a form says

    def here(self, point: QPointF) -> QPointF:
        """A point of the widget in the form's own measure."""
        return point

    def goals(self) -> dict[str, QPointF]:
        """Where everybody stands."""
        raise NotImplementedError

    def token_at(self, at: QPointF) -> str | None:
        """Who lies uppermost at a point."""
        raise NotImplementedError

    def order(self) -> list[str]:
        """Everybody, as the keys walk them."""
        raise NotImplementedError

    def number_at(self, at: QPointF) -> int | None:
        """The number on which a token let go at a point would be put, None for none."""
        raise NotImplementedError

    def spot_of(self, id: str, number: int) -> QPointF:
        """Where somebody's token is held over a number."""
        raise NotImplementedError

    def held_at(self, id: str, at: QPointF) -> QPointF:
        """Where somebody's token is while the mouse that drags it is at a point."""
        return at

    def beside(self, number: int, by: int) -> int:
        """The number next to one, to the right (`by` 1) or to the left (-1)."""
        raise NotImplementedError

    def words_at(self, at: QPointF) -> str:
        """What a point has to say on hover."""
        raise NotImplementedError

    def leaf_at(self, at: QPointF) -> tuple[tuple[str, ...], int] | None:
        """Those in a heap whose number lies at a point, and how many of them lie below; None for no such number."""
        return None

    def timed_at(self, at: QPointF) -> tuple[bool, int | None]:
        """Whether a timer may be set at a point, and on which number (None: on none yet)."""
        return False, None

    def between(self, id: str, start: QPointF, goal: QPointF, share: float) -> QPointF:
        """Where a token is on its way."""
        return start + (goal - start) * share

    def on_focus(self) -> None:
        """The keys came here."""

    # Gliding

    @property
    def glides(self) -> bool:
        """Tokens glide rather than jump."""
        return self.animated

    def go(self, glides: bool) -> None:
        """Everybody goes to where they stand."""
        goals = self.goals()
        self._from = {id: self._at.get(id, goal) for id, goal in goals.items()}
        self._animation.stop()
        if glides and self.isVisible() and any(self._from[id] != goal for id, goal in goals.items()):
            self._at = dict(self._from)
            self._animation.start()
        else:
            self._at = goals
        self.update()

    def _glide(self, share: float) -> None:
        for id, goal in self.goals().items():
            start = self._from.get(id)
            if start is not None:
                self._at[id] = self.between(id, start, goal, share)
        self.update()

    def _arrive(self) -> None:
        self._at = self.goals()
        self.update()

    # Putting somebody on another number

    @property
    def place_path(self) -> str:
        """The number that putting somebody elsewhere sets, as the ruleset names it; "" where it names none."""
        return str(self.controller.rules.timeline.place)

    @property
    def drop_number(self) -> int | None:
        """The number over which a token is held."""
        if self._carried is not None:
            return self._carried
        return self.number_at(self._dragged[1]) if self._dragged is not None else None

    def drop_word(self, id: str, number: int) -> str:
        """What letting a token go on a number would mean: the game's own step, by its name, or the storyteller's
        word."""
        command = None
        if not self._forced and self.controller.pending is None:
            command = timeline_command(self.controller.rules, self.controller.battle, id, number)
        action = self.controller.rules.actions.get(command.do) if command is not None else None
        if command is None or action is None or self.controller.queries.check(command):
            return "set to"
        return f"{action.label} to"

    def drop_text(self, id: str, number: int) -> str:
        """The number over which a token is held, with what letting it go would mean."""
        text = f"−{-number}" if number < 0 else str(number)
        return text if number == self._marks[id].place else f"{self.drop_word(id, number)} {text}"

    def _drop(self, id: str, at: QPointF, number: int, forced: bool) -> None:
        """A token was let go on a number: its own turn is put off, or the storyteller sets its place."""
        self._at[id] = at
        if number != self._marks[id].place:
            if forced:
                path = self.place_path
                self.controller.steps.dispatch(Command("adjust", args=Table(who=id, set=Table({path: number}))))
            else:
                self.controller.dragging.delay(id, number)
        self.go(self.glides)

    def let_go(self) -> None:
        """Whatever is held is left where it was."""
        self._dragged = self._pressed = self._carried = None
        self.update()

    @property
    def fixed(self) -> bool:
        """Nothing can be changed here."""
        return self.locked

    def tell(self, text: str) -> None:
        """What screen readers say of the whole."""
        if text != self.accessibleDescription():
            self.setAccessibleDescription(text)
            QAccessible.updateAccessibility(QAccessibleEvent(self, QAccessible.Event.DescriptionChanged))

    def _holdable(self, id: str) -> bool:
        return not self.fixed and bool(self.place_path) and id in self._marks and self._marks[id].state != "out"

    # The mouse

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() != Qt.MouseButton.LeftButton:
            event.ignore()
            return
        QToolTip.hideText()
        here = self.here(event.position())
        if not self._leafed(here):
            self._pressed = (self.token_at(here), here)

    def _leafed(self, here: QPointF) -> bool:
        """The number on a heap leafs through it, one at a click."""
        heap = self.leaf_at(here)
        if heap is None:
            return False
        ids, below = heap
        at = (ids.index(self._cursor) + 1 if self._cursor in ids else -below) % len(ids)
        self._walk_to(ids[at])
        return True

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        here = self.here(event.position())
        if self._pressed is None:
            shape = Qt.CursorShape.PointingHandCursor if self.token_at(here) else Qt.CursorShape.ArrowCursor
            if self.cursor().shape() != shape:
                self.setCursor(shape)
            return
        id, began = self._pressed
        if id is None or not self._holdable(id):
            return
        if self._dragged is None and (here - began).manhattanLength() < QApplication.startDragDistance():
            return
        self._dragged = (id, self.held_at(id, here))
        self._forced = bool(event.modifiers() & FORCE)
        self.update()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        pressed, self._pressed = self._pressed, None
        number = self.drop_number
        dragged, self._dragged = self._dragged, None
        self.update()
        if dragged is not None:
            if number is not None:
                self._drop(*dragged, number, bool(event.modifiers() & FORCE))
            else:
                self._at[dragged[0]] = dragged[1]
                self.go(self.glides)
        elif pressed is not None and pressed[0] is not None:
            self._cursor, self._walked = pressed[0], False
            self.picked.emit(pressed[0])

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        here = self.here(event.position())
        id = self.token_at(here)
        draft = self.controller.draft
        if id is not None and draft is not None and draft.repeats:
            self.picked.emit(id)  # two quick clicks are two of the same
        elif id is not None:
            self.opened.emit(id)
        elif not self._leafed(here) and not self.fixed:
            timed, number = self.timed_at(here)
            if timed:
                self.controller.timer_wanted.emit(number)

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            text = self.words_at(self.here(QPointF(event.pos())))
            if text and self._dragged is None:
                QToolTip.showText(event.globalPos(), text, self)
            else:
                QToolTip.hideText()
            return True
        return super().event(event)

    # The keyboard

    @property
    def cursor_at(self) -> str | None:
        """On whom the keyboard stands."""
        return self._cursor

    @property
    def carries(self) -> bool:
        """The keyboard holds a token over another number: Enter puts it there, Escape leaves it where it was."""
        return self._carried is not None

    @property
    def chooses(self) -> bool:
        """Enter is for the bar: it holds a token, or the keyboard has come to somebody whom the draft asks for."""
        return self.carries or (self._walked and self._cursor is not None and self._is_pickable(self._cursor))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, order = event.key(), self.order()
        if key == Qt.Key.Key_Escape and (self._dragged is not None or self._pressed is not None):
            self.let_go()
        elif key in (Qt.Key.Key_Left, Qt.Key.Key_Right) and event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            self._carry(1 if key == Qt.Key.Key_Right else -1)
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.carries:
            assert self._dragged is not None
            assert self._carried is not None
            (id, at), number = self._dragged, self._carried
            self._dragged = self._carried = None
            self._drop(id, at, number, False)
        elif key in (Qt.Key.Key_Left, Qt.Key.Key_Right) and order:
            step = 1 if key == Qt.Key.Key_Right else -1
            if self._cursor in order:
                index = min(max(order.index(self._cursor) + step, 0), len(order) - 1)
            else:
                index = self._first(order)
            self._walk_to(order[index])
        elif key in (Qt.Key.Key_Home, Qt.Key.Key_End) and order:
            self._walk_to(order[0 if key == Qt.Key.Key_Home else -1])
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self._cursor is not None and self._walked:
            self._walked = False
            (self.picked if self._is_pickable(self._cursor) else self.opened).emit(self._cursor)
        else:
            event.ignore()  # the window's keys

    def _is_pickable(self, id: str) -> bool:
        """The draft asks for somebody, and this one is possible."""
        candidate = self.controller.draft.picked_by(id) if self.controller.draft is not None else None
        return candidate is not None and not candidate.violations

    def _carry(self, by: int) -> None:
        """Takes the token under the keyboard a number to the right or left, not yet putting it there."""
        id = self._cursor
        if id is None or not self._holdable(id):
            return
        start = self._carried if self._carried is not None else self._marks[id].place
        self._carried = self.beside(start if start is not None else self.controller.battle.tick or 0, by)
        self._dragged = (id, self.spot_of(id, self._carried))
        self._forced = False
        self.update()

    def _first(self, order: list[str]) -> int:
        """Where walking begins: with the one whose turn it is."""
        active = self.controller.battle.active
        return order.index(active) if active in order else 0

    def _walk_to(self, id: str) -> None:
        self._cursor, self._walked = id, True
        self.walked()
        self.update()
        if self.controller.draft is None and self.controller.pending is None:
            self.picked.emit(id)

    def walked(self) -> None:
        """The keyboard stands on another."""

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        order = self.order()
        if self._cursor is None and order and event.reason() != Qt.FocusReason.MouseFocusReason:
            self._cursor = order[self._first(order)]
            self._walked = event.reason() in (Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        if self._carried is not None:
            self._dragged = self._carried = None
        self.update()
