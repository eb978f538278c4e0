"""Non-lethal attacks: disarm, shove, grab (sk-08)."""

from __future__ import annotations

from exgui.engine.asks import Command, Violation
from exgui.engine.battle import Battle, Combatant, Item
from exgui.engine.dice_text import read_dice
from exgui.engine.events import CombatantSet, ConditionBegan, ConditionEnded, Noted, ReadySet
from exgui.engine.explained import NOTHING, Explained, constant
from exgui.engine.procedure import Procedure, Scene, Steps
from exgui.engine.zones import link_between
from exgui.systems.common.gear import is_natural
from exgui.systems.common.steps import unknown
from exgui.systems.skirmish.damage import lose
from exgui.systems.skirmish.movement import enter_zone
from exgui.systems.skirmish.passing import passed
from exgui.systems.skirmish.weapons import die_of, hands_taken, two_handed, usable


def droppable(one: Combatant) -> list[Item]:
    """The weapons that somebody has in hand and could drop."""
    return [item for item in usable(one) if not is_natural(item)]


def check(battle: Battle, command: Command, kind: str, target: str) -> list[Violation]:
    """All rules that a non-lethal attack on somebody nearby would break, besides those of any attack."""
    one, other = battle.combatants[command.by], battle.combatants[target]
    out: list[Violation] = []
    if kind == "disarm":
        able = [item.id for item in droppable(other)]
        if not able:
            out.append(Violation("sk-08", f"{other.name} has no weapon in hand."))
        elif command.get("item") is not None and command.get("item") not in able:
            out.append(Violation("sk-08", f"{other.name} has no {command.get('item')} in hand.", final=True))
    if kind == "grab" and hands_taken(battle, one) > 1:
        out.append(Violation("sk-08", f"{one.name} has no free hand to hold {other.name} with."))
    if kind == "shove" and command.get("to") is not None:
        to = command.get("to")
        link = link_between(battle.links, str(one.zone), str(to))
        if to not in battle.zones:
            out.append(Violation("sk-08", f"There is no zone {to}.", final=True))
        elif to != one.zone and (link is None or link.barrier == "wall"):
            out.append(Violation("sk-08", f"{battle.zones[str(to)].name} is more than a zone away."))
    return out


def resolve(scene: Scene, command: Command, kind: str, by: str, target: str) -> Steps:
    """The target passes a STR roll, or the attack does what it is for."""
    one, other = scene.battle.who(by), scene.battle.who(target)
    if (yield from _withstands(scene, target)):
        yield Noted(f"{other.name} withstands {one.name}'s attempt to {kind}.", by, "sk-08")
    elif kind == "disarm":
        yield from _disarm(scene, command, by, target)
    elif kind == "shove":
        yield from _shove(scene, command, by, target)
    else:
        yield from _hold(scene, by, target)


def grab(scene: Scene, by: str, target: str) -> Steps:
    """An attack that grabs besides: the target passes a STR roll, or is entangled (sk-10)."""
    if scene.battle.who(target).conditions.get("entangled_by"):
        return
    if not (yield from _withstands(scene, target)):
        yield from _hold(scene, by, target)


def _withstands(scene: Scene, who: str) -> Procedure[bool]:
    return (yield from passed(scene, who, "oppose", "str", "sk-08"))


def _hold(scene: Scene, by: str, target: str) -> Steps:
    yield ConditionBegan(target, "entangled_by", by, "sk-08")
    yield Noted(f"{scene.battle.who(by).name} holds {scene.battle.who(target).name}.", by, "sk-08")


def _disarm(scene: Scene, command: Command, by: str, target: str) -> Steps:
    one, other = scene.battle.who(by), scene.battle.who(target)
    able = droppable(other)
    named = command.get("item")
    dropped = next((item for item in able if item.id == named), able[0] if able else None)
    if dropped is None:
        return
    yield ReadySet(target, tuple(id for id in other.ready if id != dropped.id), "sk-08")
    yield Noted(f"{other.name} drops {dropped.name}.", target, "sk-08")
    if command.get("take") is True and free_hand(scene.battle, one, dropped):
        other, one = scene.battle.who(target), scene.battle.who(by)
        id = dropped.id if dropped.id not in one.gear else f"{dropped.id}_taken"
        yield CombatantSet(other.but(gear=other.gear.without(dropped.id)))
        yield CombatantSet(one.but(gear=one.gear.put(id, dropped.but(id=id)), ready=(*one.ready, id)))
        yield Noted(f"{one.name} takes it.", by, "sk-08")


def free_hand(battle: Battle, one: Combatant, thing: Item) -> bool:
    """Somebody has a hand free to take a weapon with: one that does not hold a weapon, a shield or another person."""
    held = [item for item in usable(one) if not is_natural(item)][:1]
    taken = hands_taken(battle, one) + len(held) + sum(1 for item in held if two_handed(item))
    return taken < 2


def _shove(scene: Scene, command: Command, by: str, target: str) -> Steps:
    """Both go up to a zone, and the target is pushed into the hazard there, if there is one."""
    one, other = scene.battle.who(by), scene.battle.who(target)
    to = command.get("to") or one.zone
    where = scene.battle.zones[str(to)]
    if to != one.zone:
        yield from enter_zone(scene, by, str(to), "sk-08")
        yield from enter_zone(scene, target, str(to), "sk-08")
    yield Noted(f"{one.name} shoves {other.name}{f' into {where.name}' if to != one.zone else ''}.", by, "sk-08")
    dice = read_dice(str(where.fields.get("hazard_damage", "")))
    if dice is None or command.get("into_hazard") is False:
        return

    def pool(_battle: Battle) -> Explained:
        return constant(f"d{dice.sides}", dice.count, "sk-08")

    fixed = NOTHING.plus("hazard", dice.plus, "sk-08") if dice.plus else NOTHING
    die = die_of(scene.battle, dice)
    what = where.hazard if where.hazard != "none" else f"the hazard of {where.name}"
    result = yield from scene.roll(
        by, "damage", pool, auto=lambda _battle: fixed, die=die, label=f"Damage of {what}, {dice}", against=target
    )
    amount = max(0, result.successes)
    yield Noted(f"{other.name} is pushed into {what}: {amount} damage.", target, "sk-08")
    yield from lose(scene, target, amount, "sk-08")


def check_release(battle: Battle, command: Command) -> list[Violation]:
    """All rules that letting go would break: somebody must be held."""
    held = [one for one in battle.combatants.values() if one.conditions.get("entangled_by") == command.by]
    target = command.get("target")
    if target is not None:
        if out := unknown(battle, target):
            return out
        if battle.combatants[str(target)] not in held:
            return [Violation("sk-08", f"{battle.combatants[str(target)].name} is not held by them.")]
    return [] if held else [Violation("sk-08", f"{battle.combatants[command.by].name} holds nobody.")]


def release(scene: Scene, command: Command) -> Steps:
    """Somebody lets go of those they hold."""
    for id, one in scene.battle.combatants.items():
        if one.conditions.get("entangled_by") == command.by and command.get("target") in (None, id):
            yield ConditionEnded(id, "entangled_by", "sk-08")
            yield Noted(f"{scene.battle.who(command.by).name} lets {one.name} go.", command.by, "sk-08")
