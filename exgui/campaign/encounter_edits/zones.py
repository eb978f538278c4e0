"""Edits of the battlefield: zones and the links between them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

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
from exgui.engine.record import Record, Table
from exgui.engine.zones import BARRIERS
from exgui.rulebook.encounter_shape import FARTHEST
from exgui.rulebook.new_names import free_name, numbered

SMALLEST_WIDTH, SMALLEST_HEIGHT = 96.0, 72.0
LARGEST_LENGTH = 20_000.0
EDGE = FARTHEST / 2
"""The farthest that a zone can be dragged from the middle of the map, in map units."""
PASTE_STEP = 32.0
"""Distance of a copy from the original, in map units."""


class Box(Record):
    """A zone's place and size, in map units."""

    x: float
    y: float
    width: float
    height: float

    def keys(self) -> dict[str, float]:
        return {key: round(getattr(self, key), 2) for key in ("x", "y", "width", "height")}

    def moved(self, dx: float, dy: float) -> Box:
        return Box(self.x + dx, self.y + dy, self.width, self.height)

    def bounded(self) -> Box:
        """Return the box within the limits: not too small, too large, or too far off."""
        width = min(max(self.width, SMALLEST_WIDTH), LARGEST_LENGTH)
        height = min(max(self.height, SMALLEST_HEIGHT), LARGEST_LENGTH)
        return Box(min(max(self.x, -EDGE), EDGE), min(max(self.y, -EDGE), EDGE), width, height)


def box_of(zone: Entry) -> Box:
    """Return a zone's place and size; a zone without a place is at the origin."""
    return Box(zone.get("x", 0.0), zone.get("y", 0.0), zone.get("width", 260.0), zone.get("height", 180.0))


def with_places(data: Encounter, places: Mapping[str, tuple[float, float]]) -> Encounter:
    """Return the encounter with a place for every zone that has none, so that none moves when another does.

    Args:
        places: the upper left corners at which the zones are shown.
    """
    if all("x" in one and "y" in one for one in entries(data, "zone")):
        return data

    def put(zone: Entry) -> Entry:
        if ("x" in zone and "y" in zone) or zone.get("id") not in places:
            return zone
        x, y = places[zone["id"]]
        return changed(zone, {"x": x, "y": y})

    return with_entries(data, "zone", (put(one) for one in entries(data, "zone")))


def _box_keys(box: Box) -> dict[str, float]:
    return box.bounded().keys()


def _free_name(data: Encounter) -> str:
    names = {str(one.get("name", "")) for one in entries(data, "zone")}
    return numbered("Zone", names)


def add_zone(data: Encounter, box: Box, shape: str = "rectangle", name: str = "", **more: Any) -> Edit:
    """Draw a zone.

    Args:
        name: "" for one with the next free number.
        more: further keys of the zone.
    """
    name = valid_name(name) or _free_name(data)
    id = new_id(name, ids(data, "zone"), "zone")
    shaped = {} if shape == "rectangle" else {"shape": shape}
    zone = Table({"id": id, "name": name, **_box_keys(box), **shaped, **more})
    return Edit(with_entries(data, "zone", (*entries(data, "zone"), zone)), f"{name_of(zone)} drawn", (id,))


def put_zones(data: Encounter, boxes: Mapping[str, Box], done: str = "moved") -> Edit:
    def put(zone: Entry) -> Entry:
        return changed(zone, _box_keys(boxes[zone["id"]]))

    return Edit(change_each(data, "zone", boxes.keys(), put), f"{names_of(data, 'zone', boxes.keys())} {done}")


def change_zones(data: Encounter, some: Collection[str], what: str, **keys: Any) -> Edit:
    """Change keys of zones, the same for all of them; None resets a key to its default.

    Args:
        what: names the change in the sentence ("terrain").
    """
    return change_keys(data, "zone", some, what, keys)


def rename_zone(data: Encounter, id: str, name: str) -> Edit:
    """Rename a zone, and update all references.

    Raises:
        EditRefused: the name is empty or too long.
    """
    return rename(data, "zone", id, name, _with_new_id)


def _with_new_id(data: Encounter, old: str, new: str) -> Encounter:
    def end(one: str) -> str:
        return new if one == old else one

    def link(one: Entry) -> Entry:
        between = one.get("between", ())
        return one.put("between", tuple(end(zone) for zone in between)) if old in between else one

    def person(one: Entry) -> Entry:
        if one.get("zone") == old:
            one = one.put("zone", new)
        return with_state_naming(one, old, new)

    data = with_entries(data, "link", (link(one) for one in entries(data, "link")))
    return with_entries(data, "combatant", (person(one) for one in entries(data, "combatant")))


def delete_zones(data: Encounter, some: Collection[str]) -> Edit:
    gone = set(some)
    for id in gone:
        entry(data, "zone", id)
    name = names_of(data, "zone", gone)
    homeless = [one for one in entries(data, "combatant") if one.get("zone") in gone]
    unplaced = {str(one["id"]) for one in homeless}

    def person(one: Entry) -> Entry:
        if one.get("zone") in gone:
            one = one.without("zone")
        return with_state_without(one, gone)

    data = with_entries(data, "zone", (one for one in entries(data, "zone") if one.get("id") not in gone))
    data = with_entries(data, "link", (one for one in entries(data, "link") if gone.isdisjoint(one.get("between", ()))))
    data = with_entries(data, "combatant", (person(one) for one in entries(data, "combatant")))
    data = with_entries(
        data, "close", (one for one in entries(data, "close") if unplaced.isdisjoint(one.get("members", ())))
    )
    if not homeless:
        return Edit(data, f"{name} deleted")
    who = name_of(homeless[0]) if len(homeless) == 1 else f"{len(homeless)} combatants"
    are = "is" if len(homeless) == 1 else "are"
    return Edit(data, f"{name} deleted; {who} {are} no longer placed")


# Links


def same_link(link: Entry, a: str, b: str) -> bool:
    return set(link.get("between", ())) == {a, b}


def add_link(data: Encounter, a: str, b: str, barrier: str = "none") -> Edit:
    """Join two zones.

    Raises:
        EditRefused: they are the same zone, or already joined.
    """
    one, other = entry(data, "zone", a), entry(data, "zone", b)
    if a == b:
        raise EditRefused(f"A link joins two zones: {name_of(one)} can’t be linked to itself.")
    if any(same_link(link, a, b) for link in entries(data, "link")):
        raise EditRefused(f"{name_of(one)} and {name_of(other)} are already linked.")
    barred = {"barrier": barrier} if barrier != "none" else {}
    links = (*entries(data, "link"), Table({"between": (a, b), **barred}))
    return Edit(with_entries(data, "link", links), f"{name_of(one)} linked to {name_of(other)}")


def change_links(data: Encounter, some: Iterable[tuple[str, str]], what: str, **keys: Any) -> Edit:
    """Change keys of links; None removes a key."""
    if keys.get("barrier") is not None and keys["barrier"] not in BARRIERS:
        raise EditRefused(f"A link’s barrier must be one of {', '.join(BARRIERS)}.")
    wanted = [frozenset(ends) for ends in some]
    after = with_entries(
        data,
        "link",
        (
            changed(link, keys) if frozenset(link.get("between", ())) in wanted else link
            for link in entries(data, "link")
        ),
    )
    return Edit(after, f"{what[:1].upper()}{what[1:]} of {_links_named(data, wanted)}")


def delete_links(data: Encounter, some: Iterable[tuple[str, str]]) -> Edit:
    wanted = [frozenset(ends) for ends in some]
    after = with_entries(
        data, "link", (one for one in entries(data, "link") if frozenset(one.get("between", ())) not in wanted)
    )
    return Edit(after, f"{_links_named(data, wanted)} deleted")


def _links_named(data: Encounter, wanted: Sequence[frozenset[str]]) -> str:
    if len(wanted) != 1:
        return f"{len(wanted)} links"
    names = [name_of(one) for one in entries(data, "zone") if one.get("id") in wanted[0]]
    return f"the link {' – '.join(names)}"


# Copy and paste


class Copied(Record):
    """Zones that were copied, with the links among them."""

    zones: tuple[Entry, ...] = ()
    links: tuple[Entry, ...] = ()


def copy_zones(data: Encounter, some: Collection[str]) -> Copied:
    """Return zones with the links among them, to paste into this or another encounter."""
    wanted = set(some)
    return Copied(
        tuple(one for one in entries(data, "zone") if one.get("id") in wanted),
        tuple(one for one in entries(data, "link") if wanted.issuperset(one.get("between", ()))),
    )


def paste_zones(data: Encounter, copied: Copied, dx: float = PASTE_STEP, dy: float = PASTE_STEP) -> Edit:
    """Add copied zones beside the originals' place, with new names if theirs are taken.

    Raises:
        EditRefused: nothing was copied.
    """
    if not copied.zones:
        raise EditRefused("There is nothing to paste. Copy zones first.")
    taken, names = ids(data, "zone"), {str(one.get("name", "")) for one in entries(data, "zone")}
    new_ids: dict[str, str] = {}
    zones = []
    for zone in copied.zones:
        name = str(zone.get("name") or name_of(zone))
        name = free_name(name, names)
        id = new_id(name, taken, "zone")
        taken.add(id)
        names.add(name)
        new_ids[str(zone["id"])] = id
        zones.append(changed(zone, {"id": id, "name": name, **_box_keys(box_of(zone).moved(dx, dy))}))
    links = [
        link.put("between", tuple(new_ids[end] for end in link["between"]))
        for link in copied.links
        if all(end in new_ids for end in link["between"])
    ]
    data = with_entries(data, "zone", (*entries(data, "zone"), *zones))
    data = with_entries(data, "link", (*entries(data, "link"), *links))
    word = name_of(zones[0]) if len(zones) == 1 else f"{len(zones)} zones"
    return Edit(data, f"{word} pasted", tuple(new_ids.values()))


ALIGNMENTS = ("left", "right", "top", "bottom", "centre", "middle")


def align_zones(data: Encounter, some: Collection[str], how: str) -> Edit:
    """Line zones up by an edge or by their middles: one of `ALIGNMENTS` ("centre" one above the other, "middle" side by
    side).

    Raises:
        EditRefused: fewer than two zones.
    """
    if len(some) < 2:
        raise EditRefused("Choose two zones or more to line them up.")
    boxes = {id: box_of(entry(data, "zone", id)) for id in some}
    left, right = min(b.x for b in boxes.values()), max(b.x + b.width for b in boxes.values())
    top, bottom = min(b.y for b in boxes.values()), max(b.y + b.height for b in boxes.values())

    def goal(box: Box) -> Box:
        match how:
            case "left":
                return box.but(x=left)
            case "right":
                return box.but(x=right - box.width)
            case "top":
                return box.but(y=top)
            case "bottom":
                return box.but(y=bottom - box.height)
            case "centre":
                return box.but(x=(left + right - box.width) / 2)
            case _:
                return box.but(y=(top + bottom - box.height) / 2)

    return put_zones(data, {id: goal(box) for id, box in boxes.items()}, "lined up")
