"""The step "attack" of a turn: declared, answered by a Clash or not, resolved, followed by the first maneuver of a
grapple and by counterattacks, which come with the step or are declared by effects.

Rules: ex3-44, ex3-54.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from exgui.engine.asks import Command, Option, Violation, hopeless
from exgui.engine.battle import Battle
from exgui.engine.effects import Effect, Modifier
from exgui.engine.events import EffectBegan, Event, Noted
from exgui.engine.procedure import Procedure, Result, Scene, Steps
from exgui.engine.record import Table, Value
from exgui.systems.common.gear import rules_of, weapon_named
from exgui.systems.common.sentences import NO_WEAPON, NOBODY_CALLED
from exgui.systems.ex3 import sentences as say
from exgui.systems.ex3.aim import used_up
from exgui.systems.ex3.attack import (
    MODES,
    Attack,
    best_weapon,
    check_against,
    check_attack,
    declared,
    default_weapon,
    is_table_of,
)
from exgui.systems.ex3.attack_resolution import attack_pool, defend_unmatched, resolve_attack, resolve_unmatched
from exgui.systems.ex3.damage import hit, outcome
from exgui.systems.ex3.declare_effects import check_declared_beforehand, declare_in_turn
from exgui.systems.ex3.gambits import GAMBITS, check_gambit
from exgui.systems.ex3.grapple.maneuvers import first_maneuver
from exgui.systems.ex3.grapple.state import lose_rounds, restrained
from exgui.systems.ex3.hindrances import ANYTHING, forbidden
from exgui.systems.ex3.pools import automatic
from exgui.systems.ex3.positions import can_act, waits, why_not
from exgui.systems.ex3.surprise import is_surprise, revealed
from exgui.systems.ex3.turn_actions import fact, use_action, used
from exgui.systems.ex3.turn_order import step_in

ANSWERS = ("mode", "weapon", "gambit", "difficulty", "ally", "opponent", "disarm", "name", "note")
"""Parameters of the answering attack in a Clash: those of any attack."""
PLAIN_GAMBITS = tuple(id for id, gambit in GAMBITS.items() if gambit.plain)


def check_clash(battle: Battle, command: Command) -> list[Violation]:
    """Return the rules that the answer given beforehand would break."""
    described, target = command.get("clash"), battle.combatants[command.get("target")]
    if not is_table_of(described, ANSWERS) or described.get("mode", "withering") not in MODES:
        return [Violation("ex3-54", say.CLASH_GIVEN(), final=True)]
    if described.get("weapon") and weapon_named(target, described["weapon"]) is None:
        return [Violation("ex3-54", NO_WEAPON(who=target, weapon=described["weapon"]), final=True)]
    attack = declared(battle, command)
    answer = answer_command(battle, attack, described)
    wrong = check_gambit(battle, answer) if described.get("gambit") else []
    if hopeless(wrong):
        return wrong
    broken = clash_refusal(battle, attack, answer)
    return [first.but(rule="ex3-54") for first in broken[:1] if first.rule != "ex3-54"] + broken


def clash_modes(battle: Battle, attack: Attack) -> tuple[str, ...]:
    """Return the modes in which the target could answer the attack with their own, on the same tick (ex3-54); gambits
    are decisive attacks (ex3-37).
    """
    if _unable_to_clash(battle, attack):
        return ()
    ways = ({"mode": mode} for mode in ("withering", "decisive"))
    gambits_too = ({"gambit": gambit} for gambit in PLAIN_GAMBITS)
    return tuple(
        str(described.get("gambit") or described.get("mode"))
        for described in (*ways, *gambits_too)
        if not _answer_refusal(battle, answer_command(battle, attack, described))
    )


def may_answer(battle: Battle, attack: Attack) -> bool:
    """Return whether the target may answer in a Clash: they act on the same tick, or wait for the moment (ex3-54,
    ex3-05b).
    """
    return attack.target in battle.up or waits(battle, battle.combatants[attack.target])


def answer_command(battle: Battle, attack: Attack, described: Mapping[str, Value]) -> Command:
    mode = "decisive" if described.get("gambit") else str(described.get("mode", "withering"))
    gambit = str(described.get("gambit") or "")
    weapon = str(described.get("weapon") or default_weapon(battle, attack.target, attack.by, gambit))
    args = Table({**described, "target": attack.by, "mode": mode, "weapon": weapon})
    return Command("attack", attack.target, args)


def clash_refusal(battle: Battle, attack: Attack, command: Command) -> list[Violation]:
    """Return the rules that answering that way would break."""
    return _unable_to_clash(battle, attack) or _answer_refusal(battle, command)


def _unable_to_clash(battle: Battle, attack: Attack) -> list[Violation]:
    """Return the rules by which the target cannot answer at all. A target waiting for the moment can, and acts on this
    tick (ex3-05b); the order of acting within the tick does not matter in a Clash.
    """
    other = battle.combatants[attack.target]
    steps_in = attack.target not in battle.up
    if (steps_in and (not waits(battle, other) or other.acted)) or not can_act(other):
        return [Violation("ex3-54", say.NOT_ON_TICK(who=other))]
    flurry = fact(other, "flurry", ())
    if "attack" in used(other) or (used(other) and "attack" not in flurry):
        return [Violation("ex3-20", say.SIMPLE_TAKEN(who=other))]
    if hindered := forbidden(other, ANYTHING):
        return hindered
    if restrained(other, next_turn=steps_in):
        return [Violation("ex3-40", say.IS_RESTRAINED(who=other))]
    only = fact(other, "only")
    if only is not None and only != attack.by:
        return [Violation("ex3-11", say.MAY_ATTACK_ANOTHER(who=other))]
    return []


def _answer_refusal(battle: Battle, command: Command) -> list[Violation]:
    broken = check_against(battle, command)
    if command.get("gambit"):
        broken += check_gambit(battle, command)
    return broken


def answered(scene: Scene, command: Command, attack: Attack) -> Procedure[Attack | None]:
    """Return the attack with which the target answers at once, None if they do not: as the step says, or as they choose
    (ex3-54).
    """
    described = command.get("clash")
    if isinstance(described, Mapping):
        return answering(scene.battle, attack, described)
    modes = clash_modes(scene.battle, attack)
    labels = (GAMBITS[mode].label if mode in GAMBITS else say.MODE_ATTACK(mode=mode) for mode in modes)
    options = [Option("no", "no"), *map(Option, modes, labels)]
    choice = yield from scene.choose(
        attack.target, "clash", say.ASK_CLASH(who=scene.battle.combatants[attack.target]), options, "no"
    )
    if choice == "no":
        return None
    return answering(scene.battle, attack, {"gambit" if choice in PLAIN_GAMBITS else "mode": str(choice)})


def answering(battle: Battle, attack: Attack, described: Mapping[str, Value]) -> Attack:
    return declared(battle, answer_command(battle, attack, described)).but(declared=attack.declared)


def clash(scene: Scene, attack: Attack, answer: Attack) -> Steps:
    """Resolve two attacks against each other (ex3-54, ex3-55); as anywhere, one out of hiding is a surprise attack
    (ex3-43).
    """
    hidden = [own for own in (attack, answer) if is_surprise(scene.battle, own)]
    yield from declare_in_turn(scene, attack, answer)
    beside = []
    for own in (attack, answer):
        defended = yield from defend_unmatched(scene, own)
        beside.append(defended)
    rolled = yield from _cross(scene, attack, answer)
    for own, defended, result in zip((attack, answer), beside, rolled, strict=True):
        yield from resolve_unmatched(scene, own, defended, result.successes)
    for own in hidden:
        if can_act(scene.battle.who(own.target)):
            yield from revealed(scene, own.by, own.target)


def _cross(scene: Scene, attack: Attack, answer: Attack) -> Procedure[tuple[Result, Result]]:
    """Resolve a Clash from both attack rolls to the winner's hit; return the rolls."""
    rolled: list[Result] = []
    for own in (attack, answer):
        result = yield from scene.roll(
            own.by,
            "attack",
            lambda battle, own=own: attack_pool(battle, own),  # type: ignore[misc]
            auto=lambda battle, own=own: automatic(battle, own.by, "attack"),  # type: ignore[misc]
            label=say.CLASH_ROLL(mode=own.mode),
            against=own.target,
        )
        rolled.append(result)
    for own in (attack, answer):
        if not own.keep:
            yield from used_up(scene.battle, own.by)
        yield from lose_rounds(scene.battle, own.target)  # they count as attacked, though without onslaught
    first, second = max(0, rolled[0].successes), max(0, rolled[1].successes)
    one, other = scene.battle.combatants[attack.by], scene.battle.combatants[attack.target]
    yield outcome(attack, hit=False)
    if first == second:
        yield Noted(say.CLASH_TIED(who=one, whom=other, n=first), attack.by, "ex3-54")
        return rolled[0], rolled[1]
    won, lost = (attack, answer) if first > second else (answer, attack)
    winner = one if won is attack else other
    yield Noted(say.CLASH_WON(who=one, whom=other, n=first, other=second, winner=winner), won.by, "ex3-54")
    beaten = Effect("clash", say.LOST_CLASH, (Modifier("defense", bonus=-2),), "turn_start", "ex3-55")
    yield EffectBegan(lost.by, beaten, "ex3-55")
    bonus = 1 if won.decisive else 3
    yield from hit(scene, won.but(damage_successes=won.damage_successes + bonus), abs(first - second))
    return rolled[0], rolled[1]


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
