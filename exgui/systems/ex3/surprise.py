"""Surprise attacks and ambushes: attacks out of concealment, and who knows of the attacker afterwards (ex3-43)."""

from __future__ import annotations

from exgui.engine.battle import Battle
from exgui.engine.procedure import Scene, Steps
from exgui.systems.ex3.attack import Attack
from exgui.systems.ex3.initiative import initiative
from exgui.systems.ex3.stealth import is_hidden_from, reveal


def is_surprise(battle: Battle, attack: Attack) -> bool:
    """Return whether an attack is a surprise attack: the attacker is concealed from the target (ex3-43)."""
    return is_hidden_from(battle, attack.by, attack.target)


def is_ambush(battle: Battle, attack: Attack) -> bool:
    """Return whether an attack is an ambush: a surprise attack in round 1 on a target of lower Initiative (ex3-43)."""
    if attack.ambush:
        return True
    if battle.round != 1 or not is_surprise(battle, attack):
        return False
    return initiative(battle.combatants[attack.target]) < initiative(battle.combatants[attack.by])


def revealed(scene: Scene, who: str, target: str) -> Steps:
    """Reveal the attacker to the target and their allies after a surprise attack (ex3-43)."""
    side = scene.battle.who(target).side
    allies = [id for id, one in scene.battle.combatants.items() if one.side == side]
    yield from reveal(scene.battle, who, allies, "ex3-43")
