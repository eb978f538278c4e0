"""Wear: weapons, shields and armour are damaged, and destroyed in the end (sk-11)."""

from __future__ import annotations

from exgui.engine.battle import Battle, Combatant, Item
from exgui.engine.events import ConditionBegan, Noted, ReadySet
from exgui.engine.procedure import Scene, Steps
from exgui.engine.record import EMPTY, Table
from exgui.systems.common.gear import is_natural, rules_of

DAMAGED = "items"
"""The condition that says how often somebody's things were damaged, by their ids."""


def damaged(one: Combatant, item: Item) -> int:
    """How often somebody's thing was damaged."""
    return int(one.conditions.get(DAMAGED, EMPTY).get(item.id, 0))


def is_destroyed(battle: Battle, one: Combatant, item: Item) -> bool:
    """Somebody's thing was damaged so often that it is destroyed (sk-11)."""
    return damaged(one, item) >= durability(battle, item)


def durability(battle: Battle, item: Item) -> int:
    """How often a thing is damaged until it is destroyed."""
    times = rules_of(battle).constants["durability"]
    return int(times[str(item.get("durability", "normal"))])


def wear(scene: Scene, who: str, item: Item, by: int = 1) -> Steps:
    """Damages somebody's thing once more, which may destroy it. Bare hands do not wear."""
    one = scene.battle.who(who)
    if is_natural(item) or item.id not in one.gear or is_destroyed(scene.battle, one, item):
        return
    times = damaged(one, item) + by
    states = Table(one.conditions.get(DAMAGED, EMPTY)).put(item.id, times)
    yield ConditionBegan(who, DAMAGED, states, "sk-11")
    one = scene.battle.who(who)
    if not is_destroyed(scene.battle, one, item):
        yield Noted(f"{one.name}'s {item.name} is damaged.", who, "sk-11")
        return
    yield Noted(f"{one.name}'s {item.name} is destroyed.", who, "sk-11")
    if item.id in one.ready:
        yield ReadySet(who, tuple(id for id in one.ready if id != item.id), "sk-11")


def mended(scene: Scene, who: str, item: Item, by: int) -> Steps:
    """Takes damage off somebody's thing."""
    one = scene.battle.who(who)
    left = max(0, damaged(one, item) - by)
    known = Table(one.conditions.get(DAMAGED, EMPTY))
    yield ConditionBegan(who, DAMAGED, known.put(item.id, left) if left else known.without(item.id), "sk-11")
    yield Noted(f"{one.name}'s {item.name} is repaired.", who, "sk-11")
