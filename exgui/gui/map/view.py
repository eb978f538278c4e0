"""The map widget: shows the scene, turns mouse and keys into gestures and signals, and informs screen readers."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, QRectF, Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QFocusEvent,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QWheelEvent,
)
from PySide6.QtWidgets import QApplication, QToolTip, QWidget

from exgui.engine.battle import Battle
from exgui.gui.battle_control.controller import BattleController
from exgui.gui.battle_control.state import Update
from exgui.gui.look import fonts
from exgui.gui.look.appearance import current_theme
from exgui.gui.map.canvas import MapCanvas
from exgui.gui.map.descriptions import MapForScreenReaders, link_words, token_words, zone_words
from exgui.gui.map.gesture import MapMouse
from exgui.gui.map.gestures import DragFrame, DragToken, MapGesturePicker
from exgui.gui.map.of_battle import NOTHING_PICKABLE, looks_of, pickable_in
from exgui.gui.map.picture import OUTSIDE, MapLooks
from exgui.gui.map.scene import MapScene
from exgui.gui.map.zooming import NOTCH
from exgui.gui.safe_events import safe_events
from exgui.gui.tokens.drawing import TokenPictures


def stops_of(map: MapScene) -> list[tuple[str, str]]:
    """Return where Tab goes, as ("zone" or "token", id): every zone from the top, and after it the tokens in it."""
    out: list[tuple[str, str]] = []
    for item in sorted(map.zones.values(), key=lambda item: (item.id == OUTSIDE, item.pos().y(), item.pos().x())):
        if item.id != OUTSIDE:
            out.append(("zone", item.id))
        spots = {id: spot for id, spot in item.placing.spots.items() if id in map.tokens}
        out += [("token", id) for id in sorted(spots, key=lambda id: (round(spots[id].y), spots[id].x))]
    return out


def nearest(map: MapScene, kind: str, id: str, dx: int, dy: int) -> str | None:
    """Return the nearest of the same kind to the right (`dx` 1), left (-1), below (`dy` 1) or above (-1); None at the
    edge."""
    start = _middle(map, kind, id)
    best: tuple[float, str] | None = None
    shown = [id for id, token in map.tokens.items() if token.isVisible()]
    for other in map.zones if kind == "zone" else shown:
        if other in (id, OUTSIDE):
            continue
        way = _middle(map, kind, other) - start
        along = way.x() * dx + way.y() * dy
        aside = abs(way.x() * dy) + abs(way.y() * dx)
        if along > 1 and aside <= along * 2.5:
            cost = along + aside * 2
            if best is None or cost < best[0]:
                best = cost, other
    return best[1] if best is not None else None


def _middle(map: MapScene, kind: str, id: str) -> QPointF:
    return map.zones[id].box.center() if kind == "zone" else map.tokens[id].scenePos()


class KeyboardCursor:
    """The keyboard's place on the map.

    Attributes:
        at: ("zone" or "token", its id), None for nowhere.
        walked: it came there by the keys, and not by a click.

    Args:
        describe: called whenever it is elsewhere, for screen readers.
        arrived: called when keys have brought it to a zone or token.
    """

    def __init__(self, view: MapCanvas, describe: Callable[[], object], arrived: Callable[[str, str], object]) -> None:
        self._view, self._describe, self._arrived = view, describe, arrived
        self.at: tuple[str, str] | None = None
        self.walked = False

    @property
    def chooses(self) -> bool:
        """It has come to something that can be chosen: Enter is for the map."""
        pickable = self._view.map.pickable
        return self.walked and self.at is not None and self.at[1] in (*pickable.keys, *pickable.refused)

    def put(self, kind: str, id: str, *, walked: bool) -> None:
        self.at, self.walked = (kind, id), walked
        self.show()
        self._describe()

    def clear(self) -> None:
        self.at = None
        self.show()

    def keep(self) -> None:
        """Clear it if what it was at is gone."""
        if self.at is not None:
            kind, id = self.at
            if id not in (self._view.map.zones if kind == "zone" else self._view.map.tokens):
                self.at = None
        self.show()

    def show(self) -> None:
        shown = self.at if self._view.hasFocus() else None
        for id, zone in self._view.map.zones.items():
            zone.set_focused(shown == ("zone", id))
        for id, token in self._view.map.tokens.items():
            token.set_focused(shown == ("token", id))

    def step(self, forward: bool) -> bool:
        """Go to the next stop; return False at the end, where the focus goes on to the next widget."""
        stops = stops_of(self._view.map)
        if self.at in stops:
            index = stops.index(self.at) + (1 if forward else -1)
        else:
            index = 0 if forward else len(stops) - 1
        if not 0 <= index < len(stops):
            return False
        self._walk_to(*stops[index])
        return True

    def walk(self, dx: int, dy: int) -> None:
        if self.at is None:
            self.step(True)
            return
        kind, id = self.at
        found = nearest(self._view.map, kind, id, dx, dy)
        if found is not None:
            self._walk_to(kind, found)

    def _walk_to(self, kind: str, id: str) -> None:
        self.put(kind, id, walked=True)
        self._arrived(kind, id)


@safe_events
class MapView(MapCanvas):
    """The map of a battle.

    Signals:
        picked(str): a combatant was clicked, or walked to by the keyboard.
        zone_picked(str): a zone was.
        opened(str): a combatant was double-clicked, or Enter was pressed upon it.
        menu_requested(str, str, QPoint): what can be done with something was asked for: "token", "zone", "link" (its id
            names both zones, a line each) or "" for nothing, its id, and where on the screen.
        framed(object): the players are to see this part of it, a QRectF in map units; None for everything.

    Args:
        content: gives the bytes of the picture under the map by its id, None where there is none.

    Attributes:
        animated: tokens glide; set it to False to have them jump.
        locked: nothing can be dragged (a map to be looked at).
        mouse, keyboard: the gesture in course; where the keyboard is.
        spoken: what screen readers are told.
    """

    picked = Signal(str)
    zone_picked = Signal(str)
    opened = Signal(str)
    framed = Signal(object)
    menu_requested = Signal(str, str, QPoint)

    animated = True
    locked = False

    def __init__(
        self,
        controller: BattleController,
        pictures: TokenPictures | None = None,
        parent: QWidget | None = None,
        content: Callable[[str], bytes | None] = lambda _id: None,
    ) -> None:
        super().__init__("Map", pictures or TokenPictures(), content, parent)
        self.controller = controller
        picker = MapGesturePicker(self, controller, self.click, self.framed.emit, lambda: self.locked)
        self.mouse = MapMouse(self.viewport(), picker)
        self._space = False
        self._shown: Battle | None = None
        self._looks = MapLooks()
        app = QApplication.instance()
        if isinstance(app, QApplication):
            app.focusChanged.connect(self._on_focus)
        self.spoken = MapForScreenReaders(self, controller, lambda: self.keyboard.at)
        self.keyboard: KeyboardCursor = KeyboardCursor(self, self.spoken.describe, self._on_cursor_at)
        controller.changed.connect(self._on_update)
        self.refresh()

    # Following the controller

    def refresh(self) -> None:
        self.map.animated = self.animated
        self._show_battle()
        self.keyboard.keep()
        self.spoken.describe_soon()
        if not self.zooming.by_hand and self.isVisible():
            self.zooming.fit_if_needed()

    def _on_update(self, update: Update) -> None:
        if update.change is None:
            if update.draft:
                self._show_battle()
            return
        self.hide_bubble()
        self.refresh()
        if update.change.before.zones.keys() != update.change.after.zones.keys() and not self.zooming.by_hand:
            self.fit()

    def _show_battle(self) -> None:
        controller, queries = self.controller, self.controller.queries
        if self._shown is not controller.battle:
            self._shown = controller.battle
            self._looks = looks_of(controller.system, controller.battle, queries.badges(), queries.strengths())
        self.map.show(self._looks, pickable_in(controller))

    # What gestures ask for

    def carry(self, who: str, at: QPoint | None, keys: Qt.KeyboardModifier, dropped: bool) -> bool:
        """Carry a token from elsewhere, such as the tick bar, over a point of the screen.

        Args:
            at: None where it is back there.
            dropped: it is let go there.

        Returns:
            Whether that is a point of the map.
        """
        here = self.viewport().mapFromGlobal(at) if at is not None else QPoint(-1, -1)
        held = self.mouse.gesture
        if self.locked or not self.isVisible() or not self.viewport().rect().contains(here):
            if held is not None:
                self.mouse.cancel()
            return False
        if held is None:
            click = partial(self.click, "token", who)
            held = DragToken(self, here, self.controller, who, click, from_elsewhere=True)
            self.mouse.take(held)
        held.update(here, keys)
        if dropped:
            self.mouse.let_go(here, keys)
        return True

    def show_seen(self, box: QRectF | None, covered: bool = False) -> None:
        """Show which part of the map the players see; None where they see nothing of it.

        Args:
            covered: something hangs before it.
        """
        if not isinstance(self.mouse.gesture, DragFrame):
            self.map.seen.put(box, covered)

    def click(self, kind: str, id: str) -> None:
        """Pick a token or zone, unless it is refused; outside all of them ("" twice) clear the keyboard's place."""
        if not kind:
            self.keyboard.clear()
            return
        self.keyboard.put(kind, id, walked=False)
        if id in self.map.pickable.refused:
            self._refuse(id)
        else:
            (self.zone_picked if kind == "zone" else self.picked).emit(id)

    def _refuse(self, id: str) -> None:
        text = "\n".join(dict.fromkeys(broken.text for broken in self.map.pickable.refused[id]))
        item = self.map.tokens.get(id) or self.map.zones.get(id)
        at = item.scenePos() if item is not None else QPointF()
        self.show_bubble(text, self.mapFromScene(at), "Choose it in the panel to allow it anyway")

    # The mouse

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.hide_bubble()
        QToolTip.hideText()
        if not self.mouse.press(event, pans=self._space):
            super().mousePressEvent(event)

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
        elif self.map.seen.part_at(here, self.zoom):
            self.framed.emit(None)
        elif self.map.zone_at(here) is None:
            self.fit()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        event.accept()
        kind, id = self.keyboard.at or ("", "")
        at = event.globalPos()
        if event.reason() == QContextMenuEvent.Reason.Mouse:
            here = self.mapToScene(event.pos())
            kind, id = self.map.what_lies_at(here)
        elif id in self.map.tokens or id in self.map.zones:
            item = self.map.tokens[id] if kind == "token" else self.map.zones[id]
            at = self.viewport().mapToGlobal(self.mapFromScene(item.scenePos()))
        self.menu_requested.emit(kind, id, at)

    def viewportEvent(self, event: QEvent) -> bool:
        # Its class is asked first, here and in `event`: every event of the map comes by.
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            text = self.hover_text_at(event.pos())
            if text and self.mouse.gesture is None:
                QToolTip.showText(event.globalPos(), text, self.viewport())
            else:
                QToolTip.hideText()
            return True
        return super().viewportEvent(event)

    def hover_text_at(self, at: QPoint) -> str:
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

    def wheelEvent(self, event: QWheelEvent) -> None:
        self.zooming.turn_wheel(event.angleDelta().y(), event.position())
        event.accept()

    # The keyboard

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            if event.key() in (Qt.Key.Key_Tab, Qt.Key.Key_Backtab) and self.keyboard.step(
                event.key() == Qt.Key.Key_Tab
            ):
                return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = event.key()
        if key == Qt.Key.Key_Escape and self.mouse.gesture is not None:
            self.mouse.cancel()
        elif key in _WAYS and not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            self.keyboard.walk(*_WAYS[key])
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.keyboard.at is not None and self.keyboard.walked:
            self._enter(*self.keyboard.at)  # not where someone was only clicked: Enter would open what no one means
        elif key == Qt.Key.Key_Home:
            self.fit()
        elif key in (Qt.Key.Key_Plus, Qt.Key.Key_Minus):
            self.zoom_by(NOTCH if key == Qt.Key.Key_Plus else 1 / NOTCH)
        else:
            if key == Qt.Key.Key_Space and not event.isAutoRepeat():
                self._space = True
            event.ignore()  # the window's keys

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Space and not event.isAutoRepeat():
            self._space = False
        event.ignore()

    @property
    def chooses(self) -> bool:
        return self.keyboard.chooses

    def _on_cursor_at(self, kind: str, id: str) -> None:
        """Move the cursor; during a question this only looks, and Enter chooses."""
        self.ensureVisible(self.map.zones[id] if kind == "zone" else self.map.tokens[id], 6, 6)
        if self.map.pickable is NOTHING_PICKABLE:
            (self.zone_picked if kind == "zone" else self.picked).emit(id)

    def _enter(self, kind: str, id: str) -> None:
        if kind == "token" and self.map.pickable is NOTHING_PICKABLE:
            self.opened.emit(id)
        else:
            self.click(kind, id)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        if event.reason() in (Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason):
            self.keyboard.at = None
            self.keyboard.step(event.reason() == Qt.FocusReason.TabFocusReason)
        self.keyboard.show()

    def _on_focus(self, old: QWidget | None, new: QWidget | None) -> None:
        """Clear the keyboard's place if the focus came because another widget was hidden, not by Tab."""
        if new is self and old is not None and not old.isVisible():
            self.keyboard.clear()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self._space = False
        self.keyboard.show()

    # Painting what is no item

    def drawForeground(self, painter: QPainter, rect: QRectF | QRect) -> None:
        theme = current_theme()
        if self.map.zones:
            return
        painter.save()
        painter.resetTransform()
        box = QRectF(self.viewport().rect())
        painter.setPen(theme.color("text"))
        painter.setFont(fonts.font("title"))
        painter.drawText(box.adjusted(0, 0, 0, -40), Qt.AlignmentFlag.AlignCenter, "Nothing on the map yet")
        painter.setPen(theme.color("muted"))
        painter.setFont(fonts.font("body"))
        painter.drawText(
            box.adjusted(24, 30, -24, 0),
            Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap,
            "Open an encounter from the campaign, and its zones appear here.",
        )
        painter.restore()


_WAYS: dict[int, tuple[int, int]] = {
    Qt.Key.Key_Left: (-1, 0),
    Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Up: (0, -1),
    Qt.Key.Key_Down: (0, 1),
}
