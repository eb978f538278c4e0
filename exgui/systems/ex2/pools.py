"""Pools of dice: the ruleset's formulas less internal penalties, and rolls with external penalties.

Rules: ex2-01, ex2-02.
"""

from __future__ import annotations

from collections.abc import Callable

from exgui.engine.battle import Battle, Combatant, Item
from exgui.engine.dice import D10, D10_TENS_ONCE, Die
from exgui.engine.effects import modify_successes, value_set_by
from exgui.engine.explained import NOTHING, Explained
from exgui.engine.procedure import Number, Procedure, Result, Scene
from exgui.engine.record import EMPTY
from exgui.systems.common.gear import lookup, rules_of, trait
from exgui.systems.common.printed_numbers import printed_pool
from exgui.systems.ex2 import sentences as say
from exgui.systems.ex2.penalties import ACTIONS, external, internal, wounds
from exgui.systems.ex2.positions import as_counted


def die_of(battle: Battle, who: str) -> Die:
    """Return the combatant's die: the 10s of an extra count once (ex2-01)."""
    return D10 if trait(battle, battle.combatants[who], "heroic") else D10_TENS_ONCE


def finish_pool(battle: Battle, one: Combatant, base: Explained, roll: str, more: Explained = NOTHING) -> Explained:
    """Return a pool with everything that changes it (ex2-02).

    Effects come first, then internal penalties, which never reduce it below Essence, then multiple actions and wounds,
    which can.

    Args:
        base: the traits, and everything else that is part of the pool.
        more: further internal penalties of this roll.
    """
    penalties = internal(battle, one, roll).plus_all(more)
    for effect in one.effects:
        for modifier in effect.modifiers:
            if modifier.on == roll:
                dice = modifier.dice + modifier.bonus
                if dice >= 0:
                    base = base.plus(effect.label, dice, effect.rule)
                else:
                    penalties = penalties.plus(effect.label, dice, effect.rule)
    lowest = min(base.total, trait(battle, one, "essence"))
    pool = base.plus_all(penalties).at_least(lowest, say.NOT_BELOW_ESSENCE, "ex2-02")
    if roll in ACTIONS:
        pool = pool.plus(say.SEVERAL_ACTIONS, -int((one.turn or EMPTY).get("multiple", 0)), "ex2-23")
    return value_set_by(pool.plus_all(wounds(battle, one)), one.effects, roll)


def base_pool(
    battle: Battle, one: Combatant, roll: str, *, weapon: Item | None = None, ability: str = "", attribute: str = ""
) -> Explained:
    """Return the dice printed for a roll (ex2-62), else its traits, as a pool without penalties."""
    use = weapon.id if weapon is not None and roll == "attack" else roll
    printed = printed_pool(battle, one, use, "ex2-62")
    if printed is not None:
        return printed
    formula = rules_of(battle).rolls[roll].formula
    if formula is None:
        return NOTHING
    known = lookup(battle, one, weapon=weapon, ability=ability)

    def find(name: str) -> tuple[str, int]:
        if name == "attribute":
            return rules_of(battle).label(attribute), trait(battle, one, attribute)
        return known(name)

    return formula.explain(find)


def pool(battle: Battle, who: str, roll: str, *, ability: str = "", more: Explained = NOTHING) -> Explained:
    one = as_counted(battle, battle.combatants[who])
    return finish_pool(battle, one, base_pool(battle, one, roll, ability=ability), roll, more)


def automatic(battle: Battle, who: str, roll: str, more: Explained = NOTHING) -> Explained:
    """Return the fixed part of a roll's successes: bonuses from effects, and external penalties as negative parts."""
    one = as_counted(battle, battle.combatants[who])
    return modify_successes(external(battle, one, roll).plus_all(more), one.effects, roll)


def rolled(
    scene: Scene,
    who: str,
    name: str,
    number: Number,
    *,
    auto: Callable[[Battle], Explained] | None = None,
    difficulty: Number | None = None,
    label: str,
    against: str = "",
    botch: bool = False,
    memoryless: bool = False,
) -> Procedure[Result]:
    """Ask for a roll of the ruleset, including external penalties.

    Args:
        auto: successes to add (or, if negative, subtract) besides those of the roller's state and effects.
        botch: whether a botch matters; otherwise only whether the difficulty is reached.
        memoryless: see `Scene.roll`.
    """
    return (
        yield from scene.roll(
            who,
            name,
            number,
            auto=lambda battle: automatic(battle, who, name, auto(battle) if auto else NOTHING),
            difficulty=difficulty,
            die=die_of(scene.battle, who),
            facts=("ones",) if botch else (),
            threshold_only=not botch,
            memoryless=memoryless,
            label=label,
            against=against,
        )
    )


def botched(result: Result) -> bool:
    """Return whether a roll is a botch: no success and at least one 1 (ex2-01).

    Automatic successes count as success; penalties make no botch.
    """
    (ones,) = result.facts
    return ones > 0 and result.score == 0 and result.successes <= 0
