"""Starting and joining a battle, and the storyteller's steps of this game.

Rules: ex3-04, ex3-08a, ex3-10.
"""

from __future__ import annotations

from functools import partial

from exgui.engine.asks import Command, Violation
from exgui.engine.battle import Battle, Combatant
from exgui.engine.events import (
    ClockSet,
    CombatantSet,
    ConditionBegan,
    ConditionEnded,
    FactSet,
    Noted,
)
from exgui.engine.procedure import Scene, Steps
from exgui.engine.record import Table, Value
from exgui.systems.common import set_values
from exgui.systems.common import storyteller as common
from exgui.systems.common.steps import unknown
from exgui.systems.ex3 import cover, mounts
from exgui.systems.ex3 import sentences as say
from exgui.systems.ex3.aim import aim_at
from exgui.systems.ex3.health import TYPES, set_health, wound_penalty
from exgui.systems.ex3.initiative import gain, initiative, may_break, roll_join_battle, set_initiative
from exgui.systems.ex3.movement import enter_zone
from exgui.systems.ex3.pools import automatic
from exgui.systems.ex3.positions import on_field, opponents
from exgui.systems.ex3.turn_order import advance


def check_start(battle: Battle, _command: Command) -> list[Violation]:
    """Return the rules that starting the battle would break: it starts once, with at least one combatant."""
    return common.check_start(battle, on_field, "ex3-04")


def start(scene: Scene, _command: Command) -> Steps:
    """Start the battle: everyone without a place in the order rolls Join Battle; the first tick follows (ex3-04)."""
    for id, one in scene.battle.combatants.items():
        if on_field(one) and "initiative" not in one.tracks:
            result = yield from roll_join_battle(scene, id)
            yield from set_initiative(scene.battle, id, result, "ex3-04")
            yield Noted(say.JOINS_BATTLE(who=one, n=result), id, "ex3-04")
    yield ClockSet(1, None, (), fresh=True)
    yield Noted(say.BATTLE_BEGINS(), "", "ex3-05")
    yield from advance(scene)


check_join = partial(common.check_join, rule="ex3-04", away="gone_to_ground")


def join(scene: Scene, command: Command) -> Steps:
    """Let a combatant join late: an unopposed roll, and the first turn when the tick of that Initiative comes up next
    (ex3-04).
    """
    who = command.by
    one = scene.battle.who(who)
    if "gone_to_ground" in one.conditions:
        yield ConditionEnded(who, "gone_to_ground", "ex3-29")
        yield from set_initiative(scene.battle, who, -10, "ex3-29")
        yield Noted(say.COMES_BACK(who=one), who, "ex3-29")
        return
    yield CombatantSet(one.but(waiting=False))
    one = scene.battle.who(who)
    if scene.battle.phase != "running":
        yield Noted(say.IS_THERE(who=one), who, "ex3-04")
        return
    if "initiative" not in one.tracks:
        bonus = int(scene.battle.options["late_join_bonus"])
        result = yield from roll_join_battle(scene, who, bonus)
        yield from set_initiative(scene.battle, who, result, "ex3-04")
    battle = scene.battle
    place = initiative(battle.who(who))
    if battle.tick is not None and place > battle.tick:
        rounds = Table(battle.facts.get("first_round", {})).put(who, battle.round + 1)
        yield FactSet("first_round", rounds)
    foes = [initiative(battle.who(id)) for id in opponents(battle, who)]
    sentence = say.JOINS_AHEAD if foes and place > max(foes) else say.JOINS_THE_BATTLE
    # An opponent the players cannot see may be ahead of them.
    versions = Table(for_players=say.JOINS_THE_BATTLE(who=one, n=place))
    yield Noted(sentence(who=one, n=place), who, "ex3-04", versions)


def _wrong_condition(battle: Battle, one: Combatant, path: str, value: Value) -> str:
    if path == "mount" and value not in (None, False, "", "none"):
        return mounts.wrong_mount(battle, one, value)
    if path == "cover" and value not in (None, False, ""):
        return cover.STORYTELLER.refusal(value)
    return set_values.wrong_condition(battle, one, path, value)


def _set(scene: Scene, who: str, path: str, value: Value) -> Steps:
    battle = scene.battle
    one = battle.who(who)
    filled = common.levels_set(one, path, value)
    if path == "initiative":
        yield from set_initiative(battle, who, value, "ex3-08a")
    elif filled is not None:
        yield from set_health(battle, who, filled, "ex3-63")
    elif path == "aiming" and value:
        yield ConditionBegan(who, "aiming", aim_at(battle, who, str(value)))
    elif path == "mount":
        named = value not in (None, False, "", "none")
        if not named:
            yield from mounts.dismount(scene, who)
        elif one.conditions.get("mount") != value:
            yield from mounts.mount_up(scene, who, str(value))
    else:
        yield from common.set_anything(scene, who, path, value, enter_zone)


# It causes no Break and no loss for crashing (07, in the rulings).
ADJUST = common.Adjusting(_set, _wrong_condition)
place = partial(common.place, enter_zone=enter_zone, close=say.PUT_CLOSE)


def roll(scene: Scene, command: Command) -> Steps:
    """Make a roll that no rule names; wound penalties apply as in every roll but damage (ex3-63)."""
    who = command.by
    yield from common.free_roll(
        scene,
        command,
        lambda battle: wound_penalty(battle, battle.combatants[who]),
        lambda battle: automatic(battle, who, "free"),
        "ex3-01",
    )


def check_heal(battle: Battle, command: Command) -> list[Violation]:
    """Return the rules that healing would break: it needs a target, and the number of levels of each kind (default:
    all).
    """
    out = unknown(battle, command.get("who", command.by))
    for type in TYPES:
        value = command.get(type, 0)
        if isinstance(value, bool) or not isinstance(value, int) or value < 0:
            out.append(Violation("ex3-63", say.NUMBER_OF_LEVELS(kind=type, n=value), final=True))
    return out


def heal(scene: Scene, command: Command) -> Steps:
    """Heal levels as the storyteller decides: a number of each kind, or all."""
    who = str(command.get("who", command.by))
    one = scene.battle.who(who)
    named = {type: int(command.get(type, 0)) for type in TYPES}
    everything = all(command.get(type) is None for type in TYPES)
    filled = {type: 0 if everything else max(0, one.track(f"health.{type}") - amount) for type, amount in named.items()}
    yield from set_health(scene.battle, who, filled, "ex3-63")
    yield Noted(say.HEALS(who=one), who, "ex3-63")


def _self_crashed(battle: Battle, command: Command) -> Combatant | None:
    """Return the self-crashed combatant for whom someone is responsible: as named, else the latest without anyone
    named.
    """
    named = command.get("victim")
    found = [
        one
        for one in battle.combatants.values()
        if named in (None, one.id)
        and "self_crashed" in one.conditions
        and not one.conditions["self_crashed"].get("answered")
    ]
    return max(found, key=lambda one: int(one.conditions["self_crashed"].get("nth", 0)), default=None)


def check_name_responsible(battle: Battle, command: Command) -> list[Violation]:
    """Return the rules that naming the responsible combatant would break: someone crashed themselves, and someone else
    is named (ex3-10).
    """
    who = command.get("who")
    out = unknown(battle, who)
    if out:
        return out
    victim = _self_crashed(battle, command)
    if victim is None:
        return [Violation("ex3-10", say.NOT_SELF_CRASHED)]
    if victim.id == who:
        return [Violation("ex3-10", say.NOT_RESPONSIBLE(who=victim))]
    if not may_break(battle, victim):
        return [Violation("ex3-09", say.LEFT_CRASH(who=victim))]
    return []


def name_responsible(scene: Scene, command: Command) -> Steps:
    """Give the Break bonus to the combatant most responsible for a self-crash (ex3-10)."""
    who = str(command.get("who"))
    victim = _self_crashed(scene.battle, command)
    if victim is not None:
        data = Table(victim.conditions["self_crashed"]).put("answered", True)
        yield ConditionBegan(victim.id, "self_crashed", data, "ex3-10")
    yield from gain(scene, who, 5, "ex3-10")
    yield Noted(say.BROUGHT_ABOUT(who=scene.battle.who(who)), who, "ex3-10")
