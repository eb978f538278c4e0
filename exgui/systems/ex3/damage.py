"""Damage of an attack that hit: withering and decisive damage, gambits, and the differences for battle groups.

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
from exgui.engine.sentences import Noun
from exgui.systems.common.gear import lookup, noun, rules_of, tagged
from exgui.systems.common.printed_numbers import has_printed_damage, label_of
from exgui.systems.common.sheet_values import of_sheet
from exgui.systems.ex3 import sentences as say
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


def struck(battle: Battle, attack: Attack) -> Combatant | Noun:
    """Return the target, or the mount at which the attack is aimed."""
    other = battle.combatants[attack.target]
    mount = mount_of(other) if attack.at_mount else None
    return other if mount is None else Noun(say.OWN_MOUNT(owner=other, mount=mount), proper=True)


def outcome(attack: Attack, *, hit: bool, damage: int = 0, done: bool = False) -> FactSet:
    """Return the fact of how this combatant's latest attack went, separate from a Clash or counterattack that answers
    it.

    Args:
        done: a gambit succeeded.
    """
    found = Table(hit=hit, damage=damage)
    return FactSet(f"attack.{attack.by}", found.put("done", done) if attack.gambit else found)


def hit(scene: Scene, attack: Attack, threshold: int, attacked: Iterable[Event] = ()) -> Steps:
    """Step 8: ask both sides for effects to declare, then deal the damage.

    Args:
        threshold: the successes beyond the required number.
        attacked: the events of step 6, if they are still to come.
    """
    if attack.gambit:
        return _gambit(scene, attack, GAMBITS[attack.gambit], attacked)
    if attack.mode == "decisive":
        return _decisive(scene, attack, attacked)
    return _withering(scene, attack, threshold, attacked)


@of_sheet
def _force(battle: Battle, one: Combatant, weapon: Item) -> Explained:
    """Return Strength + weapon damage; a printed damage value already includes both (ex3-88)."""
    if has_printed_damage(weapon):
        return constant(label_of(one), int(weapon.get("damage")), "ex3-88")
    formula = rules_of(battle).rolls["damage"].formula
    assert formula is not None
    return formula.explain(lookup(battle, one, weapon=weapon))


def withering_pool(battle: Battle, attack: Attack, threshold: int) -> Explained:
    """Return the withering damage pool: Strength + weapon damage + threshold - soak, at least the weapon's minimum;
    then the bonuses that are added after soak (ex3-47).
    """
    one, other = battle.combatants[attack.by], battle.combatants[attack.target]
    base = _force(battle, one, attack.weapon).plus("threshold", threshold, "ex3-47")
    base = base.plus_all(attack.extra)
    if is_group(one):
        base = with_damage(one, base, spread=attack.spread)
    base = modify_pool(base, one.effects, "damage")
    less = soak(battle, other)
    base = base.plus(say.SOAK_OF(who=other), -less.total, "ex3-60", less.parts)
    minimum = int(attack.weapon.get("minimum"))
    base = base.at_least(minimum, say.WEAPON_MINIMUM, "ex3-47")
    base = _flurried(battle, one, base)
    return modify_pool(base, one.effects, "post_soak")


def _flurried(battle: Battle, one: Combatant, base: Explained) -> Explained:
    """Return a damage pool with the flurry's penalty and an order's bonus, if a house rule counts them (ex3-20,
    ex3-81).
    """
    if one.turn and battle.options["flurry_damage"]:
        base = base.plus("order", int(one.turn.get("ordered", 0)), "ex3-81")
        if one.turn.get("flurry"):
            base = base.plus("flurry", -3, "ex3-20")
    return base


def _damage_successes(battle: Battle, attack: Attack) -> Explained:
    base = NOTHING.plus("bonus", attack.damage_successes, "ex3-55")
    return modify_successes(base, battle.combatants[attack.by].effects, "damage", "post_soak")


def _withering(scene: Scene, attack: Attack, threshold: int, attacked: Iterable[Event]) -> Steps:
    """Resolve steps 8 a to f of a withering attack that hit (ex3-47, ex3-49, ex3-50)."""
    yield from attacked
    yield from after_the_hit(scene, attack)
    damage = yield from scene.roll(
        attack.by,
        "damage",
        lambda battle: withering_pool(battle, attack, threshold),
        auto=lambda battle: _damage_successes(battle, attack),
        die=D10_TENS_ONCE if is_group(scene.battle.combatants[attack.by]) else D10,
        memoryless=True,
        label=say.WITHERING_DAMAGE,
        against=attack.target,
    )
    lost = damage.successes if damage.successes > 0 else 0
    yield outcome(attack, hit=True)
    attacker, other = scene.battle.combatants[attack.by], scene.battle.combatants[attack.target]
    if is_group(other):
        yield from withering_on_group(scene, attack, lost)
        return
    if is_group(attacker) and crashed(other):
        yield from group_on_crashed(scene, attack, lost)
        return
    before = scene.battle
    can_break = may_break(before, before.combatants[attack.target])
    shift = shift_due(before, attack.by, attack.target)
    crash = yield from lose_to(scene, attack.by, attack.target, lost, "ex3-47")
    yield from gain(scene, attack.by, lost + 1, "ex3-47")
    now = scene.battle
    started, ended = initiative(before.combatants[attack.by]), initiative(now.combatants[attack.by])
    sentence = say.HITS_WITHERING if started != ended else say.GROUP_HITS_WITHERING  # a battle group gains nothing
    text = sentence(
        who=attacker,
        whom=other,
        weapon=noun(now, attack.weapon),
        n=lost,
        before=initiative(before.combatants[attack.target]),
        after=initiative(now.combatants[attack.target]),
        started=started,
        ended=ended,
    )
    felt = say.LOSES_INITIATIVE(whom=other, n=lost) if lost and not crash else ""
    yield Noted(text, attack.by, "ex3-47", Table(unseen=felt))
    if crash:  # a sentence of its own, because players read it even where numbers are hidden from them
        yield Noted(say.CRASHES(whom=other), attack.by, "ex3-06")
        yield from break_and_shift(scene, attack.by, attack.target, can_break, shift)


def initiative_pool(battle: Battle, attack: Attack) -> Explained:
    """Return the damage pool of a decisive attack before Hardness: Initiative dice (ex3-48)."""
    one = battle.combatants[attack.by]
    base = constant("Initiative", initiative(one), "ex3-48").plus_all(attack.extra)
    return modify_pool(_flurried(battle, one, base), one.effects, "damage", "post_soak")


def _hardness_of_the_struck(battle: Battle, attack: Attack) -> Explained:
    other = battle.combatants[attack.target]
    mount = mount_of(other) if attack.at_mount else None
    return hardness(battle, other) if mount is None else mount_hardness(mount)


def stopping_hardness(battle: Battle, attack: Attack) -> int:
    """Return the target's Hardness if it is at least as high as the damage dice and so stops all damage; else 0
    (ex3-48).
    """
    hard = 0 if attack.soft else _hardness_of_the_struck(battle, attack).total
    return hard if hard >= initiative_pool(battle, attack).total else 0


def decisive_pool(battle: Battle, attack: Attack) -> Explained:
    """Return the decisive damage pool: Initiative dice, or none if the target's Hardness stops them (ex3-48)."""
    base = initiative_pool(battle, attack)
    hard = stopping_hardness(battle, attack)
    if hard and base.total > 0:
        name = struck(battle, attack)
        base = base.plus(say.HARDNESS_STOPS(who=name, n=hard), -base.total, "ex3-48")
    return base


def _decisive_successes(battle: Battle, attack: Attack) -> Explained:
    """Return the automatic successes of a decisive damage roll; none if Hardness stops all damage (ex3-48, as
    ruled).
    """
    return NOTHING if stopping_hardness(battle, attack) else _damage_successes(battle, attack)


def _decisive(scene: Scene, attack: Attack, attacked: Iterable[Event]) -> Steps:
    """Resolve steps 8 a to e of a decisive attack that hit (ex3-48)."""
    yield from attacked
    yield from after_the_hit(scene, attack)
    damage = yield from scene.roll(
        attack.by,
        "damage",
        lambda battle: decisive_pool(battle, attack),
        auto=lambda battle: _decisive_successes(battle, attack),
        die=D10_TENS_ONCE,
        memoryless=True,
        label=say.DECISIVE_DAMAGE,
        against=attack.target,
    )
    more = modify_value(NOTHING, scene.battle.combatants[attack.by].effects, "levels").total
    rolled = damage.successes if damage.successes > 0 else 0
    dealt = rolled + more if rolled + more > 0 else 0
    one, other = scene.battle.combatants[attack.by], struck(scene.battle, attack)
    kind = str(attack.weapon.get("damage_type", "lethal"))
    yield outcome(attack, hit=True, damage=dealt)
    if is_group(scene.battle.combatants[attack.target]):
        yield from decisive_on_group(scene, attack, dealt, damage.dice)
        return
    down = False
    if attack.at_mount:
        yield from hurt_mount(scene, attack.target, dealt, kind)
    else:
        yield from wound(scene, attack.target, dealt, kind, "ex3-48")
        down = "incapacitated" in scene.battle.combatants[attack.target].conditions
    yield from reset(scene, attack.by, "ex3-48")
    text = say.HITS_DECISIVE(
        who=one,
        whom=other,
        weapon=noun(scene.battle, attack.weapon),
        dice=damage.dice,
        n=dealt,
        kind=kind,
        initiative=initiative(scene.battle.combatants[attack.by]),
    )
    felt = say.IS_HIT(whom=other, n=dealt, kind=kind) if dealt else ""
    yield Noted(text, attack.by, "ex3-48", Table(unseen=felt))
    if down:
        yield Noted(say.INCAPACITATED(who=other), attack.target, "ex3-63")


def _gambit(scene: Scene, attack: Attack, gambit: Gambit, attacked: Iterable[Event]) -> Steps:
    """Resolve steps 8 a to e of a gambit that hit: roll Initiative dice against its difficulty; it costs one more than
    its difficulty, whether or not it succeeds (ex3-37).
    """
    yield from attacked
    yield from after_the_hit(scene, attack)
    if gambit.by_group is not None and is_group(scene.battle.combatants[attack.by]):
        yield outcome(attack, hit=True, done=True)
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
    yield outcome(attack, hit=True, done=result.met)
    text = (say.GAMBIT_TRIED if result.met else say.GAMBIT_FAILED)(
        who=scene.battle.combatants[attack.by],
        whom=scene.battle.combatants[attack.target],
        gambit=gambit.noun,
        n=max(0, result.successes),
        difficulty=attack.difficulty,
    )
    yield Noted(text, attack.by, "ex3-37")
    cost = attack.difficulty + 1
    if result.met and gambit.complete is not None:
        yield from gambit.complete(scene, attack.by, attack.target, attack.data, cost)
    yield from pay(scene, attack.by, cost, "ex3-37")
    if result.met and gambit.after_cost is not None:
        yield from gambit.after_cost(scene, attack.by, attack.target)


def withering_on_group(scene: Scene, attack: Attack, lost: int) -> Steps:
    """Deal a withering attack's damage to a battle group's Magnitude; a house rule sets the attacker's gain
    (ex3-74).
    """
    one, group = scene.battle.who(attack.by), scene.battle.who(attack.target)
    before, started = group.track("magnitude"), initiative(one)
    gained = lost + 1 if scene.battle.options["gain_from_groups"] else 1
    after, weapon = max(0, before - lost), noun(scene.battle, attack.weapon)
    text = say.HITS_GROUP(who=one, whom=group, weapon=weapon, n=lost, before=before, after=after)
    unseen = Table(unseen=say.GROUP_IS_HIT(whom=group, before=before, after=after))
    yield Noted(text, attack.by, "ex3-74", unseen)
    breaks = yield from hurt_group(scene, attack.by, attack.target, lost, area=_is_area(attack))
    yield from gain(scene, attack.by, gained, "ex3-47")
    if not is_group(one):
        ended = initiative(scene.battle.who(attack.by))
        yield Noted(say.FROM_TO(who=one, started=started, ended=ended), attack.by, "ex3-47")
    yield from bring_breaks(scene, attack.by, breaks)


def decisive_on_group(scene: Scene, attack: Attack, dealt: int, dice: int) -> Steps:
    """Remove Magnitude from a battle group for a decisive attack: the levels dealt, and a quarter of the damage dice,
    rounded up (ex3-74).
    """
    one, group = scene.battle.who(attack.by), scene.battle.who(attack.target)
    before, more = group.track("magnitude"), -(-dice // 4)
    lost = dealt + more
    after, weapon = max(0, before - lost), noun(scene.battle, attack.weapon)
    text = say.HITS_GROUP_DECISIVE(
        who=one, whom=group, weapon=weapon, dice=dice, n=dealt, more=more, before=before, after=after
    )
    unseen = Table(unseen=say.GROUP_IS_HIT(whom=group, before=before, after=after))
    yield Noted(text, attack.by, "ex3-74", unseen)
    breaks = yield from hurt_group(scene, attack.by, attack.target, lost, area=_is_area(attack))
    yield from reset(scene, attack.by, "ex3-48")
    yield Noted(say.BACK_TO(who=one, initiative=initiative(scene.battle.who(attack.by))), attack.by, "ex3-48")
    yield from bring_breaks(scene, attack.by, breaks)


def group_on_crashed(scene: Scene, attack: Attack, dealt: int) -> Steps:
    """Deal health levels to a target in Crash in place of the Initiative a battle group would take (ex3-73)."""
    one, other = scene.battle.who(attack.by), scene.battle.who(attack.target)
    kind = str(attack.weapon.get("damage_type", "lethal"))
    yield from take_damage(scene.battle, attack.target, dealt, kind, "ex3-73")
    down = "incapacitated" in scene.battle.who(attack.target).conditions
    weapon = noun(scene.battle, attack.weapon)
    text = say.HITS_CRASHED(who=one, whom=other, weapon=weapon, n=dealt, kind=kind)
    yield Noted(text, attack.by, "ex3-73", Table(unseen=say.IS_HIT(whom=other, n=dealt, kind=kind)))
    if down:
        yield Noted(say.INCAPACITATED(who=other), attack.target, "ex3-63")


def _is_area(attack: Attack) -> bool:
    """Return whether the attack is a supernatural area effect, which makes a rout check harder (ex3-75)."""
    return tagged(attack.weapon, "area")
