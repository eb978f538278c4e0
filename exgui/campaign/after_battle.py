"""Encounters that are prepared take over what a fight left of a character, so that the next one begins with them as
they are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from exgui.rulebook.rules import Ruleset
from exgui.sheets.after_battle import SheetLine, found_at, put


def taken_over(
    encounter: Mapping[str, Any], sheet: str, rules: Ruleset, lines: Sequence[SheetLine], before: Mapping[str, Any]
) -> Mapping[str, Any]:
    """An encounter in which the combatants made from a sheet are as the lines say, where they were like it before; what
    somebody has written there for this encounter alone stays.

    Args:
        before: the sheet before these lines were written to it.
    """

    def person(one: Mapping[str, Any]) -> Mapping[str, Any]:
        if one.get("sheet") != sheet:
            return one
        for line in lines:
            if found_at(one, rules, line.path) == found_at(before, rules, line.path):
                one = put(one, rules, line)
        return one

    people = encounter.get("combatant", ())
    now = [person(one) for one in people]
    return {**encounter, "combatant": now} if any(a is not b for a, b in zip(people, now, strict=True)) else encounter
