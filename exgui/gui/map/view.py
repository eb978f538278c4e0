"""The map as a widget: shows the scene, makes gestures and signals of mouse and keys, tells screen readers of it."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import (
    QAccessible,
    QAccessibleEvent,
    QFocusEvent,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QResizeEvent,
    QShowEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QApplication, QFrame, QGraphicsView, QToolTip, QWidget

from exgui.engine.asks import Violation
from exgui.gui import theme
from exgui.gui.battle_control.state import Update
from exgui.gui.battle_controller import BattleController
from exgui.gui.map.bubble import Bubble
from exgui.gui.map.descriptions import link_words, outline, token_words, zone_words
from exgui.gui.map.gestures import DragToken, DragZone, Gesture, Pan, ResizeZone, arrange_command
from exgui.gui.map.keyboard_walk import nearest, stops_of
from exgui.gui.map.pickable import NOTHING_PICKABLE, pickable_in
from exgui.gui.map.scene import MapScene
from exgui.gui.map.token_item import TokenItem
from exgui.gui.safe_events import safe_events
from exgui.gui.tokens import TokenPictures
from exgui.play.play import Change

NEAREST, FURTHEST = 3.0, 0.3
"""The range of zoom."""

TELLING = 100
"""Milliseconds after which screen readers are told of a change: the map is painted first."""

_NOTCH = 1.15
_MISS = 8.0
"""Pixels by which a token may be missed."""


@safe_events
class MapView(QGraphicsView):
    """The map of a battle.

    Signals:
        picked(str): a combatant was clicked, or walked to by the keyboard.
        zone_picked(str): a zone was.
        opened(str): a combatant was double-clicked, or Enter was pressed upon it.
        moved(bool): somebody has zoomed or moved the map (True), or all of it is shown again (False).

    Attributes:
        animated: tokens glide; set it to False to have them jump.
        locked: nothing can be dragged (a map to be looked at).
    """

    picked = Signal(str)
    zone_picked = Signal(str)
    opened = Signal(str)
    moved = Signal(bool)

    animated = True
    locked = False

    def __init__(
        self, controller: BattleController, pictures: TokenPictures | None = None, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.controller = controller
        self.map = MapScene(pictures or TokenPictures(), self)
        self.setScene(self.map)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setViewportUpdateMode(QGraphicsView.ViewportUpdateMode.MinimalViewportUpdate)
        self.setOptimizationFlag(QGraphicsView.OptimizationFlag.DontAdjustForAntialiasing)
        self.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
        self.setTransformationAnchor(QGraphicsView.ViewportAnchor.NoAnchor)
        self.setResizeAnchor(QGraphicsView.ViewportAnchor.NoAnchor)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setMinimumSize(240, 180)
        self.setAccessibleName("Map")
        self._bubble = Bubble(self.viewport())
        self._gesture: Gesture | None = None
        self._moving = False
        self._space = False
        self._cursor: tuple[str, str] | None = None
        self._walked = False
        app = QApplication.instance()
        if isinstance(app, QApplication):
            app.focusChanged.connect(self._on_focus)
        self._fitted = False
        self._by_hand = False
        self._outline = ""
        self._telling = QTimer(self)
        self._telling.setSingleShot(True)
        self._telling.setInterval(TELLING)
        self._telling.timeout.connect(self._tell)
        controller.changed.connect(self._on_update)
        theme.notifier().changed.connect(self._on_theme)
        self._on_theme()
        self.refresh()

    # Following the controller

    def refresh(self) -> None:
        """Shows the controller's battle as it is."""
        self.map.animated = self.animated
        self._show_battle()
        self._keep_cursor()
        self._telling.start()
        if not self._by_hand and self.isVisible():
            self._fit_if_needed()

    def _on_update(self, update: Update) -> None:
        if update.change is not None:
            self._on_change(update.change)
        elif update.draft:
            self._on_draft()

    def _on_change(self, change: Change) -> None:
        before, after = change.before, change.after
        self.hush()
        self.refresh()
        if before.zones.keys() != after.zones.keys() and not self._by_hand:
            self.fit()

    def _on_draft(self) -> None:
        self._show_battle()

    def _show_battle(self) -> None:
        controller = self.controller
        self.map.show_battle(controller.battle, controller.system, pickable_in(controller), controller.queries.badges)

    def _on_theme(self) -> None:
        self.setBackgroundBrush(theme.color("background"))
        self.map.update()
        self.viewport().update()

    # What gestures ask for

    def arrange(self, zone: str, x: float, y: float, width: float, height: float) -> None:
        """Puts a zone somewhere, as one step."""
        known = self.controller.battle.zones[zone]
        if (x, y, width, height) != (known.x, known.y, known.width, known.height):
            done = self.controller.steps.dispatch(arrange_command(zone, x, y, width, height))
            if done and self.controller.battle.phase == "running":  # perhaps a token was meant
                self.controller.message.emit(f"{self.controller.name(zone)} was put elsewhere. Ctrl+Z puts it back.")
        known = self.controller.battle.zones[zone]
        if (known.x, known.y, known.width, known.height) != (x, y, width, height):
            self.map.put_back(zone)

    def drag(self, who: str, kind: str, target: str, force: bool) -> tuple[Violation, ...]:
        """Does what dropping a token means; gives what stands against it."""
        return self.controller.dragging.drag(who, **{kind: target}, force=force)

    def check_drag(self, who: str, kind: str, target: str, force: bool) -> tuple[Violation, ...]:
        """What would stand against dropping a token there."""
        return self.controller.dragging.check(who, **{kind: target}, force=force)

    def ways_open_to(self, who: str) -> dict[str, str]:
        """The zones that one move brings a combatant to, each marked as open."""
        reach = self.controller.system.reach(self.controller.battle, who)
        return {zone: "open" for zone, way in reach.items() if way.move}

    def say(self, text: str, at: QPoint, hint: str = "") -> None:
        """Shows a sentence at a point of the view."""
        self._bubble.say(text, at, hint)

    def hush(self) -> None:
        """Takes the sentence away."""
        self._bubble.hide()

    @property
    def said(self) -> str:
        """The sentence at the pointer, "" for none."""
        return self._bubble.text if self._bubble.isVisible() else ""

    def click_token(self, id: str) -> None:
        """A token was clicked: picked, unless it stands to choice and may not be chosen."""
        self._set_cursor("token", id)
        self._walked = False
        if id in self.map.pickable.refused:
            self._refuse(id)
            return
        self.picked.emit(id)

    def click_zone(self, id: str) -> None:
        """A zone was clicked."""
        self._set_cursor("zone", id)
        self._walked = False
        if id in self.map.pickable.refused:
            self._refuse(id)
            return
        self.zone_picked.emit(id)

    def _refuse(self, id: str) -> None:
        text = "\n".join(broken.text for broken in self.map.pickable.refused[id])
        item = self.map.tokens.get(id) or self.map.zones.get(id)
        at = item.scenePos() if item is not None else QPointF()
        self.say(text, self.mapFromScene(at), "Choose it in the panel to allow it anyway")

    # The mouse

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.hush()
        QToolTip.hideText()
        if self._gesture is not None:
            self._cancel()
            return
        at = event.position().toPoint()
        if event.button() == Qt.MouseButton.MiddleButton or (
            event.button() == Qt.MouseButton.LeftButton and self._space
        ):
            self._gesture = Pan(self, at)
        elif event.button() == Qt.MouseButton.LeftButton:
            self._gesture = self._gesture_for(at)
        else:
            super().mousePressEvent(event)
            return
        self._moving = False
        event.accept()

    def _gesture_for(self, at: QPoint) -> Gesture:
        here = self.mapToScene(at)
        token = self._token_for_hand(here)
        if token is not None:
            return _Click(self, at, "token", token.id) if self.locked else DragToken(self, at, token.id)
        zone = self.map.zone_at(here)
        if zone is None:
            return Pan(self, at)
        if self.locked:
            return _Click(self, at, "zone", zone.id)
        return (ResizeZone if zone.in_corner(here) else DragZone)(self, at, zone.id)

    def _token_for_hand(self, here: QPointF) -> TokenItem | None:
        """The token that a press takes hold of: who misses one by little means it, and not the zone below."""
        return self.map.token_at(here, spare=_MISS / self.zoom)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        at = event.position().toPoint()
        gesture = self._gesture
        if gesture is None:
            self._hover(at)
            return
        if not self._moving:
            if (at - gesture.pressed_at).manhattanLength() < QApplication.startDragDistance():
                return
            self._moving = True
            self.viewport().setCursor(gesture.cursor)
            gesture.start()
        gesture.update(at, event.modifiers())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        gesture, self._gesture = self._gesture, None
        if gesture is None:
            event.accept()  # the end of a gesture that was taken back
            return
        at = event.position().toPoint()
        if self._moving:
            gesture.finish(at, event.modifiers())
        else:
            gesture.click()
        self._moving = False
        self._hover(at)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        if event.button() != Qt.MouseButton.LeftButton:
            return
        here = self.mapToScene(event.position().toPoint())
        token = self.map.token_at(here)
        draft = self.controller.draft
        if token is not None and draft is not None and draft.repeats:
            self.picked.emit(token.id)  # two quick clicks are two of the same
        elif token is not None:
            self.opened.emit(token.id)
        elif self.map.zone_at(here) is None:
            self.fit()

    def _cancel(self) -> None:
        gesture, self._gesture = self._gesture, None
        if gesture is not None and self._moving:
            gesture.cancel()
        self._moving = False
        self.viewport().unsetCursor()

    def _hover(self, at: QPoint) -> None:
        here = self.mapToScene(at)
        token = self._token_for_hand(here)
        zone = self.map.zone_at(here)
        for item in self.map.zones.values():
            item.set_hovered(item is zone and not self.locked)
        pickable = self.map.pickable.keys
        if token is not None:
            shape = Qt.CursorShape.PointingHandCursor if token.id in pickable else Qt.CursorShape.OpenHandCursor
        elif zone is not None and zone.in_corner(here) and not self.locked:
            shape = Qt.CursorShape.SizeFDiagCursor
        elif zone is not None and zone.id in pickable:
            shape = Qt.CursorShape.PointingHandCursor
        else:
            shape = Qt.CursorShape.ArrowCursor
        if self.viewport().cursor().shape() != shape:
            self.viewport().setCursor(shape)

    def leaveEvent(self, event: QEvent) -> None:
        for item in self.map.zones.values():
            item.set_hovered(False)
        super().leaveEvent(event)

    def viewportEvent(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            text = self.words_at(event.pos())
            if text and self._gesture is None:
                QToolTip.showText(event.globalPos(), text, self.viewport())
            else:
                QToolTip.hideText()
            return True
        return super().viewportEvent(event)

    def words_at(self, at: QPoint) -> str:
        """What a point of the view has to say on hover."""
        here = self.mapToScene(at)
        battle, system = self.controller.battle, self.controller.system
        token = self.map.token_at(here)
        if token is not None:
            return token_words(battle, system, token, here)
        companion = self.map.companions.at(here)
        if companion is not None:
            return companion.companion.text
        link = self.map.link_at(here)
        zone = self.map.zone_at(here)
        if link is not None and zone is None:
            return link_words(battle, link)
        return zone_words(zone) if zone is not None else ""

    # Zoom and pan

    @property
    def zoom(self) -> float:
        """Pixels to a map unit."""
        return self.transform().m11()

    def wheelEvent(self, event: QWheelEvent) -> None:
        turned = event.angleDelta().y()
        if turned:
            self.zoom_by(_NOTCH ** (turned / 120), event.position())
        event.accept()

    def zoom_by(self, factor: float, about: QPointF | None = None) -> None:
        """Zooms; the point `about` of the view stays where it is (the middle, if none is given)."""
        about = about if about is not None else QPointF(self.viewport().rect().center())
        goal = min(max(self.zoom * factor, FURTHEST), NEAREST)
        before = self.mapToScene(about.toPoint())
        self.setTransform(self.transform().fromScale(goal, goal))
        after = self.mapToScene(about.toPoint())
        moved = (after - before) * goal
        self.pan(QPoint(round(moved.x()), round(moved.y())))
        self._set_by_hand(True)

    def pan(self, by: QPoint) -> None:
        """Moves what is shown by so many pixels."""
        across, down = self.horizontalScrollBar(), self.verticalScrollBar()
        across.setValue(across.value() - by.x())
        down.setValue(down.value() - by.y())
        if self._moving:
            self._set_by_hand(True)

    def fit(self) -> None:
        """Shows the whole map, as large as it goes but not above its natural size by more than a half."""
        box = self.map.contents()
        room = self.viewport().size()
        if room.width() < 20 or room.height() < 20:
            return
        zoom = min(room.width() / box.width(), room.height() / box.height(), 1.5)
        zoom = max(zoom, FURTHEST)
        self.setTransform(self.transform().fromScale(zoom, zoom))
        self.centerOn(box.center())
        self._set_by_hand(False)
        self._fitted = True

    def _set_by_hand(self, on: bool) -> None:
        if on is not self._by_hand:
            self._by_hand = on
            self.moved.emit(on)

    def _fit_if_needed(self) -> None:
        """Keeps the whole map in sight until somebody zooms or pans."""
        seen = self.mapToScene(self.viewport().rect()).boundingRect()
        if not self._fitted or not seen.contains(self.map.contents().adjusted(24, 24, -24, -24)):
            self.fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if not self._by_hand:
            self.fit()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if not self._by_hand:
            self.fit()

    # The keyboard

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            if event.key() in (Qt.Key.Key_Tab, Qt.Key.Key_Backtab) and self._step(event.key() == Qt.Key.Key_Tab):
                return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = event.key()
        if key == Qt.Key.Key_Escape and self._gesture is not None:
            self._cancel()
        elif key in _WAYS and not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            self._walk(*_WAYS[key])
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self._cursor is not None and self._walked:
            self._enter()  # not where somebody was only clicked: Enter would open what nobody means
        elif key == Qt.Key.Key_Home:
            self.fit()
        elif key in (Qt.Key.Key_Plus, Qt.Key.Key_Minus):
            self.zoom_by(_NOTCH if key == Qt.Key.Key_Plus else 1 / _NOTCH)
        else:
            if key == Qt.Key.Key_Space and not event.isAutoRepeat():
                self._space = True
            event.ignore()  # the window's keys

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Space and not event.isAutoRepeat():
            self._space = False
        event.ignore()

    @property
    def cursor_at(self) -> tuple[str, str] | None:
        """Where the keyboard stands: ("zone" or "token", its id)."""
        return self._cursor

    @property
    def chooses(self) -> bool:
        """The keyboard has come to something that stands to choice, and has not chosen it yet: Enter is for the map."""
        pickable = self.map.pickable
        return self._walked and self._cursor is not None and self._cursor[1] in (*pickable.keys, *pickable.refused)

    def _step(self, forward: bool) -> bool:
        """The next stop; False at the end, where the focus goes on to the next widget."""
        stops = stops_of(self.map)
        if self._cursor in stops:
            index = stops.index(self._cursor) + (1 if forward else -1)
        else:
            index = 0 if forward else len(stops) - 1
        if not 0 <= index < len(stops):
            return False
        self._walk_to(*stops[index])
        return True

    def _walk(self, dx: int, dy: int) -> None:
        """The nearest of the same kind in a direction."""
        if self._cursor is None:
            self._step(True)
            return
        kind, id = self._cursor
        found = nearest(self.map, kind, id, dx, dy)
        if found is not None:
            self._walk_to(kind, found)

    def _walk_to(self, kind: str, id: str) -> None:
        self._set_cursor(kind, id)
        self._walked = True
        item = self.map.zones[id] if kind == "zone" else self.map.tokens[id]
        self.ensureVisible(item, 6, 6)
        # While something is asked for, walking only looks; Enter chooses.
        if self.map.pickable is NOTHING_PICKABLE:
            (self.zone_picked if kind == "zone" else self.picked).emit(id)

    def _enter(self) -> None:
        assert self._cursor is not None
        kind, id = self._cursor
        if kind == "zone":
            self.click_zone(id)
        elif self.map.pickable is NOTHING_PICKABLE:
            self.opened.emit(id)
        else:
            self.click_token(id)

    def _set_cursor(self, kind: str, id: str) -> None:
        self._cursor = (kind, id)
        self._show_cursor()
        self._tell()

    def clear_cursor(self) -> None:
        """The keyboard stands nowhere."""
        self._cursor = None
        self._show_cursor()

    def _keep_cursor(self) -> None:
        if self._cursor is not None:
            kind, id = self._cursor
            if id not in (self.map.zones if kind == "zone" else self.map.tokens):
                self._cursor = None
        self._show_cursor()

    def _show_cursor(self) -> None:
        shown = self._cursor if self.hasFocus() else None
        for id, zone in self.map.zones.items():
            zone.set_focused(shown == ("zone", id))
        for id, token in self.map.tokens.items():
            token.set_focused(shown == ("token", id))

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        if event.reason() in (Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason):
            self._cursor = None
            self._step(event.reason() == Qt.FocusReason.TabFocusReason)
        self._show_cursor()

    def _on_focus(self, old: QWidget | None, new: QWidget | None) -> None:
        """The keys came here because what had them is no longer shown: nobody pressed Tab, whatever Qt says."""
        if new is self and old is not None and not old.isVisible():
            self.clear_cursor()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self._space = False
        self._show_cursor()

    # For screen readers

    def _tell(self) -> None:
        text = outline(self.controller.battle, self.controller.system)
        if self._cursor is not None:
            text = f"{self.controller.name(self._cursor[1])}. {text}"
        if text != self._outline:
            self._outline = text
            self.setAccessibleDescription(text)
            QAccessible.updateAccessibility(QAccessibleEvent(self, QAccessible.Event.DescriptionChanged))

    # Painting what is no item

    def drawForeground(self, painter: QPainter, rect: QRectF | QRect) -> None:
        if self.map.zones:
            return
        painter.save()
        painter.resetTransform()
        box = QRectF(self.viewport().rect())
        painter.setPen(theme.color("text"))
        painter.setFont(theme.font("title"))
        painter.drawText(box.adjusted(0, 0, 0, -40), Qt.AlignmentFlag.AlignCenter, "Nothing on the map yet")
        painter.setPen(theme.color("muted"))
        painter.setFont(theme.font("body"))
        painter.drawText(
            box.adjusted(24, 30, -24, 0),
            Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap,
            "Open an encounter from the campaign, and its zones appear here.",
        )
        painter.restore()


class _Click(Gesture):
    """A click on a map that is only to be looked at; a drag pans."""

    def __init__(self, view: MapView, at: QPoint, kind: str, id: str) -> None:
        super().__init__(view, at)
        self._kind, self._id = kind, id
        self._last = at

    def update(self, at: QPoint, keys: Qt.KeyboardModifier) -> None:
        self.view.pan(at - self._last)
        self._last = at

    def click(self) -> None:
        (self.view.click_zone if self._kind == "zone" else self.view.click_token)(self._id)


_WAYS: dict[int, tuple[int, int]] = {
    Qt.Key.Key_Left: (-1, 0),
    Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Up: (0, -1),
    Qt.Key.Key_Down: (0, 1),
}
