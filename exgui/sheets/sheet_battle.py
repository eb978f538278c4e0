"""A battle with only one sheet's combatant, from which their numbers are read."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from exgui.engine.battle import Battle
from exgui.rulebook.rules import Ruleset
from exgui.rulebook.setup import battle_from
from exgui.systems import system_for

COMBATANT = "sheet"
"""The id of the combatant in it."""
_OF_A_BATTLE = ("state", "zone", "sheet", "number")


def sheet_battle(sheet: Mapping[str, Any], rules: Ruleset) -> Battle:
    """Return a prepared battle with only the sheet's combatant, unhurt.

    Raises:
        SetupError: the sheet has mistakes.
        UnknownSystem: no game plays the ruleset.
    """
    bare = {key: value for key, value in sheet.items() if key not in _OF_A_BATTLE}
    setup = {"zone": [{"id": "here"}], "combatant": [{**bare, "id": COMBATANT, "side": "one", "zone": "here"}]}
    return system_for(rules).prepare(battle_from(rules, setup))
