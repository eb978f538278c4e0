"""The result of an edit: the encounter after it, and a sentence about it; the tables inside an encounter; and
renaming or removing zones and combatants, with the states that refer to them.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any

from exgui.engine.record import EMPTY, Record, Table, freeze
from exgui.rulebook.combatant_setup import VIEW_WORDS
from exgui.rulebook.encounter_shape import MOST_COMBATANTS, MOST_LINKS, MOST_ZONES
from exgui.rulebook.new_names import free_id, slug
from exgui.rulebook.validation import LONGEST_NAME, LONGEST_NOTE

Encounter = Table[str, Any]
"""An encounter's data, frozen at every depth."""
Entry = Table[str, Any]
"""One zone, link, combatant or close group of an encounter."""
MOST = {"zone": MOST_ZONES, "link": MOST_LINKS, "combatant": MOST_COMBATANTS, "close": MOST_COMBATANTS}
PLURALS = {"zone": "zones", "link": "links", "combatant": "combatants", "close": "close groups"}
LONGEST_MADE_ID = 50
"""The most letters of an id made from a name; a number may follow."""


class EditRefused(ValueError):
    """An edit that makes no sense; the message is a sentence for the user."""


class Edit(Record):
    """An encounter after an edit.

    Attributes:
        sentence: what was done, for undo: "Old mill drawn".
        made: ids of the zones or combatants that are new, or have a new id.
        renamed: new ids by old ids.
    """

    data: Encounter
    sentence: str
    made: tuple[str, ...] = ()
    renamed: Table[str, str] = EMPTY


def encounter_data(data: Mapping[str, Any]) -> Encounter:
    return Table(freeze(data))


def entries(data: Encounter, kind: str) -> tuple[Entry, ...]:
    """Return the tables of one kind ("zone", "link", "combatant", "close")."""
    found: tuple[Entry, ...] = data.get(kind, ())
    return found


def entry(data: Encounter, kind: str, id: str) -> Entry:
    """Return the zone or combatant of that id.

    Raises:
        EditRefused: there is none.
    """
    for one in entries(data, kind):
        if one.get("id") == id:
            return one
    raise EditRefused(f"The {kind} “{id}” no longer exists.")


def ids(data: Encounter, kind: str) -> set[str]:
    """Return the ids of all zones or combatants."""
    return {str(one.get("id")) for one in entries(data, kind)}


def with_entries(data: Encounter, kind: str, all: Iterable[Entry]) -> Encounter:
    """Return the encounter with other tables of one kind.

    Raises:
        EditRefused: there are more than allowed.
    """
    found = tuple(all)
    if len(found) > MOST[kind]:
        raise EditRefused(f"There can be at most {MOST[kind]:,} {PLURALS[kind]}.")
    if found == () and kind in data:
        return data.without(kind)
    return data.put(kind, found) if found else data


def changed(one: Entry, changes: Mapping[str, Any]) -> Entry:
    """Return a table with some keys changed; None removes a key."""
    new = {key: value for key, value in one.items() if key not in changes}
    keep = {key: freeze(value) for key, value in changes.items() if value is not None}
    order = [*one, *(key for key in keep if key not in one)]
    merged = {**new, **keep}
    return Table((key, merged[key]) for key in order if key in merged)


def change_each(data: Encounter, kind: str, some: Collection[str], change: Callable[[Entry], Entry]) -> Encounter:
    """Return the encounter with some zones or combatants changed; the others stay the same objects.

    Raises:
        EditRefused: one of them does not exist.
    """
    for id in some:
        entry(data, kind, id)
    wanted = set(some)
    return with_entries(data, kind, (change(one) if one.get("id") in wanted else one for one in entries(data, kind)))


def name_of(one: Entry) -> str:
    """Return the name of a zone or combatant, shortened for a sentence."""
    name = str(one.get("name") or str(one.get("id", "")).replace("_", " ").capitalize())
    return name if len(name) <= 60 else f"{name[:57]}…"


def names_of(data: Encounter, kind: str, some: Collection[str]) -> str:
    """Return the names of zones or combatants in a sentence: "Tam", "Tam and Ilsa", "5 combatants"."""
    found = [name_of(one) for one in entries(data, kind) if one.get("id") in set(some)]
    if len(found) == 1:
        return found[0]
    return " and ".join(found) if len(found) == 2 else f"{len(found)} {PLURALS[kind]}"


def valid_name(name: str) -> str:
    """Return a name as one line that can be saved.

    Raises:
        EditRefused: it is too long.
    """
    plain = " ".join("".join(sign if sign.isprintable() else " " for sign in name).split())
    if len(plain) > LONGEST_NAME:
        raise EditRefused(f"A name can have at most {LONGEST_NAME} characters; this one has {len(plain)}.")
    return plain


def valid_note(text: str) -> str:
    """Return notes that can be saved.

    Raises:
        EditRefused: they are too long.
    """
    if len(text) > LONGEST_NOTE:
        raise EditRefused(f"Notes can have at most {LONGEST_NOTE:,} characters; these have {len(text):,}.")
    return text


def new_id(name: str, taken: set[str], otherwise: str) -> str:
    """Return an unused id made from a name.

    Args:
        otherwise: for a name without letters that an id may have.
    """
    wanted = slug(name)[:LONGEST_MADE_ID].strip("_")
    plain = any(sign.isascii() and sign.isalnum() for sign in name)
    return free_id(wanted if plain and wanted else otherwise, taken | set(VIEW_WORDS))


def change_keys(data: Encounter, kind: str, some: Collection[str], what: str, keys: Mapping[str, Any]) -> Edit:
    """Change keys of entries, the same for all of them; None removes a key.

    Args:
        what: names the change in the sentence ("terrain").

    Raises:
        EditRefused: notes too long.
    """
    if keys.get("notes") is not None:
        keys = {**keys, "notes": valid_note(keys["notes"]) or None}
    after = change_each(data, kind, some, lambda one: changed(one, keys))
    return Edit(after, f"{what[:1].upper()}{what[1:]} of {names_of(data, kind, some)}")


def rename(data: Encounter, kind: str, id: str, name: str, follow: Callable[[Encounter, str, str], Encounter]) -> Edit:
    """Rename a zone or a combatant, and change its id to match.

    Args:
        kind: "zone" or "combatant".
        follow: returns the encounter with references to the old id changed to the new one.

    Raises:
        EditRefused: the name is empty or too long.
    """
    name = valid_name(name)
    if not name:
        raise EditRefused(f"A {kind} needs a name.")
    old = entry(data, kind, id)
    new = _renamed_id(old, name, ids(data, kind), kind)
    out = change_each(data, kind, (id,), lambda one: changed(one, {"id": new, "name": name}))
    if new != id:
        out = follow(out, id, new)
    return Edit(out, f"{name_of(old)} renamed to {name[:60]}", (new,), Table({id: new}) if new != id else EMPTY)


def with_state_naming(one: Entry, old: str, new: str) -> Entry:
    state = one.get("state", EMPTY)
    named = _with_names(state, old, new)
    return one.put("state", named) if named != state else one


def with_state_without(one: Entry, gone: Collection[str]) -> Entry:
    state = one.get("state", EMPTY)
    left = _without_names(state, gone)
    return changed(one, {"state": left or None}) if left != state else one


def _renamed_id(one: Entry, name: str, taken: set[str], otherwise: str) -> str:
    """Return the id of a renamed entry: it follows the name if it was made from the old name; an id that was written
    by hand stays.
    """
    old = str(one["id"])
    made = new_id(str(one.get("name") or old), set(), otherwise)
    own = old == made or (old.startswith(f"{made}_") and old.removeprefix(f"{made}_").isdecimal())
    return new_id(name, taken - {old}, otherwise) if own else old


def _without_names(state: Mapping[str, Any], gone: Collection[str]) -> Table[str, Any]:
    out: dict[str, Any] = {}
    for key, value in state.items():
        if isinstance(value, str) and value in gone:
            continue
        if isinstance(value, tuple) and any(one in gone for one in value if isinstance(one, str)):
            value = tuple(one for one in value if one not in gone)
            if not value:
                continue
        out[key] = value
    return Table(out)


def _with_names(state: Mapping[str, Any], old: str, new: str) -> Table[str, Any]:
    def named(value: Any) -> Any:
        if isinstance(value, tuple):
            return tuple(named(one) for one in value)
        return new if value == old and isinstance(value, str) else value

    return Table((key, named(value)) for key, value in state.items())
