"""What the effects of a sheet are for, and what they cost of which means. Each game says which of its numbers help
whom, and what there is to pay with."""

from __future__ import annotations

from collections.abc import Mapping

from exgui.engine.battle import Battle, Combatant, Item
from exgui.engine.declare_hints import DeclareHint, Price, Purpose
from exgui.engine.record import EMPTY, Record
from exgui.systems.common import effects
from exgui.systems.common.gear import trait
from exgui.systems.common.motes import POOLS


class Means(Record):
    """What there is to pay with: `left`, `whole` and `keep` as in `Price`."""

    left: int
    whole: int = 0
    keep: int = 0


def motes(battle: Battle, one: Combatant) -> Means:
    left = sum(max(0, one.track(f"motes_{pool}")) for pool in POOLS)
    return Means(left, max(left, sum(trait(battle, one, f"{pool}_motes") for pool in POOLS)))


def hint(item: Item, purpose: Purpose, means: Mapping[str, Means]) -> DeclareHint:
    once, each = item.get("cost", EMPTY), item.get("cost_each", EMPTY)
    prices = []
    for kind in dict.fromkeys((*once, *each)):
        have = means[kind]
        prices.append(Price(kind, int(once.get(kind, 0)), int(each.get(kind, 0)), have.left, have.whole, have.keep))
    return DeclareHint(item.id, purpose, tuple(prices))


def changed(battle: Battle, item: Item) -> set[str]:
    return {text.modifier.on for text in effects.modifiers(battle, item) if not text.target}


def changed_of_other(battle: Battle, item: Item) -> set[str]:
    """Return the rolls and values of the other one of an attack that it changes."""
    return {text.modifier.on for text in effects.modifiers(battle, item) if text.target}
