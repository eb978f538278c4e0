"""Clashes: an attack answered with another on the same tick.

Rules: ex3-54, ex3-55, ex3-56, ex3-57.
"""

from __future__ import annotations

from collections.abc import Mapping

from exgui.engine.asks import Command, Option, Violation, hopeless
from exgui.engine.battle import Battle
from exgui.engine.effects import Effect, Modifier
from exgui.engine.events import EffectBegan, Noted
from exgui.engine.procedure import Procedure, Result, Scene, Steps
from exgui.engine.record import Table, Value
from exgui.systems.common.sentences import NO_WEAPON
from exgui.systems.ex3 import sentences as say
from exgui.systems.ex3.aim import used_up
from exgui.systems.ex3.attack import MODES, Attack, check_against, declared, default_weapon, is_table_of, weapon_named
from exgui.systems.ex3.attack_resolution import attack_pool, defend_unmatched, resolve_unmatched
from exgui.systems.ex3.damage import hit, outcome
from exgui.systems.ex3.declare_effects import declare_in_turn
from exgui.systems.ex3.gambits import GAMBITS, check_gambit
from exgui.systems.ex3.grapple.state import lose_rounds, restrained
from exgui.systems.ex3.hindrances import ANYTHING, forbidden
from exgui.systems.ex3.pools import automatic
from exgui.systems.ex3.positions import can_act, waits
from exgui.systems.ex3.surprise import is_surprise, revealed
from exgui.systems.ex3.turn_actions import fact, used

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
    refusal = clash_refusal(battle, attack, answer)
    return [Violation("ex3-54", refusal)] if refusal else []


def clash_modes(battle: Battle, attack: Attack) -> tuple[str, ...]:
    """Return the modes in which the target could answer the attack with their own, on the same tick (ex3-54); gambits
    are decisive attacks (ex3-37).
    """
    ways = ({"mode": mode} for mode in ("withering", "decisive"))
    gambits_too = ({"gambit": gambit} for gambit in PLAIN_GAMBITS)
    return tuple(
        str(described.get("gambit") or described.get("mode"))
        for described in (*ways, *gambits_too)
        if not clash_refusal(battle, attack, answer_command(battle, attack, described))
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


def clash_refusal(battle: Battle, attack: Attack, command: Command) -> str:
    """Return why the target cannot answer that way; "" if they can. A target waiting for the moment can, and acts on
    this tick (ex3-05b); the order of acting within the tick does not matter in a Clash.
    """
    other = battle.combatants[attack.target]
    steps_in = attack.target not in battle.up
    if (steps_in and (not waits(battle, other) or other.acted)) or not can_act(other):
        return say.NOT_ON_TICK(who=other)
    flurry = fact(other, "flurry", ())
    if "attack" in used(other) or (used(other) and "attack" not in flurry):
        return say.SIMPLE_TAKEN(who=other)
    for refusal in forbidden(other, ANYTHING):
        return refusal.text
    if restrained(other, next_turn=steps_in):
        return say.IS_RESTRAINED(who=other)
    only = fact(other, "only")
    if only is not None and only != attack.by:
        return say.MAY_ATTACK_ANOTHER(who=other)
    broken = check_against(battle, command)
    if command.get("gambit"):
        broken += check_gambit(battle, command)
    return broken[0].text if broken else ""


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
