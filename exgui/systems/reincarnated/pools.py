"""Pools of dice: Attribute + Ability or any other, a group's Magnitude, Advantages, and bonuses from effects (re-01,
re-03, re-60).
"""

from __future__ import annotations

from collections.abc import Callable

from exgui.engine.asks import Violation
from exgui.engine.battle import Battle, Combatant
from exgui.engine.effects import modify_pool, modify_successes
from exgui.engine.explained import NOTHING, Explained, constant
from exgui.engine.procedure import Number, Procedure, Result, Scene
from exgui.engine.record import EMPTY, Value
from exgui.rulebook.formula import formula
from exgui.systems.common.gear import rules_of, trait
from exgui.systems.common.printed_numbers import POOLS, printed_pool
from exgui.systems.common.sentences import NEEDS_POOL, NO_TRAIT, POOL_SIZE
from exgui.systems.common.steps import LARGEST_POOL
from exgui.systems.reincarnated import sentences as say
from exgui.systems.reincarnated.advantages import on_dice
from exgui.systems.reincarnated.values import find_in, magnitude

MARTIAL = ("strike",)
"""Rolls on which Magnitude counts as accuracy (re-60)."""
ACTIONS = ("strike", "maneuver", "move", "escape")
"""Rolls of an action, on which a group has more dice (re-60)."""


def check_pool(battle: Battle, who: str, given: Value, rule: str) -> list[Violation]:
    """Return the violations of a named pool: it must be a number of dice, or traits."""
    if given is None:
        return []
    if isinstance(given, int) and not isinstance(given, bool):
        if 0 <= given <= LARGEST_POOL:
            return []
        return [Violation(rule, POOL_SIZE(most=LARGEST_POOL, n=given), final=True)]
    names = (given,) if isinstance(given, str) else given
    if not isinstance(names, tuple) or not names:
        return [Violation(rule, NEEDS_POOL, final=True)]
    known = {*rules_of(battle).traits, *battle.combatants[who].fields.get(POOLS, EMPTY)}
    return [Violation(rule, NO_TRAIT(name=str(name)), final=True) for name in names if name not in known]


def named_pool(battle: Battle, one: Combatant, given: Value) -> Explained:
    """Return the dice of a named pool: a number, traits, or the number printed for one of them."""
    if isinstance(given, int):
        return constant("dice", given)
    out = NOTHING
    for name in (given,) if isinstance(given, str) else given:
        printed = printed_pool(battle, one, str(name), "re-01")
        if printed is not None:
            return printed
        out = out.plus(rules_of(battle).label(str(name)), trait(battle, one, str(name)))
    return out


def by_formula(battle: Battle, one: Combatant, text: str) -> Explained:
    """Return the dice of a pool that the rule data gives as a formula."""
    return formula(text).explain(find_in(battle, one))


def roll_pool(battle: Battle, one: Combatant, roll: str) -> Explained:
    """Return the dice printed for a roll, else those of its formula."""
    printed = printed_pool(battle, one, roll, "re-02")
    if printed is not None:
        return printed
    known = rules_of(battle).rolls[roll].formula
    return known.explain(find_in(battle, one)) if known is not None else NOTHING


def finished(battle: Battle, one: Combatant, base: Explained, roll: str) -> Explained:
    """Return a pool with everything that changes it: Magnitude on actions, Advantages, and effects."""
    if roll in ACTIONS:
        label = say.MAGNITUDE_ACCURACY if roll in MARTIAL else say.MAGNITUDE
        base = base.plus(label, magnitude(one), "re-60")
    return modify_pool(base.plus_all(on_dice(battle, one)), one.effects, roll)


def rolled(
    scene: Scene,
    who: str,
    name: str,
    base: Callable[[Battle], Explained],
    *,
    difficulty: Number | None = None,
    label: str = "",
    against: str = "",
    threshold_only: bool = False,
    adds_later: bool = False,
) -> Procedure[Result]:
    """Ask for a roll of the ruleset with ten-sided dice.

    Args:
        base: the dice before Magnitude, Advantages and effects.
        threshold_only: only whether the difficulty is reached matters, and by how much.
        adds_later: see `Roll`.
    """
    return (
        yield from scene.roll(
            who,
            name,
            lambda battle: finished(battle, battle.combatants[who], base(battle), name),
            auto=lambda battle: modify_successes(NOTHING, battle.combatants[who].effects, name),
            difficulty=difficulty,
            threshold_only=threshold_only,
            label=label or rules_of(scene.battle).rolls[name].label,
            against=against,
            adds_later=adds_later,
        )
    )
