"""Effects used as steps of their own: reflexive ones at any time, those that are actions, spells shaped over turns, and
ending effects in force.

- ex3-87: shaping is a Simple action, a roll of Intelligence + Occult; its successes add up, without a loss for a turn
  spent otherwise, until the spell has as many as it needs. It may then be released: as an action, or at once if that
  action is reflexive. Beginning another spell loses the gathered successes.

Rules: ex3-85, ex3-86, ex3-87.
"""

from __future__ import annotations

from exgui.engine.asks import Command, Violation, hopeless
from exgui.engine.battle import Battle, Combatant, Item
from exgui.engine.events import ConditionBegan, ConditionEnded, Noted, TurnFact
from exgui.engine.procedure import Scene, Steps
from exgui.engine.record import EMPTY, Table, Value
from exgui.systems.common.gear import rules_of
from exgui.systems.common.sentences import NOBODY_CALLED, NOT_BEGUN, OFF_FIELD, OVER
from exgui.systems.ex3 import effects, payment
from exgui.systems.ex3 import sentences as say
from exgui.systems.ex3.attack import Attack, check_against, check_shift
from exgui.systems.ex3.attack_step import exchange
from exgui.systems.ex3.declare_effects import read
from exgui.systems.ex3.effects import Declaration
from exgui.systems.ex3.pools import automatic, pool
from exgui.systems.ex3.positions import can_act, on_field, range_between
from exgui.systems.ex3.turn_actions import effect_action, fact, may_use, use_action


def _named(command: Command) -> Value:
    """Return the effect that a step names: its id, or a list of one, as the window gives it."""
    given = command.get("effect")
    return given[0] if isinstance(given, tuple) and len(given) == 1 else given


def _declared(battle: Battle, command: Command) -> Declaration | Violation:
    """Return the effect that a step names, with its amount."""
    one = battle.combatants[command.by]
    id = _named(command)
    if not id:
        return Violation(effects.RULE, say.WHICH_EFFECT, final=True)
    measure = "".join(f":{command.get(name)}" for name in ("amount", "pool") if command.get(name) is not None)
    found = read(battle, one, f"{id}{measure}")
    return found.but(final=True) if isinstance(found, Violation) else found


def _check(battle: Battle, command: Command, declared: Declaration) -> list[Violation]:
    """Return the rules that using an effect would break, at any moment."""
    item = declared.item
    out = payment.refusals(battle, command.by, (declared,))
    target = command.get("target")
    if effects.wants_target(battle, item) and target not in battle.combatants:
        wrong = NOBODY_CALLED(who=target) if target else say.EFFECT_TARGET(effect=item)
        return [Violation(effects.RULE, wrong, final=True)]
    if target is not None and (target not in battle.combatants or not on_field(battle.combatants[str(target)])):
        return [Violation(effects.RULE, say.NOT_HERE(who=target), final=True)]
    done, need = gathered(battle.combatants[command.by], item)
    if done < need:
        out.append(
            Violation("ex3-87", say.NOT_GATHERED(effect=item, who=battle.combatants[command.by], n=done, need=need))
        )
    return out


def gathered(one: Combatant, item: Item) -> tuple[int, int]:
    """Return how many motes are gathered for a spell, and how many it needs; (0, 0) for other effects."""
    need = int(item.get("shape"))
    shaping = one.conditions.get("shaping", EMPTY)
    return (int(shaping["done"]) if shaping.get("effect") == item.id else 0), need


def check_effect(battle: Battle, command: Command) -> list[Violation]:
    """Return the rules that using a reflexive effect would break."""
    one = battle.combatants[command.by]
    declared = _declared(battle, command)
    if isinstance(declared, Violation):
        return [declared]
    item, when = declared.item, declared.item.get("when")
    if when in effects.MOMENTS:
        text = say.DECLARED_IN_ATTACK(effect=item)
        return [Violation("ex3-44", text, final=True)]
    if when == "action":
        return [Violation(effects.RULE, say.INVOKE(effect=item), final=True)]
    out = _fighting(battle, one)
    return out + _check(battle, command, declared)


def _fighting(battle: Battle, one: Combatant) -> list[Violation]:
    """Return the rules that keep the combatant from doing anything, on anyone's turn."""
    if battle.phase != "running":
        return [Violation("ex3-05", OVER if battle.phase == "over" else NOT_BEGUN, final=True)]
    if not on_field(one):
        return [Violation("ex3-05", OFF_FIELD(who=one))]
    return [] if can_act(one) else [Violation("ex3-63", say.INCAPACITATED(who=one))]


def effect(scene: Scene, command: Command) -> Steps:
    declared = _declared(scene.battle, command)
    assert isinstance(declared, Declaration)
    one = scene.battle.who(command.by)
    if one.turn is not None:
        yield TurnFact(command.by, "effect", True, effects.RULE)
    yield from payment.pay_and_begin(scene, command.by, (declared,), str(command.get("target") or ""))


def check_invoke(battle: Battle, command: Command) -> list[Violation]:
    """Return the rules that using an effect as an action would break."""
    declared = _declared(battle, command)
    if isinstance(declared, Violation):
        return [declared]
    item = declared.item
    if item.get("when") != "action":
        return [Violation(effects.RULE, say.NO_ACTION_EFFECT(effect=item), final=True)]
    out = may_use(battle, command.by, effect_action(battle, item))
    if hopeless(out):
        return out
    more = _check(battle, command, declared)
    if hopeless(more) or not item.get("strike"):
        return out + more
    return out + more + _check_strike(battle, command, item)


def _check_strike(battle: Battle, command: Command, item: Item) -> list[Violation]:
    """Return the rules that the attack of a spell would break."""
    weapon = effects.weapon_of(item)
    assert weapon is not None
    one = battle.combatants[command.by]
    armed = battle.with_combatant(one.but(gear=one.gear.put(weapon.id, weapon)))
    out = check_against(armed, command.but(args=command.args.put("weapon", weapon.id)))
    return out + check_shift(battle, command)


def invoke(scene: Scene, command: Command) -> Steps:
    """Use an effect that is an action; a shaped spell is spent."""
    declared = _declared(scene.battle, command)
    assert isinstance(declared, Declaration)
    item, who = declared.item, command.by
    yield from use_action(scene.battle, who, effect_action(scene.battle, item))
    target = str(command.get("target") or "")
    yield from payment.pay_and_begin(scene, who, (declared,), target)
    if item.get("shape"):
        yield ConditionEnded(who, "shaping", "ex3-87")
    weapon = effects.weapon_of(item)
    if weapon is not None and can_act(scene.battle.who(who)):
        mode = str(command.get("mode", "withering"))
        range = range_between(scene.battle, who, target) or "extreme"
        struck = fact(scene.battle.who(who), "attacked", ())
        yield TurnFact(who, "attacked", (*struck, target), "ex3-25")
        yield from exchange(scene, command, Attack(who, target, weapon, mode, range, keep=True))


def check_shape(battle: Battle, command: Command) -> list[Violation]:
    """Return the rules that shaping a spell would break (ex3-87)."""
    declared = _declared(battle, command)
    if isinstance(declared, Violation):
        return [declared]
    item = declared.item
    done, need = gathered(battle.combatants[command.by], item)
    if not need:
        return [Violation("ex3-87", say.NO_SHAPED_SPELL(effect=item), final=True)]
    out = may_use(battle, command.by, rules_of(battle).actions["shape"])
    if done >= need:
        out.append(Violation("ex3-87", say.RELEASE_IT(effect=item)))
    return out


def shape(scene: Scene, command: Command) -> Steps:
    """Shape a spell: a roll, whose successes are gathered for it (ex3-87)."""
    who = command.by
    declared = _declared(scene.battle, command)
    assert isinstance(declared, Declaration)
    item = declared.item
    yield from use_action(scene.battle, who, rules_of(scene.battle).actions["shape"])
    result = yield from scene.roll(
        who,
        "shape",
        lambda battle: pool(battle, who, "shape", flurried=True),
        auto=lambda battle: automatic(battle, who, "shape"),
        label=say.SHAPE(effect=item),
    )
    one = scene.battle.who(who)
    before, need = gathered(one, item)
    done = min(need, before + max(0, result.successes))
    if done:
        yield ConditionBegan(who, "shaping", Table(effect=item.id, done=done, need=need), "ex3-87")
    elif "shaping" in one.conditions:
        yield ConditionEnded(who, "shaping", "ex3-87")
    sentence = say.SHAPES_READY if done >= need else say.SHAPES
    yield Noted(sentence(who=one, effect=item, n=done, need=need), who, "ex3-87")


def check_end_effect(battle: Battle, command: Command) -> list[Violation]:
    """Return the rules that ending an effect would break: it must be one's own and in force."""
    one = battle.combatants[command.by]
    id = _named(command)
    if not any(effect.data.get("of") == id for effect in effects.lasting(one)):
        known = one.gear[id].name if id in one.gear else id
        return [Violation("ex3-86", say.NOT_IN_FORCE(effect=known, who=one) if id else say.WHICH_EFFECT, final=True)]
    return []


def end_effect(scene: Scene, command: Command) -> Steps:
    """End an effect; its motes are no longer committed (ex3-86)."""
    one = scene.battle.who(command.by)
    id = str(_named(command))
    label = next(effect.label for effect in effects.lasting(one) if effect.data.get("of") == id)
    free = effects.committed(one)
    yield from effects.end_effect(scene.battle, command.by, id, "ex3-86")
    free -= effects.committed(scene.battle.who(command.by))
    text = say.LETS_END_FREE(who=one, effect=label, n=free) if free else say.LETS_END(who=one, effect=label)
    yield Noted(text, command.by, "ex3-86")
