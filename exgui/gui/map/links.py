"""The links on the map, and the trails of those who are on their way where there is no link."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import count

from PySide6.QtCore import QPointF
from PySide6.QtWidgets import QGraphicsScene

from exgui.engine.battle import Battle
from exgui.engine.system import System
from exgui.engine.zones import Link
from exgui.gui.map.link_item import TRAIL, LinkItem, Way
from exgui.gui.map.token_item import TokenItem
from exgui.gui.map.zone_item import ZoneItem
from exgui.gui.tokens import TokenPictures

LinkKey = tuple[tuple[str, str], int]
"""The zones that a link joins, and the how manieth it is between them."""
ASIDE = 16.0
"""Map units between links that join the same zones."""


class MapLinks:
    """Keeps the items of links in step with a battle and with the zones that they join.

    Attributes:
        drawn: the item of every link.
    """

    def __init__(self, scene: QGraphicsScene, zones: Mapping[str, ZoneItem], pictures: TokenPictures) -> None:
        self._scene, self._zones, self._pictures = scene, zones, pictures
        self.drawn: dict[LinkKey, LinkItem] = {}
        self._at: dict[str, list[LinkItem]] = {}
        self._trails: dict[tuple[str, str], LinkItem] = {}

    def follow(self, links: tuple[Link, ...]) -> None:
        """These are the links now, or their zones are others."""
        kept: dict[LinkKey, LinkItem] = {}
        numbers: dict[frozenset[str], count[int]] = {}
        self._at = {}
        for link in links:
            nth = next(numbers.setdefault(frozenset(link.between), count()))
            if not all(end in self._zones for end in link.between):
                continue
            key = (link.between, nth)
            item = self.drawn.pop(key, None)
            if item is None:
                item = LinkItem(link, self._pictures, ASIDE * nth)
                self._scene.addItem(item)
                self._scene.addItem(item.label)
            elif item.link is not link:
                item.set_link(link)
            kept[key] = item
            for end in link.between:
                self._at.setdefault(end, []).append(item)
        for gone in self.drawn.values():
            self._scene.removeItem(gone.label)
            self._scene.removeItem(gone)
        self.drawn = kept
        for item in kept.values():
            self._lay(item)

    def follow_ways(self, battle: Battle, system: System, tokens: Mapping[str, TokenItem]) -> None:
        """Shows how far everybody is on their way to another zone."""
        ways: dict[LinkItem, list[Way]] = {}
        trails: set[tuple[str, str]] = set()
        for id, one in battle.combatants.items():
            found = system.progress(battle, id)
            start = one.zone
            if found is None or start is None or start == found[0] or not {start, found[0]} <= self._zones.keys():
                continue
            way = Way(tokens[id].look, id, start, *found)
            linked = (item for item in self._at.get(start, ()) if item.link.other(start) == found[0])
            item = next(linked, None) or self._trail(start, found[0])
            if item.link.barrier == TRAIL:
                trails.add(item.link.between)
            ways.setdefault(item, []).append(way)
        for between in [between for between in self._trails if between not in trails]:
            self._scene.removeItem(self._trails.pop(between))
        for item in (*self.drawn.values(), *self._trails.values()):
            item.set_ways(tuple(ways.get(item, ())))

    def follow_zone(self, id: str) -> None:
        """A zone lies elsewhere, or is of another size."""
        for item in self._at.get(id, ()):
            self._lay(item)
        for ends, trail in self._trails.items():
            if id in ends:
                self._lay(trail)

    def set_dim(self, dim: bool) -> None:
        """They stand back behind the zones that can be picked, or no longer."""
        for item in (*self.drawn.values(), *self._trails.values()):
            item.set_dim(dim)

    def at(self, point: QPointF) -> LinkItem | None:
        """The link at a point."""
        return next((item for item in (*self._trails.values(), *self.drawn.values()) if item.near(point)), None)

    def _lay(self, item: LinkItem) -> None:
        a, b = item.link.between
        first, second = self._zones[a], self._zones[b]
        item.follow(first.box, second.box, (first.is_round, second.is_round))

    def _trail(self, start: str, goal: str) -> LinkItem:
        item = self._trails.get((start, goal))
        if item is None:
            item = self._trails[(start, goal)] = LinkItem(Link((start, goal), TRAIL), self._pictures)
            self._scene.addItem(item)
        self._lay(item)
        return item
