"""Rolls of damage dice, which may explode (sk-05)."""

from __future__ import annotations

from collections.abc import Iterable

from exgui.engine.battle import Battle, Item
from exgui.engine.dice import Die, WrittenDice, read_dice, summed
from exgui.engine.effects import Modifier, value_set_by
from exgui.engine.explained import NOTHING, Explained, constant
from exgui.engine.procedure import Procedure, Result, Scene
from exgui.systems.common.gear import is_natural, rules_of
from exgui.systems.skirmish import sentences as say

UNARMED_DICE = WrittenDice(1, 4, -1)
"""The damage of a weapon without dice of its own: no more than bare hands (sk-03)."""


def dice_of(weapon: Item) -> WrittenDice:
    return read_dice(str(weapon.get("damage", ""))) or UNARMED_DICE


def die_of(battle: Battle, dice: WrittenDice) -> Die:
    """Return the die of a damage roll; its highest face explodes unless the option forbids it (sk-05)."""
    return summed(dice.sides, battle.options["explode"] == "again")


def roll_damage(scene: Scene, who: str, weapon: Item, hand: str, against: str) -> Procedure[tuple[int, int]]:
    """Roll a weapon's damage; return the total and how many dice showed their highest face."""
    less = -int(rules_of(scene.battle).constants["off_hand_less"])
    extra = constant("off hand", less, "sk-03") if hand == "off" else NOTHING
    dice = dice_of(weapon)
    label, wears = say.DAMAGE_OF(source=weapon), not is_natural(weapon)
    return (yield from roll_dice(scene, who, dice, weapon.name, extra, label, against, wears=wears))


def roll_dice(
    scene: Scene,
    who: str,
    dice: WrittenDice,
    source: str,
    extra: Explained,
    label: str,
    against: str,
    rolled_for: tuple[str, ...] = (),
    wears: bool = False,
) -> Procedure[tuple[int, int]]:
    """Roll damage dice; return the total, never below 0, and how many dice showed their highest face.

    Args:
        source: the source of the damage, in words.
        extra: a bonus besides the fixed number of the dice.
        wears: whether it matters that a die shows its highest face.
    """

    def pool(battle: Battle) -> Explained:
        base = constant(f"d{dice.sides}", dice.count, "sk-05")
        for name, rule, change in _changes(battle, who):
            base = base.plus(name, change.dice, rule)
        return base

    def fixed(battle: Battle) -> Explained:
        out = NOTHING.plus(source, dice.plus, "sk-03").plus_all(extra)
        for name, rule, change in _changes(battle, who):
            out = out.plus(name, change.bonus + change.successes, rule)
        return out

    die = die_of(scene.battle, dice)
    # With one die the total shows how often it exploded; with several, the number of highest faces is asked for.
    facts = ("maxima",) if wears and pool(scene.battle).total > 1 else ()
    result = yield from scene.roll(
        who, "damage", pool, auto=fixed, die=die, facts=facts, label=label, against=against, rolled_for=rolled_for
    )
    total = value_set_by(Explained(result.successes), scene.battle.combatants[who].effects, "damage").total
    return max(0, total), result.facts[0] if facts else _maxima(die, result)


def _changes(battle: Battle, who: str) -> Iterable[tuple[str, str, Modifier]]:
    """Return the modifiers on a combatant's damage, each with its label and rule."""
    one = battle.combatants[who]
    return [(e.label, e.rule, change) for e in one.effects for change in e.modifiers if change.on == "damage"]


def _maxima(die: Die, result: Result) -> int:
    """Return how often the dice showed their highest face, if that was not asked for."""
    if result.faces is not None:
        return result.faces.count(die.sides)
    if result.dice != 1:
        return 0
    return max(0, result.score - 1) // die.sides if die.explodes else int(result.score == die.sides)
