"""Holding a target at bay instead of resolving an ambush (ex3-43)."""

from __future__ import annotations

from exgui.engine.asks import Command, Violation, hopeless
from exgui.engine.battle import Battle
from exgui.engine.effects import Effect, Modifier
from exgui.engine.events import ConditionBegan, ConditionEnded, EffectBegan, EffectEnded, Noted
from exgui.engine.procedure import Procedure, Scene, Steps
from exgui.engine.record import EMPTY, Table, Value
from exgui.systems.common.gear import is_natural, rules_of, weapon_named
from exgui.systems.ex3 import sentences as say
from exgui.systems.ex3.attack import Attack, best_weapon, check_attack, declared
from exgui.systems.ex3.attack_resolution import resolve_attack
from exgui.systems.ex3.battle_groups import is_group
from exgui.systems.ex3.initiative import crashed, initiative, roll_join_battle
from exgui.systems.ex3.positions import can_act, range_between
from exgui.systems.ex3.surprise import is_ambush, revealed
from exgui.systems.ex3.turn_actions import use_action

CAPTOR = "bay"
HOSTAGE = "hostage"
"""Effects of a hold on captor and hostage; a captor may be another captor's hostage."""


def check_hold_at_bay(battle: Battle, command: Command) -> list[Violation]:
    """Return the rules that holding a target at bay would break: those of the ambush it replaces."""
    plain = command.but(args=command.args.put("mode", "withering"))
    out = check_attack(battle, plain)
    if hopeless(out):
        return out
    one = battle.combatants[command.by]
    if is_group(one):
        text = say.GROUP_NO_THREAT(who=one)
        out.append(Violation("ex3-72", text))
    attack = declared(battle, plain)
    if not is_ambush(battle, attack):
        out.append(Violation("ex3-43", say.NO_AMBUSH(whom=battle.combatants[attack.target])))
    return out


def hold_at_bay(scene: Scene, command: Command) -> Steps:
    """Hold a target at bay as a hostage; the number of rounds is the captor's lead in Initiative."""
    who, target = command.by, str(command.get("target"))
    yield from use_action(scene.battle, who, rules_of(scene.battle).actions["attack"])
    one, other = scene.battle.who(who), scene.battle.who(target)
    rounds = initiative(one) - initiative(other)
    if "holding_at_bay" in one.conditions:
        yield from _end(scene, who)
    mode = str(command.get("mode") or "decisive")
    about = Table(target=target, until=scene.battle.round + rounds, weapon=str(command.get("weapon")), mode=mode)
    yield ConditionBegan(who, "holding_at_bay", about, "ex3-43")
    yield ConditionBegan(target, "held_at_bay_by", who, "ex3-43")
    for id, effect, label, amount in ((who, CAPTOR, say.HOLDING_AT_BAY, 1), (target, HOSTAGE, say.HELD_AT_BAY, -2)):
        changes = (Modifier("resolve", bonus=amount), Modifier("guile", bonus=amount))
        yield EffectBegan(id, Effect(effect, label, changes, "bay", "ex3-43"), "ex3-43")
    yield Noted(say.HOLDS_AT_BAY(who=one, whom=other, n=rounds), who, "ex3-43")
    yield from revealed(scene, who, target)


def _end(scene: Scene, who: str) -> Steps:
    about = scene.battle.who(who).conditions["holding_at_bay"]
    yield ConditionEnded(who, "holding_at_bay", "ex3-43")
    yield EffectEnded(who, CAPTOR, "ex3-43")
    target = str(about["target"])
    if scene.battle.who(target).conditions.get("held_at_bay_by", who) == who:
        yield from _free(scene, target)


def _free(scene: Scene, who: str) -> Steps:
    """Free a hostage from all effects of a hold; the storyteller may already have removed some."""
    one = scene.battle.who(who)
    if "held_at_bay_by" in one.conditions:
        yield ConditionEnded(who, "held_at_bay_by", "ex3-43")
    if any(effect.id == HOSTAGE for effect in one.effects):
        yield EffectEnded(who, HOSTAGE, "ex3-43")


def _ambush(scene: Scene, who: str, target: str, mode: str, weapon: str, **more: object) -> Procedure[None]:
    battle = scene.battle
    one = battle.who(who)
    item = weapon_named(one, weapon)
    if item is None or (weapon not in one.ready and not is_natural(item)):
        item = one.gear[best_weapon(battle, who, target)]
    range = range_between(battle, who, target)
    if range is None or (mode == "decisive" and crashed(one)):
        yield Noted(say.CANNOT_STRIKE(who=one, whom=battle.who(target)), who, "ex3-43")
        return
    attack = Attack(who, target, item, mode, range, ambush=True, keep=True)
    yield from resolve_attack(scene, attack.but(**more))


def escape(scene: Scene, who: str) -> Steps:
    """Try to get away as a hostage: the captor strikes at once, decisive, from ambush, with 5 successes on damage,
    Hardness 0.
    """
    holder = str(scene.battle.who(who).conditions["held_at_bay_by"])
    about = scene.battle.who(holder).conditions.get("holding_at_bay", EMPTY)
    yield Noted(say.TRIES_TO_ESCAPE(who=scene.battle.who(who)), who, "ex3-43")
    yield from _free(scene, who)
    yield from _ambush(scene, holder, who, "decisive", str(about.get("weapon")), damage_successes=5, soft=True)


def new_round(scene: Scene) -> Steps:
    """End the holds whose rounds are over: both roll Join Battle, the hostage at -2; if the captor wins, they strike
    from ambush at once (ex3-43, as ruled: the roll orders only these two).
    """
    for id in list(scene.battle.combatants):
        one = scene.battle.who(id)
        about = one.conditions.get("holding_at_bay")
        if about is None or int(about["until"]) > scene.battle.round:
            continue
        target = str(about["target"])
        yield from _end(scene, id)
        if can_act(one) and can_act(scene.battle.who(target)):
            yield from _quicker(scene, id, target, about)


def _quicker(scene: Scene, who: str, target: str, about: Table[str, Value]) -> Steps:
    own = yield from roll_join_battle(scene, who)
    pressed = Effect("pressed", say.HELD_AT_BAY, (Modifier("join_battle", dice=-2),), "step", "ex3-43")
    yield EffectBegan(target, pressed, "ex3-43")
    other = yield from roll_join_battle(scene, target)
    yield Noted(say.HOLD_OVER(who=scene.battle.who(who if own > other else target), n=own, other=other), who, "ex3-43")
    if own > other:
        yield from _ambush(scene, who, target, str(about["mode"]), str(about["weapon"]))


def drop_holds(scene: Scene) -> Steps:
    """End each hold whose captor cannot act, or whose hostage has fallen or was freed by the storyteller."""
    for id in scene.battle.combatants:
        one = scene.battle.who(id)
        holder = one.conditions.get("held_at_bay_by")
        if holder is not None and not can_act(scene.battle.who(holder)):
            yield from _free(scene, id)
            yield Noted(say.NO_LONGER_AT_BAY(whom=one), id, "ex3-43")
    for id in scene.battle.combatants:
        one = scene.battle.who(id)
        about = one.conditions.get("holding_at_bay")
        if about is None:
            continue
        held = scene.battle.who(str(about["target"]))
        if not can_act(one) or not can_act(held) or "held_at_bay_by" not in held.conditions:
            yield from _end(scene, id)
