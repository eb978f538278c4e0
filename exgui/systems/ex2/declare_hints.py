"""What Charms are for at each moment of an attack (ex2-10), for whoever declares them without being asked."""

from __future__ import annotations

from exgui.engine.asks import Declare
from exgui.engine.battle import Battle, Item
from exgui.engine.declare_hints import DeclareHint, Purpose
from exgui.systems.common.declare_hints import changed, changed_of_other, hint, motes
from exgui.systems.ex2.values import MODIFIED_AS

AVOIDING = frozenset(name for names in MODIFIED_AS.values() for name in names)
AT: dict[str, Purpose] = {
    "attack": "attack",
    "rolled": "retry",
    "hit": "endure",
    "damage": "attack",
    "damaged": "endure",
}
"""What is declared at a moment is for this."""


def declare_hints(battle: Battle, ask: Declare) -> tuple[DeclareHint, ...]:
    """The hints for the offered Charms that are of use now."""
    one = battle.combatants[ask.by]
    means = {"motes": motes(battle, one)}
    items = (one.gear[str(option.value)] for option in ask.effects)
    return tuple(hint(item, _purpose(battle, item, ask.moment), means) for item in items)


def _purpose(battle: Battle, item: Item, moment: str) -> Purpose:
    if moment != "attacked":
        return AT[moment]
    avoids = item.get("to_dv") or changed(battle, item) & AVOIDING or "attack" in changed_of_other(battle, item)
    return "avoid" if avoids else "lessen"
