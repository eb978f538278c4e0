"""An edit of the battlefield as steps of a battle under way: each difference in the data becomes a storyteller's
step. So the same edits that prepare an encounter also change a battle in progress.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from exgui.campaign.encounter_edits.edit import Encounter, Entry, entries
from exgui.engine.asks import Command
from exgui.engine.record import EMPTY, Table, freeze
from exgui.rulebook.encounter_shape import LINK

PEOPLE_KEYS = ("name", "side", "hidden", "revealed", "notes")
"""Keys of a combatant in a battle that an edit can change, besides their place."""
DEFAULTS = {"hidden": False, "revealed": True, "notes": "", "side": ""}


def battle_steps(
    before: Encounter, after: Encounter, renamed: Mapping[str, str] = EMPTY, goal: str | None = None
) -> tuple[Command, ...]:
    """Return the steps that apply an edit to a battle. In a battle ids stay the same, whatever the names.

    Args:
        before: the battle's data before the edit.
        renamed: new ids by old ids, as the edit changed them.
        goal: the zone to which combatants in a removed zone move; None if there are none.
    """
    old = {new: known for known, new in renamed.items()}
    zones = {str(one["id"]): one for one in entries(before, "zone")}
    now = {old.get(str(one["id"]), str(one["id"])): one for one in entries(after, "zone")}
    gone = [id for id in zones if id not in now]
    return (
        *_zone_steps(zones, now),
        *_people_steps(before, after, old, set(gone)),
        *_link_steps(before, after, old, set(gone)),
        *_picture_steps(before.get("picture"), after.get("picture")),
        *(_step("remove_zone", zone=id, **({"to": goal} if goal is not None else {})) for id in gone),
    )


def _step(do: str, **args: Any) -> Command:
    return Command(do, "", Table({key: freeze(value) for key, value in args.items()}))


def _zone_steps(before: Mapping[str, Entry], after: Mapping[str, Entry]) -> Iterator[Command]:
    for id, zone in after.items():
        known = before.get(id, EMPTY)
        keys = dict.fromkeys(key for key in (*zone, *known) if key != "id")
        changes = {key: zone.get(key) for key in keys if zone.get(key) != known.get(key)}
        if changes or id not in before:
            yield _step("zone", zone=id, set=changes)


def _people_steps(before: Encounter, after: Encounter, old: Mapping[str, str], gone: set[str]) -> Iterator[Command]:
    people = {str(one["id"]): one for one in entries(before, "combatant")}
    now = {old.get(str(one["id"]), str(one["id"])): one for one in entries(after, "combatant")}
    for id, one in now.items():
        known = people.get(id)
        if known is None:
            continue
        zone, was = one.get("zone"), known.get("zone")
        if zone != was and was not in gone:
            moved = old.get(zone, zone) if zone is not None else None
            yield (_step("adjust", who=id, set={"zone": None}) if moved is None else _step("place", who=id, zone=moved))
        changes = {
            key: one.get(key, DEFAULTS.get(key))
            for key in PEOPLE_KEYS
            if one.get(key, DEFAULTS.get(key)) != known.get(key, DEFAULTS.get(key))
        }
        if changes:
            yield _step("adjust", who=id, set=changes)
    for id in people:
        if id not in now:
            yield _step("remove", who=id)


def _link_steps(before: Encounter, after: Encounter, old: Mapping[str, str], gone: set[str]) -> Iterator[Command]:
    def by_ends(data: Encounter, named: Mapping[str, str]) -> dict[frozenset[str], Entry]:
        return {frozenset(named.get(end, end) for end in one["between"]): one for one in entries(data, "link")}

    known, now = by_ends(before, EMPTY), by_ends(after, old)
    keys = [key for key in LINK if key != "between"]
    for ends, link in now.items():
        values = {key: link.get(key, LINK[key].default) for key in keys}
        was = known.get(ends)
        if was is None or values != {key: was.get(key, LINK[key].default) for key in keys}:
            yield _step("link", between=tuple(old.get(end, end) for end in link["between"]), **values)
    for ends, link in known.items():
        if ends not in now and gone.isdisjoint(ends):
            yield _step("link", between=link["between"], barrier="remove")


def _picture_steps(before: Entry | None, after: Entry | None) -> Iterator[Command]:
    if before != after:
        yield _step("picture", remove=True) if after is None else _step("picture", **after)
