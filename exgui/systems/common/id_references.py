"""Where somebody or a zone is named in what a battle remembers."""

from __future__ import annotations

from collections.abc import Mapping

from exgui.engine.battle import Combatant
from exgui.engine.record import Table, Value
from exgui.rulebook.rules import Ruleset


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
