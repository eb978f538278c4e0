"""Consequences of using a weapon: it must be reloaded, is used up for the stretch, or is heard: animals nearby shy, and
their riders may fall (sk-10)."""

from __future__ import annotations

from exgui.engine.battle import Battle, Combatant, Item
from exgui.engine.events import ConditionBegan, ConditionEnded, Noted
from exgui.engine.procedure import Scene, Steps
from exgui.systems.skirmish import sentences as say
from exgui.systems.skirmish.passing import passed
from exgui.systems.skirmish.positions import BANDS, can_act, range_between
from exgui.systems.skirmish.weapons import SPENT, UNLOADED, has

CLOSE = BANDS.index("close")


def used(scene: Scene, who: str, weapon: Item) -> Steps:
    for property, state in (("reload", UNLOADED), ("one_shot", SPENT)):
        if has(weapon, property):
            known: tuple[str, ...] = scene.battle.who(who).conditions.get(state, ())
            if weapon.id not in known:
                yield ConditionBegan(who, state, (*known, weapon.id), "sk-10")
    if has(weapon, "loud"):
        yield from scene.aside(lambda: frighten_animals(scene, who))


def animals_in_range(battle: Battle, who: str) -> list[Combatant]:
    """Return the animals that a combatant's loud attack frightens: within close range, and not fleeing already."""
    return [
        one
        for one in battle.combatants.values()
        if one.fields.get("animal")
        and can_act(one)
        and one.id != who
        and "fleeing" not in one.conditions
        and _near(battle, who, one.id)
    ]


def _near(battle: Battle, a: str, b: str) -> bool:
    away = range_between(battle, a, b)
    return away is not None and away <= CLOSE


def frighten_animals(scene: Scene, by: str) -> Steps:
    """Make animals within close range pass a WIT roll or flee, and riders of those that flee an AGI roll or fall."""
    calm: list[Combatant] = []
    for animal in animals_in_range(scene.battle, by):
        if (yield from passed(scene, animal.id, "spook", "wit", "sk-10")):
            calm.append(animal)
            continue
        yield ConditionBegan(animal.id, "fleeing", True, "sk-10")
        yield Noted(say.SPOOKED(who=animal), animal.id, "sk-10")
        for rider in [one.id for one in scene.battle.combatants.values() if one.conditions.get("riding") == animal.id]:
            yield from _stay_on(scene, rider)
    if calm:
        yield Noted(say.STAYS_CALM(who=calm), calm[0].id, "sk-10")


def _stay_on(scene: Scene, rider: str) -> Steps:
    one = scene.battle.who(rider)
    if (yield from passed(scene, rider, "ride", "agi", "sk-10")):
        yield Noted(say.STAYS_ON(who=one), rider, "sk-10")
        return
    yield ConditionEnded(rider, "riding", "sk-10")
    yield ConditionBegan(rider, "fallen", True, "sk-10")
    yield Noted(say.FALLS(who=one), rider, "sk-10")
