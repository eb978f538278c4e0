"""The dice of an attack roll (ex3-44, step 5)."""

from __future__ import annotations

from exgui.engine.battle import Battle, Combatant, Item
from exgui.engine.explained import Explained, constant
from exgui.systems.common.gear import lookup, rules_of, tagged
from exgui.systems.common.printed_numbers import label_of, printed_dice, printed_pool
from exgui.systems.common.sheet_values import of_sheet
from exgui.systems.ex3.aim import with_aim
from exgui.systems.ex3.attack import Attack
from exgui.systems.ex3.battle_groups import is_group, with_attack
from exgui.systems.ex3.hindrances import with_hindrances
from exgui.systems.ex3.mounts import attack_bonus
from exgui.systems.ex3.pools import finish_pool
from exgui.systems.ex3.positions import RANGES
from exgui.systems.ex3.values import ability_of, accuracy


@of_sheet
def _skill(battle: Battle, one: Combatant, weapon: Item) -> Explained:
    """Dexterity + Ability (+ specialty), or the dice printed for such attacks (ex3-88)."""
    printed = printed_pool(battle, one, weapon.id, "ex3-88")
    if printed is not None:
        return printed
    formula = rules_of(battle).rolls["attack"].formula
    assert formula is not None
    return formula.explain(lookup(battle, one, weapon=weapon, ability=ability_of(battle, one, weapon)))


def _unhindered(battle: Battle, one: Combatant, attack: Attack) -> Explained:
    """The pool before other changes, with accuracy where that counts."""
    weapon = attack.weapon
    whole = printed_dice(one, weapon)
    if not whole:
        base = _skill(battle, one, weapon)
        return base if attack.decisive else base.plus("accuracy", accuracy(weapon, attack.range), "ex3-44")
    if attack.decisive and weapon.get("decisive_dice", 0):
        return constant(label_of(one), int(weapon.get("decisive_dice")), "ex3-88")
    base = constant(label_of(one), whole, "ex3-88")
    best = max(accuracy(weapon, range) for range in RANGES)
    if attack.decisive:
        return base.plus("accuracy, withering only", -best, "ex3-88")
    return base.plus("accuracy at this range", accuracy(weapon, attack.range) - best, "ex3-44")


def attack_pool(battle: Battle, attack: Attack) -> Explained:
    """The attack pool: Dexterity + Ability (+ specialty), for a withering attack + accuracy (ex3-44, step 5)."""
    one = battle.combatants[attack.by]
    weapon = attack.weapon
    base = _unhindered(battle, one, attack)
    if is_group(one):
        base = with_attack(one, base, spread=attack.spread, accurate=not attack.decisive)
    base = _in_its_state(battle, attack, one, base)
    states = one.conditions if "off_hand" in one.conditions else one.fields
    if ("off_hand" in states and weapon.id == states["off_hand"]) or tagged(weapon, "off_hand"):
        base = base.plus("off hand", -int(battle.options.get("off_hand_penalty", 1)), "ex3-31")
    return finish_pool(battle, one, base, "attack", flurried=True)


def _in_its_state(battle: Battle, attack: Attack, one: Combatant, base: Explained) -> Explained:
    """The pool as the attacker's state changes it: an aim, a mount, what hinders them."""
    base = with_aim(one, attack.target, base)
    if not attack.decisive:
        label, bonus = attack_bonus(one, battle.combatants[attack.target])
        base = base.plus(f"from {label}", bonus, "ex3-65") if bonus else base
    hands = "attack_two_handed" if tagged(attack.weapon, "two_handed") else "attack"
    return with_hindrances(one, base, hands)
