"""An attack as a step of somebody's turn: declared, answered by a Clash or not, resolved, followed by the first
maneuver of a grapple and by counterattacks (ex3-44, 54; 40; 44 step 9)."""

from __future__ import annotations

from collections.abc import Mapping

from exgui.engine.asks import Command, Violation, hopeless
from exgui.engine.battle import Battle
from exgui.engine.events import EffectBegan, Event, Noted, turn_fact
from exgui.engine.procedure import Scene, Steps
from exgui.engine.record import Table, Value
from exgui.systems.common.gear import rules_of
from exgui.systems.ex3.attack import Attack, best_weapon, check_against, check_attack, declared
from exgui.systems.ex3.declaring import check_told
from exgui.systems.ex3.gambits import check_gambit
from exgui.systems.ex3.ground import can_act, why_not
from exgui.systems.ex3.maneuvers import first_maneuver
from exgui.systems.ex3.strike import answered, clash, clash_refusal, strike
from exgui.systems.ex3.turn import fact, use


def check_attack_step(battle: Battle, command: Command) -> list[Violation]:
    """All rules that an attack would break, with what comes with it: the gambit, the Clash, the counterattack."""
    out = check_attack(battle, command)
    if hopeless(out):
        return out
    if command.get("gambit"):
        out += check_gambit(battle, command)
        if hopeless(out):
            return out
    told = command.get("clash")
    if told:
        if not isinstance(told, Mapping) or told.get("mode", "withering") not in ("withering", "decisive"):
            return [*out, Violation("ex3-54", "A Clash is told as { mode, weapon }.", final=True)]
        attack = declared(battle, command)
        mode, weapon = str(told.get("mode", "withering")), str(told.get("weapon", ""))
        if weapon and weapon not in battle.combatants[attack.target].gear:
            return [
                *out,
                Violation("ex3-54", f"{battle.combatants[attack.target].name} has no weapon {weapon}.", final=True),
            ]
        refusal = clash_refusal(battle, attack, mode, weapon)
        if refusal:
            out.append(Violation("ex3-54", refusal))
    if command.get("declare"):
        out += check_told(battle, command, declared(battle, command))
        if hopeless(out):
            return out
    counter = command.get("counter")
    by = counter.get("by", command.get("target")) if isinstance(counter, Mapping) else None
    if counter and by not in battle.combatants:
        out.append(Violation("ex3-44", "A counterattack is told as { by, mode, weapon }.", final=True))
    return out


def resolve_attack(scene: Scene, command: Command) -> Steps:
    """An attack of somebody's turn, from its declaration to its end."""
    attack = scene.work_out(lambda battle: declared(battle, command))
    yield from _declare(scene.battle, attack)
    answer = yield from answered(scene, command, attack)
    if answer is not None:
        yield from _declare(scene.battle, answer)
        yield from clash(scene, attack, answer)
    else:
        yield from strike(scene, attack, str(command.get("apply_to", "")))
    if attack.gambit == "grapple" and fact(scene.battle.who(attack.by), "grappled"):
        yield from first_maneuver(scene, attack.by)
    counter = command.get("counter")
    if counter:
        yield from _counter(scene, attack.by, {"by": attack.target, **counter})


def _declare(battle: Battle, attack: Attack) -> list[Event]:
    by = attack.by
    before = fact(battle.combatants[by], "attacked", ())
    attacked = turn_fact(by, "attacked", (*before, attack.target), "ex3-25")
    return [*use(battle, by, rules_of(battle).actions["attack"]), attacked]


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
