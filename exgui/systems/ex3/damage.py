"""Damage of an attack that hit: withering and decisive damage, gambits, and what is different for battle groups.

Rules: ex3-37, ex3-47, ex3-48, ex3-49, ex3-50, ex3-72, ex3-73, ex3-74, ex3-75, ex3-77.
"""

from __future__ import annotations

from collections.abc import Iterable

from exgui.engine.battle import Battle, Combatant, Item
from exgui.engine.dice import D10, D10_TENS_ONCE
from exgui.engine.effects import modify_pool, modify_successes, modify_value
from exgui.engine.events import Event, FactSet, Noted
from exgui.engine.explained import NOTHING, Explained, constant
from exgui.engine.procedure import Scene, Steps
from exgui.engine.record import Table
from exgui.systems.common.gear import lookup, rules_of, tagged
from exgui.systems.common.plurals import several
from exgui.systems.common.printed_numbers import has_printed_damage, label_of
from exgui.systems.common.sheet_values import of_sheet
from exgui.systems.ex3.attack import Attack
from exgui.systems.ex3.battle_groups import is_group, with_damage
from exgui.systems.ex3.declare_effects import after_the_hit
from exgui.systems.ex3.gambits import GAMBITS, Gambit
from exgui.systems.ex3.health import take_damage
from exgui.systems.ex3.initiative import (
    break_and_shift,
    crashed,
    gain,
    initiative,
    lose_to,
    may_break,
    pay,
    reset,
    shift_due,
)
from exgui.systems.ex3.level_damage import hurt_group, wound
from exgui.systems.ex3.mounts import hurt_mount, mount_hardness, mount_of
from exgui.systems.ex3.rout import bring_breaks
from exgui.systems.ex3.values import hardness, soak


def names_of(scene: Scene, attack: Attack) -> tuple[str, str]:
    combatants = scene.battle.combatants
    return combatants[attack.by].name, combatants[attack.target].name


def struck(battle: Battle, attack: Attack) -> str:
    """The name of who is struck, or of the mount at which the attack is aimed."""
    other = battle.combatants[attack.target]
    mount = mount_of(other) if attack.at_mount else None
    return other.name if mount is None else f"{other.name}'s {mount.name}"


def outcome(attack: Attack, *, hit: bool, damage: int = 0) -> FactSet:
    """How somebody's latest attack went, kept apart from whatever answers it: a Clash, a counterattack."""
    return FactSet(f"attack.{attack.by}", Table(hit=hit, damage=damage))


def hit(scene: Scene, attack: Attack, threshold: int, attacked: Iterable[Event] = ()) -> Steps:
    """Step 8: asks both for effects they declare, then deals the damage.

    Args:
        threshold: the successes above those that were needed.
        attacked: the events of step 6, where they are still to come.
    """
    if attack.gambit:
        return _gambit(scene, attack, GAMBITS[attack.gambit], attacked)
    if attack.mode == "decisive":
        return _decisive(scene, attack, attacked)
    return _withering(scene, attack, threshold, attacked)


@of_sheet
def _force(battle: Battle, one: Combatant, weapon: Item) -> Explained:
    """Strength + weapon damage; damage that is printed has both in it (ex3-88)."""
    if has_printed_damage(weapon):
        return constant(label_of(one), int(weapon.get("damage")), "ex3-88")
    formula = rules_of(battle).rolls["damage"].formula
    assert formula is not None
    return formula.explain(lookup(battle, one, weapon=weapon))


def withering_pool(battle: Battle, attack: Attack, threshold: int) -> Explained:
    """The withering damage pool: Strength + weapon damage + threshold - soak, at least the weapon's minimum; then what
    is added after soak (ex3-47)."""
    one, other = battle.combatants[attack.by], battle.combatants[attack.target]
    base = _force(battle, one, attack.weapon).plus("threshold", threshold, "ex3-47")
    base = base.plus_all(attack.extra)
    if is_group(one):
        base = with_damage(one, base, spread=attack.spread)
    base = modify_pool(base, one.effects, "damage")
    less = soak(battle, other)
    base = base.plus(f"{other.name}'s soak", -less.total, "ex3-60", less.parts)
    minimum = int(attack.weapon.get("minimum"))
    base = base.at_least(minimum, "at least the weapon's minimum", "ex3-47")
    base = _flurried(battle, one, base)
    return modify_pool(base, one.effects, "post_soak")


def _flurried(battle: Battle, one: Combatant, base: Explained) -> Explained:
    """A damage pool with the flurry's penalty and an order's bonus, if a house rule counts them (ex3-20, ex3-81)."""
    if one.turn and battle.options["flurry_damage"]:
        base = base.plus("order", int(one.turn.get("ordered", 0)), "ex3-81")
        if one.turn.get("flurry"):
            base = base.plus("flurry", -3, "ex3-20")
    return base


def _damage_successes(battle: Battle, attack: Attack) -> Explained:
    base = NOTHING.plus("bonus", attack.damage_successes, "ex3-55")
    return modify_successes(base, battle.combatants[attack.by].effects, "damage", "post_soak")


def _withering(scene: Scene, attack: Attack, threshold: int, attacked: Iterable[Event]) -> Steps:
    """Steps 8 a to f of a withering attack that hit (ex3-47, ex3-49, ex3-50)."""
    yield from attacked
    yield from after_the_hit(scene, attack)
    damage = yield from scene.roll(
        attack.by,
        "damage",
        lambda battle: withering_pool(battle, attack, threshold),
        auto=lambda battle: _damage_successes(battle, attack),
        die=D10_TENS_ONCE if is_group(scene.battle.combatants[attack.by]) else D10,
        memoryless=True,
        label="Withering damage",
        against=attack.target,
    )
    lost = max(0, damage.successes)
    yield outcome(attack, hit=True)
    attacker, other = scene.battle.combatants[attack.by], scene.battle.combatants[attack.target]
    if is_group(other):
        yield from withering_on_group(scene, attack, lost)
        return
    if is_group(attacker) and crashed(other):
        yield from group_on_crashed(scene, attack, lost)
        return
    name, target = names_of(scene, attack)
    before = scene.battle
    can_break = may_break(before, before.combatants[attack.target])
    shift = shift_due(before, attack.by, attack.target)
    crash = yield from lose_to(scene, attack.by, attack.target, lost, "ex3-47")
    yield from gain(scene, attack.by, lost + 1, "ex3-47")
    now = scene.battle
    text = (
        f"{name} hits {target} with {attack.weapon.name}, withering {lost}: "
        f"{target} {initiative(before.combatants[attack.target])} → {initiative(now.combatants[attack.target])}"
        f"{', Crash' if crash else ''}"
    )
    started, ended = initiative(before.combatants[attack.by]), initiative(now.combatants[attack.by])
    if started != ended:  # a battle group gains nothing
        text += f"; {name} {started} → {ended}"
    felt = f"{target} is thrown into Crash." if crash else f"{target} loses Initiative ({lost})." if lost else ""
    yield Noted(f"{text}.", attack.by, "ex3-47", Table(unseen=felt))
    if crash:
        yield from break_and_shift(scene, attack.by, attack.target, can_break, shift)


def initiative_pool(battle: Battle, attack: Attack) -> Explained:
    """The damage pool of a decisive attack before Hardness: Initiative dice (ex3-48)."""
    one = battle.combatants[attack.by]
    base = constant("Initiative", initiative(one), "ex3-48").plus_all(attack.extra)
    return modify_pool(_flurried(battle, one, base), one.effects, "damage", "post_soak")


def _hardness_of_the_struck(battle: Battle, attack: Attack) -> Explained:
    other = battle.combatants[attack.target]
    mount = mount_of(other) if attack.at_mount else None
    return hardness(battle, other) if mount is None else mount_hardness(mount)


def stopping_hardness(battle: Battle, attack: Attack) -> int:
    """The target's Hardness where it is at least as high as the damage dice, so that it stops all damage; else 0
    (ex3-48)."""
    hard = 0 if attack.soft else _hardness_of_the_struck(battle, attack).total
    return hard if hard >= initiative_pool(battle, attack).total else 0


def decisive_pool(battle: Battle, attack: Attack) -> Explained:
    """The decisive damage pool: Initiative dice, or none where the target's Hardness stops them (ex3-48)."""
    base = initiative_pool(battle, attack)
    hard = stopping_hardness(battle, attack)
    if hard and base.total > 0:
        name = struck(battle, attack)
        base = base.plus(f"{name}'s Hardness {hard} is not overcome", -base.total, "ex3-48")
    return base


def _decisive_successes(battle: Battle, attack: Attack) -> Explained:
    """The automatic successes of a decisive damage roll; none where Hardness stops all damage (ex3-48, as ruled)."""
    return NOTHING if stopping_hardness(battle, attack) else _damage_successes(battle, attack)


def _decisive(scene: Scene, attack: Attack, attacked: Iterable[Event]) -> Steps:
    """Steps 8 a to e of a decisive attack that hit (ex3-48)."""
    yield from attacked
    yield from after_the_hit(scene, attack)
    damage = yield from scene.roll(
        attack.by,
        "damage",
        lambda battle: decisive_pool(battle, attack),
        auto=lambda battle: _decisive_successes(battle, attack),
        die=D10_TENS_ONCE,
        memoryless=True,
        label="Decisive damage",
        against=attack.target,
    )
    more = modify_value(NOTHING, scene.battle.combatants[attack.by].effects, "levels").total
    dealt = max(0, max(0, damage.successes) + more)
    name, target = names_of(scene, attack)
    kind = str(attack.weapon.get("damage_type", "lethal"))
    yield outcome(attack, hit=True, damage=dealt)
    if is_group(scene.battle.combatants[attack.target]):
        yield from decisive_on_group(scene, attack, dealt, damage.dice)
        return
    down = False
    if attack.at_mount:
        target = struck(scene.battle, attack)
        yield from hurt_mount(scene, attack.target, dealt, kind)
    else:
        yield from wound(scene, attack.target, dealt, kind, "ex3-48")
        down = "incapacitated" in scene.battle.combatants[attack.target].conditions
    yield from reset(scene, attack.by, "ex3-48")
    dice = several(damage.dice, "die", "dice")
    yield Noted(
        f"{name} hits {target} with {attack.weapon.name}, decisive: {dice}, {dealt} {kind}"
        f"{f'; {target} is incapacitated' if down else ''}. "
        f"{name} is back to {initiative(scene.battle.combatants[attack.by])}.",
        attack.by,
        "ex3-48",
        Table(unseen=f"{target} is hit: {dealt} {kind}{'; incapacitated' if down else ''}." if dealt else ""),
    )


def _gambit(scene: Scene, attack: Attack, gambit: Gambit, attacked: Iterable[Event]) -> Steps:
    """Steps 8 a to e of a gambit that hit: Initiative dice against its difficulty; it costs one more than that,
    whether or not it succeeds (ex3-37)."""
    yield from attacked
    yield from after_the_hit(scene, attack)
    if gambit.by_group is not None and is_group(scene.battle.combatants[attack.by]):
        yield outcome(attack, hit=True)
        yield from gambit.by_group(scene, attack.by, attack.target, attack.weapon)
        return
    result = yield from scene.roll(
        attack.by,
        "damage",
        lambda battle: initiative_pool(battle, attack),
        auto=lambda battle: _damage_successes(battle, attack),
        difficulty=lambda _battle: constant(gambit.label, attack.difficulty, "ex3-37"),
        die=D10_TENS_ONCE,
        threshold_only=True,
        memoryless=True,
        label=gambit.label,
        against=attack.target,
    )
    yield outcome(attack, hit=True)
    name, target = names_of(scene, attack)
    done = "succeeds" if result.met else "fails"
    yield Noted(
        f"{name} tries {gambit.label} on {target}: {max(0, result.successes)} against {attack.difficulty}, it {done}.",
        attack.by,
        "ex3-37",
    )
    cost = attack.difficulty + 1
    if result.met and gambit.complete is not None:
        yield from gambit.complete(scene, attack.by, attack.target, attack.data, cost)
    yield from pay(scene, attack.by, cost, "ex3-37")
    if result.met and gambit.after_cost is not None:
        yield from gambit.after_cost(scene, attack.by, attack.target)


def withering_on_group(scene: Scene, attack: Attack, lost: int) -> Steps:
    """Deals a withering attack's damage to a battle group's Magnitude; a house rule says what the attacker gains
    (ex3-74)."""
    one, group = scene.battle.who(attack.by), scene.battle.who(attack.target)
    before, started = group.track("magnitude"), initiative(one)
    gained = lost + 1 if scene.battle.options["gain_from_groups"] else 1
    text = f"{one.name} hits {group.name} with {attack.weapon.name}, withering {lost}: "
    left = f"Magnitude {before} → {max(0, before - lost)}"
    yield Noted(f"{text}{left}.", attack.by, "ex3-74", Table(unseen=f"{group.name} is hit: {left}."))
    breaks = yield from hurt_group(scene, attack.by, attack.target, lost, area=_is_area(attack))
    yield from gain(scene, attack.by, gained, "ex3-47")
    if not is_group(one):
        yield Noted(f"{one.name} {started} → {initiative(scene.battle.who(attack.by))}.", attack.by, "ex3-47")
    yield from bring_breaks(scene, attack.by, breaks)


def decisive_on_group(scene: Scene, attack: Attack, dealt: int, dice: int) -> Steps:
    """A decisive attack takes Magnitude from a battle group: the levels, and a quarter of the damage dice, rounded up
    (ex3-74)."""
    one, group = scene.battle.who(attack.by), scene.battle.who(attack.target)
    before, more = group.track("magnitude"), -(-dice // 4)
    lost = dealt + more
    rolled = several(dice, "die", "dice")
    text = f"{one.name} hits {group.name} with {attack.weapon.name}, decisive, {rolled}: {dealt}, {more} for the dice"
    left = f"Magnitude {before} → {max(0, before - lost)}"
    yield Noted(f"{text}; {left}.", attack.by, "ex3-74", Table(unseen=f"{group.name} is hit: {left}."))
    breaks = yield from hurt_group(scene, attack.by, attack.target, lost, area=_is_area(attack))
    yield from reset(scene, attack.by, "ex3-48")
    yield Noted(f"{one.name} is back to {initiative(scene.battle.who(attack.by))}.", attack.by, "ex3-48")
    yield from bring_breaks(scene, attack.by, breaks)


def group_on_crashed(scene: Scene, attack: Attack, dealt: int) -> Steps:
    """Deals health levels to somebody in Crash in place of the Initiative that a battle group would take (ex3-73)."""
    one, other = scene.battle.who(attack.by), scene.battle.who(attack.target)
    kind = str(attack.weapon.get("damage_type", "lethal"))
    yield from take_damage(scene.battle, attack.target, dealt, kind, "ex3-73")
    down = "incapacitated" in scene.battle.who(attack.target).conditions
    fallen = f"; {other.name} is incapacitated" if down else ""
    text = f"{one.name} hits {other.name}, who is in Crash, with {attack.weapon.name}: {dealt} {kind}{fallen}."
    yield Noted(text, attack.by, "ex3-73", Table(unseen=f"{other.name} is hit: {dealt} {kind}{fallen}."))


def _is_area(attack: Attack) -> bool:
    """Whether an attack is a supernatural area effect, which makes a rout check harder (ex3-75)."""
    return tagged(attack.weapon, "area")
