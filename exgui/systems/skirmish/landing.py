"""An attack lands: armour takes off what it can, health is lost, things wear, poison and grabs do their work (sk-05,
sk-10, sk-11)."""

from __future__ import annotations

from exgui.engine.asks import Option
from exgui.engine.battle import Battle, Item
from exgui.engine.effects import value_set_by
from exgui.engine.events import ConditionBegan, Noted
from exgui.engine.explained import Explained
from exgui.engine.procedure import Scene, Steps
from exgui.engine.record import Table
from exgui.systems.common.gear import rules_of
from exgui.systems.skirmish import non_lethal
from exgui.systems.skirmish.damage import lose
from exgui.systems.skirmish.morale import hurt_by_attack
from exgui.systems.skirmish.passing import passed
from exgui.systems.skirmish.positions import can_act, is_object, nearby
from exgui.systems.skirmish.values import armour, worn
from exgui.systems.skirmish.weapons import has
from exgui.systems.skirmish.wear import wear

DAMAGE_TYPES = ("fire", "lightning", "heat", "cold")


def inflicted(battle: Battle, target: str, weapon: Item, rolled: int) -> int:
    """The damage that is left of a roll after armour (sk-05): of a piercing roll all where it beats the armour, else
    none (sk-10)."""
    one = battle.combatants[target]
    protection = armour(battle, one).total
    if has(weapon, "direct"):
        left = rolled
    elif has(weapon, "piercing"):
        left = rolled if rolled > protection else 0
    else:
        left = max(0, rolled - protection)
    return max(0, value_set_by(Explained(left), one.effects, "damage_taken").total)


def land(scene: Scene, by: str, weapon: Item, target: str, amount: int) -> Steps:
    """An attack that does so much damage after armour lands on somebody, or on a thing."""
    before = scene.battle.who(target)
    kinds = ", ".join(kind for kind in DAMAGE_TYPES if has(weapon, kind))
    name = scene.battle.who(by).name
    what = f": {amount} damage{f' ({kinds})' if kinds else ''}" if amount else ", to no effect"
    said = Table(unseen=f"{before.name} is hit{what}.")
    yield Noted(f"{name} hits {before.name} with {weapon.name}{what}.", by, "sk-05", said)
    yield from lose(scene, target, amount, "sk-05")
    if is_object(before):
        return
    if amount >= int(rules_of(scene.battle).constants["worn_by"]):
        protection = next(worn(scene.battle, scene.battle.who(target)), None)
        if protection is not None:
            yield from scene.aside(lambda: wear(scene, target, protection))
    if amount:
        yield from scene.aside(lambda: hurt_by_attack(scene, before))
    if amount and has(weapon, "poison"):
        yield from _poison(scene, target, weapon)
    if has(weapon, "grab"):
        yield from _grab_besides(scene, by, target)


def _poison(scene: Scene, target: str, weapon: Item) -> Steps:
    """Whoever a poisoned attack has hurt resists the poison with STR, or suffers from it (sk-10)."""
    if (yield from passed(scene, target, "poison", "str", "sk-10")):
        yield Noted(f"{scene.battle.who(target).name} withstands the poison.", target, "sk-10")
        return
    effect = str(weapon.get("effect") or "poisoned")
    yield ConditionBegan(target, "poisoned", effect, "sk-10")
    yield Noted(f"{scene.battle.who(target).name} suffers from the poison: {effect}.", target, "sk-10")


def _grab_besides(scene: Scene, by: str, target: str) -> Steps:
    """Whoever attacks with something that grabs may hold on to the target besides (sk-10)."""
    one, other = scene.battle.who(by), scene.battle.who(target)
    if not (can_act(one) and can_act(other) and nearby(scene.battle, by, target)):
        return
    if other.conditions.get("entangled_by"):
        return
    ways = (Option(True, "hold on"), Option(False, "only hurt"))
    if (yield from scene.choose(by, "grab", f"Does {one.name} hold on to {other.name}?", ways, True, stop=False)):
        yield from non_lethal.grab(scene, by, target)
