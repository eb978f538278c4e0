"""Names in place of the ids by which rolls are known: "Volfer's damage" for "volfer.damage"."""

from __future__ import annotations

import re

from exgui.engine.battle import Battle
from exgui.rulebook.rules import Ruleset

KEY = re.compile(r"\b(?P<who>\w+)\.(?P<roll>\w+)\b")


def with_names(text: str, battle: Battle, rules: Ruleset) -> str:
    """A sentence as the window shows it."""

    def named(found: re.Match[str]) -> str:
        one = battle.combatants.get(found["who"])
        return f"{one.name}'s {rules.label(found['roll']).lower()}" if one is not None else found[0]

    return KEY.sub(named, text)
