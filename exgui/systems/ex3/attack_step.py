"""The step "attack" of a turn: declared, answered by a Clash or not, resolved, followed by the first maneuver of a
grapple and by counterattacks, which come with the step or are declared by effects.

Rules: ex3-44, ex3-54.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from exgui.engine.asks import Command, Violation, hopeless
from exgui.engine.battle import Battle
from exgui.engine.events import EffectBegan, Event, Noted
from exgui.engine.procedure import Scene, Steps
from exgui.engine.record import Table, Value
from exgui.systems.common.gear import rules_of
from exgui.systems.common.sentences import NO_WEAPON, NOBODY_CALLED
from exgui.systems.ex3 import sentences as say
from exgui.systems.ex3.attack import (
    MODES,
    Attack,
    best_weapon,
    check_against,
    check_attack,
    declared,
    is_table_of,
    weapon_named,
)
from exgui.systems.ex3.attack_resolution import resolve_attack
from exgui.systems.ex3.clash import answered, check_clash, clash, may_answer
from exgui.systems.ex3.declare_effects import check_declared_beforehand
from exgui.systems.ex3.gambits import check_gambit
from exgui.systems.ex3.grapple.maneuvers import first_maneuver
from exgui.systems.ex3.positions import can_act, why_not
from exgui.systems.ex3.turn_actions import fact, use_action
from exgui.systems.ex3.turn_order import step_in


def check_attack_step(battle: Battle, command: Command) -> list[Violation]:
    """Return the rules that an attack would break, with the gambit, the Clash and the counterattack given with it."""
    given = command.args
    out = check_attack(battle, command)
    if hopeless(out):
        return out
    if given.get("gambit"):
        out += check_gambit(battle, command)
        if hopeless(out):
            return out
    if given.get("clash") is not None:
        out += check_clash(battle, command)
        if hopeless(out):
            return out
    if given.get("declare"):
        out += check_declared_beforehand(battle, command, declared(battle, command))
        if hopeless(out):
            return out
    if given.get("counter") is not None:
        out += check_counter(battle, command)
    return out


def attack(scene: Scene, command: Command) -> Steps:
    """Resolve an attack on the attacker's turn, from its declaration to its end."""
    attack = scene.work_out(lambda battle: declared(battle, command))
    return exchange(scene, command, attack, _declare(scene.battle, attack))


def exchange(scene: Scene, command: Command, attack: Attack, begun: Iterable[Event] = ()) -> Steps:
    """Resolve a declared attack: answered by a Clash or not, with the maneuver that begins a grapple and the
    counterattack given with the step.

    Args:
        begun: the events of declaring it, for the turn.
    """
    args = command.args
    if "clash" in args or "counter" in args or attack.gambit == "grapple" or may_answer(scene.battle, attack):
        return _exchange(scene, command, attack, begun)
    return resolve_attack(scene, attack, str(args["apply_to"]) if "apply_to" in args else "", begun)


def _exchange(scene: Scene, command: Command, attack: Attack, begun: Iterable[Event]) -> Steps:
    args = command.args
    yield from begun
    answer = yield from answered(scene, command, attack)
    if answer is not None:
        if answer.by not in scene.battle.up:
            yield from step_in(scene.battle, answer.by, None)
        yield from _declare(scene.battle, answer)
        yield from clash(scene, attack, answer)
    else:
        yield from resolve_attack(scene, attack, str(args.get("apply_to", "")))
    for own in (attack, answer):
        if own is not None:
            yield from first_maneuver(scene, own)
    counter = args.get("counter")
    if counter is not None:
        yield from counterattack(scene, attack.by, {"by": attack.target, **counter})


def _declare(battle: Battle, attack: Attack) -> list[Event]:
    by = attack.by
    before = fact(battle.combatants[by], "attacked", ())
    return use_action(battle, by, rules_of(battle).actions["attack"], ("attacked", (*before, *attack.targets)))


def check_counter(battle: Battle, command: Command) -> list[Violation]:
    """Return the rules that a counterattack would break: it is made by someone other than the attacker, with a weapon
    they have.
    """
    described = command.get("counter")
    wrong = ""
    if not is_table_of(described, ("by", "mode", "weapon")) or described.get("mode", "withering") not in MODES:
        wrong = say.COUNTER_GIVEN()
    else:
        by = described.get("by", command.get("target"))
        one = battle.combatants.get(by)
        if one is None:
            wrong = NOBODY_CALLED(who=by)
        elif by == command.by:
            wrong = say.NO_COUNTER_OF_OWN(who=one)
        elif described.get("weapon") and weapon_named(one, str(described["weapon"])) is None:
            wrong = NO_WEAPON(who=one, weapon=described["weapon"])
    return [Violation("ex3-44", wrong, final=True)] if wrong else []


def counterattacks(scene: Scene) -> Steps:
    """Step 9: resolve the counterattacks that effects declared in step 3, each once, one after the other."""
    while True:
        everybody = scene.battle.combatants.values()
        found = [(one.id, effect) for one in everybody for effect in one.effects if effect.data.get("counter")]
        if not found:
            return
        who, effect = found[0]
        yield EffectBegan(who, effect.but(data=effect.data.without("counter")), "ex3-44")
        against = str(effect.data["against"])
        yield from counterattack(scene, against, {"by": who, "mode": effect.data["counter"]})


def counterattack(scene: Scene, against: str, data: Mapping[str, Value]) -> Steps:
    """Step 9: resolve a counterattack in full; it costs no action."""
    by = str(data.get("by"))
    mode = str(data.get("mode") or "withering")
    one = scene.battle.who(by)
    weapon = str(data.get("weapon") or best_weapon(scene.battle, by, against))
    command = Command("attack", by, Table(target=against, mode=mode, weapon=weapon))
    broken = check_against(scene.battle, command)
    if broken or not can_act(one) or "routed" in one.conditions:
        why = broken[0].text if broken else (why_not(one) or say.IS_ROUTED(who=one))
        yield Noted(say.CANNOT_COUNTER(who=one, why=why), by, "ex3-44")
        return
    yield Noted(say.COUNTERATTACKS(who=one), by, "ex3-44")
    yield from resolve_attack(scene, declared(scene.battle, command).but(keep=True))
