"""How an attack goes on once it is made: the roll to hit, the reaction, damage or what a non-lethal attack does
(sk-04 to sk-08)."""

from __future__ import annotations

from dataclasses import dataclass

from exgui.engine.asks import Command
from exgui.engine.battle import Battle, Item
from exgui.engine.effects import value_set_by
from exgui.engine.events import ConditionBegan, FactSet, Noted
from exgui.engine.explained import Explained
from exgui.engine.procedure import Procedure, Scene, Steps
from exgui.engine.record import Record
from exgui.systems.skirmish import duel, non_lethal
from exgui.systems.skirmish.damage import lose
from exgui.systems.skirmish.morale import hurt_by_attack
from exgui.systems.skirmish.passing import passed
from exgui.systems.skirmish.positions import can_act, is_object
from exgui.systems.skirmish.reactions import COUNTER, DODGE, GUARD, Reaction, ask_reaction
from exgui.systems.skirmish.targets import must_roll
from exgui.systems.skirmish.values import armour, worn
from exgui.systems.skirmish.weapons import has, roll_damage
from exgui.systems.skirmish.wear import WORN_BY, wear

HIT = "attack"
"""The fact that remembers what the last attack did, for the odds."""


@dataclass(frozen=True)
class Attack(Record):
    """One attack, whoever it meets.

    Attributes:
        kind: "damage", "disarm", "shove" or "grab".
        hand: "off" for the other hand.
        command: the step, with what was chosen beforehand.
    """

    by: str
    weapon: Item
    kind: str
    hand: str
    command: Command


def against_one(scene: Scene, attack: Attack, target: str) -> Steps:
    """An attack on one target."""
    if attack.kind == "damage" or not _sees(scene.battle, target):
        if not (yield from hits(scene, attack.by, target, attack.weapon)):
            return
    yield FactSet(HIT, True)
    reaction = yield from ask_reaction(scene, attack.command, attack.by, target)
    target = reaction.by if reaction.kind == GUARD else target
    if reaction.kind == DODGE and (yield from dodges(scene, target)):
        yield FactSet(HIT, False)
        return
    if reaction.kind == COUNTER:
        yield from _countered(scene, attack, target, reaction)
        return
    if attack.kind != "damage":
        yield from non_lethal.resolve(scene, attack.command, attack.kind, attack.by, target)
        return
    rolled, maxima = yield from roll_damage(scene, attack.by, attack.weapon, attack.hand, target)
    yield from wear_weapon(scene, attack.by, attack.weapon, maxima)
    yield from land(scene, attack.by, attack.weapon, target, rolled)


def _sees(battle: Battle, target: str) -> bool:
    return "unseen" not in battle.combatants[target].conditions


def hits(scene: Scene, by: str, target: str, weapon: Item) -> Procedure[bool]:
    """Whether an attack hits: by itself, or with a WIT roll under challenging circumstances (sk-04)."""
    yield FactSet(HIT, None)
    if not must_roll(scene.battle, by, target):
        return True
    done = yield from passed(scene, by, "hit", "wit", "sk-04")
    if not done:
        one, other = scene.battle.who(by), scene.battle.who(target)
        yield FactSet(HIT, False)
        yield Noted(f"{one.name} misses {other.name} with {weapon.name}.", by, "sk-04")
    return done


def dodges(scene: Scene, who: str) -> Procedure[bool]:
    """Whether somebody who dodges does so."""
    done = yield from passed(scene, who, "dodge", "agi", "sk-06")
    name = scene.battle.who(who).name
    yield Noted(f"{name} dodges: no harm done." if done else f"{name} does not get out of the way.", who, "sk-06")
    return done


def _countered(scene: Scene, attack: Attack, target: str, reaction: Reaction) -> Steps:
    """A duel; where the counter misses, the attack goes on as if there had been none (sk-06, sk-07)."""
    weapon = reaction.weapon
    counter_hits = weapon is not None and (yield from hits(scene, target, attack.by, weapon))
    yield FactSet(HIT, True)
    if weapon is None or not counter_hits:
        yield from _without_answer(scene, attack, target)
        return
    first, second = duel.Blow(attack.by, target, attack.weapon, attack.hand), duel.Blow(target, attack.by, weapon, "")
    blows = []
    for blow in (first, second):
        rolled, maxima = 0, 0
        if blow is second or attack.kind == "damage":
            rolled, maxima = yield from roll_damage(scene, blow.by, blow.weapon, blow.hand, blow.target)
            yield from wear_weapon(scene, blow.by, blow.weapon, maxima)
        blows.append(blow.but(rolled=rolled, inflicted=inflicted(scene.battle, blow.target, blow.weapon, rolled).total))
    order = yield from duel.in_order(scene, *blows)
    for together in order:
        for each in together:
            if each.by != attack.by or attack.kind == "damage":
                yield from land(scene, each.by, each.weapon, each.target, each.rolled)
            elif can_act(scene.battle.who(each.by)):
                yield from non_lethal.resolve(scene, attack.command, attack.kind, each.by, each.target)
        if any(not can_act(scene.battle.who(each.target)) for each in together):
            break


def _without_answer(scene: Scene, attack: Attack, target: str) -> Steps:
    if attack.kind != "damage":
        yield from non_lethal.resolve(scene, attack.command, attack.kind, attack.by, target)
        return
    rolled, maxima = yield from roll_damage(scene, attack.by, attack.weapon, attack.hand, target)
    yield from wear_weapon(scene, attack.by, attack.weapon, maxima)
    yield from land(scene, attack.by, attack.weapon, target, rolled)


def wear_weapon(scene: Scene, who: str, weapon: Item, maxima: int) -> Steps:
    """A weapon whose die showed its highest face is damaged (sk-11)."""
    if maxima:
        yield from wear(scene, who, weapon)


def inflicted(battle: Battle, target: str, weapon: Item, rolled: int) -> Explained:
    """The damage that is left of a roll after armour (sk-05, sk-10)."""
    one = battle.combatants[target]
    protection = armour(battle, one)
    base = Explained(rolled).plus("", 0)
    if has(weapon, "direct"):
        return base
    if has(weapon, "piercing"):
        return base if rolled > protection.total else Explained(0)
    out = base.plus("armour", -protection.total, "sk-05").at_least(0, "never below 0", "sk-05")
    return value_set_by(out, one.effects, "damage_taken")


def land(scene: Scene, by: str, weapon: Item, target: str, rolled: int) -> Steps:
    """An attack lands: armour takes off what it can, health is lost, things wear, poison and grabs do their work."""
    before = scene.battle.who(target)
    amount = inflicted(scene.battle, target, weapon, rolled).total
    what = f" ({', '.join(kinds)})" if (kinds := damage_types(weapon)) else ""
    name = scene.battle.who(by).name
    yield Noted(f"{name} hits {before.name} with {weapon.name}: {amount} damage{what}.", by, "sk-05")
    yield from lose(scene, target, amount, "sk-05")
    if amount >= WORN_BY and not is_object(before):
        protection = next(worn(scene.battle.who(target)), None)
        if protection is not None:
            yield from wear(scene, target, protection)
    if amount:
        yield from hurt_by_attack(scene, before)
    if amount and has(weapon, "poison") and can_act(scene.battle.who(target)):
        yield from _poison(scene, target, weapon)
    if has(weapon, "grab") and can_act(scene.battle.who(target)) and can_act(scene.battle.who(by)):
        yield from non_lethal.grab(scene, by, target)


def damage_types(weapon: Item) -> tuple[str, ...]:
    """What kind of damage a weapon does, where it says so."""
    return tuple(kind for kind in ("fire", "lightning", "heat", "cold") if has(weapon, kind))


def _poison(scene: Scene, target: str, weapon: Item) -> Steps:
    """Whoever a poisoned attack has hurt resists the poison with STR, or suffers from it (sk-10)."""
    if (yield from passed(scene, target, "poison", "str", "sk-10")):
        yield Noted(f"{scene.battle.who(target).name} withstands the poison.", target, "sk-10")
        return
    effect = str(weapon.get("effect") or "poisoned")
    yield ConditionBegan(target, "poisoned", effect, "sk-10")
    yield Noted(f"{scene.battle.who(target).name} suffers from the poison: {effect}.", target, "sk-10")
