"""Values that the rules derive from a full sheet and that its text did not print."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from exgui.rulebook.rules import Ruleset
from exgui.rulebook.setup import battle_from
from exgui.rulebook.validation import SetupError
from exgui.systems import UnknownSystem, system_for

_PRINTED_AS = {"pdv": "parry_dv", "ddv": "dodge_dv"}
_AMONG = {"hardness": ("hardness", "hardness.lethal")}
_PRINTED = frozenset(
    (
        "join_battle",
        "parry",
        "evasion",
        "soak",
        "hardness",
        "resolve",
        "guile",
        "pdv",
        "ddv",
        "block",
        "defense",
        "health",
    )
)
"""Values that stat blocks print; and soak by type of damage."""
_ID = "pasted"


def derived_values(data: Mapping[str, Any], given: Mapping[str, int], rules: Ruleset) -> dict[str, int]:
    """Return the values of a sheet (fields of a scenario's combatant) by the names that stat blocks use.

    Values that need one of the ruleset's Attributes that `given` (the traits in the text) does not have are left out.
    The result is empty if the sheet cannot be used or no game plays the ruleset.
    """
    known = {id for id, trait in rules.traits.items() if trait.group == "attributes"}
    sheet = {key: value for key, value in data.items() if key not in ("state", "zone", "side", "id", "notes")}
    setup = {"zone": [{"id": "here"}], "combatant": [{**sheet, "id": _ID, "side": "one", "zone": "here"}]}
    try:
        system = system_for(rules)
        battle = system.prepare(battle_from(rules, setup))
    except (SetupError, UnknownSystem):
        return {}
    found: dict[str, int] = {}
    for id, value in rules.values.items():
        if not (id in _PRINTED or id.startswith("soak_")) or not (value.formula.names & known) <= given.keys():
            continue
        names = (id, *_AMONG.get(id, ()), id.replace("_", ".", 1))
        for name in names:
            try:
                found[_PRINTED_AS.get(id, id)] = system.number(battle, _ID, name).total
                break
            except KeyError:
                continue
    return found
