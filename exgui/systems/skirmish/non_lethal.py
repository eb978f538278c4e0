"""Non-lethal attacks: disarm, shove, grab (sk-08)."""

from __future__ import annotations

from exgui.engine.asks import Command, Option, Violation
from exgui.engine.battle import Battle, Combatant, Item
from exgui.engine.dice import read_dice
from exgui.engine.events import ConditionBegan, ConditionEnded, FactSet, Noted, ReadySet
from exgui.engine.explained import NOTHING
from exgui.engine.procedure import Procedure, Scene, Steps
from exgui.engine.record import EMPTY, Table, Value
from exgui.engine.zones import link_between
from exgui.systems.common.gear import is_natural, noun
from exgui.systems.common.sentences import NO_ZONE
from exgui.systems.common.steps import unknown
from exgui.systems.skirmish import sentences as say
from exgui.systems.skirmish.damage import lose
from exgui.systems.skirmish.damage_roll import roll_dice
from exgui.systems.skirmish.movement import enter_zone
from exgui.systems.skirmish.passing import passed
from exgui.systems.skirmish.take_in_hand import DROPPED, take_from
from exgui.systems.skirmish.values import armour
from exgui.systems.skirmish.weapons import free_hand, usable

Given = Table[str, Value]
"""The arguments of an attack's step, by name."""
DAMAGE = "damage"
"""The kind of an attack that is meant to do damage."""
DISARM, SHOVE, GRAB = "disarm", "shove", "grab"
KINDS = (DISARM, SHOVE, GRAB)
DONE = {DISARM: "disarmed", SHOVE: "shoved", GRAB: "held"}
"""What the odds call the outcome of an attack that was not resisted: beside the roll to resist, it has to be clear
whose success is meant."""
RESISTS = {DISARM: say.RESISTS_DISARM, SHOVE: say.RESISTS_SHOVE, GRAB: say.RESISTS_GRAB}
SUCCEEDED = "without_harm"
"""The fact that lists, for the odds, whose non-lethal attacks succeeded in the last attack."""


def droppable(battle: Battle, one: Combatant) -> list[Item]:
    """Return the weapons that a combatant has in hand and could drop."""
    return [item for item in usable(battle, one) if not is_natural(item)]


def check(battle: Battle, args: Given, kind: str, by: str, target: str) -> list[Violation]:
    """Return all rules that a non-lethal attack on a nearby target would break, besides those of any attack."""
    one, other = battle.combatants[by], battle.combatants[target]
    if kind == DISARM:
        return _check_disarm(battle, args, one, other)
    if kind == SHOVE:
        return _check_shove(battle, args, one)
    if other.conditions.get("entangled_by") == by:
        return [Violation("sk-08", say.ALREADY_HOLDS(who=one, whom=other))]
    if not free_hand(battle, one):
        return [Violation("sk-08", say.NO_HAND_TO_HOLD(who=one, whom=other))]
    return []


def _check_disarm(battle: Battle, args: Given, one: Combatant, other: Combatant) -> list[Violation]:
    able = [item.id for item in droppable(battle, other)]
    if not able:
        return [Violation("sk-08", say.NO_WEAPON_IN_HAND(whom=other))]
    out = []
    if args.get("item") is not None and args.get("item") not in able:
        out.append(Violation("sk-08", say.NOT_IN_THEIR_HAND(whom=other, item=str(args.get("item"))), final=True))
    if args.get("take") is True and not free_hand(battle, one):
        out.append(Violation("sk-08", say.NO_HAND_TO_TAKE(who=one)))
    return out


def _check_shove(battle: Battle, args: Given, one: Combatant) -> list[Violation]:
    to = args.get("to")
    if to in (None, one.zone):
        return []
    if to not in battle.zones:
        return [Violation("sk-08", NO_ZONE(zone=str(to)), final=True)]
    out = []
    link = link_between(battle.links, str(one.zone), str(to))
    where = battle.zones[str(to)]
    if link is None:
        out.append(Violation("sk-08", say.MORE_THAN_A_ZONE(where=where)))
    elif link.barrier != "none":
        out.append(Violation("sk-08", say.CANNOT_SHOVE_THERE(who=one, where=where)))
    if one.conditions.get("entangled_by"):
        out.append(Violation("sk-08", say.ENTANGLED_NO_SHOVE(who=one, where=where)))
    return out


def resolve(scene: Scene, args: Given, kind: str, by: str, target: str) -> Steps:
    """Let the target resist with a STR roll; if it fails, the attack takes effect.

    Args:
        args: choices made beforehand (what is dropped and taken, where to).
    """
    if (yield from _withstands(scene, by, target, kind)):
        return
    yield FactSet(SUCCEEDED, (*scene.battle.facts.get(SUCCEEDED, ()), by))
    if kind == DISARM:
        yield from _disarm(scene, args, by, target)
    elif kind == SHOVE:
        yield from _shove(scene, args, by, target)
    else:
        yield from _hold(scene, by, target)


def grab(scene: Scene, by: str, target: str) -> Steps:
    """Let the target of an attack that also grabs resist with a STR roll, or be entangled (sk-10)."""
    if not (yield from _withstands(scene, by, target, GRAB)):
        yield from _hold(scene, by, target)


def _withstands(scene: Scene, by: str, target: str, kind: str) -> Procedure[bool]:
    """Return whether the target passes the STR roll."""
    done = yield from passed(scene, target, "oppose", "str", "sk-08")
    if done:
        one, other = scene.battle.who(by), scene.battle.who(target)
        yield Noted(RESISTS[kind](whom=other, who=one), target, "sk-08")
    return done


def _hold(scene: Scene, by: str, target: str) -> Steps:
    yield ConditionBegan(target, "entangled_by", by, "sk-08")
    yield Noted(say.HOLDS(who=scene.battle.who(by), whom=scene.battle.who(target)), by, "sk-08")


def _disarm(scene: Scene, args: Given, by: str, target: str) -> Steps:
    """Make the target drop a weapon, which the attacker may take with a free hand."""
    one, other = scene.battle.who(by), scene.battle.who(target)
    able = {item.id: item for item in droppable(scene.battle, other)}
    named = args.get("item")
    if named not in able:
        things = [Option(id, item.name) for id, item in able.items()]
        named = yield from scene.choose(by, "item", say.ASK_DROP(whom=other), things, next(iter(able), None))
    dropped = able.get(str(named))
    if dropped is None:
        return
    yield ReadySet(target, tuple(id for id in other.ready if id != dropped.id), "sk-08")
    weapon = noun(scene.battle, dropped)
    unseen = Table(unseen=say.DROPS(whom=other, weapon=weapon))
    yield Noted(say.DISARMS(who=one, whom=other, weapon=weapon), by, "sk-08", unseen)
    take = args.get("take")
    if not free_hand(scene.battle, one):
        take = False
    if take is None:
        ways = (Option(True, say.TAKE_IT), Option(False, say.LEAVE_IT))
        asked = say.ASK_TAKE(who=one, weapon=noun(scene.battle, dropped))
        take = yield from scene.choose(by, "take", asked, ways, False)
    if take is True:
        yield from take_from(scene, by, target, dropped)
    elif other.zone is not None:
        lying = Table(other.conditions.get(DROPPED, EMPTY)).put(dropped.id, other.zone)
        yield ConditionBegan(target, DROPPED, lying, "sk-08")


def _shove(scene: Scene, args: Given, by: str, target: str) -> Steps:
    """Move both to a zone, and push the target into the hazard there, if there is one.

    The damage is the hazard's: armor helps, and it causes no morale check.
    """
    one, other = scene.battle.who(by), scene.battle.who(target)
    to = args.get("to") or one.zone
    where = scene.battle.zones[str(to)]
    if to != one.zone:
        yield from enter_zone(scene, by, str(to), "sk-08")
        yield from enter_zone(scene, target, str(to), "sk-08")
    if to != one.zone:
        unseen = Table(unseen=say.IS_SHOVED_INTO(whom=other, where=where))
        yield Noted(say.SHOVES_INTO(who=one, whom=other, where=where), by, "sk-08", unseen)
    else:
        yield Noted(say.SHOVES(who=one, whom=other), by, "sk-08", Table(unseen=say.IS_SHOVED(whom=other)))
    dice = read_dice(str(where.fields.get("hazard_damage", "")))
    if dice is None or args.get("into_hazard") is False:
        return
    what = where.hazard if where.hazard != "none" else say.HAZARD_OF(where=where)
    label = say.DAMAGE_OF_HAZARD(hazard=what)
    rolled, _ = yield from roll_dice(scene, by, dice, what, NOTHING, label, target, rolled_for=(by, target))
    amount = max(0, rolled - armour(scene.battle, scene.battle.who(target)).total)
    yield Noted(say.PUSHED_INTO(whom=other, hazard=what, n=amount), target, "sk-08")
    yield from lose(scene, target, amount, "sk-08")


def check_release(battle: Battle, command: Command) -> list[Violation]:
    """Return all rules that letting go would break: there must be someone to let go."""
    who = battle.combatants[command.by]
    held = [one for one in battle.combatants.values() if one.conditions.get("entangled_by") == command.by]
    target = command.get("target")
    if target is not None:
        if out := unknown(battle, target):
            return out
        if battle.combatants[str(target)] not in held:
            return [Violation("sk-08", say.DOES_NOT_HOLD(who=who, whom=battle.combatants[str(target)]))]
    return [] if held else [Violation("sk-08", say.HOLDS_NOBODY(who=who))]


def release(scene: Scene, command: Command) -> Steps:
    """Let go of the target, or of everyone the combatant holds."""
    for id, one in scene.battle.combatants.items():
        if one.conditions.get("entangled_by") == command.by and command.get("target") in (None, id):
            yield ConditionEnded(id, "entangled_by", "sk-08")
            yield Noted(say.LETS_GO(who=scene.battle.who(command.by), whom=one), command.by, "sk-08")
