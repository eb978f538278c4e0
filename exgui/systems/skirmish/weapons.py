"""Weapons: what they need of hands, how far they reach, whether they can be used now (sk-03, sk-10, sk-11)."""

from __future__ import annotations

from collections.abc import Iterator

from exgui.engine.asks import Violation
from exgui.engine.battle import Battle, Combatant, Item
from exgui.engine.dice import Die, summed
from exgui.engine.dice_text import WrittenDice, read_dice
from exgui.engine.effects import modify_successes
from exgui.engine.explained import NOTHING, Explained, constant
from exgui.engine.procedure import Procedure, Result, Scene
from exgui.systems.common.gear import is_natural, of_kind
from exgui.systems.skirmish.positions import BANDS
from exgui.systems.skirmish.values import SHIELD
from exgui.systems.skirmish.wear import is_destroyed

BOTH_HANDS = 3
"""The bulk from which a weapon is used with both hands (sk-03)."""
OFF_HAND = -1
"""What a weapon in the other hand does less (sk-03)."""
UNLOADED, SPENT = "unloaded", "spent"
"""Conditions: weapons that must be reloaded, weapons that were used up for this stretch."""


def has(weapon: Item, property: str) -> bool:
    """A weapon has a property ("piercing", "blast")."""
    return property in weapon.get("properties", ())


def reach_of(weapon: Item) -> int | None:
    """How far a ranged weapon reaches, as a place in `BANDS`; None for a melee weapon."""
    range = str(weapon.get("range", ""))
    return BANDS.index(range) if range in BANDS else None


def two_handed(weapon: Item) -> bool:
    """A weapon is used with both hands."""
    return int(weapon.get("hands", 0)) >= 2 or int(weapon.get("bulk", 1)) >= BOTH_HANDS


def usable(one: Combatant) -> Iterator[Item]:
    """The weapons somebody has in hand, whole ones only; then their bare hands."""
    held = [one.gear[id] for id in one.ready if id in one.gear and one.gear[id].kind == "weapon"]
    natural = [item for item in of_kind(one, "weapon") if is_natural(item) and item not in held]
    return (item for item in (*held, *natural) if not is_destroyed(one, item))


def hands_taken(battle: Battle, one: Combatant) -> int:
    """How many of somebody's hands hold a shield or another person."""
    shields = sum(1 for item in of_kind(one, "item") if item.get("worn") == SHIELD and not is_destroyed(one, item))
    holding = sum(1 for other in battle.combatants.values() if other.conditions.get("entangled_by") == one.id)
    return min(shields, 1) + holding


def cannot_use(battle: Battle, one: Combatant, weapon: Item, hand: str = "") -> list[Violation]:
    """The rules that keep somebody from attacking with a weapon, whoever the target is."""
    out = []
    if is_destroyed(one, weapon):
        out.append(Violation("sk-11", f"{weapon.name} is destroyed."))
    elif weapon.id not in one.ready and not is_natural(weapon):
        out.append(Violation("sk-03", f"{one.name} does not have {weapon.name} in hand."))
    taken = hands_taken(battle, one)
    if two_handed(weapon) and taken:
        out.append(Violation("sk-03", f"{weapon.name} needs both hands, and one of {one.name}'s is not free."))
    if two_handed(weapon) and hand == "off":
        out.append(Violation("sk-03", f"{weapon.name} needs both hands: it has no off hand."))
    if weapon.id in one.conditions.get(UNLOADED, ()):
        out.append(Violation("sk-10", f"{weapon.name} must be reloaded first."))
    if weapon.id in one.conditions.get(SPENT, ()):
        out.append(Violation("sk-10", f"{weapon.name} can be used only once in a stretch."))
    return out


def dice_of(weapon: Item) -> WrittenDice:
    """The damage dice of a weapon."""
    return read_dice(str(weapon.get("damage", ""))) or WrittenDice(1, 4, -1)


def die_of(battle: Battle, dice: WrittenDice) -> Die:
    """The die of a damage roll; its highest face explodes unless the option says otherwise (sk-05)."""
    return summed(dice.sides, battle.options["explode"] == "again")


def roll_damage(scene: Scene, who: str, weapon: Item, hand: str, against: str) -> Procedure[tuple[int, int]]:
    """Rolls a weapon's damage: what it comes to, and how many dice showed their highest face."""
    dice = dice_of(weapon)
    die = die_of(scene.battle, dice)
    several = dice.count > 1

    def pool(_battle: Battle) -> Explained:
        return constant(f"d{dice.sides}", dice.count, "sk-05")

    def fixed(battle: Battle) -> Explained:
        out = NOTHING
        if dice.plus:
            out = out.plus(weapon.name, dice.plus, "sk-03")
        if hand == "off":
            out = out.plus("off hand", OFF_HAND, "sk-03")
        return modify_successes(out, battle.combatants[who].effects, "damage")

    facts = ("maxima",) if several else ()
    label = f"Damage, {dice}"
    result = yield from scene.roll(who, "damage", pool, auto=fixed, die=die, facts=facts, label=label, against=against)
    return max(0, result.successes), result.facts[0] if several else _maxima(die, result)


def _maxima(die: Die, result: Result) -> int:
    """How often a single die showed its highest face, of its total alone."""
    if die.explodes:
        return max(0, result.score - 1) // die.sides
    return int(result.score == die.sides)
