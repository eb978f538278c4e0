"""Zones and combatants under another name, or gone: what the states of people say of them follows."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any

from exgui.campaign.encounter_edits.edit import (
    Edit,
    EditRefused,
    Encounter,
    Entry,
    change_each,
    changed,
    entry,
    ids,
    name_of,
    new_id,
    valid_name,
)
from exgui.engine.record import EMPTY, Table


def rename(data: Encounter, kind: str, id: str, name: str, follow: Callable[[Encounter, str, str], Encounter]) -> Edit:
    """Gives a zone or a combatant another name, and the id that goes with it.

    Args:
        kind: "zone" or "combatant".
        follow: gives the encounter in which whatever named the old id names the new one.

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
    """A combatant whose state names by the new id what it named by the old one."""
    state = one.get("state", EMPTY)
    named = _with_names(state, old, new)
    return one.put("state", named) if named != state else one


def with_state_without(one: Entry, gone: Collection[str]) -> Entry:
    """A combatant whose state does not name what is gone."""
    state = one.get("state", EMPTY)
    left = _without_names(state, gone)
    return changed(one, {"state": left or None}) if left != state else one


def _renamed_id(one: Entry, name: str, taken: set[str], otherwise: str) -> str:
    """The id of something that gets another name: it follows the name where it was made from the one before; an id that
    somebody has written stays."""
    old = str(one["id"])
    made = new_id(str(one.get("name") or old), set(), otherwise)
    own = old == made or (old.startswith(f"{made}_") and old.removeprefix(f"{made}_").isdecimal())
    return new_id(name, taken - {old}, otherwise) if own else old


def _without_names(state: Mapping[str, Any], gone: Collection[str]) -> Table[str, Any]:
    """A state without what names somebody or somewhere that is gone."""
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
    """A state that names by the new id what it named by the old one."""

    def named(value: Any) -> Any:
        if isinstance(value, tuple):
            return tuple(named(one) for one in value)
        return new if value == old and isinstance(value, str) else value

    return Table((key, named(value)) for key, value in state.items())
