"""Damage in levels, whatever deals it: filled in somebody's health, or taken off a battle group's Magnitude.

Rules: ex3-40, ex3-63, ex3-74, ex3-77.
"""

from __future__ import annotations

from exgui.engine.procedure import Scene, Steps
from exgui.systems.ex3.battle_groups import is_group
from exgui.systems.ex3.grapple import lose_rounds
from exgui.systems.ex3.health import take_damage
from exgui.systems.ex3.rout import bring_breaks, lose_magnitude


def hurt(scene: Scene, by: str, who: str, amount: int, type: str, rule: str) -> Steps:
    """Deals levels of damage to somebody outside the damage roll of an attack. It costs a control round of a grapple
    like any other damage (ex3-40), and to a battle group it is lost Magnitude (ex3-74).

    Args:
        by: id of the one who caused it, "" for nobody; the Breaks for a group's lost Size are theirs.
    """
    if amount <= 0:
        return
    if is_group(scene.battle.who(who)):
        breaks = yield from lose_magnitude(scene, by, who, amount)
        yield from lose_rounds(scene.battle, who)
        yield from bring_breaks(scene, by, breaks)
        return
    yield from take_damage(scene.battle, who, amount, type, rule)
    yield from lose_rounds(scene.battle, who)
