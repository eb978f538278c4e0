"""The letters of a ruleset's actions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from exgui.rulebook.rules import Ruleset

MORE = "."
"""The key that shows what is not possible now."""

RESERVED = frozenset("?")
ROLL = "R"
"""Lets the app roll while dice are asked. Of itself it is given last of all, since one press too many begins it."""
MARKS = ",;'/[]\\`"
"""The keys of actions for which no letter is left."""


def action_keys(rules: Ruleset, chosen: Mapping[str, str] | None = None) -> dict[str, str]:
    """Return the letter of every action by its id: the user's own choice, else that of the rule data, else a free
    letter of its label, else one of the marks.

    No letter stands for two actions: what the user chose comes first, then the order of the table.
    """
    keys: dict[str, str] = {}
    taken = set(RESERVED)
    chosen = chosen or {}
    visible = [action for action in rules.actions.values() if not action.hidden]
    for action in (*(one for one in visible if one.id in chosen), *visible):
        wanted = (chosen.get(action.id) or action.key).upper()
        if action.id not in keys and len(wanted) == 1 and wanted not in taken:
            keys[action.id] = wanted
            taken.add(wanted)
    for action in visible:
        if action.id in keys:
            continue
        free = [
            char
            for char in f"{action.label.upper()}ABCDEFGHIJKLMNOPQRSTUVWXYZ"
            if "A" <= char <= "Z" and char not in taken and char != ROLL
        ]
        free = free or [mark for mark in (*MARKS, ROLL) if mark not in taken]
        if free:
            keys[action.id] = free[0]
            taken.add(free[0])
    return keys
