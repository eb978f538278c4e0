"""Pools of dice: the ruleset's formulas, changed by wounds, a flurry and effects."""

from __future__ import annotations

from exgui.engine.battle import Battle, Combatant
from exgui.engine.effects import modify_pool, modify_successes
from exgui.engine.explained import NOTHING, Explained, constant
from exgui.engine.procedure import Procedure, Result, Scene
from exgui.systems.common.gear import lookup, rules_of, trait
from exgui.systems.common.printed_numbers import printed_pool
from exgui.systems.ex3.health import wound_penalty


def base_pool(battle: Battle, who: str, roll: str) -> Explained:
    """Return a pool before other changes: the dice printed for it, else the sum of the traits."""
    one = battle.combatants[who]
    printed = printed_pool(battle, one, roll, "ex3-88")
    if printed is not None:
        return printed
    formula = rules_of(battle).rolls[roll].formula
    assert formula is not None
    return formula.explain(lookup(battle, one))


def dice_of(battle: Battle, one: Combatant, use: str, *traits: str) -> Explained:
    """Return the dice printed for a use of the ruleset's `printed_pools` (ex3-88), else the sum of these traits."""
    printed = printed_pool(battle, one, use, "ex3-88")
    if printed is not None:
        return printed
    base = NOTHING
    for name in traits:
        base = base.plus(rules_of(battle).label(name), trait(battle, one, name))
    return base


def finish_pool(battle: Battle, one: Combatant, base: Explained, *names: str, flurried: bool = False) -> Explained:
    """Return a pool with wounds (ex3-63), the flurry's penalty (ex3-20) and the effects on it.

    Args:
        names: the names under which effects change the roll.
        flurried: whether the roll belongs to one of the turn's actions, and so to a flurry if there is one.
    """
    base = base.plus_all(wound_penalty(battle, one))
    if turn := one.turn:
        if flurried and "flurry" in turn and turn["flurry"]:
            base = base.plus("flurry", -3, "ex3-20")
        if "ordered" in turn:
            base = base.plus("order", int(turn["ordered"]), "ex3-81")
    return modify_pool(base, one.effects, *names) if one.effects else base


def pool(battle: Battle, who: str, roll: str, *, flurried: bool = False) -> Explained:
    return finish_pool(battle, battle.combatants[who], base_pool(battle, who, roll), roll, flurried=flurried)


def automatic(battle: Battle, who: str, roll: str, label: str = "", amount: int = 0, rule: str = "") -> Explained:
    """Return a roll's automatic successes: `amount` by the rules, and those that effects add."""
    base, effects = NOTHING.plus(label, amount, rule), battle.combatants[who].effects
    return modify_successes(base, effects, roll) if effects else base


def roll_against(scene: Scene, who: str, roll: str, difficulty: int, label: str, rule: str) -> Procedure[Result]:
    """Roll an action's roll of the ruleset against a difficulty."""
    return (
        yield from scene.roll(
            who,
            roll,
            lambda battle: pool(battle, who, roll, flurried=True),
            auto=lambda battle: automatic(battle, who, roll),
            difficulty=lambda _battle: constant(label, difficulty, rule),
            threshold_only=True,
            label=label,
        )
    )
