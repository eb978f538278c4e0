"""Damage of an attack that hit: raw damage, soak and Hardness, wounds, stun and knockdown.

Rules: ex2-10, ex2-15, ex2-16, ex2-17, ex2-18.
"""

from __future__ import annotations

from exgui.engine.battle import Battle, Combatant, Item
from exgui.engine.dice import D10_TENS_ONCE
from exgui.engine.effects import modify_pool, modify_successes
from exgui.engine.events import ConditionBegan, FactSet, Noted
from exgui.engine.explained import NOTHING, Explained, constant
from exgui.engine.procedure import Scene, Steps
from exgui.engine.record import Record, Table
from exgui.engine.sentences import Noun
from exgui.systems.common.gear import lookup, rules_of, trait
from exgui.systems.common.health import after_damage, set_health
from exgui.systems.common.printed_numbers import has_printed_damage, label_of
from exgui.systems.ex2 import called_shots
from exgui.systems.ex2 import sentences as say
from exgui.systems.ex2.attack import Attack
from exgui.systems.ex2.pools import pool, rolled
from exgui.systems.ex2.positions import can_act
from exgui.systems.ex2.values import hardness, soak


class Blow(Record):
    """Damage about to be dealt (ex2-10, steps 7 and 8).

    Attributes:
        raw: raw damage.
        type: kind of damage.
        piercing: whether it halves the soak of armor.
        overwhelming: the fewest dice it can be reduced to.
        sweep: whether it forces a knockdown check at any damage, and stuns.
        spare: whether it may maim instead of killing.
    """

    by: str
    target: str
    raw: Explained
    type: str
    piercing: bool = False
    overwhelming: int = 0
    sweep: bool = False
    spare: bool = False


def _force(battle: Battle, one: Combatant, weapon: Item) -> Explained:
    """Return Strength + weapon damage; printed damage includes both (ex2-62)."""
    if has_printed_damage(weapon):
        return constant(label_of(one), int(weapon.get("damage")), "ex2-62")
    formula = rules_of(battle).rolls["damage"].formula
    assert formula is not None
    return formula.explain(lookup(battle, one, weapon=weapon))


def raw_damage(battle: Battle, attack: Attack, left: int) -> Explained:
    """Return raw damage: Strength + weapon damage + successes left over (ex2-10, step 7).

    A fierce blow adds to it (ex2-15).
    """
    one = battle.combatants[attack.by]
    base = _force(battle, one, attack.weapon).plus(say.SUCCESSES_LEFT, left, "ex2-10")
    if attack.shot == "fierce_blow":
        base = base.plus(called_shots.LABELS["fierce_blow"], called_shots.FIERCE[attack.damage_type], "ex2-15")
    return modify_pool(base, one.effects, "damage")


def damage_pool(battle: Battle, blow: Blow) -> Explained:
    """Return the damage pool (step 8): 0 if Hardness is not overcome, else raw damage less soak.

    It is at least Essence or Overwhelming dice.
    """
    one, other = battle.combatants[blow.by], battle.combatants[blow.target]
    base = blow.raw
    hard = hardness(battle, other, blow.type)
    if base.total <= hard.total:
        text = say.HARDNESS_STOPS(who=other, n=hard.total) if hard.total else say.NO_DAMAGE
        return base.plus(text, -base.total, "ex2-10", hard.parts)
    less = soak(battle, other, blow.type, piercing=blow.piercing)
    base = base.plus(say.SOAK_OF(who=other), -less.total, "ex2-18", less.parts)
    essence = trait(battle, one, "essence")
    if blow.overwhelming > essence:
        base = base.at_least(blow.overwhelming, say.AT_LEAST(what="Overwhelming"), "ex2-10")
    else:
        base = base.at_least(essence, say.AT_LEAST(what="Essence"), "ex2-10")
    return modify_pool(base, one.effects, "post_soak")


def deal(scene: Scene, blow: Blow, weapon: Noun) -> Steps:
    """Roll the damage, deal the wounds, and check for stun and knockdown (step 10)."""
    result = yield from scene.roll(
        blow.by,
        "damage",
        lambda battle: damage_pool(battle, blow),
        auto=lambda battle: modify_successes(NOTHING, battle.combatants[blow.by].effects, "damage", "post_soak"),
        die=D10_TENS_ONCE,
        label=say.DAMAGE,
        against=blow.target,
    )
    dealt = max(0, result.successes)
    if blow.spare:
        dealt = yield from called_shots.spare(scene, blow.by, blow.target, dealt)
    battle = scene.battle
    filled = after_damage(battle, battle.who(blow.target), dealt, blow.type)
    yield FactSet("attack", Table(hit=True))
    yield from set_health(battle, blow.target, filled, "ex2-10", "ex2-18")
    now = scene.battle.who(blow.target)
    down = not can_act(now) and can_act(battle.who(blow.target))
    text = say.HITS(
        who=battle.who(blow.by),
        whom=now,
        weapon=weapon,
        raw=blow.raw.total,
        dice=result.dice,
        n=dealt,
        kind=blow.type,
    )
    yield Noted(text, blow.by, "ex2-10", Table(unseen=say.IS_HIT(whom=now, n=dealt, kind=blow.type)))
    if down:
        yield Noted(say.INCAPACITATED(who=now), blow.target, "ex2-18")
    if not can_act(now):
        return
    yield from stun(scene, blow.target, dealt)
    if blow.sweep or knockdown_due(scene.battle, blow.target, blow.raw.total):
        if "prone" not in scene.battle.who(blow.target).conditions:
            yield from knockdown(scene, blow.target)
    if blow.sweep:
        yield from stunned(scene, blow.target, "ex2-15")


def stun_due(battle: Battle, who: str, dealt: int) -> int:
    """Return the difficulty of the stun check after a blow that dealt this number of levels; 0 if none is due."""
    return max(0, dealt - trait(battle, battle.combatants[who], "stamina"))


def stun(scene: Scene, who: str, dealt: int) -> Steps:
    """Check for stun: Stamina + Resistance against the levels dealt beyond Stamina.

    On a failure the combatant is stunned until their next action.
    """
    difficulty = stun_due(scene.battle, who, dealt)
    if not difficulty:
        return
    result = yield from rolled(
        scene,
        who,
        "stun",
        lambda battle: pool(battle, who, "stun"),
        difficulty=lambda _battle: constant(say.BEYOND_STAMINA, difficulty, "ex2-16"),
        label=say.RESIST_STUN,
    )
    if not result.met:
        yield from stunned(scene, who, "ex2-16")


def stunned(scene: Scene, who: str, rule: str) -> Steps:
    """Stun the combatant until their next action, not the current one (ex2-16)."""
    if f"stun_ends.{who}" in scene.battle.facts:
        yield FactSet(f"stun_ends.{who}", None)
    if "stunned" not in scene.battle.who(who).conditions:
        yield ConditionBegan(who, "stunned", True, rule)
        yield Noted(say.IS_STUNNED(who=scene.battle.who(who)), who, rule)


def knockdown_due(battle: Battle, who: str, raw: int) -> bool:
    """Return whether a knockdown check is due: the blow's raw damage is above Stamina + Resistance."""
    one = battle.combatants[who]
    return raw > trait(battle, one, "stamina") + trait(battle, one, "resistance")


def knockdown(scene: Scene, who: str) -> Steps:
    """Check for knockdown at difficulty 2; on a failure the combatant is prone.

    The pool is the better of Dexterity and Strength + the better of Athletics and Resistance.
    """
    result = yield from rolled(
        scene,
        who,
        "knockdown",
        lambda battle: pool(battle, who, "knockdown"),
        difficulty=_two,
        label=say.RESIST_KNOCKDOWN,
    )
    if not result.met:
        yield from fall(scene, who, "ex2-17")


def _two(_battle: Battle) -> Explained:
    return constant("difficulty", 2, "ex2-17")


def fall(scene: Scene, who: str, rule: str) -> Steps:
    """Make the combatant prone."""
    if "prone" not in scene.battle.who(who).conditions:
        yield ConditionBegan(who, "prone", True, rule)
        yield Noted(say.FALLS_PRONE(who=scene.battle.who(who)), who, rule)
