"""What the mouse and the keys do on every form of the tick bar: tokens are picked, opened, walked, and dragged or
carried to another number."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, Qt, Signal
from PySide6.QtGui import QFocusEvent, QHelpEvent, QInputEvent, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QApplication, QToolTip, QWidget

from exgui.engine.asks import Command
from exgui.engine.record import Table
from exgui.gui.battle_control.dragging import FORCE, timeline_command
from exgui.gui.safe_events import safe_events
from exgui.gui.tick_bar.timeline_form import Gliding, TimelineForm

_MISS = 40
"""Pixels by which a token that is dragged along the bar may leave it."""


@safe_events
class TimelineInput(QObject):
    """Hears mouse and keys of a form of the tick bar before it does.

    Signals:
        picked(str): a combatant was clicked, or walked to by the keyboard.
        opened(str): one was double-clicked, or Enter was pressed upon it.

    Attributes:
        cursor: on whom the keyboard is.
        dragged: whose token is held, and where.
        beyond: called with a held token outside the bar: whose, where on the screen, the modifier keys, and whether it
            is let go there; returns whether something takes it. Without a point: it is held over the bar again.

    Args:
        widget: whose events are heard.
        form: says where everything lies on it.
        gliding: takes tokens to where they are.
    """

    picked = Signal(str)
    opened = Signal(str)

    def __init__(self, widget: QWidget, form: TimelineForm, gliding: Gliding) -> None:
        super().__init__(widget)
        self._widget, self._form, self._gliding = widget, form, gliding
        self._controller = form.controller
        self.cursor: str | None = None
        self.dragged: tuple[str, QPointF] | None = None
        self.beyond: Callable[[str, QPoint | None, Qt.KeyboardModifier, bool], bool] = lambda *_held: False
        self._walked = False
        self._pressed: tuple[str | None, QPointF] | None = None
        self._carried: int | None = None
        self._forced = False
        widget.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        widget.setMouseTracking(True)
        widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        # Its class is asked first: every event of the widget comes by here.
        if not isinstance(event, QInputEvent | QFocusEvent | QHelpEvent):
            return False
        kind = event.type()
        if isinstance(event, QMouseEvent):
            return self._handle_mouse(kind, event)
        if isinstance(event, QKeyEvent):
            return kind == QEvent.Type.KeyPress and self._press_key(event)
        if isinstance(event, QFocusEvent):
            if kind == QEvent.Type.FocusIn:
                self._focus_in(event)
            elif kind == QEvent.Type.FocusOut:
                self._focus_out()
            return False  # the widget shows that it has the keys
        if isinstance(event, QHelpEvent) and kind == QEvent.Type.ToolTip:
            self._show_tooltip(event)
            return True
        return False

    def keep(self, walked: list[str]) -> None:
        """Drop state about combatants that are gone.

        Args:
            walked: those on whom the keyboard can stand.
        """
        if self.dragged is not None and self.dragged[0] not in self._form.marks:
            self.let_go()
        if self.cursor not in walked:
            self.cursor = None

    # Putting someone on another number

    @property
    def drop_number(self) -> int | None:
        if self._carried is not None:
            return self._carried
        return self._form.number_at(self.dragged[1]) if self.dragged is not None else None

    def drop_word(self, id: str, number: int) -> str:
        """Return what letting a token go on a number would mean: the game's own step, by its name, or the storyteller's
        word."""
        command = None
        if not self._forced and self._controller.pending is None:
            command = timeline_command(self._controller.rules, self._controller.battle, id, number)
        action = self._controller.rules.actions.get(command.do) if command is not None else None
        if command is None or action is None or self._controller.queries.check(command):
            return "set to"
        return f"{action.label} to"

    def drop_text(self, id: str, number: int) -> str:
        """Return the number over which a token is held, with what letting it go would mean."""
        text = f"−{-number}" if number < 0 else str(number)
        return text if number == self._form.marks[id].place else f"{self.drop_word(id, number)} {text}"

    def _drop(self, id: str, at: QPointF, number: int, forced: bool) -> None:
        """Drop a token on a number: delay its own turn, or place it as an override."""
        self._gliding.at[id] = at
        if number != self._form.marks[id].place:
            if forced:
                path = self._form.place_path
                self._controller.steps.dispatch(Command("adjust", args=Table(who=id, set=Table({path: number}))))
            else:
                self._controller.dragging.delay(id, number)
        self._gliding.go(self._form.glides)

    def let_go(self) -> None:
        if self._pressed is not None and self._pressed[0] is not None:
            self.beyond(self._pressed[0], None, Qt.KeyboardModifier.NoModifier, False)
        self.dragged = self._pressed = self._carried = None
        self._widget.update()

    def _holdable(self, id: str) -> bool:
        return (
            not self._form.fixed
            and bool(self._form.place_path)
            and id in self._form.marks
            and self._form.marks[id].state != "out"
        )

    # The mouse

    def _handle_mouse(self, kind: QEvent.Type, event: QMouseEvent) -> bool:
        here = self._form.here(event.position())
        if kind == QEvent.Type.MouseButtonPress and event.button() == Qt.MouseButton.LeftButton:
            self._press(here)
        elif kind == QEvent.Type.MouseMove:
            self._move(here, event)
        elif kind == QEvent.Type.MouseButtonRelease:
            self._release(event)
        elif kind == QEvent.Type.MouseButtonDblClick:
            self._double_click(here)
        else:
            return False
        return True

    def _press(self, here: QPointF) -> None:
        QToolTip.hideText()
        if not self._leafed(here):
            self._pressed = (self._form.token_at(here), here)

    def _leafed(self, here: QPointF) -> bool:
        heap = self._form.pile_at(here)
        if heap is None:
            return False
        ids, below = heap
        at = (ids.index(self.cursor) + 1 if self.cursor in ids else -below) % len(ids)
        self._walk_to(ids[at])
        return True

    def _move(self, here: QPointF, event: QMouseEvent) -> None:
        if self._pressed is None:
            shape = Qt.CursorShape.PointingHandCursor if self._form.token_at(here) else Qt.CursorShape.ArrowCursor
            if self._widget.cursor().shape() != shape:
                self._widget.setCursor(shape)
            return
        id, began = self._pressed
        if id is None or self._form.fixed:
            return
        if self.dragged is None and (here - began).manhattanLength() < QApplication.startDragDistance():
            return
        if self._beyond(id, event, dropped=False) or not self._near(event):
            self.dragged = None
        elif self._holdable(id):
            self.dragged = (id, self._form.held_at(id, here))
            self._forced = bool(event.modifiers() & FORCE)
        self._widget.update()

    def _near(self, event: QMouseEvent) -> bool:
        return self._widget.rect().adjusted(-_MISS, -_MISS, _MISS, _MISS).contains(event.position().toPoint())

    def _beyond(self, id: str, event: QMouseEvent, *, dropped: bool) -> bool:
        """Return whether what lies beside the bar takes a held token."""
        inside = self._widget.rect().contains(event.position().toPoint())
        return self.beyond(id, None if inside else event.globalPosition().toPoint(), event.modifiers(), dropped)

    def _release(self, event: QMouseEvent) -> None:
        pressed, self._pressed = self._pressed, None
        keys = event.modifiers()
        if pressed is not None and pressed[0] is not None and not self._form.fixed:
            if self._beyond(pressed[0], event, dropped=True):
                self.let_go()
                return
        number = self.drop_number
        dragged, self.dragged = self.dragged, None
        self._widget.update()
        if dragged is not None:
            if number is not None:
                self._drop(*dragged, number, bool(keys & FORCE))
            else:
                self._gliding.at[dragged[0]] = dragged[1]
                self._gliding.go(self._form.glides)
        elif pressed is not None and pressed[0] is not None and self._near(event):
            self.cursor, self._walked = pressed[0], False
            self.picked.emit(pressed[0])

    def _double_click(self, here: QPointF) -> None:
        id = self._form.token_at(here)
        draft = self._controller.draft
        if id is not None and draft is not None and draft.repeats:
            self.picked.emit(id)  # two quick clicks are two of the same
        elif id is not None:
            self.opened.emit(id)
        elif not self._leafed(here) and not self._form.fixed:
            timed, number = self._form.timed_at(here)
            if timed:
                self._controller.timer_requested.emit(number)

    def _show_tooltip(self, event: QHelpEvent) -> None:
        text = self._form.hover_text_at(self._form.here(QPointF(event.pos())))
        if text and self.dragged is None:
            QToolTip.showText(event.globalPos(), text, self._widget)
        else:
            QToolTip.hideText()

    # The keyboard

    @property
    def carries(self) -> bool:
        """The keyboard holds a token over another number: Enter puts it there, Escape leaves it where it was."""
        return self._carried is not None

    @property
    def chooses(self) -> bool:
        """Return whether Enter belongs to the bar: it holds a token, or the keyboard is on one the draft asks for."""
        return self.carries or (self._walked and self.cursor is not None and self.cursor in self.pickable())

    def _press_key(self, event: QKeyEvent) -> bool:
        key, order = event.key(), self._form.order()
        if key == Qt.Key.Key_Escape and (self.dragged is not None or self._pressed is not None):
            self.let_go()
        elif key in (Qt.Key.Key_Left, Qt.Key.Key_Right) and event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            self._carry(1 if key == Qt.Key.Key_Right else -1)
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.carries:
            assert self.dragged is not None
            assert self._carried is not None
            (id, at), number = self.dragged, self._carried
            self.dragged = self._carried = None
            self._drop(id, at, number, False)
        elif key in (Qt.Key.Key_Left, Qt.Key.Key_Right) and order:
            step = 1 if key == Qt.Key.Key_Right else -1
            if self.cursor in order:
                index = min(max(order.index(self.cursor) + step, 0), len(order) - 1)
            else:
                index = self._first(order)
            self._walk_to(order[index])
        elif key in (Qt.Key.Key_Home, Qt.Key.Key_End) and order:
            self._walk_to(order[0 if key == Qt.Key.Key_Home else -1])
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.cursor is not None and self._walked:
            self._walked = False
            (self.picked if self.cursor in self.pickable() else self.opened).emit(self.cursor)
        else:
            return False  # the window's keys
        return True

    def pickable(self) -> frozenset[str]:
        draft = self._controller.draft
        if draft is None:
            return frozenset()
        found = {id: draft.picked_by(id) for id in self._form.marks}
        return frozenset([id for id, one in found.items() if one is not None and not one.violations])

    def _carry(self, by: int) -> None:
        """Take the token under the keyboard a number to the right or left, not yet putting it there."""
        id = self.cursor
        if id is None or not self._holdable(id):
            return
        start = self._carried if self._carried is not None else self._form.marks[id].place
        self._carried = self._form.beside(start if start is not None else self._controller.battle.tick or 0, by)
        self.dragged = (id, self._form.held_place(id, self._carried))
        self._forced = False
        self._widget.update()

    def _first(self, order: list[str]) -> int:
        """Return where the arrow keys start: with whose turn it is."""
        active = self._controller.battle.active
        return order.index(active) if active in order else 0

    def _walk_to(self, id: str) -> None:
        self.cursor, self._walked = id, True
        self._form.walked()
        self._widget.update()
        if self._controller.draft is None and self._controller.pending is None:
            self.picked.emit(id)

    def _focus_in(self, event: QFocusEvent) -> None:
        order = self._form.order()
        if self.cursor is None and order and event.reason() != Qt.FocusReason.MouseFocusReason:
            self.cursor = order[self._first(order)]
            self._walked = event.reason() in (Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason)
        self._widget.update()

    def _focus_out(self) -> None:
        if self._carried is not None:
            self.dragged = self._carried = None
        self._widget.update()
