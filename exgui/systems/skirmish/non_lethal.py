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
from exgui.systems.common.gear import is_natural
from exgui.systems.common.steps import unknown
from exgui.systems.skirmish.damage import lose
from exgui.systems.skirmish.damage_roll import roll_dice
from exgui.systems.skirmish.movement import enter_zone
from exgui.systems.skirmish.passing import passed
from exgui.systems.skirmish.take_in_hand import DROPPED, take_from
from exgui.systems.skirmish.values import armour
from exgui.systems.skirmish.weapons import free_hand, usable

Given = Table[str, Value]
"""What a step says of an attack, by name."""
DAMAGE = "damage"
"""The kind of an attack that is meant to do damage."""
DISARM, SHOVE, GRAB = "disarm", "shove", "grab"
KINDS = (DISARM, SHOVE, GRAB)
DONE = {DISARM: "disarmed", SHOVE: "shoved", GRAB: "held"}
"""What became of the target of one that was not withstood, as the odds call it: whose success it is has to be clear
beside the roll of the one who withstands."""
SUCCEEDED = "without_harm"
"""The fact that says whose non-lethal attacks were not withstood in the last attack, for the odds."""


def droppable(battle: Battle, one: Combatant) -> list[Item]:
    """The weapons that somebody has in hand and could drop."""
    return [item for item in usable(battle, one) if not is_natural(item)]


def check(battle: Battle, args: Given, kind: str, by: str, target: str) -> list[Violation]:
    """All rules that a non-lethal attack on somebody nearby would break, besides those of any attack."""
    one, other = battle.combatants[by], battle.combatants[target]
    if kind == DISARM:
        return _check_disarm(battle, args, one, other)
    if kind == SHOVE:
        return _check_shove(battle, args, one)
    if other.conditions.get("entangled_by") == by:
        return [Violation("sk-08", f"{one.name} holds {other.name} already.")]
    if not free_hand(battle, one):
        return [Violation("sk-08", f"{one.name} has no free hand to hold {other.name} with.")]
    return []


def _check_disarm(battle: Battle, args: Given, one: Combatant, other: Combatant) -> list[Violation]:
    able = [item.id for item in droppable(battle, other)]
    if not able:
        return [Violation("sk-08", f"{other.name} has no weapon in hand.")]
    out = []
    if args.get("item") is not None and args.get("item") not in able:
        out.append(Violation("sk-08", f"{other.name} has no {args.get('item')} in hand.", final=True))
    if args.get("take") is True and not free_hand(battle, one):
        out.append(Violation("sk-08", f"{one.name} has no free hand to take what is dropped."))
    return out


def _check_shove(battle: Battle, args: Given, one: Combatant) -> list[Violation]:
    to = args.get("to")
    if to in (None, one.zone):
        return []
    if to not in battle.zones:
        return [Violation("sk-08", f"There is no zone {to}.", final=True)]
    out = []
    link = link_between(battle.links, str(one.zone), str(to))
    name = battle.zones[str(to)].name
    if link is None:
        out.append(Violation("sk-08", f"{name} is more than a zone away."))
    elif link.barrier != "none":
        out.append(Violation("sk-08", f"Something is between {one.name} and {name}: they cannot go there."))
    if one.conditions.get("entangled_by"):
        out.append(Violation("sk-08", f"{one.name} is entangled and cannot go along to {name}."))
    return out


def resolve(scene: Scene, args: Given, kind: str, by: str, target: str) -> Steps:
    """The target passes a STR roll, or the attack does what it is for.

    Args:
        args: what was said of it beforehand (what is dropped and taken, where to).
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
    """An attack that grabs besides: the target passes a STR roll, or is entangled (sk-10)."""
    if not (yield from _withstands(scene, by, target, GRAB)):
        yield from _hold(scene, by, target)


def _withstands(scene: Scene, by: str, target: str, kind: str) -> Procedure[bool]:
    """Whether the target passes the STR roll."""
    done = yield from passed(scene, target, "oppose", "str", "sk-08")
    if done:
        one, other = scene.battle.who(by), scene.battle.who(target)
        yield Noted(f"{other.name} withstands {one.name}'s attempt to {kind}.", target, "sk-08")
    return done


def _hold(scene: Scene, by: str, target: str) -> Steps:
    yield ConditionBegan(target, "entangled_by", by, "sk-08")
    yield Noted(f"{scene.battle.who(by).name} holds {scene.battle.who(target).name}.", by, "sk-08")


def _disarm(scene: Scene, args: Given, by: str, target: str) -> Steps:
    """The target drops a weapon, and the attacker may take it with a free hand."""
    one, other = scene.battle.who(by), scene.battle.who(target)
    able = {item.id: item for item in droppable(scene.battle, other)}
    named = args.get("item")
    if named not in able:
        things = [Option(id, item.name) for id, item in able.items()]
        named = yield from scene.choose(by, "item", f"What does {other.name} drop?", things, next(iter(able), None))
    dropped = able.get(str(named))
    if dropped is None:
        return
    yield ReadySet(target, tuple(id for id in other.ready if id != dropped.id), "sk-08")
    yield Noted(f"{other.name} drops {dropped.name}.", target, "sk-08")
    take = args.get("take")
    if not free_hand(scene.battle, one):
        take = False
    if take is None:
        ways = (Option(True, "take it"), Option(False, "leave it"))
        take = yield from scene.choose(by, "take", f"Does {one.name} take {dropped.name}?", ways, False)
    if take is True:
        yield from take_from(scene, by, target, dropped)
    elif other.zone is not None:
        lying = Table(other.conditions.get(DROPPED, EMPTY)).put(dropped.id, other.zone)
        yield ConditionBegan(target, DROPPED, lying, "sk-08")


def _shove(scene: Scene, args: Given, by: str, target: str) -> Steps:
    """Both go up to a zone, and the target is pushed into the hazard there, if there is one. It is the hazard that
    harms them: armour helps, and nobody's morale is checked for it."""
    one, other = scene.battle.who(by), scene.battle.who(target)
    to = args.get("to") or one.zone
    where = scene.battle.zones[str(to)]
    if to != one.zone:
        yield from enter_zone(scene, by, str(to), "sk-08")
        yield from enter_zone(scene, target, str(to), "sk-08")
    into = f" into {where.name}" if to != one.zone else ""
    yield Noted(f"{one.name} shoves {other.name}{into}.", by, "sk-08", Table(unseen=f"{other.name} is shoved{into}."))
    dice = read_dice(str(where.fields.get("hazard_damage", "")))
    if dice is None or args.get("into_hazard") is False:
        return
    what = where.hazard if where.hazard != "none" else f"the hazard of {where.name}"
    label = f"Damage of {what}"
    rolled, _ = yield from roll_dice(scene, by, dice, what, NOTHING, label, target, rolled_for=(by, target))
    amount = max(0, rolled - armour(scene.battle, scene.battle.who(target)).total)
    yield Noted(f"{other.name} is pushed into {what}: {amount} damage.", target, "sk-08")
    yield from lose(scene, target, amount, "sk-08")


def check_release(battle: Battle, command: Command) -> list[Violation]:
    """All rules that letting go would break: somebody must be held."""
    name = battle.combatants[command.by].name
    held = [one for one in battle.combatants.values() if one.conditions.get("entangled_by") == command.by]
    target = command.get("target")
    if target is not None:
        if out := unknown(battle, target):
            return out
        if battle.combatants[str(target)] not in held:
            return [
                Violation(
                    "sk-08",
                    f"{name} does not hold {battle.combatants[str(target)].name}.",
                )
            ]
    return [] if held else [Violation("sk-08", f"{name} holds nobody.")]


def release(scene: Scene, command: Command) -> Steps:
    """Somebody lets go of those they hold."""
    for id, one in scene.battle.combatants.items():
        if one.conditions.get("entangled_by") == command.by and command.get("target") in (None, id):
            yield ConditionEnded(id, "entangled_by", "sk-08")
            yield Noted(f"{scene.battle.who(command.by).name} lets {one.name} go.", command.by, "sk-08")
