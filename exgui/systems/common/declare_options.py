"""What somebody may choose of an effect that can be declared now: in which amount, and at which price."""

from __future__ import annotations

from collections.abc import Callable

from exgui.engine.asks import Option
from exgui.engine.battle import Battle, Combatant, Item
from exgui.systems.common import effects
from exgui.systems.common.effects import Declaration
from exgui.systems.common.motes import price_text


def option_of(
    battle: Battle, one: Combatant, item: Item, ability: str, payable: Callable[[Declaration], bool]
) -> Option | None:
    """Return the effect as an option, up to the largest amount that can be paid for; None where no amount can be.

    Args:
        ability: the Ability of the attack, for an effect without an Ability of its own.
        payable: whether somebody can pay for the effect in an amount.
    """
    amounts = range(effects.most(battle, one, item, ability), 0, -1)
    highest = next((amount for amount in amounts if payable(Declaration(item, amount))), 0)
    if not highest:
        return None
    paid = price_text(effects.price(item))
    label = f"{item.name}, 1 to {highest}" if highest > 1 else item.name
    shown = f"{label} ({paid}{' each' if highest > 1 else ''})" if paid else label
    return Option(item.id, shown, highest if effects.scales(item) else 0)
