"""A planted leak for every field of the public records: the field's value if it were filled with a secret."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, get_args, get_type_hints

from msgspec.structs import asdict

from exgui.engine.battle import Battle, Combatant
from exgui.engine.record import Record, Table
from exgui.engine.system import System
from exgui.play.public.known import Known
from exgui.play.public.records import (
    PublicBattle,
    PublicCombatant,
    PublicCompanion,
    PublicLine,
    PublicLink,
    PublicNotice,
    PublicPicture,
    PublicRoll,
    PublicSide,
    PublicState,
    PublicZone,
)

Leak = Callable[[System, Known, Any], Any]
"""Gives the secret for a field, of the game, of what is known, and of the record's id ("" for the whole battle)."""


def _one(of: Callable[[Combatant, Battle], Any]) -> Leak:
    def leak(_system: System, known: Known, id: str) -> Any:
        real = next(real for real, public in known.ids.items() if public == id)
        return of(known.shown.combatants[real], known.shown)

    return leak


def _zone(of: Callable[[Any, Battle], Any]) -> Leak:
    def leak(_system: System, known: Known, id: str) -> Any:
        real = next(real for real, public in known.zone_ids.items() if public == id)
        return of(known.shown.zones[real], known.shown)

    return leak


def _all(of: Callable[[Battle], Any]) -> Leak:
    return lambda _system, known, _id: of(known.shown)


def _position(one: Combatant, battle: Battle) -> int:
    return list(battle.combatants).index(one.id)


BATTLE: dict[str, Leak] = {
    "phase": _all(lambda battle: len(battle.zones)),
    "round": _all(lambda battle: len(battle.combatants)),
    "tick": _all(lambda battle: [one.tracks for one in battle.combatants.values()]),
    "axis": _all(lambda battle: battle.title),
    "caption": _all(lambda battle: [one.name for one in battle.combatants.values()]),
    "shaded": _all(lambda battle: len(battle.close)),
    "up": _all(lambda battle: battle.up),
    "asked": _all(lambda battle: len(battle.up)),
    "choosing": lambda system, known, _id: system.timeline(known.shown).choosing or "",
    "chooser": lambda system, known, _id: system.timeline(known.shown).chooser,
    "order": lambda system, known, _id: [mark.id for mark in system.timeline(known.shown).marks],
    "combatants": _all(lambda battle: list(battle.combatants)),
    "sides": _all(lambda battle: {one.side for one in battle.combatants.values()}),
    "zones": _all(lambda battle: list(battle.zones)),
    "links": _all(lambda battle: len(battle.links)),
    "picture": _all(lambda battle: battle.picture),
    "companions": _all(lambda battle: [one.id for one in battle.combatants.values()]),
    "notices": _all(lambda battle: [notice.label for notice in (*battle.timers, *battle.hazards)]),
    "log": _all(lambda battle: [one.notes for one in battle.combatants.values()]),
}
COMBATANT: dict[str, Leak] = {
    "id": _one(lambda one, _battle: one.id),
    "name": _one(lambda one, _battle: one.name),
    "side": _one(lambda one, _battle: one.side),
    "own": _one(lambda one, battle: any(other.player and other.hidden for other in battle.combatants.values())),
    "player": _one(lambda one, _battle: one.asked),
    "kind": _one(lambda one, _battle: one.notes),
    "zone": _one(lambda one, _battle: one.zone),
    "portrait": _one(lambda one, _battle: one.portrait + one.notes),
    "health": _one(lambda one, _battle: one.track("health.lethal")),
    "band": _one(lambda one, _battle: {name: one.tracks[name] for name in one.tracks if "." in name}),
    "place": _one(lambda one, _battle: [one.track("initiative"), one.track("next_tick")]),
    "state": _one(_position),
    "states": _one(lambda one, _battle: one.traits),
    "close": _one(lambda one, battle: len(battle.close_group(one.id))),
    "figures": _one(lambda one, _battle: one.number),
    "breaks": _one(lambda one, battle: [other.id for other in battle.combatants.values() if other.side == one.side]),
    "way": _one(lambda one, battle: list(battle.zones).index(one.zone) if one.zone in battle.zones else None),
    "plural": _one(lambda one, _battle: one.name),
}
ZONE: dict[str, Leak] = {
    "id": _zone(lambda zone, _battle: zone.id),
    "name": _zone(lambda zone, _battle: zone.notes),
    "difficult": _zone(lambda zone, battle: sum(zone.id in link.between for link in battle.links)),
    "size": _zone(lambda zone, battle: sum(one.zone == zone.id for one in battle.combatants.values())),
    "hazard": _zone(lambda zone, battle: [one.label for one in battle.hazards]),
    "cover": _zone(lambda zone, battle: [one.id for one in battle.combatants.values() if one.zone == zone.id]),
    "x": _zone(lambda zone, battle: zone.x - min(other.x for other in battle.zones.values())),
    "y": _zone(lambda zone, battle: list(battle.zones).index(zone.id)),
    "width": _zone(lambda _zone, battle: len(battle.zones)),
    "height": _zone(lambda _zone, battle: max(other.x for other in battle.zones.values())),
    "shape": _zone(lambda zone, _battle: zone.notes),
    "terrain": _zone(lambda zone, _battle: zone.ground),
}
IDS = _all(lambda battle: list(battle.combatants))
NAMES = _all(lambda battle: [one.name for one in battle.combatants.values()])
SIDES = _all(lambda battle: sorted({one.side for one in battle.combatants.values()}))
ZONES = _all(lambda battle: list(battle.zones))
NOTES = _all(lambda battle: [one.notes for one in battle.combatants.values()])
TRACKS = _all(lambda battle: [one.tracks for one in battle.combatants.values()])
LINKS = _all(lambda battle: [(link.name, link.difficulty) for link in battle.links])
LABELS = _all(lambda battle: [notice.label for notice in (*battle.timers, *battle.hazards)])
SMALL: dict[type[Record], dict[str, Leak]] = {
    PublicSide: {"id": SIDES, "name": SIDES},
    PublicState: {"icon": TRACKS, "text": NAMES, "tone": NOTES},
    PublicLink: {"between": ZONES, "barrier": NOTES, "difficulty": LINKS, "name": LINKS},
    PublicPicture: dict.fromkeys(("id", "x", "y", "width", "height", "dim"), LINKS),
    PublicCompanion: {"id": IDS, "name": NAMES, "icon": NOTES, "zone": ZONES, "carries": IDS, "beside": IDS},
    PublicNotice: {"kind": NOTES, "label": LABELS, "round": TRACKS, "tick": TRACKS, "zone": ZONES},
    PublicLine: {"text": NAMES, "rolls": IDS, "result": NAMES},
    PublicRoll: {
        "who": IDS,
        "label": NOTES,
        "faces": TRACKS,
        "score": TRACKS,
        "scores": NOTES,
        "passed": TRACKS,
    },
}
LEAKS: dict[tuple[type[Record], str], Leak] = {
    (kind, name): leak
    for kind, leaks in {PublicBattle: BATTLE, PublicCombatant: COMBATANT, PublicZone: ZONE, **SMALL}.items()
    for name, leak in leaks.items()
}
"""By record and field."""


def kinds_in(kind: Any) -> set[type[Record]]:
    """All records that a type is made of."""
    if isinstance(kind, type) and issubclass(kind, Record):
        within = [kinds_in(one) for one in get_type_hints(kind).values()]
        return {kind}.union(*within)
    return set[type[Record]]().union(*(kinds_in(one) for one in get_args(kind)))


def with_leak(field: tuple[type[Record], str], system: System, known: Known, battle: PublicBattle) -> Any:
    """A public battle in which a field of every record of a kind is filled with a secret."""
    kind, name = field

    def leaking(value: Any) -> Any:
        if isinstance(value, kind):
            return value.but(**{name: LEAKS[field](system, known, getattr(value, "id", ""))})
        if isinstance(value, Record):
            return value.but(**{key: leaking(item) for key, item in asdict(value).items()})
        if isinstance(value, dict):
            return Table((key, leaking(item)) for key, item in value.items())
        return tuple(leaking(item) for item in value) if isinstance(value, tuple) else value

    return leaking(battle)
