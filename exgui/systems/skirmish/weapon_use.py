"""What comes of using a weapon: it must be reloaded, is used up for the stretch, or was heard (sk-10)."""

from __future__ import annotations

from exgui.engine.battle import Item
from exgui.engine.events import ConditionBegan
from exgui.engine.procedure import Scene, Steps
from exgui.systems.skirmish.loud_noise import be_heard
from exgui.systems.skirmish.weapons import SPENT, UNLOADED, has


def used(scene: Scene, who: str, weapon: Item) -> Steps:
    """Somebody has used a weapon, whether they hit or not."""
    for property, state in (("reload", UNLOADED), ("one_shot", SPENT)):
        if has(weapon, property):
            known: tuple[str, ...] = scene.battle.who(who).conditions.get(state, ())
            if weapon.id not in known:
                yield ConditionBegan(who, state, (*known, weapon.id), "sk-10")
    if has(weapon, "loud"):
        yield from scene.aside(lambda: be_heard(scene, who))
