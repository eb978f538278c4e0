"""Battles from plain data and back: what a scenario file, an encounter, a sheet and a ready-made opponent say.

Everything is checked against the ruleset; the first thing wrong raises a `SetupError` that names its path and the
nearest known word. Lists count from 1: `combatant[2].traits.melee`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from exgui.engine.battle import Battle, Combatant, Item
from exgui.engine.record import EMPTY, Table, Value
from exgui.engine.zones import BARRIERS, Link, Zone
from exgui.rulebook.hints import nearest, unknown, words
from exgui.rulebook.items import field_value, find_item, item_data, read_fields, written_fields
from exgui.rulebook.layout import laid_out
from exgui.rulebook.plain import (
    LONGEST_NOTE,
    Place,
    SetupError,
    entries,
    flag,
    ident,
    known_keys,
    line,
    measure,
    number,
    one_of,
    plain,
    table,
    tables,
    text,
    texts,
    thawed,
)
from exgui.rulebook.rules import Condition, Ruleset

__all__ = ["SetupError", "battle_data", "battle_from", "combatant_data", "combatant_from", "nearest"]

MOST_COMBATANTS = 2_000
MOST_ZONES = 1_000
MOST_LINKS = 5_000
MOST_GEAR = 100
LARGEST_TRAIT = 1_000
MAP_LIMIT = 1_000_000.0
LARGEST_SIZE = 100_000
"""Yards across a zone."""

BATTLE_KEYS = ("title", "options", "zone", "link", "combatant", "close", "seed")
ELSEWHERE = ("format", "ruleset", "rules", "step")
"""Keys of a scenario file that are not about its battlefield; they are passed over."""
ZONE_KEYS = ("id", "name", "difficult", "size", "hazard", "cover", "x", "y", "width", "height", "hidden")
COMBATANT_KEYS = (
    "id",
    "name",
    "side",
    "zone",
    "kind",
    "number",
    "player",
    "hidden",
    "revealed",
    "asked",
    "portrait",
    "sheet",
    "notes",
    "traits",
    "specialties",
    "weapons",
    "ready",
    "state",
)
VIEW_WORDS = ("round", "tick", "over", "active", "up", "may_step_in", "order", "log")
"""What the view of a battle holds besides its combatants; none of them can have such an id."""


PLURALS = {"armor": "armor"}


def plural(kind: str) -> str:
    """A kind of things in the plural, as its file and the list of them are called: weapons.toml, `weapons = [...]`."""
    return PLURALS.get(kind, f"{kind}s")


def item_kinds(rules: Ruleset) -> tuple[str, ...]:
    """The kinds of items that a combatant may have: of some several (under the plural, `weapons`), of others one."""
    return tuple(kind for kind in rules.fields if kind not in ("zone", "combatant", *rules.combatant_fields))


def gear_key(rules: Ruleset, kind: str) -> str:
    """Under which key a combatant's table has its things of a kind."""
    return plural(kind) if kind in rules.several else kind


def combatant_keys(rules: Ruleset) -> tuple[str, ...]:
    """Everything that may stand in a combatant's table."""
    things = tuple(gear_key(rules, kind) for kind in item_kinds(rules))
    return tuple(dict.fromkeys((*COMBATANT_KEYS, *things, *rules.combatant_fields)))


def combatant_from(ruleset: Ruleset, data: Mapping[str, Any], where: str) -> Combatant:
    """A combatant from its table, the fields being those of a scenario's `[[combatant]]`.

    Only `id` is needed here; what refers to others in the battle (its zone, whom it aims at) is checked by
    `battle_from`.

    Raises:
        SetupError: something in it is wrong.
    """
    return _combatant(ruleset, table(data, Place(where)), Place(where))


def _combatant(rules: Ruleset, data: Mapping[str, Any], place: Place) -> Combatant:
    known_keys(data, combatant_keys(rules), place)
    if "id" not in data:
        place.key("id").refuse('is missing: give a short name of its own, such as id = "bandit"')
    id = ident(data["id"], place.key("id"))
    if id in VIEW_WORDS:
        place.key("id").refuse(f"{id!r} has a meaning of its own in scenarios: choose another id")
    gear = _gear(rules, data, place)
    weapons = tuple(item.id for item in gear.values() if item.kind == "weapon")
    ready = weapons
    if "ready" in data:
        at = place.key("ready")
        ready = texts(data["ready"], at)
        for n, one in enumerate(ready, 1):
            if one not in gear:
                at.index(n).refuse(unknown(one, gear, f"thing that {id} has"))
        if len(set(ready)) != len(ready):
            at.refuse("names a thing twice")
    state = table(data["state"], place.key("state")) if "state" in data else EMPTY
    tracks, conditions, waiting = _state(rules, state, place.key("state"))
    for item in gear.values():
        # What one rides is ridden from the start, unless the state says otherwise.
        kept = rules.conditions.get(item.kind)
        if kept is not None and kept.type == "text" and item.kind not in state:
            conditions = conditions.put(item.kind, item.id)
    _about_itself(rules, id, conditions, gear, place.key("state"))
    return Combatant(
        id=id,
        name=line(data["name"], place.key("name")) if data.get("name", "") != "" else words(id),
        side=line(data["side"], place.key("side")) if "side" in data else "",
        zone=ident(data["zone"], place.key("zone")) if "zone" in data else None,
        kind=ident(data["kind"], place.key("kind")) if "kind" in data else "character",
        traits=_traits(rules, data.get("traits", EMPTY), place.key("traits")),
        specialties=_specialties(rules, data.get("specialties", EMPTY), place.key("specialties")),
        gear=gear,
        ready=ready,
        tracks=tracks,
        conditions=conditions,
        waiting=waiting,
        number=number(data.get("number", 0), place.key("number"), 0, 9_999),
        player=flag(data.get("player", False), place.key("player")),
        hidden=flag(data.get("hidden", False), place.key("hidden")),
        revealed=flag(data.get("revealed", True), place.key("revealed")),
        asked=flag(data.get("asked", False), place.key("asked")),
        portrait=text(data.get("portrait", ""), place.key("portrait"), 500),
        sheet=text(data.get("sheet", ""), place.key("sheet")),
        notes=text(data.get("notes", ""), place.key("notes"), LONGEST_NOTE),
        fields=Table(
            (name, _own_field(rules, name, data[name], place.key(name)))
            for name in rules.combatant_fields
            if name in data
        ),
    )


def _about_itself(
    rules: Ruleset, id: str, conditions: Mapping[str, Value], gear: Mapping[str, Item], place: Place
) -> None:
    """Refuses a condition that somebody has toward itself, or that names a thing which it has not."""
    for name, held in conditions.items():
        condition = rules.conditions[name]
        if condition.type in ("id", "ids") and id in ((held,) if condition.type == "id" else held):
            place.key(name).refuse(f"names {id!r} itself: it is about somebody else")
        if condition.thing and not (held in gear and gear[held].kind == condition.thing):
            own = [item.id for item in gear.values() if item.kind == condition.thing]
            place.key(name).refuse(unknown(str(held), own, f"{condition.thing} that {id} has"))


def _own_field(rules: Ruleset, name: str, value: object, place: Place) -> Value:
    """One of the game's own fields of a combatant: by its `Field`, as a table of fields, or any plain data."""
    field = rules.fields.get("combatant", EMPTY).get(name)
    if field is not None:
        return field_value(field, value, place)
    if name in rules.fields:
        return read_fields(rules.fields[name], table(value, place), place)
    return plain(value, place)


def _traits(rules: Ruleset, value: object, place: Place) -> Table[str, int]:
    given = table(value, place)
    for id in given:
        if id not in rules.traits:
            place.key(id[:64]).refuse(unknown(id, rules.traits, "trait"))
    return Table((id, number(one, place.key(id), rules.traits[id].least, LARGEST_TRAIT)) for id, one in given.items())


def _specialties(rules: Ruleset, value: object, place: Place) -> Table[str, tuple[str, ...]]:
    given = table(value, place)
    for id in given:
        if id not in rules.traits:
            place.key(id[:64]).refuse(unknown(id, rules.traits, "trait"))
    return Table((id, texts(one, place.key(id))) for id, one in given.items())


def _gear(rules: Ruleset, data: Mapping[str, Any], place: Place) -> Table[str, Item]:
    """Everything somebody has, by id; of like things the second is `knife_2`."""
    found: dict[str, Item] = {}

    def take(kind: str, value: object, at: Place) -> None:
        item = find_item(rules, kind, value, at)
        id, count = item.id, 1
        while id in found:
            if isinstance(value, Mapping) and "id" in value:
                at.key("id").refuse(f"{item.id!r} is the id of another thing of the same owner: choose another")
            count += 1
            id = f"{item.id}_{count}"
        found[id] = item if id == item.id else item.but(id=id)

    kinds = item_kinds(rules)
    for kind in sorted(kinds, key=lambda kind: kind not in rules.several):
        key = gear_key(rules, kind)
        at = place.key(key)
        if kind not in rules.several:
            if key in data:
                take(kind, data[key], at)
            continue
        for n, value in enumerate(entries(data.get(key, ()), at, MOST_GEAR), 1):
            take(kind, value, at.index(n))
    return Table(found)


def _state(rules: Ruleset, state: Mapping[str, Any], place: Place) -> tuple[Table[str, int], Table[str, Value], bool]:
    """Tracks and conditions by the view's paths, and whether it waits."""
    tracks: dict[str, int] = {}
    conditions: dict[str, Value] = {}
    waiting = False
    families = {id.partition(".")[0] for id in rules.tracks if "." in id}
    flat: dict[str, tuple[Any, Place]] = {}
    for key, value in state.items():
        if key in families:
            family = table(value, place.key(key))
            flat.update((f"{key}.{below}", (one, place.key(key).key(below))) for below, one in family.items())
        else:
            flat[key] = value, place.key(key)
    settable = {id for id, condition in rules.conditions.items() if condition.settable}
    for key, (value, at) in flat.items():
        if key == "waiting":
            waiting = flag(value, at)
        elif key in rules.tracks:
            track = rules.tracks[key]
            tracks[key] = number(value, at, track.minimum, track.maximum)
        elif key in settable:
            held = _condition(rules.conditions[key], value, at)
            if held is not None:
                conditions[key] = held
        elif key in rules.conditions:
            at.refuse("cannot be set: the rules alone decide it")
        elif key in rules.traits:
            at.refuse("is a trait, not a state: write it under traits")
        else:
            at.refuse(unknown(key, ["waiting", *rules.tracks, *sorted(settable)], "state"))
    return Table(tracks), Table(conditions), waiting


def _condition(condition: Condition, value: object, place: Place) -> Value:
    """What belongs to a condition; None where the value says that it does not hold."""
    match condition.type:
        case "flag":
            return flag(value, place) or None
        case "number":
            return number(value, place)
        case "ids":
            held = entries(value, place)
            return tuple(ident(one, place.index(n)) for n, one in enumerate(held, 1)) or None
        case "id":
            return ident(value, place) if value != "" else None
        case "text":
            if value in ("", "none"):
                return None
            return one_of(value, condition.choices, place) if condition.choices else line(value, place)
    return None if value is False else plain(value, place)


def battle_from(ruleset: Ruleset, data: Mapping[str, Any], where: str = "") -> Battle:
    """A prepared battle from plain data: title, options, zone, link, combatant, close, seed, as a scenario file has
    them.

    Zones without a place get one, so that the map can be drawn; combatants without a number are numbered in order.

    Raises:
        SetupError: something in it is wrong.
    """
    root = Place(where)
    known_keys(table(data, root), (*BATTLE_KEYS, *ELSEWHERE), root)
    zones, placed = _zones(ruleset, data.get("zone", ()), root.key("zone"))
    links = _links(zones, data.get("link", ()), root.key("link"))
    combatants = _combatants(ruleset, zones, data.get("combatant", ()), root.key("combatant"))
    drawn = laid_out(list(zones.values()), links, placed)
    return Battle(
        title=line(data.get("title", ""), root.key("title")),
        ruleset=ruleset.id,
        rules=ruleset,
        options=_options(ruleset, data.get("options", EMPTY), root.key("options")),
        zones=Table((zone.id, zone) for zone in drawn),
        links=links,
        combatants=combatants,
        close=_close(combatants, data.get("close", ()), root.key("close")),
        seed=number(data.get("seed", 0), root.key("seed"), -(2**63), 2**63 - 1),
    )


def _options(rules: Ruleset, value: object, place: Place) -> Table[str, Value]:
    options = rules.option_defaults()
    for id, given in table(value, place).items():
        at = place.key(id[:64])
        option = rules.options.get(id)
        if option is None:
            at.refuse(unknown(id, rules.options, "option"))
        if option.choices:
            chosen: Value = one_of(given, option.choices, at)
        elif isinstance(option.default, bool):
            chosen = flag(given, at)
        elif isinstance(option.default, int):
            chosen = number(given, at, -LARGEST_TRAIT, LARGEST_TRAIT)
        else:
            chosen = line(given, at)
        options = options.put(id, chosen)
    return options


def _zones(rules: Ruleset, value: object, place: Place) -> tuple[dict[str, Zone], dict[str, bool]]:
    own = rules.fields.get("zone", EMPTY)
    zones: dict[str, Zone] = {}
    placed: dict[str, bool] = {}
    for data, at in tables(value, place, MOST_ZONES):
        known_keys(data, (*ZONE_KEYS, *own), at)
        if "id" not in data:
            at.key("id").refuse('is missing: give a short name of its own, such as id = "yard"')
        id = ident(data["id"], at.key("id"))
        if id in zones:
            at.key("id").refuse(f"there is another zone {id!r}: every zone needs an id of its own")
        if ("x" in data) != ("y" in data):
            at.key("x" if "y" in data else "y").refuse("is missing: give both x and y, or neither")
        placed[id] = "x" in data
        cover = table(data.get("cover", EMPTY), at.key("cover"))
        known_keys(cover, rules.constants.get("cover_levels", tuple(cover)), at.key("cover"))
        hazard = line(data.get("hazard", "none"), at.key("hazard"))
        if "hazards" in rules.constants:
            one_of(hazard, ("none", *rules.constants["hazards"]), at.key("hazard"))
        zones[id] = Zone(
            id,
            line(data["name"], at.key("name")) if data.get("name", "") != "" else words(id),
            flag(data.get("difficult", False), at.key("difficult")),
            _size(rules, data.get("size", 20), at.key("size")),
            hazard,
            Table((level, number(one, at.key("cover").key(level), 0, 100)) for level, one in cover.items()),
            measure(data.get("x", 0), at.key("x"), -MAP_LIMIT, MAP_LIMIT),
            measure(data.get("y", 0), at.key("y"), -MAP_LIMIT, MAP_LIMIT),
            measure(data.get("width", 260), at.key("width"), 20, 20_000),
            measure(data.get("height", 180), at.key("height"), 20, 20_000),
            flag(data.get("hidden", False), at.key("hidden")),
            read_fields(own, {key: data[key] for key in own if key in data}, at),
        )
    return zones, placed


def _size(rules: Ruleset, value: object, place: Place) -> int:
    """How far a zone is across: at least as far as the ruleset's constant `smallest_zone` says, by its `zone_rule`;
    a yard where it does not say."""
    least = max(1, int(rules.constants.get("smallest_zone", 1)))
    size = number(value, place, -LARGEST_SIZE, LARGEST_SIZE)
    if size < least:
        rule = rules.constants.get("zone_rule", "")
        place.refuse(f"must be {least} or more yards across, not {size}{f' ({rule})' if rule else ''}")
    return size


def _links(zones: Mapping[str, Zone], value: object, place: Place) -> tuple[Link, ...]:
    links = []
    for data, at in tables(value, place, MOST_LINKS):
        known_keys(data, ("between", "barrier"), at)
        ends = texts(data.get("between", ()), at.key("between"))
        if len(ends) != 2:
            at.key("between").refuse('must name two zones, such as between = ["yard", "gate"]')
        for n, end in enumerate(ends, 1):
            one_of(end, zones, at.key("between").index(n), "zone here")
        if ends[0] == ends[1]:
            at.key("between").refuse(f"joins {ends[0]!r} with itself: name two different zones")
        links.append(
            Link((ends[0], ends[1]), one_of(data.get("barrier", "none"), BARRIERS, at.key("barrier"), "barrier"))
        )
    return tuple(links)


def _combatants(rules: Ruleset, zones: Mapping[str, Zone], value: object, place: Place) -> Table[str, Combatant]:
    found: dict[str, Combatant] = {}
    places: dict[str, Place] = {}
    numbers: dict[int, str] = {}
    for data, at in tables(value, place, MOST_COMBATANTS):
        one = _combatant(rules, data, at)
        if one.id in found:
            at.key("id").refuse(f"there is another combatant {one.id!r}: every one needs an id of its own")
        if not one.side:
            at.key("side").refuse('is missing: say with whom it fights, such as side = "heroes"')
        if one.zone is not None and one.zone not in zones:
            at.key("zone").refuse(unknown(one.zone, zones, "zone here"))
        if one.number:
            if one.number in numbers:
                at.key("number").refuse(f"{one.number} is the number of {numbers[one.number]!r} already")
            numbers[one.number] = one.id
        found[one.id], places[one.id] = one, at
    free = 0
    for id, one in found.items():
        _referred(rules, one, found, zones, places[id].key("state"))
        if not one.number:
            free += 1
            while free in numbers:
                free += 1
            found[id] = one.but(number=free)
    return Table(found)


def _referred(
    rules: Ruleset, one: Combatant, combatants: Mapping[str, Combatant], zones: Mapping[str, Zone], place: Place
) -> None:
    """Refuses a condition that names somebody who is not there."""
    for id, held in one.conditions.items():
        condition = rules.conditions[id]
        named: Iterable[str] = (held,) if condition.type == "id" else held if condition.type == "ids" else ()
        for other in named:
            if other not in combatants and other not in zones:
                place.key(id).refuse(unknown(other, combatants, "combatant here"))


def _close(combatants: Mapping[str, Combatant], value: object, place: Place) -> tuple[tuple[str, ...], ...]:
    order = {id: n for n, id in enumerate(combatants)}
    groups = []
    grouped: set[str] = set()
    for data, at in tables(value, place, MOST_COMBATANTS):
        known_keys(data, ("members",), at)
        at = at.key("members")
        members = texts(data.get("members", ()), at)
        for n, id in enumerate(members, 1):
            one_of(id, combatants, at.index(n), "combatant here")
            if id in grouped:
                at.index(n).refuse(f"{id!r} is named twice: everybody is in one group at most")
            grouped.add(id)
        if len(members) < 2:
            at.refuse("must name two combatants or more")
        apart = next((id for id in members if combatants[id].zone != combatants[members[0]].zone), None)
        if apart is not None:
            at.refuse(f"{members[0]!r} and {apart!r} are not in the same zone, so they cannot be close to one another")
        groups.append(tuple(sorted(members, key=order.__getitem__)))
    return tuple(groups)


def combatant_data(ruleset: Ruleset, combatant: Combatant) -> dict[str, Any]:
    """A combatant as plain data from which `combatant_from` makes it again; what stands at its default is left out.

    Its effects and its turn are not in it.
    """
    one = combatant
    out: dict[str, Any] = {"id": one.id}
    plain_ones = {
        "name": (one.name, words(one.id)),
        "side": (one.side, ""),
        "zone": (one.zone, None),
        "kind": (one.kind, "character"),
        "number": (one.number, 0),
        "player": (one.player, False),
        "hidden": (one.hidden, False),
        "revealed": (one.revealed, True),
        "asked": (one.asked, False),
        "portrait": (one.portrait, ""),
        "sheet": (one.sheet, ""),
        "notes": (one.notes, ""),
    }
    out.update((key, value) for key, (value, default) in plain_ones.items() if value != default)
    if one.traits:
        out["traits"] = dict(one.traits)
    if one.specialties:
        out["specialties"] = thawed(one.specialties)
    weapons = [item for item in one.gear.values() if item.kind == "weapon"]
    for kind in ruleset.several:
        if things := [item for item in one.gear.values() if item.kind == kind]:
            out[plural(kind)] = [item_data(ruleset, item) for item in things]
    if one.ready != tuple(item.id for item in weapons):
        out["ready"] = list(one.ready)
    single = [item for item in one.gear.values() if item.kind not in ruleset.several]
    out.update((item.kind, item_data(ruleset, item)) for item in single)
    for name, value in one.fields.items():
        table_of = ruleset.fields.get(name)
        out[name] = written_fields(table_of, value) if table_of is not None else thawed(value)
    if state := _state_data(ruleset, one):
        out["state"] = state
    return out


def _state_data(rules: Ruleset, one: Combatant) -> dict[str, Any]:
    state: dict[str, Any] = {"waiting": True} if one.waiting else {}
    for id, value in one.tracks.items():
        family, dot, below = id.partition(".")
        if dot:
            state.setdefault(family, {})[below] = value
        else:
            state[id] = value
    for id, held in one.conditions.items():
        known = rules.conditions.get(id)
        if known is not None and known.settable:
            state[id] = _held_data(known, held)
    for item in one.gear.values():
        kept = rules.conditions.get(item.kind)
        if kept is not None and kept.type == "text":
            if item.kind not in one.conditions:
                state[item.kind] = ""
            elif one.conditions[item.kind] == item.id:
                del state[item.kind]
    return state


def _held_data(condition: Condition, held: Value) -> Any:
    """What belongs to a condition as `state` gives it: of a table that the game keeps with an id, just that id."""
    if condition.type == "flag":
        return True
    if condition.type == "id" and isinstance(held, Mapping):
        return held.get("target", "")
    return thawed(held)


def battle_data(ruleset: Ruleset, battle: Battle) -> dict[str, Any]:
    """A battle's field and combatants as they stand, as plain data from which `battle_from` makes them again.

    The clock, timers and effects are not in it: what comes of it is a battle prepared, not one under way.
    """
    out: dict[str, Any] = {"title": battle.title} if battle.title else {}
    if battle.seed:
        out["seed"] = battle.seed
    defaults = ruleset.option_defaults()
    if options := {id: value for id, value in battle.options.items() if defaults.get(id) != value}:
        out["options"] = options
    out["zone"] = [_zone_data(ruleset, zone) for zone in battle.zones.values()]
    out["link"] = [
        {"between": list(link.between)} | ({"barrier": link.barrier} if link.barrier != "none" else {})
        for link in battle.links
    ]
    out["combatant"] = [combatant_data(ruleset, one) for one in battle.combatants.values()]
    out["close"] = [{"members": list(group)} for group in battle.close]
    return {key: value for key, value in out.items() if value not in ([], {})}


def _zone_data(rules: Ruleset, zone: Zone) -> dict[str, Any]:
    model = Zone(zone.id, words(zone.id))
    out: dict[str, Any] = {"id": zone.id}
    for key in ZONE_KEYS[1:]:
        value = getattr(zone, key)
        if value != getattr(model, key) or key in ("x", "y"):
            out[key] = thawed(value)
    return out | written_fields(rules.fields.get("zone", EMPTY), zone.fields)
