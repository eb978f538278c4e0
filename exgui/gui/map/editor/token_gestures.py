"""Gestures by which people and mounts are put elsewhere."""

from __future__ import annotations

from math import hypot

from PySide6.QtCore import QPoint, QPointF, Qt

from exgui.gui.map.companion_item import CompanionItem
from exgui.gui.map.editor.edit_gesture import MORE, EditorGestureView
from exgui.gui.map.editor.selection import only
from exgui.gui.map.gesture import Gesture
from exgui.gui.map.token_item import TokenItem
from exgui.gui.map.zone_item import ZoneItem

STEP_AWAY = 24.0
"""So many map units, and a drag within the zone is a step out of close range."""


class DragPeople(Gesture[EditorGestureView]):
    """Tokens are put into a zone, or onto a token, at close range of which they then are, or onto a mount; off the
    zones: taken off the map."""

    cursor = Qt.CursorShape.ClosedHandCursor

    def __init__(self, view: EditorGestureView, at: QPoint, who: str) -> None:
        super().__init__(view, at)
        self.who = who
        now = view.selection.now
        self.people = now.people if who in now.people else (who,)
        self._offset = view.map.tokens[who].scenePos() - self.began

    def start(self) -> None:
        if self.who not in self.view.selection.now.people:
            self.view.selection.put(only("person", self.who))
        self.view.map.lift(self.who)

    def update(self, at: QPoint, keys: Qt.KeyboardModifier) -> None:
        here = self.view.mapToScene(at)
        token = self.view.map.tokens.get(self.who)
        if token is None:
            return
        token.setPos(here + self._offset)
        self._show(self._target(here))

    def _target(self, here: QPointF) -> TokenItem | CompanionItem | ZoneItem | None:
        scene = self.view.map
        mount = scene.companions.at(here)
        if mount is not None and mount.companion.owner == self.who:
            return mount
        other = scene.token_at(here, but=self.who)
        if other is not None and other.id not in self.people and scene.battle.combatants[other.id].zone is not None:
            return other
        return scene.zone_at(here)

    def _show(self, target: TokenItem | CompanionItem | ZoneItem | None) -> None:
        scene = self.view.map
        scene.mark({target.id: "target"} if isinstance(target, ZoneItem) else {})
        for token in scene.tokens.values():
            token.set_chosen(token is target)

    def finish(self, at: QPoint, keys: Qt.KeyboardModifier) -> None:
        here = self.view.mapToScene(at)
        target = self._target(here)
        self._tidy()
        battle, field = self.view.map.battle, self.view.field
        if isinstance(target, CompanionItem):
            field.ride(self.who, target.companion.given)
        elif isinstance(target, TokenItem):
            field.put_close(self.people, target.id)
        elif target is None:
            if any(battle.combatants[id].zone is not None for id in self.people):
                field.place(self.people, None)
        elif any(battle.combatants[id].zone != target.id for id in self.people):
            field.place(self.people, target.id)
        elif self._far_enough(here) and any(battle.close_group(id) for id in self.people):
            field.step_away(self.people)
        self.view.map.let_go(self.who)

    def _far_enough(self, here: QPointF) -> bool:
        away = here - self.began
        return hypot(away.x(), away.y()) >= STEP_AWAY

    def cancel(self) -> None:
        self._tidy()
        self.view.map.let_go(self.who)

    def _tidy(self) -> None:
        self.view.map.mark({})
        for token in self.view.map.tokens.values():
            token.set_chosen(False)

    def click(self, keys: Qt.KeyboardModifier) -> None:
        now = self.view.selection.now
        self.view.selection.put(now.toggled("person", self.who) if keys & MORE else only("person", self.who))


class DragMount(Gesture[EditorGestureView]):
    """A mount is drawn away from its rider, who then stands beside it; or onto its owner, who then rides it."""

    cursor = Qt.CursorShape.ClosedHandCursor

    def __init__(self, view: EditorGestureView, at: QPoint, item: CompanionItem) -> None:
        super().__init__(view, at)
        self.companion = item.companion

    def finish(self, at: QPoint, keys: Qt.KeyboardModifier) -> None:
        owner = self.companion.owner
        over = self.view.map.token_at(self.view.mapToScene(at))
        if self.companion.carries:
            if over is None or over.id != owner:
                self.view.field.ride(owner, "")
        elif over is not None and over.id == owner:
            self.view.field.ride(owner, self.companion.given)
        else:
            self.view.say("A mount is ridden by the one who has it: drop it on them.", at)

    def click(self, keys: Qt.KeyboardModifier) -> None:
        if self.companion.owner:
            self.view.selection.put(only("person", self.companion.owner))
