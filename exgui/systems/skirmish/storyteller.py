"""The storyteller's steps in this game: joining, setting values, placing, cover, free rolls, reloading, repairing,
healing."""

from __future__ import annotations

from functools import partial

from exgui.engine.asks import Command, Violation
from exgui.engine.battle import Battle, Combatant
from exgui.engine.dice import summed
from exgui.engine.effects import modify_successes
from exgui.engine.events import (
    ActedSet,
    CombatantSet,
    ConditionBegan,
    ConditionEnded,
    Noted,
    TrackChanged,
    TurnFact,
)
from exgui.engine.explained import NOTHING
from exgui.engine.procedure import Scene, Steps
from exgui.engine.record import Value
from exgui.systems.common import set_values
from exgui.systems.common import storyteller as common
from exgui.systems.common.gear import noun, rules_of
from exgui.systems.common.steps import ids_of, unknown
from exgui.systems.skirmish import sentences as say
from exgui.systems.skirmish.damage import follow
from exgui.systems.skirmish.movement import enter_zone, may_take_round_action
from exgui.systems.skirmish.passing import passed
from exgui.systems.skirmish.positions import is_object
from exgui.systems.skirmish.turn_order import used_up
from exgui.systems.skirmish.values import damaged, is_destroyed, max_health, mended
from exgui.systems.skirmish.weapons import SPENT, UNLOADED

COVER = common.Cover(("cover",), say.BEHIND_COVER, say.WRONG_COVER, "sk-04")
LARGEST = 1_000
SCORES = ("str", "agi", "wit")
"""The traits that rolls are made against (sk-01)."""


check_join = partial(common.check_join, rule="sk-02", away="left")


def join(scene: Scene, command: Command) -> Steps:
    """Bring a waiting combatant into the fight; they have not activated in this round."""
    one = scene.battle.who(command.by)
    yield CombatantSet(one.but(waiting=False, conditions=one.conditions.without("left")))
    yield Noted(say.JOINS(who=one), command.by, "sk-02")


def _wrong_condition(battle: Battle, one: Combatant, path: str, value: Value) -> str:
    if path in ("health", "structure") and path not in one.tracks:
        return say.HAS_NO_TRACK(who=one, track=path)
    return set_values.wrong_condition(battle, one, path, value)


def _set(scene: Scene, who: str, path: str, value: Value) -> Steps:
    one = scene.battle.who(who)
    if path in ("health", "structure") and isinstance(value, int) and path in one.tracks:
        yield TrackChanged(who, path, value, value - one.track(path), "")
        yield from follow(scene, who)
    elif path == "activated":
        yield ActedSet(who, bool(value))
    elif path == "morale" and value == "ok":
        yield from set_values.set_condition(one, path, None)
    else:
        yield from common.set_anything(scene, who, path, value, enter_zone)


ADJUST = common.Adjusting(_set, _wrong_condition)
place = partial(common.place, enter_zone=enter_zone, close=say.PUT_BESIDE)


def roll(scene: Scene, command: Command) -> Steps:
    """Make a roll that no rule names: a d20 against a named score, else a number of d20s, added up (sk-01)."""
    who, tested = command.by, score_named(command)
    if tested:
        done = yield from passed(scene, who, "free", tested, "sk-01")
        sentence = say.PASSED if done else say.FAILED
        name = rules_of(scene.battle).label(tested)
        yield Noted(sentence(who=scene.battle.who(who), score=name), who, "sk-01")
        return
    yield from common.free_roll(
        scene,
        command,
        lambda _battle: NOTHING,
        lambda battle: modify_successes(NOTHING, battle.combatants[who].effects, "free"),
        "sk-01",
        summed(20),
    )


def score_named(command: Command) -> str:
    """Return the score that a free roll is made against; "" if it is a number of dice."""
    pool = command.get("pool")
    names = pool if isinstance(pool, tuple) else (pool,)
    return str(names[0]) if len(names) == 1 and names[0] in SCORES else ""


def check_reload(battle: Battle, command: Command) -> list[Violation]:
    """Return all rules that reloading would break: it takes a round action, and a weapon that needs it."""
    out = may_take_round_action(battle, command.by)
    one = battle.combatants[command.by]
    empty: tuple[str, ...] = one.conditions.get(UNLOADED, ())
    weapon = command.get("weapon")
    if weapon is not None and weapon not in one.gear:
        return [*out, Violation("sk-10", say.NO_WEAPON(who=one, weapon=str(weapon)), final=True)]
    if not empty or (weapon is not None and weapon not in empty):
        out.append(Violation("sk-10", say.NOTHING_TO_RELOAD(who=one)))
    return out


def reload(scene: Scene, command: Command) -> Steps:
    """Reload a weapon, which takes the round action."""
    one = scene.battle.who(command.by)
    empty: tuple[str, ...] = one.conditions.get(UNLOADED, ())
    weapon = str(command.get("weapon") or (empty[0] if empty else ""))
    yield TurnFact(one.id, "round_action", True, "sk-02")
    yield from used_up(scene, one.id)
    left = tuple(id for id in empty if id != weapon)
    yield ConditionBegan(one.id, UNLOADED, left, "sk-10") if left else ConditionEnded(one.id, UNLOADED, "sk-10")
    if weapon in one.gear:
        yield Noted(say.RELOADS(who=one, weapon=noun(scene.battle, one.gear[weapon])), one.id, "sk-10")


def check_repair(battle: Battle, command: Command) -> list[Violation]:
    """Return all rules that a repair would break: destroyed things can't be repaired (sk-11, sk-12)."""
    what, amount = command.get("what"), command.get("amount", 1)
    if isinstance(amount, bool) or not isinstance(amount, int) or not 1 <= amount <= LARGEST:
        return [Violation("sk-12", say.REPAIR_AMOUNT(most=LARGEST, n=str(amount)), final=True)]
    thing = battle.combatants.get(str(what))
    if thing is not None and is_object(thing):
        if "destroyed" in thing.conditions:
            return [Violation("sk-12", say.BEYOND_REPAIR(who=thing))]
        if thing.track("structure") >= max_health(battle, thing).total and "critical" not in thing.conditions:
            return [Violation("sk-12", say.UNDAMAGED(what=thing))]
        return []
    owners = _owners(battle, command)
    if not owners:
        return [Violation("sk-11", say.NOTHING_TO_REPAIR(what=str(what)), final=True)]
    one = owners[0]
    item = one.gear[str(what)]
    if is_destroyed(battle, one, item):
        return [Violation("sk-11", say.IS_DESTROYED(weapon=noun(battle, item)))]
    if not damaged(one, item):
        return [Violation("sk-11", say.UNDAMAGED(what=item))]
    return []


def _owners(battle: Battle, command: Command) -> list[Combatant]:
    """Return the owners of the thing to repair: first the repairer, then those whose thing is damaged."""
    what = str(command.get("what"))
    found = [one for one in battle.combatants.values() if what in one.gear]
    return sorted(found, key=lambda one: (one.id != command.by, not damaged(one, one.gear[what])))


def repair(scene: Scene, command: Command) -> Steps:
    """Repair a thing: remove damage from an item, or restore structure to an object."""
    what, amount = str(command.get("what")), int(command.get("amount", 1))
    thing = scene.battle.combatants.get(what)
    if thing is None or not is_object(thing):
        one = _owners(scene.battle, command)[0]
        yield from mended(scene, one.id, one.gear[what], amount)
        return
    most = max_health(scene.battle, thing).total
    after = min(most, thing.track("structure") + amount)
    yield TrackChanged(what, "structure", after, after - thing.track("structure"), "sk-12")
    if "critical" in thing.conditions:
        yield ConditionEnded(what, "critical", "sk-12")
    if "destroyed" in thing.conditions and after > 0:
        yield ConditionEnded(what, "destroyed", "sk-12")
    yield Noted(say.THING_REPAIRED(who=thing, n=after, most=most), what, "sk-12")


def check_heal(battle: Battle, command: Command) -> list[Violation]:
    """Return all rules that healing would break: it needs a combatant and a valid amount."""
    ids = ids_of(command, "who") or ((command.by,) if command.by else ())
    if not ids:
        return [Violation("sk-05", say.WHO_HEALS, final=True)]
    out = [violation for id in ids for violation in unknown(battle, id)]
    amount = command.get("health")
    if amount is not None and (isinstance(amount, bool) or not isinstance(amount, int) or not 1 <= amount <= LARGEST):
        out.append(Violation("sk-05", say.HEALTH_AMOUNT(most=LARGEST, n=str(amount)), final=True))
    return out


def heal(scene: Scene, command: Command) -> Steps:
    """Restore an amount of health, or all of it; with a new stretch, weapons used up for one can be used again."""
    for who in ids_of(command, "who") or (command.by,):
        one = scene.battle.who(who)
        most = max_health(scene.battle, one).total
        if "health" in one.tracks:
            after = min(most, one.track("health") + int(command.get("health") or LARGEST))
            if after > one.track("health"):
                yield TrackChanged(who, "health", after, after - one.track("health"), "sk-05")
                yield from follow(scene, who)
            yield Noted(say.HEALS(who=one, n=after, most=most), who, "sk-05")
        if command.get("stretch") is True and SPENT in one.conditions:
            yield ConditionEnded(who, SPENT, "sk-10")
