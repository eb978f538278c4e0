"""Passing a roll: a d20 that shows the score or less (sk-01)."""

from __future__ import annotations

from exgui.engine.battle import Battle, Combatant
from exgui.engine.dice import summed
from exgui.engine.effects import modify_value, value_set_by
from exgui.engine.explained import Explained, constant
from exgui.engine.procedure import Procedure, Scene
from exgui.systems.common.gear import rules_of, trait

D20 = summed(20)


def score(battle: Battle, one: Combatant, id: str, *rolls: str) -> Explained:
    """Return the highest result that passes a roll: a trait with the modifiers on it or on these rolls."""
    base = constant(rules_of(battle).label(id), trait(battle, one, id), "sk-01")
    return value_set_by(modify_value(base, one.effects, id, *rolls), one.effects, id, *rolls)


def passed(scene: Scene, who: str, roll: str, trait_id: str, rule: str) -> Procedure[bool]:
    """Ask for a roll against a combatant's score, and return whether it is passed."""

    def goal(battle: Battle) -> Explained:
        return score(battle, battle.combatants[who], trait_id, roll)

    rules = rules_of(scene.battle)
    result = yield from scene.roll(
        who,
        roll,
        lambda _battle: constant("d20", 1, rule),
        die=D20,
        label=f"{rules.label(roll)}: {rules.label(trait_id)}",
        pass_at=goal,
    )
    return result.score <= goal(scene.battle).total
