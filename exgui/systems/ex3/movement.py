"""Movement: Move, entering and leaving close range, difficult terrain, rising.

Rules: ex3-14, ex3-15, ex3-16, ex3-17, ex3-30, ex3-32, ex3-62.
"""

from __future__ import annotations

from exgui.engine.asks import Command, Violation, hopeless
from exgui.engine.battle import Battle, Combatant
from exgui.engine.events import CloseChanged, ConditionBegan, ConditionEnded, Moved, Noted
from exgui.engine.memo import remembered_by_identity
from exgui.engine.procedure import Scene, Steps
from exgui.engine.record import Table, Value
from exgui.engine.zones import link_between
from exgui.systems.common.gear import rules_of
from exgui.systems.common.sentences import IN_ANOTHER_ZONE, NO_ZONE, NOBODY_CALLED, OFF_FIELD
from exgui.systems.ex3 import sentences as say
from exgui.systems.ex3.battle_groups import is_group, too_small_to_hold
from exgui.systems.ex3.cover import lose_cover
from exgui.systems.ex3.grapple.state import not_dragged
from exgui.systems.ex3.initiative import pay
from exgui.systems.ex3.pools import roll_against
from exgui.systems.ex3.positions import close_opponents, join_group, leave_group, on_field
from exgui.systems.ex3.turn_actions import may_use, use_action


def cost(battle: Battle, start: str | None, goal: str) -> int:
    """Return how much ground Move must cover from one zone into the next: 1, and 1 more for difficult terrain, on
    entering, leaving, or both, by house rule (ex3-16).
    """
    paid = battle.options["difficult_terrain"]
    needed = 1
    if paid in ("enter", "both") and battle.zones[goal].difficult:
        needed += 1
    if paid in ("leave", "both") and start in battle.zones and battle.zones[str(start)].difficult:
        needed += 1
    return needed


def check_move(battle: Battle, command: Command) -> list[Violation]:
    """Return the rules that a Move would break (ex3-30)."""
    who = command.by
    out = list(_may_move(battle, who))
    if hopeless(out):
        return out
    one = battle.combatants[who]
    to, close_to = command.get("to"), command.get("close_to")
    if (to is None) == (close_to is None):
        return [Violation("ex3-30", say.MOVE_WHERE, final=True)]
    through = command.get("through")
    if through is not None:
        out += _check_through(battle, one, str(through), to)
    return out + (_check_close_to(battle, one, str(close_to)) if to is None else _check_to(battle, one, str(to)))


@remembered_by_identity(4)  # the same for every goal; the map asks it of every zone after every step
def _may_move(battle: Battle, who: str) -> tuple[Violation, ...]:
    """Return the rules that any movement this turn would break: those of the turn, and of opponents at close range."""
    out = may_use(battle, who, rules_of(battle).actions["move"])
    one = battle.combatants[who]
    near = not_dragged(one, close_opponents(battle, who))
    foes = [id for id in near if not too_small_to_hold(battle, who, id)]
    if foes and not hopeless(out):
        names = tuple(battle.combatants[id] for id in foes)
        out.append(Violation("ex3-30", say.CLOSE_TO(who=one, names=names)))
    return tuple(out)


def _check_through(battle: Battle, one: Combatant, id: str, to: Value) -> list[Violation]:
    """Return the rules that moving through the members of a battle group would break, out of the zone they fill or into
    it (ex3-80).
    """
    group = battle.combatants.get(id)
    if group is None or not is_group(group):
        return [Violation("ex3-80", say.NO_GROUP_THROUGH(who=id), final=True)]
    if to is None or to == one.zone:
        return [Violation("ex3-80", say.THROUGH_TO_ZONE, final=True)]
    if not on_field(group) or group.zone not in (one.zone, to):
        return [Violation("ex3-80", say.GROUP_NOT_ON_WAY(whom=group))]
    if is_group(one):
        return [Violation("ex3-80", say.ONLY_SINGLE_THROUGH(who=one))]
    return []


def _check_close_to(battle: Battle, one: Combatant, other: str) -> list[Violation]:
    if other not in battle.combatants or other == one.id:
        return [Violation("ex3-15", NOBODY_CALLED(who=other), final=True)]
    target = battle.combatants[other]
    if not on_field(target):
        return [Violation("ex3-15", OFF_FIELD(who=target), final=True)]
    group = battle.close_group(one.id)
    if other in group:
        return [Violation("ex3-15", say.CLOSE_ALREADY(who=one, whom=target))]
    if target.zone != one.zone:
        return [Violation("ex3-15", IN_ANOTHER_ZONE(who=target))]
    if not_dragged(one, group):
        return [Violation("ex3-15", say.LEAVE_CLOSE_FIRST(who=one))]
    return []


def _check_to(battle: Battle, one: Combatant, zone: str) -> list[Violation]:
    if zone not in battle.zones:
        return [Violation("ex3-14", NO_ZONE(zone=zone), final=True)]
    company = not_dragged(one, battle.close_group(one.id))
    if zone == one.zone:
        return [] if company else [Violation("ex3-17", say.IN_ZONE_ALREADY(who=one, where=battle.zones[zone]))]
    out = []
    if company:
        out.append(Violation("ex3-15", say.LEAVE_CLOSE_TO_GO(who=one)))
    link = link_between(battle.links, str(one.zone), zone)
    if link is None:
        out.append(Violation("ex3-14", say.NOT_ONE_LINK(where=battle.zones[zone])))
    elif link.barrier == "wall":
        out.append(Violation("ex3-14", say.WALL_BEFORE(where=battle.zones[zone])))
    elif link.barrier == "obstacle":
        what = link.obstacle
        out.append(Violation("ex3-14", say.OBSTACLE(obstacle=what, where=battle.zones[zone])))
    return out


def move(scene: Scene, command: Command) -> Steps:
    """Move: cover ground 1 (ex3-30)."""
    who = command.by
    yield from use_action(scene.battle, who, rules_of(scene.battle).actions["move"])
    to, close_to = command.get("to"), command.get("close_to")
    if close_to is not None:
        yield from come_close(scene, who, str(close_to), "ex3-15")
        yield Noted(say.CLOSES_WITH(who=scene.battle.who(who), whom=scene.battle.who(str(close_to))), who, "ex3-15")
        return
    zone = str(to)
    one = scene.battle.who(who)
    if zone == one.zone:
        yield from leave_close(scene, who, "ex3-15")
        yield from forget_progress(scene, who)
        yield Noted(say.STEPS_OUT(who=one), who, "ex3-15")
        return
    needed = cost(scene.battle, one.zone, zone)
    through = command.get("through")
    if through is not None:
        needed += 1 if needed == 1 else 0
        yield from pay(scene, who, 1, "ex3-80")
        yield Noted(say.MAKES_WAY(who=one, whom=scene.battle.who(str(through))), who, "ex3-80")
    progress = one.conditions.get("progress")
    done = 1 + (int(progress["done"]) if progress is not None and progress["to"] == zone else 0)
    if done < needed:
        yield ConditionBegan(who, "progress", Table(to=zone, done=done, need=needed), "ex3-16")
        yield Noted(say.MAKES_FOR(who=one, where=scene.battle.zones[zone], n=done, need=needed), who, "ex3-16")
        return
    yield from enter_zone(scene, who, zone, "ex3-30")
    yield Noted(say.MOVES(who=one, where=scene.battle.zones[zone]), who, "ex3-30")


def forget_progress(scene: Scene, who: str) -> Steps:
    """Clear progress toward another zone, because the combatant moves elsewhere (ex3-16)."""
    if "progress" in scene.battle.who(who).conditions:
        yield ConditionEnded(who, "progress", "ex3-16")


def leave_close(scene: Scene, who: str, rule: str) -> Steps:
    """Remove a combatant from their close group; they lose their cover."""
    if scene.battle.close_group(who):
        yield CloseChanged(leave_group(scene.battle, who), rule)
        yield from lose_cover(scene, who)


def come_close(scene: Scene, who: str, other: str, rule: str) -> Steps:
    """Bring a combatant to close range with another and everyone close to them, entering their zone if needed."""
    zone = scene.battle.who(other).zone
    if zone == scene.battle.who(who).zone:
        yield from leave_close(scene, who, rule)
        yield from forget_progress(scene, who)
    else:
        yield from enter_zone(scene, who, zone, rule)
    yield CloseChanged(join_group(scene.battle, who, other), rule)


def enter_zone(scene: Scene, who: str, zone: str | None, rule: str) -> Steps:
    """Bring a combatant into a zone; they leave close range and lose cover."""
    yield from leave_close(scene, who, rule)
    yield from lose_cover(scene, who)
    yield from forget_progress(scene, who)
    yield Moved(who, zone, rule)


def check_rise(battle: Battle, command: Command) -> list[Violation]:
    """Return the rules that rising would break (ex3-32)."""
    out = may_use(battle, command.by, rules_of(battle).actions["rise"])
    one = battle.combatants[command.by]
    if "prone" not in one.conditions:
        out.append(Violation("ex3-32", say.NOT_PRONE(who=one)))
    return out


def rise(scene: Scene, command: Command) -> Steps:
    """Rise from prone; this takes a roll beside an opponent (ex3-32)."""
    who = command.by
    yield from use_action(scene.battle, who, rules_of(scene.battle).actions["rise"])
    if close_opponents(scene.battle, who):
        result = yield from roll_against(scene, who, "rise", 2, "Rise", "ex3-32")
        if not result.met:
            yield Noted(say.FAILS_TO_RISE(who=scene.battle.who(who), n=result.successes), who, "ex3-32")
            return
    yield ConditionEnded(who, "prone", "ex3-32")
    yield Noted(say.RISES(who=scene.battle.who(who)), who, "ex3-32")
