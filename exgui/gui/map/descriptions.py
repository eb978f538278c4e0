"""The map in words: on hover, and as an outline for screen readers."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPointF, QTimer
from PySide6.QtWidgets import QWidget

from exgui.engine.battle import Battle
from exgui.engine.system import Badge, Companion, System
from exgui.engine.zones import Link
from exgui.gui.battle_control.controller import BattleController
from exgui.gui.map.link_drawing import TRAIL
from exgui.gui.map.links import LinkItem
from exgui.gui.map.token_items import TokenItem
from exgui.gui.map.zone_item import ZoneItem
from exgui.gui.map.zone_look import traits_of
from exgui.gui.tokens.token_look import MOST_BADGES, without_badge_of_bar

BARRIERS = {
    "none": "open way",
    "obstacle": "an obstacle: crossed by a roll or an override",
    "wall": "a wall: no way through",
}


def barrier_words(link: Link) -> str:
    """Return what bars a link, by its name and with its difficulty where these are known."""
    words = BARRIERS.get(link.barrier, link.barrier)
    if link.barrier == "obstacle" and (link.name or link.difficulty):
        words = f"{link.obstacle}, crossed by a roll or an override"
    elif link.barrier != "none" and link.name:
        words = f"{link.name}, {words}"
    return f"{words}; hidden from the players" if link.hidden else words


def zone_name(battle: Battle, id: str) -> str:
    zone = battle.zones.get(id)
    return zone.name if zone is not None and zone.name else id.replace("_", " ").capitalize()


def token_words(battle: Battle, system: System, token: TokenItem, at: QPointF) -> str:
    """Describe the badge or number at that point, or the token."""
    one = battle.combatants[token.id]
    part = token.part_at(at)
    if isinstance(part, Badge | Companion):
        return part.text
    if part == "more":
        return "\n".join(badge.text for badge in token.look.badges[MOST_BADGES:])
    if part == "number":
        return f"{one.name}: key {token.look.number}"
    summary = system.summary(battle, token.id)
    carrier = token.companion.companion.text if token.companion is not None else ""
    many = token.look.strength.text if token.look.strength is not None else ""
    lines = [one.name, many, summary, carrier, *(badge.text for badge in token.look.badges)]
    return "\n".join(line for line in lines if line)


def link_words(battle: Battle, item: LinkItem) -> str:
    """Describe where a link leads, what bars it, and who is on the way."""
    a, b = (zone_name(battle, id) for id in item.link.between)
    lines = []
    if item.link.barrier != TRAIL:
        lines.append(f"{a} – {b}: {barrier_words(item.link)}")
    lines += [
        f"{way.look.name} on the way to {zone_name(battle, way.goal)}: {way.done} of {way.total}" for way in item.ways
    ]
    return "\n".join(lines)


def zone_words(item: ZoneItem) -> str:
    """Describe a zone: its name, its ground with the difficulties of its cover, and the range to it."""
    zone = item.zone
    lines = [item.look.name]
    if zone.terrain != "plain":
        lines.append(f"terrain: {zone.terrain}")
    lines += [word for icon, word in traits_of(zone) if "cover" not in word]
    if zone.ground:
        lines.append(f"ground: {zone.ground}")
    lines += [f"{level} cover, difficulty {difficulty}" for level, difficulty in zone.cover.items()]
    if item.look.pill:
        lines.append(f"range: {item.look.pill}")
    return "\n".join(lines)


def outline(battle: Battle, system: System) -> str:
    """Describe the whole map: each zone, and who is in it."""
    groups = {id: group for group in battle.close for id in group}
    out = []
    for zone in battle.zones.values():
        words = [word for _icon, word in traits_of(zone)]
        head = zone_name(battle, zone.id) + (f" ({', '.join(words)})" if words else "")
        here = []
        for one in battle.combatants.values():
            if one.zone != zone.id or system.represented_by(battle, one.id):
                continue
            others = [battle.combatants[id].name for id in groups.get(one.id, ()) if id != one.id]
            many = system.strength(battle, one.id)
            states = [badge.text for badge in without_badge_of_bar(system.badges(battle, one.id), many)]
            if many is not None:
                states.insert(0, many.text)
            if battle.active == one.id:
                states.insert(0, "acts now")
            if not system.standing(battle, one.id):
                states.insert(0, "down")
            if others:
                states.append(f"close to {', '.join(others)}")
            here.append(one.name + (f", {', '.join(states)}" if states else ""))
        here += [one.text.rstrip(".") for one in system.companions(battle) if one.zone == zone.id and not one.carries]
        out.append(f"{head}: {'; '.join(here) if here else 'empty'}.")
    return " ".join(out)


AFTER = 100
"""Milliseconds until screen readers are notified of a change: the map is painted first."""


class MapForScreenReaders:
    """Describes the map and the keyboard's place on it.

    Args:
        widget: is given the description.
        cursor: where the keyboard is: ("zone" or "token", its id), None for nowhere.
    """

    def __init__(
        self, widget: QWidget, controller: BattleController, cursor: Callable[[], tuple[str, str] | None]
    ) -> None:
        self._widget, self._controller, self._cursor = widget, controller, cursor
        self._announced = ""
        self._soon = QTimer(widget, singleShot=True, interval=AFTER)
        self._soon.timeout.connect(self.describe)

    def describe_soon(self) -> None:
        self._soon.start()

    def describe(self) -> None:
        """Describe the map now, if anything is new."""
        text = outline(self._controller.battle, self._controller.system)
        cursor = self._cursor()
        if cursor is not None:
            text = f"{self._controller.name(cursor[1])}. {text}"
        if text != self._announced:
            self._announced = text
            self._widget.setAccessibleDescription(text)
