"""Stun and knockdown: what a blow may do besides wounding (ex2-16, ex2-17)."""

from __future__ import annotations

from exgui.engine.battle import Battle
from exgui.engine.events import ConditionBegan, FactSet, Noted
from exgui.engine.explained import Explained, constant
from exgui.engine.procedure import Scene, Steps
from exgui.systems.common.gear import trait
from exgui.systems.ex2.pools import pool, rolled


def stun_due(battle: Battle, who: str, dealt: int) -> int:
    """The difficulty of the stun check after a blow that dealt so many levels; 0 where none is due."""
    return max(0, dealt - trait(battle, battle.combatants[who], "stamina"))


def stun(scene: Scene, who: str, dealt: int) -> Steps:
    """Checks for stun: Stamina + Resistance, the difficulty being the levels dealt beyond Stamina; else stunned until
    the next action."""
    difficulty = stun_due(scene.battle, who, dealt)
    if not difficulty:
        return
    result = yield from rolled(
        scene,
        who,
        "stun",
        lambda battle: pool(battle, who, "stun"),
        difficulty=lambda _battle: constant("damage beyond Stamina", difficulty, "ex2-16"),
        label="Resist stunning",
    )
    if not result.met:
        yield from stunned(scene, who, "ex2-16")


def stunned(scene: Scene, who: str, rule: str) -> Steps:
    """Stuns somebody until their next action, not the present one (ex2-16)."""
    if f"stun_ends.{who}" in scene.battle.facts:
        yield FactSet(f"stun_ends.{who}", None)
    if "stunned" not in scene.battle.who(who).conditions:
        yield ConditionBegan(who, "stunned", True, rule)
        yield Noted(f"{scene.battle.who(who).name} is stunned.", who, rule)


def knockdown_due(battle: Battle, who: str, raw: int) -> bool:
    """Whether a knockdown check is due: the blow's raw damage is above Stamina + Resistance."""
    one = battle.combatants[who]
    return raw > trait(battle, one, "stamina") + trait(battle, one, "resistance")


def knockdown(scene: Scene, who: str) -> Steps:
    """Checks for knockdown: the better of Dexterity and Strength + the better of Athletics and Resistance at difficulty
    2; else prone."""
    result = yield from rolled(
        scene,
        who,
        "knockdown",
        lambda battle: pool(battle, who, "knockdown"),
        difficulty=_two,
        label="Resist knockdown",
    )
    if not result.met:
        yield from fall(scene, who, "ex2-17")


def _two(_battle: Battle) -> Explained:
    return constant("difficulty", 2, "ex2-17")


def fall(scene: Scene, who: str, rule: str) -> Steps:
    """Throws somebody down: they are prone."""
    if "prone" not in scene.battle.who(who).conditions:
        yield ConditionBegan(who, "prone", True, rule)
        yield Noted(f"{scene.battle.who(who).name} falls prone.", who, rule)
