"""Attack: which attacks are allowed, and the step that makes one (sk-03, sk-08, sk-10)."""

from __future__ import annotations

from exgui.engine.asks import Command, Violation
from exgui.engine.battle import Battle, Combatant, Item
from exgui.engine.events import FactSet, TurnFact
from exgui.engine.procedure import Scene, Steps
from exgui.systems.common.gear import noun
from exgui.systems.common.sentences import NO_ZONE, NOBODY_CALLED, OFF_FIELD
from exgui.systems.skirmish import blast, non_lethal
from exgui.systems.skirmish import sentences as say
from exgui.systems.skirmish.attack_resolution import against_one, attack_of
from exgui.systems.skirmish.movement import may_take_round_action
from exgui.systems.skirmish.non_lethal import DAMAGE
from exgui.systems.skirmish.positions import is_object, nearby, on_field
from exgui.systems.skirmish.reactions import unfit_reactions
from exgui.systems.skirmish.turn_order import used_up
from exgui.systems.skirmish.weapon_use import used
from exgui.systems.skirmish.weapons import cannot_target, cannot_target_zone, cannot_use, has, usable

KINDS = (DAMAGE, *non_lethal.KINDS)


def weapon_of(battle: Battle, one: Combatant, command: Command) -> Item | None:
    """Return the weapon of an attack: the one named, else the first in hand; None if there is none."""
    named = command.get("weapon")
    if named is None:
        return next(usable(battle, one), None)
    item = one.gear.get(str(named))
    return item if item is not None and item.kind == "weapon" else None


def check_attack(battle: Battle, command: Command) -> list[Violation]:
    one = battle.combatants[command.by]
    out = may_take_round_action(battle, command.by)
    weapon, kind = weapon_of(battle, one, command), command.get("kind") or DAMAGE
    if kind not in KINDS:
        return [*out, Violation("sk-08", say.WRONG_KIND(kinds=", ".join(KINDS), kind=kind), final=True)]
    if command.get("hand") not in (None, "main", "off"):
        return [*out, Violation("sk-03", say.WRONG_HAND, final=True)]
    if weapon is None:
        named = command.get("weapon")
        text = say.NO_WEAPON(who=one, weapon=str(named)) if named else say.WITH_WHAT
        return [*out, Violation("sk-03", text, final=True)]
    if kind == DAMAGE:
        out += cannot_use(battle, one, weapon, str(command.get("hand") or ""))
    zone, target = command.get("target_zone"), command.get("target")
    if zone is not None:
        return out + _check_zone(battle, command, weapon, zone, kind)
    if has(weapon, "blast") and kind == DAMAGE and target is None:
        return [*out, Violation("sk-10", say.WHICH_ZONE(weapon=noun(battle, weapon)), final=True)]
    if target not in battle.combatants:
        text = NOBODY_CALLED(who=str(target)) if target else say.WHOM
        return [*out, Violation("sk-03", text, final=True)]
    return out + _check_target(battle, command, weapon, str(target), kind)


def _check_zone(battle: Battle, command: Command, weapon: Item, zone: object, kind: str) -> list[Violation]:
    if zone not in battle.zones:
        return [Violation("sk-10", NO_ZONE(zone=str(zone)), final=True)]
    if kind != DAMAGE or not has(weapon, "blast"):
        return [Violation("sk-10", say.ONLY_BLAST(weapon=noun(battle, weapon)))]
    people = blast.caught(battle, attack_of(command, weapon), str(zone))
    out = cannot_target_zone(battle, command.by, str(zone), weapon)
    return [*out, *unfit_reactions(battle, command.choose, command.by, people)]


def _check_target(battle: Battle, command: Command, weapon: Item, target: str, kind: str) -> list[Violation]:
    other = battle.combatants[target]
    if target == command.by:
        return [Violation("sk-03", say.NOT_THEMSELVES, final=True)]
    out: list[Violation] = []
    if not on_field(other) or other.zone is None:
        out.append(Violation("sk-03", OFF_FIELD(who=other)))
    if "destroyed" in other.conditions:
        out.append(Violation("sk-12", say.ALREADY_DESTROYED(who=other)))
    if kind == DAMAGE and has(weapon, "blast") and other.zone is not None:
        return out + _check_zone(battle, command, weapon, other.zone, kind)
    if kind == DAMAGE:
        out += cannot_target(battle, command.by, target, weapon)
    elif is_object(other):
        return [*out, Violation("sk-08", say.ONLY_DAMAGED(who=other))]
    elif not nearby(battle, command.by, target):
        return [*out, Violation("sk-08", say.NOT_NEARBY(who=other))]
    else:
        out += non_lethal.check(battle, command.args, kind, command.by, target)
    return out + unfit_reactions(battle, command.choose, command.by, [target])


def attack(scene: Scene, command: Command) -> Steps:
    """Carry out an attack: it uses up the activation, then hits a zone or one target."""
    one = scene.battle.who(command.by)
    weapon = weapon_of(scene.battle, one, command)
    if weapon is None:
        return
    yield TurnFact(command.by, "round_action", True, "sk-02")
    yield from used_up(scene, command.by)
    if non_lethal.SUCCEEDED in scene.battle.facts:
        yield FactSet(non_lethal.SUCCEEDED, None)
    made = attack_of(command, weapon)
    zone, target = command.get("target_zone"), str(command.get("target"))
    if made.harms and has(weapon, "blast"):
        yield from blast.blast(scene, made, str(zone if zone is not None else scene.battle.who(target).zone))
    else:
        yield from against_one(scene, made, target)
    if made.harms:
        yield from used(scene, command.by, weapon)
