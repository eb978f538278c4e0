"""Resolution of an attack: the roll to hit, the reaction, damage or the effect of a non-lethal attack (sk-04 to sk-08).

After it lands: armor reduces damage, health is lost, things wear, poison and grabs take effect (sk-05, sk-10, sk-11).
"""

from __future__ import annotations

from exgui.engine.asks import Command, Option
from exgui.engine.battle import Battle, Item
from exgui.engine.effects import value_set_by
from exgui.engine.events import ConditionBegan, FactSet, Noted
from exgui.engine.explained import Explained
from exgui.engine.procedure import Procedure, Scene, Steps
from exgui.engine.record import EMPTY, Record, Table
from exgui.systems.common.gear import noun, rules_of
from exgui.systems.skirmish import non_lethal, reactions
from exgui.systems.skirmish import sentences as say
from exgui.systems.skirmish.damage import lose
from exgui.systems.skirmish.damage_roll import roll_damage
from exgui.systems.skirmish.morale import hurt_by_attack
from exgui.systems.skirmish.non_lethal import Given
from exgui.systems.skirmish.passing import passed
from exgui.systems.skirmish.positions import can_act, is_object, nearby
from exgui.systems.skirmish.reactions import COUNTER, DODGE, GUARD, Reaction, ask_reaction
from exgui.systems.skirmish.values import armour, wear, worn
from exgui.systems.skirmish.weapon_use import used
from exgui.systems.skirmish.weapons import has, must_roll

HIT = "attack"
"""The fact that remembers whether the last attack hit, for the odds."""
DAMAGE_TYPES = ("fire", "lightning", "heat", "cold")


class Attack(Record):
    """One attack, against any target.

    Attributes:
        kind: "damage", "disarm", "shove" or "grab".
        hand: "off" for the off hand.
        args: the attack's other arguments (what is to be dropped, where to).
        choose: the choices made beforehand.
    """

    by: str
    weapon: Item
    kind: str = non_lethal.DAMAGE
    hand: str = ""
    args: Given = EMPTY
    choose: Given = EMPTY

    @property
    def harms(self) -> bool:
        return self.kind == non_lethal.DAMAGE


def attack_of(command: Command, weapon: Item) -> Attack:
    kind, hand = str(command.get("kind") or non_lethal.DAMAGE), str(command.get("hand") or "")
    return Attack(command.by, weapon, kind, hand, command.args, command.choose)


def counter_of(reaction: Reaction, weapon: Item, choose: Given) -> Attack:
    """Return the attack that a reaction counters with; choices made beforehand are also its arguments."""
    return Attack(reaction.by, weapon, reaction.does, "", choose, choose)


def against_one(scene: Scene, attack: Attack, target: str) -> Steps:
    if not (yield from scene.part(lambda: hits(scene, attack.by, target, attack.weapon))):
        return
    reaction = yield from scene.part(lambda: ask_reaction(scene, attack.choose, attack.by, target))
    if reaction.kind == DODGE and (yield from dodges(scene, target)):
        yield FactSet(HIT, False)
        return
    if reaction.kind == COUNTER and reaction.weapon is not None:
        counter = counter_of(reaction, reaction.weapon, attack.choose)
        if (yield from scene.part(lambda: counter_hits(scene, counter, attack.by))):
            yield from _duel(scene, attack, counter)
            return
    yield from _takes_effect(scene, attack, reaction.by if reaction.kind == GUARD else target)


def hits(scene: Scene, by: str, target: str, weapon: Item) -> Procedure[bool]:
    """Return whether an attack hits: by itself, or with a WIT roll under challenging circumstances (sk-04)."""
    done = not must_roll(scene.battle, by, target) or (yield from passed(scene, by, "hit", "wit", "sk-04"))
    yield FactSet(HIT, done)
    if not done:
        one, other = scene.battle.who(by), scene.battle.who(target)
        yield Noted(say.MISSES(who=one, whom=other, weapon=noun(scene.battle, weapon)), by, "sk-04")
    return done


def counter_hits(scene: Scene, counter: Attack, attacker: str) -> Procedure[bool]:
    """Return whether a counter hits the attacker; if it misses, the attack goes on without it (sk-06)."""
    done = yield from hits(scene, counter.by, attacker, counter.weapon)
    yield FactSet(HIT, True)
    if not done and counter.harms:
        yield from used(scene, counter.by, counter.weapon)
    return done


def dodges(scene: Scene, who: str) -> Procedure[bool]:
    done = yield from passed(scene, who, "dodge", "agi", "sk-06")
    sentence = say.DODGES if done else say.FAILS_TO_DODGE
    yield Noted(sentence(who=scene.battle.who(who)), who, "sk-06")
    return done


def rolled_damage(scene: Scene, attack: Attack, target: str) -> Procedure[int]:
    """Roll an attack's damage and return it; 0, without a roll, for a non-lethal attack.

    The roll may wear the weapon: it is damaged if any die shows its highest face, once per attack (sk-11).
    """
    if not attack.harms:
        return 0
    rolled, maxima = yield from roll_damage(scene, attack.by, attack.weapon, attack.hand, target)
    if maxima:
        yield from scene.aside(lambda: wear(scene, attack.by, attack.weapon))
    return rolled


def rolled_blow(scene: Scene, attack: Attack, target: str) -> Procedure[int]:
    """Roll an attack's damage and return it after the target's armor; 0 for a non-lethal attack."""
    rolled = yield from rolled_damage(scene, attack, target)
    return inflicted(scene.battle, target, attack.weapon, rolled) if attack.harms else 0


def comes_down(scene: Scene, attack: Attack, target: str, amount: int) -> Steps:
    """Apply an attack's effect to its target.

    Args:
        amount: the damage after armor.
    """
    if attack.harms:
        yield from land(scene, attack.by, attack.weapon, target, amount)
    else:
        yield from non_lethal.resolve(scene, attack.args, attack.kind, attack.by, target)


def _takes_effect(scene: Scene, attack: Attack, target: str) -> Steps:
    amount = yield from scene.part(lambda: rolled_blow(scene, attack, target))
    yield from comes_down(scene, attack, target, amount)


def _duel(scene: Scene, attack: Attack, counter: Attack) -> Steps:
    """Resolve the attack and the counter to it as a duel (sk-07)."""
    first = yield from scene.part(lambda: rolled_blow(scene, attack, counter.by))
    back = yield from scene.part(lambda: rolled_blow(scene, counter, attack.by))
    yield from reactions.fight(scene, blow(scene, attack, counter.by, first), blow(scene, counter, attack.by, back))
    if counter.harms:
        yield from used(scene, counter.by, counter.weapon)


def blow(scene: Scene, attack: Attack, target: str, amount: int) -> reactions.Blow:
    return reactions.Blow(attack.by, amount, lambda: comes_down(scene, attack, target, amount))


def inflicted(battle: Battle, target: str, weapon: Item, rolled: int) -> int:
    """Return the damage that is left of a roll after armor (sk-05).

    A piercing roll does all its damage if it beats the armor, else none (sk-10).
    """
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
    """Land an attack, with its damage after armor, on a combatant or a thing."""
    before = scene.battle.who(target)
    kinds = ", ".join(kind for kind in DAMAGE_TYPES if has(weapon, kind))
    one, thing = scene.battle.who(by), noun(scene.battle, weapon)
    if amount:
        damage = say.DAMAGE_OF_KIND(n=amount, kinds=kinds) if kinds else say.DAMAGE(n=amount)
        unseen = Table(unseen=say.IS_HIT(whom=before, damage=damage))
        yield Noted(say.HITS(who=one, whom=before, weapon=thing, damage=damage), by, "sk-05", unseen)
    else:
        unseen = Table(unseen=say.IS_HIT_IN_VAIN(whom=before))
        yield Noted(say.HITS_IN_VAIN(who=one, whom=before, weapon=thing), by, "sk-05", unseen)
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
        yield from _grab_after_hit(scene, by, target)


def _poison(scene: Scene, target: str, weapon: Item) -> Steps:
    """Let a target hurt by a poisoned attack resist the poison with STR, or suffer from it (sk-10)."""
    if (yield from passed(scene, target, "poison", "str", "sk-10")):
        yield Noted(say.WITHSTANDS_POISON(who=scene.battle.who(target)), target, "sk-10")
        return
    effect = str(weapon.get("effect") or "poisoned")
    yield ConditionBegan(target, "poisoned", effect, "sk-10")
    yield Noted(say.SUFFERS_POISON(who=scene.battle.who(target), effect=effect), target, "sk-10")


def _grab_after_hit(scene: Scene, by: str, target: str) -> Steps:
    """Let the attacker hold on to the target after hitting with a weapon that grabs (sk-10)."""
    one, other = scene.battle.who(by), scene.battle.who(target)
    if not (can_act(one) and can_act(other) and nearby(scene.battle, by, target)):
        return
    if other.conditions.get("entangled_by"):
        return
    ways = (Option(True, say.HOLD_ON), Option(False, say.ONLY_HURT))
    if (yield from scene.choose(by, "grab", say.ASK_HOLD(who=one, whom=other), ways, True, stop=False)):
        yield from non_lethal.grab(scene, by, target)
