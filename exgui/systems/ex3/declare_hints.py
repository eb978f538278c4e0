"""What effects are for at each moment of an attack (ex3-44), and with what they are paid (ex3-85), for whoever declares
them without being asked.

Health is never spent so, and no Initiative by which one would crash (ex3-07).
"""

from __future__ import annotations

from collections.abc import Mapping

from exgui.engine.asks import Declare
from exgui.engine.battle import Battle, Combatant, Item
from exgui.engine.declare_hints import DeclareHint, Purpose
from exgui.systems.common.declare_hints import Means, changed, changed_of_other, hint, motes
from exgui.systems.common.gear import trait
from exgui.systems.ex3.health import TYPES
from exgui.systems.ex3.initiative import initiative

AVOIDING = frozenset({"defense", "parry", "evasion"})
LESSENING = frozenset({"soak", "hardness"})


def declare_hints(battle: Battle, ask: Declare) -> tuple[DeclareHint, ...]:
    """The hints for the offered effects that are of use now."""
    one = battle.combatants[ask.by]
    means = _means(battle, one)
    items = (one.gear[str(option.value)] for option in ask.effects)
    found = ((item, _purpose(battle, item, ask.moment)) for item in items)
    return tuple(hint(item, purpose, means) for item, purpose in found if purpose is not None)


def _purpose(battle: Battle, item: Item, moment: str) -> Purpose | None:
    """The purpose of an effect at a moment; None where it is better to wait for another moment."""
    if moment in ("damage", "damaged"):
        return "attack" if moment == "damage" else "endure"
    own = changed(battle, item)
    reflexive = item.get("when") == "reflexive"
    defends = bool(own & (AVOIDING | LESSENING))
    if moment == "attack":
        return None if reflexive and defends else "attack"
    if item.get("counter"):
        return "attack"
    if own & AVOIDING or "attack" in changed_of_other(battle, item):
        return "avoid"
    return None if reflexive and not defends else "lessen"


def _means(battle: Battle, one: Combatant) -> Mapping[str, Means]:
    willpower = one.track("willpower")
    return {
        "motes": motes(battle, one),
        "willpower": Means(willpower, max(willpower, trait(battle, one, "willpower"))),
        "anima": Means(one.track("anima")),
        "initiative": Means(initiative(one), keep=1),
        **dict.fromkeys(TYPES, Means(0)),
    }
