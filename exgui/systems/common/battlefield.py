"""Steps by which the storyteller changes the battlefield while a battle runs: a new zone, a fire, a bridge that falls.

Each is one step of the battle, logged and undone like any other.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from exgui.engine.asks import Command, Violation
from exgui.engine.battle import Battle, Combatant
from exgui.engine.events import (
    CloseChanged,
    CombatantSet,
    ConditionEnded,
    Event,
    HazardsSet,
    LinksSet,
    Noted,
    PictureSet,
    ZoneGone,
    ZoneSet,
)
from exgui.engine.procedure import Scene, Steps
from exgui.engine.record import EMPTY, Table, Value
from exgui.engine.zones import BARRIERS, Link, MapPicture, Zone, link_between
from exgui.rulebook.encounter_shape import LINK, MOST_LINKS, MOST_ZONES, PICTURE, read_written
from exgui.rulebook.rules import Ruleset
from exgui.rulebook.setup import zone_from
from exgui.rulebook.setup_data import keys_data, zone_data
from exgui.rulebook.validation import Place, Problems, SetupError, thawed
from exgui.systems.common.close_groups import leave_group
from exgui.systems.common.gear import rules_of
from exgui.systems.common.steps import ids_of
from exgui.systems.common.storyteller import EnterZone

REMOVE = "remove"
"""What `barrier` is to take a link away."""
QUIET = frozenset({"x", "y", "width", "height", "shape", "notes", "auto_reveal", "reveal_when"})
"""Keys of a zone whose change is no news for anybody at the table."""


def check_zone(battle: Battle, command: Command) -> list[Violation]:
    """The violations of a new zone, or of a change to one: keys that no zone has, and values that they cannot have."""
    if command.get("zone") not in battle.zones and len(battle.zones) >= MOST_ZONES:
        return [_wrong(f"A battlefield has {MOST_ZONES} zones at most.")]
    try:
        _zone(battle, command)
    except SetupError as error:
        return [_wrong(f"{problem.key or 'The zone'} {problem.message}.") for problem in error.problems]
    return []


def set_zone(scene: Scene, command: Command) -> Steps:
    """Puts a new zone on the battlefield, or changes one: its name, its terrain, what it hides. What is set to nothing
    (None) is as where nothing is said of it."""
    zone = _zone(scene.battle, command)
    before = scene.battle.zones.get(zone.id)
    yield ZoneSet(zone)
    if before is None:
        yield Noted(f"{zone.name} is part of the battlefield now.")
        return
    changed = [key for key in command.get("set", EMPTY) if getattr(zone, key, None) != getattr(before, key, None)]
    if before.name != zone.name:
        yield Noted(f"{before.name} is called {zone.name} now.")
    told = [key for key in changed if key not in QUIET and key != "name"]
    if told or zone.fields != before.fields:
        yield Noted(f"{zone.name} changes: {', '.join(_said(zone, key) for key in told) or 'what it does'}.")


def _zone(battle: Battle, command: Command) -> Zone:
    """Return the zone as the step makes it.

    Raises:
        SetupError: it cannot be like that.
    """
    id, given = command.get("zone"), command.get("set", EMPTY)
    if not isinstance(given, Mapping):
        Place().key("set").refuse('must be a table of what is to change, such as { terrain = "fire" }')
    known = battle.zones.get(id) if isinstance(id, str) else None
    data: dict[str, Any] = zone_data(rules_of(battle), known) if known is not None else {}
    data.update({str(key): thawed(value) for key, value in given.items()})
    data = {key: value for key, value in data.items() if value is not None}
    return zone_from(rules_of(battle), {**data, "id": id})


def _said(zone: Zone, key: str) -> str:
    value = getattr(zone, key, None)
    if key == "cover":
        return (
            f"cover {', '.join(f'{level} {number}' for level, number in zone.cover.items())}"
            if zone.cover
            else "no cover"
        )
    if key == "difficult":
        return "difficult terrain" if value else "no difficult terrain any more"
    if key == "hidden":
        return "the players do not see it" if value else "the players see it"
    if key == "size":
        return f"{value} yards across"
    return f"{key} {value}" if value is not None else key


def check_remove_zone(battle: Battle, command: Command) -> list[Violation]:
    """Return the violations of taking a zone away: whoever is in it needs another zone to go to."""
    id, to = command.get("zone"), command.get("to")
    if id not in battle.zones:
        return [_wrong(f"There is no zone {id}.")]
    if to is not None and (to not in battle.zones or to == id):
        return [_wrong(f"There is no zone {to} to go to.")]
    inside = [one.name for one in battle.combatants.values() if one.zone == id]
    if inside and to is None and len(battle.zones) > 1:
        return [
            _wrong(f"{', '.join(inside[:5])}{' and others' if len(inside) > 5 else ''} must go somewhere: say where.")
        ]
    if inside and to is None:
        return [_wrong("It is the last zone, and somebody is in it.")]
    return []


def remove_zone(scene: Scene, command: Command, enter_zone: EnterZone) -> Steps:
    """Take a zone off the battlefield, with its links; all who are in it come into another. What harmed those in
    it is over, and so is every state that named it."""
    id, to = str(command.get("zone")), command.get("to")
    name = scene.battle.zones[id].name
    for one in list(scene.battle.combatants.values()):
        if one.zone != id:
            continue
        if one.waiting:
            yield CombatantSet(one.but(zone=str(to)))
            continue
        if scene.battle.close_group(one.id):
            yield CloseChanged(leave_group(scene.battle, one.id))
        yield from enter_zone(scene, one.id, str(to), "")
    kept = tuple(hazard for hazard in scene.battle.hazards if hazard.zone != id)
    if kept != scene.battle.hazards:
        yield HazardsSet(kept)
    yield from _states_about(scene.battle, id)
    yield ZoneGone(id)
    yield Noted(f"{name} is gone.")


def _states_about(battle: Battle, zone: str) -> list[Event]:
    """What ends the states that name a zone: somebody is on the way into it, or something of theirs lies there."""
    rules = rules_of(battle)
    return [
        ConditionEnded(one.id, state) for one in battle.combatants.values() for state in states_about(rules, one, zone)
    ]


def check_link(battle: Battle, command: Command) -> list[Violation]:
    """The violations of drawing a link: it needs two different zones and a barrier ("remove" removes the link)."""
    between = ids_of(command, "between")
    if len(between) != 2 or between[0] == between[1] or any(zone not in battle.zones for zone in between):
        return [_wrong("A link joins two different zones of the battle.")]
    if command.get("barrier", "none") not in (*BARRIERS, REMOVE):
        return [_wrong(f"A barrier is one of {', '.join(BARRIERS)}.")]
    if link_between(battle.links, *between) is None and len(battle.links) >= MOST_LINKS:
        return [_wrong(f"A battlefield has {MOST_LINKS} links at most.")]
    try:
        _link(battle, command)
    except SetupError as error:
        return [_wrong(f"{problem.key} {problem.message}.") for problem in error.problems]
    return []


def set_link(scene: Scene, command: Command) -> Steps:
    battle = scene.battle
    a, b = ids_of(command, "between")
    before = link_between(battle.links, a, b)
    kept = [link for link in battle.links if set(link.between) != {a, b}]
    one, other = battle.zones[a].name, battle.zones[b].name
    if command.get("barrier") == REMOVE:
        yield LinksSet(tuple(kept))
        if before is not None:
            yield Noted(f"Nothing leads from {one} to {other} any more.")
        return
    link = _link(battle, command)
    yield LinksSet((*kept, link))
    if before is None:
        yield Noted(f"A way leads from {one} to {other}{_barred(link)}.")
    elif (before.barrier, before.name, before.difficulty) != (link.barrier, link.name, link.difficulty):
        yield Noted(f"Between {one} and {other}: {_barred(link).removeprefix(', ') or 'the way is clear'}.")


def _barred(link: Link) -> str:
    """Return what bars a link, as the end of a sentence; "" for nothing."""
    if link.barrier == "none":
        return ""
    hard = f" (difficulty {link.difficulty})" if link.difficulty else ""
    plain = {"obstacle": "an obstacle", "wall": "a wall"}.get(link.barrier, link.barrier)
    return f", barred by {link.name or plain}{hard}"


def _link(battle: Battle, command: Command) -> Link:
    """Return the link as the step makes it; what is not said stays as it is, but for the barrier.

    Raises:
        SetupError: it cannot be like that.
    """
    a, b = ids_of(command, "between")
    known = link_between(battle.links, a, b) or Link((a, b))
    given = {key: command.get(key) for key in ("difficulty", "name", "hidden") if command.get(key) is not None}
    barrier = command.get("barrier", "none")
    data = {**keys_data(LINK, known), "barrier": "none" if barrier == REMOVE else barrier, "between": [a, b], **given}
    problems = Problems()
    read = read_written(LINK, data, Place(), problems).given
    problems.raise_any()
    return Link(**read)


def check_picture(battle: Battle, command: Command) -> list[Violation]:
    """The violations of laying a picture under the zones: it needs the id of one, and a place that can be drawn."""
    try:
        _picture(battle, command)
    except SetupError as error:
        return [_wrong(f"{problem.key or 'The picture'} {problem.message}.") for problem in error.problems]
    return []


def set_picture(scene: Scene, command: Command) -> Steps:
    """Lays a picture under the zones, moves it, or takes it away (`remove`)."""
    yield PictureSet(_picture(scene.battle, command))


def _picture(battle: Battle, command: Command) -> MapPicture | None:
    if command.get("remove") is True:
        return None
    data = keys_data(PICTURE, battle.picture) if battle.picture is not None else {}
    data.update({str(key): thawed(value) for key, value in command.args.items() if key in PICTURE})
    problems = Problems()
    read = read_written(PICTURE, data, Place(), problems).given
    problems.raise_any()
    return MapPicture(**read)


def _wrong(text: str) -> Violation:
    return Violation("", text, final=True)


def names_it(value: Value, id: str) -> bool:
    """Return whether an id is in a value, at any depth, or a key of it."""
    if isinstance(value, str):
        return value == id
    if isinstance(value, Mapping):
        return id in value or any(names_it(one, id) for one in value.values())
    return isinstance(value, tuple) and any(names_it(one, id) for one in value)


def without_it(value: Value, id: str) -> Value:
    """Return a value of several entries without those that name an id; None where nothing of it is left."""
    if isinstance(value, Mapping):
        left = {key: one for key, one in value.items() if key != id and not names_it(one, id)}
        return Table(left) if left else None
    if isinstance(value, tuple):
        kept = tuple(one for one in value if not names_it(one, id))
        return kept or None
    return None if value == id else value


def states_about(rules: Ruleset, one: Combatant, id: str) -> list[str]:
    """The conditions of somebody that name a combatant or a zone. A text ("heavy" cover) is never such a name."""
    return [
        name
        for name, value in one.conditions.items()
        if name in rules.conditions and rules.conditions[name].type in ("id", "ids", "data") and names_it(value, id)
    ]
