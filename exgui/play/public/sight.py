"""Who and what the players see, whether the present moment is kept from them, and the clock as they see it.

If ticks count up from the first to act, the players' clock counts from the first visible combatant: a faster hidden one
would leave the first ticks empty. `lead` is by how many ticks the clock is ahead of the players' clock; None until that
is settled. It is settled when the battle begins, and later falls only if a combatant comes into view on an earlier tick
than the players have seen.
"""

from __future__ import annotations

import re

from exgui.engine.battle import Battle, Combatant
from exgui.engine.events import Event
from exgui.engine.evolve import evolve
from exgui.engine.record import Table, index_by_id
from exgui.engine.system import System
from exgui.engine.timeline import Timeline
from exgui.engine.zones import Link, Zone

_MOMENT = re.compile(r"\b([Tt]icks?) (\d+)\b")


def is_seen(one: Combatant) -> bool:
    """Return whether the players see a combatant: one who is not hidden and does not wait for their entrance."""
    return not one.hidden and not one.waiting


def seen_zone(battle: Battle, id: str | None) -> str | None:
    """Return a zone's id, if the players see the zone; else None."""
    zone = battle.zones.get(id) if id is not None else None
    return zone.id if zone is not None and not zone.hidden else None


def own_sides(battle: Battle) -> frozenset[str]:
    """Return the sides on which the players see player characters. All others are foes."""
    return frozenset(one.side for one in battle.combatants.values() if one.player and is_seen(one))


def is_secret(system: System, battle: Battle) -> bool:
    """Return whether only combatants whom the players do not see are up, or choose who is next, or can be named:
    nothing of this moment may show, not even that it exists."""
    concerned = _concerned(system, battle)
    return bool(concerned) and not any(is_seen(one) for one in concerned)


def is_turn_seen(system: System, battle: Battle) -> bool:
    """Return whether a visible combatant is up, or chooses who is next, or can be named; or the battle is not
    running."""
    return battle.phase != "running" or any(is_seen(one) for one in _concerned(system, battle))


def _concerned(system: System, battle: Battle) -> list[Combatant]:
    """Return the combatants who are up; if there are none, the combatants who may be named next. While a hidden
    combatant names them, return that one; if a choice exists only because of hidden combatants, return these."""
    people = battle.combatants
    if battle.phase != "running":
        return []
    if battle.up:
        return [people[id] for id in battle.up if id in people]
    names = [people[battle.chooser]] if battle.chooser in people else []
    line = system.timeline(battle)
    if line.choosing is None or not all(is_seen(one) for one in names):
        return names
    coming = [mark for mark in line.marks if mark.state == "coming"]
    if line.for_hidden:
        return [people[mark.id] for mark in coming if not is_seen(people[mark.id])]
    return [people[mark.id] for mark in coming if mark.lane == line.choosing] or names


def with_secrets_of(shown: Battle, now: Battle) -> Battle:
    """Return the battle as it was shown, with everything hidden or shown as it is in `now`.

    A combatant who has been revealed has their present name and portrait, and nothing from the time when they were
    hidden is shown. A combatant who has left the battle is hidden, so that nothing else changes without them.
    """
    people = Table((id, _as_shown(one, now.combatants.get(id))) for id, one in shown.combatants.items())
    new = {id for id in people if shown.combatants[id].hidden and not people[id].hidden}
    people = Table((id, _where_they_are(one, now)) for id, one in people.items())
    zones = Table((id, _shown_zone(zone, now.zones[id])) for id, zone in shown.zones.items() if id in now.zones)
    links = _shown_links(shown, now)
    up = tuple(id for id in shown.up if id not in new)
    close = tuple(tuple(id for id in group if id in now.combatants and id not in new) for group in shown.close)
    return shown.but(combatants=people, zones=zones, links=links, picture=now.picture, up=up, close=close)


def _as_shown(was: Combatant, now: Combatant | None) -> Combatant:
    """Return a combatant as they were shown, with what is known of them in the present; hidden, if they are gone."""
    if now is None:
        return was.but(hidden=True, zone=None)
    if was.hidden and not now.hidden:
        return now.but(waiting=was.waiting)
    return was.but(hidden=now.hidden, revealed=now.revealed, name=now.name, portrait=now.portrait)


def _where_they_are(one: Combatant, now: Battle) -> Combatant:
    return one if one.zone is None or one.zone in now.zones else one.but(zone=now.combatants[one.id].zone)


def _shown_zone(zone: Zone, now: Zone) -> Zone:
    """Return a zone as it was shown, hidden if it is hidden in `now`; one shown for the first time is as in `now`."""
    return now if zone.hidden and not now.hidden else zone.but(hidden=now.hidden)


def _shown_links(shown: Battle, now: Battle) -> tuple[Link, ...]:
    """Return the links as they were shown; those between two zones as they are in `now`, if the number of visible links
    between these has changed and some are or were hidden."""
    before, after = _by_ends(shown.links), _by_ends(now.links)
    found: list[Link] = []
    for ends, links in before.items():
        others = after.get(ends)
        if others is None or _count_seen(others) == _count_seen(links):
            found += links
        else:
            found += others if any(link.hidden for link in (*links, *others)) else links
    return tuple(found)


def _by_ends(links: tuple[Link, ...]) -> dict[frozenset[str], list[Link]]:
    found: dict[frozenset[str], list[Link]] = {}
    for link in links:
        found.setdefault(frozenset(link.between), []).append(link)
    return found


def _count_seen(links: list[Link]) -> int:
    return sum(not link.hidden for link in links)


def all_known(battle: Battle) -> Battle:
    people = battle.combatants.values()
    if all(one.revealed for one in people):
        return battle
    return battle.but(combatants=index_by_id(one if one.revealed else one.but(revealed=True) for one in people))


def before_anything(battle: Battle) -> Battle:
    """Return a battle that is first seen at a secret moment: no one is up, and no clock is shown."""
    return battle.but(up=(), round=0, tick=None, phase="prepared")


def counts_up(line: Timeline) -> bool:
    return line.axis == "up"


def lead_at_start(system: System, before: Battle, after: Battle, events: tuple[Event, ...]) -> int | None:
    """Return by how many ticks the visible combatants begin later than all, in the step that begins the battle; None if
    no visible combatant takes a place on the time line in it."""
    placed = _places(system, before)
    last = before
    for event in events:
        now = evolve(last, event)
        if now.phase != "prepared":
            break
        last = now
    joined = {id: place for id, place in _places(system, last).items() if id not in placed}
    people = after.combatants
    seen = [place for id, place in joined.items() if id in people and is_seen(people[id])]
    return min(seen) - min(joined.values()) if seen else None


def _places(system: System, battle: Battle) -> dict[str, int]:
    return {mark.id: mark.place for mark in system.timeline(battle).marks if mark.place is not None}


def lead_at(lead: int | None, shown: Battle) -> int | None:
    """Return the lead after the players have been shown the clock: it never shows less than 0."""
    if shown.phase == "prepared" or shown.tick is None:
        return lead
    return shown.tick if lead is None else min(lead, shown.tick)


def on_clock(text: str, lead: int | None) -> str:
    if not lead:
        return text
    return _MOMENT.sub(lambda found: f"{found[1]} {max(int(found[2]) - lead, 0)}", text)
