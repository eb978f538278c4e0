"""Whoever is dragged along by the Movement action that Restrain allows at once (ex3-40)."""

from __future__ import annotations

from exgui.engine.events import CloseChanged, Noted
from exgui.engine.procedure import Scene, Steps
from exgui.systems.ex3.initiative import crashed
from exgui.systems.ex3.movement import enter_zone
from exgui.systems.ex3.positions import join_group


def take_along(scene: Scene, who: str, along: str | None) -> Steps:
    """Takes the one who is dragged along to where somebody has gone: they stay at close range, and leave cover and
    friends behind. Whoever is in Crash now drags nobody.

    Args:
        along: id of who is dragged, None for nobody.
    """
    one = scene.battle.who(who)
    if along is None or crashed(one):
        return
    yield from enter_zone(scene, along, one.zone, "ex3-40")
    yield CloseChanged(join_group(scene.battle, along, who), "ex3-40")
    yield Noted(f"{one.name} drags {scene.battle.who(along).name} along.", who, "ex3-40")
