"""Edits of an encounter's combatants: added, placed, close to one another, on a side, mounted, arriving later."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any
from zlib import crc32

from exgui.campaign.encounter_edits.edit import (
    Edit,
    EditRefused,
    Encounter,
    Entry,
    change_each,
    change_keys,
    changed,
    entries,
    entry,
    ids,
    name_of,
    names_of,
    new_id,
    rename,
    valid_name,
    with_entries,
    with_state_naming,
    with_state_without,
)
from exgui.engine.record import EMPTY, Table, freeze
from exgui.rulebook.encounter_shape import MOST_COMBATANTS
from exgui.rulebook.new_names import free_name, numbered
from exgui.rulebook.rules import Ruleset

HEROES, FOES = "heroes", "foes"
"""The default sides of players' characters and of others."""
MOST_AT_ONCE = 300
NOT_COPIED = ("folder", "text", "id")
"""Keys of a sheet that are not about the combatant made from it."""
OF_THE_ENCOUNTER = (
    *("id", "name", "side", "zone", "number", "hidden", "sheet", "arrives", "revealed", "auto_reveal", "policy"),
)
"""Keys of a combatant that stay unchanged when they are updated from their sheet."""


def add_people(
    data: Encounter,
    source: Mapping[str, Any],
    count: int = 1,
    *,
    sheet: str = "",
    side: str = "",
    zone: str | None = None,
) -> Edit:
    """Add copies of a sheet or a ready-made opponent. Several get numbers ("Bandit 1" to "Bandit 5"); so does one whose
    name is taken.

    Args:
        sheet: the id of the campaign's sheet, "" for none.
        side: "" for the source's side, else heroes for a player's character and foes for anyone else.
        zone: the zone they are in; None for not placed.

    Raises:
        EditRefused: too many.
    """
    if not 1 <= count <= MOST_AT_ONCE:
        raise EditRefused(f"You can add 1 to {MOST_AT_ONCE} at once, not {count:,}.")
    if len(entries(data, "combatant")) + count > MOST_COMBATANTS:
        raise EditRefused(f"There can be at most {MOST_COMBATANTS:,} combatants.")
    own = {key: freeze(value) for key, value in source.items() if key not in NOT_COPIED}
    name = valid_name(str(own.get("name") or "Unnamed"))
    side = side or str(own.get("side") or (HEROES if own.get("player") is True else FOES))
    taken = ids(data, "combatant")
    names = {str(one.get("name", "")) for one in entries(data, "combatant")}
    alike = any(_is_numbered(other, name) for other in names)
    new = []
    for _ in range(count):
        called = _free_name(name[:480], names, many=count > 1 or alike)
        id = new_id(called, taken, "combatant")
        taken.add(id)
        names.add(called)
        placed = {"zone": zone} if zone is not None else {}
        from_sheet = {"sheet": sheet, "copied": mark_of(source)} if sheet else {}
        new.append(_come_to(data, Table({"id": id, **own, "name": called, "side": side, **from_sheet, **placed})))
    after = with_entries(data, "combatant", (*entries(data, "combatant"), *new))
    between = " and " if count == 2 else " to "
    many = between.join(name_of(one) for one in new[:: max(1, count - 1)])
    return Edit(after, f"{many} added", tuple(str(one["id"]) for one in new))


def _come_to(data: Encounter, one: Entry) -> Entry:
    """Hide a combatant placed in a zone that the players do not see, unless they were set to be visible or are a
    player's character.
    """
    zone = next((zone for zone in entries(data, "zone") if zone["id"] == one.get("zone")), None)
    undecided = "hidden" not in one and one.get("player") is not True
    return one.put("hidden", True) if zone is not None and zone.get("hidden") is True and undecided else one


def _free_name(name: str, taken: set[str], *, many: bool) -> str:
    """Return "Bandit 1" for the first of many; the name itself for a single one, or "Bandit 2" if it is taken."""
    return numbered(name, taken) if many else free_name(name, taken)


def mark_of(sheet: Mapping[str, Any]) -> str:
    bare = {key: value for key, value in sheet.items() if key not in NOT_COPIED}
    return f"{crc32(json.dumps(bare, sort_keys=True, ensure_ascii=False).encode(errors='replace')):08x}"


def changed_since(data: Encounter, sheets: Mapping[str, Mapping[str, Any]]) -> tuple[str, ...]:
    """Return the combatants whose sheet has changed since they were added.

    Args:
        sheets: the campaign's sheets, by id; combatants without one of them are left out.
    """
    marks = {id: mark_of(sheet) for id, sheet in sheets.items()}
    return tuple(
        str(one["id"])
        for one in entries(data, "combatant")
        if one.get("copied") and one.get("sheet") in marks and marks[one["sheet"]] != one["copied"]
    )


def reload_sheets(data: Encounter, some: Collection[str], sheets: Mapping[str, Mapping[str, Any]]) -> Edit:
    """Update combatants from their sheets. They keep their place, side and arrival, but not numbers that were set
    here.
    """

    def renew(one: Entry) -> Entry:
        sheet = sheets[one["sheet"]]
        kept = {key: one[key] for key in OF_THE_ENCOUNTER if key in one}
        fresh = {key: freeze(value) for key, value in sheet.items() if key not in (*NOT_COPIED, "name", "side")}
        state = dict(fresh.get("state", EMPTY))
        if one.get("state", EMPTY).get("waiting") is True:
            state["waiting"] = True
        with_state = {"state": Table(state)} if state else {}
        return Table({**fresh, **with_state, **kept, "copied": mark_of(sheet)})

    after = change_each(data, "combatant", some, renew)
    return Edit(after, f"{names_of(data, 'combatant', some)} as on the sheet now")


def _is_numbered(other: str, name: str) -> bool:
    return other.startswith(f"{name} ") and other.removeprefix(f"{name} ").isdecimal()


def add_party(data: Encounter, sheets: Iterable[tuple[str, Mapping[str, Any]]], zone: str | None = None) -> Edit:
    """Add every player's character that is not in it yet.

    Args:
        sheets: the players' sheets, by id.

    Raises:
        EditRefused: there are none, or all are in it.
    """
    here = {str(one.get("sheet", "")) for one in entries(data, "combatant")}
    party = list(sheets)
    if not party:
        raise EditRefused("No sheet for these rules is marked as a player’s. Mark them on their sheets.")
    missing = [(id, one) for id, one in party if id not in here]
    if not missing:
        raise EditRefused("The whole party is already here.")
    made: list[str] = []
    for id, one in missing:
        edit = add_people(data, one, sheet=id, zone=zone)
        data = edit.data
        made += edit.made
    return Edit(data, f"The party added: {names_of(data, 'combatant', made)}", tuple(made))


def place_people(data: Encounter, some: Collection[str], zone: str | None) -> Edit:
    """Put combatants into a zone, or, with None, nowhere. If they leave a zone, they leave their close group."""
    there = name_of(entry(data, "zone", zone)) if zone is not None else ""
    leaving = {id for id in some if entry(data, "combatant", id).get("zone") != zone}

    def put(one: Entry) -> Entry:
        placed = changed(one, {"zone": zone})
        return _come_to(data, placed) if one.get("zone") is None else placed

    out = change_each(data, "combatant", some, put)
    out = _ungrouped(out, leaving)
    who = names_of(data, "combatant", some)
    return Edit(out, f"{who} placed in {there}" if there else f"{who} taken off the map")


def put_close(data: Encounter, some: Sequence[str], to: str) -> Edit:
    """Put combatants at close range to another, and into their zone.

    Raises:
        EditRefused: it is one of them, or is not placed.
    """
    other = entry(data, "combatant", to)
    movers = [id for id in some if id != to]
    if not movers:
        raise EditRefused("Combatants can’t be close to themselves.")
    if other.get("zone") is None:
        raise EditRefused(f"{name_of(other)} is not placed yet. Put them into a zone first.")
    out = change_each(data, "combatant", movers, lambda one: one.put("zone", other["zone"]))
    out = _ungrouped(out, set(movers))
    groups = list(entries(out, "close"))
    index = next((n for n, group in enumerate(groups) if to in group.get("members", ())), None)
    if index is None:
        groups.append(Table({"members": (to, *movers)}))
    else:
        groups[index] = groups[index].put("members", (*groups[index]["members"], *movers))
    who = names_of(data, "combatant", movers)
    return Edit(with_entries(out, "close", groups), f"{who} put close to {name_of(other)}")


def step_away(data: Encounter, some: Collection[str]) -> Edit:
    """Remove combatants from their close groups; they stay in their zone."""
    return Edit(_ungrouped(data, set(some)), f"{names_of(data, 'combatant', some)} no longer close to anyone")


def close_to(data: Encounter, id: str) -> tuple[str, ...]:
    for group in entries(data, "close"):
        members = group.get("members", ())
        if id in members:
            return tuple(one for one in members if one != id)
    return ()


def _ungrouped(data: Encounter, gone: set[str]) -> Encounter:
    """Return the encounter with these removed from all close groups; a group of one is dropped."""
    groups = []
    for group in entries(data, "close"):
        members = tuple(one for one in group.get("members", ()) if one not in gone)
        if len(members) > 1:
            groups.append(group if len(members) == len(group["members"]) else group.put("members", members))
    return with_entries(data, "close", groups)


def change_people(data: Encounter, some: Collection[str], what: str, **keys: Any) -> Edit:
    """Change keys of combatants, the same for all of them; None removes a key. The first heroes come before all others.

    Raises:
        EditRefused: a side without a name, or notes too long.
    """
    if "side" in keys:
        keys["side"] = valid_name(str(keys["side"]))
        if not keys["side"]:
            raise EditRefused("A side needs a name.")
    edit = change_keys(data, "combatant", some, what, keys)
    if keys.get("side") == HEROES and HEROES not in sides(data):
        first = move_side(edit.data, HEROES, -len(sides(edit.data)))
        return edit.but(data=first.data)
    return edit


def rename_person(data: Encounter, id: str, name: str) -> Edit:
    """Rename a combatant, and update all references.

    Raises:
        EditRefused: the name is empty or too long.
    """
    return rename(data, "combatant", id, name, _with_new_id)


def _with_new_id(data: Encounter, old: str, new: str) -> Encounter:
    groups = (
        one.put("members", tuple(new if who == old else who for who in one["members"]))
        for one in entries(data, "close")
    )
    data = with_entries(data, "close", groups)
    return with_entries(data, "combatant", (with_state_naming(one, old, new) for one in entries(data, "combatant")))


def remove_people(data: Encounter, some: Collection[str]) -> Edit:
    gone = set(some)
    name = names_of(data, "combatant", gone)
    for id in gone:
        entry(data, "combatant", id)
    data = _ungrouped(data, gone)
    kept = (with_state_without(one, gone) for one in entries(data, "combatant") if one.get("id") not in gone)
    return Edit(with_entries(data, "combatant", kept), f"{name} removed")


def copy_people(data: Encounter, some: Collection[str]) -> Edit:
    """Add a copy of each, with the next number, in the same place."""
    made: list[str] = []
    out = data
    for one in [one for one in entries(data, "combatant") if one.get("id") in set(some)]:
        name = str(one.get("name") or name_of(one))
        head, _, tail = name.rpartition(" ")
        bare = {key: value for key, value in one.items() if key not in ("number", "zone")}
        source = {**bare, "name": head if head and tail.isdecimal() else name}
        edit = add_people(out, source, side=str(one.get("side", "")), zone=one.get("zone"))
        out = edit.data
        made += edit.made
    return Edit(out, f"{names_of(data, 'combatant', some)} duplicated", tuple(made))


def set_state(data: Encounter, some: Collection[str], what: str, key: str, value: Any) -> Edit:
    """Set a number or a state with which combatants begin; None for the default. A dotted key is one of several
    under a word ("health.lethal").
    """

    def set_one(one: Entry) -> Entry:
        state = dict(one.get("state", EMPTY))
        family, dot, below = key.partition(".")
        if dot:
            inner = changed(Table(state.get(family, EMPTY)), {below: value})
            state = {**state, family: inner} if inner else {k: v for k, v in state.items() if k != family}
        else:
            state = dict(changed(Table(state), {key: value}))
        return changed(one, {"state": Table(state) or None})

    after = change_each(data, "combatant", some, set_one)
    return Edit(after, f"{what[:1].upper()}{what[1:]} of {names_of(data, 'combatant', some)}")


def set_arrival(data: Encounter, some: Collection[str], when: int | None, waits: bool = True) -> Edit:
    """Make combatants come in later: at a round (or tick, in their game), or when the storyteller decides.

    Args:
        when: the moment; None if the storyteller decides.
        waits: they come in later; else they are there from the start.
    """
    after = set_state(data, some, "arrival", "waiting", True if waits else None).data
    after = change_each(after, "combatant", some, lambda one: changed(one, {"arrives": when if waits else None}))
    who = names_of(data, "combatant", some)
    if not waits:
        return Edit(after, f"{who} there from the start")
    return Edit(after, f"{who} to come in at {when}" if when is not None else f"{who} to come in later")


def sides(data: Encounter) -> tuple[str, ...]:
    """Return the sides, in the order shown: the players' first, the others as they appear."""
    everyone = entries(data, "combatant")
    found = dict.fromkeys(str(one.get("side", "")) for one in everyone if one.get("player") is True)
    found.update(dict.fromkeys(str(one.get("side", "")) for one in everyone))
    return tuple(found)


def sides_to_choose(data: Encounter) -> tuple[str, ...]:
    """Return the sides that someone can be put on with a click: as long as there is only one, also the usual ones."""
    found = sides(data)
    return found if len(found) > 1 else tuple(dict.fromkeys((HEROES, FOES, *found)))


def rename_side(data: Encounter, side: str, name: str) -> Edit:
    """Rename a side. If another side has the name, the two are merged.

    Raises:
        EditRefused: the name is empty.
    """
    some = [str(one["id"]) for one in entries(data, "combatant") if one.get("side") == side]
    return change_people(data, some, "side", side=name).but(sentence=f"The side {side[:60]} renamed to {name[:60]}")


def move_side(data: Encounter, side: str, by: int) -> Edit:
    """Move a side up or down in the order of sides, which sets its color and ring.

    Args:
        by: -1 for up, 1 for down.
    """
    order = list(sides(data))
    if side not in order:
        raise EditRefused(f"The side “{side}” no longer exists.")
    at = order.index(side)
    goal = min(max(at + by, 0), len(order) - 1)
    order.insert(goal, order.pop(at))
    rank = {one: n for n, one in enumerate(order)}
    everyone = sorted(entries(data, "combatant"), key=lambda one: rank[str(one.get("side", ""))])
    return Edit(with_entries(data, "combatant", everyone), f"The side {side[:60]} moved {'up' if by < 0 else 'down'}")


def absent(data: Encounter, some: Collection[str]) -> Encounter:
    return remove_people(data, some).data if some else data


def ridden_kind(rules: Ruleset | None) -> str:
    """Return the kind of things that can be ridden: one with a state of the same name; "" if there is none."""
    if rules is None:
        return ""
    return next(
        (kind for kind in rules.tables if kind in rules.conditions and rules.conditions[kind].thing == kind), ""
    )


def mount_of(one: Entry, kind: str) -> str:
    """Return the id of a combatant's mount, "" for none."""
    mount = one.get(kind, "")
    return mount if isinstance(mount, str) else str(mount.get("id", "own"))


def rides(one: Entry, kind: str) -> bool:
    return bool(one.get("state", EMPTY).get(kind) != "")


def give_mount(data: Encounter, some: Collection[str], kind: str, mount: str | None) -> Edit:
    """Give combatants a mount, and put them on it; None takes it away."""
    without = set_state(data, some, kind, kind, None).data
    return change_people(without, some, kind, **{kind: mount})


def ride(data: Encounter, some: Collection[str], kind: str, mount: str | None) -> Edit:
    """Put combatants on their mounts, or, with "", dismount them; None for the default.

    Raises:
        EditRefused: the game has no mounts.
    """
    if not kind:
        raise EditRefused("There are no mounts in this game.")
    edit = set_state(data, some, kind, kind, mount)
    return edit.but(sentence=f"{edit.sentence.partition(' of ')[2]} {'on foot' if mount == '' else 'in the saddle'}")
