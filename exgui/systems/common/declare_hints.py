"""Effects that can be declared: what they are for, what they cost, and in which amounts they can be bought.

Each game defines which of its numbers help which combatant, and what there is to pay with.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from exgui.engine.asks import Option
from exgui.engine.battle import Battle, Combatant, Item
from exgui.engine.record import EMPTY, Record
from exgui.engine.system import DeclareHint, Price, Purpose
from exgui.systems.common import effects
from exgui.systems.common.effects import Declaration
from exgui.systems.common.gear import trait
from exgui.systems.common.motes import POOLS, price_text


class Means(Record):
    """What a combatant has to pay with: `left`, `whole` and `keep` as in `Price`."""

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
    """Return the opponent's rolls and values that an effect changes."""
    return {text.modifier.on for text in effects.modifiers(battle, item) if text.target}


def option_of(
    battle: Battle, one: Combatant, item: Item, ability: str, payable: Callable[[Declaration], bool]
) -> Option | None:
    """Return the effect as an option, up to the largest amount that can be paid for; None if no amount can be.

    Args:
        ability: the Ability of the attack, for an effect without an Ability of its own.
        payable: whether the combatant can pay for a declared amount.
    """
    amounts = range(effects.most(battle, one, item, ability), 0, -1)
    highest = next((amount for amount in amounts if payable(Declaration(item, amount))), 0)
    if not highest:
        return None
    paid = price_text(effects.price(item))
    label = f"{item.name}, 1 to {highest}" if highest > 1 else item.name
    shown = f"{label} ({paid}{' each' if highest > 1 else ''})" if paid else label
    return Option(item.id, shown, highest if effects.scales(item) else 0)
