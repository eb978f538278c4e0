"""Flurries: two to five actions on one tick, declared together and done one after the other (ex2-23)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from exgui.engine.asks import Command, Violation, hopeless
from exgui.engine.battle import Battle
from exgui.engine.events import Event, Noted, TrackChanged, TurnFact
from exgui.engine.evolve import evolve
from exgui.engine.explained import Explained, constant
from exgui.engine.procedure import Scene, Steps
from exgui.engine.record import Table
from exgui.engine.system import Figure
from exgui.rulebook.rules import Action
from exgui.systems.common.gear import noun, rules_of
from exgui.systems.common.shortened import shortened
from exgui.systems.ex2 import action_table, attack
from exgui.systems.ex2 import sentences as say
from exgui.systems.ex2.positions import able, can_act
from exgui.systems.ex2.turn_actions import action_of, may_act, take_actions

FEWEST, MOST = 2, 5


def _keys(action: Action) -> tuple[str, ...]:
    """Return the parameters that may be given for an action in a flurry."""
    return (*(param.id for param in action.params), *action.preset)


def parts(battle: Battle, command: Command) -> list[Command] | str:
    """Return the actions of a flurry as separate commands, or a message if one cannot be read."""
    given = command.get("actions", ())
    if not isinstance(given, tuple):
        return say.FLURRY_LIST(given=shortened(given), example=say.FLURRY_EXAMPLE)
    out = []
    for number, entry in enumerate(given, 1):
        if not isinstance(entry, (str, Mapping)):
            return say.FLURRY_ENTRY(n=number, entry=shortened(entry), example=say.FLURRY_EXAMPLE)
        part: Mapping[str, Any] = {"do": entry} if isinstance(entry, str) else entry
        do = part.get("do")
        if do is None:
            return say.FLURRY_NO_DO(n=number, example=say.FLURRY_EXAMPLE)
        if not isinstance(do, str):
            return say.FLURRY_WRONG_DO(n=number, do=shortened(do), example=say.FLURRY_EXAMPLE)
        args = {key: value for key, value in part.items() if key not in ("do", "choose")}
        action = action_of(battle, do)
        wrong = next((key for key in args if action is not None and key not in _keys(action)), None)
        if wrong is not None and action is not None:
            keys = _keys(action)
            if not keys:
                return say.FLURRY_NO_KEYS(n=number, action=action.label, wrong=shortened(wrong))
            return say.FLURRY_WRONG_KEY(n=number, action=action.label, wrong=shortened(wrong), keys=keys)
        if action is not None and action.step:
            do, args = action.step, {**action.preset, **args}
        out.append(Command(do, command.by, Table(args)))
    return out


def completed(battle: Battle, command: Command) -> Command:
    """Return the flurry's command with the defaults of its actions."""
    found = parts(battle, command)
    if isinstance(found, str):
        return command
    now = battle
    out = []
    for one in found:
        if one.do == "attack":
            one = attack.completed(now, one)
        out.append(one)
        now = foreseen(now, one)
    return command.but(args=command.args.put("actions", tuple(Table({"do": one.do, **one.args}) for one in out)))


def foreseen(battle: Battle, command: Command) -> Battle:
    """Return the battle after an action, as far as that is known beforehand, for later actions in the flurry."""
    if command.do not in action_table.FORESEEN or action_table.ACTIONS[command.do].check(battle, command):
        return battle
    scene = Scene(battle)
    for event in action_table.FORESEEN[command.do](scene, command):
        scene.battle = evolve(scene.battle, event)  # type: ignore[arg-type]
    return scene.battle


def check_flurry(battle: Battle, command: Command) -> list[Violation]:
    """Return the rules that this flurry would break: the number of actions, each action, each weapon's Rate."""
    out = may_act(battle, command.by)
    if hopeless(out):
        return out
    found = parts(battle, command)
    if isinstance(found, str):
        return [Violation("ex2-23", found, final=True)]
    if not FEWEST <= len(found) <= MOST:
        text = say.FLURRY_COUNT(least=FEWEST, most=MOST, n=len(found))
        return [*out, Violation("ex2-23", text, final=True)]
    now = battle
    for one in found:
        action = action_of(battle, one.do)
        if action is None or one.do not in action_table.ACTIONS:
            return [Violation("ex2-23", say.NO_ACTION(action=one.do), final=True)]
        if "flurry" not in action.keywords:
            out.append(Violation("ex2-23", say.NO_FLURRY(action=action.label)))
            continue
        out += (violation for violation in action_table.ACTIONS[one.do].check(now, one) if violation not in out)
        if hopeless(out):
            return [violation for violation in out if violation.final]
        now = foreseen(now, one)
    return out + _check_rates(battle, command.by, found)


def _check_rates(battle: Battle, who: str, found: list[Command]) -> list[Violation]:
    """Return the violations of Rate: no more attacks with a weapon than its Rate."""
    gear = battle.combatants[who].gear
    struck_with = (str(one.get("weapon")) for one in found if one.do == "attack")
    attacks = Counter(id for id in struck_with if id in gear)
    out = []
    for id, count in attacks.items():
        rate = int(gear[id].get("rate"))
        if count > rate:
            out.append(Violation("ex2-23", say.OVER_RATE(weapon=noun(battle, gear[id]), rate=rate, n=count)))
    return out


def cost(battle: Battle, command: Command) -> tuple[int, int]:
    """Return Speed and DV penalty of a flurry: the slowest of its actions, and the sum of theirs."""
    found = parts(battle, command)
    assert not isinstance(found, str)
    each = [action_table.speed_and_dv(battle, one) for one in found]
    return max(speed for speed, _ in each), sum(dv for _, dv in each)


def penalty(count: int, nth: int) -> int:
    """Return the dice penalty of the `nth` action (1 is the first) of a flurry of `count`."""
    return count + nth - 1


def preview(battle: Battle, command: Command) -> tuple[Figure, ...]:
    """Return a flurry's cost: Speed, DV penalty, and each action's dice penalty.

    A single action is shown as the first of the fewest that a flurry may have.
    """
    found = parts(battle, command)
    if command.by not in battle.combatants or isinstance(found, str):
        return ()
    described = [
        (action.label, *action_table.speed_and_dv(battle, one))
        for one in found
        if one.do in action_table.ACTIONS and (action := action_of(battle, one.do)) is not None
    ]
    if not described:
        return ()
    slowest, speed, _ = max(described, key=lambda one: one[1])
    dv = Explained(0)
    for label, _, less in described:
        dv = dv.plus(label, less, "ex2-23")
    count = max(len(described), FEWEST)
    dice = (
        Figure(f"dice_{nth}", say.DICE_OF(thing=label), constant(say.FLURRY, -penalty(count, nth), "ex2-23"))
        for nth, (label, _, _) in enumerate(described, 1)
    )
    return (Figure("speed", say.SPEED, constant(slowest, speed, "ex2-23")), Figure("dv", say.DV_PENALTY, dv), *dice)


def flurry(scene: Scene, command: Command) -> Steps:
    """Carry out the actions one after the other, each with its penalty; leave out any that have become impossible."""
    who = command.by
    found = parts(scene.battle, command)
    assert not isinstance(found, str)
    speed, dv = cost(scene.battle, command)
    yield from take_actions(scene.battle, who, tuple(one.do for one in found), speed, dv, "ex2-23")
    by = scene.battle.who(who)
    labels = [rules_of(scene.battle).actions[one.do].label for one in found]
    yield Noted(say.FLURRIES(who=by, actions=labels), who, "ex2-23")
    struck: Counter[str] = Counter()
    onslaught: Counter[str] = Counter()
    standing = {id for id, one in scene.battle.combatants.items() if can_act(one)}
    for nth, one in enumerate(found, 1):
        broken = action_table.ACTIONS[one.do].check(scene.battle, one)
        if broken and not command.overrule:
            yield Noted(say.LEAVES_OUT(who=by, action=labels[nth - 1], why=broken[0].text), who, "ex2-23")
            continue
        if not able(scene.battle, scene.battle.who(who)):
            yield Noted(say.CANNOT_GO_ON(who=by), who, "ex2-23")
            break
        if one.do == "attack" and one.get("target") in standing and not can_act(scene.battle.who(one.get("target"))):
            yield Noted(say.SPARES(who=by, whom=scene.battle.who(one.get("target"))), who, "ex2-23")
            continue
        yield TurnFact(who, "multiple", penalty(len(found), nth), "ex2-23")
        if one.do == "attack":
            target = str(one.get("target"))
            struck[target] += 1
            if struck[target] > 1:
                yield from _onslaught(scene.battle, target, 1)
                onslaught[target] += 1
        yield from action_table.ACTIONS[one.do].resolve(scene, one)
    yield TurnFact(who, "multiple", 0, "ex2-23")
    if scene.battle.options["onslaught_lasts"] == "flurry":
        for target, more in onslaught.items():
            yield from _onslaught(scene.battle, target, -more)


def _onslaught(battle: Battle, target: str, more: int) -> list[Event]:
    """Return the events of onslaught (ex2-23).

    Each attack of a flurry after the first on the same target meets a DV lower by one more. It ends with the flurry,
    unless the house rule lets it last until the target's DV refreshes.
    """
    now = battle.combatants[target].track("onslaught")
    after = max(0, now + more)
    return [TrackChanged(target, "onslaught", after, after - now, "ex2-23")] if after != now else []
