"""Numbers of a combatant as printed in a stat block: they replace what the rules would derive.

They are in two of the game's own fields: `printed`, values by id, and `pools`, dice by the id of a roll or by any name.
A printed attack is a weapon with `dice`. Changes to a number in a fight (wounds, onslaught, cover, effects) apply to a
printed number as to any other.
"""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from exgui.engine.battle import Battle, Combatant, Item
from exgui.engine.explained import Explained, constant
from exgui.engine.record import EMPTY
from exgui.systems.common.gear import rules_of

PRINTED = "printed"
POOLS = "pools"
QUICK = "quick_character"
"""The `kind` of a quick character."""


@runtime_checkable
class TellsAttacks(Protocol):
    """A game whose attacks involve more than its rolls `attack` and `damage`, and a weapon's `accuracy`.

    It works out the totals for a sheet on which attacks are printed.
    """

    def attack_numbers(self, battle: Battle, who: str, weapon: Item) -> tuple[int, int]:
        """Return the dice and the damage of a combatant's attack with this weapon, in no particular circumstances."""


def is_quick(one: Combatant) -> bool:
    """Return whether a combatant fights by printed numbers and not by traits."""
    return one.kind == QUICK


def label_of(one: Combatant) -> str:
    """Return where a combatant's given numbers come from, in words."""
    return "as printed" if is_quick(one) else "set by hand"


def printed_value(one: Combatant, id: str, rule: str) -> Explained | None:
    """Return a value as printed; None if it is not printed.

    Args:
        rule: id of the game's rule for printed numbers.
    """
    total = one.fields.get(PRINTED, EMPTY).get(id)
    return None if total is None else constant(label_of(one), total, rule)


def printed_pool(battle: Battle, one: Combatant, use: str, rule: str) -> Explained | None:
    """Return the dice printed for a use; None if there are none.

    Args:
        use: the id of a roll, or another key of the ruleset's constant `printed_pools`, which lists the other names
            under which its dice may be printed, the likeliest first.
        rule: id of the game's rule for printed numbers.
    """
    pools, values = one.fields.get(POOLS, EMPTY), one.fields.get(PRINTED, EMPTY)
    if not pools and use not in values:
        return None
    if use in values and use not in pools:
        return constant(label_of(one), values[use], rule)
    for name in (use, *rules_of(battle).constants.get("printed_pools", EMPTY).get(use, ())):
        if name in pools:
            label = label_of(one) if name == use else f"{_in_words(name)} {label_of(one)}"
            return constant(label, pools[name], rule)
    return None


def printed_dice(one: Combatant, weapon: Item) -> int:
    """Return the whole pool of an attack as printed; 0 if it is not printed.

    It is the owner's pool: a combatant who picks up someone else's weapon rolls their own dice.
    """
    return int(weapon.get("dice", 0)) if is_quick(one) or PRINTED in one.fields else 0


def has_printed_damage(weapon: Item) -> bool:
    """Return whether a weapon's damage is printed whole, with the Strength of its first owner."""
    return bool(weapon.get("dice", 0))


def _in_words(name: str) -> str:
    return name.replace("_", " ").capitalize()
