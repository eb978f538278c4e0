"""The companions on the map: which there are, with whom each is joined, and their tokens."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from PySide6.QtCore import QPointF
from PySide6.QtWidgets import QGraphicsItem, QGraphicsScene

from exgui.engine.companions import Companion
from exgui.gui.map.companion_item import OFFSET, SHARE, CompanionItem
from exgui.gui.map.layout import Spot
from exgui.gui.map.token_glide import Glide
from exgui.gui.map.token_item import TokenItem
from exgui.gui.tokens import TokenPictures

ALONE = 0.86
"""Radius of one that stands by itself, in that of a token."""


class Companions:
    """Keeps their tokens in step with what the game tells of them.

    Attributes:
        items: the token of each, by its id.
        carrying: by a combatant's id, what carries it.
        beside: by their ids, next to whom those stand that stand next to somebody.
    """

    def __init__(self, scene: QGraphicsScene, glide: Glide, pictures: TokenPictures) -> None:
        self._scene = scene
        self._glide = glide
        self._pictures = pictures
        self._told: tuple[Companion, ...] = ()
        self.items: dict[str, CompanionItem] = {}
        self.carrying: dict[str, Companion] = {}
        self.beside: dict[str, str] = {}

    def read(self, companions: tuple[Companion, ...]) -> bool:
        """What there is now; true if anything of it is new."""
        if companions == self._told:
            return False
        self._told = companions
        self.carrying = {one.carries: one for one in companions if one.carries}
        self.beside = {one.id: one.beside for one in companions if one.beside}
        known = {one.id for one in companions}
        for id in [id for id in self.items if id not in known]:
            item = self.items.pop(id)
            self._glide.forget(item)
            self._scene.removeItem(item)
        for one in companions:
            if one.id not in self.items:
                self.items[one.id] = CompanionItem(one, self._pictures)
                self._scene.addItem(self.items[one.id])
        return True

    def update_looks(self, tokens: Mapping[str, TokenItem]) -> None:
        """Everything looks as it is now, and every token knows what it is joined with."""
        for id, token in tokens.items():
            carrier = self.carrying.get(id)
            token.companion = self.items[carrier.id] if carrier is not None else None
        for one in self._told:
            rider = tokens.get(one.carries)
            self.items[one.id].show_as(one, rider.look if rider is not None else None)

    def standing(self, zone: str | None) -> tuple[str, ...]:
        """Those in a zone that carry nobody."""
        return tuple([one.id for one in self._told if not one.carries and one.zone == zone])

    def join(self, token: TokenItem) -> dict[QGraphicsItem, QPointF]:
        """What carries a token goes where that one is; gives the place it glides to, within the token."""
        item = token.companion
        if item is None:
            return {}
        goal = OFFSET * token.radius
        moved = self.put_into(item, token, goal)
        item.set_size(token.radius * SHARE, 0.0)
        item.setScale(1.0)  # its token's
        return {item: goal} if moved or item.pos() != goal else {}

    def stand(self, id: str, zone: QGraphicsItem, spot: Spot, unit: float) -> dict[QGraphicsItem, QPointF]:
        """Put one by itself into a zone, enlarged by `unit`; return the place it glides to."""
        item, goal = self.items[id], QPointF(spot.x, spot.y)
        moved = self.put_into(item, zone, goal)
        item.set_size(spot.radius * ALONE, spot.room)
        item.setScale(unit)
        return {item: goal} if moved or item.pos() != goal else {}

    def hide_but(self, zones: Collection[str]) -> None:
        """Those that stand nowhere on the map are not seen."""
        for one in self._told:
            if not one.carries and one.zone not in zones:
                self.items[one.id].setVisible(False)

    def put_into(self, item: CompanionItem, parent: QGraphicsItem, goal: QPointF) -> bool:
        """Makes an item part of another where it is seen now; one that was not seen appears at its goal. True if it
        was not part of it."""
        if item.parentItem() is parent and item.isVisible():
            return False
        at = parent.mapFromScene(item.scenePos()) if item.isVisible() else goal
        item.setParentItem(parent)
        item.setPos(at)
        item.setVisible(True)
        return True

    def at(self, point: QPointF) -> CompanionItem | None:
        """The one at a point of the map that stands by itself."""
        return next((item for item in self.items.values() if not item.companion.carries and item.holds(point)), None)

    def release(self, token: TokenItem) -> None:
        """A token goes; what it was joined with stays on the map until it is known where it stands."""
        item = token.companion
        if item is not None and item.parentItem() is token:
            at = item.scenePos()
            item.setParentItem(None)  # type: ignore[arg-type]
            item.setPos(at)
