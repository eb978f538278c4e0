"""Gestures of the mouse on the map: one object per gesture, with a start, updates, and an end or a retreat; and which
of them a press begins.

Nothing of the battle changes before the end, and then by one step.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from math import hypot

from PySide6.QtCore import QPoint, QPointF, QRectF, Qt

from exgui.engine.asks import Violation
from exgui.gui.battle_control.controller import BattleController
from exgui.gui.battle_control.dragging import FORCE, Place
from exgui.gui.map.canvas import MapCanvas, Pan
from exgui.gui.map.gesture import Gesture
from exgui.gui.map.seen_frame import LEAST as LEAST_FRAME
from exgui.gui.map.token_items import TokenItem

LONGEST = 160
STEP_AWAY = 24.0
"""So many map units, and a drag within the zone is a step out of close range rather than a shaking hand."""


def reason(broken: tuple[Violation, ...]) -> str:
    """Return a refusal for a bubble: the first sentence, and how many more there are. The panel shows all."""
    texts = list(dict.fromkeys(violation.text for violation in broken))
    if not texts:
        return ""
    first = texts[0] if len(texts[0]) <= LONGEST else texts[0][:LONGEST].rpartition(" ")[0] + "…"
    return first if len(texts) == 1 else f"{first} (and {len(texts) - 1} more)"


class DragFrame(Gesture[MapCanvas]):
    """Move the frame of what the players see, or resize it in its own shape.

    Args:
        ask: is told what they are to see.
    """

    cursor = Qt.CursorShape.SizeAllCursor

    def __init__(self, view: MapCanvas, at: QPoint, resizes: bool, ask: Callable[[QRectF], object]) -> None:
        super().__init__(view, at)
        self._ask = ask
        self._resizes = resizes
        self._box = view.map.seen.rect()
        if resizes:
            self.cursor = Qt.CursorShape.SizeFDiagCursor

    def _goal(self, at: QPoint) -> QRectF:
        by = self.view.mapToScene(at) - self.began
        if not self._resizes:
            return self._box.translated(by)
        share = max(1 + by.x() / self._box.width(), 1 + by.y() / self._box.height())
        share = max(share, LEAST_FRAME / self._box.width())
        return QRectF(self._box.x(), self._box.y(), self._box.width() * share, self._box.height() * share)

    def update(self, at: QPoint, keys: Qt.KeyboardModifier) -> None:
        self.view.map.seen.put(self._goal(at), self.view.map.seen.covered)

    def finish(self, at: QPoint, keys: Qt.KeyboardModifier) -> None:
        self._ask(self._goal(at))

    def cancel(self) -> None:
        self.view.map.seen.put(self._box, self.view.map.seen.covered)


class DragToken(Gesture[MapCanvas]):
    """Put a token into another zone or onto another token; the rules say what that means.

    Args:
        click: is done where it was only clicked.
        from_elsewhere: it was taken hold of off the map.
    """

    cursor = Qt.CursorShape.ClosedHandCursor

    def __init__(
        self,
        view: MapCanvas,
        at: QPoint,
        controller: BattleController,
        who: str,
        click: Callable[[], object],
        *,
        from_elsewhere: bool = False,
    ) -> None:
        super().__init__(view, at)
        self._controller, self._dragging, self._click = controller, controller.dragging, click
        self.who = who
        self._from_elsewhere = from_elsewhere
        self._offset = QPointF() if from_elsewhere else view.map.tokens[who].scenePos() - self.began
        self._over: tuple[tuple[Place, str] | None, bool] = (None, False)
        self._ways: dict[str, str] = {}

    def start(self) -> None:
        self._ways = dict.fromkeys(self._dragging.zones_in_reach(self.who), "open")
        self.view.map.lift(self.who)
        self.view.map.mark(self._ways)

    def update(self, at: QPoint, keys: Qt.KeyboardModifier) -> None:
        token = self.view.map.tokens.get(self.who)
        if token is None:
            return
        here = self.view.mapToScene(at)
        token.setPos(here + self._offset)
        force = bool(keys & FORCE)
        over = self._target(here, force), force
        if over != self._over:
            self._over = over
            self._show_drop(at)

    def _target(self, here: QPointF, force: bool) -> tuple[Place, str] | None:
        """Return ("token", "companion" or "zone", id) under the mouse. Over its own zone a token has nothing to do,
        unless it waits to join or leaves its close group. A token in another zone that can't be joined from afar means
        its zone, since a crowded zone shows little bare ground."""
        zone = self.view.map.zone_at(here)
        other = self.view.map.token_at(here, but=self.who)
        battle = self._controller.battle
        beast = self.view.map.companions.at(here)
        if beast is not None and beast.companion.given:
            near = beast.companion.zone == battle.combatants[self.who].zone
            if near or not self._dragging.check(self.who, "companion", beast.companion.id):
                return "companion", beast.companion.id
        if other is not None:
            elsewhere = zone is not None and zone.id != battle.combatants[self.who].zone
            comes_in = battle.phase == "running" and battle.combatants[self.who].waiting
            if force or not (comes_in or (elsewhere and self._dragging.check(self.who, "token", other.id))):
                return "token", other.id
        if zone is None:
            return None
        one = battle.combatants[self.who]
        if zone.id == one.zone and not self._from_elsewhere:
            away = here - self.began
            may_leave = one.waiting or battle.close_group(self.who)
            if not may_leave or hypot(away.x(), away.y()) < STEP_AWAY:
                return None
        return "zone", zone.id

    def _show_drop(self, at: QPoint) -> None:
        """Show whether it may be dropped here, and if not, why."""
        marks = dict(self._ways)
        self.view.hide_bubble()
        target, force = self._over
        if target is not None:
            kind, id = target
            broken = self._dragging.check(self.who, kind, id, force)
            if kind == "zone":
                marks[id] = "shut" if broken else "target"
            if broken:
                self.view.show_bubble(reason(broken), at, "Ctrl or Alt: override")
        self.view.map.mark(marks)
        other = target[1] if target is not None and target[0] == "token" else None
        for token in self.view.map.tokens.values():
            token.set_chosen(token.id == other)

    def finish(self, at: QPoint, keys: Qt.KeyboardModifier) -> None:
        force = bool(keys & FORCE)
        over = self._target(self.view.mapToScene(at), force)
        self._tidy()
        if over is not None and self.who in self.view.map.looks.people:
            broken = self._dragging.drag(self.who, *over, force)
            if broken:
                self.view.show_bubble(reason(broken), at, "Ctrl- or Alt-drag: override")
        self.view.map.let_go(self.who)

    def cancel(self) -> None:
        self._tidy()
        self.view.map.let_go(self.who)

    def _tidy(self) -> None:
        self.view.hide_bubble()
        self.view.map.mark({})
        for token in self.view.map.tokens.values():
            token.set_chosen(False)

    def click(self, keys: Qt.KeyboardModifier) -> None:
        self._click()


_MISS = 8.0
"""Pixels by which a token may be missed."""


class MapGesturePicker:
    """Takes hold of what lies under the pointer.

    Args:
        click: is told what was clicked: "token" or "zone" and its id, or "" twice for neither.
        ask_frame: is told what the players are to see.
        is_locked: whether nothing can be dragged.
    """

    def __init__(
        self,
        view: MapCanvas,
        controller: BattleController,
        click: Callable[[str, str], object],
        ask_frame: Callable[[QRectF], object],
        is_locked: Callable[[], bool],
    ) -> None:
        self._view, self._controller = view, controller
        self._click, self._ask_frame, self._is_locked = click, ask_frame, is_locked

    def gesture_for(self, at: QPoint, pans: bool) -> Gesture[MapCanvas]:
        view = self._view
        away = partial(self._click, "", "")
        if pans:
            return _ClickOrPan(view, at, away, Pan.cursor)
        here = view.mapToScene(at)
        token = self._token_under(here)
        if token is not None:
            click = partial(self._click, "token", token.id)
            if self._is_locked():
                return _ClickOrPan(view, at, click)
            return DragToken(view, at, self._controller, token.id, click)
        part = view.map.seen.part_at(here, view.zoom)
        if part:
            return DragFrame(view, at, part == "corner", self._ask_frame)
        zone = view.map.zone_at(here)
        if zone is None:
            return _ClickOrPan(view, at, away, Pan.cursor)
        return _ClickOrPan(view, at, partial(self._click, "zone", zone.id))

    def _token_under(self, here: QPointF) -> TokenItem | None:
        """Return the token that a press takes hold of: who misses one by little means it, and not the zone below."""
        return self._view.map.token_at(here, spare=_MISS / self._view.zoom)

    def hover(self, at: QPoint) -> None:
        view = self._view
        here = view.mapToScene(at)
        token = self._token_under(here)
        zone = view.map.zone_at(here)
        pickable = view.map.pickable.keys
        part = view.map.seen.part_at(here, view.zoom) if token is None else ""
        if view.map.seen.hovered is not bool(part):
            view.map.seen.hovered = bool(part)
            view.map.seen.update()
        if part:
            shape = Qt.CursorShape.SizeFDiagCursor if part == "corner" else Qt.CursorShape.SizeAllCursor
        elif token is not None:
            shape = Qt.CursorShape.PointingHandCursor if token.id in pickable else Qt.CursorShape.OpenHandCursor
        elif zone is not None and zone.id in pickable:
            shape = Qt.CursorShape.PointingHandCursor
        else:
            shape = Qt.CursorShape.ArrowCursor
        if view.viewport().cursor().shape() != shape:
            view.viewport().setCursor(shape)


class _ClickOrPan(Pan):
    """Click; a drag pans. Zones are moved only while the map is edited."""

    def __init__(
        self,
        view: MapCanvas,
        at: QPoint,
        click: Callable[[], object],
        cursor: Qt.CursorShape = Qt.CursorShape.ArrowCursor,
    ) -> None:
        super().__init__(view, at)
        self._click, self.cursor = click, cursor

    def click(self, keys: Qt.KeyboardModifier) -> None:
        self._click()
