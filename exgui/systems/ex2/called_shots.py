"""Called shots (ex2-15): what each costs in successes, and the effects of those that do more than wound."""

from __future__ import annotations

from exgui.engine.asks import Command, Option, Violation
from exgui.engine.battle import Battle, Combatant, Item
from exgui.engine.events import ConditionBegan, ConditionEnded, FactSet, Noted, ReadySet
from exgui.engine.explained import NOTHING, Explained, constant
from exgui.engine.procedure import Procedure, Scene, Steps
from exgui.engine.record import Table, Value
from exgui.systems.common.gear import is_natural, noun
from exgui.systems.ex2 import sentences as say
from exgui.systems.ex2.pools import botched, pool, rolled
from exgui.systems.ex2.positions import levels_left

LABELS = {
    "pulling_blows": "pulling the blow",
    "fierce_blow": "fierce blow",
    "showing_off": "showing off",
    "coup_de_grace": "coup de grace",
    "disarm": "disarm",
    "sweep": "sweep",
}
"""The names of the called shots, by id."""

OTHER_FORMS = {
    "pull_the_blow": "pulling_blows",
    "pulling_the_blow": "pulling_blows",
    "fierce": "fierce_blow",
    "show_off": "showing_off",
    "coup": "coup_de_grace",
    "disarming": "disarm",
    "sweeping": "sweep",
}
"""Other accepted forms of the ids."""

FIERCE = {"lethal": 2, "aggravated": 2, "bashing": 4}
"""The raw damage a fierce blow adds, by kind of damage."""


def shot_id(value: Value) -> str:
    """Return a called shot's id, also from other forms of its name ("sweeping"); "" for none."""
    text = str(value or "").casefold()
    id = "_".join(text.replace("-", " ").replace("_", " ").split())
    return id if id in LABELS else OTHER_FORMS.get(id, text)


def points_of(command: Command) -> int:
    """Return the points of showing off, 1 to 4; 0 if not a number."""
    points = command.get("points", 1)
    return int(points) if isinstance(points, int) and not isinstance(points, bool) else 0


def check_shot(other: Combatant, command: Command) -> list[Violation]:
    shot = shot_id(command.get("shot"))
    if not shot:
        return []
    if shot not in LABELS:
        wrong = say.NO_SHOT(shot=str(command.get("shot")), shots=", ".join(LABELS))
        return [Violation("ex2-15", wrong, final=True)]
    if shot == "showing_off" and not 1 <= points_of(command) <= 4:
        return [Violation("ex2-15", say.SHOWING_OFF, final=True)]
    if shot == "disarm" and weapon_in_hand(other) is None:
        return [Violation("ex2-15", say.NOTHING_TO_DISARM(whom=other))]
    return []


def cost(shot: str, points: int, ranged: bool) -> Explained:
    """Return the successes that a called shot subtracts from the attack."""
    if not shot:
        return NOTHING
    less = {"showing_off": points, "disarm": 4 if ranged else 2}.get(shot, 1)
    return NOTHING.plus(LABELS[shot], -less, "ex2-15")


def weapon_in_hand(one: Combatant) -> Item | None:
    """Return the weapon that a disarm would strike away: the first in hand."""
    items = (one.gear.get(id) for id in one.ready)
    return next((item for item in items if item is not None and item.kind == "weapon" and not is_natural(item)), None)


def disarm(scene: Scene, by: str, target: str, left: int) -> Steps:
    """Disarm the target: they roll Wits + Ability against the net successes.

    The weapon flies a foot for each success missing.
    """
    weapon = weapon_in_hand(scene.battle.who(target))
    if weapon is None:
        return
    ability, thing = str(weapon.get("ability")), noun(scene.battle, weapon)
    result = yield from rolled(
        scene,
        target,
        "disarm",
        lambda battle: pool(battle, target, "disarm", ability=ability),
        difficulty=lambda _battle: constant(say.NET_SUCCESSES, left, "ex2-15"),
        label=say.KEEP_HOLD(weapon=thing),
    )
    one = scene.battle.who(target)
    if result.met:
        yield Noted(say.KEEPS_HOLD(who=one, weapon=thing), target, "ex2-15")
        return
    feet = left - max(0, result.successes)
    yield ReadySet(target, tuple(id for id in one.ready if id != weapon.id), "ex2-15")
    lost = Table(one.conditions.get("disarmed", {})).put(weapon.id, feet)
    yield ConditionBegan(target, "disarmed", lost, "ex2-15")
    yield FactSet(_place(target, weapon.id), one.zone)
    felt = Table(unseen=say.IS_DISARMED(whom=one, weapon=thing, n=feet))
    yield Noted(say.DISARMS(who=scene.battle.who(by), whom=one, weapon=thing, n=feet), by, "ex2-15", felt)


def lost_weapon(one: Combatant, command: Command) -> str:
    """Return id of the weapon to fetch: the named one, or the first that was struck away; "" for none."""
    lost = one.conditions.get("disarmed", {})
    named = command.get("weapon")
    return str(named) if named in lost else next(iter(lost), "") if not named else ""


def check_fetch(battle: Battle, command: Command) -> list[Violation]:
    """Return the rules that fetching a weapon would break: it was struck away and is in the same zone."""
    one = battle.combatants[command.by]
    id = lost_weapon(one, command)
    if not id:
        return [Violation("ex2-15", say.NOTHING_TO_FETCH(who=one))]
    zone = str(battle.facts.get(_place(command.by, id), one.zone))
    if zone == one.zone or zone not in battle.zones:
        return []
    thing = noun(battle, one.gear[id]) if id in one.gear else id
    return [Violation("ex2-15", say.LIES_IN(who=one, weapon=thing, where=battle.zones[zone]))]


def _place(who: str, weapon: str) -> str:
    """Return the name of the battle's fact that keeps the zone where a lost weapon lies."""
    return f"lost.{who}.{weapon}"


def fetch(scene: Scene, command: Command) -> Steps:
    """Fetch a weapon that was struck away: Dexterity + the weapon's Ability at difficulty 1."""
    who = command.by
    id = lost_weapon(scene.battle.who(who), command)
    weapon = scene.battle.who(who).gear.get(id)
    if weapon is None:
        return
    ability, thing = str(weapon.get("ability")), noun(scene.battle, weapon)
    result = yield from rolled(
        scene,
        who,
        "fetch",
        lambda battle: pool(battle, who, "fetch", ability=ability),
        difficulty=lambda _battle: constant("difficulty", 1, "ex2-15"),
        label=say.FETCH(weapon=thing),
        botch=True,
    )
    one = scene.battle.who(who)
    if not result.met:
        failed = say.BOTCHES_FETCH if botched(result) else say.FAILS_TO_FETCH
        yield Noted(failed(who=one, weapon=thing), who, "ex2-15")
        return
    left = Table(one.conditions["disarmed"]).without(id)
    if left:
        yield ConditionBegan(who, "disarmed", left, "ex2-15")
    else:
        yield ConditionEnded(who, "disarmed", "ex2-15")
    yield ReadySet(who, (*one.ready, id), "ex2-15")
    yield Noted(say.FETCHES(who=one, weapon=thing), who, "ex2-15")


def spare(scene: Scene, by: str, target: str, dealt: int) -> Procedure[int]:
    """Let the attacker choose whether a deadly coup de grace maims instead and deals less (the default).

    Return the levels dealt.
    """
    left = levels_left(scene.battle, scene.battle.who(target))
    if dealt < left or not left:
        return dealt
    one = scene.battle.who(target)
    options = [Option("maim", "maim"), Option("kill", "kill")]
    prompt = say.KILLED_OR_MAIMED(who=one)
    choice = yield from scene.choose(by, "coup_de_grace", prompt, options, "maim", stop=False, fate=True)
    if choice == "kill":
        return dealt
    yield ConditionBegan(target, "maimed", True, "ex2-15")
    yield Noted(say.IS_MAIMED(who=one), target, "ex2-15")
    return left - 1
