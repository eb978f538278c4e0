"""An attack as a step of somebody's turn: declared, answered by a Clash or not, resolved, followed by the first
maneuver of a grapple and by counterattacks.

Rules: ex3-40, ex3-44, ex3-54.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from exgui.engine.asks import Command, Violation, hopeless
from exgui.engine.battle import Battle
from exgui.engine.events import EffectBegan, Event, Noted
from exgui.engine.procedure import Scene, Steps
from exgui.engine.record import Table, Value
from exgui.systems.common.gear import rules_of
from exgui.systems.ex3.attack import (
    MODES,
    Attack,
    best_weapon,
    check_against,
    check_attack,
    declared,
    weapon_named,
)
from exgui.systems.ex3.attack_resolution import (
    ANSWERS,
    answer_command,
    answered,
    clash,
    clash_refusal,
    may_answer,
    strike,
)
from exgui.systems.ex3.declare_effects import check_told
from exgui.systems.ex3.gambits import check_gambit
from exgui.systems.ex3.maneuvers import first_maneuver
from exgui.systems.ex3.positions import can_act, why_not
from exgui.systems.ex3.turn_actions import fact, use
from exgui.systems.ex3.turn_order import step_in


def check_attack_step(battle: Battle, command: Command) -> list[Violation]:
    """All rules that an attack would break, with what comes with it: the gambit, the Clash, the counterattack."""
    out = check_attack(battle, command)
    if hopeless(out):
        return out
    if command.get("gambit"):
        out += check_gambit(battle, command)
        if hopeless(out):
            return out
    if command.get("clash") is not None:
        out += _check_clash(battle, command)
        if hopeless(out):
            return out
    if command.get("declare"):
        out += check_told(battle, command, declared(battle, command))
        if hopeless(out):
            return out
    if command.get("counter") is not None:
        out += _check_counter(battle, command)
    return out


def _check_clash(battle: Battle, command: Command) -> list[Violation]:
    """All rules that the answer told beforehand would break."""
    told, target = command.get("clash"), battle.combatants[command.get("target")]
    if not _is_told(told, ANSWERS) or told.get("mode", "withering") not in MODES:
        return [Violation("ex3-54", "A Clash is told as { mode, weapon }, or { gambit, weapon }.", final=True)]
    if told.get("weapon") and weapon_named(target, told["weapon"]) is None:
        return [Violation("ex3-54", f"{target.name} has no weapon {told['weapon']}.", final=True)]
    attack = declared(battle, command)
    answer = answer_command(battle, attack, told)
    wrong = check_gambit(battle, answer) if told.get("gambit") else []
    if hopeless(wrong):
        return wrong
    refusal = clash_refusal(battle, attack, answer)
    return [Violation("ex3-54", refusal)] if refusal else []


def _is_told(told: Value, keys: tuple[str, ...]) -> bool:
    """It is a table of some of these keys, each a word or a number."""
    return isinstance(told, Mapping) and all(key in keys and isinstance(told[key], str | int) for key in told)


def _check_counter(battle: Battle, command: Command) -> list[Violation]:
    """A counterattack is somebody's, not the attacker's own, with a weapon that there is."""
    told = command.get("counter")
    wrong = ""
    if not _is_told(told, ("by", "mode", "weapon")) or told.get("mode", "withering") not in MODES:
        wrong = "A counterattack is told as { by, mode, weapon }."
    else:
        by = told.get("by", command.get("target"))
        one = battle.combatants.get(by)
        if one is None:
            wrong = f"There is nobody called {by} to counterattack."
        elif by == command.by:
            wrong = f"{one.name} does not counterattack an attack of its own."
        elif told.get("weapon") and weapon_named(one, str(told["weapon"])) is None:
            wrong = f"{one.name} has no weapon {told['weapon']}."
    return [Violation("ex3-44", wrong, final=True)] if wrong else []


def resolve_attack(scene: Scene, command: Command) -> Steps:
    """An attack of somebody's turn, from its declaration to its end."""
    attack = scene.work_out(lambda battle: declared(battle, command))
    return exchange(scene, command, attack, _declare(scene.battle, attack))


def exchange(scene: Scene, command: Command, attack: Attack, begun: Iterable[Event] = ()) -> Steps:
    """An attack that is declared: answered by a Clash or not, resolved, with the maneuver that a grapple begins and the
    counterattack that the step tells.

    Args:
        begun: what declaring it means for the turn.
    """
    args = command.args
    yield from begun
    answer = None
    if may_answer(scene.battle, attack) or args.get("clash") is not None:  # hardly ever
        answer = yield from answered(scene, command, attack)
    if answer is not None:
        if answer.by not in scene.battle.up:
            yield from step_in(scene.battle, answer.by, None)
        yield from _declare(scene.battle, answer)
        yield from clash(scene, attack, answer)
    else:
        yield from strike(scene, attack, str(args.get("apply_to", "")))
    for own in (attack, answer):
        if own is not None and own.gambit == "grapple" and fact(scene.battle.who(own.by), "grappled"):
            yield from first_maneuver(scene, own.by)
    counter = args.get("counter")
    if counter is not None:
        yield from _counter(scene, attack.by, {"by": attack.target, **counter})


def _declare(battle: Battle, attack: Attack) -> list[Event]:
    by = attack.by
    before = fact(battle.combatants[by], "attacked", ())
    return use(battle, by, rules_of(battle).actions["attack"], ("attacked", (*before, attack.target)))


def counterattacks(scene: Scene) -> Steps:
    """Step 9: the counterattacks that effects declared in step 3, one after the other; each is struck once."""
    while True:
        everybody = scene.battle.combatants.values()
        found = [(one.id, effect) for one in everybody for effect in one.effects if effect.data.get("counter")]
        if not found:
            return
        who, effect = found[0]
        yield EffectBegan(who, effect.but(data=effect.data.without("counter")), "ex3-44")
        against = str(effect.data["against"])
        yield from _counter(scene, against, {"by": who, "mode": effect.data["counter"]})


def _counter(scene: Scene, against: str, data: Mapping[str, Value]) -> Steps:
    """Step 9: a counterattack, resolved fully; it takes no action of anybody's."""
    by = str(data.get("by"))
    mode = str(data.get("mode") or "withering")
    one = scene.battle.who(by)
    weapon = str(data.get("weapon") or best_weapon(scene.battle, by, against))
    command = Command("attack", by, Table(target=against, mode=mode, weapon=weapon))
    broken = check_against(scene.battle, command)
    if broken or not can_act(one):
        why = broken[0].text if broken else f"{one.name} {why_not(one)}."
        yield Noted(f"{one.name} cannot counterattack: {why}", by, "ex3-44")
        return
    yield Noted(f"{one.name} counterattacks.", by, "ex3-44")
    yield from strike(scene, declared(scene.battle, command).but(keep=True))
