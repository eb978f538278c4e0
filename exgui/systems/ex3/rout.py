"""Losses of a battle group: Magnitude, rout checks, lost Size, dissolving.

Rules: ex3-74, ex3-75, ex3-76, ex3-77, ex3-78.
"""

from __future__ import annotations

from collections.abc import Mapping

from exgui.engine.battle import Battle, Combatant
from exgui.engine.effects import modify_pool
from exgui.engine.events import CloseChanged, ConditionBegan, ConditionEnded, Event, Noted, TrackChanged
from exgui.engine.explained import Explained, constant
from exgui.engine.procedure import Procedure, Result, Scene, Steps
from exgui.engine.record import EMPTY, Table, Value
from exgui.systems.common.gear import trait
from exgui.systems.common.tracks import set_track
from exgui.systems.ex3 import sentences as say
from exgui.systems.ex3.battle_groups import COMMAND_DRILL, DRILLS, full_magnitude, group_of, is_group, size
from exgui.systems.ex3.initiative import gain
from exgui.systems.ex3.pools import automatic
from exgui.systems.ex3.positions import leave_group

BREAK = 5


def lose_magnitude(scene: Scene, by: str, who: str, amount: int, *, area: bool = False) -> Procedure[int]:
    """Subtract damage from a group's Magnitude. Whenever Magnitude reaches 0, the group makes a rout check; if it
    passes, the rest of the damage carries on (ex3-74, ex3-75). If it fails, the group dissolves on its next turn, by
    house rule at once (ex3-76). Return the number of Breaks for the attacker: one for each lost point of Size, and one
    for dissolving the group (ex3-77).

    Args:
        by: id of the attacker, "" for no one.
        area: whether the damage came from a supernatural area effect.
    """
    breaks, left = 0, amount
    while left > 0 and _holds_together(scene.battle.who(who)):
        one = scene.battle.who(who)
        before = one.track("magnitude")
        taken = min(left, before)
        left -= taken
        yield TrackChanged(who, "magnitude", before - taken, -taken, "ex3-74")
        if before > taken:
            break
        difficulty = rout_difficulty(scene.battle, one, area=area)
        passed = yield from _rout_check(scene, one, difficulty)
        if not passed and scene.battle.options.get("failed_rout", "next_turn") == "at_once":
            yield from dissolve(scene, who)
            breaks += 1
            break
        if not passed:
            about = Table(by=by, difficulty=difficulty.total, left=left)
            yield ConditionBegan(who, "routed", about, "ex3-76")
            yield Noted(say.BREAKS(who=one), who, "ex3-76")
            break
        yield from lose_size(scene, who)
        breaks += 1
    return breaks


def bring_breaks(scene: Scene, by: str, count: int) -> Steps:
    """Give an attacker the Breaks for damage to a group, after everything else (ex3-49, ex3-77)."""
    if count and by in scene.battle.combatants and not is_group(scene.battle.who(by)):
        yield from gain(scene, by, BREAK * count, "ex3-77")
        yield Noted(say.BREAK_GAINS(who=scene.battle.who(by), n=BREAK * count), by, "ex3-77")


def _holds_together(one: Combatant) -> bool:
    return "routed" not in one.conditions and "dissolved" not in one.conditions


def rout_pool(battle: Battle, who: str) -> Explained:
    """Return the pool of a rout check: Willpower and the bonus of Drill, by house rule (ex3-75)."""
    one = battle.combatants[who]
    group = group_of(one)
    drill = str(group["drill"])
    bonus = COMMAND_DRILL[drill] if battle.options["rout_drill_bonus"] == "command" else DRILLS.index(drill)
    own = group["willpower"]
    willpower = trait(battle, one, "willpower") if own is None else int(own)
    base = constant("Willpower", willpower, "ex3-75").plus(say.DRILL(drill=drill), bonus, "ex3-75")
    return modify_pool(base, one.effects, "rout") if one.effects else base


def rout_difficulty(battle: Battle, one: Combatant, *, area: bool = False) -> Explained:
    """Return the difficulty of a rout check: 1, the Size lost so far, and 1 for each of: poor drill, a supernatural
    area effect, an allied group that has dissolved, a leader or hero of its side who has fallen (ex3-75). A single
    fighter beside groups counts as a leader or hero.
    """
    found = constant(say.ROUT_CHECK, 1, "ex3-75").plus(say.SIZE_LOST, one.track("size_lost"), "ex3-75")
    if group_of(one)["drill"] == "poor":
        found = found.plus(say.POOR_DRILL, 1, "ex3-75")
    if area:
        found = found.plus(say.AREA_EFFECT, 1, "ex3-75")
    allies = [other for other in battle.combatants.values() if other.side == one.side and other.id != one.id]
    if any(is_group(other) and "dissolved" in other.conditions for other in allies):
        found = found.plus(say.ALLIES_DISSOLVED, 1, "ex3-75")
    if any(not is_group(other) and "incapacitated" in other.conditions for other in allies):
        found = found.plus(say.LEADER_FALLEN, 1, "ex3-75")
    return found


def _rout_check(scene: Scene, one: Combatant, difficulty: Explained) -> Procedure[bool]:
    if group_of(one)["perfect_morale"]:
        yield Noted(say.PERFECT_MORALE(who=one), one.id, "ex3-78")
        return True
    result: Result = yield from scene.roll(
        one.id,
        "rout",
        lambda battle: rout_pool(battle, one.id),
        auto=lambda battle: automatic(battle, one.id, "rout"),
        difficulty=lambda _battle: difficulty,
        threshold_only=True,
        label=say.ROUT_ROLL,
    )
    sentence = say.ROUT_PASSED if result.met else say.ROUT_FAILED
    text = sentence(who=one, n=max(0, result.successes), difficulty=difficulty.total)
    yield Noted(text, one.id, "ex3-75")
    return result.met


def lose_size(scene: Scene, who: str) -> Steps:
    """Remove a point of Size and refill Magnitude; at Size 0 the group dissolves (ex3-75)."""
    one = scene.battle.who(who)
    now = size(one)
    if now == 0:
        yield from dissolve(scene, who)
        return
    yield TrackChanged(who, "size", now - 1, -1, "ex3-75")
    yield TrackChanged(who, "size_lost", one.track("size_lost") + 1, 1, "ex3-75")
    yield from set_track(scene.battle.who(who), "magnitude", full_magnitude(one, now - 1), "ex3-75")
    yield Noted(say.FALLS_TO_SIZE(who=one, n=now - 1), who, "ex3-75")


def dissolve(scene: Scene, who: str) -> Steps:
    one = scene.battle.who(who)
    yield ConditionBegan(who, "dissolved", True, "ex3-76")
    if scene.battle.close_group(who):
        yield CloseChanged(leave_group(scene.battle, who), "ex3-76")
    yield Noted(say.DISSOLVES(who=one), who, "ex3-76")


def failed_check(one: Combatant) -> Mapping[str, Value]:
    """Return the rout check that a routed group failed: who caused it, its difficulty, and the remaining damage."""
    about = one.conditions.get("routed")
    return about if isinstance(about, Mapping) else EMPTY


def begin_turn(scene: Scene, who: str) -> Steps:
    """Dissolve a routed group when its turn comes; the attacker who broke it gets a Break (ex3-76, ex3-77)."""
    one = scene.battle.who(who)
    if "routed" not in one.conditions:
        return
    by = str(failed_check(one).get("by", ""))
    yield ConditionEnded(who, "routed", "ex3-76")
    yield from dissolve(scene, who)
    yield from bring_breaks(scene, by, 1)


def recover(scene: Scene, who: str) -> Steps:
    """Let a rallied group go on as if it had passed its check (ex3-82)."""
    about = failed_check(scene.battle.who(who))
    by, left = str(about.get("by", "")), int(about.get("left", 0))
    yield ConditionEnded(who, "routed", "ex3-82")
    yield from lose_size(scene, who)
    more = yield from lose_magnitude(scene, by, who, left)
    yield from bring_breaks(scene, by, 1 + more)


def restored(one: Combatant, amount: int, rule: str) -> list[Event]:
    """Return the events that restore Magnitude, up to that of the group's Size."""
    return set_track(one, "magnitude", min(full_magnitude(one), one.track("magnitude") + amount), rule)
