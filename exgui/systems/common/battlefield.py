"""Steps by which the storyteller changes the battlefield during a battle: a new zone, a fire, a fallen bridge.

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
from exgui.engine.sentences import listed
from exgui.engine.zones import BARRIERS, Link, MapPicture, Zone, link_between
from exgui.rulebook.encounter_shape import LINK, MOST_LINKS, MOST_ZONES, PICTURE, read_written
from exgui.rulebook.rules import Ruleset
from exgui.rulebook.setup import zone_from
from exgui.rulebook.setup_data import keys_data, zone_data
from exgui.rulebook.validation import Place, Problems, SetupError, thawed
from exgui.systems.common import sentences as say
from exgui.systems.common.close_groups import leave_group
from exgui.systems.common.gear import rules_of
from exgui.systems.common.steps import ids_of
from exgui.systems.common.storyteller import EnterZone

REMOVE = "remove"
"""The value of `barrier` that removes a link."""
QUIET = frozenset({"x", "y", "width", "height", "shape", "notes", "auto_reveal", "reveal_when"})
"""Keys of a zone whose changes the log does not report."""


def check_zone(battle: Battle, command: Command) -> list[Violation]:
    """Return the violations of adding or changing a zone: too many zones, unknown keys, invalid values."""
    if command.get("zone") not in battle.zones and len(battle.zones) >= MOST_ZONES:
        return [_wrong(say.ZONES_AT_MOST(n=MOST_ZONES))]
    try:
        _zone(battle, command)
    except SetupError as error:
        return _problems(error, say.THE_ZONE)
    return []


def set_zone(scene: Scene, command: Command) -> Steps:
    """Add a zone, or change one: its name, its terrain, what it hides. None resets a key."""
    zone = _zone(scene.battle, command)
    before = scene.battle.zones.get(zone.id)
    yield ZoneSet(zone)
    if before is None:
        yield Noted(say.NEW_ZONE(zone=zone))
        return
    changed = [key for key in command.get("set", EMPTY) if getattr(zone, key, None) != getattr(before, key, None)]
    if before.name != zone.name:
        yield Noted(say.ZONE_RENAMED(before=before, zone=zone))
    shown = [key for key in changed if key not in QUIET and key != "name"]
    if shown or zone.fields != before.fields:
        changes = ", ".join(_change_text(zone, key) for key in shown) or say.WHAT_IT_DOES
        yield Noted(say.ZONE_CHANGES(zone=zone, changes=changes))


def _zone(battle: Battle, command: Command) -> Zone:
    """Return the zone as the step makes it.

    Raises:
        SetupError: the zone is invalid.
    """
    id, given = command.get("zone"), command.get("set", EMPTY)
    if not isinstance(given, Mapping):
        Place().key("set").refuse('must be a table of changes, such as { terrain = "fire" }')
    known = battle.zones.get(id) if isinstance(id, str) else None
    data: dict[str, Any] = zone_data(rules_of(battle), known) if known is not None else {}
    data.update({str(key): thawed(value) for key, value in given.items()})
    data = {key: value for key, value in data.items() if value is not None}
    return zone_from(rules_of(battle), {**data, "id": id})


def _change_text(zone: Zone, key: str) -> str:
    value = getattr(zone, key, None)
    if key == "cover":
        levels = ", ".join(say.NAME_AND_VALUE(name=level, value=number) for level, number in zone.cover.items())
        return say.COVER_LEVELS(levels=levels) if levels else say.NO_COVER
    if key == "difficult":
        return say.DIFFICULT if value else say.NOT_DIFFICULT
    if key == "hidden":
        return say.HIDDEN if value else say.SEEN
    if key == "size":
        return say.YARDS_ACROSS(n=value)
    return say.NAME_AND_VALUE(name=key, value=value) if value is not None else key


def check_remove_zone(battle: Battle, command: Command) -> list[Violation]:
    """Return the violations of removing a zone: combatants in it need another zone to go to."""
    id, to = command.get("zone"), command.get("to")
    if id not in battle.zones:
        return [_wrong(say.NO_ZONE(zone=str(id)))]
    if to is not None and (to not in battle.zones or to == id):
        return [_wrong(say.NO_ZONE_TO_GO_TO(zone=str(to)))]
    inside = [one.name for one in battle.combatants.values() if one.zone == id]
    if inside and to is None and len(battle.zones) > 1:
        names = say.AND_OTHERS(names=", ".join(inside[:5])) if len(inside) > 5 else listed(inside)
        return [_wrong(say.MUST_GO_SOMEWHERE(names=names))]
    if inside and to is None:
        return [_wrong(say.LAST_ZONE)]
    return []


def remove_zone(scene: Scene, command: Command, enter_zone: EnterZone) -> Steps:
    """Remove a zone and its links, and move everyone in it to another zone.

    The zone's hazards end, and so does every state that names it.
    """
    id, to = str(command.get("zone")), command.get("to")
    zone = scene.battle.zones[id]
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
    yield Noted(say.ZONE_GONE(zone=zone))


def _states_about(battle: Battle, zone: str) -> list[Event]:
    """Return the events that end states naming a zone: being on the way into it, or having something lying there."""
    rules = rules_of(battle)
    return [
        ConditionEnded(one.id, state) for one in battle.combatants.values() for state in states_about(rules, one, zone)
    ]


def check_link(battle: Battle, command: Command) -> list[Violation]:
    """Return the violations of setting a link: it needs two different zones and a barrier ("remove" removes it)."""
    between = ids_of(command, "between")
    if len(between) != 2 or between[0] == between[1] or any(zone not in battle.zones for zone in between):
        return [_wrong(say.TWO_ZONES)]
    if command.get("barrier", "none") not in (*BARRIERS, REMOVE):
        return [_wrong(say.BARRIER(barriers=", ".join(BARRIERS)))]
    if link_between(battle.links, *between) is None and len(battle.links) >= MOST_LINKS:
        return [_wrong(say.LINKS_AT_MOST(n=MOST_LINKS))]
    try:
        _link(battle, command)
    except SetupError as error:
        return _problems(error, "")
    return []


def set_link(scene: Scene, command: Command) -> Steps:
    battle = scene.battle
    a, b = ids_of(command, "between")
    before = link_between(battle.links, a, b)
    kept = [link for link in battle.links if set(link.between) != {a, b}]
    one, other = battle.zones[a], battle.zones[b]
    if command.get("barrier") == REMOVE:
        yield LinksSet(tuple(kept))
        if before is not None:
            yield Noted(say.NOTHING_LEADS(zone=one, other=other))
        return
    link = _link(battle, command)
    yield LinksSet((*kept, link))
    barrier = _barrier(link)
    if before is None:
        sentence = say.PATH_LEADS_BARRED if barrier else say.PATH_LEADS
    elif (before.barrier, before.name, before.difficulty) != (link.barrier, link.name, link.difficulty):
        sentence = say.PATH_BARRED if barrier else say.PATH_CLEAR
    else:
        return
    yield Noted(sentence(zone=one, other=other, barrier=barrier))


def _barrier(link: Link) -> str:
    """Return a link's barrier in words; "" for none."""
    if link.barrier == "none":
        return ""
    barrier = link.name or {"obstacle": say.OBSTACLE, "wall": say.WALL}.get(link.barrier, link.barrier)
    return say.BARRIER_OF_DIFFICULTY(barrier=barrier, n=link.difficulty) if link.difficulty else barrier


def _link(battle: Battle, command: Command) -> Link:
    """Return the link as the step makes it; keys that are not given stay, except the barrier.

    Raises:
        SetupError: the link is invalid.
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
    """Return the violations of putting a picture under the zones: it needs a picture's id and a valid place."""
    try:
        _picture(battle, command)
    except SetupError as error:
        return _problems(error, say.THE_PICTURE)
    return []


def set_picture(scene: Scene, command: Command) -> Steps:
    """Put a picture under the zones, move it, or remove it (`remove`)."""
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


def _problems(error: SetupError, named: str) -> list[Violation]:
    """Return the problems as violations.

    Args:
        named: the subject of a problem without a key.
    """
    return [_wrong(say.SETTING_WRONG(key=one.key or named, wrong=one.message)) for one in error.problems]


def names_it(value: Value, id: str) -> bool:
    """Return whether an id occurs in a value, at any depth, or as a key."""
    if isinstance(value, str):
        return value == id
    if isinstance(value, Mapping):
        return id in value or any(names_it(one, id) for one in value.values())
    return isinstance(value, tuple) and any(names_it(one, id) for one in value)


def without_it(value: Value, id: str) -> Value:
    """Return a value without its entries that name an id; None if nothing is left."""
    if isinstance(value, Mapping):
        left = {key: one for key, one in value.items() if key != id and not names_it(one, id)}
        return Table(left) if left else None
    if isinstance(value, tuple):
        kept = tuple(one for one in value if not names_it(one, id))
        return kept or None
    return None if value == id else value


def states_about(rules: Ruleset, one: Combatant, id: str) -> list[str]:
    """Return a combatant's conditions that name a combatant or a zone. A text ("heavy" cover) never does."""
    return [
        name
        for name, value in one.conditions.items()
        if name in rules.conditions and rules.conditions[name].type in ("id", "ids", "data") and names_it(value, id)
    ]
